//! A connection to a server that may go away and come back.

use crate::address::ServerAddress;
use redis::{Client, Cmd, Connection, FromRedisValue, RedisError, RedisResult, Script, Value};
use std::error::Error as Cause;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use urlsift_core::{Error, ErrorKind};
use urlsift_memory::Traffic;

/// Called with the time for which a server has been away; returns whether to keep waiting.
pub(crate) type Waits = Box<dyn Fn(Duration) -> bool + Send>;

/// The most time that the server may take to accept a connection, and to answer.
const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);

/// The time for which the calling thread waits for an answer; it notices nothing else meanwhile. A
/// slower answer is requested again on another thread, which costs some microseconds more.
const QUICK: Duration = Duration::from_millis(300);

/// The interval at which `waits` is asked.
const TICK: Duration = Duration::from_millis(50);

/// The first and the longest pause before the server is tried again; each is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A call of a script. It is repeated if its answer was lost, and must be idempotent.
pub(crate) struct Call {
    script: &'static Script,
    command: Cmd,
    bytes: u64,
}

impl Call {
    pub(crate) fn new(script: &'static Script) -> Self {
        let mut command = redis::cmd("EVALSHA");
        command.arg(script.get_hash()).arg(0);
        Self {
            script,
            command,
            bytes: 0,
        }
    }

    pub(crate) fn arg(&mut self, argument: &[u8]) -> &mut Self {
        self.command.arg(argument);
        self.bytes += argument.len() as u64 + 8;
        self
    }

    pub(crate) fn number(&mut self, number: u64) -> &mut Self {
        self.command.arg(number);
        self.bytes += u64::from(number.checked_ilog10().unwrap_or_default()) + 9;
        self
    }

    pub(crate) fn args(
        &mut self,
        arguments: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> &mut Self {
        arguments
            .into_iter()
            .fold(self, |call, argument| call.arg(argument.as_ref()))
    }

    /// Adds a number, or an empty argument.
    pub(crate) fn optional(&mut self, number: Option<u64>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.arg(b""),
        }
    }

    fn query<T: FromRedisValue>(&self, connection: &mut Connection) -> RedisResult<T> {
        match self.command.query(connection) {
            Err(cause) if cause.code() == Some("NOSCRIPT") => {
                self.script.load(connection)?;
                self.command.query(connection)
            }
            answer => answer,
        }
    }
}

/// A connection to a server.
pub(crate) struct Server {
    client: Client,
    connection: Option<Connection>,
    /// Whether the last answer was slow.
    is_slow: bool,
    /// The call that was sent and is not answered yet, and the answer to the last one.
    posted: Option<Arc<Call>>,
    answer: Option<Value>,
    pub(crate) address: ServerAddress,
    waits: Waits,
    pub(crate) traffic: Traffic,
}

impl Server {
    /// Prepares to ask a server, which may be away for as long as `waits` allows.
    pub(crate) fn new(address: ServerAddress, waits: Waits) -> Result<Self, Error> {
        if let redis::ConnectionAddr::TcpTls { .. } = address.info.addr() {
            // A second call finds it set.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = Client::open(address.info.clone()).map_err(|cause| {
            Error::new(ErrorKind::Settings, format!("cannot use {}", address.shown))
                .because(cause.to_string())
        })?;
        let (connection, is_slow, posted, answer, traffic) = Default::default();
        Ok(Self {
            client,
            connection,
            is_slow,
            posted,
            answer,
            address,
            waits,
            traffic,
        })
    }

    /// Runs a script.
    pub(crate) fn run<T: FromRedisValue + Send + 'static>(
        &mut self,
        call: Call,
    ) -> Result<T, Error> {
        self.traffic.sent += call.bytes;
        self.ask(move |connection| call.query(connection))
    }

    /// Sends a script, and returns while the server runs it.
    pub(crate) fn post(&mut self, call: Call) -> Result<(), Error> {
        self.settle()?;
        self.traffic.sent += call.bytes;
        let call = Arc::new(call);
        if let Some(connection) = self.connection.as_mut().filter(|_| !self.is_slow) {
            // A partially sent call gets no answer.
            if connection
                .send_packed_command(&call.command.get_packed_command())
                .is_err()
            {
                self.connection = None;
            }
            self.posted = Some(call);
        } else {
            self.answer = Some(self.ask(move |connection| call.query(connection))?);
        }
        Ok(())
    }

    /// Takes the answer to the call that was posted last, if none was posted since.
    pub(crate) fn answer(&mut self) -> Result<Option<Value>, Error> {
        self.settle()?;
        Ok(self.answer.take())
    }

    /// Waits for the answer to the call that was posted. Without one, runs the call again.
    pub(crate) fn settle(&mut self) -> Result<(), Error> {
        let Some(call) = self.posted.take() else {
            return Ok(());
        };
        let start = Instant::now();
        if let Some(connection) = &mut self.connection {
            match connection.recv_response().and_then(Value::extract_error) {
                Ok(answer) => {
                    self.answer = Some(answer);
                    self.traffic.round_trips += 1;
                    self.traffic.waited += start.elapsed();
                    return Ok(());
                }
                Err(cause) => self.is_slow |= cause.is_timeout(),
            }
        }
        // A late answer must not be mistaken for the answer to another request.
        self.connection = None;
        self.answer = Some(self.ask(move |connection| call.query(connection))?);
        Ok(())
    }

    /// Sends a request, and repeats it while the server is away.
    pub(crate) fn ask<T: Send + 'static>(
        &mut self,
        request: impl Fn(&mut Connection) -> RedisResult<T> + Send + Sync + 'static,
    ) -> Result<T, Error> {
        self.settle()?;
        let (start, mut pause, request) = (Instant::now(), FIRST_PAUSE, Arc::new(request));
        loop {
            let answer = match self.connection.take() {
                Some(mut connection) if !self.is_slow => {
                    request(&mut connection).map(|answer| (answer, connection))
                }
                connection => self.ask_aside(connection, &request, start)?,
            };
            let cause = match answer {
                Ok((answer, connection)) => {
                    self.connection = Some(connection);
                    self.traffic.round_trips += 1;
                    self.traffic.waited += start.elapsed();
                    return Ok(answer);
                }
                Err(cause) => cause,
            };
            if !is_away(&cause) {
                return Err(self.error(ErrorKind::Storage, cause.to_string()));
            }
            self.is_slow |= cause.is_timeout();
            self.traffic.reconnections += 1;
            let end = Instant::now() + pause;
            while Instant::now() < end {
                thread::sleep(TICK);
                self.wait_on(start, &cause.to_string())?;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Sends a request on another thread, over a new connection if there is none. The thread is
    /// left alone once nobody waits for it.
    fn ask_aside<T: Send + 'static>(
        &self,
        connection: Option<Connection>,
        request: &Arc<impl Fn(&mut Connection) -> RedisResult<T> + Send + Sync + 'static>,
        start: Instant,
    ) -> Result<RedisResult<(T, Connection)>, Error> {
        let (client, request) = (self.client.clone(), Arc::clone(request));
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let ask = || {
                let mut connection =
                    connection.map_or_else(|| client.get_connection_with_timeout(CONNECT), Ok)?;
                set_timeouts(&connection, ANSWER)?;
                let answer = request(&mut connection)?;
                set_timeouts(&connection, QUICK)?;
                Ok((answer, connection))
            };
            let _ = sender.send(ask());
        });
        loop {
            match answers.recv_timeout(TICK) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => self.wait_on(start, "it does not answer")?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(
                        self.error(ErrorKind::Storage, "the thread that waits for it has ended")
                    );
                }
            }
        }
    }

    /// Fails if `waits` no longer allows to wait for an answer that is wanted since `start`.
    fn wait_on(&self, start: Instant, cause: &str) -> Result<(), Error> {
        let away = start.elapsed();
        if (self.waits)(away) {
            return Ok(());
        }
        Err(self.error(
            ErrorKind::Away,
            format!("{cause}, tried for {:.0} s", away.as_secs_f64()),
        ))
    }

    /// Returns the error for stored data that cannot be used.
    pub(crate) fn refusal(
        &self,
        kind: ErrorKind,
        why: impl Into<Box<dyn Cause + Send + Sync>>,
    ) -> Error {
        Error::new(
            kind,
            format!("cannot remember in Redis at {}", self.address.shown),
        )
        .because(why)
    }

    fn error(&self, kind: ErrorKind, why: impl Into<Box<dyn Cause + Send + Sync>>) -> Error {
        Error::new(kind, format!("cannot ask Redis at {}", self.address.shown)).because(why)
    }
}

/// Sets timeouts: a server that is silent for longer counts as away.
fn set_timeouts(connection: &Connection, most: Duration) -> RedisResult<()> {
    connection.set_read_timeout(Some(most))?;
    connection.set_write_timeout(Some(most))
}

/// Whether an error is temporary: the connection is lost, or the server is starting.
fn is_away(cause: &RedisError) -> bool {
    cause.is_io_error()
        || cause.is_connection_dropped()
        || matches!(cause.code(), Some("LOADING" | "BUSY" | "TRYAGAIN"))
}
