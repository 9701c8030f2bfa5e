//! Output in another form than the kept records themselves.
//!
//! A [`RecordForm`](form::RecordForm) writes single records. A [`Printer`] prints them as they are
//! decided, or kept ones at the end in another order; [`ByGroup`] prints records of all groups at
//! the end, with the number of their lines.

mod by_group;
mod columns;
mod explanations;
mod first_lines;
mod form;
mod held_values;
mod json;
mod met;
mod novel;
mod placed;
pub(crate) mod printed;
mod printer;
mod rows;

use std::path::Path;

use urlsift::Builder;
use urlsift::settings::{Detail, Preference};
use urlsift::stream::RecordWriter;

use crate::app::settings::delimiter;
use crate::app::show::columns::PrintedColumns;
use crate::app::show::paint::Paint;
use crate::cli::{FilterOptions, Format, Print, PrintOrder};
use by_group::{ByGroup, GroupForm, GroupPrinting};
use columns::{OutputColumn, Values};
use explanations::Reasons;
use form::{BurstForm, RecordForm, TextForm, TextStyle};
use json::ObjectForm;
use met::MetBefore;
use novel::{HeldLines, NovelOrder};
use printer::{Printer, Which};
use rows::{MemberForm, RowForm};

/// Returns the detail that the output needs.
pub(crate) fn detail(filter: &FilterOptions) -> Detail {
    let is_on = filter.memory.is_on();
    let is_object = filter.format == Format::Json && !has_own_columns(filter);
    if filter.report.is_some() {
        Detail::Explanations
    } else if is_object && !is_by_group(filter) && !is_burst(filter) {
        if is_on {
            Detail::Shapes
        } else {
            Detail::Explanations
        }
    } else if names_similar(filter) && !is_on {
        Detail::Explanations
    } else if names_similar(filter) || is_by_group(filter) || is_novel(filter) {
        Detail::Groups
    } else if filter.prints(Print::Shape) {
        Detail::Shapes
    } else {
        Detail::Verdicts
    }
}

/// Returns whether columns say to what a dropped line is similar, or why.
fn names_similar(filter: &FilterOptions) -> bool {
    let is_table = matches!(filter.format, Format::Tsv | Format::Csv);
    let has_usual = is_table && !has_own_columns(filter) && which(filter) != Which::Kept;
    has_usual || has_reasons(filter) || filter.prints(Print::Percent) || filter.prints(Print::Like)
}

/// Says whether the output is the kept or dropped records themselves, in input order.
pub(crate) fn is_records(filter: &FilterOptions) -> bool {
    let is_other = filter.top.is_some()
        || filter.all
        || filter.format != Format::Text
        || filter.print != [Print::Line]
        || filter.explain
        || is_burst(filter);
    !(is_other || is_by_group(filter) || is_novel(filter))
}

/// Returns the report that writes any other output. One that is continued `has_header`; `settings`
/// are those of the filter.
pub(crate) fn of(
    filter: &FilterOptions,
    has_header: bool,
    settings: &Builder,
) -> Box<dyn RecordWriter> {
    let delimiter = delimiter(filter.null);
    let mut met = None;
    if has_reasons(filter)
        && let Some(place) = &filter.memory.state
    {
        met = Some(MetBefore::new(place.clone(), settings.clone()));
    }
    let values = Values::new(Reasons::new(delimiter, met));
    if is_by_group(filter) {
        return Box::new(ByGroup::new(group_printing(filter, has_header), values));
    }
    let which = which(filter);
    let once = prints_once(filter);
    let separators = PrintedColumns::of(filter.format, filter.csv_safe);
    let mut header = Vec::new();
    let form: Box<dyn RecordForm> = match separators {
        Some(separators) => {
            let rows = RowForm::new(separators, table_columns(filter), values);
            if !has_header {
                header = rows.header();
            }
            Box::new(rows)
        }
        None if filter.format == Format::Json && !has_own_columns(filter) && !is_burst(filter) => {
            Box::new(ObjectForm::new(filter.print[0]))
        }
        None if filter.format == Format::Json => {
            Box::new(MemberForm::new(chosen_columns(filter), values))
        }
        None => {
            let style = TextStyle {
                delimiter,
                paint: paint(filter),
                once: once && !is_novel(filter),
                has_reasons: has_reasons(filter),
            };
            let mut columns = chosen_columns(filter);
            columns.retain(|column| *column != OutputColumn::Printed(Print::Reason));
            Box::new(TextForm::new(columns, values, style))
        }
    };
    let mut printer = if is_burst(filter) {
        Printer::new(Box::new(BurstForm(form)), Which::All)
    } else {
        Printer::new(form, which)
    };
    printer = printer.header(header);
    if is_novel(filter) {
        let order = NovelOrder::new(filter.top);
        printer.held = Some(HeldLines::new(order, once));
    } else {
        printer.room = filter.top.map(|lines| lines.get() as u64);
    }
    Box::new(printer)
}

/// Returns how groups are printed.
fn group_printing(filter: &FilterOptions, has_header: bool) -> GroupPrinting {
    let delimiter = delimiter(filter.null);
    let separators = PrintedColumns::of(filter.format, filter.csv_safe);
    let form = match (separators, filter.format) {
        (Some(separators), _) => GroupForm::Row(separators),
        (None, Format::Json) => GroupForm::Object,
        (None, _) => GroupForm::Text {
            delimiter,
            paint: paint(filter),
        },
    };
    let is_text = filter.format == Format::Text;
    let has_usual = !is_text && !is_counted(filter) && !has_own_columns(filter);
    let columns = if has_usual {
        table_columns(filter)
    } else {
        chosen_columns(filter)
    };
    GroupPrinting {
        form,
        columns,
        which: which(filter),
        preference: filter.prefer,
        order: filter.order,
        least: filter.memory.min.unwrap_or_default(),
        most: filter.top,
        has_samples: filter.settings.has("keep"),
        has_header,
    }
}

/// Returns the columns that options choose.
fn chosen_columns(filter: &FilterOptions) -> Vec<OutputColumn> {
    let mut columns = Vec::new();
    if is_burst(filter) && filter.print == [Print::Line] {
        columns.extend([Print::Count, Print::Line, Print::Last].map(OutputColumn::Printed));
        return columns;
    }
    if filter.count && !filter.prints(Print::Count) {
        columns.push(OutputColumn::Printed(Print::Count));
    }
    columns.extend(filter.print.iter().copied().map(OutputColumn::Printed));
    if filter.explain && !filter.prints(Print::Reason) {
        columns.push(OutputColumn::Printed(Print::Reason));
    }
    columns
}

/// Returns the columns of a table.
fn table_columns(filter: &FilterOptions) -> Vec<OutputColumn> {
    if has_own_columns(filter) || is_burst(filter) {
        return chosen_columns(filter);
    }
    let mut columns = columns::usual(which(filter) != Which::Kept);
    columns.push(OutputColumn::Printed(filter.print[0]));
    columns
}

/// Returns whether `--print` names all columns: several, or one that is no part of a line.
fn has_own_columns(filter: &FilterOptions) -> bool {
    filter.print.len() > 1 || !filter.print[0].is_part()
}

fn paint(filter: &FilterOptions) -> Paint {
    let is_file = filter
        .output
        .as_ref()
        .is_some_and(|path| path != Path::new("-"));
    Paint::new(filter.color, is_file)
}

/// Returns which records are printed.
fn which(filter: &FilterOptions) -> Which {
    if filter.all {
        Which::All
    } else if filter.dropped || filter.explain {
        Which::Dropped
    } else {
        Which::Kept
    }
}

/// Returns whether equal texts are printed once: parts of kept lines.
fn prints_once(filter: &FilterOptions) -> bool {
    let is_part = |print: &Print| print.is_part() && *print != Print::Line;
    filter.format == Format::Text
        && which(filter) == Which::Kept
        && filter.print.iter().all(is_part)
}

/// Returns whether each line is printed with the number of lines in its group.
fn is_counted(filter: &FilterOptions) -> bool {
    filter.count || filter.prints(Print::Count)
}

/// Returns whether lines say why they were dropped.
fn has_reasons(filter: &FilterOptions) -> bool {
    filter.explain || filter.prints(Print::Reason)
}

/// Returns whether groups are printed when many of their lines have come within the window.
fn is_burst(filter: &FilterOptions) -> bool {
    filter.memory.min.is_some() && filter.memory.window.is_some()
}

/// Says whether the records are printed at the end, by their groups.
fn is_by_group(filter: &FilterOptions) -> bool {
    let is_ordered = matches!(filter.order, PrintOrder::Count | PrintOrder::Group);
    let is_chosen = filter.prefer != Preference::First;
    let has_least = filter.memory.min.is_some();
    !is_burst(filter) && (is_counted(filter) || is_chosen || is_ordered || has_least)
}

/// Says whether kept lines are printed in another order than that of the input.
fn is_novel(filter: &FilterOptions) -> bool {
    filter.order == PrintOrder::Novel
}
