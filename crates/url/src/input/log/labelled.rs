//! Lines with labelled values: `time:...\tvhost:a.example\treq:GET /a HTTP/1.1` (LTSV),
//! `method=GET path="/a" status=200` (logfmt), `request{method=GET uri=/a}: status=200`.

use super::entry::{Escapes, LogEntry};
use super::found::FoundRequest;
use super::pieces::Pieces;
use super::sites::is_site;
use crate::bytes::{
    before, begins_with_letter, has_byte, is_alphanumeric_and, is_one_of, split, split_once,
};
use crate::input::field::Field;
use crate::input::{known, request};

/// Reads a line with labelled values; `None` if they are not of a request.
pub(super) fn labelled(line: &[u8]) -> Option<LogEntry<'_>> {
    LabelledLine::of_pieces(line).entry()
}

/// Reads a line of LTSV.
pub(super) fn tabbed(line: &[u8]) -> Option<LogEntry<'_>> {
    LabelledLine::of_columns(line)?.entry()
}

/// Whether a label names a status.
pub(super) fn is_status_label(label: &[u8]) -> bool {
    !label.is_empty() && is_one_of(label, known::names(Field::Status))
}

/// Whether a label names the host of a request.
pub(super) fn is_host_label(label: &[u8]) -> bool {
    !label.is_empty() && is_one_of(label, &request::HOSTS)
}

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

    fn of_pieces(line: &'l [u8]) -> Self {
        let mut columns = Vec::new();
        for piece in Pieces::of(line) {
            if !piece.label.is_empty() {
                columns.push(LabelledColumn {
                    label: piece.label,
                    value: piece.value,
                });
            }
        }
        Self {
            columns,
            is_tabbed: false,
        }
    }

    /// Returns the first value that fits, under the best of these labels that has one.
    fn find(&self, labels: &[&str], fits: impl Fn(&[u8]) -> bool) -> Option<&'l [u8]> {
        for label in labels {
            for column in &self.columns {
                if column.label.eq_ignore_ascii_case(label.as_bytes()) && fits(column.value) {
                    return Some(column.value);
                }
            }
        }
        None
    }

    /// Returns the value of a field.
    fn field(&self, field: Field) -> Option<&'l [u8]> {
        self.find(known::names(field), |value| field.value(value).is_some())
    }

    /// Returns the path of the request, or the request line.
    fn target(&self) -> Option<&'l [u8]> {
        let target = self.find(&request::PATHS, request::is_path);
        target.or_else(|| self.find(&request::LOOSE, request::is_path))
    }

    /// Returns the host of the request.
    fn host(&self) -> Option<&'l [u8]> {
        for label in request::HOSTS {
            // In LTSV, this is the label of the client.
            if self.is_tabbed && label.eq_ignore_ascii_case("host") {
                continue;
            }
            let host = self.find(&[label], request::is_host);
            if host.is_some() {
                return host;
            }
        }
        None
    }

    /// Reads `Request: www.example.com/a`, which proxies write.
    fn requested_page(&self) -> Option<LogEntry<'l>> {
        let page = self.find(&["request"], |value| has_byte(value, b'/'))?;
        let host = before(page, |byte| byte == b'/');
        if !is_site(host) {
            return None;
        }
        Some(LogEntry {
            host: Some(host),
            target: &page[host.len()..],
            format: "lines with requests",
            ..LogEntry::default()
        })
    }

    /// Reads the request.
    fn entry(&self) -> Option<LogEntry<'l>> {
        let Some(mut target) = self.target() else {
            if !self.is_tabbed {
                return self.requested_page();
            }
            // Without a target, no other column is a URL.
            self.find(&["req", "request"], |_| true)?;
            return Some(LogEntry::default());
        };
        let mut method = None;
        if let Some(request) = FoundRequest::direct(target) {
            target = request.target;
            method = Some(request.method);
        } else if let Some(value) = self.field(Field::Method) {
            method = Field::Method.value(value);
        }
        let status = self.field(Field::Status);
        if method.is_none() && status.is_none() {
            return None;
        }
        let scheme = self.find(&request::SCHEMES, request::is_scheme);
        let is_query = |query: &[u8]| !matches!(query, b"" | b"-");
        let query = self.find(&request::QUERIES, is_query);
        let time = self.field(Field::Time);
        let size = self.field(Field::Size);
        Some(LogEntry {
            host: self.host(),
            scheme: scheme.unwrap_or_default(),
            target,
            query: query.unwrap_or_default(),
            time: [time.unwrap_or_default(), b""],
            format: if self.is_tabbed { "LTSV" } else { "logfmt" },
            method: method.unwrap_or_default(),
            status: status.unwrap_or_default(),
            size: size.unwrap_or_default(),
            escapes: Escapes::Backslash,
            ..LogEntry::default()
        })
    }
}
