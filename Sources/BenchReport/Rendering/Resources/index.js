// Marks in an index of results the one that is being read, and keeps its link in sight.
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
