// The programs of the README run as they stand.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
const programs = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

async function run(code, input, ...given) {
  // Below the package, which may import itself by its name.
  const folder = await mkdtemp(fileURLToPath(new URL("../.readme-", import.meta.url)));
  try {
    await writeFile(`${folder}/main.js`, code);
    return await new Promise((done, fail) => {
      const child = execFile(process.execPath, [`${folder}/main.js`, ...given], (error, out, said) => error ? fail(error) : done([out, said]));
      child.stdin.end(input);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the filter", async () => {
  const input = "https://example.com/user/1\nhttps://example.com/user/2\nhttps://example.com/a.png\n";
  assert.deepEqual(await run(programs[0], input), ["https://example.com/user/1\n", "1 kept\n"]);
});

test("the crawler ends on a calendar that does not", async () => {
  const site = createServer((request, response) => {
    const month = Number(new URL(request.url, "http://site.test").searchParams.get("month")) + 1;
    const links = [`/calendar?month=${month}`, `/event/${month}`, "http://other.test/"];
    response.end(links.map((link) => `<a href="${link}">x</a>`).join(" "));
  }).listen(0, "127.0.0.1");
  try {
    await once(site, "listening");
    const start = `http://127.0.0.1:${site.address().port}/calendar?month=1`;
    assert.deepEqual(await run(programs[1], "", start), ["4 requests, 2 templates\n", ""]);
  } finally {
    site.close();
  }
});
