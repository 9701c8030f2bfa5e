//! A map for nginx from paths to routes, to be included in `http { }`.
//!
//! nginx tries the regular expressions of a map in their order. `$uri` has no escapes, so texts are
//! written without them too.

use std::collections::BTreeSet;
use std::fmt::Write;

use percent_encoding::percent_decode_str;
use urlsift_lists::escapes;

use crate::Routes;

/// The most bytes of a rule that nginx accepts as one word.
const LONGEST: usize = 4000;

/// Writes routes as a map of nginx.
pub fn write(routes: &Routes<'_>) -> String {
    let has_hosts = routes
        .iter()
        .map(|route| route.host)
        .collect::<BTreeSet<_>>()
        .len()
        > 1;
    let mut text = String::from(
        "# Include this in http { }. log_format can name $urlsift_route, and limit_req_zone take it as its key.\n",
    );
    let source = if has_hosts { "$http_host$uri" } else { "$uri" };
    let _ = writeln!(
        text,
        "map_hash_bucket_size 512;\nmap \"{source}\" $urlsift_route {{\n    default \"\";"
    );
    // Paths without a host, which most lines of a log are, may be of any host that has no rule.
    let (any, named): (Vec<_>, Vec<_>) = routes.iter().partition(|route| route.host.is_empty());
    for route in named.into_iter().chain(any) {
        let host = match route.host {
            _ if !has_hosts => String::new(),
            "" => "[^/]*".to_owned(),
            // Visitors may write hosts in capitals.
            host => format!("(?i:{})", escapes::regex(host)),
        };
        let regex = unescaped(&route.path_regex());
        let rule = format!("~^{host}{regex}$");
        if rule.len() > LONGEST || rule.chars().any(char::is_control) {
            let _ = writeln!(
                text,
                "    # left out, as nginx cannot read it: {}",
                route.path_text().escape_debug()
            );
            continue;
        }
        let shown = if has_hosts { route.host } else { "" }.to_owned() + &route.path_text();
        let _ = writeln!(
            text,
            "    {} {};",
            word(&rule),
            word(&shown.replace('$', "%24"))
        );
    }
    text.push_str("}\n");
    text
}

/// Quotes a word for nginx.
fn word(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a regular expression for a path without percent-encoding. A decoded character that is
/// special in expressions is escaped.
fn unescaped(regex: &str) -> String {
    let mut text = String::new();
    let mut rest = regex;
    while let Some(at) = rest.find('%') {
        text += &rest[..at];
        let run: usize = rest.as_bytes()[at..]
            .chunks(3)
            .take_while(|it| it[0] == b'%' && it.len() == 3)
            .count()
            * 3;
        let run = run.max(1);
        let decoded = percent_decode_str(&rest[at..at + run]).decode_utf8_lossy();
        text += &escapes::regex(&decoded);
        rest = &rest[at + run..];
    }
    text + rest
}
