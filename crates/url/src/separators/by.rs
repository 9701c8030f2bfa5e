//! The setting for the fields that keep records apart.

use crate::error::{Error, ErrorKind};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The fields that keep records apart: see `Builder::by`.
///
/// ```
/// use urlsift::settings::By;
///
/// assert_eq!(By::default().to_string(), "method,status");
/// assert_eq!("method, content-type".parse::<By>()?.fields(), ["method", "content-type"]);
/// assert_eq!("none".parse::<By>()?, By::none());
/// assert!("method,,status".parse::<By>().is_err());
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By {
    pub(super) fields: Vec<String>,
}

/// The text for no field.
const NONE: &str = "none";

impl Default for By {
    fn default() -> Self {
        Self {
            fields: ["method", "status"].map(str::to_owned).to_vec(),
        }
    }
}

impl By {
    /// No field: only the URL counts.
    pub fn none() -> Self {
        Self { fields: Vec::new() }
    }

    /// Returns the names of the fields, as given.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// Whether these are the default fields, in any order.
    pub fn is_usual(&self) -> bool {
        self.sorted() == Self::default()
    }

    /// Returns the fields in alphabetical order, equal for all settings with the same meaning.
    pub fn sorted(&self) -> Self {
        let mut fields = self.fields.clone();
        fields.sort_unstable();
        Self { fields }
    }
}

impl FromStr for By {
    type Err = Error;

    /// Reads names separated by commas, or `none`.
    fn from_str(text: &str) -> Result<Self, Error> {
        if text.trim() == NONE {
            return Ok(Self::none());
        }
        let mut fields: Vec<String> = Vec::new();
        for name in text.split(',').map(str::trim) {
            if matches!(name, "" | NONE) {
                let text = text.escape_debug();
                let message = format!(
                    "\"{text}\" is not a list of fields: write their names between commas, as in method,status, or none"
                );
                return Err(Error::new(ErrorKind::Name, message));
            }
            if !fields.iter().any(|field| field == name) {
                fields.push(name.to_owned());
            }
        }
        Ok(Self { fields })
    }
}

impl Display for By {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.fields.is_empty() {
            return f.write_str(NONE);
        }
        f.write_str(&self.fields.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_between_commas_and_count_once() {
        for (text, shown) in [
            ("method", "method"),
            (" status , method ", "status,method"),
            ("method,status,method", "method,status"),
            ("response.headers.server", "response.headers.server"),
            (" none ", "none"),
        ] {
            assert_eq!(
                text.parse::<By>().expect("it is a list").to_string(),
                shown,
                "{text}"
            );
        }
        for text in ["", ",", "method,", "none,method"] {
            assert!(text.parse::<By>().is_err(), "{text}");
        }
        assert!(
            "status,method"
                .parse::<By>()
                .expect("it is a list")
                .is_usual()
        );
    }
}
