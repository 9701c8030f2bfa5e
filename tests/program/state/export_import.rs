//! `urlsift state export | urlsift state import`: a copy decides as the original does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::lists::mixed;
use crate::program::{argument, kept, outcome, run};
use crate::server::Server;

/// A list from which much is learned, with lines that are not URLs, in two parts.
fn halves() -> [Vec<u8>; 2] {
    let words = [
        "wombat", "quokka", "numbat", "export", "bilby", "admin", "dingo", "emu", "brolga", "login",
    ];
    let mut sites = String::new();
    for i in 0..2400_usize {
        let (word, other) = (words[i % 10], words[i * 7 % 10]);
        let host = i % 40;
        let _ = match i % 4 {
            0 => writeln!(sites, "https://h{host}.example/{word}/zork{i}/{other}"),
            1 => writeln!(
                sites,
                "https://h{host}.example/shop/{other}-{word}-{i}x/view?day={i}"
            ),
            2 => writeln!(sites, "{word} and {other} {}", i % 300),
            _ => writeln!(sites, "https://h{host}.example/{other}/{word}"),
        };
    }
    let cut = |list: &[u8]| {
        let at = list.len() / 2;
        list[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(list.len(), |end| at + end + 1)
    };
    let mixed = mixed(4000);
    let (one, other) = (
        mixed.split_at(cut(&mixed)),
        sites.as_bytes().split_at(cut(sites.as_bytes())),
    );
    [[one.0, other.0].concat(), [other.1, one.1].concat()]
}

/// Copies a state by way of JSON lines, and gives what is said.
fn copy(from: &str, to: &str, options: &[&str]) -> String {
    let exported = kept(&["state", "export", from], b"");
    let (status, _, said) = outcome(&run(
        &[&["state", "import", to], options].concat(),
        &exported,
    ));
    assert_eq!(status, Some(0), "{said}");
    said
}

/// Returns the export of a state with all entries of a host and slice of time joined, and without
/// the checksum over its lines: a run that takes longer stores them in more pieces than a copy does.
fn exported(state: &str) -> BTreeMap<String, String> {
    let text = String::from_utf8(kept(&["state", "export", state], b"")).expect("JSON is text");
    let mut pieces = BTreeMap::<String, String>::new();
    for line in text
        .lines()
        .filter(|line| !line.starts_with(r#"{"sha256""#))
    {
        let (of, entries) = line.split_once(r#","entries":""#).unwrap_or((line, ""));
        pieces
            .entry(of.to_owned())
            .or_default()
            .push_str(entries.trim_end_matches(['"', '}']));
    }
    pieces
}

const OPTIONS: [&[&str]; 7] = [
    &[],
    &["-t", "80"],
    &["--literal"],
    &["-k", "3"],
    &["--new-params"],
    &["--max-per-host", "2"],
    &["--no-learn"],
];

#[test]
fn a_copy_prints_what_the_original_does() {
    let [first, second] = halves();
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| argument(&scratch.path().join(name)).to_owned();
    for (number, options) in OPTIONS.iter().enumerate() {
        let (original, twin) = (path(&format!("one{number}")), path(&format!("two{number}")));
        for window in [&[][..], &["--window", "1d", "--remember", "all"]] {
            let (original, twin) = (
                format!("{original}{}", window.len()),
                format!("{twin}{}", window.len()),
            );
            let with = |state: &str, list: &[u8]| {
                kept(
                    &[&["-q", "--state", state], *options, window].concat(),
                    list,
                )
            };
            with(&original, &first);
            // Samples and room are no settings of a state.
            let of_state = if ["-k", "--max-per-host"]
                .iter()
                .any(|option| options.contains(option))
            {
                &[]
            } else {
                *options
            };
            let said = copy(&original, &twin, of_state);
            assert!(
                said.contains("copied with everything the state knows"),
                "{said}"
            );
            assert!(
                exported(&original) == exported(&twin),
                "{options:?} {window:?}"
            );
            let (wanted, found) = (with(&original, &second), with(&twin, &second));
            assert!(wanted.len() > 1000, "{options:?} {window:?}");
            assert!(found == wanted, "{options:?} {window:?}");
        }
    }
}

#[test]
fn a_copy_that_is_not_exact_says_why() {
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| argument(&scratch.path().join(name)).to_owned();
    let [first, _] = halves();
    kept(&["-q", "--state", &path("one")], &first);
    let exported = String::from_utf8(kept(&["state", "export", &path("one")], b"")).unwrap();
    let groups: String = exported
        .lines()
        .filter(|line| line.starts_with("{\"line\""))
        .fold(String::new(), |all, line| all + line + "\n");
    let changed = exported.replacen("https://", "http://", 1);
    let import = |state: &str, lines: &str, options: &[&str]| {
        outcome(&run(
            &[&["state", "import", state], options].concat(),
            lines.as_bytes(),
        ))
    };
    for (name, lines, options, why) in [
        (
            "changed",
            &*changed,
            &[][..],
            "the lines are not those that were exported",
        ),
        (
            "other",
            &exported,
            &["-t", "90"],
            "a state with other settings",
        ),
        ("one", &exported, &[], "the state is not empty"),
        // As states were exported before.
        ("groups", &groups, &[], ""),
    ] {
        let (status, _, said) = import(&path(name), lines, options);
        assert_eq!(status, Some(0), "{said}");
        assert_eq!(said.contains("no exact copy"), !why.is_empty(), "{said}");
        assert!(said.contains(why) && said.contains("groups read"), "{said}");
    }
    let damaged = exported.replacen("\"entries\":\"", "\"entries\":\"zz", 1);
    let (status, _, said) = import(&path("damaged"), &damaged, &[]);
    assert!(status == Some(2) && said.contains("state export"), "{said}");
    assert!(
        !Path::new(&path("damaged"))
            .metadata()
            .is_ok_and(|file| file.len() > 100_000)
    );
}

#[test]
fn a_copy_goes_to_a_server_and_back() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let [first, second] = halves();
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| argument(&scratch.path().join(name)).to_owned();
    for options in [&[][..], &["--no-learn"]] {
        let name = |name: &str| format!("{name}{}", options.len());
        let (original, shared, back) = (
            path(&name("one")),
            server.address(&name("two")),
            path(&name("three")),
        );
        let with =
            |state: &str, list: &[u8]| kept(&[&["-q", "--state", state], options].concat(), list);
        with(&original, &first);
        assert!(
            copy(&original, &shared, options).contains("copied with everything the state knows")
        );
        assert!(copy(&shared, &back, options).contains("copied with everything the state knows"));
        let wanted = with(&original, &second);
        assert!(
            with(&back, &second) == wanted,
            "{options:?}: back in a file"
        );
        assert!(
            with(&shared, &second) == wanted,
            "{options:?}: on the server"
        );
    }
}
