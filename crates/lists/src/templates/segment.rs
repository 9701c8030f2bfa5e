//! The parts of a template: segments and parameters, with what was seen of their values.

use std::cmp::Reverse;
use std::fmt::{self, Display, Formatter};

/// Values of each part that are held.
pub(super) const VALUES: usize = 3;

/// The longest value that is held, in bytes.
const LONGEST: usize = 200;

/// From so many classes on, a part is shown as `{value}`.
const CLASSES: usize = 4;

/// How many lines had a value of a class, by the name of the class.
pub(super) type ClassCounts = Vec<(&'static str, u64)>;

/// A segment of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateSegment {
    /// What decides: the text, with `{}` for what varies, or `{ann|bob}` where a rule joins these
    /// names. A brace of the URL itself is escaped.
    pub token: String,
    /// How many lines had a value of which class here, those with most lines first; empty for a
    /// literal and for a word with a number or hash in it, `item{}`. `word` is the class of words at
    /// learned positions, `path` that of paths inside the path.
    pub classes: Vec<(&'static str, u64)>,
    /// Some different values.
    pub values: Vec<String>,
}

impl TemplateSegment {
    /// Whether every line has this text here.
    ///
    /// ```
    /// let templates = urlsift::Templates::of(urlsift::Sift::builder(), ["//a.example/user/17"])?;
    /// let path = &templates.iter().next().expect("it is a URL").path;
    /// assert!(path[0].is_literal() && !path[1].is_literal());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn is_literal(&self) -> bool {
        !self.token.contains(MARK) && self.choices().is_none()
    }

    /// The names that a rule joins here, and nothing else has here.
    ///
    /// ```
    /// use urlsift::{Sift, UrlRules, Templates};
    ///
    /// let rules = UrlRules::read("a.example /docs/intro|setup same")?;
    /// let settings = Sift::builder().rules(&rules);
    /// let templates = Templates::of(settings, ["//a.example/docs/setup"])?;
    /// let path = &templates.iter().next().expect("it is a URL").path;
    /// assert_eq!(path[1].choices().expect("a rule joins them").collect::<Vec<_>>(), ["intro", "setup"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn choices(&self) -> Option<impl Iterator<Item = &str>> {
        let names = self.token.strip_prefix('{')?.strip_suffix('}')?;
        (!names.is_empty() && !names.contains(['{', '}'])).then(|| names.split('|'))
    }

    /// Whether the position was learned: words stand here.
    pub fn is_learned(&self) -> bool {
        self.has("word")
    }

    /// Adds the classes and some values of the same segment of another template.
    pub fn join(&mut self, other: &Self) {
        for &(class, lines) in &other.classes {
            count(&mut self.classes, class, lines);
        }
        sort(&mut self.classes);
        for value in &other.values {
            note(&mut self.values, value);
        }
    }

    /// Whether a value of a class was seen here.
    pub fn has(&self, class: &str) -> bool {
        self.classes.iter().any(|(name, _)| *name == class)
    }
}

/// Stands in a token for what varies.
pub(super) const MARK: &str = "{}";

/// `user`, `item{}`, `{int}`, `{hex|int}.png`.
impl Display for TemplateSegment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.classes.is_empty() {
            return f.write_str(&self.token);
        }
        let mut names: Vec<&str> = self.classes.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let shown = if names.len() < CLASSES { names.join("|") } else { "value".to_owned() };
        f.write_str(&self.token.replacen(MARK, &format!("{{{shown}}}"), 1))
    }
}

/// A parameter of a template. Every line of the template has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateParameter {
    /// The name as templates show it: `id`; `action=delete` where the value chooses what the page
    /// does, `to={url}` where it is a URL, `{}` for a value without a name.
    pub name: String,
    /// Whether its value chooses what the page does and is compared.
    pub selects: bool,
    /// How many lines had a value of which class, those with most lines first: `value`, `word`,
    /// `path`, `url`, or empty for none.
    pub classes: Vec<(&'static str, u64)>,
    /// Some different values.
    pub values: Vec<String>,
}

impl TemplateParameter {
    /// The name as URLs have it, without its value; empty for a value without a name.
    ///
    /// ```
    /// let templates = urlsift::Templates::of(urlsift::Sift::builder(), ["//a.example/?action=delete"])?;
    /// let parameter = &templates.iter().next().expect("it is a URL").parameters[0];
    /// assert_eq!((parameter.name.as_str(), parameter.key()), ("action=delete", "action"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn key(&self) -> &str {
        if self.name == MARK { "" } else { self.name.split('=').next().unwrap_or_default() }
    }
}

/// Holds a value if it is a new one, and there is room.
pub(super) fn note(values: &mut Vec<String>, value: &str) {
    if values.len() < VALUES
        && !value.is_empty()
        && value.len() <= LONGEST
        && !values.iter().any(|held| held == value)
    {
        values.reserve_exact(1);
        values.push(value.to_owned());
    }
}

/// Counts lines for a class.
pub(super) fn count(classes: &mut ClassCounts, class: &'static str, lines: u64) {
    if let Some((_, counted)) = classes.iter_mut().find(|(name, _)| *name == class) {
        *counted += lines;
    } else {
        classes.reserve_exact(1);
        classes.push((class, lines));
    }
}

/// Puts classes into their order.
pub(super) fn sort(classes: &mut ClassCounts) {
    classes.sort_unstable_by_key(|&(name, lines)| (Reverse(lines), name));
}
