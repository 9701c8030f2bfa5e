//! Text that was escaped before UTF-8 was usual: GBK and Big5 on Chinese sites, Shift-JIS on
//! Japanese, EUC-KR on Korean, Windows-1251 on Russian ones, and Windows-1252.
//!
//! No byte says which one it is, and a name that is read in the wrong one is still a name of its
//! own: so the first reading that consists of letters is taken, those of the likelier charsets
//! first. Names of the catalogue are looked up in all readings.

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

/// Charsets, likelier ones first, where most characters take two bytes.
const PAIRS_FIRST: &[&Encoding] = &[GBK, EUC_KR, SHIFT_JIS, BIG5, WINDOWS_1251, WINDOWS_1252];
/// The same, where words consist of small letters of Windows-1251.
const CYRILLIC_FIRST: &[&Encoding] = &[WINDOWS_1251, WINDOWS_1252, GBK, EUC_KR, SHIFT_JIS, BIG5];
/// The same, where single letters have accents: `caf%E9`.
const ACCENTS_FIRST: &[&Encoding] = &[WINDOWS_1252, WINDOWS_1251, GBK, EUC_KR, SHIFT_JIS, BIG5];

/// Returns the texts that bytes outside UTF-8 may be, likelier ones first.
pub(crate) fn readings(bytes: &[u8]) -> impl Iterator<Item = String> {
    charsets(bytes)
        .iter()
        .filter_map(|charset| read(bytes, charset))
}

/// Returns the charsets in which bytes may be written.
fn charsets(bytes: &[u8]) -> &'static [&'static Encoding] {
    if is_cut(bytes) {
        return &[];
    }
    let mut charsets = ACCENTS_FIRST;
    for pair in bytes.windows(2) {
        if pair[0].is_ascii() || pair[1].is_ascii() {
            continue;
        }
        // No character of GBK in common use begins with a small letter of Windows-1251.
        if pair[0] < 0xC0 || pair[1] < 0xE0 {
            return PAIRS_FIRST;
        }
        charsets = CYRILLIC_FIRST;
    }
    charsets
}

/// Returns bytes as text of a charset, if that has letters alone outside ASCII.
fn read(bytes: &[u8], charset: &'static Encoding) -> Option<String> {
    let text = charset.decode_without_bom_handling_and_without_replacement(bytes)?;
    for letter in text.chars() {
        if letter.is_control() || !(letter.is_ascii() || letter.is_alphabetic()) {
            return None;
        }
    }
    Some(text.into_owned())
}

/// Whether bytes are UTF-8 whose last character is cut off.
fn is_cut(bytes: &[u8]) -> bool {
    let Err(error) = str::from_utf8(bytes) else {
        return false;
    };
    let (whole, rest) = bytes.split_at(error.valid_up_to());
    error.error_len().is_none() && (rest.len() > 1 || !whole.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_read_in_the_charset_of_their_language() {
        for (charset, names) in [
            (GBK, ["登录", "后台", "用户注册"]),
            (WINDOWS_1251, ["вход", "Регистрация", "о-нас"]),
            (WINDOWS_1252, ["café", "préférences", "años"]),
        ] {
            for name in names {
                let (bytes, ..) = charset.encode(name);
                assert_eq!(readings(&bytes).next().as_deref(), Some(name));
            }
        }
    }

    #[test]
    fn names_in_other_charsets_are_among_the_readings() {
        for (charset, names) in [
            (BIG5, ["登入", "購物車", "搜尋"]),
            (EUC_KR, ["로그인", "회원가입", "검색"]),
            (SHIFT_JIS, ["ログイン", "検索", "会員登録"]),
        ] {
            for name in names {
                let (bytes, ..) = charset.encode(name);
                assert!(readings(&bytes).any(|reading| reading == name), "{name}");
            }
        }
    }

    #[test]
    fn other_bytes_are_no_text() {
        for bytes in [
            &b"\xA0"[..],
            b"\x80\x00\x01",
            b"b \xAB\xBB\xA0",
            // Cut UTF-8.
            b"\xE6\x96",
            b"\xD0\xB2\xD0",
        ] {
            assert_eq!(readings(bytes).next(), None, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn words_are_found_in_their_charset(
            word in prop_oneof!["[一-龠]{1,6}", "[а-яё]{2,20}", "[가-힣]{1,6}", "[ぁ-んァ-ヶ]{1,8}", "[a-zà-öø-ÿ]{2,12}"],
            charset in prop::sample::select(PAIRS_FIRST.to_vec()),
        ) {
            let (bytes, _, has_other_letters) = charset.encode(&word);
            let is_read = str::from_utf8(&bytes).is_err() && !is_cut(&bytes) && !has_other_letters;
            prop_assert!(!is_read || readings(&bytes).any(|reading| reading == word));
        }
    }
}
