//! Finds the method of a request if the text around the URL states it.

use super::paths::name;
use super::request::known;
use bstr::ByteSlice;
use urlsift_url::list::list;

/// Bytes around a URL that are searched.
const NEAR: usize = 240;

/// Objects whose functions are named after methods: `axios.post(`, `$.post(`, `router.delete(`.
/// Maps have such functions, too.
const RECEIVERS: [&str; 14] = [
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
const CALLS: [&str; 7] = list("$fetch ajax axios fetch ofetch request usefetch");

/// Returns the method before a URL: `POST https://...`, `-X PUT /a`. In a sentence, such a word may
/// mean something else.
pub(super) fn before(last: &[u8], start: &[u8], rest: &[u8]) -> Option<&'static str> {
    let word = match last {
        [b'[', word @ .., b']'] => word,
        _ => last,
    };
    if !word.iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    let method = known(word)?;
    let ahead = start.trim_ascii_end();
    let ahead = ahead.strip_suffix(last).unwrap_or(ahead).trim_ascii_end();
    let is_first = match ahead.last() {
        Some(byte) => byte.is_ascii() && !byte.is_ascii_alphabetic(),
        None => true,
    };
    let is_option = ahead.ends_with(b"-X") || ahead.ends_with(b"--request");
    let is_request = rest.trim_ascii_start().starts_with(b"HTTP/");
    (is_first || is_option || is_request).then_some(method)
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
            if matches!(&*call, "post" | "put" | "patch" | "delete") {
                let (receiver, _) = name(start.strip_suffix(b".")?);
                let is_client = RECEIVERS.iter().any(|known| receiver.ends_with(known));
                return if is_client {
                    known(call.as_bytes())
                } else {
                    None
                };
            }
            if !CALLS.contains(&&*call) {
                return None;
            }
            // `fetch("/a", {method: "POST"})`.
            let behind = after_argument(rest)?;
            option(behind.trim_ascii_start().strip_prefix(b"{")?)
        }
        // `xhr.open("POST", "/a"`.
        b',' => {
            let open = start.rfind("open(")?;
            let (method, rest) = quoted(start[open + 5..].trim_ascii())?;
            if rest.is_empty() { known(method) } else { None }
        }
        // `{url: "/a", method: "POST"}`, in any order.
        b':' => {
            let (member, _) = name(start);
            let open = start.rfind_byteset("{}")?;
            if start[open] != b'{' || !member.ends_with("url") {
                return None;
            }
            let behind = after_argument(rest);
            let behind = behind.and_then(option).or_else(|| option(rest));
            behind.or_else(|| option(&start[open + 1..]))
        }
        _ => None,
    }
}

/// Returns the text after the comma behind an argument or member that begins with a quoted text:
/// `,{...}`, `+id,{...}`, `.concat(id),{...}`.
fn after_argument(rest: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, &byte) in rest.iter().enumerate() {
        match byte {
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' | b'`' => quote = Some(byte),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => return Some(&rest[at + 1..]),
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the method among the options of a call, up to the first bracket.
fn option(options: &[u8]) -> Option<&'static str> {
    let end = options.iter().position(|b| b"{}()".contains(b));
    let options = &options[..end.unwrap_or(options.len())];
    named_method(options, "method").or_else(|| named_method(options, "type"))
}

/// Returns the method that is the value of this option.
fn named_method(options: &[u8], name: &str) -> Option<&'static str> {
    let (before, value) = options.split_once_str(name)?;
    if let Some(last) = before.last()
        && (last.is_ascii_alphanumeric() || b"_$.".contains(last))
    {
        return None;
    }
    let value = match value {
        [b'"' | b'\'' | b'`', value @ ..] => value,
        _ => value,
    };
    let value = value.trim_ascii_start().strip_prefix(b":")?;
    let (method, _) = quoted(value.trim_ascii_start())?;
    known(method)
}

/// Returns the text in the quotes at the start of a text, and the text after them.
fn quoted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    match text {
        [quote @ (b'"' | b'\'' | b'`'), inner @ ..] => inner.split_once_str(&[*quote]),
        _ => None,
    }
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
            ("fetch(| + id, {method: 'PUT'})", Some("PUT")),
            ("fetch(|+id,{method:'PUT'})", Some("PUT")),
            ("fetch(|+e(id)+'/x,y', {method: 'PATCH'})", Some("PATCH")),
            ("fetch(|.concat(id), {method: 'DELETE'})", Some("DELETE")),
            ("axios(|+x[0], {method: 'POST'})", Some("POST")),
            ("fetch(|+{a:1}.a, {type: 'POST'})", Some("POST")),
            ("$.ajax({url: |+e(id), type: 'DELETE'})", Some("DELETE")),
            ("$.ajax({url: |+ids.join(','), method: 'PUT'})", Some("PUT")),
            ("fetch(|+id); fetch(x, {method: 'PUT'})", None),
            ("fetch(|+id, opts); x({method: 'PUT'})", None),
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
