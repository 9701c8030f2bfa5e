//! Finds the parts of a text that touch without blanks, as people write Chinese, Japanese, Korean
//! and Thai: `详情看http://t.example/x领取`.
//!
//! As in chat programs, an address ends at the first such character that touches it, unless a slash
//! or `=` is before it.

/// Returns whether a character belongs to a script in which addresses touch words, or to its
/// punctuation.
fn is_wide(c: char) -> bool {
    matches!(
        c,
        '\u{2E80}'..='\u{D7A3}'
            | '\u{E00}'..='\u{EFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1780}'..='\u{17FF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}

/// Returns the length of the first part of a text without blanks: up to where such characters begin
/// or end, or to the end of a URL.
pub(super) fn part(text: &str) -> usize {
    let is_first_wide = text.starts_with(is_wide);
    let ends = |c: char| is_wide(c) != is_first_wide;
    let mut end = text.find(ends).unwrap_or(text.len());
    if is_first_wide || !text[..end].contains("://") {
        return end;
    }
    while text[..end].ends_with(['/', '=']) {
        let letters = &text[end..];
        let after = letters
            .find(|c: char| !is_wide(c) || !c.is_alphanumeric())
            .unwrap_or(letters.len());
        if after == 0 {
            break;
        }
        end += after;
        let rest = &text[end..];
        if rest.starts_with(['/', '?', '&', '#']) {
            end += rest.find(is_wide).unwrap_or(rest.len());
        }
    }
    end
}

/// Returns whether a part is a URL with such characters in its path or query.
pub(super) fn is_url(part: &str) -> bool {
    !part.starts_with(is_wide) && part.contains("://") && part.contains(is_wide)
}
