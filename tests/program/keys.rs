//! What `urlsift keys` prints: lines behind keys, which lines have in common if and only if they
//! are similar.

use crate::lists::letters;
use crate::printed::keys;
use crate::program::{outcome, refusal, run};

#[test]
fn keys_are_those_of_every_run_and_lines_are_as_they_came() {
    let input = b"https://a.test/1\tx\n\nno url\r\nno url\nhttps://a.test/\xff\nno url\r";
    let first = keys(&[], input);
    assert_eq!(first, keys(&[], input));
    let lines: Vec<_> = first.iter().map(|(_, line)| line.as_slice()).collect();
    assert_eq!(
        lines,
        [
            &b"https://a.test/1\tx"[..],
            b"no url\r",
            b"no url",
            b"https://a.test/\xff",
            b"no url\r"
        ]
    );
    for (keys, _) in &first {
        let is_key = |key: &String| {
            key.len() == 16
                && key
                    .bytes()
                    .all(|digit| b"0123456789abcdef".contains(&digit))
        };
        assert!(!keys.is_empty() && keys.iter().all(is_key), "{keys:?}");
    }
    assert_eq!(first[1].0, first[4].0, "the same line has the same key");
    let secret = keys(&["--key", "0123456789abcdef0123456789ABCDEF"], input);
    assert!(
        first
            .iter()
            .zip(&secret)
            .all(|((one, _), (other, _))| one.is_disjoint(other))
    );
    let null: Vec<u8> = input
        .iter()
        .map(|&byte| if byte == b'\n' { 0 } else { byte })
        .collect();
    assert_eq!(keys(&["-z"], &null), first);
}

#[test]
fn what_has_no_keys_is_printed_all_the_same() {
    let wide: Vec<_> = (0..60)
        .map(|number| format!("p{number}=v{number}"))
        .collect();
    let mut long = b"https://a.test/".to_vec();
    long.resize(2 << 20, b'a');
    let input = [
        format!("https://a.test/?{}\n", wide.join("&")).as_bytes(),
        &long,
    ]
    .concat();
    let keys = keys(&["--literal", "-t", "60"], &input);
    assert_eq!(keys.len(), 2);
    assert!(
        keys.iter().all(|(keys, _)| keys.iter().eq(["-"])),
        "{:?}",
        keys[0]
    );
    assert!(keys[1].1 == long);
}

#[test]
fn what_has_no_meaning_is_refused() {
    for arguments in [
        &["keys", "--metric", "simhash"][..],
        &["keys", "--key", "12z"],
        &["keys", "/there/is/no"],
    ] {
        let message = refusal(arguments, b"https://a.test/\n");
        assert!(!message.is_empty());
    }
}

/// Lines of many words have too many keys at a low threshold, which is said, and bands.
#[test]
fn texts_without_keys_are_counted_and_have_bands() {
    let words: Vec<String> = (100..140).map(letters).collect();
    let text = words.join(" ");
    let mut edited = words.clone();
    edited[3] = letters(200);
    edited[9] = letters(201);
    let copy = edited.join(" ");
    let others: Vec<String> = (300..340).map(letters).collect();
    let other = others.join(" ");
    let input = format!("{text}\n{copy}\n{other}\n");
    let options = ["keys", "--as", "text", "-t", "60"];
    let (status, printed, message) = outcome(&run(&options, input.as_bytes()));
    assert_eq!(status, Some(0));
    assert_eq!(
        printed
            .lines()
            .filter(|line| line.starts_with("-\t"))
            .count(),
        3
    );
    assert!(
        message.contains("3 lines have more than 4,096 keys") && message.contains("--bands"),
        "{message}"
    );
    let options = [&options[..], &["--bands"]].concat();
    let (status, printed, message) = outcome(&run(&options, input.as_bytes()));
    assert_eq!((status, &*message), (Some(0), ""));
    let mut bands = Vec::new();
    for line in printed.lines() {
        let (listed, _) = line.split_once('\t').expect("bands come first");
        let listed: Vec<String> = listed.split(',').map(str::to_owned).collect();
        assert!((20..=40).contains(&listed.len()), "{}", listed.len());
        bands.push(listed);
    }
    let shared = |one: usize, other: usize| {
        bands[one]
            .iter()
            .filter(|band| bands[other].contains(band))
            .count()
    };
    assert!(shared(0, 1) > 5, "{}", shared(0, 1));
    assert_eq!(shared(0, 2), 0);
}
