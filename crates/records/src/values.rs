//! Recognises values in texts, and their classes.
//!
//! | a value | such as |
//! |---|---|
//! | a word with a digit | `17`, `-3.5`, `0x1f`, `blk_81`, `192.0.2.1:80`, `2026-11-23T10:00:00Z` |
//! | a path | `/var/log/x`, `C:\temp` |
//! | a URL, a name of a host under a generic domain | `ftp://a.test/`, `www.example.com` |
//! | an address of mail | `ann@example.com` |
//! | the unit, day, month or zone beside one | `5 KB`, `Mon Nov 23 10:00:00 UTC` |
//!
//! Everything else is a word. A word with a digit may be a name (`sha256`); texts that differ only
//! in such a name are similar. That is rare in logs, and most of their lines have numbers.

use super::piece::PieceKind;
use std::borrow::Cow;
use urlsift_core::Tokens;

/// Returns whether the whole text between two blanks is one value, whatever characters it has.
pub(super) fn is_whole(chunk: &[u8]) -> bool {
    is_path(chunk)
        || chunk.windows(3).any(|three| three == b"://") && !chunk.contains(&b'=')
        || is_figures(chunk)
        || port_of(chunk).is_some()
        || is_mail(chunk)
        || is_host(chunk)
}

/// Returns whether a part between separators is a value.
pub(super) fn is_part(part: &[u8]) -> bool {
    part.iter().any(u8::is_ascii_digit) || is_path(part) || is_host(part)
}

fn is_path(text: &[u8]) -> bool {
    match text {
        b"/" => true,
        [b'/' | b'\\', next, ..] => !matches!(next, b'/' | b' '),
        [drive, b':', b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns whether a text has digits with separators between them: a number, date, time or address.
fn is_figures(text: &[u8]) -> bool {
    text[0].is_ascii_digit()
        && text
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b'/' | b'-'))
}

/// Returns the name before a port.
fn port_of(text: &[u8]) -> Option<&[u8]> {
    let colon = text.iter().rposition(|&byte| byte == b':')?;
    let name = &text[..colon];
    let port = &text[colon + 1..];
    let is_name = !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    (is_name && !port.is_empty() && port.iter().all(u8::is_ascii_digit)).then_some(name)
}

fn is_mail(text: &[u8]) -> bool {
    let Some(at) = text.iter().position(|&byte| byte == b'@') else {
        return false;
    };
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    at > 0 && at + 1 < text.len() && text[..at].iter().chain(&text[at + 1..]).all(is_name)
}

/// Domains that identify host names by their end. Country domains do not: `tip.id` and `host.name`
/// are names of settings.
const DOMAINS: [&[u8]; 9] = [
    b"com",
    b"net",
    b"org",
    b"edu",
    b"gov",
    b"mil",
    b"arpa",
    b"local",
    b"internal",
];

fn is_host(text: &[u8]) -> bool {
    let is_label = |label: &&[u8]| {
        !label.is_empty()
            && label
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    // Most words have no dot.
    if !text.contains(&b'.')
        || !text
            .split(|&byte| byte == b'.')
            .all(|label| is_label(&label))
    {
        return false;
    }
    let mut labels = text.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let is_domain = |label: &[u8]| {
        DOMAINS
            .iter()
            .any(|domain| label.eq_ignore_ascii_case(domain))
    };
    // `www.example.com`, `www.example.co.uk`, `www.example.com.br`.
    let is_second = |label: &[u8]| is_domain(label) || matches!(label, b"co" | b"ac");
    is_domain(last)
        || last.len() == 2 && labels.next().is_some_and(is_second) && labels.next().is_some()
}

/// Returns the name of a value's class, as templates show it.
pub(super) fn class(text: &str, kind: PieceKind, tokens: &dyn Tokens) -> Cow<'static, str> {
    let bytes = text.as_bytes();
    let own = match () {
        () if kind == PieceKind::Time || is_clock(bytes) => "time",
        () if kind == PieceKind::Quantity => "quantity",
        () if text.contains("://") => "url",
        () if is_path(bytes) => "path",
        () if is_address(bytes) || port_of(bytes).is_some_and(is_address) => "ip",
        () if is_host(bytes) || port_of(bytes).is_some() => "host",
        () if is_mail(bytes) => "email",
        () if bytes.iter().all(u8::is_ascii_digit) => "int",
        () if is_number(bytes) => "number",
        () if matches!(bytes, [b'0', b'x', _, ..])
            && bytes[2..].iter().all(u8::is_ascii_hexdigit) =>
        {
            "hex"
        }
        () => return url_class(text, tokens),
    };
    Cow::Borrowed(own)
}

/// Returns the class of the text as a path segment.
fn url_class(text: &str, tokens: &dyn Tokens) -> Cow<'static, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let found = text
        .bytes()
        .all(is_plain)
        .then(|| tokens.template(format!("/{text}").as_bytes()));
    let class = found
        .as_deref()
        .and_then(|found| found.strip_prefix("/{")?.strip_suffix('}'));
    class.map_or(Cow::Borrowed("value"), |class| Cow::Owned(class.to_owned()))
}

fn is_number(text: &[u8]) -> bool {
    let digits = text
        .strip_prefix(b"-")
        .or_else(|| text.strip_prefix(b"+"))
        .unwrap_or(text);
    digits.first().is_some_and(u8::is_ascii_digit)
        && digits
            .iter()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'%'))
}

/// Returns whether a text has four numbers with dots between them.
fn is_address(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let is_byte =
        |part: &[u8]| (1..=3).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    text.split(|&byte| byte == b'.').count() == 4 && text.split(|&byte| byte == b'.').all(is_byte)
}

/// Returns whether a text is a date or a time of day: `10:00:00.5`, `2026-11-23T10:00:00Z`.
fn is_clock(text: &[u8]) -> bool {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let signs = text
        .iter()
        .filter(|byte| matches!(byte, b':' | b'-' | b'/'))
        .count();
    let is_sign = |byte: &u8| matches!(byte, b':' | b'-' | b'/' | b'.' | b',' | b'+' | b'T' | b'Z');
    text[0].is_ascii_digit()
        && (3..=26).contains(&digits)
        && (text.contains(&b':')
            && signs >= 1
            && port_of(text).is_none_or(|name| !is_address(name))
            || signs == 2)
        && text
            .iter()
            .all(|byte| byte.is_ascii_digit() || is_sign(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_known_by_their_form() {
        for text in [
            "/var/log/x",
            "/",
            r"C:\temp\x",
            "ftp://a.test/x",
            "192.0.2.1",
            "10:00:07",
            "2026-11-23",
            "h1:443",
            "proxy.test:80",
            "ann@example.com",
            "www.example.com",
            "shop.example.co.uk",
            "db.internal",
        ] {
            assert!(is_whole(text.as_bytes()), "{text}");
        }
        for text in [
            "and/or",
            "java.class.path",
            "tip.id",
            "a:b",
            "user=ann",
            "@",
            "x@",
            "e.g",
            "well-known",
        ] {
            assert!(
                !is_whole(text.as_bytes()) && !is_part(text.as_bytes()),
                "{text}"
            );
        }
        assert!(is_part(b"blk_81") && is_part(b"0x1f") && is_part(b"x86"));
    }
}
