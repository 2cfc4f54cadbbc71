// What every frame of a run showed: for each item, what its cell changed to and when.
const BLANK = 0, DEGRADED = 1, FINAL = 2, FAILED = 3;

class Playback {
  constructor(run) {
    this.name = run.name;
    this.cells = new Map();
    this.colours = new Map();
    const bytes = decodeBase64(run.changes);
    let place = 0, frame = 0, item = 0;
    const next = () => {
      let value = 0, unit = 1, byte;
      do {
        byte = bytes[place++];
        value += (byte & 127) * unit;
        unit *= 128;
      } while (byte > 127);
      return value;
    };
    while (place < bytes.length) {
      frame += next();
      const word = next(), zigzag = Math.floor(word / 4);
      item += zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2;
      if (!this.cells.has(item)) this.cells.set(item, { frames: [], states: [] });
      const cell = this.cells.get(item);
      cell.frames.push(frame);
      cell.states.push(word % 4);
    }
    if (run.colours) this.readColours(decodeBase64(run.colours));
  }

  // Three bytes for each item that ever showed an image, by rising item.
  readColours(bytes) {
    const showsImage = ([, cell]) => cell.states.some((state) => state === DEGRADED || state === FINAL);
    const items = [...this.cells].filter(showsImage).map(([item]) => item).sort((a, b) => a - b);
    items.forEach((item, place) => {
      const [red, green, blue] = bytes.subarray(place * 3, place * 3 + 3);
      this.colours.set(item, `rgb(${red} ${green} ${blue})`);
    });
  }

  // What an item that is in view shows at a frame: what it changed to last.
  state(item, frame) {
    const cell = this.cells.get(item);
    if (!cell) return BLANK;
    let low = 0, high = cell.frames.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cell.frames[middle] <= frame) low = middle + 1; else high = middle;
    }
    return low === 0 ? BLANK : cell.states[low - 1];
  }

  // Greys that tell neighbours apart where colours are not known.
  colour(item) { return this.colours.get(item) ?? `hsl(0 0% ${42 + (item * 37) % 34}%)`; }
}

function decodeBase64(text) { return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)); }
