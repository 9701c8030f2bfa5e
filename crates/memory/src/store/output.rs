//! The output of a run, for the next run.

use std::fmt;
use std::str::FromStr;
use urlsift_core::{Error, ErrorKind};

/// The output of a run. A store remembers it so that the next run neither loses its lines nor
/// prints them twice.
///
/// A store that keeps it as [text](ToString), and [reads](FromStr) it from there, also keeps what
/// later versions add to it.
///
/// ```
/// use urlsift::memory::Output;
///
/// let mut output = Output::new("/lists/kept.txt", "--format csv");
/// (output.length, output.finished) = (1200, true);
/// assert_eq!(output.to_string().parse::<Output>()?, output);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// Its name in the run: a path.
    pub name: String,
    /// The form in which the run wrote. A run with another form does not continue it.
    pub form: String,
    /// Identifies the inputs of the run. `None`: they cannot be identified.
    pub inputs: Option<String>,
    /// Its length in bytes after the last line whose decision is stored.
    pub length: u64,
    /// Whether the run reached the end of its input.
    pub finished: bool,
}

impl Output {
    /// Creates an empty output.
    pub fn new(name: impl Into<String>, form: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            form: form.into(),
            ..Self::default()
        }
    }

    /// Reads it from its text. `None`: that is damaged.
    fn read(text: &str) -> Option<Self> {
        let (fields, name) = text.split_once("\nname ")?;
        Some(Self {
            name: name.to_owned(),
            form: field(fields, "form")?.to_owned(),
            inputs: field(fields, "inputs").map(str::to_owned),
            length: field(fields, "length")?.parse().ok()?,
            finished: field(fields, "finished")?.parse().ok()?,
        })
    }
}

/// Writes a line for each field; the name comes last, since it may contain line breaks.
impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            form,
            inputs,
            length,
            finished,
        } = self;
        write!(
            formatter,
            "length {length}\nfinished {finished}\nform {form}\n"
        )?;
        if let Some(inputs) = inputs {
            writeln!(formatter, "inputs {inputs}")?;
        }
        write!(formatter, "name {name}")
    }
}

impl FromStr for Output {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let message = "the record of the last output is damaged";
        Self::read(text).ok_or_else(|| Error::new(ErrorKind::Damaged, message))
    }
}

/// Returns the value of a field in a text of a line for each.
pub(super) fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_from_its_text_and_damaged_text_is_refused() {
        let mut output = Output::new("/a b\nname of lines", "--format csv --count");
        for inputs in [None, Some("12ab".to_owned())] {
            output = Output {
                inputs,
                length: 7,
                finished: !output.finished,
                ..output
            };
            assert_eq!(
                output.to_string().parse::<Output>().expect("it is whole"),
                output
            );
        }
        for wrong in [
            "",
            "name x",
            "form \nlength 1\nfinished yes\nname x",
            "length 1\nfinished true\nname x",
        ] {
            assert_eq!(
                wrong.parse::<Output>().map_err(|error| error.kind()),
                Err(ErrorKind::Damaged),
                "{wrong}"
            );
        }
    }
}
