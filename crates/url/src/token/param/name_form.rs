//! Values inside names of parameters: `nid_0b629`, `jQuery110206_1700000000`, and queries without
//! `=`: `?12+zork+pdf`, `?user:ann`.
//!
//! A name with a hash or a number is new with each visit of a page, so it has no end. Yet
//! `address1` and `md5sum` are names, and so is the only key of its form. So the token of such a
//! name is its form, and learning keeps the first few names of each form.

use super::super::census::Census;
use super::super::{random, segment, words};
use crate::bytes::{before, first, has_digit, leading_digits};

/// Minimum length of a part that is a hexadecimal number.
const SHORTEST_HEX: usize = 4;

/// Minimum length of a part that looks random otherwise.
const SHORTEST_RANDOM: usize = 8;

/// Puts `{}` in place of the values in the token of a name, with numbers of at least `shortest`
/// digits; `false` if it has none.
pub(super) fn write(token: &mut Vec<u8>, shortest: usize) -> bool {
    if !has_digit(token) {
        return false;
    }
    let name = std::mem::take(token);
    let mut has_value = false;
    let mut rest = &name[..];
    while let Some(byte) = rest.first() {
        let part = before(rest, |b| !b.is_ascii_alphanumeric());
        if part.is_empty() {
            let length = if *byte == b'%' { 3 } else { 1 };
            let separator = first(rest, length);
            token.extend_from_slice(separator);
            rest = &rest[separator.len()..];
            continue;
        }
        if is_value(part) {
            token.extend_from_slice(b"{}");
            has_value = true;
        } else {
            has_value |= write_part(part, shortest, token);
        }
        rest = &rest[part.len()..];
    }
    has_value
}

/// Writes a part of a name, with `{}` for each number in it. Returns whether there is one.
fn write_part(part: &[u8], shortest: usize, token: &mut Vec<u8>) -> bool {
    if words::is_technical(part) {
        token.extend_from_slice(part);
        return false;
    }
    let mut has_number = false;
    let mut rest = part;
    while !rest.is_empty() {
        let letters = before(rest, |b| b.is_ascii_digit());
        token.extend_from_slice(letters);
        rest = &rest[letters.len()..];
        let digits = first(rest, leading_digits(rest));
        if digits.len() >= shortest {
            token.extend_from_slice(b"{}");
            has_number = true;
        } else {
            token.extend_from_slice(digits);
        }
        rest = &rest[digits.len()..];
    }
    has_number
}

/// Whether a part of a name is a value as a whole: hexadecimal digits of both kinds, or random
/// letters and digits.
fn is_value(part: &[u8]) -> bool {
    let census = Census::of(part);
    let is_mixed = census.digits > 0 && census.letters() > 0;
    let is_hex = census.digits + census.hex_letters == census.length;
    // `add2` and `bed3` are names.
    let is_drawn = census.digits >= 2 || census.switches >= 2;
    if is_mixed && is_hex && is_drawn && census.length >= SHORTEST_HEX {
        return true;
    }
    census.length >= SHORTEST_RANDOM && random::is_random(part, &census)
}

/// Writes the form of a key without a value: `{}` behind the ordinary word that it begins with, if
/// any. Returns `false` for a key of one word, or of ordinary words only: it names something.
pub(super) fn write_bare(key: &[u8], token: &mut Vec<u8>) -> bool {
    let is_joint = |b: &u8| matches!(b, b'_' | b'-' | b'/');
    let is_plain = |b: &u8| b.is_ascii_alphabetic() || is_joint(b);
    if key.iter().all(is_plain) {
        return false;
    }
    let word = before(key, |b| !b.is_ascii_alphabetic());
    let rest = &key[word.len()..];
    let is_named = !word.is_empty() && segment::is_known(word);
    // A word with a number is a name.
    if rest.iter().all(u8::is_ascii_digit) || is_ordinary(key) {
        return false;
    }
    token.clear();
    if is_named {
        token.extend_from_slice(word);
        token.extend(rest.first().filter(|b| !b.is_ascii_alphanumeric()));
    }
    token.extend_from_slice(b"{}");
    true
}

/// Whether all words of a key are ordinary.
fn is_ordinary(key: &[u8]) -> bool {
    let mut parts = key.split(|b| !b.is_ascii_alphanumeric());
    parts.all(|part| part.is_empty() || segment::is_known(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_or_a_number_in_a_name_is_a_value() {
        for (name, wanted) in [
            ("nid_0b629", "nid_{}"),
            ("tok_9f8e7d", "tok_{}"),
            ("_8f3a2c1b", "_{}"),
            ("field_3f2a1b", "field_{}"),
            ("x-6f1e", "x-{}"),
            ("0123456789abcdef0123456789abcdef", "{}"),
            ("jQuery110206_1700000000", "jQuery{}_{}"),
            ("item_1", "item_{}"),
            ("q1x", "q{}x"),
            ("row[a7f31][name]", "row[{}][name]"),
            ("data.0c9d2f.x", "data.{}.x"),
            ("cart:7f3e:size", "cart:{}:size"),
            ("ctl00$grid$9b", "ctl{}$grid${}b"),
            // Not in names of letters, or known ones.
            ("nid", "nid"),
            ("facade_bead", "facade_bead"),
            ("md5", "md5"),
            ("utf8", "utf8"),
            ("%C3%A1_b", "%C3%A1_b"),
        ] {
            let mut token = name.as_bytes().to_vec();
            let found = write(&mut token, 1);
            assert_eq!(String::from_utf8_lossy(&token), wanted, "{name}");
            assert_eq!(found, name != wanted, "{name}");
        }
    }

    #[test]
    fn a_key_without_a_value_has_a_form_unless_it_names_something() {
        for (key, wanted) in [
            ("12+zork+QT121+pdf", Some("{}")),
            ("user:ann", Some("user:{}")),
            ("12+34", Some("{}")),
            ("1.5,2.5", Some("{}")),
            ("ann@t.example", Some("{}")),
            ("news-12-tea-time", Some("news-{}")),
            ("page/kettle.html", Some("page/{}")),
            ("../Reviews/quil.html", Some("{}")),
            ("kettle*(2)", Some("{}")),
            ("tea|pot", Some("{}")),
            ("OpenDocument", None),
            ("EditDocument", None),
            ("wsdl", None),
            ("_facets", None),
            ("download", None),
            ("list-type", None),
            ("zork", None),
            ("get_kettle", None),
            ("step2", None),
            ("user/list", None),
        ] {
            let mut token = Vec::new();
            let found = write_bare(key.as_bytes(), &mut token);
            let form = found.then(|| String::from_utf8_lossy(&token).into_owned());
            assert_eq!(form.as_deref(), wanted, "{key}");
        }
    }
}
