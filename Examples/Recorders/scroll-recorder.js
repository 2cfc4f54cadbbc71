// Records the scrolling of a page, or of an element in it: recordScrolling() starts, and save() downloads a file for
// `scrollsim trace import scrolls.json`.
function recordScrolling(element = document.scrollingElement) {
  const events = [];
  const isPage = element === document.scrollingElement;
  const target = isPage ? document : element;
  const note = (event) => {
    const { type, timeStamp } = event;
    if (type === "scroll") {
      events.push({ type, timeStamp, scrollTop: element.scrollTop });
    } else if (type === "wheel") {
      const { deltaX, deltaY, deltaMode } = event;
      events.push({ type, timeStamp, deltaX, deltaY, deltaMode });
    } else {
      const { pointerId, clientX, clientY } = event;
      events.push({ type, timeStamp, pointerId, clientX, clientY });
    }
  };
  const types = ["scroll", "wheel", "pointerdown", "pointermove", "pointerup", "pointercancel"];
  for (const type of types) target.addEventListener(type, note, { passive: true });
  return {
    text: () => JSON.stringify({ events }),
    save() {
      for (const type of types) target.removeEventListener(type, note);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([this.text()], { type: "application/json" }));
      link.download = "scrolls.json";
      link.click();
    },
  };
}
