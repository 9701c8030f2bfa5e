//! The keys of a line, for those who look similar lines up elsewhere: in a join, in a store that several processes share.

use crate::plan::bands;
use crate::record::{Batch, Record, Segment};
use crate::sift::Sift;

/// How many keys a URL has at most.
const MAX_KEYS: usize = 4096;

/// What a line is found by: see [`Sift::keys`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineKeys {
    /// Nothing: the line is empty.
    Empty,
    /// The line is not a URL. Only the same line has this key.
    NotUrl(u64),
    /// Two URLs are similar if and only if they have a key in common, up to collisions of 64-bit hashes.
    Url(Vec<u64>),
    /// A URL that has more than 4,096 keys, as one of many parts has at a low threshold.
    TooMany,
}

impl Sift {
    /// Gives the keys by which a line is found, as it reads by itself, whatever this filter has learned.
    ///
    /// Under [`Metric::Overlap`](crate::Metric::Overlap), two URLs are similar if and only if they share a key. Keys depend on the
    /// settings and on [`seed`](crate::Builder::seed): fix it where keys outlive the process or leave it. (Under
    /// [`Metric::SimHash`](crate::Metric::SimHash) these are the keys of the features' overlap as well.)
    ///
    /// ```
    /// use urlsift::{LineKeys, Sift};
    ///
    /// let sift = Sift::builder().seed([1, 2]).build()?;
    /// let keys = |line: &str| sift.keys(line.as_bytes());
    /// assert_eq!(keys("https://example.com/user/1"), keys("http://example.com/user/2"));
    /// assert_ne!(keys("https://example.com/user/1"), keys("https://example.com/team/1"));
    /// assert_eq!(keys(""), LineKeys::Empty);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn keys(&self, line: &[u8]) -> LineKeys {
        let (comparer, mut batch) = (&self.comparer, Batch::default());
        comparer.scanner.scan(line, &mut batch);
        let url = match &batch.records[0] {
            Record::Empty => return LineKeys::Empty,
            Record::NotUrl(hash) => return LineKeys::NotUrl(*hash),
            Record::Url(url) => url,
        };
        let own = |segment: &Segment| segment.token;
        let tokens: Vec<u64> = batch.segments_of(url).iter().map(own).collect();
        let (mut features, mut keys) = (Vec::new(), Vec::new());
        comparer.layout.features(&batch.view(url, &tokens), &mut features);
        let budget = comparer.threshold.budget(comparer.layout.weights.total());
        if comparer.layout.has_one_band(budget) {
            keys.push(bands::single(&features, budget));
        } else if bands::enumerate(&features, budget, MAX_KEYS, &mut keys).is_err() {
            return LineKeys::TooMany;
        }
        LineKeys::Url(keys)
    }
}
