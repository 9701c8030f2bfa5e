//! Cuts the address of another page out of a segment: `https%3A%2F%2Fa.example%2Fx`.

use crate::bytes::has_byte;

/// Returns the host and the names of the path of an address that is one segment, with its slashes
/// escaped any number of times; nothing if only its scheme is there. A query is left out.
pub(super) fn names(address: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    if !has_byte(address, b'%') {
        return names;
    }
    let mut start = 0;
    let mut at = 0;
    while at < address.len() {
        let Some(escape) = Escape::at(&address[at..]) else {
            at += 1;
            continue;
        };
        if matches!(escape.byte, b'/' | b'?' | b'#') {
            names.push(&address[start..at]);
            start = at + escape.length;
        }
        at += escape.length;
        if matches!(escape.byte, b'?' | b'#') {
            start = address.len();
            break;
        }
    }
    names.push(&address[start..]);
    // The scheme is before the first slash.
    names.remove(0);
    names.retain(|name| !name.is_empty());
    names
}

/// A byte that is escaped, perhaps more than once: `%2F`, `%252F`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escape {
    pub byte: u8,
    pub length: usize,
}

impl Escape {
    /// Returns the escape at the start of a text.
    pub(super) fn at(text: &[u8]) -> Option<Self> {
        let mut rest = text.strip_prefix(b"%")?;
        while let Some(inner) = rest.strip_prefix(b"25") {
            rest = inner;
        }
        let (digits, behind) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok()?;
        let byte = u8::from_str_radix(digits, 16).ok()?;
        Some(Self {
            byte,
            length: text.len() - behind.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_address_is_cut_at_its_slashes() {
        for (segment, wanted) in [
            ("https:", &[][..]),
            ("https%3A", &[]),
            ("https%3A%2F%2Fa.example", &["a.example"]),
            ("https:%2F%2Fa.example%2Fx%2F7", &["a.example", "x", "7"]),
            ("http%253A%252F%252Fa.example%252Fx", &["a.example", "x"]),
            (
                "https%3A%2F%2Fa.example%2Fx%3Fid%3D7%2F8",
                &["a.example", "x"],
            ),
            ("https%3a%2f%2fa.example%2fa%20b", &["a.example", "a%20b"]),
            ("https%3A%2F%2F", &[]),
            ("https%3A%2F%2Fa.example%", &["a.example%"]),
        ] {
            let found = names(segment.as_bytes());
            let wanted: Vec<&[u8]> = wanted.iter().map(|name| name.as_bytes()).collect();
            assert_eq!(found, wanted, "{segment}");
        }
    }

    #[test]
    fn an_escape_may_be_escaped() {
        for (text, wanted) in [
            ("%2F", Some((b'/', 3))),
            ("%252fx", Some((b'/', 5))),
            ("%25252F", Some((b'/', 7))),
            ("%25", None),
            ("%2", None),
            ("%zz", None),
            ("/", None),
        ] {
            let found = Escape::at(text.as_bytes()).map(|escape| (escape.byte, escape.length));
            assert_eq!(found, wanted, "{text}");
        }
    }
}
