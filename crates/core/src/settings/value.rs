//! Values of settings as text: how each type is read and shown.

use super::choice::{CLASSES, Choice, Choices};
use super::per_prefix::PerPrefix;
use crate::similar::similarity::Weights;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::input::Column;
use urlsift_url::separators::By;
use urlsift_url::token::{Class, ParamRules, UrlRules};

/// The texts that a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// `true` or `false`; `false` unless it is set.
    Switch,
    /// A whole number from 1 on.
    Whole,
    /// A percentage from 1 to 100, with or without a percent sign.
    Percent,
    /// One of these names.
    Choice(&'static [Choice]),
    /// Any text.
    Text,
    /// Texts: each call appends one.
    List,
    /// Any of these names: each call appends one.
    Names(&'static [Choice]),
    /// Weights of components: `host=4,path=3`.
    Weights,
    /// A key of 128 bits: up to 32 hexadecimal digits.
    Key,
}

/// The value of a setting.
pub trait Value {
    fn kind(&self) -> Kind;

    /// Sets the value from a text. Appends to a list, and replaces any other value.
    fn read(&mut self, text: &str) -> Result<(), Error>;

    /// Returns the texts that give this value when they are read one after the other.
    fn texts(&self) -> Vec<String>;

    /// Returns the value in the form of a state's identity.
    fn shown(&self) -> String {
        self.texts().join(",")
    }

    /// Empties a list.
    fn clear(&mut self) {}
}

/// A value that is one text, and is shown by `Display` as it is read.
trait Single: Sized + ToString {
    const KIND: Kind;

    fn parse(text: &str) -> Result<Self, Error>;
}

impl<T: Single> Value for T {
    fn kind(&self) -> Kind {
        T::KIND
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        *self = T::parse(text)?;
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

/// `None` unless it is set.
impl<T: Single> Value for Option<T> {
    fn kind(&self) -> Kind {
        T::KIND
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        *self = Some(T::parse(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(T::to_string).collect()
    }
}

fn refusal(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Settings, message)
}

/// Reads a percentage from 1 to 100: no setting is another number with decimals.
fn percentage(text: &str) -> Result<f64, Error> {
    let message = match text.strip_suffix('%').unwrap_or(text).trim_end().parse() {
        Ok(percent) if (1.0..=100.0).contains(&percent) => return Ok(percent),
        Ok(share) if (0.01..1.0).contains(&share) => {
            let percent = (share * 1e8).round() / 1e6;
            format!("percentages run from 1 to 100; for a share of {share} write {percent}")
        }
        _ => "must be a number from 1 to 100".to_owned(),
    };
    Err(Error::new(ErrorKind::Threshold, message))
}

/// The key of all hashes.
impl Value for Option<[u64; 2]> {
    fn kind(&self) -> Kind {
        Kind::Key
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        let is_key = text.len() <= 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(key) if is_key => *self = Some([(key >> 64) as u64, key as u64]),
            _ => return Err(refusal("must be 1 to 32 hexadecimal digits")),
        }
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        let show = |[first, second]: &[u64; 2]| format!("{first:016x}{second:016x}");
        self.iter().map(show).collect()
    }
}

impl<T: Choices> Single for T {
    const KIND: Kind = Kind::Choice(T::CHOICES);

    fn parse(text: &str) -> Result<Self, Error> {
        text.parse()
    }
}

impl Single for bool {
    const KIND: Kind = Kind::Switch;

    fn parse(text: &str) -> Result<Self, Error> {
        text.parse().map_err(|_| refusal("must be true or false"))
    }
}

impl Single for f64 {
    const KIND: Kind = Kind::Percent;

    fn parse(text: &str) -> Result<Self, Error> {
        percentage(text)
    }
}

impl Single for NonZeroU32 {
    const KIND: Kind = Kind::Whole;

    fn parse(text: &str) -> Result<Self, Error> {
        whole(text)
    }
}

impl Single for NonZeroUsize {
    const KIND: Kind = Kind::Whole;

    fn parse(text: &str) -> Result<Self, Error> {
        whole(text)
    }
}

impl Single for String {
    const KIND: Kind = Kind::Text;

    fn parse(text: &str) -> Result<Self, Error> {
        Ok(text.to_owned())
    }
}

impl Single for Column {
    const KIND: Kind = Kind::Text;

    fn parse(text: &str) -> Result<Self, Error> {
        text.parse()
    }
}

impl Single for PerPrefix {
    const KIND: Kind = Kind::Text;

    fn parse(text: &str) -> Result<Self, Error> {
        text.parse()
    }
}

impl Single for By {
    const KIND: Kind = Kind::Text;

    fn parse(text: &str) -> Result<Self, Error> {
        text.parse()
    }
}

impl Single for Weights {
    const KIND: Kind = Kind::Weights;

    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

fn whole<T: FromStr>(text: &str) -> Result<T, Error> {
    text.parse()
        .map_err(|_| refusal(format!("must be a whole number from 1 to {}", u32::MAX)))
}

impl Value for Vec<String> {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        self.push(text.to_owned());
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.clone()
    }

    fn shown(&self) -> String {
        format!("{self:?}")
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// Rules, of which each text is a file.
impl Value for ParamRules {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        self.extend(&Self::read(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.lines()
    }

    fn shown(&self) -> String {
        self.digest()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

impl Value for UrlRules {
    fn kind(&self) -> Kind {
        Kind::List
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        self.extend(&Self::read(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.lines()
    }

    fn shown(&self) -> String {
        self.digest()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

impl Value for Vec<Class> {
    fn kind(&self) -> Kind {
        Kind::Names(&CLASSES)
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        self.push(Class::switched(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(Class::to_string).collect()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// `None` stands for all classes, an empty list for no class.
impl Value for Option<Vec<Class>> {
    fn kind(&self) -> Kind {
        Kind::Names(&CLASSES)
    }

    fn read(&mut self, text: &str) -> Result<(), Error> {
        self.get_or_insert_default().read(text)
    }

    fn texts(&self) -> Vec<String> {
        self.as_ref().map(Value::texts).unwrap_or_default()
    }

    fn clear(&mut self) {
        *self = Some(Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut value: impl Value, text: &str) -> Result<Vec<String>, String> {
        value
            .read(text)
            .map(|()| value.texts())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn percentages_have_decimals_and_may_have_a_sign() {
        for (text, shown) in [
            ("95", "95"),
            ("95%", "95"),
            ("90.5 %", "90.5"),
            ("1", "1"),
            ("100", "100"),
        ] {
            assert_eq!(read(50.0, text), Ok(vec![shown.to_owned()]), "{text}");
        }
        for text in ["", "0", "101", "-5", "NaN", "inf", "high", "95%%"] {
            assert!(read(50.0, text).is_err(), "{text}");
        }
        let share = read(50.0, "0.9").expect_err("it is a share");
        assert_eq!(
            share,
            "percentages run from 1 to 100; for a share of 0.9 write 90"
        );
    }

    #[test]
    fn keys_have_up_to_32_hexadecimal_digits() {
        let key = "000000000000000fffffffffffffffff";
        for text in [key, "fffffffffffffffff", "0FFFFFFFFFFFFFFFFF"] {
            assert_eq!(read(Some([0, 0]), text), Ok(vec![key.to_owned()]));
        }
        for text in [
            "",
            "00000000000000000fffffffffffffffff",
            "+00000000000000fffffffffffffffff",
            "é00000000000000fffffffffffffffff",
        ] {
            assert!(read(Some([0, 0]), text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_list_takes_one_text_more() {
        let mut names = vec!["a".to_owned()];
        names.read("b,c").expect("it is a text");
        assert_eq!(names.texts(), ["a", "b,c"]);
        Value::clear(&mut names);
        assert!(names.texts().is_empty());
    }

    #[test]
    fn no_class_is_not_every_class() {
        let mut classes: Option<Vec<Class>> = None;
        classes.read("int").expect("it is a class");
        classes.read("slug").expect("it is a class");
        assert_eq!(classes, Some(vec![Class::Integer, Class::Slug]));
        classes.clear();
        assert_eq!(classes, Some(Vec::new()));
        for name in ["word", "colour", ""] {
            assert!(classes.read(name).is_err(), "{name}");
        }
    }
}
