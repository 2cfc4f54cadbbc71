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
