// What users of TypeScript write, compiled with `tsc -p test`.
import { Crawl, Sift, sweep, type Settings, type Ticket, type Verdict } from "urlsift";
import { crawling } from "urlsift/crawlee";
import { visit } from "urlsift/playwright";

const settings: Settings = { threshold: 90, mergeHosts: true, notExt: ["static"], metric: "overlap", seed: "00".repeat(16) };
const sift: Sift = await Sift.create(settings);
const verdict: Verdict = sift.admit("/user/1");
const kept: string[] = [...sift.filter(["/a", "/b"])];
const bytes: Uint8Array[] = [...sift.filter(new Set([new Uint8Array()]))];
async function* later() { yield "/c"; }
for await (const line of sift.filter(later())) line.toUpperCase();
const stream: ReadableStream<string> = new ReadableStream<string>().pipeThrough(sift.stream<string>());
const counts: Uint32Array = await sweep(kept, settings, 60);
const crawl = await Crawl.create({ ...settings, limits: { keep: 2 } });
const ticket: Ticket | undefined = crawl.take(new URL("https://example.com/"))?.done({ status: 404 });
const options = crawling(crawl, { async requestHandler() {} });
declare const context: { newPage(): Promise<{ goto(url: string, options?: { timeout?: number }): Promise<{ status(): number } | null>; title(): Promise<string> }> };
const visited: number = await visit(crawl, context, "https://example.com/", async (page, response) => void [await page.title(), response.status() + 1], { pages: 2, timeout: 1000 });
await visit(crawl, context, crawl.open, () => ["https://example.com/next"]);
// @ts-expect-error: it is no option of a page.
await visit(crawl, context, "https://example.com/", undefined, { timeuot: 1000 });
// @ts-expect-error: it is no setting.
await Sift.create({ treshold: 80 });
// @ts-expect-error: it is no metric.
await Sift.create({ metric: "cosine" });
export { bytes, counts, options, stream, ticket, verdict, visited };
