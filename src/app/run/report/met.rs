//! `--explain` with a state: when, and by which line, a dropped record was met in an earlier run.

use std::io;

use crate::app::run::open_state::open_state;
use urlsift::Builder;
use urlsift::memory::{Access, Group, State, StatePlace};

/// The groups of a state.
pub(super) struct MetBefore {
    place: StatePlace,
    settings: Builder,
    /// Opened for the first record, and only read.
    state: Option<State>,
}

impl MetBefore {
    pub(super) fn new(place: StatePlace, settings: Builder) -> Self {
        Self {
            place,
            settings,
            state: None,
        }
    }

    /// Returns the oldest group that is similar to a record.
    pub(super) fn group(&mut self, line: &[u8]) -> io::Result<Option<Group>> {
        let state = match &mut self.state {
            Some(state) => state,
            none => {
                let opened = open_state(&self.place, Access::Read);
                none.insert(opened.map_err(io::Error::other)?)
            }
        };
        let groups = state
            .similar(self.settings.clone(), line, i64::MIN)
            .map_err(io::Error::other)?;
        Ok(groups.into_iter().min_by_key(|group| group.first))
    }
}
