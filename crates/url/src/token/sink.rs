//! A receiver of the tokens of a URL.

use super::param::QueryContext;
use super::reading::Readings;
use super::surroundings::Surroundings;
use super::traits::Traits;

/// Receives the tokens of a URL.
pub trait Sink: Readings {
    /// Receives a segment of the path, and returns its traits.
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits;

    /// Receives a segment that is not classified.
    fn mark(&mut self, mark: Mark);

    /// Receives a parameter.
    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>);
}

/// A segment that is not classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An inner path, which is one value however deep it is.
    InnerPath,
    /// The start of a fragment's route.
    Route,
}

impl Mark {
    /// Returns its text; empty for an inner path, which has many segments.
    pub fn name(self) -> &'static str {
        match self {
            Self::InnerPath => "",
            Self::Route => "#",
        }
    }

    /// Returns its token.
    pub fn token(self) -> &'static str {
        match self {
            Self::InnerPath => "{}",
            Self::Route => "#",
        }
    }

    pub fn traits(self) -> Traits {
        match self {
            Self::InnerPath => Traits(Traits::VALUE),
            Self::Route => Traits(Traits::FIXED),
        }
    }
}
