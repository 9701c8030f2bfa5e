//! A Redis server for a test.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{argument, available};

/// How long a server may take to start or end on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server of its own.
pub(crate) struct Server {
    pub(crate) process: Child,
    port: u16,
    folder: TempDir,
}

impl Server {
    /// Starts one with further arguments; `None` if none is installed.
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        if !available("redis-server") {
            return None;
        }
        let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = free.local_addr().expect("it is bound").port();
        drop(free);
        let folder = tempfile::tempdir().expect("there is room");
        let process = launch(port, &folder, arguments);
        Some(Self { process, port, folder })
    }

    /// Ends it, and starts it again with what it has on disk.
    pub(crate) fn restart(&mut self, arguments: &[&str]) {
        self.kill();
        self.process = launch(self.port, &self.folder, arguments);
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    pub(crate) fn address(&self, prefix: &str) -> String {
        format!("redis://127.0.0.1:{}/0?prefix={prefix}", self.port)
    }

    /// Sends a command that needs no answer but one line.
    pub(crate) fn tell(&self, command: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        write!(stream, "{command}\r\n").expect("it reads");
        let mut answer = [0; 512];
        let length = stream.read(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer[..length]).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn launch(port: u16, folder: &TempDir, arguments: &[&str]) -> Child {
    let process = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
        .args(["--dir", argument(folder.path())])
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < PATIENCE, "the server does not listen");
        thread::sleep(Duration::from_millis(10));
    }
    process
}
