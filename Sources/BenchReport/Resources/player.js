// Plays runs back: two screens side by side, a scrubber, and the charts of the same article.
class Player {
  constructor(section, note) {
    this.section = section;
    this.note = note;
    // The player's result, on a page of several.
    this.place = section.closest("article")?.id;
    const data = JSON.parse(section.querySelector("script.data").textContent);
    const find = (selector) => section.querySelector(selector);
    this.refreshRate = data.grid.refreshRate;
    this.offsets = [];
    data.offsets.reduce((sum, step, frame) => (this.offsets[frame] = sum + step), 0);
    this.playbacks = data.runs.map((run) => new Playback(run, data.causes, data.losses));
    this.button = find(".play");
    this.scrubber = find(".scrub");
    this.time = find(".time");
    this.speed = find(".speed");
    this.status = find("[role=status]");
    const sheet = new PhotoSheet(data.sheet, () => this.drawAll());
    const layouts = [{ frame: 0, grid: data.grid }, ...(data.layouts ?? [])];
    this.screenOn = (canvas) => new GridScreen(canvas, layouts, data, sheet);
    this.sides = [...section.querySelectorAll(".screen")].map((side, place) => ({
      word: ["left", "right"][place],
      first: [data.left, data.right][place],
      choice: side.querySelector("select"),
      canvas: side.querySelector("canvas"),
      screen: this.screenOn(side.querySelector("canvas")),
      count: side.querySelector(".count"),
    }));
    for (const side of this.sides) side.choice.value = side.first;
    this.charts = [...section.querySelectorAll("svg[data-plot]")].map(
      (chart) => new TimeChart(chart, (seconds) => this.scrubTo(seconds * this.refreshRate)));
    this.frame = data.start;
    this.isPlaying = false;
    section.tabIndex = -1;
    for (const part of section.querySelectorAll("[hidden]")) part.hidden = false;
    this.film = new Film(section, this, data.few);
    this.listen();
    this.chosen();
  }

  get last() { return this.offsets.length - 1; }

  listen() {
    this.button.addEventListener("click", () => this.toggle());
    this.scrubber.addEventListener("input", () => this.scrubTo(Number(this.scrubber.value)));
    this.section.querySelector(".previous").addEventListener("click", () => this.jump(-1));
    this.section.querySelector(".next").addEventListener("click", () => this.jump(1));
    this.section.addEventListener("keydown", (event) => this.press(event));
    for (const side of this.sides) {
      side.choice.addEventListener("change", () => this.chosen());
      this.note.follow(side.canvas, (x, y) => {
        const item = side.screen.itemAt(x, y, this.frame, this.offsets[this.frame] / 10);
        return item === undefined ? [] : this.playback(side).describe(item, this.frame, this.refreshRate);
      });
    }
    new ResizeObserver(() => this.drawAll()).observe(this.sides[0].canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawAll());
    addEventListener("beforeprint", () => this.drawAll());
  }

  playback(side) { return this.playbacks[Number(side.choice.value)]; }

  chosen() {
    const lines = this.sides.map((side) => Number(side.choice.value));
    for (const chart of this.charts) chart.highlight(lines);
    this.draw();
    this.tell();
  }

  scrubTo(frame) {
    this.pause();
    this.frame = Math.min(Math.max(Math.round(frame), 0), this.last);
    this.draw();
    this.tell();
  }

  // Shows a moment of a run, on the left unless the right has it.
  showAt(frame, run) {
    if (this.sides.every((side) => Number(side.choice.value) !== run)) {
      this.sides[0].choice.value = run;
      this.chosen();
    }
    this.scrubTo(frame);
  }

  // Keys that work anywhere in the player; buttons and menus keep theirs.
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
    const step = event.shiftKey ? 10 : 1;
    const actions = {
      ArrowLeft: () => this.scrubTo(this.frame - step),
      ArrowRight: () => this.scrubTo(this.frame + step),
      Home: () => this.scrubTo(0),
      End: () => this.scrubTo(this.last),
      n: () => this.jump(1),
      p: () => this.jump(-1),
    };
    if (!event.target.closest("button, a, summary")) actions[" "] = () => this.toggle();
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    event.target.dispatchEvent(new CustomEvent("moment", { detail: this.frame / this.refreshRate }));
  }

  // Jumps to the start of the next or the previous stretch of blank cells, on either screen.
  jump(direction) {
    const starts = this.sides.flatMap((side) => this.playback(side).blankStarts(side.screen, this.offsets));
    const ahead = starts.filter((frame) => (frame - this.frame) * direction > 0);
    if (ahead.length) return this.scrubTo(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
    this.pause();
    this.status.textContent = `No blank begins ${direction > 0 ? "after" : "before"} ${this.time.textContent}.`;
  }

  toggle() { if (this.isPlaying) this.pause(); else this.play(); }

  play() {
    if (this.frame >= this.last) this.frame = 0;
    this.isPlaying = true;
    this.button.textContent = "Pause";
    let before = null, place = this.frame;
    const tick = (now) => {
      place += before === null ? 0 : (now - before) / 1000 * this.refreshRate * Number(this.speed.value);
      before = now;
      this.frame = Math.min(Math.floor(place / this.step) * this.step, this.last);
      this.draw();
      if (place >= this.last) this.scrubTo(this.last); else this.request = requestAnimationFrame(tick);
    };
    this.request = requestAnimationFrame(tick);
  }

  // Readers who want less motion see four stills a second.
  get step() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches
      ? Math.max(1, Math.round(this.refreshRate * Number(this.speed.value) / 4)) : 1;
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.request);
    this.button.textContent = "Play";
    this.draw();
    this.tell();
  }

  drawAll() { this.draw(); this.film.draw(this); }

  draw() {
    const seconds = this.frame / this.refreshRate;
    const words = `${seconds.toFixed(2)} s`;
    this.time.textContent = words;
    this.scrubber.value = this.frame;
    this.scrubber.setAttribute("aria-valuetext", words);
    for (const chart of this.charts) chart.show(seconds);
    for (const side of this.sides) {
      side.counts = side.screen.draw(this.playback(side), this.frame, this.offsets[this.frame] / 10);
      side.words = this.words(side.counts);
      // While it plays there is no time to read the reasons.
      const why = this.isPlaying || side.counts[BLANK] === 0 ? "" : this.why(side);
      if (why) side.words += ` (${why})`;
      side.count.textContent = side.words;
    }
  }

  why(side) {
    const playback = this.playback(side);
    const items = side.screen.cells(this.frame, this.offsets[this.frame] / 10).map(({ item }) => item);
    return playback.reasons.count(items.filter((item) => playback.state(item, this.frame) === BLANK), this.frame);
  }

  words(counts) {
    const names = ["blank", "degraded", "final", "failed"];
    return [FINAL, DEGRADED, FAILED, BLANK].filter((state) => counts[state] > 0 || state === BLANK)
      .map((state) => `${counts[state]} ${names[state]}`).join(", ");
  }

  // Tells a screen reader the state once the player stands still.
  tell() {
    this.time.setAttribute("href", linkToMoment(this));
    for (const side of this.sides) {
      const name = side.choice.selectedOptions[0].textContent;
      side.canvas.setAttribute("aria-label", `${name} at ${this.time.textContent}: ${side.words}`);
    }
    this.status.textContent = this.sides.map((side) => side.canvas.getAttribute("aria-label")).join("; ");
  }
}
