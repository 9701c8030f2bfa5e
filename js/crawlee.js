// Has a crawler of crawlee request only the links that a crawl gives tickets for.

const key = number => `urlsift:${number}`;

// A link with its ticket. The crawl has told equal addresses apart, so the queue need not.
const request = (link, { number }) => ({ ...link, uniqueKey: key(number), userData: { ...link.userData, urlsift: number } });

const statusOf = response => (typeof response?.status === "function" ? response.status() : response?.statusCode) ?? 200;

/** The options of a crawler, with handlers that ask and tell the crawl. */
export function crawling(crawl, options) {
  const ticketOf = ({ userData, url }) => userData.urlsift === undefined ? undefined : crawl.ticket(userData.urlsift, url);

  // Requests a link that waited.
  const go = async ({ crawler }, ticket) => {
    if (ticket) await crawler.addRequests([request({ url: ticket.url }, ticket)]);
  };

  // Asks before links are enqueued, and gives back the tickets of those that are not.
  const enqueueLinks = enqueue => async (given = {}) => {
    const tickets = [];
    const result = await enqueue({
      ...given,
      waitForAllRequestsToBeAdded: true,
      transformRequestFunction(link) {
        const wanted = given.transformRequestFunction ? given.transformRequestFunction(link) : link;
        const ticket = wanted && crawl.take(wanted.url);
        if (!ticket) return false;
        tickets.push(ticket);
        return request(wanted, ticket);
      },
    });
    const enqueued = new Set(result.processedRequests.map(({ uniqueKey }) => uniqueKey));
    for (let ticket of tickets.filter(({ number }) => !enqueued.has(key(number)))) {
      // Links that wait for it are excluded as it is.
      while (ticket) ticket = ticket.released();
    }
    return result;
  };

  return {
    ...options,
    async requestHandler(context) {
      const { request, response } = context, ticket = ticketOf(request);
      if (!ticket && request.retryCount === 0) crawl.fetched(request.loadedUrl ?? request.url);
      context.enqueueLinks = enqueueLinks(context.enqueueLinks);
      await options.requestHandler(context);
      await go(context, ticket?.done({ url: request.loadedUrl, status: statusOf(response) }));
    },
    async failedRequestHandler(context, error) {
      await options.failedRequestHandler?.(context, error);
      await go(context, ticketOf(context.request)?.failed());
    },
  };
}
