// Holds the policy of web-grid.js to cases.json, which GalleryKit answers: `node cases.js`. A missing number is infinity.

// Where the policy decides otherwise, a sentence each.
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

// The items of a run, from the first to the last, upwards or downwards.
function items([first, last]) {
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, place) => first + place * step);
}

if (globalThis.process) {
  const { readFile } = await import("node:fs/promises");
  const cases = JSON.parse(await readFile(new URL("cases.json", import.meta.url), "utf8"));
  const found = differences(await import("./web-grid.js"), cases);
  console.log(found.length ? found.join("\n") : `${Object.values(cases).flat().length} cases agree`);
  process.exitCode = found.length ? 1 : 0;
}
