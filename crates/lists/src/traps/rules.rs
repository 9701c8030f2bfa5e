//! Makes rules that exclude a trap.

use super::forms::turns;
use super::trap::{Trap, TrapKind};
use crate::escapes;

/// The fewest segments of a deep path.
pub(super) const DEEP: usize = 10;

/// The names of a loop in a row that are a trap.
const LOOP: usize = 4;

/// The place of a trap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TrapPlace {
    /// In lower case, with user and port.
    pub host: String,
    /// The run, page, path or first segment; names, one on a line, those of facets behind the page.
    pub what: String,
    /// The form of dates, ids or facets.
    pub form: &'static str,
}

impl TrapPlace {
    /// Returns the trap of a kind at this place, with its rules.
    pub(super) fn trap(&self, kind: TrapKind, urls: u64) -> Trap {
        let Self { host, what, form } = self;
        let regex = escapes::regex(what);
        let place;
        let path;
        let mut robots = Vec::new();
        match kind {
            TrapKind::RepeatedPath => {
                let turns = turns(what.matches('/').count());
                place = format!("{host} ...{what}");
                path = format!("(?:/[^?#]*)?(?:{regex}){{{turns}}}(?:[/?#]|$)");
                let run = escapes::robots(what).repeat(turns);
                robots = vec![format!("{run}/"), format!("/*{run}/")];
            }
            TrapKind::LoopingPath => {
                let shown = what.replace('\n', ", ");
                place = format!("{host} .../{shown}/...");
                let names = any(what);
                path = format!("(?:/[^?#]*)?(?:/+{names}){{{LOOP}}}(?:[/?#]|$)");
            }
            TrapKind::SessionId if *form == "?" => {
                place = format!("{host} ?{what}=");
                path = format!(r"(?:/[^?#]*)?\?(?:[^#]*&)?(?i:{regex})=[^#&]");
            }
            TrapKind::SessionId if *form == "(S(" => {
                place = format!("{host} (S(...))");
                path = r"(?:/[^?#]*)?/\(S\([^/?#]*\)\)(?:[/?#]|$)".to_owned();
                robots = vec!["/(S(*))/".to_owned(), "/*/(S(*))/".to_owned()];
            }
            TrapKind::SessionId => {
                place = format!("{host} {form}");
                path = format!("/[^?#]*(?i:{form})");
                robots = vec![format!("/*{form}")];
            }
            TrapKind::Calendar => {
                let dates = dates(form);
                if let Some((page, name)) = what.split_once('?') {
                    let form = form.trim_start_matches('?');
                    place = format!("{host}{page}?{name}={form}");
                    let page = escapes::regex(page);
                    let name = escapes::regex(name);
                    path = format!(r"{page}\?(?:[^#]*&)?{name}={dates}(?:[&#]|$)");
                } else {
                    place = format!("{host}{what}/{form}");
                    let before = regex.replace('/', "/+");
                    path = format!("{before}/+{dates}/*(?:[?#]|$)");
                }
            }
            TrapKind::Facets if !form.is_empty() => {
                let (page, names) = what.split_once('\n').unwrap_or((what, ""));
                let shown = names.replace('\n', ", ");
                let page_regex = escapes::regex(page);
                let names = any(names);
                match *form {
                    "/" => {
                        place = format!("{host}{page}/.../{shown}/...");
                        path = format!(
                            r"{}(?:/+{names}/+[^/?#]+){{2}}",
                            page_regex.replace('/', "/+")
                        );
                    }
                    "?[]" => {
                        place = format!("{host}{page}?{shown}");
                        let separator = r"[,|;]|%(?i:2c|7c|3b)";
                        let again = format!(r"[^#]*&{names}(?:\[|%5|=)");
                        let set = format!("(?:[^#&]*(?:{separator})|{again})");
                        path = format!(
                            r"{page_regex}\?(?:[^#]*&)?{names}(?:\[[^#&=]*|%5[^#&=]*)?={set}"
                        );
                    }
                    _ => {
                        place = format!("{host}{page}?{shown}");
                        let facet = format!(r"{names}(?:\[[^#&=]*|%5[^#&=]*)?=");
                        path = format!(r"{page_regex}\?(?:[^#]*&)?{facet}[^#]*&{facet}");
                    }
                }
            }
            TrapKind::Facets => {
                place = format!("{host}{what}");
                path = format!(r"{regex}\?&*[^#&]+&+[^#&]");
                robots = vec![format!("{}?*&", escapes::robots(what))];
            }
            TrapKind::DeepPath => {
                place = format!("{host}/{what}");
                path = format!("/+{regex}(?:/+[^/?#]+){{{},}}", DEEP - 1);
                let below = "/*".repeat(DEEP - 1);
                robots = vec![format!("/{}{below}/", escapes::robots(what))];
            }
            TrapKind::Prefix => {
                place = format!("{host}/{what}");
                path = format!("/+{regex}(?:[/?#]|$)");
                let name = escapes::robots(what);
                robots = ["/", "?", "$"].map(|end| format!("/{name}{end}")).into();
            }
        }
        // Records of tables and logs may have no scheme, or no host.
        let origin = if host.is_empty() {
            String::new()
        } else {
            format!("(?:[^:/?#]+:)?//(?i:{})", escapes::regex(host))
        };
        Trap {
            kind,
            place,
            rule: format!("^{origin}{path}"),
            robots,
            urls,
        }
    }
}

/// Returns the expression for any of these names, which line ends separate.
fn any(names: &str) -> String {
    let names: Vec<String> = names.split('\n').map(escapes::regex).collect();
    format!("(?:{})", names.join("|"))
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
