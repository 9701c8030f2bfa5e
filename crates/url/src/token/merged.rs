//! Hosts under the setting `merge_hosts`: hosts of one site that differ only in numbers,
//! machine-made names or the name of a tenant are merged; for the others, this module finds the
//! label that may vary.
//!
//! A *site* is a registrable domain with its port: `example.com:8080`. Comparison and learning
//! happen below it. Its hosts are words at a position, like `a` and `b` in `/tag/a` and `/tag/b`:
//! the learner of hosts decides when that position is variable.

use super::class::Class;
use super::lexicon;
use super::segment::Classifier;
use super::surroundings::Surroundings;
use super::words::{self, WordMarks};
use crate::bytes::{has_digit, is_digits_and, split};
use crate::list::list;
use crate::suffixes::{self, Registry};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Replaces a number, a machine-made name or a tenant's name.
const MARK: &[u8] = b"{}";

/// Precedes a site that is merged with its host `www`.
const WWW: &[u8] = b"{www.}";

/// Minimum length of a machine-made part of a label.
const DRAWN: usize = 6;

/// Remnants of an escape or a scheme before a host that was cut out of a text: `2fwww`, `u003dwww`.
const REMNANTS: [&str; 14] = list("25 2f 22 27 20 3d 3a 3c 3e 5b u003d u003e u0022 u002f");

/// Labels that name the purpose of a host.
static NAMES: LazyLock<HashSet<&'static [u8]>> = LazyLock::new(|| {
    let names = lexicon::words(include_str!("data/host_names.txt"));
    names.map(str::as_bytes).collect()
});

/// The merged form of a host under `merge_hosts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedHost<'h> {
    /// The host, with marks for numbers, machine-made names and tenants' names.
    pub name: Cow<'h, [u8]>,
    /// Offset of the site in it.
    pub site: usize,
    /// The host with a mark for the label that may vary; equal to `name` if no other label is
    /// there. `None`: the host does not vary.
    pub variable: Option<Vec<u8>>,
    /// Whether it is the host `www` of its site; `None` if it is neither that nor the bare site.
    pub www: Option<bool>,
}

impl MergedHost<'_> {
    /// Returns the registrable domain with the port, or the whole host if there is none.
    pub fn site(&self) -> &[u8] {
        &self.name[self.site..]
    }

    /// Returns the form without learning, in which a site and its host `www` are not merged.
    pub(super) fn unlearned(self) -> Self {
        match self.www {
            Some(_) => Self {
                variable: None,
                www: None,
                ..self
            },
            None => self,
        }
    }
}

/// Returns the merged form of a host in lower case, with its port. Addresses and hosts without a
/// registrable domain do not change, nor does a host that is merged already.
pub(super) fn merged_host<'h>(host: &'h [u8], classifier: &Classifier) -> MergedHost<'h> {
    let (name, port) = host.split_at(memchr::memrchr(b':', host).unwrap_or(host.len()));
    let whole = MergedHost {
        name: Cow::Borrowed(host),
        site: 0,
        variable: None,
        www: None,
    };
    // An address ends with a number, or with a bracket.
    if name.starts_with(b"[") || is_digits_and(name, b".") && !name.ends_with(b".") {
        return whole;
    }
    let suffix = suffixes::suffix(name);
    let length = suffix.as_ref().map_or(0, |suffix| suffix.name.len());
    let is_shared = suffix.is_some_and(|suffix| suffix.registry == Some(Registry::Private));
    let (own, suffix) = name.split_at(name.len() - length);
    let Some(own) = own.strip_suffix(b".") else {
        return whole;
    };
    // The last label is the registered one.
    let mut labels = split(own, b'.');
    let registered = labels.next_back().unwrap_or_default();
    let mut merged = Vec::with_capacity(host.len() + MARK.len());
    for label in labels {
        push_label(label, classifier, &mut merged);
        merged.push(b'.');
    }
    let site = merged.len();
    if is_shared {
        merged.extend_from_slice(MARK);
    } else if registered.starts_with(b"xn--") {
        merged.extend_from_slice(registered);
    } else {
        push_without_numbers(registered, &mut merged);
    }
    merged.push(b'.');
    merged.extend_from_slice(suffix);
    merged.extend_from_slice(port);
    let www = match &merged[..site] {
        b"" => Some(false),
        b"www." => Some(true),
        _ => None,
    };
    let variable = match www {
        Some(_) => Some([WWW, &merged[site..]].concat()),
        None => variable(&merged, site),
    };
    let name = if merged == host {
        Cow::Borrowed(host)
    } else {
        Cow::Owned(merged)
    };
    MergedHost {
        name,
        site,
        variable,
        www,
    }
}

/// Appends a label with marks for numbers and machine-made parts.
fn push_label(label: &[u8], classifier: &Classifier, merged: &mut Vec<u8>) {
    if label.starts_with(b"xn--") {
        merged.extend_from_slice(label);
    } else if is_www(label) {
        merged.extend_from_slice(b"www");
    } else {
        let mut rest = Some(label);
        while let Some(label) = rest {
            if class_of(label, classifier) == Class::Uuid {
                merged.extend_from_slice(MARK);
                return;
            }
            let end = memchr::memchr(b'-', label);
            let part = &label[..end.unwrap_or(label.len())];
            if is_drawn(part, classifier) {
                merged.extend_from_slice(MARK);
            } else {
                push_without_numbers(part, merged);
            }
            merged.extend(end.map(|_| b'-'));
            rest = end.map(|end| &label[end + 1..]);
        }
    }
}

/// Whether a label is `www`, mistyped or after the remnants of an escape.
fn is_www(label: &[u8]) -> bool {
    let mut rest = label;
    let begins = |text: &[u8], remnant: &str| text.starts_with(remnant.as_bytes());
    while let Some(remnant) = REMNANTS.iter().find(|remnant| begins(rest, remnant)) {
        rest = &rest[remnant.len()..];
    }
    rest.len() >= 2 && rest.iter().all(|&byte| byte == b'w')
}

/// Whether a part of a label is machine-made. Letters alone may be the name of a town or an
/// abbreviation, however they read.
fn is_drawn(part: &[u8], classifier: &Classifier) -> bool {
    part.len() >= DRAWN
        && has_digit(part)
        && matches!(class_of(part, classifier), Class::Hex | Class::Random)
}

fn class_of(part: &[u8], classifier: &Classifier) -> Class {
    classifier
        .classify(part, Surroundings::default(), &mut Vec::new())
        .class
}

fn push_without_numbers(label: &[u8], merged: &mut Vec<u8>) {
    let mut is_number = false;
    for &byte in label {
        if !byte.is_ascii_digit() {
            merged.push(byte);
        } else if !is_number {
            merged.extend_from_slice(MARK);
        }
        is_number = byte.is_ascii_digit();
    }
}

/// Returns a merged host with one mark for each run of unfamiliar parts, in the first of its labels
/// that has any. `None` if all labels before the site are familiar.
fn variable(merged: &[u8], site: usize) -> Option<Vec<u8>> {
    let mut start = 0;
    for label in split(&merged[..site.saturating_sub(1)], b'.') {
        let end = start + label.len();
        if !split(label, b'-').all(is_familiar) {
            let mut variable = merged[..start].to_vec();
            push_familiar(label, &mut variable);
            variable.extend_from_slice(&merged[end..]);
            return Some(variable);
        }
        start = end + 1;
    }
    None
}

/// Appends a label with one mark for each run of unfamiliar parts.
fn push_familiar(label: &[u8], merged: &mut Vec<u8>) {
    let mut is_marked = false;
    for (number, part) in split(label, b'-').enumerate() {
        let is_unfamiliar = !is_familiar(part);
        if is_unfamiliar && is_marked {
            continue;
        }
        if number > 0 {
            merged.push(b'-');
        }
        merged.extend_from_slice(if is_unfamiliar { MARK } else { part });
        is_marked = is_unfamiliar;
    }
}

/// Whether a part of a label is an ordinary word, with or without a number. Codes of languages and
/// countries do not count: editions of a site show the same pages.
fn is_familiar(part: &[u8]) -> bool {
    // A mark may end a word or begin it: `cdn{}`.
    let word = part.strip_suffix(MARK).unwrap_or(part);
    let word = word.strip_prefix(MARK).unwrap_or(word);
    if word.is_empty() || NAMES.contains(word) {
        return !word.is_empty();
    }
    let marks = words::look_up(word);
    !marks.has(WordMarks::LOCALE_CODE)
        && (marks.has(WordMarks::KNOWN | WordMarks::PROTECTED) || words::is_technical(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds::Tuning;
    use crate::token::Classes;

    fn classifier() -> Classifier {
        Classifier::new(Classes::default(), Tuning::STANDARD, &[], true)
    }

    #[test]
    fn numbers_tenants_and_drawn_names_are_marks() {
        for (host, wanted) in [
            ("cdn12.example", "cdn{}.example"),
            (
                "a1-b22.img3.shop.example:8080",
                "a{}-b{}.img{}.shop.example:8080",
            ),
            ("shop.s3.amazonaws.com", "{}.s3.amazonaws.com"),
            (
                "shop.s3.eu-west-1.amazonaws.com",
                "{}.s3.eu-west-1.amazonaws.com",
            ),
            ("www2.zork.github.io", "www{}.{}.github.io"),
            ("shop.example", "shop.example"),
            ("4af0bdc4.shop.example", "{}.shop.example"),
            ("dqw4w9wgxcq.shop.example", "{}.shop.example"),
            (
                "0b5a1c7e-8f3d-4b2a-9c6e-112233445566.shop.example",
                "{}.shop.example",
            ),
            (
                "elegant-zork-d64348.shop.example",
                "elegant-zork-{}.shop.example",
            ),
            // Abbreviations are not machine-made.
            ("hqdmzwbfk.shop.example", "hqdmzwbfk.shop.example"),
            (
                "zork-0b5a1c7e-8f3d-4b2a-9c6e-112233445566.shop.example",
                "zork-{}.shop.example",
            ),
            ("wwww.shop.example", "www.shop.example"),
            ("252fwww.shop.example", "www.shop.example"),
            ("w.shop.example", "w.shop.example"),
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:8080", "192.0.2.7:8080"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("localhost", "localhost"),
            ("xn--bcher-kva8.example", "xn--bcher-kva8.example"),
            ("github.io", "github.io"),
            ("", ""),
        ] {
            let merged = merged_host(host.as_bytes(), &classifier());
            assert_eq!(String::from_utf8_lossy(&merged.name), wanted, "{host}");
            let again = merged_host(&merged.name, &classifier());
            assert_eq!(
                (&again.name, again.site),
                (&merged.name, merged.site),
                "{host} twice"
            );
        }
    }

    #[test]
    fn the_first_unfamiliar_label_may_vary_and_words_of_ordinary_meaning_stay() {
        for (host, site, variable) in [
            (
                "quokka.shop.example",
                "shop.example",
                Some("{}.shop.example"),
            ),
            (
                "www.quokka.shop.example",
                "shop.example",
                Some("www.{}.shop.example"),
            ),
            (
                "quokka.eu.shop.example:81",
                "shop.example:81",
                Some("{}.eu.shop.example:81"),
            ),
            (
                "quokka-api.shop.example",
                "shop.example",
                Some("{}-api.shop.example"),
            ),
            (
                "red-quokka-4af0bdc4.shop.example",
                "shop.example",
                Some("{}.shop.example"),
            ),
            (
                "4af0bdc4.shop.example",
                "shop.example",
                Some("{}.shop.example"),
            ),
            ("de.shop.example", "shop.example", Some("{}.shop.example")),
            (
                "quokka.zork.github.io",
                "{}.github.io",
                Some("{}.{}.github.io"),
            ),
            ("zork.github.io", "{}.github.io", Some("{www.}{}.github.io")),
            ("api-dev.shop.example", "shop.example", None),
            ("cdn7.static.shop.example", "shop.example", None),
            (
                "www.shop.example",
                "shop.example",
                Some("{www.}shop.example"),
            ),
            (
                "shop.example:81",
                "shop.example:81",
                Some("{www.}shop.example:81"),
            ),
            ("www.api.shop.example", "shop.example", None),
            ("192.0.2.7", "192.0.2.7", None),
        ] {
            let merged = merged_host(host.as_bytes(), &classifier());
            assert_eq!(String::from_utf8_lossy(merged.site()), site, "{host}");
            let found = merged.variable.as_deref().map(String::from_utf8_lossy);
            assert_eq!(found.as_deref(), variable, "{host}");
        }
    }
}
