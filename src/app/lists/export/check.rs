//! Checks that every line matches the rule of its template first.

use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::lists::Routes;

/// The most exceptions that are named.
const NAMED: usize = 10;

/// Checks lines, and counts lines that match another rule first.
pub(super) struct Check<'r> {
    routes: &'r Routes<'r>,
    pub(super) lines: u64,
    pub(super) exceptions: u64,
    /// Templates that share a rule with others, beyond the first of each.
    pub(super) shared: u64,
    /// A line, the route that it matches, and the route of its template.
    pub(super) examples: Vec<(Vec<u8>, Option<String>, Option<String>)>,
}

impl<'r> Check<'r> {
    pub(super) fn new(routes: &'r Routes<'r>) -> Self {
        let templates = routes.iter().map(|route| {
            route
                .endpoints
                .iter()
                .map(|it| it.templates.len())
                .sum::<usize>()
        });
        let shared = templates.map(|count| count.saturating_sub(1) as u64).sum();
        Self {
            routes,
            lines: 0,
            exceptions: 0,
            shared,
            examples: Vec::new(),
        }
    }

    /// Checks a line of the template of this number; `None` if that has no rules.
    pub(super) fn note(&mut self, sift: &Sift, line: &[u8], template: Option<usize>) {
        let part = |part| {
            let mut text = Vec::new();
            sift.scanner().append_part(line, part, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let own = template.and_then(|template| self.routes.of_template(template));
        let found = self.routes.find(&part(UrlPart::Host), &part(UrlPart::Path));
        self.lines += 1;
        if found == own {
            return;
        }
        self.exceptions += 1;
        if self.examples.len() < NAMED {
            let name = |route: Option<usize>| {
                let route = self.routes.iter().nth(route?)?;
                Some(format!("{}{}", route.host, route.path_text()))
            };
            self.examples.push((line.to_vec(), name(found), name(own)));
        }
    }
}
