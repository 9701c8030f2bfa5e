//! Names of tasks: a verb and a thing, in either order: `create-leave-request`,
//! `leave_request_delete`, `leave-request-creation`.

use super::words::{self, is_verb};
use crate::bytes::{is_joint, is_small_letters_and, joined};

/// Maximum parts of a name: more make a sentence.
const MOST_PARTS: usize = 5;

/// Nouns that say what is done, behind a thing.
const DEEDS: [&[u8]; 4] = [b"creation", b"deletion", b"allocation", b"updation"];

/// Returns the thing of a task, in the singular; `None` if a name is no task. Names with words that
/// join others, like `the`, are sentences.
pub(super) fn thing(name: &[u8]) -> Option<&[u8]> {
    let joints = name.iter().filter(|&&byte| is_joint(byte)).count();
    if joints >= MOST_PARTS || !is_small_letters_and(name, b"-_") {
        return None;
    }
    let first_joint = name.iter().position(|&byte| is_joint(byte))?;
    let last_joint = name.iter().rposition(|&byte| is_joint(byte))?;
    let last = &name[last_joint + 1..];
    let thing = if is_verb(&name[..first_joint]) {
        &name[first_joint + 1..]
    } else if is_verb(last) || DEEDS.contains(&last) {
        &name[..last_joint]
    } else {
        return None;
    };
    // Few names have a verb, so all their words are looked up last.
    if joined(name).any(|part| part.is_empty() || words::is_joining(part)) {
        return None;
    }
    Some(thing.strip_suffix(b"s").unwrap_or(thing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_a_verb_before_or_behind_its_thing() {
        for (name, expected) in [
            ("create-zork", Some("zork")),
            ("zorks-delete", Some("zork")),
            ("export_vorp_zorks", Some("vorp_zork")),
            ("vorp-zork-creation", Some("vorp-zork")),
            ("view-request", Some("request")),
            ("zork", None),
            ("zork-vorp", None),
            ("create", None),
            ("create-the-zork", None),
            ("how-to-create-zorks", None),
            ("create-zork7", None),
            ("create-", None),
            ("a-b-c-d-e-create", None),
        ] {
            let found = thing(name.as_bytes());
            assert_eq!(found, expected.map(str::as_bytes), "{name}");
        }
    }
}
