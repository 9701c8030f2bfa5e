//! Readers of numbers, times and URLs among the values of options. Their errors say what to type.

use std::num::NonZeroUsize;
use std::time::Duration;

use url::Url;
use urlsift::memory::TimeSpan;

/// Reads a whole number.
pub(super) fn number<T: TryFrom<usize>>(typed: &str) -> Result<T, String> {
    let number = typed.parse::<usize>().ok();
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| "must be a whole number".to_owned())
}

/// Reads a whole number that is not 0.
pub(super) fn positive<T: TryFrom<usize>>(typed: &str) -> Result<T, String> {
    let number = number::<NonZeroUsize>(typed).ok();
    let number = number.and_then(|number| T::try_from(number.get()).ok());
    number.ok_or_else(|| "must be a whole number from 1".to_owned())
}

/// Reads a number of requests around another.
pub(super) fn around(typed: &str) -> Result<u8, String> {
    match number(typed) {
        Ok(requests @ 2..) => Ok(requests),
        _ => Err("must be a whole number from 2 to 255".to_owned()),
    }
}

/// Reads a time like `30d`, `12h`, `90m` or `45s`.
pub(crate) fn duration(typed: &str) -> Result<Duration, String> {
    let span: TimeSpan = typed
        .parse()
        .map_err(|error: urlsift::Error| error.to_string())?;
    Ok(span.into())
}

/// Reads a number with decimals.
pub(super) fn decimal(typed: &str) -> Result<f64, String> {
    let number = typed.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "must be a number like 10 or 2.5".to_owned())
}

/// Reads seconds: their number, or a time with its unit.
pub(super) fn seconds(typed: &str) -> Result<u32, String> {
    let mut seconds = number(typed).ok();
    if seconds.is_none()
        && let Ok(time) = duration(typed)
    {
        seconds = u32::try_from(time.as_secs()).ok();
    }
    seconds.ok_or_else(|| "must be a number of seconds, or a time like 30m".to_owned())
}

/// Reads the base of links.
pub(super) fn base(typed: &str) -> Result<Url, String> {
    let path = typed.trim_start_matches('/');
    let host = if typed.starts_with("//") || path == typed {
        path.to_owned()
    } else {
        format!("example.com/{path}")
    };
    match Url::parse(typed) {
        Ok(url) if !url.cannot_be_a_base() => Ok(url),
        Err(error) if typed.contains("://") => Err(format!("is not a URL: {error}")),
        _ => Err(format!(
            "must begin with a scheme and a host: https://{host}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_read() {
        assert_eq!(number("0"), Ok(0_u64));
        assert_eq!(positive("7").map(NonZeroUsize::get), Ok(7));
        assert_eq!(around("2"), Ok(2));
        assert_eq!(decimal("2.5"), Ok(2.5));
        assert_eq!(seconds("90"), Ok(90));
        assert_eq!(seconds("5m"), Ok(300));
        for wrong in ["", "x", "-1", "1e3", "99999999999999999999"] {
            assert!(number::<u32>(wrong).is_err(), "{wrong}");
            assert!(positive::<NonZeroUsize>(wrong).is_err(), "{wrong}");
            assert!(around(wrong).is_err(), "{wrong}");
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
        assert!(positive::<NonZeroUsize>("0").is_err());
        assert!(around("1").is_err() && around("256").is_err());
        assert!(decimal("inf").is_err() && seconds("9999999999d").is_err());
    }

    #[test]
    fn times_are_read_with_their_unit() {
        for (typed, seconds) in [
            ("45s", 45),
            ("90m", 5_400),
            ("12h", 43_200),
            ("30d", 2_592_000),
        ] {
            assert_eq!(duration(typed), Ok(Duration::from_secs(seconds)), "{typed}");
        }
        for wrong in ["", "45", "s", "-1h", "1 year"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_base_without_a_scheme_is_answered_with_one_that_has_it() {
        assert_eq!(
            base("http://a.example/b").map(|url| url.to_string()),
            Ok("http://a.example/b".to_owned())
        );
        for (typed, shown) in [
            ("a.example", "https://a.example"),
            ("a.example/b", "https://a.example/b"),
            ("a.example:8080/b", "https://a.example:8080/b"),
            ("localhost:3000", "https://localhost:3000"),
            ("//a.example/b", "https://a.example/b"),
            ("10.0.0.1", "https://10.0.0.1"),
            ("/b", "https://example.com/b"),
        ] {
            let error = base(typed).expect_err(typed);
            assert!(error.ends_with(&format!(": {shown}")), "{typed}: {error}");
            assert!(base(shown).is_ok(), "{shown}");
        }
        for wrong in ["http://", "https://[", "http://a b"] {
            let error = base(wrong).expect_err(wrong);
            assert!(error.starts_with("is not a URL: "), "{error}");
        }
    }
}
