// Runs in a worker: one filter, and one list. Decides in steps, so that another request can take the place of the one
// under way. js/sift.js stands before this file.
"use strict";

const NO_NUMBER = 0xffffffff;
// The page's numbers of verdicts.
const NUMBERS = { empty: 0, kept: 1, sample: 1, not_url: 2, header: 2, similar: 3, repeated: 4, unwanted: 5 };
let sift = null, list = new Uint8Array(), ends = [], request = 0;

// Lets messages in that came meanwhile.
const breath = new MessageChannel();
const breathe = () => new Promise(done => {
  breath.port1.onmessage = done;
  breath.port2.postMessage(null);
});

const line = number => list.subarray(number ? ends[number - 1] + 1 : 0, ends[number]);

function take(bytes) {
  list = bytes;
  const found = [];
  for (let end = list.indexOf(10); end >= 0; end = list.indexOf(10, end + 1)) found.push(end);
  if (list.length && list.at(-1) !== 10) found.push(list.length);
  ends = Uint32Array.from(found);
}

async function filter({ id, settings }) {
  const started = performance.now();
  let next;
  try {
    next = await Sift.create({ ...settings, detail: "explanations" });
  } catch (error) {
    return postMessage({ kind: "refused", id, why: error.message });
  }
  if (id !== request) return;
  const lines = ends.length, groups = new Uint32Array(lines), verdicts = new Uint8Array(lines);
  for (let done = 0, told = started; done < lines; done += 1) {
    verdicts[done] = NUMBERS[next.admit(line(done))];
    groups[done] = next.group(done) ?? NO_NUMBER;
    if (done % 1024 === 0 && performance.now() - told > 50) {
      told = performance.now();
      postMessage({ kind: "progress", id, done, lines });
      await breathe();
      if (id !== request) return;
    }
  }
  sift = next;
  const took = performance.now() - started;
  postMessage({ kind: "decided", id, ends, groups, verdicts, took }, [groups.buffer, verdicts.buffer]);
}

// How many lines each threshold keeps.
async function count({ id, settings, lowest }) {
  const lines = Array.from(ends, (_, number) => line(number));
  postMessage({ kind: "swept", id, kept: await sweep(lines, settings, lowest) });
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === "module") {
      const module = data.module ?? new WebAssembly.Module(unpack(data.packed));
      await use(module);
      return data.module ? null : postMessage({ kind: "ready", module });
    }
    if (data.kind === "why") {
      return postMessage({ kind: "why", id: data.id, why: data.lines.map(number => sift.explain(line(number), number) ?? "") });
    }
    request = data.id;
    // What runs on the list before ends at its next breath, and sees that it is not wanted.
    if (data.list) take(data.list);
    await (data.kind === "sweep" ? count(data) : filter(data));
  } catch (error) {
    postMessage({ kind: "failed", id: data.id, why: String(error) });
  }
};
