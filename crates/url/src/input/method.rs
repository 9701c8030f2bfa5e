//! Names of methods.

use crate::list::list;

/// Common methods, the most common first.
pub(super) const METHODS: [&[u8]; 9] = [
    b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"PATCH", b"CONNECT", b"TRACE",
];

/// Methods that are ordinary words as well: they count only at the start of a line, before a URL.
const RARE: [&str; 12] =
    list("COPY DEBUG LOCK MKCOL MOVE PROPFIND PROPPATCH PURGE QUERY REPORT TRACK UNLOCK");

/// Returns a common method in capitals, another as it is written.
pub(super) fn in_capitals(method: &[u8]) -> &[u8] {
    if is_method(method) {
        return method;
    }
    let mut common = METHODS.into_iter();
    let known = common.find(|known| known.eq_ignore_ascii_case(method));
    known.unwrap_or(method)
}

/// Whether a word is a method, in capitals.
pub(super) fn is_method(word: &[u8]) -> bool {
    METHODS.contains(&word)
}

/// Whether the first word of a line is a method, given that a URL follows.
pub(super) fn begins_request(word: &[u8]) -> bool {
    is_method(word) || RARE.iter().any(|rare| rare.as_bytes() == word)
}
