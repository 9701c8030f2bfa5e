//! `--count`, `--prefer`, `--order count` and `--order group`: what is printed when all lines are
//! known.
//!
//! By then positions have become variable that were not when a group started, so templates are made
//! at the end. Groups of which the same is printed are counted together: hosts, and templates that
//! were two at first.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;

use urlsift::explain::templates::learned_shape_of;
use urlsift::settings::Preference;
use urlsift::settings::input::StoredLine;
use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter};
use urlsift::{Sift, Verdict};

use super::columns::{OutputColumn, ShownRecord, Values};
use super::first_lines::FirstLines;
use super::held_values::HeldValues;
use super::novel::{NovelOrder, Shows};
use super::placed::Placed;
use super::printer::Which;
use super::rows::with_value;
use crate::app::show::columns::PrintedColumns;
use crate::app::show::json::{Object, append_number};
use crate::app::show::paint::Paint;
use crate::cli::{Print, PrintOrder};

/// What is printed of the groups, and how.
pub(super) struct GroupPrinting {
    pub(super) form: GroupForm,
    /// The columns, with that of the count.
    pub(super) columns: Vec<OutputColumn>,
    pub(super) which: Which,
    pub(super) preference: Preference,
    pub(super) order: PrintOrder,
    /// The fewest lines of a group that is printed.
    pub(super) least: u64,
    /// The most lines to print.
    pub(super) most: Option<NonZeroUsize>,
    /// Whether several kept lines of a group are printed.
    pub(super) has_samples: bool,
    /// Whether the output is continued, and has a header.
    pub(super) has_header: bool,
}

/// The form in which lines of groups are printed.
#[derive(Clone, Copy)]
pub(super) enum GroupForm {
    /// A line, after its count if that is a column: as `uniq -c` prints it. Reasons stand below.
    Text { delimiter: u8, paint: Paint },
    /// An object.
    Object,
    /// A row.
    Row(PrintedColumns),
}

/// Holds the lines to print until the end, and counts the lines of each group.
pub(super) struct ByGroup {
    printing: GroupPrinting,
    values: Values,
    first_lines: FirstLines,
    /// Whether columns show where the first line of a group is.
    has_places: bool,
    novel: Option<NovelOrder>,
    /// The names of columns, until they are printed.
    header: Vec<u8>,
    /// Values of lines, one of each column; that of the count is empty.
    held: HeldValues,
    lines: Vec<GroupedLine>,
    groups: Vec<CountedGroup>,
    /// The best line of each group, if lines differ in merit or are printed in another order.
    best: Vec<Best>,
    /// The number of groups that are printed.
    printed: usize,
    /// The number of bytes so far of a record that is too long.
    long: usize,
}

/// A line to print.
struct GroupedLine {
    /// Its group; `None` if it was never compared.
    group: Option<usize>,
    /// The number of its first value.
    values: usize,
}

struct CountedGroup {
    /// The number of its lines; 0 if it is not printed.
    count: u64,
    /// Its first line, if its template is printed.
    line: Option<StoredLine>,
}

#[derive(Default)]
struct Best {
    merit: u64,
    /// The number of its first value, unless it is the first line.
    values: Option<usize>,
    /// Its host and template, if another order is requested.
    shows: Option<Shows>,
}

/// A line as it is printed.
struct CountedLine {
    /// The number of its first value.
    values: usize,
    /// Its template as it is at the end, if that is printed and was learned.
    shape: Option<String>,
    count: u64,
    group: Option<usize>,
}

/// Bytes that are written at once.
const WRITE: usize = 64 << 10;

impl ByGroup {
    pub(super) fn new(printing: GroupPrinting, values: Values) -> Self {
        let mut header = Vec::new();
        if let GroupForm::Row(separators) = printing.form
            && !printing.has_header
        {
            let names: Vec<&[u8]> = printing
                .columns
                .iter()
                .map(|column| column.name().as_bytes())
                .collect();
            separators.append_row(&names, &mut header);
        }
        let has_places = printing.columns.iter().any(
            |column| !matches!(column, OutputColumn::Printed(print) if *print != Print::Reason),
        );
        let novel = (printing.order == PrintOrder::Novel).then(|| NovelOrder::new(printing.most));
        Self {
            printing,
            values,
            first_lines: FirstLines::default(),
            has_places,
            novel,
            header,
            held: HeldValues::default(),
            lines: Vec::new(),
            groups: Vec::new(),
            best: Vec::new(),
            printed: 0,
            long: 0,
        }
    }

    /// Returns the part of a line that is printed.
    fn part(&self) -> Print {
        for column in &self.printing.columns {
            if let OutputColumn::Printed(print) = column
                && print.is_part()
            {
                return *print;
            }
        }
        Print::Line
    }

    /// Prints a header, which is in no group, before the lines that are chosen.
    fn write_header_line(
        &self,
        decided: &DecidedRecord<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        match (self.printing.form, decided.verdict) {
            (GroupForm::Text { delimiter, .. }, Verdict::Header { repeated: false })
                if self.printing.preference != Preference::First =>
            {
                output.write_all(decided.line)?;
                output.write_all(&[delimiter])?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Holds the values of a line, and returns the number of the first.
    fn hold_values(&mut self, placed: Placed<'_>) -> io::Result<usize> {
        let first = self.held.len();
        let shown = ShownRecord::new(placed);
        let is_text = matches!(self.printing.form, GroupForm::Text { .. });
        for &column in &self.printing.columns {
            self.held.push_with(|bytes| match column {
                OutputColumn::Printed(Print::Count) => Ok(()),
                OutputColumn::Printed(Print::Reason) if is_text => {
                    self.values.append_lines(placed, bytes)
                }
                _ => self.values.append(column, &shown, bytes),
            })?;
        }
        Ok(first)
    }

    /// Starts a group with its first line.
    fn start(&mut self, decided: &DecidedRecord<'_>) {
        // A record that is not a URL and is to be dropped starts a group, which is not printed.
        let is_printed = decided.kept || self.printing.which != Which::Kept;
        let mut line = None;
        if self.part() == Print::Shape {
            line = Some(decided.sift.scanner().line(decided.line).into());
        }
        self.groups.push(CountedGroup {
            count: u64::from(is_printed),
            line,
        });
        if self.novel.is_some() || self.printing.preference != Preference::First {
            self.best.push(Best {
                merit: decided.merit(self.printing.preference),
                values: None,
                shows: self.shows(decided),
            });
        }
    }

    /// Adds a line to a group.
    fn add(&mut self, placed: Placed<'_>, group: usize) -> io::Result<()> {
        if self.groups[group].count == 0 {
            return Ok(());
        }
        self.groups[group].count += 1;
        let Some(best) = self.best.get(group) else {
            return Ok(());
        };
        let merit = placed.decided.merit(self.printing.preference);
        if merit > best.merit {
            let values = self.hold_values(placed)?;
            self.best[group] = Best {
                merit,
                values: Some(values),
                shows: self.shows(placed.decided),
            };
        }
        Ok(())
    }

    fn shows(&self, decided: &DecidedRecord<'_>) -> Option<Shows> {
        self.novel.is_some().then(|| Shows::of(decided))
    }

    /// Returns the lines to print, in their order.
    fn ordered(&mut self) -> Vec<usize> {
        let mut printed = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            if self.count_of(line) >= self.printing.least {
                printed.push(number);
            }
        }
        if self.printing.order == PrintOrder::Group {
            printed.sort_by_key(|&number| self.lines[number].group.unwrap_or(usize::MAX));
        }
        let Some(order) = &mut self.novel else {
            return printed;
        };
        for &number in &printed {
            if let Some(group) = self.lines[number].group
                && let Some(best) = self.best.get(group)
                && let Some(shows) = &best.shows
            {
                order.note(group as u64, shows);
                order.count(group as u64, self.groups[group].count - 1);
            }
        }
        let positions = order.positions().into_iter();
        positions.map(|position| printed[position]).collect()
    }

    /// Returns the number of lines in the group of a line.
    fn count_of(&self, line: &GroupedLine) -> u64 {
        match line.group {
            Some(group) => self.groups[group].count,
            None => 1,
        }
    }

    /// Returns what is printed, each with its number of lines. Lines themselves are never added up.
    fn counted(&mut self, sift: &Sift) -> Vec<CountedLine> {
        let mut counted: Vec<CountedLine> = Vec::new();
        let mut places = HashMap::new();
        let mut summed = HashSet::new();
        let adds_up = self.adds_up();
        for number in self.ordered() {
            let line = self.counted_line(number, sift);
            if !adds_up {
                counted.push(line);
                continue;
            }
            let place = *places.entry(self.values_of(&line)).or_insert(counted.len());
            let is_first = line.group.is_none() || summed.insert((place, line.group));
            match counted.get_mut(place) {
                Some(same) if is_first => same.count += line.count,
                Some(_) => {}
                None => counted.push(line),
            }
        }
        if self.printing.order == PrintOrder::Count {
            counted.sort_by_key(|line| {
                // The lines of a group stay together.
                let group = if adds_up { None } else { line.group };
                (Reverse(line.count), group)
            });
        }
        let most = self.printing.most.map_or(usize::MAX, NonZeroUsize::get);
        counted.truncate(most);
        counted
    }

    /// Returns whether equal values are printed once: if they are only parts of lines.
    fn adds_up(&self) -> bool {
        let is_part = |column: &OutputColumn| match column {
            OutputColumn::Printed(Print::Count) => true,
            OutputColumn::Printed(print) => print.is_part() && *print != Print::Line,
            _ => false,
        };
        self.printing.which == Which::Kept && self.printing.columns.iter().all(is_part)
    }

    /// Returns what is printed for a held line: the best one of its group, with the template as it
    /// is at the end.
    fn counted_line(&self, number: usize, sift: &Sift) -> CountedLine {
        let line = &self.lines[number];
        let group = line.group.and_then(|group| self.groups.get(group));
        let best = line.group.and_then(|group| self.best.get(group));
        let first = group.and_then(|group| group.line.as_ref());
        CountedLine {
            values: best.and_then(|best| best.values).unwrap_or(line.values),
            shape: first.and_then(|first| learned_shape_of(sift, first.read())),
            count: self.count_of(line),
            group: line.group,
        }
    }

    /// Returns the value of a line in the column of this number.
    fn value<'v>(&'v self, line: &'v CountedLine, column: usize) -> &'v [u8] {
        match &line.shape {
            Some(shape) if self.printing.columns[column] == OutputColumn::Printed(Print::Shape) => {
                shape.as_bytes()
            }
            _ => self.held.get(line.values + column),
        }
    }

    fn values_of(&self, line: &CountedLine) -> Vec<Vec<u8>> {
        let columns = 0..self.printing.columns.len();
        columns
            .map(|column| self.value(line, column).to_vec())
            .collect()
    }

    /// Appends a line in its form.
    fn append(&self, line: &CountedLine, text: &mut Vec<u8>) {
        match self.printing.form {
            GroupForm::Text { delimiter, paint } => {
                self.append_text(line, delimiter, paint, text);
            }
            GroupForm::Object => {
                let mut object = Object::default();
                for (number, &column) in self.printing.columns.iter().enumerate() {
                    if column == OutputColumn::Printed(Print::Count) {
                        object = object.with("count", line.count);
                    } else {
                        object = with_value(object, column, self.value(line, number));
                    }
                }
                text.extend(object.line());
            }
            GroupForm::Row(separators) => {
                for (number, &column) in self.printing.columns.iter().enumerate() {
                    if number > 0 {
                        separators.separate(text);
                    }
                    if column == OutputColumn::Printed(Print::Count) {
                        append_number(line.count, text);
                    } else {
                        separators.append(self.value(line, number), text);
                    }
                }
                text.push(b'\n');
            }
        }
    }

    /// Appends a line of text: a count that comes first, the other values with tabs between them,
    /// and the reason below.
    fn append_text(&self, line: &CountedLine, delimiter: u8, paint: Paint, text: &mut Vec<u8>) {
        let mut reason: &[u8] = b"";
        let mut is_next = false;
        for (number, &column) in self.printing.columns.iter().enumerate() {
            if column == OutputColumn::Printed(Print::Reason) {
                reason = self.value(line, number);
                continue;
            }
            let is_count = column == OutputColumn::Printed(Print::Count);
            if is_count && number == 0 {
                text.extend_from_slice(paint.count(line.count).as_bytes());
                continue;
            }
            if is_next {
                text.push(b'\t');
            }
            is_next = true;
            if is_count {
                append_number(line.count, text);
            } else {
                text.extend_from_slice(self.value(line, number));
            }
        }
        text.push(delimiter);
        let about = text.len();
        text.extend_from_slice(reason);
        paint.aside(text, about, delimiter);
    }
}

impl RecordWriter for ByGroup {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if self.has_places {
            self.first_lines.note(decided);
        }
        if let Verdict::Header { .. } = decided.verdict {
            return self.write_header_line(decided, output);
        }
        let group = decided.decision.and_then(|decision| decision.group);
        let group = group.map(|group| group as usize);
        let first_lines = mem::take(&mut self.first_lines);
        let first = first_lines.of(decided);
        let placed = Placed { decided, first };
        let mut is_first = true;
        match group {
            Some(group) if group < self.groups.len() => {
                is_first = false;
                self.add(placed, group)?;
            }
            Some(_) => self.start(decided),
            None => {}
        }
        let is_one = is_first || self.printing.has_samples || self.printing.which != Which::Kept;
        let is_shown = self.printing.which.has(decided) && decided.verdict != Verdict::Empty;
        let is_printed = is_one && is_shown;
        if is_printed {
            let values = self.hold_values(placed)?;
            self.lines.push(GroupedLine { group, values });
            self.printed += 1;
        }
        self.first_lines = first_lines;
        let most = self.printing.most.map_or(usize::MAX, NonZeroUsize::get);
        Ok(is_printed && self.printed <= most)
    }

    /// Prints the record at once, as its own group: it cannot be held, as its length has no bound.
    /// An object has only the number of its bytes.
    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        if self.printing.which == Which::Dropped {
            return Ok(false);
        }
        let first = self.printing.columns.first();
        let is_counted = first == Some(&OutputColumn::Printed(Print::Count));
        let mut text = Vec::new();
        match self.printing.form {
            GroupForm::Text { paint, .. } => {
                if part.first && is_counted {
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
            GroupForm::Row(separators) => {
                text = mem::take(&mut self.header);
                if part.first {
                    for column in &self.printing.columns[..self.printing.columns.len() - 1] {
                        if *column == OutputColumn::Printed(Print::Count) {
                            text.push(b'1');
                        }
                        separators.separate(&mut text);
                    }
                }
                separators.append_last_field(part, &mut text);
            }
        }
        output.write_all(&text)?;
        Ok(true)
    }

    fn end(&mut self, sift: &Sift, output: &mut dyn Write) -> io::Result<()> {
        let mut text = mem::take(&mut self.header);
        for line in self.counted(sift) {
            self.append(&line, &mut text);
            if text.len() >= WRITE {
                output.write_all(&text)?;
                text.clear();
            }
        }
        output.write_all(&text)
    }
}
