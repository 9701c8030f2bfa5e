import type { Crawl, Ticket } from "./index.js";

/** What is used of a page, so that it may be of any version of Playwright. */
interface PageLike {
  goto(url: string, options?: any): Promise<any>;
}

/**
 * Visits the pages of a site, from the addresses or tickets that are given, until no link has a ticket. Returns how many were visited.
 *
 * `handle` gets each page with its response, of any status. Links that it returns are asked about; if it returns none, all links that
 * a well answered page has by then and that lead to a host of the start. An error that it throws ends the crawl, and leaves the
 * tickets of pages that are visited open. `crawl.open` of a loaded crawl is where to go on.
 *
 * Options beside `pages`, which are visited at the same time, are those of `page.goto`.
 */
export function visit<P extends PageLike>(
  crawl: Crawl,
  context: { newPage(): Promise<P> },
  start: string | URL | readonly (string | URL | Ticket)[],
  handle?: (page: P, response: NonNullable<Awaited<ReturnType<P["goto"]>>>) => void | readonly (string | URL)[] | Promise<void | readonly (string | URL)[]>,
  options?: { pages?: number } & NonNullable<Parameters<P["goto"]>[1]>,
): Promise<number>;
