// Puts what the package has beside what stands here: the module and the licences. `node pack.js clean` takes them away.
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

const here = name => new URL(name, import.meta.url);
const licences = ["LICENSE-MIT", "LICENSE-APACHE"];
if (process.argv[2] === "clean") {
  await Promise.all(["urlsift.wasm", ...licences].map(name => rm(here(name), { force: true })));
} else {
  await writeFile(here("urlsift.wasm"), gunzipSync(await readFile(here("../go/urlsift.wasm.gz"))));
  await Promise.all(licences.map(name => copyFile(here(`../${name}`), here(name))));
}
