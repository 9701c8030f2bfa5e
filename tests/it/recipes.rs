//! The recipes of docs/state.md, as they stand.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{kept, outcome};
use crate::remembering::mixed;

#[test]
#[cfg(unix)]
fn the_recipes_of_states_run() {
    let page = fs::read_to_string("docs/state.md").expect("it is there");
    let recipes: Vec<&str> =
        page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(recipes.len() >= 7, "{}", recipes.len());
    let scratch = tempfile::tempdir().unwrap();
    let list = mixed(3000);
    let lines: Vec<&[u8]> = list.split_inclusive(|byte| *byte == b'\n').collect();
    let write = |name: &str, lines: &[&[u8]]| fs::write(scratch.path().join(name), lines.concat()).unwrap();
    write("monday.txt", &lines[..1500]);
    write("tuesday.txt", &lines[1000..]);
    write("wednesday.txt", &[b"https://new.example/\n"]);
    write("crawl.txt", &lines);
    let event = |at: usize| {
        format!("{{\"url\":\"https://shop.example/cart/{at}\",\"seen\":{}}}\n", 1_000_000_000 + 400 * at)
    };
    let feed: String = (0..5).map(event).collect::<String>() + &event(9);
    fs::write(scratch.path().join("feed.jsonl"), &feed).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    for recipe in recipes {
        let output = Command::new("sh")
            .args(["-ec", recipe])
            .env("PATH", &path)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert_eq!(outcome(&output).0, Some(0), "{recipe}: {:?}", outcome(&output));
    }
    let read = |name: &str| fs::read(scratch.path().join(name)).unwrap();
    assert_eq!([read("new-on-monday.txt"), read("new-on-tuesday.txt")].concat(), kept(&["-q"], &list));
    assert_eq!(read("kept.txt"), kept(&["-q"], &list));
    assert_eq!(read("would-be-new.txt"), b"https://new.example/\n");
    assert_eq!(read("news.jsonl"), [event(0), event(9)].concat().into_bytes());
}
