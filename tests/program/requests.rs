//! Records that say more than their URLs: two requests are never one, nor are two answers of
//! different classes.

use crate::needs::available;
use crate::program::{argument, kept, outcome, run};
use crate::server::Server;

/// What is printed of these lines.
fn printed(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let list = lines.join("\n") + "\n";
    let output = kept(&[&["-q"], arguments].concat(), list.as_bytes());
    String::from_utf8(output)
        .expect("the output is text")
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Requests as crawlers write them, of which the second and the fourth repeat one before.
const REQUESTS: [&str; 5] = [
    r#"{"url":"https://a.example/u/1","method":"GET"}"#,
    r#"{"url":"https://a.example/u/2","method":"HEAD"}"#,
    r#"{"url":"https://a.example/u/3","method":"POST"}"#,
    r#"{"url":"https://a.example/u/4","method":"post"}"#,
    r#"{"url":"https://a.example/u/5","method":"DELETE"}"#,
];

/// Answers as probes print them, of which the second and the fourth repeat one before.
const ANSWERS: [&str; 5] = [
    "https://a.example/u/1 [404]",
    "https://a.example/u/2 [410]",
    "https://a.example/u/3 [200]",
    "https://a.example/u/4 [204]",
    "https://a.example/u/5",
];

/// Of members of one name, the last one counts, as for most readers of JSON.
#[test]
fn the_last_member_of_a_name_counts() {
    let object = |members: &str| format!("{{{members}}}");
    let members = [
        (
            r#""url":"https://a.example/u/1""#,
            r#""url":"https://a.example/admin""#,
        ),
        (
            r#""url":"https://a.example/u/2""#,
            r#""url":"https://a.example/api/export""#,
        ),
        (
            r#""request":{"url":"https://a.example/u/3"}"#,
            r#""request":{"url":"https://a.example/login"}"#,
        ),
        (r#""host":"a.example","path":"/u/4""#, r#""path":"/backup""#),
        (
            r#""url":"https://a.example/u/5","method":"GET""#,
            r#""method":"DELETE""#,
        ),
    ];
    let mut list = vec![object(r#""url":"https://a.example/u/0""#)];
    for (first, last) in members {
        list.push(object(&format!("{first},{last}")));
    }
    let lines: Vec<&str> = list.iter().map(String::as_str).collect();
    assert_eq!(printed(&[], &lines), lines);
    // The other way round, four of them are the page that came first.
    let mut turned = vec![list[0].clone()];
    for (first, last) in members {
        turned.push(object(&format!("{last},{first}")));
    }
    let lines: Vec<&str> = turned.iter().map(String::as_str).collect();
    assert_eq!(printed(&[], &lines), [lines[0]]);
    // A member that the user names, and a document.
    let named = [
        r#"{"a":{"u":"https://a.example/u/1"}}"#,
        r#"{"a":{"u":"https://a.example/u/2"},"a":{"u":"https://a.example/admin"}}"#,
    ];
    assert_eq!(printed(&["--field", "a.u"], &named), named);
    let document = r#"[{"url":"https://a.example/u/1","url":"https://a.example/admin"}]"#;
    assert_eq!(
        printed(&["--print", "url"], &[document]),
        ["https://a.example/admin"]
    );
}

fn every_other(lines: [&str; 5]) -> Vec<String> {
    [0, 2, 4]
        .map(|number: usize| lines[number].to_owned())
        .to_vec()
}

/// One address serves many requests: their bodies tell them apart.
#[test]
fn requests_that_bodies_tell_apart_are_all_printed() {
    for bodies in [
        &["_method=PUT", "_method=DELETE", "_method=PATCH"][..],
        &["submit=Save", "submit=Delete"],
        &[
            "__EVENTTARGET=ctl00$a$btnSave",
            "__EVENTTARGET=ctl00$a$btnDelete",
        ],
        &[
            r##"{"query":"# first\nquery A{a{id}}"}"##,
            r##"{"query":"# first\nmutation B{b{id}}"}"##,
            "query C{c{id}}",
            "mutation D{d{id}}",
            r#"{"operationName":"E","query":"query E{e{id}} mutation F{f{id}}"}"#,
            r#"{"operationName":"F","query":"query E{e{id}} mutation F{f{id}}"}"#,
            r#"{"query":"fragment G on H{id} query I{i{...G}}"}"#,
            r#"{"id":"5f0c","variables":{}}"#,
            r#"{"id":"81ad","variables":{}}"#,
            "doc_id=17&variables=%7B%7D",
            "doc_id=18&variables=%7B%7D",
        ],
        &[
            r#"{"jsonrpc":"2.0","method":"call","params":{"model":"zork","method":"read"}}"#,
            r#"{"jsonrpc":"2.0","method":"call","params":{"model":"zork","method":"unlink"}}"#,
        ],
        &[
            "7|0|4|https://a.example/app/|5F0C|com.example.Zork|read|1|",
            "7|0|4|https://a.example/app/|5F0C|com.example.Zork|unlink|1|",
        ],
    ] {
        let lines: Vec<String> = bodies
            .iter()
            .map(|body| format!("POST https://a.example/x\t{body}"))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(printed(&[], &lines), lines);
        let twice = [&lines[..], &lines].concat();
        assert_eq!(printed(&[], &twice), lines, "the same requests again");
    }
    let methods = ["GET", "PURGE", "DEBUG", "TRACK", "delete", "CONNECT"]
        .map(|method| format!("{method} https://a.example/x"));
    let methods = methods.each_ref().map(String::as_str);
    assert_eq!(printed(&[], &methods), methods);
    let behind = ["https://a.example/x\tGET", "https://a.example/x\tDELETE"];
    assert_eq!(printed(&[], &behind), behind);
    let overridden = ["PUT", "DELETE"].map(|method| {
        format!(r#"{{"url":"https://a.example/x","method":"POST","headers":{{"X-HTTP-Method-Override":"{method}"}}}}"#)
    });
    let overridden = overridden.each_ref().map(String::as_str);
    assert_eq!(printed(&[], &overridden), overridden);
    for header in ["SOAPAction", "X-Amz-Target", "x-amz-target"] {
        let called = ["Read", "Unlink"].map(|name| {
            format!(
                r#"{{"url":"https://a.example/x","method":"POST","headers":{{"{header}":"Zork.{name}"}}}}"#
            )
        });
        let twice = [&called[..], &called].concat();
        let twice: Vec<&str> = twice.iter().map(String::as_str).collect();
        assert_eq!(printed(&[], &twice), called);
    }
    let rows = [
        "GET,https://a.example/x",
        "DELETE,https://a.example/x",
        "POST https://a.example/zork.v1.Users/Get",
    ];
    let rows = [&rows[..], &["POST https://a.example/zork.v2.Users/Get"]].concat();
    assert_eq!(printed(&[], &rows), rows);
    let ports = [443, 8443].map(|port| {
        format!(
            r#"{{"request":{{"scheme":"https","host":"a.example","port":{port},"path":"/a"}}}}"#
        )
    });
    let ports = ports.each_ref().map(String::as_str);
    assert_eq!(printed(&[], &ports), ports);
}

/// A mistyped name keeps nothing apart, which nobody would see.
#[test]
fn a_field_that_no_record_has_is_named() {
    let list = REQUESTS.join("\n") + "\nhttps://b.example/\n";
    let said = |options: &[&str]| {
        let (status, _, message) = outcome(&run(options, list.as_bytes()));
        assert_eq!(status, Some(0), "{message}");
        message
    };
    for options in [
        &["--by", "method,methd"][..],
        &["-j", "3", "--two-pass", "--by", "methd,url"],
    ] {
        let message = said(options);
        assert!(
            message.contains("no record has a field \"methd\", which --by names"),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let texts = ["--as", "text", "--field", "method", "--by"];
    assert!(said(&[&texts[..], &["urll"]].concat()).contains("no record has a field \"urll\""));
    assert!(!said(&[&texts[..], &["url"]].concat()).contains("no record has"));
    for options in [
        &["--by", "method,status,body"][..],
        &["--by", "url"],
        &["-q", "--by", "methd"],
    ] {
        assert_eq!(said(options), "", "{options:?}");
    }
    let (_, _, message) = outcome(&run(&["--by", "methd"], b""));
    assert_eq!(message, "", "there is no record");
}

#[test]
fn no_method_hides_another_and_no_class_of_answers_does() {
    for arguments in [
        &[][..],
        &["--two-pass"],
        &["--literal", "-t", "50"],
        &["-t", "60"],
        &["-t", "30"],
        &["-t", "1"],
        &["-t", "100", "--weights", "host=0,path=0"],
        &["--metric", "simhash", "-t", "1"],
        &["--metric", "simhash", "-t", "50"],
        &["--literal", "-t", "1"],
        &["--new-params"],
        &["--merge-hosts"],
        &["--count", "--print", "line"],
        &["--by", "status,method"],
    ] {
        for lines in [REQUESTS, ANSWERS] {
            let is_exact = arguments.contains(&"100");
            let found: Vec<String> = printed(arguments, &lines)
                .into_iter()
                .map(|line| {
                    line.trim_start()
                        .trim_start_matches("2 ")
                        .trim_start_matches("1 ")
                        .to_owned()
                })
                .collect();
            for line in every_other(lines) {
                assert!(found.contains(&line), "{arguments:?}: {found:?}");
            }
            assert!(is_exact || found.len() == 3, "{arguments:?}: {found:?}");
        }
    }
    assert_eq!(printed(&["--by", "none"], &REQUESTS), REQUESTS[..1]);
    assert_eq!(printed(&["--by", "none"], &ANSWERS), ANSWERS[..1]);
    assert_eq!(printed(&["--by", "status"], &REQUESTS), REQUESTS[..1]);
    assert_eq!(printed(&["--by", "method"], &ANSWERS), ANSWERS[..1]);
}

#[test]
fn limits_and_samples_keep_them_apart() {
    let many = [&REQUESTS[..], &REQUESTS[..]].concat();
    let samples = printed(&["-k", "2"], &many);
    assert_eq!(
        samples.len(),
        5,
        "two of GET and POST each, and the only DELETE: {samples:?}"
    );
    assert_eq!(
        printed(&["--max-per-host", "2"], &REQUESTS).len(),
        2,
        "a host is a host whatever the method"
    );
}

#[test]
fn all_columns_and_logs_do() {
    let log = |request: &str, status: u16| {
        format!("192.0.2.1 - - [22/Nov/2026:10:00:00 +0000] \"{request} HTTP/1.1\" {status} 7")
    };
    let lines = [
        log("GET /u/1", 200),
        log("POST /u/2", 200),
        log("GET /u/3", 404),
        log("HEAD /u/4", 304),
        log("POST /u/5", 201),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(
        printed(&["--log", "--base", "https://a.example"], &lines),
        lines[..3]
    );
    let table = [
        "url,method,status",
        "/u/1,GET,200",
        "/u/2,PUT,200",
        "/u/3,PUT,200",
        "/u/4,GET,500",
    ];
    assert_eq!(
        printed(&["--field", "url"], &table),
        [&table[..3], &table[4..]].concat()
    );
    let texts = [
        "https://a.example/u/1",
        "POST https://a.example/u/2",
        "[POST] https://a.example/u/3",
    ];
    assert_eq!(printed(&[], &texts), texts[..2]);
}

/// The client in front of a line without a request is no host: the line is printed once.
#[test]
fn a_line_of_a_log_without_a_request_is_no_url() {
    let request = "192.0.2.1 \"GET /a HTTP/1.1\" 200";
    let lines = [
        request,
        "192.0.2.1 \"quit\" 400",
        "192.0.2.2 \"quit\" 400",
        "192.0.2.1 \"quit\" 400",
    ];
    let output = run(&[], lines.join("\n").as_bytes());
    let (_, kept, notes) = outcome(&output);
    assert_eq!(kept.lines().collect::<Vec<_>>(), lines[..3]);
    assert!(notes.contains("3 lines are not URLs"), "{notes}");
}

#[test]
fn a_redirect_counts_by_where_it_leads() {
    let to = |path: &str, target: &str| {
        format!(r#"{{"url":"https://a.example{path}","status_code":302,"location":"{target}"}}"#)
    };
    let short: Vec<String> = (0..1000)
        .map(|i| to(&format!("/go/{i}"), &format!("https://site{i}.test/x{i}")))
        .collect();
    let lines: Vec<&str> = short.iter().map(String::as_str).collect();
    assert_eq!(
        printed(&[], &lines).len(),
        1,
        "a thousand links to elsewhere are one page"
    );
    let account = [
        to("/account/17", "/login?next=/account/17"),
        to("/account/18", "https://a.example/setup"),
        to("/account/19", "https://www.a.example/login"),
        to("/account/20", "https://a.example/account/20/"),
    ];
    let lines: Vec<&str> = account.iter().map(String::as_str).collect();
    assert_eq!(printed(&[], &lines), [lines[0], lines[1], lines[3]]);
    assert_eq!(
        printed(&["--print", "shape"], &lines),
        ["/login", "/setup", "itself"]
            .map(|to| format!("https://a.example/account/{{int}} [3xx -> {to}]"))
    );
}

/// What the names of a body say: requests that differ there are kept.
#[test]
fn bodies_tell_requests_apart() {
    let post = |body: &str| {
        format!(
            r#"{{"request":{{"method":"POST","endpoint":"https://a.example/api","body":{}}}}}"#,
            serde_json::Value::from(body)
        )
    };
    let same = |one: &str, other: &str| {
        let lines = [post(one), post(other)];
        printed(&[], &[&lines[0], &lines[1]]).len() == 1
    };
    for (one, other, wanted) in [
        ("a=1", "a=2", true),
        ("a=1", "b=1", false),
        ("a=1&utm_source=x", "a=2", true),
        ("action=delete", "action=edit", false),
        (
            r#"{"user":{"name":"ann"}}"#,
            r#"{"user":{"name":"bob"}}"#,
            true,
        ),
        (
            r#"{"user":{"name":"ann"}}"#,
            r#"{"user":{"mail":"ann"}}"#,
            false,
        ),
        (
            r#"{"items":[{"id":1}]}"#,
            r#"{"items":[{"id":2},{"id":3}]}"#,
            true,
        ),
        (
            r#"{"query":"query A { a { id } }"}"#,
            r#"{"query":"query A { a { id name } }"}"#,
            true,
        ),
        (
            r#"{"query":"query A { a { id } }"}"#,
            r#"{"query":"mutation A { a { id } }"}"#,
            false,
        ),
        (
            r#"{"query":"query A { a { id } }"}"#,
            r#"{"query":"query B { a { id } }"}"#,
            false,
        ),
        (
            r#"{"operationName":"GetZork","variables":{"a":1}}"#,
            r#"{"operationName":"GetZork","variables":{"b":1}}"#,
            true,
        ),
        (
            r#"{"jsonrpc":"2.0","method":"add","id":1}"#,
            r#"{"jsonrpc":"2.0","method":"drop","id":1}"#,
            false,
        ),
        (
            "<s:Envelope><s:Body><GetZork/></s:Body></s:Envelope>",
            "<s:Envelope><s:Body><AddZork/></s:Body></s:Envelope>",
            false,
        ),
    ] {
        assert_eq!(same(one, other), wanted, "{one} and {other}");
    }
    let shape = printed(&["--print", "shape"], &[&post("b=1&a=2")]);
    assert_eq!(shape, ["POST https://a.example/api?a&b"]);
    let body = post("a=1");
    assert_eq!(
        printed(&["--by", "none", "--print", "shape"], &[&body]),
        ["https://a.example/api"]
    );
    // What a page answered is no body of a request.
    let answer = r#"{"url":"https://a.example/api","method":"GET","body":"a=1"}"#;
    assert_eq!(
        printed(&["--print", "shape"], &[answer]),
        ["https://a.example/api"]
    );
}

#[test]
fn other_fields_count_by_name() {
    let lines = [
        r#"{"url":"https://a.example/u/1","content_type":"text/html; charset=utf-8","tenant":{"id":7}}"#,
        r#"{"url":"https://a.example/u/2","content_type":"TEXT/HTML","tenant":{"id":8}}"#,
        r#"{"url":"https://a.example/u/3","content_type":"application/json","tenant":{"id":7}}"#,
    ];
    assert_eq!(printed(&[], &lines), lines[..1]);
    assert_eq!(
        printed(&["--by", "method,status,content-type"], &lines),
        [lines[0], lines[2]]
    );
    assert_eq!(printed(&["--by", "tenant.id"], &lines), lines[..2]);
    let shapes = printed(&["--by", "content-type", "--print", "shape"], &lines[2..]);
    assert_eq!(
        shapes,
        ["https://a.example/u/{int} [content-type: application/json]"]
    );
    let (status, _, message) = outcome(&run(&["--by", "method,,status"], b""));
    assert!(
        status == Some(2) && message.contains("is not a list of fields"),
        "{message}"
    );
}

#[test]
fn a_state_remembers_them() {
    let scratch = tempfile::tempdir().expect("there is room");
    let table = [
        "url,method,status",
        "/u/1,GET,200",
        "/u/2,PUT,200",
        "/u/4,GET,404",
    ];
    let again = [
        "url,method,status",
        "/u/7,PUT,200",
        "/u/8,GET,404",
        "/u/9,PATCH,200",
    ];
    for options in [&[][..], &["-t", "90"], &["--literal", "-t", "50"]] {
        let name = options.len().to_string() + options.first().unwrap_or(&"");
        for (form, first, then, new) in [
            (
                &[][..],
                &REQUESTS[..],
                &[
                    &REQUESTS[..],
                    &[r#"{"url":"https://a.example/u/9","method":"PUT"}"#],
                ]
                .concat()[..],
                1,
            ),
            (
                &[],
                &ANSWERS,
                &[&ANSWERS[..], &["https://a.example/u/6 [500]"]].concat(),
                1,
            ),
            // The URL alone is stored of these, unless they say more.
            (&["--field", "url"], &table, &again, 2),
        ] {
            let state =
                scratch
                    .path()
                    .join(format!("{name}{}{}.state", first.len(), first[0].len()));
            let with = [&["--state", argument(&state)], options, form].concat();
            assert!(printed(&with, first).len() >= 3, "{with:?}");
            assert_eq!(printed(&with, then).len(), new, "{with:?}");
        }
    }
    let state = scratch.path().join("usual.state");
    let with = |by: &str| {
        outcome(&run(
            &["-q", "--state", argument(&state), "--by", by],
            b"https://a.example/\n",
        ))
    };
    assert_eq!(with("method,status").0, Some(0));
    assert_eq!(with("status,method").0, Some(0));
    let (status, _, message) = with("none");
    assert!(
        status == Some(2) && message.contains("by is the default there, and none here"),
        "{message}"
    );
}

#[test]
fn a_server_remembers_them() {
    let Some(server) = Server::start(&[]).filter(|_| available("redis-server")) else {
        return;
    };
    let address = server.address("apart");
    let with = ["--state", &address];
    assert_eq!(printed(&with, &REQUESTS[..2]).len(), 1);
    assert_eq!(printed(&with, &REQUESTS), [REQUESTS[2], REQUESTS[4]]);
    assert_eq!(
        printed(&with, &ANSWERS),
        [ANSWERS[0], ANSWERS[2]],
        "the one without a status was there"
    );
}

#[test]
fn clusters_and_comparisons_keep_them_apart() {
    for lines in [REQUESTS, ANSWERS] {
        for options in [
            &[][..],
            &["-t", "40"],
            &["--literal", "-t", "20"],
            &["--metric", "simhash", "-t", "30"],
        ] {
            let list = lines.join("\n") + "\n";
            let rows = kept(
                &[&["cluster", "--format", "tsv"], options].concat(),
                list.as_bytes(),
            );
            let rows = String::from_utf8(rows).expect("the output is text");
            let mut groups: Vec<&str> = rows
                .lines()
                .filter_map(|row| row.split('\t').next())
                .collect();
            groups.sort_unstable();
            groups.dedup();
            assert_eq!(
                groups
                    .iter()
                    .filter(|group| group.parse::<u64>().is_ok())
                    .count(),
                3,
                "{groups:?}"
            );
        }
    }
    let compared = outcome(&run(
        &[
            "compare",
            "GET https://a.example/u/1",
            "POST https://a.example/u/2",
        ],
        b"",
    ))
    .1;
    assert!(
        compared.starts_with("0.00 % similar: at 95 % both are kept (another method)\n"),
        "{compared}"
    );
    assert!(
        compared.contains("a.example | POST a.example"),
        "{compared}"
    );
    let simhash = [
        "compare",
        "--metric",
        "simhash",
        "-t",
        "1",
        "https://a.example/u/1 [200]",
        "https://a.example/u/1 [404]",
    ];
    let compared = outcome(&run(&simhash, b"")).1;
    assert!(
        compared.contains("at 1 % both are kept (other fields)"),
        "{compared}"
    );
}

/// Every operation of a description of an interface is a request of its own.
#[test]
fn no_operation_of_a_path_is_lost() {
    let mut lines = Vec::new();
    for (path, methods) in [
        ("/zorks", &["GET", "POST"][..]),
        ("/zorks/{id}", &["GET", "PUT", "PATCH", "DELETE"]),
        ("/zorks/{id}/owner", &["GET", "PUT", "DELETE", "OPTIONS"]),
        ("/wombats/{id}/feeding", &["POST", "DELETE"]),
    ] {
        for method in methods {
            let url = format!("https://api.example.com{}", path.replace("{id}", "17"));
            lines.push(serde_json::json!({"method": method, "url": url}).to_string());
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(printed(&[], &lines), lines);
    assert_eq!(printed(&["--by", "none"], &lines).len(), 4);
}

/// What users of fuzzers and crawlers wished: in a stream, the first answer that came decided, so a
/// page that was not there hid one that was, and a page that needs a login hid the one that does
/// not.
#[test]
fn the_first_answer_does_not_decide_for_the_others() {
    let found = [
        "404      GET        9l       31w      274c https://a.example/backup/1",
        "200      GET       12l       40w      512c https://a.example/backup/2",
        "403      GET        9l       28w      277c https://a.example/backup/3",
        "200     POST       12l       40w      512c https://a.example/backup/4",
        "404      GET        9l       31w      274c https://a.example/backup/5",
    ];
    assert_eq!(printed(&[], &found), found[..4]);
    let shapes = printed(&["--print", "shape"], &found);
    let shape =
        |before: &str, class: &str| format!("{before}https://a.example/backup/{{int}} [{class}]");
    assert_eq!(
        shapes,
        [
            shape("", "404"),
            shape("", "2xx"),
            shape("", "401/403"),
            shape("POST ", "2xx")
        ]
    );
}

#[test]
fn texts_are_kept_apart_by_fields_beside_them() {
    let lines = [
        r#"{"text":"a red zork","lang":"en"}"#,
        r#"{"text":"A red zork!","lang":"en"}"#,
        r#"{"text":"a red zork","lang":"de"}"#,
    ];
    let with = ["--as", "text", "--field", "text"];
    assert_eq!(printed(&with, &lines), lines[..1]);
    assert_eq!(
        printed(&[&with[..], &["--by", "lang"]].concat(), &lines),
        [lines[0], lines[2]]
    );
    let (status, _, message) = outcome(&run(&["--as", "text", "--by", "lang"], b"a\n"));
    assert!(
        status == Some(2) && message.contains("by needs field or column"),
        "{message}"
    );
}
