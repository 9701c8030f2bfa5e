//! A plain filter, one that records what it learns and keeps, or one that remembers it in a state;
//! with a reader of its decisions.

use urlsift::explain::Explainer;
use urlsift::memory::{Recorder, Session};
use urlsift::{Batch, Builder, Error, ErrorKind, Filter, Observed, Sift, Verdict};

/// The filter of a Python object, with the reader of its decisions.
pub(crate) struct ExplainedFilter {
    filter: FilterKind,
    explainer: Explainer,
}

#[allow(
    clippy::large_enum_variant,
    reason = "there is one of them for each filter of a program"
)]
enum FilterKind {
    Plain(Sift),
    Noting(Recorder),
    Remembering(Session),
}

impl FilterKind {
    fn as_filter(&self) -> &dyn Filter {
        match self {
            Self::Plain(sift) => sift,
            Self::Noting(recorder) => recorder,
            Self::Remembering(session) => session,
        }
    }

    fn as_filter_mut(&mut self) -> &mut dyn Filter {
        match self {
            Self::Plain(sift) => sift,
            Self::Noting(recorder) => recorder,
            Self::Remembering(session) => session,
        }
    }
}

impl ExplainedFilter {
    pub(crate) fn new(settings: Builder, remembers: bool) -> Result<Self, Error> {
        Ok(Self::from_kind(if remembers {
            FilterKind::Noting(Recorder::new(settings)?)
        } else {
            FilterKind::Plain(settings.build()?)
        }))
    }

    /// Continues from saved bytes: decisions number the groups in them as well.
    pub(crate) fn loaded(recorder: Recorder) -> Self {
        let mut loaded = Self::from_kind(FilterKind::Noting(recorder));
        loaded.explainer.number_from(0);
        loaded
    }

    /// Continues from a state.
    pub(crate) fn remembering(session: Session) -> Self {
        Self::from_kind(FilterKind::Remembering(session))
    }

    fn from_kind(filter: FilterKind) -> Self {
        let explainer = Explainer::of(filter.as_filter().sift());
        Self { filter, explainer }
    }

    /// Copies the filter. `None` if it has a state.
    pub(crate) fn copied(&self) -> Option<Self> {
        let filter = match &self.filter {
            FilterKind::Plain(sift) => FilterKind::Plain(sift.clone()),
            FilterKind::Noting(recorder) => FilterKind::Noting(recorder.clone()),
            FilterKind::Remembering(_) => return None,
        };
        let explainer = self.explainer.clone();
        Some(Self { filter, explainer })
    }

    pub(crate) fn sift(&self) -> &Sift {
        self.filter.as_filter().sift()
    }

    /// Returns the reader of the filter's decisions.
    pub(crate) fn explainer(&self) -> &Explainer {
        &self.explainer
    }

    /// Returns the recorder, if there is one.
    pub(crate) fn recorder(&mut self) -> Option<&mut Recorder> {
        match &mut self.filter {
            FilterKind::Noting(recorder) => Some(recorder),
            _ => None,
        }
    }

    /// Returns the session, if there is one.
    pub(crate) fn session(&mut self) -> Option<&mut Session> {
        match &mut self.filter {
            FilterKind::Remembering(session) => Some(session),
            _ => None,
        }
    }

    /// Reads the first line of a source, and returns whether it is a header.
    pub(crate) fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        self.filter.as_filter_mut().begin(first)
    }

    pub(crate) fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        let verdict = self.observed().admit(line)?;
        self.share()?;
        Ok(verdict)
    }

    pub(crate) fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Vec<Verdict>, Error> {
        let verdicts = self.observed().decide(batch, lines)?.verdicts.to_vec();
        self.share()?;
        Ok(verdicts)
    }

    /// Returns the filter, whose decisions the explainer sees.
    fn observed(&mut self) -> Observed<&mut dyn Filter, &mut Explainer> {
        Observed::new(self.filter.as_filter_mut(), &mut self.explainer)
    }

    /// Stores the decisions at once if other processes may wait for them.
    fn share(&mut self) -> Result<(), Error> {
        match self.session() {
            Some(session) if session.is_shared() => session.commit(None),
            _ => Ok(()),
        }
    }

    pub(crate) fn memory_usage(&self) -> usize {
        let filter = match &self.filter {
            FilterKind::Noting(recorder) => recorder.memory_usage(),
            other => other.as_filter().sift().memory_usage(),
        };
        filter + self.explainer.memory_usage()
    }

    pub(crate) fn restart(&mut self) -> Result<(), Error> {
        match &mut self.filter {
            FilterKind::Plain(sift) => sift.restart(),
            FilterKind::Noting(recorder) => recorder.restart(),
            FilterKind::Remembering(_) => {
                let refusal = "a filter with a state or a window cannot restart: make another one";
                return Err(Error::new(ErrorKind::Settings, refusal));
            }
        }
        self.explainer = Explainer::of(self.sift());
        Ok(())
    }
}
