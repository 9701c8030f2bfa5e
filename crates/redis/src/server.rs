//! A connection to a server that may go away and come back.

use crate::address::ServerAddress;
use crate::connection::{Answer, ServedConnection, within};
use redis::{Client, Cmd, Connection, FromRedisValue, RedisError, RedisResult, Script, Value};
use std::error::Error as Cause;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};
use urlsift_core::{Error, ErrorKind};
use urlsift_memory::Traffic;

/// Called with the time for which a server has been away; returns whether to keep waiting.
pub(crate) type Waits = Box<dyn Fn(Duration) -> bool + Send>;

/// The time for which the calling thread waits for an answer; it notices nothing else meanwhile. A
/// slower answer is requested again over another connection.
const QUICK: Duration = Duration::from_millis(300);

/// The interval at which `waits` is asked.
const TICK: Duration = Duration::from_millis(50);

/// The first and the longest pause before the server is tried again; each is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A script, and what the server is asked by it, for messages.
pub(crate) struct NamedScript {
    script: Script,
    question: &'static str,
}

impl NamedScript {
    pub(crate) fn new(text: &str, question: &'static str) -> Self {
        let script = Script::new(text);
        Self { script, question }
    }
}

/// A call of a script. It is repeated if its answer was lost, and must be idempotent.
pub(crate) struct Call {
    script: &'static NamedScript,
    command: Cmd,
    bytes: u64,
}

impl Call {
    pub(crate) fn new(script: &'static NamedScript) -> Self {
        let mut command = redis::cmd("EVALSHA");
        command.arg(script.script.get_hash()).arg(0);
        Self {
            script,
            command,
            bytes: 0,
        }
    }

    pub(crate) fn arg(&mut self, argument: impl AsRef<[u8]>) {
        let argument = argument.as_ref();
        self.command.arg(argument);
        self.bytes += argument.len() as u64 + 8;
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.command.arg(number);
        let more_digits = number.checked_ilog10().unwrap_or_default();
        self.bytes += u64::from(more_digits) + 9;
    }

    pub(crate) fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        for argument in arguments {
            self.arg(argument);
        }
    }

    pub(crate) fn keys(&mut self, keys: &[u64]) {
        for key in keys {
            self.arg(key.to_le_bytes());
        }
    }

    pub(crate) fn buckets<'b>(&mut self, buckets: impl IntoIterator<Item = &'b u16>) {
        for bucket in buckets {
            self.arg(bucket.to_le_bytes());
        }
    }

    /// Adds a number, or an empty argument.
    pub(crate) fn optional(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.arg(""),
        }
    }

    fn query<T: FromRedisValue>(&self, connection: &mut Connection) -> RedisResult<T> {
        match self.command.query(connection) {
            Err(cause) if cause.code() == Some("NOSCRIPT") => {
                self.script.script.load(connection)?;
                self.command.query(connection)
            }
            answer => answer,
        }
    }
}

/// A call that was sent, and its answer.
struct PostedCall {
    call: Arc<Call>,
    answer: Answer<Value>,
}

/// A connection to a server.
pub(crate) struct Server {
    client: Client,
    connection: Option<ServedConnection>,
    /// Whether the last answer was slow.
    is_slow: bool,
    /// The call that was sent and is not answered yet, and the answer to the last one.
    posted: Option<PostedCall>,
    answer: Option<Value>,
    pub address: ServerAddress,
    waits: Waits,
    pub traffic: Traffic,
}

impl Server {
    /// Prepares to ask a server, which may be away for as long as `waits` allows.
    pub(crate) fn new(address: ServerAddress, waits: Waits) -> Result<Self, Error> {
        if let redis::ConnectionAddr::TcpTls { .. } = address.info.addr() {
            // A second call finds it set.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = Client::open(address.info.clone()).map_err(|cause| {
            let message = format!("cannot use {}", address.shown);
            Error::new(ErrorKind::Settings, message).because(cause.to_string())
        })?;
        Ok(Self {
            client,
            connection: None,
            is_slow: false,
            posted: None,
            answer: None,
            address,
            waits,
            traffic: Traffic::default(),
        })
    }

    /// Runs a script.
    pub(crate) fn run<T: FromRedisValue + Send + 'static>(
        &mut self,
        call: Call,
    ) -> Result<T, Error> {
        self.traffic.sent += call.bytes;
        let question = call.script.question;
        self.ask(question, move |connection| call.query(connection))
    }

    /// Runs a plain command, which asks some question.
    pub(crate) fn command<T: FromRedisValue + Send + 'static>(
        &mut self,
        question: &'static str,
        command: Cmd,
    ) -> Result<T, Error> {
        self.ask(question, move |connection| command.query(connection))
    }

    /// Sends a script, and returns while the server runs it.
    pub(crate) fn post(&mut self, call: Call) -> Result<(), Error> {
        self.settle()?;
        self.traffic.sent += call.bytes;
        let call = Arc::new(call);
        match &self.connection {
            Some(connection) if !self.is_slow => {
                let sent = Arc::clone(&call);
                let answer = connection.ask(move |connection| sent.query(connection));
                self.posted = Some(PostedCall { call, answer });
            }
            _ => {
                let question = call.script.question;
                let answer = self.ask(question, move |connection| call.query(connection))?;
                self.answer = Some(answer);
            }
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
        let Some(PostedCall { call, answer }) = self.posted.take() else {
            return Ok(());
        };
        let start = Instant::now();
        match within(QUICK, &answer) {
            Ok(answer) => {
                self.answer = Some(answer);
                self.count_answer(start);
                return Ok(());
            }
            Err(cause) => self.is_slow |= cause.is_timeout(),
        }
        // A late answer must not be mistaken for the answer to another request.
        self.connection = None;
        let question = call.script.question;
        let answer = self.ask(question, move |connection| call.query(connection))?;
        self.answer = Some(answer);
        Ok(())
    }

    /// Counts an answer that was wanted since `start`.
    fn count_answer(&mut self, start: Instant) {
        self.traffic.round_trips += 1;
        self.traffic.waited += start.elapsed();
    }

    /// Sends a request, and repeats it while the server is away. Messages say that the server was
    /// asked a `question`.
    pub(crate) fn ask<T: Send + 'static>(
        &mut self,
        question: &'static str,
        request: impl Fn(&mut Connection) -> RedisResult<T> + Send + Sync + 'static,
    ) -> Result<T, Error> {
        self.settle()?;
        let start = Instant::now();
        let request = Arc::new(request);
        let mut pause = FIRST_PAUSE;
        loop {
            let answer = match self.connection.take() {
                Some(connection) if !self.is_slow => {
                    let request = Arc::clone(&request);
                    let answer = connection.ask(move |connection| request(connection));
                    within(QUICK, &answer).map(|answer| (answer, connection))
                }
                connection => self.ask_patiently(connection, question, &request, start)?,
            };
            let cause = match answer {
                Ok((answer, connection)) => {
                    self.connection = Some(connection);
                    self.count_answer(start);
                    return Ok(answer);
                }
                Err(cause) => cause,
            };
            if !is_away(&cause) {
                return Err(self.error(ErrorKind::Storage, question, cause.to_string()));
            }
            self.is_slow |= cause.is_timeout();
            self.traffic.reconnections += 1;
            let end = Instant::now() + pause;
            while Instant::now() < end {
                thread::sleep(TICK);
                self.wait_on(start, question, &cause.to_string())?;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Sends a request, over a new connection if there is none, and waits for as long as `waits`
    /// allows.
    fn ask_patiently<T: Send + 'static>(
        &self,
        connection: Option<ServedConnection>,
        question: &'static str,
        request: &Arc<impl Fn(&mut Connection) -> RedisResult<T> + Send + Sync + 'static>,
        start: Instant,
    ) -> Result<RedisResult<(T, ServedConnection)>, Error> {
        let connection = match connection {
            Some(connection) => connection,
            None => match ServedConnection::open(self.client.clone()) {
                Ok(connection) => connection,
                Err(cause) => return Ok(Err(cause.into())),
            },
        };
        let request = Arc::clone(request);
        let answer = connection.ask(move |connection| request(connection));
        loop {
            match answer.recv_timeout(TICK) {
                Ok(answer) => return Ok(answer.map(|answer| (answer, connection))),
                Err(RecvTimeoutError::Timeout) => {
                    self.wait_on(start, question, "it does not answer")?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let why = "the thread that waits for it has ended";
                    return Err(self.error(ErrorKind::Storage, question, why));
                }
            }
        }
    }

    /// Fails if `waits` no longer allows to wait for an answer that is wanted since `start`.
    fn wait_on(&self, start: Instant, question: &str, cause: &str) -> Result<(), Error> {
        let away = start.elapsed();
        if (self.waits)(away) {
            return Ok(());
        }
        let why = format!("{cause}, tried for {:.0} s", away.as_secs_f64());
        Err(self.error(ErrorKind::Away, question, why))
    }

    /// Returns the error for stored data that cannot be used.
    pub(crate) fn refusal(
        &self,
        kind: ErrorKind,
        why: impl Into<Box<dyn Cause + Send + Sync>>,
    ) -> Error {
        let message = format!("cannot remember in Redis at {}", self.address.shown);
        Error::new(kind, message).because(why)
    }

    fn error(
        &self,
        kind: ErrorKind,
        question: &str,
        why: impl Into<Box<dyn Cause + Send + Sync>>,
    ) -> Error {
        let message = format!("cannot ask Redis at {} {question}", self.address.shown);
        Error::new(kind, message).because(why)
    }
}

/// Whether an error is temporary: the connection is lost, or the server is starting.
fn is_away(cause: &RedisError) -> bool {
    cause.is_io_error()
        || cause.is_connection_dropped()
        || matches!(cause.code(), Some("LOADING" | "BUSY" | "TRYAGAIN"))
}
