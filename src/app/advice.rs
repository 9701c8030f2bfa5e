//! One hint when the input looks like a format that an option would read.

use urlsift::LikelyFormat;
use urlsift::stream::Summary;

use super::message::{harmless, say};

/// Says which option would read the input, if it looks like something else.
pub(super) fn print(summary: &Summary) {
    let text: String = match &summary.likely_format {
        Some(LikelyFormat::Log) => "this looks like an access log: --log compares its lines by the path of their request".into(),
        Some(LikelyFormat::Table(column)) => {
            format!("this looks like a table: --column {} compares its rows by that column", harmless(column))
        }
        Some(LikelyFormat::Text) => "this looks like text with URLs in it: --extract reads them".into(),
        Some(LikelyFormat::Objects) => {
            "this looks like JSON without a known member for the URL: --field PATH names one".into()
        }
        Some(LikelyFormat::Document) => {
            "this looks like one JSON document: jq -c '.[]' makes lines of a list, --extract reads the URLs in it".into()
        }
        _ => return,
    };
    say(text);
}
