//! Classes of HTTP statuses, by their meaning for a page.

/// The meaning of a response's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatusClass {
    /// The page exists.
    Found,
    /// The page is elsewhere.
    Elsewhere,
    /// The page exists, but not for everyone.
    Denied,
    /// The page does not exist.
    Missing,
    /// The request was wrong.
    Refused,
    /// The server failed.
    Failed,
}

impl StatusClass {
    /// Returns the class of a status as written; `None` if it has no such meaning, as `0` or `101`.
    pub(super) fn of(status: &[u8]) -> Option<Self> {
        let [first, b'0'..=b'9', b'0'..=b'9'] = status.trim_ascii() else { return None };
        Some(match (first, &status.trim_ascii()[1..]) {
            // 304: the page has not changed since the client fetched it.
            (b'2', _) | (b'3', b"04") => Self::Found,
            (b'3', _) => Self::Elsewhere,
            (b'4', b"01" | b"03") => Self::Denied,
            (b'4', b"04" | b"10") => Self::Missing,
            (b'4', _) => Self::Refused,
            (b'5', _) => Self::Failed,
            _ => return None,
        })
    }

    /// Returns the name that templates show: the most common status of the class.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Found => "2xx",
            Self::Elsewhere => "3xx",
            Self::Denied => "403",
            Self::Missing => "404",
            Self::Refused => "4xx",
            Self::Failed => "5xx",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_have_classes() {
        for (status, name) in [
            ("200", Some("2xx")),
            (" 206 ", Some("2xx")),
            ("304", Some("2xx")),
            ("301", Some("3xx")),
            ("308", Some("3xx")),
            ("401", Some("403")),
            ("403", Some("403")),
            ("404", Some("404")),
            ("410", Some("404")),
            ("400", Some("4xx")),
            ("429", Some("4xx")),
            ("500", Some("5xx")),
            ("503", Some("5xx")),
            ("0", None),
            ("000", None),
            ("101", None),
            ("999", None),
            ("2000", None),
            ("", None),
            ("ok!", None),
            ("2é", None),
        ] {
            assert_eq!(StatusClass::of(status.as_bytes()).map(StatusClass::name), name, "{status}");
        }
    }
}
