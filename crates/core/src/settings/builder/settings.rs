//! The values of all settings, and what follows from them for the parts of a filter.

use crate::choices;
use crate::learn::Learner;
use crate::scan::terms::Terms;
use crate::settings::PerPrefix;
use crate::settings::detail::Detail;
use crate::similar::feature::{Frequencies, Layout, TermCounts};
use crate::similar::measure::Measure;
use crate::similar::similarity::{Metric, Threshold, Weights};
use std::num::NonZeroU32;
use std::sync::Arc;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::hash::Key;
use urlsift_url::input::{Column, Input};
use urlsift_url::selection::{Scope, Selection};
use urlsift_url::separators::By;
use urlsift_url::site_rules::PlaceLimit;
use urlsift_url::thresholds::Tuning;
use urlsift_url::token::{
    Class, Classes, Classifier, Mode, ParamRules, Params, RuleLookup, SignificantParams, UrlRules,
};

/// The values of all settings of a filter.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
#[derive(Clone, Debug)]
pub struct Settings {
    pub(crate) threshold: f64,
    pub(crate) weights: Weights,
    pub metric: Metric,
    pub(crate) literal: bool,
    pub(crate) no_learn: bool,
    pub(crate) merge_hosts: bool,
    /// The enabled classes, if not all are.
    pub(crate) class: Option<Vec<Class>>,
    pub(crate) no_class: Vec<Class>,
    pub(crate) exhaustive: bool,
    pub seed: Option<[u64; 2]>,
    pub(crate) no_default_ignores: bool,
    pub(crate) ignored: Vec<String>,
    pub(crate) selected: Vec<String>,
    pub(crate) param_rules: ParamRules,
    pub url_rules: UrlRules,
    /// Parameters that change answers, found in the first of two readings; they add to the
    /// rules.
    pub(crate) significant: SignificantParams,
    pub params: ParamMode,
    pub(crate) protected: Vec<String>,
    pub(crate) by: By,
    pub(crate) count_learned: bool,
    pub two_pass: bool,
    pub remember: bool,
    pub tuning: &'static Tuning,
    pub detail: Detail,
    pub samples: NonZeroU32,
    pub(crate) suspects: Option<NonZeroU32>,
    pub time_field: Option<String>,
    pub(crate) field: Option<String>,
    pub(crate) column: Option<Column>,
    pub(crate) log: bool,
    pub(crate) base: Option<String>,
    pub(crate) selection: Option<Arc<Selection>>,
    pub(crate) wanted: Wanted,
    pub(crate) max_per_host: Option<NonZeroU32>,
    pub(crate) same_answer: Option<NonZeroU32>,
    pub(crate) max_per_prefix: Option<PerPrefix>,
    pub(crate) place_limits: Vec<PlaceLimit>,
    /// Splits records into terms instead of URLs.
    pub(crate) terms: Option<Arc<dyn Terms>>,
    /// Frequencies of terms, once the list has been read.
    pub(crate) frequencies: Option<Arc<Frequencies>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threshold: 95.0,
            weights: Weights::default(),
            metric: Metric::default(),
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
            suspects: None,
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
            place_limits: Vec::new(),
            terms: None,
            frequencies: None,
        }
    }
}

/// Conditions on URLs as texts, in addition to those of a [`Selection`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub ext: Vec<String>,
    pub not_ext: Vec<String>,
    pub host: Vec<String>,
    pub not_host: Vec<String>,
    pub scope: Vec<String>,
    pub scheme: Vec<String>,
    pub has_params: bool,
    pub no_params: bool,
    pub param: Vec<String>,
    pub matches: Vec<String>,
    pub not_matches: Vec<String>,
    pub not_junk: bool,
    pub status: Vec<String>,
    pub signatures: Vec<String>,
    pub not_signatures: Vec<String>,
}

choices! {
    "way to compare parameters";
    /// The way to compare the parameters of URLs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ParamMode {
        /// By the set of their names, and their values: a URL with a new set of names is kept.
        #[default]
        Sets = "sets", "Their names as a set";
        /// Each name separately: a URL is kept only if it has a name that no kept URL of the same
        /// host and path has, or if no kept URL has that path. A selector counts together with its
        /// word.
        Names = "names", "Each name by itself";
        /// Like [`Sets`](Self::Sets) until a page has 100 kept sets that only combine names it has
        /// shown, and from then on like [`Names`](Self::Names) for this page: further combinations
        /// on a search page add nothing.
        Learned = "learned", "Their names as a set, and each name by itself on pages that have shown 100 combinations of known ones";
    }
}

impl Settings {
    /// Returns the conditions that URLs must meet, if any.
    pub(crate) fn as_selection(&self) -> Result<Option<Arc<Selection>>, Error> {
        if self.wanted == Wanted::default() {
            return Ok(self.selection.clone());
        }
        let wanted = &self.wanted;
        let mut selection = self.selection.as_deref().cloned().unwrap_or_default();
        selection = selection
            .extensions(&wanted.ext)
            .not_extensions(&wanted.not_ext)
            .schemes(&wanted.scheme)
            .params(&wanted.param)
            .statuses(&wanted.status)?;
        selection = selection.hosts(&wanted.host)?.not_hosts(&wanted.not_host)?;
        selection = selection
            .signatures(&wanted.signatures)?
            .not_signatures(&wanted.not_signatures)?;
        #[cfg(feature = "regex")]
        let mut selection = selection
            .matches(&wanted.matches)?
            .not_matches(&wanted.not_matches)?;
        if !wanted.scope.is_empty() {
            let scope = Scope::read(&wanted.scope.join("\n"))?;
            if scope.is_empty() {
                let why = "the scope has no rule, so nothing would be in it";
                return Err(Error::new(ErrorKind::Settings, why));
            }
            selection = selection.scope(scope);
        }
        if wanted.not_junk {
            selection = selection.not_junk(true);
        }
        if wanted.has_params || wanted.no_params {
            selection = selection.has_params(wanted.has_params);
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
        let mut classes = if self.class.is_some() {
            Classes::none()
        } else {
            Classes::default()
        };
        if let Some(enabled) = &self.class {
            for class in enabled {
                classes.switch(*class, true);
            }
        }
        for class in &self.no_class {
            classes.switch(*class, false);
        }
        classes
    }

    /// Returns the key of the hashes; draws a random one if none is fixed. SimHash has one key:
    /// which codes are near depends on the hashes themselves.
    pub fn seed_or_drawn(&self) -> [u64; 2] {
        match (self.metric, self.seed) {
            (Metric::SimHash, _) => [0; 2],
            (Metric::Overlap, Some(seed)) => seed,
            (Metric::Overlap, None) => Key::random_seed(),
        }
    }

    /// Returns the settings that determine tokens.
    pub fn mode(&self) -> Mode {
        if self.literal {
            return Mode::Literal;
        }
        let classes = self.classes_in_use();
        let learns = self.learns();
        let url_rules = if self.url_rules.is_empty() {
            None
        } else {
            Some(Arc::new(RuleLookup::new(&self.url_rules)))
        };
        let has_default_ignores = !self.no_default_ignores;
        let params = Params::new(classes, has_default_ignores, &self.ignored, &self.selected)
            .by_host(&self.param_rules)
            .url_rules(url_rules.clone())
            .significant(&self.significant)
            .names_only(self.params == ParamMode::Names);
        Mode::Classes {
            classifier: Classifier::new(classes, self.tuning, &self.protected, learns),
            params,
            merge_hosts: self.merge_hosts,
            learns,
            url_rules,
        }
    }

    /// Whether lines that learning dropped are counted.
    pub fn counts_learned(&self) -> bool {
        self.count_learned && self.learns()
    }

    /// Whether anyone reads events.
    pub(crate) fn is_watched(&self) -> bool {
        self.detail > Detail::Verdicts || self.counts_learned() || self.suspects.is_some()
    }

    /// Whether path positions are learned.
    pub fn learns(&self) -> bool {
        !self.no_learn && !self.literal && self.terms.is_none()
    }

    /// Whether lines are split into terms whose order decides about similarity: above high
    /// thresholds, if their order counts at all.
    pub fn order_decides(&self) -> bool {
        let Some(terms) = &self.terms else {
            return false;
        };
        let Ok(threshold) = Threshold::new(self.threshold) else {
            return false;
        };
        let budget = threshold.budget(Weights::default().total());
        terms.is_ordered() && self.metric == Metric::Overlap && Layout::order_decides(budget)
    }

    /// Returns the learner, if anything is learned. `has_one_band`: URLs are similar if their
    /// templates are equal.
    pub(crate) fn learner(&self, has_one_band: bool) -> Option<Learner> {
        let mut learner = if self.learns() {
            Learner::new(self.tuning)
        } else if !self.no_learn && !self.literal && self.order_decides() {
            Learner::of_terms(self.tuning)
        } else {
            return None;
        };
        if self.remember {
            learner = learner.record_facts();
        }
        learner = learner
            .keep_numbers(has_one_band)
            .find_mirrors(has_one_band && self.learns());
        if self.two_pass {
            learner = learner.foresee_survey();
        }
        Some(learner)
    }

    /// Returns a counter of terms, for the first reading of a list.
    pub(crate) fn census(&self) -> Option<Box<TermCounts>> {
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

    /// Returns the measure of similarity under a key.
    pub fn measure_under(&self, key: &Key) -> Result<Measure, Error> {
        let threshold = Threshold::new(self.threshold)?;
        self.check_possible()?;
        let layout = if let Some(terms) = &self.terms {
            let component = terms.component();
            let frequencies = self.frequencies.clone();
            Layout::of_terms(key, component, self.order_decides(), frequencies)
        } else {
            // SimHash as published has no skeletons.
            let skeleton = !self.literal && self.metric == Metric::Overlap;
            Layout::new(key, self.weights.checked()?, skeleton)
        };
        Ok(Measure {
            layout,
            metric: self.metric,
            threshold,
        })
    }
}
