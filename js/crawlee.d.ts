import type { Crawl } from "./index.js";

/**
 * The options of a crawler of crawlee, with handlers that ask the crawl before links are enqueued and tell it what became of each request.
 * The request handler calls `enqueueLinks` of its context as always. Exclude links by the strategy or by settings of the crawl.
 */
export function crawling<Options extends { requestHandler?: unknown; failedRequestHandler?: unknown }>(crawl: Crawl, options: Options): Options;
