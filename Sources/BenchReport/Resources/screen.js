// The photos as small squares of one picture, if the page has them; before it loads there are none.
class PhotoSheet {
  constructor(sheet, whenLoaded) {
    this.squares = new Map(sheet?.item.map((item, place) => [item, sheet.square[place]]));
    if (!sheet) return;
    Object.assign(this, { side: sheet.side, columns: sheet.columns, picture: new Image() });
    this.picture.addEventListener("load", whenLoaded);
    this.picture.src = sheet.picture;
  }

  // Draws an item's photo over a cell, cutting the middle of its square to the cell's shape; false without a photo.
  draw(context, { item, x, y, width, height }) {
    const square = this.squares.get(item);
    if (square === undefined || !this.picture.complete || !this.picture.naturalWidth) return false;
    const [left, top] = [square % this.columns, Math.floor(square / this.columns)];
    const scale = this.side / Math.max(width, height);
    const [across, down] = [width * scale, height * scale];
    context.drawImage(
      this.picture, left * this.side + (this.side - across) / 2, top * this.side + (this.side - down) / 2, across, down,
      x, y, width, height);
    return true;
  }
}

// The rows of a grid whose cells have their photos' shapes: the grid's own rule, with sums in the same order.
class JustifiedRows {
  // `across` is a cell's measure across the scroll axis, divided by that along it, photo by photo.
  constructor(photos, across, breadth, nominal, spacing, sections) {
    this.rows = [];
    for (let item = 0, top = 0, section = 0; item < photos; section += 1) {
      const end = sections ? Math.min(photos, item + sections.photos[section % sections.photos.length]) : photos;
      if (sections) top += sections.header;
      while (item < end) {
        const first = item;
        let [sum, height] = [0, nominal];
        while (item < end) {
          const gaps = spacing * (item - first);
          if (gaps >= breadth && item > first) break;
          sum += across(item);
          item += 1;
          if (sum * nominal + gaps >= breadth) {
            height = Math.min(nominal, (breadth - gaps) / sum);
            break;
          }
        }
        this.rows.push({ first, end: item, top, height });
        top += height + (item < end ? spacing : 0);
      }
    }
  }

  // The rows that a screen of this length shows at an offset.
  between(offset, length) {
    const start = partition(this.rows.length, (row) => this.rows[row].top + this.rows[row].height > offset);
    let end = start;
    while (end < this.rows.length && this.rows[end].top < offset + length) end += 1;
    return this.rows.slice(start, end);
  }
}

// The first of `count` places at which something is true that is also true at all later ones; `count` if there is none.
function partition(count, isTrue) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

// Draws the grid on a canvas, in its state at one frame.
class GridScreen {
  constructor(canvas, layouts, { photos, aspectRatios }, sheet) {
    Object.assign(this, { canvas, layouts, photos, aspectRatios, sheet });
    this.layOut(0);
    this.shape();
  }

  layOut(frame) {
    const layout = this.layouts.findLast((layout) => layout.frame <= frame);
    const { grid } = layout;
    this.grid = grid;
    this.isSideways = grid.axis === "horizontal";
    const breadth = this.isSideways ? grid.height : grid.width;
    this.side = (breadth - grid.spacing * (grid.columns - 1)) / grid.columns;
    if (!this.aspectRatios) return;
    layout.justified ??= new JustifiedRows(
      this.photos, (item) => this.across(item), breadth, this.side, grid.spacing, grid.sections);
    this.justified = layout.justified;
  }

  // A cell's measure across the scroll axis, divided by that along it.
  across(item) {
    if (!this.aspectRatios) return 1;
    const ratio = this.aspectRatios[item % this.aspectRatios.length];
    return this.isSideways ? 1 / ratio : ratio;
  }

  shape() { this.canvas.style.aspectRatio = `${this.grid.width} / ${this.grid.height}`; }

  // The items in view at a frame's offset, with the corners and sizes of their cells on the screen.
  cells(frame, offset) {
    this.layOut(frame);
    return this.rows(offset).flatMap(({ first, end, along, length }) => {
      let across = 0;
      return Array.from({ length: end - first }, (_, index) => {
        const item = first + index;
        const breadth = this.across(item) * length;
        const cell = this.isSideways
          ? { item, x: along, y: across, width: length, height: breadth }
          : { item, x: across, y: along, width: breadth, height: length };
        across += breadth + this.grid.spacing;
        return cell;
      });
    });
  }

  // The rows on the screen: the items of each, and its start and its length along the scroll axis.
  rows(offset) {
    const { grid, side, photos } = this;
    const pitch = side + grid.spacing;
    const screenful = this.isSideways ? grid.width : grid.height;
    if (this.justified) {
      return this.justified.between(offset, screenful)
        .map(({ first, end, top, height }) => ({ first, end, along: top - offset, length: height }));
    }
    const { photos: list, header } = grid.sections ?? { photos: [photos], header: 0 };
    const rowCount = (items) => Math.ceil(items / grid.columns);
    const length = (items) => header + rowCount(items) * pitch - grid.spacing;
    // Skips whole lists above the screen.
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
        const end = Math.min(first + grid.columns, start + count);
        rows.push({ first, end, along: begin + row * pitch, length: side });
      }
      start += count;
      top += length(count);
    }
    return rows;
  }

  itemAt(clientX, clientY, frame, offset) {
    this.layOut(frame);
    const box = this.canvas.getBoundingClientRect();
    const scale = this.grid.width / box.width;
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    return this.cells(frame, offset).find((cell) =>
      x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height)?.item;
  }

  // Returns the numbers of blank, degraded, final and failed cells.
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
    for (const cell of this.cells(frame, offset)) {
      const state = playback.state(cell.item, frame);
      counts[state] += 1;
      this.drawCell(context, cell, state, playback.colour(cell.item), ink);
    }
    return counts;
  }

  drawCell(context, cell, state, colour, ink) {
    const { x, y, width, height } = cell;
    if ((state === FINAL || state === DEGRADED) && !this.sheet.draw(context, cell)) {
      context.fillStyle = colour;
      context.fillRect(x, y, width, height);
    }
    if (state === FINAL) return;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.beginPath();
    if (state === DEGRADED) {
      // Stripes, so that a reader need not tell colours apart.
      for (let start = -height; start < width; start += height / 5) {
        context.moveTo(x + start, y + height);
        context.lineTo(x + start + height, y);
      }
      context.lineWidth = height / 14;
      context.strokeStyle = "rgb(255 255 255 / 0.6)";
    } else {
      context.rect(x + 1.5, y + 1.5, width - 3, height - 3);
      context.moveTo(x, y + height);
      context.lineTo(x + width, y);
      if (state === FAILED) {
        context.moveTo(x, y);
        context.lineTo(x + width, y + height);
      }
      context.lineWidth = 3;
      context.strokeStyle = state === FAILED ? ink.bad : ink.rule;
    }
    context.stroke();
    context.restore();
  }
}
