//! Hints on options: when the input looks like a format that an option would read, and when a state
//! cannot be used with the options given.

use anyhow::anyhow;
use urlsift::ErrorKind;
use urlsift::memory::Capability;
use urlsift::settings::LikelyFormat;
use urlsift::stream::Summary;

use super::message::{harmless, say};
use crate::cli::Place;

/// Adds advice to an error of a task of `urlsift state`, which has other options than a run.
pub(super) fn of_task(place: &Place) -> impl Fn(urlsift::Error) -> anyhow::Error {
    |error| on_state(error, place, false)
}

/// Adds advice to an error of a run.
pub(super) fn of_run(place: &Place) -> impl Fn(urlsift::Error) -> anyhow::Error {
    |error| on_state(error, place, true)
}

fn on_state(error: urlsift::Error, place: &Place, is_run: bool) -> anyhow::Error {
    let is_file = place.file().is_some();
    let advice = match error.kind() {
        ErrorKind::Busy if is_run => "--state-wait waits for it to end",
        ErrorKind::ReadOnly if is_run => "--dry-run only reads it",
        ErrorKind::OtherSettings if is_file => {
            "use the same options, or change those of the state with urlsift state rebuild"
        }
        ErrorKind::OtherSettings => "use the same options, or another prefix=NAME",
        ErrorKind::OtherSlice(_) if is_file => "leave out --slice, or start a new file",
        ErrorKind::OtherSlice(_) => "leave out --slice, or use another prefix=NAME",
        ErrorKind::OtherWindow(_) => "use the same --window, or another prefix=NAME",
        ErrorKind::Unsupported(capability) => match capability {
            Capability::Comparison => {
                "use the default metric and a threshold of 95 or above, or remember in a file"
            }
            Capability::ParamNames => "leave out --params names, or remember in a file",
            Capability::Samples => "leave out --keep, or remember in a file",
            Capability::Bursts => "leave out --at-least, or remember in a file",
            Capability::AllLines => "leave out --remember all, or remember in a file",
            Capability::Replacement => return error.into(),
        },
        _ => return error.into(),
    };
    anyhow!("{error:#}; {advice}")
}

/// Names the option that would read the input, if it looks like another format.
pub(super) fn print(summary: &Summary) {
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
