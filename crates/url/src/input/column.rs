//! The setting for the column of a table that has the URL.

use crate::error::{Error, ErrorKind};
use std::fmt;
use std::str::FromStr;

/// A column of CSV or TSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number of the column, from 1.
    Number(usize),
    /// The name of the column in the first record, in any case.
    Name(String),
    /// The columns with the parts of a URL: its host, then its path.
    Parts(Vec<Column>),
}

/// Reads a number or a name, or several separated by commas.
impl FromStr for Column {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.contains(',') {
            let mut parts = Vec::new();
            for part in text.split(',') {
                parts.push(part.parse()?);
            }
            return Ok(Self::Parts(parts));
        }
        match text.parse() {
            Ok(0) => Err(Error::new(ErrorKind::Name, "columns are counted from 1")),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
            Self::Parts(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    if number > 0 {
                        f.write_str(",")?;
                    }
                    part.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}
