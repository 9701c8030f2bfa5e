//! Lines with labelled columns: `time:...\tvhost:a.example\treq:GET /a HTTP/1.1` (LTSV) and
//! `method=GET path="/a" status=200` (logfmt).

use super::entry::{Escapes, LogEntry, LogRequest};
use super::words::{quoted_words, unquoted};
use crate::bytes::is_alphanumeric_and;
use crate::input::field::Field;
use crate::input::{known, request};
use bstr::ByteSlice;

/// Reads a line with labelled columns; `None` if it has too few of them, or no request.
pub(super) fn labelled(line: &[u8]) -> Option<LogEntry<'_>> {
    let line = LabelledLine::of(line);
    if line.columns.len() < 3 {
        return None;
    }
    line.entry()
}

/// The columns of a line.
struct LabelledLine<'l> {
    columns: Vec<LabelledColumn<'l>>,
    /// Whether tabs separate the columns, as in LTSV.
    is_tabbed: bool,
}

struct LabelledColumn<'l> {
    label: &'l [u8],
    value: &'l [u8],
}

impl<'l> LabelledColumn<'l> {
    /// Reads a column with this mark behind its label.
    fn of(text: &'l [u8], mark: &str) -> Option<Self> {
        let (label, value) = text.split_once_str(mark)?;
        if label.is_empty() || !is_alphanumeric_and(label, b"_-.") {
            return None;
        }
        Some(Self { label, value })
    }
}

impl<'l> LabelledLine<'l> {
    fn of(line: &'l [u8]) -> Self {
        let tabbed = line.split_str("\t");
        let tabbed: Option<Vec<_>> = tabbed
            .map(|column| LabelledColumn::of(column, ":"))
            .collect();
        if let Some(columns) = tabbed
            && columns.len() > 2
        {
            return Self {
                columns,
                is_tabbed: true,
            };
        }
        let mut columns = Vec::new();
        for word in quoted_words(line) {
            columns.extend(LabelledColumn::of(word, "="));
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
                let value = unquoted(column.value);
                if column.label.eq_ignore_ascii_case(label.as_bytes()) && fits(value) {
                    return Some(value);
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
            if self.is_tabbed && label == "host" {
                continue;
            }
            let host = self.find(&[label], request::is_host);
            if host.is_some() {
                return host;
            }
        }
        None
    }

    /// Reads the request.
    fn entry(&self) -> Option<LogEntry<'l>> {
        let Some(mut target) = self.target() else {
            if !self.is_tabbed {
                return None;
            }
            // Without a target, no other column is a URL.
            self.find(&["req", "request"], |_| true)?;
            return Some(LogEntry::default());
        };
        let mut method = None;
        if let Some(request) = LogRequest::of(target) {
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
