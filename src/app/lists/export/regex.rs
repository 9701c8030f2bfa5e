//! `--to regex`: a regular expression and a route a line.

use std::fmt::Write;

use urlsift::export::Routes;

use crate::app::show::message::harmless;

pub(super) fn write(routes: &Routes<'_>) -> String {
    let mut text = String::new();
    for route in routes {
        let [regex, path] = [route.url_regex(), route.path_text()].map(|text| harmless(&text));
        let _ = writeln!(text, "{regex}\t{}{path}", harmless(route.host));
    }
    text
}
