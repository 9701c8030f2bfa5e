//! `--merge-hosts`: hosts of one domain that show the same pages.

use std::fmt::Write as _;

use crate::program::{kept, run};
use crate::server::Server;

fn text(arguments: &[&str], list: &str) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), list.as_bytes()))
        .expect("the output is text")
}

/// Invented names, which no word list has.
const NAMES: [&str; 24] = [
    "wombat",
    "quokka",
    "numbat",
    "bilby",
    "potoroo",
    "dingo",
    "brolga",
    "echidna",
    "jabiru",
    "galah",
    "taipan",
    "kowari",
    "dunnart",
    "quoll",
    "antechinus",
    "bettong",
    "pademelon",
    "wallaroo",
    "cuscus",
    "mulgara",
    "ningaui",
    "planigale",
    "kultarr",
    "monjon",
];

const PAGES: [&str; 8] = [
    "/orders/17/edit",
    "/orders/17/print",
    "/orders/17",
    "/team/members/17",
    "/reports/yearly?from=2",
    "/settings/billing",
    "/login",
    "/",
];

/// A list in which each of many tenants shows some of the same pages.
fn tenants() -> String {
    let mut list = String::new();
    for (number, name) in NAMES.iter().enumerate() {
        for page in (0..5).map(|step| PAGES[(number * 3 + step) % PAGES.len()]) {
            writeln!(list, "https://{name}.example.com{page}").expect("memory can be written to");
        }
    }
    list
}

#[test]
fn tenants_of_a_domain_become_one_host() {
    let list = tenants();
    assert_eq!(text(&[], &list), list, "by default all hosts are different");
    let merged = text(&["--merge-hosts"], &list);
    assert!(merged.lines().count() <= 45, "of 120:\n{merged}");
    assert!(
        !merged.contains("//monjon."),
        "the last one shows nothing new:\n{merged}"
    );
    let twice = text(&["--merge-hosts", "--two-pass"], &list);
    let pages: Vec<&str> = twice
        .lines()
        .map(|line| line.split_once(".com").expect("has a host").1)
        .collect();
    assert_eq!(pages.len(), PAGES.len(), "each page once: {twice}");
    assert!(PAGES.iter().all(|page| pages.contains(page)), "{twice}");
}

#[test]
fn pages_and_hosts_that_are_their_own_stay() {
    let mut list = tenants();
    let others = [
        "https://monjon.example.com/orders/17/refund",
        "https://www.example.com/orders/17/edit",
        "https://api.example.com/orders/17/edit",
        "https://dev-shop.example.com/orders/17/edit",
        "https://example.com/orders/17/edit",
        "https://thylacine.example.org/orders/17/edit",
        "https://thylacine.example.com:8443/orders/17/edit",
        "ftp://thylacine.example.com/orders/17/edit",
        // One more tenant of another service of the company.
        "https://thylacine-api.example.com/orders/17/edit",
        "https://ann:secret@thylacine.example.com/orders/17/edit",
    ];
    list += &others.join("\n");
    list += "\nhttps://thylacine.example.com/orders/18/edit\n";
    let merged = text(&["--merge-hosts"], &list);
    for line in others {
        assert!(
            merged.lines().any(|kept| kept == line),
            "{line} is not there:\n{merged}"
        );
    }
    assert!(
        !merged.contains("https://thylacine.example.com/"),
        "one more tenant:\n{merged}"
    );
}

#[test]
fn different_sites_of_a_company_stay_different() {
    let mut list = String::new();
    // Each has pages of its own beside those that any site has.
    for (number, name) in NAMES.iter().enumerate() {
        for (other, step) in NAMES.iter().zip(0..6) {
            let line = format!(
                "https://{name}.example.com/{other}{number}x/{}",
                NAMES[(number + step) % 24]
            );
            writeln!(list, "{line}").expect("memory can be written to");
        }
        for page in ["/", "/login", "/robots.txt", "/api/v1/users"] {
            writeln!(list, "https://{name}.example.com{page}").expect("memory can be written to");
        }
    }
    let merged = text(&["--merge-hosts"], &list);
    for name in NAMES {
        for page in ["/", "/login", "/robots.txt"] {
            let line = format!("https://{name}.example.com{page}");
            assert!(
                merged.lines().any(|kept| kept == line),
                "{line} is not there:\n{merged}"
            );
        }
    }
}

#[test]
fn drawn_names_and_mistyped_ones_are_marks() {
    let merged = |list: &str| text(&["--merge-hosts"], list).lines().count();
    assert_eq!(
        merged("https://4af0bdc4.example.com/a\nhttps://9be1c07d.example.com/a\n"),
        1
    );
    assert_eq!(
        merged(
            "https://www.example.com/a\nhttps://wwww.example.com/a\nhttps://2fwww.example.com/a\n"
        ),
        1
    );
    assert_eq!(
        merged("https://brnkvtsk.example.com/a\nhttps://hqdmzwbf.example.com/a\n"),
        2,
        "names"
    );
}

#[test]
fn merged_hosts_do_not_depend_on_how_the_list_is_read() {
    let list = tenants();
    let all = text(&["--merge-hosts", "-j", "1"], &list);
    assert_eq!(text(&["--merge-hosts", "-j", "3"], &list), all);
    let scratch = tempfile::tempdir().expect("a directory can be made");
    let state = scratch.path().join("state");
    let state = state.to_str().expect("it is text");
    let half = list
        .match_indices('\n')
        .nth(60)
        .expect("there are more lines")
        .0
        + 1;
    let first = text(&["--merge-hosts", "--state", state], &list[..half]);
    let second = text(&["--merge-hosts", "--state", state], &list[half..]);
    assert_eq!(first + &second, all, "two runs with a state are as one");
    assert_eq!(
        text(&["--merge-hosts", "--state", state], &list),
        "",
        "and nothing is printed again"
    );
    // Components of the whole list are what two passes keep one line of.
    let groups = String::from_utf8(kept(&["cluster", "-q", "--merge-hosts"], list.as_bytes()))
        .expect("is text");
    let count = groups
        .lines()
        .filter(|line| line.starts_with("group "))
        .count();
    assert_eq!(count, PAGES.len(), "{groups}");
}

#[test]
fn explanations_name_the_hosts_that_were_taken_for_one() {
    let list = tenants();
    let explained = text(&["--merge-hosts", "--explain"], &list);
    let same = "same: host: monjon.example.com and ";
    assert!(explained.contains(same), "{explained}");
    assert!(
        explained.contains("(learned: hosts of example.com show the same pages)"),
        "{explained}"
    );
    assert!(
        explained.contains("shape: https://{}.example.com/"),
        "{explained}"
    );
    assert!(explained.contains("    learned: host\n"), "{explained}");
    let numbers = text(
        &["--merge-hosts", "--explain"],
        "https://cdn1.example/a\nhttps://cdn22.example/a\n",
    );
    assert!(
        numbers.contains(
            "same: host: cdn22.example and cdn1.example (number, drawn name, tenant or spelling)"
        ),
        "{numbers}"
    );
    let statistics = run(&["--merge-hosts", "--stats"], list.as_bytes());
    let message = String::from_utf8_lossy(&statistics.stderr).into_owned();
    assert!(
        message.contains("{}.example.com"),
        "positions that were learned: {message}"
    );
}

/// Pages of a site, of which `www` has shown those that it has for `true`.
fn site_and_www(pages: &[(&str, bool)]) -> String {
    let both = pages.iter().map(|(page, is_shared)| {
        let www = if *is_shared {
            format!("https://www.wombat.example{page}\n")
        } else {
            String::new()
        };
        format!("https://wombat.example{page}\n{www}")
    });
    both.collect()
}

#[test]
fn a_site_and_its_www_host_are_one_if_they_show_the_same_pages() {
    let pages = [
        ("/orders/17/edit", true),
        ("/orders/17/print", true),
        ("/team/members/17", true),
        ("/settings/billing", true),
        ("/login", true),
        ("/reports/yearly", false),
        ("/", true),
    ];
    let list = site_and_www(&pages);
    assert_eq!(text(&[], &list), list, "by default they are two hosts");
    let merged = text(&["--merge-hosts"], &list);
    assert!(
        !merged.contains("www.wombat.example/settings")
            && !merged.contains("www.wombat.example/login"),
        "{merged}"
    );
    assert_eq!(
        merged.lines().count(),
        9,
        "two lines before it was learned: {merged}"
    );
    assert_eq!(
        text(&["--merge-hosts", "--two-pass"], &list)
            .lines()
            .count(),
        pages.len()
    );
    // Which of them comes first does not matter, nor that one has many more pages.
    let (mut sites, mut hosts): (Vec<&str>, Vec<&str>) = list
        .lines()
        .partition(|line| line.contains("//w") && !line.contains("www"));
    let others: Vec<String> = NAMES
        .iter()
        .map(|name| format!("https://wombat.example/{name}/17/edit"))
        .collect();
    sites.extend(others.iter().map(String::as_str));
    for _ in 0..2 {
        let list = [&sites[..], &hosts].concat().join("\n");
        let twice = text(&["--merge-hosts", "--two-pass"], &list);
        let shown = |page: &str| twice.lines().filter(|line| line.ends_with(page)).count();
        assert!(
            ["/orders/17/edit", "/settings/billing", "/login"]
                .iter()
                .all(|page| shown(page) == 1),
            "{twice}"
        );
        std::mem::swap(&mut sites, &mut hosts);
    }
    let explained = text(&["--merge-hosts", "--explain"], &list);
    assert!(
        explained.contains("shape: https://{www.}wombat.example/"),
        "{explained}"
    );
    let statistics = run(&["--merge-hosts", "--stats"], list.as_bytes());
    let message = String::from_utf8_lossy(&statistics.stderr).into_owned();
    assert!(
        message.contains("{www.}wombat.example"),
        "hosts that were learned: {message}"
    );
}

#[test]
fn a_site_and_its_www_host_stay_two_if_their_pages_differ() {
    let list = site_and_www(&[
        ("/", true),
        ("/login", true),
        ("/robots.txt", true),
        ("/orders/17/edit", true),
    ]);
    assert_eq!(
        text(&["--merge-hosts", "--two-pass"], &list),
        list,
        "what any site has, and one page"
    );
    let mut list = String::new();
    for name in NAMES {
        writeln!(
            list,
            "https://wombat.example/{name}x/tea\nhttps://www.wombat.example/{name}/cup"
        )
        .expect("memory can be written to");
    }
    for page in [
        "/orders/17/edit",
        "/orders/17/print",
        "/team/members/17",
        "/settings/billing",
    ] {
        writeln!(
            list,
            "https://wombat.example{page}\nhttps://www.wombat.example{page}"
        )
        .expect("memory can be written to");
    }
    let merged = text(&["--merge-hosts", "--two-pass"], &list);
    assert!(
        merged.contains(
            "//wombat.example/settings/billing\nhttps://www.wombat.example/settings/billing"
        ),
        "{merged}"
    );
    // Other ports and other domains are other sites.
    let list =
        "https://wombat.example/a/b\nhttps://www.wombat.example:8443/a/b\nhttps://www.quokka.example/a/b\n"
            .repeat(2);
    assert_eq!(text(&["--merge-hosts"], &list).lines().count(), 3);
    assert_eq!(
        text(
            &["--merge-hosts", "--no-learn"],
            &site_and_www(&[("/a/b", true)])
        )
        .lines()
        .count(),
        2
    );
}

#[test]
fn hosts_that_were_merged_are_remembered_on_a_server() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let shared = [
        "/orders/17/edit",
        "/orders/17/print",
        "/team/members/17",
        "/settings/billing",
    ];
    let list = tenants() + &site_and_www(&shared.map(|page| (page, true)));
    let whole = text(&["--merge-hosts"], &list);
    for percent in [20, 50, 95] {
        let cut = list.len() * percent / 100;
        let cut = cut + list[cut..].find('\n').expect("lines end") + 1;
        let address = server.address(&format!("merged{percent}"));
        let with = |list: &str| text(&["--merge-hosts", "--state", &address], list);
        assert_eq!(
            with(&list[..cut]) + &with(&list[cut..]),
            whole,
            "at {percent} %"
        );
        assert_eq!(with(&list), "", "nothing is new");
    }
}
