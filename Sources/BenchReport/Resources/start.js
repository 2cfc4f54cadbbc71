// Links to a moment: #t=3.25, with its result, and with the strategies if they differ from the initial ones.
function linkToMoment(player) {
  const words = new URLSearchParams();
  if (player.place) words.set(player.place, "");
  words.set("t", Number((player.frame / player.refreshRate).toFixed(4)));
  for (const side of player.sides) {
    if (side.choice.value !== String(side.first)) words.set(side.word, side.choice.selectedOptions[0].textContent);
  }
  return `#${words}`.replace("=&", "&");
}

// Takes a player to the moment of the page's address, if it has one.
function followLink(players, block) {
  const words = new URLSearchParams(location.hash.slice(1));
  const seconds = Number.parseFloat(words.get("t"));
  const player = players.find((player) => player.place && words.has(player.place)) ?? players[0];
  if (!player || !Number.isFinite(seconds)) return;
  for (const side of player.sides) {
    const option = [...side.choice.options].find((option) => option.textContent === words.get(side.word));
    side.choice.value = option ? option.value : side.first;
  }
  player.chosen();
  player.scrubTo(seconds * player.refreshRate);
  player.section.scrollIntoView({ block });
}
// Marks the current result in an index of results, and keeps its link in view.
function followIndex(index) {
  const links = [...index.querySelectorAll("a")];
  const articles = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    const edge = index.getBoundingClientRect().bottom + innerHeight / 4;
    const current = articles.findLastIndex((article) => article.getBoundingClientRect().top < edge);
    links.forEach((link, place) => {
      if (place !== current) return link.removeAttribute("aria-current");
      if (link.hasAttribute("aria-current")) return;
      link.setAttribute("aria-current", "true");
      index.scrollTo({ left: link.offsetLeft - index.clientWidth / 2 + link.offsetWidth / 2 });
    });
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
const note = new Note();
for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const chart of document.querySelectorAll("svg.chart")) new ChartValues(chart, note);
for (const index of document.querySelectorAll("nav.index")) followIndex(index);
const players = [...document.querySelectorAll("section.player")].map((section) => new Player(section, note));
followLink(players, "start");
addEventListener("hashchange", () => followLink(players, "nearest"));
