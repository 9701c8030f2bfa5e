//! Hosts and addresses in a path.

use super::rule::ClassRule;
use crate::bytes::{is_small_letters_and, split, split_once};
use crate::list::list;
use crate::token::class::Class;
use crate::token::endings;
use crate::token::view::{DOT, OTHER_BYTE, UNDERSCORE, is_ipv6};
use crate::token::words::is_known;

pub(super) static RULES: [ClassRule; 6] = [
    ClassRule {
        name: "host",
        class: Class::Host,
        kinds: &[DOT],
        fits: |view, surroundings| {
            endings::is_host(view.segment)
                && !surroundings.is_grouped()
                && !(surroundings.is_api() && is_method(view.segment))
        },
        why: concat!(
            "a domain names one of many; after `apis` a dotted name is that of a group, and in an ",
            "API `team.info` is a method",
        ),
    },
    ClassRule {
        name: "api-group",
        class: Class::File,
        kinds: &[DOT],
        fits: |view, surroundings| surroundings.is_grouped() && endings::is_host(view.segment),
        why: "after `apis` a dotted name is that of a group of resources, which programmers chose",
    },
    ClassRule {
        name: "app-name",
        class: Class::Host,
        kinds: &[DOT],
        fits: |view, surroundings| {
            !surroundings.is_api() && view.ending == 0 && is_app_name(view.segment)
        },
        why: concat!(
            "stores of apps and plug-ins name them by a domain in reverse; in an API, and with ",
            "capitals, such a name may be that of a method or class",
        ),
    },
    ClassRule {
        name: "service-name",
        class: Class::Host,
        kinds: &[DOT, UNDERSCORE],
        fits: |view, _| is_service_name(view.segment),
        why: "names of services in the domain name system begin with an underscore (RFC 8552)",
    },
    ClassRule {
        name: "ipv6",
        class: Class::Host,
        kinds: &[OTHER_BYTE],
        fits: |view, _| is_ipv6(view.segment),
        why: "an address names one of many",
    },
    ClassRule {
        name: "address",
        class: Class::Host,
        kinds: &[OTHER_BYTE],
        fits: |view, _| view.is_address,
        why: "an address inside the path is one value, however deep: archives and proxies have millions of them",
    },
];

/// Whether a segment is a thing and an action, `team.info`: ordinary words on both sides of a dot.
fn is_method(segment: &[u8]) -> bool {
    let mut words = split(segment, b'.');
    let thing = words.next().unwrap_or_default();
    let action = words.next().unwrap_or_default();
    words.next().is_none() && is_known(thing) && is_known(action)
}

/// Top-level domains that begin names of apps, except those that are words (`me`, `app`).
const REVERSED: [&str; 24] =
    list("com org net io de fr eu ru uk nl ch jp cn pl cz se es br au ca kr edu gov xyz");

/// Whether a segment is a reversed domain and a name, in small letters.
fn is_app_name(segment: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        label.first().is_some_and(u8::is_ascii_lowercase)
            && is_small_letters_and(label, b"0123456789-_")
    };
    let mut labels = split(segment, b'.');
    let first = labels.next().unwrap_or_default();
    if !REVERSED.iter().any(|domain| domain.as_bytes() == first) {
        return false;
    }
    labels.clone().count() >= 2 && labels.all(is_label)
}

fn is_service_name(segment: &[u8]) -> bool {
    let [b'_', name @ ..] = segment else {
        return false;
    };
    let Some((service, domain)) = split_once(name, b'.') else {
        return false;
    };
    !service.is_empty() && !domain.is_empty() && is_small_letters_and(service, b"-")
}
