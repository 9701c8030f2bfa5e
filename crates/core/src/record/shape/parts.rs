//! A template part by part, for programs that count, compare or translate templates.

use super::{Assigned, ParamText, Shape, Shown, Span, template};
use crate::record::variant::Variant;
use std::ops::Range;
use urlsift_url::parse::Address;
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::{Mode, ValueKind};

/// The template of a URL, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateParts {
    /// The method, if it keeps records apart; empty for GET and HEAD.
    pub method: String,
    /// The scheme if it is not of the web, otherwise empty.
    pub scheme: String,
    /// The scheme as written.
    pub web: String,
    /// User name and password.
    pub user: String,
    /// The host with its port.
    pub host: String,
    /// The segments of the path.
    pub path: Vec<TemplatePart>,
    /// The segments of the route in the fragment, if there is one.
    pub route: Option<Vec<TemplatePart>>,
    /// The parameters, sorted by name.
    pub params: Vec<TemplateParam>,
    /// The fields of its record that keep it apart, like ` [404]`.
    pub beside: String,
}

/// The host of a template, with its port.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TemplateHost {
    pub name: String,
    /// The scheme if it is not of the web, otherwise empty.
    pub scheme: String,
}

/// A segment of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplatePart {
    /// The token that is compared: the text as written, with `{}` for parts that vary, or
    /// `{ann|bob}` if a rule joins these names.
    pub token: String,
    /// The class, if the whole segment is a value, such as `int`; `word` at a learned position,
    /// `path` for a path inside the path, `same` if a rule joins; otherwise empty.
    pub class: &'static str,
}

/// A parameter of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateParam {
    /// The name as templates show it: `id`, `action=delete`, `to={url}`, or `{}`.
    pub name: String,
    /// Whether its value selects what the page does and is compared.
    pub selects: bool,
    /// The kind of its value: `value`, `word`, `path`, `url`, or empty for no value.
    pub class: &'static str,
}

/// Texts of a line that its template does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateValues {
    /// The segments of path and route as they are compared; empty for a path inside the path. The
    /// route starts with `#`.
    pub segments: Vec<String>,
    /// Names of parameters as templates show them, with their values.
    pub values: Vec<(String, String)>,
}

impl TemplateHost {
    /// Reads the host of a parsed line.
    pub fn of(address: &Address<'_>, mode: &Mode) -> Self {
        let merged = mode.merged(address.host);
        let name = merged.as_ref().map_or(address.host, |merged| &merged.name);
        Self {
            name: template::exact(name.to_vec()),
            scheme: foreign_scheme(&template::exact(address.scheme.to_vec())),
        }
    }
}

impl TemplateParts {
    /// The tokens of path and route, with a mark before the route.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        fn tokens(parts: &[TemplatePart]) -> impl Iterator<Item = &str> {
            parts.iter().map(|part| part.token.as_str())
        }
        let route = self.route.as_deref();
        let mark = route.map(|_| "#");
        tokens(&self.path)
            .chain(mark)
            .chain(tokens(route.unwrap_or_default()))
    }
}

impl Shape {
    /// Returns the template of a variant, part by part.
    pub fn parts(&self, variant: &Variant) -> TemplateParts {
        let text = |bytes: &[u8]| template::exact(bytes.to_vec());
        let web = text(self.scheme());
        let scheme = foreign_scheme(&web);
        let parts = |range: Range<usize>| {
            let parts = range.map(|index| self.part(index, variant));
            parts.collect::<Vec<TemplatePart>>()
        };
        let count = self.segments.len();
        let params = self.params().map(|param| param.part(self.literal));
        TemplateParts {
            method: text(self.before()).trim_end().to_owned(),
            scheme,
            web,
            user: text(self.user()),
            host: text(self.host(variant)),
            path: parts(0..self.route.unwrap_or(count)),
            route: self.route.map(|route| parts(route + 1..count)),
            params: params.collect(),
            beside: text(self.behind()),
        }
    }

    /// Returns the texts at the marks of its template, if they were kept.
    pub fn values(&self) -> TemplateValues {
        let text = |span: &Span| template::exact(self.bytes(*span).to_vec());
        let mut values = TemplateValues::default();
        let Some(texts) = &self.texts else {
            return values;
        };
        values.segments = texts.segments.iter().map(text).collect();
        for (param, value) in &texts.values {
            let name = self.param(param).name_as_shown(self.literal);
            values.values.push((name, text(value)));
        }
        values
    }

    fn part(&self, index: usize, variant: &Variant) -> TemplatePart {
        let token = self.token(index, variant);
        let class = self.mark(index, variant).unwrap_or_default();
        let mut written = Vec::new();
        match self.segments[index].shown {
            // Its braces are marks, and its names are escaped.
            Shown::Set if class.is_empty() => written.extend_from_slice(token),
            _ => template::push_marked(&mut written, token),
        }
        TemplatePart {
            token: template::exact(written),
            class,
        }
    }
}

/// Returns a scheme that is not of the web; empty for one that is.
fn foreign_scheme(scheme: &str) -> String {
    match scheme {
        "http" | "https" => String::new(),
        other => other.to_owned(),
    }
}

impl ParamText<'_> {
    fn part(&self, literal: bool) -> TemplateParam {
        let class = match self.value {
            Assigned::Kind(value) => value.token().trim_matches(['{', '}']),
            _ => "",
        };
        let selects = self.value != Assigned::Kind(ValueKind::Url) && self.name.contains(&b'=');
        TemplateParam {
            name: self.name_as_shown(literal),
            selects,
            class,
        }
    }

    fn name_as_shown(&self, literal: bool) -> String {
        let mut name = Vec::new();
        self.write_name(literal, &mut name);
        template::exact(name)
    }
}

impl TemplateValues {
    /// Reads the values of a parsed line.
    pub fn of(address: &Address<'_>, beside: &ExtraFields, mode: &Mode) -> Self {
        let mut shape = Shape::with_texts();
        shape.read(address, beside, mode, None);
        shape.values()
    }
}
