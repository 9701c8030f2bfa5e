// A crawl with crawlee of the site with traps: it ends, and finds every kind of page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Crawl } from "../index.js";
import { crawling } from "../crawlee.js";
import { withTraps } from "./trap_site.js";

const crawlee = await import("@crawlee/cheerio").catch(() => undefined);

test("a crawl ends", { skip: !crawlee && "npm install", timeout: 120_000 }, async () => {
  const { CheerioCrawler, Configuration, log } = crawlee;
  log.setLevel(log.LEVELS.OFF);
  const crawl = await Crawl.create();
  const said = await withTraps(async start => {
    const crawler = new CheerioCrawler(crawling(crawl, {
      maxRequestsPerCrawl: 1000, maxConcurrency: 4, maxRequestRetries: 0,
      requestHandler: async ({ enqueueLinks }) => void await enqueueLinks({ strategy: "same-hostname" }),
    }), new Configuration({ persistStorage: false }));
    await crawler.run([start]);
  });
  const [, requests, kinds] = /(\d+) requests, (\d+) of 21 kinds/.exec(said);
  assert.ok(requests < 250 && kinds === "21", said);
  assert.deepEqual(crawl.open.map(({ url }) => url), []);
});
