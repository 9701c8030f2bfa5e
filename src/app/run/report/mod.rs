//! Output in another form than the kept records themselves.
//!
//! A [`RecordForm`](form::RecordForm) writes single records. A [`Printer`] prints them as they are
//! decided, or kept ones at the end in another order; [`ByGroup`] prints one record of each group
//! at the end.

mod by_group;
mod explanations;
mod first_lines;
mod form;
mod json;
mod met;
mod novel;
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
use by_group::{ByGroup, GroupForm};
use explanations::ReasonForm;
use form::{BurstForm, PartForm};
use json::ObjectForm;
use met::MetBefore;
use novel::{HeldLines, NovelOrder};
use printer::{Printer, Which};
use rows::RowForm;

/// Returns the detail that the output needs.
pub(crate) fn detail(filter: &FilterOptions) -> Detail {
    let is_dropped = filter.dropped && filter.format != Format::Text;
    match filter.format {
        _ if filter.report.is_some() => Detail::Explanations,
        _ if filter.memory.at_least.is_some() => Detail::Verdicts,
        _ if is_by_group(filter) => Detail::Groups,
        Format::Jsonl if filter.memory.is_on() => Detail::Shapes,
        Format::Jsonl => Detail::Explanations,
        _ if is_novel(filter) || (filter.explain && filter.memory.is_on()) => Detail::Groups,
        _ if filter.explain || is_dropped => Detail::Explanations,
        _ if filter.print == Print::Shape => Detail::Shapes,
        _ => Detail::Verdicts,
    }
}

/// Says whether the output is the kept or dropped records themselves, in input order.
pub(crate) fn is_records(filter: &FilterOptions) -> bool {
    let is_other = filter.top.is_some()
        || filter.format != Format::Text
        || filter.print != Print::Line
        || filter.explain
        || filter.memory.at_least.is_some();
    !(is_other || is_by_group(filter) || is_novel(filter))
}

/// Returns the report that writes any other output. One that is continued `has_header`; `settings`
/// are those of the filter.
pub(crate) fn of(
    filter: &FilterOptions,
    has_header: bool,
    settings: &Builder,
) -> Box<dyn RecordWriter> {
    let &FilterOptions { print, format, .. } = filter;
    let delimiter = delimiter(filter.null);
    if filter.memory.at_least.is_some() {
        return Box::new(Printer::new(BurstForm { delimiter }, Which::All));
    }
    let is_file = filter
        .output
        .as_ref()
        .is_some_and(|path| path != Path::new("-"));
    let paint = Paint::new(filter.color, is_file);
    let is_dropped = filter.dropped || filter.explain;
    let columns = PrintedColumns::of(format, filter.csv_safe);
    let order = is_novel(filter).then(|| NovelOrder::new(filter.top));
    if is_by_group(filter) {
        let entry = match (columns, format) {
            (Some(columns), _) => GroupForm::Row(columns),
            (None, Format::Jsonl) => GroupForm::Object,
            (None, _) => GroupForm::Text {
                delimiter,
                paint: filter.count.then_some(paint),
            },
        };
        let groups = ByGroup::new(entry, print, filter.prefer, order, has_header);
        let groups = groups.at_most(filter.top);
        if filter.order == PrintOrder::Count {
            return Box::new(groups.largest_first());
        }
        return Box::new(groups);
    }
    let which = match (is_dropped, format) {
        (true, _) => Which::Dropped,
        (false, Format::Jsonl) if order.is_none() => Which::All,
        (false, _) => Which::Kept,
    };
    let once = print != Print::Line && which == Which::Kept && format == Format::Text;
    let mut printer = match (columns, format) {
        (Some(columns), _) => {
            let rows = RowForm::new(columns, print, is_dropped);
            let header = if has_header {
                Vec::new()
            } else {
                rows.header()
            };
            Printer::new(rows, which).header(header)
        }
        (None, Format::Jsonl) => Printer::new(ObjectForm::new(print), which),
        _ if filter.explain => {
            let met = filter
                .memory
                .state
                .clone()
                .map(|place| MetBefore::new(place, settings.clone()));
            Printer::new(ReasonForm::new(print, delimiter, paint, met), which)
        }
        _ => {
            let once = once && order.is_none();
            Printer::new(PartForm::new(print, delimiter, once), which)
        }
    };
    match order {
        Some(order) => printer.held = Some(HeldLines::new(order, once)),
        None => printer.room = filter.top.map(|lines| lines.get() as u64),
    }
    Box::new(printer)
}

/// Says whether one record of each group is printed at the end.
fn is_by_group(filter: &FilterOptions) -> bool {
    let is_chosen = filter.prefer != Preference::First;
    filter.count || is_chosen || filter.order == PrintOrder::Count
}

/// Says whether kept lines are printed in another order than that of the input.
fn is_novel(filter: &FilterOptions) -> bool {
    filter.order == PrintOrder::Novel
}
