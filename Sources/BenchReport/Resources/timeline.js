// A chart over time: a cursor follows the player, and a press moves the player.
class TimeChart {
  constructor(chart, scrubTo) {
    this.chart = chart;
    this.lines = new LineValues(chart);
    this.hasOthers = chart.querySelector(".others") !== null;
    this.cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
    this.cursor.setAttribute("class", "cursor");
    this.cursor.setAttribute("y1", this.lines.top);
    this.cursor.setAttribute("y2", this.lines.bottom);
    chart.append(this.cursor);
    const scrub = (event) => scrubTo(this.lines.valueAt(inDrawing(chart, event.clientX, event.clientY).x));
    chart.addEventListener("pointerdown", (event) => {
      chart.setPointerCapture(event.pointerId);
      scrub(event);
    });
    chart.addEventListener("pointermove", (event) => {
      if (chart.hasPointerCapture(event.pointerId)) scrub(event);
    });
  }

  show(seconds) {
    const x = this.lines.placeOf(seconds);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }

  // Fades all lines except these, and draws these on top; a legend without room for all names shows theirs.
  highlight(chosen) {
    const keys = this.hasOthers ? this.chart.querySelectorAll(".key[data-line]") : [];
    for (const [place, key] of [...keys].entries()) {
      key.dataset.line = chosen[place];
      const line = this.chart.querySelector(`polyline[data-line="${chosen[place]}"]`);
      key.querySelector("text").textContent = line.dataset.name;
    }
    for (const line of this.chart.querySelectorAll("[data-line]")) {
      const place = chosen.indexOf(Number(line.dataset.line));
      if (this.hasOthers && line.tagName === "polyline") {
        // Among very many lines, the chosen ones have a colour.
        line.setAttribute("class", place < 0 ? "line others" : `line series-${place + 1}`);
      }
      line.classList.toggle("faded", place < 0 && !this.hasOthers);
      line.classList.toggle("chosen", place >= 0);
      if (place >= 0 && line.tagName === "polyline") line.parentNode.append(line);
    }
  }
}
