//! Makes rules that exclude a trap.

use super::forms::turns;
use super::trap::{Trap, TrapKind};
use crate::escapes;

/// The fewest segments of a deep path.
pub(super) const DEEP: usize = 10;

/// The place of a trap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TrapPlace {
    /// In lower case, with user and port.
    pub host: String,
    /// The run, page, path or first segment.
    pub what: String,
    /// The form of dates or ids.
    pub form: &'static str,
}

impl TrapPlace {
    /// Returns the trap of a kind at this place, with its rules.
    pub(super) fn trap(&self, kind: TrapKind, urls: u64) -> Trap {
        let Self { host, what, form } = self;
        let (place, path, robots) = match kind {
            TrapKind::RepeatedPath => {
                let turns = turns(what.matches('/').count());
                (
                    format!("{host} ...{what}"),
                    format!(
                        "(?:/[^?#]*)?(?:{}){{{turns}}}(?:[/?#]|$)",
                        escapes::regex(what)
                    ),
                    // Without its first slash, so that it matches runs at the root as well.
                    Some(format!("/*{}", &escapes::robots(what).repeat(turns)[1..])),
                )
            }
            TrapKind::SessionId if *form == "(S(" => (
                format!("{host} (S(...))"),
                r"(?:/[^?#]*)?/\(S\([^/?#]*\)\)(?:[/?#]|$)".to_owned(),
                Some("/*(S(".to_owned()),
            ),
            TrapKind::SessionId => (
                format!("{host} {form}"),
                format!("/[^?#]*(?i:{form})"),
                Some(format!("/*{form}")),
            ),
            TrapKind::Calendar => match what.split_once('?') {
                Some((page, name)) => (
                    format!("{host}{page}?{name}={}", form.trim_start_matches('?')),
                    format!(
                        r"{}\?(?:[^#]*&)?{}={}(?:[&#]|$)",
                        escapes::regex(page),
                        escapes::regex(name),
                        dates(form)
                    ),
                    None,
                ),
                None => (
                    format!("{host}{what}/{form}"),
                    format!(
                        "{}/+{}/*(?:[?#]|$)",
                        escapes::regex(what).replace('/', "/+"),
                        dates(form)
                    ),
                    None,
                ),
            },
            TrapKind::Facets => (
                format!("{host}{what}"),
                format!(r"{}\?&*[^#&]+&+[^#&]", escapes::regex(what)),
                Some(format!("{}?*&", escapes::robots(what))),
            ),
            TrapKind::DeepPath => (
                format!("{host}/{what}"),
                format!("/+{}(?:/+[^/?#]+){{{},}}", escapes::regex(what), DEEP - 1),
                Some(format!(
                    "/{}{}/",
                    escapes::robots(what),
                    "/*".repeat(DEEP - 2)
                )),
            ),
            TrapKind::Prefix => (
                format!("{host}/{what}"),
                format!("/+{}(?:[/?#]|$)", escapes::regex(what)),
                Some(format!("/{}", escapes::robots(what))),
            ),
        };
        Trap {
            kind,
            place,
            rule: format!("^[^:/?#]+://(?i:{}){path}", escapes::regex(host)),
            robots,
            urls,
        }
    }
}

/// Returns the expression for dates of a form.
fn dates(form: &str) -> &'static str {
    match form.trim_start_matches('?') {
        "YYYY/MM" => "[12][0-9]{3}/+[0-9]{1,2}",
        "YYYY/MM/DD" => "[12][0-9]{3}/+[0-9]{1,2}/+[0-9]{1,2}",
        "YYYY-MM" => "[12][0-9]{3}-[0-9]{1,2}",
        _ => "[12][0-9]{3}-[0-9]{1,2}-[0-9]{1,2}",
    }
}
