//! The settings of a filter.

use crate::detail::Detail;
use crate::feature::{Census, Frequencies, Layout};
use crate::learn::Learner;
use crate::limits::prefixes::PerPrefix;
use crate::similarity::{Metric, Threshold, Weights};
use crate::terms::Terms;
use std::num::NonZeroU32;
use std::sync::Arc;
use urlsift_url::apart::By;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::hash::Key;
use urlsift_url::input::{Column, Input};
use urlsift_url::selection::{Scope, Selection};
use urlsift_url::thresholds::Tuning;
use urlsift_url::token::{
    Class, Classes, Classifier, Mode, ParamRules, Params, RuleLookup, SignificantParams, UrlRules,
};

/// Settings of a [`Sift`](crate::sift::Sift), created from them by [`build`](Builder::build).
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) threshold: f64,
    pub(crate) weights: Weights,
    #[doc(hidden)]
    pub metric: Metric,
    pub(crate) literal: bool,
    pub(crate) no_learn: bool,
    pub(crate) merge_hosts: bool,
    /// The enabled classes, if not all are.
    pub(crate) class: Option<Vec<Class>>,
    pub(crate) no_class: Vec<Class>,
    pub(crate) exhaustive: bool,
    pub(crate) seed: Option<[u64; 2]>,
    pub(crate) no_default_ignores: bool,
    pub(crate) ignored: Vec<String>,
    pub(crate) selected: Vec<String>,
    pub(crate) param_rules: ParamRules,
    pub url_rules: UrlRules,
    /// Parameters that change answers, found in the first of two readings; they add to the rules.
    pub(crate) significant: SignificantParams,
    #[doc(hidden)]
    pub params: ParamMode,
    pub(crate) protected: Vec<String>,
    pub(crate) by: By,
    pub(crate) count_learned: bool,
    pub two_pass: bool,
    pub(crate) remember: bool,
    pub tuning: &'static Tuning,
    pub(crate) detail: Detail,
    #[doc(hidden)]
    pub samples: NonZeroU32,
    pub(crate) time_field: Option<String>,
    pub(crate) field: Option<String>,
    pub(crate) column: Option<Column>,
    pub(crate) log: bool,
    pub(crate) base: Option<String>,
    selection: Option<Arc<Selection>>,
    pub(crate) wanted: Wanted,
    pub(crate) max_per_host: Option<NonZeroU32>,
    pub(crate) same_answer: Option<NonZeroU32>,
    pub(crate) max_per_prefix: Option<PerPrefix>,
    /// Splits records into terms instead of URLs.
    pub(crate) terms: Option<Arc<dyn Terms>>,
    /// Frequencies of terms, once the list has been read.
    pub(crate) frequencies: Option<Arc<Frequencies>>,
}

/// Conditions on URLs as texts, in addition to those of a [`Selection`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) ext: Vec<String>,
    pub(crate) not_ext: Vec<String>,
    pub(crate) host: Vec<String>,
    pub(crate) not_host: Vec<String>,
    pub(crate) scope: Vec<String>,
    pub(crate) scheme: Vec<String>,
    pub(crate) has_params: bool,
    pub(crate) no_params: bool,
    pub(crate) param: Vec<String>,
    pub(crate) matches: Vec<String>,
    pub(crate) not_matches: Vec<String>,
    pub(crate) not_junk: bool,
    pub(crate) status: Vec<String>,
}

/// The way to compare the parameters of URLs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamMode {
    /// By the set of their names, and their values: a URL with a new set of names is kept.
    #[default]
    Sets,
    /// Each name separately: a URL is kept only if it has a name that no kept URL of the same host
    /// and path has, or if no kept URL has that path. A selector counts together with its word.
    Names,
    /// Like [`Sets`](Self::Sets) until a page has 100 kept sets that only combine names it has
    /// shown, and from then on like [`Names`](Self::Names) for this page: further combinations on a
    /// search page add nothing.
    Learned,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            threshold: 95.0,
            weights: Weights::default(),
            metric: Metric::Overlap,
            literal: false,
            no_learn: false,
            merge_hosts: false,
            class: None,
            no_class: Vec::new(),
            exhaustive: false,
            seed: None,
            no_default_ignores: false,
            ignored: Vec::new(),
            selected: Vec::new(),
            param_rules: ParamRules::default(),
            url_rules: UrlRules::default(),
            significant: SignificantParams::default(),
            params: ParamMode::default(),
            protected: Vec::new(),
            by: By::default(),
            count_learned: false,
            two_pass: false,
            remember: false,
            tuning: Tuning::STANDARD,
            detail: Detail::default(),
            samples: NonZeroU32::MIN,
            time_field: None,
            field: None,
            column: None,
            log: false,
            base: None,
            selection: None,
            wanted: Wanted::default(),
            max_per_host: None,
            same_answer: None,
            max_per_prefix: None,
            terms: None,
            frequencies: None,
        }
    }
}

impl Builder {
    /// Sets the similarity, in percent from 1 to 100, at which a URL is dropped. Default 95.
    pub fn threshold(mut self, percent: f64) -> Self {
        self.threshold = percent;
        self
    }

    /// Sets the components' weights.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Sets the measure of similarity.
    pub fn metric(mut self, metric: Metric) -> Self {
        self.metric = metric;
        self
    }

    /// Sets whether to compare tokens as written, after canonicalisation only: no classes, no
    /// learning, no skeleton, no ignored parameters; `http` and `https` differ.
    pub fn literal(mut self, literal: bool) -> Self {
        self.literal = literal;
        self
    }

    /// Sets whether to learn variable positions. Default true.
    pub fn learn(mut self, learn: bool) -> Self {
        self.no_learn = !learn;
        self
    }

    /// Sets whether to merge hosts that differ only in numbers, like `cdn1.example` and
    /// `cdn22.example`, or in the names of tenants, like the buckets of `s3.amazonaws.com`: names
    /// under which the public suffix list knows customers of one service. Other hosts of one
    /// registrable domain are merged once five of them have shown the same two pages and few of
    /// their own, except hosts named by an ordinary word, like `api` or `mail`. `www.example.com`
    /// and `example.com` are merged once one of them has shown three pages of the other. Learning,
    /// limits and states then apply per domain. Default false; without effect under
    /// [`literal`](Self::literal).
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
        self.merge_hosts = merge;
        self
    }

    /// Sets which token classes are enabled. Default all.
    pub fn classes(mut self, classes: Classes) -> Self {
        let all = |on: bool| {
            Class::ALL.into_iter().filter(move |class| *class != Class::Word && classes.has(*class) == on)
        };
        // Classes that are off in every call, or on in none.
        if classes.has(Class::Word) {
            (self.class, self.no_class) = (None, all(false).collect());
        } else {
            (self.class, self.no_class) = (Some(all(true).collect()), Vec::new());
        }
        self
    }

    /// Sets whether to ignore parameters that only track visitors or sessions (`utm_*`, `fbclid`,
    /// `phpsessid` ...). Default true.
    pub fn default_ignores(mut self, ignored: bool) -> Self {
        self.no_default_ignores = !ignored;
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
        self.ignored.extend(globs.into_iter().map(|glob| glob.as_ref().to_owned()));
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
        self.selected.extend(globs.into_iter().map(|glob| glob.as_ref().to_owned()));
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
        self.param_rules.extend(rules);
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
        self.url_rules.extend(rules);
        self
    }

    /// Sets how to compare parameters. Default [`ParamMode::Sets`].
    ///
    /// [`ParamMode::Names`] needs a threshold and weights under which URLs of different paths are
    /// never similar, as the default ones are, and neither [`literal`](Self::literal) nor
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
        self.params = mode;
        self
    }

    /// Sets whether to compare every record with all representatives instead of looking up bands:
    /// same verdicts, quadratic time. For tests.
    pub fn exhaustive(mut self, exhaustive: bool) -> Self {
        self.exhaustive = exhaustive;
        self
    }

    /// Fixes the secret key of all hashes, which is otherwise random for every filter. Needed only
    /// if hashes outlive the process; verdicts do not depend on it, except for collisions of 64-bit
    /// hashes.
    pub fn seed(mut self, seed: [u64; 2]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets which details to keep in addition to the verdicts. Default [`Detail::Verdicts`].
    pub fn detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Sets how many lines of a group are kept, the representative included. Default 1.
    ///
    /// The lines after the first get [`Verdict::Sample`](crate::verdict::Verdict::Sample). No line
    /// is a sample twice, and a sample represents nothing: a line that is similar only to a sample
    /// is kept on its own.
    pub fn samples(mut self, lines: NonZeroU32) -> Self {
        self.samples = lines;
        self
    }

    /// Sets the format of records. Default [`Input::Lines`].
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    /// use urlsift::settings::Input;
    ///
    /// let mut sift = Sift::builder().input(Input::Member("request.target".into())).build()?;
    /// let record = |id, path| format!(r#"{{"id":{id},"request":{{"target":"https://example.com/{path}"}}}}"#);
    /// assert_eq!(sift.admit(record(1, "user/1").as_bytes()), Verdict::Kept);
    /// assert_eq!(sift.admit(record(2, "user/2").as_bytes()), Verdict::Similar);
    /// assert_eq!(sift.admit(br#"{"id":3}"#), Verdict::NotUrl);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn input(mut self, input: Input) -> Self {
        self.log = matches!(input, Input::Log(_));
        (self.field, self.column, self.base) = input.choices(self.base);
        self
    }

    /// Sets which URLs are wanted. Default: all.
    pub fn selection(mut self, selection: Selection) -> Self {
        self.selection = Some(Arc::new(selection));
        self
    }

    /// Sets how many lines of a host are kept, samples included; the same name with another port is
    /// another host. URLs without a host count together as one host. Default: no limit.
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
        self.max_per_host = Some(lines);
        self
    }

    /// Sets how many kept lines of a host must have the same response before later lines with this
    /// response count as similar to the first of them. Lines of other hosts of a registrable domain
    /// count too, once this many of its hosts gave the same response to the same path and query.
    /// Default: responses are not compared.
    ///
    /// The response is read from the records: a digest or hash and the status, or else the status
    /// with at least two of title, words, lines and size; or the target of a redirect. Records
    /// without these are compared by URL alone.
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
        self.same_answer = Some(lines);
        self
    }

    /// Sets how many lines are kept below each prefix of a path, samples included. A prefix is the
    /// host with the first segment of the path, or with as many segments as the limit says.
    /// Default: no limit.
    ///
    /// ```
    /// use urlsift::{Reason, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().max_per_prefix("1".parse()?).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/shop?colour=red"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/shop/cart"), Verdict::Unwanted(Reason::MaxPerPrefix));
    /// assert_eq!(sift.admit(b"https://example.com/about/us"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn max_per_prefix(mut self, limit: PerPrefix) -> Self {
        self.max_per_prefix = Some(limit);
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
        self.protected.extend(names.into_iter().map(|name| name.as_ref().to_owned()));
        self
    }

    /// Sets the fields that keep records apart: URLs are never similar if their records differ in
    /// one of these. A bare URL has no fields. Default: [`By::default`], the method and the class
    /// of the status.
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
        self.by = fields;
        self
    }

    /// Sets whether to count, by path position, the lines that are dropped because the position was
    /// learned, for `Explainer::learned_positions`. Default false.
    pub fn count_learned(mut self, count: bool) -> Self {
        self.count_learned = count;
        self
    }

    /// Sets whether the list will be filtered a second time after a
    /// [`restart`](crate::sift::Sift::restart). The first pass then also counts continuations below
    /// words, which takes time and memory, and the second pass merges more. Default false.
    ///
    /// ```
    /// let lines = ["https://example.com/zork/17/feeding", "https://example.com/zork/wombat/feeding"];
    /// let mut sift = urlsift::Sift::builder().two_pass(true).build()?;
    /// assert_eq!(sift.filter(lines).count(), 2);
    /// sift.restart();
    /// assert_eq!(sift.filter(lines).count(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn two_pass(mut self, two_pass: bool) -> Self {
        self.two_pass = two_pass;
        self
    }

    /// Sets whether to record lessons and name kept URLs, for a `Recorder`.
    #[doc(hidden)]
    pub fn remember(mut self, remember: bool) -> Self {
        self.remember = remember;
        self
    }

    /// Sets the kind of lines: URLs, or records that are split into [`Terms`]. With the feature
    /// `records`, `Records::terms` returns the terms of texts, logs and sequences. Default: URLs.
    ///
    /// Weights, value classes, parameters and protected names apply to URLs only. Positions are
    /// learned for terms whose [order counts](Terms::is_ordered), such as those of texts;
    /// frequencies of terms are learned if [`two_pass`](Self::two_pass) is set.
    pub fn records(mut self, records: impl Into<Option<Arc<dyn Terms>>>) -> Self {
        self.terms = records.into();
        self
    }

    /// Returns the conditions that URLs must meet, if any.
    pub(crate) fn as_selection(&self) -> Result<Option<Arc<Selection>>, Error> {
        if self.wanted == Wanted::default() {
            return Ok(self.selection.clone());
        }
        let Wanted {
            ext,
            not_ext,
            host,
            not_host,
            scope,
            scheme,
            has_params,
            no_params,
            param,
            not_junk,
            status,
            ..
        } = &self.wanted;
        let mut selection = self.selection.as_deref().cloned().unwrap_or_default();
        selection = selection.extensions(ext).not_extensions(not_ext).schemes(scheme).params(param);
        selection = selection.hosts(host)?.not_hosts(not_host)?.statuses(status)?;
        #[cfg(feature = "regex")]
        {
            let Wanted { matches, not_matches, .. } = &self.wanted;
            selection = selection.matches(matches)?.not_matches(not_matches)?;
        }
        if !scope.is_empty() {
            let scope = Scope::read(&scope.join("\n"))?;
            if scope.is_empty() {
                return Err(Error::new(
                    ErrorKind::Settings,
                    "the scope has no rule, so nothing would be in it",
                ));
            }
            selection = selection.scope(scope);
        }
        if *not_junk {
            selection = selection.not_junk(true);
        }
        if *has_params || *no_params {
            selection = selection.has_params(*has_params);
        }
        Ok(Some(Arc::new(selection)))
    }

    /// Returns the format of records.
    pub(crate) fn as_input(&self) -> Input {
        match (&self.field, &self.column) {
            (Some(path), _) => Input::Member(path.clone()),
            (_, Some(column)) => Input::Column(column.clone()),
            _ if self.log => Input::Log(self.base.clone()),
            _ => Input::Lines,
        }
    }

    /// Returns the enabled token classes.
    pub(crate) fn classes_in_use(&self) -> Classes {
        let mut classes = if self.class.is_some() { Classes::none() } else { Classes::default() };
        self.class.iter().flatten().for_each(|class| classes.switch(*class, true));
        self.no_class.iter().for_each(|class| classes.switch(*class, false));
        classes
    }

    /// Changes rules and thresholds, to measure their effect.
    #[doc(hidden)]
    pub fn tuning(mut self, tuning: &'static Tuning) -> Self {
        self.tuning = tuning;
        self
    }

    /// Returns the key of the hashes; draws a random one if none is fixed.
    #[doc(hidden)]
    pub fn seed_or_drawn(&self) -> [u64; 2] {
        self.seed.unwrap_or_else(|| match self.metric {
            Metric::Overlap => Key::random_seed(),
            // Codes that are near depend on the hashes themselves, so the key is the same in every
            // run.
            Metric::SimHash => [0; 2],
        })
    }

    /// Returns the settings that determine tokens.
    pub fn mode(&self) -> Mode {
        if self.literal {
            Mode::Literal
        } else {
            let classes = self.classes_in_use();
            let url_rules = (!self.url_rules.is_empty()).then(|| Arc::new(RuleLookup::new(&self.url_rules)));
            let params = Params::new(classes, !self.no_default_ignores, &self.ignored, &self.selected)
                .by_host(&self.param_rules)
                .url_rules(url_rules.clone())
                .significant(&self.significant)
                .names_only(self.params == ParamMode::Names);
            let classifier = Classifier::new(classes, self.tuning, &self.protected);
            let (merge_hosts, learns) = (self.merge_hosts, self.learns());
            Mode::Classes { classifier, params, merge_hosts, learns, url_rules }
        }
    }

    /// Sets the field in which each record has its time.
    pub fn time_under(mut self, name: &str) -> Self {
        self.time_field = Some(name.to_owned());
        self
    }

    /// Returns the level of detail to record.
    pub fn detail_wanted(&self) -> Detail {
        self.detail
    }

    /// Whether lines that learning dropped are counted.
    pub fn counts_learned(&self) -> bool {
        self.count_learned && self.learns()
    }

    /// Whether anyone reads events.
    pub(crate) fn is_watched(&self) -> bool {
        self.detail > Detail::Verdicts || self.counts_learned()
    }

    /// Whether path positions are learned.
    #[doc(hidden)]
    pub fn learns(&self) -> bool {
        !self.no_learn && !self.literal && self.terms.is_none()
    }

    /// Whether anything besides similarity decides which wanted URLs are kept.
    #[doc(hidden)]
    pub fn has_limits(&self) -> bool {
        self.samples > NonZeroU32::MIN
            || self.max_per_host.is_some()
            || self.max_per_prefix.is_some()
            || self.same_answer.is_some()
    }

    /// Whether lines are split into terms whose order decides about similarity: above high
    /// thresholds, if their order counts at all.
    #[doc(hidden)]
    pub fn order_decides(&self) -> bool {
        let total = Weights::default().total();
        self.terms.as_ref().is_some_and(|terms| terms.is_ordered())
            && self.metric == Metric::Overlap
            && Threshold::new(self.threshold).is_ok_and(|it| Layout::order_decides(it.budget(total)))
    }

    /// Returns the learner, if anything is learned.
    pub(crate) fn learner(&self) -> Option<Learner> {
        let learner = if self.learns() {
            Learner::new(self.tuning)
        } else if !self.no_learn && !self.literal && self.order_decides() {
            Learner::of_terms(self.tuning)
        } else {
            return None;
        };
        let learner = if self.remember { learner.take_notes() } else { learner };
        Some(if self.two_pass { learner.foresee_survey() } else { learner })
    }

    /// Returns a counter of terms, for the first reading of a list.
    pub(crate) fn census(&self) -> Option<Box<Census>> {
        if !self.two_pass || self.terms.is_none() || self.frequencies.is_some() {
            return None;
        }
        // If the order decides, weights do not.
        (!self.order_decides()).then(Box::default)
    }

    /// Whether representatives are named.
    pub(crate) fn names(&self) -> bool {
        self.remember
            || self.detail >= Detail::Groups
            || self.samples > NonZeroU32::MIN
            || self.same_answer.is_some()
    }

    /// Returns the layout of a URL's weight under a key, and the threshold.
    #[doc(hidden)]
    pub fn layout(&self, key: &Key) -> Result<(Layout, Threshold), Error> {
        let threshold = Threshold::new(self.threshold)?;
        self.check_possible()?;
        if let Some(terms) = &self.terms {
            let kind = (terms.component(), self.order_decides());
            return Ok((Layout::of_terms(key, kind, self.frequencies.clone()), threshold));
        }
        // SimHash as published has no skeletons.
        let skeleton = !self.literal && self.metric == Metric::Overlap;
        Ok((Layout::new(key, self.weights.checked()?, skeleton), threshold))
    }
}
