// The screen of every strategy at the same moments, one below the other; a click takes the player there. With many strategies
// only some are shown at first, and a button shows all.
class Film {
  static most = 12;

  constructor(section, player, few) {
    this.table = section.querySelector(".film");
    this.frames = this.moments(player);
    this.rows = player.playbacks.map((playback, run) => this.row(playback, run, player));
    this.table.append(this.head(player), ...this.rows.map(({ row }) => row));
    if (few) this.fold(few, section.querySelector(".all"), player);
  }

  fold(few, button, player) {
    this.rows.forEach(({ row }, run) => { row.hidden = !few.includes(run); });
    button.addEventListener("click", () => {
      for (const { row } of this.rows) row.hidden = false;
      button.hidden = true;
      this.draw(player);
    });
  }

  // The frame of each twelfth of the trace at which most is missing, over all strategies.
  moments(player) {
    const screen = player.sides[0].screen;
    const missing = player.offsets.map((offset, frame) => {
      const items = screen.cells(frame, offset / 10).map(({ item }) => item);
      return player.playbacks.reduce(
        (sum, playback) => sum + items.filter((item) => playback.state(item, frame) !== FINAL).length, 0);
    });
    const count = Math.min(Film.most, missing.length);
    return Array.from({ length: count }, (_, place) => {
      const [start, end] = [place, place + 1].map((edge) => Math.floor((edge * missing.length) / count));
      const slice = missing.slice(start, end);
      return start + slice.indexOf(Math.max(...slice));
    });
  }

  head(player) {
    const times = this.frames.map((frame) => `${(frame / player.refreshRate).toFixed(1)} s`);
    return newElement("tr", {}, ...["", ...times].map((text) => newElement("th", { textContent: text, scope: "col" })));
  }

  row(playback, run, player) {
    const row = newElement("tr", {}, newElement("th", { textContent: playback.name, scope: "row" }));
    const stills = this.frames.map((frame) => {
      const [canvas, share] = [newElement("canvas"), newElement("span")];
      const button = newElement("button", { type: "button" }, canvas, share);
      row.append(newElement("td", {}, button));
      button.addEventListener("click", () => player.showAt(frame, run));
      return { frame, button, share, screen: player.screenOn(canvas) };
    });
    return { row, playback, stills };
  }

  draw(player) {
    for (const { row, playback, stills } of this.rows) {
      if (row.hidden) continue;
      let before;
      for (const { frame, button, share, screen } of stills) {
        const counts = screen.draw(playback, frame, player.offsets[frame] / 10);
        const all = counts.reduce((sum, count) => sum + count, 0);
        const sharp = all ? Math.round((100 * counts[FINAL]) / all) : 100;
        share.textContent = `${sharp} %`;
        button.className = before !== undefined && sharp !== before ? "changed" : "";
        button.setAttribute("aria-label",
          `${playback.name} at ${(frame / player.refreshRate).toFixed(1)} s: ${player.words(counts)}`);
        before = sharp;
      }
    }
  }
}
