// The dial: how many lines each threshold keeps, as bars above the slider.
"use strict";

const LOWEST = 50;

class Dial {
  constructor() {
    this.slider = document.querySelector("#threshold");
    this.kept = null;
    this.now = null;
  }

  get threshold() {
    return Number(this.slider.value);
  }

  // What each threshold keeps, once that is known; `null` until then.
  know(kept) {
    this.kept = kept;
    const most = kept ? Math.max(...kept, 1) : 1;
    const bar = (count, at) => {
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const height = Math.max(1, 58 * count / most);
      Object.entries({ x: at * 10 + 1, width: 8, y: 60 - height, height }).forEach(([name, value]) => rect.setAttribute(name, value));
      return rect;
    };
    document.querySelector("#curve").replaceChildren(...kept ? [...kept].map(bar) : []);
    this.show();
  }

  // Says what is kept here, before the list has been filtered again.
  show() {
    const [threshold, kept] = [this.threshold, this.kept];
    document.querySelector("#percent").textContent = `${threshold} %`;
    this.slider.setAttribute("aria-valuetext", `${threshold} percent${kept ? `, ${lines(kept[threshold - LOWEST])} kept` : ""}`);
    document.querySelectorAll("#curve rect").forEach((rect, at) => rect.classList.toggle("at", at === threshold - LOWEST));
    let text = "";
    if (kept) {
      const here = kept[threshold - LOWEST], usual = kept[95 - LOWEST];
      const against = here === usual ? "as many as at 95 %" : `${number(Math.abs(here - usual))} ${here > usual ? "more" : "fewer"} than at 95 %`;
      text = threshold === 95 ? "The usual threshold." : `${lines(here)} kept, ${against}.`;
    }
    document.querySelector("#at-threshold").textContent = text;
  }
}
