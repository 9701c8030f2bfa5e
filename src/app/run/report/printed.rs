//! The part of a record that `--print` chooses.

use urlsift::Verdict;
use urlsift::explain::{LineKeys, UrlPart};
use urlsift::stream::DecidedRecord;

use crate::app::show::message::{excerpt, harmless};
use crate::cli::Print;

/// Returns its name as a column.
pub(in crate::app) fn name(print: Print) -> &'static str {
    match print {
        Print::Line => "line",
        Print::Url => "url",
        Print::Canonical => "canonical",
        Print::Shape => "shape",
        Print::Host => "host",
        Print::Path => "path",
        Print::Count => "count",
        Print::Percent => "percent",
        Print::Verdict => "verdict",
        Print::Reason => "reason",
        Print::Like => "like",
        Print::Last => "last",
        Print::Source => "source",
        Print::Record => "record",
        Print::Key => "key",
        Print::Fields => "fields",
    }
}

/// Appends the keys of a line, with commas between them; `-` if it has too many. Returns whether it
/// has keys.
pub(in crate::app) fn append_keys(keys: Option<&[u64]>, text: &mut Vec<u8>) -> bool {
    let Some(keys) = keys else {
        text.push(b'-');
        return false;
    };
    for (number, key) in keys.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        text.extend_from_slice(format!("{comma}{key:016x}").as_bytes());
    }
    true
}

/// Returns the keys by which lines that are similar to a line are found, if they can be listed.
pub(in crate::app) fn keys(decided: &DecidedRecord<'_>) -> Option<Vec<u64>> {
    match LineKeys::of(decided.sift, decided.line) {
        LineKeys::NotUrl(key) => Some(vec![key]),
        LineKeys::Url(keys) => Some(keys),
        _ => None,
    }
}

/// Appends the format of a record, and its fields, each with where it stands.
fn append_fields(decided: &DecidedRecord<'_>, text: &mut Vec<u8>) {
    let scanner = decided.sift.scanner();
    let found = scanner.view().fields.told(decided.line);
    text.extend_from_slice(found.format.as_bytes());
    for (number, origin) in found.fields.iter().enumerate() {
        let mark = if number > 0 { ";" } else { ":" };
        let name = origin.field.name();
        let value = excerpt(&origin.value);
        let place = harmless(&origin.from);
        text.extend_from_slice(format!("{mark} {name} {value} from {place}").as_bytes());
    }
}

/// Appends it. A record that is not a URL is printed as it is.
pub(super) fn append(decided: &DecidedRecord<'_>, print: Print, text: &mut Vec<u8>) {
    let part = match print {
        Print::Url => Some(UrlPart::Url),
        Print::Canonical => Some(UrlPart::Canonical),
        Print::Host => Some(UrlPart::Host),
        Print::Path => Some(UrlPart::Path),
        Print::Shape => {
            if let Some(shape) = decided.shape() {
                text.extend_from_slice(shape.as_bytes());
                return;
            }
            None
        }
        Print::Key => {
            append_keys(keys(decided).as_deref(), text);
            return;
        }
        Print::Fields => return append_fields(decided, text),
        _ => None,
    };
    if !part.is_some_and(|part| decided.sift.scanner().append_part(decided.line, part, text)) {
        text.extend_from_slice(decided.line);
    }
}

/// Appends its URL, with escapes for blanks and control characters. Returns `false`, and appends
/// nothing, if it has none, or only a path among other text: a list of paths, with or without
/// methods, is one of URLs.
pub(super) fn append_url(decided: &DecidedRecord<'_>, text: &mut Vec<u8>) -> bool {
    let mut url = Vec::new();
    let is_url = decided
        .sift
        .scanner()
        .append_part(decided.line, UrlPart::Url, &mut url);
    let mut words = decided.line.split(|byte| *byte == b' ').take(2);
    let is_path = url.starts_with(b"/")
        && !url.starts_with(b"//")
        && !words.any(|word| word.starts_with(b"/"));
    if !is_url || is_path || matches!(decided.verdict, Verdict::Header { .. }) {
        return false;
    }
    for byte in url {
        if byte <= b' ' || byte == 0x7F {
            text.extend_from_slice(format!("%{byte:02X}").as_bytes());
        } else {
            text.push(byte);
        }
    }
    true
}
