//! A line of an access log in the common or combined format.

use bstr::ByteSlice;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request<'l> {
    pub(super) address: &'l [u8],
    /// Empty if the log does not say.
    pub(super) agent: &'l [u8],
    /// Seconds since 1970.
    pub(super) time: i64,
    pub(super) method: &'l [u8],
    pub(super) target: &'l [u8],
}

impl<'l> Request<'l> {
    /// Reads `address - user [time] "method target protocol" status bytes "referer" "agent"`.
    /// `None` if it is something else.
    pub(super) fn of(line: &'l [u8]) -> Option<Self> {
        let (address, rest) = line.split_once_str(" ")?;
        let (_, rest) = rest.split_once_str("[")?;
        let (time, rest) = rest.split_once_str("]")?;
        let (_, rest) = rest.split_once_str("\"")?;
        let (request, rest) = quoted(rest)?;
        let (method, target) = request.split_once_str(" ")?;
        // Requests of old clients have no protocol.
        let target = match target.rsplit_once_str(" ") {
            Some((target, protocol)) if protocol.starts_with(b"HTTP/") => target,
            _ => target,
        };
        let is_method = !method.is_empty() && method.iter().all(u8::is_ascii_alphabetic);
        // Blanks would end a step.
        let is_target = !target.is_empty() && !target.iter().any(u8::is_ascii_whitespace);
        (is_method && is_target && !address.is_empty()).then_some(())?;
        let agent = rest
            .split_once_str("\"")
            .and_then(|(_, rest)| quoted(rest))
            .and_then(|(_, rest)| rest.split_once_str("\""));
        let agent = agent.and_then(|(_, rest)| quoted(rest)).map_or(&b""[..], |(agent, _)| agent);
        Some(Self { address, agent, time: seconds(time)?, method, target })
    }
}

/// Splits at the next quotation mark that has no backslash before it.
fn quoted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    let end = bytes.iter().position(|&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Reads a time such as `10/Oct/2000:13:55:36 -0700`.
fn seconds(time: &[u8]) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let time = std::str::from_utf8(time).ok()?;
    let (date, zone) = time.split_once(' ').unwrap_or((time, "+0000"));
    let parts: Vec<&str> = date.split(['/', ':']).collect();
    let &[day, month, year, hour, minute, second] = &parts[..] else { return None };
    let month = (1..).zip(MONTHS).find(|(_, name)| *name == month)?.0;
    let [day, year, hour, minute, second] =
        [day, year, hour, minute, second].map(|number| number.parse::<i64>().ok());
    let (hours, minutes) = (zone.get(1..3)?.parse::<i64>().ok()?, zone.get(3..5)?.parse::<i64>().ok()?);
    let offset = (hours * 60 + minutes) * if zone.starts_with('-') { -60 } else { 60 };
    Some(days(year?, month, day?) * 86_400 + hour? * 3600 + minute? * 60 + second? - offset)
}

/// Counts the days from 1 January 1970 to a day of the Gregorian calendar. Years begin in March
/// here, so that a leap day is the last day of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let line = br#"192.0.2.7 - ann [10/Oct/2000:13:55:36 -0700] "GET /a?b=1 HTTP/1.0" 200 2326 "http://x.test/\"q\"" "Some \"agent\" 1.0""#;
        let request = Request::of(line).expect("it is a request");
        assert_eq!(request.time, 971_211_336);
        assert_eq!((request.method, request.target), (&b"GET"[..], &b"/a?b=1"[..]));
        assert_eq!((request.address, request.agent), (&b"192.0.2.7"[..], &br#"Some \"agent\" 1.0"#[..]));
        let line = br#"::1 - - [01/Jan/1970:00:00:01 +0000] "POST /x" 200 -"#;
        let request = Request::of(line).expect("it is a request");
        assert_eq!((request.time, request.agent), (1, &b""[..]));
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "no request",
            r#"::1 - - [01/Foo/1970:00:00:01 +0000] "GET / HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00 +0000] "GET / HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "" 400 0"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "\x16\x03 x" 400 0"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "GET /a b HTTP/1.1" 200 1"#,
            r#"::1 - - [01/Jan/1970:00:00:01 +0000] "GET /"#,
        ] {
            assert_eq!(Request::of(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        let cases = [
            ((1970, 1, 1), 0),
            ((1970, 3, 1), 59),
            ((2000, 2, 29), 11_016),
            ((2000, 3, 1), 11_017),
            ((2100, 3, 1), 47_541),
        ];
        for ((year, month, day), wanted) in cases {
            assert_eq!(days(year, month, day), wanted, "{year}-{month}-{day}");
        }
    }
}
