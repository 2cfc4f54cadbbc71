// The reasons why the cells of a run were blank when they appeared.
class BlankReasons {
  constructor(blanks, causes, losses) {
    this.causes = causes;
    this.losses = losses;
    this.rows = new Map();
    blanks.item.forEach((item, row) => {
      const reason = Object.fromEntries(Object.keys(blanks).map((column) => [column, blanks[column][row]]));
      if (!this.rows.has(item)) this.rows.set(item, []);
      this.rows.get(item).push(reason);
    });
  }

  // The reason of a cell that is blank at a frame: that of its last appearance until then.
  of(item, frame) { return this.rows.get(item)?.findLast((reason) => reason.frame <= frame); }

  count(items, frame) {
    const totals = new Map();
    for (const item of items) {
      const reason = this.of(item, frame);
      if (reason) totals.set(reason.cause, (totals.get(reason.cause) ?? 0) + 1);
    }
    const words = [...totals].sort(([a], [b]) => a - b).map(([cause, count]) => `${count} ${this.causes[cause][0]}`);
    return words.join(", ");
  }

  describe(item, frame) {
    const reason = this.of(item, frame);
    if (!reason) return [];
    const { queue, decode, visible, cached, loss } = reason;
    const lines = [this.causes[reason.cause].join(": ")];
    if (loss >= 0) lines.push(`its image left memory ${this.losses[loss]}`);
    if (queue >= 0) lines.push(`waited ${queue} ms for a decoder`);
    if (visible + cached > 0) lines.push(`behind ${visible} for cells on screen, ${cached} to be cached`);
    if (decode >= 0) lines.push(`decoding took ${decode} ms`);
    return lines;
  }
}
