//! The output of a run, as the next run has to know it.

use std::fmt;
use std::str::FromStr;
use urlsift_core::error::{Error, ErrorKind};

/// The output of a run, which a store remembers so that the next run neither loses what is in it
/// nor prints it twice.
///
/// A store that keeps it as [text](ToString), and [reads](FromStr) it from there, keeps what later
/// versions add to it, too.
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
    /// What the run called it: a path.
    pub name: String,
    /// In which form the run wrote. Another form does not go on with it.
    pub form: String,
    /// What tells the inputs of the run from others. `None`: nothing does.
    pub inputs: Option<String>,
    /// How long it was, in bytes, when the last line was in it whose decision is stored.
    pub length: u64,
    /// Whether the run came to the end of its input.
    pub finished: bool,
}

impl Output {
    /// An output in which nothing is yet.
    pub fn new(name: impl Into<String>, form: impl Into<String>) -> Self {
        Self { name: name.into(), form: form.into(), ..Self::default() }
    }
}

/// A line for each field; the name comes last, since it may have lines of its own.
impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, form, inputs, length, finished } = self;
        write!(formatter, "length {length}\nfinished {finished}\nform {form}\n")?;
        if let Some(inputs) = inputs {
            writeln!(formatter, "inputs {inputs}")?;
        }
        write!(formatter, "name {name}")
    }
}

impl FromStr for Output {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::Damaged, "the record of the last output is damaged");
        let (fields, name) = text.split_once("\nname ").ok_or_else(wrong)?;
        let field = |name: &str| fields.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let required = |name| field(name).ok_or_else(wrong);
        Ok(Self {
            name: name.to_owned(),
            form: required("form")?.to_owned(),
            inputs: field("inputs").map(str::to_owned),
            length: required("length")?.parse().map_err(|_| wrong())?,
            finished: required("finished")?.parse().map_err(|_| wrong())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_from_its_text_and_damaged_text_is_refused() {
        let mut output = Output::new("/a b\nname of lines", "--format csv --count");
        for inputs in [None, Some("12ab".to_owned())] {
            output = Output { inputs, length: 7, finished: !output.finished, ..output };
            assert_eq!(output.to_string().parse::<Output>().expect("it is whole"), output);
        }
        for wrong in
            ["", "name x", "form \nlength 1\nfinished yes\nname x", "length 1\nfinished true\nname x"]
        {
            assert_eq!(
                wrong.parse::<Output>().map_err(|error| error.kind()),
                Err(ErrorKind::Damaged),
                "{wrong}"
            );
        }
    }
}
