//! The reason why a URL was refused.

use crate::named;

named! {
    /// The condition that a URL does not meet, named like the program's option.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Reason {
        /// It has another scheme.
        Scheme = "scheme",
        /// It has another host.
        Host = "host",
        /// It has an excluded host.
        NotHost = "not-host",
        /// It is out of scope.
        Scope = "scope",
        /// It has another extension.
        Ext = "ext",
        /// It has an excluded extension.
        NotExt = "not-ext",
        /// It has no parameters.
        HasParams = "has-params",
        /// It has parameters.
        NoParams = "no-params",
        /// It has none of the parameters.
        Param = "param",
        /// It matches none of the regular expressions.
        Match = "match",
        /// It matches an excluded regular expression.
        NotMatch = "not-match",
        /// It is junk: `Sift::junk` names the rule.
        NotJunk = "not-junk",
        /// It has another status.
        Status = "status",
        /// It is a text that fits none of the signatures.
        Signatures = "signatures",
        /// It is a text that fits an excluded signature.
        NotSignatures = "not-signatures",
        /// Its host has reached the maximum number of kept lines.
        MaxPerHost = "max-per-host",
        /// Its path prefix has reached the maximum number of kept lines.
        MaxPerPrefix = "max-per-prefix",
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
