//! Opens states for subcommands.

use std::time::Duration;

use anyhow::Result;
use urlsift::memory::{Access, State};

use crate::app::advice;
use crate::cli::Place;

/// The longest time for which a server may be away.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens a state.
pub(in crate::app) fn open(place: &Place, access: Access) -> Result<State> {
    State::open_with(place.clone(), access, |away| away < PATIENCE)
        .map_err(|error| advice::on_state(error, place, advice::Caller::Task))
}
