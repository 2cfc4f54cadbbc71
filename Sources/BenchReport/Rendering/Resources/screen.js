// Draws the grid on a canvas, as it stood at one frame.
class GridScreen {
  constructor(canvas, grid, photos) {
    this.canvas = canvas;
    this.grid = grid;
    this.photos = photos;
    this.side = (grid.width - grid.spacing * (grid.columns - 1)) / grid.columns;
    canvas.style.aspectRatio = `${grid.width} / ${grid.height}`;
  }

  // Returns how many cells are blank, degraded, final and failed.
  draw(playback, frame, offset) {
    const { canvas, grid, side } = this;
    const density = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * density));
    const height = Math.max(1, Math.round(width * grid.height / grid.width));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const scale = width / grid.width;
    const context = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    const ink = { rule: style.getPropertyValue("--cell-rule"), bad: style.getPropertyValue("--bad") };
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = style.getPropertyValue("--screen");
    context.fillRect(0, 0, grid.width, grid.height);
    const pitch = side + grid.spacing;
    const counts = [0, 0, 0, 0];
    const firstRow = Math.max(0, Math.floor((offset + grid.spacing) / pitch));
    const endRow = Math.ceil((offset + grid.height) / pitch);
    for (let item = firstRow * grid.columns; item < Math.min(endRow * grid.columns, this.photos); item++) {
      const x = (item % grid.columns) * pitch;
      const y = Math.floor(item / grid.columns) * pitch - offset;
      const state = playback.state(item, frame);
      counts[state] += 1;
      this.drawCell(context, x, y, state, playback.colour(item), ink);
    }
    return counts;
  }

  drawCell(context, x, y, state, colour, ink) {
    const side = this.side;
    if (state === FINAL || state === DEGRADED) {
      context.fillStyle = colour;
      context.fillRect(x, y, side, side);
    }
    if (state === FINAL) return;
    context.save();
    context.beginPath();
    context.rect(x, y, side, side);
    context.clip();
    context.beginPath();
    if (state === DEGRADED) {
      // Stripes, so that no one needs to tell colours apart.
      for (let start = -side; start < side; start += side / 5) {
        context.moveTo(x + start, y + side);
        context.lineTo(x + start + side, y);
      }
      context.lineWidth = side / 14;
      context.strokeStyle = "rgb(255 255 255 / 0.6)";
    } else {
      context.rect(x + 1.5, y + 1.5, side - 3, side - 3);
      context.moveTo(x, y + side);
      context.lineTo(x + side, y);
      if (state === FAILED) {
        context.moveTo(x, y);
        context.lineTo(x + side, y + side);
      }
      context.lineWidth = 3;
      context.strokeStyle = state === FAILED ? ink.bad : ink.rule;
    }
    context.stroke();
    context.restore();
  }
}
