//! Text around a URL in a document, a log or a page, and malformed links that crawlers follow.

use super::rule::JunkRule;
use super::view::{AT, BACKSLASH, BLANK, BRACKET, COLON, CONTROL, NAME, PATH, PartView, is_word};
use bstr::ByteSlice;

pub(super) static RULES: [JunkRule; 8] = [
    JunkRule {
        name: "request",
        parts: PATH,
        kinds: BLANK,
        fits: |view| {
            let starts = [
                "/GET /",
                "/POST /",
                "/HEAD /",
                "/PUT /",
                "/GET http",
                "/POST http",
            ];
            let versions = [" HTTP/0.", " HTTP/1.", " HTTP/2.", " HTTP/'"];
            versions
                .iter()
                .any(|version| view.text.contains_str(version))
                || starts.iter().any(|start| view.text.starts_with_str(start))
        },
        why: "the line of a request was taken for a path",
    },
    JunkRule {
        name: "control",
        parts: PATH | NAME,
        kinds: CONTROL,
        fits: |_| true,
        why: "no site has control characters in paths and names",
    },
    JunkRule {
        name: "escape",
        parts: PATH | NAME,
        kinds: BACKSLASH,
        fits: is_escape,
        why: "the escape of a string in code goes on behind the URL",
    },
    JunkRule {
        name: "glued",
        parts: PATH,
        kinds: COLON,
        fits: |view| {
            let is_end = |b: u8| b.is_ascii_alphanumeric() || b")\"'".contains(&b);
            ["http:/", "https:/"].iter().any(|scheme| {
                let mut places = view.places(scheme);
                places.any(|(before, _)| before.is_some_and(is_end))
            })
        },
        why: "the next URL of a text stands behind this one",
    },
    JunkRule {
        name: "punctuation",
        parts: PATH,
        kinds: 0,
        fits: ends_in_punctuation,
        why: "the quote or bracket behind a URL in a text is no part of it",
    },
    JunkRule {
        name: "status",
        parts: PATH,
        kinds: BRACKET,
        fits: |view| {
            let end = view.text.strip_suffix(b"]").unwrap_or(&view.text);
            matches!(end, [.., b'[', b'1'..=b'5', b'0'..=b'9', b'0'..=b'9'])
        },
        why: "the status that a tool printed behind the URL",
    },
    JunkRule {
        name: "loop",
        parts: PATH,
        kinds: 0,
        fits: is_loop,
        why: "a crawler followed a relative link below itself, again and again",
    },
    JunkRule {
        name: "address",
        parts: PATH,
        kinds: AT,
        fits: is_address,
        why: "a mail address was taken for a link",
    },
];

fn is_escape(view: &PartView<'_>) -> bool {
    // Browsers read a backslash at the end as a slash, but not its escape.
    let is_cut = view.text.ends_with(b"\\") && !view.raw.ends_with(b"\\");
    is_cut
        || view.around(b"\\").any(|(_, after)| match after {
            [b'"', ..] | [b'n' | b'r' | b't'] => true,
            [b'n' | b'r' | b't', rest @ ..] => {
                rest.starts_with(b"\\") || rest.starts_with(b"http") || rest.starts_with(b"\"")
            }
            [b'u', digits @ ..] => {
                digits.len() >= 4 && digits[..4].iter().all(u8::is_ascii_hexdigit)
            }
            [b'x', high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
            _ => false,
        })
}

/// Extensions of files that end a path.
static EXTENSIONS: &[&str] = &[
    "php", "asp", "aspx", "jsp", "html", "htm", "js", "css", "json", "xml", "txt", "bak", "png",
    "gif", "jpg", "jpeg", "svg", "pdf", "ico", "do", "zip", "cgi", "swf",
];

/// Whether a segment is only quotes and closing brackets, or has them after an extension, or a
/// quote and a bracket after any name.
fn ends_in_punctuation(view: &PartView<'_>) -> bool {
    let Some(segment) = view.last() else {
        return false;
    };
    if segment.last().is_some_and(u8::is_ascii_alphanumeric) {
        return false;
    }
    let is_closing = |c: char| ")]'\">,[(’‘”“»=`".contains(c);
    let name = segment.trim_end_with(is_closing);
    let marks = &segment[name.len()..];
    if marks.iter().all(|&b| b == b'=') {
        return false;
    }
    // A closing bracket may belong to an open one, also of a call: `/file('/a/b.pdf')`.
    let is_open = || {
        view.text[..view.text.len() - marks.len()]
            .find_byteset(b"([<")
            .is_some()
    };
    // Only code ends a quoted text and what is around it.
    let is_of_code = matches!(marks, [b'\'' | b'"' | b'`', b')' | b']' | b'>' | b',', ..]);
    name.is_empty() || (is_file(name) || is_of_code) && !is_open()
}

/// Whether a name ends with a listed extension, in any case.
fn is_file(name: &[u8]) -> bool {
    let Some((_, extension)) = name.rsplit_once_str(".") else {
        return false;
    };
    let mut extensions = EXTENSIONS.iter();
    extensions.any(|listed| listed.as_bytes().eq_ignore_ascii_case(extension))
}

/// Whether the same segment occurs four times in a row, or the same two or three segments three
/// times.
fn is_loop(view: &PartView<'_>) -> bool {
    if view.segments().count() < 4 {
        return false;
    }
    let segments: Vec<&[u8]> = view.segments().collect();
    for period in 1..=3 {
        let mut repeats = 0;
        let least = if period == 1 { 3 } else { period * 2 };
        for (before, segment) in segments.iter().zip(segments.iter().skip(period)) {
            let is_name = segment.len() > 1 && segment.iter().any(u8::is_ascii_alphabetic);
            if is_name && segment == before {
                repeats += 1;
            } else {
                repeats = 0;
            }
            if repeats >= least {
                return true;
            }
        }
    }
    false
}

/// Whether a path is only a mail address.
fn is_address(view: &PartView<'_>) -> bool {
    let Some(segment) = view.text.strip_prefix(b"/").map(<[u8]>::trim_ascii) else {
        return false;
    };
    let Some((name, host)) = segment.split_once_str("@") else {
        return false;
    };
    let Some((_, domain)) = host.rsplit_once_str(".") else {
        return false;
    };
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let is_label = |label: &[u8]| !label.is_empty() && label.iter().all(is_part);
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|&b| is_word(b) || matches!(b, b'.' | b'+'))
        && host.split(|&b| b == b'.').all(is_label)
        && domain.len() >= 2
        && domain.iter().all(u8::is_ascii_alphabetic)
}
