//! Opens states, wherever they are.

use std::time::Duration;

use anyhow::{Result, bail};
use urlsift::memory::{Archive, Redis, Sqlite};

use crate::cli::Place;

/// How long a server may be away.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens a state to be read.
pub(super) fn read(place: &Place) -> Result<Box<dyn Archive>> {
    Ok(match place {
        Place::File(path) => Box::new(Sqlite::read(path)?),
        Place::Server(address) => there(Redis::read(address, waits)?)?,
    })
}

/// Opens a state that is there, to be changed.
pub(super) fn open(place: &Place) -> Result<Box<dyn Archive>> {
    Ok(match place {
        Place::File(path) if !path.exists() => bail!("there is no state {}", path.display()),
        Place::Server(address) => there(server(address)?)?,
        Place::File(_) => make(place)?,
    })
}

/// Opens a state to be changed, which is made if it is not there.
pub(super) fn make(place: &Place) -> Result<Box<dyn Archive>> {
    Ok(match place {
        Place::File(path) => Box::new(Sqlite::open(path)?),
        Place::Server(address) => Box::new(server(address)?),
    })
}

fn server(address: &str) -> Result<Redis> {
    Ok(Redis::open(address, waits)?)
}

/// Whether a server that has been away for so long is tried again.
fn waits(away: Duration) -> bool {
    away < PATIENCE
}

/// What holds nothing is most likely misspelt.
fn there(server: Redis) -> Result<Box<dyn Archive>> {
    if server.stored().is_none() {
        bail!("nothing is remembered in Redis at {}", server.name());
    }
    Ok(Box::new(server))
}
