//! Recognises records that are being read in the wrong format, for a hint about the right option.

use super::json_paths;
use super::likely_table;
use super::log::{self, LogColumns};
use super::status::begins_like;
use super::url_members::url_members;
use crate::bytes::{begins_with, is_digits, is_letters};
use bstr::ByteSlice;

/// The likely format of records, if it is not the chosen one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LikelyFormat {
    /// A log whose columns a `#Fields:` line names.
    Log,
    /// HTML, XML or `robots.txt`.
    Text,
    /// JSON objects without a known member for a URL; these members have one, or its parts.
    Objects(Vec<String>),
    /// JSON objects of a log, some of whose messages are requests.
    Requests,
    /// JSON objects of a log: the member of this name has its messages.
    Messages(&'static str),
    /// A log of messages, each behind a time.
    Entries,
    /// JSON objects of a scanner: the member of this name tells one finding from another.
    Findings(String),
    /// One JSON document on several lines.
    Document,
    /// Words that a tool tried below a base, with what was answered: `admin (Status: 200)`, or in
    /// quotes at the end of a line. The base is empty if no head named it.
    Words { base: String, quoted: bool },
    /// A head that names the base of the words after it: `Target: https://a.example/FUZZ`.
    Target(String),
    /// An output that another command makes lines of, as these words say.
    Foreign(&'static str),
    /// Lines that have more text than the one address, name or file that all are read as.
    OneName(String),
    /// JSON objects without the requested member; they have members of these names.
    Members {
        names: Vec<String>,
        /// The members with a URL, or its parts.
        urls: Vec<String>,
    },
    /// A table without the requested column; it has this many columns.
    Columns(usize),
    /// A table with the URL in this column, not in the requested one.
    OtherColumn(String),
    /// A table of which no URL is read; these columns look like one.
    Table(String),
}

/// Maximum number of member names in a hint, and of those among which a message is looked for.
const NAMES: usize = 12;
const MEMBERS: usize = 64;

/// Members with the messages of logs: of journald, of libraries for many languages, of containers.
const MESSAGES: [&str; 6] = ["MESSAGE", "message", "msg", "log", "event", "text"];

/// Members that say what scanners found, in small letters without signs.
const FINDINGS: [&str; 22] = [
    "templateid",
    "ruleid",
    "pluginid",
    "checkid",
    "testid",
    "signatureid",
    "findingid",
    "alertid",
    "vulnerabilityid",
    "vulnid",
    "issueid",
    "weaknessid",
    "detectorid",
    "alert",
    "finding",
    "vulnerability",
    "vulnname",
    "issuename",
    "issuetype",
    "rulename",
    "checkname",
    "cve",
];

/// Starts of lines of such outputs, and words of advice.
const FOREIGN: &[(&[u8], &str)] = &[
    (
        b"| URL | http",
        "these are records of ffuf -v: awk '/^.Status/ {s = $0} /^. URL/ {print $4, s}' FILE makes lines of them",
    ),
    (
        b"raw: |",
        "this looks like YAML of proxify: yq -o json -I 0 FILE makes JSON lines of it",
    ),
];

/// Bytes at which lists end a record, if not with the byte that is expected.
const ENDS: &[u8] = b"\0\r\n";

/// Starts of HTML, XML and `robots.txt`, in any case.
const TEXTS: [&[u8]; 4] = [b"<html", b"<urlset", b"<rss", b"user-agent:"];

/// Labels of targets in the heads of outputs: of wfuzz, gobuster and ffuf.
const TARGETS: [&[u8]; 3] = [b"Target: ", b"[+] Url:", b":: URL"];

impl LikelyFormat {
    /// Returns the format, with the base that an earlier line named.
    pub fn below(self, earlier: Option<Self>) -> Self {
        match (self, earlier) {
            (Self::Words { quoted, .. }, Some(Self::Target(base))) => Self::Words { base, quoted },
            (format, _) => format,
        }
    }

    /// Recognises the format of a record without blanks around it, by its number in its source,
    /// from 1, and by whether it currently reads as a URL. `None` if no other format fits better.
    pub fn of(line: &[u8], number: u64, is_url: bool) -> Option<Self> {
        // A comment that names columns is not a URL, but a line with these columns may contain one.
        let names_columns = !is_url && LogColumns::read(line).is_some();
        if names_columns || log::is_table(line) {
            return Some(Self::Log);
        }
        if let Some(quoted) = words(line) {
            return Some(Self::Words {
                base: String::new(),
                quoted,
            });
        }
        if let Some(at) = line.find_byteset(ENDS)
            && line[at..].contains_str("://")
        {
            return Some(Self::Foreign(match line[at] {
                b'\0' => "records end with a zero byte here: -z reads them",
                b'\r' => {
                    "lines end with a carriage return here: tr '\\r' '\\n' < FILE makes lines of them"
                }
                _ => "records end with a line feed here: leave out -z",
            }));
        }
        for (start, advice) in FOREIGN {
            if line.starts_with(start) {
                return Some(Self::Foreign(advice));
            }
        }
        for label in TARGETS {
            if let Some(rest) = line.strip_prefix(label) {
                let target = rest[rest.find("http")?..].to_str_lossy();
                let base = target.trim_end_matches("FUZZ").trim_end_matches('/');
                return Some(Self::Target(format!("{base}/")));
            }
        }
        // A list behind other lines.
        if line.starts_with(b"[{\"") && line.ends_with(b"}]") {
            return Some(Self::Document);
        }
        // A sitemap may be one line, with URLs in it.
        let is_declaration = matches!(line, [b'<', b'!' | b'?', ..]);
        if is_declaration {
            return Some(Self::Text);
        }
        if is_url {
            return finding(line).map(Self::Findings);
        }
        match line {
            [b'{', .., b'}'] => Some(Self::of_object(line)),
            [b'{' | b'['] | b"[{" if number == 1 => Some(Self::Document),
            [b'<', .., b'>'] => Some(Self::Text),
            _ if TEXTS.iter().any(|start| begins_with(line, start)) => Some(Self::Text),
            _ if is_entry(line) => Some(Self::Entries),
            _ => None,
        }
    }

    /// Recognises a table by its first lines, of which no URL is read.
    pub fn of_rows(lines: &[Vec<u8>]) -> Option<Self> {
        // Only a header can tell the columns of a W3C log.
        if lines.len() < 2 || log::is_table(&lines[0]) {
            return None;
        }
        likely_table::columns(lines).map(Self::Table)
    }

    /// Returns the format of an object that has no known member for a URL.
    fn of_object(object: &[u8]) -> Self {
        let names = json_paths::names(object, MEMBERS);
        for message in MESSAGES {
            if names.contains(&message.as_bytes()) {
                // A line of an access log stands in it.
                if object.contains_str(" HTTP/1.") || object.contains_str(" HTTP/2") {
                    return Self::Requests;
                }
                return Self::Messages(message);
            }
        }
        Self::Objects(url_members(object))
    }

    /// Returns the names of an object's members, for a hint.
    pub(super) fn of_members(object: &[u8]) -> Option<Self> {
        let mut names = Vec::new();
        for name in json_paths::names(object, NAMES) {
            names.push(name.to_str_lossy().into_owned());
        }
        if names.is_empty() {
            return None;
        }
        let urls = url_members(object);
        Some(Self::Members { names, urls })
    }
}

/// Returns the member of an object that tells what was found at its URL.
fn finding(line: &[u8]) -> Option<String> {
    let [b'{', .., b'}'] = line else {
        return None;
    };
    json_paths::names(line, MEMBERS)
        .into_iter()
        .find_map(|name| {
            let letters = name.iter().filter(|byte| byte.is_ascii_alphanumeric());
            let letters: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
            let is_finding = FINDINGS.iter().any(|finding| finding.as_bytes() == letters);
            is_finding.then(|| name.to_str_lossy().into_owned())
        })
}

/// Whether a line begins with a time, as those of logs do: `2026-11-27`, `Nov 27 13:42:01`, `<34>`.
fn is_entry(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"[").unwrap_or(line);
    if let Some((month, time)) = line.split_at_checked(3)
        && is_letters(month)
    {
        return begins_like(time, b" 00 00:00:00") || begins_like(time, b"  0 00:00:00");
    }
    for form in ["0000-00-00", "<0>", "<00>", "<000>"] {
        if begins_like(line, form.as_bytes()) {
            return true;
        }
    }
    false
}

/// Whether a line is a path without a slash at its start, and a status that a tool found there;
/// returns whether the path is at the end, in quotes, behind the number of its request (wfuzz).
fn words(line: &[u8]) -> Option<bool> {
    let (word, rest) = line.split_once_str(" ")?;
    let rest = rest.trim_ascii_start();
    if let [number @ .., b':'] = word
        && number.len() == 9
        && is_digits(number)
    {
        rest.find(" Ch ")?;
        return Some(true);
    }
    if word.starts_with(b"/") || word.starts_with(b"[") || word.find("://").is_some() {
        return None;
    }
    if rest.starts_with(b"(Status: ") || rest.starts_with(b"[Status: ") {
        return Some(false);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        let words = |quoted| {
            Some(LikelyFormat::Words {
                base: String::new(),
                quoted,
            })
        };
        let target = |base: &str| Some(LikelyFormat::Target(base.to_owned()));
        for (line, wanted) in [
            (
                r#"203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326"#,
                None,
            ),
            (
                "#Fields: date time cs-method cs-uri-stem",
                Some(LikelyFormat::Log),
            ),
            (
                "2026-05-01 10:00:00 10.0.0.5 GET /a - 443 - ::1 x https://r.example/ 200",
                Some(LikelyFormat::Log),
            ),
            (
                "admin                (Status: 200) [Size: 168]",
                words(false),
            ),
            ("api/v1   [Status: 200, Size: 168]", words(false)),
            (
                "000000007:   200        2 L      9 W      168 Ch    \"admin\"",
                words(true),
            ),
            (
                "Target: https://a.example/x/FUZZ",
                target("https://a.example/x/"),
            ),
            (
                "[+] Url:                     https://a.example",
                target("https://a.example/"),
            ),
            (
                "| URL | https://a.example/login",
                Some(LikelyFormat::Foreign(FOREIGN[0].1)),
            ),
            ("[{\"url\":\"/a\"}]", Some(LikelyFormat::Document)),
            ("https://a.example/ [Status: 200]", None),
            (
                "https://a.example/1\0https://a.example/2",
                Some(LikelyFormat::Foreign(
                    "records end with a zero byte here: -z reads them",
                )),
            ),
            (
                "/a\nhttps://a.example/2",
                Some(LikelyFormat::Foreign(
                    "records end with a line feed here: leave out -z",
                )),
            ),
            ("some text\0and more", None),
            ("{\"a\":1}", Some(LikelyFormat::Objects(Vec::new()))),
            (
                "{\"MESSAGE\":\"\\\"GET /a HTTP/1.1\\\" 200\"}",
                Some(LikelyFormat::Requests),
            ),
            (
                "{\"PRIORITY\":\"6\",\"MESSAGE\":\"x\"}",
                Some(LikelyFormat::Messages("MESSAGE")),
            ),
            (
                "Nov  7 13:42:01 host sshd[7]: x",
                Some(LikelyFormat::Entries),
            ),
            (
                "<34>1 2026-11-27T13:42:01Z host app - x",
                Some(LikelyFormat::Entries),
            ),
            (
                "[2026-11-27 13:42:01,123] INFO x",
                Some(LikelyFormat::Entries),
            ),
            ("<34 is less", None),
            ("November 27 13:42:01", None),
            ("[", Some(LikelyFormat::Document)),
            ("<!doctype html>", Some(LikelyFormat::Text)),
            ("<results tool=\"x\">", Some(LikelyFormat::Text)),
            ("User-Agent: *", Some(LikelyFormat::Text)),
            ("url", None),
            ("some text, and more", None),
            ("", None),
        ] {
            assert_eq!(
                LikelyFormat::of(line.as_bytes(), 1, false),
                wanted,
                "{line}"
            );
        }
        for (line, wanted) in [
            ("{\"url\":\"https://a.example/\"}", None),
            (
                "{\"url\":\"https://a.example/\",\"Rule_ID\":7}",
                Some(LikelyFormat::Findings("Rule_ID".to_owned())),
            ),
            ("<https://a.example/>", None),
            (
                "<?xml version=\"1.0\"?><urlset><loc>https://a.example/</loc>",
                Some(LikelyFormat::Text),
            ),
        ] {
            assert_eq!(LikelyFormat::of(line.as_bytes(), 1, true), wanted, "{line}");
        }
    }
}
