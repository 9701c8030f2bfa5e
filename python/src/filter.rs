//! A plain filter, or a filter that records what it learns and keeps.

use urlsift::explain::{Explainer, Watched};
use urlsift::memory::Recorder;
use urlsift::{Batch, Builder, Error, Filter as _, Sift, Verdict};

#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of them for each filter of a program")]
pub(crate) enum Filter {
    Plain(Watched<Sift>),
    Noting(Watched<Recorder>),
}

impl Filter {
    pub(crate) fn new(settings: Builder, remembers: bool) -> Result<Self, Error> {
        Ok(if remembers {
            Self::Noting(Watched::new(Recorder::new(settings)?))
        } else {
            Self::Plain(Watched::new(settings.build()?))
        })
    }

    /// Continues from saved bytes: decisions number the groups in them as well.
    pub(crate) fn loaded(recorder: Recorder) -> Self {
        let mut recorder = Watched::new(recorder);
        recorder.parts_mut().1.number_from(0);
        Self::Noting(recorder)
    }

    pub(crate) fn sift(&self) -> &Sift {
        match self {
            Self::Plain(sift) => sift.sift(),
            Self::Noting(recorder) => recorder.sift(),
        }
    }

    /// Returns the reader of the filter's decisions.
    pub(crate) fn explainer(&self) -> &Explainer {
        match self {
            Self::Plain(sift) => sift.explainer(),
            Self::Noting(recorder) => recorder.explainer(),
        }
    }

    /// Returns the recorder, if there is one.
    pub(crate) fn recorder(&mut self) -> Option<&mut Recorder> {
        match self {
            Self::Plain(_) => None,
            Self::Noting(recorder) => Some(recorder.parts_mut().0),
        }
    }

    /// Reads the first line of a source, and returns whether it is a header.
    pub(crate) fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        match self {
            Self::Plain(sift) => sift.begin(first),
            Self::Noting(recorder) => recorder.begin(first),
        }
    }

    pub(crate) fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        match self {
            Self::Plain(sift) => Ok(sift.admit(line)),
            Self::Noting(recorder) => recorder.admit(line),
        }
    }

    pub(crate) fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Vec<Verdict>, Error> {
        Ok(match self {
            Self::Plain(sift) => sift.decide(batch, lines)?.verdicts.to_vec(),
            Self::Noting(recorder) => recorder.decide(batch, lines)?.verdicts.to_vec(),
        })
    }

    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Plain(sift) => sift.memory_usage(),
            Self::Noting(recorder) => recorder.inner().memory_usage() + recorder.explainer().memory_usage(),
        }
    }

    pub(crate) fn restart(&mut self) {
        match self {
            Self::Plain(sift) => sift.restart(),
            Self::Noting(recorder) => {
                let (recorder, explainer) = recorder.parts_mut();
                recorder.restart();
                *explainer = Explainer::of(recorder.sift());
            }
        }
    }
}
