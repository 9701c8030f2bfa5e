//! Classes of the segments of a path, with reasons: the answer of `urlsift classes`.

use urlsift_core::builder::{Builder, Settings};
use urlsift_core::learn;
use urlsift_core::record::{Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::input;
use urlsift_url::parse::Scratch;
use urlsift_url::token::{
    self, Class, Classifier, Mode, Noted, Owners, QueryContext, RuleEffect, RuleLookup, Sink, Surroundings,
    Traits,
};

/// The class of one segment, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classified {
    /// The segment.
    pub text: String,
    /// Its class.
    pub class: Class,
    /// The token that is compared: `{}` for a value.
    pub token: String,
    /// The name of the rule that made it a value; `None` for a word.
    pub rule: Option<&'static str>,
    /// The reason for that rule.
    pub why: Option<&'static str>,
    /// Examples that the rule applies to.
    pub examples: &'static [&'static str],
    /// Counterexamples that the rule leaves alone.
    pub counterexamples: &'static [&'static str],
    /// The [user's rule](Builder::rules) that decides the token, if any does: `line 3: example.com
    /// /docs/*  same`.
    pub taught: Option<String>,
    /// The effect of learning on it, in words. Empty if nothing is learned from it.
    pub learning: String,
}

/// Classifies the segments of a URL, a path or a single segment under these settings, in order. A
/// text without a slash is one segment. The answer is empty under [`literal`](Builder::literal),
/// where no rule applies.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::explain::classify;
///
/// let found = classify(&Sift::builder(), "https://example.com/rest/api/2/users/4af0bdc4");
/// let tokens: Vec<&str> = found.iter().map(|segment| segment.token.as_str()).collect();
/// assert_eq!(tokens, ["rest", "api", "2", "users", "{}"]);
/// assert_eq!(found[2].rule, Some("version-after-api"));
/// ```
pub fn classify(settings: &Builder, text: &str) -> Vec<Classified> {
    let mode = settings.view().mode();
    let Mode::Classes { classifier, .. } = &mode else { return Vec::new() };
    let mut scratch = Scratch::default();
    // `report.pdf` could also be a host.
    let parsed = if text.contains('/') { input::parse(text.as_bytes(), &mut scratch) } else { None };
    let Some((address, _)) = parsed else {
        // Neither a URL nor a path: segments from the middle of one.
        let mut sink = Collect { classifier, found: Vec::new(), segments: Vec::new() };
        for segment in text.as_bytes().split(|&b| b == b'/').filter(|segment| !segment.is_empty()) {
            sink.segment(segment, Surroundings::default());
        }
        return sink.finish(settings.view(), false);
    };
    let api = token::is_api_host(address.host);
    let mut sink = Collect { classifier, found: Vec::new(), segments: Vec::new() };
    let Some(taught) = mode.url_rules(address.host) else {
        token::walk(&address, false, api, &mut sink);
        return sink.finish(settings.view(), api);
    };
    let mut noted = Noted::new(&mut sink);
    token::walk(&address, false, api, &mut noted);
    let names = noted.names;
    let seen = |at: usize| (sink.segments[at].class, sink.segments[at].traits);
    let readings = taught.read(address.host, &names, seen).unwrap_or_default();
    let mut found = sink.finish(settings.view(), api);
    for (at, (found, reading)) in found.iter_mut().zip(readings).enumerate() {
        found.read(taught, at, reading);
    }
    found
}

impl Classified {
    /// Applies a user's rule to the token.
    fn read(&mut self, taught: &RuleLookup, at: usize, reading: RuleEffect) {
        let (rule, token) = match reading {
            RuleEffect::Own => return,
            RuleEffect::Value(rule) => (rule, "{}".to_owned()),
            RuleEffect::Set(rule) => (rule, taught.set(rule, at)),
            RuleEffect::Written(rule) => (rule, self.text.clone()),
        };
        (self.taught, self.token) = (Some(taught.describe(rule)), token);
        self.learning.clear();
    }
}

/// Collects segments with their classes.
struct Collect<'a> {
    classifier: &'a Classifier,
    found: Vec<Classified>,
    segments: Vec<Segment>,
}

impl Collect<'_> {
    fn finish(mut self, settings: &Settings, api: bool) -> Vec<Classified> {
        if settings.learns() {
            let url = Url { api, ..Url::default() };
            let said = learn::describe::describe(settings.tuning, &Key::new([0; 2]), &url, &self.segments);
            for (found, said) in self.found.iter_mut().zip(said) {
                found.learning = said;
            }
        }
        self.found
    }
}

impl Sink for Collect<'_> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        let mut token = Vec::new();
        let found = self.classifier.classify(name, surroundings, &mut token);
        let rule = token::rules::all().find(|rule| Some(rule.name) == found.rule);
        self.found.push(Classified {
            text: String::from_utf8_lossy(name).into_owned(),
            class: found.class,
            token: String::from_utf8_lossy(&token).into_owned(),
            rule: found.rule,
            why: rule.map(|rule| rule.why),
            examples: rule.map_or(&[], |rule| rule.takes),
            counterexamples: rule.map_or(&[], |rule| rule.leaves),
            taught: None,
            learning: String::new(),
        });
        // Only the difference between tokens matters here.
        let token = 2 * self.segments.len() as u64;
        let variable = token + u64::from(!found.traits.has(Traits::VALUE));
        self.segments.push(Segment { token, variable, traits: found.traits, class: Some(found.class) });
        found.traits
    }

    fn inner_path(&mut self) {
        self.found.push(Classified {
            text: String::new(),
            class: Class::Text,
            token: "{}".to_owned(),
            rule: None,
            why: Some("a path inside the path is one value, however deep"),
            examples: &[],
            counterexamples: &[],
            taught: None,
            learning: String::new(),
        });
        self.segments.push(Segment { traits: Traits(Traits::VALUE), ..Segment::default() });
    }

    fn owners(&mut self, owners: Owners) {
        if !self.classifier.classes.has(Class::Handle) {
            return;
        }
        let mut both: Vec<_> = self.found.iter_mut().zip(&mut self.segments).collect();
        for (owner, (found, segment)) in owners.of(&mut both) {
            if let Some(traits) = owner.name(segment.traits) {
                found.class = Class::Handle;
                "{}".clone_into(&mut found.token);
                found.rule = None;
                found.why = Some("before /-/ and /+ stand names of packages, projects and their groups");
                (found.examples, found.counterexamples) = (&[], &[]);
                segment.variable = segment.token;
                segment.traits = traits;
                segment.class = Some(Class::Handle);
            }
        }
    }

    fn route(&mut self) {
        let mark = u64::MAX;
        let traits = Traits(Traits::FIXED);
        self.segments.push(Segment { token: mark, variable: mark, traits, class: None });
        self.found.push(Classified {
            text: "#".to_owned(),
            class: Class::Word,
            token: "#".to_owned(),
            rule: None,
            why: Some("a fragment that begins with / or ! continues the path"),
            examples: &[],
            counterexamples: &[],
            taught: None,
            learning: String::new(),
        });
    }

    fn param(&mut self, _: &[u8], _: Option<&[u8]>, _: &QueryContext<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::sift::Sift;

    #[test]
    fn it_says_what_learning_makes_of_words() {
        let found = classify(&Sift::builder(), "https://example.com/users/zulu");
        assert!(found[0].learning.contains("ordinary"), "{found:?}");
        assert!(found[1].learning.contains("unfamiliar"), "{found:?}");
        let found = classify(&Sift::builder(), "https://example.com/keycloak/42/_zulu");
        assert!(found[0].learning.contains("dangerous"), "{found:?}");
        assert!(found[1].learning.contains("value"), "{found:?}");
        assert!(found[2].learning.contains("begins with"), "{found:?}");
        assert_eq!(classify(&Sift::builder(), "4af0bdc4")[0].rule, Some("hexadecimal"));
        assert!(classify(&Sift::builder().learn(false), "zulu")[0].learning.is_empty());
        assert!(classify(&Sift::builder().literal(true), "zulu").is_empty());
    }
}
