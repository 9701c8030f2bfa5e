//! Classes of the segments of a path, with reasons: the answer of `urlsift classes`.

use urlsift_core::learn;
use urlsift_core::record::{Segment, Url};
use urlsift_core::settings::builder::{Builder, Settings};
use urlsift_url::display_text;
use urlsift_url::hash::Key;
use urlsift_url::input;
use urlsift_url::parse::Scratch;
use urlsift_url::token::{
    self, Class, Classifier, Mark, Mode, QueryContext, Readings, SegmentReading, Sink,
    Surroundings, Traits,
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

impl Classified {
    /// Creates one without a rule.
    fn new(text: String, class: Class, token: String) -> Self {
        Self {
            text,
            class,
            token,
            rule: None,
            why: None,
            examples: &[],
            counterexamples: &[],
            taught: None,
            learning: String::new(),
        }
    }
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
    let Mode::Classes { classifier, .. } = &mode else {
        return Vec::new();
    };
    let mut scratch = Scratch::default();
    // `report.pdf` could also be a host.
    let parsed = if text.contains('/') {
        input::parse(text.as_bytes(), &mut scratch)
    } else {
        None
    };
    let mut sink = Collect {
        classifier,
        mode: &mode,
        found: Vec::new(),
        segments: Vec::new(),
    };
    let Some((address, _)) = parsed else {
        // Neither a URL nor a path: segments from the middle of one.
        let text = display_text::escaped(text);
        for segment in text.as_bytes().split(|&b| b == b'/') {
            if !segment.is_empty() {
                sink.segment(segment, Surroundings::default());
            }
        }
        return sink.finish(settings.view(), false);
    };
    let api = token::is_api_host(address.host);
    mode.walk(&address, api, &mut sink);
    sink.finish(settings.view(), api)
}

/// Converts a segment to show it, with its letters as people write them.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&display_text::shown(bytes)).into_owned()
}

/// Collects segments with their classes.
struct Collect<'a> {
    classifier: &'a Classifier,
    mode: &'a Mode,
    found: Vec<Classified>,
    /// The segments without the effects of users' rules.
    segments: Vec<Segment>,
}

impl Collect<'_> {
    fn finish(mut self, settings: &Settings, api: bool) -> Vec<Classified> {
        if settings.learns() {
            let url = Url {
                api,
                ..Url::default()
            };
            let said =
                learn::describe::describe(settings.tuning, &Key::new([0; 2]), &url, &self.segments);
            for (found, said) in self.found.iter_mut().zip(said) {
                if found.taught.is_none() {
                    found.learning = said;
                }
            }
        }
        self.found
    }
}

impl Sink for Collect<'_> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        let mut token = Vec::new();
        let found = self.classifier.classify(name, surroundings, &mut token);
        let mut classified = Classified::new(shown(name), found.class, shown(&token));
        if found.traits.has(Traits::MASKED) {
            classified.class = Class::Numbered;
        }
        classified.rule = found.rule;
        let mut rules = token::rules::all();
        if let Some(rule) = rules.find(|rule| Some(rule.name) == found.rule) {
            classified.why = Some(rule.why);
            classified.examples = rule.takes();
            classified.counterexamples = rule.leaves();
        }
        self.found.push(classified);
        // Only the difference between tokens matters here.
        let token = 2 * self.segments.len() as u64;
        let is_word = !found.traits.has(Traits::VALUE);
        self.segments.push(Segment {
            token,
            variable: token + u64::from(is_word),
            stem: 0,
            traits: found.traits,
            class: Some(found.class),
            speech: found.speech,
        });
        found.traits
    }

    fn mark(&mut self, mark: Mark) {
        let (class, why) = match mark {
            Mark::InnerPath => (
                Class::Text,
                "a path inside the path is one value, however deep",
            ),
            Mark::Route => (
                Class::Word,
                "a fragment that begins with / or ! continues the path",
            ),
        };
        let text = mark.name().to_owned();
        let token = mark.token().to_owned();
        let mut found = Classified::new(text, class, token);
        found.why = Some(why);
        self.found.push(found);
        // No other token has this hash.
        let token = u64::MAX;
        self.segments.push(Segment {
            token,
            variable: token,
            traits: mark.traits(),
            ..Segment::default()
        });
    }

    fn param(&mut self, _: &[u8], _: Option<&[u8]>, _: &QueryContext<'_>) {}
}

impl Readings for Collect<'_> {
    fn count(&self) -> usize {
        self.segments.len()
    }

    fn seen(&self, at: usize) -> (Option<Class>, Traits) {
        let Segment { class, traits, .. } = self.segments[at];
        (class, traits)
    }

    fn read(&mut self, at: usize, reading: SegmentReading<'_>, traits: Traits) {
        let found = &mut self.found[at];
        let segment = &mut self.segments[at];
        let rule = match reading {
            SegmentReading::Name => None,
            SegmentReading::Value(rule)
            | SegmentReading::Set(rule, _)
            | SegmentReading::Written(rule, _) => Some(rule),
        };
        found.token = match reading {
            SegmentReading::Name | SegmentReading::Value(_) => "{}".to_owned(),
            SegmentReading::Set(_, text) | SegmentReading::Written(_, text) => shown(text),
        };
        found.taught = rule.and_then(|rule| Some(self.mode.all_url_rules()?.describe(rule)));
        if rule.is_none() {
            found.class = Class::Handle;
            found.rule = None;
            found.why =
                Some("before /-/ and /+ stand names of packages, projects and their groups");
            found.examples = &[];
            found.counterexamples = &[];
            segment.variable = segment.token;
            segment.traits = traits;
            segment.class = Some(Class::Handle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::decide::sift::Sift;

    #[test]
    fn it_says_what_learning_makes_of_words() {
        let found = classify(&Sift::builder(), "https://example.com/users/zulu");
        assert!(found[0].learning.contains("ordinary"), "{found:?}");
        assert!(found[1].learning.contains("unfamiliar"), "{found:?}");
        let found = classify(&Sift::builder(), "https://example.com/keycloak/42/_zulu");
        assert!(found[0].learning.contains("dangerous"), "{found:?}");
        assert!(found[1].learning.contains("value"), "{found:?}");
        assert!(found[2].learning.contains("begins with"), "{found:?}");
        assert_eq!(
            classify(&Sift::builder(), "4af0bdc4")[0].rule,
            Some("hexadecimal")
        );
        assert!(
            classify(&Sift::builder().learn(false), "zulu")[0]
                .learning
                .is_empty()
        );
        assert!(classify(&Sift::builder().literal(true), "zulu").is_empty());
    }
}
