//! Finds links in HTTP headers, as `curl -i` and saved messages have them.

use super::candidate::Candidate;
use super::markup::refresh_target;
use super::paths::{PathGuess, guess_path};
use bstr::ByteSlice;

/// Headers whose value is one link.
const ONE: [&str; 5] = [
    "content-location",
    "location",
    "sourcemap",
    "uri",
    "x-sourcemap",
];

/// Calls `each` with the links without a host in a line that is such a header. Returns whether the
/// line is one; links with a host are found in any text.
pub(super) fn links(line: &[u8], mut each: impl FnMut(Candidate<'_>)) -> bool {
    // `curl -v` marks the lines of an answer.
    let line = line.strip_prefix(b"< ").unwrap_or(line);
    let Some(colon) = line.iter().take(20).position(|&b| b == b':') else {
        return false;
    };
    let name = line[..colon].to_str_lossy().to_ascii_lowercase();
    let value = line[colon + 1..].trim_ascii();
    let mut links = Vec::new();
    match &*name {
        name if ONE.contains(&name) => links.extend(local_link(value)),
        "refresh" => links.extend(refresh_target(value).and_then(local_link)),
        "link" if value.starts_with(b"<") => {
            for entry in value.split(|&b| b == b'<') {
                if let Some((target, _)) = entry.split_once_str(">") {
                    links.push(Candidate::of_link(target.trim_ascii()));
                }
            }
            // A header whose links all have hosts is read as ordinary text.
            if links
                .iter()
                .all(|link| matches!(link, Candidate::Absolute(_)))
            {
                return false;
            }
        }
        _ => {}
    }
    let is_header = !links.is_empty();
    for link in links {
        each(link);
    }
    is_header
}

/// Returns the link of a value that is one link without a host: `/x`, `?x`, `../x`, `login.php`,
/// but not a word.
fn local_link(value: &[u8]) -> Option<Candidate<'_>> {
    let starts = ["/", "?", "./", "../"];
    let is_path = starts.iter().any(|start| value.starts_with_str(start));
    let has_blanks = value.iter().any(u8::is_ascii_whitespace);
    let is_link = is_path || guess_path(value, b"", b"") == PathGuess::Path;
    (is_link && !has_blanks).then(|| Candidate::of_link(value))
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
