//! The page of `--report` in a browser: on a desk, on a phone, in the dark, without scripts.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::needs::available;
use crate::page::{Dom, HOSTILE};
use crate::program::{argument, run};
use crate::webdriver::Browser;

/// A page about a list in which every part of a page has something to say, and in which many a line
/// is hostile.
fn page() -> (TempDir, PathBuf) {
    let scratch = tempfile::tempdir().expect("a directory");
    let page = scratch.path().join("page.html");
    let mut list = HOSTILE.repeat(2);
    for line in 0..4000 {
        let word = [
            "quokka", "wombat", "numbat", "dingo", "bilby", "quoll", "bettong",
        ][line % 7];
        let written = match line % 4 {
            0 => writeln!(
                list,
                "https://shop{}.example/item/{line}?ref={line}",
                line % 97
            ),
            1 => writeln!(list, "https://zoo.example/zork/{word}"),
            2 => {
                let (name, path) = ("name-".repeat(9), "segment-".repeat(line % 40));
                writeln!(list, "https://very-long-{name}.example/{path}/{line}")
            }
            _ => writeln!(list, "https://news.example/{line}/{word}?a={line}&b=1"),
        };
        written.expect("memory takes it");
    }
    let output = run(&["-q", "--report", argument(&page)], list.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    (scratch, page)
}

fn is_there() -> bool {
    available("chromium") && available("chromedriver")
}

/// The texts of a column of the rows that are shown.
const COLUMN: &str = "const shown = (table, column) => [...document.querySelectorAll(`[aria-labelledby=${table}] table tbody tr`)]
    .filter(row => row.offsetHeight > 0).map(row => row.cells[column].textContent);";

#[test]
fn tables_are_searched_and_sorted() {
    if !is_there() {
        return;
    }
    let (_scratch, page) = page();
    let browser = Browser::start(&[], false);
    browser.open(&page);
    let shown = |table: &str, column: usize| -> Vec<String> {
        let found = browser.evaluate(&format!("{COLUMN} return shown('{table}', {column})"));
        serde_json::from_value(found).expect("they are texts")
    };
    let number = |text: &String| {
        text.replace(',', "")
            .parse::<u64>()
            .expect("it is a number")
    };
    let by_lines = shown("hosts", 0);
    assert!(by_lines.len() > 90);

    // Largest first, and the first click on the column turns that around.
    assert!(
        shown("hosts", 1)
            .iter()
            .map(number)
            .is_sorted_by(|one, other| one >= other)
    );
    browser.click("[aria-labelledby=hosts] th:nth-child(2) button");
    assert!(shown("hosts", 1).iter().map(number).is_sorted());
    let sorted = "return [...document.querySelectorAll('[aria-labelledby=hosts] thead th')].map(cell => cell.getAttribute('aria-sort'))";
    assert_eq!(
        browser.evaluate(sorted),
        json!([null, "ascending", null, null, null])
    );
    browser.click("[aria-labelledby=hosts] th:nth-child(1) button");
    assert!(shown("hosts", 0).is_sorted());
    browser.click("[aria-labelledby=hosts] th:nth-child(1) button");
    assert!(shown("hosts", 0).is_sorted_by(|one, other| one >= other));
    browser.click("[aria-labelledby=hosts] th:nth-child(2) button");
    assert!(
        shown("hosts", 1)
            .iter()
            .map(number)
            .is_sorted_by(|one, other| one >= other),
        "numbers begin with the largest"
    );
    browser.click("[aria-labelledby=thresholds] th:nth-child(4) button");
    let against = shown("thresholds", 3);
    assert!(
        against[0].starts_with('+') && against.len() == 6,
        "{against:?}"
    );

    // Every word has to be in the row, whatever its case.
    browser.write("#words", "ZOO example");
    assert_eq!(shown("hosts", 0), ["zoo.example"]);
    assert_eq!(shown("learned", 0).len(), 1);
    assert!(
        shown("groups", 0)
            .iter()
            .all(|group| group.contains("zoo.example"))
    );
    let said = browser.evaluate("return document.querySelector('output').textContent");
    let said = said.as_str().expect("it is text");
    assert!(said.contains(" of ") && said.ends_with(" rows"), "{said}");
    browser.write("#words", "\u{e009}a\u{e000}\u{e003}");
    assert_eq!(shown("hosts", 0).len(), by_lines.len(), "all rows are back");

    // The tree begins on the first screen, and opens by a click.
    let tree = "const tree = document.querySelector('.tree'), row = tree.querySelectorAll('details:not([open])')[0]; \
        return [tree.getBoundingClientRect().top + scrollY < innerHeight, row.open]";
    assert_eq!(browser.evaluate(tree), json!([true, false]));
    browser.evaluate("const closed = document.querySelector('.tree details:not([open]) summary'); closed.id = 'closed'; closed.scrollIntoView({ block: 'center' })");
    browser.click("#closed");
    let opened = "return document.querySelector('#closed').parentElement.open && document.querySelector('#closed').nextElementSibling.offsetHeight > 0";
    assert_eq!(browser.evaluate(opened), json!(true));

    // The lines of a group are behind one click, and all of them are plain text.
    browser.click("[aria-labelledby=groups] tbody tr:first-child summary");
    let open = "return document.querySelector('[aria-labelledby=groups] details').open && \
        document.querySelector('[aria-labelledby=groups] details li code').offsetHeight > 0";
    assert_eq!(browser.evaluate(open), json!(true));
    let foreign = "return [document.querySelectorAll('a:not([href^=\"#\"])').length, document.images.length, document.scripts.length, \
        document.querySelectorAll('svg :not(rect, text), [onclick], [onload], [onerror], iframe, form').length]";
    assert_eq!(browser.evaluate(foreign), json!([0, 0, 1, 0]));
    assert_eq!(browser.complaints(), json!([]));
}

/// The least contrast of all text with what is behind it, as WCAG defines it.
pub(crate) const CONTRAST: &str = "
    const channel = value => { value /= 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
    const light = color => { const [r, g, b] = color.match(/[0-9.]+/g).map(Number); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
    const behind = element => { const color = getComputedStyle(element).backgroundColor; return color.endsWith(', 0)') ? behind(element.parentElement) : color; };
    let least = [99];
    for (const element of document.querySelectorAll('body *')) {
        if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (contrast < least[0]) least = [contrast, element.tagName, element.textContent.slice(0, 40)];
    }
    return [least[0], least.join(' '), matchMedia('(prefers-color-scheme: dark)').matches, light(behind(document.body))]";

#[test]
fn a_phone_shows_the_page_by_day_and_by_night() {
    if !is_there() {
        return;
    }
    let (_scratch, page) = page();
    for dark in [false, true] {
        let browser = Browser::start(
            if dark {
                &["--blink-settings=preferredColorScheme=0"]
            } else {
                &[]
            },
            true,
        );
        browser.open(&page);
        browser.evaluate(
            "document.querySelectorAll('details').forEach(details => details.open = true)",
        );
        // The page is as wide as the phone; only tables may be wider, and scroll by themselves.
        let widths = browser.evaluate("return [innerWidth, document.documentElement.scrollWidth]");
        assert_eq!(widths, json!([390, 390]));
        let escaped = "return [...document.querySelectorAll('body *')].filter(element => !element.closest('.scroll') && \
            element.getBoundingClientRect().right > 390).map(element => element.outerHTML.slice(0, 80))";
        assert_eq!(browser.evaluate(escaped), json!([]));
        // No table is cut: all of them can be read without scrolling.
        let wide = "return [...document.querySelectorAll('.scroll')].filter(scroll => scroll.scrollWidth > scroll.clientWidth) \
            .map(scroll => scroll.getAttribute('aria-labelledby'))";
        assert_eq!(browser.evaluate(wide), json!([]));
        // Where one were, a shadow would say so.
        let narrow = "document.querySelector('.scroll[aria-labelledby=groups]').style.width = '60px'; \
            const scroll = document.querySelector('.scroll[aria-labelledby=groups]'); \
            return [scroll.scrollWidth > scroll.clientWidth, getComputedStyle(scroll).backgroundImage.split('linear-gradient').length - 1]";
        assert_eq!(browser.evaluate(narrow), json!([true, 4]));
        let found = browser.evaluate(CONTRAST);
        assert!(found[0].as_f64().expect("a number") >= 4.5, "{found}");
        assert_eq!(found[2], json!(dark));
        assert_eq!(found[3].as_f64().expect("a number") < 0.1, dark, "{found}");
        assert_eq!(browser.complaints(), json!([]));
    }
}

/// The widest table is that of hosts in a comparison: five numbers for each.
#[test]
fn the_numbers_of_a_host_stand_in_one_row_on_a_phone() {
    if !is_there() {
        return;
    }
    let scratch = tempfile::tempdir().expect("a directory");
    let file = |name: &str| scratch.path().join(name);
    let [old, new, page] = [file("old.txt"), file("new.txt"), file("page.html")];
    fs::write(&old, "https://shop.example/cart\n").expect("it takes a file");
    fs::write(&new, "https://shop.example/basket\n").expect("it takes a file");
    let arguments = [argument(&old), argument(&new), "--report", argument(&page)];
    let output = run(&[&["diff", "-q"], &arguments[..]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let browser = Browser::start(&[], true);
    browser.open(&page);
    let heights = "return [...document.querySelectorAll('.wide tr')].map(row => \
        new Set([...row.cells].slice(1).map(cell => cell.getBoundingClientRect().top)).size)";
    assert_eq!(browser.evaluate(heights), json!([1, 1]));
}

#[test]
fn the_page_is_complete_without_scripts() {
    if !is_there() {
        return;
    }
    let (_scratch, page) = page();
    let read = |settings: &str| {
        let browser = Browser::start(&[settings], true);
        browser.open(&page);
        let ask = |command: &str, of: Value| {
            browser.call(
                "POST",
                "/goog/cdp/execute",
                &json!({ "cmd": command, "params": of }),
            )
        };
        let root = ask("DOM.getDocument", json!({}))["root"]["nodeId"].take();
        let html = ask("DOM.getOuterHTML", json!({ "nodeId": root }))["outerHTML"].take();
        let size = ask("Page.getLayoutMetrics", json!({}))["cssContentSize"].take();
        (
            html.as_str().expect("it is text").to_owned(),
            size["width"].clone(),
        )
    };
    let (without, width) = read("--blink-settings=scriptEnabled=false");
    let (scripted, _) = read("--blink-settings=scriptEnabled=true");
    assert_eq!(width, json!(390));
    // The script ran, or did not.
    assert!(
        scripted.contains("<button") && !scripted.contains("<search hidden"),
        "scripts run"
    );
    assert!(
        !without.contains("<button") && without.contains("<search hidden"),
        "no script runs"
    );
    let (without, written) = (
        Dom::of(&without),
        Dom::of(&fs::read_to_string(&page).expect("it is there")),
    );
    for table in [
        "lines",
        "hosts",
        "groups",
        "similarity",
        "thresholds",
        "learned",
        "noturls",
    ] {
        assert!(!without.rows(table).is_empty(), "{table}");
        assert_eq!(without.rows(table), written.rows(table));
    }
}
