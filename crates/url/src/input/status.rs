//! Finds a status and a time among the words around a URL.
//!
//! A status is a number from 100 to 599 that is a word of its own, in whatever brackets.
//!
//! | number | status |
//! |---|---|
//! | behind a label of one: `status-code=404`, `[code-404]`, `HTTP 404` | yes, before others |
//! | behind another label, or before a unit: `Size: 200`, `line 200`, `200 results` | no |
//! | inside a title: `[Top 200 songs]` | no |
//! | part of an address, a path, a time or a size: `192.0.2.1:404`, `urls.txt:200:`, `200ms` | no |
//! | behind any other word or mark: `OK 200`, `✗ [404]`, `found (200)`, `=> 404` | yes |
//!
//! A list such as `301,200` names redirects, and the last one counts.

use super::field::Field;
use super::label::{self, FieldLabel};
use super::method::is_method;
use super::word::{ESCAPE, code_end, gap_end, uncoloured};
use crate::bytes::{before, is_small_letters};
use bstr::{ByteSlice, decode_last_utf8, decode_utf8};

/// Maximum count of numbers that are looked at in a text.
const MOST_NUMBERS: u32 = 32;

/// The place of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextSide {
    Before,
    Behind,
}

/// Returns the digits of the status in the texts before and behind a URL.
pub(super) fn beside<'t>(before: &'t [u8], behind: &'t [u8]) -> Option<&'t [u8]> {
    let first = FoundStatus::of(before, TextSide::Before);
    let second = FoundStatus::of(behind, TextSide::Behind);
    match (first, second) {
        (Some(first), Some(second)) if second.is_labelled && !first.is_labelled => {
            Some(second.digits)
        }
        (found, other) => Some(found.or(other)?.digits),
    }
}

/// A status in a text.
#[derive(Clone, Copy)]
struct FoundStatus<'t> {
    digits: &'t [u8],
    /// Whether a label says that it is one.
    is_labelled: bool,
}

impl<'t> FoundStatus<'t> {
    /// Returns the first status that has a label, or else the first one.
    fn of(text: &'t [u8], side: TextSide) -> Option<Self> {
        let mut first = None;
        let mut at = 0;
        let mut numbers = 0;
        let mut first_number = 0;
        while numbers < MOST_NUMBERS {
            let is_next = |byte: &u8| byte.is_ascii_digit() || *byte == ESCAPE;
            let Some(distance) = text[at..].iter().position(is_next) else {
                break;
            };
            let start = at + distance;
            if text[start] == ESCAPE {
                at = code_end(text, start);
                continue;
            }
            numbers += 1;
            let number = before(&text[start..], |byte| !byte.is_ascii_digit());
            at = start + number.len();
            let number = NumberWord { text, start, side };
            if !is_status(&text[start..at]) || !number.ends_at(at) {
                continue;
            }
            let Some(is_labelled) = number.label(at) else {
                continue;
            };
            while let Some([b',', next @ ..]) = text.get(at..at + 4)
                && is_status(next)
                && number.ends_at(at + 4)
            {
                at += 4;
            }
            let digits = &text[at - 3..at];
            let found = Self {
                digits,
                is_labelled,
            };
            if is_labelled {
                return Some(found);
            }
            // Columns of which the last one is the type of the answer: `204 0 1 200 text/html`.
            let is_far = numbers - first_number > 2;
            if first.is_none() {
                first_number = numbers;
                first = Some(found);
            } else if is_far && is_sent(digits) && begins_with_type(text, at) {
                first = Some(found);
            }
        }
        first
    }
}

/// Whether a media type follows a gap at an offset.
fn begins_with_type(text: &[u8], at: usize) -> bool {
    let behind = &text[gap_end(text, at)..];
    behind.starts_with(b"text/") || behind.starts_with(b"application/")
}

/// A number that may be a status.
#[derive(Clone, Copy)]
struct NumberWord<'t> {
    text: &'t [u8],
    start: usize,
    side: TextSide,
}

impl NumberWord<'_> {
    /// Whether a status may end at an offset.
    fn ends_at(self, end: usize) -> bool {
        let is_gap = |byte: Option<&u8>| byte.is_some_and(|byte| *byte <= b' ');
        match &self.text[end..] {
            [] => true,
            [b':', rest @ ..] => is_gap(rest.first()),
            [b'.', rest @ ..] => {
                self.side == TextSide::Behind && (rest.is_empty() || is_gap(rest.first()))
            }
            [b')', ..] => self.start > 0,
            [byte, ..] if byte.is_ascii() => *byte <= b' ' || b"]}>\"'`*,|;".contains(byte),
            rest => is_mark(decode_utf8(rest).0),
        }
    }

    /// Whether a label says that the number, which ends at an offset, is a status; `None` if it is
    /// something else.
    fn label(self, end: usize) -> Option<bool> {
        let head = uncoloured(&self.text[..self.start]);
        // Most of them are alone in brackets.
        let is_first = matches!(head, b"[" | b" [") || head.ends_with(b"] [");
        if is_first && self.text.get(end) == Some(&b']') {
            return Some(false);
        }
        if is_in_url(head) {
            return None;
        }
        if !is_edge(head) {
            let [name @ .., b':' | b'=' | b'-' | b'_' | b'/'] = head else {
                return None;
            };
            let name = name.trim_end_with(|c| c == '"');
            let label = label_at_end(name)?;
            return (label == FieldLabel::Of(Field::Status)).then_some(true);
        }
        if is_counted(&self.text[gap_end(self.text, end)..]) {
            return None;
        }
        let words = head.trim_end_with(|c| c <= ' ' || OPENING.contains(c));
        let name = words.trim_end_with(|c| " :=\"'\u{ff1a}".contains(c));
        let has_colon = name.len() < words.len();
        match label_at_end(name) {
            Some(FieldLabel::Of(Field::Status)) => Some(true),
            // `page [200]`, but `Page[200]` and `page: 200`.
            Some(FieldLabel::Other) if !has_colon && is_bracket(&head[words.len()..]) => {
                Some(false)
            }
            Some(_) => None,
            // `Retries: 301`
            None if has_colon && is_plural(name_at_end(name)) => None,
            // `(PUT, 404)`
            None if is_method(name_at_end(name)) => Some(false),
            None if self.side == TextSide::Behind && is_in_group(head, words.len()) => None,
            None => Some(false),
        }
    }
}

/// Brackets, quotes and marks before a number.
const OPENING: &str = "[({<\"'`*,|;";

/// Whether a text ends with a blank, or with a bracket, quote or mark that may come before a
/// number.
fn is_edge(text: &[u8]) -> bool {
    let Some(last) = text.last() else {
        return true;
    };
    *last <= b' ' || OPENING.as_bytes().contains(last) || is_mark(decode_last_utf8(text).0)
}

/// Whether a text is a blank and brackets.
fn is_bracket(text: &[u8]) -> bool {
    text.starts_with(b" ") && !text.ends_with(b" ")
}

/// Whether a character is a sign outside of ASCII, as `✔` and `：`.
fn is_mark(found: Option<char>) -> bool {
    found.is_some_and(|c| !c.is_ascii() && !c.is_alphanumeric())
}

/// Returns the name with which a text ends.
fn name_at_end(text: &[u8]) -> &[u8] {
    let before = text.trim_end_with(|c| c.is_alphanumeric() || "-_./".contains(c));
    &text[before.len()..]
}

/// Returns the meaning of the name with which a text ends. Before it may stand the thing whose
/// status it is: `exit code`.
fn label_at_end(text: &[u8]) -> Option<FieldLabel> {
    let name = name_at_end(text);
    let label = FieldLabel::of(name)?;
    let above = text[..text.len() - name.len()].trim_end_with(|c| c == ' ');
    if label::is_status_of_other(name, name_at_end(above)) {
        return Some(FieldLabel::Other);
    }
    Some(label)
}

/// Whether a text begins with a unit, or with small letters that end like a plural. Verbs end like
/// it too: `does not`, `redirects to`.
fn is_counted(text: &[u8]) -> bool {
    let word = before(text, |byte| !byte.is_ascii_alphabetic());
    if label::is_unit(word) {
        return true;
    }
    let behind = text[word.len()..].trim_ascii_start();
    let is_verb = behind.starts_with(b"not ") || behind.starts_with(b"to ");
    is_plural(word) && is_small_letters(word) && !is_verb
}

/// Whether a word ends like a plural.
fn is_plural(word: &[u8]) -> bool {
    word.len() > 3 && word.ends_with(b"s") && !word.ends_with(b"ss")
}

/// Whether the last word of a text is a path or a URL that goes on.
fn is_in_url(text: &[u8]) -> bool {
    let ends_url = |byte: &u8| *byte <= b' ' || b"])>\"'".contains(byte);
    let word = text.rsplit(ends_url).next().unwrap_or_default();
    let word = word.trim_start_with(|c| OPENING.contains(c));
    word.starts_with(b"/") || word.find("://").is_some()
}

/// Whether a group in brackets or quotes begins before an offset and goes on at the end of a text.
fn is_in_group(text: &[u8], at: usize) -> bool {
    let mut depth = 0;
    for start in (0..text.len()).rev() {
        let is_code = start > 0 && text[start - 1] == ESCAPE;
        match text[start] {
            b']' | b')' | b'}' => depth += 1,
            b'[' | b'(' | b'{' if is_code => {}
            b'[' | b'(' | b'{' if depth == 0 => return start < at,
            b'[' | b'(' | b'{' => depth -= 1,
            _ => {}
        }
    }
    text[..at].find_iter("\"").count() % 2 == 1
}

/// Returns the first word that begins like a date: `2026-05-01`, `2026-05-01T10:00:00Z`.
pub(super) fn time_in(text: &[u8]) -> Option<&[u8]> {
    text.split(|b| matches!(b, b' ' | b'\t' | b'[' | b']'))
        .find(|word| begins_like(word, b"0000-00-00"))
}

/// Whether a word begins like a form, in which 0 stands for any digit.
pub(super) fn begins_like(word: &[u8], form: &[u8]) -> bool {
    if word.len() < form.len() {
        return false;
    }
    for (byte, like) in word.iter().zip(form) {
        let is_digit = *like == b'0' && byte.is_ascii_digit();
        if byte != like && !is_digit {
            return false;
        }
    }
    true
}

/// Whether a word is three digits that are a status.
pub(super) fn is_status(word: &[u8]) -> bool {
    matches!(word, [b'1'..=b'5', b'0'..=b'9', b'0'..=b'9'])
}

/// Whether a word is a status that servers send. Among columns, there are other numbers.
pub(super) fn is_sent(word: &[u8]) -> bool {
    if !is_status(word) {
        return false;
    }
    let Ok(Ok(number)) = word.to_str().map(str::parse) else {
        return false;
    };
    matches!(
        number,
        100..=103
            | 200..=208
            | 226
            | 300..=308
            | 400..=418
            | 421..=426
            | 428
            | 429
            | 431
            | 444
            | 451
            | 460
            | 494..=511
            | 520..=530
            | 598
            | 599
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_digits_are_not_always_a_status() {
        for (text, wanted) in [
            (" [200] ", Some("200")),
            ("[301,200]", Some("200")),
            ("(CODE:200|SIZE:615)", Some("200")),
            ("[code-404] -", Some("404")),
            ("[Size: 178] (Status: 301)", Some("301")),
            ("status=503 size=200", Some("503")),
            ("[\x1b[32m404\x1b[0m]", Some("404")),
            ("(200 OK)", Some("200")),
            ("127.0.0.1:443 - -", None),
            ("[http://127.0.0.1/200] [href]", None),
            ("[from: http://a.example/] - /200", None),
            ("/home/ann/127.0.0.1_700/200 ", None),
            ("[Length=186] [Word=a]", None),
            ("[12:34:56] size: 200", None),
            ("x-200 a.200 200.a", None),
            ("\x1b[100;97mred\x1b[0m", None),
        ] {
            assert_eq!(
                beside(b"", text.as_bytes()).map(ByteSlice::as_bstr),
                wanted.map(Into::into),
                "{text}"
            );
        }
    }

    #[test]
    fn a_status_is_read_before_a_url() {
        for text in [
            "404 ",
            "[404]",
            "404",
            "404: ",
            "FAIL 404 ",
            "OK\t404\t",
            "✗ [404] ",
            "✔404 ",
            "❌ 404 → ",
            "├───404─── ",
            "HTTP 404: ",
            "HTTP/1.1 404 ",
            "HTTP/2 404 Not Found ",
            "HTTP_404 ",
            "HTTP response 404 X [",
            "found 404 ",
            "encontrado 404 ",
            "найдено 404 ",
            "見つからない 404 ",
            "Fetched (404) ",
            "Checked page [404] ",
            "! 404 ",
            "** 404 ** ",
            "**404** ",
            "* [404] <",
            "* [404] [",
            "| 404 | ",
            "- 404 - ",
            "{404} ",
            "<404> ",
            "【404】",
            "（404）",
            "状态码：404 ",
            "Статус: 404 ",
            "estado = 404 ",
            "status-code=404 ",
            "status_code: 404 ",
            "http.status=404 ",
            "[Size: 200] [Status: 404] ",
            "2026-05-01 10:00:00 404 12ms ",
            "[12:34:56] 404 -  200B - ",
            "took 200 ms, status 404 ",
            "page 200: 404 ",
            "7 404 200 ",
            "\"404 ",
            "\x1b[31m404\x1b[0m ",
            "404 does not exist ",
            "404 redirects to ",
            "Error code: 404 ",
        ] {
            let found = beside(text.as_bytes(), b"").map(ByteSlice::as_bstr);
            assert_eq!(found, Some("404".into()), "{text}");
        }
    }

    #[test]
    fn a_status_is_read_behind_a_url() {
        for text in [
            " 404",
            " => 404",
            " -> 404 Not Found",
            " returned 404",
            " returned 404.",
            " devolvió 404",
            ": 404 page not found",
            " (404)",
            " [404] [Top 200 songs]",
            " [Top 200 songs] [404]",
            " (HTTP_404)",
            " [HTTP 404]",
            " [HTTP/1.1 404 Not Found]",
            "\t404\t200",
            ",404,text/html",
            ",\"code\":404}",
            " status-code=404",
            " {\"status\": 404}",
            " took 200ms (status 404)",
            " [301,404]",
            " | Status: 404 | Size: 200",
            "】404",
        ] {
            let found = beside(b"", text.as_bytes()).map(ByteSlice::as_bstr);
            assert_eq!(found, Some("404".into()), "{text}");
        }
    }

    #[test]
    fn colour_codes_are_no_numbers() {
        let text = "\x1b[32mx".repeat(40) + " 404 ";
        let found = beside(text.as_bytes(), b"").map(ByteSlice::as_bstr);
        assert_eq!(found, Some("404".into()));
    }

    #[test]
    fn other_numbers_are_no_status() {
        for text in [
            "urls.txt:200:",
            "200:",
            "200. ",
            "200) ",
            "Retries: 301 ",
            "hits=301 ",
            "exit code: 404 ",
            "upstream_status=502 ",
            "line 200: ",
            "line 200 ",
            "page 200 ",
            "id=200 ",
            "port 443 ",
            "Size: 178 ",
            "size [178] ",
            "Content-Length: 178 ",
            "200 lines ",
            "200 bytes ",
            "200 items ",
            "3 200 items ",
            "200 ms ",
            "200ms ",
            "12KB 164B ",
            "took 200 ",
            "10:200 ",
            "200/300 ",
            "1.200 ",
            "200.5 ",
            "+200 ",
            "#200 ",
            "192.0.2.200 ",
            "2026-05-200 ",
            "Title[404] ",
            "600 ",
            "099 ",
            "2000 ",
        ] {
            assert_eq!(beside(text.as_bytes(), b""), None, "{text}");
        }
        for text in [
            " \"Top 200 songs\"",
            " [Area 404]",
            " 200 results",
            " /200",
            " - https://b.example/x,200",
        ] {
            assert_eq!(beside(b"", text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        /// A status is read in any brackets behind any word.
        #[test]
        fn a_status_is_read_in_any_spelling(
            word in "(|[a-z]{3,9}[a-rt-z]|[А-Я][а-я]{3,9}|✔|→|GET|-)",
            opening in "(|\\[|\\(|<|\\{|【|\\*\\*)",
            status in "[1-5][0-9]{2}",
            behind in "( | - |\t)",
        ) {
            prop_assume!(FieldLabel::of(word.as_bytes()).is_none());
            let closing = match &*opening {
                "[" => "]",
                "(" => ")",
                "<" => ">",
                "{" => "}",
                "【" => "】",
                other => other,
            };
            let text = format!("{word} {opening}{status}{closing}{behind}");
            prop_assert_eq!(beside(text.as_bytes(), b""), Some(status.as_bytes()), "{}", text);
        }
    }
}
