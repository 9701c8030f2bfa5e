//! Lines with labelled values: `time:...\tvhost:a.example\treq:GET /a HTTP/1.1` (LTSV),
//! `method=GET path="/a" status=200` (logfmt), `request{method=GET uri=/a}: status=200`.

use super::entry::{Escapes, LogEntry};
use super::found::FoundRequest;
use super::pieces::Pieces;
use super::sites::is_site;
use crate::bytes::{before, begins_with_letter, is_alphanumeric_and, is_one_of, split, split_once};
use crate::input::field::Field;
use crate::input::field_role::FieldRole;
use crate::input::found_roles::FoundRoles;
use crate::input::found_url::UrlForm;
use crate::input::json_value::JsonValue;
use crate::input::met_names;

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
    !label.is_empty() && met_names::may_name(label, FieldRole::Status)
}

/// Whether a label names the host of a request.
pub(super) fn is_host_label(label: &[u8]) -> bool {
    !label.is_empty() && met_names::may_name(label, FieldRole::Host)
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

    /// Finds the values of fields, by their labels.
    fn found(&self) -> FoundRoles<'l> {
        let mut found = FoundRoles::new();
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

    /// Reads `Request: www.example.com/a`, which proxies write.
    fn requested_page(&self) -> Option<LogEntry<'l>> {
        let page = self.request()?.value;
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
        let found = self.found();
        let Some(UrlForm::Path { path, host }) = found.url_form() else {
            if !self.is_tabbed {
                return self.requested_page();
            }
            // Without a target, no other column is a URL.
            self.request()?;
            return Some(LogEntry::default());
        };
        let target = path.value.bytes();
        let request = FoundRequest::direct(target);
        let method = match &request {
            Some(request) => Some(request.method),
            None => found.field(Field::Method),
        };
        let status = found.field(Field::Status);
        if method.is_none() && status.is_none() {
            return None;
        }
        let text = |role| found.get(role).map(|found| found.value.bytes());
        Some(LogEntry {
            host: host.map(|host| host.value.bytes()),
            scheme: text(FieldRole::Scheme).unwrap_or_default(),
            target: request.map_or(target, |request| request.target),
            query: text(FieldRole::Query).unwrap_or_default(),
            time: [text(FieldRole::Time).unwrap_or_default(), b""],
            format: if self.is_tabbed { "LTSV" } else { "logfmt" },
            method: method.unwrap_or_default(),
            status: status.unwrap_or_default(),
            size: text(FieldRole::Size).unwrap_or_default(),
            escapes: Escapes::Backslash,
            ..LogEntry::default()
        })
    }
}
