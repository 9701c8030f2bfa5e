//! Runs the program as its users do.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The program, with pipes on all sides.
pub(crate) fn urlsift(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the program.
pub(crate) fn start(arguments: &[&str]) -> Child {
    urlsift(arguments).spawn().expect("the program starts")
}

/// Runs the program to its end with `input` on standard input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    finish(start(arguments), input)
}

/// Writes `input` to a started program, closes it, and waits for the end.
pub(crate) fn finish(mut child: Child, input: &[u8]) -> Output {
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    thread::scope(|scope| {
        // A program that ends early closes the pipe.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("the program ends")
    })
}

/// What the program did: exit status, standard output and standard error.
pub(crate) fn outcome(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Runs the program, expects status 0, and returns its standard output.
pub(crate) fn kept(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{:?}: {:?}", arguments, outcome(&output));
    output.stdout
}

/// A path as an argument.
pub(crate) fn argument(path: &Path) -> &str {
    path.to_str().expect("scratch paths are UTF-8")
}

/// A list of URLs on different hosts; every tenth line repeats an earlier one.
pub(crate) fn list(lines: usize) -> Vec<u8> {
    let mut list = Vec::new();
    for line in 0..lines {
        // Far back, so that the lines meet from different blocks.
        let host = if line % 10 == 9 { line / 20 * 10 } else { line };
        writeln!(list, "https://host{host}.example/").expect("memory takes it");
    }
    list
}
