// The page's one box for notes on the place under a pointer or a finger, or at the keyboard's focus.
class Note {
  constructor() {
    this.box = newElement("div", { className: "note", hidden: true });
    this.box.setAttribute("aria-hidden", "true");
    this.voice = newElement("p", { className: "aside" });
    this.voice.setAttribute("role", "status");
    document.body.append(this.box, this.voice);
    addEventListener("scroll", () => this.hide(), { passive: true });
    addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); });
  }

  // Shows lines of text beside a place in the window, and speaks them if a keyboard asked.
  show(lines, x, y, isSpoken = false) {
    this.box.replaceChildren(...lines.map((line) => newElement("p", { textContent: line })));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const room = document.documentElement;
    const left = x + 16 + width < room.clientWidth ? x + 16 : x - 16 - width;
    const top = Math.min(y + 12, room.clientHeight - height - 4);
    this.box.style.left = `${Math.max(4, left)}px`;
    this.box.style.top = `${Math.max(4, top)}px`;
    if (isSpoken) this.voice.textContent = lines.join("; ");
  }

  hide() { this.box.hidden = true; }

  // Asks for lines to show while a pointer or a finger is on an element; a finger's answer stays until the next touch.
  follow(element, answer) {
    const show = (event) => {
      const lines = answer(event.clientX, event.clientY);
      if (lines?.length) this.show(lines, event.clientX, event.clientY); else this.hide();
    };
    element.addEventListener("pointermove", show);
    element.addEventListener("pointerdown", show);
    element.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.hide(); });
    addEventListener("pointerdown", (event) => { if (!element.contains(event.target)) this.hide(); }, true);
  }
}

function newElement(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
