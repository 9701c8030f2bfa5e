//! Gives out tickets for links, and settles them.

use crate::account::PageOutcome;
use crate::ledger::{Ledger, OpenRequest};
use crate::limits::Limits;
use crate::link::{LinkPlace, PathForm, ask_the_same, sent};
use crate::refusal::Refusal;
use std::collections::VecDeque;
use std::num::NonZeroU32;
use urlsift_core::hash::Key;
use urlsift_core::{Builder, Detail, Error, Filter, Reason, Verdict};
use urlsift_explain::Watched;
use urlsift_memory::Recorder;

/// Length of a link, in bytes, above which it does not wait.
const LONGEST_WAITING: usize = 2_048;

/// Decides which links are requested: see the [module](crate).
///
/// Uses about 200 bytes for each template and its request, beside open tickets and links that wait.
/// What it refuses by host takes no memory.
#[derive(Clone, Debug)]
pub struct Crawl {
    pub(crate) filter: Watched<Recorder>,
    pub(crate) limits: Limits,
    pub(crate) ledger: Ledger,
}

/// The permission to request one link, until it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub(crate) u64);

/// A link that waited, with the ticket that it has now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// The link.
    pub url: String,
    /// Its ticket.
    pub ticket: Ticket,
}

/// The answer to a ticket. Fields that are not known stay at their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The final address, after redirects; empty: that of the ticket.
    pub address: &'a str,
    /// The status: 200 to 299 and 304 count as well answered, others as failed.
    pub status: u16,
    /// A digest of the body, of any kind.
    pub digest: Option<&'a [u8]>,
    /// The canonical address that the page names, as a whole URL.
    pub canonical: Option<&'a str>,
}

impl Ticket {
    /// Returns the number of the ticket, which is never given twice in a crawl.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl From<u64> for Ticket {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl Crawl {
    /// Starts a crawl with a filter of these settings.
    ///
    /// # Errors
    /// The errors of [`Builder::build`]; and two passes, which a crawl does not have.
    pub fn new(settings: Builder, limits: Limits) -> Result<Self, Error> {
        let recorder = Recorder::new(adjusted(settings, limits))?;
        Ok(Self {
            filter: Watched::new(recorder),
            limits,
            ledger: Ledger::default(),
        })
    }

    /// Takes a link: it is to be requested, and its ticket to be settled.
    ///
    /// # Errors
    /// The link is not to be requested now. It may be asked about again.
    pub fn take(&mut self, url: &str) -> Result<Ticket, Refusal> {
        if self.ledger.seen.contains(&self.seen(url)) {
            return Err(Refusal::Repeated);
        }
        let taken = self.judge(url);
        if matches!(taken, Ok(_) | Err(Refusal::Waiting)) {
            self.mark(url);
        }
        taken
    }

    /// Settles a ticket by its answer, and returns the link that has its turn, if any. A ticket
    /// that was settled before changes nothing.
    pub fn done(&mut self, ticket: Ticket, answer: &Answer<'_>) -> Option<Next> {
        if !matches!(answer.status, 200..=299 | 304) {
            return self.failed(ticket);
        }
        let request = self.ledger.requests.get(&ticket.0)?.clone();
        let address = if answer.address.is_empty() {
            &request.url
        } else {
            answer.address
        };
        let outcome = if self.is_elsewhere(address, &request) {
            // Its own template had no page.
            self.count(address);
            PageOutcome::Failed
        } else {
            self.mark(address);
            if self.is_copy(answer, &request) {
                PageOutcome::Copy
            } else {
                PageOutcome::Good
            }
        };
        self.settle(ticket, outcome)
    }

    /// Settles a ticket whose page was not answered well, or not at all, and returns the link that
    /// has its turn, if any.
    pub fn failed(&mut self, ticket: Ticket) -> Option<Next> {
        self.settle(ticket, PageOutcome::Failed)
    }

    /// Settles a ticket whose request was never sent, and returns the link that has its turn, if
    /// any.
    pub fn released(&mut self, ticket: Ticket) -> Option<Next> {
        self.settle(ticket, PageOutcome::Unsent)
    }

    /// Counts a page that was answered well without a ticket, such as the first of a crawl.
    pub fn fetched(&mut self, url: &str) {
        if let Some(place) = self.place(url) {
            // Hosts to start from take no place of others.
            self.ledger.hosts.entry(place.host).or_default();
            self.count(url);
        }
    }

    /// Returns the open tickets with their links, in the order in which they were given: after a
    /// [`load`](Self::load) these requests are to be sent again.
    pub fn open(&self) -> impl Iterator<Item = (Ticket, &str)> {
        self.ledger
            .requests
            .iter()
            .map(|(ticket, request)| (Ticket(*ticket), &*request.url))
    }

    /// Returns the links that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &str> {
        self.ledger.waiting.values().flatten().map(|url| &**url)
    }

    /// Returns the number of templates with a well answered page.
    pub fn templates(&self) -> usize {
        let accounts = self.ledger.accounts.iter();
        accounts.filter(|account| account.had() > 0).count()
    }

    /// Starts another crawl with what is known of templates: forgets open tickets, links that wait,
    /// which URLs were taken, and how often hosts were asked.
    pub fn restart(&mut self) {
        let Ledger {
            mut accounts,
            paths,
            next_ticket,
            ..
        } = std::mem::take(&mut self.ledger);
        for account in &mut accounts {
            account.pending = 0;
        }
        self.ledger = Ledger {
            accounts,
            paths,
            next_ticket,
            ..Ledger::default()
        };
    }

    /// Returns the memory used, in bytes, approximately.
    pub fn memory_usage(&self) -> usize {
        self.filter.inner().memory_usage()
            + self.filter.explainer().memory_usage()
            + self.ledger.memory()
    }

    fn key(&self) -> &Key {
        self.filter.scanner().view().key
    }

    fn place(&self, url: &str) -> Option<LinkPlace> {
        LinkPlace::of(url, self.filter.scanner())
    }

    fn seen(&self, url: &str) -> u64 {
        self.key().token(sent(url).as_bytes())
    }

    fn mark(&mut self, url: &str) {
        let seen = self.seen(url);
        self.ledger.seen.insert(seen);
    }

    fn count(&mut self, url: &str) {
        self.mark(url);
        if let Ok((group, _)) = self.group(url) {
            self.ledger.account(group).settled[PageOutcome::Good as usize] += 1;
            self.trim(group);
        }
    }

    /// Finds the group of a URL with a host, and the form of its template.
    fn group(&mut self, url: &str) -> Result<(usize, PathForm), Refusal> {
        match self.filter.admit(url.as_bytes()) {
            Err(_) => return Err(Refusal::NotUrl),
            Ok(Verdict::Unwanted(Reason::MaxPerHost)) => return Err(Refusal::Templates),
            Ok(Verdict::Unwanted(_)) => return Err(Refusal::Unwanted),
            Ok(_) => {}
        }
        let decision = &self.filter.decisions()[0];
        let Some(group) = decision.group else {
            return Err(Refusal::NotUrl);
        };
        let template = self.filter.explainer().shape(url.as_bytes(), decision);
        let template = template.unwrap_or_default();
        let form = PathForm::of(&template, self.limits.depth, self.key());
        Ok((group as usize, form))
    }

    /// Gives a ticket, or has the link wait, or refuses it.
    fn judge(&mut self, url: &str) -> Result<Ticket, Refusal> {
        let limits = self.limits;
        let place = self.place(url).ok_or(Refusal::NotUrl)?;
        if let Some(refusal) = self.host_refusal(place) {
            return Err(refusal);
        }
        let (group, form) = self.group(url)?;
        if form.depth > limits.depth {
            return Err(Refusal::Depth);
        } else if form.repeats > limits.repeats {
            return Err(Refusal::Repeats);
        }
        match self.ledger.account(group).refusal(&limits) {
            Some(Refusal::Waiting) => return Err(self.wait(group, url)),
            Some(refusal) => return Err(refusal),
            None => {}
        }
        if let Some(path) = form.path {
            let groups = self.ledger.paths.entry(path).or_default();
            if !groups.contains(&group) {
                if groups.len() >= limits.parameter_sets as usize {
                    return Err(Refusal::ParameterSets);
                }
                groups.push(group);
            }
        }
        let ledger = &mut self.ledger;
        ledger.account(group).pending += 1;
        if !ledger.hosts.contains_key(&place.host) {
            *ledger.domains.entry(place.domain).or_default() += 1;
        }
        *ledger.hosts.entry(place.host).or_default() += 1;
        let ticket = ledger.next_ticket;
        ledger.next_ticket += 1;
        let request = OpenRequest {
            url: url.into(),
            group,
            path: form.path,
            host: place.host,
        };
        ledger.requests.insert(ticket, request);
        Ok(Ticket(ticket))
    }

    /// Returns why no link on a host is requested.
    fn host_refusal(&self, place: LinkPlace) -> Option<Refusal> {
        let limits = &self.limits;
        let Ledger { hosts, domains, .. } = &self.ledger;
        if let Some(requests) = hosts.get(&place.host) {
            let is_full = *requests >= limits.requests_per_host.into();
            return is_full.then_some(Refusal::Requests);
        }
        if hosts.len() >= limits.all_hosts as usize {
            return Some(Refusal::Hosts);
        }
        match domains.get(&place.domain) {
            Some(hosts) if *hosts >= limits.hosts_per_domain.into() => Some(Refusal::Hosts),
            _ => None,
        }
    }

    fn wait(&mut self, group: usize, url: &str) -> Refusal {
        let queue = self.ledger.waiting.entry(group).or_default();
        if queue.len() >= self.limits.failures as usize || url.len() > LONGEST_WAITING {
            return Refusal::Enough;
        }
        queue.push_back(url.into());
        Refusal::Waiting
    }

    /// Whether a URL is a page of another template than a request, or is not wanted.
    fn is_elsewhere(&mut self, url: &str, request: &OpenRequest) -> bool {
        if *url == *request.url {
            return false;
        }
        let is_of_template = match self.group(url) {
            Ok((group, _)) => group == request.group,
            Err(_) => false,
        };
        !is_of_template && !ask_the_same(url, &request.url)
    }

    /// Whether the answer to a request is a page that was answered before, by its digest, or a page
    /// of another template, by its canonical address.
    fn is_copy(&mut self, answer: &Answer<'_>, request: &OpenRequest) -> bool {
        if let Some(digest) = answer.digest {
            let digest = self.key().token(digest);
            let on_host = self.key().join(request.host, digest);
            if !self.ledger.seen.insert(on_host) {
                return true;
            }
        }
        match answer.canonical {
            Some(url) if self.place(url).is_some() => self.is_elsewhere(url, request),
            _ => false,
        }
    }

    fn settle(&mut self, ticket: Ticket, outcome: PageOutcome) -> Option<Next> {
        let OpenRequest {
            group, path, host, ..
        } = self.ledger.requests.remove(&ticket.0)?;
        let account = self.ledger.account(group);
        account.pending -= 1;
        account.settled[outcome as usize] += 1;
        if account.pending == 0
            && account.had() == 0
            && let Some(path) = path
            && let Some(groups) = self.ledger.paths.get_mut(&path)
        {
            // Another set of parameters may have its place.
            groups.retain(|other| *other != group);
        }
        if outcome == PageOutcome::Unsent
            && let Some(requests) = self.ledger.hosts.get_mut(&host)
        {
            *requests = requests.saturating_sub(1);
        }
        self.next(group)
    }

    /// Gives a ticket to a link of a group that waits, if the group may have another page.
    fn next(&mut self, group: usize) -> Option<Next> {
        loop {
            self.trim(group);
            if self.ledger.account(group).refusal(&self.limits).is_some() {
                return None;
            }
            let url = self.ledger.waiting.get_mut(&group)?.pop_front()?;
            // What was learned meanwhile may have moved it to another group.
            if let Ok(ticket) = self.judge(&url) {
                return Some(Next {
                    url: url.into(),
                    ticket,
                });
            }
        }
    }

    /// Forgets the links of a group that wait in vain.
    fn trim(&mut self, group: usize) {
        let refusal = self.ledger.account(group).refusal(&self.limits);
        let waits = matches!(refusal, None | Some(Refusal::Waiting));
        let waiting = &mut self.ledger.waiting;
        if !waits || waiting.get(&group).is_some_and(VecDeque::is_empty) {
            waiting.remove(&group);
        }
    }
}

/// Adds to the settings what a crawl needs of its filter.
pub(crate) fn adjusted(settings: Builder, limits: Limits) -> Builder {
    let templates = NonZeroU32::new(limits.templates_per_host).unwrap_or(NonZeroU32::MIN);
    settings.detail(Detail::Groups).max_per_host(templates)
}
