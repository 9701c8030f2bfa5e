// Tickets, as crawlers ask for them and settle them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Crawl } from "../index.js";

const item = number => `https://shop.example/item/${number}`;

test("a link that waits has its turn when another one fails", async () => {
  const crawl = await Crawl.create({ limits: { keep: 1 } });
  const ticket = crawl.take(item(1));
  assert.equal(ticket.url, item(1));
  assert.equal(crawl.take(new URL(item(2))), undefined);
  assert.equal(crawl.refusal, "waiting");
  const next = ticket.failed();
  assert.equal(next.url, item(2));
  assert.equal(ticket.done(), undefined, "it is settled");
  assert.deepEqual(crawl.open.map(open => open.url), [item(2)]);
  assert.equal(next.done({ status: 200, url: item(2), digest: new Uint8Array([1, 2]) }), undefined);
  assert.equal(crawl.take(item(3)), undefined);
  assert.equal(crawl.refusal, "enough");
  assert.equal(crawl.templates, 1);
  assert.ok(crawl.memory.used > 0);
});

test("answers: redirects, statuses, canonical pages and what was never sent", async () => {
  const crawl = await Crawl.create({ limits: { keep: 1 } });
  const [first] = [crawl.take(item(1)), crawl.take(item(2)), crawl.take(item(3))];
  const second = first.done({ url: "https://shop.example/login" });
  assert.equal(second.url, item(2), "it was sent elsewhere");
  const third = second.done({ status: 404 });
  assert.equal(third.url, item(3));
  assert.equal(third.released(), undefined);
  assert.ok(crawl.take(item(4)), "nothing was requested for it");
  crawl.fetched("https://shop.example/about");
  assert.equal(crawl.take("https://shop.example/about"), undefined);
  assert.equal(crawl.take("mailto:ann@example.com"), undefined);
  assert.equal(crawl.refusal, "not_url");
});

test("it goes on from saved bytes", async () => {
  const settings = { limits: { keep: 1, parameterSets: 2 } };
  const crawl = await Crawl.create(settings);
  crawl.take(item(1));
  crawl.take(item(2));
  const later = await Crawl.load(crawl.save(), settings);
  const [open] = later.open;
  assert.equal(open.url, item(1));
  assert.equal(open.failed().url, item(2));
});

test("nothing in a link is read as another ticket", async () => {
  const settings = { scope: ["shop.example"], noLearn: true };
  const crawl = await Crawl.create(settings);
  const links = ["a\n1 http://169.254.169.254/", "b\r\n2 http://other.example/", "c\0", "d\u2028 e", "  f", "g\n", "h 7 8", "ü\n€"];
  const taken = links.map(link => `https://shop.example/${link}`).filter(link => crawl.take(link));
  assert.ok(taken.length >= 6, `${taken.length}`);
  const open = (await Crawl.load(crawl.save(), settings)).open;
  assert.deepEqual(open.map(ticket => ticket.url).sort(), taken.sort());
  for (const ticket of open) assert.ok(new URL(ticket.url).hostname === "shop.example");
});

test("links of more than 1 MiB and what is no link get no ticket", async () => {
  const crawl = await Crawl.create();
  assert.equal(crawl.take(item("a".repeat(1 << 20))), undefined);
  assert.equal(crawl.refusal, "not_url");
  assert.throws(() => crawl.take(5), TypeError);
  assert.throws(() => crawl.fetched(undefined), TypeError);
  assert.ok(crawl.take({ href: item(1) }));
});

test("what is refused says why", async () => {
  await assert.rejects(Crawl.create({ limits: { kept: 1 } }), /no limit is called "kept"/);
  await assert.rejects(Crawl.create({ limits: { keep: -1 } }), /keep: must be a whole number/);
  await assert.rejects(Crawl.create({ threshold: 0 }), /threshold/);
});
