// Crawls by crawlee from an address: `node crawl.mjs with|without ADDRESS`.
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";
import { Crawl } from "urlsift";
import { crawling } from "urlsift/crawlee";

const [, , how, address] = process.argv;
log.setLevel(log.LEVELS.OFF);
const options = {
  maxConcurrency: 4, maxRequestRetries: 1, additionalMimeTypes: ["application/json", "text/plain"],
  requestHandler: async ({ enqueueLinks }) => void await enqueueLinks({ strategy: "same-hostname" }),
};
const crawler = new CheerioCrawler(how === "with" ? crawling(await Crawl.create(), options) : options, new Configuration({ persistStorage: false }));
await crawler.run([address]);
