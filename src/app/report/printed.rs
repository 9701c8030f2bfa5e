//! The part of a record that `--print` chooses.

use urlsift::explain::UrlPart;
use urlsift::stream::DecidedRecord;

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
    }
}

/// Appends it. A record that is not a URL is printed as it is.
pub(super) fn append(decided: &DecidedRecord<'_>, print: Print, text: &mut Vec<u8>) {
    let part = match print {
        Print::Line => None,
        Print::Shape => {
            if let Some(shape) = decided.shape() {
                text.extend_from_slice(shape.as_bytes());
                return;
            }
            None
        }
        Print::Url => Some(UrlPart::Url),
        Print::Canonical => Some(UrlPart::Canonical),
        Print::Host => Some(UrlPart::Host),
        Print::Path => Some(UrlPart::Path),
    };
    if !part.is_some_and(|part| decided.sift.scanner().append_part(decided.line, part, text)) {
        text.extend_from_slice(decided.line);
    }
}
