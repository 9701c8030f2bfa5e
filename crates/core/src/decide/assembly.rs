//! Builds a filter from settings: chooses the plan of its keys, the index, the limits and the
//! observers.

use crate::decide::decider::Decider;
use crate::decide::deciders::Deciders;
use crate::decide::known::KeptAndLearned;
use crate::decide::limits::KeptLimits;
use crate::decide::sift::{Sift, SiftParts};
use crate::scan::Scanner;
use crate::settings::builder::{Builder, ParamMode, Settings};
use crate::similar::feature::Layout;
use crate::similar::index;
use crate::similar::measure::Measure;
use crate::similar::plan::Plan;
use crate::similar::similarity::Metric;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::hash::Key;

impl Builder {
    /// Builds the filter.
    ///
    /// # Errors
    /// A threshold outside 1 to 100, weights that sum to 0, or settings that do not go with
    /// [`ParamMode::Names`] or [`ParamMode::Learned`].
    ///
    /// ```
    /// assert!(urlsift::Sift::builder().threshold(300.0).build().is_err());
    /// ```
    pub fn build(&self) -> Result<Sift, Error> {
        self.settings.build()
    }
}

impl Settings {
    /// Builds the filter, as [`Builder::build`] does.
    ///
    /// # Errors
    /// Those of [`Builder::build`].
    pub fn build(&self) -> Result<Sift, Error> {
        let seed = self.seed_or_drawn();
        let key = Key::new(seed);
        let measure = self.measure_under(&key)?;
        let layout = &measure.layout;
        let budget = measure.budget();
        let named = self.names();
        let plan = self.plan(layout, budget)?;
        let compares_texts = layout.has_terms() && matches!(plan, Plan::Features);
        let index = match &plan {
            Plan::Template(hasher) if self.params == ParamMode::Learned => {
                index::build::facets(hasher, named)
            }
            plan => index::build::build(plan, &measure, named, self.exhaustive),
        };
        // Besides those of tokens, these settings determine the keys that a scanner computes.
        let settings = format!("{:?} {budget} {named} {:?}", layout.weights, self.metric);
        let unfiltered = self.scanner(key.clone(), plan, &settings);
        let unfiltered = unfiltered.read(&self.as_input(), self.base.as_deref());
        let scanner = unfiltered.clone().select(self.as_selection()?);
        let scanner = scanner
            .read_answers(self.same_answer.is_some())
            .time_under(self.time_field.as_deref());
        let hosts_meet = self.metric == Metric::SimHash || layout.weights.host <= budget;
        let has_one_band = self.metric == Metric::Overlap && layout.has_one_band(budget);
        let learner = self.learner(has_one_band);
        let mut known = KeptAndLearned::new(index, learner, named);
        known.unsettled.are_all = compares_texts;
        let deciders = Deciders::new(Decider::new(known));
        let limits = KeptLimits::new(key, self);
        let settings = Self {
            seed: Some(seed),
            ..self.clone()
        };
        let parts = SiftParts {
            scanner,
            unfiltered_scanner: unfiltered.view().whole(),
            measure,
            deciders,
            limits,
            hosts_meet,
        };
        Ok(Sift::new(settings, parts))
    }

    /// Creates a scanner of lines that are read without a format. `settings` are those that keys
    /// depend on besides the settings of tokens.
    fn scanner(&self, key: Key, plan: Plan, settings: &str) -> Scanner {
        Scanner::new(key, self.mode(), plan, settings)
            .reading(self.terms.clone(), self.order_decides())
            .separate_by(&self.by)
    }

    /// Chooses the plan of the keys.
    fn plan(&self, layout: &Layout, budget: u64) -> Result<Plan, Error> {
        if self.params == ParamMode::Names {
            return match Plan::of_names(layout, budget) {
                Some(plan) => Ok(plan),
                None => Err(Error::new(
                    ErrorKind::Settings,
                    "parameters cannot be compared name by name with these settings: use a \
                     threshold above 94 and below 100 with the default weights, and neither \
                     literal URLs nor SimHash",
                )),
            };
        }
        let plan = if self.metric == Metric::Overlap {
            // The exhaustive index compares features, which literal keys replace.
            Plan::of_overlap(layout, budget, self.names() || self.exhaustive)
        } else {
            Plan::Features
        };
        if self.params == ParamMode::Learned && !matches!(plan, Plan::Template(_)) {
            return Err(Error::new(
                ErrorKind::Settings,
                "whether parameters count name by name cannot be learned with these settings: use \
                 a threshold above 94 and below 100 with the default weights, and neither literal \
                 URLs nor SimHash",
            ));
        }
        Ok(plan)
    }

    /// Builds a scanner and a measure that compare any two lines, independent of what is kept or
    /// learned.
    ///
    /// # Errors
    /// The errors of [`build`](Self::build).
    pub fn measure(&self) -> Result<(Scanner, Measure), Error> {
        let key = Key::new(self.seed_or_drawn());
        let measure = self.measure_under(&key)?;
        let scanner = self.scanner(key, Plan::Features, "");
        Ok((scanner, measure))
    }
}
