//! The requests of a list, by path and method.

use std::collections::BTreeMap;

use urlsift_core::Sift;
use urlsift_lists::escapes::shown_text;
use urlsift_lists::{Template, TemplateSegment, Templates};

use super::operation::{KnownNames, LineRequest, Operation};
use crate::{Route, Routes};

/// The methods that a path may have.
const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

/// Returns the text of a segment, with `{}` for each part that varies.
pub(super) fn token(node: &TemplateSegment) -> &str {
    if node.choices().is_some() {
        "{}"
    } else {
        &node.token
    }
}

/// Collects the requests to the routes of one host, line by line.
#[derive(Debug)]
pub struct SeenRequests<'t> {
    templates: &'t Templates,
    /// The parameters of each template that a line had.
    names: BTreeMap<usize, KnownNames>,
    /// The path of each template.
    of_template: Vec<Option<usize>>,
    pub(super) paths: Vec<PathRequests<'t>>,
}

/// The requests to one path of a description.
#[derive(Debug)]
pub(super) struct PathRequests<'t> {
    /// Routes that differ only in what varies.
    pub routes: Vec<&'t Route<'t>>,
    pub operations: BTreeMap<String, Operation>,
    /// Lines that were answered by 404 or 410, and other lines.
    missing: u64,
    others: u64,
}

impl<'t> SeenRequests<'t> {
    /// Starts with no requests. `routes` are those of the templates.
    pub fn new(routes: &'t Routes<'t>, templates: &'t Templates) -> Self {
        let mut by_name = BTreeMap::<String, Vec<usize>>::new();
        for (number, route) in routes.iter().enumerate() {
            let mut name = String::new();
            for node in route.path.iter() {
                name.push('/');
                name += token(node);
            }
            by_name.entry(name).or_default().push(number);
        }
        let mut of_route = BTreeMap::new();
        let mut paths = Vec::with_capacity(by_name.len());
        let all = routes.iter().as_slice();
        for numbers in by_name.into_values() {
            let mut alike = Vec::with_capacity(numbers.len());
            for number in numbers {
                of_route.insert(number, paths.len());
                alike.push(&all[number]);
            }
            paths.push(PathRequests {
                routes: alike,
                operations: BTreeMap::new(),
                missing: 0,
                others: 0,
            });
        }
        let mut of_template = Vec::with_capacity(templates.len());
        for number in 0..templates.len() {
            let route = routes.of_template(number);
            of_template.push(route.map(|route| of_route[&route]));
        }
        Self {
            templates,
            names: BTreeMap::new(),
            of_template,
            paths,
        }
    }

    /// Adds the request of a line, which has the template of this number.
    pub fn note(&mut self, sift: &Sift, line: &[u8], template: Option<usize>) {
        let Some(template) = template else { return };
        let Some(path) = self.of_template[template] else {
            return;
        };
        let path = &mut self.paths[path];
        let request = LineRequest::of(sift, line);
        let exchange = &request.exchange;
        if matches!(exchange.status, Some(404 | 410)) {
            path.missing += 1;
        } else {
            path.others += 1;
        }
        let method = match &exchange.method {
            Some(method) => method.to_ascii_lowercase(),
            None => "get".to_owned(),
        };
        if !METHODS.contains(&&*method) {
            return;
        }
        let operation = path.operations.entry(method).or_default();
        let names = self.names.entry(template);
        let templates = self.templates.iter().as_slice();
        let names = names.or_insert_with(|| names_of(&templates[template]));
        operation.add(&request, names);
    }
}

/// Returns the names of parameters as requests have them: clients escape them.
fn names_of(template: &Template) -> KnownNames {
    let mut names = KnownNames::new();
    for parameter in &template.parameters {
        let key = parameter.key();
        if !key.is_empty() {
            *names.entry(shown_text(key).into_owned()).or_default() |= parameter.selects;
        }
    }
    names
}

impl PathRequests<'_> {
    /// Returns whether all requests were answered by 404 or 410.
    pub(super) fn is_missing(&self) -> bool {
        self.missing > 0 && self.others == 0
    }

    /// Returns the number of operations whose method no line names.
    pub(super) fn assumed(&self) -> usize {
        let operations = self.operations.values();
        operations.filter(|operation| !operation.is_known).count()
    }
}
