//! Requests in lines of any form: between quotes or brackets, among words, in labelled columns, and
//! in commands of curl.

use super::entry::{Escapes, LogEntry, LogRequest, end_quote, quote};
use super::w3c;
use crate::input::field::Field;
use crate::input::word::{ESCAPE, code_end, offset_in, partner};
use crate::input::word_kind::{begins_request, is_address};
use crate::input::{known, request, status};
use bstr::ByteSlice;

/// Reads the request of a line in which neither a URL nor a method comes first; `None` if it has
/// none.
pub(in crate::input) fn any(line: &[u8]) -> Option<LogEntry<'_>> {
    let first = &line[..line.find_byteset(b" \t")?];
    if first.starts_with(b"/") || begins_request(first) {
        return None;
    }
    if let Some(at) = first.find(b"://")
        && !first[..at].contains(&b'[')
    {
        return None;
    }
    if first == b"curl" || first.ends_with(b"/curl") {
        return curl(line);
    }
    if line.starts_with(b"insert into linksdb(") {
        return sql(line);
    }
    if first.ends_with(b"]")
        && let Some((_, found)) = line.split_once_str(" [from: ")
    {
        return relative(found);
    }
    let entry = super::entry(line, None).or_else(|| labelled(line));
    // In a W3C log, the query is another column.
    if entry.is_some() || w3c::is_likely(line) {
        return entry;
    }
    among_words(line)
}

/// Returns the JSON object about a request at the end of a line of text.
pub(in crate::input) fn object(line: &[u8]) -> Option<&[u8]> {
    if !line.ends_with(b"}") {
        return None;
    }
    let (before, object) = line.split_at(line.find(b"{\"")?);
    if !matches!(before.last(), Some(b' ' | b'\t')) {
        return None;
    }
    let first = before.split(|byte| *byte <= b' ').next()?;
    let is_about_url = before.starts_with(b"/") || before.find(b"://").is_some();
    if is_about_url || begins_request(first) {
        return None;
    }
    let names = ["\"uri\":", "\"url\":", "\"path\":", "\"request_uri\":"];
    let is_request = names.iter().any(|name| line.find(name).is_some());
    is_request.then_some(object)
}

/// Reads the first `METHOD target` of a line, with the text around it.
fn among_words(line: &[u8]) -> Option<LogEntry<'_>> {
    // Scrapy names the new URL of a redirect before the old one.
    let mut from = line.find(b"> from <").unwrap_or_default();
    loop {
        let blank = from + line[from..].find_byte(b' ')?;
        from = blank + 1;
        let start = line[..blank]
            .iter()
            .rposition(|byte| !byte.is_ascii_uppercase())
            .map_or(0, |at| at + 1);
        let method = &line[start..blank];
        let target = &line[from..];
        let is_target = target.starts_with(b"/") || is_address(target);
        let is_request = begins_request(method) && is_target;
        if !is_request && (method.len() < 3 || !has_version(target)) {
            continue;
        }
        let Some(end) = end_of_request(line, start) else {
            continue;
        };
        let request = LogRequest::of(&line[start..end])?;
        let before = &line[..start];
        let behind = &line[end..];
        let status = status_around(before, behind).unwrap_or_default();
        let time = status::time_in(before).unwrap_or_default();
        let host = behind_id(behind);
        return Some(LogEntry {
            host,
            size: size_after(status, behind).unwrap_or_default(),
            format: match host {
                Some(_) => "an Envoy log",
                None => "lines with requests",
            },
            ..request.entry(time, status)
        });
    }
}

/// Whether a target ends with the version of the protocol.
fn has_version(target: &[u8]) -> bool {
    match target.find_byte(b' ') {
        Some(end) => end > 0 && target[end..].starts_with(b" HTTP/"),
        None => false,
    }
}

/// Returns the status of a request from the text before it and behind it.
fn status_around<'r>(before: &'r [u8], behind: &'r [u8]) -> Option<&'r [u8]> {
    let mut words = before.rsplit(|byte| b" \t()[]<\"".contains(byte));
    if let Some(last) = words.find(|word| !word.is_empty())
        && let Some(status) = Field::Status.value(last)
    {
        return Some(status);
    }
    let mut status = status::in_text(behind);
    if status.is_none() && before.ends_with(b"> from <") {
        status = status::in_text(before);
    }
    if status.is_some() {
        return status;
    }
    // Squid has its own result before the status: `TCP_MISS/200`.
    let result = &before[before.find("TCP_")?..];
    let status = result.split(|byte| b" /".contains(byte)).nth(1)?;
    Field::Status.value(status)
}

/// Returns the size in the word after a status behind a request.
fn size_after<'r>(status: &[u8], behind: &'r [u8]) -> Option<&'r [u8]> {
    let end = offset_in(behind, status)? + status.len();
    let word = behind[end..].split(|byte| *byte <= b' ').nth(1)?;
    Field::Size.value(word)
}

/// Returns the host that Envoy and Istio write behind the id of a request: `"cc21...cd2"
/// "a.example"`.
fn behind_id(text: &[u8]) -> Option<&[u8]> {
    let is_of_id = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    let mut columns = text.split_str("\" \"");
    columns.find(|column| column.len() == 36 && column.iter().all(is_of_id))?;
    let host = columns.next()?;
    request::is_host(host).then_some(host)
}

/// Reads a relative link that gospider found in a script, behind `[from: `. Paths are read as any,
/// other names are no URLs.
fn relative(found: &[u8]) -> Option<LogEntry<'_>> {
    let (script, target) = found.split_once_str("] - ")?;
    if target.starts_with(b"/") || target.find(b"://").is_some() {
        return None;
    }
    if target.starts_with(b"./")
        && let Some((folder, _)) = script.rsplit_once_str("/")
        && let Some((scheme, folder)) = folder.split_once_str("://")
    {
        return Some(LogEntry {
            scheme,
            host: Some(folder),
            target: &target[1..],
            format: "links in scripts",
            ..LogEntry::default()
        });
    }
    Some(LogEntry::default())
}

/// Reads a row of `LinkChecker`'s SQL: the last address is that of the link.
fn sql(line: &[u8]) -> Option<LogEntry<'_>> {
    let start = line.rfind("'http")? + 1;
    let target = line[start..].split(|byte| *byte == b'\'').next()?;
    let is_result = |value: &&[u8]| value.get(3) == Some(&b' ') && status::is_status(&value[..3]);
    let status = match line.split_str(",'").find(is_result) {
        Some(result) => &result[..3],
        None => b"",
    };
    Some(LogEntry {
        target,
        status,
        format: "LinkChecker's SQL",
        ..LogEntry::default()
    })
}

/// Returns the offset behind a request that starts at an offset: at the quote or bracket that
/// closes the one before it, or after its version, or at the next blank. `None` if it starts inside
/// a word.
fn end_of_request(line: &[u8], start: usize) -> Option<usize> {
    let mut first = start;
    while let Some(code) = line[..first].rfind_byte(ESCAPE)
        && code_end(line, code) == first
    {
        first = code;
    }
    let open = first.checked_sub(1)?;
    let rest = &line[start..];
    let length = match line[open] {
        b'"' => end_quote(rest).unwrap_or(rest.len()),
        b' ' | b'\t' | b':' | b'=' | b',' => {
            // The last word is the version, or else the target.
            let blank = rest.find(" HTTP/").or_else(|| rest.find_byte(b' '))?;
            let last = &rest[blank + 1..];
            blank + 1 + last.find_byteset(b" \t").unwrap_or(last.len())
        }
        open => rest.find_byte(partner(open)?)?,
    };
    Some(start + length)
}

/// Reads labelled columns: `time:...\tvhost:a.example\treq:GET /a HTTP/1.1` (LTSV) and `method=GET
/// path="/a" status=200` (logfmt).
fn labelled(line: &[u8]) -> Option<LogEntry<'_>> {
    let is_label = |label: &[u8]| {
        !label.is_empty()
            && label
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(b))
    };
    let columns = || {
        line.split_str("\t")
            .map(|column| column.split_once_str(":"))
    };
    let is_tabbed = columns().count() > 2
        && columns().all(|pair| pair.is_some_and(|(label, _)| is_label(label)));
    let pairs: Vec<(&[u8], &[u8])> = if is_tabbed {
        columns().flatten().collect()
    } else {
        words(line)
            .filter_map(|word| word.split_once_str("="))
            .filter(|(label, _)| is_label(label))
            .collect()
    };
    if pairs.len() < 3 {
        return None;
    }
    let find = |names: &[&str], fits: &dyn Fn(&[u8]) -> bool| {
        let of = |name: &&str| {
            let is_it = |(label, _): &&(&[u8], &[u8])| label.eq_ignore_ascii_case(name.as_bytes());
            pairs
                .iter()
                .filter(is_it)
                .map(|(_, value)| unquoted(value))
                .find(|value| fits(value))
        };
        names.iter().find_map(of)
    };
    let known = |field: Field| find(known::names(field), &|value| field.value(value).is_some());
    let text = find(&request::PATHS, &request::is_path)
        .or_else(|| find(&request::LOOSE, &request::is_path));
    if text.is_none() && is_tabbed {
        // Without a target, no other column is a URL.
        return find(&["req", "request"], &|_| true).map(|_| LogEntry::default());
    }
    let text = text?;
    let line = LogRequest::of(text);
    let method = line
        .as_ref()
        .map(|line| line.method)
        .or_else(|| Field::Method.value(known(Field::Method)?));
    let status = known(Field::Status);
    // In LTSV, the label `host` is that of the client.
    let hosts = || {
        request::HOSTS
            .into_iter()
            .filter(|name| !(is_tabbed && *name == "host"))
    };
    (method.is_some() || status.is_some()).then(|| LogEntry {
        host: hosts().find_map(|name| find(&[name], &request::is_host)),
        scheme: find(&request::SCHEMES, &|scheme| {
            request::SCHEME.contains(&scheme)
        })
        .unwrap_or_default(),
        target: line.map_or(text, |line| line.target),
        query: find(&request::QUERIES, &|query| {
            !query.is_empty() && query != b"-"
        })
        .unwrap_or_default(),
        time: [known(Field::Time).unwrap_or_default(), b""],
        format: if is_tabbed { "LTSV" } else { "logfmt" },
        method: method.unwrap_or_default(),
        status: status.unwrap_or_default(),
        size: known(Field::Size).unwrap_or_default(),
        escapes: Escapes::Backslash,
        ..LogEntry::default()
    })
}

/// Reads a command of curl: `curl -X PUT -d a=1 https://a.example/x`.
fn curl(line: &[u8]) -> Option<LogEntry<'_>> {
    let mut entry = LogEntry {
        method: b"GET",
        format: "commands of curl",
        ..LogEntry::default()
    };
    let mut option = &b""[..];
    let mut method = None;
    let mut target = None;
    for word in words(line).skip(1) {
        let value = unquoted(word);
        match option {
            b"-X" | b"--request" => method = Some(value),
            _ if is_body(option) => (entry.method, entry.body) = (b"POST", value),
            b"-H" | b"--header" | b"-e" | b"--referer" | b"-A" | b"--user-agent" | b"-x"
            | b"--proxy" => {}
            _ if word.starts_with(b"-X") && word.len() > 2 => method = Some(&word[2..]),
            _ if is_address(value) => target = target.or(Some(value)),
            _ => {}
        }
        option = if word.starts_with(b"-") { word } else { b"" };
    }
    Some(LogEntry {
        target: target?,
        method: method.unwrap_or(entry.method),
        ..entry
    })
}

fn is_body(option: &[u8]) -> bool {
    matches!(option, b"-d" | b"--json" | b"--form" | b"-F") || option.starts_with(b"--data")
}

/// Splits a line at blanks outside quotes.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let mut end = 0;
        while let Some(byte) = rest.get(end).filter(|byte| **byte > b' ') {
            end += 1;
            if matches!(byte, b'"' | b'\'') {
                let inner = &rest[end..];
                let close = if *byte == b'"' {
                    quote(inner)
                } else {
                    inner.find_byte(b'\'')
                };
                end += close.map_or(0, |close| close + 1);
            }
        }
        let word = &rest[..end];
        rest = &rest[end..];
        (end > 0).then_some(word)
    })
}

/// Returns a text without the quotes around it.
fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// URL, method and status of a line; nothing for those that it lacks.
    fn read(line: &str) -> Option<[String; 3]> {
        let entry = any(line.as_bytes())?;
        let mut url = Vec::new();
        entry.write_url(None, &mut url);
        Some([&url, entry.method, entry.status].map(|text| text.to_str_lossy().into_owned()))
    }

    #[test]
    fn requests_are_read_wherever_they_stand() {
        for (line, wanted) in [
            // morgan, uvicorn, Django, werkzeug with colours, Tornado, koa
            (
                "203.0.113.7 - GET /product/101 HTTP/1.1 200 20 - 0.189 ms",
                ["/product/101", "GET", "200"],
            ),
            (
                "INFO:     203.0.113.7:4410 - \"PUT /a?b=c d HTTP/1.1\" 404 Not Found",
                ["/a?b=c%20d", "PUT", "404"],
            ),
            (
                "[01/May/2026 11:47:47] \"GET /product/110 HTTP/1.1\" 500 2",
                ["/product/110", "GET", "500"],
            ),
            (
                "x [01/May/2026] \"\x1b[35m\x1b[1mGET /a HTTP/1.1\x1b[0m\" 404 -",
                ["/a", "GET", "404"],
            ),
            (
                "[I 260501 11:47:47 web:2344] 201 POST /a (203.0.113.7) 1.20ms",
                ["/a", "POST", "201"],
            ),
            ("  --> GET /a 200 5ms 127b", ["/a", "GET", "200"]),
            // Scrapy, mitmproxy, HTTPie
            (
                "2026-05-01 10:00:00 [scrapy.core.engine] DEBUG: Crawled (404) <GET http://a.example/x> (referer: http://a.example/)",
                ["http://a.example/x", "GET", "404"],
            ),
            (
                "127.0.0.1:4461: DELETE http://a.example/x",
                ["http://a.example/x", "DELETE", ""],
            ),
            (
                "http PATCH http://a.example/x 'Host: b.example'",
                ["http://a.example/x", "PATCH", ""],
            ),
            // LTSV, logfmt
            (
                "time:01/May/2026:11:07:28 +0000\thost:203.0.113.7\treq:GET /a?b HTTP/1.1\tstatus:200\tvhost:a.example",
                ["//a.example/a?b", "GET", "200"],
            ),
            (
                "time=2026-05-01T11:07:28Z level=info method=POST host=a.example path=\"/a b\" status=302 referer=\"http://b.example/\"",
                ["//a.example/a%20b", "POST", "302"],
            ),
            (
                "method:GET\turi:/a\tquery:b=1\tstatus:200",
                ["/a?b=1", "GET", "200"],
            ),
            (
                "1777629600.123     45 203.0.113.7 TCP_MISS/302 1234 GET https://a.example/a - HIER_DIRECT/192.0.2.1 text/html",
                ["https://a.example/a", "GET", "302"],
            ),
            // Envoy and Istio, gospider, LinkChecker
            (
                "[2026-05-01T10:17:00.310Z] \"GET /a HTTP/1.1\" 200 - via_upstream - \"-\" 0 18 3 2 \"-\" \"agent/1\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"a.example:8080\" \"10.0.2.1:80\" outbound|80||a.svc.local",
                ["//a.example:8080/a", "GET", "200"],
            ),
            (
                "[linkfinder] - [from: https://a.example/static/x.js] - ./y.js",
                ["https://a.example/static/y.js", "", ""],
            ),
            (
                "[linkfinder] - [from: https://a.example/static/x.js] - text/html",
                ["", "", ""],
            ),
            (
                "insert into linksdb(urlname,parentname,valid,result,url,line) values ('/a','https://a.example/b.txt',1,'404 Not Found','https://a.example/a',7);",
                ["https://a.example/a", "", "404"],
            ),
            // curl
            ("curl http://a.example/x", ["http://a.example/x", "GET", ""]),
            (
                "curl -H 'Referer: http://b.example/' -XPUT 'http://a.example/x y'",
                ["http://a.example/x%20y", "PUT", ""],
            ),
            (
                "curl 'http://a.example/x' --data-raw 'a=http://b.example/'",
                ["http://a.example/x", "POST", ""],
            ),
        ] {
            let found = read(line.trim_start());
            assert_eq!(found, Some(wanted.map(ToOwned::to_owned)), "{line}");
        }
    }

    #[test]
    fn lines_about_a_url_are_no_requests() {
        for line in [
            "https://a.example/x?q=GET /y HTTP/1.1",
            "/search?q=GET /y",
            "GET /x HTTP/1.1",
            "a.example/x",
            "FORGET /x and go",
            "a=1 b=2 c=3",
            "level=info path=/var/log/x.log size=7",
            "2026-05-01 10:00:00 10.0.0.5 GET /a b=1 443 - ::1 x - 200",
            "curl --help",
            "a note about GET and /x",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
