// The page: a list in, a result shown. Two workers run the module, one to filter and one to count
// what each threshold keeps, so that the page answers meanwhile.
"use strict";

const at = id => document.getElementById(id);
const dial = new Dial(), rows = new Rows(at("rows"), at("more"));
// Texts so long are held as a file is, since fields of text become slow.
const LONG = 300_000;
let list = new Uint8Array(), loaded = null, result = null, before = null, request = 0, asked = 0;
let compiled = null, filter = null, counter = null;
const waiting = new Map();

// Starts a worker with the module, which the first one unpacks for all.
function worker(receive, module) {
  const made = new Worker(URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" })));
  made.onmessage = ({ data }) => receive(data);
  made.onerror = event => say(`The worker failed: ${event.message}`);
  made.postMessage({ kind: "module", ...module });
  return made;
}

function say(text) {
  at("state").textContent = text;
}

function settings(withThreshold) {
  const kind = at("kind").value;
  return {
    ...withThreshold ? { threshold: dial.threshold } : {},
    ...kind === "urls" ? {} : { as: kind },
    literal: at("literal").checked,
    mergeHosts: at("merge-hosts").checked && !at("merge-hosts").disabled,
    noLearn: !at("learn").checked,
  };
}

// Filters the list, which is another one or the same under other settings.
function run(isNew) {
  if (!compiled) return;
  request += 1;
  if (isNew) {
    [result, before] = [null, null];
    at("result").hidden = true;
  }
  if (list.length === 0) {
    dial.know(null);
    at("bar").hidden = true;
    return say("Nothing to filter yet.");
  }
  filter.postMessage({ kind: "filter", id: request, settings: settings(true), list: isNew ? list : null });
}

// Counts what each threshold keeps, after other settings than the threshold have changed.
function count() {
  counter?.terminate();
  dial.know(null);
  // Texts are read once for each threshold, which would take minutes for a long list.
  if (!compiled || list.length === 0 || at("kind").value !== "urls" && list.length > LONG) return;
  counter = worker(data => data.kind === "swept" && dial.know(data.kept), { module: compiled });
  counter.postMessage({ kind: "sweep", id: 0, settings: settings(false), lowest: LOWEST, list });
}

function changed() {
  list = loaded?.bytes ?? new TextEncoder().encode(at("text").value);
  run(true);
  count();
}

function receive(data) {
  if (data.kind === "ready") {
    compiled = data.module;
    return options();
  }
  if (data.kind === "why") {
    waiting.get(data.id)?.(data.why);
    return waiting.delete(data.id);
  }
  if (data.id !== undefined && data.id !== request) return;
  at("bar").hidden = data.kind !== "progress";
  switch (data.kind) {
    case "progress":
      at("bar").value = data.done / data.lines;
      return say(`${Math.floor(100 * data.done / data.lines)} % of ${lines(data.lines)}`);
    case "decided":
      before = result ?? before;
      result = Object.assign(new Decided(list, data), { threshold: dial.threshold, id: data.id });
      return show(data.took);
    default:
      at("result").hidden = true;
      return say(data.kind === "refused" ? `These settings cannot be combined: ${data.why}` : `This failed: ${data.why}`);
  }
}

function show(took) {
  const { lines: all, kept, sizes } = result;
  at("result").hidden = false;
  at("count-lines").textContent = number(all);
  at("count-kept").textContent = number(kept.length);
  at("count-dropped").textContent = number(all - kept.length);
  at("count-groups").textContent = number(sizes.filter(size => size > 1).length);
  say(`${number(kept.length)} of ${lines(all)} kept at ${result.threshold} %, in ${(took / 1000).toFixed(took < 1000 ? 2 : 1)} seconds.`);
  view();
}

// Reasons for lines of the result that is shown, in the words of `--explain`.
async function why(found) {
  const [id, of] = [++asked, result];
  const texts = await new Promise(answer => {
    waiting.set(id, answer);
    filter.postMessage({ kind: "why", id, lines: found });
  });
  return of === result ? texts : null;
}

const mark = (text, className = "") => make("mark", { className }, text);

function view() {
  const changes = before && result.changes(before);
  const added = new Set(changes?.added);
  const marks = line => added.has(line) ? [mark(`new at ${result.threshold} %`)] : [];
  const since = before && `Since ${before.threshold === result.threshold ? "the options changed" : `${before.threshold} %`}: `
    + (changes.added.length + changes.gone.length === 0 ? "the same lines are kept."
      : `${lines(changes.added.length)} more kept, ${lines(changes.gone.length)} no longer.`);
  at("about").textContent = since ?? "";
  const row = (line, ...children) => make("li", {}, make("div", { className: "head" }, make("code", {}, result.text(line)), ...children));
  switch (at("view").value) {
    case "groups":
      return rows.show(result.order.length, index => {
        const group = result.order[index];
        return groupRow(result, group, marks(result.first[group]), why);
      });
    case "kept":
      return rows.show(result.kept.length, index => row(result.kept[index], ...marks(result.kept[index])));
    default: {
      if (!before) at("about").textContent = "Move the dial to see what changes.";
      const both = [...(changes?.added ?? []).map(line => [line, mark("kept now")]),
        ...(changes?.gone ?? []).map(line => [line, mark("no longer", "gone")])].sort(([one], [other]) => one - other);
      return rows.show(both.length, index => row(...both[index]));
    }
  }
}

function load(name, bytes) {
  loaded = { name, bytes };
  at("text").hidden = true;
  at("loaded").hidden = false;
  at("loaded-name").textContent = name;
  at("loaded-size").textContent = `${(bytes.length / 1e6).toFixed(bytes.length < 1e6 ? 2 : 1)} MB`;
  changed();
}

function unload() {
  loaded = null;
  at("text").hidden = false;
  at("loaded").hidden = true;
}

async function open(file) {
  if (!file) return;
  say(`Reading ${file.name}.`);
  try {
    load(file.name, await unpacked(new Uint8Array(await file.arrayBuffer())));
  } catch (error) {
    say(`${file.name} cannot be read: ${error.message}`);
  }
}

// What happens a moment after the last of several events.
function later(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

function listen() {
  at("text").oninput = later(250, changed);
  at("text").onpaste = event => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length > LONG) {
      event.preventDefault();
      load("pasted text", new TextEncoder().encode(text));
    }
  };
  at("file").onchange = () => open(at("file").files[0]).then(() => { at("file").value = ""; });
  at("unload").onclick = () => {
    unload();
    changed();
    at("text").focus();
  };
  at("example").onclick = () => {
    unload();
    at("kind").value = "urls";
    at("text").value = at("example-list").textContent.trimStart();
    options();
  };
  const over = isOver => event => {
    event.preventDefault();
    at("drop").classList.toggle("over", isOver);
  };
  document.ondragover = over(true);
  document.ondragleave = over(false);
  document.ondrop = event => {
    over(false)(event);
    open(event.dataTransfer.files[0]);
  };
  const again = later(60, () => run(false));
  dial.slider.oninput = () => {
    dial.show();
    again();
  };
  for (const id of ["kind", "literal", "merge-hosts", "learn"]) at(id).onchange = options;
  at("view").onchange = () => view();
  at("copy").onclick = async () => {
    await navigator.clipboard.writeText(utf8.decode(result.output()));
    say(`${lines(result.kept.length)} copied.`);
  };
  at("download").onclick = () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([result.output()], { type: "text/plain" })), download: "kept.txt" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
}

function options() {
  const [isText, isLiteral] = [at("kind").value !== "urls", at("literal").checked];
  at("merge-hosts").disabled = isText || isLiteral;
  at("learn").disabled = isLiteral;
  changed();
}

listen();
if (at("text").value === "") {
  at("text").value = at("example-list").textContent.trimStart();
}
filter = worker(receive, { packed: Uint8Array.from(atob(at("module").textContent), letter => letter.charCodeAt(0)) });
at("module").remove();
