//! A made-up feed: JSON lines, each with a URL and the time at which it came, a thousand a second.

use std::io::Write;

/// When the first line came, in milliseconds since 1970.
const START: u64 = 1_700_000_000_000;

/// Appends a line without its end. Three of ten are of kinds that come again and again; each of the
/// others is a kind of its own.
pub(crate) fn line(number: u64, line: &mut Vec<u8>) {
    let site = number % 50;
    let written = if number % 10 < 3 {
        write!(
            line,
            "{{\"url\":\"https://site{site}.example/page{}\"",
            number % 997
        )
    } else {
        write!(
            line,
            "{{\"url\":\"https://site{site}.example/item/{number}\""
        )
    };
    written
        .and_then(|()| writeln!(line, ",\"seen\":{}}}", START + number))
        .expect("memory takes what is written");
}
