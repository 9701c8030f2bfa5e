//! A path of a host with all of its templates, which differ in parameters, methods and statuses.

use super::role::ParameterRole;
use super::segment::{self, TemplateSegment};
use super::template::Template;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The method that also stands for HEAD and for none.
const GET: &str = "GET";

/// The templates of one path of one host.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint<'t> {
    /// Its templates, which differ in parameters or in fields that keep records apart.
    pub templates: &'t [Template],
}

/// A parameter of an endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndpointParameter {
    /// The name as templates show it.
    pub name: String,
    /// The number of lines of the endpoint that have it.
    pub lines: u64,
    /// Whether its value selects the action of the page, and so is compared.
    pub selects: bool,
    /// Counts of lines by class of the value, the most frequent class first.
    pub classes: Vec<(&'static str, u64)>,
    /// Some distinct values.
    pub values: Vec<String>,
}

impl EndpointParameter {
    /// Returns what it does, if its name or its values say so.
    pub fn role(&self) -> Option<ParameterRole> {
        ParameterRole::of(&self.name, self.selects, &self.classes, &self.values)
    }
}

impl<'t> Endpoint<'t> {
    /// Returns the first of its templates; all have its host and path.
    pub fn first(&self) -> &'t Template {
        &self.templates[0]
    }

    /// Returns the number of its lines.
    pub fn lines(&self) -> u64 {
        self.templates.iter().map(|template| template.lines).sum()
    }

    /// Returns the segments of its path, with the classes and some values of all of its templates.
    pub fn path(&self) -> Cow<'t, [TemplateSegment]> {
        self.joined(|template| &template.path)
    }

    /// Returns the segments of the route in its fragment, if it has one.
    pub fn route(&self) -> Option<Cow<'t, [TemplateSegment]>> {
        self.first().route.as_ref()?;
        Some(self.joined(|template| template.route.as_deref().unwrap_or_default()))
    }

    fn joined(
        &self,
        nodes: impl Fn(&'t Template) -> &'t [TemplateSegment],
    ) -> Cow<'t, [TemplateSegment]> {
        let mut joined = Cow::Borrowed(nodes(self.first()));
        for template in &self.templates[1..] {
            for (node, other) in joined.to_mut().iter_mut().zip(nodes(template)) {
                node.join(other);
            }
        }
        joined
    }

    /// Returns its parameters, in the order of their names.
    ///
    /// ```
    /// let list = ["//a.example/find?q=a", "//a.example/find?q=b&page=2"];
    /// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
    /// let endpoint = templates.endpoints().next().expect("there is one");
    /// let parameters = endpoint.parameters().into_iter();
    /// let often: Vec<_> = parameters.map(|it| (it.name, it.lines)).collect();
    /// assert_eq!((endpoint.lines(), often), (2, vec![("page".into(), 1), ("q".into(), 2)]));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn parameters(&self) -> Vec<EndpointParameter> {
        let mut all = BTreeMap::<&str, EndpointParameter>::new();
        for template in self.templates {
            let mut before = None;
            for parameter in &template.parameters {
                let name = parameter.name.as_str();
                let found = all.entry(name).or_insert_with(|| EndpointParameter {
                    name: name.to_owned(),
                    selects: parameter.selects,
                    ..EndpointParameter::default()
                });
                // A template has a name twice if its lines have values of two classes.
                if before != Some(name) {
                    found.lines += template.lines;
                }
                before = Some(name);
                for &(class, lines) in &parameter.classes {
                    segment::count(&mut found.classes, class, lines);
                }
                for value in &parameter.values {
                    segment::note(&mut found.values, value);
                }
            }
        }
        let mut all: Vec<EndpointParameter> = all.into_values().collect();
        for parameter in &mut all {
            segment::sort(&mut parameter.classes);
        }
        all
    }

    /// Returns counts of records by method.
    pub fn methods(&self) -> BTreeMap<&'t str, u64> {
        let mut all = BTreeMap::new();
        for template in self.templates {
            for (method, lines) in template.methods.iter() {
                *all.entry(method.as_str()).or_default() += lines;
            }
        }
        all
    }

    /// Returns counts of lines by method, where GET also stands for HEAD and for none.
    pub fn methods_or_get(&self) -> BTreeMap<&'t str, u64> {
        let mut all = BTreeMap::new();
        for template in self.templates {
            let mut left = template.lines;
            for (method, lines) in template.methods.iter() {
                let name = if method == "HEAD" { GET } else { method };
                *all.entry(name).or_default() += lines;
                left = left.saturating_sub(lines);
            }
            if left > 0 {
                let name = match &*template.method {
                    "" => GET,
                    method => method,
                };
                *all.entry(name).or_default() += left;
            }
        }
        all
    }

    /// Returns whether every line was answered by 404 or 410: nothing is known to be there.
    pub fn is_missing(&self) -> bool {
        let mut missing = 0;
        for template in self.templates {
            for (status, lines) in template.statuses.iter() {
                if matches!(status, 404 | 410) {
                    missing += lines;
                }
            }
        }
        missing > 0 && missing == self.lines()
    }

    /// Returns counts of records by status.
    pub fn statuses(&self) -> BTreeMap<u16, u64> {
        let mut all = BTreeMap::new();
        for template in self.templates {
            for (status, lines) in template.statuses.iter() {
                *all.entry(*status).or_default() += lines;
            }
        }
        all
    }
}
