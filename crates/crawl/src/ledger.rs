//! The memory of a crawl besides its filter.

use crate::account::Account;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use urlsift_core::reserved::Reserved;

/// A link with an open ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenRequest {
    pub url: Box<str>,
    pub group: usize,
    /// The path whose templates are limited, if it has parameters.
    pub path: Option<u64>,
    pub host: u64,
}

/// The memory of a crawl besides its filter. Groups are numbered from 0; all else is looked up by
/// hashes under the key of the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    pub accounts: Vec<Account>,
    /// The groups of each path with parameters.
    pub paths: BTreeMap<u64, Vec<usize>>,
    /// Requests to each host.
    pub hosts: BTreeMap<u64, u64>,
    /// Hosts below each domain.
    pub domains: BTreeMap<u64, u64>,
    /// URLs that were taken, wait or were answered; digests of answers with their hosts.
    pub seen: BTreeSet<u64>,
    pub requests: BTreeMap<u64, OpenRequest>,
    pub waiting: BTreeMap<usize, VecDeque<Box<str>>>,
    pub next_ticket: u64,
}

impl Ledger {
    pub(crate) fn account(&mut self, group: usize) -> &mut Account {
        if self.accounts.len() <= group {
            self.accounts.resize(group + 1, Account::default());
        }
        &mut self.accounts[group]
    }

    /// Memory used, in bytes, approximately: nodes of trees are two thirds full.
    pub(crate) fn memory(&self) -> usize {
        let hashes = self.seen.len() + 2 * (self.hosts.len() + self.domains.len());
        let mut memory = self.accounts.reserved_bytes() + hashes * 12;
        for groups in self.paths.values() {
            memory += (groups.capacity() + 6) * 8;
        }
        for request in self.requests.values() {
            memory += request.url.len() + 64;
        }
        for url in self.waiting.values().flatten() {
            memory += url.len() + 64;
        }
        memory
    }
}
