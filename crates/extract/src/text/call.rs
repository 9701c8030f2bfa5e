//! Finds the method of a request if the text around the URL states it.

use super::paths::name;
use super::request::known;

/// Bytes around a URL that are searched.
const NEAR: usize = 240;

/// Objects whose functions are named after methods: `axios.post(`, `$.post(`, `router.delete(`.
/// Maps have such functions, too.
const RECEIVERS: &[&str] = &[
    "$",
    "ajax",
    "api",
    "app",
    "axios",
    "client",
    "got",
    "http",
    "https",
    "jquery",
    "ky",
    "request",
    "router",
    "superagent",
];

/// Functions that take a URL, with the method among their options.
const CALLS: [&str; 7] = [
    "$fetch", "ajax", "axios", "fetch", "ofetch", "request", "usefetch",
];

/// Returns the method before a URL: `POST https://...`, `-X PUT /a`. In a sentence, such a word may
/// mean something else.
pub(super) fn before(last: &[u8], start: &[u8], rest: &[u8]) -> Option<&'static str> {
    let word = last
        .strip_prefix(b"[")
        .and_then(|word| word.strip_suffix(b"]"))
        .unwrap_or(last);
    if !word.iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    let method = known(word)?;
    let ahead = start.trim_ascii_end();
    let ahead = ahead.strip_suffix(last).unwrap_or(ahead).trim_ascii_end();
    let is_own = rest.trim_ascii_start().starts_with(b"HTTP/")
        || [&b"-X"[..], b"--request"]
            .iter()
            .any(|option| ahead.ends_with(option))
        || !ahead
            .last()
            .is_some_and(|&b| b.is_ascii_alphabetic() || !b.is_ascii());
    is_own.then_some(method)
}

/// Returns the method of the call whose argument is a quoted URL, from the text before the opening
/// quote and the text after the closing one.
pub(super) fn around(start: &[u8], rest: &[u8]) -> Option<&'static str> {
    let before = start[start.len().saturating_sub(NEAR)..].trim_ascii_end();
    let rest = &rest[..rest.len().min(NEAR)];
    let (&last, start) = before.split_last()?;
    match last {
        b'(' => {
            let (call, start) = name(start);
            match &*call {
                "post" | "put" | "patch" | "delete" => {
                    let (receiver, _) = name(start.strip_suffix(b".")?);
                    RECEIVERS
                        .iter()
                        .any(|known| receiver.ends_with(known))
                        .then(|| known(call.as_bytes()))?
                }
                // `fetch("/a", {method: "POST"})`.
                call if CALLS.contains(&call) => option(
                    rest.trim_ascii_start()
                        .strip_prefix(b",")?
                        .trim_ascii_start()
                        .strip_prefix(b"{")?,
                ),
                _ => None,
            }
        }
        // `xhr.open("POST", "/a"`.
        b',' => {
            let argument = start[memchr::memmem::rfind(start, b"open(")? + 5..].trim_ascii();
            let (&quote, argument) = argument.split_first()?;
            known(
                argument
                    .strip_suffix(&[quote])
                    .filter(|_| is_quote(quote))?,
            )
        }
        // `{url: "/a", method: "POST"}`, in any order.
        b':' => {
            if !name(start).0.ends_with("url") {
                return None;
            }
            let open = memchr::memrchr2(b'{', b'}', start).filter(|&at| start[at] == b'{')?;
            option(rest).or_else(|| option(&start[open + 1..]))
        }
        _ => None,
    }
}

/// Returns the method among the options of a call, up to the first bracket.
fn option(options: &[u8]) -> Option<&'static str> {
    let end = options
        .iter()
        .position(|b| matches!(b, b'{' | b'}' | b'(' | b')'))
        .unwrap_or(options.len());
    let options = &options[..end];
    [&b"method"[..], b"type"].iter().find_map(|name| {
        let at = memchr::memmem::find(options, name)?;
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.');
        if at
            .checked_sub(1)
            .is_some_and(|before| is_name(&options[before]))
        {
            return None;
        }
        let value = &options[at + name.len()..];
        let value = match value.split_first() {
            Some((&quote, value)) if is_quote(quote) => value,
            _ => value,
        };
        let value = value
            .trim_ascii_start()
            .strip_prefix(b":")?
            .trim_ascii_start();
        let (&quote, value) = value.split_first().filter(|&(&quote, _)| is_quote(quote))?;
        known(&value[..memchr::memchr(quote, value)?])
    })
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_method_is_that_of_the_urls_own_call() {
        for (script, wanted) in [
            ("axios.post(|", Some("POST")),
            ("this.$http.delete( |, x)", Some("DELETE")),
            ("$.post(|", Some("POST")),
            ("cache.delete(|", None),
            ("post(|", None),
            ("axios.get(|", None),
            ("fetch(|, {method: 'PUT'})", Some("PUT")),
            ("fetch(|,{headers:{},method:\"PUT\"})", None),
            ("fetch(|, {\"method\":\"post\", body: b})", Some("POST")),
            ("fetch(|); fetch(x, {method: 'PUT'})", None),
            ("fetch(|, {cache: 'no-store', method: m})", None),
            ("$.ajax({type: \"POST\", url: |, data: d})", Some("POST")),
            ("axios({url: |, method: 'patch'})", Some("PATCH")),
            ("$.ajax({url: |}); x({method: 'POST'})", None),
            ("$.ajax({url: |, dataType: 'json'})", None),
            ("{method: 'POST'}, {url: |}", None),
            ("x.open('POST', |, true)", Some("POST")),
            ("x.open(method, |", None),
            ("x(|", None),
            ("|", None),
        ] {
            let (start, rest) = script.split_once('|').expect("it has a place");
            assert_eq!(
                around(start.as_bytes(), rest.as_bytes()),
                wanted,
                "{script}"
            );
        }
    }

    #[test]
    fn a_method_stands_in_front_of_its_url() {
        for (text, wanted) in [
            ("POST|", Some("POST")),
            ("1. `PUT|", Some("PUT")),
            ("curl -X DELETE|", Some("DELETE")),
            ("12:30:01 POST|", Some("POST")),
            ("[POST]|", Some("POST")),
            ("see my BLOG POST|", None),
            ("see my BLOG POST| HTTP/1.1", Some("POST")),
            ("post|", None),
            ("HOST|", None),
        ] {
            let (start, rest) = text.split_once('|').expect("it has a place");
            let last = start.rsplit([' ', '`']).next().unwrap_or_default();
            assert_eq!(
                before(last.as_bytes(), start.as_bytes(), rest.as_bytes()),
                wanted,
                "{text}"
            );
        }
    }
}
