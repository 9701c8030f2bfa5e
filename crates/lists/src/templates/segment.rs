//! The parts of a template: segments and parameters, with the classes and some values of each.

use super::role::ParameterRole;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::{self, Display, Formatter};
use urlsift_core::display_text::shown_text;

/// The most values that are stored of each part.
pub(super) const VALUES: usize = 3;

/// The longest value that is stored, in bytes.
const LONGEST: usize = 200;

/// The smallest number of classes at which a part is shown as `{value}`.
const CLASSES: usize = 4;

/// Counts of lines by class of the value.
pub(super) type ClassCounts = Vec<(&'static str, u64)>;

/// A segment of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateSegment {
    /// The text that is compared, with `{}` for a value, or `{ann|bob}` if a rule joins these
    /// names. A brace of the URL itself is escaped.
    pub token: String,
    /// Counts of lines by class of the value, the most frequent class first; empty for a literal
    /// and for a word with a number or hash in it, `item{}`. `word` is the class of words at
    /// learned positions, `path` that of paths inside the path.
    pub classes: Vec<(&'static str, u64)>,
    /// Some different values.
    pub values: Vec<String>,
}

impl TemplateSegment {
    /// The mark of a value in a token.
    pub const MARK: &str = "{}";

    /// Returns whether every line has this text here.
    ///
    /// ```
    /// let settings = urlsift::Sift::builder();
    /// let templates = urlsift::lists::Templates::of(settings, ["//a.example/user/17"])?;
    /// let path = &templates.iter().next().expect("it is a URL").path;
    /// assert!(path[0].is_literal() && !path[1].is_literal());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn is_literal(&self) -> bool {
        !self.token.contains(MARK) && self.choices().is_none()
    }

    /// Returns the names that a rule joins here, if there are no others.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::lists::Templates;
    /// use urlsift::settings::UrlRules;
    ///
    /// let rules = UrlRules::read("a.example /docs/intro|setup same")?;
    /// let settings = Sift::builder().rules(&rules);
    /// let templates = Templates::of(settings, ["//a.example/docs/setup"])?;
    /// let path = &templates.iter().next().expect("it is a URL").path;
    /// let names = path[1].choices().expect("a rule joins them");
    /// assert_eq!(names.collect::<Vec<_>>(), ["intro", "setup"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn choices(&self) -> Option<impl Iterator<Item = &str>> {
        let names = self.token.strip_prefix('{')?.strip_suffix('}')?;
        (!names.is_empty() && !names.contains(['{', '}'])).then(|| names.split('|'))
    }

    /// Returns whether the position was learned, so that words count as values.
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

    /// Returns the segment as it is shown.
    pub fn text(&self) -> Cow<'_, str> {
        let mut names: Vec<&str> = self.classes.iter().map(|(name, _)| *name).collect();
        if names.is_empty() {
            return shown_text(&self.token);
        }
        names.sort_unstable();
        if names.len() >= CLASSES {
            names = vec!["value"];
        }
        let mut value = String::from("{");
        for (at, name) in names.iter().enumerate() {
            if at > 0 {
                value.push('|');
            }
            value += name;
        }
        value.push('}');
        if self.token == MARK {
            return value.into();
        }
        let text = self.token.replace(MARK, &value);
        shown_text(&text).into_owned().into()
    }

    /// Returns whether a line has a value of a class here.
    pub fn has(&self, class: &str) -> bool {
        self.classes.iter().any(|(name, _)| *name == class)
    }
}

/// The mark of a value in a token.
pub(crate) const MARK: &str = TemplateSegment::MARK;

/// Shows `user`, `item{}`, `{int}`, `{hex|int}.png`, with letters as people write them.
impl Display for TemplateSegment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A parameter of a template. Every line of the template has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateParameter {
    /// The name as templates show it: `id`; `action=delete` where the value selects the action of
    /// the page, `to={url}` where it is a URL, `{}` for a value without a name.
    pub name: String,
    /// Whether its value selects the action of the page, and so is compared.
    pub selects: bool,
    /// Counts of lines by class of the value, the most frequent class first: `value`, `word`,
    /// `path`, `url`, or empty for none.
    pub classes: Vec<(&'static str, u64)>,
    /// Some different values.
    pub values: Vec<String>,
}

impl TemplateParameter {
    /// Returns the name as URLs have it, without its value; empty for a value without a name.
    ///
    /// ```
    /// let list = ["//a.example/?action=delete"];
    /// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
    /// let parameter = &templates.iter().next().expect("it is a URL").parameters[0];
    /// assert_eq!((parameter.name.as_str(), parameter.key()), ("action=delete", "action"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn key(&self) -> &str {
        if self.name == MARK {
            ""
        } else {
            self.name.split('=').next().unwrap_or_default()
        }
    }

    /// Returns what it does, if its name or its values say so.
    pub fn role(&self) -> Option<ParameterRole> {
        ParameterRole::of(&self.name, self.selects, &self.classes, &self.values)
    }
}

/// Stores a value if it is new and there is room.
pub(super) fn note(values: &mut Vec<String>, value: impl AsRef<str> + Into<String>) {
    let text = value.as_ref();
    let is_fit = !text.is_empty() && text.len() <= LONGEST;
    let has_room = values.len() < VALUES;
    if is_fit && has_room && values.iter().all(|held| held != text) {
        values.reserve_exact(1);
        values.push(value.into());
    }
}

/// Counts lines for a class.
pub(super) fn count(classes: &mut ClassCounts, class: &'static str, lines: u64) {
    for (name, counted) in &mut *classes {
        if *name == class {
            *counted += lines;
            return;
        }
    }
    classes.reserve_exact(1);
    classes.push((class, lines));
}

/// Sorts classes, the most frequent first.
pub(super) fn sort(classes: &mut ClassCounts) {
    classes.sort_unstable_by_key(|&(name, lines)| (Reverse(lines), name));
}
