//! A filter with an explainer that reads all of its decisions.

use crate::decision::Decision;
use crate::explainer::Explainer;
use urlsift_core::decide::filter::{self, Decided, Filter, Observer};
use urlsift_core::decide::sift::Sift;
use urlsift_core::decide::verdict::Verdict;
use urlsift_core::record::Batch;
use urlsift_url::error::Error;

/// A filter with an [`Explainer`] that reads all of its decisions.
///
/// ```
/// use urlsift::explain::Watched;
/// use urlsift::{Filter, Sift};
/// use urlsift::settings::Detail;
///
/// let mut sift = Watched::new(Sift::builder().detail(Detail::Groups).build()?);
/// for (line, group) in [("/user/1", 0), ("/login", 1), ("/user/2", 0)] {
///     sift.admit(line.as_bytes());
///     assert_eq!(sift.decisions()[0].group, Some(group));
/// }
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watched<F> {
    filter: F,
    explainer: Explainer,
}

impl<F: Filter> Watched<F> {
    /// Attaches an explainer to a filter, as far as its settings ask for one.
    pub fn new(filter: F) -> Self {
        let explainer = Explainer::of(filter.sift());
        Self { filter, explainer }
    }

    /// Returns the filter.
    pub fn inner(&self) -> &F {
        &self.filter
    }

    /// Returns the filter, and drops the explainer.
    pub fn into_inner(self) -> F {
        self.filter
    }

    /// Returns the filter and its explainer, both mutable.
    pub fn parts_mut(&mut self) -> (&mut F, &mut Explainer) {
        (&mut self.filter, &mut self.explainer)
    }

    /// Returns the explainer.
    pub fn explainer(&self) -> &Explainer {
        &self.explainer
    }

    /// Returns one decision for each record of the last batch, as [`Explainer::decisions`] does.
    pub fn decisions(&self) -> &[Decision] {
        self.explainer.decisions()
    }

    /// Returns the memory used by filter and explainer, in bytes, within a few percent.
    pub fn memory_usage(&self) -> usize {
        self.filter.sift().memory_usage() + self.explainer.memory_usage()
    }
}

impl Watched<Sift> {
    /// Decides on one line without its line end, as [`Sift::admit`] does.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        filter::admit(self, line)
    }

    /// Passes on the lines that are kept, as [`Sift::filter`] does.
    pub fn filter<L: AsRef<[u8]>>(
        &mut self,
        lines: impl IntoIterator<Item = L>,
    ) -> impl Iterator<Item = L> {
        filter::kept_lines(self, lines)
    }

    /// Forgets all lines but keeps what was learned, as [`Sift::restart`] does.
    pub fn restart(&mut self) {
        self.filter.restart();
        self.explainer = Explainer::of(&self.filter);
    }
}

impl<F: Filter> Filter for Watched<F> {
    fn sift(&self) -> &Sift {
        self.filter.sift()
    }

    fn sift_mut(&mut self) -> &mut Sift {
        self.filter.sift_mut()
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        let decided = self.filter.decide(batch, lines)?;
        self.explainer.see(batch, lines, &decided);
        Ok(decided)
    }

    fn decided(&self) -> Decided<'_> {
        self.filter.decided()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;
    use urlsift_core::Detail;

    /// A batch gives the same verdicts as its lines one at a time.
    #[test]
    fn batches_and_single_lines_get_equal_verdicts() {
        let lines: Vec<String> = (0..600_u64)
            .map(|i| {
                format!(
                    "http://a.test/{}/{}?{}=1",
                    i % 7,
                    ["zot", "qux", "edit"][(i / 5 % 3) as usize],
                    i * i % 11
                )
            })
            .collect();
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let three = NonZeroU32::new(3).expect("above 0");
        for builder in [
            Sift::builder(),
            Sift::builder().literal(true),
            Sift::builder().threshold(85.0),
            Sift::builder().samples(three),
            Sift::builder().detail(Detail::Shapes),
            Sift::builder().detail(Detail::Explanations).samples(three),
        ] {
            let [mut single, mut batched] =
                [(); 2].map(|()| Watched::new(builder.build().unwrap()));
            let said = |sift: &Watched<Sift>| -> Vec<_> {
                sift.decisions()
                    .iter()
                    .map(|it| (it.group, it.leads, it.variant.clone()))
                    .collect()
            };
            let one: Vec<_> = lines
                .iter()
                .map(|line| (single.admit(line), said(&single)))
                .collect();
            let (one, one_said): (Vec<Verdict>, Vec<_>) = one.into_iter().unzip();
            let scanner = batched.scanner().clone();
            let mut all = Vec::new();
            let mut all_said = Vec::new();
            for lines in lines.chunks(64) {
                let mut batch = Batch::default();
                for line in lines {
                    scanner.scan(line, &mut batch);
                }
                batched.reserve(&batch).expect("there is memory");
                let decided = batched
                    .decide(&batch, lines)
                    .expect("the batch is this filter's");
                all.extend_from_slice(decided.verdicts);
                all_said.extend(said(&batched));
            }
            assert_eq!(all, one);
            assert_eq!(all_said, one_said.concat());
            assert_eq!(batched.inner().len(), single.inner().len());
        }
    }

    #[test]
    fn memory_grows_with_what_is_kept_and_not_with_what_is_dropped() {
        let kept = |count: u64, detail: Detail| {
            let mut sift = Watched::new(
                Sift::builder()
                    .literal(true)
                    .detail(detail)
                    .build()
                    .unwrap(),
            );
            let line = |i| format!("http://a.test/{i}");
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Kept));
            let before = sift.memory_usage();
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Similar));
            (before, sift.memory_usage())
        };
        let (small, after) = kept(10_000, Detail::Verdicts);
        assert_eq!(small, after);
        // A key of 8 bytes for each, in tables that are about half full.
        let (large, _) = kept(200_000, Detail::Verdicts);
        assert!(
            (190_000 * 14..200_000 * 17).contains(&(large - small)),
            "{small} {large}"
        );
        assert!(kept(10_000, Detail::Explanations).0 > small + 10_000 * "http://a.test/1000".len());
    }

    #[test]
    fn memory_counts_the_names_that_learning_merged_and_cached_explanations() {
        const SYLLABLES: [&str; 10] = [
            "mar", "tuf", "ni", "bas", "gra", "lo", "ze", "ob", "qua", "du",
        ];
        let names = |count_learned| {
            let mut sift = Watched::new(
                Sift::builder()
                    .count_learned(count_learned)
                    .seed([1, 2])
                    .build()
                    .unwrap(),
            );
            for i in 0..2000 {
                let name: String = [100, 10, 1].map(|unit| SYLLABLES[i / unit % 10]).concat();
                sift.admit(format!("http://a.test/zork/{name}/{}", i / 1000).as_bytes());
            }
            sift.memory_usage()
        };
        assert!(
            names(true) > names(false) + 900 * 40,
            "{} {}",
            names(true),
            names(false)
        );
        let mut sift = Watched::new(
            Sift::builder()
                .detail(Detail::Explanations)
                .build()
                .unwrap(),
        );
        let mut grown = 0;
        for i in 0..500 {
            let lines = [1, 2].map(|id| format!("http://a{i}.test/user/{id}"));
            for line in &lines {
                sift.admit(line.as_bytes());
            }
            let before = sift.memory_usage();
            sift.explainer()
                .explain(lines[1].as_bytes(), &sift.decisions()[0])
                .expect("it is similar");
            grown += sift.memory_usage() - before;
        }
        // At least two templates and the weights of their components.
        assert!(grown > 500 * 200, "{grown}");
    }
}
