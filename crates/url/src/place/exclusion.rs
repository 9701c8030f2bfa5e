//! Lines that exclude a place by a sign or word of other programs.

use super::hosts::HostForms;
use super::url_place::UrlPlace;
use crate::error::Error;
use crate::rule_text::refusal;

/// Signs that people write before a place, to exclude it or as the mark of an item.
const SIGNS: [char; 9] = ['-', '~', '+', '*', '•', '–', '—', '−', '！'];

/// Words that exclude what stands after them.
const WORDS: [&str; 13] = [
    "block",
    "deny",
    "denied",
    "disallow",
    "except",
    "exclude",
    "excluded",
    "ignore",
    "minus",
    "no",
    "not",
    "out",
    "out-of-scope",
];

/// Refuses a line that may exclude a place by another sign than `!`, as it would be read as a place
/// that is included.
///
/// # Errors
/// If it is such a line; the message says what to write.
pub fn refuse_other_signs(line: &str) -> Result<(), Error> {
    let Some(place) = signed_place(line) else {
        return Ok(());
    };
    let line = line.escape_debug();
    let place = place.escape_debug();
    Err(refusal(format!(
        "\"{line}\" is not a rule: write !{place} to exclude it, or {place} to include it"
    )))
}

/// Returns the place after a sign or a word.
fn signed_place(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(SIGNS).or_else(|| after_word(line))?;
    let mut places = rest.split([' ', '\t', ',']);
    let place = places.find(|place| !place.is_empty())?;
    // *.example.com is a place itself.
    let is_pattern = line.starts_with('*') && line.ends_with(rest) && rest.starts_with(place);
    let has_dots = place.contains(['.', ':']);
    let is_place = has_dots && UrlPlace::read(place, HostForms::Patterns).is_ok();
    (is_place && !is_pattern).then_some(place)
}

/// Returns the text after a word that excludes.
fn after_word(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once([' ', '\t', ':', '='])?;
    let is_word = WORDS.iter().any(|known| known.eq_ignore_ascii_case(word));
    is_word.then(|| rest.trim_start_matches([':', ' ', '\t']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_signs_of_exclusion_are_refused() {
        for (line, place) in [
            ("-www.example.com", "www.example.com"),
            ("- www.example.com", "www.example.com"),
            ("-*.example.com", "*.example.com"),
            (
                "-https://www.example.com/app/",
                "https://www.example.com/app/",
            ),
            ("-10.0.0.0/8", "10.0.0.0/8"),
            ("-a.example,b.example", "a.example"),
            ("~www.example.com", "www.example.com"),
            ("\u{2013} www.example.com", "www.example.com"),
            ("\u{ff01}www.example.com", "www.example.com"),
            ("+www.example.com", "www.example.com"),
            ("* www.example.com", "www.example.com"),
            ("not www.example.com", "www.example.com"),
            ("Exclude: *.example.com", "*.example.com"),
            ("out:www.example.com", "www.example.com"),
            ("out-of-scope: www.example.com/app", "www.example.com/app"),
            ("deny\twww.example.com:8443", "www.example.com:8443"),
        ] {
            let error = refuse_other_signs(line).expect_err(line).to_string();
            let wanted = format!("write !{place} to exclude it, or {place} to include it");
            assert!(error.ends_with(&wanted), "{line}: {error}");
        }
        for line in [
            "www.example.com",
            "!www.example.com",
            "*.example.com",
            "*",
            "*:8443",
            "*://www.example.com",
            "not.example.com",
            "out.example.com: ref",
            "not: ref",
            "api-*.example.com",
        ] {
            assert!(refuse_other_signs(line).is_ok(), "{line}");
        }
    }
}
