//! The rules by which a parameter becomes a name token and a value token.
//!
//! Names decide which endpoint a URL belongs to; values rarely do. A name that only tracks or identifies a session
//! vanishes, array indices are dropped (`f[0]` is `f[]`), and a *selector* (`action=delete`) carries its word along in the
//! name, because it chooses a handler.

use super::census::Census;
use super::class::Classes;
use super::lexicon::Lexicon;
use super::{random, segment, words};
use std::sync::LazyLock;

/// Which parameters are ignored, and which classes values know.
#[derive(Clone, Debug)]
pub(crate) struct Params {
    /// Whether the names of [`IGNORED`] are.
    defaults: bool,
    /// What else is, as globs in lower case.
    globs: Vec<String>,
    classes: Classes,
}

/// Parameters that say where a visitor came from, who he is, or defeat a cache.
const IGNORED: [&str; 30] = [
    "_",
    "_ga",
    "_gac",
    "_gl",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "cachebuster",
    "cfid",
    "cftoken",
    "dclid",
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
    "srsltid",
    "twclid",
    "wbraid",
    "yclid",
    "zanpid",
];

/// More of them, as globs.
const IGNORED_GLOBS: [&str; 6] = ["__cf_chl_*", "aspsessionid*", "fb_action_*", "piwik_*", "pk_*", "utm_*"];

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

const IGNORED_NAME: u16 = 1;
const SELECTOR_NAME: u16 = 1 << 1;

static NAMES: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists = [(&IGNORED[..], IGNORED_NAME), (&SELECTORS, SELECTOR_NAME)];
    Lexicon::new(lists.into_iter().flat_map(|(list, mark)| list.iter().map(move |name| (*name, mark))))
});

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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

/// What a value adds to the name of its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addition {
    Nothing,
    /// That it is a URL.
    Url,
    /// Itself: it chooses what the page does.
    Value,
}

impl Addition {
    /// What a value of a kind adds to a name.
    #[inline]
    pub(crate) fn of(name: Name, kind: Value, value: &[u8]) -> Self {
        match kind {
            Value::Url => Self::Url,
            Value::Word if name == Name::Selector && is_selection(value) => Self::Value,
            _ => Self::Nothing,
        }
    }
}

impl Params {
    pub(crate) fn new(classes: Classes, defaults: bool, more: &[String]) -> Self {
        let of_defaults = if defaults { &IGNORED_GLOBS[..] } else { &[] };
        let globs = of_defaults
            .iter()
            .map(ToString::to_string)
            .chain(more.iter().map(|glob| glob.to_ascii_lowercase()))
            .collect();
        Self { defaults, globs, classes }
    }

    /// Classifies one parameter and writes the token of its name, with what its value adds to it. `None` means that it is ignored.
    pub(crate) fn classify(&self, name: &[u8], value: Option<&[u8]>, token: &mut Vec<u8>) -> Option<Value> {
        let Some(value) = value else {
            return match self.bare(name, token) {
                Name::Ignored => None,
                Name::Value => Some(Value::Variable),
                Name::Plain | Name::Selector => Some(Value::Empty),
            };
        };
        let name = self.name(name, token);
        if name == Name::Ignored {
            return None;
        }
        let kind = self.value(value);
        match Addition::of(name, kind, value) {
            Addition::Nothing => {}
            Addition::Url => token.extend_from_slice(b"=url"),
            Addition::Value => {
                token.push(b'=');
                token.extend_from_slice(value);
            }
        }
        Some(kind)
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
        let marks = NAMES.marks(name);
        if (self.defaults && marks & IGNORED_NAME != 0)
            || self.globs.iter().any(|glob| matches(glob.as_bytes(), name))
        {
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
        if marks & SELECTOR_NAME != 0 { Name::Selector } else { Name::Plain }
    }

    /// Classifies a value.
    pub(crate) fn value(&self, value: &[u8]) -> Value {
        match value {
            [] => return Value::Empty,
            [b'/' | b'%' | b'h' | b'H' | b'f' | b'F', ..] => {
                if let Some(kind) = address(value) {
                    return kind;
                }
            }
            _ => {}
        }
        let variable = value.iter().any(|b| b.is_ascii_digit() || *b == b'%')
            || segment::class_of(value, segment::Surroundings::default(), self.classes).is_variable();
        if variable && self.classes != Classes::none() { Value::Variable } else { Value::Word }
    }
}

/// Whether a value is an absolute URL or a path, escaped or not.
fn address(value: &[u8]) -> Option<Value> {
    let lower = value[..value.len().min(16)].to_ascii_lowercase();
    let absolute = lower.starts_with(b"http") || lower.starts_with(b"ftp");
    let marked = |mark: &[u8]| lower.windows(mark.len()).any(|w| w == mark);
    if (absolute && (marked(b"://") || marked(b"%3a%2f%2f") || marked(b"%3a//")))
        || lower.starts_with(b"//")
        || lower.starts_with(b"%2f%2f")
    {
        return Some(Value::Url);
    }
    (lower.starts_with(b"/") || lower.starts_with(b"%2f")).then_some(Value::Path)
}

/// A key without `=` that no person chose: a number, or letters and digits that read like nothing.
fn is_bare_value(name: &[u8]) -> bool {
    let plain = name.iter().all(u8::is_ascii_alphanumeric);
    if name.is_empty() || !plain {
        return name.iter().any(u8::is_ascii_digit)
            && name.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_'));
    }
    let census = Census::of(name);
    let digits = census.digits;
    digits == name.len()
        || random::is_hex(&census)
        || random::is_random(name, &census)
        || (name.len() >= 5
            && !words::is_technical(name)
            && (digits >= 2 || has_inner_digit(name) || !random::is_readable(name))
            && !segment::is_known(name))
}

/// Whether a digit stands between letters, where people seldom put one.
fn has_inner_digit(name: &[u8]) -> bool {
    name.windows(3).any(|w| w[0].is_ascii_alphabetic() && w[1].is_ascii_digit() && w[2].is_ascii_alphabetic())
}

/// Whether a selector's value is a name that a programmer gave.
fn is_selection(value: &[u8]) -> bool {
    value.len() <= 40
        && value[0].is_ascii_alphabetic()
        && value.iter().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'.' | b'/' | b':'))
        && !segment::is_host(value.split(|&b| b == b'/').next().unwrap_or_default())
}

/// Matches a glob in lower case, in which `*` stands for any run of bytes, with a name in any case.
fn matches(glob: &[u8], name: &[u8]) -> bool {
    match glob.iter().position(|&b| b == b'*') {
        None => glob.eq_ignore_ascii_case(name),
        Some(star) => {
            let (head, tail) = (&glob[..star], &glob[star + 1..]);
            name.get(..star).is_some_and(|start| start.eq_ignore_ascii_case(head))
                && (tail.is_empty() || (star..=name.len()).any(|from| matches(tail, &name[from..])))
        }
    }
}

/// The classes that [`Value`] can take, as tokens show them.
impl Value {
    /// The mark that shapes show.
    pub(crate) fn token(self) -> &'static str {
        match self {
            Self::Empty => "",
            Self::Url => "{url}",
            Self::Path => "{path}",
            Self::Variable => "{value}",
            Self::Word => "{word}",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The token of a parameter as it stands in a query, and its value's.
    fn seen(params: &Params, part: &str) -> Option<(String, &'static str)> {
        let (name, value) =
            part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value.as_bytes())));
        let mut token = Vec::new();
        let value = params.classify(name.as_bytes(), value, &mut token)?;
        Some((String::from_utf8(token).expect("names are text"), value.token()))
    }

    #[test]
    fn each_kind_of_parameter_has_its_token() {
        let params = Params::new(Classes::default(), true, &["ref".to_owned(), "X-*".to_owned()]);
        let cases = [
            ("utm_source=mail", None),
            ("UTM_Medium=x", None),
            ("_=1706832000", None),
            ("PHPSESSID=ab12", None),
            ("ref=home", None),
            ("x-trace=1", None),
            ("utm=1", Some(("utm", "{value}"))),
            ("q=", Some(("q", ""))),
            ("debug", Some(("debug", ""))),
            ("q=red", Some(("q", "{word}"))),
            ("q=red%20shoes", Some(("q", "{value}"))),
            ("id=17", Some(("id", "{value}"))),
            ("next=/account", Some(("next", "{path}"))),
            ("next=%2Faccount", Some(("next", "{path}"))),
            ("next=https://example.test/", Some(("next=url", "{url}"))),
            ("next=https%3A%2F%2Fexample.test", Some(("next=url", "{url}"))),
            ("next=//example.test", Some(("next=url", "{url}"))),
            ("f[0]=a", Some(("f[]", "{word}"))),
            ("f%5B12%5D=a", Some(("f[]", "{word}"))),
            ("f[][0]=a", Some(("f[][]", "{word}"))),
            ("f[name]=a", Some(("f[name]", "{word}"))),
            ("action=delete", Some(("action=delete", "{word}"))),
            ("Action=getUser", Some(("Action=getUser", "{word}"))),
            ("r=site/login", Some(("r=site/login", "{word}"))),
            ("page=7", Some(("page", "{value}"))),
            ("page=how-to-plant-a-tree", Some(("page", "{value}"))),
            ("r=www.example.test/x", Some(("r", "{word}"))),
            ("qprc09", Some(("", "{value}"))),
            ("pppa5t", Some(("", "{value}"))),
            ("1706832000", Some(("", "{value}"))),
            ("wsdl", Some(("wsdl", ""))),
        ];
        for (part, wanted) in cases {
            let wanted = wanted.map(|(name, value)| (name.to_owned(), value));
            assert_eq!(seen(&params, part), wanted, "{part}");
        }
    }

    #[test]
    fn nothing_is_ignored_without_the_defaults() {
        let params = Params::new(Classes::default(), false, &[]);
        assert_eq!(seen(&params, "utm_source=mail"), Some(("utm_source".to_owned(), "{word}")));
    }

    #[test]
    fn globs_match_whole_names() {
        for (glob, name, wanted) in [
            ("a", "a", true),
            ("a", "A", true),
            ("a", "ab", false),
            ("a*", "ab", true),
            ("*b*d", "abcd", true),
            ("a*", "ba", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(glob.as_bytes(), name.as_bytes()), wanted, "{glob} {name}");
        }
    }
}
