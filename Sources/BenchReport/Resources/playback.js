// The frames of a run: for each item, its cell's changes and their times.
const BLANK = 0, DEGRADED = 1, FINAL = 2, FAILED = 3;

class Playback {
  constructor(run, causes, losses) {
    this.name = run.name;
    this.reasons = new BlankReasons(run.blanks, causes, losses);
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

  state(item, frame) { return this.showing(item, frame).state; }

  // The state, with its first frame and the frame of the next change, if any.
  showing(item, frame) {
    const cell = this.cells.get(item);
    if (!cell) return { state: BLANK };
    const next = partition(cell.frames.length, (place) => cell.frames[place] > frame);
    return { state: next ? cell.states[next - 1] : BLANK, since: cell.frames[next - 1], until: cell.frames[next] };
  }

  // The frames at which blank cells begin to show, on a screen that scrolls through these offsets.
  blankStarts(screen, offsets) {
    if (!this.starts) {
      const isBlank = offsets.map((offset, frame) =>
        screen.cells(frame, offset / 10).some(({ item }) => this.state(item, frame) === BLANK));
      this.starts = offsets.map((_, frame) => frame).filter((frame) => isBlank[frame] && !isBlank[frame - 1]);
    }
    return this.starts;
  }

  describe(item, frame, refreshRate) {
    const { state, since, until } = this.showing(item, frame);
    const time = (frame) => `${(frame / refreshRate).toFixed(2)} s`;
    const name = ["blank", "degraded", "final", "failed"][state];
    const span = [since === undefined ? "" : `from ${time(since)}`, until === undefined ? "" : `to ${time(until)}`];
    return [`Photo ${(item + 1).toLocaleString("en")}`, [name, ...span].filter(Boolean).join(" "),
      ...(state === BLANK ? this.reasons.describe(item, frame) : [])];
  }

  // Greys that tell neighbours apart if colours are unknown.
  colour(item) { return this.colours.get(item) ?? `hsl(0 0% ${42 + (item * 37) % 34}%)`; }
}

function decodeBase64(text) { return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)); }
