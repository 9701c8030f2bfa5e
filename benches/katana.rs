//! The lines of the shape "mixed" as a crawler writes them: JSON of katana, with what it tells
//! beside each URL.

use std::fmt::Write;

use crate::corpus::Shape;

/// Appends a line with its end.
pub(crate) fn line(number: u64, line: &mut Vec<u8>) {
    let mut url = Vec::new();
    Shape::Mixed.line(number, &mut url);
    let url = escaped(String::from_utf8_lossy(&url).trim_end());
    let site = number % 50;
    let text = format!(
        "{{\"timestamp\":\"2026-05-01T10:{:02}:{:02}.000000001Z\",\"request\":{{\"method\":\"GET\",\"endpoint\":\"{url}\",\
         \"tag\":\"a\",\"attribute\":\"href\",\"source\":\"https://site{site}.example/\"}},\"response\":{{\"status_code\":200,\
         \"headers\":{{\"Content-Type\":\"text/html\"}},\"technologies\":[\"Nginx\"]}}}}\n",
        number / 60 % 60,
        number % 60,
    );
    line.extend(text.bytes());
}

/// As Go writes a text in JSON.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '&' | '<' | '>' | '\0'..' ' => {
                write!(written, "\\u{:04x}", u32::from(c)).expect("memory takes what is written");
            }
            _ => written.push(c),
        }
    }
    written
}
