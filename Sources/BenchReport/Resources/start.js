const note = new Note();
for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const chart of document.querySelectorAll("svg.chart")) new ChartValues(chart, note);
for (const index of document.querySelectorAll("nav.index")) followIndex(index);
const players = [...document.querySelectorAll("section.player")].map((section) => new Player(section, note));
followLink(players, "start");
addEventListener("hashchange", () => followLink(players, "nearest"));
