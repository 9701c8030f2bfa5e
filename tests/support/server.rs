//! A Redis server for a test.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::needs::available;
use super::program::argument;
use super::waiting::eventually;

/// A server of its own.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) port: u16,
    folder: TempDir,
}

impl Server {
    /// Starts one with further arguments; `None` if none is installed.
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        if !available("redis-server") {
            return None;
        }
        let folder = tempfile::tempdir().expect("there is room");
        // Until it listens there, somebody else may take a port that was free.
        loop {
            let free = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
            let port = free.local_addr().expect("it is bound").port();
            drop(free);
            if let Some(process) = launch(port, &folder, arguments) {
                return Some(Self {
                    process,
                    port,
                    folder,
                });
            }
        }
    }

    /// Ends it, and starts it again with what it has on disk.
    pub(crate) fn restart(&mut self, arguments: &[&str]) {
        self.kill();
        eventually("the port is free again", || {
            match launch(self.port, &self.folder, arguments) {
                Some(process) => {
                    self.process = process;
                    true
                }
                None => false,
            }
        });
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
        ask(self.port, command).expect("it answers")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The beginning of what a server on a port answers, if there is one.
fn ask(port: u16, command: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    write!(stream, "{command}\r\n")?;
    let mut answer = [0; 512];
    let length = stream.read(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer[..length]).into_owned())
}

/// Starts a server, and waits until it is the one that listens; `None` if it ends, because the port
/// is taken.
fn launch(port: u16, folder: &TempDir, arguments: &[&str]) -> Option<Child> {
    let mut process = Command::new("redis-server")
        .args([
            "--port",
            &port.to_string(),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
        ])
        .args(["--dir", argument(folder.path())])
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    // Only its own folder says that it is not the server of another test.
    let own = folder.path().to_str().expect("scratch paths are UTF-8");
    let mut ended = false;
    eventually("the server listens or ends", || {
        ended = process.try_wait().expect("it can be asked").is_some();
        ended || ask(port, "CONFIG GET dir").is_ok_and(|answer| answer.contains(own))
    });
    (!ended).then_some(process)
}
