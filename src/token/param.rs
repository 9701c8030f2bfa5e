//! The rules by which a parameter becomes a name token and a value token.
//!
//! Names decide which endpoint a URL belongs to; values rarely do. A name that only tracks or identifies a session
//! vanishes, array indices are dropped (`f[0]` is `f[]`), and a *selector* (`action=delete`) carries its word along in the
//! name, because it chooses a handler.

use super::class::Classes;
use super::{random, segment, words};

/// Which parameters are ignored, and which classes values know.
#[derive(Clone, Debug)]
pub(crate) struct Params {
    ignored: Vec<String>,
    classes: Classes,
}

/// Parameters that say where a visitor came from, who he is, or defeat a cache, as globs.
const IGNORED: [&str; 36] = [
    "_",
    "__cf_chl_*",
    "_ga",
    "_gac",
    "_gl",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "aspsessionid*",
    "cachebuster",
    "cfid",
    "cftoken",
    "dclid",
    "fb_action_*",
    "fb_source",
    "fbclid",
    "gclid",
    "gclsrc",
    "gbraid",
    "igshid",
    "jsessionid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "phpsessid",
    "piwik_*",
    "pk_*",
    "srsltid",
    "twclid",
    "utm_*",
    "wbraid",
    "yclid",
    "zanpid",
];

/// Parameters whose word chooses what the page does.
const SELECTORS: [&str; 27] = [
    "act",
    "action",
    "cmd",
    "comp",
    "command",
    "controller",
    "ctrl",
    "do",
    "event",
    "func",
    "function",
    "handler",
    "method",
    "mod",
    "mode",
    "module",
    "op",
    "oper",
    "operation",
    "option",
    "page",
    "r",
    "request",
    "route",
    "service",
    "task",
    "view",
];

/// What a name was taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Name {
    /// One that counts.
    #[default]
    Plain,
    /// One whose word chooses what the page does: a word counts with the name.
    Selector,
    /// One that says nothing about the page.
    Ignored,
    /// No name, but a value that stands alone.
    Value,
}

/// What a value was taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Value {
    /// Nothing.
    #[default]
    Empty,
    /// An absolute URL; it also marks the name.
    Url,
    /// A path.
    Path,
    /// A number, hash, title or the like.
    Variable,
    /// A word.
    Word,
}

impl Params {
    pub(crate) fn new(classes: Classes, defaults: bool, more: &[String]) -> Self {
        let defaults = if defaults { &IGNORED[..] } else { &[] };
        let ignored = defaults
            .iter()
            .map(ToString::to_string)
            .chain(more.iter().map(|glob| glob.to_ascii_lowercase()))
            .collect();
        Self { ignored, classes }
    }

    /// Classifies a name without a value, and writes its token.
    pub(crate) fn bare(&self, name: &[u8], token: &mut Vec<u8>) -> Name {
        if is_bare_value(name) {
            // A lone random key is a value without a name.
            token.clear();
            return Name::Value;
        }
        self.name(name, token)
    }

    /// Classifies the name of a value, and writes its token.
    pub(crate) fn name(&self, name: &[u8], token: &mut Vec<u8>) -> Name {
        token.clear();
        let lower = name.to_ascii_lowercase();
        if self.ignored.iter().any(|glob| matches(glob.as_bytes(), &lower)) {
            return Name::Ignored;
        }
        let mut rest = name;
        while let Some((&byte, tail)) = rest.split_first() {
            let bracket = match rest {
                [b'[', ..] => 1,
                [b'%', b'5', b'B', ..] => 3,
                _ => 0,
            };
            if bracket > 0 {
                token.push(b'[');
                let digits = rest[bracket..].iter().take_while(|b| b.is_ascii_digit()).count();
                let after = &rest[bracket + digits..];
                rest = if matches!(after, [b']', ..] | [b'%', b'5', b'D', ..]) {
                    after
                } else {
                    &rest[bracket..]
                };
            } else if rest.starts_with(b"%5D") {
                token.push(b']');
                rest = &rest[3..];
            } else {
                token.push(byte);
                rest = tail;
            }
        }
        if SELECTORS.iter().any(|s| lower == s.as_bytes()) { Name::Selector } else { Name::Plain }
    }

    /// Classifies a value.
    pub(crate) fn value(&self, value: &[u8]) -> Value {
        if value.is_empty() {
            return Value::Empty;
        }
        let lower = value[..value.len().min(16)].to_ascii_lowercase();
        let absolute = lower.starts_with(b"http") || lower.starts_with(b"ftp");
        let marked = |mark: &[u8]| lower.windows(mark.len()).any(|w| w == mark);
        if (absolute && (marked(b"://") || marked(b"%3a%2f%2f") || marked(b"%3a//")))
            || lower.starts_with(b"//")
            || lower.starts_with(b"%2f%2f")
        {
            return Value::Url;
        }
        if lower.starts_with(b"/") || lower.starts_with(b"%2f") {
            return Value::Path;
        }
        let variable = value.iter().any(|b| b.is_ascii_digit() || *b == b'%')
            || segment::classify(value, usize::MAX, self.classes, &mut Vec::new()).class.is_variable();
        if variable && self.classes != Classes::none() { Value::Variable } else { Value::Word }
    }
}

/// A key without `=` that no person chose: a number, or letters and digits that read like nothing.
fn is_bare_value(name: &[u8]) -> bool {
    let plain = name.iter().all(u8::is_ascii_alphanumeric);
    if name.is_empty() || !plain {
        return name.iter().any(u8::is_ascii_digit)
            && name.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_'));
    }
    let digits = name.iter().filter(|b| b.is_ascii_digit()).count();
    digits == name.len()
        || random::is_hex(name)
        || random::is_random(name)
        || (name.len() >= 5
            && !words::is_technical(name)
            && (digits >= 2 || !random::is_readable(name))
            && !segment::is_known(name))
}

/// Whether a selector's value is a name that a programmer gave.
pub(crate) fn is_selection(value: &[u8]) -> bool {
    value.len() <= 40
        && value[0].is_ascii_alphabetic()
        && value.iter().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'.' | b'/' | b':'))
}

/// Matches a glob in which `*` stands for any run of bytes.
fn matches(glob: &[u8], name: &[u8]) -> bool {
    match glob.iter().position(|&b| b == b'*') {
        None => glob == name,
        Some(star) => {
            let (head, tail) = (&glob[..star], &glob[star + 1..]);
            name.starts_with(head) && (head.len()..=name.len()).any(|from| matches(tail, &name[from..]))
        }
    }
}
