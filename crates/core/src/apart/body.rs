//! The body of a request: what it says about which request it is, as names with values.
//!
//! Fields of forms and members of JSON objects are parameters like those of a query; nested ones
//! are named by their path, `user.name`, and those of lists without their number, `items.name`.
//! Where one address answers many operations, the operation counts and nothing else: of GraphQL its
//! type and name, of JSON-RPC and XML-RPC the method, of SOAP the first element of the body.
//!
//! Any bytes are taken. What is no such body has no names.

mod form;
mod json;
mod xml;

/// Bytes of a body that are looked at.
pub(super) const LONGEST: usize = 1 << 16;

/// Names that a body has at most; those after them do not count.
const MOST: usize = 64;

/// Bytes of a name that count.
const LONGEST_NAME: usize = 256;

/// Bytes of a value that count.
const LONGEST_VALUE: usize = 4096;

/// The names of one body, in the order in which they stand there, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(Vec<(Vec<u8>, Vec<u8>)>);

impl Names {
    /// Reads a body.
    pub(super) fn read(&mut self, body: &[u8]) {
        self.0.clear();
        let body = &body[..body.len().min(LONGEST)];
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii();
        match body {
            [b'{' | b'[', ..] => json::read(body, self),
            [b'<', ..] => xml::read(body, self),
            [b'-', b'-', ..] => form::read_parts(body, self),
            _ => form::read(body, self),
        }
    }

    /// The names with their values, all of them escaped as in a query.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.0.iter().map(|(name, value)| (&name[..], &value[..]))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is room for no more.
    fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds a name that is not there, with its value; both without escapes.
    fn add(&mut self, name: &[u8], value: &[u8]) {
        let escaped = |text: &[u8], longest: usize| {
            let mut escaped = Vec::new();
            push_escaped(&text[..text.len().min(longest)], &mut escaped);
            escaped
        };
        let name = escaped(name, LONGEST_NAME);
        self.add_escaped(name, || escaped(value, LONGEST_VALUE));
    }

    /// Adds what is the operation, and so part of the name.
    fn add_operation(&mut self, name: &[u8], operation: &[u8]) {
        let operation = &operation[..operation.len().min(LONGEST_NAME)];
        self.add(&[name, b"=", operation].concat(), b"");
    }

    fn add_escaped(&mut self, name: Vec<u8>, value: impl FnOnce() -> Vec<u8>) {
        if !self.is_full() && !self.0.iter().any(|(other, _)| *other == name) {
            self.0.push((name, value()));
        }
    }
}

/// Appends a text as a query has it.
fn push_escaped(text: &[u8], escaped: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'%' | b'&' | b'#' | b'+' | b'"' | b'<' | b'>' | 0..=b' ' | 0x7F.. => {
                escaped.extend_from_slice(format!("%{byte:02X}").as_bytes());
            }
            _ => escaped.push(byte),
        }
    }
}

#[cfg(test)]
pub(super) fn shown(body: &[u8]) -> String {
    let mut names = Names::default();
    names.read(body);
    let shown = names.iter().map(|(name, value)| match value {
        b"" => String::from_utf8_lossy(name).into_owned(),
        _ => format!("{}: {}", String::from_utf8_lossy(name), String::from_utf8_lossy(value)),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_body_has_a_bounded_number_of_names() {
        let form: String = (0..100).map(|i| format!("a{}b=1&", "x".repeat(i))).collect();
        let mut names = Names::default();
        names.read(form.as_bytes());
        assert_eq!(names.iter().count(), MOST);
        names.read(b"a=1");
        assert_eq!(names.iter().count(), 1, "nothing is left of the one before");
        let long = format!("{}=1&b=2", "a".repeat(LONGEST));
        names.read(long.as_bytes());
        assert!(names.is_empty(), "the name ends nowhere");
    }

    #[test]
    fn what_is_none_has_no_names() {
        for body in
            ["", "-", "--", "{", "[", "<", "hello world", "<html><body>hello</body></html>", "\0\u{1}"]
        {
            let shown = shown(body.as_bytes());
            assert!(shown.is_empty() || body.starts_with("<html"), "{body}: {shown}");
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
            let mut names = Names::default();
            names.read(&[start.as_bytes(), &body].concat());
            prop_assert!(names.iter().count() <= MOST);
            prop_assert!(names.iter().all(|(name, value)| name.is_ascii() && value.is_ascii()));
        }
    }
}
