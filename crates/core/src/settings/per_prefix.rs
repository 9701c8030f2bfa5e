//! The limit for each path prefix, as it is typed.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use urlsift_url::error::{Error, ErrorKind};

/// A limit for each path prefix: the host with its first segments. Written as `100`, or as `100/2`
/// for the first two segments.
///
/// ```
/// use urlsift::settings::PerPrefix;
///
/// let limit: PerPrefix = "100/2".parse()?;
/// assert_eq!((limit.lines.get(), limit.segments.get()), (100, 2));
/// assert_eq!("100".parse::<PerPrefix>()?.to_string(), "100");
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerPrefix {
    /// Largest number of lines kept below each prefix.
    pub lines: NonZeroU32,
    /// Number of segments in a prefix. A path with fewer segments is its own prefix.
    pub segments: NonZeroU32,
}

impl FromStr for PerPrefix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (lines, segments) = text.split_once('/').unwrap_or((text, "1"));
        match (lines.parse(), segments.parse()) {
            (Ok(lines), Ok(segments)) => Ok(Self { lines, segments }),
            _ => Err(Error::new(
                ErrorKind::Settings,
                "must be a whole number from 1, or two of them as in 100/2: lines, and segments of a prefix",
            )),
        }
    }
}

impl fmt::Display for PerPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.segments == NonZeroU32::MIN {
            write!(f, "{}", self.lines)
        } else {
            write!(f, "{}/{}", self.lines, self.segments)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_shown_as_it_is_read() {
        for text in ["1", "100", "7/2", "4294967295/16"] {
            assert_eq!(
                text.parse::<PerPrefix>()
                    .expect("it is a limit")
                    .to_string(),
                text
            );
        }
        assert_eq!(
            "7/1"
                .parse::<PerPrefix>()
                .expect("it is a limit")
                .to_string(),
            "7"
        );
        for text in ["", "0", "-1", "5%", "7/0", "7/", "/2", "7/2/3", "1.5"] {
            let refusal = text.parse::<PerPrefix>().expect_err(text).to_string();
            assert!(
                refusal.contains("must be a whole number from 1"),
                "{refusal}"
            );
        }
    }
}
