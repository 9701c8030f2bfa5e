//! `urlsift export`: rules are read by the programs that they are for, and decide as the filter did.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, iter, thread, time::Duration};

use serde_json::Value;

use crate::needs::available;
use crate::program::{argument, finish, kept, outcome, run, start};
use crate::waiting::PATIENCE;

/// A site whose rules overlap: learned words beside names that stay, values within words, files,
/// a page with facets, and a calendar.
fn site() -> String {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "admin", "export",
    ];
    let mut list = String::from("https://shop.example/\nhttps://shop.example/cart\n");
    for (at, word) in words.iter().enumerate() {
        let _ = write!(
            list,
            "https://shop.example/zork/{word}\nhttps://shop.example/zork/{word}/reviews?page={at}\n"
        );
        let _ = write!(
            list,
            "https://shop.example/user/{at}\nhttps://shop.example/item{at}.php\n"
        );
        let _ = write!(
            list,
            "https://shop.example/img/{at}.PNG\nhttps://shop.example/caf%C3%A9%20{at}/x.y\n"
        );
    }
    let names = ["brand", "colour", "size", "fit", "season"];
    for set in 0..32 {
        let chosen = (0..5)
            .filter(|bit| set >> bit & 1 == 1)
            .map(|bit| format!("{}=1", names[bit]));
        let _ = writeln!(
            list,
            "https://shop.example/search?{}",
            chosen.collect::<Vec<_>>().join("&")
        );
    }
    for day in 0..120 {
        let _ = writeln!(
            list,
            "https://shop.example/calendar/2024-{:02}-{:02}",
            day / 28 + 1,
            day % 28 + 1
        );
    }
    list
}

/// The route of each line, by its template: what the rules are to say.
fn wanted(list: &str) -> Vec<(String, String)> {
    let objects = String::from_utf8(kept(
        &["templates", "-q", "--format", "jsonl"],
        list.as_bytes(),
    ))
    .unwrap();
    let mut wanted = Vec::new();
    for object in objects
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
    {
        let template = object["template"].as_str().unwrap();
        let route = template
            .split('?')
            .next()
            .unwrap()
            .strip_prefix("shop.example")
            .unwrap()
            .to_owned();
        let examples = object["examples"]
            .as_array()
            .unwrap()
            .iter()
            .chain([&object["kept"]]);
        wanted.extend(examples.map(|line| (line.as_str().unwrap().to_owned(), route.clone())));
    }
    wanted
}

fn export(format: &str, list: &str) -> String {
    let output = run(&["export", "--to", format], list.as_bytes());
    let (status, text, notes) = outcome(&output);
    assert_eq!(status, Some(0), "{notes}");
    assert!(!notes.contains("do not match the rule"), "{notes}");
    text
}

/// The interpreter of Python that has google-re2, Scrapy and `PyYAML`.
fn readers() -> Option<PathBuf> {
    available("readers").then(|| env::var_os("URLSIFT_READERS").map(PathBuf::from))?
}

/// Runs a script with rules and the lines that they are about, each with its route.
fn judged(python: &Path, script: &str, rules: &str, lines: &[(String, String)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (rules_path, lines_path) = (folder.path().join("rules"), folder.path().join("lines"));
    fs::write(&rules_path, rules).unwrap();
    let lines: String = lines
        .iter()
        .flat_map(|(line, route)| [line, "\t", route, "\n"])
        .collect();
    fs::write(&lines_path, lines).unwrap();
    let output = Command::new(python)
        .args(["-c", script, argument(&rules_path), argument(&lines_path)])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

const READ: &str = "
import sys
rules = open(sys.argv[1]).read()
lines = [line.rstrip('\\n').split('\\t') for line in open(sys.argv[2])]
";

/// Returns the name of each parameter of an operation, and whether it is required.
fn required(operation: &Value) -> Vec<(&str, bool)> {
    let mut names = Vec::new();
    for parameter in operation["parameters"].as_array().expect("it has some") {
        let name = parameter["name"].as_str().expect("it is text");
        let is_required = parameter["required"].as_bool().expect("it is said");
        names.push((name, is_required));
    }
    names
}

#[test]
fn rules_are_checked_against_every_line() {
    let list = site();
    let text = export("regex", &list);
    let routes: Vec<&str> = text
        .lines()
        .map(|line| line.split('\t').nth(1).unwrap())
        .collect();
    let place = |route: &str| {
        routes
            .iter()
            .position(|it| *it == route)
            .unwrap_or_else(|| panic!("{route}: {routes:?}"))
    };
    assert!(place("shop.example/zork/admin") < place("shop.example/zork/{word}"));
    // Without its rule, a path that was kept apart matches that of others: this is said.
    let output = run(&["export", "--to", "regex", "--min", "2"], list.as_bytes());
    let notes = outcome(&output).2;
    assert!(
        notes.contains("templates of fewer than 2 lines have no rule"),
        "{notes}"
    );
    assert!(
        notes.contains(" lines do not match the rule of their template first:"),
        "{notes}"
    );
    assert!(
        notes.contains("zork/admin\" matches shop.example/zork/{word} instead of no rule"),
        "{notes}"
    );
}

/// RE2 itself reads the rules: of every line, the first that matches is the one of its template.
#[test]
fn re2_reads_the_regular_expressions() {
    let Some(python) = readers() else { return };
    let list = site();
    let script = format!(
        "{READ}
import re2
rules = [line.split('\\t') for line in rules.splitlines()]
rules = [(re2.compile(regex), route) for regex, route in rules]
for line, route in lines:
    found = next((name for regex, name in rules if regex.search(line)), None)
    assert found == 'shop.example' + route, (line, route, found)
print(len(lines))
"
    );
    let lines = wanted(&list);
    let count = judged(&python, &script, &export("regex", &list), &lines);
    assert_eq!(count.trim(), lines.len().to_string());
}

/// What ZAP does with a context and URLs: of each, whether the context has it, and its path in the
/// tree of sites.
const ZAP: &str = r#"
import java.nio.file.*; import java.util.*; import java.util.regex.*; import javax.xml.parsers.*;
public class Zap {
    static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        if (!found.find()) throw new RuntimeException(name + " of " + json);
        return found.group(1).replaceAll("\\\\(.)", "$1");
    }
    public static void main(String[] files) throws Exception {
        var context = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(files[0]);
        var included = Pattern.compile(
            context.getElementsByTagName("incregexes").item(0).getTextContent(), Pattern.CASE_INSENSITIVE);
        var nodes = context.getElementsByTagName("ddns");
        for (String url : Files.readAllLines(Path.of(files[1]))) {
            String path = java.net.URI.create(url).getPath();
            for (int at = 0; at < nodes.getLength(); at++) {
                String json = nodes.item(at).getTextContent();
                Matcher found = Pattern.compile(member(json, "pattern")).matcher(url);
                if (found.groupCount() != 3) throw new RuntimeException(json);
                if (found.find()) path = found.group(1) + "<" + member(json, "name") + ">" + found.group(3);
            }
            System.out.println(included.matcher(url.replaceAll("[?].*", "")).matches() + " " + path);
        }
    }
}
"#;

/// The expressions are those of Java: URLs have one path in the tree of sites if they have one route.
#[test]
fn zap_shows_each_route_once() {
    let list = site() + "https://shop.example/user/7/post/8\nhttps://shop.example/user/9/post/8/\n";
    let context = export("zap", &list);
    assert!(context.contains(r#""name":"int»/post/«int""#), "{context}");
    let refused = run(&["export", "--to", "zap"], b"/user/1\n");
    assert!(
        outcome(&refused).2.contains("some paths have no host"),
        "{:?}",
        outcome(&refused)
    );
    if !available("javac") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [program, rules, urls] =
        ["Zap.java", "shop.context", "urls"].map(|name| folder.path().join(name));
    fs::write(&program, ZAP).unwrap();
    fs::write(&rules, context).unwrap();
    let lines = wanted(&list);
    fs::write(
        &urls,
        lines
            .iter()
            .flat_map(|(line, _)| [line, "\n"])
            .collect::<String>(),
    )
    .unwrap();
    let shown = Command::new("java")
        .args([&program, &rules, &urls])
        .output()
        .unwrap();
    assert!(
        shown.status.success(),
        "{}",
        String::from_utf8_lossy(&shown.stderr)
    );
    let (mut paths, mut routes) = (BTreeMap::new(), BTreeMap::new());
    for (shown, (line, route)) in String::from_utf8(shown.stdout).unwrap().lines().zip(&lines) {
        let path = shown
            .strip_prefix("true ")
            .unwrap_or_else(|| panic!("{line} is not in the context"));
        assert_eq!(
            paths.entry(path.to_owned()).or_insert(route),
            &route,
            "{line}"
        );
        let known = routes.entry(route).or_insert_with(|| path.to_owned());
        assert_eq!(
            known.trim_end_matches('/'),
            path.trim_end_matches('/'),
            "{line}"
        );
    }
    assert!(routes.len() > 12, "{routes:?}");
}

/// Names that a rule of people joins are one of a few, in every format.
#[test]
fn joined_names_are_an_alternation() {
    let folder = tempfile::tempdir().unwrap();
    let taught = folder.path().join("taught.txt");
    fs::write(
        &taught,
        "shop.example /docs/a.b|setup/** same\nshop.example /team/* same\n",
    )
    .unwrap();
    let list = "https://shop.example/docs/a.b\nhttps://shop.example/docs/setup\nhttps://shop.example/docs/axb\n\
                https://shop.example/docs/setup/7\nhttps://shop.example/team/ann\nhttps://shop.example/team/bob\n";
    let export = |format: &str| {
        let output = run(
            &["export", "--to", format, "--rules", argument(&taught)],
            list.as_bytes(),
        );
        let (status, text, notes) = outcome(&output);
        let known = "urlsift: operations whose method no line names are written as GET: 4\n";
        let wanted = if format == "openapi" { known } else { "" };
        assert_eq!((status, notes.as_str()), (Some(0), wanted), "{format}");
        text
    };
    let regex = export("regex");
    assert!(regex.contains(r"/+docs/+(?:a\.b|setup)/*(?:"), "{regex}");
    assert!(
        regex.contains("\tshop.example/docs/{a.b|setup}/{int}\n"),
        "{regex}"
    );
    let document: Value = serde_json::from_str(&export("openapi")).unwrap();
    let docs = &document["paths"]["/docs/{docName}"]["parameters"][0];
    assert_eq!(
        docs["schema"]["enum"],
        serde_json::json!(["a.b", "setup"]),
        "{document}"
    );
    assert!(
        document["paths"]["/docs/axb"].is_object()
            && document["paths"]["/team/{teamName}"].is_object()
    );
    let zap = export("zap");
    assert!(zap.contains(r#""name":"a.b|setup»/«int""#), "{zap}");
    let nginx = export("nginx");
    assert!(nginx.contains(r"/+docs/+(?:a\\.b|setup)/*$"), "{nginx}");
    let arguments = [
        "templates",
        "--format",
        "jsonl",
        "--rules",
        argument(&taught),
    ];
    let objects = String::from_utf8(kept(&arguments, list.as_bytes())).unwrap();
    let [axb, docs] =
        [1, 0].map(|at| serde_json::from_str::<Value>(objects.lines().nth(at).unwrap()).unwrap());
    assert_eq!(
        (&axb["template"], &axb["lines"]),
        (&"shop.example/docs/{a.b|setup}".into(), &2.into()),
        "{objects}"
    );
    assert_eq!(docs["template"], "shop.example/docs/axb", "{objects}");
    let Some(python) = readers() else { return };
    let script = format!(
        "{READ}
import re2
rules = [line.split('\\t') for line in rules.splitlines()]
for line, route in lines:
    assert next(name for regex, name in rules if re2.search(regex, line)) == route, line
"
    );
    let routes = [
        "docs/{a.b|setup}",
        "docs/{a.b|setup}",
        "docs/axb",
        "docs/{a.b|setup}/{int}",
        "team/{same}",
        "team/{same}",
    ];
    let lines: Vec<(String, String)> = list
        .lines()
        .zip(routes)
        .map(|(line, route)| (line.to_owned(), format!("shop.example/{route}")))
        .collect();
    judged(&python, &script, &regex, &lines);
}

/// nginx answers each path with its route.
#[test]
fn nginx_maps_every_path_to_its_route() {
    if !available("nginx") {
        return;
    }
    let list = site();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("routes.conf"), export("nginx", &list)).unwrap();
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let at = argument(folder.path());
    let config = format!(
        "daemon off; master_process off; pid {at}/pid; error_log {at}/error.log; events {{}}
http {{
  access_log off; client_body_temp_path {at}/a; proxy_temp_path {at}/b; fastcgi_temp_path {at}/c;
  uwsgi_temp_path {at}/d; scgi_temp_path {at}/e;
  include {at}/routes.conf;
  server {{ listen 127.0.0.1:{port}; location / {{ return 200 \"$urlsift_route\"; }} }}
}}
"
    );
    fs::write(folder.path().join("nginx.conf"), config).unwrap();
    let conf = folder.path().join("nginx.conf");
    // One process, without the test's standard output: nothing is left of it that keeps that open.
    let server = Command::new("nginx")
        .args(["-p", at, "-c", argument(&conf), "-e", "stderr"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Server(server);
    let mut stream = None;
    for _ in 0..200 {
        stream = TcpStream::connect(("127.0.0.1", port)).ok();
        if stream.is_some() || server.0.try_wait().unwrap().is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    let found = stream.map(|_| {
        wanted(&list)
            .into_iter()
            .map(|(line, route)| {
                let path = line.strip_prefix("https://shop.example").unwrap();
                (asked(port, path), route, line)
            })
            .collect::<Vec<_>>()
    });
    server.0.kill().unwrap();
    let mut said = String::new();
    server
        .0
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    for (found, route, line) in found.unwrap_or_else(|| panic!("nginx did not start: {said}")) {
        assert_eq!(found, route, "{line}");
    }
}

/// A server that ends with its test, however that ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a server answers.
fn asked(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: shop.example\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
        .split_once("\r\n\r\n")
        .map(|(_, body)| body.to_owned())
        .unwrap_or(answer)
}

#[test]
fn validators_accept_the_description() {
    let records: String = ["GET", "POST", "GET"]
        .iter()
        .enumerate()
        .map(|(at, method)| {
            format!("{{\"url\":\"https://shop.example/user/{at}?page={at}\",\"method\":\"{method}\",\"status\":{}}}\n", 200 + at)
        })
        .collect::<Vec<_>>().concat();
    let list = site() + &records;
    let text = export("openapi", &list);
    let document: Value = serde_json::from_str(&text).unwrap();
    let user = &document["paths"]["/user/{userId}"];
    assert_eq!(user["parameters"][0]["schema"]["type"], "integer", "{user}");
    assert_eq!(user["get"]["responses"]["200"]["description"], "OK");
    assert!(
        user["post"]["responses"]["201"].is_object() && user["put"].is_null(),
        "{user}"
    );
    let cart = &document["paths"]["/cart"]["get"]["description"];
    assert_eq!(cart, "No line names the method: GET is assumed.");
    let refused = run(
        &["export", "--to", "openapi"],
        b"https://a.example/\nhttps://b.example/\n",
    );
    assert!(
        outcome(&refused).2.contains("the list has 2 hosts"),
        "{:?}",
        outcome(&refused)
    );
    let one = run(
        &[
            "export",
            "-q",
            "--to",
            "openapi",
            "--only-host",
            "b.example",
        ],
        b"https://a.example/\nhttps://b.example/\n",
    );
    assert!(
        outcome(&one).1.contains("https://b.example"),
        "{:?}",
        outcome(&one)
    );
    let odd = "https://a.example/users/{id}/edit\nhttps://a.example/a}b\nhttps://a.example/%E4%BD%A0/ä?ö[]=ü\n\
        https://a.example//double//slash\nhttps://a.example/x/{id}/{id}\nhttps://a.example/users/%00\n\
        POST https://a.example/list\t[{\"a\":1}]\nPOST https://a.example/soap\t<a><b>1</b></a>\n\
        {\"url\":\"https://a.example/dav\",\"method\":\"PROPFIND\",\"status\":999}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openapi.json");
    let wrong = text.replace("\"in\": \"path\"", "\"in\": \"road\"");
    for (text, is_right) in [(text, true), (export("openapi", odd), true), (wrong, false)] {
        fs::write(&path, &text).unwrap();
        for (validator, says) in validations(&path) {
            assert_eq!(says.is_ok(), is_right, "{validator}: {says:?}");
        }
    }
}

/// What validators of descriptions say of a file: that of the Python world, and that of the viewer
/// Redoc.
fn validations(path: &Path) -> Vec<(&'static str, Result<(), String>)> {
    let validators = [
        ("openapi-spec-validator", ""),
        ("redocly", "lint --extends spec --max-problems 5"),
    ];
    (validators.into_iter())
        .filter(|(validator, _)| available(validator))
        .map(|(validator, arguments)| {
            let mut command = Command::new(validator);
            command
                .args(arguments.split_terminator(' '))
                .arg(path)
                .current_dir(path.parent().unwrap());
            command.envs([
                ("REDOCLY_TELEMETRY", "off"),
                ("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"),
            ]);
            let output = command.output().unwrap();
            let text =
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            (
                validator,
                if output.status.success() {
                    Ok(())
                } else {
                    Err(text)
                },
            )
        })
        .collect()
}

/// What a person would write: bodies, names, what is required, no files of pages, YAML.
#[test]
fn operations_have_bodies_and_parameters_have_names() {
    let mut list = String::from(
        "POST https://a.example/login\tuser=x&pass=y\nhttps://a.example/login\n\
         POST https://a.example/teams?notify=1\t{\"team\":{\"name\":\"red\",\"size\":3}}\n\
         {\"url\":\"https://a.example/static/app.js\",\"method\":\"GET\"}\n",
    );
    for (at, query, status) in [
        (1, "?page=1", 200),
        (2, "?page=2", 200),
        (3, "?page=3&sort=up", 200),
        (4, "", 422),
    ] {
        let url = format!("https://a.example/users/{at}/open-orders/{at}7{query}");
        let _ = writeln!(
            list,
            "{{\"url\":\"{url}\",\"method\":\"GET\",\"status\":{status}}}"
        );
    }
    let output = run(&["export", "--to", "openapi"], list.as_bytes());
    let (_, text, notes) = outcome(&output);
    assert!(
        notes.contains("scripts, pictures) are left out; --ext keeps those that it names: 1\n"),
        "{notes}"
    );
    assert!(
        notes.contains("operations whose method no line names are written as GET: 1\n"),
        "{notes}"
    );
    let document: Value = serde_json::from_str(&text).unwrap();
    let paths = &document["paths"];
    let names: Vec<&String> = paths.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "/login",
            "/teams",
            "/users/{userId}/open-orders/{openOrderId}"
        ]
    );
    let login = &paths["/login"]["post"];
    let form = &login["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"]["properties"];
    assert!(
        form["user"].is_object() && form["pass"].is_object() && login["parameters"].is_null(),
        "{login}"
    );
    assert!(
        paths["/login"]["get"]["parameters"].is_null()
            && paths["/login"]["get"]["requestBody"].is_null()
    );
    let team = &paths["/teams"]["post"];
    assert_eq!(team["parameters"][0]["name"], "notify", "{team}");
    let json = &team["requestBody"]["content"]["application/json"]["schema"]["properties"]["team"];
    assert_eq!(json["properties"]["size"]["type"], "integer", "{team}");
    let needed = required(&paths["/users/{userId}/open-orders/{openOrderId}"]["get"]);
    assert_eq!(
        needed,
        [("page", true), ("sort", false)],
        "refused without page, done without sort"
    );
    assert!(
        text.starts_with(
            "{\n  \"openapi\": \"3.1.0\",\n  \"info\": {\n    \"title\": \"a.example\","
        ),
        "{text}"
    );
    // The same in YAML, in a file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("api.yaml");
    let arguments = ["export", "-q", "--to", "openapi", "-o", argument(&path)];
    assert_eq!(
        outcome(&run(&arguments, list.as_bytes())),
        (Some(0), String::new(), String::new())
    );
    let yaml = fs::read_to_string(&path).unwrap();
    let printed = run(&["export", "-q", "--to", "openapi.yaml"], list.as_bytes());
    assert_eq!(outcome(&printed).1, yaml);
    assert!(
        yaml.starts_with("openapi: \"3.1.0\"\ninfo:\n  title: a.example\n"),
        "{yaml}"
    );
    assert!(
        yaml.contains("\nservers:\n  - url: \"https://a.example\"\npaths:\n  /login:\n    get:\n"),
        "{yaml}"
    );
    if let Some(python) = readers() {
        let script = "import json, sys, yaml\nassert yaml.safe_load(open(sys.argv[1])) == json.load(open(sys.argv[2]))";
        let json = folder.path().join("api.json");
        fs::write(&json, &text).unwrap();
        let arguments = ["-c", script, argument(&path), argument(&json)];
        assert!(
            Command::new(python)
                .args(arguments)
                .status()
                .unwrap()
                .success(),
            "{yaml}"
        );
    }
    for (validator, says) in validations(&path) {
        assert_eq!(says, Ok(()), "{validator}");
    }
    // Files that are asked for are there.
    let files = run(
        &["export", "-q", "--to", "openapi", "--ext", "js"],
        list.as_bytes(),
    );
    assert!(
        outcome(&files).1.contains("/static/app.js"),
        "{:?}",
        outcome(&files)
    );
}

/// The statements are those of OTTL; what they match is read by RE2, as in the Collector.
#[test]
fn the_collector_names_the_first_route_that_matches() {
    let list = site();
    let text = export("otel", &list);
    let Some(python) = readers() else { return };
    let script = format!(
        "{READ}
import json, re2, re, urllib.parse, yaml
[context] = yaml.safe_load(rules)['processors']['transform/http_route']['trace_statements']
form = re.compile(r'set\\(attributes\\[\"http.route\"\\], (\".*\")\\) where attributes\\[\"http.route\"\\] == nil and attributes\\[\"server.address\"\\] == (\".*\") and IsMatch\\(attributes\\[\"url.path\"\\], (\".*\")\\)')
rules = [[json.loads(text) for text in form.fullmatch(statement).groups()] for statement in context['statements']]
for line, route in lines:
    url = urllib.parse.urlsplit(line)
    found = next((name for name, host, regex in rules if host == url.hostname and re2.search(regex, url.path)), None)
    assert found == route, (line, route, found)
print(len(lines))
"
    );
    let lines = wanted(&list);
    assert_eq!(
        judged(&python, &script, &text, &lines).trim(),
        lines.len().to_string()
    );
}

/// Crawlers that heed the rules still see all that the filter keeps apart, and little of what is
/// crowded.
#[test]
fn crawlers_are_kept_from_crowded_routes_alone() {
    // A route that begins with a value might be below any start.
    let list: String = site()
        .split_inclusive('\n')
        .filter(|line| !line.contains("/caf"))
        .collect();
    let robots =
        String::from_utf8(kept(&["export", "-q", "--to", "robots"], list.as_bytes())).unwrap();
    assert_eq!(
        robots,
        "User-agent: *\nDisallow: /calendar/\nDisallow: /search?\n"
    );
    let deny =
        String::from_utf8(kept(&["export", "-q", "--to", "scrapy"], list.as_bytes())).unwrap();
    assert_eq!(
        serde_json::from_str::<Vec<String>>(&deny).unwrap().len(),
        2,
        "{deny}"
    );
    // A page that was kept apart among the crowded ones is not denied with them.
    let with_about = format!("{list}https://shop.example/calendar/about\n");
    let about = String::from_utf8(kept(
        &["export", "-q", "--to", "robots"],
        with_about.as_bytes(),
    ))
    .unwrap();
    assert!(!about.contains("calendar"), "{about}");
    let Some(python) = readers() else { return };
    let mut lines = wanted(&with_about);
    lines.retain(|(line, _)| !line.ends_with("/search?"));
    let script = format!(
        "{READ}
import json, urllib.parse, urllib.robotparser
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor
robots, deny = json.loads(rules)
parser = urllib.robotparser.RobotFileParser()
parser.parse(robots.splitlines())
links = ''.join('<a href=\"%s\">x</a>' % line for line, _ in lines)
page = HtmlResponse('https://shop.example/', body=links.encode(), encoding='utf-8')
taken = {{link.url for link in LinkExtractor(deny=deny, deny_extensions=[]).extract_links(page)}}
assert taken, 'links are found'
for line, route in lines:
    crowded = route.startswith('/calendar/{{') or (route == '/search' and '?' in line)
    assert parser.can_fetch('x', line) != (crowded and 'calendar' not in route), ('robots', line)
    assert (line in taken) != crowded, ('scrapy', line, sorted(taken)[:5])
print(len(lines))
"
    );
    let deny = String::from_utf8(kept(
        &["export", "-q", "--to", "scrapy"],
        with_about.as_bytes(),
    ))
    .unwrap();
    let rules =
        serde_json::to_string(&(about, serde_json::from_str::<Vec<String>>(&deny).unwrap()))
            .unwrap();
    let counted = judged(&python, &script, &rules, &lines);
    assert_eq!(counted.trim(), lines.len().to_string());
}

#[test]
fn of_a_state_rules_are_made_and_checked_too() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("seen.state");
    kept(&["-q", "--state", argument(&state)], site().as_bytes());
    let output = run(&["export", "--to", "regex", argument(&state)], b"");
    let (status, text, notes) = outcome(&output);
    assert_eq!(status, Some(0), "{notes}");
    assert!(!notes.contains("do not match"), "{notes}");
    let routes: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(regex, route)| (route, regex))
        .collect();
    assert_eq!(
        routes["shop.example/user/{int}"],
        "^(?:(?:https?:)?//)?(?:[^/?#@]*@)?shop\\.example(?::(?:80|443)?)?/+user/+[0-9]+/*(?:\\?[^#]*)?(?:#.*)?$"
    );
}

const FORMATS: [&str; 9] = [
    "regex",
    "openapi",
    "openapi.yaml",
    "zap",
    "nginx",
    "otel",
    "rules",
    "robots",
    "scrapy",
];

/// Runs a command that must not take for ever. Returns its output.
fn ended(arguments: &[&str], list: &str) -> String {
    let child = start(arguments);
    let pid = child.id().to_string();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watch = thread::spawn(move || {
        if wait.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &pid]).status();
        }
    });
    let output = finish(child, list.as_bytes());
    drop(done);
    watch.join().unwrap();
    let (status, text, notes) = outcome(&output);
    assert_eq!(
        status,
        Some(0),
        "{arguments:?}: {:?} {notes}",
        output.status
    );
    text
}

/// Two names of forty numbers: trying every division of a text takes exponential time.
#[test]
fn names_of_many_numbers_take_no_time() {
    let numbers: Vec<String> = (1..=40).map(|number| number.to_string()).collect();
    let [php, asp] =
        ["php", "asp"].map(|end| format!("https://t.example/{}.{end}\n", numbers.join("_")));
    let list = php + &asp;
    for format in FORMATS {
        ended(&["export", "-q", "--to", format], &list);
    }
    let text = ended(&["export", "--to", "regex"], &list);
    assert!(text.contains(r"/+[^/?#]+_[^/?#]+\.php/*"), "{text}");
    // One segment of a path has two values, so that no reader tries all divisions of all of them.
    let name = format!("https://t.example/{}/x\n", ["1_2"; 3].join("/a/"));
    let text = ended(&["export", "--to", "regex"], &name);
    assert!(
        text.matches('_').count() <= text.lines().count() * 4,
        "{text}"
    );
    let two = text
        .lines()
        .map(|line| line.split('\t').next().unwrap().matches("[^/?#]+_").count());
    assert!(two.max() <= Some(1), "{text}");
}

/// Long paths and many parameters, as in one line of a hostile log.
#[test]
fn a_long_line_ends_nothing() {
    let mut seed = 1_u64;
    let mut letters = iter::repeat_with(|| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        b"abcdefgh"[(seed >> 33) as usize % 8] as char
    });
    let mut path = String::new();
    (0..60_000).for_each(|_| path.extend(['/', letters.next().unwrap()]));
    let parameters: Vec<String> = (0..5000)
        .map(|number| format!("p{number:x}q={number}"))
        .collect();
    for long in [path, format!("/p?{}", parameters.join("&"))] {
        let list = format!("https://t.example/a\nhttps://t.example{long}\n");
        for format in FORMATS {
            ended(&["export", "-q", "--to", format], &list);
        }
        for format in ["text", "dot", "jsonl"] {
            let text = ended(&["templates", "--format", format], &list);
            assert!(text.contains("t.example"), "{format}");
        }
    }
}

/// A host that is no name would be a pattern to a reader of rules, and so would a path.
#[test]
fn hosts_that_are_no_names_have_no_rule() {
    let words = [
        "quokka", "wombat", "numbat", "dingo", "bilby", "quoll", "potoroo", "bettong",
    ];
    for host in ["*", "*.example", "a(b.example", "(a+)+$.example"] {
        let lines = words
            .map(|word| format!("https://{host}/{word}\n"))
            .concat();
        let list = lines + "https://t.example/a\n";
        for format in FORMATS {
            let output = run(&["export", "--to", format], list.as_bytes());
            let (status, text, notes) = outcome(&output);
            assert_eq!(status, Some(0), "{host} {format}: {notes}");
            assert!(
                !words.iter().any(|word| text.contains(word)),
                "{host} {format}: {text}"
            );
            assert!(
                !text.contains("(a+)") && !text.contains("a(b"),
                "{host} {format}: {text}"
            );
            assert!(
                notes.contains("neither names nor addresses have no rule"),
                "{host} {format}: {notes}"
            );
        }
        let rules = ended(&["export", "-q", "--to", "rules"], &list);
        assert!(
            rules.lines().all(|line| line.starts_with('#')),
            "{host}: {rules}"
        );
    }
    let addresses = "https://[::1]:8080/a/1\nhttps://127.0.0.1/a/1\nhttps://a_b.example:81/a/1\n";
    let (status, text, notes) = outcome(&run(&["export", "--to", "regex"], addresses.as_bytes()));
    assert_eq!(
        (status, text.lines().count(), notes.as_str()),
        (Some(0), 3, ""),
        "{text}"
    );
}

/// Everybody's log has some requests for other hosts: its own paths have rules all the same.
#[test]
fn a_log_with_other_hosts_has_rules_for_its_own_paths() {
    let line = |target: &str| {
        format!("1.2.3.4 - - [11/Nov/2026:13:42:01 +0000] \"GET {target} HTTP/1.1\" 200 5\n")
    };
    let log: String = (0..9)
        .map(|at| line(&format!("/user/{at}")))
        .collect::<Vec<_>>()
        .concat();
    let log = log + &line("http://proxy.test/x");
    let nginx = ended(&["export", "-q", "--to", "nginx"], &log);
    assert!(
        nginx.ends_with("    \"~^[^/]*/+user/+[0-9]+/*$\" \"/user/{int}\";\n}\n"),
        "{nginx}"
    );
    assert!(
        nginx.contains("\"~^(?i:proxy\\\\.test)/+x/*$\" \"proxy.test/x\";\n"),
        "{nginx}"
    );
    let (status, _, notes) = outcome(&run(&["export", "--to", "openapi"], log.as_bytes()));
    let wanted = "the list has 2 hosts, and this format describes one: add --only-host '' (it has 9 lines) or another\n";
    assert!(status == Some(2) && notes.contains(wanted), "{notes}");
    let own = ended(
        &["export", "-q", "--to", "openapi", "--only-host", ""],
        &log,
    );
    assert!(
        own.contains("\"/user/{userId}\"") && !own.contains("proxy"),
        "{own}"
    );
    let notes = outcome(&run(&["export", "--to", "otel"], log.as_bytes())).2;
    assert!(
        notes.contains("templates without a host (--base https://HOST adds one)"),
        "{notes}"
    );
}

/// The name of the output says that a description is meant; other names say nothing.
#[test]
fn a_description_needs_no_format() {
    let (list, folder) = ("https://a.example/user/7\n", tempfile::tempdir().unwrap());
    for (name, format) in [
        ("api.json", "swagger"),
        ("api.yaml", "openapi.yaml"),
        ("api.yml", "openapi.yaml"),
    ] {
        let path = folder.path().join(name);
        ended(&["export", "-q", "-o", argument(&path)], list);
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            ended(&["export", "-q", "--to", format], list)
        );
    }
    let path = folder.path().join("routes.conf");
    for arguments in [&["export"][..], &["export", "-o", argument(&path)]] {
        let (status, _, said) = outcome(&run(arguments, list.as_bytes()));
        assert!(
            status == Some(2) && said.contains("which rules? --to openapi, nginx, otel"),
            "{said}"
        );
    }
    assert!(!path.exists());
}

/// Paths without a host have rules for every host, unless the list has hosts of its own.
#[test]
fn paths_without_a_host_have_no_rule_beside_hosts() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "admin",
    ];
    let paths = words.map(|word| format!("/{word}\n")).concat();
    let list = paths.clone() + "https://t.example/a\n";
    for format in ["rules", "otel"] {
        let (status, text, notes) = outcome(&run(&["export", "--to", format], list.as_bytes()));
        assert_eq!(status, Some(0), "{notes}");
        assert!(notes.contains("without a host"), "{notes}");
        assert!(!text.contains("*  /") && !text.contains("admin"), "{text}");
        let alone = ended(&["export", "-q", "--to", format], &paths);
        assert!(alone.contains("*/**") || alone.contains("admin"), "{alone}");
    }
}

/// Requests of one path share its rule, which a note says.
#[test]
fn templates_without_a_rule_of_their_own_are_counted() {
    for (list, said) in [
        ("https://a.test/x\nhttps://a.test/y\n", ""),
        (
            "https://a.test/x\nPOST https://a.test/x\n",
            "1 template has no rule of its own: a rule is for a path",
        ),
        (
            "https://a.test/x\nhttps://a.test/x?b=1\nhttps://a.test/x [404]\n",
            "2 templates have no rule of their own: a rule is for a path",
        ),
    ] {
        let (_, _, notes) = outcome(&run(&["export", "--to", "regex"], list.as_bytes()));
        assert!(notes.contains(said), "{list}: {notes}");
        assert_eq!(
            notes.contains("rule of"),
            !said.is_empty(),
            "{list}: {notes}"
        );
    }
}

/// `*` and `$` of a path are themselves to a crawler, and `$` is to the Collector.
#[test]
fn marks_of_a_format_in_a_path_are_escaped() {
    let list = (1..=150)
        .map(|number| format!("https://t.example/*/{number}\n"))
        .collect::<Vec<_>>()
        .concat()
        + &(1..=150)
            .map(|number| format!("https://t.example/a$/{number}\n"))
            .collect::<Vec<_>>()
            .concat()
        + "https://t.example/shop\nhttps://t.example/odata/$metadata/${HOME}\n";
    let robots = ended(&["export", "-q", "--to", "robots"], &list);
    assert_eq!(robots, "User-agent: *\nDisallow: /%2A/\nDisallow: /a%24/\n");
    let otel = ended(&["export", "-q", "--to", "otel"], &list);
    assert!(!otel.replace("$$", "").contains('$'), "{otel}");
    let traps = ended(&["traps"], &list);
    assert!(!traps.contains("Disallow: /*\n"), "{traps}");
}

/// Two routes that are one path to a description have the parameters of both, and two paths that
/// differ in `$` two names to nginx, in any case of the host.
#[test]
fn routes_keep_their_parameters_and_names() {
    let scratch = tempfile::tempdir().unwrap();
    let rules = scratch.path().join("rules");
    fs::write(&rules, "t.example /docs/intro|setup same\n").unwrap();
    let list = "https://t.example/docs/intro?a=1\nhttps://t.example/docs/7?b=1\nhttps://t.example/docs/8?b=2\n";
    let text = ended(
        &[
            "export",
            "-q",
            "--to",
            "openapi",
            "--rules",
            argument(&rules),
        ],
        list,
    );
    let item = &serde_json::from_str::<Value>(&text).unwrap()["paths"]["/docs/{docId}"];
    assert_eq!(item["parameters"][0]["name"], "docId", "{text}");
    let told = required(&item["get"]);
    assert_eq!(told, [("a", false), ("b", false)], "{text}");
    let list =
        "https://t.example/odata/$metadata\nhttps://t.example/odata/metadata\nhttps://b.example/\n";
    let text = ended(&["export", "-q", "--to", "nginx"], list);
    assert!(
        text.contains("(?i:t\\\\.example)") && text.contains("/odata/%24metadata\""),
        "{text}"
    );
}

/// Whatever a list has, each format's reader finds nothing of another host in its rules.
#[test]
fn rules_of_hostile_lists_speak_of_their_own_hosts() {
    const HOSTS: [&str; 9] = [
        "*",
        ".*",
        "*.example",
        "a(b.example",
        "(a+)+$.example",
        "[^x]",
        "shop.example",
        "b.example:8080",
        "[::1]",
    ];
    const NAMES: [&str; 12] = [
        "*",
        "$",
        "a.b",
        "(x",
        ".*",
        "${HOME}",
        "x|y",
        "[a",
        "17",
        "quartz",
        "basalt",
        "item4_5_6_7.php",
    ];
    let mut seed = 7_u64;
    let mut pick = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % count
    };
    for _ in 0..12 {
        let hosts = [
            HOSTS[pick(9)],
            HOSTS[pick(9)],
            "shop.example",
            "b.example:8080",
        ];
        let (mut list, mut paths) = (String::new(), Vec::new());
        for _ in 0..60 {
            let path: String = (0..=pick(3)).flat_map(|_| ["/", NAMES[pick(12)]]).collect();
            list.extend(["https://", hosts[pick(4)], &path, "\n"]);
            paths.push(path);
        }
        let foreign = |scheme: &str| -> Vec<String> {
            let hosts = [
                "other.example",
                "shopxexample",
                "x",
                "ashop.example",
                "shop.example.org",
            ];
            let lines = hosts.iter().flat_map(|host| {
                paths
                    .iter()
                    .map(move |path| format!("{scheme}{host}{path}"))
            });
            lines.collect()
        };
        let matched = |regex: &str, lines: &[String]| {
            let regex = regex::Regex::new(regex).unwrap_or_else(|error| panic!("{list}{error}"));
            assert!(
                !lines.iter().any(|line| regex.is_match(line)),
                "{list}{regex}"
            );
        };
        for rule in ended(&["export", "-q", "--to", "regex"], &list).lines() {
            matched(rule.split('\t').next().unwrap(), &foreign("https://"));
        }
        let nginx = ended(&["export", "-q", "--to", "nginx"], &list);
        for rule in nginx
            .lines()
            .filter_map(|line| line.trim().strip_prefix("\"~"))
        {
            let (regex, _) = rule.split_once("\" \"").unwrap();
            matched(
                &regex.replace("\\\\", "\\").replace("\\\"", "\""),
                &foreign(""),
            );
        }
        let zap = ended(&["export", "-q", "--to", "zap"], &list);
        for rule in zap
            .lines()
            .filter_map(|line| line.strip_prefix("<incregexes>"))
        {
            matched(
                rule.strip_suffix("</incregexes>").unwrap(),
                &foreign("https://"),
            );
        }
        for rule in ended(&["export", "-q", "--to", "otel"], &list)
            .lines()
            .filter(|line| line.contains("set("))
        {
            let own = ["shop.example", "b.example", "[::1]"]
                .map(|host| format!("attributes[\"server.address\"] == \"{host}\""));
            assert!(own.iter().any(|own| rule.contains(own)), "{list}{rule}");
        }
        for rule in ended(&["export", "-q", "--to", "rules"], &list)
            .lines()
            .filter(|line| !line.starts_with('#'))
        {
            let host = rule.split(' ').next().unwrap();
            assert!(
                ["shop.example", "b.example", "[::1]"].contains(&host),
                "{list}{rule}"
            );
        }
    }
}
