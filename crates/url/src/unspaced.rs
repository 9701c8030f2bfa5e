//! Addresses in scripts that put no blanks around them, as people write Chinese, Japanese, Korean
//! and Thai: `详情看http://t.example/x领取`.
//!
//! As in chat programs, an address ends at the first character of such a script that touches it,
//! unless a slash or `=` is before it.

/// Returns whether a character belongs to a script in which addresses touch words, or to its
/// punctuation.
pub fn is_wide(c: char) -> bool {
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

/// Returns whether a character is a sign of such scripts, and ends what stands before it.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{FF00}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}')
}

/// Returns where the address at the start of a text ends.
pub fn address_end(text: &str) -> usize {
    let mut end = text.find(is_wide).unwrap_or(text.len());
    while text[..end].ends_with(['/', '=']) {
        let before = &text[..end];
        // Without a host, a slash is one between words.
        if !before.contains('.') && !before.contains("://") {
            break;
        }
        let is_host = before.ends_with("//");
        let letters = &text[end..];
        let ends = |c: char| (c.is_ascii() && !(is_host && c == '.')) || is_sign(c);
        let after = letters.find(ends).unwrap_or(letters.len());
        if after == 0 {
            break;
        }
        end += after;
        let more = &text[end..];
        if !more.starts_with(['/', '?', '&', '#']) {
            break;
        }
        end += more.find(is_wide).unwrap_or(more.len());
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_where_words_touch_them() {
        for (address, rest) in [
            ("http://t.example/x", "领取"),
            ("example.com/p/x9k2", "领取"),
            ("http://t.example/文章/你好", "，谢谢"),
            ("http://t.example/文章?q=红包", "。"),
            ("https://example.com/ดู/ที่นี่", " x"),
            ("http://localhost/路径", ""),
            ("http://例子.测试/路径", ""),
            ("https://example.com/a", ""),
            ("https://example.com/?a=", "」x"),
            ("a/", "文"),
        ] {
            assert_eq!(
                &format!("{address}{rest}")[..address_end(&format!("{address}{rest}"))],
                address
            );
        }
    }
}
