//! Sequences of requests, one a line: `path|method|interval` steps between blanks, with `name=value` fields among them, or JSON.
//!
//! An interval is a number of seconds since the step before. People and machines take twice as long or half as long for the same thing,
//! so intervals count by their order of magnitude to base four.

use std::borrow::Cow;

/// A sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Events<'l> {
    pub(crate) steps: Vec<Step<'l>>,
    /// The value of the field that tells kinds apart.
    pub(crate) kind: Option<Cow<'l, [u8]>>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step<'l> {
    pub(crate) path: Cow<'l, [u8]>,
    pub(crate) method: Cow<'l, [u8]>,
    pub(crate) interval: Cow<'l, [u8]>,
}

impl<'l> Events<'l> {
    /// Reads steps and fields between blanks. `None` if there is anything else.
    pub(super) fn of_words(line: &'l [u8], by: Option<&str>) -> Option<Self> {
        let mut events = Self::default();
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            if let Some(step) = Step::of(word) {
                events.steps.push(step);
            } else {
                let equals = word.iter().position(|&byte| byte == b'=')?;
                if by.is_some_and(|by| by.as_bytes() == &word[..equals]) {
                    events.kind = Some(Cow::Borrowed(&word[equals + 1..]));
                }
            }
        }
        Some(events)
    }
}

impl<'l> Step<'l> {
    /// Reads `path|method|interval`, of which the interval may be lacking. A path may hold further bars.
    pub(crate) fn of(word: &'l [u8]) -> Option<Self> {
        let mut parts = word.rsplitn(3, |&byte| byte == b'|');
        let (last, middle, first) = (parts.next()?, parts.next()?, parts.next());
        let (path, method, interval) = match first {
            Some(path) => (path, middle, last),
            None => (middle, last, &b""[..]),
        };
        Some(Self { path: path.into(), method: method.into(), interval: interval.into() })
    }
}

/// The interval at which a bucket starts: 0, 1, 4, 16, 64 ... seconds. `None` if there is none.
pub(crate) fn bucket(interval: &[u8]) -> Option<u64> {
    let seconds: f64 = std::str::from_utf8(interval).ok()?.trim().parse().ok()?;
    let mut start = 0;
    // Longer than a day is as good as never.
    for bound in (0..9).map(|power| 4_u64.pow(power)) {
        if seconds >= bound as f64 {
            start = bound;
        }
    }
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, by: Option<&str>) -> Option<String> {
        let events = crate::terms::read_events(line.as_bytes(), by)?;
        let text = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
        let steps =
            events.steps.iter().map(|s| [&s.path, &s.method, &s.interval].map(|part| text(part)).join(" "));
        let kind = events.kind.as_deref().map(text);
        Some(kind.into_iter().chain(steps).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn steps_and_fields_are_read() {
        let cases = [
            ("/a|GET|0 /b?x=1|POST|3.5", "/a GET 0, /b?x=1 POST 3.5"),
            ("  kind=buy\t/a|GET client=7 ", "buy, /a GET "),
            ("/a|b|GET|1", "/a|b GET 1"),
        ];
        for (line, wanted) in cases {
            assert_eq!(shown(line, Some("kind")).as_deref(), Some(wanted), "{line}");
        }
        for line in ["", "kind=buy", "a sentence", "/a|GET|1 and more", "[", "{}", "[]", "[3]"] {
            assert_eq!(shown(line, None), None, "{line}");
        }
    }

    #[test]
    fn intervals_count_by_their_magnitude() {
        let cases = [
            ("", None),
            ("x", None),
            ("0", Some(0)),
            ("0.9", Some(0)),
            ("1", Some(1)),
            ("3.9", Some(1)),
            ("-1", Some(0)),
        ];
        for (interval, wanted) in cases.into_iter().chain([
            ("4", Some(4)),
            ("63", Some(16)),
            ("1e9", Some(65536)),
            ("NaN", Some(0)),
        ]) {
            assert_eq!(bucket(interval.as_bytes()), wanted, "{interval}");
        }
    }
}
