//! A filter, or one that records what it learns and keeps.

use urlsift::memory::Recorder;
use urlsift::{Batch, Builder, Error, Sift, Verdict};

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of them for each filter of a program")]
pub(crate) enum Filter {
    Plain(Sift),
    Noting(Recorder),
}

impl Filter {
    pub(crate) fn new(settings: Builder, remembers: bool) -> Result<Self, Error> {
        Ok(if remembers { Self::Noting(Recorder::new(settings)?) } else { Self::Plain(settings.build()?) })
    }

    pub(crate) fn sift(&self) -> &Sift {
        match self {
            Self::Plain(sift) => sift,
            Self::Noting(recorder) => recorder.sift(),
        }
    }

    /// Returns the recorder, if there is one.
    pub(crate) fn recorder(&mut self) -> Option<&mut Recorder> {
        match self {
            Self::Plain(_) => None,
            Self::Noting(recorder) => Some(recorder),
        }
    }

    /// Takes the first line of a source, and says whether it is a header.
    pub(crate) fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        match self {
            Self::Plain(sift) => sift.begin(first),
            Self::Noting(recorder) => recorder.begin(first),
        }
    }

    pub(crate) fn admit(&mut self, line: &[u8]) -> Verdict {
        match self {
            Self::Plain(sift) => sift.admit(line),
            Self::Noting(recorder) => recorder.admit(line),
        }
    }

    pub(crate) fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl ExactSizeIterator<Item = &'a [u8]>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        match self {
            Self::Plain(sift) => sift.decide(batch, lines, verdicts),
            Self::Noting(recorder) => recorder.decide(batch, lines, verdicts),
        }
    }

    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Plain(sift) => sift.memory_usage(),
            Self::Noting(recorder) => recorder.memory_usage(),
        }
    }

    pub(crate) fn restart(&mut self) {
        match self {
            Self::Plain(sift) => sift.restart(),
            Self::Noting(recorder) => recorder.restart(),
        }
    }
}
