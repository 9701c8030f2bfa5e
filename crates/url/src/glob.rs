//! Globs, in which `*` matches any run of bytes, possibly empty.

use crate::bytes::has_byte;
use crate::display_text::{folded, folded_name};
use bstr::ByteSlice;
use std::fmt::{self, Display, Formatter};

/// A glob.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Glob {
    text: Vec<u8>,
    reading: Reading,
}

/// What counts in texts that are compared with a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Reading {
    /// Every byte.
    AsWritten,
    /// Neither case nor whether letters are escaped.
    Folded,
    /// The same in names of parameters, where `+` is a blank.
    ParamName,
}

impl Glob {
    pub fn new(glob: &str) -> Self {
        Self {
            text: folded(glob.as_bytes()),
            reading: Reading::Folded,
        }
    }

    /// Creates a glob for names of parameters.
    pub fn of_params(glob: &str) -> Self {
        Self {
            text: folded_name(glob.as_bytes()),
            reading: Reading::ParamName,
        }
    }

    /// Creates a glob for texts in which case counts.
    pub fn in_case(glob: &str) -> Self {
        Self {
            text: glob.into(),
            reading: Reading::AsWritten,
        }
    }

    /// Returns how closely it describes names: by its length, and most closely without a `*`.
    pub fn closeness(&self) -> usize {
        if has_byte(&self.text, b'*') {
            self.text.len()
        } else {
            usize::MAX
        }
    }

    /// Whether the whole name matches. The time is at most proportional to the product of the two
    /// lengths, since only the last `*` is retried.
    pub fn matches(&self, name: &[u8]) -> bool {
        let is_escaped = has_byte(name, b'%');
        match self.reading {
            Reading::AsWritten => self.matches_by(name, |byte| byte),
            Reading::Folded if is_escaped => self.matches_by(&folded(name), |byte| byte),
            Reading::ParamName if is_escaped || has_byte(name, b'+') => {
                self.matches_by(&folded_name(name), |byte| byte)
            }
            Reading::Folded | Reading::ParamName => {
                self.matches_by(name, |byte| byte.to_ascii_lowercase())
            }
        }
    }

    fn matches_by(&self, name: &[u8], read: impl Fn(u8) -> u8) -> bool {
        let glob = &self.text;
        let mut in_glob = 0;
        let mut in_name = 0;
        // Position after the last `*`, and the first byte of the name after its match.
        let mut star = None;
        while in_name < name.len() {
            match glob.get(in_glob) {
                Some(b'*') => {
                    in_glob += 1;
                    star = Some((in_glob, in_name));
                }
                Some(byte) if *byte == read(name[in_name]) => {
                    in_glob += 1;
                    in_name += 1;
                }
                _ => {
                    let Some((behind, taken)) = star else {
                        return false;
                    };
                    star = Some((behind, taken + 1));
                    (in_glob, in_name) = (behind, taken + 1);
                }
            }
        }
        glob[in_glob..].iter().all(|&byte| byte == b'*')
    }
}

impl Display for Glob {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text.as_bstr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, without regard to cost.
    fn defined(glob: &[u8], name: &[u8]) -> bool {
        match glob {
            [] => name.is_empty(),
            [b'*', rest @ ..] => (0..=name.len()).any(|from| defined(rest, &name[from..])),
            [byte, rest @ ..] => name.split_first().is_some_and(|(first, name)| {
                first.eq_ignore_ascii_case(byte) && defined(rest, name)
            }),
        }
    }

    #[test]
    fn globs_match_whole_names() {
        for (glob, name, wanted) in [
            ("a", "a", true),
            ("a", "A", true),
            ("A*", "ab", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("*b*d", "abcd", true),
            ("a*", "ba", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("вид*", "%D0%92%D0%B8%D0%B4%D1%8B", true),
            ("%D0%92ид", "%D0%B2%D0%B8%D0%B4", true),
            ("вид", "%D0%B2", false),
        ] {
            assert_eq!(
                Glob::new(glob).matches(name.as_bytes()),
                wanted,
                "{glob} {name}"
            );
        }
        assert!(Glob::in_case("/A*").matches(b"/Ab") && !Glob::in_case("/A*").matches(b"/ab"));
    }

    #[test]
    fn many_stars_take_no_longer_than_the_lengths_say() {
        // Trying every way to distribute bytes over the stars would take longer than the universe
        // exists.
        let name = vec![b'a'; 50_000];
        assert!(!Glob::new(&("*a".repeat(60) + "b")).matches(&name));
        assert!(Glob::new(&"*a".repeat(60)).matches(&name));
    }

    proptest! {
        #[test]
        fn it_matches_what_its_definition_says(glob in "[ab*]{0,7}", name in "[abAB]{0,8}") {
            prop_assert_eq!(Glob::new(&glob).matches(name.as_bytes()), defined(glob.as_bytes(), name.as_bytes()));
        }
    }
}
