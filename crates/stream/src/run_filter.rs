//! Defines what a run asks of a filter.

use urlsift_core::{Filter, Observed, Observer, Sift};
use urlsift_explain::{Explainer, Watched};
use urlsift_memory::{Recorder, Session};

/// A filter that a run can use: a [`Sift`], a [`Session`], either of them [`Watched`] or
/// [`Observed`], or one of your own.
pub trait RunFilter: Filter + Send {
    /// Returns the reader of the filter's decisions, if there is one.
    fn explainer(&self) -> Option<&Explainer> {
        None
    }

    /// Returns the session, if decisions are stored.
    fn session(&self) -> Option<&Session> {
        None
    }

    /// Returns the session to store decisions.
    fn session_mut(&mut self) -> Option<&mut Session> {
        None
    }

    /// Returns the filter itself, if nobody else has to see its decisions: hosts may then be
    /// decided in parallel.
    fn unobserved(&mut self) -> Option<&mut Sift> {
        None
    }
}

impl RunFilter for Sift {
    fn unobserved(&mut self) -> Option<&mut Sift> {
        Some(self)
    }
}

impl RunFilter for Recorder {}

impl RunFilter for Session {
    fn session(&self) -> Option<&Session> {
        Some(self)
    }

    fn session_mut(&mut self) -> Option<&mut Session> {
        Some(self)
    }
}

impl<F: RunFilter> RunFilter for Watched<F> {
    fn explainer(&self) -> Option<&Explainer> {
        let explainer = Watched::explainer(self);
        (!explainer.is_idle()).then_some(explainer)
    }

    fn session(&self) -> Option<&Session> {
        self.inner().session()
    }

    fn session_mut(&mut self) -> Option<&mut Session> {
        self.parts_mut().0.session_mut()
    }

    fn unobserved(&mut self) -> Option<&mut Sift> {
        let (filter, explainer) = self.parts_mut();
        if explainer.is_idle() {
            filter.unobserved()
        } else {
            None
        }
    }
}

impl<F: RunFilter, O: Observer + Send> RunFilter for Observed<F, O> {
    fn explainer(&self) -> Option<&Explainer> {
        self.inner().explainer()
    }

    fn session(&self) -> Option<&Session> {
        self.inner().session()
    }

    fn session_mut(&mut self) -> Option<&mut Session> {
        self.parts_mut().0.session_mut()
    }
}
