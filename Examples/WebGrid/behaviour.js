// Tries a grid in this page, without a network: the test decides when an image comes. Returns what went wrong, a sentence each.
export async function faults(WebGrid) {
  const found = [];
  const check = (isRight, sentence) => { if (!isRight) found.push(sentence); };
  const frame = () => new Promise(requestAnimationFrame);
  const until = async (isSo, sentence) => {
    for (let count = 0; count < 600 && !isSo(); count++) await frame();
    check(isSo(), `never: ${sentence}`);
  };

  const scroller = document.createElement("div");
  const element = document.createElement("div");
  scroller.style.cssText = "width: 300px; height: 600px; overflow: hidden scroll; scrollbar-width: none";
  scroller.append(element);
  document.body.append(scroller);

  let [requests, most] = [[], 0];
  const load = (url, side, signal) => new Promise((resolve, reject) => {
    const request = { item: Number(url), side, signal, fail: () => reject(new Error("no such photo")) };
    request.answer = async () => resolve(await createImageBitmap(new ImageData(side, side)));
    requests.push(request);
    signal.addEventListener("abort", () => reject(signal.reason));
    most = Math.max(most, requests.filter(isOpen).length);
  });
  const isOpen = ({ isOver, signal }) => !isOver && !signal.aborted;
  const answerAll = async (isRest) => {
    for (let count = 0; count < 600 && !isRest(); count++) {
      for (const request of requests.filter(isOpen)) { request.isOver = true; request.answer(); }
      await frame();
    }
  };
  const grid = new WebGrid(element, {
    count: 600, url: (item) => item, columns: 3, spacing: 0, atOnce: 4, root: scroller, load,
    budget: 40 * 4 * (100 * devicePixelRatio) ** 2,
  });
  const cells = () => [...element.querySelectorAll(".cell")];
  const filled = () => cells().filter((cell) => cell.querySelector("canvas")).length;
  const isFilled = () => cells().length > 0 && filled() === cells().length;

  await until(() => requests.length >= 4, "a grid asks for its images");
  for (let count = 0; count < 5; count++) await frame();
  check(requests.length === 4, `expected 4 requests at a time, found ${requests.length}`);
  check(requests.every(({ item }) => item < 18), "the first requests are for cells in view");
  await answerAll(() => isFilled() && grid.running.size === 0);
  check(isFilled(), `expected all cells filled, found ${filled()} of ${cells().length}`);
  check(grid.images.size > cells().length, "images ahead are kept, too");
  check(grid.bytes === grid.images.size * 4 * grid.side ** 2, `expected the bytes of all images, found ${grid.bytes}`);
  check(most <= 4, `expected 4 requests at a time, found ${most}`);

  // A jump: what is no longer wanted is aborted, and what is in view comes first.
  requests = [];
  scroller.scrollTop = 4000;
  await until(() => requests.length >= 4, "a jump asks for its images");
  const left = requests.filter(isOpen);
  check(left.every(({ item }) => item >= 120 && item < 138), "after a jump, cells in view come first");
  requests = [];
  scroller.scrollTop = 8000;
  await until(() => left.every(({ signal }) => signal.aborted), "a jump aborts what was asked for before");
  await until(() => requests.length >= 4, "aborted requests make room for others");

  // A photo that fails says so, and delays no other.
  const broken = requests.find(isOpen);
  broken.isOver = true;
  broken.fail();
  await answerAll(() => grid.running.size === 0 && filled() === cells().length - 1);
  const failed = cells().filter((cell) => cell.classList.contains("failed"));
  check(failed.length === 1 && Number(failed[0].dataset.item) === broken.item, "one cell says that its photo failed");
  check(failed[0]?.getAttribute("aria-label").includes("no such photo"), "a failed cell says why");
  check(filled() === cells().length - 1, "a failure holds no other photo up");
  check(grid.counts.peakBytes <= grid.options.budget, `expected ${grid.options.budget} bytes, found ${grid.counts.peakBytes}`);

  scroller.scrollTop = 7700;
  await until(() => element.querySelector('[data-item="231"]'), "cells appear on the way back");
  const order = cells().map(({ dataset }) => Number(dataset.item));
  check(order.every((item, place) => item === order[0] + place), `expected reading order, found ${order}`);
  await answerAll(() => grid.running.size === 0 && filled() >= cells().length - 1);

  // Another width: the first photo stays, larger images are made, and the old ones stand in for them.
  const first = Number(cells()[0].dataset.item);
  requests = [];
  scroller.style.width = "450px";
  await until(() => grid.layout.side === 150, "a width counts");
  check(scroller.scrollTop === Math.floor(first / 3) * 150, `expected photo ${first} at the top, found ${scroller.scrollTop}`);
  check(filled() > 0, "old images stand in for new ones");
  await until(() => requests.some(({ side }) => side === Math.round(150 * devicePixelRatio)), "images are made anew");
  await answerAll(() => grid.running.size === 0 && [...grid.images.values()].every(({ side }) => side === grid.side));
  check(isFilled(), "the larger images are all there");

  // Another height moves no photo, and a scroll to the same place may end a fling.
  let moves = 0;
  scroller.scrollTo = () => moves++;
  scroller.style.height = "500px";
  await until(() => grid.layout.height === 500, "a height counts");
  check(moves === 0, "a height scrolls nothing");
  delete scroller.scrollTo;

  // Other addresses are other photos, and none of the old ones stays.
  requests = [];
  grid.change({ url: (item) => item + 1000 });
  await until(() => requests.length >= 4, "other addresses are asked for");
  check(requests.every(({ item }) => item >= 1000), "only other addresses are asked for");
  check(filled() === 0 && grid.images.size === 0, "no old image stands in for another photo");
  await answerAll(() => isFilled() && grid.running.size === 0);
  check(isFilled(), "the other photos are all there");

  requests = [];
  grid.change({ columns: 5 });
  await until(() => grid.layout.columns === 5 && requests.length > 0, "columns change");
  const open = requests.filter(isOpen);
  grid.close();
  check(open.every(({ signal }) => signal.aborted), "a closed grid asks for nothing");
  check(cells().length === 0 && grid.images.size === 0 && grid.bytes === 0, "a closed grid keeps nothing");
  scroller.remove();

  // A rotated photo appears upright and in its shape, also if it is decoded into fewer pixels.
  const maker = new WebGrid(document.createElement("div"), { count: 0, url: (item) => item });
  const bitmap = await maker.options.load(await turnedPhoto(), 40, new AbortController().signal);
  maker.close();
  const seen = new OffscreenCanvas(40, 40).getContext("2d");
  seen.drawImage(bitmap, 0, 0);
  const pixels = seen.getImageData(0, 0, 40, 40).data;
  const colours = [[10, 5], [30, 5], [10, 35], [30, 35]].map(([x, y]) => {
    const [red, , blue] = pixels.slice(4 * (40 * y + x));
    return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "neither";
  });
  check(colours.join() === "red,red,blue,blue", `expected a turned photo red above and blue below, found ${colours}`);

  // A page on a phone whose bars are hidden; at first it has its own size, which the grid does not change.
  const root = document.documentElement;
  Object.assign(root.style, { height: "100%", scrollbarWidth: "none" });
  const [header, page] = ["300px", ""].map((height) => {
    const part = document.body.appendChild(document.createElement("div"));
    part.style.height = height;
    return part;
  });
  const own = Object.getOwnPropertyDescriptor(globalThis, "innerHeight");
  const height = root.clientHeight + 400;
  Object.defineProperty(globalThis, "innerHeight", { value: height, configurable: true });
  const shown = new WebGrid(page, { count: 600, url: (item) => item, columns: 3, spacing: 0, load });
  const bottom = () => Math.max(...[...page.children].map((cell) => cell.getBoundingClientRect().bottom));
  await until(() => bottom() > height - 1, `cells down to ${height}`);
  root.style.height = "";
  await frame();
  await until(() => shown.frame === undefined, "a grid rests");
  header.remove();
  await until(() => bottom() > height - 1, `cells down to ${height} when what was above them has gone`);
  shown.close();
  page.remove();
  root.removeAttribute("style");
  if (own) Object.defineProperty(globalThis, "innerHeight", own); else delete globalThis.innerHeight;
  return found;
}

// The address of a JPEG of four upright stripes, green, red, blue, green, that is to be shown rotated by a quarter to the right, as its
// Exif says.
async function turnedPhoto() {
  const canvas = new OffscreenCanvas(640, 320);
  const context = canvas.getContext("2d");
  ["lime", "red", "blue", "lime"].forEach((colour, place) => {
    context.fillStyle = colour;
    context.fillRect(160 * place, 0, 160, 320);
  });
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 })).arrayBuffer());
  const exif = [0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
    0, 0, 0, 0];
  const photo = [...bytes.slice(0, 2), ...exif, ...bytes.slice(2)];
  return `data:image/jpeg;base64,${btoa(String.fromCharCode(...photo))}`;
}
