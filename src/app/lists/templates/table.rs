//! Templates as rows of one table.

use urlsift::lists::{LineTimes, Template};
use urlsift::memory::Timestamp;

use crate::app::show::columns::PrintedColumns;
use crate::app::show::message::harmless;

/// The names of the columns.
const NAMES: [&str; 10] = [
    "lines", "method", "template", "2xx", "3xx", "4xx", "5xx", "first", "last", "url",
];

/// Returns the row with the names of the columns.
pub(super) fn header(columns: PrintedColumns) -> Vec<u8> {
    let names = NAMES.map(str::as_bytes);
    let mut row = Vec::new();
    columns.append_row(&names, &mut row);
    row
}

/// Returns the row of a template.
pub(super) fn row(template: &Template, columns: PrintedColumns) -> Vec<u8> {
    let mut fields = vec![
        template.lines.to_string(),
        methods(template),
        name(template),
    ];
    for hundred in 2..=5 {
        fields.push(statuses(template, hundred));
    }
    fields.extend(match template.times {
        Some(LineTimes { first, last }) => [first, last].map(|time| Timestamp(time).to_string()),
        None => [template.record, template.last].map(|record| record.to_string()),
    });
    let mut fields: Vec<&[u8]> = fields.iter().map(String::as_bytes).collect();
    fields.push(&template.url);
    let mut row = Vec::new();
    columns.append_row(&fields, &mut row);
    row
}

/// Returns the template without its method, which has a column of its own.
fn name(template: &Template) -> String {
    let name = template.to_string();
    let rest = name.strip_prefix(&*template.method).map(str::trim_start);
    harmless(rest.unwrap_or(&name))
}

/// Returns the methods of the lines, or that of the template.
fn methods(template: &Template) -> String {
    let counted = template.methods.iter().map(|(method, _)| &**method);
    let names: Vec<&str> = counted.collect();
    if names.is_empty() {
        return harmless(&template.method);
    }
    harmless(&names.join(","))
}

/// Returns the number of lines with a status of a hundred; empty if no line has a status.
pub(super) fn statuses(template: &Template, hundred: u16) -> String {
    if template.statuses.is_empty() {
        return String::new();
    }
    let counts = template.statuses.iter();
    let of_hundred = counts.filter(|(status, _)| **status / 100 == hundred);
    of_hundred.map(|(_, lines)| lines).sum::<u64>().to_string()
}
