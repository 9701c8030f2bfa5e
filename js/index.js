// Keeps one URL of every group of similar ones, while they stream by.

import { findBy } from "./sift.js";

export { Crawl, Sift, sweep, use } from "./sift.js";

// The module is beside this file. The repository has it packed, for Go too.
findBy(async () => {
  const file = new URL("./urlsift.wasm", import.meta.url);
  if (file.protocol !== "file:") return WebAssembly.compileStreaming(fetch(file));
  const { readFile } = await import("node:fs/promises");
  const found = await readFile(file).catch(async () => {
    const { gunzipSync } = await import("node:zlib");
    return gunzipSync(await readFile(new URL("../go/urlsift.wasm.gz", import.meta.url)));
  });
  return WebAssembly.compile(found);
});
