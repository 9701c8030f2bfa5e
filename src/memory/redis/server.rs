//! A connection to a server that may go away and come back.

use super::address::Address;
use crate::error::{Error, ErrorKind};
use crate::memory::store::Traffic;
use redis::{Client, Connection, FromRedisValue, RedisError, RedisResult, Script};
use std::thread;
use std::time::{Duration, Instant};

/// How long the server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How long to wait before the server is tried again: this, twice this, and so on up to the second one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A server.
pub(super) struct Server {
    client: Client,
    connection: Option<Connection>,
    pub(super) address: Address,
    /// How long it may be away.
    patience: Duration,
    pub(super) traffic: Traffic,
}

impl Server {
    /// Prepares to ask a server that may be away for so long.
    pub(super) fn new(address: Address, patience: Duration) -> Result<Self, Error> {
        if let redis::ConnectionAddr::TcpTls { .. } = address.info.addr() {
            // A second call finds it set.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = Client::open(address.info.clone()).map_err(|cause| {
            Error::new(ErrorKind::Settings, format!("cannot use {}: {cause}", address.shown))
        })?;
        Ok(Self { client, connection: None, address, patience, traffic: Traffic::default() })
    }

    /// Runs a script, which must change nothing when it is run again because its answer was lost.
    pub(super) fn run<T: FromRedisValue>(
        &mut self,
        script: &Script,
        arguments: &[Vec<u8>],
    ) -> Result<T, Error> {
        let mut invocation = script.prepare_invoke();
        for argument in arguments {
            invocation.arg(&argument[..]);
        }
        self.traffic.sent += arguments.iter().map(|argument| argument.len() as u64 + 8).sum::<u64>();
        self.ask(|connection| invocation.invoke(connection))
    }

    /// Asks, and asks again while the server is away.
    pub(super) fn ask<T>(
        &mut self,
        mut request: impl FnMut(&mut Connection) -> RedisResult<T>,
    ) -> Result<T, Error> {
        let (start, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let answer = self.connected().and_then(&mut request);
            let cause = match answer {
                Ok(answer) => {
                    self.traffic.round_trips += 1;
                    self.traffic.waited += start.elapsed();
                    return Ok(answer);
                }
                Err(cause) => cause,
            };
            if !is_away(&cause) {
                return Err(self.explain(&cause));
            }
            self.traffic.reconnections += u64::from(self.connection.take().is_some());
            if start.elapsed() + pause > self.patience {
                return Err(self.explain(&cause));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn connected(&mut self) -> RedisResult<&mut Connection> {
        if self.connection.is_none() {
            let connection = self.client.get_connection_with_timeout(CONNECT)?;
            // A server that says nothing for so long is as good as away.
            connection.set_read_timeout(Some(self.patience.max(CONNECT)))?;
            connection.set_write_timeout(Some(self.patience.max(CONNECT)))?;
            self.connection = Some(connection);
        }
        Ok(self.connection.as_mut().expect("it was made above"))
    }

    /// Says that what is there cannot be used, and why.
    pub(super) fn refusal(&self, why: &str) -> Error {
        Error::new(ErrorKind::Memory, format!("cannot remember in Redis at {}: {why}", self.address.shown))
    }

    fn explain(&self, cause: &RedisError) -> Error {
        let waited = if is_away(cause) && !self.patience.is_zero() {
            format!(", tried for {} s (--state-timeout)", self.patience.as_secs_f64())
        } else {
            String::new()
        };
        Error::new(ErrorKind::Memory, format!("cannot ask Redis at {}: {cause}{waited}", self.address.shown))
    }
}

/// Whether an error may pass: the connection is lost, or the server is starting.
fn is_away(cause: &RedisError) -> bool {
    cause.is_io_error()
        || cause.is_connection_dropped()
        || matches!(cause.code(), Some("LOADING" | "BUSY" | "TRYAGAIN"))
}
