//! The classes of path segments and values, by name.

use crate::error::{self, Error};
use crate::named;
use std::str::FromStr;

named! {
    /// The class of a path segment. Rules are tried in this order; the first that matches decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[repr(u8)]
    pub enum Class {
        /// A word: compared as written. The class of a segment that no rule matches, and of names
        /// of software.
        Word = "word",
        /// A version or API level, `v2`, `1.0`, `v1beta1`: compared as written.
        Version = "version",
        /// A page or program by its form, `login.php`, `app.js`, `forum-7.html`, `$metadata`:
        /// compared as written, except for numbers and hashes in it.
        File = "file",
        /// A name with arguments, `Users(12)`: compared without them.
        Call = "call",
        /// Digits only: `42`, `1706832000`.
        Integer = "int",
        /// Numbers and separators: `2024-05-06`, `0.13.3`, `52.1,4.3`.
        Numbers = "numbers",
        /// A universally unique identifier.
        Uuid = "uuid",
        /// A JSON web token.
        Jwt = "jwt",
        /// An e-mail address.
        Email = "email",
        /// A name marked as such: `@ann`, `~ann`, or as a placeholder: `{id}`, `:id`; a package or
        /// project before `/-/` or `/+`.
        Handle = "handle",
        /// A language with a region or script, `en-us`, `zh-Hans`, in one of the first two
        /// segments.
        Locale = "locale",
        /// Text with spaces, or with more than two words outside ASCII.
        Text = "text",
        /// A picture, film, sound or font by its extension; a package if it has a version before
        /// its extension.
        Media = "media",
        /// A host name.
        Host = "host",
        /// Hexadecimal: `4af0bdc4`.
        Hex = "hex",
        /// Letters and digits that look random: `dQw4w9WgXcQ`.
        Random = "random",
        /// A title made into a path: `red-shoes-summer-sale`.
        Slug = "slug",
        /// A word with numbers of up to four digits, `step2`: each name keeps its first three
        /// numbers at a position, then they are masked. Longer numbers are masked at once.
        Numbered = "numbered",
    }
}

impl Class {
    /// Creates the error for a name that is not one of a class that can be switched.
    fn unknown(name: &str) -> Error {
        let names: Vec<&str> = Self::ALL[1..].iter().map(|class| class.name()).collect();
        error::unknown("class", name, &names)
    }

    /// Returns the class of this name if it can be switched on and off.
    ///
    /// # Errors
    ///
    /// If no class has this name, or it is `word`: the class of the remaining segments.
    pub fn switched(name: &str) -> Result<Self, Error> {
        match name.parse()? {
            Self::Word => Err(Self::unknown(name)),
            class => Ok(class),
        }
    }

    /// Whether tokens of this class are all equal.
    pub fn is_variable(self) -> bool {
        !matches!(
            self,
            Self::Word | Self::Version | Self::File | Self::Call | Self::Numbered
        )
    }
}

/// Reads the [name](Class::name).
impl FromStr for Class {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|class| class.name() == name)
            .ok_or_else(|| Self::unknown(name))
    }
}

/// The enabled classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes(u32);

impl Default for Classes {
    /// All classes.
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Classes {
    /// No class: every segment is a word.
    pub fn none() -> Self {
        Self(0)
    }

    /// Switches one class on or off by name.
    ///
    /// # Errors
    ///
    /// If no class has this name.
    ///
    /// ```
    /// let mut classes = urlsift::settings::Classes::default();
    /// classes.set("slug", false)?;
    /// assert!(classes.set("colour", true).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), Error> {
        self.switch(Class::switched(name)?, on);
        Ok(())
    }

    /// Switches one class on or off.
    pub fn switch(&mut self, class: Class, on: bool) {
        let bit = 1 << class as u32;
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }

    /// Whether a class is enabled.
    pub fn has(self, class: Class) -> bool {
        self.0 & (1 << class as u32) != 0
    }
}
