//! The reason why a URL was refused.

use std::fmt;

/// The condition that a URL does not meet, named like the program's option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// It has another scheme.
    Scheme,
    /// It has another host.
    Host,
    /// It has an excluded host.
    NotHost,
    /// It is out of scope.
    Scope,
    /// It has another extension.
    Ext,
    /// It has an excluded extension.
    NotExt,
    /// It has no parameters.
    HasParams,
    /// It has parameters.
    NoParams,
    /// It has none of the parameters.
    Param,
    /// It matches none of the regular expressions.
    Match,
    /// It matches an excluded regular expression.
    NotMatch,
    /// It is junk: `Sift::junk` names the rule.
    NotJunk,
    /// It has another status.
    Status,
    /// Its host has reached the maximum number of kept lines.
    MaxPerHost,
    /// Its path prefix has reached the maximum number of kept lines.
    MaxPerPrefix,
}

impl Reason {
    /// All reasons, in the order in which conditions are checked.
    pub const ALL: [Self; 15] = [
        Self::Scheme,
        Self::Host,
        Self::NotHost,
        Self::Scope,
        Self::Ext,
        Self::NotExt,
        Self::HasParams,
        Self::NoParams,
        Self::Param,
        Self::Match,
        Self::NotMatch,
        Self::NotJunk,
        Self::Status,
        Self::MaxPerHost,
        Self::MaxPerPrefix,
    ];

    /// Returns its name, such as `not-ext`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Host => "host",
            Self::NotHost => "not-host",
            Self::Scope => "scope",
            Self::Ext => "ext",
            Self::NotExt => "not-ext",
            Self::HasParams => "has-params",
            Self::NoParams => "no-params",
            Self::Param => "param",
            Self::Match => "match",
            Self::NotMatch => "not-match",
            Self::NotJunk => "not-junk",
            Self::Status => "status",
            Self::MaxPerHost => "max-per-host",
            Self::MaxPerPrefix => "max-per-prefix",
        }
    }
}

/// Writes its name.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_are_listed_in_their_order() {
        for (number, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, number, "{reason}");
        }
    }
}
