//! Counts what the first lines of a filtered list show, in three orders: `cargo run --release
//! --example novelty -- LIST...`.
//!
//! Filters each list as `--two-pass` does, and prints a row for its first 100 and 1,000 kept lines:
//! how many hosts, kinds (templates without the host), sections (first path segments of a host) and
//! words (path segments and names of parameters) they show as `--order novel` prints them, in input
//! order, and shuffled (the mean of 20 shuffles). Ends with status 1 if the start of the order shows
//! fewer hosts than input order does.

use std::collections::HashSet;
use std::fs;
use std::process::ExitCode;

use urlsift::explain::Watched;
use urlsift::lists::Novelty;
use urlsift::settings::Detail;
use urlsift::{Sift, Verdict};

const SHUFFLES: u64 = 20;

/// A kept line: its group, what stands for its host, and its template.
struct Kept {
    group: u64,
    host: Option<u64>,
    template: String,
}

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        eprintln!("novelty: expected LIST...");
        return ExitCode::from(2);
    }
    println!("Hosts / kinds / sections / words in the first lines:\n");
    println!("| list | kept | lines | novel | input | shuffled |\n|---|--:|--:|--:|--:|--:|");
    let mut has_fewer = false;
    for path in &paths {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("novelty: cannot read {path}: {error}");
                return ExitCode::from(2);
            }
        };
        let (kept, novel) = kept(&bytes);
        let input: Vec<usize> = (0..kept.len()).collect();
        for lines in [100, 1000].into_iter().filter(|&lines| lines < kept.len()) {
            let of =
                |order: &[usize]| shown(order[..lines].iter().map(|&position| &kept[position]));
            let (novel, input) = (of(&novel), of(&input));
            let mut sums = [0; 4];
            for seed in 0..SHUFFLES {
                for (sum, shown) in sums.iter_mut().zip(of(&shuffled(kept.len(), seed))) {
                    *sum += shown;
                }
            }
            let mean = sums.map(|sum| sum / SHUFFLES as usize);
            has_fewer |= novel[0] < input[0];
            let cell = |[hosts, kinds, sections, words]: [usize; 4]| {
                format!("{hosts} / {kinds} / {sections} / {words}")
            };
            let name = path.rsplit('/').next().unwrap_or_default();
            println!(
                "| {name} | {} | {lines} | {} | {} | {} |",
                kept.len(),
                cell(novel),
                cell(input),
                cell(mean)
            );
        }
    }
    ExitCode::from(u8::from(has_fewer))
}

/// The lines that are kept, in input order, and their positions in the other one.
fn kept(bytes: &[u8]) -> (Vec<Kept>, Vec<usize>) {
    let settings = Sift::builder().two_pass(true).detail(Detail::Groups);
    let mut sift = Watched::new(settings.build().expect("the settings are valid"));
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    sift.filter(&lines).count();
    sift.restart();
    let (mut kept, mut novelty) = (Vec::new(), Novelty::default());
    for line in lines {
        let verdict = sift.admit(line);
        let Some(decision) = sift.decisions().first() else {
            continue;
        };
        let Some(group) = decision.group else {
            continue;
        };
        if !matches!(verdict, Verdict::Kept | Verdict::NotUrl) {
            novelty.count(group, 1);
            continue;
        }
        let template = sift.explainer().shape(line, decision).unwrap_or_default();
        novelty.note(group, decision.host, &template);
        kept.push(Kept {
            group,
            host: decision.host,
            template,
        });
    }
    assert!(
        kept.is_sorted_by_key(|kept| kept.group),
        "groups are numbered as they appear"
    );
    (kept, novelty.order(usize::MAX))
}

/// How many hosts, kinds, sections and words lines show.
fn shown<'k>(lines: impl Iterator<Item = &'k Kept>) -> [usize; 4] {
    let (mut hosts, mut kinds) = (HashSet::new(), HashSet::new());
    let (mut sections, mut words) = (HashSet::new(), HashSet::new());
    for Kept { host, template, .. } in lines {
        let behind = template.split_once("://").map_or("", |(_, behind)| behind);
        let kind = behind
            .find(['/', '?', '#'])
            .map_or("", |start| &behind[start..]);
        hosts.extend(*host);
        kinds.insert(kind);
        sections.insert((host, kind.split(['/', '?', '#']).nth(1)));
        words.extend(
            kind.split(['/', '?', '&', '#'])
                .filter(|word| !word.is_empty()),
        );
    }
    [hosts.len(), kinds.len(), sections.len(), words.len()]
}

/// Positions in an order that a generator of random numbers gives: splitmix64.
fn shuffled(lines: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut order: Vec<usize> = (0..lines).collect();
    for position in (1..lines).rev() {
        order.swap(position, (next() % (position as u64 + 1)) as usize);
    }
    order
}
