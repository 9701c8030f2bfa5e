//! A connection that is used on a thread of its own, so that a caller chooses how long to wait for
//! an answer: the timeout of a socket begins anew with each byte that comes.

use redis::{Client, Connection, RedisError, RedisResult};
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// The most time that the server may take to accept a connection, and to send the next byte of an
/// answer.
const CONNECT: Duration = Duration::from_secs(5);
const NEXT_BYTE: Duration = Duration::from_secs(30);

/// A request, which gets the connection or the reason why there is none.
type Request = Box<dyn FnOnce(RedisResult<&mut Connection>) + Send>;

/// A connection and its thread, which is left alone once nobody waits for it.
pub(crate) struct ServedConnection {
    requests: Sender<Request>,
}

/// The answer to a request, once it is there.
pub(crate) type Answer<T> = Receiver<RedisResult<T>>;

impl ServedConnection {
    /// Starts to connect. If that fails, the first answer says why.
    pub(crate) fn open(client: Client) -> io::Result<Self> {
        let (requests, waiting) = mpsc::channel::<Request>();
        thread::Builder::new().spawn(move || match connect(&client) {
            Ok(mut connection) => {
                for request in waiting {
                    request(Ok(&mut connection));
                }
            }
            Err(cause) => {
                if let Ok(request) = waiting.recv() {
                    request(Err(cause));
                }
            }
        })?;
        Ok(Self { requests })
    }

    /// Sends a request behind the ones before it.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        request: impl FnOnce(&mut Connection) -> RedisResult<T> + Send + 'static,
    ) -> Answer<T> {
        let (sender, answer) = mpsc::channel();
        let request: Request = Box::new(move |connection| {
            let _ = sender.send(connection.and_then(request));
        });
        // A thread that has ended drops the sender, which says so.
        let _ = self.requests.send(request);
        answer
    }
}

fn connect(client: &Client) -> RedisResult<Connection> {
    let connection = client.get_connection_with_timeout(CONNECT)?;
    connection.set_read_timeout(Some(NEXT_BYTE))?;
    connection.set_write_timeout(Some(NEXT_BYTE))?;
    Ok(connection)
}

/// Waits for an answer for no longer than this, however much of it has come.
pub(crate) fn within<T>(time: Duration, answer: &Answer<T>) -> RedisResult<T> {
    let late = |_| RedisError::from(io::Error::from(io::ErrorKind::TimedOut));
    answer.recv_timeout(time).map_err(late)?
}
