// Plays runs back: two screens side by side, a scrubber, and the charts of the same article.
class Player {
  constructor(section) {
    const data = JSON.parse(section.querySelector("script.data").textContent);
    const find = (selector) => section.querySelector(selector);
    this.refreshRate = data.grid.refreshRate;
    this.offsets = [];
    data.offsets.reduce((sum, step, frame) => (this.offsets[frame] = sum + step), 0);
    this.playbacks = data.runs.map((run) => new Playback(run));
    this.button = find(".play");
    this.scrubber = find(".scrub");
    this.time = find(".time");
    this.speed = find(".speed");
    this.status = find("[role=status]");
    this.sides = [...section.querySelectorAll(".screen")].map((side) => ({
      choice: side.querySelector("select"),
      canvas: side.querySelector("canvas"),
      screen: new GridScreen(side.querySelector("canvas"), data.grid, data.photos),
      count: side.querySelector(".count"),
    }));
    this.sides[0].choice.value = data.left;
    this.sides[1].choice.value = data.right;
    this.charts = [...section.querySelectorAll("svg[data-plot]")].map(
      (chart) => new TimeChart(chart, (seconds) => this.scrubTo(seconds * this.refreshRate)));
    this.frame = data.start;
    this.isPlaying = false;
    for (const part of section.querySelectorAll("[hidden]")) part.hidden = false;
    this.listen();
    this.chosen();
  }

  get last() { return this.offsets.length - 1; }

  listen() {
    this.button.addEventListener("click", () => (this.isPlaying ? this.pause() : this.play()));
    this.scrubber.addEventListener("input", () => this.scrubTo(Number(this.scrubber.value)));
    for (const side of this.sides) side.choice.addEventListener("change", () => this.chosen());
    new ResizeObserver(() => this.draw()).observe(this.sides[0].canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    addEventListener("beforeprint", () => this.draw());
  }

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

  play() {
    if (this.frame >= this.last) this.frame = 0;
    this.isPlaying = true;
    this.button.textContent = "Pause";
    let before = null, place = this.frame;
    const tick = (now) => {
      if (!this.isPlaying) return;
      place += before === null ? 0 : (now - before) / 1000 * this.refreshRate * Number(this.speed.value);
      before = now;
      this.frame = Math.min(Math.floor(place / this.step) * this.step, this.last);
      this.draw();
      if (place >= this.last) this.scrubTo(this.last); else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // Whoever wants less motion sees four stills a second.
  get step() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches
      ? Math.max(1, Math.round(this.refreshRate * Number(this.speed.value) / 4)) : 1;
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.button.textContent = "Play";
    this.tell();
  }

  draw() {
    const seconds = this.frame / this.refreshRate;
    const words = `${seconds.toFixed(2)} s`;
    this.time.textContent = words;
    this.scrubber.value = this.frame;
    this.scrubber.setAttribute("aria-valuetext", words);
    for (const chart of this.charts) chart.show(seconds);
    for (const side of this.sides) {
      const playback = this.playbacks[Number(side.choice.value)];
      side.counts = side.screen.draw(playback, this.frame, this.offsets[this.frame] / 10);
      side.words = this.words(side.counts);
      side.count.textContent = side.words;
    }
  }

  words(counts) {
    const names = ["blank", "degraded", "final", "failed"];
    return [FINAL, DEGRADED, BLANK, FAILED].filter((state) => counts[state] > 0 || state === BLANK)
      .map((state) => `${counts[state]} ${names[state]}`).join(", ");
  }

  // What is to be heard once it stands still.
  tell() {
    for (const side of this.sides) {
      const name = side.choice.selectedOptions[0].textContent;
      side.canvas.setAttribute("aria-label", `${name} at ${this.time.textContent}: ${side.words}`);
    }
    this.status.textContent = this.sides.map((side) => side.canvas.getAttribute("aria-label")).join("; ");
  }
}
