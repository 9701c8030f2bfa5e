//! One rule: reading, writing and checking it.

use super::super::class::Class;
use super::super::traits::Traits;
use super::line::{RuleLine, Verb, is_day, not_a_day};
use super::names::escaped;
use crate::display_text::{self, folded_name};
use crate::error::Error;
use crate::glob::Glob;
use crate::host::is_name_or_address;
use crate::named;
use crate::parse::{Scratch, parse};
use crate::place::{HostForms, UrlPlace, not_hosts};
use crate::rule_text::refusal;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

named! {
    /// The relation that a rule states between the URLs that match its template.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Relation {
        /// They are the same.
        Same = "same",
        /// They are different.
        Different = "different",
    }
}

/// A rule that makes URLs of a host the same, or different: a line of [`UrlRules`].
///
/// [`UrlRules`]: crate::token::UrlRules
///
/// ```
/// use urlsift::settings::{Relation, UrlRule};
///
/// let rule: UrlRule = "*.Example.com   /users/*  same  2026-11-23".parse()?;
/// assert_eq!(rule.to_string(), "*.example.com  /users/*  same  2026-11-23");
/// assert_eq!((rule.template(), rule.relation()), ("/users/*".to_owned(), Some(Relation::Same)));
/// assert_eq!(rule.since(), Some("2026-11-23"));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlRule {
    /// Hosts and a port.
    pub(super) place: UrlPlace,
    pub(super) path: Vec<RuleSegment>,
    /// Whether more segments may follow.
    pub(super) deeper: bool,
    /// Names of parameters, as globs, if the rule is about them.
    pub(super) names: Vec<String>,
    /// `None` takes back what earlier rules say.
    pub(super) relation: Option<Relation>,
    since: Option<String>,
}

/// One position of a template: the choices for its segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleSegment(pub(super) Vec<SegmentChoice>);

/// One choice for the segment at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SegmentChoice {
    Any,
    Class(Class),
    /// A segment in the form of templates.
    Name(String),
}

/// Maximum number of positions of a template, and of combinations of choices.
const MOST_POSITIONS: usize = 64;
const MOST_WAYS: usize = 1 << 15;

impl RuleSegment {
    fn read(text: &str, in_route: bool) -> Result<Self, Error> {
        let mut choices = Vec::new();
        for choice in text.split('|') {
            choices.push(SegmentChoice::read(choice, in_route)?);
        }
        Ok(Self(choices))
    }

    fn has(&self, choice: &SegmentChoice) -> bool {
        self.0.contains(choice)
    }

    /// Whether it is `*` alone.
    fn is_any(&self) -> bool {
        self.0 == [SegmentChoice::Any]
    }

    /// Whether it merges or separates several segments.
    fn joins_or_separates(&self, relation: Relation) -> bool {
        match &self.0[..] {
            [SegmentChoice::Any] => relation == Relation::Same,
            [SegmentChoice::Class(_)] => relation == Relation::Different,
            choices => choices.len() > 1,
        }
    }

    /// Whether it is names only.
    pub(super) fn is_set(&self) -> bool {
        self.0
            .iter()
            .all(|choice| matches!(choice, SegmentChoice::Name(_)))
    }

    /// Whether it takes a segment by its name, in the form of templates.
    pub(super) fn takes_name(&self, segment: &[u8]) -> bool {
        self.0.iter().any(|choice| match choice {
            SegmentChoice::Any => true,
            SegmentChoice::Name(name) => name.as_bytes() == segment,
            SegmentChoice::Class(_) => false,
        })
    }

    /// Whether it may be in the path of a rule about parameters: no class, and not the start of a
    /// fragment's route.
    fn is_of_page(&self) -> bool {
        match &self.0[..] {
            [SegmentChoice::Name(name)] => name != "#",
            choices => choices.iter().all(|choice| match choice {
                SegmentChoice::Class(_) => false,
                SegmentChoice::Any | SegmentChoice::Name(_) => true,
            }),
        }
    }

    /// Whether all choices of another position are among these.
    fn covers(&self, other: &Self) -> bool {
        self.has(&SegmentChoice::Any) || other.0.iter().all(|choice| self.has(choice))
    }
}

impl SegmentChoice {
    fn read(text: &str, in_route: bool) -> Result<Self, Error> {
        if text == "*" {
            return Ok(Self::Any);
        }
        if let Some(rest) = text.strip_prefix('{')
            && let Some(class) = rest.strip_suffix('}')
        {
            return Class::from_str(class).map(Self::Class);
        }
        match segment(text, in_route) {
            Some(name) => Ok(Self::Name(name)),
            None => Err(refusal(format!(
                "\"{}\" is not a path segment: write one, *, or a class like {{int}}",
                text.escape_debug()
            ))),
        }
    }
}

/// Returns the canonical form of a segment, with escapes for the signs of templates.
fn segment(text: &str, in_route: bool) -> Option<String> {
    if text.is_empty() || text.contains(['*', '{', '}', '?']) {
        return None;
    }
    if in_route || text == "#" {
        return Some(text.to_owned());
    }
    let line = format!("//a.example/{text}");
    let mut scratch = Scratch::default();
    let (address, _) = parse(line.as_bytes(), &mut scratch)?;
    let name = address.path.strip_prefix(b"/")?;
    if name.is_empty() || name.contains(&b'/') || !address.query.is_empty() {
        return None;
    }
    Some(String::from_utf8_lossy(&escaped(name)).into_owned())
}

impl Display for RuleSegment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, choice) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("|")?;
            }
            match choice {
                SegmentChoice::Any => f.write_str("*")?,
                SegmentChoice::Class(class) => write!(f, "{{{class}}}")?,
                SegmentChoice::Name(name) => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

impl UrlRule {
    /// Reads a template; the rule is not checked yet.
    fn read(place: UrlPlace, text: &str, relation: Option<Relation>) -> Result<Self, Error> {
        let mut path = text;
        let mut names = Vec::new();
        if let Some((before, list)) = text.split_once('?') {
            path = before;
            for name in list.split('&') {
                names.push(display_text::escaped(name).into_owned());
            }
        }
        let Some(inner) = path.strip_prefix('/') else {
            let shown = text.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not a template: it begins with /, as in /users/*"
            )));
        };
        let (inner, deeper) = match inner.strip_suffix("**") {
            Some("") => ("", true),
            Some(inner) if inner.ends_with('/') => (inner, true),
            _ => (inner, false),
        };
        let mut in_route = false;
        let mut path = Vec::new();
        for text in inner.split('/').filter(|text| !text.is_empty()) {
            path.push(RuleSegment::read(text, in_route)?);
            in_route |= text == "#";
        }
        let is_bad = |name: &String| name.is_empty() || name.contains('=');
        if names.iter().any(is_bad) {
            return Err(refusal(format!(
                "\"{}\" does not name parameters: write /search?ref&tab, without values",
                text.escape_debug()
            )));
        }
        Ok(Self {
            place,
            path,
            deeper,
            names,
            relation,
            since: None,
        })
    }

    /// Creates a rule for a host by its template.
    ///
    /// # Errors
    ///
    /// If one of them is not valid, or the rule has no effect.
    pub fn of(host: &str, template: &str, relation: Relation) -> Result<Self, Error> {
        Self::of_verb(host, template, Some(relation))
    }

    /// Creates a rule from its columns, for one of its hosts.
    ///
    /// # Errors
    ///
    /// If the line says something else, or is not valid.
    pub fn of_line(host: &str, line: &RuleLine<'_>) -> Result<Self, Error> {
        let relation = match line.verb {
            Verb::Same | Verb::Ignore => Some(Relation::Same),
            Verb::Different | Verb::Select => Some(Relation::Different),
            Verb::Usual => None,
            Verb::In | Verb::Out | Verb::Max | Verb::Expire => {
                let verb = line.verb;
                let belongs = match verb {
                    Verb::Max => "a limit belongs to max-per-prefix or max-per-host",
                    Verb::Expire => "it belongs to a file of rules",
                    _ => "its place belongs to scope",
                };
                return Err(refusal(format!(
                    "\"{}\" says {verb}, not which URLs are the same or different: {belongs}",
                    line.text.escape_debug()
                )));
            }
        };
        if line.path.is_empty() {
            return Err(refusal(format!(
                "\"{}\" has no path: write one, as in {host}/users/* {}, or {host}/** for all pages",
                line.text.escape_debug(),
                line.verb
            )));
        }
        if matches!(line.verb, Verb::Ignore | Verb::Select) && !line.path.contains('?') {
            return Err(refusal(format!(
                "\"{}\" names no parameter: write {host}{}?NAME {}",
                line.text.escape_debug(),
                line.path.escape_debug(),
                line.verb
            )));
        }
        if host.contains("://") {
            return Err(not_hosts(
                host,
                "rules are for all schemes, so leave the scheme out, as in example.com/users/* same",
            ));
        }
        let mut rule = Self::of_verb(host, &line.path, relation)?;
        rule.since = line.day.map(str::to_owned);
        Ok(rule)
    }

    fn of_verb(host: &str, template: &str, relation: Option<Relation>) -> Result<Self, Error> {
        if host.starts_with('!') {
            let opposite = match relation {
                Some(Relation::Same) => "different",
                _ => "same",
            };
            return Err(not_hosts(
                host,
                &format!("! excludes nothing here: write a later rule for it that says {opposite}"),
            ));
        }
        let place = UrlPlace::read_hosts(host, HostForms::Names)?;
        let is_named = |name: String| is_name_or_address(&name);
        if !place.hosts.name().is_none_or(is_named) {
            return Err(not_hosts(
                host,
                "rules are for names and addresses of hosts",
            ));
        }
        let rule = Self::read(place, template, relation)?;
        rule.check()?;
        Ok(rule)
    }

    /// Sets the day of the rule, like `2026-11-23`.
    ///
    /// # Errors
    ///
    /// If it is not a day.
    pub fn dated(self, day: &str) -> Result<Self, Error> {
        if !is_day(day) {
            return Err(not_a_day(day));
        }
        Ok(Self {
            since: Some(day.to_owned()),
            ..self
        })
    }

    /// Returns its host with its port: `example.com`, `.example.com` for it and all hosts below it,
    /// `*.example.com` for these alone, `*` for any, or a network.
    pub fn host(&self) -> String {
        self.place.to_string()
    }

    /// Returns its template.
    pub fn template(&self) -> String {
        let mut text = String::new();
        for element in &self.path {
            text.push('/');
            text += &element.to_string();
        }
        if self.deeper {
            text += "/**";
        } else if text.is_empty() {
            text += "/";
        }
        for (number, name) in self.names.iter().enumerate() {
            text += if number > 0 { "&" } else { "?" };
            text += name;
        }
        display_text::shown_text(&text).into_owned()
    }

    /// Returns its relation; `None` if it takes back what earlier rules say.
    pub fn relation(&self) -> Option<Relation> {
        self.relation
    }

    /// Returns its day, like `2026-11-23`, if it has one.
    pub fn since(&self) -> Option<&str> {
        self.since.as_deref()
    }

    /// Whether it is about parameters, not about the path.
    pub(super) fn is_of_params(&self) -> bool {
        !self.names.is_empty()
    }

    /// Refuses a rule that has no effect, or too many combinations of choices.
    fn check(&self) -> Result<(), Error> {
        let rule = self.without_day();
        let mut ways = 1_usize;
        for element in &self.path {
            ways = ways.saturating_mul(element.0.len());
        }
        if self.path.len() > MOST_POSITIONS || ways > MOST_WAYS {
            return Err(refusal(format!(
                "\"{rule}\" has too many positions or names: write several rules with at most \
                 {MOST_POSITIONS} positions"
            )));
        }
        if self.is_of_params() {
            if !self.path.iter().all(RuleSegment::is_of_page) {
                return Err(refusal(format!(
                    "\"{rule}\" is about parameters: its path has names and *, without classes and #"
                )));
            }
            return Ok(());
        }
        let is_mixed =
            |element: &RuleSegment| element.has(&SegmentChoice::Any) && element.0.len() > 1;
        if self.relation == Some(Relation::Different) && self.path.iter().any(is_mixed) {
            return Err(refusal(format!(
                "\"{rule}\" has * beside names: with different, * stands for anything that is not \
                 compared as written, so write the names alone"
            )));
        }
        let advice = match self.relation {
            Some(Relation::Same) => {
                "it joins nothing: write * or names like a|b where URLs are the same"
            }
            Some(Relation::Different) => {
                "it separates nothing: write names, a class like {int}, or * at the end"
            }
            None => return Ok(()),
        };
        if !(0..self.path.len()).any(|position| self.decides(position)) {
            return Err(refusal(format!("\"{rule}\" says nothing: {advice}")));
        }
        Ok(())
    }

    /// Whether it decides about a position. In `/product/* different` the last `*` keeps all
    /// products apart; elsewhere it stands for any segment.
    pub(super) fn decides(&self, position: usize) -> bool {
        match self.relation {
            Some(Relation::Same) => self.path[position].joins_or_separates(Relation::Same),
            Some(Relation::Different) if self.path[position].is_any() => {
                position + 1 == self.path.len()
            }
            Some(Relation::Different) | None => true,
        }
    }

    /// Returns how many of the segments that it matches it may decide about.
    pub(super) fn reach(&self, segments: usize) -> usize {
        if self.relation.is_none() {
            segments
        } else {
            self.path.len()
        }
    }

    /// Whether it decides everything that another rule decides, in the opposite way.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        if self.relation == other.relation || self.is_of_params() != other.is_of_params() {
            return false;
        }
        if !self.place.covers_hosts(&other.place) || !self.covers_path(other) {
            return false;
        }
        if self.is_of_params() {
            return other.names.iter().all(|name| self.has_param(name));
        }
        let decides = |position: &usize| *position < self.path.len() && self.decides(*position);
        other.decided_positions().iter().all(decides)
    }

    /// Whether it has a parameter of this name.
    fn has_param(&self, name: &str) -> bool {
        let name = folded_name(name.as_bytes());
        let is_glob = name.contains(&b'*');
        let mut names = self.names.iter();
        names.any(|own| {
            folded_name(own.as_bytes()) == name || !is_glob && Glob::of_params(own).matches(&name)
        })
    }

    fn covers_path(&self, other: &Self) -> bool {
        let fits = if self.deeper {
            self.path.len() <= other.path.len()
        } else {
            !other.deeper && self.path.len() == other.path.len()
        };
        let mut pairs = self.path.iter().zip(&other.path);
        fits && pairs.all(|(element, other)| element.covers(other))
    }

    /// Returns the positions that it merges or separates; the last one if it has single names only.
    fn decided_positions(&self) -> Vec<usize> {
        let mut positions = Vec::new();
        for (position, element) in self.path.iter().enumerate() {
            if self
                .relation
                .is_some_and(|relation| element.joins_or_separates(relation))
            {
                positions.push(position);
            }
        }
        if positions.is_empty() && !self.path.is_empty() {
            positions.push(self.path.len() - 1);
        }
        positions
    }

    /// Returns the rule without its day.
    pub fn without_day(&self) -> String {
        let verb = self.relation.map_or(Verb::Usual.name(), Relation::name);
        format!("{}  {}  {verb}", self.place, self.template())
    }
}

/// Writes the rule as a line.
impl Display for UrlRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.without_day())?;
        match self.since() {
            Some(day) => write!(f, "  {day}"),
            None => Ok(()),
        }
    }
}

/// Reads a rule from a line.
impl FromStr for UrlRule {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        let line = RuleLine::read(line)?;
        Self::of_line(line.hosts, &line)
    }
}

/// Whether `*` in a rule `same` matches a segment: values, and words that are unlikely to be
/// endpoints.
pub fn takes(traits: Traits) -> bool {
    const ENDPOINT: u32 = Traits::FIXED | Traits::PROTECTED | Traits::HIDDEN | Traits::ACTION;
    traits.has(Traits::VALUE) || !traits.has(ENDPOINT)
}
