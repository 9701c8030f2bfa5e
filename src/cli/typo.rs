//! A first word that is nearly the name of a subcommand, and no file: it was to be one.

use std::ffi::OsStr;
use std::path::Path;

use clap::Command;

/// The subcommand that a word was to be, if it is a slip of one and names no file. As a file it
/// would be missing, and all other words would be read as lists.
pub(super) fn meant<'c>(command: &'c Command, word: &OsStr) -> Option<&'c str> {
    let typed = word.to_str()?.to_lowercase();
    if command.find_subcommand(word).is_some() {
        return None;
    }
    if !typed.bytes().all(|byte| byte.is_ascii_alphabetic()) || Path::new(word).symlink_metadata().is_ok() {
        return None;
    }
    let distance = |name: &&str| distance(typed.as_bytes(), name.as_bytes());
    let is_near = |name: &&str| distance(name) <= if name.len() > 4 { 2 } else { 1 };
    command.get_subcommands().map(Command::get_name).filter(is_near).min_by_key(distance)
}

/// How many letters were left out, put in, replaced or exchanged with their neighbours.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let width = other.len() + 1;
    let mut table = vec![0; (one.len() + 1) * width];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            let at = row * width + column;
            let (Some(above), Some(left)) = (row.checked_sub(1), column.checked_sub(1)) else {
                table[at] = row + column;
                continue;
            };
            let replaced = table[at - width - 1] + usize::from(one[above] != other[left]);
            table[at] = replaced.min(table[at - 1] + 1).min(table[at - width] + 1);
            if above > 0 && left > 0 && one[above] == other[left - 1] && one[above - 1] == other[left] {
                table[at] = table[at].min(table[at - 2 * width - 2] + 1);
            }
        }
    }
    table[table.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near() {
        for (one, other, wanted) in [
            ("", "", 0),
            ("keys", "", 4),
            ("sweeep", "sweep", 1),
            ("sewep", "sweep", 1),
            ("clsuters", "cluster", 2),
            ("stat", "state", 1),
            ("list", "state", 4),
        ] {
            assert_eq!(distance(one.as_bytes(), other.as_bytes()), wanted, "{one} {other}");
            assert_eq!(distance(other.as_bytes(), one.as_bytes()), wanted, "{other} {one}");
        }
    }
}
