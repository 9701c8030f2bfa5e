//! Properties of the order, on made-up lists.

use std::collections::HashSet;

use proptest::prelude::*;

use super::{Arrangement, Novelty};

/// Lines with hosts, some of which are not URLs.
fn noted(lines: &[(Option<u64>, String)]) -> Novelty {
    let mut novelty = Novelty::default();
    for (group, (host, template)) in lines.iter().enumerate() {
        novelty.note(group as u64, *host, template);
    }
    novelty
}

fn hosts(lines: &[(Option<u64>, String)], order: impl Iterator<Item = usize>) -> usize {
    order
        .filter_map(|position| lines[position].0)
        .collect::<HashSet<_>>()
        .len()
}

fn line() -> impl Strategy<Value = (Option<u64>, String)> {
    // Host 3 stands for no host.
    (0..4_u64, "(/(a|b|c|\\{int\\})){0,3}(\\?[xyz](&[xyz])?)?").prop_map(
        |(host, rest)| match host {
            3 => (None, rest),
            _ => (Some(host), format!("https://h{host}.example{rest}")),
        },
    )
}

proptest! {
    #[test]
    fn it_is_a_permutation_that_shows_hosts_no_later(lines in prop::collection::vec(line(), 0..40)) {
        let novelty = noted(&lines);
        let order = novelty.order(usize::MAX);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..lines.len()).collect::<Vec<_>>());
        for most in 0..=lines.len() {
            prop_assert_eq!(novelty.order(most), &order[..most], "fewer lines are the start of more");
            let shown = hosts(&lines, order[..most].iter().copied());
            prop_assert!(shown >= hosts(&lines, 0..most), "{} of {:?}", most, order);
        }
    }

    /// The highest rank is found although most weights are not computed again.
    #[test]
    fn it_is_what_looking_at_all_lines_gives(lines in prop::collection::vec(line(), 0..30)) {
        let novelty = noted(&lines);
        let mut arrangement = Arrangement::of(&novelty);
        let mut first_hosts = HashSet::new();
        let mut shown_hosts = HashSet::new();
        for (position, (host, _)) in lines.iter().enumerate() {
            first_hosts.extend(*host);
            let is_due = shown_hosts.len() < first_hosts.len();
            let of_kind = |position: usize| {
                let kind = novelty.lines[position].features.kind();
                novelty.lines.iter().filter(|line| line.features.kind() == kind).count()
            };
            let wanted = (0..lines.len())
                .filter(|&other| !arrangement.is_taken[other])
                .filter(|&other| !is_due || lines[other].0.is_some_and(|host| !shown_hosts.contains(&host)))
                .max_by_key(|&other| {
                    let weight = novelty.lines[other].features.weight(&arrangement.shown);
                    (weight, std::cmp::Reverse(of_kind(other)), std::cmp::Reverse(other))
                });
            let next = arrangement.next(is_due);
            prop_assert_eq!(next, wanted, "at {}", position);
            let next = next.expect("a line is left");
            shown_hosts.extend(lines[next].0);
            arrangement.is_taken[next] = true;
            novelty.lines[next].features.each().for_each(|feature| arrangement.shown[feature as usize] += 1);
        }
    }
}

#[test]
fn rare_kinds_and_small_groups_come_first() {
    let mut novelty = Novelty::default();
    novelty.note(0, Some(1), "https://a.example/b");
    novelty.note(1, Some(2), "https://b.example/b");
    novelty.note(2, Some(3), "https://c.example/c");
    novelty.count(0, 1);
    assert_eq!(
        novelty.order(9),
        [2, 1, 0],
        "one kind has one line, one group of the other has two"
    );
}

/// The number of looks at each line does not grow with the list.
#[test]
fn a_large_list_needs_few_looks() {
    let looks = |lines: u64, kinds: u64| {
        let mut novelty = Novelty::default();
        for line in 0..lines {
            novelty.note(
                line,
                Some(line % 3),
                &format!("https://a.example/x/{}/y", line % kinds),
            );
        }
        let mut arrangement = Arrangement::of(&novelty);
        for _ in 0..lines {
            let position = arrangement.next(false).expect("a line is left");
            arrangement.is_taken[position] = true;
            novelty.lines[position]
                .features
                .each()
                .for_each(|feature| arrangement.shown[feature as usize] += 1);
        }
        arrangement.looks / lines
    };
    for kinds in [1, 100, 20_000] {
        assert!(
            looks(20_000, kinds) <= 60,
            "{kinds} kinds: {} looks for each line",
            looks(20_000, kinds)
        );
    }
}
