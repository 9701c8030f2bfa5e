//! One template, with counts and examples of its lines.

use super::counts::LineCounts;
use super::facts::{LineClasses, LineFact};
use super::group::GroupLines;
use super::segment::{self, TemplateParameter, TemplateSegment, VALUES};
use super::times::LineTimes;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};
use urlsift_core::display_text::shown_text;
use urlsift_core::input::StoredLine;
use urlsift_explain::templates::{TemplatePart, TemplateParts, TemplateValues};

/// The most examples of a group in addition to its first line.
const EXAMPLES: usize = 3;

/// The longest example, in bytes.
const LONGEST: usize = 2048;

/// One template of a list, with counts and examples of its lines.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Template {
    /// The method in capitals, if methods keep records apart; empty for GET, HEAD, and none.
    pub method: String,
    /// The scheme; empty for http and https.
    pub scheme: String,
    /// User name and password.
    pub user: String,
    /// The host with its port; empty for paths without one.
    pub host: String,
    /// The segments of the path.
    pub path: Vec<TemplateSegment>,
    /// The segments of the route in the fragment, if there is one.
    pub route: Option<Vec<TemplateSegment>>,
    /// The parameters, in the order of their names.
    pub parameters: Vec<TemplateParameter>,
    /// The other fields of the record that keep it apart, like ` [404]`.
    pub beside: String,
    /// The number of its lines.
    pub lines: u64,
    /// The number of its groups in the filter: several if lines were kept before the filter had
    /// learned a position.
    pub groups: u64,
    /// The number of its first line among all records, from 1.
    pub record: u64,
    /// The number of its last line, from 1.
    pub last: u64,
    /// When its lines came, if they have times.
    pub times: Option<LineTimes>,
    /// Its first line, which the filter keeps.
    pub kept: StoredLine,
    /// The URL of that line, as it is written.
    pub url: Box<[u8]>,
    /// Some other lines.
    pub examples: Vec<StoredLine>,
    /// Counts of records by method in capitals.
    pub methods: LineCounts<String>,
    /// Counts of records by status.
    pub statuses: LineCounts<u16>,
    /// Counts of lines by scheme; empty for none.
    pub schemes: LineCounts<String>,
}

impl Template {
    /// Creates a template with these parts and no lines.
    pub(super) fn new(parts: TemplateParts) -> Self {
        let nodes = |parts: Vec<TemplatePart>| parts.into_iter().map(segment).collect();
        let parameters = parts.params.into_iter().map(|param| TemplateParameter {
            name: param.name,
            selects: param.selects,
            ..TemplateParameter::default()
        });
        Self {
            method: parts.method,
            scheme: parts.scheme,
            user: parts.user,
            host: parts.host,
            path: nodes(parts.path),
            route: parts.route.map(nodes),
            parameters: parameters.collect(),
            beside: parts.beside,
            ..Self::default()
        }
    }

    /// Adds a group with this template, and some of its lines, its first line first.
    pub(super) fn add(&mut self, group: GroupLines, lines: Vec<StoredLine>) {
        self.lines += group.lines;
        self.groups += 1;
        self.last = self.last.max(group.last);
        let mut lines = lines.into_iter();
        let kept = lines.next().unwrap_or_default();
        let mut examples: Vec<StoredLine> = Vec::with_capacity(EXAMPLES.min(lines.len()));
        // Later lines replace the first ones.
        for line in lines {
            if line.len() > LONGEST || examples.iter().any(|it| **it == *line) {
                continue;
            }
            if examples.len() == EXAMPLES {
                examples.remove(0);
            }
            examples.push(line);
        }
        if self.groups == 1 {
            self.record = group.record;
            self.kept = kept;
            self.examples = examples;
            return;
        }
        for line in examples.into_iter().chain([kept]) {
            let is_same = |shown: &StoredLine| **shown == *line;
            if is_same(&self.kept) || self.examples.iter().any(is_same) {
                continue;
            }
            if line.len() <= LONGEST && self.examples.len() < EXAMPLES {
                self.examples.push(line);
            }
        }
    }

    /// Adds values of a line to the parts that vary.
    pub(super) fn note_values(
        &mut self,
        TemplateValues {
            segments,
            mut values,
            ..
        }: TemplateValues,
    ) {
        let mut nodes: Vec<Option<&mut TemplateSegment>> = Vec::with_capacity(segments.len());
        nodes.extend(self.path.iter_mut().map(Some));
        if let Some(route) = &mut self.route {
            // The mark before the route has no segment.
            nodes.push(None);
            nodes.extend(route.iter_mut().map(Some));
        }
        for (node, value) in nodes.into_iter().zip(segments) {
            if let Some(node) = node
                && !node.is_literal()
            {
                segment::note(&mut node.values, value);
            }
        }
        values.sort_by(|(one, _), (other, _)| one.cmp(other));
        for parameter in &mut self.parameters {
            if parameter.selects {
                continue;
            }
            let start = values.partition_point(|(name, _)| *name < parameter.name);
            for (name, value) in &values[start..] {
                if *name != parameter.name {
                    break;
                }
                segment::note(&mut parameter.values, value);
            }
        }
    }

    /// Returns whether a part that varies has room for more values.
    pub(super) fn wants_values(&self) -> bool {
        for node in self.path.iter().chain(self.route.iter().flatten()) {
            if !node.is_literal() && node.values.len() < VALUES {
                return true;
            }
        }
        for parameter in &self.parameters {
            if !parameter.selects && parameter.values.len() < VALUES {
                return true;
            }
        }
        false
    }

    /// Counts the lines of a group by their facts. Lines whose classes were not counted have those
    /// of the first one.
    pub(super) fn count<'f>(
        &mut self,
        facts: impl IntoIterator<Item = (&'f LineFact, u64)>,
        first: &LineClasses,
        mut left: u64,
    ) {
        for (fact, lines) in facts {
            match fact {
                LineFact::Method(method) => self.methods.add(method.as_str(), lines),
                LineFact::Status(status) => self.statuses.add(status, lines),
                LineFact::Classes(classes) => {
                    left -= lines;
                    if let Some(classes) = classes {
                        self.count_classes(classes, lines);
                    }
                }
            }
        }
        self.count_classes(first, left);
    }

    /// Returns the host with its port, after the scheme unless that is http or https.
    ///
    /// ```
    /// let list = ["https://a.example:8443/", "ftp://a.example/"];
    /// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
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

    /// Returns the path with the route of the fragment: `/user/{int}`, `/app#users/{int}`.
    pub fn path_text(&self) -> String {
        let mut text = String::new();
        self.write_path(&TemplateSegment::text, &mut text);
        text
    }

    /// Returns the compared parts as text that is the same in every run: values are `{}`, whatever
    /// their classes. Two templates are equal if and only if these texts are.
    ///
    /// ```
    /// let list = ["https://a.example/user/17?id=1"];
    /// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
    /// let template = templates.iter().next().expect("it is a URL");
    /// assert_eq!(template.identity(), "a.example/user/{}?id");
    /// assert_eq!(template.to_string(), "a.example/user/{int}?id");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn identity(&self) -> String {
        let mut text = String::new();
        self.write_identity(&mut text);
        text
    }

    /// Appends its [identity](Self::identity).
    pub(super) fn write_identity(&self, text: &mut String) {
        self.write(&|node| Cow::Borrowed(&node.token), text);
    }

    fn write(&self, show: &dyn Fn(&TemplateSegment) -> Cow<'_, str>, text: &mut String) {
        let marked = [
            (&self.method, " "),
            (&self.scheme, "://"),
            (&self.user, "@"),
        ];
        for (part, mark) in marked {
            if !part.is_empty() {
                *text += part;
                *text += mark;
            }
        }
        *text += &self.host;
        self.write_path(show, text);
        for (at, parameter) in self.parameters.iter().enumerate() {
            text.push(if at == 0 { '?' } else { '&' });
            *text += &parameter.name;
        }
        *text += &self.beside;
    }

    fn write_path(&self, show: &dyn Fn(&TemplateSegment) -> Cow<'_, str>, text: &mut String) {
        for node in &self.path {
            text.push('/');
            *text += &show(node);
        }
        if self.path.is_empty() {
            text.push('/');
        }
        let Some(route) = &self.route else {
            return;
        };
        text.push('#');
        for (at, node) in route.iter().enumerate() {
            if at > 0 {
                text.push('/');
            }
            *text += &show(node);
        }
    }

    /// Compares hosts.
    pub(crate) fn compare_hosts(&self, other: &Self) -> Ordering {
        (&self.host, &self.scheme).cmp(&(&other.host, &other.scheme))
    }

    /// Compares hosts and paths.
    pub(crate) fn compare_paths(&self, other: &Self) -> Ordering {
        fn tokens(nodes: &[TemplateSegment]) -> impl Iterator<Item = &str> {
            nodes.iter().map(|node| node.token.as_str())
        }
        let routes = || match (&self.route, &other.route) {
            (Some(one), Some(other)) => tokens(one).cmp(tokens(other)),
            (one, other) => one.is_some().cmp(&other.is_some()),
        };
        self.compare_hosts(other)
            .then_with(|| tokens(&self.path).cmp(tokens(&other.path)))
            .then_with(routes)
    }

    /// Compares templates by the compared parts alone.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        fn rest(template: &Template) -> (&str, &str, &str) {
            (&template.method, &template.beside, &template.user)
        }
        fn names(template: &Template) -> impl Iterator<Item = &str> {
            template
                .parameters
                .iter()
                .map(|parameter| parameter.name.as_str())
        }
        self.compare_paths(other)
            .then_with(|| names(self).cmp(names(other)))
            .then_with(|| rest(self).cmp(&rest(other)))
    }

    /// Counts lines for the classes of all parts.
    fn count_classes(&mut self, classes: &LineClasses, lines: u64) {
        let mut left = classes.of_parts.iter().copied();
        for node in self.nodes_mut() {
            // A value without a class is a word at a learned position.
            match left.next() {
                Some("") if node.classes.is_empty() => {}
                Some("") => segment::count(&mut node.classes, "word", lines),
                Some(class) => segment::count(&mut node.classes, class, lines),
                None => {}
            }
        }
        for (parameter, class) in self.parameters.iter_mut().zip(left) {
            segment::count(&mut parameter.classes, class, lines);
        }
        self.schemes.add(&*classes.scheme, lines);
    }

    /// Returns the segments of path and route.
    fn nodes_mut(&mut self) -> impl Iterator<Item = &mut TemplateSegment> {
        let route = self.route.iter_mut().flatten();
        self.path.iter_mut().chain(route)
    }

    /// Sorts all counts.
    pub(super) fn settle(&mut self) {
        for node in self.nodes_mut() {
            node.classes.retain(|(_, lines)| *lines > 0);
            segment::sort(&mut node.classes);
        }
        for parameter in &mut self.parameters {
            segment::sort(&mut parameter.classes);
        }
    }
}

/// Returns the segment of a part, without lines.
fn segment(part: TemplatePart) -> TemplateSegment {
    let mut node = TemplateSegment {
        token: part.token,
        ..TemplateSegment::default()
    };
    if !part.class.is_empty() {
        // It is a value of this class; counts by class are added later.
        segment::count(&mut node.classes, part.class, 0);
    }
    node
}

/// Shows `POST example.com/user/{int}/edit?id [404]`.
impl Display for Template {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&TemplateSegment::text, &mut text);
        f.write_str(&shown_text(&text))
    }
}
