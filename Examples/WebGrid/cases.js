// Compares the policy of web-grid.js with cases.json, which has GalleryKit's answers: `node cases.js`. A missing number is infinity.

// Where the policy decides differently, a sentence each.
export function differences(policy, { windows, paths, choices }) {
  const found = [];
  const compare = (name, place, expected, value) => {
    const [wanted, got] = [expected, value].map((value) => JSON.stringify(value));
    if (wanted !== got) found.push(`${name} ${place}: expected ${wanted}, found ${got}`);
  };
  windows.forEach(({ grid, capacity = Infinity, runs, ...state }, place) => {
    compare("window", place, runs.flatMap(items), policy.bank({ ...state, layout: policy.layOut(grid), capacity }));
  });
  paths.forEach(({ grid, items, sightings, ...state }, place) => {
    const sighting = policy.sightings(state, policy.layOut(grid));
    compare("path", place, sightings, items.map(sighting).map(({ enters, leaves }) => [enters, leaves]));
  });
  choices.forEach(({ waiting, next }, place) => {
    const images = waiting.map(({ enters = Infinity, leaves = Infinity, ...image }) => ({ enters, leaves, ...image }));
    compare("choice", place, next, policy.mostUrgent(images));
  });
  return found;
}

// The scrolls of 0.15 s, at 60 frames a second, that the policy takes for something else.
export function misjudged({ motion }) {
  const found = [];
  const scroll = (offset) => motion(Array.from({ length: 10 }, (_, frame) => ({ time: frame / 60, offset: offset(frame / 60) })));
  // By K a second from 4,000 pixels a second, as UIScrollView does at 2.002, and Chromium in the beginning.
  for (const rate of [2.002, 3.7, 8]) {
    const { phase, velocity, rest } = scroll((time) => 100 - 4000 / rate * (1 - Math.exp(-rate * time)));
    const [speed, way] = [4000 * Math.exp(-rate * 0.15), 4000 / rate];
    if (phase === "decelerating" && Math.abs(velocity + speed) < 0.01 * speed && Math.abs(rest - 100 + way) < 0.01 * way) continue;
    found.push(`a fling of ${way} pixels: expected its rest at ${100 - way}, found ${rest}, ${phase} at ${velocity}`);
  }
  for (const [name, expected, offset] of [
    ["a still grid", "idle", () => 700], ["a steady scroll", "dragging", (time) => 700 - 900 * time],
    ["a scroll that becomes faster", "dragging", (time) => 700 + 9000 * time ** 2],
    ["a scroll that turns", "dragging", (time) => 700 + 9000 * (time - 0.08) ** 2],
  ]) {
    const { phase } = scroll(offset);
    if (phase !== expected) found.push(`${name}: expected ${expected}, found ${phase}`);
  }
  return found;
}

// The items of a run, from the first to the last, upwards or downwards.
function items([first, last]) {
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, place) => first + place * step);
}

if (globalThis.process) {
  const { readFile } = await import("node:fs/promises");
  const cases = JSON.parse(await readFile(new URL("cases.json", import.meta.url), "utf8"));
  const policy = await import("./web-grid.js");
  const found = [...differences(policy, cases), ...misjudged(policy)];
  console.log(found.length ? found.join("\n") : `${Object.values(cases).flat().length} cases agree`);
  process.exitCode = found.length ? 1 : 0;
}
