//! Finds the request in a line, wherever it stands: a method, its target and the version of the
//! protocol, between quotes or brackets or bare, or in columns of their own.

use super::entry::{VERSION, end_quote, quote, unquoted};
use super::pieces::{Piece, Pieces, is_column};
use super::sites::is_site;
use crate::bytes::{before, begins_with_letter, has_byte, is_digits_and, is_one_of, split_last};
use crate::input::label::is_unit;
use crate::input::request;
use crate::input::status::{is_sent, is_status};
use crate::input::word::{ESCAPE, gap_end, is_blank, offset_in, partner, uncoloured};
use crate::input::word_kind::{METHODS, begins_request, is_address, is_method};
use bstr::ByteSlice;

/// A request in a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FoundRequest<'l> {
    pub method: &'l [u8],
    pub target: &'l [u8],
    /// The scheme and the host, if they are columns beside the method and the target.
    pub scheme: &'l [u8],
    pub host: Option<&'l [u8]>,
    /// The offsets of the first byte and of the one behind.
    pub start: usize,
    pub end: usize,
    pub form: RequestForm,
}

/// The form in which a request is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RequestForm {
    /// Between quotes or brackets.
    Enclosed,
    /// Among words, without the version of the protocol.
    #[default]
    Bare,
    /// Among words, as it is sent.
    Sent,
    /// In columns, with others between them.
    Columns,
}

impl<'l> FoundRequest<'l> {
    /// Finds the request in the first quotation, or else the first method with a target behind it.
    pub(super) fn direct(line: &'l [u8]) -> Option<Self> {
        if let Some(quote) = memchr::memchr(b'"', line)
            && let Some(length) = memchr::memchr(b' ', &line[quote + 1..])
            && length > 0
        {
            let blank = quote + 1 + length;
            if let Some(found) = Self::at(line, blank).or_else(|| Self::of_any(line, blank)) {
                return Some(found);
            }
        }
        for blank in memchr::memchr2_iter(b' ', b'\t', line) {
            let is_word = line[..blank].last().is_some_and(u8::is_ascii_alphabetic);
            if is_word && let Some(found) = Self::at(line, blank) {
                return Some(found);
            }
        }
        None
    }

    /// Reads the whole request whose method, the first word in quotes, ends at a blank. The method
    /// may have any name: clients send what they like.
    fn of_any(line: &'l [u8], blank: usize) -> Option<Self> {
        let start = memchr::memchr(b'"', line)? + 1;
        let target_start = gap_end(line, blank);
        let rest = &line[target_start..];
        let close = target_start + end_quote(rest)?;
        let is_whole = begins_target(rest) && version_start(&line[target_start..close]).is_some();
        if !is_whole || !has_answer(&line[close..]) {
            return None;
        }
        let found = Self {
            method: &line[start..blank],
            start,
            ..Self::default()
        };
        found.enclosed(line, target_start, close)
    }

    /// Reads the request whose method ends at a blank.
    fn at(line: &'l [u8], blank: usize) -> Option<Self> {
        let target_start = gap_end(line, blank);
        let rest = &line[target_start..];
        let is_marked = begins_target(rest);
        // Nearly all words are ruled out here.
        if !is_marked && !line[blank - 1].is_ascii_uppercase() {
            return None;
        }
        let start = method_start(&line[..blank]);
        let method = &line[start..blank];
        let opener = Opener::of(line, start)?;
        let is_usual = if is_marked {
            begins_request(method) || opener.is_mark && is_one_of(method, &METHODS)
        } else {
            method == b"CONNECT" && is_server(rest)
        };
        let is_capital = method.len() >= 3 && method.iter().all(u8::is_ascii_uppercase);
        let is_quoted = is_marked && opener.is_quote();
        let is_whole = || has_version(rest) || is_quoted && is_answered(&line[start..]);
        let is_request = is_usual || is_capital && is_whole();
        if !is_request {
            return None;
        }
        let closed = opener.closed(&line[start..]).map(|length| start + length);
        let found = Self {
            method,
            start,
            ..Self::default()
        };
        match closed {
            Some(close) if close > target_start => found.enclosed(line, target_start, close),
            _ => found.bare(line, target_start),
        }
    }

    /// Reads the target of a request that quotes or brackets enclose up to an offset. The version
    /// is the last word, unless a quote is missing.
    fn enclosed(self, line: &'l [u8], target_start: usize, close: usize) -> Option<Self> {
        // Scrapy names the new URL of a redirect before the old one.
        if line[close..].starts_with(b"> from <") {
            return None;
        }
        let rest = &line[target_start..close];
        let mut found = self;
        if let Some(version) = version_start(rest) {
            found.target = unquoted(rest[..version].trim_ascii_end());
            found.end = target_start + version + before(&rest[version..], is_blank).len();
        } else if has_answer(&line[close..]) {
            found.target = unversioned(rest);
            found.end = close;
        } else {
            found = self.bare(&line[..close], target_start)?;
        }
        found.form = RequestForm::Enclosed;
        let mut behind = Pieces::of(&line[found.end..close]);
        if !behind.any(|piece| is_status(piece.value)) {
            found.end = close + 1;
        }
        Some(found)
    }

    /// Reads a target that is a word or a quotation.
    fn bare(self, line: &'l [u8], target_start: usize) -> Option<Self> {
        let rest = &line[target_start..];
        let quoted = match rest {
            [b'"', inner @ ..] => quote(inner),
            [open @ (b'\'' | b'`'), inner @ ..] => memchr::memchr(*open, inner),
            _ => None,
        };
        let mut end = target_start;
        let target = if let Some(length) = quoted {
            end += length + 2;
            &rest[1..=length]
        } else {
            let target = word_target(rest);
            end += target.len();
            target
        };
        if target.is_empty() {
            return None;
        }
        let behind = &line[end..];
        if has_quoted_target(behind) {
            return self.bare(line, end + 1);
        }
        let mut form = RequestForm::Bare;
        let version_start = gap_end(behind, 0);
        let version = &behind[version_start..];
        if version_start > 0 && version.starts_with(b"HTTP/") {
            let is_end = |byte| byte <= b' ' || b"|\"'])>,".contains(&byte);
            end += version_start + before(version, is_end).len();
            form = RequestForm::Sent;
        }
        Some(Self {
            target,
            end,
            form,
            ..self
        })
    }

    /// Finds a method and a path that are columns of their own, in any order. Between them are
    /// other columns only, such as the scheme and the host, or any words if the version of the
    /// protocol is a column too, or a host right before the path and a status anywhere.
    pub(super) fn in_columns(line: &'l [u8], pieces: &[Piece<'l>]) -> Option<Self> {
        let is_version = |piece: &Piece<'_>| piece.value.starts_with(b"HTTP/");
        let is_host_and_path = |pair: &[Piece<'_>]| {
            is_site(pair[0].whole) && pair[1].whole.starts_with(b"/") && !pair[1].is_quoted
        };
        let mut may_be_far = pieces.iter().any(is_version)
            || pieces.windows(2).any(is_host_and_path)
                && pieces.iter().any(|piece| is_sent(piece.value));
        let mut found = Self::default();
        let mut last = &b""[..];
        for piece in pieces {
            let was_empty = found.is_empty();
            if found.add_column(piece) {
                may_be_far |= piece.is_quoted;
            } else if !may_be_far && !piece.is_quoted && !is_between(piece, last) {
                found = Self::default();
            }
            last = piece.value;
            if found.is_empty() {
                continue;
            }
            let start = offset_in(line, piece.value)?;
            if was_empty {
                found.start = start;
            }
            if !found.method.is_empty() && !found.target.is_empty() {
                found.end = start + piece.value.len() + usize::from(piece.is_quoted);
                found.form = RequestForm::Columns;
                return Some(found);
            }
        }
        None
    }

    /// Whether neither a method nor a target is found.
    fn is_empty(&self) -> bool {
        self.method.is_empty() && self.target.is_empty()
    }

    /// Takes a column if it is the method, the target or a part of its URL.
    fn add_column(&mut self, piece: &Piece<'l>) -> bool {
        let word = piece.value;
        let host = before(piece.whole, |byte| byte == b'/');
        let path = &piece.whole[host.len()..];
        if (path.is_empty() || !self.method.is_empty()) && is_site(host) {
            self.host.get_or_insert(host);
            self.target = if path.is_empty() { self.target } else { path };
            return true;
        }
        if is_method(piece.label) && word.starts_with(b"/") {
            self.method = piece.label;
            self.target = word;
            return true;
        }
        // A word with a colon before the method is none of its labels.
        let is_glued = piece.whole.len() > word.len() || piece.is_quoted;
        if is_glued && !piece.label.is_empty() {
            return false;
        }
        if is_method(word) {
            if self.method.is_empty() {
                self.method = word;
            }
        } else if word.starts_with(b"/") {
            self.target = word;
        } else if request::is_scheme(word) {
            self.scheme = word;
        } else {
            return false;
        }
        true
    }
}

/// Whether a piece behind another may stand between the method and the target: a column, a unit, a
/// labelled value.
fn is_between(piece: &Piece<'_>, last: &[u8]) -> bool {
    let is_behind_number = last.first().is_some_and(u8::is_ascii_digit);
    match piece.word() {
        Some(word) => is_column(word) || is_behind_number && is_unit(word),
        None => !piece.label.is_empty(),
    }
}

/// Marks behind which a shell takes a command, which may have the name of a method: `$ head /a`.
const PROMPTS: &[u8] = b"$%>";

/// The text before a method.
struct Opener {
    /// The quote or bracket right before it.
    bracket: Option<u8>,
    /// Whether the last visible byte before it is no letter or digit, so that it begins something.
    is_mark: bool,
}

impl Opener {
    /// Returns the opener of a method at an offset; `None` if it is inside a word.
    fn of(line: &[u8], start: usize) -> Option<Self> {
        let before = uncoloured(&line[..start]);
        let Some(&byte) = before.last() else {
            return Some(Self {
                bracket: None,
                is_mark: true,
            });
        };
        let is_edge = byte <= b' ' || b":=,|;>".contains(&byte);
        let bracket = Some(byte).filter(|byte| partner(*byte).is_some());
        if !is_edge && bracket.is_none() {
            return None;
        }
        let visible = before.trim_ascii_end().last();
        let is_other = |byte: &u8| byte.is_ascii_alphanumeric() || PROMPTS.contains(byte);
        Some(Self {
            bracket,
            is_mark: !visible.is_some_and(is_other),
        })
    }

    /// Whether a quote is right before the method.
    fn is_quote(&self) -> bool {
        self.bracket == Some(b'"')
    }

    /// Returns the length of the text that the bracket encloses.
    fn closed(&self, text: &[u8]) -> Option<usize> {
        match self.bracket? {
            b'"' => end_quote(text),
            bracket => memchr::memchr(partner(bracket)?, text),
        }
    }
}

/// Returns the offset of the word at the end of a text, in the case of its last letter.
fn method_start(text: &[u8]) -> usize {
    let is_upper = text.last().is_some_and(u8::is_ascii_uppercase);
    let is_of_word = |byte: &&u8| {
        if is_upper {
            byte.is_ascii_uppercase()
        } else {
            byte.is_ascii_alphabetic()
        }
    };
    text.len() - text.iter().rev().take_while(is_of_word).count()
}

/// Whether a text begins with a path or an address, in quotes or not.
fn begins_target(text: &[u8]) -> bool {
    match text {
        [b'/', ..] => true,
        [b'"' | b'\'' | b'`', inner @ ..] => inner.starts_with(b"/") || is_address(inner),
        [b'h' | b'H', ..] => is_address(text),
        _ => false,
    }
}

/// Whether a target ends with the version of the protocol.
fn has_version(target: &[u8]) -> bool {
    match memchr::memchr2(b' ', b'\t', target) {
        Some(end) => target[end..].starts_with(b" HTTP/") && has_name(&target[..end]),
        None => false,
    }
}

/// Whether a text has a letter or digit, or is the server itself: `OPTIONS * HTTP/1.1`.
fn has_name(text: &[u8]) -> bool {
    text == b"*" || text.iter().any(u8::is_ascii_alphanumeric)
}

/// Whether the quote that closes a text is followed by a status.
fn is_answered(text: &[u8]) -> bool {
    quote(text).is_some_and(|close| has_answer(&text[close..]))
}

/// Whether a text begins with a host and a port.
fn is_server(text: &[u8]) -> bool {
    let word = before(text, is_blank);
    has_byte(word, b':') && begins_with_letter(word) && request::is_host(word)
}

/// Returns the offset of the version of the protocol, behind a blank.
fn version_start(text: &[u8]) -> Option<usize> {
    for blank in memchr::memrchr_iter(b' ', text) {
        if text[blank + 1..].starts_with(b"HTTP/") {
            return Some(blank + 1);
        }
    }
    None
}

/// Returns the target at the start of a text: a word without the marks behind it, or up to the
/// version if only words are before that.
fn word_target(text: &[u8]) -> &[u8] {
    let word = before(text, |byte| is_blank(byte) || byte == ESCAPE);
    if let Some(version) = VERSION.find(text)
        && version > word.len()
        && Pieces::of(&text[word.len()..version]).all(is_part)
    {
        return &text[..version];
    }
    word.trim_end_with(|c| matches!(c, ',' | ';' | ':' | '"' | '\''))
}

/// Whether a piece behind a blank may be part of a path.
fn is_part(piece: Piece<'_>) -> bool {
    let word = piece.word();
    word.is_some_and(|word| !is_column(word) && !is_site(word) && !word.starts_with(b"/"))
}

/// Whether a target in quotes and the version follow a blank. Before them is the upstream.
fn has_quoted_target(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b" \"") else {
        return false;
    };
    inner.starts_with(b"/")
        && quote(inner).is_some_and(|end| inner[end + 1..].starts_with(b" HTTP/"))
}

/// Whether a status follows the quote of a request.
fn has_answer(text: &[u8]) -> bool {
    let Some(behind) = text.strip_prefix(b"\" ") else {
        return false;
    };
    is_status(before(behind, is_blank))
}

/// Returns a target without the number of a version behind it.
fn unversioned(text: &[u8]) -> &[u8] {
    match split_last(text, b' ') {
        Some((target, version)) if is_digits_and(version, b".") => target,
        _ => text,
    }
}
