// A crawl with crawlee of the site with traps: it ends, and finds every kind of page.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Crawl } from "../index.js";
import { crawling } from "../crawlee.js";

const crawlee = await import("@crawlee/cheerio").catch(() => undefined);

test("a crawl ends", { skip: !crawlee && "npm install", timeout: 120_000 }, async () => {
  const { CheerioCrawler, Configuration, log } = crawlee;
  log.setLevel(log.LEVELS.OFF);
  const script = fileURLToPath(new URL("../../python/tests/site_with_traps.py", import.meta.url));
  const site = spawn("python3", [script, "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: site.stdout });
  try {
    const [start] = await once(lines, "line");
    const crawl = await Crawl.create();
    const crawler = new CheerioCrawler(crawling(crawl, {
      maxRequestsPerCrawl: 1000, maxConcurrency: 4, maxRequestRetries: 0,
      requestHandler: async ({ enqueueLinks }) => void await enqueueLinks({ strategy: "same-hostname" }),
    }), new Configuration({ persistStorage: false }));
    await crawler.run([start]);
    site.kill("SIGINT");
    const [said] = await once(lines, "line");
    console.log(said);
    const [, requests, kinds] = /(\d+) requests, (\d+) of 21 kinds/.exec(said);
    assert.ok(requests < 250 && kinds === "21", said);
    assert.deepEqual(crawl.open.map(({ url }) => url), []);
  } finally {
    site.kill();
  }
});
