//! "Is any representative similar to this?"
//!
//! One question ([`Index`]), one implementation for each [plan](crate::plan): [`Templates`] where a template decides, [`Names`] where
//! names of parameters count one by one,
//! [`Literals`] where cores and bands were computed while scanning, and [`ByFeatures`] for the rest. The last one searches by
//! [`Neighbours`](question::Neighbours): [`Bands`] for the overlap of features, [`Slices`] for SimHash codes, and [`Exhaustive`], which compares with
//! everything and is an oracle of the other two.

mod bands;
mod blocks;
mod cores;
mod crowd;
mod entries;
mod exhaustive;
mod features;
mod literals;
mod names;
mod owners;
mod postings;
mod question;
mod rare;
pub(crate) mod simhash;
mod templates;
mod visits;
mod vocabulary;
mod wanted;

pub(crate) use bands::Bands;
pub(crate) use entries::Entries;
pub(crate) use exhaustive::{Exhaustive, Measure};
pub(crate) use features::ByFeatures;
pub(crate) use literals::Literals;
pub(crate) use names::Names;
pub(crate) use owners::Owners;
pub(crate) use postings::max_candidates;
pub(crate) use question::{Id, Index, Match};
pub(crate) use simhash::Slices;
pub(crate) use templates::Templates;
pub(crate) use wanted::Wanted;

#[cfg(test)]
mod tests {
    use crate::feature::{Component, Feature, Role};
    use crate::record::{Batch, Record, UrlView};
    use crate::{Builder, Detail, Metric, ParamMode, Sift};

    /// Features of one unit each.
    pub(super) fn features(hashes: impl IntoIterator<Item = u64>) -> Vec<Feature> {
        let of = |hash| Feature { hash, weight: 1, component: Component::Path, with: None, role: Role::Part };
        hashes.into_iter().map(of).collect()
    }

    /// The records of some lines, and the filter whose scanner made them.
    pub(super) fn scanned(builder: &Builder, lines: &[&str]) -> (Sift, Batch) {
        let sift = builder.clone().build().expect("the settings are valid");
        let (scanner, mut batch) = (sift.scanner(), Batch::default());
        for line in lines {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        (sift, batch)
    }

    /// Calls `each` with every URL of a batch as it reads by itself.
    pub(super) fn each_view(batch: &Batch, mut each: impl FnMut(usize, &UrlView<'_>)) {
        for (i, record) in batch.records.iter().enumerate() {
            let Record::Url(url) = record else { continue };
            let tokens: Vec<u64> = batch.segments_of(url).iter().map(|segment| segment.token).collect();
            each(i, &batch.view(url, &tokens));
        }
    }

    #[test]
    fn an_empty_index_finds_what_a_new_one_finds() {
        let lines = ["http://a.test/x/1?q=1", "http://a.test/x/2?q=22&r=2", "http://a.test/y/z#f"];
        let literal = || Sift::builder().literal(true);
        let simhash = Sift::builder().metric(Metric::SimHash);
        for builder in [
            Sift::builder(),
            Sift::builder().params(ParamMode::Names),
            Sift::builder().threshold(80.0).detail(Detail::Groups),
            Sift::builder().threshold(80.0).exhaustive(true),
            literal(),
            literal().threshold(80.0),
            literal().detail(Detail::Groups),
            simhash.clone(),
            simhash.exhaustive(true),
        ] {
            let (sift, batch) = scanned(&builder, &lines);
            let mut fresh = sift.decider.known.index().boxed_clone();
            let mut index = fresh.clone();
            each_view(&batch, |i, view| index.insert(view, i as u64));
            let mut empty = index.empty(&sift.comparer.layout);
            each_view(&batch, |i, view| {
                assert!(index.find(view).is_some(), "{builder:?}: {}", lines[i]);
                assert_eq!(empty.find(view), fresh.find(view), "{builder:?}: {}", lines[i]);
                empty.insert(view, i as u64);
                fresh.insert(view, i as u64);
                assert_eq!(empty.find(view), fresh.find(view), "{builder:?}: {}", lines[i]);
            });
        }
    }

    /// What `sift` leaves of its total to differ.
    pub(super) fn budget(sift: &Sift) -> u64 {
        sift.comparer.threshold.budget(sift.comparer.layout.weights.total())
    }
}
