//! Hints on options when the input looks like a format that an option would read.

use urlsift::settings::LikelyFormat;
use urlsift::stream::Summary;

use crate::app::show::message::{harmless, say};

/// Names the option that would read the input, if it looks like another format.
pub(crate) fn print(summary: &Summary) {
    // Some records may lack fields that others have.
    let has_urls = summary.kept + summary.samples + summary.similar + summary.unwanted > 0;
    let text: String = match &summary.likely_format {
        Some(LikelyFormat::Log) => "this looks like a log with columns: --log reads them by the names in its #Fields line".into(),
        Some(LikelyFormat::Words { base, quoted }) => {
            let base = if base.is_empty() { "https://HOST/".to_owned() } else { harmless(base) };
            let (options, pattern, end) = if *quoted { ("-n ", ".*\"\\(.*\\)\".*", "\\1|p") } else { ("", "^", "|") };
            format!("these are words below a base: sed {options}'s|{pattern}|{base}{end}' FILE | urlsift compares them as URLs")
        }
        Some(LikelyFormat::Foreign(advice)) => (*advice).into(),
        Some(LikelyFormat::OneName(name)) => format!(
            "several lines are read as {}: urlsift fields FILE shows what is read; --field, --column and --log say where the URL is",
            harmless(name)
        ),
        Some(LikelyFormat::Text) => "this looks like text with URLs in it: --extract reads them".into(),
        Some(LikelyFormat::Objects) if !has_urls => {
            "this looks like JSON without a known member for the URL: --field PATH names one, --field HOST,PATH joins two".into()
        }
        Some(LikelyFormat::Messages(member)) => {
            format!("this looks like a log in JSON: --as text --field {member} keeps one line of each message")
        }
        Some(LikelyFormat::Entries) => "this looks like a log: --as log keeps one line of each message".into(),
        Some(LikelyFormat::Document) => {
            "this looks like one JSON document: jq -c '.[]' makes lines of a list, jq -c '.results[]' of what ffuf found, --extract reads the URLs in it".into()
        }
        Some(LikelyFormat::Members(names)) if !has_urls => {
            format!("no record has a URL in the member of --field; the first one has {}", harmless(&names.join(", ")))
        }
        Some(LikelyFormat::Columns(columns)) if !has_urls => {
            let columns = if *columns == 1 { "one column".to_owned() } else { format!("{columns} columns") };
            format!("no record has a URL in the column of --column; the first one has {columns}")
        }
        _ => return,
    };
    say(text);
}
