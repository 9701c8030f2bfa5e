//! Tells names of sites and addresses from other words with dots.

use crate::bytes::{
    begins_with_letter, is_alphanumeric_and, is_digits, is_letters, is_one_of, split_last,
};
use crate::list::list;
use crate::suffixes::suffix;
use crate::token;

/// Last labels of names that no registry gives away.
const OWN_ENDINGS: [&str; 9] = list("corp example home internal invalid lan local localhost test");

/// Whether a word is the name of a site, with or without a port. Names of modules and files have
/// dots as well, but other endings.
pub(super) fn is_site(word: &[u8]) -> bool {
    // The shortest one is `a.co`.
    if word.len() < 4 {
        return false;
    }
    let name = without_port(word);
    if name == b"localhost" {
        return true;
    }
    let Some((_, ending)) = split_last(name, b'.') else {
        return false;
    };
    if !begins_with_letter(ending) || !is_name(name) || token::is_file(name) {
        return false;
    }
    // A level behind the name of a channel: `local.INFO`.
    if ending[0].is_ascii_uppercase() && !name[0].is_ascii_uppercase() {
        return false;
    }
    let name = name.to_ascii_lowercase();
    let is_registered = suffix(&name).is_some_and(|suffix| suffix.registry.is_some());
    is_registered || is_one_of(ending, &OWN_ENDINGS)
}

/// Whether the name of a site may be that of a module: its last label is an ordinary word, as in
/// `billing.events`.
pub(super) fn may_be_module(site: &[u8]) -> bool {
    let (_, ending) = split_last(site, b'.').unwrap_or_default();
    ending.len() > 3 && is_letters(ending) && !is_one_of(ending, &OWN_ENDINGS)
}

/// Whether the name of a site may be that of a person: two names, the last one short, as in
/// `li.na`.
pub(super) fn may_be_person(site: &[u8]) -> bool {
    let (name, ending) = split_last(site, b'.').unwrap_or_default();
    ending.len() == 2 && is_letters(name)
}

/// Whether a word has the form of a host name, with dots or a port.
pub(super) fn is_name(word: &[u8]) -> bool {
    let name = without_port(word);
    if !is_alphanumeric_and(name, b"-_.") {
        return false;
    }
    match split_last(name, b'.') {
        Some((before, ending)) => !before.is_empty() && begins_with_letter(ending),
        None => name.len() < word.len() && begins_with_letter(name),
    }
}

fn without_port(word: &[u8]) -> &[u8] {
    match split_last(word, b':') {
        Some((name, port)) if is_port(port) => name,
        _ => word,
    }
}

fn is_port(text: &[u8]) -> bool {
    matches!(text.len(), 1..6) && is_digits(text)
}

/// Whether a word is an IP address, with or without a port.
pub(super) fn is_numeric(word: &[u8]) -> bool {
    let is_of_address = |byte: &u8| byte.is_ascii_hexdigit() || b".:[]".contains(byte);
    if !word.iter().all(is_of_address) {
        return false;
    }
    let dots = memchr::memchr_iter(b'.', word).count();
    let colons = memchr::memchr_iter(b':', word).count();
    dots == 3 || colons > 2 || word.starts_with(b"::")
}
