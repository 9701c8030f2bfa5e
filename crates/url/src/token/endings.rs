//! Endings of segments: extensions and top-level domains.

use super::lexicon::{Lexicon, marked_words};
use super::words;
use crate::bytes::{is_alphanumeric_and, is_letters, split, split_last};
use crate::suffixes;
use std::sync::LazyLock;

/// Extension of names chosen by programmers.
pub(super) const CODE: u16 = 1;
/// Extension of names that are values.
pub(super) const MEDIA: u16 = 1 << 1;
/// Extension of files that are dangerous to lose.
pub(super) const SETTINGS: u16 = 1 << 2;
/// Another extension.
pub(super) const OTHER: u16 = 1 << 3;
/// Not an extension, but the end of a host name.
const HOST: u16 = 1 << 4;
/// Extension of files that build tools write, with hashes in their names.
pub(super) const BUILT: u16 = 1 << 5;
/// Extension of packages, whose names have a version.
pub(super) const PACKAGE: u16 = 1 << 6;

/// Scripts, style sheets and their maps, which are code.
const SCRIPTS: &str = "css js map mjs";

static ENDINGS: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists = [
        (include_str!("data/code_extensions.txt"), CODE),
        (include_str!("data/media_extensions.txt"), MEDIA),
        (include_str!("data/settings_extensions.txt"), SETTINGS),
        (include_str!("data/other_extensions.txt"), OTHER),
        (include_str!("data/package_extensions.txt"), PACKAGE),
        (include_str!("data/top_level.txt"), HOST),
        (SCRIPTS, BUILT),
    ];
    Lexicon::new(&marked_words(&lists))
});

/// A name, split at its extension.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileName<'a> {
    pub stem: &'a [u8],
    /// The extension with its dot, or nothing.
    pub extension: &'a [u8],
    /// The marks of the extension.
    pub ending: u16,
}

impl<'a> FileName<'a> {
    /// Creates a name without an extension.
    pub(super) fn bare(name: &'a [u8]) -> Self {
        Self {
            stem: name,
            extension: b"",
            ending: 0,
        }
    }

    /// Splits a name at a dot, whatever follows.
    fn at(name: &'a [u8], dot: usize) -> Self {
        let (stem, extension) = name.split_at(dot);
        Self {
            stem,
            extension,
            ending: ENDINGS.marks(&extension[1..]),
        }
    }

    /// Splits `name.ext` into `name` and `.ext`, if the ending is a known extension.
    pub(super) fn split(name: &'a [u8]) -> Option<Self> {
        let dot = memchr::memrchr(b'.', name)?;
        if dot == 0 {
            return None;
        }
        let mut split = Self::at(name, dot);
        split.ending &= !HOST;
        if split.ending == 0 {
            return None;
        }
        Some(split)
    }

    /// Splits a name at its only dot, if a known extension follows that does not end a host.
    pub(super) fn split_at(name: &'a [u8], dot: usize) -> Option<Self> {
        let split = Self::at(name, dot);
        let is_host = split.ending & HOST != 0;
        if split.ending == 0 || is_host {
            return None;
        }
        Some(split)
    }
}

/// Returns the marks of the text after the last dot of a path.
fn marks_of(path: &[u8]) -> u16 {
    match split_last(path, b'.') {
        Some((_, ending)) => ENDINGS.marks(ending),
        None => 0,
    }
}

/// Whether a name ends with a known extension, except those of packages only.
pub fn is_file(name: &[u8]) -> bool {
    match FileName::split(name) {
        Some(name) => name.ending != PACKAGE,
        None => false,
    }
}

/// Whether a path ends with a script, style sheet or handler.
pub(super) fn is_code(path: &[u8]) -> bool {
    marks_of(path) & CODE != 0
}

/// Whether a path ends with a script, style sheet or map.
pub(super) fn is_built(path: &[u8]) -> bool {
    marks_of(path) & BUILT != 0
}

/// Whether a path names a static file: a script, style sheet, picture, film, sound or font.
pub(super) fn is_static(path: &[u8]) -> bool {
    marks_of(path) & (MEDIA | BUILT) != 0
}

/// Whether a name ends with the extension of a package.
pub(super) fn is_package(name: &[u8]) -> bool {
    match FileName::split(name) {
        Some(name) => name.ending & PACKAGE != 0,
        None => false,
    }
}

/// Whether an ending is that of a program that servers execute.
pub(super) fn is_handler(ending: &[u8]) -> bool {
    ENDINGS.marks(ending) & CODE != 0
}

/// Whether a segment is a name under a top-level domain, `sub.example.com`. A name of two parts is
/// not, if it ends with an extension or with an ordinary word that is also a top-level domain, as
/// in `account.services`.
pub fn is_host(segment: &[u8]) -> bool {
    let segment = segment.strip_suffix(b".").unwrap_or(segment);
    let Some((name, ending)) = split_last(segment, b'.') else {
        return false;
    };
    let has_several = name.contains(&b'.');
    if !is_top_level(ending, has_several) || !is_alphanumeric_and(name, b"-._") {
        return false;
    }
    !split(name, b'.').any(<[u8]>::is_empty)
}

fn is_top_level(ending: &[u8], several: bool) -> bool {
    let marks = ENDINGS.marks(ending);
    if marks != 0 {
        return marks & HOST != 0;
    }
    if ending.len() < 2 || !is_letters(ending) {
        return false;
    }
    if !several && words::is_known(ending) {
        return false;
    }
    let ending = ending.to_ascii_lowercase();
    match suffixes::suffix(&ending) {
        Some(suffix) => suffix.registry.is_some(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_endings_are_extensions() {
        for (segment, extension) in [
            ("a.html", ".html"),
            ("a.HTML", ".HTML"),
            ("a.b.zip", ".zip"),
            ("a.wombat", ""),
            ("a.com", ""),
            (".env", ""),
            ("a.", ""),
        ] {
            let found = FileName::split(segment.as_bytes()).map_or(&b""[..], |name| name.extension);
            assert_eq!(found, extension.as_bytes(), "{segment}");
        }
    }

    #[test]
    fn hosts_end_in_top_level_domains() {
        for host in [
            "example.com",
            "sub.example.test",
            "zork.xyz",
            "a.b.services",
            "zork.co.uk.",
            "zork.blue",
        ] {
            assert!(is_host(host.as_bytes()), "{host}");
        }
        for name in [
            "account.services",
            "a.html",
            "example",
            "a..com",
            "Acme.Orders",
            "re ad.com",
            "zork.",
            "a.b1",
        ] {
            assert!(!is_host(name.as_bytes()), "{name}");
        }
    }
}
