//! The keys of a line, for a lookup of similar lines elsewhere: in a join, or in a store that
//! several processes share.

use urlsift_core::Feature;
use urlsift_core::decide::sift::Sift;
use urlsift_core::record::variant::Variant;
use urlsift_core::record::{Batch, Record};
use urlsift_core::similar::plan::bands;

/// Largest number of keys of a URL.
const MAX_KEYS: usize = 4096;

/// The keys under which a line is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineKeys {
    /// The line is empty and has no key.
    Empty,
    /// The line is not a URL. Only an identical line has this key.
    NotUrl(u64),
    /// Two URLs are similar if and only if they have a key in common, up to collisions of 64-bit
    /// hashes.
    Url(Vec<u64>),
    /// The URL has more than 4,096 keys, as a URL of many parts has at a low threshold.
    TooMany,
}

impl LineKeys {
    /// Returns the keys of a line as it reads by itself, regardless of what this filter has
    /// learned.
    ///
    /// Under [`Metric::Overlap`](urlsift_core::similar::similarity::Metric::Overlap), two URLs are
    /// similar if and only if they share a key. Keys depend on the settings and on
    /// [`seed`](urlsift_core::settings::builder::Builder::seed): set it if keys outlive the process
    /// or leave it. (Under [`Metric::SimHash`](urlsift_core::similar::similarity::Metric::SimHash)
    /// these are also the keys of the overlap of features.)
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::LineKeys;
    ///
    /// let sift = Sift::builder().seed([1, 2]).build()?;
    /// let keys = |line: &str| LineKeys::of(&sift, line.as_bytes());
    /// assert_eq!(keys("https://example.com/user/1"), keys("http://example.com/user/2"));
    /// assert_ne!(keys("https://example.com/user/1"), keys("https://example.com/team/1"));
    /// assert_eq!(keys(""), LineKeys::Empty);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn of(sift: &Sift, line: &[u8]) -> Self {
        Self::read(sift, line, false)
    }

    /// Returns the keys of a line as it reads with everything that this filter has learned. The
    /// filter learns nothing from it.
    ///
    /// In a filter that has learned from a whole list
    /// ([`two_pass`](urlsift_core::settings::builder::Builder::two_pass),
    /// [`restart`](Sift::restart)), lines belong to one component if a chain of shared keys
    /// connects them: the result of `Clusters`, computed on many machines.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::LineKeys;
    ///
    /// let [one, other] = ["https://example.com/zork/beryl", "https://example.com/zork/garnet"];
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let mut sift = Sift::builder().two_pass(true).build()?;
    /// let keys = |sift: &Sift, line: &str| LineKeys::learned(sift, line.as_bytes());
    /// let alike = |sift: &Sift| keys(sift, one) == keys(sift, other);
    /// assert!(!alike(&sift));
    /// for word in words {
    ///     sift.admit(format!("https://example.com/zork/{word}").as_bytes());
    /// }
    /// sift.restart();
    /// assert!(alike(&sift));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned(sift: &Sift, line: &[u8]) -> Self {
        Self::read(sift, line, true)
    }

    fn read(sift: &Sift, line: &[u8], is_learned: bool) -> Self {
        let view = sift.view();
        let features = match KeyFeatures::read(sift, line, is_learned) {
            KeyFeatures::Empty => return Self::Empty,
            KeyFeatures::NotUrl(hash) => return Self::NotUrl(hash),
            KeyFeatures::Url(features) => features,
        };
        let budget = view.measure.budget();
        let mut keys = Vec::new();
        if view.measure.layout.has_one_band(budget) {
            keys.push(bands::single(&features, budget));
            return LineKeys::Url(keys);
        }
        match bands::enumerate(&features, budget, MAX_KEYS, &mut keys) {
            Ok(()) => LineKeys::Url(keys),
            Err(_) => LineKeys::TooMany,
        }
    }
}

/// The features of a line.
pub(crate) enum KeyFeatures {
    Empty,
    /// It has none, and is identified by this hash.
    NotUrl(u64),
    Url(Vec<Feature>),
}

impl KeyFeatures {
    /// Reads a line by itself, or with everything that the filter has learned.
    pub(crate) fn read(sift: &Sift, line: &[u8], is_learned: bool) -> Self {
        let view = sift.view();
        let mut batch = Batch::default();
        view.unfiltered_scanner.scan(line, &mut batch);
        let url = match &batch.view().records()[0] {
            Record::Empty => return Self::Empty,
            Record::NotUrl(hash) => return Self::NotUrl(*hash),
            Record::Url(url) => url,
            Record::Header(_) | Record::Unwanted(_) => {
                unreachable!("a comparer selects nothing, and meets no header")
            }
        };
        let mut tokens = Vec::new();
        if is_learned {
            view.read(&batch, url, &mut tokens);
        } else {
            Variant::default().tokens(batch.view().segments_of(url), &mut tokens);
        }
        let mut features = Vec::new();
        let url = batch.view().url(url, &tokens);
        view.measure.layout.features(&url, &mut features);
        Self::Url(features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Comparer;
    use proptest::prelude::*;

    fn keys(sift: &Sift, line: &str) -> Vec<u64> {
        match LineKeys::of(sift, line.as_bytes()) {
            LineKeys::Url(keys) => keys,
            other => panic!("{line} is a URL of few keys: {other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn urls_share_a_key_if_and_only_if_they_are_similar(
            lines in [(); 2].map(|()| r"(https?:|)//[ab]\.test(/[xy7]){0,4}(\?([a-c](=[12])?&){0,4})?(#[fg])?"),
            threshold in prop::sample::select(vec![100.0, 97.0, 95.0, 92.0, 90.0, 85.0, 80.0]),
            literal in any::<bool>(),
        ) {
            let sift = Sift::builder().literal(literal).learn(false).threshold(threshold).build().unwrap();
            let [one, other] = lines.each_ref().map(|line| keys(&sift, line));
            let found = Comparer::of(&sift).compare(lines[0].as_bytes(), lines[1].as_bytes()).expect("both are URLs");
            prop_assert_eq!(one.iter().any(|key| other.contains(key)), found.similar, "{:?}", found);
        }
    }

    #[test]
    fn what_is_no_url_has_a_key_of_its_own_and_too_many_are_told() {
        let sift = Sift::builder()
            .literal(true)
            .threshold(50.0)
            .seed([1, 2])
            .build()
            .unwrap();
        assert_eq!(LineKeys::of(&sift, b""), LineKeys::Empty);
        assert_eq!(
            LineKeys::of(&sift, b"no url"),
            LineKeys::of(&sift, b"no url\r")
        );
        assert_ne!(
            LineKeys::of(&sift, b"no url"),
            LineKeys::of(&sift, b"No url")
        );
        let pairs: Vec<String> = (0..60).map(|i| format!("p{i}=1")).collect();
        assert_eq!(
            LineKeys::of(&sift, format!("//a.test/?{}", pairs.join("&")).as_bytes()),
            LineKeys::TooMany
        );
        let same = Sift::builder()
            .literal(true)
            .threshold(50.0)
            .seed([1, 2])
            .build()
            .unwrap();
        assert_eq!(
            LineKeys::of(&sift, b"//a.test/x"),
            LineKeys::of(&same, b"//a.test/x"),
            "keys outlive the process"
        );
    }
}
