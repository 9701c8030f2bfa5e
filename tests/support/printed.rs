//! What subcommands print, read back.

use std::collections::{BTreeMap, BTreeSet};

use super::program::kept;

/// Returns what the program prints without input.
pub(crate) fn text(arguments: &[&str]) -> String {
    String::from_utf8(kept(arguments, b"")).expect("it is text")
}

/// Returns the names of all subcommands, from the help.
pub(crate) fn subcommands() -> Vec<String> {
    let help = text(&["help", "all"]);
    let commands = help
        .split("Commands:\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\nA").next())
        .expect("help lists them");
    let names = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// Returns how many hosts the URLs of these lines have.
pub(crate) fn hosts(lines: &[&str]) -> usize {
    let host = |line: &&str| {
        let (_, rest) = line.split_once("://")?;
        Some(rest.split(['/', '?']).next()?.to_owned())
    };
    lines.iter().filter_map(host).collect::<BTreeSet<_>>().len()
}

/// Returns what `cluster` prints.
pub(crate) fn clusters(arguments: &[&str], input: &[u8]) -> String {
    String::from_utf8_lossy(&kept(&[&["cluster"], arguments].concat(), input)).into_owned()
}

/// Returns the groups that `cluster` prints, as sets of line numbers.
pub(crate) fn groups(arguments: &[&str], input: &[u8]) -> BTreeSet<BTreeSet<u64>> {
    let mut groups: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let rows = clusters(&[arguments, &["--format", "tsv"]].concat(), input);
    for row in rows.lines().skip(1) {
        let columns: Vec<&str> = row.splitn(5, '\t').collect();
        let number = |column: usize| columns[column].parse::<u64>().expect("a number");
        groups.entry(number(0)).or_default().insert(number(1));
    }
    assert!(
        groups
            .iter()
            .all(|(id, members)| members.first() == Some(id)),
        "{groups:?}"
    );
    groups.into_values().collect()
}

/// Returns the keys and the line of each record that `keys` prints.
pub(crate) fn keys(arguments: &[&str], input: &[u8]) -> Vec<(BTreeSet<String>, Vec<u8>)> {
    let end = if arguments.contains(&"-z") { 0 } else { b'\n' };
    let output = kept(&[&["keys"], arguments].concat(), input);
    let records = output.split_inclusive(|&byte| byte == end);
    let record = |record: &[u8]| {
        let tab = record
            .iter()
            .position(|&byte| byte == b'\t')
            .expect("there is a tab");
        let keys = String::from_utf8(record[..tab].to_vec()).expect("keys are digits");
        let keys: BTreeSet<String> = keys.split(',').map(str::to_owned).collect();
        assert_eq!(record.last(), Some(&end));
        (keys, record[tab + 1..record.len() - 1].to_vec())
    };
    records.map(record).collect()
}
