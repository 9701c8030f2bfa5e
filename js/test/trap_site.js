// The site with traps of the Python package.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Serves the site while `crawl` is run with its address; returns what the site says of the requests. */
export async function withTraps(crawl) {
  const script = fileURLToPath(new URL("../../python/tests/site_with_traps.py", import.meta.url));
  const site = spawn("python3", [script, "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: site.stdout });
  try {
    const [start] = await once(lines, "line");
    await crawl(start);
    site.kill("SIGINT");
    const [said] = await once(lines, "line");
    console.log(said);
    return said;
  } finally {
    site.kill();
  }
}
