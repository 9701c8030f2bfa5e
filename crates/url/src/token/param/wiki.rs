//! Pages of wikis in a parameter: `?title=Special:Export` is a program, `?title=Talk:Tea` one of
//! many pages.

use super::super::lexicon::Lexicon;
use super::super::words;
use super::route::LONGEST_NAME;
use std::sync::LazyLock;

const NAMESPACES: &str = include_str!("../data/namespaces.txt");

static KNOWN: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::new(words::words(NAMESPACES).map(|name| (name, 1 + u16::from(name == SPECIAL))))
});

/// The namespace whose pages are programs.
const SPECIAL: &str = "special";

/// Writes the namespace of a page, with the name of the program if it is one. Returns `false` if
/// the value has no namespace.
pub(super) fn write(value: &[u8], token: &mut Vec<u8>) -> bool {
    token.clear();
    let Some(colon) = value.iter().position(|b| matches!(b, b':' | b'%')) else {
        return false;
    };
    let (namespace, rest) = value.split_at(colon);
    let ([b':', page @ ..] | [b'%', b'3', b'A', page @ ..]) = rest else {
        return false;
    };
    let marks = KNOWN.marks(namespace);
    if marks == 0 {
        return false;
    }
    token.extend_from_slice(namespace);
    token.push(b':');
    // The name of a program may be followed by its argument.
    let name = page
        .split(|b| matches!(b, b'/' | b'%' | b'+'))
        .next()
        .unwrap_or_default();
    let is_program = marks > 1 && (1..=LONGEST_NAME).contains(&name.len());
    token.extend_from_slice(if is_program { name } else { b"{}" });
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_and_programs_are_told_apart() {
        for (value, wanted) in [
            ("Special:Export", Some("Special:Export")),
            ("Special%3AExport/Zork", Some("Special:Export")),
            ("special:UserLogin%2FZork", Some("special:UserLogin")),
            ("Special:", Some("Special:{}")),
            ("User_talk:Zork", Some("User_talk:{}")),
            ("Main_Page", None),
            ("Zork:Wombat", None),
            ("%3AZork", None),
            ("", None),
        ] {
            let mut token = Vec::new();
            let found = write(value.as_bytes(), &mut token);
            assert_eq!(
                found
                    .then(|| String::from_utf8_lossy(&token).into_owned())
                    .as_deref(),
                wanted,
                "{value}"
            );
        }
    }
}
