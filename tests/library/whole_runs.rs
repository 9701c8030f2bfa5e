//! Whole runs of the program over generated lists: its outputs agree with each other, and nothing
//! but bytes decides what they are.

use std::fs;
use std::io::Write;
use std::thread;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use crate::program::{argument, kept, start};
use crate::properties::lines;
use crate::representatives::learnable;
use crate::waiting::all_is_read;

/// Lists of lines of all sorts, and of URLs in which places are learned; some begin with comments.
fn any_lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let learnable = learnable().prop_map(|lines| {
        lines
            .into_iter()
            .map(String::into_bytes)
            .collect::<Vec<_>>()
    });
    let comments = vec(select(vec!["# a", "# a\r", "#b"]), 0..4);
    let lists = (comments, prop_oneof![lines(), learnable]).prop_map(|(comments, lines)| {
        let comments = comments.into_iter();
        let comments = comments.map(|comment| comment.as_bytes().to_vec());
        comments.chain(lines).collect::<Vec<_>>()
    });
    // Text in UTF-16 has other lines.
    lists.prop_filter("begins with a byte-order mark", |lines| {
        let first = lines.first().map_or(&[][..], |line| line);
        !first.starts_with(b"\xff\xfe") && !first.starts_with(b"\xfe\xff")
    })
}

/// How to compare, and the threshold of it.
fn comparisons() -> impl Strategy<Value = (&'static [&'static str], f64)> {
    select(vec![
        (&["-q"][..], 95.0),
        (&["-q", "-t80"], 80.0),
        (&["-q", "-t100"], 100.0),
        (&["-q", "--no-learn"], 95.0),
        (&["-q", "--literal"], 95.0),
        (&["-q", "--literal", "-t70"], 70.0),
        (&["-q", "--metric=simhash", "-t90"], 90.0),
    ])
}

/// The same lines on other hosts, until several threads share them.
fn multiplied(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    const ENOUGH: usize = 200_000;
    let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
    let copy = |number: usize| {
        lines
            .iter()
            .map(move |line| match memchr::memmem::find(line, b".test") {
                Some(at) => [&line[..at], format!("{number}").as_bytes(), &line[at..]].concat(),
                None => line.clone(),
            })
    };
    (0..=ENOUGH / bytes).flat_map(copy).collect()
}

fn joined<'l>(lines: impl IntoIterator<Item = &'l Vec<u8>>) -> Vec<u8> {
    lines
        .into_iter()
        .flat_map(|line| line.iter().copied().chain([b'\n']))
        .collect()
}

/// Runs the program with its input in pieces, with pauses after some of them.
fn kept_of_pieces(arguments: &[&str], input: &[u8], size: usize) -> Vec<u8> {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    thread::scope(|scope| {
        scope.spawn(move || {
            for (number, piece) in input.chunks(size).enumerate() {
                stdin
                    .write_all(piece)
                    .expect("the program reads to the end");
                if number % 8 == 0 {
                    all_is_read(&stdin);
                }
            }
        });
        child.wait_with_output().expect("the program ends").stdout
    })
}

/// What `--format jsonl` says of one line.
struct Told {
    line: Vec<u8>,
    verdict: String,
    kept: bool,
    percent: Option<f64>,
    /// The index of the line that it is similar to or repeats.
    representative: Option<usize>,
    representative_line: Option<Vec<u8>>,
}

impl Told {
    fn read(object: &Value) -> Self {
        let bytes = |of: &Value| match of["line_hex"].as_str() {
            Some(digits) => (0..digits.len() / 2)
                .map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("two digits"))
                .collect(),
            None => of["line"]
                .as_str()
                .expect("every line is told")
                .as_bytes()
                .to_vec(),
        };
        let other = &object["representative"];
        Self {
            line: bytes(object),
            verdict: object["verdict"]
                .as_str()
                .expect("every verdict is told")
                .to_owned(),
            kept: object["kept"].as_bool().expect("it is kept or not"),
            percent: object["percent"].as_f64(),
            representative: other["record"].as_u64().map(|record| record as usize - 1),
            representative_line: other.get("line").map(|_| bytes(other)),
        }
    }

    /// Whether it is a comment before the first URL, or the same later. It is in no group.
    fn is_heading(&self) -> bool {
        self.verdict == "header" || self.verdict == "repeated" && self.representative.is_none()
    }

    /// Whether it is in a group.
    fn counts(&self) -> bool {
        self.verdict != "empty" && !self.is_heading()
    }
}

fn bare(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn told(arguments: &[&str], input: &[u8]) -> Vec<Told> {
    let output = kept(&[arguments, &["--format=jsonl"]].concat(), input);
    output
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| Told::read(&serde_json::from_slice(line).expect("every line is an object")))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn threads_pieces_and_sources_make_no_difference(
        lines in any_lines(), is_long in any::<bool>(), (comparison, _) in comparisons(), size in 1..300_usize,
        output in select(vec![&[][..], &["-d"], &["-k3"], &["--count"], &["--print=shape"], &["--two-pass"], &["--explain"], &["--format=jsonl"]]),
        cut in any::<prop::sample::Index>()
    ) {
        prop_assume!(!(output.contains(&"--two-pass") && comparison.iter().any(|word| word.starts_with("--literal") || word.starts_with("--no-learn"))));
        let (lines, size) = if is_long { (multiplied(&lines), size * 500) } else { (lines, size) };
        let arguments = [comparison, output].concat();
        let input = joined(&lines);
        let expected = kept(&arguments, &input);
        for threads in ["-j1", "-j3"] {
            prop_assert_eq!(&kept(&[&arguments[..], &[threads]].concat(), &input), &expected);
            prop_assert_eq!(&kept_of_pieces(&[&arguments[..], &[threads]].concat(), &input, size), &expected);
        }
        // Sources have names, and explanations name them.
        if !output.iter().any(|word| ["--explain", "--format=jsonl"].contains(word)) {
            let scratch = tempfile::tempdir().expect("a directory for files");
            let [whole, first, second] = ["whole", "first", "second"].map(|name| scratch.path().join(name));
            let (one, two) = lines.split_at(cut.index(lines.len()));
            for (path, bytes) in [(&whole, input.clone()), (&first, joined(one)), (&second, joined(two))] {
                fs::write(path, bytes).expect("it can be written");
            }
            let [whole, first, second] = [&whole, &first, &second].map(|path| argument(path));
            prop_assert_eq!(&kept(&[&arguments[..], &[whole]].concat(), b""), &expected);
            prop_assert_eq!(&kept(&[&arguments[..], &[first, second]].concat(), b""), &expected);
            prop_assert_eq!(&kept(&[&arguments[..], &[first, "-"]].concat(), &joined(two)), &expected);
        }
    }

    /// Each line of the input is told once; each dropped one with a line that was kept before and
    /// is similar enough.
    #[test]
    fn every_dropped_line_is_as_similar_as_it_has_to_be(lines in any_lines(), (comparison, threshold) in comparisons()) {
        let input = joined(&lines);
        let told = told(comparison, &input);
        prop_assert_eq!(told.len(), lines.len());
        for (index, (one, line)) in told.iter().zip(&lines).enumerate() {
            prop_assert_eq!(&one.line, line);
            if one.is_heading() {
                let mut before = told[..index].iter().filter(|it| it.is_heading());
                prop_assert_eq!(one.kept, before.all(|it| bare(&it.line) != bare(line)));
                continue;
            }
            prop_assert_eq!(one.kept, ["kept", "sample", "not_url"].contains(&one.verdict.as_str()));
            let Some(other) = one.representative else {
                prop_assert!(one.kept || one.verdict == "empty", "{}: {}", index, one.verdict);
                continue;
            };
            prop_assert!(other < index && told[other].kept, "{} names {}", index, other);
            match one.verdict.as_str() {
                "similar" | "sample" => {
                    prop_assert!(one.percent.is_some_and(|percent| percent >= threshold), "{}: {:?}", index, one.percent);
                    prop_assert_eq!(one.representative_line.as_ref(), Some(&lines[other]));
                }
                "repeated" => {
                    prop_assert_eq!(bare(line), bare(&lines[other]));
                }
                verdict => prop_assert!(false, "{}: {}", index, verdict),
            }
        }
        // The two plain outputs are those halves.
        let of = |wanted: bool| joined(told.iter().filter(|one| one.kept == wanted && one.verdict != "empty").map(|one| &one.line));
        prop_assert_eq!(kept(comparison, &input), of(true));
        prop_assert_eq!(kept(&[comparison, &["-d"]].concat(), &input), of(false));
    }

    /// The counts are those of the verdicts, and their sum is that of the lines that are not empty.
    #[test]
    fn counts_sum_up_to_the_input(lines in any_lines(), (comparison, _) in comparisons()) {
        let input = joined(&lines);
        let told = told(comparison, &input);
        let mut counts = vec![0_usize; lines.len()];
        for (index, one) in told.iter().enumerate().filter(|(_, one)| one.counts()) {
            counts[one.representative.unwrap_or(index)] += 1;
        }
        prop_assert_eq!(counts.iter().sum::<usize>(), told.iter().filter(|one| one.counts()).count());
        let mut expected = Vec::new();
        for (count, line) in counts.iter().zip(&lines).filter(|(count, _)| **count > 0) {
            write!(expected, "{count:>7} ").expect("memory takes it");
            expected.extend_from_slice(line);
            expected.push(b'\n');
        }
        prop_assert_eq!(kept(&[comparison, &["--count"]].concat(), &input), expected);
    }

    /// Samples come beside what is kept without them, until the group is full, and none is a line
    /// that was there.
    #[test]
    fn samples_fill_up_groups(lines in any_lines(), (comparison, _) in comparisons(), limit in 2..5_usize) {
        let input = joined(&lines);
        let number = format!("-k{limit}");
        let (plain, sampled) = (told(comparison, &input), told(&[comparison, &[&number]].concat(), &input));
        let mut groups: Vec<Vec<&[u8]>> = vec![Vec::new(); lines.len()];
        // What is learned may bring a line that was printed as a sample into another group: it is
        // no sample twice.
        let mut printed: Vec<&[u8]> = Vec::new();
        for (index, (one, before)) in sampled.iter().zip(&plain).enumerate() {
            prop_assert_eq!(one.representative, before.representative, "line {}", index);
            let group = &mut groups[one.representative.unwrap_or(index)];
            let line = bare(&one.line);
            let is_sample = before.verdict == "similar" && group.len() < limit && !printed.contains(&line);
            prop_assert_eq!(&one.verdict, if is_sample { "sample" } else { &before.verdict }, "line {}", index);
            if one.kept {
                group.push(line);
                printed.push(line);
            }
        }
        let output = joined(sampled.iter().filter(|one| one.kept).map(|one| &one.line));
        prop_assert_eq!(kept(&[comparison, &[&number]].concat(), &input), output);
    }
}
