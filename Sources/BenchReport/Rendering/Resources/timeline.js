// A chart over time: a cursor goes along with the player, and a touch moves the player there.
class TimeChart {
  constructor(chart, scrubTo) {
    this.chart = chart;
    [this.left, this.width, this.top, this.bottom, this.from, this.to] = chart.dataset.plot.split(" ").map(Number);
    this.cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
    this.cursor.setAttribute("class", "cursor");
    this.cursor.setAttribute("y1", this.top);
    this.cursor.setAttribute("y2", this.bottom);
    chart.append(this.cursor);
    const scrub = (event) => {
      const box = chart.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * chart.viewBox.baseVal.width;
      scrubTo(this.from + (x - this.left) / this.width * (this.to - this.from));
    };
    chart.addEventListener("pointerdown", (event) => {
      chart.setPointerCapture(event.pointerId);
      scrub(event);
    });
    chart.addEventListener("pointermove", (event) => {
      if (chart.hasPointerCapture(event.pointerId)) scrub(event);
    });
  }

  show(seconds) {
    const x = this.left + (seconds - this.from) / (this.to - this.from) * this.width;
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }

  // Lets all lines but these fade, and draws these above the others.
  highlight(lines) {
    for (const line of this.chart.querySelectorAll("[data-line]")) {
      const isChosen = lines.includes(Number(line.dataset.line));
      line.classList.toggle("faded", !isChosen);
      line.classList.toggle("chosen", isChosen);
      if (isChosen && line.tagName === "polyline") line.parentNode.insertBefore(line, this.cursor);
    }
  }
}
