for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const section of document.querySelectorAll("section.player")) new Player(section);
