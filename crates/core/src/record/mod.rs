//! Records: one line each, as plain data between scanning and deciding.
//!
//! A [`Batch`] holds the records of consecutive lines. A scanner fills it, on any thread; a decider
//! reads it, in order. Nothing in this module decides.

pub mod shape;
pub mod variant;

use std::ops::Range;
use urlsift_url::hash::Key;
use urlsift_url::parse::Path;
use urlsift_url::reserved::Reserved;
use urlsift_url::selection::Reason;
use urlsift_url::token::{Class, Speech, Traits};

/// Stands for the index of a segment if a name of a parameter has numbers or hashes.
pub(crate) const OF_QUERY: u32 = u32::MAX;

/// The records of consecutive lines, filled by a [`Scanner`](crate::scan::Scanner).
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) records: Vec<Record>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) bands: Vec<u64>,
    /// Names with numbers: the index of the segment within its URL, or [`OF_QUERY`], and the hash
    /// of its text.
    pub(crate) numbers: Vec<(u32, u64)>,
    /// Parameters that may choose a page, with their words.
    pub(crate) choices: Vec<SelectorChoice>,
    /// The answers of the records, up to the last that has one, if anyone reads them.
    pub(crate) answers: Vec<AnswerKeys>,
    /// Number of records that took the parser's fast path.
    pub(crate) fast: u64,
    /// The scanner's [origin](crate::scan::Scanner): a filter refuses hashes of another origin.
    pub(crate) origin: Option<u64>,
    /// Whether scanners of different origins added records, so that every filter refuses the batch.
    pub(crate) is_mixed: bool,
}

/// The response to a request, as hashes. Both are 0 if nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerKeys {
    /// Hash of the response.
    pub on_host: u64,
    /// The same with the site, path and query of the request, which hosts of one site share.
    pub across: u64,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Record {
    /// It has no bytes.
    #[default]
    Empty,
    /// It is not a URL; with the hash of its bytes.
    NotUrl(u64),
    /// It names the columns of the other records; with the hash of its bytes.
    Header(u64),
    /// It is a URL that a condition excludes.
    Unwanted(Reason),
    /// It is a URL.
    Url(Url),
}

/// A URL, as hashes of its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// The host with its port, joined with the scheme if that is not of the web; the site of the
    /// host if hosts are merged.
    pub service: u64,
    /// Everything else that keeps it apart: user name and password, and
    /// [fields](urlsift_url::separators) of its record; 0 if there are none.
    pub separating_key: u64,
    /// 0 if it is absent or not compared.
    pub scheme: u64,
    /// 0 if it is absent or not compared.
    pub fragment: u64,
    /// Whether the service is a whole site, and the last segment is the host below it.
    pub hosted: bool,
    /// Whether the host is named like an API.
    pub api: bool,
    /// Whether fields keep it apart, so that it is never similar to a URL with other fields, at any
    /// threshold.
    pub fielded: bool,
    /// The scheme, if it is of the web: templates show it even if schemes are not compared.
    pub web: Option<Web>,
    /// The ranges of its [`Segment`]s and [`Pair`]s in the batch; empty if its keys are enough.
    pub segments: Range<u32>,
    pub pairs: Range<u32>,
    /// The range of its names with numbers.
    pub numbers: Range<u32>,
    /// The range of its [`SelectorChoice`]s; empty if no value is a word.
    pub choices: Range<u32>,
    pub keys: Keys,
}

/// A parameter that may choose a page by its value; or, as the last one of a URL, its whole query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectorChoice {
    /// Hash of the name's token; 0 for the query.
    pub name: u64,
    /// Hash of the value if it is a word in lower case or a page, else 0.
    pub word: u64,
    /// Whether the form of the value says that it chooses a page.
    pub is_page: bool,
}

/// A scheme of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Web {
    Http,
    Https,
}

/// The keys of a URL that the scanner computed, according to the filter's plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// No key: its features decide, which are computed from segments and pairs.
    #[default]
    None,
    /// The hash of its template, which decides alone.
    Template(u64),
    /// The core of a literal URL, which decides alone.
    Core(Core),
    /// The core, and these bands in the batch.
    Bands(Core, Range<u32>),
    /// The core, and its features, which are computed from segments and pairs.
    CoreAndFeatures(Core),
}

/// The hash of a literal URL without scheme and fragment; three of its bits encode the compared
/// parts of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Core(pub u64);

impl Url {
    /// The endpoint: host, user and separating fields as one token.
    pub fn endpoint_key(&self, key: &Key) -> u64 {
        if self.separating_key == 0 {
            self.service
        } else {
            key.join(self.separating_key, self.service)
        }
    }

    /// Hash of what keeps it apart from URLs that are otherwise similar, at any threshold; 0 if
    /// nothing does.
    pub fn barrier_key(&self) -> u64 {
        if self.fielded { self.separating_key } else { 0 }
    }

    /// Returns the hash of its template, if the scanner computed it.
    pub(crate) fn template(&self) -> Option<u64> {
        match self.keys {
            Keys::Template(template) => Some(template),
            _ => None,
        }
    }

    /// Returns a number for its scheme; 0 if that is not of the web.
    pub fn web_number(&self) -> u64 {
        self.web.map_or(0, |web| web as u64 + 1)
    }

    /// Splits a slice that is parallel to its segments into the host's item, if it has one, and the
    /// path's items.
    pub fn split<'t, T>(&self, items: &'t [T]) -> (Option<&'t T>, &'t [T]) {
        match items {
            [path @ .., host] if self.hosted => (Some(host), path),
            path => (None, path),
        }
    }
}

impl Record {
    /// Returns the URL, if the record is one.
    pub fn url(&self) -> Option<&Url> {
        match self {
            Self::Url(url) => Some(url),
            _ => None,
        }
    }

    /// Returns the hash of the template, if the scanner computed it.
    pub(crate) fn template(&self) -> Option<u64> {
        self.url()?.template()
    }
}

impl Core {
    /// Number of low bits that encode the compared parts of scheme and fragment.
    pub const MARKS: u32 = 3;
}

/// A path segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Hash of its token.
    pub token: u64,
    /// Hash of the token that it has if its position is variable: `{}` and the extension.
    pub variable: u64,
    /// Hash of a name without its extension, if that is a format of data; of the whole text, if it
    /// is an id; of the thing and the text of a [task](Self::task); else 0.
    pub stem: u64,
    pub traits: Traits,
    /// Its class, if it is known; templates show it.
    pub class: Option<Class>,
    pub speech: Speech,
}

impl Segment {
    /// Creates a segment that has the same token in every variant.
    pub(crate) fn constant(token: u64, traits: Traits) -> Self {
        Self {
            token,
            variable: token,
            traits,
            ..Self::default()
        }
    }

    /// The token under which a word of a printed line is entered in case its position becomes
    /// variable. No value has this token.
    pub fn early(&self) -> u64 {
        !self.variable
    }

    /// Returns the hash of its text if it is an id, else 0.
    #[inline]
    pub(crate) fn id(&self) -> u64 {
        if self.traits.has(Traits::VALUE) && !self.traits.is_task() {
            self.stem
        } else {
            0
        }
    }

    /// Whether it is a word with the extension of a format of data. Titles that are ids on hosts in
    /// English are words by their whole text.
    pub(crate) fn has_stem(&self) -> bool {
        self.stem != 0
            && self.stem != self.token
            && !self.traits.has(Traits::VALUE)
            && !self.traits.is_task()
    }

    /// Number of low bits of a task's hash that are those of its whole text.
    const TEXT: u32 = 32;

    /// Returns the hash of a task: that of its thing in the high bits, that of its text in the low
    /// ones. It is the token of a title that is a task, too.
    pub(crate) fn task(thing: u64, text: u64) -> u64 {
        thing >> Self::TEXT << Self::TEXT | text & u64::from(u32::MAX)
    }

    /// Returns the hash of a task's thing.
    pub(crate) fn thing(&self) -> u64 {
        self.stem >> Self::TEXT
    }

    /// Returns a number for its class; 0 if that is unknown.
    pub fn class_number(&self) -> u64 {
        self.class.map_or(0, |class| class as u64 + 1)
    }
}

/// Returns the tokens of segments in their own variant.
#[inline]
pub(crate) fn own_tokens(segments: &[Segment]) -> impl Iterator<Item = u64> + Clone {
    segments.iter().map(|segment| segment.token)
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Hash of the name's token.
    pub name: u64,
    pub value: u64,
}

/// The path and the query of a URL, or the rest of them after a segment.
#[derive(Clone, Copy, Debug)]
pub struct PathAndQuery<'a> {
    pub segments: &'a [Segment],
    pub pairs: &'a [Pair],
}

/// A URL in one variant: with `{}` at the positions that have become variable.
#[derive(Clone, Copy, Debug)]
pub struct UrlView<'a> {
    pub url: &'a Url,
    /// The token of each segment.
    pub tokens: &'a [u64],
    pub pairs: &'a [Pair],
    pub bands: &'a [u64],
}

/// A line of a batch, with its record.
#[derive(Clone, Copy, Debug)]
pub struct ScannedLine<'b> {
    pub batch: &'b Batch,
    /// The index of its record in the batch.
    pub index: usize,
    /// The bytes of the line.
    pub bytes: &'b [u8],
}

impl<'b> ScannedLine<'b> {
    /// Returns its record.
    pub fn record(&self) -> &'b Record {
        &self.batch.records[self.index]
    }
}

/// Consecutive lines of a batch, with their records.
#[derive(Clone)]
pub struct ScannedLines<'b> {
    pub batch: &'b Batch,
    /// The indices of their records in the batch.
    pub records: Range<usize>,
    /// Returns the bytes of a line, by its place among these lines.
    pub bytes: &'b dyn Fn(usize) -> &'b [u8],
}

impl<'b> ScannedLines<'b> {
    /// Returns all lines of a batch.
    pub(crate) fn all(batch: &'b Batch, bytes: &'b dyn Fn(usize) -> &'b [u8]) -> Self {
        Self {
            batch,
            records: 0..batch.len(),
            bytes,
        }
    }
}

impl Batch {
    /// Counts a URL if it took the parser's fast path.
    #[inline]
    pub(crate) fn count_path(&mut self, path: Path) {
        self.fast += u64::from(path.is_fast);
    }

    /// Removes the records and keeps the allocations.
    pub fn clear(&mut self) {
        self.records.clear();
        self.segments.clear();
        self.pairs.clear();
        self.bands.clear();
        self.numbers.clear();
        self.choices.clear();
        self.answers.clear();
        self.fast = 0;
        self.origin = None;
        self.is_mixed = false;
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds no records.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Sets the answer of the next record.
    pub(crate) fn note_answer(&mut self, answer: AnswerKeys) {
        self.answers
            .resize(self.records.len(), AnswerKeys::default());
        self.answers.push(answer);
    }

    /// The answer of a record, if it has one and answers are read.
    pub(crate) fn answer(&self, record: usize) -> Option<AnswerKeys> {
        self.answers
            .get(record)
            .copied()
            .filter(|answer| *answer != AnswerKeys::default())
    }

    #[inline]
    pub(crate) fn segments_of(&self, url: &Url) -> &[Segment] {
        &self.segments[url.segments.start as usize..url.segments.end as usize]
    }

    pub(crate) fn pairs_of(&self, url: &Url) -> &[Pair] {
        &self.pairs[url.pairs.start as usize..url.pairs.end as usize]
    }

    /// Returns the path and the query of a URL.
    #[inline]
    pub(crate) fn path_and_query(&self, url: &Url) -> PathAndQuery<'_> {
        PathAndQuery {
            segments: self.segments_of(url),
            pairs: self.pairs_of(url),
        }
    }

    pub(crate) fn numbers_of(&self, url: &Url) -> &[(u32, u64)] {
        &self.numbers[url.numbers.start as usize..url.numbers.end as usize]
    }

    pub(crate) fn choices_of(&self, url: &Url) -> &[SelectorChoice] {
        &self.choices[url.choices.start as usize..url.choices.end as usize]
    }

    pub(crate) fn bands_of(&self, url: &Url) -> &[u64] {
        match &url.keys {
            Keys::Bands(_, bands) => &self.bands[bands.start as usize..bands.end as usize],
            _ => &[],
        }
    }

    /// Returns the URL in the variant of these tokens.
    #[inline]
    pub(crate) fn url_view<'a>(&'a self, url: &'a Url, tokens: &'a [u64]) -> UrlView<'a> {
        UrlView {
            url,
            tokens,
            pairs: self.pairs_of(url),
            bands: self.bands_of(url),
        }
    }
}

/// A batch as other crates of the project see it.
#[derive(Clone, Copy, Debug)]
pub struct BatchView<'b>(&'b Batch);

impl Batch {
    /// Returns the batch as readers see it.
    pub fn view(&self) -> BatchView<'_> {
        BatchView(self)
    }
}

impl<'b> BatchView<'b> {
    /// Returns the records, one for each line.
    pub fn records(self) -> &'b [Record] {
        &self.0.records
    }

    /// Returns the URL of a record, if it is one.
    pub fn url_at(self, record: usize) -> Option<&'b Url> {
        self.records().get(record)?.url()
    }

    /// Returns the segments of all URLs.
    pub fn segments(self) -> &'b [Segment] {
        &self.0.segments
    }

    /// Returns the parameters of all URLs.
    pub fn pairs(self) -> &'b [Pair] {
        &self.0.pairs
    }

    /// Returns the segments of a URL.
    pub fn segments_of(self, url: &Url) -> &'b [Segment] {
        self.0.segments_of(url)
    }

    /// Returns the parameters of a URL.
    pub fn pairs_of(self, url: &Url) -> &'b [Pair] {
        self.0.pairs_of(url)
    }

    /// Returns the path and the query of a URL.
    pub fn path_and_query(self, url: &Url) -> PathAndQuery<'b> {
        self.0.path_and_query(url)
    }

    /// Hashes a URL with all of its parts, a number for the rest of it, and one for each segment.
    pub fn hash(self, key: &Key, url: &Url, rest: u64, number: impl Fn(&Segment) -> u64) -> u64 {
        let segments = self.segments_of(url);
        let pairs = self.pairs_of(url);
        let head = [url.scheme, url.fragment, segments.len() as u64, rest];
        let path = segments
            .iter()
            .flat_map(|segment| [segment.token, number(segment)]);
        let params = pairs.iter().flat_map(|pair| [pair.name, pair.value]);
        key.fold(
            url.endpoint_key(key),
            head.into_iter().chain(path).chain(params),
        )
    }

    /// Returns a URL as the tokens read it.
    pub fn url<'a>(self, url: &'a Url, tokens: &'a [u64]) -> UrlView<'a>
    where
        'b: 'a,
    {
        self.0.url_view(url, tokens)
    }

    /// Returns how many records took the parser's fast path.
    pub fn fast(self) -> u64 {
        self.0.fast
    }

    /// Returns how many bytes the segments and parameters take.
    pub fn heap_bytes(self) -> usize {
        self.0.segments.reserved_bytes() + self.0.pairs.reserved_bytes()
    }
}

/// Copies the segments and parameters of a URL of another batch into this one, and returns the URL
/// with their places here.
pub fn adopt(batch: &mut Batch, url: &Url, segments: &[Segment], pairs: &[Pair]) -> Url {
    let first_segment = batch.segments.len() as u32;
    let first_pair = batch.pairs.len() as u32;
    batch.segments.extend_from_slice(segments);
    batch.pairs.extend_from_slice(pairs);
    let segments = first_segment..batch.segments.len() as u32;
    let pairs = first_pair..batch.pairs.len() as u32;
    Url {
        segments,
        pairs,
        numbers: 0..0,
        choices: 0..0,
        ..url.clone()
    }
}

/// Appends a record, whose parts are in the batch.
pub fn push(batch: &mut Batch, record: Record) {
    batch.records.push(record);
}

/// Returns the parameters of all URLs of a batch, to be changed.
pub fn pairs_mut(batch: &mut Batch) -> &mut Vec<Pair> {
    &mut batch.pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_early_token_is_none_of_the_others() {
        for (token, variable) in [
            (0, 0),
            (5, 5),
            (5, 9),
            (u64::MAX, u64::MAX),
            (u64::MAX, 0x5555),
        ] {
            let segment = Segment {
                token,
                variable,
                ..Segment::default()
            };
            assert_ne!(segment.early(), variable);
            let other = Segment {
                token: 17,
                ..segment
            };
            assert_eq!(
                segment.early(),
                other.early(),
                "all words of a position share it"
            );
        }
    }

    #[test]
    fn a_cleared_batch_holds_nothing_and_keeps_its_memory() {
        let pair = Pair { name: 1, value: 2 };
        let mut batch = Batch {
            records: vec![
                Record::Url(Url {
                    segments: 0..1,
                    pairs: 0..1,
                    ..Url::default()
                }),
                Record::NotUrl(3),
            ],
            segments: vec![Segment::default()],
            pairs: vec![pair],
            bands: vec![4],
            numbers: vec![(0, 3)],
            choices: vec![SelectorChoice {
                name: 1,
                word: 2,
                is_page: false,
            }],
            answers: vec![AnswerKeys {
                on_host: 1,
                across: 2,
            }],
            fast: 5,
            origin: Some(6),
            is_mixed: true,
        };
        let Record::Url(url) = batch.records[0].clone() else {
            panic!("it was put there")
        };
        assert_eq!(
            (batch.segments_of(&url).len(), batch.pairs_of(&url)),
            (1, &[pair][..])
        );
        assert!(
            batch.bands_of(&url).is_empty(),
            "it has no bands of its own"
        );
        let with_bands = Url {
            keys: Keys::Bands(Core(8), 0..1),
            ..url
        };
        assert_eq!(batch.bands_of(&with_bands), [4]);
        assert_eq!(batch.url_view(&with_bands, &[7]).bands, [4]);
        let capacity = batch.records.capacity();
        batch.clear();
        assert!(
            batch.is_empty()
                && batch.segments.is_empty()
                && batch.pairs.is_empty()
                && batch.bands.is_empty()
                && batch.numbers.is_empty()
                && batch.choices.is_empty()
                && batch.answers.is_empty()
        );
        assert_eq!(
            (
                batch.fast,
                batch.origin,
                batch.is_mixed,
                batch.records.capacity()
            ),
            (0, None, false, capacity)
        );
    }
}
