//! One template: what decided, and what is known of its lines.

use super::group::{Counted, Group};
use super::node::{self, Node, Parameter};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use urlsift_core::templates::{TemplatePart, TemplateParts};

/// One template of a list, and what is known of its lines.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Template {
    /// The method in capitals, where that keeps records apart; empty for GET, HEAD, and none.
    pub method: String,
    /// The scheme of another service than the web, else empty.
    pub scheme: String,
    /// User name and password.
    pub user: String,
    /// The host with its port; empty for paths without one.
    pub host: String,
    /// The segments of the path.
    pub path: Vec<Node>,
    /// The segments of the route in the fragment, where there is one.
    pub route: Option<Vec<Node>>,
    /// The parameters, in the order of their names.
    pub parameters: Vec<Parameter>,
    /// The other fields of the record that keep it apart, like ` [404]`.
    pub beside: String,
    /// How many lines it has.
    pub lines: u64,
    /// How many groups of the filter read so: more than one where lines were kept before the filter
    /// had learned a position.
    pub groups: u64,
    /// The number of its first line among all records, from 1.
    pub record: u64,
    /// Its first line, which the filter keeps.
    pub kept: Vec<u8>,
    /// Some other lines.
    pub examples: Vec<Vec<u8>>,
    /// How many records had a method, by its name in capitals.
    pub methods: BTreeMap<String, u64>,
    /// How many records had a status.
    pub statuses: BTreeMap<u16, u64>,
    /// How many lines had a scheme, by its name; empty for none.
    pub schemes: BTreeMap<String, u64>,
}

impl Template {
    /// The template of a group that reads so.
    pub(super) fn new(parts: TemplateParts, group: Group, groups: u64) -> Self {
        let mut values = group.segments.into_iter();
        let mut node = |TemplatePart { token, class, .. }: TemplatePart| {
            let (values, mut node) = (values.next().unwrap_or_default(), Node { token, ..Node::default() });
            // It is one of a class; how many lines are of which follows.
            node.classes.extend((!class.is_empty()).then_some((class, 0)));
            if !node.is_literal() {
                node.values = values;
            }
            node
        };
        let path = parts.path.into_iter().map(&mut node).collect();
        let route = parts.route.map(|route| {
            node(TemplatePart::default()); // its mark
            route.into_iter().map(&mut node).collect()
        });
        let parameters = parts.params.into_iter().map(|param| {
            let values = if param.selects { None } else { group.values.get(&param.name).cloned() };
            let (name, selects, values) = (param.name, param.selects, values.unwrap_or_default());
            Parameter { name, selects, values, classes: Vec::new() }
        });
        let mut template = Self {
            method: parts.method,
            scheme: parts.scheme,
            user: parts.user,
            host: parts.host,
            path,
            route,
            parameters: parameters.collect(),
            beside: parts.beside,
            lines: group.lines,
            groups,
            record: group.record,
            kept: group.kept,
            examples: group.examples,
            methods: group.methods,
            statuses: group.statuses,
            schemes: BTreeMap::new(),
        };
        group.classes.iter().for_each(|counted| template.count_classes(counted));
        template.settle();
        template
    }

    /// Host and port, behind the scheme of another service than the web.
    ///
    /// ```
    /// let templates = urlsift::Templates::of(urlsift::Sift::builder(), ["https://a.example:8443/", "ftp://a.example/"])?;
    /// let services: Vec<_> = templates.iter().map(|template| template.service()).collect();
    /// assert_eq!(services, ["ftp://a.example", "a.example:8443"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn service(&self) -> String {
        match &*self.scheme {
            "" => self.host.clone(),
            scheme => format!("{scheme}://{}", self.host),
        }
    }

    /// The path, with the route of the fragment: `/user/{int}`, `/app#users/{int}`.
    pub fn path_text(&self) -> String {
        let mut text = String::new();
        self.write_path(&mut text, &|node| node.to_string());
        text
    }

    /// What decides, as text that is the same in every run: values are `{}`, whatever their classes.
    /// Two templates have equal ones if and only if they are equal.
    ///
    /// ```
    /// let templates = urlsift::Templates::of(urlsift::Sift::builder(), ["https://a.example/user/17?id=1"])?;
    /// let template = templates.iter().next().expect("it is a URL");
    /// assert_eq!((template.identity(), template.to_string()), ("a.example/user/{}?id".into(), "a.example/user/{int}?id".into()));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn identity(&self) -> String {
        self.text(&|node| node.token.clone())
    }

    fn text(&self, shown: &dyn Fn(&Node) -> String) -> String {
        let mut text = String::new();
        for (part, mark) in [(&self.method, " "), (&self.scheme, "://"), (&self.user, "@")] {
            text += part;
            text += if part.is_empty() { "" } else { mark };
        }
        text += &self.host;
        self.write_path(&mut text, shown);
        for (at, parameter) in self.parameters.iter().enumerate() {
            text.push(if at == 0 { '?' } else { '&' });
            text += &parameter.name;
        }
        text += &self.beside;
        text
    }

    fn write_path(&self, text: &mut String, shown: &dyn Fn(&Node) -> String) {
        for node in &self.path {
            text.push('/');
            *text += &shown(node);
        }
        if self.path.is_empty() {
            text.push('/');
        }
        if let Some(route) = &self.route {
            text.push('#');
            *text += &route.iter().map(shown).collect::<Vec<_>>().join("/");
        }
    }

    /// Whether it has the host and the path of another one.
    pub(super) fn has_path_of(&self, other: &Self) -> bool {
        self.compare_paths(other).is_eq()
    }

    /// The order of hosts and paths.
    pub(crate) fn compare_paths(&self, other: &Self) -> Ordering {
        fn tokens(nodes: &[Node]) -> impl Iterator<Item = &str> {
            nodes.iter().map(|node| node.token.as_str())
        }
        let routes = |one: &Option<Vec<Node>>, other: &Option<Vec<Node>>| match (one, other) {
            (Some(one), Some(other)) => tokens(one).cmp(tokens(other)),
            _ => one.is_some().cmp(&other.is_some()),
        };
        (&self.host, &self.scheme)
            .cmp(&(&other.host, &other.scheme))
            .then_with(|| tokens(&self.path).cmp(tokens(&other.path)))
            .then_with(|| routes(&self.route, &other.route))
    }

    /// The order of templates, which depends on what decides alone.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        fn rest(template: &Template) -> (&str, &str, &str) {
            (&template.method, &template.beside, &template.user)
        }
        fn names(template: &Template) -> impl Iterator<Item = &str> {
            template.parameters.iter().map(|parameter| parameter.name.as_str())
        }
        self.compare_paths(other)
            .then_with(|| names(self).cmp(names(other)))
            .then_with(|| rest(self).cmp(&rest(other)))
    }

    /// Counts lines for the classes of all parts.
    fn count_classes(&mut self, Counted { lines, scheme, classes }: &Counted) {
        let mut left = classes.iter().copied();
        for node in self.path.iter_mut().chain(self.route.iter_mut().flatten()) {
            // Of those that vary, one that has no class is a word at a learned position.
            match left.next() {
                Some("") if node.classes.is_empty() => {}
                Some("") => node::count(&mut node.classes, "word", *lines),
                Some(class) => node::count(&mut node.classes, class, *lines),
                None => {}
            }
        }
        for (parameter, class) in self.parameters.iter_mut().zip(left) {
            node::count(&mut parameter.classes, class, *lines);
        }
        *self.schemes.entry(scheme.to_string()).or_default() += lines;
    }

    /// Puts all that was counted into its order.
    fn settle(&mut self) {
        for node in self.path.iter_mut().chain(self.route.iter_mut().flatten()) {
            node.classes.retain(|(_, lines)| *lines > 0);
            node::sort(&mut node.classes);
        }
        for parameter in &mut self.parameters {
            node::sort(&mut parameter.classes);
        }
    }
}

/// The [identity](Template::identity) of the template that has these parts.
pub(super) fn identity(parts: &TemplateParts) -> String {
    Template::new(parts.clone(), Group::default(), 0).identity()
}

/// `POST example.com/user/{int}/edit?id [404]`.
impl Display for Template {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|node| node.to_string()))
    }
}
