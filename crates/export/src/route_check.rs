//! Checks that every line matches the rule of its template first.

use urlsift_core::Sift;

use crate::Routes;

/// The most exceptions that are stored.
const STORED: usize = 10;

/// Checks lines, and counts lines that match another rule first.
#[derive(Clone, Debug)]
pub struct RouteCheck<'r> {
    routes: &'r Routes<'r>,
    /// The number of lines that were checked.
    pub lines: u64,
    /// The number of lines that match another rule first.
    pub exceptions: u64,
    /// The number of templates that share a rule with others, beyond the first of each.
    pub shared: u64,
    /// Some of the exceptions.
    pub examples: Vec<RouteException>,
}

/// A line that matches another rule than that of its template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteException {
    /// The line.
    pub line: Vec<u8>,
    /// The route that it matches first.
    pub matched: Option<String>,
    /// The route of its template.
    pub expected: Option<String>,
}

impl<'r> RouteCheck<'r> {
    /// Starts a check of these routes.
    pub fn new(routes: &'r Routes<'r>) -> Self {
        let mut shared = 0;
        for route in routes {
            shared += route.templates().count().saturating_sub(1) as u64;
        }
        Self {
            routes,
            lines: 0,
            exceptions: 0,
            shared,
            examples: Vec::new(),
        }
    }

    /// Checks a line of the template of this number; `None` if that has no rules.
    pub fn note(&mut self, sift: &Sift, line: &[u8], template: Option<usize>) {
        let expected = template.and_then(|template| self.routes.of_template(template));
        let matched = sift.scanner().host_and_path(line, |host, path| {
            let host = String::from_utf8_lossy(host);
            self.routes.find(&host, &String::from_utf8_lossy(path))
        });
        let matched = matched.unwrap_or_else(|| self.routes.find("", ""));
        self.lines += 1;
        if matched == expected {
            return;
        }
        self.exceptions += 1;
        if self.examples.len() < STORED {
            self.examples.push(RouteException {
                line: line.to_vec(),
                matched: self.shown(matched),
                expected: self.shown(expected),
            });
        }
    }

    /// Returns host and path of the route of a number.
    fn shown(&self, number: Option<usize>) -> Option<String> {
        let route = self.routes.iter().nth(number?)?;
        Some(format!("{}{}", route.host, route.path_text()))
    }
}
