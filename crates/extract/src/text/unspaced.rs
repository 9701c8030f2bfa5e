//! Finds addresses in words of scripts that put no blanks around them, as chat programs do:
//! `访问example.com/p/x9k2领取` has `example.com/p/x9k2`.
//!
//! An address begins where ASCII begins. Hosts in these scripts stay whole.

use std::borrow::Cow;

use bstr::ByteSlice;
use urlsift_url::unspaced::{address_end, is_wide};

/// Returns the addresses in a word, in order; `None` if the word stays whole.
pub(super) fn addresses(word: &[u8]) -> Option<Vec<&[u8]>> {
    let text = word.to_str().ok()?;
    if !text.contains(is_wide) || has_wide_host(text) {
        return None;
    }
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        rest = &rest[start..];
        let (address, after) = rest.split_at(address_end(rest));
        if address.contains('.') {
            found.push(address.as_bytes());
        }
        rest = after;
    }
    (!found.is_empty()).then_some(found)
}

/// Returns whether a host has labels in such a script: after a scheme, or around a dot.
fn has_wide_host(text: &str) -> bool {
    let begins_wide = |rest: &str| rest.starts_with(is_wide);
    let after_scheme = text.split("://").skip(1).any(begins_wide);
    let host_end = |rest: &str| rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let after_dot = |host: &str| host.split('.').skip(1).any(begins_wide);
    let hosts = text
        .split("://")
        .any(|rest| after_dot(&rest[..host_end(rest)]));
    after_scheme || hosts
}

/// Replaces full-width letters, digits and signs of addresses by narrow ones.
pub(super) fn narrow(text: &[u8]) -> Cow<'_, [u8]> {
    // Full-width letters begin with this byte.
    if text.find_byte(0xEF).is_none() {
        return Cow::Borrowed(text);
    }
    let Ok(all) = text.to_str() else {
        return Cow::Borrowed(text);
    };
    let is_full = |c: char| matches!(c, '\u{FF01}'..='\u{FF5E}');
    let mut narrowed = String::with_capacity(all.len());
    let mut rest = all;
    while let Some(start) = rest.find(is_full) {
        narrowed.push_str(&rest[..start]);
        rest = &rest[start..];
        let (run, after) = rest.split_at(rest.find(|c| !is_full(c)).unwrap_or(rest.len()));
        rest = after;
        if is_of_address(&narrowed, run, after) {
            // The narrow ones have the same order, from `!` on.
            let ascii = |c: char| char::from((u32::from(c) - 0xFF01) as u8 + b'!');
            narrowed.extend(run.chars().map(ascii));
        } else {
            narrowed.push_str(run);
        }
    }
    narrowed.push_str(rest);
    Cow::Owned(narrowed.into_bytes())
}

/// Returns whether a run of full-width characters is part of an address: letters with a dot in or
/// beside them, the signs after a scheme, or the dot between two narrow labels.
fn is_of_address(before: &str, run: &str, after: &str) -> bool {
    let last = before.chars().next_back().unwrap_or(' ');
    let next = after.chars().next().unwrap_or(' ');
    if run.contains(|c| matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ')) {
        return run.contains('．') || last == '.' || next == '.';
    }
    match run {
        "：" => last.is_ascii_alphabetic() && after.starts_with("//"),
        "：／／" => last.is_ascii_alphabetic() && next.is_ascii_alphanumeric(),
        "／／" => last == ':' && next.is_ascii_alphanumeric(),
        "．" => last.is_ascii_alphanumeric() && next.is_ascii_alphanumeric(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_where_other_scripts_touch_them() {
        let cases = [
            ("访问example.com/p/x9k2领取", "example.com/p/x9k2"),
            ("看http://example.com/abc领取红包", "http://example.com/abc"),
            ("官网www.example.com", "www.example.com"),
            ("http://t.example/文章/你好", "http://t.example/文章/你好"),
            (
                "见http://t.example/文章?q=红包",
                "http://t.example/文章?q=红包",
            ),
            (
                "点http://a.example/x和http://b.example/y吧",
                "http://a.example/x http://b.example/y",
            ),
            (
                "https://example.com/搜索/手机",
                "https://example.com/搜索/手机",
            ),
            ("加群example.com:8080/join谢谢", "example.com:8080/join"),
            (
                "詳細はhttps://example.com/a?b=cへ",
                "https://example.com/a?b=c",
            ),
            ("링크는https://example.com/a입니다", "https://example.com/a"),
            ("ดูที่https://example.com/aนะ", "https://example.com/a"),
            ("下载192.0.2.7/app.apk安装", "192.0.2.7/app.apk"),
        ];
        for (word, wanted) in cases {
            let found = addresses(word.as_bytes()).expect("it has addresses");
            assert_eq!(found.join(&b' ').to_str_lossy(), wanted, "{word}");
        }
        for word in [
            "http://例子.测试/路径",
            "访问例子.中国/x",
            "www.例子.com/a",
            "https://example.com/a",
            "https://пример.example/путь",
            "只有文字",
            "版本abc",
        ] {
            assert_eq!(addresses(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn full_width_addresses_become_narrow_and_other_signs_stay() {
        let cases = [
            (
                "网址ｈｔｔｐ：／／ｅｘａｍｐｌｅ．ｃｏｍ／ａ",
                "网址http://example.com/a",
            ),
            ("ＡＢＣ，你好。", "ＡＢＣ，你好。"),
            ("官网ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ", "官网www.example.com"),
            ("见https：//example.com/a", "见https://example.com/a"),
            ("见https：／／example.com/a", "见https://example.com/a"),
            ("见https:／／example.com/a", "见https://example.com/a"),
            ("网址example．com/a", "网址example.com/a"),
            ("官网ｗｗｗ.example.com", "官网www.example.com"),
            ("官网：http://example.com", "官网：http://example.com"),
            ("url：example.com", "url：example.com"),
            ("例example.com／吧", "例example.com／吧"),
            ("第3．条", "第3．条"),
            ("plain", "plain"),
        ];
        for (text, wanted) in cases {
            assert_eq!(narrow(text.as_bytes()).to_str_lossy(), wanted);
        }
        assert_eq!(&*narrow(b"\xEF\xFF"), b"\xEF\xFF");
    }
}
