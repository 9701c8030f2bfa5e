//! The beginning of path and query in a rule of a scope.

use crate::error::Error;
use crate::place::{PathStart, canonical_start};
use crate::rule_text::refusal;
use bstr::ByteSlice;
use urlsift_junk::without_escapes;

/// The beginning of path and query, in which `*` stands for any characters. Every path begins with
/// an empty one.
#[derive(Clone, Debug, Default)]
pub(super) struct FileStart {
    written: PathStart,
    /// The beginning in the form that [`folded`] returns.
    folded: PathStart,
}

impl FileStart {
    /// Reads a path.
    pub(super) fn read(path: &str) -> Result<Self, Error> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let refused = |why: &str| {
            let shown = path.escape_debug();
            Err(refusal(format!(
                "\"{shown}\" is not the start of a path: {why}"
            )))
        };
        if path.contains(char::is_whitespace) {
            return refused("write blanks as %20, and comments after \" #\"");
        }
        if path.contains('#') {
            return refused("fragments are not part of a scope");
        }
        if path.contains(['\\', '^'])
            || path.contains("/.*")
            || path.contains("/.+")
            || path.ends_with('$')
        {
            return refused(
                "it looks like a regular expression; * stands for any characters, as in /app/*",
            );
        }
        let start = path.trim_end_matches('*');
        if ends_in_dots(start) {
            return refused("it ends in a dot segment");
        }
        let canonical = canonical_start(start);
        Ok(Self {
            folded: PathStart::new(&folded(&canonical)),
            written: PathStart::new(&canonical),
        })
    }

    /// Reads the whole of a path without a query.
    pub(super) fn read_whole(path: &str) -> Result<Self, Error> {
        Self::read(path)?;
        let canonical = canonical_start(path);
        Ok(Self {
            folded: PathStart::whole(&folded(&canonical)),
            written: PathStart::whole(&canonical),
        })
    }

    /// Whether path and query match exactly.
    pub(super) fn fits(&self, file: &[u8]) -> bool {
        self.written.fits(file)
    }

    /// Whether path and query match as a server may read them.
    pub(super) fn touches(&self, file: &[u8], folded: &[u8]) -> bool {
        self.written.fits(file) || self.folded.fits(folded)
    }
}

/// Whether a path ends in a dot segment, so that its target is not below it.
fn ends_in_dots(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    !path.contains('?') && matches!(&*without_escapes(last.as_bytes()), b"." | b"..")
}

/// Returns path and query as lenient servers may read them: without escapes, double slashes, dot
/// segments and parameters of segments, with backslashes as slashes, and in lower case.
pub(super) fn folded(file: &[u8]) -> Vec<u8> {
    let (path, query) = file.split_at(file.find_byte(b'?').unwrap_or(file.len()));
    let path = without_escapes(path).replace(b"\\", b"/");
    let mut segments = Vec::new();
    let mut is_open = true;
    for segment in path.split(|&byte| byte == b'/') {
        let segment = &segment[..segment.find_byte(b';').unwrap_or(segment.len())];
        is_open = matches!(segment, b"" | b"." | b"..");
        match segment {
            b"" | b"." => {}
            b".." => drop(segments.pop()),
            _ => segments.push(segment),
        }
    }
    let mut folded = Vec::with_capacity(file.len() + 1);
    for segment in &segments {
        folded.push(b'/');
        folded.extend_from_slice(segment);
    }
    if is_open || segments.is_empty() {
        folded.push(b'/');
    }
    folded.extend_from_slice(&without_escapes(query));
    folded.make_ascii_lowercase();
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn touches(start: &str, file: &str) -> bool {
        FileStart::read(start)
            .expect("is a start")
            .touches(file.as_bytes(), &folded(file.as_bytes()))
    }

    #[test]
    fn a_start_fits_exactly_or_touches_generously() {
        for (start, file, fits, touched) in [
            ("", "/x", true, true),
            ("/", "/x", true, true),
            ("/app/", "/app/x", true, true),
            ("/app/", "/app", false, false),
            ("/app/*", "/app/x", true, true),
            ("/~x/", "/~x/1", true, true),
            ("/%7Ex/", "/~x/1", true, true),
            ("/logout", "/logout?x", true, true),
            ("/logout", "//logout", false, true),
            ("/logout", "/./logout", false, true),
            ("/logout", "/LogOut", false, true),
            ("/logout", "/%6cogout", false, true),
            ("/logout", "/%256cogout", false, true),
            ("/logout", "/a/..;/logout", false, true),
            ("/logout", "/;x=1/logout", false, true),
            ("/logout", "/%2flogout", false, true),
            ("/logout", "/log/out", false, false),
            ("/a/b", "/a;x/b", false, true),
            ("/*/admin", "/x/y/admin/1", true, true),
            ("/*/admin", "/x/ADMIN", false, true),
            ("/*/admin", "/admin", false, false),
            ("/x?do=out", "/x?do=out&a", true, true),
            ("/x?do=out", "/x?do=%6fut", false, true),
            ("/x?do=out", "/x?a", false, false),
            ("/x?", "/x", false, false),
        ] {
            let read = FileStart::read(start).expect("is a start");
            assert_eq!(read.fits(file.as_bytes()), fits, "{start} {file}");
            assert_eq!(touches(start, file), touched, "{start} {file}");
        }
    }

    #[test]
    fn what_is_no_start_is_refused() {
        for start in [
            "/.*",
            "/app/.*",
            "/app/.+",
            r"/a\.php",
            "/^a",
            "/a$",
            "/a b",
            "/a#b",
            "/a/..",
            "/a/%2e%2E",
            "/a/.",
        ] {
            assert!(FileStart::read(start).is_err(), "{start}");
        }
    }

    proptest! {
        /// An excluding rule matches at least the URLs of an including one.
        #[test]
        fn what_fits_is_touched(start in r"/[aB/.;%4*?]{0,6}", file in r"/[aB/.;%4?]{0,9}") {
            if let Ok(read) = FileStart::read(&start) {
                prop_assert!(!read.fits(file.as_bytes()) || read.touches(file.as_bytes(), &folded(file.as_bytes())));
            }
        }
    }
}
