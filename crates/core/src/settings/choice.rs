//! Named values, for settings that take one of a few: how they are read, shown and explained.

use std::fmt;
use std::str::FromStr;
use urlsift_url::error::{Error, unknown};
use urlsift_url::token::Class;

/// One value that a setting can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// Its name, as typed.
    pub name: &'static str,
    /// Its meaning, in one sentence without a full stop. Empty if the name is enough.
    pub help: &'static str,
}

/// Creates a choice.
pub const fn choice(name: &'static str, help: &'static str) -> Choice {
    Choice { name, help }
}

/// A type with a few values, each of which has a name.
///
/// ```
/// use urlsift::settings::Choices;
/// use urlsift::settings::Metric;
///
/// assert_eq!("simhash".parse::<Metric>()?, Metric::SimHash);
/// assert_eq!(Metric::Overlap.to_string(), "overlap");
/// assert_eq!(Metric::CHOICES.len(), 2);
/// # Ok::<(), urlsift::Error>(())
/// ```
pub trait Choices: FromStr<Err = Error> + fmt::Display + Copy + PartialEq + 'static {
    /// Its values, in the order in which they are listed.
    const VALUES: &'static [Self];
    /// Their names and meanings, in the same order.
    const CHOICES: &'static [Choice];
}

/// Defines a type with named values: a word for a value in messages, then each value with its name
/// and its meaning.
#[macro_export]
macro_rules! choices {
    ($what:literal; $(#[$meta:meta])* pub enum $type:ident {
        $($(#[$doc:meta])* $value:ident = $name:literal, $help:literal;)+
    }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$doc])* $value,)+
        }

        impl $crate::settings::Choices for $type {
            const VALUES: &'static [Self] = &[$(Self::$value),+];
            const CHOICES: &'static [$crate::settings::Choice] =
                &[$($crate::settings::choice($name, $help)),+];
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::error::Error;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::settings::named($what, name)
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::settings::name_of(*self))
            }
        }
    };
}
pub use choices;

/// Returns the value of this name.
pub fn named<T: Choices>(what: &str, name: &str) -> Result<T, Error> {
    for (value, choice) in T::VALUES.iter().zip(T::CHOICES) {
        if choice.name == name {
            return Ok(*value);
        }
    }
    let names: Vec<&str> = T::CHOICES.iter().map(|choice| choice.name).collect();
    Err(unknown(what, name, &names))
}

/// Returns the name of a value.
pub fn name_of<T: Choices>(value: T) -> &'static str {
    for (other, choice) in T::VALUES.iter().zip(T::CHOICES) {
        if *other == value {
            return choice.name;
        }
    }
    ""
}

/// The classes that can be switched on and off: all except `word`, the class of the remaining
/// segments.
pub(crate) const CLASSES: [Choice; Class::ALL.len() - 1] = {
    let mut classes = [choice("", ""); Class::ALL.len() - 1];
    let mut index = 0;
    while index < classes.len() {
        classes[index].name = Class::ALL[index + 1].name();
        index += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::line::preference::Preference;
    use crate::settings::builder::ParamMode;
    use crate::settings::detail::Detail;
    use crate::similar::similarity::Metric;

    fn check<T: Choices + fmt::Debug>() {
        assert_eq!(T::VALUES.len(), T::CHOICES.len());
        for (value, choice) in T::VALUES.iter().zip(T::CHOICES) {
            assert_eq!(value.to_string(), choice.name);
            assert_eq!(choice.name.parse::<T>().expect("it is a name"), *value);
            assert!(
                !choice.help.is_empty() && !choice.help.ends_with('.'),
                "{choice:?}"
            );
        }
        let refusal = "colour"
            .parse::<T>()
            .expect_err("no such value")
            .to_string();
        assert!(refusal.contains(T::CHOICES[0].name), "{refusal}");
    }

    #[test]
    fn every_value_is_read_by_its_name() {
        check::<Metric>();
        check::<ParamMode>();
        check::<Detail>();
        check::<Preference>();
    }

    #[test]
    fn classes_are_read_by_their_names() {
        for class in Class::ALL {
            assert_eq!(
                class.to_string().parse::<Class>().expect("it is a name"),
                class
            );
        }
        assert!("colour".parse::<Class>().is_err());
        assert_eq!((CLASSES[0].name, CLASSES[15].name), ("version", "slug"));
    }
}
