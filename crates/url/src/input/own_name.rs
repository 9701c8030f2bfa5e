//! Finds the column or member that a user names: written the same, or else in other capitals, or
//! else with the same words (`status code` is `Status_Code`, `statusCode` and `status.code`).

use crate::name_words::NameWords;

/// Whether two names have the same words and digits.
pub(super) fn has_same_words(name: &[u8], wanted: &[u8]) -> bool {
    // Numbers at the end are no words.
    let digits = |name: &[u8]| -> Vec<u8> {
        let mut digits = name.to_vec();
        digits.retain(u8::is_ascii_digit);
        digits
    };
    let mut words = NameWords::of(name);
    let mut wanted_words = NameWords::of(wanted);
    loop {
        match (words.next(), wanted_words.next()) {
            (None, None) => return digits(name) == digits(wanted),
            (Some(one), Some(other)) if one.text.eq_ignore_ascii_case(other.text) => {}
            _ => return false,
        }
    }
}

/// Returns the number of the name that is most like the one that the user gave; of equal ones, the
/// first.
pub(super) fn position<'n>(
    names: impl Iterator<Item = &'n [u8]> + Clone,
    wanted: &str,
) -> Option<usize> {
    let wanted = wanted.trim().as_bytes();
    let names = names.map(<[u8]>::trim_ascii);
    let same = names.clone().position(|name| name == wanted);
    if same.is_some() {
        return same;
    }
    let in_any_case = names
        .clone()
        .position(|name| name.eq_ignore_ascii_case(wanted));
    if in_any_case.is_some() {
        return in_any_case;
    }
    let mut names = names;
    names.position(|name| has_same_words(name, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_most_like_name_is_the_users() {
        for (names, wanted, found) in [
            (&["url", "Status Code"][..], "status_code", Some(1)),
            (&["Status Code", "status_code"], "status_code", Some(1)),
            (&["STATUS_CODE", "status code"], "status_code", Some(0)),
            (&["a", "statusCode"], "Status Code", Some(1)),
            (&["Page URL"], "pageUrl", Some(0)),
            (
                &["http.response.status_code"],
                "http response status code",
                Some(0),
            ),
            (&["url_1", "url_2"], "url 2", Some(1)),
            (&["url_1", "url_2"], "url", None),
            (&["status"], "status code", None),
            (&["code status"], "status code", None),
            (&["", "-"], "url", None),
            (&[], "url", None),
        ] {
            let names = names.iter().map(|name| name.as_bytes());
            assert_eq!(position(names, wanted), found, "{wanted}");
        }
    }

    proptest! {
        #[test]
        fn spellings_of_words_are_alike(
            words in prop::collection::vec("[a-z]{2,6}", 1..4),
            joints in prop::collection::vec(prop::sample::select(vec![" ", "_", "-", ".", "$", ""]), 4),
        ) {
            let mut name = String::new();
            for (word, joint) in words.iter().zip(&joints) {
                let (first, rest) = word.split_at(1);
                // A capital cuts as a separator does.
                name += &first.to_ascii_uppercase();
                name += rest;
                name += joint;
            }
            let wanted = words.join("_");
            prop_assert!(has_same_words(name.as_bytes(), wanted.as_bytes()), "{}", name);
        }
    }
}
