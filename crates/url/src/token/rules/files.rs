//! Files, by their extension.

use super::rule::ClassRule;
use crate::bytes::{begins_with_letter, joined};
use crate::token::class::Class;
use crate::token::view::{DIGIT, DOT, LETTER, SegmentView};
use crate::token::{builds, endings};

pub(super) static RULES: [ClassRule; 6] = [
    ClassRule {
        name: BUILD_CODE,
        class: Class::File,
        kinds: &[DOT],
        fits: |view, _| {
            view.ending & endings::BUILT != 0
                && view.census.uppers > 0
                && builds::has_code(view.stem)
        },
        why: concat!(
            "Rollup and Vite (and with them SvelteKit, Astro, Nuxt) name what they build by 8 ",
            "digits of base 64, esbuild (and with it Angular) by 8 of base 32, Symfony by 7: less ",
            "than half of them reads like words",
        ),
    },
    ClassRule {
        name: BUILD_HEX,
        class: Class::File,
        kinds: &[DOT],
        fits: |view, _| {
            view.ending & endings::BUILT != 0
                && view.census.digits > 0
                && builds::has_short_hex(view.stem)
        },
        why: "webpack cuts its hashes as short as it is told to; elsewhere so few digits may be a name",
    },
    ClassRule {
        name: "code-file",
        class: Class::File,
        kinds: &[DOT],
        fits: |view, surroundings| {
            view.ending & endings::CODE != 0
                && !(surroundings.is_built() && view.extension.eq_ignore_ascii_case(b".json"))
        },
        why: concat!(
            "the name of a handler or script was chosen by a programmer; numbers and hashes in it ",
            "are masked; Next.js has the data of its pages under their names",
        ),
    },
    ClassRule {
        name: "fragment-file",
        class: Class::File,
        kinds: &[DOT],
        fits: |view, _| is_fragment(view.stem, view.extension),
        why: "a program in the browser fills its page with pieces, which programmers named after what they are",
    },
    ClassRule {
        name: "media-file",
        class: Class::Media,
        kinds: &[DOT],
        fits: |view, _| view.ending & endings::MEDIA != 0,
        why: "pictures, films, sounds and fonts of one directory are of one kind",
    },
    ClassRule {
        name: "package-file",
        class: Class::Media,
        kinds: &[DOT, DIGIT, LETTER],
        fits: |view, _| is_package(view),
        why: concat!(
            "npm, pip, Maven, Cargo, RubyGems, NuGet and Debian make the name of a file of the ",
            "name and the version of a package",
        ),
    },
];

/// Names of the rules that remove hashes from files.
pub(crate) const BUILD_CODE: &str = "build-code";
pub(crate) const BUILD_HEX: &str = "build-hex";

/// Whether a segment is a name and a version before the extension of a package; the extension of a
/// checksum may follow.
fn is_package(view: &SegmentView<'_>) -> bool {
    let stem = view.stem;
    let is_checksum = matches!(
        view.extension,
        b".asc" | b".md5" | b".sha1" | b".sha256" | b".sig"
    );
    let is_of_package = is_checksum && endings::is_package(stem);
    if view.ending & endings::PACKAGE == 0 && !is_of_package {
        return false;
    }
    let begins_version = |window: &[u8]| {
        window[0].is_ascii_alphanumeric()
            && matches!(window[1], b'-' | b'_' | b'.')
            && window[2].is_ascii_digit()
    };
    begins_with_letter(stem) && stem.windows(3).any(begins_version)
}

/// Names of pieces of a page.
const PIECES: &[&[u8]] = &[
    b"breadcrumb",
    b"breadcrumbs",
    b"dialog",
    b"footer",
    b"header",
    b"modal",
    b"navbar",
    b"overlay",
    b"partial",
    b"popover",
    b"popup",
    b"renderer",
    b"sidebar",
    b"template",
    b"tooltip",
    b"widget",
];

/// Whether a page without hyphens, or of up to three words, is named after a piece of a page: its
/// first word or its last.
pub(crate) fn is_fragment(stem: &[u8], extension: &[u8]) -> bool {
    if extension != b".html" {
        return false;
    }
    let mut parts = joined(stem);
    let count = parts.clone().count();
    if count == 1 || (count > 3 && stem.contains(&b'-')) {
        return false;
    }
    let first = parts.next().unwrap_or_default();
    let last = parts.next_back().unwrap_or_default();
    PIECES.contains(&first) || PIECES.contains(&last)
}
