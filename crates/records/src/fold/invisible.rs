//! Removes characters that nobody sees: joiners, directions, fillers, variation selectors, tags.

/// Returns whether a character shows nothing: Unicode's default ignorable code points, the mark of
/// byte order, and the stroke that lengthens Arabic words.
pub(super) fn is_invisible(c: char) -> bool {
    // Ideographs, kana and Hangul.
    if matches!(c, '\u{2070}'..='\u{FDFF}') {
        return c == '\u{3164}';
    }
    matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{640}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Returns a text without its invisible characters, or `None` if it has none.
pub(super) fn without(text: &str) -> Option<String> {
    let first = text.find(is_invisible)?;
    let mut visible = String::with_capacity(text.len());
    visible.push_str(&text[..first]);
    visible.extend(text[first..].chars().filter(|c| !is_invisible(*c)));
    Some(visible)
}
