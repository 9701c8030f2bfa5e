//! Values that choose a page of a program whatever the parameter is called: the file of a page
//! (`?id=bug-writing.html`), a route (`?x=site/login`), or a method in its class
//! (`?run=tea.store.add`).
//!
//! Their parts are short words, without digits; one part of a route is an ordinary word. Names
//! that hold text or an address choose nothing.

use super::super::segment;
use super::super::words::is_known;
use super::last_word;
use super::route::LONGEST_NAME;
use crate::bytes::{is_letters_and, is_one_of, split, split_last};
use crate::list::list;
use crate::name_words::{NameWord, NameWords};

/// Maximum length of a value, and of a part of it.
const LONGEST: usize = 60;

/// Maximum number of a route's parts, and of the joints of a part. Titles have more words.
const MOST_PARTS: usize = 4;
const MOST_JOINTS: usize = 2;

/// Extensions of pages beside those of programs.
const PAGES: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

/// Words of names that hold an address, or say where somebody comes from or goes to.
const ADDRESSES: [&str; 27] = list(
    "back backurl callback continue dest destination domain forward from goto host image img link \
    location next origin redirect ref referer referrer return returnurl source target uri url",
);

/// Whether a value is that of a page, by its form.
pub(super) fn is_page(name: &[u8], value: &[u8]) -> bool {
    // Most values are numbers or single words.
    let is_joined = |byte: &u8| matches!(byte, b'/' | b'.');
    if value.len() > LONGEST || !value.iter().any(is_joined) || !is_letters_and(value, b"_-./") {
        return false;
    }
    let value = value.strip_prefix(b"/").unwrap_or(value);
    let value = value.strip_suffix(b"/").unwrap_or(value);
    let is_of_page = match split_last(value, b'.') {
        Some((stem, ending)) if is_one_of(ending, &PAGES) || segment::is_handler(ending) => {
            split(stem, b'/').all(is_word)
        }
        Some(_) => is_method(value),
        None => is_route(value),
    };
    is_of_page && !last_word::holds_text(name) && !holds_address(name)
}

/// Whether a text is a method in its class and package, and no host.
fn is_method(text: &[u8]) -> bool {
    let parts = split(text, b'.');
    parts.clone().count() > 2 && parts.clone().all(is_word) && !segment::is_host(text)
}

/// Whether a text is a route of several parts, one of which is an ordinary word.
fn is_route(text: &[u8]) -> bool {
    let parts = split(text, b'/');
    (2..=MOST_PARTS).contains(&parts.clone().count())
        && parts.clone().all(is_word)
        && parts.clone().any(is_familiar)
}

fn holds_address(name: &[u8]) -> bool {
    NameWords::of(name).any(|word| is_one_of(word.text, &ADDRESSES))
}

/// Whether a part is a word, or a few joined ones.
fn is_word(part: &[u8]) -> bool {
    let is_joint = |byte: &&u8| matches!(byte, b'-' | b'_');
    part.len() <= LONGEST_NAME
        && part.first().is_some_and(u8::is_ascii_alphabetic)
        && is_letters_and(part, b"-_")
        && part.iter().filter(is_joint).count() <= MOST_JOINTS
}

fn is_familiar(part: &[u8]) -> bool {
    is_known(part) || NameWords::of(part).any(|word: NameWord<'_>| is_known(word.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_files_routes_and_methods() {
        for (name, value, wanted) in [
            ("id", "bug-writing.html", true),
            ("show", "help.htm", true),
            ("inc", "tea/list.php", true),
            ("x", "kettle_edit.jsp", true),
            ("r", "site/login", true),
            ("do", "/user/profile/", true),
            ("zork", "admin/tea/add-cup", true),
            ("run", "tea.store.add", true),
            ("call", "TeaShop.ui.listCups", true),
            // Titles, numbers, files and hosts.
            ("id", "how-to-make-the-best-tea.html", false),
            ("id", "17.html", false),
            ("id", "tea17.html", false),
            ("file", "kettle.pdf", false),
            ("img", "tea/kettle.png", false),
            ("x", "zork/wombat", false),
            ("x", "a/b/c/d/user", false),
            ("x", "tea.list", false),
            ("x", "www.tea.example.com", false),
            ("x", "../../etc/passwd", false),
            ("x", "login", false),
            ("x", "", false),
            // Addresses and texts.
            ("next", "site/login", false),
            ("return_to", "index.html", false),
            ("redirect", "user/profile", false),
            ("backUrl", "user/profile", false),
            ("q", "site/login", false),
            ("page_title", "site/login", false),
        ] {
            assert_eq!(
                is_page(name.as_bytes(), value.as_bytes()),
                wanted,
                "{name}={value}"
            );
        }
    }
}
