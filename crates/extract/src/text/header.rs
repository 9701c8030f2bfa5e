//! Finds links in HTTP headers, as `curl -i` and saved messages have them.

use super::candidate::Candidate;
use super::paths::{PathGuess, guess_path};

/// Headers whose value is one link.
const ONE: [&[u8]; 5] = [
    b"content-location",
    b"location",
    b"sourcemap",
    b"uri",
    b"x-sourcemap",
];

/// Calls `each` with the links without a host in a line that is such a header. Returns whether the
/// line is one; links with a host are found in any text.
pub(super) fn links(line: &[u8], mut each: impl FnMut(Candidate<'_>)) -> bool {
    // `curl -v` marks the lines of an answer.
    let line = line.strip_prefix(b"< ").unwrap_or(line);
    let Some(colon) = line.iter().take(20).position(|&b| b == b':') else {
        return false;
    };
    let name = line[..colon].to_ascii_lowercase();
    let value = line[colon + 1..].trim_ascii();
    if ONE.contains(&&*name) {
        return one(value, &mut each);
    }
    match &*name {
        b"refresh" => {
            let Some(at) = memchr::memmem::find(&value.to_ascii_lowercase(), b"url=") else {
                return false;
            };
            one(value[at + 4..].trim_ascii(), &mut each)
        }
        // A header whose links all have hosts is read as ordinary text.
        b"link" if memchr::memmem::find(value, b"<").is_some_and(|at| at == 0) => {
            let targets = || {
                memchr::memchr_iter(b'<', value).filter_map(|at| {
                    let rest = &value[at + 1..];
                    let end = memchr::memchr2(b'>', b'<', rest).filter(|&end| rest[end] == b'>')?;
                    Some(rest[..end].trim_ascii())
                })
            };
            let is_local =
                |target: &[u8]| !matches!(Candidate::of_link(target), Candidate::Absolute(_));
            if !targets().any(is_local) {
                return false;
            }
            for target in targets() {
                each(Candidate::of_link(target));
            }
            true
        }
        _ => false,
    }
}

/// Calls `each` with a value that is one link without a host: `/x`, `?x`, `../x`, `login.php`, but
/// not a word. Returns whether it is one.
fn one(value: &[u8], each: &mut impl FnMut(Candidate<'_>)) -> bool {
    let is_path = [&b"/"[..], b"?", b"./", b"../"]
        .iter()
        .any(|start| value.starts_with(start));
    if value.iter().any(u8::is_ascii_whitespace)
        || !(is_path || guess_path(value, b"", b"") == PathGuess::Path)
    {
        return false;
    }
    each(Candidate::of_link(value));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_links() {
        for (line, wanted) in [
            ("Location: /login?x=1", Some(&["/login?x=1"][..])),
            ("< location: next.php", Some(&["next.php"])),
            (
                "Link: </a.css>; rel=preload; as=style, <https://b.example/>; rel=next",
                Some(&["/a.css", "https://b.example/"]),
            ),
            ("Refresh: 5; url=../x", Some(&["../x"])),
            ("SourceMap: /app.js.map", Some(&["/app.js.map"])),
            ("Location: https://a.example/", None),
            ("Link: <https://a.example/>; rel=next", None),
            ("Location: Berlin", None),
            ("Location: /dev/null is full", None),
            ("Link: see below", None),
            ("Link: <open", None),
            ("Host: a.example", None),
        ] {
            let mut found = Vec::new();
            let is_header = links(line.as_bytes(), |candidate| {
                if let Candidate::Absolute(text)
                | Candidate::Path(text)
                | Candidate::Relative(text) = candidate
                {
                    found.push(String::from_utf8_lossy(text).into_owned());
                }
            });
            assert_eq!(
                is_header.then_some(found.iter().map(String::as_str).collect::<Vec<_>>()),
                wanted.map(<[_]>::to_vec),
                "{line}"
            );
        }
    }
}
