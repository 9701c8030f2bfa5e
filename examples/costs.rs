//! Prints the cost of the most expensive known lines and lists: the tables of `docs/robustness.md`.
//!
//! ```sh
//! cargo run --profile dist --example costs
//! ```

mod clock;

use std::time::Duration;

use clock::Clock;
use urlsift::settings::Metric;
use urlsift::{Builder, Sift};

/// How many lines of each shape are timed. They differ at their end.
const LINES: usize = 12;
/// The length of each line.
const LONG: usize = 1 << 20;
/// Lists that take longer than this are not doubled again.
const PATIENCE: Duration = Duration::from_secs(4);

fn main() -> Result<(), urlsift::Error> {
    lines()?;
    println!();
    lists()
}

fn modes() -> [(&'static str, Builder); 5] {
    let plain = Sift::builder;
    [
        ("default", plain()),
        ("`--literal`", plain().literal(true)),
        ("`-t 80`", plain().threshold(80.0)),
        ("`--literal -t 80`", plain().literal(true).threshold(80.0)),
        ("`--metric simhash`", plain().metric(Metric::SimHash)),
    ]
}

/// Times long lines, one shape after the other.
fn lines() -> Result<(), urlsift::Error> {
    let names: Vec<_> = modes().iter().map(|mode| mode.0).collect();
    println!(
        "| line | {} |\n|---|{}",
        names.join(" | "),
        "--:|".repeat(names.len())
    );
    for (name, line) in shapes() {
        let ends = (0..LINES).map(|number| line.clone() + &"z".repeat(number));
        let list: Vec<String> = ends.collect();
        print!("| {name} |");
        for (_, mode) in modes() {
            // Other work makes a run longer, never shorter.
            let runs = (0..3)
                .map(|_| time(&mode, &list))
                .collect::<Result<Vec<_>, _>>()?;
            let fastest = runs.into_iter().min().unwrap_or_default();
            print!(" {:.1} |", fastest.as_secs_f64() * 1e3 / LINES as f64);
        }
        println!();
    }
    Ok(())
}

fn shapes() -> Vec<(&'static str, String)> {
    let filled = |start: &str, part: &str| {
        start.to_owned() + &part.repeat((LONG - start.len()) / part.len())
    };
    let numbered = |start: &str, part: &str, count: usize| {
        (0..count).fold(start.to_owned(), |line, number| {
            line + &part.replace('#', &number.to_string())
        })
    };
    vec![
        (
            "`?p0=0&p1=1&...`, 85,000 different parameters",
            numbered("http://a.test/x?", "p#=#&", 85_000),
        ),
        (
            "`?0=0&1=1&2=2&...`, 85,000 parameters",
            numbered("http://a.test/x?", "#=#&", 85_000),
        ),
        (
            "`?a&a&a&...`, 520,000 parameters",
            filled("http://a.test/x?", "a&"),
        ),
        (
            "`?a=0&a=1&...`, 110,000 parameters",
            numbered("http://a.test/x?", "a=#&", 110_000),
        ),
        (
            "`?v&v&v&...`, 260,000 parameters of a long path",
            filled(&format!("http://a.test/{}?", "x".repeat(LONG / 2)), "v&"),
        ),
        (
            "`/x;a=1;a=1;...`, 262,000 parameters of the path",
            filled("http://a.test/x", ";a=1"),
        ),
        (
            "10,000 segments, all words",
            numbered("http://a.test", "/word#x", 10_000),
        ),
        (
            "10,000 segments like `s77`",
            numbered("http://a.test", "/s#", 10_000),
        ),
        (
            "`/boka/luti/...`, 210,000 segments in no word list",
            (0..209_000).map(syllables).collect(),
        ),
        (
            "`/a/a/a/...`, 520,000 segments",
            filled("http://a.test", "/a"),
        ),
        (
            "`/7/7/7/...`, 520,000 segments",
            filled("http://a.test", "/7"),
        ),
        (
            "`#/a/a/a/...`, 520,000 segments in the fragment",
            filled("http://a.test/#", "/a"),
        ),
        (
            "a host of 350,000 labels outside ASCII",
            filled("http://\u{fc}", ".\u{fc}"),
        ),
        ("`http://1.1.1.1...`, no URL", filled("http://", "1.")),
        ("one segment `.a.a.a...`", filled("http://a.test/", ".a")),
        (
            "one segment `-red_shoe-red_shoe...`",
            filled("http://a.test/", "-red_shoe"),
        ),
        (
            "one segment outside ASCII",
            filled("http://a.test/", "\u{fc}"),
        ),
        (
            "one segment `%25%25%25...`",
            filled("http://a.test/", "%25"),
        ),
        ("one segment `%252525...`", filled("http://a.test/%", "25")),
        ("`/a/../a/..`", filled("http://a.test", "/a/..")),
        ("`?[0][0][0]...`", filled("http://a.test/?", "[0]")),
        (
            "`/x [a [a [a ...`, brackets behind the URL that are never closed",
            filled("http://a.test/x", " [a"),
        ),
        ("`?utm_a&utm_a&...`", filled("http://a.test/?", "utm_a&")),
        ("a host `a.a.a...`", filled("http://", "a.")),
        ("a host `u@u@u@...`", filled("http://", "u@")),
        ("a host `[0:0:0...`", filled("http://[", "0:")),
    ]
}

/// The segment of a number, of two syllables; the host before the first.
fn syllables(number: usize) -> String {
    let letter = |letters: &str, at: usize| char::from(letters.as_bytes()[at % letters.len()]);
    let start = if number == 0 { "http://a.test" } else { "" };
    let pick = |at: usize| (letter("bdfgklmnprstvz", at), letter("aeiou", at / 14));
    let ((a, b), (c, d)) = (pick(number * 31), pick(number * 17 / 70));
    format!("{start}/{a}{b}{c}{d}")
}

/// Lists of one host in which each line may differ from others in many ways.
fn lists() -> Result<(), urlsift::Error> {
    let sizes = [8_000, 16_000, 32_000];
    println!("| list | mode | 8,000 lines | 16,000 lines | 32,000 lines |\n|---|---|--:|--:|--:|");
    for (name, list) in [
        ("30 of 60 parameters", parameters(32_000)),
        ("24 segments of 60 words", paths(32_000)),
    ] {
        for literal in [false, true] {
            for threshold in [95.0, 90.0, 80.0] {
                let mode = Sift::builder().literal(literal).threshold(threshold);
                let shown = if literal { "`--literal` " } else { "" };
                print!("| {name} | {shown}`-t {threshold}` |");
                let mut took = Duration::ZERO;
                for size in sizes {
                    if took > PATIENCE {
                        print!(" |");
                        continue;
                    }
                    took = time(&mode, &list[..size])?;
                    print!(" {:.2} s |", took.as_secs_f64());
                }
                println!();
            }
        }
    }
    Ok(())
}

fn time(mode: &Builder, lines: &[String]) -> Result<Duration, urlsift::Error> {
    let mut sift = mode.clone().build()?;
    let clock = Clock::start();
    for line in lines {
        sift.admit(line.as_bytes());
    }
    Ok(clock.elapsed())
}

/// A generator with the same numbers in every run.
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 1_u64;
    move |bound| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    }
}

fn parameters(count: usize) -> Vec<String> {
    let mut number = numbers();
    let mut line = || {
        let mut names: Vec<u64> = (0..60).collect();
        let chosen: Vec<String> = (0..30)
            .map(|_| {
                format!(
                    "p{}=1",
                    names.swap_remove(number(names.len() as u64) as usize)
                )
            })
            .collect();
        format!("http://a.test/x?{}", chosen.join("&"))
    };
    (0..count).map(|_| line()).collect()
}

fn paths(count: usize) -> Vec<String> {
    let mut number = numbers();
    let mut line = || {
        (0..24).fold("http://a.test".to_owned(), |line, _| {
            format!("{line}/zq{}x", letters(number(60)))
        })
    };
    (0..count).map(|_| line()).collect()
}

/// A word, because numbers would be values.
fn letters(number: u64) -> String {
    [number / 8, number % 8]
        .map(|digit| char::from(b"bdfgkmpt"[digit as usize]))
        .iter()
        .collect()
}
