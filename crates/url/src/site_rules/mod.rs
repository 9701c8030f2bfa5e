//! The rules of one file about the places of sites: what is in and out, what is the same or
//! different, and how much of it is kept.
//!
//! A rule is one line: a place, a verb, and optionally a day, which nothing depends on.
//!
//! ```text
//! .shop.example                  in        # only this
//! !shop.example/logout                     # out
//! *?ref*&utm_*                   same      # they mean nothing
//! shop.example/item?tab          different # its values are pages
//! shop.example/users/*           same      # one is enough
//! shop.example/docs/intro|setup  different
//! */**/reviews/**                different # at any depth
//! shop.example/*                 max 100   # of each section
//! ```
//!
//! Each rule becomes a setting of its own, so that nothing after this module knows files: a
//! [`Scope`], [`UrlRules`], [`ParamRules`], protected names, [limits](PlaceLimit). Older forms of
//! lines are told apart by a verb (`HOST TEMPLATE same`), by a colon (`HOST: NAME NAME`), or by
//! having neither: a place alone is in the scope.

mod limit;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::place::refuse_other_signs;
use crate::rule_text::{self, at_line, refusal};
use crate::selection::Scope;
use crate::token::{ParamRules, RuleLine, UrlRule, UrlRules, Verb, has_verb, not_a_rule};
pub use limit::PlaceLimit;

/// The rules of a file about the places of sites, for `Builder::site_rules`.
#[derive(Clone, Debug, Default)]
pub struct SiteRules {
    /// What is in and out.
    pub scope: Scope,
    /// What is the same and different.
    pub url_rules: UrlRules,
    /// Parameters that change nothing.
    pub param_rules: ParamRules,
    /// Names of segments that are never merged.
    pub protected: Vec<String>,
    /// How many lines are kept; the last one that has a URL decides.
    pub limits: Vec<PlaceLimit>,
    /// The age at which rules are reported, as it is written.
    pub expire: Option<String>,
}

impl SiteRules {
    /// Reads a rule from each line. Of a site's `robots.txt` it reads the lines `Clean-param:`.
    ///
    /// # Errors
    ///
    /// If a line is not a rule; the message has its number, and what to write.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut rules = Self::default();
        if ParamRules::is_robots(text) {
            rules.param_rules = ParamRules::read(text)?;
            return Ok(rules);
        }
        let mut bare_line = None;
        for (number, line) in rule_text::lines(text) {
            if is_bare(line) && !line.starts_with('!') {
                bare_line = bare_line.or(Some((number, line)));
            }
            let added = rules.add(line, number);
            added.map_err(|error| at_line(number, &error))?;
        }
        // Where other rules have verbs, one without is more likely to be forgotten than meant: it
        // would put everything else out.
        if let Some((number, line)) = bare_line
            && rules.says_what_is_same()
        {
            let message = refusal(format!(
                "\"{}\" has no verb: write in, same, different or another one after it",
                line.escape_debug()
            ));
            return Err(at_line(number, &message));
        }
        Ok(rules)
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.scope.is_empty() && self.limits.is_empty() && !self.says_what_is_same()
    }

    /// Whether rules say what is the same or different.
    fn says_what_is_same(&self) -> bool {
        !self.url_rules.is_empty() || !self.param_rules.is_empty() || !self.protected.is_empty()
    }

    /// Adds the rule of a line.
    fn add(&mut self, line: &str, number: usize) -> Result<(), Error> {
        if !has_verb(line) {
            refuse_other_signs(line)?;
        }
        if ParamRules::is_rule(line) {
            return self.param_rules.add_line(line);
        }
        if is_bare(line) {
            return self.scope.add_line(line);
        }
        if line.starts_with('!') {
            return Err(refusal(format!(
                "\"{}\" has ! and a verb: write the place and out, or ! and the place alone",
                line.escape_debug()
            )));
        }
        if !has_verb(line) {
            let advice = not_a_rule(line);
            return Err(refusal(format!("{advice}, or HOST: NAME NAME")));
        }
        let line = RuleLine::read(line)?;
        if line.verb == Verb::Expire {
            return self.set_expire(&line);
        }
        if line.hosts.is_empty() {
            return Err(not_a_rule(line.text));
        }
        for host in line.each_host() {
            match line.verb {
                Verb::In => self.add_scope(host, &line.path, false)?,
                Verb::Out => self.add_scope(host, &line.path, true)?,
                Verb::Max => {
                    let limit = PlaceLimit::read(host, &line.path, line.value)?;
                    self.limits.push(limit);
                }
                _ => self.add_relation(host, &line, number)?,
            }
        }
        Ok(())
    }

    /// Adds what is the same or different.
    fn add_relation(
        &mut self,
        host: &str,
        line: &RuleLine<'_>,
        number: usize,
    ) -> Result<(), Error> {
        let Some(names) = line.path.strip_prefix("/**/") else {
            let rule = UrlRule::of_line(host, line)?;
            self.url_rules.add_line(rule, number);
            return Ok(());
        };
        let names = names.strip_suffix("/**").unwrap_or(names);
        if host != "*" || line.verb != Verb::Different || names.contains(['/', '*', '?', '{']) {
            return Err(refusal(format!(
                "\"{}\" has ** before a name: names are kept apart at any depth on all hosts alone, as in \
                 */**/reviews/** different",
                line.text.escape_debug()
            )));
        }
        let names = names.split('|').map(str::to_owned);
        self.protected.extend(names);
        Ok(())
    }

    /// Adds what is in or out. A path is a beginning; with `/**` it ends with a segment.
    fn add_scope(&mut self, hosts: &str, path: &str, excludes: bool) -> Result<(), Error> {
        if path.contains(['{', '}']) {
            let shown = path.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not the start of a path: with in and out, it has names, a|b and *"
            )));
        }
        for path in written_out(path)? {
            self.scope.add_path(hosts, &path, excludes)?;
        }
        Ok(())
    }

    /// Sets the age at which rules of this file are reported.
    fn set_expire(&mut self, line: &RuleLine<'_>) -> Result<(), Error> {
        if line.hosts != "*" || !line.path.is_empty() || line.value.is_empty() {
            return Err(refusal(format!(
                "\"{}\" is not a rule: expire is for all rules of the file, as in * expire 90d",
                line.text.escape_debug()
            )));
        }
        self.expire = Some(line.value.to_owned());
        Ok(())
    }
}

/// Whether a line is a place alone, without a verb, or several between commas.
fn is_bare(line: &str) -> bool {
    let is_word = !line.replace(", ", ",").contains(char::is_whitespace);
    is_word || line.starts_with('!') && !has_verb(line)
}

/// The most paths that one rule stands for.
const MOST_PATHS: usize = 1000;

/// Returns the paths that `a|b` and an inner `**` stand for.
fn written_out(path: &str) -> Result<Vec<String>, Error> {
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let mut found = vec![String::new()];
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    for (number, segment) in segments.iter().enumerate() {
        let choices = if *segment == "**" && number + 1 < segments.len() {
            vec![String::new(), "/*".to_owned()]
        } else {
            let names = segment.split('|');
            names.map(|name| format!("/{name}")).collect()
        };
        if found.len() * choices.len() > MOST_PATHS {
            return Err(refusal(format!(
                "\"{}\" stands for more than {MOST_PATHS} paths: write several rules",
                path.escape_debug()
            )));
        }
        let mut longer = Vec::new();
        for start in &found {
            for choice in &choices {
                longer.push(format!("{start}{choice}"));
            }
        }
        found = longer;
    }
    for path in &mut found {
        path.push_str(query);
    }
    Ok(found)
}
