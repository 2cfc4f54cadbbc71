// Lets a chart show its values at a pointer, a finger or the keyboard's place.
class ChartValues {
  constructor(chart, note) {
    this.chart = chart;
    this.note = note;
    this.lines = chart.dataset.plot ? new LineValues(chart) : null;
    this.marks = [...chart.querySelectorAll("[data-values]")];
    if (!this.lines && !this.marks.length) return;
    chart.tabIndex = 0;
    note.follow(chart, (x, y) => this.at(x, y));
    chart.addEventListener("pointerleave", () => this.rule?.setAttribute("visibility", "hidden"));
    chart.addEventListener("blur", () => note.hide());
    // A chart in a player follows the player's moments.
    if (chart.closest(".player")) {
      chart.addEventListener("moment", (event) => this.goTo(this.lines.placeOf(event.detail)));
    } else {
      chart.addEventListener("keydown", (event) => this.press(event));
    }
  }

  at(clientX, clientY) {
    if (this.lines) {
      const place = inDrawing(this.chart, clientX, clientY);
      this.drawRule(place.x);
      return this.lines.at(place.x, place.y);
    }
    const near = this.marks.map((mark) => ({ mark, distance: distanceTo(mark, clientX, clientY) }));
    const least = Math.min(...near.map(({ distance }) => distance));
    if (least > 16) return [];
    return near.filter(({ distance }) => distance <= Math.max(least, 3)).slice(0, 8).map(({ mark }) => mark.dataset.values);
  }

  press(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (this.lines) {
      const { left, width } = this.lines;
      const start = this.place ?? (step > 0 ? left - 1 : left + width + 1);
      this.goTo(Math.min(Math.max(start + step * width / 60, left), left + width));
    } else {
      this.place = Math.min(Math.max((this.place ?? -1) + step, 0), this.marks.length - 1);
      const box = this.marks[this.place].getBoundingClientRect();
      this.note.show([this.marks[this.place].dataset.values], box.right, box.bottom, true);
    }
  }

  goTo(x) {
    this.place = x;
    this.drawRule(x);
    const corner = new DOMPoint(x, this.lines.top).matrixTransform(this.chart.getScreenCTM());
    this.note.show(this.lines.at(x, null), corner.x, corner.y, true);
  }

  drawRule(x) {
    this.rule ??= this.chart.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
    const { left, width, top, bottom } = this.lines;
    this.rule.setAttribute("class", "rule");
    this.rule.setAttribute("visibility", "visible");
    this.rule.setAttribute("d", `M${Math.min(Math.max(x, left), left + width)} ${top}V${bottom}`);
  }
}

function distanceTo(element, x, y) {
  const box = element.getBoundingClientRect();
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}
