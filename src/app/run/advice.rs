//! Hints on options when the input looks like a format that an option would read.

use urlsift::settings::LikelyFormat;
use urlsift::stream::{SecondUrls, Summary};

use crate::app::show::message::{counted, harmless, say};

/// Names the option that would read the input, if it looks like another format.
pub(crate) fn print(summary: &Summary) {
    // Some records may lack fields that others have.
    let has_urls = summary.kept + summary.samples + summary.similar + summary.unwanted > 0;
    if let Some(second) = &summary.second_urls {
        advise_on_second_url(second);
    }
    let Some(format) = &summary.likely_format else {
        return;
    };
    match format {
        LikelyFormat::Log => say(
            "this looks like a log with columns: --log reads them by the names in its #Fields line",
        ),
        LikelyFormat::Words { base, quoted } => advise_on_words(base, *quoted),
        LikelyFormat::Foreign(advice) => say(advice),
        LikelyFormat::OneName(name) => {
            let name = harmless(name);
            say(format_args!(
                "several lines are read as {name}: urlsift fields FILE shows what is read; \
                 --field, --column and --log say where the URL is"
            ));
        }
        LikelyFormat::Text => {
            say("this looks like text with URLs in it: --extract reads them");
        }
        LikelyFormat::Objects if !has_urls => say(
            "this looks like JSON without a known member for the URL: --field PATH names one, \
             --field HOST,PATH joins two",
        ),
        LikelyFormat::Messages(member) => say(format_args!(
            "this looks like a log in JSON: --as text --field {member} keeps one line of each \
             message"
        )),
        LikelyFormat::Entries => {
            say("this looks like a log: --as log keeps one line of each message");
        }
        LikelyFormat::Document => say(
            "this looks like one JSON document: jq -c '.[]' makes lines of a list, \
             jq -c '.results[]' of what ffuf found, --extract reads the URLs in it",
        ),
        LikelyFormat::Members(names) if !has_urls => {
            let names = harmless(&names.join(", "));
            say(format_args!(
                "no record has a URL in the member of --field; the first one has {names}"
            ));
        }
        LikelyFormat::Columns(count) if !has_urls => {
            let columns = match count {
                1 => "one column".to_owned(),
                count => format!("{count} columns"),
            };
            say(format_args!(
                "no record has a URL in the column of --column; the first one has {columns}"
            ));
        }
        _ => {}
    }
}

/// Names the option that reads the second URL of lines.
fn advise_on_second_url(second: &SecondUrls) {
    let verb = if second.count == 1 { "has" } else { "have" };
    let lines = counted(second.count, "line");
    let first = &second.first;
    let option = match second.column {
        Some(column) => format!("--column {column} compares that one"),
        None => "--extract compares every URL".to_owned(),
    };
    say(format_args!(
        "{lines} {verb} a second URL, which is not compared, the first {first}: {option}"
    ));
}

/// Shows how words become URLs.
fn advise_on_words(base: &str, quoted: bool) {
    let base = if base.is_empty() {
        "https://HOST/".to_owned()
    } else {
        harmless(base)
    };
    let script = if quoted {
        format!("-n 's|.*\"\\(.*\\)\".*|{base}\\1|p'")
    } else {
        format!("'s|^|{base}|'")
    };
    say(format_args!(
        "these are words below a base: sed {script} FILE | urlsift compares them as URLs"
    ));
}
