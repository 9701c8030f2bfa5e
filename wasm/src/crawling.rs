//! A crawl, and how tickets and answers pass between it and the host.

use crate::instance::LONGEST_LINE;
use urlsift::Builder;
use urlsift::crawl::{Answer, Crawl, Limits, Next, Refusal, Ticket};

/// Stands for no ticket. Numbers of tickets are exact as floating point, which every host has.
const NONE: f64 = -1.0;

/// A crawl with the settings that it was made from.
pub(crate) struct Crawling {
    crawl: Crawl,
    settings: Builder,
    limits: Limits,
}

/// Takes the limits, whose names begin with `limit-`, out of settings, and returns the rest.
fn limits(given: &[u8]) -> Result<(Limits, Vec<u8>), String> {
    let (mut limits, mut rest) = (Limits::default(), Vec::new());
    for setting in given.split_inclusive(|byte| *byte == 0) {
        let Some(limit) = setting.strip_prefix(b"limit-") else {
            rest.extend_from_slice(setting);
            continue;
        };
        let limit = String::from_utf8_lossy(limit);
        let (name, text) = limit
            .trim_end_matches('\0')
            .split_once('=')
            .unwrap_or_default();
        let mut by_name = limits.by_name();
        let known = by_name
            .iter_mut()
            .find(|(known, _)| known.replace('_', "-") == name);
        let (_, limit) = known.ok_or_else(|| format!("no limit is called \"{name}\""))?;
        **limit = text
            .parse()
            .map_err(|_| format!("{name}: must be a whole number from 0 to {}", u32::MAX))?;
    }
    Ok((limits, rest))
}

fn ticket(number: f64) -> Ticket {
    #[allow(clippy::cast_sign_loss, reason = "no ticket has the largest number")]
    Ticket::from(if number < 0.0 {
        u64::MAX
    } else {
        number as u64
    })
}

impl Crawling {
    pub(crate) fn new(given: &[u8]) -> Result<Self, String> {
        let (limits, settings) = limits(given)?;
        let settings = crate::settings::builder(&settings)?;
        let crawl = Crawl::new(settings.clone(), limits).map_err(|error| error.to_string())?;
        Ok(Self {
            crawl,
            settings,
            limits,
        })
    }

    /// Returns the number of a ticket, or leaves the name of the refusal in the output.
    pub(crate) fn take(&mut self, url: &[u8], output: &mut Vec<u8>) -> f64 {
        let taken = if url.len() > LONGEST_LINE {
            Err(Refusal::NotUrl)
        } else {
            self.crawl.take(&String::from_utf8_lossy(url))
        };
        match taken {
            Ok(ticket) => ticket.number() as f64,
            Err(refusal) => {
                *output = refusal.name().into();
                NONE
            }
        }
    }

    /// Settles a ticket with an answer: the lengths of the final address and of the canonical one,
    /// then the two and a digest. Empty ones are unknown.
    pub(crate) fn done(
        &mut self,
        number: f64,
        status: u16,
        given: &[u8],
        output: &mut Vec<u8>,
    ) -> f64 {
        let mut rest = given;
        let lengths = [length(&mut rest), length(&mut rest)];
        let [address, canonical] = lengths.map(|length| {
            let part = rest.split_off(..length.min(rest.len()));
            String::from_utf8_lossy(part.unwrap_or_default())
        });
        let answer = Answer {
            address: &address,
            status,
            digest: Some(rest).filter(|digest| !digest.is_empty()),
            canonical: Some(&*canonical).filter(|page| !page.is_empty()),
        };
        next(self.crawl.done(ticket(number), &answer), output)
    }

    pub(crate) fn failed(&mut self, number: f64, output: &mut Vec<u8>) -> f64 {
        next(self.crawl.failed(ticket(number)), output)
    }

    pub(crate) fn released(&mut self, number: f64, output: &mut Vec<u8>) -> f64 {
        next(self.crawl.released(ticket(number)), output)
    }

    pub(crate) fn fetched(&mut self, url: &[u8]) {
        self.crawl.fetched(&String::from_utf8_lossy(url));
    }

    /// Returns the open tickets: of each the number, the length of the URL, and the URL, which may
    /// have any character. Nothing in it can look like a ticket of its own.
    pub(crate) fn open(&self) -> Vec<u8> {
        let mut tickets = Vec::new();
        for (ticket, url) in self.crawl.open() {
            tickets.extend_from_slice(&(ticket.number() as f64).to_le_bytes());
            tickets.extend_from_slice(&(url.len() as u32).to_le_bytes());
            tickets.extend_from_slice(url.as_bytes());
        }
        tickets
    }

    pub(crate) fn templates(&self) -> usize {
        self.crawl.templates()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.crawl.memory_usage()
    }

    pub(crate) fn save(&mut self) -> Result<Vec<u8>, String> {
        self.crawl.save().map_err(|error| error.to_string())
    }

    pub(crate) fn load(&mut self, saved: &[u8]) -> Result<(), String> {
        let loaded = Crawl::load(self.settings.clone(), self.limits, saved);
        self.crawl = loaded.map_err(|error| error.to_string())?;
        Ok(())
    }
}

/// Takes a length of 32 bits off the front; 0 if nothing is left.
fn length(rest: &mut &[u8]) -> usize {
    let Some((first, others)) = rest.split_first_chunk() else {
        return 0;
    };
    *rest = others;
    u32::from_le_bytes(*first) as usize
}

/// Leaves the URL of a link whose turn has come in the output, and returns its ticket.
fn next(next: Option<Next>, output: &mut Vec<u8>) -> f64 {
    let Some(Next { url, ticket }) = next else {
        return NONE;
    };
    *output = url.into_bytes();
    ticket.number() as f64
}
