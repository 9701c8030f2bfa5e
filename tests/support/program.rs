//! Runs the program as its users do.

#[cfg(target_os = "linux")]
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The program, with pipes on all sides.
pub(crate) fn urlsift(arguments: &[&str]) -> Command {
    #[cfg(unix)]
    super::waiting::children_get_default_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
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
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs the program, expects status 2 and no output, and returns its message.
pub(crate) fn refusal(arguments: &[&str], input: &[u8]) -> String {
    let (status, output, message) = outcome(&run(arguments, input));
    assert_eq!(
        (status, output.as_str()),
        (Some(2), ""),
        "{arguments:?}: {message}"
    );
    message
}

/// Runs the program, expects status 0, and returns its standard output.
pub(crate) fn kept(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(arguments, input);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{:?}: {:?}",
        arguments,
        outcome(&output)
    );
    output.stdout
}

/// The most memory of a process so far, in bytes.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(child: &Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("it has a peak");
    peak.trim()
        .trim_end_matches(" kB")
        .parse::<usize>()
        .expect("it is a number")
        << 10
}

/// Runs the program, expects more output than a pipe holds, and returns its length with the most
/// memory until the first bytes were read.
#[cfg(target_os = "linux")]
pub(crate) fn peak_before_output(arguments: &[&str]) -> (usize, usize) {
    let mut child = urlsift(arguments)
        // With an arena for each thread, the peak depends on which thread is faster.
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let (mut stdout, mut first) = (child.stdout.take().expect("it is a pipe"), [0; 1]);
    stdout.read_exact(&mut first).expect("there is output");
    let peak = peak_memory(&child);
    let length = std::io::copy(&mut stdout, &mut std::io::sink()).expect("it can be read") as usize;
    child.wait().expect("it ends");
    (length, peak)
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
