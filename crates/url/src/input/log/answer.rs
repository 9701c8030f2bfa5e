//! Finds the status, the size and the time of a request in the text around it.
//!
//! | a number from 100 to 599 | status |
//! |---|---|
//! | the first word behind the request: `"GET /a" 200 523`, `GET /a -> 404` | always |
//! | behind a label: `status=200`, `Status: 200`; of several the best name | next |
//! | behind the version or the result of a cache: `HTTP/1.1 404`, `TCP_MISS/403 204 GET` | next |
//! | right before a request in quotes without a version: `[time] 200 "GET /a" 404` | next |
//! | the first of numbers in a row, in columns before the request: `200 523 - "GET /a"` | next |
//! | one that servers send, behind the request: `GET /a done: 523 bytes (404)` | at last |
//! | before a unit, or behind another label or the name of a measure | never |

use super::entry::VERSION;
use super::found::{FoundRequest, RequestForm};
use super::hosts::LabelledHost;
use super::pieces::{Piece, Pieces, is_column};
use super::sites::{is_numeric, is_site};
use crate::bytes::{
    begins_with_letter, has_byte, is_digits, is_small_letters, split_last, split_once,
};
use crate::input::field::Field;
use crate::input::field_role::FieldRole;
use crate::input::label::{FieldLabel, is_unit};
use crate::input::met_names;
use crate::input::status::{begins_like, is_sent, is_status};
use crate::input::word::{ESCAPE, is_blank, offset_in, partner, uncoloured};
use bstr::ByteSlice;

/// The status and the size of an answer; both may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LoggedAnswer<'l> {
    pub status: &'l [u8],
    pub size: &'l [u8],
}

/// The text behind a request.
#[derive(Default)]
pub(super) struct TextBehind<'l> {
    answer: LoggedAnswer<'l>,
    /// The rank of the label before the status, the highest if it follows the request itself.
    rank: Option<i16>,
    /// The host in a column or a quotation.
    site: Option<&'l [u8]>,
    labelled: LabelledHost<'l>,
}

impl<'l> LoggedAnswer<'l> {
    /// Finds the answer to a request in its line, given what is behind it.
    pub(super) fn around(
        line: &'l [u8],
        found: &FoundRequest<'l>,
        behind: &TextBehind<'l>,
    ) -> Self {
        if found.form == RequestForm::Columns {
            let between = TextBehind::of(&line[found.start..found.end]).answer;
            if !between.status.is_empty() {
                return between;
            }
        }
        let before = &line[..found.start];
        let has_version = VERSION.find(&line[found.start..found.end]).is_some();
        let may_be_before = matches!(found.form, RequestForm::Enclosed | RequestForm::Bare);
        if may_be_before
            && !has_version
            && let Some(status) = right_before(before)
        {
            let size = behind.answer.status;
            return Self { status, size };
        }
        // The number before a request as it is sent is a length.
        if behind.rank.is_some() || found.form == RequestForm::Sent {
            return behind.answer;
        }
        Self::before_request(before).unwrap_or(behind.answer)
    }

    /// Finds the answer in the columns before a request.
    fn before_request(text: &'l [u8]) -> Option<Self> {
        let mut found = None;
        // A status that its brackets or its reason mark, with words behind it.
        let mut marked = None;
        let mut reasoned = None;
        let mut last = &b""[..];
        let mut rank = None;
        let mut is_sure = false;
        let mut is_in_row = false;
        for piece in Pieces::of(text) {
            let label_rank = status_rank(&piece);
            if label_rank > rank {
                found = Some(Self::alone(piece.value));
                rank = label_rank;
                is_sure = true;
            }
            let word = match piece.word() {
                Some(word) => word,
                // The name of a program comes before its messages: `web: 200 GET /a`.
                None if label_rank.is_none() && is_number_apart(&piece) => {
                    last = piece.label;
                    piece.value
                }
                None => {
                    is_in_row = false;
                    continue;
                }
            };
            if let Some(status) = status_behind(last, word) {
                found = Some(Self::alone(status)).filter(|_| is_status(status));
                is_sure = true;
            } else if is_digits(word) {
                if is_sent(word) && is_enclosed(text, word) {
                    marked = Some(Self::alone(word));
                }
                if is_sent(word) && !names_other(last) {
                    reasoned = Some(Self::alone(word));
                }
                let is_row = std::mem::replace(&mut is_in_row, true);
                match &mut found {
                    Some(answer) if is_sure || is_row && !is_status(word) => answer.size = word,
                    Some(_) if is_row => {}
                    _ if !is_sure && is_sent(word) && !names_other(last) => {
                        found = Some(Self::alone(word));
                    }
                    _ => {}
                }
                continue;
            } else if !is_sure && !is_column(word) && !is_site(word) {
                found = None;
                if !is_of_reason(word) {
                    reasoned = None;
                }
            }
            last = word;
            is_in_row = false;
        }
        // A mark or a preposition is between the reason and the request.
        let end = text.trim_ascii_end().last();
        if end.is_some_and(u8::is_ascii_alphanumeric) && !is_short(last) {
            reasoned = None;
        }
        found.or(marked).or(reasoned)
    }

    /// Returns the answer with a status, and the size if the next piece is one.
    fn of(status: &'l [u8], behind: &Pieces<'l>) -> Self {
        let mut behind = behind.clone();
        let size = behind.next().and_then(|next| Field::Size.value(next.value));
        let unit = behind.next_letters();
        let has_unit = unit.is_some_and(|unit| is_unit(unit.value));
        Self {
            status,
            size: size.filter(|_| !has_unit).unwrap_or_default(),
        }
    }

    /// Returns the answer with a status alone.
    fn alone(status: &'l [u8]) -> Self {
        Self { status, size: b"" }
    }
}

impl<'l> TextBehind<'l> {
    /// Reads the text behind a request.
    pub(super) fn of(text: &'l [u8]) -> Self {
        let mut found = Self::default();
        let mut is_next = true;
        let mut is_in_columns = true;
        let mut last = &b""[..];
        let mut pieces = Pieces::of(text);
        // The hosts of the first two quotations behind a status, which are Referer and agent unless
        // another one follows.
        let mut quotations = 0;
        let mut quoted_site = None;
        while let Some(piece) = pieces.next() {
            if !piece.label.is_empty() {
                found.labelled.add(&piece);
                let rank = status_rank(&piece);
                if rank > found.rank
                    && let Some(status) = Field::Status.value(piece.value)
                {
                    found.rank = rank;
                    found.answer = LoggedAnswer::of(status, &pieces);
                }
            } else if piece.is_quoted && piece.value.starts_with(b"HTTP/") && found.rank.is_none() {
                // The status line: `"HTTP/1.1 404 Not Found"`.
                found.answer.status = Field::Status.value(piece.value).unwrap_or_default();
            }
            let is_behind_answer = piece.is_quoted && found.rank == Some(i16::MAX);
            quotations += u8::from(is_behind_answer && quotations < 3);
            let is_apart = piece.label.is_empty() || piece.whole.len() > piece.value.len();
            let value = without_reason(piece.value);
            let is_number = !value.is_empty() && is_digits(value);
            let may_be_site = is_apart && !is_number && (is_in_columns || piece.is_quoted);
            let is_site = may_be_site && is_site(piece.whole);
            if is_site && is_behind_answer && quotations < 3 {
                quoted_site = Some(piece.whole);
            } else if is_site {
                found.site.get_or_insert(piece.whole);
            }
            let is_word = is_number && piece.label.is_empty();
            let Some(word) = is_word.then_some(value).or(piece.word()) else {
                last = b"";
                is_next = false;
                continue;
            };
            if !is_number {
                is_in_columns &= is_site || is_column(word);
            } else if found.rank.is_none() && may_be_status(word, is_next) && !names_other(last) {
                let unit = pieces.next_letters();
                let has_unit = unit.is_some_and(|unit| is_unit(unit.value));
                // Numbers before the version are lengths and times.
                let is_versioned = last.starts_with(b"HTTP/");
                if !has_unit && (is_next || is_versioned || found.answer.status.is_empty()) {
                    found.rank = is_next.then_some(i16::MAX);
                    found.answer = if is_next {
                        LoggedAnswer::of(word, &pieces)
                    } else {
                        LoggedAnswer::alone(word)
                    };
                }
            }
            is_next &= !word.iter().any(u8::is_ascii_alphanumeric);
            last = word;
        }
        if quotations > 2 && found.site.is_none() {
            found.site = quoted_site;
        }
        found
    }

    /// Returns the host.
    pub(super) fn host(&self) -> Option<&'l [u8]> {
        self.site.or(self.labelled.best())
    }
}

/// Returns the rank of the label of a status; `None` if the piece is none.
fn status_rank(piece: &Piece<'_>) -> Option<i16> {
    if piece.label.is_empty() || Field::Status.value(piece.value).is_none() {
        return None;
    }
    met_names::rank(piece.label, FieldRole::Status)
}

/// Returns a word without the reason behind its status: `403:Forbidden`.
fn without_reason(word: &[u8]) -> &[u8] {
    match split_once(word, b':') {
        Some((status, reason)) if is_sent(status) && begins_with_letter(reason) => status,
        _ => word,
    }
}

/// Whether a piece is a number with a name before it, which is apart from it: `web: 200`.
fn is_number_apart(piece: &Piece<'_>) -> bool {
    !piece.is_quoted && piece.whole.len() == piece.value.len() && is_digits(piece.value)
}

/// Whether a word is a status: any right behind the request, one that servers send elsewhere.
fn may_be_status(word: &[u8], is_next: bool) -> bool {
    is_sent(word) || is_next && is_status(word)
}

/// Returns the status right before a request, behind a mark, the address of a client or nothing
/// else.
fn right_before(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_end_with(|c| " \"'`[(<{".contains(c));
    let (before, status) = text.split_at_checked(text.len().checked_sub(3)?)?;
    let is_apart = before.is_empty() || before.ends_with(b" ");
    let last = before
        .trim_ascii_end()
        .rsplit(|byte| is_blank(*byte))
        .next();
    let last = last.unwrap_or_default();
    let ends_apart = last.last().is_none_or(u8::is_ascii_punctuation);
    let is_alone = is_apart && (ends_apart || is_numeric(last)) && !names_other(last);
    Some(status).filter(|status| is_alone && is_sent(status))
}

/// Whether a word names something else than the status that follows it.
fn names_other(word: &[u8]) -> bool {
    FieldLabel::of(word).is_some_and(|label| label != FieldLabel::Of(Field::Status))
}

/// Whether a word of a text is alone in brackets, between bars or in a colour.
fn is_enclosed(text: &[u8], word: &[u8]) -> bool {
    let Some(start) = offset_in(text, word) else {
        return false;
    };
    let before = text[..start].trim_ascii_end();
    let behind = text[start + word.len()..].trim_ascii_start();
    let Some(&open) = before.last() else {
        return false;
    };
    let Some(&close) = behind.first() else {
        return false;
    };
    match close {
        b'|' | ESCAPE => open == b'|' || uncoloured(before).len() < before.len(),
        _ => open != b'"' && partner(open) == Some(close),
    }
}

/// Whether a word is short and in small letters, as prepositions are: `in`, `for`.
fn is_short(word: &[u8]) -> bool {
    word.len() <= 4 && is_small_letters(word)
}

/// Whether a word may be of the reason behind a status, or lead on from it: `OK`, `Not`, `Found`,
/// `in`.
fn is_of_reason(word: &[u8]) -> bool {
    match word {
        b"OK" => true,
        _ if is_short(word) => true,
        [first, rest @ ..] => first.is_ascii_uppercase() && is_small_letters(rest),
        [] => false,
    }
}

/// Returns the number behind the version of the protocol or the result of a cache: `HTTP/1.1 200`,
/// `TCP_MISS/200`, `NONE/000`.
fn status_behind<'w>(last: &[u8], word: &'w [u8]) -> Option<&'w [u8]> {
    if last.starts_with(b"HTTP/") && is_status(word) {
        return Some(word);
    }
    let (result, status) = split_last(word, b'/')?;
    let is_result = result.len() > 2
        && result
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || *byte == b'_');
    if is_result && status.len() == 3 && is_digits(status) {
        return Some(status);
    }
    None
}

/// Returns the time in a text: in brackets as servers write it, which open at an offset, or a day
/// and a time of that day, or seconds since 1970.
pub(super) fn time_in(text: &[u8], open: Option<usize>) -> Option<[&[u8]; 2]> {
    if let Some(open) = open {
        let time = &text[open + 1..];
        let time = split_once(time, b']').map_or(time, |(time, _)| time);
        if time.len() > 17 && matches!(time, [_, _, b'/', ..]) {
            return Some([time, b""]);
        }
    }
    let mut day = None;
    for word in text.split(|byte| is_blank(*byte) || b"[]\"=|".contains(byte)) {
        if begins_like(word, b"00/") && word.len() >= 20 && has_byte(word, b':') {
            let start = offset_in(text, word)?;
            let zoned = &text[start..text.len().min(start + 26)];
            let has_zone =
                begins_like(&zoned[20..], b" +0000") || begins_like(&zoned[20..], b" -0000");
            return Some([if has_zone { zoned } else { word }, b""]);
        }
        if let Some(day) = day
            && begins_like(word, b"00:00:00")
        {
            return Some([day, &word[..8]]);
        }
        let is_day = begins_like(word, b"0000-00-00") || begins_like(word, b"0000/00/00");
        if is_day && word.len() > 11 {
            return Some([word, b""]);
        }
        if is_day {
            day = Some(&word[..10]);
        }
        if begins_like(word, b"0000000000.000") {
            return Some([word, b""]);
        }
    }
    day.map(|day| [day, b""])
}
