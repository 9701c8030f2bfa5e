// Crawls with pages of Playwright: they end, and find every kind of page.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { Crawl } from "../index.js";
import { visit } from "../playwright.js";
import { withTraps } from "./trap_site.js";

const playwright = await import("playwright-core").catch(() => undefined);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

describe("with Chromium", { skip: !(playwright && existsSync(executablePath)) && "npm install, and Chromium" }, () => {
  let browser, context;
  before(async () => {
    browser = await playwright.chromium.launch({ executablePath });
    context = await browser.newContext();
  });
  after(() => browser?.close());

  test("a crawl ends", { timeout: 120_000 }, async () => {
    const crawl = await Crawl.create();
    const kinds = new Set();
    let visited;
    const said = await withTraps(async start => {
      visited = await visit(crawl, context, start, async page => void kinds.add(await page.evaluate(() => document.body.id)), { pages: 2 });
    });
    assert.ok(visited < 250 && /, 21 of 21 kinds/.test(said) && kinds.has("invoice"), `${said}, ${visited} visited`);
    assert.deepEqual(crawl.open.map(({ url }) => url), []);
    assert.equal(context.pages().length, 0);
  });

  describe("on a small site", () => {
    const asked = [];
    let site, origin;
    before(async () => {
      const pages = {
        "/": '<a href="/moved">.</a><a href="/file/1">.</a><a href="mailto:a@example.com">.</a><a href="http://other.test/">.</a>'
          + '<svg><a href="/picture"><text>.</text></a></svg><script>document.write("<a href=/made/1>.</a><a href=#top>.</a>")</script>',
        "/here": "here", "/made/1": '<a href="/made/2">.</a><a href="/made/3">.</a>', "/made/2": "two", "/made/3": "three",
      };
      site = createServer((request, response) => {
        const { url } = request;
        if (request.headers["sec-fetch-dest"] === "document") asked.push(url);
        if (url === "/moved") response.writeHead(302, { location: "/here" }).end();
        else if (url.startsWith("/file/")) response.writeHead(200, { "content-disposition": "attachment" }).end("data");
        else response.writeHead(pages[url] ? 200 : 404, { "content-type": "text/html" }).end(pages[url] ?? "gone");
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      origin = `http://127.0.0.1:${site.address().port}`;
    });
    after(() => site.closeAllConnections() || site.close());

    test("links that scripts made, redirects and downloads have their tickets", async () => {
      const crawl = await Crawl.create();
      const statuses = [];
      const visited = await visit(crawl, context, new URL(origin), (_, response) => void statuses.push(response.status()));
      assert.deepEqual(asked.splice(0), ["/", "/moved", "/here", "/file/1", "/made/1", "/made/2", "/made/3"]);
      assert.deepEqual([visited, statuses, crawl.open], [6, Array(5).fill(200), []]);
      assert.equal(crawl.templates, 4);
    });

    test("what the handler returns is asked about, and an error of it ends the crawl", async () => {
      const crawl = await Crawl.create({ limits: { keep: 1 } });
      const ended = visit(crawl, context, origin, page => {
        if (page.url().endsWith("/gone")) throw new Error("enough");
        return [`${origin}/gone`, `${origin}/here`];
      }, { pages: 2 });
      await assert.rejects(ended, /enough/);
      assert.deepEqual(crawl.open.map(({ url }) => url).slice(0, 1), [`${origin}/gone`]);
      assert.equal(context.pages().length, 0);
      asked.length = 0;
      const loaded = await Crawl.load(crawl.save(), { limits: { keep: 1 } });
      await visit(loaded, context, loaded.open);
      assert.equal(asked[0], "/gone");
      assert.deepEqual(loaded.open, []);
    });
  });
});
