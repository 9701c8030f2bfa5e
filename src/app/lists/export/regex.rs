//! `--to regex`: a regular expression and a route a line.

use std::fmt::Write;

use urlsift::export::Routes;

use crate::app::show::message::harmless;

pub(super) fn write(routes: &Routes<'_>) -> String {
    let mut text = String::new();
    for route in routes {
        let regex = harmless(&route.url_regex());
        let host = harmless(route.host);
        let path = harmless(&route.path_text());
        let _ = writeln!(text, "{regex}\t{host}{path}");
    }
    text
}
