//! `urlsift templates`: what a list teaches is shown as it decided.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::needs::available;
#[cfg(target_os = "linux")]
use crate::program::peak_before_output;
use crate::program::{argument, finish, kept, outcome, run};

/// Objects of a list, by template.
fn objects(arguments: &[&str], list: &str) -> BTreeMap<String, Value> {
    let arguments = [&["templates", "-q", "--format", "jsonl"], arguments].concat();
    let output = String::from_utf8(kept(&arguments, list.as_bytes())).unwrap();
    let objects = output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects
        .map(|object| (object["template"].as_str().unwrap().to_owned(), object))
        .collect()
}

const SITE: &str = "https://shop.example/cart
https://shop.example/user/17?item=a
https://shop.example/user/4af0bdc4?item=b
https://shop.example/user/18
https://shop.example/find?action=delete&q=x
no url
https://news.example/app#/item/7
";

#[test]
fn a_tree_shows_each_path_with_its_lines_and_parameters() {
    let output = run(&["templates"], SITE.as_bytes());
    let (status, text, notes) = outcome(&output);
    let expected = "\
shop.example: 5 lines, 3 paths
        3  /user/{hex|int}    https://shop.example/user/18
               2 templates, by parameters
               {hex|int}: 18, 17, 4af0bdc4
               ?item in 2 of 3 (names one thing, by its name): a, b
        1  /cart    https://shop.example/cart
        1  /find    https://shop.example/find?action=delete&q=x
               ?action=delete (chooses what the page does)
               ?q (searches, by its name): x

news.example: 1 line, 1 path
        1  /app#/item/{int}    https://news.example/app#/item/7
               {int}: 7
";
    assert_eq!((status, text.as_str()), (Some(0), expected));
    assert_eq!(
        notes,
        "urlsift: lines that are not URLs have no template: 1\n"
    );
}

#[test]
fn objects_have_all_that_is_known() {
    let record = |id: u32, method: &str, status: u32| json!({"url": format!("https://api.example/users/{id}?page={id}"), "method": method, "status": status});
    let list: String = [
        record(1, "GET", 200),
        record(22, "HEAD", 204),
        record(3, "POST", 403),
    ]
    .iter()
    .map(|record| format!("{record}\n"))
    .collect::<Vec<_>>()
    .concat();
    let found = objects(&[], &list);
    let names: Vec<_> = found.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "POST api.example/users/{int}?page [401/403]",
            "api.example/users/{int}?page [2xx]"
        ]
    );
    let expected = json!({
        "template": "api.example/users/{int}?page [2xx]",
        "identity": "api.example/users/{}?page [2xx]",
        "host": "api.example",
        "method": null,
        "path": [
            {"token": "users", "classes": {}, "values": []},
            {"token": "{}", "classes": {"int": 2}, "values": ["1", "22"]},
        ],
        "route": null,
        "parameters": [{"name": "page", "key": "page", "token": "page", "selects": false, "does": "pages", "evidence": "name", "classes": {"value": 2}, "values": ["1", "22"]}],
        "beside": "[2xx]",
        "lines": 2,
        "groups": 1,
        "record": 1,
        "last": 2,
        "first_time": null,
        "last_time": null,
        "kept": list.lines().next().unwrap(),
        "url": "https://api.example/users/1?page=1",
        "examples": [list.lines().nth(1).unwrap()],
        "methods": {"GET": 1, "HEAD": 1},
        "statuses": {"200": 1, "204": 1},
        "schemes": {"https": 2},
    });
    assert_eq!(found[names[1]], expected);
    assert_eq!(found[names[0]]["method"], "POST");
}

/// The lines that two passes keep are the first lines of the templates, where none was kept before
/// its position was learned.
#[test]
fn templates_are_what_two_passes_keep() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "export", "admin",
    ];
    let list: String = words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            format!("https://a.example/zork/{word}\nhttps://a.example/zork/{word}/{at}?q={at}\n")
        })
        .collect::<Vec<_>>()
        .concat();
    let kept_lines = String::from_utf8(kept(&["-q", "--two-pass"], list.as_bytes())).unwrap();
    let found = objects(&[], &list);
    let mut starts: Vec<(u64, &str)> = found
        .values()
        .map(|it| (it["record"].as_u64().unwrap(), it["kept"].as_str().unwrap()))
        .collect();
    starts.sort_unstable();
    let starts: String = starts
        .iter()
        .map(|(_, line)| format!("{line}\n"))
        .collect::<Vec<_>>()
        .concat();
    assert_eq!(starts, kept_lines);
    assert!(found.contains_key("a.example/zork/admin"), "{found:?}");
    assert_eq!(found["a.example/zork/{word}"]["lines"], 7, "{found:?}");
    assert_eq!(
        found
            .values()
            .map(|it| it["lines"].as_u64().unwrap())
            .sum::<u64>(),
        18
    );
}

#[test]
fn international_hosts_are_shown_as_people_write_them() {
    for (host, wanted) in [
        ("xn--fsqu00a.example", "例子.example (xn--fsqu00a.example)"),
        (
            "例子.example:8080",
            "例子.example:8080 (xn--fsqu00a.example:8080)",
        ),
        ("shop.example", "shop.example"),
    ] {
        let list = format!("http://{host}/item/1\nhttp://{host}/item/2\n");
        let (_, text, _) = outcome(&run(&["templates"], list.as_bytes()));
        let expected = format!("{wanted}: 2 lines, 1 path\n");
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn small_templates_can_be_left_out() {
    let output = run(
        &["templates", "--min", "2", "--format", "jsonl"],
        SITE.as_bytes(),
    );
    let (status, text, notes) = outcome(&output);
    assert_eq!((status, text.lines().count()), (Some(0), 1));
    assert!(
        notes.contains("templates of fewer than 2 lines are left out: 4 with 4 lines"),
        "{notes}"
    );
}

#[test]
fn of_a_state_only_what_it_has_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("seen.state");
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian",
    ];
    let list: String = words
        .map(|word| format!("https://a.example/zork/{word}\n"))
        .concat();
    let list = list + "https://a.example/user/1\nhttps://a.example/user/2\nno url\n";
    kept(&["-q", "--state", argument(&state)], list.as_bytes());
    let before = fs::read(&state).unwrap();
    let found = objects(&[argument(&state)], "");
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        ["a.example/user/{int}", "a.example/zork/{word}"]
    );
    let user = &found["a.example/user/{int}"];
    assert_eq!(
        (&user["lines"], &user["kept"]),
        (&json!(2), &json!("https://a.example/user/1"))
    );
    for name in ["examples", "methods", "statuses"] {
        assert_eq!(user[name], Value::Null, "{name} is not remembered");
    }
    let zork = &found["a.example/zork/{word}"];
    assert_eq!(zork["lines"], 7);
    assert!(
        zork["groups"].as_u64().unwrap() > 1,
        "some were kept before the position was learned"
    );
    assert_eq!(fs::read(&state).unwrap(), before, "it is only read");
    let refused = run(&["templates", argument(&state), argument(&state)], b"");
    assert!(
        outcome(&refused).2.contains("is a state: give it alone"),
        "{:?}",
        outcome(&refused)
    );
    let refused = run(&["templates", "--merge-hosts", argument(&state)], b"");
    assert!(
        outcome(&refused).2.contains("it has other settings"),
        "{:?}",
        outcome(&refused)
    );
}

#[test]
fn logs_and_compressed_lists_are_read_as_the_filter_reads_them() {
    let log = r#"192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET /user/17 HTTP/1.1" 200 5
192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "POST /user/18 HTTP/1.1" 200 5
"#;
    let found = objects(&["--log", "--base", "https://a.example"], log);
    let names: Vec<_> = found.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "POST a.example/user/{int} [2xx]",
            "a.example/user/{int} [2xx]"
        ]
    );
    assert_eq!(found[names[0]]["methods"], json!({"POST": 1}));
}

#[test]
fn a_graph_has_a_node_for_each_place() {
    let list = "https://a.example/zork/1\nhttps://a.example/zork/edit\n";
    let graph =
        String::from_utf8(kept(&["templates", "--format", "dot"], list.as_bytes())).unwrap();
    let expected = r#"digraph templates {
  rankdir=LR;
  node [shape=plaintext, fontname="monospace"];
  n0 [label="a.example\n2"];
  n1 [label="/zork\n2"];
  n0 -> n1;
  n2 [label="/edit\n1", shape=box];
  n1 -> n2;
  n3 [label="/{int}\n1", shape=box];
  n1 -> n3;
}
"#;
    assert_eq!(graph, expected);
}

const LOG: &str = r#"192.0.2.1 - - [02/Jan/2026:00:00:09 +0000] "GET /user/17 HTTP/1.1" 200 5
192.0.2.1 - - [01/Jan/2026:00:00:00 +0000] "GET /user/18 HTTP/1.1" 404 5
192.0.2.1 - - [01/Jan/2026:00:00:03 +0100] "HEAD /user/19 HTTP/1.1" 503 5
192.0.2.1 - - [03/Jan/2026:00:00:00 +0000] "GET /cart?a,b=1 HTTP/1.1" 302 5
192.0.2.1 - - [03/Jan/2026:00:00:00 +0000] "POST /cart?a,b=2 HTTP/1.1" 200 5
"#;

#[test]
fn a_table_has_a_row_for_each_template() {
    let table = |arguments: &[&str], list: &str| {
        let arguments = [&["templates", "-q", "--format"], arguments].concat();
        String::from_utf8(kept(&arguments, list.as_bytes())).unwrap()
    };
    let header = "lines\tmethod\ttemplate\t2xx\t3xx\t4xx\t5xx\tfirst\tlast\turl\n";
    let user = "3\tGET,HEAD\t/user/{int}\t1\t0\t1\t1\t2025-12-31T23:00:03Z\t2026-01-02T00:00:09Z\t/user/17\n";
    let day = "2026-01-03T00:00:00Z\t2026-01-03T00:00:00Z";
    let carts = format!(
        "1\tGET\t/cart?a,b\t0\t1\t0\t0\t{day}\t/cart?a,b=1\n1\tPOST\t/cart?a,b\t1\t0\t0\t0\t{day}\t/cart?a,b=2\n"
    );
    assert_eq!(table(&["tsv"], LOG), format!("{header}{user}{carts}"));
    assert_eq!(table(&["tsv", "-n1"], LOG), format!("{header}{user}"));
    let turned: Vec<&str> = LOG.lines().rev().collect();
    let turned = table(&["tsv", "--order", "input", "--top=2"], &turned.join("\n"));
    let rows: Vec<&str> = turned.lines().skip(1).collect();
    assert!(
        rows[0].starts_with("1\tPOST") && rows[1].starts_with("1\tGET"),
        "{turned}"
    );
    let by_status = table(&["tsv", "--by", "status"], LOG);
    assert!(
        by_status.contains("/user/{int} [404]\t0\t0\t1\t0\t"),
        "{by_status}"
    );
    // A list without statuses and times has the numbers of lines, whatever a spreadsheet would do.
    let list = "//a.example/=1?x,y\n@a.example/x\n//a.example/=2?x,y\n";
    let name = "lines,method,template,2xx,3xx,4xx,5xx,first,last,url\n";
    let safe = table(&["csv-safe"], list);
    assert!(safe.starts_with(name) && safe.contains(",1,3,"), "{safe}");
    assert!(safe.contains("\"//a.example/=1?x,y\""), "{safe}");
    assert_eq!(table(&["csv"], ""), name);
}

#[test]
fn the_first_screen_of_a_log_says_which_paths_how_often_and_how_many_errors() {
    let (_, text, notes) = outcome(&run(&["templates"], LOG.as_bytes()));
    let expected = "    lines      4xx      5xx  paths with the most lines
        3        1        1  GET,HEAD /user/{int}
        2        0        0  GET,POST /cart

(no host): 5 lines, 2 paths
        3  /user/{int}    /user/17
               3 templates, by status
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("2 templates, by method and status"), "{text}");
    assert_eq!(notes, "");
    let (_, text, notes) = outcome(&run(&["templates", "-n", "1"], LOG.as_bytes()));
    assert!(
        text.contains("(no host): 3 lines, 1 path\n") && !text.contains("/cart"),
        "{text}"
    );
    assert_eq!(notes, "urlsift: -n leaves out 1 more with 2 lines\n");
    let (_, text, _) = outcome(&run(
        &["templates", "--order", "input"],
        b"/b\n/a\n/a\n/a?x\n",
    ));
    assert!(text.find("/b") < text.find("/a"), "{text}");
}

#[test]
fn the_first_objects_can_be_chosen() {
    let text = kept(
        &["templates", "-q", "--format", "json", "-n2"],
        SITE.as_bytes(),
    );
    let text = String::from_utf8(text).unwrap();
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<_> = lines.map(|object| object["lines"].clone()).collect();
    assert_eq!(lines, [2, 1]);
    let find = &objects(&[], SITE)["shop.example/find?action=delete&q"]["parameters"][0];
    assert_eq!(
        (&find["name"], &find["token"]),
        (&json!("action"), &json!("action=delete"))
    );
}

/// Graphviz reads the graph: it has the nodes and labels of the tree, whatever is in a path.
#[test]
fn graphviz_reads_the_graph() {
    if !available("dot") {
        return;
    }
    let list = "https://a.example/zork/1\nhttps://a.example/x];y|<b>\n/bare\n";
    let graph = kept(&["templates", "--format", "dot"], list.as_bytes());
    let mut dot = Command::new("dot");
    dot.arg("-Tjson0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (status, text, message) = outcome(&finish(dot.spawn().unwrap(), &graph));
    assert!(status == Some(0) && message.is_empty(), "{message}");
    let read: Value = serde_json::from_str(&text).unwrap();
    let labels: Vec<&str> = read["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["label"].as_str().unwrap())
        .collect();
    let named = |wanted: &str| {
        labels
            .iter()
            .filter(|label| label.starts_with(wanted))
            .count()
    };
    assert!(
        labels.contains(&r"a.example\n2") && labels.contains(&r"/bare\n1"),
        "{labels:?}"
    );
    assert_eq!(
        (named("/zork/{int}"), named("/x];y|%3Cb%3E")),
        (1, 1),
        "{labels:?}"
    );
    assert_eq!(
        read["edges"].as_array().unwrap().len(),
        labels.len() - 2,
        "two hosts, and a tree below each"
    );
}

#[test]
fn threads_change_nothing() {
    let list: String = (0..3000)
        .map(|at| {
            format!(
                "https://a.example/{}/{}/x?p{}={at}\n",
                at % 7,
                ["zot", "qux", "edit"][at / 5 % 3],
                at % 4
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let of = |threads: &str| {
        kept(
            &["templates", "-j", threads, "--format", "jsonl"],
            list.as_bytes(),
        )
    };
    assert_eq!(of("1"), of("3"));
}

/// On many hosts with a group for each path, as in archives.
#[test]
#[cfg(target_os = "linux")]
fn a_group_takes_350_bytes_beside_what_is_shown() {
    const GROUPS: usize = 200_000;
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("list");
    let names = [
        "about", "cart", "contact", "feed", "help", "login", "news", "search", "signup", "terms",
    ];
    let lines = (0..2 * GROUPS).map(|at| {
        let (host, name) = (at % GROUPS / names.len(), names[at % names.len()]);
        format!("https://www.shop{host}.example/{name}?item={at}&page=2\n")
    });
    fs::write(&path, lines.collect::<String>()).unwrap();
    for format in ["text", "jsonl", "dot"] {
        let (length, peak) =
            peak_before_output(&["templates", "-j2", "--format", format, argument(&path)]);
        let shown = if format == "jsonl" { 0 } else { length };
        let beside = peak - (20 << 20) - shown;
        assert!(
            beside < 350 * GROUPS,
            "{format}: {} bytes a group",
            beside / GROUPS
        );
    }
}
