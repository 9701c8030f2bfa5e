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
use bstr::ByteSlice;
use urlsift_core::Tokens;

/// Returns whether the whole text between two blanks is one value, whatever characters it has.
pub(super) fn is_whole(chunk: &[u8]) -> bool {
    is_path(chunk)
        || is_url(chunk)
        || is_figures(chunk, b".:/-")
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
        [b'/' | b'\\', next, ..] => !b"/ ".contains(next),
        [drive, b':', b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

fn is_url(text: &[u8]) -> bool {
    text.windows(3).any(|three| three == b"://") && !text.contains(&b'=')
}

/// Returns whether a text begins with a digit, and has only digits and these signs: a number, date,
/// time or address.
pub(super) fn is_figures(text: &[u8], signs: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || signs.contains(byte);
    text.first().is_some_and(u8::is_ascii_digit) && text.iter().all(is_part)
}

/// Returns whether a text has only letters, digits and these signs, and is not empty.
fn is_name(text: &[u8], signs: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || signs.contains(byte);
    !text.is_empty() && text.iter().all(is_part)
}

/// Returns the name before a port.
fn port_of(text: &[u8]) -> Option<&[u8]> {
    let colon = text.rfind_byte(b':')?;
    let name = &text[..colon];
    let port = &text[colon + 1..];
    (is_figures(port, b"") && is_name(name, b".-_")).then_some(name)
}

fn is_mail(text: &[u8]) -> bool {
    let Some(at) = text.find_byte(b'@') else {
        return false;
    };
    let signs = b".-_+";
    is_name(&text[..at], signs) && is_name(&text[at + 1..], signs)
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
    // Most words have no dot.
    if !text.contains(&b'.') {
        return false;
    }
    let mut labels = text.rsplit(|&byte| byte == b'.');
    if !labels.clone().all(|label| is_name(label, b"-")) {
        return false;
    }
    let last = labels.next().unwrap_or_default();
    if is_domain(last) {
        return true;
    }
    // `www.example.co.uk`, `www.example.com.br`.
    let second = labels.next().unwrap_or_default();
    let is_second = is_domain(second) || matches!(second, b"co" | b"ac");
    last.len() == 2 && is_second && labels.next().is_some()
}

fn is_domain(label: &[u8]) -> bool {
    DOMAINS
        .iter()
        .any(|domain| label.eq_ignore_ascii_case(domain))
}

/// Returns the name of a value's class, as templates show it.
pub(super) fn class(text: &str, kind: PieceKind, tokens: &dyn Tokens) -> String {
    if let Some(class) = own_class(text, kind) {
        return class.to_owned();
    }
    // Other values have the class that they have as path segments.
    if is_name(text.as_bytes(), b"-_.") {
        let template = tokens.template(format!("/{text}").as_bytes());
        if let Some(class) = template.strip_prefix("/{")
            && let Some(class) = class.strip_suffix('}')
        {
            return class.to_owned();
        }
    }
    "value".to_owned()
}

/// Returns the class of a value that no path segment has.
fn own_class(text: &str, kind: PieceKind) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let class = if kind == PieceKind::Time || is_clock(bytes) {
        "time"
    } else if kind == PieceKind::Quantity {
        "quantity"
    } else if text.contains("://") {
        "url"
    } else if is_path(bytes) {
        "path"
    } else if is_address(bytes) || port_of(bytes).is_some_and(is_address) {
        "ip"
    } else if is_host(bytes) || port_of(bytes).is_some() {
        "host"
    } else if is_mail(bytes) {
        "email"
    } else if bytes.iter().all(u8::is_ascii_digit) {
        "int"
    } else if is_number(bytes) {
        "number"
    } else if is_hexadecimal(text) {
        "hex"
    } else {
        return None;
    };
    Some(class)
}

/// `-3.5`, `1,000`, `99%`.
fn is_number(text: &[u8]) -> bool {
    match text {
        [b'-' | b'+', digits @ ..] => is_figures(digits, b".,%"),
        _ => is_figures(text, b".,%"),
    }
}

/// `0x1f`.
fn is_hexadecimal(text: &str) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether a text has four numbers with dots between them.
fn is_address(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let mut count = 0;
    for number in text.split(|&byte| byte == b'.') {
        if number.len() > 3 || !is_figures(number, b"") {
            return false;
        }
        count += 1;
    }
    count == 4
}

/// Returns whether a text is a date or a time of day: `10:00:00.5`, `2026-11-23T10:00:00Z`.
fn is_clock(text: &[u8]) -> bool {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    if !(3..=26).contains(&digits) || !is_figures(text, b":-/.,+TZ") {
        return false;
    }
    let signs = text.iter().filter(|byte| b":-/".contains(byte)).count();
    if signs == 2 {
        return true;
    }
    let has_port = port_of(text).is_some_and(is_address);
    text.contains(&b':') && !has_port
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
