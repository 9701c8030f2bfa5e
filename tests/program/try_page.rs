//! The page to try the filter in a browser: it keeps what the program keeps and says why in the same
//! words, talks to nobody, and can be read on a phone and in the dark.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::browser::CONTRAST;
use crate::needs::available;
use crate::program::{argument, kept};
use crate::webdriver::Browser;

/// The page, built once for all tests; `None` where something is missing that it takes.
fn page() -> Option<&'static Path> {
    static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("try");
        let built = Command::new("python3")
            .arg("try/build.py")
            .arg(&folder)
            .output()
            .expect("it runs");
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        folder.join("index.html")
    });
    let needed = [
        "chromium",
        "chromedriver",
        "python3",
        "wasm32-unknown-unknown",
    ];
    needed.into_iter().all(available).then(|| BUILT.as_path())
}

/// Opens the page, as a file, and waits for the result of the example.
fn open(page: &Path, arguments: &[&str], phone: bool) -> Browser {
    let browser = Browser::start(arguments, phone);
    browser.open(page);
    browser.wait("return result !== null");
    browser
}

/// Gives the page a file, and waits for the result.
fn give(browser: &Browser, file: &Path) {
    browser.evaluate("result = null");
    browser.write("#file", argument(file));
    browser.wait("return result !== null && loaded !== null");
}

/// Changes something on the page, and waits for the next result.
fn change(browser: &Browser, script: &str) {
    browser.evaluate(&format!("window.last = result; {script}"));
    browser.wait(
        "return result !== null && result !== window.last && result.id === request && result.threshold === dial.threshold",
    );
}

fn turn(browser: &Browser, threshold: u32) {
    change(
        browser,
        &format!("dial.slider.value = {threshold}; dial.slider.oninput()"),
    );
}

/// What the page would have its user download.
fn output(browser: &Browser) -> String {
    let found = browser.evaluate("return utf8.decode(result.output())");
    found.as_str().expect("it is text").to_owned()
}

/// A list with groups, learned positions, hosts to merge, lines that are not URLs, and repetitions.
fn list(lines: usize) -> String {
    let words = [
        "quokka", "wombat", "numbat", "dingo", "bilby", "quoll", "bettong", "edit", "login",
    ];
    let mut list = String::new();
    let mut state = 11_u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    for _ in 0..lines {
        let (word, other, number) = (words[below(9)], words[below(9)], below(5000));
        let written = match below(8) {
            0 => writeln!(
                list,
                "https://shop{}.example/item/{number}?ref={word}",
                below(30)
            ),
            1 => writeln!(list, "https://zoo.example/zork/{word}"),
            2 => writeln!(
                list,
                "http://zoo.example/{word}/{other}/{number}?{word}={number}&page={other}"
            ),
            3 => writeln!(
                list,
                "https://news.example/2024/{:02}/{word}-{other}-{word}-of-{other}",
                below(12) + 1
            ),
            4 => writeln!(list, "https://{word}.site.example/{other}?a={number}\r"),
            5 => writeln!(
                list,
                "https://news.example/{word}?q={other}&{word}=1#{other}"
            ),
            6 => writeln!(list, "the {word} of {other} {number}"),
            _ => writeln!(
                list,
                "https://api.example/v{}/{word}/{number}/{other}",
                below(3)
            ),
        };
        written.expect("memory takes it");
    }
    list + "\nhttps://last.example/caf\u{e9}?no=line&end"
}

/// What `--explain` prints, with the lines about a record as the page has them.
fn explained(arguments: &[&str], list: &str) -> Vec<(String, String)> {
    let text = kept(&[arguments, &["-q", "--explain"]].concat(), list.as_bytes());
    let mut found: Vec<(String, String)> = Vec::new();
    for line in String::from_utf8(text).expect("it is text").lines() {
        match line.strip_prefix("    ") {
            Some(reason) => {
                let (_, reasons) = found.last_mut().expect("a record comes first");
                reasons.push_str(&reason.replacen("stdin:", "", 1));
                reasons.push('\n');
            }
            None => found.push((line.to_owned(), String::new())),
        }
    }
    found
}

#[test]
fn the_page_keeps_what_the_program_keeps_and_says_why_in_the_same_words() {
    let Some(page) = page() else { return };
    let browser = open(page, &[], false);
    let scratch = tempfile::tempdir().expect("a directory");
    let list = list(1500);
    let file = scratch.path().join("list.txt.gz");
    let mut packed = GzEncoder::new(
        fs::File::create(&file).expect("it can be made"),
        Compression::fast(),
    );
    packed.write_all(list.as_bytes()).expect("it takes all");
    packed.finish().expect("it takes all");
    give(&browser, &file);

    let why = "return (async () => {
        const dropped = [...result.verdicts.keys()].filter(line => result.verdicts[line] > 2);
        const reasons = await why(dropped);
        return dropped.map((line, at) => [result.text(line), reasons[at]]);
    })()";
    let mut outputs = 0;
    let cases: [(&str, &[&str]); 8] = [
        ("", &[]),
        ("at('literal').click()", &["--literal"]),
        (
            "at('literal').click(); at('merge-hosts').click()",
            &["--merge-hosts"],
        ),
        ("at('learn').click()", &["--merge-hosts", "--no-learn"]),
        (
            "at('learn').click(); at('merge-hosts').click(); at('kind').value = 'text'; at('kind').onchange()",
            &["--as", "text"],
        ),
        (
            "at('kind').value = 'log'; at('kind').onchange()",
            &["--as", "log"],
        ),
        ("at('kind').value = 'urls'; at('kind').onchange()", &[]),
        (
            "dial.slider.value = 70; dial.slider.oninput()",
            &["-t", "70"],
        ),
    ];
    let mut before = String::new();
    for (script, arguments) in cases {
        if !script.is_empty() {
            change(&browser, script);
        }
        let found = output(&browser);
        let native = kept(&[arguments, &["-q"]].concat(), list.as_bytes());
        assert_eq!(
            found,
            String::from_utf8(native).expect("it is text"),
            "{arguments:?}"
        );
        outputs += usize::from(found != before);
        let reasons: Vec<(String, String)> =
            serde_json::from_value(browser.evaluate(why)).expect("they are texts");
        let native = explained(arguments, &list);
        assert_eq!(reasons.len(), native.len());
        for ((line, reason), native) in reasons.into_iter().zip(&native) {
            assert_eq!(
                &(line, reason.replace("\r\n", "\n")),
                native,
                "{arguments:?}"
            );
        }
        assert!(native.len() > 100, "{arguments:?}");
        before = found;
    }
    assert!(outputs > 5, "the settings matter");
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn the_dial_says_what_each_threshold_keeps() {
    let Some(page) = page() else { return };
    let browser = open(page, &[], false);
    let scratch = tempfile::tempdir().expect("a directory");
    let (list, file) = (list(800), scratch.path().join("list.txt"));
    fs::write(&file, &list).expect("it can be written");
    give(&browser, &file);
    browser.wait("return dial.kept !== null");
    let mut counts = Vec::new();
    let mut before = kept(&["-q"], list.as_bytes());
    for threshold in [100, 90, 80, 50, 95] {
        turn(&browser, threshold);
        let native = kept(&["-q", "-t", &threshold.to_string()], list.as_bytes());
        let lines = |bytes: &[u8]| {
            bytes
                .split(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect::<Vec<_>>()
        };
        let count = lines(&native).len() as u64 - 1;
        assert_eq!(
            browser.evaluate(&format!("return dial.kept[{threshold} - LOWEST]")),
            json!(count)
        );
        assert_eq!(browser.evaluate("return result.kept.length"), json!(count));
        // What changed since the last place of the dial is said, line by line.
        let changes = browser.evaluate(
            "const { added, gone } = result.changes(before); return [added, gone].map(it => it.length)",
        );
        let added = changes[0].as_u64().expect("a number") + lines(&before).len() as u64;
        assert_eq!(
            added,
            changes[1].as_u64().expect("a number") + lines(&native).len() as u64
        );
        counts.push(count);
        before = native;
    }
    counts.dedup();
    assert!(counts.len() > 3, "{counts:?}");
    // The keyboard moves it, and who hears the page is told what is kept.
    browser.write("#threshold", "\u{e012}");
    browser.wait("return result.threshold === 94");
    let said = browser.evaluate("return dial.slider.getAttribute('aria-valuetext')");
    assert!(
        said.as_str()
            .expect("it is text")
            .starts_with("94 percent, "),
        "{said}"
    );
    let live =
        browser.evaluate("return [at('state').getAttribute('aria-live'), at('state').textContent]");
    assert!(
        live[0] == json!("polite")
            && live[1]
                .as_str()
                .is_some_and(|it| it.contains("kept at 94 %")),
        "{live}"
    );
    let unnamed = "return [...document.querySelectorAll('input, select, textarea, button')] \
        .filter(element => !element.hidden && !(element.labels?.length || element.textContent.trim())).map(element => element.id)";
    assert_eq!(browser.evaluate(unnamed), json!([]));
}

#[test]
fn nothing_leaves_the_page_and_it_is_small() {
    let Some(page) = page() else { return };
    let text = fs::read(page).expect("it is there");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&text).expect("memory takes it");
    let packed = packed.finish().expect("memory takes it").len();
    assert!(
        text.len() < 2_000_000 && packed < 925_000,
        "{} bytes, {packed} in gzip",
        text.len()
    );

    let browser = open(page, &[], false);
    let asked = "return performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !name.startsWith('blob:'))";
    assert_eq!(browser.evaluate(asked), json!([]));
    assert_eq!(browser.complaints(), json!([]));
    let foreign = "return [document.images.length, document.querySelectorAll('link, iframe, [src], form').length]";
    assert_eq!(browser.evaluate(foreign), json!([0, 0]));
    // A script that wanted to send something would be refused.
    let tried = browser
        .evaluate("return fetch('https://example.com/').then(() => 'sent', () => 'refused')");
    assert_eq!(tried, json!("refused"));
    assert!(
        browser
            .complaints()
            .to_string()
            .contains("Content Security Policy")
    );
}

#[test]
fn a_phone_shows_the_page_to_try_by_day_and_by_night() {
    let Some(page) = page() else { return };
    let scratch = tempfile::tempdir().expect("a directory");
    let file = scratch.path().join("list.txt");
    let long = format!(
        "https://{}.example/{}\n",
        "long".repeat(15),
        "segment".repeat(90)
    );
    fs::write(&file, long.repeat(3) + &list(400)).expect("it can be written");
    for dark in [false, true] {
        let browser = open(
            page,
            if dark {
                &["--blink-settings=preferredColorScheme=0"]
            } else {
                &[]
            },
            true,
        );
        give(&browser, &file);
        browser.wait("return dial.kept !== null");
        turn(&browser, 80);
        browser.evaluate(
            "document.querySelectorAll('details').forEach(details => details.open = true)",
        );
        browser.wait("return document.querySelectorAll('.reason').length > 20");
        let widths = browser.evaluate("return [innerWidth, document.documentElement.scrollWidth]");
        assert_eq!(widths, json!([390, 390]));
        let escaped = "return [...document.querySelectorAll('body *')].filter(element => \
            element.getBoundingClientRect().right > 390).map(element => element.outerHTML.slice(0, 80))";
        assert_eq!(browser.evaluate(escaped), json!([]));
        let found = browser.evaluate(CONTRAST);
        assert!(found[0].as_f64().expect("a number") >= 4.5, "{found}");
        assert_eq!(found[2], json!(dark));
        // Rows come page by page, and so do the lines of a group.
        let rows = |browser: &Browser| browser.evaluate("return at('rows').children.length");
        assert_eq!(rows(&browser), json!(50));
        browser.click("#more");
        assert_eq!(rows(&browser), json!(100));
        assert_eq!(browser.complaints(), json!([]));
    }
}

#[test]
fn a_hundred_thousand_lines_do_not_freeze_the_page() {
    let Some(page) = page() else { return };
    let browser = open(page, &[], false);
    let scratch = tempfile::tempdir().expect("a directory");
    let (list, file) = (list(100_000), scratch.path().join("list.txt"));
    fs::write(&file, &list).expect("it can be written");
    // The longest time in which the page did not answer, and how often it said how far it was.
    browser.evaluate(
        "window.longest = 0; window.told = 0; let last = performance.now();
        setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 5);
        new MutationObserver(() => told += /^[0-9]+ % of/.test(at('state').textContent)).observe(at('state'), { childList: true });",
    );
    give(&browser, &file);
    let said = browser.evaluate("return [at('state').textContent, told, longest]");
    let _ = writeln!(std::io::stderr(), "\nthe page: {said}");
    assert!(said[1].as_u64().expect("a number") > 1, "{said}");
    // It is some fifty milliseconds where nothing else runs.
    assert!(said[2].as_f64().expect("a number") < 2000.0, "{said}");
    assert_eq!(
        output(&browser).into_bytes(),
        kept(&["-q"], list.as_bytes())
    );
    assert_eq!(
        browser.evaluate("return at('rows').children.length"),
        json!(50)
    );
}
