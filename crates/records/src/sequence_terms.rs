//! Splits sequences of requests into terms. A line has `path|method|interval` steps between blanks
//! or bars, with `name=value` fields among them, or is [JSON](super::json).
//!
//! An interval is the number of seconds since the step before. People and machines take twice as
//! long or half as long for the same action, so intervals count by their order of magnitude to base
//! four.

use super::json;
use super::sequence::{RequestStep, Sequence};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::num::NonZeroUsize;
use urlsift_core::{Component, Terms, Tokens};

/// Sequences, whose terms are their runs of `shingle` steps.
#[derive(Debug)]
pub(super) struct SequenceTerms {
    pub(super) shingle: NonZeroUsize,
}

impl Terms for SequenceTerms {
    fn identity(&self) -> String {
        format!("events shingle={}", self.shingle)
    }

    fn component(&self) -> Component {
        Component::Steps
    }

    fn terms(
        &self,
        line: &[u8],
        tokens: &mut dyn Tokens,
        take: &mut dyn FnMut(u64, &dyn Display),
    ) -> u64 {
        let Some(Sequence { steps, .. }) = read(line, None) else {
            return 0;
        };
        let hashes: Vec<u64> = steps.iter().map(|step| token(step, tokens)).collect();
        let start = tokens.text(b"steps");
        for (hashes, steps) in self.runs(&hashes).zip(self.runs(&steps)) {
            let mut run = start;
            for &hash in hashes {
                run = tokens.join(run, hash);
            }
            let tokens = &*tokens;
            take(run, &ShownSteps { steps, tokens });
        }
        0
    }

    fn has_fields(&self) -> bool {
        true
    }

    fn field<'l>(&self, line: &'l [u8], name: &str) -> Option<Cow<'l, [u8]>> {
        read(line, Some(name))?.field
    }

    fn shape(&self, line: &[u8], tokens: &dyn Tokens) -> Option<String> {
        let steps = &read(line, None)?.steps;
        Some(ShownSteps { steps, tokens }.to_string())
    }
}

impl SequenceTerms {
    /// Returns the runs of neighbouring steps, or all steps as one run if they are fewer.
    fn runs<'s, T>(&self, steps: &'s [T]) -> impl Iterator<Item = &'s [T]> {
        steps.windows(self.shingle.get().min(steps.len()))
    }
}

/// Reads a line, with the field of this name. Returns `None` if it has anything but steps and
/// fields, or no step.
fn read<'l>(line: &'l [u8], field: Option<&str>) -> Option<Sequence<'l>> {
    let sequence = match line.trim_ascii_start() {
        [b'[' | b'{', ..] => json::sequence(line, field)?,
        _ => Sequence::of_words(line, field)?,
    };
    if sequence.steps.is_empty() {
        return None;
    }
    Some(sequence)
}

/// Returns the token of a step: a hash of the template of its path, its method and the magnitude of
/// its interval.
fn token(step: &RequestStep<'_>, tokens: &mut dyn Tokens) -> u64 {
    let path = tokens.url(&step.path);
    let method = tokens.text(&step.method);
    let interval = match magnitude(&step.interval) {
        Some(magnitude) => magnitude + 1,
        None => 0,
    };
    let request = tokens.join(path, method);
    tokens.join(request, interval)
}

/// Shows steps with the template of their paths and the magnitude of their intervals.
struct ShownSteps<'s> {
    steps: &'s [RequestStep<'s>],
    tokens: &'s dyn Tokens,
}

impl Display for ShownSteps<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            let path = self.tokens.template(&step.path);
            write!(f, "{path}|{}", step.method.as_bstr())?;
            if let Some(magnitude) = magnitude(&step.interval) {
                write!(f, "|{magnitude}")?;
            }
        }
        Ok(())
    }
}

/// Returns the magnitude of an interval as its lower bound: 0, 1, 4, 16, 64 ... seconds. `None` if
/// there is no interval.
fn magnitude(interval: &[u8]) -> Option<u64> {
    let seconds = str::from_utf8(interval).ok()?;
    let seconds: f64 = seconds.trim().parse().ok()?;
    // All intervals longer than a day count as equal.
    for power in (0..9).rev() {
        let bound = 4_u64.pow(power);
        if seconds >= bound as f64 {
            return Some(bound);
        }
    }
    Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, by: Option<&str>) -> Option<String> {
        let sequence = read(line.as_bytes(), by)?;
        let text = |part: &[u8]| part.to_str_lossy().into_owned();
        let steps = sequence.steps.iter().map(|s| {
            [&s.path, &s.method, &s.interval]
                .map(|part| text(part))
                .join(" ")
        });
        let field = sequence.field.as_deref().map(text);
        Some(
            field
                .into_iter()
                .chain(steps)
                .collect::<Vec<_>>()
                .join(", "),
        )
    }

    #[test]
    fn steps_and_fields_are_read() {
        let cases = [
            ("/a|GET|0 /b?x=1|POST|3.5", "/a GET 0, /b?x=1 POST 3.5"),
            ("  kind=buy\t/a|GET client=7 ", "buy, /a GET "),
            ("/a|b|GET|1", "/a|b GET 1"),
            ("/a|GET|0|/b|POST|12|", "/a GET 0, /b POST 12"),
            (
                "/a|GET|0|/b|POST|1.5|/c|GET|3 kind=buy",
                "buy, /a GET 0, /b POST 1.5, /c GET 3",
            ),
            ("/a|b|c|d|GET|1", "/a|b|c|d GET 1"),
            ("/a|GET|0| /b|GET|1|", "/a|GET 0 , /b|GET 1 "),
        ];
        for (line, wanted) in cases {
            assert_eq!(shown(line, Some("kind")).as_deref(), Some(wanted), "{line}");
        }
        for line in [
            "",
            "kind=buy",
            "a sentence",
            "/a|GET|1 and more",
            "[",
            "{}",
            "[]",
            "[3]",
        ] {
            assert_eq!(shown(line, None), None, "{line}");
        }
    }

    #[test]
    fn all_forms_of_a_step_in_json_are_the_same() {
        let plain = read(b"/a|GET|0 /b|POST|3", None).expect("it has steps");
        for line in [
            r#"["/a|GET|0", "/b|POST|3"]"#,
            r#"[["/a", "GET", 0], ["/b", "POST", "3"]]"#,
            r#" {"kind": 7, "steps": [{"path": "/a", "method": "GET", "interval": 0}, "/b|POST|3"]}"#,
        ] {
            let found = read(line.as_bytes(), Some("kind")).expect("it has steps");
            assert_eq!(found.steps, plain.steps, "{line}");
            assert_eq!(found.field.is_some(), line.contains("kind"));
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
            assert_eq!(magnitude(interval.as_bytes()), wanted, "{interval}");
        }
    }
}
