//! `--count`: how many records each kept one stands for.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::columns::Columns;
use super::novel::{Order, Shows};
use super::printed;
use crate::app::json;
use crate::app::paint::Paint;
use crate::cli::{Format, Print};

/// Counts groups until the end, then prints them as `uniq -c` does: in the order in which they
/// started, or in another one.
pub(in crate::app) struct Counts {
    form: Form,
    print: Print,
    bytes: Vec<u8>,
    /// For each group, where its record ends in `bytes`, and how many records it has. A count of 0
    /// is not printed.
    groups: Vec<(usize, u64)>,
    /// If another order is wanted, that and the groups that are printed.
    order: Option<(Order, Vec<usize>)>,
    has_header: bool,
    /// The bytes so far of a record that is too long.
    long: usize,
}

/// How a count is printed.
#[derive(Clone, Copy)]
pub(in crate::app) enum Form {
    /// As `uniq -c` does.
    Text { delimiter: u8, paint: Paint },
    /// As an object.
    Json,
    /// In columns.
    Rows(Columns),
}

impl Form {
    pub(in crate::app) fn new(format: Format, columns: Option<Columns>, delimiter: u8, paint: Paint) -> Self {
        match (columns, format) {
            (Some(columns), _) => Self::Rows(columns),
            (None, Format::Jsonl) => Self::Json,
            (None, _) => Self::Text { delimiter, paint },
        }
    }

    /// Appends what comes before all others.
    fn append_header(self, print: Print, text: &mut Vec<u8>) {
        if let Self::Rows(columns) = self {
            columns.append_row(&[b"count", printed::name(print).as_bytes()], text);
        }
    }

    /// Appends a count, and the line that it is about.
    fn append(self, count: u64, print: Print, line: &[u8], text: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Text { delimiter, paint } => {
                text.extend_from_slice(paint.count(count).as_bytes());
                text.extend_from_slice(line);
                text.push(delimiter);
            }
            Self::Json => {
                write!(text, "{{\"count\":{count},\"{}\":", printed::name(print))?;
                json::append_text(line, text)?;
                if let Some(hex) = json::Hex::of(line) {
                    write!(text, ",\"{}_hex\":", printed::name(print))?;
                    json::append(&hex, text)?;
                }
                text.extend_from_slice(b"}\n");
            }
            Self::Rows(columns) => columns.append_row(&[count.to_string().as_bytes(), line], text),
        }
        Ok(())
    }
}

impl Counts {
    pub(in crate::app) fn new(form: Form, print: Print, order: Option<Order>, has_header: bool) -> Self {
        let order = order.map(|order| (order, Vec::new()));
        Self { form, print, bytes: Vec::new(), groups: Vec::new(), order, has_header, long: 0 }
    }

    /// The groups to print, in their order.
    fn ordered(&mut self) -> Vec<usize> {
        let Some((order, groups)) = &mut self.order else { return (0..self.groups.len()).collect() };
        for &group in &*groups {
            order.count(group as u64, self.groups[group].1 - 1);
        }
        order.positions().into_iter().map(|position| groups[position]).collect()
    }

    /// What comes before everything else, once.
    fn header(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        if !std::mem::replace(&mut self.has_header, true) {
            self.form.append_header(self.print, &mut text);
        }
        text
    }
}

/// Bytes that are written at once.
const WRITE: usize = 64 << 10;

impl Report for Counts {
    fn record(&mut self, decided: &Decided<'_>, _: &mut dyn Write) -> io::Result<bool> {
        let Some(group) = decided.decision.and_then(|decision| decision.group) else { return Ok(false) };
        if let Some((_, count)) = self.groups.get_mut(group as usize) {
            *count += u64::from(*count > 0);
            return Ok(false);
        }
        // A record that is not a URL and is to be dropped started a group all the same.
        if decided.kept {
            printed::append(decided, self.print, &mut self.bytes);
        }
        self.groups.push((self.bytes.len(), u64::from(decided.kept)));
        if let (Some((order, groups)), true) = (&mut self.order, decided.kept) {
            groups.push(group as usize);
            return Ok(order.note(group, &Shows::of(decided)));
        }
        Ok(decided.verdict != Verdict::Empty && decided.kept)
    }

    /// A record without a bound cannot be held back until the end: it comes first, and stands for
    /// itself. An object tells only how many bytes it has.
    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        match self.form {
            Form::Text { paint, .. } => {
                if piece.first {
                    output.write_all(paint.count(1).as_bytes())?;
                }
                output.write_all(piece.bytes)?;
            }
            Form::Json => {
                self.long = if piece.first { 0 } else { self.long } + piece.bytes.len();
                if piece.last {
                    writeln!(output, "{{\"count\":1,\"bytes\":{}}}", self.long - 1)?;
                }
            }
            Form::Rows(columns) => {
                let mut row = self.header();
                if piece.first {
                    columns.append(b"1", &mut row);
                    columns.separate(&mut row);
                    row.extend_from_slice(columns.quote());
                    columns.append_mark(piece.bytes, &mut row);
                }
                columns.append_piece(&piece.bytes[..piece.bytes.len() - usize::from(piece.last)], &mut row);
                if piece.last {
                    row.extend_from_slice(columns.quote());
                    row.push(b'\n');
                }
                output.write_all(&row)?;
            }
        }
        Ok(true)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut text = self.header();
        for group in self.ordered() {
            let start = group.checked_sub(1).map_or(0, |before| self.groups[before].0);
            let (end, count) = self.groups[group];
            if count > 0 {
                self.form.append(count, self.print, &self.bytes[start..end], &mut text)?;
            }
            if text.len() >= WRITE {
                output.write_all(&text)?;
                text.clear();
            }
        }
        output.write_all(&text)
    }
}
