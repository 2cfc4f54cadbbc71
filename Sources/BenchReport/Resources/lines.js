// Reads values off the lines of a chart, as exactly as they are drawn.
class LineValues {
  constructor(chart) {
    this.chart = chart;
    [this.left, this.width, this.top, this.bottom, this.from, this.to] = chart.dataset.plot.split(" ").map(Number);
    this.panels = [...chart.querySelectorAll("[data-panel]")].map((panel) => {
      const [top, bottom, low, high, isCut] = panel.dataset.span.split(" ").map(Number);
      const { panel: name, unit } = panel.dataset;
      return { name, unit, top, bottom, low, high, isCut, lines: [...panel.querySelectorAll("polyline")] };
    });
  }

  // The value along the axis at a place in the drawing, and the reverse.
  valueAt(x) { return this.from + (Math.min(Math.max(x, this.left), this.left + this.width) - this.left) * this.step; }
  placeOf(value) { return this.left + (value - this.from) / this.step; }

  get step() { return (this.to - this.from) / this.width; }

  // The values of all panels at a place, in lines of text; of many lines only those in front and the one pointed at.
  at(x, y) {
    const [, axis, unit = ""] = this.chart.dataset.axis.match(/^(.*?)(?: \((.*)\))?$/);
    const first = this.panels.flatMap((panel) => panel.lines).map((line) => nearest(points(line), x)).find(Boolean);
    if (!first) return [];
    const heading = [axis, rounded(this.valueAt(first.x), this.step), unit].join(" ").trim();
    return [heading, ...this.panels.flatMap((panel) => this.read(panel, first.x, y))];
  }

  read(panel, x, y) {
    const found = panel.lines
      .map((line) => ({ line, point: nearest(points(line), x) })).filter(({ point }) => point);
    const scale = (panel.high - panel.low) / (panel.bottom - panel.top);
    const text = ({ point }) => {
      const value = panel.low + (panel.bottom - point.y) * scale;
      const isBeyond = panel.isCut && point.y <= panel.top;
      return `${isBeyond ? "over " : ""}${rounded(value, scale)} ${panel.unit.replace(/ ?\bof .*/, "")}`.trim();
    };
    if (found.length === 1 && !found[0].line.dataset.name) return [`${panel.name}: ${text(found[0])}`];
    const chosen = found.filter(({ line }) => line.classList.contains("chosen"));
    const front = chosen.length ? chosen : found.filter(({ line }) => !line.classList.contains("others"));
    const shown = new Set(front.slice(0, 8));
    if (y >= panel.top && y <= panel.bottom) {
      shown.add(found.reduce((a, b) => (Math.abs(a.point.y - y) <= Math.abs(b.point.y - y) ? a : b), found[0]));
    }
    return [`${panel.name}:`, ...[...shown].filter(Boolean).map((entry) => ` ${entry.line.dataset.name} ${text(entry)}`)];
  }
}

// A number with the digits that a tenth of a unit of the drawing can tell apart.
function rounded(value, step) {
  const digits = Math.min(Math.max(Math.floor(-Math.log10(step / 10)), 0), 6);
  return (Number(value.toFixed(digits)) + 0).toLocaleString("en", { maximumFractionDigits: digits });
}

const knownPoints = new WeakMap();

function points(line) {
  if (!knownPoints.has(line)) {
    const pairs = line.getAttribute("points").split(" ").filter(Boolean).map((pair) => pair.split(",").map(Number));
    knownPoints.set(line, pairs.map(([x, y]) => ({ x, y })));
  }
  return knownPoints.get(line);
}

// The nearest point along the axis; none before a line begins or after it ends.
function nearest(points, x) {
  if (!points.length || x < points[0].x - 12 || x > points.at(-1).x + 12) return null;
  const place = partition(points.length - 1, (place) => points[place].x >= x);
  const [before, after] = [points[Math.max(place - 1, 0)], points[place]];
  return x - before.x < after.x - x ? before : after;
}

function inDrawing(drawing, x, y) { return new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM().inverse()); }
