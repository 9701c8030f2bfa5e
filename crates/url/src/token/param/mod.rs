//! Turns a parameter into a name token and a value token.
//!
//! Names decide which endpoint a URL belongs to; values rarely do. A name that only tracks a
//! visitor or identifies a session is ignored, array indices are dropped (`f[0]` is `f[]`), and a
//! *selector* (`action=delete`) keeps its word in the name, because it selects a handler. The names
//! are data in `../data/`; a name in no list may select by its [last word](last_word).

mod damage;
mod last_word;
mod name;
mod name_form;
mod on_hosts;
mod operation;
mod page_value;
mod route;
mod selector_words;
mod value;

use super::class::Classes;
use super::segment;
use super::url_rules::{Relation, RuleLookup};
use crate::bytes::{
    begins_with, has_byte, has_digit, is_one_of, names, split, split_last, split_once,
};
use crate::glob::Glob;
use crate::name_words::{NameWord, NameWords};
use crate::place::Origin;
use bstr::ByteSlice;
pub use name::NameKind;
use on_hosts::ParamLookup;
pub use on_hosts::ParamRules;
use route::RouteWords;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
pub use value::{ValueKind, is_choice, is_verb_of_thing};

/// Whether a name is that of a parameter whose word selects what the page does.
pub fn is_selector(name: &[u8]) -> bool {
    name::listed(name, true) == NameKind::Selector
}

/// Whether a name is that of what is called: of a method or of several calls.
pub fn names_call(name: &[u8]) -> bool {
    last_word::names_call(name)
}

/// Whether a parameter chooses a page of a program by the form of its value.
pub fn chooses_page(name: &[u8], value: &[u8], query: &QueryContext<'_>) -> bool {
    page_value::is_page(name, value) && query.is_of_program()
}

/// Returns type and name, or first field, of the operation in a text that is a GraphQL document.
pub fn graphql_operation(text: &[u8]) -> Option<Vec<u8>> {
    let mut operation = Vec::new();
    operation::write_document(text, &mut operation, || true).then_some(operation)
}

/// Names, in lower case, with the hosts on which responses depend on them.
pub type SignificantParams = BTreeMap<Vec<u8>, Vec<Vec<u8>>>;

/// Classifies parameters under the settings of a filter: ignored names, names that keep their
/// values, and classes of values.
#[derive(Clone, Debug, Default)]
pub struct Params {
    /// Whether to ignore the names known to have no effect on the page.
    defaults: bool,
    ignored: Vec<Glob>,
    chosen: Vec<Glob>,
    /// Names that are ignored on some hosts.
    by_host: Option<Arc<ParamLookup>>,
    /// The rules of users, if any.
    url_rules: Option<Arc<RuleLookup>>,
    /// Names that are compared on some hosts although they are ignored elsewhere.
    significant: Option<Arc<SignificantParams>>,
    classes: Classes,
    /// Whether to compare names only.
    names_only: bool,
}

/// The name of a parameter, with its kind.
#[derive(Clone, Copy, Debug)]
pub struct ParamName<'n> {
    pub kind: NameKind,
    /// The name as written.
    pub written: &'n [u8],
}

/// Minimum digits of a number before a value at the end of a name that is a value too.
const LONG_NUMBER: usize = 4;

/// The kind of a name, as it was read with its token.
#[derive(Clone, Copy, Debug)]
pub struct ReadName {
    pub kind: NameKind,
    /// Whether the token is the form of the name, which many names may have.
    pub is_form: bool,
}

impl Params {
    pub fn new(classes: Classes, defaults: bool, ignored: &[String], chosen: &[String]) -> Self {
        let globs = |list: &[String]| list.iter().map(|glob| Glob::of_params(glob)).collect();
        Self {
            defaults,
            ignored: globs(ignored),
            chosen: globs(chosen),
            classes,
            ..Self::default()
        }
    }

    /// Adds names that are ignored on some hosts.
    pub fn by_host(mut self, rules: &ParamRules) -> Self {
        if !rules.is_empty() {
            self.by_host = Some(Arc::new(ParamLookup::new(rules)));
        }
        self
    }

    /// Adds names that are compared on some hosts although they are ignored elsewhere.
    pub fn significant(mut self, significant: &SignificantParams) -> Self {
        if !significant.is_empty() {
            self.significant = Some(Arc::new(significant.clone()));
        }
        self
    }

    /// Adds the rules of users.
    pub fn url_rules(self, url_rules: Option<Arc<RuleLookup>>) -> Self {
        Self { url_rules, ..self }
    }

    /// Whether rules of users have a parameter of this name.
    fn is_taught(&self, name: &[u8]) -> bool {
        match &self.url_rules {
            Some(url_rules) => url_rules.have(damage::repaired(name)),
            None => false,
        }
    }

    /// Returns the hosts on which responses depend on a name.
    fn told_by(&self, name: &[u8]) -> Option<&[Vec<u8>]> {
        let significant = self.significant.as_ref()?;
        let name = damage::repaired(name).to_ascii_lowercase();
        significant.get(&name).map(Vec::as_slice)
    }

    /// Whether rules of some hosts have a parameter of this name.
    fn is_ruled(&self, name: &[u8]) -> bool {
        match &self.by_host {
            Some(rules) => rules.have(damage::repaired(name)),
            None => false,
        }
    }

    /// Sets whether to compare names only; then values without a name are ignored.
    pub fn names_only(self, names_only: bool) -> Self {
        Self { names_only, ..self }
    }

    /// Classifies one parameter and writes the token of its name, with the part of its value that
    /// counts. `None` if it is ignored.
    pub fn classify(
        &self,
        name: &[u8],
        value: Option<&[u8]>,
        query: &QueryContext<'_>,
        token: &mut Vec<u8>,
    ) -> Option<ValueKind> {
        let named = ParamName {
            kind: self.name(name, value.is_some(), token).kind,
            written: name,
        };
        let mut selection = Vec::new();
        let kind_of = |value: &[u8]| self.value(value);
        match self.role(named, value, query, kind_of, &mut selection) {
            ParamRole::Nothing => None,
            ParamRole::Value => {
                token.clear();
                Some(ValueKind::Variable)
            }
            ParamRole::Named(kind) => Some(kind),
            ParamRole::Url => {
                token.extend_from_slice(b"=url");
                Some(ValueKind::Url)
            }
            ParamRole::Selection(kind) | ParamRole::Separating(kind) => {
                token.push(b'=');
                token.extend_from_slice(&selection);
                Some(kind)
            }
        }
    }

    /// Classifies a name, and writes its token. A name without a value may be a value itself.
    pub fn name(&self, name: &[u8], has_value: bool, token: &mut Vec<u8>) -> ReadName {
        if !has_value && name::is_value(name) {
            token.clear();
            let is_ruled = self.is_taught(name) || self.is_ruled(name);
            return ReadName {
                kind: if is_ruled {
                    NameKind::Ruled
                } else {
                    NameKind::Value
                },
                is_form: false,
            };
        }
        let kind = self.kind_of_name(name);
        let may_be_form = kind == NameKind::Plain && self.classes != Classes::none();
        ReadName {
            kind,
            is_form: self.write_name(name, has_value, may_be_form, token),
        }
    }

    /// Writes the token of a name; `true` if that is its [form](name_form).
    fn write_name(
        &self,
        name: &[u8],
        has_value: bool,
        may_be_form: bool,
        token: &mut Vec<u8>,
    ) -> bool {
        token.clear();
        let repaired = damage::repaired(name);
        // `index.php?/users/17`
        let may_be_route = !has_value && has_byte(repaired, b'/');
        let words = RouteWords::LikelyOfName;
        let is_route = may_be_route && route::write(repaired, words, self.classes, token);
        let mut is_form = false;
        if !is_route {
            let ends_with_value = name::write(repaired, !has_value, token);
            let shortest = if ends_with_value { LONG_NUMBER } else { 1 };
            is_form = may_be_form
                && ((!has_value && !ends_with_value && name_form::write_bare(repaired, token))
                    || name_form::write(token, shortest));
        }
        if repaired.len() < name.len() {
            token.splice(..0, damage::MARK.iter().copied());
        }
        is_form
    }

    fn kind_of_name(&self, name: &[u8]) -> NameKind {
        if self.is_taught(name) {
            return NameKind::Ruled;
        }
        if let Some(kind) = self.chosen_kind(name) {
            return kind;
        }
        match name::listed(name, self.defaults) {
            _ if self.told_by(name).is_some() => NameKind::Ruled,
            NameKind::Ignored => NameKind::Ignored,
            _ if self.is_ruled(name) => NameKind::Ruled,
            listed => listed,
        }
    }

    /// Returns the kind of a name that users ignore or choose on all hosts. If both, the closer
    /// glob counts: only `id` counts if `*` is ignored and `id` is chosen.
    fn chosen_kind(&self, name: &[u8]) -> Option<NameKind> {
        let ignored = closest(&self.ignored, name);
        let chosen = closest(&self.chosen, name);
        match chosen.cmp(&ignored) {
            Ordering::Less => Some(NameKind::Ignored),
            Ordering::Equal if chosen.is_none() => None,
            Ordering::Equal | Ordering::Greater => Some(NameKind::Chosen),
        }
    }

    /// Classifies a name in a query that rules of some hosts have.
    #[cold]
    fn settled(&self, name: &[u8], has_value: bool, query: &QueryContext<'_>) -> NameKind {
        if let Some(url_rules) = &self.url_rules {
            // Rules are about parameters of a query, not of a body or a segment.
            let found = if query.text.is_empty() {
                None
            } else {
                url_rules.param(query.origin, query.path, damage::repaired(name))
            };
            if let Some((_, relation)) = found {
                return match relation {
                    Relation::Same => NameKind::Ignored,
                    Relation::Different => NameKind::Separating,
                };
            }
            if let Some(kind) = self.chosen_kind(name) {
                return kind;
            }
        }
        let told_by = self.told_by(name).unwrap_or_default();
        if told_by.iter().any(|host| host == query.origin.server) {
            name::listed(name, false)
        } else if let Some(rules) = &self.by_host
            && query.has_rules(rules)
            && rules.ignore(query.origin, query.path, damage::repaired(name))
        {
            NameKind::Ignored
        } else if !has_value && name::is_value(name) {
            NameKind::Value
        } else {
            name::listed(name, self.defaults)
        }
    }

    /// Returns the role of a parameter, given its name and a function that classifies its value.
    /// Appends the part of a selector's value that counts to `token`.
    pub fn role(
        &self,
        name: ParamName<'_>,
        value: Option<&[u8]>,
        query: &QueryContext<'_>,
        kind_of: impl FnOnce(&[u8]) -> ValueKind,
        token: &mut Vec<u8>,
    ) -> ParamRole {
        let ParamName { kind, written } = name;
        let kind = if kind == NameKind::Ruled {
            self.settled(written, value.is_some(), query)
        } else {
            kind
        };
        if kind == NameKind::Separating && value.is_none() {
            token.clear();
            if name::is_value(written) {
                token.extend_from_slice(written);
            }
            return ParamRole::Separating(ValueKind::Empty);
        }
        let name = ParamName { kind, written };
        match name.role(value, query, self.classes, kind_of, token) {
            // A static file is the same in all of its editions, and without any.
            ParamRole::Value if self.names_only || (self.defaults && query.is_static()) => {
                ParamRole::Nothing
            }
            ParamRole::Url if self.names_only => ParamRole::Named(ValueKind::Url),
            role => role,
        }
    }

    /// Classifies a value.
    pub fn value(&self, value: &[u8]) -> ValueKind {
        ValueKind::of(value, self.classes)
    }
}

/// Returns how closely globs describe a name, by the closest of them; `None` if none matches.
fn closest(globs: &[Glob], name: &[u8]) -> Option<usize> {
    let matching = globs.iter().filter(|glob| glob.matches(name));
    matching.map(Glob::closeness).max()
}

impl ParamName<'_> {
    /// Returns the role of a parameter of this name, given a function that classifies its value.
    /// Appends the part of a selector's value that counts to `token`.
    fn role(
        self,
        value: Option<&[u8]>,
        query: &QueryContext<'_>,
        classes: Classes,
        kind_of: impl FnOnce(&[u8]) -> ValueKind,
        token: &mut Vec<u8>,
    ) -> ParamRole {
        let name_kind = self.kind;
        match name_kind {
            NameKind::Ignored => return ParamRole::Nothing,
            NameKind::Value => return ParamRole::Value,
            NameKind::Session
            | NameKind::Route {
                may_be_session: true,
            } if value.is_some_and(value::is_drawn) => {
                return ParamRole::Nothing;
            }
            NameKind::Buster if value.is_some_and(value::is_stamp) => return ParamRole::Nothing,
            NameKind::Language { alone }
                if value.is_some_and(value::is_locale) && query.is_more_than_a_language(alone) =>
            {
                return ParamRole::Nothing;
            }
            NameKind::AppLink if query.levels().next().is_some() => return ParamRole::Nothing,
            _ if name_kind.may_be_edition(value) && query.is_static() => return ParamRole::Value,
            _ => {}
        }
        let Some(value) = value else {
            return ParamRole::Named(ValueKind::Empty);
        };
        let found = kind_of(value);
        let kind = found.compared();
        let is_verb = found == ValueKind::Verb && query.is_of_program();
        if is_verb && name_kind.takes_verbs(self.written) {
            value.clone_into(token);
            return ParamRole::Selection(kind);
        }
        let selects = match name_kind {
            NameKind::Plain
            | NameKind::Arranging
            | NameKind::Language { .. }
            | NameKind::AppLink => {
                return match kind {
                    ValueKind::Url => ParamRole::Url,
                    _ => ParamRole::Named(kind),
                };
            }
            NameKind::Chosen => value::write_whole(value, token),
            NameKind::Separating => {
                value.clone_into(token);
                return ParamRole::Separating(kind);
            }
            _ if kind == ValueKind::Url => return ParamRole::Url,
            NameKind::Selector => {
                let is_number = value::is_short_number(value) && query.is_of_program();
                if is_number && last_word::names_action(self.written) {
                    value::write_whole(value, token)
                } else {
                    value::write_selection(kind, value, classes, token)
                }
            }
            NameKind::Router => {
                query.is_routed() && value::write_selection(kind, value, classes, token)
            }
            NameKind::Service => {
                query.is_of_service() && value::write_selection(kind, value, classes, token)
            }
            NameKind::Route { .. } => {
                query.is_of_front_controller()
                    && route::write(value, RouteWords::Likely, classes, token)
            }
            NameKind::Operation => operation::write_name(value, token),
            NameKind::Document => {
                operation::write_document(value, token, || query.is_graphql())
                    || operation::write_stored(value, token)
                    || (query.is_graphql() && operation::write_name(value, token))
            }
            NameKind::Page => {
                let is_wiki = query.path.ends_with(b"/index.php");
                value::write_page(value, is_wiki, token)
            }
            _ => false,
        };
        if selects {
            ParamRole::Selection(kind)
        } else {
            ParamRole::Named(kind)
        }
    }
}

impl NameKind {
    /// Whether this parameter of a static file may be its version: by its name, or because it has
    /// no value.
    fn may_be_edition(self, value: Option<&[u8]>) -> bool {
        let Some(value) = value else {
            return !matches!(self, Self::Chosen | Self::Separating);
        };
        match self {
            Self::Stamp | Self::Buster => true,
            Self::Selector => has_digit(value),
            // Laravel has the hash of a file as its `id`.
            Self::Plain | Self::Arranging => value::is_digest(value),
            _ => false,
        }
    }
}

/// The query around a parameter. Few parameters need it, so it is read only on demand.
#[derive(Clone, Debug, Default)]
pub struct QueryContext<'a> {
    origin: Origin<'a>,
    path: &'a [u8],
    text: &'a [u8],
    /// The path to which a body was sent; nothing else of a URL counts for a body.
    receiver: Option<&'a [u8]>,
    // Answers are cached, because each of 100,000 parameters may ask.
    has_rules: OnceCell<bool>,
    is_static: OnceCell<bool>,
    is_routed: OnceCell<bool>,
    is_of_front_controller: OnceCell<bool>,
    is_graphql: OnceCell<bool>,
}

impl<'a> QueryContext<'a> {
    pub fn new(path: &'a [u8], text: &'a [u8]) -> Self {
        Self {
            path,
            text,
            ..Self::default()
        }
    }

    /// Returns the context of the names of a body that was sent to a path.
    pub fn of_body(receiver: &'a [u8]) -> Self {
        Self {
            receiver: Some(receiver),
            ..Self::default()
        }
    }

    /// Sets scheme, host and port.
    pub fn on(self, origin: Origin<'a>) -> Self {
        Self { origin, ..self }
    }

    /// Whether there are rules for its host.
    fn has_rules(&self, rules: &ParamLookup) -> bool {
        *self.has_rules.get_or_init(|| rules.know(self.origin))
    }

    /// Whether it belongs to a static file.
    fn is_static(&self) -> bool {
        *self.is_static.get_or_init(|| segment::is_static(self.path))
    }

    /// Returns the names in the path.
    fn levels(&self) -> impl Iterator<Item = &'a [u8]> {
        names(self.path)
    }

    /// Whether it has more than one parameter, or none but belongs to a page below the first level
    /// and `alone` is enough. At the root, a language may be all that pages are told apart by.
    fn is_more_than_a_language(&self, alone: bool) -> bool {
        let mut levels = self.levels();
        if levels.next().is_none() {
            return false;
        }
        has_byte(self.text, b'&') || (alone && levels.next().is_some())
    }

    /// Whether it has two [routers](NameKind::Router) with a word each, in any order.
    fn is_routed(&self) -> bool {
        *self.is_routed.get_or_init(|| has_two_routers(self.text))
    }

    /// Whether it names a request of a service, or of Git, or is a body.
    fn is_of_service(&self) -> bool {
        let names_request = |pair: &[u8]| begins_with(pair, b"request=");
        let is_of_git = self.path.ends_with(b"/info/refs");
        is_of_git || self.receiver.is_some() || split(self.text, b'&').any(names_request)
    }

    /// Whether it belongs to a program that may serve all pages of a site.
    fn is_of_front_controller(&self) -> bool {
        let find = || is_front_controller(self.path);
        *self.is_of_front_controller.get_or_init(find)
    }

    /// Whether it belongs to a program, which may do several things, or to the body that is sent to
    /// one.
    pub fn is_of_program(&self) -> bool {
        self.receiver.is_some() || is_program(self.path)
    }

    /// Whether it belongs to a GraphQL endpoint.
    fn is_graphql(&self) -> bool {
        let path = self.receiver.unwrap_or(self.path);
        let find = || split(path, b'/').any(names_graphql);
        *self.is_graphql.get_or_init(find)
    }
}

/// Whether a path is the root of a site, or ends with the usual name of an index program.
fn is_front_controller(path: &[u8]) -> bool {
    let file = split(path, b'/').next_back().unwrap_or_default();
    let Some((stem, ending)) = split_once(file, b'.') else {
        return path == b"/";
    };
    let programs = ["index", "default", "app", "app_dev", "main"];
    is_one_of(stem, &programs) && segment::is_handler(ending)
}

/// Whether a path is the root of a site, or ends with the extension of a program.
fn is_program(path: &[u8]) -> bool {
    let file = split(path, b'/').next_back().unwrap_or_default();
    match split_last(file, b'.') {
        Some((_, ending)) => segment::is_handler(ending) && !segment::is_static(path),
        None => path == b"/",
    }
}

/// Whether a segment is named as a GraphQL endpoint: `graphql`, `shop-graphql.php`.
fn names_graphql(segment: &[u8]) -> bool {
    let is_gql = |word: NameWord<'_>| word.is("gql");
    segment.to_ascii_lowercase().contains_str("graphql") || NameWords::of(segment).any(is_gql)
}

fn has_two_routers(query: &[u8]) -> bool {
    let mut first = None;
    for param in split(query, b'&') {
        let [name @ (b'a' | b'c' | b'm'), b'=', value, ..] = param else {
            continue;
        };
        if value.is_ascii_alphabetic() && *first.get_or_insert(name) != name {
            return true;
        }
    }
    false
}

/// The role of a parameter in comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamRole {
    /// It has no effect on the page.
    Nothing,
    /// A value without a name.
    Value,
    /// Its name, and the kind of its value.
    Named(ValueKind),
    /// Its name, and the fact that the value is a URL.
    Url,
    /// Its name with the part of its value that selects the page, and the kind of the value.
    Selection(ValueKind),
    /// A selection by which URLs are kept apart at any threshold.
    Separating(ValueKind),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of a parameter in a query: of its name and of its value.
    fn seen(
        params: &Params,
        part: &str,
        query: &QueryContext<'_>,
    ) -> Option<(String, &'static str)> {
        let (name, value) = part
            .split_once('=')
            .map_or((part, None), |(name, value)| (name, Some(value.as_bytes())));
        let mut token = Vec::new();
        let value = params.classify(name.as_bytes(), value, query, &mut token)?;
        Some((
            String::from_utf8(token).expect("names are text"),
            value.token(),
        ))
    }

    #[test]
    fn programs_number_their_actions() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let chosen = [
            ("/cgi-bin/tea.cgi", "cmd_typ=7"),
            ("/tea.php", "action=12"),
            ("/tea.asp", "op=3"),
            ("/shop/tea.jsp", "cmd=104"),
            ("/zork.aspx", "act=1"),
            ("/forum/quil.php", "actionId=9"),
            ("/admin.cfm", "operation=22"),
            ("/kettle.cgi", "command=5"),
            ("/x.php", "data[action]=4"),
            ("/tools/nim.pl", "action_type=15"),
        ];
        for (path, part) in chosen {
            let query = QueryContext::new(path.as_bytes(), part.as_bytes());
            let wanted = Some((part.to_owned(), "{value}"));
            assert_eq!(seen(&params, part, &query), wanted, "{path}");
        }
        let others = [
            ("/tea", "cmd=7"),
            ("/tea/", "action=7"),
            ("/tea.php", "page=7"),
            ("/tea.php", "view=7"),
            ("/tea.php", "step=2"),
            ("/tea.php", "id=7"),
            ("/tea.php", "task=12"),
            ("/tea.php", "cmd=1024"),
            ("/tea.php", "action="),
            ("/tea.php", "transaction=12"),
        ];
        for (path, part) in others {
            let query = QueryContext::new(path.as_bytes(), part.as_bytes());
            let name = part.split('=').next().unwrap_or_default();
            let (token, _) = seen(&params, part, &query).expect("is compared");
            assert_eq!(token, name, "{path}");
        }
    }

    #[test]
    fn each_kind_of_parameter_has_its_token() {
        let params = Params::new(
            Classes::default(),
            true,
            &["ref".to_owned(), "X-*".to_owned()],
            &["tab*".to_owned()],
        );
        let cases = [
            ("utm_source=mail", None),
            ("UTM_Medium=x", None),
            ("_=1706832000", None),
            ("PHPSESSID=ab12", None),
            ("ref=home", None),
            ("x-trace=1", None),
            ("utm=1", Some(("utm", "{value}"))),
            ("q=", Some(("q", ""))),
            ("debug", Some(("debug", ""))),
            ("q=red", Some(("q", "{word}"))),
            ("q=red%20shoes", Some(("q", "{value}"))),
            ("id=17", Some(("id", "{value}"))),
            ("next=/account", Some(("next", "{path}"))),
            ("next=%2Faccount", Some(("next", "{path}"))),
            ("next=https://example.test/", Some(("next=url", "{url}"))),
            (
                "next=https%3A%2F%2Fexample.test",
                Some(("next=url", "{url}")),
            ),
            ("next=//example.test", Some(("next=url", "{url}"))),
            ("f[0]=a", Some(("f[]", "{word}"))),
            ("f%5B12%5D=a", Some(("f[]", "{word}"))),
            ("f[][0]=a", Some(("f[][]", "{word}"))),
            ("f[name]=a", Some(("f[name]", "{word}"))),
            ("action=delete", Some(("action=delete", "{word}"))),
            ("Action=getUser", Some(("Action=getUser", "{word}"))),
            ("r=site/login", Some(("r=site/login", "{word}"))),
            ("page=7", Some(("page", "{value}"))),
            ("page=how-to-plant-a-tree", Some(("page", "{value}"))),
            ("r=www.example.test/x", Some(("r", "{word}"))),
            // A route keeps its names.
            (
                "rest_route=/wp/v2/posts/7",
                Some(("rest_route=wp/v2/posts/{}", "{path}")),
            ),
            (
                "rest_route=/wp/v2/posts/7/revisions",
                Some(("rest_route=wp/v2/posts/{}/revisions", "{path}")),
            ),
            ("r=site%2Flogin", Some(("r=site/login", "{value}"))),
            ("r=site/login/7", Some(("r=site/login/{}", "{value}"))),
            ("r=site/login%3Fid=7", Some(("r", "{value}"))),
            (
                "r=zork/wombat/quokka",
                Some(("r=zork/wombat/quokka", "{word}")),
            ),
            ("option=com_zork2", Some(("option=com_zork2", "{value}"))),
            ("r=red%20shoes", Some(("r", "{value}"))),
            // By the last word of a name.
            (
                "tx_x[controller]=Tea",
                Some(("tx_x[controller]=Tea", "{word}")),
            ),
            (
                "_58_mvcPath=/tea/edit.jsp",
                Some(("_58_mvcPath=tea/edit.jsp", "{path}")),
            ),
            ("x_action=row17", Some(("x_action", "{value}"))),
            ("x[color]=red", Some(("x[color]", "{word}"))),
            (
                "javax.faces.source=form%3Asave",
                Some(("javax.faces.source=form:save", "{value}")),
            ),
            ("page=../../etc/passwd", Some(("page", "{word}"))),
            (
                "operationName=GetUser",
                Some(("operationName=GetUser", "{word}")),
            ),
            (
                "fuseaction=home.main",
                Some(("fuseaction=home.main", "{word}")),
            ),
            ("search_id=newposts", Some(("search_id=newposts", "{word}"))),
            ("search_id=17", Some(("search_id", "{value}"))),
            // Operations and pages.
            (
                "operationName=GetCart2",
                Some(("operationName=GetCart2", "{value}")),
            ),
            (
                "query=mutation%20AddZork%7Ba%7Bid%7D%7D",
                Some(("query=mutation AddZork", "{value}")),
            ),
            ("query=red%20shoes", Some(("query", "{value}"))),
            ("query={search_term}", Some(("query", "{value}"))),
            ("doc_id=2951041161", Some(("doc_id", "{value}"))),
            (
                "title=Special:Export",
                Some(("title=Special:Export", "{word}")),
            ),
            ("title=Talk:Tea", Some(("title=Talk:{}", "{word}"))),
            ("title=Main_Page", Some(("title", "{word}"))),
            // Names that the user chose keep their values.
            ("tab=7", Some(("tab=7", "{value}"))),
            (
                "Tab2=https://example.test/",
                Some(("Tab2=https://example.test/", "{url}")),
            ),
            ("tab", Some(("tab", ""))),
            // Escaped twice.
            ("amp;utm_source=mail", None),
            ("amp;amp%3Butm_source=mail", None),
            ("amp;id=7", Some(("amp;id", "{value}"))),
            ("amp;", Some(("amp;", ""))),
            ("id.236210", Some(("id.{}", ""))),
            // Sessions and stamps, by their values.
            ("sid=0123456789abcdef0123456789abcdef", None),
            ("sid=12", Some(("sid", "{value}"))),
            ("session=summer", Some(("session", "{word}"))),
            ("rnd=0.123456789", None),
            ("random=true", Some(("random", "{word}"))),
            ("ver=4.9.8", Some(("ver", "{value}"))),
            ("qprc09", Some(("", "{value}"))),
            ("pppa5t", Some(("", "{value}"))),
            ("1706832000", Some(("", "{value}"))),
            ("wsdl", Some(("wsdl", ""))),
        ];
        for (part, wanted) in cases {
            let wanted = wanted.map(|(name, value)| (name.to_owned(), value));
            assert_eq!(
                seen(&params, part, &QueryContext::default()),
                wanted,
                "{part}"
            );
        }
    }

    #[test]
    fn a_chosen_name_is_stronger_than_an_ignored_pattern() {
        for (ignored, chosen, part, wanted) in [
            ("*", "id", "id=7", Some("id=7")),
            ("*", "id", "tab=7", None),
            ("utm_*", "*", "utm_x=7", None),
            ("utm_*", "*", "tab=7", Some("tab=7")),
            ("tab*", "*b*", "tab=7", None),
            ("id", "id", "id=7", Some("id=7")),
        ] {
            let params = Params::new(
                Classes::default(),
                true,
                &[ignored.to_owned()],
                &[chosen.to_owned()],
            );
            let found = seen(&params, part, &QueryContext::default()).map(|(name, _)| name);
            assert_eq!(found.as_deref(), wanted, "{ignored} {chosen} {part}");
        }
    }

    #[test]
    fn verbs_say_what_a_program_does() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let programs: [QueryContext<'_>; 4] = [
            QueryContext::new(b"/", b""),
            QueryContext::new(b"/a/x.php", b""),
            QueryContext::new(b"/x.ashx", b""),
            QueryContext::of_body(b"/a/b"),
        ];
        for (part, wanted) in [
            ("x=delete", "x=delete"),
            ("x=deleteTea", "x=deleteTea"),
            ("x=drop_tea", "x=drop_tea"),
            ("x=getuser", "x=getuser"),
            ("id=login", "id=login"),
            ("a=list", "a=list"),
            ("x=delete-tea", "x=delete-tea"),
            ("x=showTea", "x=showTea"),
            // Not in titles.
            ("x=new-york", "x"),
            ("x=show-jumping", "x"),
            // Not those that sort, filter or hold text.
            ("sort=add", "sort"),
            ("tea_status=publish", "tea_status"),
            ("message=delete", "message"),
            ("mail_subject=delete", "mail_subject"),
            // Not other words.
            ("x=red", "x"),
            ("x=address", "x"),
            ("x=setback7", "x"),
            ("x=list%20of%20teas", "x"),
        ] {
            for program in &programs {
                let found = seen(&params, part, program).map(|(name, _)| name);
                assert_eq!(found.as_deref(), Some(wanted), "{part} {program:?}");
            }
        }
        for path in ["/a/b", "/a/x.js", "/a/x.html"] {
            let found = seen(
                &params,
                "x=delete",
                &QueryContext::new(path.as_bytes(), b""),
            );
            assert_eq!(found, Some(("x".to_owned(), "{word}")), "{path}");
        }
    }

    #[test]
    fn names_and_words_of_other_languages_select() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        for (part, wanted) in [
            ("pagina=inicio", "pagina=inicio"),
            ("p%C3%A1gina=inicio", "p%C3%A1gina=inicio"),
            ("P\u{c1}GINA=inicio", "P\u{c1}GINA=inicio"),
            ("a\u{e7}a\u{303}o=x", "a\u{e7}a\u{303}o=x"),
            ("操作=delete", "操作=delete"),
            (
                "страница=контакты",
                "страница=%D0%BA%D0%BE%D0%BD%D1%82%D0%B0%D0%BA%D1%82%D1%8B",
            ),
            ("page=in%c3%adcio", "page=in%C3%ADcio"),
            ("page=%E6%96%87", "page=%E6%96%87"),
            ("page=%E6%96", "page"),
            ("page=a%20%E6%96%87", "page"),
            ("page=%E6%96%877", "page"),
            ("pagina=7", "pagina"),
            ("pagina=३", "pagina"),
            ("цвет=красный", "цвет"),
            ("rubrik=haus", "rubrik"),
        ] {
            let found = seen(&params, part, &QueryContext::default()).map(|(name, _)| name);
            assert_eq!(found.as_deref(), Some(wanted), "{part}");
        }
    }

    #[test]
    fn nothing_is_ignored_without_the_defaults() {
        let params = Params::new(Classes::default(), false, &[], &[]);
        assert_eq!(
            seen(&params, "utm_source=mail", &QueryContext::default()),
            Some(("utm_source".to_owned(), "{word}"))
        );
    }

    #[test]
    fn the_edition_of_a_static_file_is_ignored() {
        let params = Params::new(Classes::default(), true, &[], &["rev".to_owned()]);
        let strict = Params::new(Classes::default(), false, &[], &[]);
        let query = &QueryContext::new(b"/a/app.min.JS", b"v=3");
        for part in [
            "v=3",
            "ver=4.9.8",
            "qprc09",
            "20240506",
            "beta",
            "t=1706832000",
            "VERSION=1",
            "r=17",
            "itok=G4KnrRSn",
            "id=0dbb28fde21b241f871a",
        ] {
            assert_eq!(seen(&params, part, query), None, "{part}");
            assert!(seen(&strict, part, query).is_some(), "{part}");
            assert!(
                seen(&params, part, &QueryContext::new(b"/a/app", b"v=3")).is_some(),
                "{part}"
            );
        }
        for part in ["callback=run", "w=200", "url=/x", "id=7", "rev=3"] {
            assert!(seen(&params, part, query).is_some(), "{part}");
        }
    }

    #[test]
    fn a_language_or_a_link_that_opens_an_app_counts_only_where_it_may_be_all_that_counts() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let strict = Params::new(Classes::default(), false, &[], &[]);
        for (path, text, part, counts) in [
            ("/a/b", "lang=de", "lang=de", false),
            ("/a/b/", "lang=pt-BR", "lang=pt-BR", false),
            ("/a", "lang=de", "lang=de", true),
            ("/", "lang=de&id=7", "lang=de", true),
            ("/a", "lang=zh_Hant&id=7", "lang=zh_Hant", false),
            ("/a/b", "lang=perl", "lang=perl", true),
            ("/a/b", "lang=", "lang=", true),
            ("/a/b", "hl=en", "hl=en", true),
            ("/a", "hl=en&id=7", "hl=en", false),
            ("/a/b", "locale=en", "locale=en", true),
            ("/", "af_xp=custom", "af_xp=custom", true),
            ("/a", "af_xp=custom", "af_xp=custom", false),
        ] {
            let query = &QueryContext::new(path.as_bytes(), text.as_bytes());
            assert_eq!(
                seen(&params, part, query).is_some(),
                counts,
                "{path}?{text}"
            );
            assert!(seen(&strict, part, query).is_some(), "{path}?{text}");
        }
    }

    #[test]
    fn routes_count_where_one_program_serves_all_pages() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let cases = [
            ("q=admin/config", "q=admin/config"),
            ("q=%2Fadmin%2Fconfig/", "q=admin/config"),
            ("q=node/17", "q=node/{}"),
            ("q=node/17/edit", "q=node/{}/edit"),
            ("q=node/add", "q=node/add"),
            ("q=user/zork", "q=user/{}"),
            ("q=taxonomy/term/7/feed", "q=taxonomy/term/{}/feed"),
            ("q=admin/zork", "q=admin/zork"),
            ("q=content/red-shoes", "q=content/{}"),
            ("s=/admin/login/index.html", "s=admin/login/index.html"),
            ("s=/zork/wombat", "s=zork/{}"),
            ("s=/home/zork/add", "s=home/zork/add"),
            ("s=/home/zork/wombat/add", "s=home/zork/{}/add"),
            ("s=/red-shoes/add", "s"),
            ("p=/login", "p=login"),
            ("p=/zork", "p"),
            ("url=/search/red%20shoes%3Fa", "url=search/{}"),
            ("_url=/users/7", "_url=users/{}"),
            // Searches, return addresses, other values.
            ("q=red%20shoes", "q"),
            ("q=users", "q"),
            ("q=zork/wombat", "q"),
            ("q=7/8", "q"),
            ("p=17", "p"),
            ("p=../../etc/passwd", "p"),
            ("p=user/../zork", "p"),
            ("p=zork.git;a=log", "p"),
            ("url=//example.test/x", "url=url"),
            ("url=example.test/users", "url"),
            ("next=/users/7", "next"),
        ];
        for path in [
            "/",
            "/index.php",
            "/zork/INDEX.PHP",
            "/default.aspx",
            "/app_dev.php",
        ] {
            for (part, wanted) in cases {
                let found = seen(&params, part, &QueryContext::new(path.as_bytes(), b""))
                    .map(|(name, _)| name);
                assert_eq!(found.as_deref(), Some(wanted), "{path} {part}");
            }
        }
        for path in [
            "/search",
            "/users/",
            "/_next/image/",
            "/index.html",
            "/reindex.php",
            "/app.zork",
        ] {
            let found = seen(
                &params,
                "q=admin/config",
                &QueryContext::new(path.as_bytes(), b""),
            );
            assert_eq!(found, Some(("q".to_owned(), "{word}")), "{path}");
        }
        let drawn = "s=0123456789abcdef0123456789abcdef";
        assert_eq!(seen(&params, drawn, &QueryContext::new(b"/", b"")), None);
        let q = drawn.replace("s=", "q=");
        assert_eq!(
            seen(&params, &q, &QueryContext::new(b"/", b"")),
            Some(("q".to_owned(), "{value}"))
        );
        let params = Params::new(Classes::default(), false, &[], &[]);
        assert_eq!(
            seen(&params, drawn, &QueryContext::new(b"/", b"")),
            Some(("s".to_owned(), "{value}"))
        );
    }

    #[test]
    fn a_name_may_be_a_route() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        for (part, wanted) in [
            ("/users/17/edit", "users/{}/edit"),
            ("/users/18/edit", "users/{}/edit"),
            ("/zork", "zork"),
            ("threads/zork-wombat.17/", "threads/{}"),
            ("zork/wombat", "zork/wombat"),
            ("/zork/wombat/7/edit", "zork/{}/{}/edit"),
            ("/17-zork", "{}"),
            ("users/7=1", "users/{}"),
            ("17/zork", "{}"),
            (".%5B/zork%5D", "{}"),
        ] {
            assert_eq!(
                seen(&params, part, &QueryContext::default())
                    .map(|(name, _)| name)
                    .as_deref(),
                Some(wanted)
            );
        }
    }

    #[test]
    fn endpoints_of_graphql_keep_stored_documents_apart() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let query = &QueryContext::new(b"/api/GraphQL/", b"");
        for (part, wanted) in [
            ("doc_id=2951041161", "doc_id=2951041161"),
            (
                "query_hash=0a85e6ea60a4c99edc58ab2f3d17cfdf",
                "query_hash=0a85e6ea60a4c99edc58ab2f3d17cfdf",
            ),
            ("query={me}", "query=query{me"),
            ("variables={}", "variables"),
        ] {
            assert_eq!(
                seen(&params, part, query).map(|(name, _)| name).as_deref(),
                Some(wanted)
            );
        }
    }

    #[test]
    fn routers_choose_where_two_of_them_stand() {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let text = |name: &str| Some((name.to_owned(), "{word}"));
        let query = b"m=content&c=index&a=kettle";
        assert_eq!(
            seen(&params, "a=kettle", &QueryContext::new(b"/", query)),
            text("a=kettle")
        );
        assert_eq!(
            seen(
                &params,
                "a=kettle",
                &QueryContext::new(b"/", b"a=kettle&id=7")
            ),
            text("a")
        );
        assert_eq!(
            seen(&params, "m=red", &QueryContext::new(b"/", b"m=red")),
            text("m")
        );
        // The order does not matter; the same router twice counts once.
        for (query, wanted) in [
            (&b"q&a=kettle&c=x"[..], "a=kettle"),
            (b"g=home&a=kettle&c=x", "a=kettle"),
            (b"g=home&a=kettle", "a"),
            (b"c=x&q&a=kettle", "a=kettle"),
            (b"a=kettle&q&a=kettle", "a"),
            (b"q&a=kettle&a=kettle", "a"),
            (b"a=kettle&c=7", "a"),
        ] {
            assert_eq!(
                seen(&params, "a=kettle", &QueryContext::new(b"/", query)),
                text(wanted)
            );
        }
    }
}
