// Visits the pages of a site with Playwright: those that a crawl gives tickets for.

// Links that a page has now, also those that its scripts made.
const linksOf = (page, hosts) => page.evaluate(
  hosts => Array.from(document.links).filter(({ hostname }) => hosts.includes(hostname)).map(({ href }) => href), hosts);

const canonicalOf = page => page.evaluate(() => document.querySelector("link[rel=canonical]")?.href ?? "");

/** Visits pages from those given to start from, until no link has a ticket. Returns how many were visited. */
export async function visit(crawl, context, start, handle = () => {}, { pages = 1, ...options } = {}) {
  const queue = [], idle = [];
  const take = from => from.number === undefined ? crawl.take(from) : from;
  const push = tickets => queue.push(...tickets.filter(ticket => ticket));
  push((Array.isArray(start) ? start : [start]).map(take));
  const hosts = queue.map(({ url }) => new URL(url).hostname);
  let visited = 0, busy = 0;

  // A page, and the answers to what it was sent to: a download is answered, and loads nothing.
  async function blank() {
    const page = await context.newPage(), answers = [];
    page.on("response", response => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) answers.push(response);
    });
    page.on("download", download => download.cancel().catch(() => {}));
    return { page, answers };
  }

  // Visits the page of a ticket. Returns whether it was loaded.
  async function open({ page, answers }, ticket) {
    answers.length = 0;
    const loaded = await page.goto(ticket.url, { waitUntil: "domcontentloaded", ...options }).catch(() => null);
    const response = loaded ?? answers.at(-1);
    visited += 1;
    if (!response) {
      push([ticket.failed()]);
      return false;
    }
    const asked = loaded ? await handle(page, loaded) : [];
    const links = asked ?? (loaded.ok() ? await linksOf(page, hosts).catch(() => []) : []);
    const canonical = loaded ? await canonicalOf(page).catch(() => "") : "";
    push([ticket.done({ url: response.url(), status: response.status(), canonical })]);
    push([...links].map(take));
    return loaded !== null;
  }

  async function work() {
    let place = await blank();
    try {
      for (let ticket; (ticket = queue.shift()) || busy > 0;) {
        if (!ticket) {
          await new Promise(wake => idle.push(wake));
          continue;
        }
        busy += 1;
        try {
          if (!await open(place, ticket)) {
            // What the browser shows of a failure would still be on its way when the page goes elsewhere.
            await place.page.close();
            place = await blank();
          }
        } finally {
          busy -= 1;
          for (const wake of idle.splice(0)) wake();
        }
      }
    } catch (error) {
      // The other pages end after what they are at.
      queue.length = 0;
      throw error;
    } finally {
      await place.page.close();
    }
  }

  const ends = await Promise.allSettled(Array.from({ length: pages }, work));
  for (const { status, reason } of ends) {
    if (status === "rejected") throw reason;
  }
  return visited;
}
