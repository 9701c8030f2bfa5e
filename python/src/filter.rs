//! A plain filter, one that records what it learns and keeps, or one that remembers it in a state.

use urlsift::explain::{Explainer, Watched};
use urlsift::memory::{Recorder, Session};
use urlsift::{Batch, Builder, Error, ErrorKind, Filter as _, Sift, Verdict};

#[allow(
    clippy::large_enum_variant,
    reason = "there is one of them for each filter of a program"
)]
pub(crate) enum Filter {
    Plain(Watched<Sift>),
    Noting(Watched<Recorder>),
    Remembering(Watched<Session>),
}

/// Uses the filter, whichever it is.
macro_rules! whichever {
    ($self:expr, $filter:ident => $work:expr) => {
        match $self {
            Filter::Plain($filter) => $work,
            Filter::Noting($filter) => $work,
            Filter::Remembering($filter) => $work,
        }
    };
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

    /// Copies the filter. `None` if it has a state.
    pub(crate) fn copied(&self) -> Option<Self> {
        match self {
            Self::Plain(sift) => Some(Self::Plain(sift.clone())),
            Self::Noting(recorder) => Some(Self::Noting(recorder.clone())),
            Self::Remembering(_) => None,
        }
    }

    pub(crate) fn sift(&self) -> &Sift {
        whichever!(self, filter => filter.sift())
    }

    /// Returns the reader of the filter's decisions.
    pub(crate) fn explainer(&self) -> &Explainer {
        whichever!(self, filter => filter.explainer())
    }

    /// Returns the recorder, if there is one.
    pub(crate) fn recorder(&mut self) -> Option<&mut Recorder> {
        let Self::Noting(recorder) = self else {
            return None;
        };
        Some(recorder.parts_mut().0)
    }

    /// Returns the session, if there is one.
    pub(crate) fn session(&mut self) -> Option<&mut Session> {
        let Self::Remembering(session) = self else {
            return None;
        };
        Some(session.parts_mut().0)
    }

    /// Reads the first line of a source, and returns whether it is a header.
    pub(crate) fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        whichever!(self, filter => filter.begin(first))
    }

    pub(crate) fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        let verdict = whichever!(self, filter => urlsift::Filter::admit(filter, line)?);
        self.share()?;
        Ok(verdict)
    }

    pub(crate) fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Vec<Verdict>, Error> {
        let verdicts = whichever!(self, filter => filter.decide(batch, lines)?.verdicts.to_vec());
        self.share()?;
        Ok(verdicts)
    }

    /// Stores the decisions at once if other processes may wait for them.
    fn share(&mut self) -> Result<(), Error> {
        match self.session() {
            Some(session) if session.is_shared() => session.commit(None),
            _ => Ok(()),
        }
    }

    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Noting(recorder) => {
                recorder.inner().memory_usage() + recorder.explainer().memory_usage()
            }
            _ => whichever!(self, filter => filter.memory_usage()),
        }
    }

    pub(crate) fn restart(&mut self) -> Result<(), Error> {
        let refusal = "a filter with a state or a window cannot restart: make another one";
        match self {
            Self::Plain(sift) => sift.restart(),
            Self::Noting(recorder) => {
                let (recorder, explainer) = recorder.parts_mut();
                recorder.restart();
                *explainer = Explainer::of(recorder.sift());
            }
            Self::Remembering(_) => return Err(Error::new(ErrorKind::Settings, refusal)),
        }
        Ok(())
    }
}
