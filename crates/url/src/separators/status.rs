//! Classes of HTTP statuses, by their meaning for a page.

/// The class of a page that is elsewhere.
pub(super) const ELSEWHERE: &str = "3xx";

/// Returns the meaning that a status as written has for a page, by the name that templates show.
/// `None` if it has no such meaning, as `0` or `101`.
pub(super) fn class(status: &[u8]) -> Option<&'static str> {
    let status = status.trim_ascii();
    let [_, b'0'..=b'9', b'0'..=b'9'] = status else {
        return None;
    };
    Some(match status {
        // The page exists; 304: it has not changed since the client fetched it.
        [b'2', ..] | b"304" => "2xx",
        [b'3', ..] => ELSEWHERE,
        // It exists, but not for everyone.
        b"401" | b"403" => "401/403",
        b"404" | b"410" => "404",
        // The request was wrong.
        [b'4', ..] => "4xx",
        [b'5', ..] => "5xx",
        _ => return None,
    })
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
            ("401", Some("401/403")),
            ("403", Some("401/403")),
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
            assert_eq!(class(status.as_bytes()), name, "{status}");
        }
    }
}
