//! How records are written, as the library takes it.

use urlsift::Input;

use crate::cli;

/// Translates what was typed.
pub(super) fn chosen(typed: &cli::Input) -> Input {
    let cli::Input { field, column, log, base, .. } = typed;
    match (field, column) {
        (Some(path), _) => Input::Member(path.clone()),
        (_, Some(column)) => Input::Column(column.clone()),
        _ if *log => Input::Log(base.as_ref().map(|base| base.origin().ascii_serialization())),
        _ => Input::Lines,
    }
}
