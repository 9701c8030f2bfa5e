// The filter, as its users call it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sift, sweep } from "../index.js";

const LINES = ["https://example.com/user/1", "https://example.com/user/2", "https://example.com/login"];
const KEPT = [LINES[0], LINES[2]];

test("it keeps one line of each group", async () => {
  const sift = await Sift.create();
  assert.deepEqual(LINES.map(line => sift.admit(line)), ["kept", "similar", "kept"]);
  assert.equal(sift.admit(new TextEncoder().encode(LINES[1])), "similar");
  assert.equal(sift.admit(""), "empty");
  assert.equal(sift.size, 2);
  assert.ok(sift.memory.used > 0 && sift.memory.taken > sift.memory.used);
});

test("it filters whatever gives lines", async () => {
  const fresh = () => Sift.create();
  assert.deepEqual([...(await fresh()).filter(LINES)], KEPT);
  assert.deepEqual([...(await fresh()).filter(new Set(LINES))], KEPT);
  const later = async function* () { yield* LINES; };

  const found = [];
  for await (const line of (await fresh()).filter(later())) found.push(line);
  assert.deepEqual(found, KEPT);
  const piped = [];
  await ReadableStream.from(LINES).pipeThrough((await fresh()).stream()).pipeTo(new WritableStream({ write: line => void piped.push(line) }));
  assert.deepEqual(piped, KEPT);
});

test("whatever reads as a line is one, and nothing else ends the filter", async () => {
  const bytes = new TextEncoder().encode(LINES[1]), page = { href: LINES[0] };
  const sift = await Sift.create();
  const lines = [new URL(LINES[0]), bytes, new DataView(bytes.buffer), Buffer.from(LINES[1]), page];
  assert.deepEqual([...sift.filter(lines)], [lines[0]], "what comes out is what went in");
  for (const wrong of [{ length: -1 }, { length: 5 }, {}, 5, null, undefined, true, Symbol("a"), [LINES[0]], () => LINES[0], { href: 5 }])
    assert.throws(() => sift.admit(wrong), { name: "TypeError", message: /^a line is a string, bytes or a URL, not / });
  assert.equal(sift.admit(LINES[2]), "kept");
});

test("a line of more than 1 MiB is printed, and leaves no memory behind", async () => {
  const sift = await Sift.create({ detail: "groups" });
  const before = sift.memory.taken;
  for (const long of [`${LINES[0]}/${"a".repeat(40 << 20)}`, new Uint8Array(40 << 20).fill(97), "€".repeat(1 << 20)])
    assert.equal(sift.admit(long), "not_url");
  assert.ok(sift.memory.taken - before < 16 << 20, `${sift.memory.taken - before}`);
  assert.equal(sift.shape("a".repeat(40 << 20)), undefined);
  const path = "a".repeat((1 << 20) - LINES[0].length - 1);
  assert.equal(sift.admit(`${LINES[0]}/${path}`), "kept", "exactly 1 MiB");
  assert.deepEqual([0, 2, 3].map(number => sift.group(number)), [undefined, undefined, 0]);
});

test("what is refused says why", async () => {
  await assert.rejects(Sift.create({ threshold: 0 }), { name: "RangeError", message: "threshold: must be a number from 1 to 100" });
  await assert.rejects(Sift.create({ treshold: 80 }), /no setting is called "treshold"/);
  await assert.rejects(Sift.create({ literal: true, mergeHosts: true }), /cannot be combined/);
  await assert.rejects(Sift.create({ protect: ["a\0b"] }), /byte 0/);
  assert.throws(() => new Sift(undefined), TypeError);
});

test("it goes on from saved bytes", async () => {
  const sift = await Sift.create({ notes: true, threshold: 90 });
  sift.admit(LINES[0]);
  const saved = sift.save(), later = await Sift.load(saved, { threshold: 90 });
  assert.equal(later.admit(LINES[1]), "similar");
  await assert.rejects(Sift.load(saved), /settings/);
  await assert.rejects(Sift.load(saved.subarray(1), { threshold: 90 }));
  const plain = await Sift.create();
  assert.throws(() => plain.save(), /notes/);
});

test("groups and reasons can be asked for", async () => {
  const sift = await Sift.create({ detail: "explanations" });
  const lines = [...LINES, "", "no url", "no url"];
  for (const line of lines) sift.admit(line);
  assert.deepEqual(lines.map((_, number) => sift.group(number)), [0, 0, 1, undefined, 2, 2]);
  assert.equal(sift.group(6), undefined);
  assert.match(sift.explain(lines[1], 1), /^100.00 % like 1: https:\/\/example.com\/user\/1\nshape: https:\/\/example.com\/user\/{int}\nsame: /);
  assert.equal(sift.explain(lines[5], 5), "not a URL, and the same as 5\n");
  assert.equal(sift.explain(lines[0], 0), undefined);
  assert.equal((await Sift.create()).group(0), undefined);
});

test("templates, thresholds and the end", async () => {
  const sift = await Sift.create();
  assert.equal(sift.shape("https://example.com/user/1?b=1&a=2"), "https://example.com/user/{int}?a&b");
  assert.equal(sift.shape("no url"), undefined);
  const kept = await sweep(["https://a.example/x/y/z", "https://a.example/x/y/w"], { noLearn: true }, 60);
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [41, 1, 2]);
  sift.free();
  assert.throws(() => sift.admit(LINES[0]));
  if (Symbol.dispose) assert.equal(sift[Symbol.dispose], sift.free);
});

test("long lines, and memory that grows", async () => {
  const sift = await Sift.create();
  for (let number = 0; number < 30_000; number += 1) assert.equal(sift.admit(`https://host${number}.example/`), "kept");
  const long = `https://example.com/${"\u{1f600}".repeat(100_000)}/1`;
  assert.equal(sift.admit(long), "kept");
  assert.equal(sift.admit(long.replace(/1$/, "2")), "similar");
});
