// The rows of the result: so many at first, and more when asked for.
"use strict";

const PAGE = 50, MEMBERS = 10;

function make(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

const number = value => value.toLocaleString("en");
const lines = count => `${number(count)} ${count === 1 ? "line" : "lines"}`;

// A reason, as the lines of `--explain`: what stands before the colon is a name.
function reason(text) {
  const list = make("ul", { className: "reason" });
  for (const line of text.split("\n").filter(Boolean)) {
    const [, name, rest] = /^(.*? like \d+|[^:]*): (.*)$/s.exec(line) ?? [null, "", line];
    list.append(make("li", {}, make("b", {}, name), name ? ": " : "", rest));
  }
  return list;
}

// Shows `found` rows of `count`, each made by `row`, page by page.
class Rows {
  constructor(list, more) {
    Object.assign(this, { list, more, shown: 0, count: 0, row: null });
    more.onclick = () => {
      const first = this.shown;
      this.page();
      // Who uses a keyboard goes on where the new rows begin.
      const target = list.children[first];
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
  }

  show(count, row) {
    this.list.replaceChildren();
    Object.assign(this, { shown: 0, count, row });
    this.page();
  }

  page() {
    const end = Math.min(this.count, this.shown + PAGE);
    const rows = [];
    while (this.shown < end) rows.push(this.row(this.shown++));
    this.list.append(...rows);
    this.more.hidden = end === this.count;
    this.more.textContent = `Show ${number(Math.min(PAGE, this.count - end))} more of ${number(this.count - end)}`;
  }
}

// A kept line, and what was dropped for it behind one click. `why` gives reasons of lines.
function groupRow(result, group, mark, why) {
  const [first, dropped] = [result.first[group], result.sizes[group] - 1];
  const head = make("div", { className: "head" }, make("code", {}, result.text(first)), ...mark,
    make("span", { className: "soft" }, lines(dropped + 1)));
  if (dropped === 0) return make("li", {}, head);
  const list = make("ol"), more = make("button", { type: "button", hidden: true });
  const details = make("details", {}, make("summary", {}, `${number(dropped)} dropped`), list, more);
  let from = 0, shown = 0;
  const page = async () => {
    more.disabled = true;
    const found = result.members(group, from, MEMBERS);
    from = found.at(-1) + 1;
    shown += found.length;
    const reasons = await why(found);
    if (!reasons) return;
    list.append(...found.map((line, at) => make("li", {}, make("code", {}, result.text(line)), reason(reasons[at]))));
    more.hidden = shown === dropped;
    more.textContent = `Show ${number(Math.min(MEMBERS, dropped - shown))} more of ${number(dropped - shown)}`;
    more.disabled = false;
  };
  details.ontoggle = () => details.open && shown === 0 && page();
  more.onclick = page;
  return make("li", {}, head, details);
}
