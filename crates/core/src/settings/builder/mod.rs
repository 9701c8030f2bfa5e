//! Sets the settings of a filter one by one.

mod settings;

use crate::scan::terms::Terms;
use crate::settings::PerPrefix;
use crate::settings::detail::Detail;
use crate::similar::similarity::{Metric, Weights};
use std::num::NonZeroU32;
use std::sync::Arc;
use urlsift_url::input::Input;
use urlsift_url::selection::Selection;
use urlsift_url::separators::By;
use urlsift_url::site_rules::SiteRules;
use urlsift_url::token::{Class, Classes, ParamRules, UrlRules};

pub use settings::{ParamMode, Settings};

/// Settings of a [`Sift`](crate::decide::sift::Sift), created from them by
/// [`build`](Builder::build).
#[derive(Clone, Debug, Default)]
pub struct Builder {
    pub(crate) settings: Settings,
}

impl Builder {
    /// Sets the similarity, in percent from 1 to 100, at which a URL is dropped. Default 95.
    /// Outside this range, [`build`](Self::build) fails.
    pub fn threshold(mut self, percent: f64) -> Self {
        self.settings.threshold = percent;
        self
    }

    /// Sets the components' weights.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.settings.weights = weights;
        self
    }

    /// Sets the measure of similarity.
    pub fn metric(mut self, metric: Metric) -> Self {
        self.settings.metric = metric;
        self
    }

    /// Sets whether to compare tokens as written, after canonicalisation only: no classes, no
    /// learning, no skeleton, no ignored parameters; `http` and `https` differ.
    pub fn literal(mut self, literal: bool) -> Self {
        self.settings.literal = literal;
        self
    }

    /// Sets whether to learn variable positions. Default true.
    pub fn learn(mut self, learn: bool) -> Self {
        self.settings.no_learn = !learn;
        self
    }

    /// Sets whether to merge hosts that differ only in numbers, like `cdn1.example` and
    /// `cdn22.example`, or in the names of tenants, like the buckets of `s3.amazonaws.com`:
    /// names under which the public suffix list knows customers of one service. Other hosts of
    /// one registrable domain are merged once five of them have shown the same two pages and
    /// few of their own, except hosts named by an ordinary word, like `api` or `mail`.
    /// `www.example.com` and `example.com` are merged once one of them has shown three pages of
    /// the other. Learning, limits and states then apply per domain. Default false; without
    /// effect under [`literal`](Self::literal).
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().merge_hosts(true).build()?;
    /// assert_eq!(sift.admit(b"https://cdn1.example/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://cdn22.example/a"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://zork.s3.amazonaws.com/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://quux.s3.amazonaws.com/a"), Verdict::Similar);
    ///
    /// for tenant in ["wombat", "quokka", "numbat", "bilby", "dingo", "brolga"] {
    ///     sift.admit(format!("https://{tenant}.example.com/orders/7/edit").as_bytes());
    ///     sift.admit(format!("https://{tenant}.example.com/orders/7/print").as_bytes());
    /// }
    /// assert_eq!(sift.admit(b"https://galah.example.com/orders/7/edit"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://galah.example.com/orders/7/delete"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://mail.example.com/orders/7/edit"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn merge_hosts(mut self, merge: bool) -> Self {
        self.settings.merge_hosts = merge;
        self
    }

    /// Sets whether to ignore parameters that only track visitors or sessions (`utm_*`,
    /// `fbclid`, `phpsessid` ...). Default true.
    pub fn default_ignores(mut self, ignored: bool) -> Self {
        self.settings.no_default_ignores = !ignored;
        self
    }

    /// Sets how to compare parameters. Default [`ParamMode::Sets`].
    ///
    /// [`ParamMode::Names`] needs a threshold and weights under which URLs of different paths
    /// are never similar, as the default ones are, and neither [`literal`](Self::literal) nor
    /// [`Metric::SimHash`].
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    /// use urlsift::settings::ParamMode;
    ///
    /// let mut sift = Sift::builder().params(ParamMode::Names).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a?id=1"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?id=1&sort=up"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?sort=up"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Similar);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn params(mut self, mode: ParamMode) -> Self {
        self.settings.params = mode;
        self
    }

    /// Sets whether to compare every record with all representatives instead of looking up
    /// bands: same verdicts, quadratic time. For tests.
    pub fn exhaustive(mut self, exhaustive: bool) -> Self {
        self.settings.exhaustive = exhaustive;
        self
    }

    /// Fixes the secret key of all hashes, which is otherwise random for every filter. Needed
    /// only if hashes outlive the process; verdicts do not depend on it, except for collisions
    /// of 64-bit hashes. SimHash, whose verdicts would, has the same key always.
    pub fn seed(mut self, seed: [u64; 2]) -> Self {
        self.settings.seed = Some(seed);
        self
    }

    /// Sets which details to keep in addition to the verdicts. Default [`Detail::Verdicts`].
    pub fn detail(mut self, detail: Detail) -> Self {
        self.settings.detail = detail;
        self
    }

    /// Sets how many lines of a group are kept, the representative included. Default 1.
    ///
    /// The lines after the first get [`Verdict::Sample`](crate::decide::verdict::Verdict::Sample).
    /// No line is a sample twice, and a sample represents nothing: a line that is similar only to
    /// a sample is kept on its own.
    pub fn samples(mut self, lines: NonZeroU32) -> Self {
        self.settings.samples = lines;
        self
    }

    /// Sets how many names are kept at each path position that was learned to be variable, in
    /// addition to the representatives: the first line with each further name. Default: none.
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use urlsift::Sift;
    ///
    /// let names = [
    ///     "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "donate",
    /// ];
    /// let lines = names.map(|name| format!("https://example.com/zork/{name}"));
    /// let mut sift = Sift::builder().suspects(NonZeroU32::new(9).expect("above 0")).build()?;
    /// assert_eq!(sift.filter(&lines).count(), 8);
    /// assert!(sift.len() < 8);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn suspects(mut self, names: NonZeroU32) -> Self {
        self.settings.suspects = Some(names);
        self
    }

    /// Sets how many lines of a host are kept, samples included; the same name with another
    /// port is another host. URLs without a host count together as one host. Default: no limit.
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use urlsift::{Reason, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().max_per_host(NonZeroU32::MIN).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/b"), Verdict::Unwanted(Reason::MaxPerHost));
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://example.test/b"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn max_per_host(mut self, lines: NonZeroU32) -> Self {
        self.settings.max_per_host = Some(lines);
        self
    }

    /// Sets how many kept lines of a host must have the same response before later lines with
    /// this response count as similar to the first of them. Lines of other hosts of a
    /// registrable domain count too, once this many of its hosts gave the same response to the
    /// same path and query. Default: responses are not compared.
    ///
    /// The response is read from the records: a digest or hash and the status, or else the
    /// status with at least two of title, words, lines and size; or the target of a redirect.
    /// Records without these are compared by URL alone.
    ///
    /// ```
    /// use std::num::NonZeroU32;
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().same_answer(NonZeroU32::MIN).build()?;
    /// let line = |path: &str| {
    ///     format!(r#"{{"url":"https://example.com/{path}","status":200,"digest":"ZORK"}}"#)
    /// };
    /// assert_eq!(sift.admit(line("login").as_bytes()), Verdict::Kept);
    /// assert_eq!(sift.admit(line("admin").as_bytes()), Verdict::Similar);
    /// let (_, answers) = sift.view().same_answers().expect("was asked for");
    /// assert_eq!(answers[0].answer, "status 200, digest ZORK");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn same_answer(mut self, lines: NonZeroU32) -> Self {
        self.settings.same_answer = Some(lines);
        self
    }

    /// Sets how many lines are kept below each prefix of a path, samples included. A prefix is
    /// the host with the first segment of the path, or with as many segments as the limit says.
    /// Default: no limit.
    ///
    /// ```
    /// use urlsift::{Reason, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().max_per_prefix("1".parse()?).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/shop?colour=red"), Verdict::Kept);
    /// let refused = Verdict::Unwanted(Reason::MaxPerPrefix);
    /// assert_eq!(sift.admit(b"https://example.com/shop/cart"), refused);
    /// assert_eq!(sift.admit(b"https://example.com/about/us"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn max_per_prefix(mut self, limit: PerPrefix) -> Self {
        self.settings.max_per_prefix = Some(limit);
        self
    }

    /// Sets the fields that keep records apart: URLs are never similar if their records differ
    /// in one of these. A bare URL has no fields. Default: [`By::default`], the method and the
    /// class of the status.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::settings::By;
    ///
    /// let lines = ["https://example.com/user/1 [200]", "https://example.com/user/2 [404]"];
    /// assert_eq!(Sift::builder().build()?.filter(lines).count(), 2);
    /// assert_eq!(Sift::builder().by(By::none()).build()?.filter(lines).count(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn by(mut self, fields: By) -> Self {
        self.settings.by = fields;
        self
    }

    /// Sets whether to count, by path position, the lines that are dropped because the position
    /// was learned, for `Explainer::learned_positions`. Default false.
    pub fn count_learned(mut self, count: bool) -> Self {
        self.settings.count_learned = count;
        self
    }

    /// Sets whether the list will be filtered a second time after a
    /// [`restart`](crate::decide::sift::Sift::restart). The first pass then also counts
    /// continuations below words, which takes time and memory, and the second pass merges more.
    /// Default false.
    ///
    /// ```
    /// let animals = "https://example.com/zork";
    /// let lines = [format!("{animals}/17/feeding"), format!("{animals}/wombat/feeding")];
    /// let mut sift = urlsift::Sift::builder().two_pass(true).build()?;
    /// assert_eq!(sift.filter(&lines).count(), 2);
    /// sift.restart();
    /// assert_eq!(sift.filter(&lines).count(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn two_pass(mut self, two_pass: bool) -> Self {
        self.settings.two_pass = two_pass;
        self
    }

    /// Sets which token classes are enabled. Default all.
    pub fn classes(mut self, classes: Classes) -> Self {
        let values = Class::ALL.into_iter().filter(|class| *class != Class::Word);
        let (enabled, disabled) = values.partition(|class| classes.has(*class));
        // Classes that are off in every call, or on in none.
        if classes.has(Class::Word) {
            self.settings.class = None;
            self.settings.no_class = disabled;
        } else {
            self.settings.class = Some(enabled);
            self.settings.no_class = Vec::new();
        }
        self
    }

    /// Adds names of parameters to ignore, as globs in which `*` stands for any run of bytes. Case
    /// is ignored.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().ignore_params(["trace*"]).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?traceId=7"), Verdict::Similar);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn ignore_params(mut self, globs: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.settings.ignored.extend(owned(globs));
        self
    }

    /// Adds names of parameters whose values keep URLs apart, as globs like those of
    /// [`ignore_params`](Self::ignore_params), which take precedence. Values that are words do so
    /// anyway for parameters known to choose a page or an action (`action`, `view`, `operationName`
    /// ...).
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().select_params(["tab"]).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a?tab=1"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?tab=2"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn select_params(mut self, globs: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.settings.selected.extend(owned(globs));
        self
    }

    /// Adds rules by host for parameters that change nothing on that host. Parameters named by
    /// [`select_params`](Self::select_params) are compared all the same.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    /// use urlsift::settings::ParamRules;
    ///
    /// let mut sift = Sift::builder().param_rules(&ParamRules::read("example.com: tab")?).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?tab=7"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://example.test/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.test/a?tab=7"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn param_rules(mut self, rules: &ParamRules) -> Self {
        self.settings.param_rules.extend(rules);
        self
    }

    /// Adds rules of users: URLs of a host that are the same, and URLs that are different. They
    /// apply from the first line and before anything else; the last rule about a position or
    /// parameter wins.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    /// use urlsift::settings::UrlRules;
    ///
    /// let rules = UrlRules::read("example.com /report/{numbers} different")?;
    /// let mut sift = Sift::builder().rules(&rules).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/report/2024-05"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/report/2024-06"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn rules(mut self, rules: &UrlRules) -> Self {
        self.settings.url_rules.extend(rules);
        self
    }

    /// Adds the rules of a file about the places of sites: what is in and out, the same and
    /// different, and how much of it is kept.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict, Reason};
    /// use urlsift::settings::SiteRules;
    ///
    /// let rules = SiteRules::read(
    ///     ".example.com                in
    ///      example.com/logout          out
    ///      example.com/item?tab        different
    ///      example.com/news/*          max 1",
    /// )?;
    /// let mut sift = Sift::builder().site_rules(&rules).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/item?tab=1"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/item?tab=2"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/logout"), Verdict::Unwanted(Reason::Scope));
    /// assert_eq!(sift.admit(b"https://example.com/news/a/list"), Verdict::Kept);
    /// let refused = Verdict::Unwanted(Reason::MaxPerPrefix);
    /// assert_eq!(sift.admit(b"https://example.com/news/a/list/edit"), refused);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn site_rules(mut self, rules: &SiteRules) -> Self {
        let settings = &mut self.settings;
        settings.url_rules.extend(&rules.url_rules);
        settings.param_rules.extend(&rules.param_rules);
        settings.protected.extend_from_slice(&rules.protected);
        settings.place_limits.extend_from_slice(&rules.limits);
        if !rules.scope.is_empty() {
            let selection = settings.selection.as_deref().cloned().unwrap_or_default();
            let selection = selection.scope(rules.scope.clone());
            settings.selection = Some(Arc::new(selection));
        }
        self
    }

    /// Sets the format of records. Default [`Input::Lines`].
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    /// use urlsift::settings::Input;
    ///
    /// let mut sift = Sift::builder().input(Input::Member("request.target".into())).build()?;
    /// let record = |id, path| {
    ///     let target = format!("https://example.com/{path}");
    ///     format!(r#"{{"id":{id},"request":{{"target":"{target}"}}}}"#)
    /// };
    /// assert_eq!(sift.admit(record(1, "user/1").as_bytes()), Verdict::Kept);
    /// assert_eq!(sift.admit(record(2, "user/2").as_bytes()), Verdict::Similar);
    /// assert_eq!(sift.admit(br#"{"id":3}"#), Verdict::NotUrl);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn input(mut self, input: Input) -> Self {
        self.settings.log = matches!(input, Input::Log(_));
        let (field, column, base) = input.choices(self.settings.base);
        self.settings.field = field;
        self.settings.column = column;
        self.settings.base = base;
        self
    }

    /// Sets which URLs are wanted. Default: all.
    pub fn selection(mut self, selection: Selection) -> Self {
        self.settings.selection = Some(Arc::new(selection));
        self
    }

    /// Adds names of path segments that are never merged, whatever their form and whatever is
    /// learned. Case is ignored.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().protect(["zork-frobnicate-quux"]).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/blog/red-shoes-for-summer"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/blog/blue-shoes-for-winter"), Verdict::Similar);
    /// assert_eq!(sift.admit(b"https://example.com/blog/zork-frobnicate-quux"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn protect(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.settings.protected.extend(owned(names));
        self
    }

    /// Sets the kind of lines: URLs, or records that are split into [`Terms`]. With the feature
    /// `records`, `Records::terms` returns the terms of texts, logs and sequences. Default: URLs.
    ///
    /// Weights, value classes, parameters and protected names apply to URLs only. Positions are
    /// learned for terms whose [order counts](Terms::is_ordered), such as those of texts;
    /// frequencies of terms are learned if [`two_pass`](Self::two_pass) is set.
    pub fn records(mut self, records: impl Into<Option<Arc<dyn Terms>>>) -> Self {
        self.settings.terms = records.into();
        self
    }

    /// Returns the settings as readers see them.
    pub fn view(&self) -> &Settings {
        &self.settings
    }
}

fn owned(texts: impl IntoIterator<Item = impl AsRef<str>>) -> impl Iterator<Item = String> {
    texts.into_iter().map(|text| text.as_ref().to_owned())
}

impl From<Builder> for Settings {
    fn from(builder: Builder) -> Self {
        builder.settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sift;
    use urlsift_url::input::Column;

    fn settings(builder: Builder) -> Settings {
        builder.into()
    }

    #[test]
    fn each_input_replaces_the_one_before() {
        let member = Sift::builder().input(Input::Member("url".into()));
        let input = |builder: &Builder| builder.view().as_input();
        assert_eq!(input(&member), Input::Member("url".into()));
        let column = member.input(Input::Column(Column::Name("link".into())));
        assert_eq!(input(&column), Input::Column(Column::Name("link".into())));
        let log = column.input(Input::Log(Some("https://example.com".into())));
        assert_eq!(input(&log), Input::Log(Some("https://example.com".into())));
        assert_eq!(input(&log.input(Input::Lines)), Input::Lines);
    }

    #[test]
    fn classes_are_the_ones_that_were_set() {
        let mut some = Classes::default();
        some.set("int", false).expect("it is a class");
        let mut few = Classes::none();
        few.set("uuid", true).expect("it is a class");
        for classes in [Classes::default(), Classes::none(), some, few] {
            let found = settings(Sift::builder().classes(few).classes(classes));
            for class in Class::ALL.into_iter().filter(|class| *class != Class::Word) {
                let is_enabled = found.classes_in_use().has(class);
                assert_eq!(is_enabled, classes.has(class), "{}", class.name());
            }
        }
    }

    #[test]
    fn names_and_globs_add_up() {
        let builder = Sift::builder()
            .ignore_params(["a*"])
            .ignore_params(["b"])
            .select_params(["c"])
            .protect(["x"])
            .protect(["y"]);
        let found = settings(builder);
        assert_eq!(found.ignored, ["a*", "b"]);
        assert_eq!(found.selected, ["c"]);
        assert_eq!(found.protected, ["x", "y"]);
    }

    #[test]
    fn literal_urls_and_texts_learn_no_positions() {
        assert!(settings(Sift::builder()).learns());
        assert!(!settings(Sift::builder().learn(false)).learns());
        assert!(!settings(Sift::builder().literal(true)).learns());
        let counted = Sift::builder().count_learned(true);
        assert!(settings(counted.clone()).counts_learned());
        assert!(!settings(counted.learn(false)).counts_learned());
    }

    #[test]
    fn groups_samples_and_answers_need_the_names_of_representatives() {
        let two = NonZeroU32::new(2).expect("it is not 0");
        assert!(!settings(Sift::builder()).names());
        assert!(settings(Sift::builder().samples(two)).names());
        assert!(settings(Sift::builder().same_answer(two)).names());
        assert!(settings(Sift::builder().detail(Detail::Groups)).names());
    }

    #[test]
    fn a_fixed_seed_stays_and_simhash_has_the_same_in_every_run() {
        assert_eq!(
            settings(Sift::builder().seed([1, 2])).seed_or_drawn(),
            [1, 2]
        );
        let simhash = settings(Sift::builder().metric(Metric::SimHash).seed([1, 2]));
        assert_eq!(simhash.seed_or_drawn(), [0; 2]);
        let drawn = settings(Sift::builder());
        assert_ne!(drawn.seed_or_drawn(), drawn.seed_or_drawn());
    }

    #[test]
    fn conditions_as_texts_add_to_a_selection() {
        let mut found = settings(Sift::builder());
        assert!(found.as_selection().expect("there are none").is_none());
        found.wanted.scope = vec!["# nothing".into()];
        assert!(found.as_selection().is_err(), "the scope is empty");
        found.wanted.scope = vec!["example.com".into()];
        assert!(found.as_selection().expect("it is a scope").is_some());
    }
}
