// What the library says of lists, the filter says too: verdicts, templates, saved bytes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Crawl, Sift } from "../index.js";

const { seed, lists, cases, refusals, crawls } = JSON.parse(await readFile(new URL("../../testdata/vectors.json", import.meta.url)));
const isEmptyList = value => Array.isArray(value) && value.length === 0;
const camel = settings => Object.fromEntries(
  Object.entries(settings).map(([name, value]) => [name.replace(/[-_][a-z]/g, ([, letter]) => letter.toUpperCase()), value]));

let tried = 0;
for (const { list, settings, verdicts, shapes, kept, saved } of cases) {
  // An empty list that is another thing than none cannot be said.
  if (Object.values(settings).some(isEmptyList)) continue;
  tried += 1;
  test(`${list} ${JSON.stringify(settings)}`, async () => {
    const sift = await Sift.create({ ...camel(settings), seed });
    const said = lists[list].map(line => sift.admit(line));
    assert.equal(said.join(" "), verdicts);
    const printed = lists[list].filter((_, at) => ["kept", "sample", "not_url"].includes(said[at]));
    assert.deepEqual(printed.map(line => sift.shape(line) ?? null), shapes);
    assert.equal(sift.size, kept);
    if (saved) assert.equal(createHash("sha256").update(sift.save()).digest("hex"), saved);
  });
}
assert.ok(tried > 20);

test("refusals", async () => {
  for (const { settings, said } of refusals) await assert.rejects(Sift.create(camel(settings)), { message: said });
});

// Makes a call with its arguments, and returns what it returns as text.
function play(crawl, [call, first, status, url, digest]) {
  if (call === "take") return `${crawl.take(first)?.number ?? crawl.refusal}`;
  if (call === "fetched") return `${crawl.fetched(first) ?? ""}`;
  const next = crawl.ticket(Number(first))[call](call === "done" ? { status: Number(status), url, digest } : undefined);
  return next ? `${next.number} ${next.url}` : "";
}

for (const { limits, settings, steps, templates, saved } of crawls) {
  test(`crawl ${JSON.stringify(limits)}`, async () => {
    const crawl = await Crawl.create({ ...camel(settings), limits: camel(limits), seed });
    for (const step of steps) assert.equal(play(crawl, step), step.at(-1), JSON.stringify(step));
    assert.equal(crawl.templates, templates);
    assert.equal(createHash("sha256").update(crawl.save()).digest("hex"), saved);
  });
}
