//! `--count` and `--prefer`: one line of each group, printed when all lines are known.
//!
//! By then positions have become variable that were not when a group started, so templates are made
//! at the end. Groups of which the same is printed are counted together: hosts, and templates that
//! were two at first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;

use urlsift::explain::templates::learned_shape_of;
use urlsift::settings::Preference;
use urlsift::settings::input::StoredLine;
use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter};
use urlsift::{Sift, Verdict};

use super::novel::{NovelOrder, Shows};
use super::printed;
use crate::app::show::columns::PrintedColumns;
use crate::app::show::json::Object;
use crate::app::show::paint::Paint;
use crate::cli::Print;

/// Holds the best line of each group and counts its lines until the end, then prints them in the
/// order in which the groups started, or in another one.
pub(super) struct ByGroup {
    entry: GroupForm,
    print: Print,
    preference: Preference,
    order: Option<NovelOrder>,
    largest_first: bool,
    /// The most lines to print.
    most: usize,
    /// The names of columns, until they are printed.
    header: Vec<u8>,
    /// Texts of the first lines of all groups, end to end.
    bytes: Vec<u8>,
    groups: Vec<CountedGroup>,
    /// The best line of each group, if lines differ in merit or are printed in another order.
    best: Vec<Best>,
    /// The number of groups that are printed.
    printed: usize,
    /// The number of bytes so far of a record that is too long.
    long: usize,
}

struct CountedGroup {
    /// The end of its first line's text.
    end: usize,
    /// The number of its lines; 0 if it is not printed.
    count: u64,
    /// Its first line, if its template is printed.
    line: Option<StoredLine>,
}

#[derive(Default)]
struct Best {
    merit: u64,
    /// Its text, unless it is the first line.
    text: Option<Vec<u8>>,
    /// Its host and template, if another order is requested.
    shows: Option<Shows>,
}

/// The form in which a group is printed.
#[derive(Clone, Copy)]
pub(super) enum GroupForm {
    /// Its line, after its count if requested: as `uniq -c` prints it.
    Text { delimiter: u8, paint: Option<Paint> },
    /// An object.
    Object,
    /// A row.
    Row(PrintedColumns),
}

impl GroupForm {
    /// Appends a count and the line that it is about.
    fn append(self, count: u64, print: Print, line: &[u8], text: &mut Vec<u8>) {
        match self {
            Self::Text { delimiter, paint } => {
                if let Some(paint) = paint {
                    text.extend_from_slice(paint.count(count).as_bytes());
                }
                text.extend_from_slice(line);
                text.push(delimiter);
            }
            Self::Object => {
                let object = Object::default().with("count", count);
                text.extend(object.with_bytes(printed::name(print), line).line());
            }
            Self::Row(columns) => columns.append_row(&[count.to_string().as_bytes(), line], text),
        }
    }
}

/// Bytes that are written at once.
const WRITE: usize = 64 << 10;

impl ByGroup {
    /// An output that is continued `has_header`.
    pub(super) fn new(
        entry: GroupForm,
        print: Print,
        preference: Preference,
        order: Option<NovelOrder>,
        has_header: bool,
    ) -> Self {
        let mut header = Vec::new();
        if let GroupForm::Row(columns) = entry
            && !has_header
        {
            columns.append_row(&[b"count", printed::name(print).as_bytes()], &mut header);
        }
        Self {
            entry,
            print,
            preference,
            order,
            largest_first: false,
            most: usize::MAX,
            header,
            bytes: Vec::new(),
            groups: Vec::new(),
            best: Vec::new(),
            printed: 0,
            long: 0,
        }
    }

    /// Prints the groups with the most lines first.
    pub(super) fn largest_first(mut self) -> Self {
        self.largest_first = true;
        self
    }

    /// Prints at most so many lines: the first ones of the order.
    pub(super) fn at_most(mut self, lines: Option<NonZeroUsize>) -> Self {
        self.most = lines.map_or(usize::MAX, NonZeroUsize::get);
        self
    }

    /// Prints a header, which is in no group, before the lines that are chosen.
    fn write_header_line(
        &self,
        decided: &DecidedRecord<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        match (self.entry, decided.verdict) {
            (GroupForm::Text { delimiter, .. }, Verdict::Header { repeated: false })
                if self.preference != Preference::First =>
            {
                output.write_all(decided.line)?;
                output.write_all(&[delimiter])?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Starts a group with its first line. Returns whether the line counts as printed.
    fn start(&mut self, decided: &DecidedRecord<'_>) -> bool {
        // A record that is not a URL and is to be dropped starts a group, which is not printed.
        if decided.kept {
            printed::append(decided, self.print, &mut self.bytes);
        }
        let mut line = None;
        if self.print == Print::Shape {
            line = Some(decided.sift.scanner().line(decided.line).into());
        }
        self.groups.push(CountedGroup {
            end: self.bytes.len(),
            count: u64::from(decided.kept),
            line,
        });
        if self.order.is_some() || self.preference != Preference::First {
            self.best.push(Best {
                merit: decided.merit(self.preference),
                text: None,
                shows: self.shows(decided),
            });
        }
        self.printed += usize::from(decided.kept);
        decided.kept && self.printed <= self.most
    }

    /// Adds a line to a group.
    fn add(&mut self, decided: &DecidedRecord<'_>, group: usize) {
        if self.groups[group].count == 0 {
            return;
        }
        self.groups[group].count += 1;
        let Some(best) = self.best.get(group) else {
            return;
        };
        let merit = decided.merit(self.preference);
        if merit > best.merit {
            let mut text = Vec::new();
            printed::append(decided, self.print, &mut text);
            self.best[group] = Best {
                merit,
                text: Some(text),
                shows: self.shows(decided),
            };
        }
    }

    fn shows(&self, decided: &DecidedRecord<'_>) -> Option<Shows> {
        self.order.is_some().then(|| Shows::of(decided))
    }

    /// Returns the groups to print, in their order.
    fn ordered(&mut self) -> Vec<usize> {
        let mut printed = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            if group.count > 0 {
                printed.push(number);
            }
        }
        let Some(order) = &mut self.order else {
            return printed;
        };
        for &group in &printed {
            if let Some(shows) = &self.best[group].shows {
                order.note(group as u64, shows);
                order.count(group as u64, self.groups[group].count - 1);
            }
        }
        let positions = order.positions().into_iter();
        positions.map(|position| printed[position]).collect()
    }

    /// Returns what is printed, each with its number of lines. Lines themselves are never added up.
    fn counted(&mut self, sift: &Sift) -> Vec<(Vec<u8>, u64)> {
        let mut counted: Vec<(Vec<u8>, u64)> = Vec::new();
        let mut places = HashMap::new();
        let adds_up = self.print != Print::Line;
        for group in self.ordered() {
            let CountedGroup { count, line, .. } = &self.groups[group];
            let shape = line
                .as_ref()
                .and_then(|line| learned_shape_of(sift, line.read()));
            let text = match shape {
                Some(shape) => shape.into_bytes(),
                None => self.text(group).to_vec(),
            };
            let place = if adds_up {
                *places.entry(text.clone()).or_insert(counted.len())
            } else {
                counted.len()
            };
            match counted.get_mut(place) {
                Some((_, sum)) => *sum += count,
                None => counted.push((text, *count)),
            }
        }
        if self.largest_first {
            counted.sort_by_key(|(_, count)| Reverse(*count));
        }
        counted.truncate(self.most);
        counted
    }

    /// Returns what is printed of the best line of a group.
    fn text(&self, group: usize) -> &[u8] {
        if let Some(best) = self.best.get(group)
            && let Some(text) = &best.text
        {
            return text;
        }
        let start = match group.checked_sub(1) {
            Some(before) => self.groups[before].end,
            None => 0,
        };
        &self.bytes[start..self.groups[group].end]
    }
}

impl RecordWriter for ByGroup {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        match decided.decision.and_then(|decision| decision.group) {
            None => self.write_header_line(decided, output),
            Some(group) if (group as usize) < self.groups.len() => {
                self.add(decided, group as usize);
                Ok(false)
            }
            Some(_) => Ok(self.start(decided)),
        }
    }

    /// Prints the record at once, as its own group: it cannot be held, as its length has no bound.
    /// An object has only the number of its bytes.
    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let mut text = Vec::new();
        match self.entry {
            GroupForm::Text { paint, .. } => {
                if part.first
                    && let Some(paint) = paint
                {
                    text.extend_from_slice(paint.count(1).as_bytes());
                }
                text.extend_from_slice(part.bytes);
            }
            GroupForm::Object => {
                if part.first {
                    self.long = 0;
                }
                self.long += part.bytes.len();
                if part.last {
                    text = Object::default()
                        .with("count", 1)
                        .with("bytes", self.long - 1)
                        .line();
                }
            }
            GroupForm::Row(columns) => {
                text = mem::take(&mut self.header);
                if part.first {
                    columns.append(b"1", &mut text);
                    columns.separate(&mut text);
                }
                columns.append_last_field(part, &mut text);
            }
        }
        output.write_all(&text)?;
        Ok(true)
    }

    fn end(&mut self, sift: &Sift, output: &mut dyn Write) -> io::Result<()> {
        let mut text = mem::take(&mut self.header);
        for (line, count) in self.counted(sift) {
            self.entry.append(count, self.print, &line, &mut text);
            if text.len() >= WRITE {
                output.write_all(&text)?;
                text.clear();
            }
        }
        output.write_all(&text)
    }
}
