// Lets every head of a table sort its rows. Each body is sorted separately, and rows without a value stay below.
function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = newElement("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    // The best value comes first; names go from A to Z.
    const first = head.dataset.better === "higher" ? "descending" : "ascending";
    const second = first === "ascending" ? "descending" : "ascending";
    button.addEventListener("click", () => {
      const order = head.getAttribute("aria-sort") === first ? second : first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      for (const body of table.tBodies) sortRows(body, column, order);
    });
  });
}

function sortRows(body, column, order) {
  const sign = order === "ascending" ? 1 : -1;
  const key = (row) => {
    const cell = row.cells[column];
    if (!cell || cell.colSpan > 1) return null;
    if (cell.tagName === "TH" || !cell.classList.contains("figure")) {
      // Without an aside in small type.
      return [...cell.childNodes].filter((node) => node.nodeName !== "SMALL").map((node) => node.textContent).join("");
    }
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };
  const keyed = [...body.rows].map((row) => ({ row, key: key(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return sign * (typeof a.key === "string" ? a.key.localeCompare(b.key) : a.key - b.key);
  });
  body.append(...keyed.map((entry) => entry.row));
}
