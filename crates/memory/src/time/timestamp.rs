//! Times as records write them, and as people read them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use urlsift_core::{Error, ErrorKind};

const DAY: i64 = 86_400_000;

/// A moment in UTC, in milliseconds since 1970.
///
/// It is read in the forms that [records](crate::SessionBuilder::time_field) have: RFC 3339
/// (`2026-11-22T01:17:24.5+01:00`), seconds to nanoseconds since 1970, access logs
/// (`22/Nov/2026:01:17:24 +0000`), and indexes of archived pages (`20261122011724`). It is shown in
/// RFC 3339, to the second, in UTC.
///
/// ```
/// use urlsift::memory::Timestamp;
///
/// let time: Timestamp = "2001-09-09T03:46:40.25+02:00".parse()?;
/// assert_eq!(time, Timestamp(1_000_000_000_250));
/// assert_eq!(time.to_string(), "2001-09-09T01:46:40Z");
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// A length of time in milliseconds, shown in the largest unit that divides it. It is read as
/// people type it: a whole number and one of s, m, h, d or w.
///
/// ```
/// use urlsift::memory::TimeSpan;
///
/// let shown = [18_000_000, 5_400_000, 2_592_000_000, 250].map(|length| TimeSpan(length).to_string());
/// assert_eq!(shown, ["5 h", "90 min", "30 d", "250 ms"]);
/// assert_eq!("90m".parse::<TimeSpan>()?, TimeSpan(5_400_000));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeSpan(pub i64);

impl fmt::Display for TimeSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(i64, &str); 4] =
            [(DAY, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s")];
        let unit = UNITS.into_iter().find(|(length, _)| self.0 % length == 0);
        let (length, unit) = unit.unwrap_or((1, "ms"));
        write!(f, "{} {unit}", self.0 / length)
    }
}

impl FromStr for TimeSpan {
    type Err = Error;

    fn from_str(typed: &str) -> Result<Self, Error> {
        let wrong = |message| Error::new(ErrorKind::Time, message);
        let number_and_unit = || {
            let (number, unit) = typed.split_at_checked(typed.len().checked_sub(1)?)?;
            let units = [
                ("s", 1),
                ("m", 60),
                ("h", 3600),
                ("d", 86_400),
                ("w", 7 * 86_400),
            ];
            let (_, seconds) = units.into_iter().find(|(name, _)| *name == unit)?;
            Some((number.parse::<u64>().ok()?, seconds))
        };
        let (number, seconds) = number_and_unit().ok_or_else(|| {
            wrong("must be a whole number and one of s, m, h, d or w, like 90m or 30d")
        })?;
        match number
            .checked_mul(seconds)
            .filter(|seconds| (1..=u64::from(u32::MAX)).contains(seconds))
        {
            Some(seconds) => Ok(Self(seconds.cast_signed() * 1000)),
            None => Err(wrong("must be from 1s to 100 years")),
        }
    }
}

impl From<TimeSpan> for Duration {
    fn from(span: TimeSpan) -> Self {
        Self::from_millis(span.0.unsigned_abs())
    }
}

impl FromStr for Timestamp {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::Time, format!("not a time: {text:?}"));
        parse(text.as_bytes()).map(Self).ok_or_else(wrong)
    }
}

/// Parses a time as records write it, into milliseconds since 1970.
pub(crate) fn parse(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text)
        .ok()?
        .trim()
        .trim_matches(['"', '[', ']']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match (digits, text.as_bytes().get(digits)) {
        (14, None) => stamp(text),
        (1..=19, None | Some(b'.')) => since_epoch(text, digits),
        (1..=2, Some(b'/')) => access_log(text),
        (4, Some(b'-')) => rfc3339(text),
        _ => None,
    }
}

/// Parses seconds; milliseconds if there are more than eleven digits; microseconds (as in journals
/// of systemd) if there are more than fourteen; nanoseconds if there are more than seventeen.
fn since_epoch(text: &str, digits: usize) -> Option<i64> {
    let whole: i64 = text[..digits].parse().ok()?;
    match digits {
        18.. => return Some(whole / 1_000_000),
        15..=17 => return Some(whole / 1000),
        12..=14 => return Some(whole),
        _ => {}
    }
    Some(whole * 1000 + fraction(text.get(digits..)?)?.0)
}

/// Parses a fraction `.5` into milliseconds and its length; an empty one is 0.
fn fraction(text: &str) -> Option<(i64, usize)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((0, 0));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some((
        format!("{:0<3}", &rest[..digits.min(3)]).parse().ok()?,
        digits + 1,
    ))
}

fn stamp(text: &str) -> Option<i64> {
    let field = |from: usize, to: usize| text.get(from..to)?.parse().ok();
    time(
        [field(0, 4)?, field(4, 6)?, field(6, 8)?],
        [field(8, 10)?, field(10, 12)?, field(12, 14)?],
    )
}

fn rfc3339(text: &str) -> Option<i64> {
    let field = |from: usize, to: usize| text.get(from..to)?.parse().ok();
    let date = [field(0, 4)?, field(5, 7)?, field(8, 10)?];
    if text.as_bytes().get(7) != Some(&b'-') {
        return None;
    }
    if text.len() == 10 {
        return time(date, [0; 3]);
    }
    if !matches!(text.as_bytes()[10], b'T' | b't' | b' ') {
        return None;
    }
    let of_day = [field(11, 13)?, field(14, 16)?, field(17, 19)?];
    let (millis, length) = fraction(text.get(19..)?)?;
    Some(time(date, of_day)? + millis - offset(text.get(19 + length..)?.trim())?)
}

fn access_log(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let (day, rest) = text.split_once('/')?;
    let (month, rest) = rest.split_once('/')?;
    let month = MONTHS
        .iter()
        .zip(1..)
        .find(|(name, _)| name.eq_ignore_ascii_case(month))?
        .1;
    let (year, rest) = rest.split_once(':')?;
    let field = |from: usize, to: usize| rest.get(from..to)?.parse().ok();
    let of_day = [field(0, 2)?, field(3, 5)?, field(6, 8)?];
    Some(
        time([year.parse().ok()?, month, day.parse().ok()?], of_day)?
            - offset(rest.get(8..)?.trim())?,
    )
}

/// Parses an offset from UTC into milliseconds: `Z`, `+01:00`, `-0330`; an empty one is 0.
fn offset(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first() {
        None | Some(b'Z' | b'z') => return Some(0),
        Some(b'+') => (1, &text[1..]),
        Some(b'-') => (-1, &text[1..]),
        _ => return None,
    };
    let digits: String = digits.chars().filter(|c| *c != ':').collect();
    let (hours, minutes): (i64, i64) = (
        digits.get(..2)?.parse().ok()?,
        digits.get(2..4)?.parse().ok()?,
    );
    Some(sign * (hours * 60 + minutes) * 60_000)
}

/// Returns the milliseconds since 1970 of year, month and day, and hour, minute and second.
fn time([year, month, day]: [i64; 3], [hour, minute, second]: [i64; 3]) -> Option<i64> {
    let fits = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    // Years begin in March, so that leap days come last; eras have 400 years (Hinnant,
    // "chrono-compatible low-level date algorithms").
    let shifted = year - i64::from(month <= 2);
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    fits.then_some(days * DAY + ((hour * 60 + minute) * 60 + second) * 1000)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, of_day) = (
            self.0.div_euclid(DAY) + 719_468,
            self.0.rem_euclid(DAY) / 1000,
        );
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let (day, month) = (
            of_year - (153 * shifted + 2) / 5 + 1,
            if shifted < 10 {
                shifted + 3
            } else {
                shifted - 9
            },
        );
        let year = year + era * 400 + i64::from(month <= 2);
        let [hour, minute, second] = [of_day / 3600, of_day / 60 % 60, of_day % 60];
        write!(
            formatter,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_the_forms_that_records_have() {
        let cases = [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2001-09-09T01:46:40Z", Some(1_000_000_000_000)),
            ("2001-09-09 01:46:40.25+00:00", Some(1_000_000_000_250)),
            (
                "2001-09-09t03:46:40.123456789+02:00",
                Some(1_000_000_000_123),
            ),
            ("2001-09-08T22:16:40-0330", Some(1_000_000_000_000)),
            ("2001-09-09", Some(999_993_600_000)),
            ("2000-02-29T00:00:00Z", Some(951_782_400_000)),
            ("1969-12-31T23:59:59Z", Some(-1000)),
            ("1000000000", Some(1_000_000_000_000)),
            ("1000000000.5", Some(1_000_000_000_500)),
            ("1000000000123", Some(1_000_000_000_123)),
            ("1000000000123456", Some(1_000_000_000_123)),
            ("1000000000123456789", Some(1_000_000_000_123)),
            ("09/Sep/2001:01:46:40 +0000", Some(1_000_000_000_000)),
            ("[09/Sep/2001:03:46:40 +0200]", Some(1_000_000_000_000)),
            ("20010909014640", Some(1_000_000_000_000)),
            ("\"1000000000\"", Some(1_000_000_000_000)),
            ("", None),
            ("yesterday", None),
            ("2001-13-09T01:46:40Z", None),
            ("2001-09-09T01:46", None),
            ("2001-09-09T01:46:40 or so", None),
            ("09/Foo/2001:01:46:40 +0000", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(parse(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        for millis in (-3_000_000..3_000_000)
            .step_by(7919)
            .map(|minutes| minutes * 60_000 * 17)
        {
            assert_eq!(
                parse(Timestamp(millis).to_string().as_bytes()),
                Some(millis)
            );
        }
    }
}
