//! Recognises a table of which no URL is read by its first lines, and names the columns to read.

use super::csv;
use super::row::{CellForm, RowCells, SEPARATORS, are_names};
use bstr::ByteSlice;

/// Returns the columns of the URL, or of host and path, as an option names them; `None` if the
/// lines are no table or have no such columns.
pub(super) fn columns(lines: &[Vec<u8>]) -> Option<String> {
    let separator = separator_of(lines)?;
    let head = RowCells::of(&lines[0], separator).cells;
    let has_header = are_names(&head);
    let mut rows = Vec::new();
    for line in &lines[usize::from(has_header)..] {
        rows.push(RowCells::of(line, separator).forms);
    }
    let column = |takes: fn(CellForm) -> bool| {
        let is_it = |column: &usize| rows.iter().all(|row| takes(row[*column]));
        (0..head.len()).find(is_it)
    };
    let name = |column: usize| {
        let name = head[column].trim_ascii().to_str_lossy();
        if has_header && !name.is_empty() {
            name.into_owned()
        } else {
            (column + 1).to_string()
        }
    };
    if let Some(url) = column(|form| form == CellForm::Address) {
        return Some(name(url));
    }
    let path = name(column(CellForm::is_path)?);
    let mut host = column(|form| form == CellForm::Host);
    if host.is_none() {
        host = column(|form| form == CellForm::Ip);
    }
    match host {
        Some(host) => Some(format!("{},{path}", name(host))),
        None => Some(path),
    }
}

/// Returns the separator that all lines have in the same number.
fn separator_of(lines: &[Vec<u8>]) -> Option<u8> {
    let is_it = |separator: &u8| {
        let count = |line: &Vec<u8>| csv::fields(line, *separator).count();
        let cells = count(&lines[0]);
        cells > 1 && lines.iter().all(|line| count(line) == cells)
    };
    SEPARATORS.into_iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_look_like_a_url_are_named() {
        for (lines, wanted) in [
            ("Ort;Ziel;n\nx;https://a.example/;3", Some("Ziel")),
            ("where,what\na.example,/x\nb.example,/y", Some("where,what")),
            ("Meine Seite\tn\n/x\t7", Some("Meine Seite")),
            ("web-01,GET,/x\nweb-02,GET,/y", Some("3")),
            (
                "198.51.100.7|10.0.0.5|/x\n198.51.100.8|10.0.0.5|/y",
                Some("1,3"),
            ),
            ("where,what\na.example,/x\nb.example,/y,z", None),
            ("where,what\na.example,/x\nb.example,y", None),
            ("one, two\nthree, four", None),
            ("one\ntwo", None),
            ("a,b\n,", None),
        ] {
            let lines: Vec<_> = lines.lines().map(|line| line.as_bytes().to_vec()).collect();
            assert_eq!(columns(&lines).as_deref(), wanted, "{lines:?}");
        }
    }
}
