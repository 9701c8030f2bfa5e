//! What a long line costs: no more than in proportion to its length, in any mode.
//!
//! A line is made of the same few pieces again and again, as someone would write it who wants a
//! program to take long. Its cost is the processor time of the whole program, which depends little on
//! what else the machine does, and it is bounded by that of a plain run over a line of ordinary
//! segments, by a factor that only a wrong kind of growth exceeds.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

use crate::program::argument;
use crate::waiting::measured;

/// Bytes of a line. Steps that grow with their square take seconds, steps that copy so much memory
/// again and again nearly one.
const LONG: usize = 1 << 18;

/// Bytes of a line that is an argument, of which systems take 128 KiB.
const LONG_ARGUMENT: usize = 100_000;

/// How many times the time of an ordinary line a line may take, beside what starting takes; a sweep
/// tries up to 51 thresholds.
const FACTOR: f64 = 30.0;
const FACTOR_OF_SWEEP: f64 = 300.0;
const START: f64 = 0.2;

/// Seconds after which a run is ended.
const MOST: u32 = 30;

/// What lines are made of.
const PIECES: [&str; 65] = [
    "http://",
    "https://a.test/",
    "//",
    "/",
    "/../",
    "/./",
    "..",
    ";",
    "a;b=1",
    "&",
    "&a=",
    "a&",
    "=",
    "?",
    "#/",
    "%",
    "%25",
    "%2525",
    "%41",
    "%c3%a9",
    "[",
    "]",
    "[0]",
    "(",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    "\\u002f",
    "\\/",
    "<a href=\"",
    "@",
    "u:p@",
    ":",
    "12-",
    "7/",
    "2024-01-02/",
    "a",
    "a.",
    "-",
    "_",
    "0b5a1c7e-8f3d-4b2a-9c6e-112233445566-",
    "aB3-",
    "word ",
    "red-shoe-",
    "x/y/",
    " ",
    "\t",
    "+",
    "\u{e9}",
    "\u{52a0}",
    ".js",
    "{\"url\":\"",
    "|",
    "~",
    ",",
    "utm_x=1&",
    "action=",
    "xn--",
    "/blob/",
    "/tag/",
    "&amp;",
    "/users/7",
    "<!--",
];

/// What stands before them. `#` is the number of the line.
const HEADS: [&str; 6] = [
    "https://t.example/#",
    "https://t.example/#?",
    "https://t.example/#?a=",
    "https://t.example/#;",
    "https://",
    "",
];

/// Modes. A file follows, or lines where the first word says so.
const MODES: [&str; 46] = [
    "",
    "--literal",
    "-t80",
    "--literal -t80",
    "--metric simhash",
    "--explain",
    "--literal --explain",
    "--dropped --explain -t80",
    "--format jsonl",
    "--literal --format jsonl",
    "--count",
    "--print shape",
    "--print host",
    "--format tsv",
    "--format csv --count",
    "--keep 3",
    "--two-pass",
    "--two-pass --prefer shortest",
    "--two-pass --order novel",
    "--params names",
    "--merge-hosts",
    "--extract",
    "--extract --base https://t.example/",
    "--as text",
    "--as text -t50",
    "--as events",
    "--log",
    "--field url",
    "--column 2",
    "--stats",
    "--match a.*b.*c$",
    "--not-match (a|b)*c",
    "--ext js",
    "--not-junk",
    "--param a*",
    "--ignore-param *a*b*",
    "--host *.t.example",
    "cluster",
    "cluster -t80",
    "cluster --literal -t80 --format jsonl",
    "cluster --as text -t50",
    "keys",
    "compare",
    "compare --literal",
    "classes",
    "sweep",
];

/// Lines of some pieces, which differ in their beginnings or ends.
#[derive(Clone, Debug)]
struct Lines {
    head: &'static str,
    pieces: Vec<&'static str>,
}

impl Lines {
    fn ordinary() -> Self {
        Self {
            head: "https://t.example/#",
            pieces: vec!["/ab", "/cd"],
        }
    }

    fn written(&self, length: usize) -> [String; 3] {
        let piece = self.pieces.concat();
        ["0", "1", "1z"].map(|number| {
            let mut line = self.head.replace('#', &number[..1]);
            (0..length / piece.len()).for_each(|_| line.push_str(&piece));
            let _ = write!(line, "{}", &number[1..]);
            line
        })
    }

    /// The processor time of a mode, in seconds.
    fn cost(&self, mode: &str) -> f64 {
        let mut arguments: Vec<&str> = mode
            .split(' ')
            .filter(|argument| !argument.is_empty())
            .collect();
        match arguments.first() {
            Some(&("compare" | "classes")) => {
                let lines = self.written(LONG_ARGUMENT);
                arguments.push("--");
                arguments.extend(
                    lines
                        .iter()
                        .take(if mode == "classes" { 1 } else { 2 })
                        .map(String::as_str),
                );
                time(&arguments)
            }
            first => {
                if !matches!(first, Some(&("cluster" | "keys" | "sweep"))) {
                    arguments.extend(["-q", "-j1"]);
                }
                time_of_list(&arguments, &self.written(LONG).join("\n"))
            }
        }
    }
}

/// The processor time of the program with a list, in seconds.
fn time_of_list(arguments: &[&str], list: &str) -> f64 {
    let directory = TempDir::new().expect("there is room for a directory");
    let file = directory.path().join("lines");
    fs::write(&file, list).expect("there is room for a file");
    time(&[arguments, &[argument(&file)]].concat())
}

/// The processor time of the program, in seconds.
fn time(arguments: &[&str]) -> f64 {
    let script = format!("ulimit -t {MOST}; \"$0\" \"$@\" > /dev/null; times");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_urlsift")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    // The first line is what the shell took, the second what its children did.
    let times = said.lines().last().unwrap_or_default().split_whitespace();
    times
        .map(|time| seconds(time).unwrap_or_else(|| panic!("no time: {said:?}")))
        .sum()
}

/// Reads `1m2.34s`.
fn seconds(time: &str) -> Option<f64> {
    let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// What a plain run over ordinary lines takes. The shell counts in hundredths of a second, so many
/// lists are read.
fn ordinary() -> f64 {
    const LISTS: usize = 20;
    let list = Lines::ordinary().written(LONG).join("\n") + "\n";
    time_of_list(&["-q", "-j1"], &list.repeat(LISTS)) / LISTS as f64
}

/// Whether a mode takes no longer than it may.
fn is_bounded(lines: &Lines, mode: &str) -> Result<(), String> {
    let factor = if mode == "sweep" {
        FACTOR_OF_SWEEP
    } else {
        FACTOR
    };
    measured(|| {
        let cost = lines.cost(mode);
        // Most lines take less than an ordinary one may, which then need not be measured.
        if cost <= START {
            return Ok(());
        }
        let ordinary = ordinary();
        if cost <= START + factor * ordinary {
            return Ok(());
        }
        Err(format!(
            "{lines:?} takes {cost} s with {mode:?}, ordinary lines {ordinary} s"
        ))
    })
}

#[test]
fn lines_that_were_dear_once_are_no_more() {
    for (head, piece, mode) in [
        ("https://t.example/#", "http://", "--explain"),
        ("https://t.example/#", "http://", "--format jsonl"),
        ("https://t.example/#", "-", ""),
        ("https://t.example/#", "_", "--stats"),
        ("https://t.example/#", "12-", ""),
        ("https://t.example/", "7/", ""),
        ("https://t.example/#", "/2024/01", ""),
        (
            "https://t.example/#",
            "0b5a1c7e-8f3d-4b2a-9c6e-112233445566-",
            "",
        ),
        // Lines of logs
        ("x ", "a,", ""),
        ("x u=/a", ",b", ""),
        ("x \"", "\\\"", ""),
        ("x ", "AAA\t", ""),
        ("x ", "<AAA , HTTP/ ", ""),
        ("x ", "\"AAA /a\" ", ""),
        ("x ", "[1 ", ""),
        ("https://t.example/x ", "&", ""),
        ("https://t.example/", "\u{1b}[1mx", ""),
        ("curl \"", "\\\"", ""),
        ("<a>", ".content=", "--extract"),
    ] {
        let lines = Lines {
            head,
            pieces: vec![piece],
        };
        assert_eq!(is_bounded(&lines, mode), Ok(()));
    }
}

/// The same cases in every run: what is new has to be found when there is time for it, with another
/// seed, and not when somebody else's change is tested.
/// `PROPTEST_CASES=5000 PROPTEST_RNG_SEED=N cargo test --test library bounds` looks further.
fn config() -> ProptestConfig {
    let config = ProptestConfig {
        max_shrink_iters: 4,
        ..ProptestConfig::default()
    };
    match env::var_os("PROPTEST_RNG_SEED") {
        Some(_) => config,
        None => ProptestConfig {
            cases: 200,
            rng_seed: RngSeed::Fixed(7),
            ..config
        },
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_longest_lines_cost_a_bounded_multiple_of_ordinary_ones(
        pieces in prop_oneof![
            prop::collection::vec(select(&PIECES[..]), 1),
            prop::collection::vec(select(&PIECES[..]), 2..4),
        ],
        head in select(&HEADS[..]),
        mode in select(&MODES[..]),
    ) {
        prop_assert_eq!(is_bounded(&Lines { head, pieces }, mode), Ok(()));
    }
}

/// Numbers below a bound, always the same.
fn numbers(bound: usize) -> impl FnMut() -> usize {
    let mut state = 7_u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

/// Thirty of sixty parameters a line.
fn parameters(lines: usize) -> String {
    let mut number = numbers(60);
    let line = |_| {
        let mut names: Vec<usize> = (0..60).collect();
        (0..30).for_each(|at| names.swap(at, (at + number()) % 60));
        let pairs: Vec<_> = names[..30]
            .iter()
            .map(|name| format!("n{}x=1", ["a", "b", "c"][name % 3].repeat(1 + name / 3)))
            .collect();
        format!("https://t.example/x?{}\n", pairs.join("&"))
    };
    (0..lines).map(line).collect()
}

/// Twenty steps of eight paths a line.
fn sequences(lines: usize) -> String {
    let mut number = numbers(8);
    let line = |_| {
        let steps: Vec<_> = (0..20)
            .map(|_| {
                format!(
                    "/p{}|GET|9",
                    ["a", "b", "c", "d", "e", "f", "g", "h"][number()]
                )
            })
            .collect();
        format!("{}\n", steps.join(" "))
    };
    (0..lines).map(line).collect()
}

/// Four times the lines took fourteen times the time, and more of more.
#[test]
fn components_of_lists_in_which_all_are_candidates_of_all_take_time_that_grows_with_the_list() {
    for (list, arguments) in [
        (
            parameters as fn(usize) -> String,
            &["cluster", "-q", "-t80"][..],
        ),
        (parameters, &["cluster", "-q", "--literal", "-t80"]),
        (sequences, &["cluster", "-q", "--as", "events", "-t50"]),
    ] {
        let grows = measured(|| {
            let [few, many] = [8_000, 32_000].map(|lines| time_of_list(arguments, &list(lines)));
            if many < 7.5 * few {
                return Ok(());
            }
            Err(format!(
                "{arguments:?}: {few} s for 8,000 lines, {many} s for 32,000"
            ))
        });
        assert_eq!(grows, Ok(()));
    }
}
