//! Traps: sites that give a crawler ever more URLs. What people wished for on the trackers of
//! crawlers, on made-up hosts, and what is printed.

use crate::program::kept;

/// Lines as a list.
fn list(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().fold(String::new(), |list, line| list + &line + "\n")
}

fn printed(arguments: &[&str], list: &str) -> Vec<String> {
    let output = kept(&[&["-q"], arguments].concat(), list.as_bytes());
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// A path of so many segments of a cycle.
fn cycle(names: &[&str], segments: usize) -> String {
    (0..segments).map(|at| format!("/{}", names[at % names.len()])).collect()
}

/// A crawler that follows relative links on a page that answers under any path. Of each run, what
/// programs may have stays: two repetitions, and of single segments three.
#[test]
fn paths_that_go_round_in_circles_end() {
    for (run, wanted) in
        [(&["blog"][..], 3), (&["a", "b"], 5), (&["a", "b", "c"], 8), (&["a", "b", "c", "d"], 11)]
    {
        let paths = list((1..=100).map(|segments| format!("https://example.com{}", cycle(run, segments))));
        for arguments in [&[][..], &["--two-pass"], &["--no-learn"], &["-j", "2"]] {
            assert_eq!(printed(arguments, &paths).len(), wanted, "{run:?} {arguments:?}");
        }
        let literal = ["--literal", "-t", "100"];
        assert_eq!(printed(&literal, &paths).len(), 100, "as they are written, all of them differ");
        // What stands behind the circle is compared as ever.
        let tails = ["login", "users/17/edit", "users/18/edit", "x.php?id=1"];
        let paths = list((3..=100).flat_map(|turns| {
            let circle = cycle(run, run.len() * turns);
            tails.map(|tail| format!("https://example.com{circle}/{tail}"))
        }));
        assert_eq!(printed(&[], &paths).len(), 3, "{run:?}: {:?}", printed(&[], &paths));
    }
}

/// What is shown of such a path is what is compared.
#[test]
fn explanations_and_templates_show_the_path_as_it_is_read() {
    let lines = "https://example.com/a/b/a/b/a/b/17\nhttps://example.com/a/b/a/b/a/b/a/b/18\n";
    assert_eq!(printed(&["--print", "shape"], lines), ["https://example.com/a/b/a/b/{int}"]);
    let explained = printed(&["--explain"], lines).join("\n");
    assert!(explained.contains("a/b/a/b/{int}"), "{explained}");
    let [first, second] = [0, 1].map(|at| lines.lines().nth(at).unwrap());
    let compared = String::from_utf8(kept(&["compare", first, second], b"")).unwrap();
    assert!(compared.contains("100"), "{compared}");
    // In the route of a fragment as well.
    let lines = list((3..9).map(|turns| format!("https://example.com/#{}", "/a/b".repeat(turns))));
    assert_eq!(printed(&[], &lines).len(), 1);
}

/// Programs repeat themselves, and maps have equal numbers side by side.
#[test]
fn what_repeats_a_little_stays_apart() {
    let lines = list(
        [
            "/catalog/catalog/list",
            "/catalog/list",
            "/catalog/catalog/catalog/list",
            "/wp-includes/js/wp-includes/js/twemoji.min.js",
            "/wp-includes/js/twemoji.min.js",
            "/files/a/files/b/files/c/files/d",
            "/files/a/files/b/files/c",
        ]
        .map(|path| format!("https://example.com{path}")),
    );
    assert_eq!(printed(&["--no-learn"], &lines).len(), 7);
    let tiles = list([3, 4, 5].map(|depth| format!("https://example.com/tiles{}", "/0".repeat(depth))));
    assert_eq!(printed(&[], &tiles).len(), 3);
}

/// Links that lack `https://` are taken for paths, and glued to the path of the page: a user of an
/// archiving crawler wants "every page one time and done".
#[test]
fn addresses_that_are_glued_to_the_path() {
    let policies = "www.maps.test/intl/de/policies/partners/";
    let crawl =
        list((0..60).map(|turns| format!("https://www.example.com/de/imprint/{}", policies.repeat(turns))));
    assert_eq!(printed(&[], &crawl).len(), 3, "the page, the address glued to it, and twice: 60 before");
}

/// A spider asks for what does not exist, gets the default page, and follows its relative links:
/// "the paths appear to be unique".
#[test]
fn relative_links_of_a_default_page() {
    let crawl = list((1..40).flat_map(|turns| {
        let path = "/bower_components/zork/assets".repeat(turns);
        ["zork.min.js", "css/zork.css", "index.html"].map(|file| format!("https://shop.example{path}/{file}"))
    }));
    assert_eq!(printed(&[], &crawl).len(), 6, "117 before");
}

/// A calendar has a next month for ever, in its path or in its parameters; a user of a frontier
/// asks for more than a limit of pages per host.
#[test]
fn calendars_that_go_on_for_ever() {
    let crawl = list((0..2400).flat_map(|month| {
        let (year, month) = (2000 + month / 12, month % 12 + 1);
        [
            format!("https://example.com/calendar/{year}/{month:02}"),
            format!("https://example.com/calendar/{year}-{month:02}-01/day"),
            format!("https://example.com/events?month={year}-{month:02}"),
        ]
    }));
    assert_eq!(printed(&[], &crawl).len(), 3);
}

/// A user of a log analyser wants the ids of an API as one row.
#[test]
fn ids_of_an_api_are_one_row() {
    let log = list((1000..2000).map(|id| format!("https://example.com/api/dog/{id}/")));
    assert_eq!(
        printed(&["--count", "--print", "shape"], &log),
        ["   1000 https://example.com/api/dog/{int}"]
    );
}
