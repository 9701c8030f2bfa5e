//! The functions that hosts call for crawls, and to save and load.

use crate::crawling::Crawling;
use crate::instance::Instance;
use crate::with;

/// Writes everything that the filter or crawl knows to the output. Returns 1; or 0, with the reason in the
/// output, if it notes nothing.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn save() -> usize {
    with(Instance::save)
}

/// Continues from saved bytes. Returns 1; or 0, with the reason in the output, if they are refused,
/// and the filter stays as it was.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn load(length: usize) -> usize {
    with(|this| this.load(length))
}

/// Makes a crawl of settings and limits, like `limit-keep=3`. Returns 1; or 0, with the reason in the
/// output, if they are refused.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn crawl(length: usize) -> usize {
    with(|this| this.crawl(length))
}

/// Asks for a ticket for a link, and returns its number; or -1, with the name of the refusal in the
/// output.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn take(length: usize) -> f64 {
    with(|this| this.ask(length, Crawling::take))
}

/// Settles a ticket with an answer: the input has the lengths of the final address and of the
/// canonical one, as numbers of 32 bits, then the two and a digest. Returns the ticket of a link that waited, with its URL in the
/// output; or -1.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn done(length: usize, ticket: f64, status: u32) -> f64 {
    let status = u16::try_from(status).unwrap_or_default();
    with(|this| {
        this.ask(length, |crawling, given, output| {
            crawling.done(ticket, status, given, output)
        })
    })
}

/// Settles a ticket without a good answer, as [`done`] does.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn failed(ticket: f64) -> f64 {
    with(|this| this.ask(0, |crawling, _, output| crawling.failed(ticket, output)))
}

/// Gives back a ticket whose request was never sent, as [`done`] does.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn released(ticket: f64) -> f64 {
    with(|this| this.ask(0, |crawling, _, output| crawling.released(ticket, output)))
}

/// Notes a page that was answered well without a ticket.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fetched(length: usize) {
    with(|this| {
        this.ask(length, |crawling, url, _| {
            crawling.fetched(url);
            0.0
        })
    });
}

/// Writes the open tickets to the output: of each the number as floating point of 64 bits, the
/// length of its URL as a number of 32 bits, and the URL.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn open_tickets() {
    with(Instance::open_tickets);
}

/// Returns the number of templates that have a good page.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn templates() -> usize {
    with(|this| this.templates())
}
