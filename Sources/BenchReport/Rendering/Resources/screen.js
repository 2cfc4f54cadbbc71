// The photos as small squares of one picture, where the page has them; until it is loaded there are none.
class PhotoSheet {
  constructor(sheet, whenLoaded) {
    this.squares = new Map(sheet?.item.map((item, place) => [item, sheet.square[place]]));
    if (!sheet) return;
    Object.assign(this, { side: sheet.side, columns: sheet.columns, picture: new Image() });
    this.picture.addEventListener("load", whenLoaded);
    this.picture.src = sheet.picture;
  }

  // Draws an item's photo into a square; false where there is none.
  draw(context, item, x, y, side) {
    const square = this.squares.get(item);
    if (square === undefined || !this.picture.complete || !this.picture.naturalWidth) return false;
    const [left, top] = [square % this.columns, Math.floor(square / this.columns)];
    context.drawImage(this.picture, left * this.side, top * this.side, this.side, this.side, x, y, side, side);
    return true;
  }
}

// Draws the grid on a canvas, as it stood at one frame.
class GridScreen {
  constructor(canvas, layouts, photos, sheet) {
    this.canvas = canvas;
    this.sheet = sheet;
    this.layouts = layouts;
    this.photos = photos;
    this.layOut(0);
    this.shape();
  }

  // Takes the layout of a frame.
  layOut(frame) {
    const { grid } = this.layouts.findLast((layout) => layout.frame <= frame);
    this.grid = grid;
    this.isSideways = grid.axis === "horizontal";
    const breadth = this.isSideways ? grid.height : grid.width;
    this.side = (breadth - grid.spacing * (grid.columns - 1)) / grid.columns;
  }

  // Gives the canvas the shape of the screen.
  shape() { this.canvas.style.aspectRatio = `${this.grid.width} / ${this.grid.height}`; }

  // The items in view at a frame's offset, with the places of their corners on the screen.
  cells(frame, offset) {
    this.layOut(frame);
    const pitch = this.side + this.grid.spacing;
    return this.rows(offset).flatMap(({ first, end, along }) =>
      Array.from({ length: end - first }, (_, index) => {
        const across = index * pitch;
        return this.isSideways ? { item: first + index, x: along, y: across } : { item: first + index, x: across, y: along };
      }));
  }

  // The rows on the screen: the items of each, and where it begins along the way that the grid scrolls.
  rows(offset) {
    const { grid, side, photos } = this;
    const pitch = side + grid.spacing;
    const screenful = this.isSideways ? grid.width : grid.height;
    const { photos: list, header } = grid.sections ?? { photos: [photos], header: 0 };
    const rowCount = (items) => Math.ceil(items / grid.columns);
    const length = (items) => header + rowCount(items) * pitch - grid.spacing;
    // Whole lists above the screen are passed over.
    const total = list.reduce((sum, items) => sum + length(items), 0);
    const round = grid.sections ? Math.max(0, Math.floor(offset / total)) : 0;
    let start = round * list.reduce((sum, items) => sum + items, 0);
    let top = round * total - offset;
    const rows = [];
    for (let place = 0; start < photos && top < screenful; place += 1) {
      const count = Math.min(list[place % list.length], photos - start);
      const begin = top + header;
      const end = Math.min(Math.ceil((screenful - begin) / pitch), rowCount(count));
      for (let row = Math.max(0, Math.floor((grid.spacing - begin) / pitch)); row < end; row += 1) {
        const first = start + row * grid.columns;
        rows.push({ first, end: Math.min(first + grid.columns, start + count), along: begin + row * pitch });
      }
      start += count;
      top += length(count);
    }
    return rows;
  }

  // The item under a place in the window, if there is one.
  itemAt(clientX, clientY, frame, offset) {
    this.layOut(frame);
    const box = this.canvas.getBoundingClientRect();
    const scale = this.grid.width / box.width;
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    return this.cells(frame, offset).find((cell) =>
      x >= cell.x && x < cell.x + this.side && y >= cell.y && y < cell.y + this.side)?.item;
  }

  // Returns how many cells are blank, degraded, final and failed.
  draw(playback, frame, offset) {
    this.layOut(frame);
    this.shape();
    const { canvas, grid } = this;
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
    const counts = [0, 0, 0, 0];
    for (const { item, x, y } of this.cells(frame, offset)) {
      const state = playback.state(item, frame);
      counts[state] += 1;
      this.drawCell(context, item, x, y, state, playback.colour(item), ink);
    }
    return counts;
  }

  drawCell(context, item, x, y, state, colour, ink) {
    const side = this.side;
    if ((state === FINAL || state === DEGRADED) && !this.sheet.draw(context, item, x, y, side)) {
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
