//! Decides which links a crawl should request, and learns from the answers.
//!
//! A filter alone does not end a crawl: calendars, facets and mazes give new templates without end.
//! A [`Crawl`] gives out *tickets*: a few for each template, and no more once pages were answered
//! well. A link that is refused while the tickets of its template are open waits, and gets a ticket
//! if one of them fails.
//!
//! ```
//! use urlsift::Sift;
//! use urlsift::crawl::{Answer, Crawl, Limits, Refusal};
//!
//! let mut crawl = Crawl::new(Sift::builder(), Limits { keep: 1, ..Limits::default() })?;
//! let ticket = crawl.take("https://shop.example/item/1").expect("its template is new");
//! assert_eq!(crawl.take("https://shop.example/item/2"), Err(Refusal::Waiting));
//!
//! // Not found: the link that waits has its turn.
//! let next = crawl.failed(ticket).expect("a link waits");
//! assert_eq!(next.url, "https://shop.example/item/2");
//! let answer = Answer { address: &next.url, status: 200, ..Answer::default() };
//! assert_eq!(crawl.done(next.ticket, &answer), None);
//! assert_eq!(crawl.take("https://shop.example/item/3"), Err(Refusal::Enough));
//! # Ok::<(), urlsift::Error>(())
//! ```
//!
//! # Using it
//! - Ask about every link of a page in the order in which they stand there. Links marked `nofollow`
//!   are often facets and logins: ask about them after the other links of the page, or never.
//! - Settle every ticket: [`done`](Crawl::done) for an answer of any status,
//!   [`failed`](Crawl::failed) when retries are over, [`released`](Crawl::released) for a request
//!   that was never sent. Request the link that each of them may return.
//! - A redirect that the client follows belongs to its ticket: `done` takes the final address. If a
//!   client does not follow, the ticket has failed, and the target is a link like any other.
//! - A page that names another page as its canonical address, or has the digest of an earlier page
//!   of its host, is a *copy*: it weighs half, so its template may show another page, but not for
//!   long.
//! - Addresses to start from need no ticket. If [`take`](Crawl::take) refuses one, request it
//!   anyway, and report it to [`fetched`](Crawl::fetched).
//!
//! There are no threads, clocks or files here: one crawl behind a mutex serves many fetchers. The
//! same calls in the same order give the same answers.

mod account;
mod crawl;
mod ledger;
mod limits;
mod link;
mod refusal;
mod saved;
#[cfg(test)]
mod tests;

pub use crawl::{Answer, Crawl, Next, Ticket};
pub use limits::Limits;
pub use refusal::Refusal;
