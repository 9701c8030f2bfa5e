//! Lines with labelled values: `time:...\tvhost:a.example\treq:GET /a HTTP/1.1` (LTSV),
//! `method=GET path="/a" status=200` (logfmt), `request{method=GET uri=/a}: status=200`.

use super::entry::{Escapes, LogEntry};
use super::found::FoundRequest;
use super::pieces::Piece;
use super::sites::is_site;
use crate::bytes::{before, begins_with_letter, is_alphanumeric_and, is_one_of, split, split_once};
use crate::input::field::Field;
use crate::input::field_role::{FieldRole, RoleSet};
use crate::input::found_roles::FoundRoles;
use crate::input::found_url::UrlForm;
use crate::input::json_value::JsonValue;
use crate::input::status::begins_like;
use crate::input::word::offset_in;
use crate::input::word_kind::is_address;
use bstr::ByteSlice;

/// Reads a line with labelled values, cut into its pieces; `None` if they are not of a request.
pub(super) fn labelled<'l>(line: &'l [u8], pieces: &[Piece<'l>]) -> Option<LogEntry<'l>> {
    LabelledLine::of_pieces(line, pieces)?.entry()
}

/// Reads a line of LTSV.
pub(super) fn tabbed(line: &[u8]) -> Option<LogEntry<'_>> {
    LabelledLine::of_columns(line)?.entry()
}

/// Number of columns before or behind a value that may name it.
const NEAR: usize = 16;

/// The labelled values of a line.
struct LabelledLine<'l> {
    columns: Vec<LabelledColumn<'l>>,
    /// Whether tabs separate the columns, as in LTSV.
    is_tabbed: bool,
}

struct LabelledColumn<'l> {
    label: &'l [u8],
    value: &'l [u8],
}

impl<'l> LabelledLine<'l> {
    /// Reads columns that tabs separate, each with a label.
    fn of_columns(line: &'l [u8]) -> Option<Self> {
        let mut columns = Vec::new();
        for column in split(line, b'\t') {
            let (label, value) = split_once(column, b':')?;
            if !begins_with_letter(label) || !is_alphanumeric_and(label, b"_-.") {
                return None;
            }
            columns.push(LabelledColumn { label, value });
        }
        if columns.len() < 3 {
            return None;
        }
        Some(Self {
            columns,
            is_tabbed: true,
        })
    }

    fn of_pieces(line: &'l [u8], pieces: &[Piece<'l>]) -> Option<Self> {
        let mut columns = Vec::new();
        for piece in pieces {
            if !piece.label.is_empty() {
                columns.push(LabelledColumn {
                    label: piece.label,
                    value: piece.value,
                });
            }
        }
        if columns.is_empty() {
            return None;
        }
        let mut labelled = Self {
            columns,
            is_tabbed: false,
        };
        labelled.rename(line);
        Some(labelled)
    }

    /// Gives values the labels that others name, as CEF has them: `cn1=200 cn1Label=HTTP Status`.
    fn rename(&mut self, line: &'l [u8]) {
        for number in 0..self.columns.len() {
            let column = &self.columns[number];
            let Some(renamed) = column.label.strip_suffix(b"Label") else {
                continue;
            };
            let Some(start) = offset_in(line, column.value) else {
                continue;
            };
            let next = self.columns.get(number + 1);
            let next = next.and_then(|next| offset_in(line, next.label));
            let name = line[start..next.unwrap_or(line.len())].trim_ascii();
            let end = self.columns.len().min(number + NEAR);
            let mut columns = self.columns[number.saturating_sub(NEAR)..end].iter_mut();
            if let Some(column) = columns.find(|column| column.label == renamed) {
                column.label = name;
            }
        }
    }

    /// Finds the values of fields, by their labels.
    fn found(&self) -> FoundRoles<'l> {
        let mut found = FoundRoles::new(RoleSet::ALL);
        for column in &self.columns {
            // In LTSV, this is the label of the client.
            if self.is_tabbed && column.label.eq_ignore_ascii_case(b"host") {
                continue;
            }
            found.offer_labelled(column.label, JsonValue::Plain(column.value));
        }
        found
    }

    /// Returns the column that is labelled as the request.
    fn request(&self) -> Option<&LabelledColumn<'l>> {
        let mut columns = self.columns.iter();
        columns.find(|column| is_one_of(column.label, &["req", "request"]))
    }

    /// Returns the day and the time of that day, if both are labelled.
    fn day_and_time(&self) -> Option<[&'l [u8]; 2]> {
        let value = |label: &[u8]| {
            let mut columns = self.columns.iter();
            columns.find(|column| column.label.eq_ignore_ascii_case(label))
        };
        let day = value(b"date")?.value;
        let time = value(b"time")?.value;
        let is_time = begins_like(day, b"0000-00-00") && begins_like(time, b"00:00:00");
        is_time.then_some([day, time])
    }

    /// Returns the URL of the request, without more.
    fn url(&self, found: &FoundRoles<'l>) -> Option<LogEntry<'l>> {
        let has_method = found.has(FieldRole::Method);
        match found.url_form() {
            Some(UrlForm::Path { path, host }) => {
                let text = path.value.bytes();
                let request = FoundRequest::direct(text);
                let method = match &request {
                    Some(request) => Some(request.method),
                    None => found.field(Field::Method),
                };
                if method.is_none() && !found.has(FieldRole::Status) {
                    return None;
                }
                Some(LogEntry {
                    host: host.map(|host| host.value.bytes()),
                    target: request.map_or(text, |request| request.target),
                    method: method.unwrap_or_default(),
                    ..LogEntry::default()
                })
            }
            Some(UrlForm::Whole(url)) if has_method => Some(of_page(url.value.bytes())),
            _ if self.is_tabbed => None,
            // `Request: www.example.com/a`, which proxies write.
            _ => {
                let page = of_page(self.request()?.value);
                let is_whole = page.host.map_or(is_address(page.target), is_site);
                is_whole.then_some(page)
            }
        }
    }

    /// Reads the request.
    fn entry(&self) -> Option<LogEntry<'l>> {
        let found = self.found();
        let Some(url) = self.url(&found) else {
            // Without a target, no other column is a URL.
            let is_refused = self.is_tabbed && found.url_form().is_none();
            return self
                .request()
                .filter(|_| is_refused)
                .map(|_| LogEntry::default());
        };
        let field = |field| found.field(field).unwrap_or_default();
        let time = self.day_and_time();
        Some(LogEntry {
            scheme: found.bytes(FieldRole::Scheme),
            query: found.bytes(FieldRole::Query),
            time: time.unwrap_or([found.bytes(FieldRole::Time), b""]),
            format: if self.is_tabbed { "LTSV" } else { "logfmt" },
            method: if url.method.is_empty() {
                field(Field::Method)
            } else {
                url.method
            },
            status: field(Field::Status),
            size: found.bytes(FieldRole::Size),
            escapes: Escapes::Backslash,
            ..url
        })
    }
}

/// Returns the host and the path of a URL that may have no scheme.
fn of_page(url: &[u8]) -> LogEntry<'_> {
    if url.find("://").is_some() {
        return LogEntry {
            target: url,
            ..LogEntry::default()
        };
    }
    let page = url.strip_prefix(b"//").unwrap_or(url);
    let host = before(page, |byte| byte == b'/');
    let path = &page[host.len()..];
    LogEntry {
        host: Some(host),
        target: if path.is_empty() { b"/" } else { path },
        ..LogEntry::default()
    }
}
