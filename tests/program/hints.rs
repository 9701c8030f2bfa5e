//! What those are told who guess: other names of options, words of other programs, and the one
//! screen of `-h`.

use crate::program::{kept, outcome, run, urlsift};

/// Status, what is printed, and what is said.
fn typed(arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(&run(arguments, LIST))
}

/// A made-up list in which each condition below holds for some lines and not for others.
const LIST: &[u8] =
    b"https://www.example.com/user/17/photo.jpg\nhttps://www.example.com/list.php?a=1\n\
    https://cdn.example.com/about%22%3E\nhttps://cdn.example.com/list.php?b=2\n";

#[test]
fn those_who_know_other_words_are_led_to_ours() {
    for (arguments, tip) in [
        (
            &["--blacklist", "jpg"][..],
            "tip: '--blacklist' of uro: urlsift --not-ext jpg,pdf\n",
        ),
        (
            &["-b", "jpg"],
            "tip: '-b jpg pdf' of uro: urlsift --not-ext jpg,pdf\n",
        ),
        (
            &["-fe", "png"],
            "tip: '-fe png,css' of urless: urlsift --not-ext png,css\n       'static' is the usual set.\n",
        ),
        (
            &["-f", "noext"],
            "tip: '-f noext' of uro: urlsift --ext none\n",
        ),
        (
            &["-em", "php"],
            "tip: '-em php,html' of katana: urlsift --ext php,html\n",
        ),
        (
            &["-extension-match=php"],
            "tip: '-extension-match' of katana: urlsift --ext php,html\n",
        ),
        (
            &["-fsu"],
            "tip: '-fsu' of katana: urlsift always does this.\n",
        ),
        (
            &["--facets"],
            "tip: '--facets' of other programs: urlsift --new-params\n",
        ),
        (
            &["--exclude", "png"],
            "tip: '--exclude REGEX' of other programs: urlsift --not-match '/logout'\n",
        ),
        (
            &["-threshold", "80"],
            "tip: two dashes begin an option of several letters: '--threshold'\n",
        ),
        (
            &["--treshold", "80"],
            "tip: a similar argument exists: '--threshold'\n",
        ),
        (&["stats"], "tip: an option has this name: '--stats'\n"),
        (
            &["exclude-ext"],
            "tip: an option has this name: '--exclude-ext'\n",
        ),
        (
            &["openapi", "list"],
            "tip: a format of export has this name: 'urlsift export --to openapi'\n",
        ),
        (
            &["swagger"],
            "tip: what you mean may be 'urlsift export --to openapi'\n",
        ),
        (
            &["dedupe", "list"],
            "tip: what you mean may be 'urlsift urls.txt'\n",
        ),
        (
            &["--no-static"],
            "tip: '--no-static' of other programs: urlsift --not-ext static\n",
        ),
        (
            &["--dedupe", "list"],
            "tip: '--dedupe' of other programs: urlsift always does this.\n",
        ),
        (
            &["--workers", "4"],
            "tip: '--workers' of other programs: urlsift -j 4\n",
        ),
        (
            &["--subs"],
            "tip: '--subs' of other programs: urlsift --host .example.com\n",
        ),
        (
            &["--retention", "30d"],
            "tip: '--retention 30d' of other programs: urlsift --window 30d\n",
        ),
        (
            &["--max-age=30d"],
            "tip: '--max-age 30d' of other programs: urlsift --window 30d\n",
        ),
        (
            &["--ttl", "30d"],
            "tip: '--ttl 30d' of other programs: urlsift --window 30d\n",
        ),
        (
            &[
                "teach",
                "different",
                "https://a.example/x",
                "https://a.example/y",
            ],
            "tip: the file of rules comes first: urlsift teach rules.txt different https://a.example/x https://a.example/y\n",
        ),
        (
            &["diff", "--as", "text", "a", "b"],
            "tip: '--as' is an option of the filter: 'urlsift --as ...', without 'diff'\n",
        ),
        (&["sweeep"], "tip: a similar subcommand exists: 'sweep'\n"),
    ] {
        let (status, printed, said) = typed(arguments);
        assert_eq!((status, &*printed), (Some(2), ""), "{arguments:?}");
        assert!(said.contains(tip), "{arguments:?}: {said}");
        assert!(!said.contains("-- --"), "{said}");
    }
    // Behind a subcommand, and behind two dashes, words are not read so.
    for arguments in [
        &["sweep", "--blacklist", "jpg"][..],
        &["--treshold", "--", "--blacklist"],
    ] {
        let said = typed(arguments).2;
        assert!(!said.contains("uro"), "{said}");
    }
}

/// What is read otherwise than its owner thinks is said, and nothing else.
#[test]
fn tasks_on_states_answer_options_of_other_programs() {
    for (task, tip) in [
        ("info s --json", "'urlsift state info s --format jsonl'"),
        ("export s --top 5", "'urlsift state export s | head -n 5'"),
        (
            "export s --json",
            "'urlsift state export' prints JSON lines",
        ),
        ("rebuild s --csv", "'urlsift state rebuild -h' lists"),
        ("merge a b --fail-on new", "'urlsift state merge -h' lists"),
    ] {
        let words: Vec<&str> = task.split(' ').collect();
        let (status, _, said) = typed(&[&["state"], &words[..]].concat());
        assert!(status == Some(2) && said.contains(tip), "{task}: {said}");
    }
}

#[test]
fn a_hint_names_the_option_that_reads_the_input() {
    let pages = "<?xml version=\"1.0\"?><pages><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/x</loc></url></pages>\n";
    let results = "<scan args=\"x\">\n<result url=\"https://a.example/\">\n<status>200</status>\n</result>\n</scan>\n";
    // Settings and sums stand beside the records.
    let records = "{\"type\":\"configuration\",\"wordlist\":\"w.txt\"}\n\
        {\"type\":\"response\",\"url\":\"https://a.example/a\",\"status\":200}\n{\"type\":\"statistics\",\"requests\":9}\n";
    let extract = "this looks like text with URLs in it: --extract reads them";
    let member = "this looks like JSON without a known member for the URL: --field PATH names one";
    let links = "<https://a.example/x>\n<https://a.example/y>\n";
    for (list, hint) in [
        (pages, extract),
        (results, extract),
        ("{\"a\":1}\n", member),
        (records, ""),
        (links, ""),
    ] {
        let said = outcome(&run(&[], list.as_bytes())).2;
        assert!(
            said.contains(hint) && said.contains("this looks like") != hint.is_empty(),
            "{list}{said}"
        );
    }
    assert_eq!(
        typed(&["traps"]),
        (
            Some(0),
            String::new(),
            "urlsift: no traps in 4 lines\n".to_owned()
        )
    );
}

/// One note tells of lines with two URLs, with the option that reads the other one.
#[test]
fn a_second_url_of_lines_is_said() {
    let second = "have a second URL, which is not compared, the first";
    for (list, hint) in [
        (
            "https://a.example/1\thttps://a.example/cart\nhttps://a.example/2\thttps://a.example/help\n",
            format!("some lines {second} stdin:1: --field 2 compares that one"),
        ),
        (
            "https://a.example/\nsee https://a.example/1 and https://a.example/2\nhttps://a.example/2 https://a.example/x\n",
            format!("some lines {second} stdin:2: --extract compares every URL"),
        ),
        (
            "https://a.example/1 [301] [https://a.example/2]\n",
            String::new(),
        ),
        (
            "https://a.example/r?to=https://b.example/ [200]\n",
            String::new(),
        ),
    ] {
        let said = outcome(&run(&[], list.as_bytes())).2;
        assert!(
            said.contains(&hint) && said.contains("second URL") != hint.is_empty(),
            "{list}{said}"
        );
    }
}

#[test]
fn help_is_a_word_as_well() {
    let printed = |arguments: &[&str]| String::from_utf8(kept(arguments, b"")).unwrap();
    assert_eq!(printed(&["help"]), printed(&["-h"]));
    assert_eq!(printed(&["help", "sweep"]), printed(&["sweep", "--help"]));
}

#[test]
fn the_short_help_is_one_screen() {
    let screen = String::from_utf8(kept(&["-h"], b"")).unwrap();
    assert!(screen.lines().count() <= 40, "{screen}");
    assert!(
        screen.contains("--new-params") && screen.contains("Facets"),
        "{screen}"
    );
    assert!(
        screen.lines().count() > 25 && screen.ends_with("urlsift --help\n"),
        "{screen}"
    );
    // Subcommands have few options, and show all of them.
    let sweep = String::from_utf8(kept(&["sweep", "-h"], b"")).unwrap();
    assert!(sweep.contains("--examples <N>"), "{sweep}");
    assert!(
        !String::from_utf8(kept(&["--help"], b""))
            .unwrap()
            .contains("Facets: ")
    );
}

/// A hint says the whole command, as a shell takes it.
#[test]
fn a_hint_names_the_member_or_column_and_the_file() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("my list");
    let object = r#"{"id":7,"a":{"Hyperref":"https://a.example/1"}}"#;
    let table = "id;Page URL;Status_Code\n1;https://a.example/1;200\n2;https://a.example/2;404\n";
    let message = r#"{"message":"192.0.2.1 - - [x] \"GET /p/1 HTTP/1.1\" 200 0","lang":"x"}"#;
    for (arguments, text, hint) in [
        (&[][..], object, "urlsift --field a.Hyperref '"),
        (&["--field", "id"], object, "urlsift --field a.Hyperref '"),
        (&["--column", "id"], table, "urlsift --field 'Page URL' '"),
    ] {
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let said = outcome(&run(&[arguments, &[path]].concat(), b"")).2;
        assert!(said.contains(&format!("{hint}{path}' reads")), "{said}");
        let said = outcome(&run(arguments, text.as_bytes())).2;
        let hint = hint.trim_end_matches('\'');
        assert!(said.contains(&format!("{hint}< FILE reads")), "{said}");
    }
    // Never away from the requests.
    let said = outcome(&run(&["--field", "lang"], message.as_bytes())).2;
    assert!(!said.contains("--as text"), "{said}");
    // Names with the same words are the same.
    let arguments = ["--column", "page_url", "--by", "status code"];
    assert_eq!(kept(&arguments, table.as_bytes()), table.as_bytes());
}

/// Texts that run a command where a shell or sed reads them as more than a word.
#[cfg(unix)]
const HOSTILE: [&str; 10] = [
    "'; touch PWNED; echo '",
    "$(touch PWNED)",
    "`touch PWNED`",
    "; touch PWNED #",
    "|touch PWNED",
    "&touch PWNED&",
    "\"; touch PWNED; \"",
    r"\'; touch PWNED; #",
    "|;1e touch PWNED #",
    "'$(touch PWNED)'",
];

/// Texts of signs that shells, sed and terminals interpret, around commands.
#[cfg(unix)]
fn hostile_texts(count: u64) -> Vec<String> {
    const PIECES: [&str; 24] = [
        "'",
        "\"",
        "`",
        "$",
        "$(",
        ")",
        "touch PWNED",
        ";",
        "&",
        "|",
        "\\",
        "\\n",
        "\n",
        "\r",
        "\t",
        "\u{1b}]0;",
        "\u{7}",
        "\u{202e}",
        "\u{e9}",
        "\u{4e00}",
        "#",
        "--",
        "${IFS}",
        ">PWNED",
    ];
    let mut texts = Vec::new();
    for seed in 0..count {
        let mut state = seed * 2 + 1;
        let mut text = String::new();
        for _ in 0..3 + seed % 9 {
            state = state.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
            text += PIECES[(state % PIECES.len() as u64) as usize];
        }
        texts.push(text);
    }
    texts
}

/// Where commands and options begin in notes, and what follows them.
#[cfg(unix)]
const COMMANDS: [&str; 6] = [
    "urlsift --",
    "urlsift fields ",
    "urlsift teach ",
    "sed ",
    "--not-match ",
    "--host ",
];
#[cfg(unix)]
const BEHIND: [&str; 6] = [
    " reads",
    " urlsift compares",
    " (it has",
    " shows how",
    " takes that host",
    "\n",
];

/// Returns the commands in a text.
#[cfg(unix)]
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for begin in COMMANDS {
        for (at, _) in text.match_indices(begin) {
            let rest = &text[at..];
            let ends = BEHIND.iter().filter_map(|end| rest.find(end));
            let command = &rest[..ends.min().unwrap_or(rest.len())];
            found.push(command.trim_end_matches(" |").to_owned());
        }
    }
    found
}

/// Names of members, columns, files and hosts, bases and paths come from lists.
#[test]
#[cfg(unix)]
fn a_command_that_a_note_shows_runs_nothing_else() {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("it is text").to_owned()
    };
    write("FILE", "admin\n");
    let generated = hostile_texts(40);
    let generated = generated.iter().map(String::as_str);
    for hostile in HOSTILE.into_iter().chain(generated) {
        let mut in_json = hostile.replace('\\', "\\\\").replace('"', "\\\"");
        for control in ['\n', '\r', '\t', '\u{1b}', '\u{7}'] {
            let escape = format!("\\u{:04x}", u32::from(control));
            in_json = in_json.replace(control, &escape);
        }
        let in_csv = hostile.replace('"', "\"\"");
        let address = "https://t.example/a";
        let words = "admin   (Status: 200) [Size: 1]\n".repeat(2);
        let circle = format!("/x{hostile}/y").repeat(3).replace(' ', "");
        let circles = format!("https://t.example{circle}\n").repeat(12);
        let template = "https://t.example/users/1\nhttps://t.example/users/2\n";
        let text = write(&format!("{hostile}.txt"), "one word and more\n");
        let log = write(
            &format!("{hostile}.json"),
            &format!("{{\"{in_json}\":\"{address}\"}}\n").repeat(4),
        );
        let rows: [(&[&str], String); 8] = [
            (
                &[],
                format!("[+] Url:  https://t.example/{hostile}\n{words}"),
            ),
            (
                &["--field", "nothing"],
                format!("{{\"{in_json}\":\"{address}\"}}\n").repeat(4),
            ),
            (&["--field", "nothing", &log], String::new()),
            (
                &["--column", "9"],
                format!("id,\"{in_csv}\"\n1,{address}\n2,{address}/b\n"),
            ),
            (&["traps"], circles),
            (&["diff", &text, &text], String::new()),
            (
                &["export", "--to", "openapi"],
                format!(
                    "https://{}/a\nhttps://{}/b\n{template}",
                    hostile.replace(' ', "$IFS"),
                    hostile.replace(' ', "$IFS")
                ),
            ),
            (
                &["--host", &format!("*.{hostile}"), "--host", "*.t.example"],
                template.to_owned(),
            ),
        ];
        let mut shown = 0;
        for (arguments, input) in rows {
            let (_, printed, said) = outcome(&run(arguments, input.as_bytes()));
            for command in commands(&format!("{printed}{said}")) {
                shown += 1;
                let options = command.starts_with('-');
                let line = if options {
                    format!("urlsift {command}")
                } else {
                    command
                };
                let script = format!("urlsift() {{ :; }}\n{line}\n");
                let shell = std::process::Command::new("sh")
                    .args(["-c", &script])
                    .current_dir(folder.path())
                    .output();
                let shell = shell.expect("there is a shell");
                assert!(shell.status.success(), "{line}: {shell:?}");
                assert!(!folder.path().join("PWNED").exists(), "{line}");
            }
        }
        assert!(shown >= 4, "{hostile}: {shown} commands");
    }
}

/// What is left out or not used is said; what was printed before is neither.
#[test]
fn notes_say_what_is_so() {
    let answers = b"https://a.example/x [200]\nhttps://a.example/x [404]\n";
    let (_, urls, message) = outcome(&run(&["--print", "url"], answers));
    assert_eq!((&*urls, &*message), ("https://a.example/x\n", ""));
    let line = |minute| {
        format!(
            "1.2.3.4 - - [28/Nov/2026:10:{minute:02}:00 +0000] \"GET /slow/{minute} HTTP/1.1\" 200 5\n"
        )
    };
    let log: String = (0..60).map(line).collect();
    let bursts = ["--min", "60", "--window", "5m"];
    let (_, printed, message) = outcome(&run(&bursts, log.as_bytes()));
    assert_eq!(printed.lines().count(), 1);
    assert!(message.contains("--time-field time"), "{message}");
    let with_times = [&bursts[..], &["--time-field", "time"]].concat();
    let (_, printed, message) = outcome(&run(&with_times, log.as_bytes()));
    assert!(
        printed.is_empty() && !message.contains("--time-field"),
        "{message}"
    );
}

/// Words that users of other programs type, of each kind.
const GUESSES: &[&str] = &[
    "--only-host www.example.com",
    "--exclude-hosts=cdn.example.com",
    "--filter-ext png",
    "--only-ext .php",
    "--no-images",
    "--not-status 404",
    "--hide-status=4xx",
    "--max-count 5",
    "-m5",
    "-5",
    "--tail 3",
    "-A1",
    "-B 2",
    "-g *.php",
    "--glob=/user/*",
    "--max-depth 2",
    "--reverse",
    "--append all.txt",
    "--line-number",
    "--passthru",
    "--all-repeated",
    "--shuffle",
    "--group-by host",
    "--with-params",
    "--skip-params ref",
    "--contains list",
    "--skip-match list",
    "--min-similarity 80",
    "--as-is",
    "--keep-longest",
    "--https-only",
    "--per-host 1",
    "--per-template 2",
    "--unbuffered",
    "--proxy 127.0.0.1:8080",
    "--url-list list.txt",
    "--max-count 3 --filter-ext png --append all.txt",
];

#[cfg(unix)]
#[test]
fn guesses_are_answered_with_a_command_that_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("list.txt"), LIST).expect("a list");
    for guess in GUESSES {
        let mut command = urlsift(&guess.split(' ').collect::<Vec<_>>());
        let told = command.arg("list.txt").current_dir(&folder).output();
        let (status, _, said) = outcome(&told.expect("it runs"));
        assert_eq!(status, Some(2), "{guess}: {said}");
        let tip = said.split("what you mean may be '").nth(1);
        let typed = tip
            .and_then(|tip| tip.split_once("'\n"))
            .map(|(typed, _)| typed);
        let Some(typed) = typed else {
            panic!("{guess}: {said}");
        };
        let program = env!("CARGO_BIN_EXE_urlsift");
        let script = typed.replacen("urlsift", &format!("'{program}'"), 1);
        let mut shell = std::process::Command::new("sh");
        let ran = shell.args(["-c", &script]).current_dir(&folder).output();
        let (status, shown, said) = outcome(&ran.expect("a shell"));
        assert_eq!(status, Some(0), "{guess}: {script}: {said}");
        assert!(
            !shown.is_empty() || script.contains(">>"),
            "{guess}: {script}"
        );
    }
}

#[test]
fn words_that_nobody_has_lead_to_the_lists() {
    for word in ["--zork", "--zork=3", "-Z", "--not-anything"] {
        let (status, _, said) = typed(&[word]);
        assert_eq!(status, Some(2), "{word}: {said}");
        assert!(said.contains("'urlsift -h' lists"), "{word}: {said}");
    }
    let (_, _, said) = typed(&["--treshold", "80"]);
    assert!(said.contains("'--threshold'"), "{said}");
}
