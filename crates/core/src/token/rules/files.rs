//! Files, by their extension.

use super::rule::Rule;
use crate::token::class::Class;
use crate::token::endings;
use crate::token::view::DOT;

pub(super) static RULES: [Rule; 2] = [
    Rule {
        name: "code-file",
        class: Class::File,
        kinds: &[DOT],
        fits: |view, _| view.ending & endings::CODE != 0,
        takes: &["login.php", "app.4af0bdc4.js", "42.json"],
        leaves: &["index.html", "cat.png", "login"],
        why: "the name of a handler or script was chosen by a programmer; numbers and hashes in it are masked",
    },
    Rule {
        name: "media-file",
        class: Class::Media,
        kinds: &[DOT],
        fits: |view, _| view.ending & endings::MEDIA != 0,
        takes: &["cat.PNG", "File:cat.png"],
        leaves: &["cat.html", "cat"],
        why: "pictures, films, sounds and fonts of one directory are of one kind",
    },
];
