//! Requests in lines of any form: between quotes or brackets, among words, and in commands of curl.

use super::entry::{LogEntry, LogRequest, end_quote};
use super::labelled::labelled;
use super::w3c;
use super::words::{quoted_words, unquoted};
use crate::bytes;
use crate::input::field::Field;
use crate::input::word::{ESCAPE, code_end, is_blank, offset_in, partner};
use crate::input::word_kind::{begins_request, is_address};
use crate::input::{request, status};
use bstr::ByteSlice;

/// Reads the request of a line in which neither a URL nor a method comes first; `None` if it has
/// none.
pub(in crate::input) fn any(line: &[u8]) -> Option<LogEntry<'_>> {
    let first_end = line.find_byteset(b" \t")?;
    let first = &line[..first_end];
    if first.starts_with(b"/") || begins_request(first) {
        return None;
    }
    if let Some((before, _)) = first.split_once_str("://")
        && !before.contains(&b'[')
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
    if entry.is_some() {
        return entry;
    }
    // In a W3C log, the query is another column.
    if w3c::is_table(line) {
        return None;
    }
    among_words(line)
}

/// Members of JSON objects that are about a request, as written.
const REQUEST_MEMBERS: [&str; 4] = [r#""uri":"#, r#""url":"#, r#""path":"#, r#""request_uri":"#];

/// Returns the JSON object about a request at the end of a line of text.
pub(in crate::input) fn object(line: &[u8]) -> Option<&[u8]> {
    if !line.ends_with(b"}") {
        return None;
    }
    let start = line.find(b"{\"")?;
    let (before, object) = line.split_at(start);
    if !matches!(before, [.., b' ' | b'\t']) {
        return None;
    }
    if before.starts_with(b"/") || before.find(b"://").is_some() {
        return None;
    }
    let first = bytes::before(before, |byte| byte <= b' ');
    if begins_request(first) {
        return None;
    }
    for name in REQUEST_MEMBERS {
        if line.find(name).is_some() {
            return Some(object);
        }
    }
    None
}

/// Reads the first `METHOD target` of a line, with the text around it.
fn among_words(line: &[u8]) -> Option<LogEntry<'_>> {
    // Scrapy names the new URL of a redirect before the old one.
    let mut from = line.find(b"> from <").unwrap_or_default();
    loop {
        let blank = from + line[from..].find_byte(b' ')?;
        from = blank + 1;
        let before = line[..blank].trim_end_with(|c| c.is_ascii_uppercase());
        let start = before.len();
        if !is_request(&line[start..blank], &line[from..]) {
            continue;
        }
        if let Some(end) = end_of_request(line, start) {
            let request = LogRequest::of(&line[start..end])?;
            return Some(entry_between(&line[..start], request, &line[end..]));
        }
    }
}

/// Whether a word in capitals and the text after it are a request.
fn is_request(method: &[u8], target: &[u8]) -> bool {
    let is_target = target.starts_with(b"/") || is_address(target);
    if is_target && begins_request(method) {
        return true;
    }
    method.len() >= 3 && has_version(target)
}

/// Returns the entry of a request, with what the text before it and behind it tells.
fn entry_between<'r>(before: &'r [u8], request: LogRequest<'r>, behind: &'r [u8]) -> LogEntry<'r> {
    let status = status_around(before, behind).unwrap_or_default();
    let time = status::time_in(before).unwrap_or_default();
    let size = size_after(status, behind).unwrap_or_default();
    let host = behind_id(behind);
    let mut format = "lines with requests";
    if host.is_some() {
        format = "an Envoy log";
    }
    LogEntry {
        host,
        size,
        format,
        ..request.entry(time, status)
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
    let (_, result) = before.split_once_str("TCP_")?;
    let status = result.split(|byte| b" /".contains(byte)).nth(1)?;
    Field::Status.value(status)
}

/// Returns the size in the word after a status behind a request.
fn size_after<'r>(status: &[u8], behind: &'r [u8]) -> Option<&'r [u8]> {
    let end = offset_in(behind, status)? + status.len();
    let mut words = behind[end..].split(|byte| *byte <= b' ');
    let size = words.nth(1)?;
    Field::Size.value(size)
}

/// Returns the host that Envoy and Istio write behind the id of a request: `"cc21...cd2"
/// "a.example"`.
fn behind_id(text: &[u8]) -> Option<&[u8]> {
    let mut columns = text.split_str("\" \"");
    columns.find(|column| is_request_id(column))?;
    let host = columns.next()?;
    if !request::is_host(host) {
        return None;
    }
    Some(host)
}

/// Whether a text is a UUID.
fn is_request_id(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    text.len() == 36 && text.iter().all(is_part)
}

/// Reads a relative link that gospider found in a script, behind `[from: `. Paths are read as any,
/// other names are no URLs.
fn relative(found: &[u8]) -> Option<LogEntry<'_>> {
    let (script, target) = found.split_once_str("] - ")?;
    if target.starts_with(b"/") || target.find("://").is_some() {
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
    let target = bytes::before(&line[start..], |byte| byte == b'\'');
    let mut status = &b""[..];
    for value in line.split_str(",'") {
        if let Some((first, _)) = value.split_once_str(" ")
            && status::is_status(first)
        {
            status = first;
            break;
        }
    }
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
            let start = blank + 1;
            start + bytes::before(&rest[start..], is_blank).len()
        }
        open => rest.find_byte(partner(open)?)?,
    };
    Some(start + length)
}

/// Reads a command of curl: `curl -X PUT -d a=1 https://a.example/x`.
fn curl(line: &[u8]) -> Option<LogEntry<'_>> {
    let mut target = None;
    let mut method = None;
    let mut body = None;
    // The word before, if it is an option.
    let mut option = &b""[..];
    for word in quoted_words(line).skip(1) {
        let value = unquoted(word);
        match option {
            b"-X" | b"--request" => method = Some(value),
            _ if is_body(option) => body = Some(value),
            _ if has_other_value(option) => {}
            _ if word.len() > 2 && word.starts_with(b"-X") => method = Some(&word[2..]),
            _ if target.is_none() && is_address(value) => target = Some(value),
            _ => {}
        }
        option = if word.starts_with(b"-") { word } else { b"" };
    }
    let usual_method = if body.is_some() { "POST" } else { "GET" };
    Some(LogEntry {
        target: target?,
        method: method.unwrap_or(usual_method.as_bytes()),
        body: body.unwrap_or_default(),
        format: "commands of curl",
        ..LogEntry::default()
    })
}

/// Whether the word after an option is the body of the request.
fn is_body(option: &[u8]) -> bool {
    match option {
        b"-d" | b"--json" | b"--form" | b"-F" => true,
        _ => option.starts_with(b"--data"),
    }
}

/// Whether the word after an option is neither a method nor a body nor a URL to ask for.
fn has_other_value(option: &[u8]) -> bool {
    match option {
        b"-H" | b"--header" | b"-e" | b"--referer" => true,
        _ => matches!(option, b"-A" | b"--user-agent" | b"-x" | b"--proxy"),
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
