//! `--to regex`: a regular expression and a route a line.

use std::fmt::Write;

use urlsift::lists::Routes;

use crate::app::message::harmless;

pub(super) fn write(routes: &Routes<'_>) -> String {
    let mut text = String::new();
    for route in routes {
        let _ = writeln!(
            text,
            "{}\t{}{}",
            harmless(&route.url_regex()),
            harmless(route.host),
            harmless(&route.path_text())
        );
    }
    text
}
