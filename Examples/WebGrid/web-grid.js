// A grid of photos for web pages: a virtual list whose images come in the order `urgency`, a window `bank` ahead of the scroll.
//
//   const grid = new WebGrid(document.querySelector("main"), { count: 200, url: (item) => `photos/${item}.jpg` });
//
// The first half decides, and is pure; cases.json tests it against GalleryKit's ScrollPath, RequestOrder.urgency and BankStrategy. The
// second half acts: it reads the scroll position once a frame, and leaves scrolling to the browser. Lengths are CSS pixels, times
// seconds, velocities pixels a second, positive towards the end.

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const run = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);

// To the millionth, so that the last bits of a platform's logarithm do not matter.
const rounded = (value) => Math.round(value * 2 ** 20) / 2 ** 20;

// Square cells in columns that fill the width; `limit` is the largest offset.
export function layOut({ width, height, columns, spacing, count }) {
  const side = (width - spacing * (columns - 1)) / columns;
  const pitch = side + spacing;
  const length = side > 0 ? Math.max(0, Math.ceil(count / columns) * pitch - spacing) : 0;
  return { width, height, columns, spacing, count, side, pitch, length, limit: Math.max(0, length - height) };
}

// The items whose cells overlap an interval: the first one, and the one after the last.
export function itemsBetween(top, bottom, { columns, spacing, count, side, pitch }) {
  if (!(bottom > top && side > 0)) return [0, 0];
  const first = clamp(Math.floor((top + spacing) / pitch) * columns, 0, count);
  return [first, clamp(Math.ceil(bottom / pitch) * columns, first, count)];
}

// How a grid moves, from where it was in the last moments: samples of { time, offset }, oldest first.
//
// Browsers do not tell who scrolls, nor where a fling will end. This is an estimate from the mean speeds of two halves. If the later one
// is lower, the speed falls exponentially, by K = ln(early ÷ late) ÷ (half the time) a second, and the grid rests v ÷ K farther on, as on
// iOS. Chromium's curve ends sooner than that: its rest is estimated a tenth too far at first, then ever less. A grid whose speed does
// not fall, or by less than 1 a second, is moved by something: a finger, a wheel, the scroll bar.
export function motion(samples) {
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const middle = samples.find(({ time }) => time >= (first.time + last.time) / 2);
  const speed = (from, to) => (to.offset - from.offset) / (to.time - from.time);
  const [early, late] = [speed(first, middle), middle === last ? speed(first, last) : speed(middle, last)];
  if (!late) return { offset: last.offset, velocity: 0, phase: "idle" };
  const rate = early * late > 0 ? Math.log(early / late) / ((last.time - first.time) / 2) : 0;
  if (rate < 1) return { offset: last.offset, velocity: late, phase: "dragging" };
  const velocity = late * Math.exp(-rate * (last.time - middle.time) / 2);
  return { offset: last.offset, velocity, phase: "decelerating", rest: last.offset + velocity / rate };
}

// When items come on screen and leave it: a function from an item to { enters, leaves }, in seconds from now.
export function sightings({ offset, velocity, phase, rest }, { height, columns, side, pitch, limit }) {
  const way = rest - offset;
  const isFling = phase === "decelerating" && way * velocity > 0;
  const distance = isFling ? way : phase === "dragging" ? velocity * 0.6 : 0;
  const end = clamp(offset + distance, 0, limit) - offset;
  const isPast = (way) => (distance >= 0 ? way < 0 : way > 0);
  const seconds = (way) => {
    if (!distance || !velocity || !(Math.abs(way) < Math.abs(end))) return Infinity;
    return rounded(isFling ? -Math.log(1 - way / distance) * distance / velocity : way / velocity);
  };
  return (item) => {
    const top = Math.floor(item / columns) * pitch;
    const [above, below] = [top + side - offset, top - offset - height];
    const [entry, exit] = distance >= 0 ? [below, above] : [above, below];
    return { enters: isPast(entry) ? 0 : seconds(entry), leaves: isPast(exit) || exit === 0 ? 0 : seconds(exit) };
  };
}

// The place of the image to make next: the one that loses most of its time on screen by waiting, for each second of work.
//
// Each image is { enters, leaves, seconds, isPrefetch, hasDegraded }: seconds is 0 before the first measurement, and hasDegraded
// says that its cell shows something meanwhile. Cells come first, the oldest before the others, then what is fetched ahead.
export function mostUrgent(waiting) {
  if (waiting.every(({ enters, leaves }) => enters === 0 && leaves === Infinity)) {
    const { isPrefetch } = waiting[0];
    return isPrefetch ? 0 : waiting.findLastIndex((image) => image.isPrefetch === isPrefetch);
  }
  const known = waiting.filter(({ seconds }) => seconds > 0);
  const mean = known.length ? known.reduce((sum, { seconds }) => sum + seconds, 0) / known.length : 0.02;
  const scores = waiting.map((image) => urgency(image, mean));
  return scores.indexOf(Math.max(...scores));
}

function urgency({ enters, leaves, seconds, hasDegraded }, mean) {
  if (enters === Infinity) return 0;
  if (!(seconds > 0)) seconds = mean;
  const share = hasDegraded ? 0.3 : 1;
  const worth = (start, end) => share * Math.max(0, Math.min(leaves, end) - Math.max(enters, start));
  const all = worth(seconds, Math.max(enters, seconds) + 1);
  if (!(all > 0)) return -1;
  const loss = worth(seconds, seconds + clamp(4 * mean, 0.1, 0.4));
  return (loss + 0.001 * all / (1 + enters)) / seconds;
}

// The items to have in memory, most urgent first: those in view, as many ahead as requests will fall behind in a fast fling, a
// screenful behind, then up to two screenfuls ahead; at most `capacity`.
//
// `workers` requests at a time take `seconds` each; `leading` is the speed of the fastest of twenty flings; `direction` is 1 or −1.
export function bank({ offset, layout, direction, workers, seconds, capacity, leading }) {
  const { height, columns, pitch } = layout;
  const length = (cells) => cells / columns * pitch;
  const made = seconds > 0 ? workers / seconds : Infinity;
  const needed = leading * columns / pitch;
  const missed = needed > made ? rounded((needed - made - made * Math.log(needed / made)) / 2.002) : 0;
  const deficit = length(2 * missed);
  const passed = leading * (2 * seconds + 1 / 30);
  const near = Math.max(Math.min(deficit, Math.max(length(made), height / 2)), Math.min(passed, height), pitch);
  const far = Math.max(near, Math.min(Math.max(deficit, passed), 2 * height));

  const [first, end] = itemsBetween(offset, offset + height, layout);
  const reach = (ahead, behind) => {
    const [before, after] = direction > 0 ? [behind, ahead] : [ahead, behind];
    const [top, bottom] = [offset - before * height, offset + (1 + after) * height];
    const [from, to] = itemsBetween(
      offset + Math.min(0, top - offset), offset + height + Math.max(0, bottom - offset - height), layout);
    const [above, below] = [run(from, first).reverse(), run(Math.min(end, to), to)];
    return direction > 0 ? [below, above] : [above, below];
  };
  const [ahead, behind] = reach(near / height, 1);
  const farther = reach(far / height, 0)[0].slice(ahead.length);
  const inView = direction > 0 ? run(first, end) : run(first, end).reverse();
  return [...inView, ...ahead, ...behind, ...farther].slice(0, capacity);
}

// Seconds of scrolling from which its motion is estimated, if they have at least four frames.
const memory = 0.15;
// The fastest fling of Chromium; a screenful and more at once that is faster is a jump, which does not continue.
const fastestFling = 20_946;

// Shows photos in an element, which becomes as high as all rows. Options:
//
// - count, url: the number of photos, and a photo's address by its item, from 0 to count − 1.
// - columns, spacing: cells in a row, and pixels between them.
// - budget: bytes of all images in memory. Those on screen are kept even beyond it.
// - atOnce: the most requests at a time.
// - leading: the speed of the fastest of twenty flings.
// - name, weight: by item, what a photo is called, and how long it takes relative to the others, for example by its megapixels; 1 on
//   average.
// - root: the element that scrolls, by default the page.
// - load: makes images: (address, side in device pixels, AbortSignal) to the promise of a square ImageBitmap.
export class WebGrid {
  cells = new Map();    // item: its element, in order of appearance
  images = new Map();   // item: what its cell shows: { side, bytes, content, error }
  running = new Map();  // item: its AbortController
  window = [];
  samples = [];
  motion = { offset: 0, velocity: 0, phase: "idle" };
  direction = 1;
  seconds = 0;
  counts = { started: 0, finished: 0, aborted: 0, failed: 0, peakBytes: 0 };
  closing = new AbortController();

  constructor(element, options) {
    this.options = {
      columns: 3, spacing: 2, budget: 64_000_000, atOnce: clamp(navigator.hardwareConcurrency ?? 4, 4, 6), leading: 6000,
      name: (item) => `Photo ${item + 1}`, weight: () => 1, root: document.scrollingElement,
      load: loadInWorkers(this.closing.signal), ...options,
    };
    this.element = element;
    Object.assign(element.style, { position: "relative", overflowAnchor: "none" });
    // The scrolling of any element passes the document on its way down.
    const listening = { capture: true, passive: true, signal: this.closing.signal };
    document.addEventListener("scroll", () => this.awake(), listening);
    addEventListener("resize", () => this.layOut(), listening);
    this.observer = new ResizeObserver(() => this.layOut());
    for (const observed of [element, this.options.root]) this.observer.observe(observed);
  }

  // Bytes of all images in memory.
  get bytes() { return [...this.images.values()].reduce((sum, { bytes }) => sum + bytes, 0); }

  // Changes options, except root and load: change({ columns: 5 }).
  change(options) {
    Object.assign(this.options, options);
    if (options.url) {
      // Other addresses are other photos, so that no image may stand in for them.
      for (const controller of this.running.values()) controller.abort();
      for (const item of this.images.keys()) this.letGo(item);
      for (const cell of this.cells.values()) cell.remove();
      this.cells.clear();
      this.window = [];
    }
    this.layOut();
    this.awake();
  }

  close() {
    this.closing.abort();
    this.observer.disconnect();
    this.change({ count: 0 });
    this.refill();
    cancelAnimationFrame(this.frame);
  }

  // Lays the grid out if its size has changed; the first photo in view stays there. Cells are whole device pixels, as images are.
  layOut() {
    const { element, layout: last, options: { columns, count, root } } = this;
    const ratio = devicePixelRatio;
    const spacing = Math.round(this.options.spacing * ratio) / ratio;
    const pixels = Math.max(0, Math.floor((element.clientWidth - spacing * (columns - 1)) / columns * ratio + 0.001));
    const width = pixels / ratio * columns + spacing * (columns - 1);
    // Phones whose bars are hidden show more of a page than its clientHeight.
    const height = root === document.scrollingElement ? Math.max(root.clientHeight, innerHeight) : root.clientHeight;
    const layout = layOut({ width, height, columns, spacing, count });
    // A page may have become shorter above the grid, which has moved then.
    if (last && pixels === this.pixels && Object.keys(layout).every((key) => layout[key] === last[key])) return this.awake();
    const offset = this.offset();
    [this.layout, this.pixels] = [layout, pixels];
    element.style.height = `${layout.length}px`;
    for (const [item, cell] of this.cells) this.place(item, cell);
    // Only where photos move: bars hide and photos are appended during a fling, which a scroll to the same place may end.
    if (last?.side > 0 && offset > 0 && (layout.pitch !== last.pitch || columns !== last.columns)) {
      const [first] = itemsBetween(offset, offset + last.height, last);
      const share = (offset - Math.floor(first / last.columns) * last.pitch) / last.side;
      const next = clamp(Math.floor(first / columns) * layout.pitch + share * layout.side, 0, layout.limit);
      root.scrollTo({ top: root.scrollTop + next - offset, behavior: "instant" });
    }
    this.samples = [];
    this.awake();
  }

  // From now on, images are made in the cells' size. Older ones stand in for them on screen.
  resize() {
    if (this.side === this.pixels) return;
    this.side = this.pixels;
    for (const controller of this.running.values()) controller.abort();
    for (const item of this.images.keys()) if (!this.cells.has(item)) this.letGo(item);
  }

  // How far the grid's top is above the viewport's.
  offset() {
    const { root } = this.options;
    const top = root === document.scrollingElement ? 0 : root.getBoundingClientRect().top + root.clientTop;
    return top - this.element.getBoundingClientRect().top;
  }

  awake() {
    this.frame ??= requestAnimationFrame((time) => {
      this.frame = undefined;
      this.follow(time / 1000);
    });
  }

  // Follows the scroll, once a frame until it rests. A new width counts once the grid has kept it that long.
  follow(time) {
    const { samples } = this;
    const offset = this.offset();
    const last = samples.at(-1);
    const step = Math.abs(offset - last?.offset);
    if (step > this.layout.height && step > fastestFling * (time - last.time)) samples.length = 0;
    samples.push({ time, offset });
    while (samples.length > 4 && time - samples[0].time > memory) samples.shift();
    this.motion = motion(samples);
    this.direction = Math.sign(this.motion.velocity) || this.direction;
    const isResting = samples.every((sample) => sample.offset === offset) && time - samples[0].time > memory / 2;
    if (isResting || !this.side) this.resize();
    this.refill();
    if (isResting) samples.length = 0; else this.awake();
  }

  // Moves cells and window, releases what is outside, and requests what is missing.
  refill() {
    const { element, cells, images, running, layout, direction, seconds, side, motion: { offset } } = this;
    const { budget, atOnce: workers, leading } = this.options;
    const [first, end] = itemsBetween(offset, offset + layout.height, layout);
    for (const [item, cell] of cells) {
      if (item >= first && item < end) continue;
      cell.remove();
      cells.delete(item);
    }
    // In reading order also where it scrolls back.
    const [least, fresh] = [Math.min(...cells.keys()), run(first, end).filter((item) => !cells.has(item))];
    element.prepend(...fresh.filter((item) => item < least).map((item) => this.appear(item)));
    element.append(...fresh.filter((item) => item > least).map((item) => this.appear(item)));
    const capacity = Math.floor(budget / (4 * side * side));
    this.window = bank({ offset, layout, direction, workers, seconds, capacity, leading });
    const wanted = new Set([...cells.keys(), ...this.window]);
    for (const [item, controller] of running) if (!wanted.has(item)) controller.abort();
    for (const item of images.keys()) if (!wanted.has(item)) this.letGo(item);
    this.start();
  }

  // Starts the most urgent requests, as many as may run; the newest 128 cells and the first 24 items ahead are weighed.
  start() {
    const { cells, images, running, options } = this;
    const sighting = sightings(this.motion, this.layout);
    const waits = (item) => !running.has(item) && images.get(item)?.side !== this.side;
    while (this.side && running.size < options.atOnce) {
      const forCells = [...cells.keys()].filter(waits).slice(-128);
      const ahead = this.window.filter((item) => waits(item) && !cells.has(item)).slice(0, 24);
      const waiting = [...forCells, ...ahead].map((item) => ({
        item, ...sighting(item), seconds: this.seconds * options.weight(item), isPrefetch: !cells.has(item),
        hasDegraded: images.has(item),
      }));
      if (!waiting.length) return;
      this.request(waiting[mostUrgent(waiting)].item);
    }
  }

  // Requests an image. One that is aborted counts as running until it has really ended; one that fails is requested again when it
  // comes back into the window.
  async request(item) {
    const { side, options: { load, url, weight }, running, counts } = this;
    const controller = new AbortController();
    running.set(item, controller);
    counts.started++;
    const begin = performance.now();
    let image;
    try {
      const bitmap = await load(url(item), side, controller.signal);
      const seconds = (performance.now() - begin) / 1000 / weight(item);
      this.seconds = this.seconds ? this.seconds * 0.75 + seconds * 0.25 : seconds;
      if (controller.signal.aborted) bitmap.close();
      else image = { side, bytes: 4 * bitmap.width * bitmap.height, content: canvasOf(bitmap) };
    } catch (error) {
      if (!controller.signal.aborted) image = { side, bytes: 0, content: "✕", error };
    }
    running.delete(item);
    counts[image ? (image.error ? "failed" : "finished") : "aborted"]++;
    if (image) {
      this.letGo(item);
      this.images.set(item, image);
      counts.peakBytes = Math.max(counts.peakBytes, this.bytes);
      this.show(item);
    }
    this.start();
    // Its time may move the window.
    this.awake();
  }

  // An empty canvas has freed its pixels, even before it is collected.
  letGo(item) {
    const { bytes, content } = this.images.get(item) ?? {};
    if (bytes) content.width = content.height = 0;
    this.images.delete(item);
  }

  appear(item) {
    const cell = Object.assign(document.createElement("div"), { className: "cell" });
    cell.dataset.item = item;
    cell.setAttribute("role", "img");
    this.cells.set(item, cell);
    this.place(item, cell);
    this.show(item);
    return cell;
  }

  place(item, cell) {
    const { columns, side, pitch } = this.layout;
    const [left, top] = [item % columns * pitch, Math.floor(item / columns) * pitch];
    cell.style.cssText = `position: absolute; contain: strict; left: ${left}px; top: ${top}px; width: ${side}px; height: ${side}px`;
  }

  // Puts the image, or the sign of a failure, into the item's cell.
  show(item) {
    const [cell, image, name] = [this.cells.get(item), this.images.get(item), this.options.name(item)];
    if (!cell) return;
    cell.setAttribute("aria-label", image?.error ? `${name}: ${image.error.message}` : name);
    cell.classList.toggle("failed", Boolean(image?.error));
    if (image) cell.replaceChildren(image.content);
  }
}

function canvasOf(bitmap) {
  const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
  canvas.style.cssText = "display: block; width: 100%; height: 100%";
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
  return canvas;
}

// Loads images in workers, away from the page's thread: one worker for each request that runs.
function loadInWorkers(closing) {
  const source = URL.createObjectURL(new Blob([`(${imageWorker})()`], { type: "text/javascript" }));
  const idle = [];
  const hire = () => {
    const worker = new Worker(source);
    closing.addEventListener("abort", () => worker.terminate());
    return worker;
  };
  return (url, side, signal) => new Promise((resolve, reject) => {
    const worker = idle.pop() ?? hire();
    worker.onmessage = ({ data: { bitmap, error } }) => {
      idle.push(worker);
      if (bitmap) resolve(bitmap); else reject(new Error(error));
    };
    worker.onerror = () => reject(new Error("no worker could be started; the page's policy must allow worker-src blob:"));
    worker.postMessage({ url: new URL(url, document.baseURI).href, side });
    signal.addEventListener("abort", () => worker.postMessage({}));
  });
}

// A worker's whole source: fetches, decodes, crops and resizes a photo, and stops at the first step after an empty message.
function imageWorker() {
  let controller;
  onmessage = async ({ data: { url, side } }) => {
    if (!url) return controller.abort();
    const { signal } = (controller = new AbortController());
    try {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`${url}: expected a photo, the server answered ${response.status}`);
      const bytes = await response.arrayBuffer();
      signal.throwIfAborted();
      const photo = await decodedSmall(bytes, side).catch(() => {}) ?? await createImageBitmap(new Blob([bytes]));
      const [width, height] = [photo.displayWidth ?? photo.width, photo.displayHeight ?? photo.height];
      const edge = Math.min(width, height);
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(photo, (width - edge) / 2, (height - edge) / 2, edge, edge, 0, 0, side, side);
      photo.close();
      const bitmap = canvas.transferToImageBitmap();
      postMessage({ bitmap }, [bitmap]);
    } catch (error) {
      postMessage({ error: `${url}: ${error.message}` });
    }
  };

  // A JPEG in as few eighths of its size as fill the square, which is decoded in half or a third of the time, without the whole photo in
  // memory; nothing if a browser or a photo does not support that. Chromium makes eighths, and Firefox any size, even of another shape,
  // so the true one must be known.
  async function decodedSmall(bytes, side) {
    const size = shownSize(new DataView(bytes));
    const eighths = size && Math.ceil(8 * side / Math.min(...size));
    if (!(eighths < 8 && globalThis.ImageDecoder)) return;
    const [desiredWidth, desiredHeight] = size.map((length) => Math.ceil(length * eighths / 8));
    const decoder = new ImageDecoder({ type: "image/jpeg", data: bytes, desiredWidth, desiredHeight });
    try { return (await decoder.decode()).image; } finally { decoder.close(); }
  }

  // The [width, height] of a JPEG by the header of its frame, rotated as its Exif says.
  function shownSize(view) {
    if (view.getUint16(0) !== 0xffd8) return;
    let isTurned = false;
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      const marker = view.getUint8(at + 1);
      if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) isTurned = exifTurns(view, at + 10);
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        const size = [view.getUint16(at + 7), view.getUint16(at + 5)];
        return isTurned ? size.reverse() : size;
      }
    }
  }

  // Whether the orientation in an Exif block exchanges width and height.
  function exifTurns(view, start) {
    const isLittle = view.getUint16(start) === 0x4949;
    const list = start + view.getUint32(start + 4, isLittle);
    const entries = Array.from({ length: view.getUint16(list, isLittle) }, (_, place) => list + 2 + 12 * place);
    const entry = entries.find((at) => view.getUint16(at, isLittle) === 0x0112);
    return entry !== undefined && view.getUint16(entry + 8, isLittle) >= 5;
  }
}
