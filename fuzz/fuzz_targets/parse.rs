//! Any line has the same parts by the fast path and by the `url` crate, and a canonical form is its
//! own canonical form.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../benches/internals.rs"]
mod internals;
use internals::{Parser, Parts};

fuzz_target!(|line: &[u8]| {
    let (mut fast, mut judged) = (Parser::default(), Parser::default());
    let parts = fast.parse(line).map(|(parts, _)| parts);
    assert_eq!(
        parts,
        judged.parse_judged(line),
        "the fast path and the judge differ"
    );
    if let Some(parts) = parts
        && let Some(canonical) = written(&parts)
    {
        let mut again = Parser::default();
        let reparsed = again.parse(&canonical).map(|(parts, _)| parts);
        assert_eq!(
            Some(parts),
            reparsed,
            "{} is not its own form",
            canonical.escape_ascii()
        );
    }
});

/// The line of the canonical parts, if they form one.
fn written(parts: &Parts<'_>) -> Option<Vec<u8>> {
    let web = matches!(parts.scheme, b"" | b"http" | b"https");
    // Only one of several trailing dots of a host is removed at a time, and a bare path that begins
    // with // would name a host.
    if !web
        || parts.host.is_empty()
        || parts
            .host
            .split(|&byte| byte == b':')
            .next()?
            .ends_with(b".")
    {
        return None;
    }
    let mut line = parts.scheme.to_vec();
    line.extend_from_slice(if parts.scheme.is_empty() {
        b"//"
    } else {
        b"://"
    });
    if !parts.user.is_empty() {
        line.extend_from_slice(parts.user);
        line.push(b'@');
    }
    line.extend_from_slice(parts.host);
    line.extend_from_slice(parts.path);
    for (mark, part) in [(b'?', parts.query), (b'#', parts.fragment)] {
        if !part.is_empty() {
            line.push(mark);
            line.extend_from_slice(part);
        }
    }
    Some(line)
}
