//! Hints on options when the input looks like a format that an option would read.

use std::ffi::OsStr;
use std::path::PathBuf;

use urlsift::settings::LikelyFormat;
use urlsift::stream::{SecondUrls, Summary};

use crate::app::show::message::{harmless, say, say_count, shell_word};
use crate::cli::FilterOptions;

/// Names the option that would read the input, if it looks like another format.
pub(crate) fn print(summary: &Summary, options: &FilterOptions) {
    // Some records may lack fields that others have.
    let has_urls = summary.kept + summary.samples + summary.similar + summary.unwanted > 0;
    if let Some(second) = &summary.second_urls {
        advise_on_second_url(second);
    }
    note_long(summary);
    note_scripts(options);
    if let Some(source) = &summary.recoded {
        let source = harmless(source);
        say(format_args!(
            "some lists are in UTF-16 and others are not: the lines of {source} are written like those before them"
        ));
    }
    let Some(format) = &summary.likely_format else {
        return;
    };
    let file = &summary.likely_source;
    match format {
        LikelyFormat::Log => say(
            "this looks like a log with columns: --log reads them by the names in its #Fields line",
        ),
        LikelyFormat::Findings(member) => advise_on_findings(member, summary, options),
        LikelyFormat::Words { base, quoted } => advise_on_words(base, *quoted),
        LikelyFormat::Foreign(advice) => say(advice),
        LikelyFormat::OneName(name) => {
            let name = harmless(name);
            say(format_args!(
                "several lines are read as {name}: urlsift fields FILE shows what is read; \
                 --field and --log say where the URL is"
            ));
        }
        LikelyFormat::Text => {
            say("this looks like text with URLs in it: --extract reads them");
        }
        LikelyFormat::Objects(members) if !has_urls => advise_on_members(members, file),
        LikelyFormat::Requests if !has_urls => {
            let command = command("--log", None, file);
            say(format_args!(
                "this looks like an access log in JSON: {command} reads the requests"
            ));
        }
        LikelyFormat::Messages(member) => {
            let member = shell_word(member);
            say(format_args!(
                "this looks like a log in JSON: --as text --field {member} keeps one line of each \
                 message"
            ));
        }
        LikelyFormat::Entries => {
            say("this looks like a log: --as log keeps one line of each message");
        }
        LikelyFormat::Document => say(
            "this looks like one JSON document: jq -c '.[]' makes lines of a list, \
             jq -c '.results[]' of what ffuf found, --extract reads the URLs in it",
        ),
        LikelyFormat::Members { names, urls } if !has_urls => {
            let names = harmless(&names.join(", "));
            let mut advice = String::new();
            if !urls.is_empty() {
                let command = command("--field", Some(&urls.join(",")), file);
                advice = format!(": {command} reads its URL");
            }
            say(format_args!(
                "no record has a URL in the member of --field; the first one has {names}{advice}"
            ));
        }
        LikelyFormat::Table(columns) if !has_urls => {
            let columns = shell_word(columns);
            say(format_args!(
                "this looks like a table: urlsift --field {columns} FILE reads the URLs in it"
            ));
        }
        LikelyFormat::Columns(count) if !has_urls => {
            let columns = match count {
                1 => "one column".to_owned(),
                count => format!("{count} columns"),
            };
            say(format_args!(
                "no record has a URL in the column of --field; the first one has {columns}"
            ));
        }
        LikelyFormat::OtherColumn(column) if !has_urls => {
            let command = command("--field", Some(column), file);
            say(format_args!(
                "no record has a URL in the column of --field: {command} reads another"
            ));
        }
        _ => {}
    }
}

/// Names the member by which findings stay apart, if lines were dropped without it.
fn advise_on_findings(member: &str, summary: &Summary, options: &FilterOptions) {
    let by = options.settings.text("by");
    if summary.similar == 0 || by.split(',').any(|field| field.trim() == member) {
        return;
    }
    let fields = shell_word(&format!("{by},{member}"));
    say(format_args!(
        "records of one page have findings in {}: --by {fields} keeps one line of each",
        harmless(member)
    ));
}

/// Names a script that is read as a list.
fn note_scripts(options: &FilterOptions) {
    if options.input.extract {
        return;
    }
    let is_script = |path: &&PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str);
        ["js", "mjs", "cjs", "jsx", "tsx"]
            .iter()
            .any(|script| extension == Some(*script))
    };
    if let Some(script) = options.files.iter().find(is_script) {
        let name = shell_word(&script.to_string_lossy());
        say(format_args!(
            "{name} looks like a script: urlsift --extract {name} reads the URLs in it"
        ));
    }
}

/// Counts the lines that are too long to be read.
pub(crate) fn note_long(summary: &Summary) {
    say_count(
        summary.long,
        "line of more than 1 MiB was not read, and no option chose it: --extract finds its URLs",
        "lines of more than 1 MiB were not read, and no option chose them: --extract finds their URLs",
    );
}

/// Names the members that may hold the URL.
fn advise_on_members(members: &[String], file: &str) {
    if members.is_empty() {
        say(
            "this looks like JSON without a known member for the URL: --field PATH names one, \
             --field HOST,PATH joins two",
        );
        return;
    }
    let command = command("--field", Some(&members.join(",")), file);
    say(format_args!(
        "this looks like JSON without a known member for the URL: {command} reads it"
    ));
}

/// Returns the command with an option for a file, as a shell takes it.
fn command(option: &str, value: Option<&str>, file: &str) -> String {
    let mut command = format!("urlsift {option}");
    if let Some(value) = value {
        command.push(' ');
        command.push_str(&shell_word(value));
    }
    if file == "stdin" {
        command.push_str(" < FILE");
    } else {
        command.push(' ');
        command.push_str(&shell_word(file));
    }
    command
}

/// Names the option that reads the second URL of lines.
fn advise_on_second_url(second: &SecondUrls) {
    let first = &second.first;
    let option = match second.column {
        Some(column) => format!("--field {column} compares that one"),
        None => "--extract compares every URL".to_owned(),
    };
    say(format_args!(
        "some lines have a second URL, which is not compared, the first {first}: {option}"
    ));
}

/// Shows how words become URLs. A base with a sign that sed or a shell interprets is not named.
fn advise_on_words(base: &str, quoted: bool) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":/.-_~%".contains(c);
    let base = if !base.is_empty() && base.chars().all(is_plain) {
        base
    } else {
        "https://HOST/"
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
