//! A template part by part, for programs that count, compare or translate templates.

use super::{Assigned, ParamText, Shape, ShapeParam, Shown, Span, template};
use crate::record::variant::Variant;
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

impl TemplateParts {
    /// The tokens of path and route, with a mark before the route.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        fn tokens(parts: &[TemplatePart]) -> impl Iterator<Item = &str> {
            parts.iter().map(|part| part.token.as_str())
        }
        let route = self
            .route
            .iter()
            .flat_map(|route| ["#"].into_iter().chain(tokens(route)));
        tokens(&self.path).chain(route)
    }
}

impl Shape {
    /// Returns the template of a variant, part by part.
    pub fn parts(&self, variant: &Variant) -> TemplateParts {
        let text = |bytes: &[u8]| template::exact(bytes.to_vec());
        let web = text(self.scheme());
        let path = self.route.unwrap_or(self.segments.len());
        let part = |index: usize| self.part(index, variant);
        TemplateParts {
            method: text(self.before()).trim_end().to_owned(),
            scheme: if matches!(&*web, "" | "http" | "https") {
                String::new()
            } else {
                web.clone()
            },
            web,
            user: text(self.user()),
            host: text(self.host(variant)),
            path: (0..path).map(part).collect(),
            route: self
                .route
                .map(|route| (route + 1..self.segments.len()).map(part).collect()),
            params: self
                .params()
                .map(|param| param.part(self.literal))
                .collect(),
            beside: text(self.behind()),
        }
    }

    /// Returns the texts at the marks of its template, if they were kept.
    pub fn values(&self) -> TemplateValues {
        let text = |span: &Span| template::exact(self.bytes(*span).to_vec());
        let named = |(param, value): &(ShapeParam, Span)| {
            (self.param(param).name_as_shown(self.literal), text(value))
        };
        let Some(texts) = &self.texts else {
            return TemplateValues::default();
        };
        TemplateValues {
            segments: texts.segments.iter().map(text).collect(),
            values: texts.values.iter().map(named).collect(),
        }
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
