//! Runs the program as its users do.

use std::env;
use std::io::{self, Write};
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

/// Says whether a program that a test needs is there. A test without it fails, unless
/// `URLSIFT_SKIP` names it; then standard error says what is not tested, also where the test runner
/// shows no output.
pub(crate) fn installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    if env::split_paths(&path).any(|directory| directory.join(program).is_file()) {
        return true;
    }
    let skipped = env::var("URLSIFT_SKIP").unwrap_or_default();
    assert!(
        skipped.split([' ', ',']).any(|name| name == program),
        "{program} is not installed; install it, or set URLSIFT_SKIP={program} to do without what it tests"
    );
    let _ = writeln!(io::stderr(), "\nNOT TESTED: {program} is not installed, and URLSIFT_SKIP accepts that");
    false
}

/// The target that the page to try the filter is built for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The programs, and the target of the compiler, that tests do without.
pub(crate) const OPTIONAL: [&str; 15] = [
    "chromium",
    "chromedriver",
    "redis-server",
    "jq",
    "duckdb",
    "nginx",
    "openapi-spec-validator",
    "javac",
    "dot",
    "python3",
    "curl",
    "git",
    "ruby",
    "makepkg",
    TARGET,
];

/// Says whether a program is there that only some tests need, and that is too large to ask
/// everybody for. Without it a test says on standard error that it tests nothing, unless
/// `URLSIFT_REQUIRED` names it, as before a change is taken: then it fails.
pub(crate) fn available(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    required_or_not(program, env::split_paths(&path).any(|directory| directory.join(program).is_file()))
}

/// The same of the target that the page to try the filter is built for.
pub(crate) fn target_is_available() -> bool {
    let asked = Command::new("rustc").args(["--print=target-libdir", "--target", TARGET]).output();
    let folder = asked.map(|asked| String::from_utf8_lossy(&asked.stdout).trim().to_owned());
    required_or_not(TARGET, folder.is_ok_and(|folder| Path::new(&folder).is_dir()))
}

fn required_or_not(name: &str, is_there: bool) -> bool {
    assert!(OPTIONAL.contains(&name), "{name} is not among what tests do without");
    if is_there {
        return true;
    }
    let required = env::var("URLSIFT_REQUIRED").unwrap_or_default();
    assert!(
        required.split([' ', ',']).all(|it| it != name),
        "{name} is not installed, and URLSIFT_REQUIRED says that it has to be"
    );
    let _ = writeln!(
        io::stderr(),
        "\nNOT TESTED: {name} is not installed (URLSIFT_REQUIRED={name} makes that a failure)"
    );
    false
}
