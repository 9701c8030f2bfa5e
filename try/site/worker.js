// Runs in a worker: one instance of the module, and one list. Decides in steps, so that another
// request can take the place of the one under way.
"use strict";

const STEP = 4096;
let module = null, request = 0;

const bytes = (at, length) => new Uint8Array(module.memory.buffer, at, length);
const output = () => new TextDecoder().decode(bytes(module.output(), module.output_length()));

// Lets messages in that came meanwhile.
const breath = new MessageChannel();
const breathe = () => new Promise(done => {
  breath.port1.onmessage = done;
  breath.port2.postMessage(null);
});

function set(settings) {
  const text = new TextEncoder().encode(settings);
  bytes(module.settings(text.length), text.length).set(text);
}

function take(list) {
  bytes(module.list(list.length), list.length).set(list);
  return module.lines();
}

async function filter({ id, settings }, lines) {
  const started = performance.now();
  set(settings);
  if (module.begin()) {
    return postMessage({ kind: "refused", id, why: output() });
  }
  for (let done = 0, told = started; done < lines;) {
    done = module.decide(STEP);
    if (performance.now() - told > 50) {
      told = performance.now();
      postMessage({ kind: "progress", id, done, lines });
      await breathe();
      if (id !== request) return;
    }
  }
  const column = (which, Form) => new Form(module.memory.buffer, module.column(which), lines).slice();
  const [ends, groups, verdicts] = [column(0, Uint32Array), column(1, Uint32Array), column(2, Uint8Array)];
  const took = performance.now() - started;
  postMessage({ kind: "decided", id, ends, groups, verdicts, took }, [ends.buffer, groups.buffer, verdicts.buffer]);
}

// How many lines each threshold keeps.
function sweep({ id, settings, lowest }, lines) {
  set(settings);
  if (module.sweep(lowest)) return;
  while (module.sweep_lines(STEP) < lines);
  const length = module.sweep_run();
  const kept = new Uint32Array(bytes(module.output(), length).slice().buffer);
  postMessage({ kind: "swept", id, kept });
}

let lines = 0;
onmessage = async ({ data }) => {
  try {
    if (data.kind === "module") {
      const compiled = data.module ?? new WebAssembly.Module(unpack(data.packed));
      module = new WebAssembly.Instance(compiled, {}).exports;
      return data.module ? null : postMessage({ kind: "ready", module: compiled });
    }
    if (data.kind === "why") {
      const why = data.lines.map(line => {
        module.explain(line);
        return output();
      });
      return postMessage({ kind: "why", id: data.id, why });
    }
    request = data.id;
    if (data.list) {
      // What runs on the list before ends at its next breath, and sees that it is not wanted.
      lines = take(data.list);
    }
    await (data.kind === "sweep" ? sweep(data, lines) : filter(data, lines));
  } catch (error) {
    postMessage({ kind: "failed", id: data.id, why: String(error) });
  }
};
