//! The body of a request, read as names with values.
//!
//! Fields of forms and members of JSON objects are parameters like those of a query. Nested ones
//! are named by their path, `user.name`; members of list items have no index, `items.name`. Where
//! one address serves many operations, only the operation counts: type and name of a GraphQL
//! operation, the method of JSON-RPC, XML-RPC and GWT-RPC, the first element of a SOAP body.
//!
//! Accepts any bytes; bytes of any other form have no names.

mod form;
mod gwt;
mod json;
mod names;
mod xml;

use crate::bytes::first;
use crate::input::trimmed;
pub(super) use names::BodyFields;

/// Bytes read of a body.
pub(super) const LONGEST: usize = 1 << 16;

/// Reads the names of a body; drops those read before.
pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    names.clear();
    let body = first(body, LONGEST);
    let body = trimmed(body);
    if json::is_bare_document(body) {
        names.add_document(body);
        return;
    }
    match body {
        [b'{' | b'[', ..] => json::read(body, names),
        [b'<', ..] => xml::read(body, names),
        [b'-', b'-', ..] => form::read_parts(body, names),
        [b'0'..=b'9', ..] if gwt::read(body, names) => {}
        _ => form::read(body, names),
    }
}

#[cfg(test)]
pub(super) fn shown(body: &[u8]) -> String {
    let mut names = BodyFields::default();
    read(body, &mut names);
    let shown = names.iter().map(|(name, value)| match value {
        b"" => String::from_utf8_lossy(name).into_owned(),
        _ => format!(
            "{}: {}",
            String::from_utf8_lossy(name),
            String::from_utf8_lossy(value)
        ),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::names::MOST;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_body_has_a_bounded_number_of_names() {
        let form = (0..300)
            .map(|i| format!("a{}b=1&", "x".repeat(i % 100) + &i.to_string()))
            .collect::<Vec<_>>()
            .concat();
        let mut names = BodyFields::default();
        read(form.as_bytes(), &mut names);
        assert_eq!(names.iter().count(), MOST);
        read(b"a=1", &mut names);
        assert_eq!(names.iter().count(), 1, "nothing is left of the one before");
        let long = format!("{}=1&b=2", "a".repeat(LONGEST));
        read(long.as_bytes(), &mut names);
        assert!(names.is_empty(), "the name ends nowhere");
    }

    #[test]
    fn what_is_none_has_no_names() {
        for body in [
            "",
            "-",
            "--",
            "{",
            "[",
            "<",
            "hello world",
            "<html><body>hello</body></html>",
            "\0\u{1}",
        ] {
            let shown = shown(body.as_bytes());
            assert!(
                shown.is_empty() || body.starts_with("<html"),
                "{body}: {shown}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn any_bytes_are_taken(
            start in prop_oneof![Just("{"), Just("["), Just("<"), Just("--"), Just("")],
            body in prop::collection::vec(
                prop_oneof![Just(b'{'), Just(b'}'), Just(b'['), Just(b']'), Just(b'"'), Just(b':'), Just(b','), Just(b'\\'),
                            Just(b'<'), Just(b'>'), Just(b'/'), Just(b'-'), Just(b'='), Just(b'&'), Just(b'u'), any::<u8>()],
                0..60
            )
        ) {
            let mut names = BodyFields::default();
            read(&[start.as_bytes(), &body].concat(), &mut names);
            prop_assert!(names.iter().count() <= MOST);
            prop_assert!(names.iter().all(|(name, value)| name.is_ascii() && value.is_ascii()));
        }
    }
}
