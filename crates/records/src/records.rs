//! The kind of lines in a list.

use super::fold::Fold;
use super::sequence_terms::SequenceTerms;
use super::text_terms::TextTerms;
use std::num::NonZeroUsize;
use std::sync::Arc;
use urlsift_core::Terms;

/// The kind of lines in a list, with the settings to read them: see
/// [`Builder::records`](urlsift_core::Builder::records). Needs the feature `records`.
///
/// ```
/// use std::num::NonZeroUsize;
/// use urlsift::{Sift, Verdict};
/// use urlsift::settings::Records;
///
/// let shingle = NonZeroUsize::new(2).expect("not zero");
/// let mut sift = Sift::builder().records(Records::Events { shingle }.terms()).build()?;
/// assert_eq!(sift.admit(b"/user/1|GET|0 /cart|POST|2.5"), Verdict::Kept);
/// assert_eq!(sift.admit(b"/user/2|GET|0 /cart|POST|3.5"), Verdict::Similar);
/// assert_eq!(sift.admit(b"/cart|POST|0 /user/1|GET|3.5"), Verdict::Kept);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Records {
    /// URLs.
    #[default]
    Urls,
    /// Texts, compared by their words in order. Values such as numbers and addresses count as
    /// equal, and positions are learned. In scripts without blanks, such as Chinese, each pair of
    /// neighbouring characters is a word.
    Texts,
    /// Texts, of which more or less is taken out before they are compared.
    Folded(Fold),
    /// Lines of logs: texts after a header of time, level, host and process, which is not compared.
    Logs,
    /// Sequences of requests, compared by their runs of steps. A step is a path, read as the path
    /// of a URL, a method and the time since the step before.
    Events {
        /// Number of steps in a run. Two sequences have a run in common if all of its steps are
        /// similar.
        shingle: NonZeroUsize,
    },
}

impl Records {
    /// Returns the reader of terms for [`Builder::records`](urlsift_core::Builder::records); `None`
    /// for URLs.
    pub fn terms(self) -> Option<Arc<dyn Terms>> {
        match self {
            Self::Urls => None,
            Self::Texts => Some(Arc::new(TextTerms::Texts(Fold::default()))),
            Self::Folded(fold) => Some(Arc::new(TextTerms::Texts(fold))),
            Self::Logs => Some(Arc::new(TextTerms::Logs)),
            Self::Events { shingle } => Some(Arc::new(SequenceTerms { shingle })),
        }
    }
}
