//! Pieces of HTML and other markup.

use super::rule::JunkRule;
use super::view::{
    AND, ANGLE, BAR, BLANK, BRACKET, NAME, PAREN, PATH, PartView, QUOTE, SEMICOLON, STAR,
    after_run, is_word, run,
};

pub(super) static RULES: [JunkRule; 6] = [
    JunkRule {
        name: "tag",
        parts: PATH | NAME,
        kinds: ANGLE,
        fits: is_tag,
        why: "an HTML tag is part of the path or of a parameter's name",
    },
    JunkRule {
        name: "entity",
        parts: PATH | NAME,
        kinds: AND | SEMICOLON,
        fits: |view| {
            let found = |name: &str| {
                let mut places = view.places(name);
                places.any(|(before, _)| matches!(before, None | Some(b'&')))
            };
            let names = [
                "lt;", "gt;", "apos;", "nbsp;", "#34;", "#39;", "#x27;", "#x22;",
            ];
            // A parameter `lt;b` is the rest of a value, `<b`.
            found("quot;") || view.part == PATH && names.into_iter().any(found)
        },
        why: "HTML escapes of quotes and brackets stand in text, not in URLs",
    },
    JunkRule {
        name: "attribute",
        parts: PATH | NAME,
        kinds: QUOTE,
        fits: is_attribute,
        why: "the quote that ends an attribute or a string ends the URL",
    },
    JunkRule {
        name: "srcset",
        parts: PATH,
        kinds: BLANK,
        fits: |view| {
            view.around(b" ")
                .any(|(before, after)| is_image(before) && is_density(after))
        },
        why: "several images and their widths are one attribute, of which each part is a URL",
    },
    JunkRule {
        name: "markdown",
        parts: PATH | NAME,
        kinds: BRACKET | STAR | PAREN | QUOTE,
        fits: |view| {
            view.has_any(&[
                "](", "[/url", "[url=", "[/img", "[/quote", "[/b]", "[/i]", "[/link",
            ]) || view.text.ends_with(b"**") && !view.text.ends_with(b"/**")
                || view.text.ends_with(b"`")
        },
        why: "Markdown, BBCode or the like goes on behind the URL",
    },
    JunkRule {
        name: "citation",
        parts: PATH,
        kinds: BAR,
        fits: |view| {
            view.around(b"|").any(|(_, after)| {
                let field = after_run(after, |b| b.is_ascii_whitespace());
                is_assignment(field, 3)
            })
        },
        why: "the next field of a wiki's template goes on behind the URL",
    },
];

/// HTML elements, except names of placeholders, as in `/users/<name>`.
static ELEMENTS: &[&str] = &[
    "applet", "audio", "body", "br", "button", "details", "div", "embed", "frame", "frameset",
    "h1", "h2", "h3", "head", "hr", "html", "iframe", "image", "img", "input", "li", "marquee",
    "math", "meta", "noscript", "script", "span", "strong", "style", "svg", "td", "textarea", "tr",
    "ul", "video", "xml", "xss",
];

fn is_tag(view: &PartView<'_>) -> bool {
    view.around(b"<").any(|(_, after)| match after {
        []
        | [b'/', b'a'..=b'z' | b'A'..=b'Z', ..]
        | [b'!', b'-' | b'D' | b'd' | b'[', ..]
        | [b'?', b'p' | b'x' | b'=', ..]
        | [b'%', b'=' | b' ', ..] => true,
        _ => {
            let name = run(after, is_word);
            if !name.first().is_some_and(u8::is_ascii_alphabetic) {
                return false;
            }
            let mut elements = ELEMENTS.iter();
            if elements.any(|element| element.as_bytes().eq_ignore_ascii_case(name)) {
                return true;
            }
            // Whether an attribute follows; text after the next bracket is checked with that
            // bracket.
            let rest = &after[name.len()..];
            let goes_on = rest.first().is_some_and(|b| b" /+\t\n".contains(b));
            goes_on && run(rest, |b| !matches!(b, b'<' | b'>')).contains(&b'=')
        }
    })
}

/// Whether a quote is followed by the continuation of an attribute, a list or an object.
fn is_attribute(view: &PartView<'_>) -> bool {
    // Start of the segment, and whether a text or a call has begun in it.
    let mut segment = 0;
    let mut in_text = false;
    let mut in_call = false;
    for (at, &quote) in view.text.iter().enumerate() {
        match quote {
            b'/' => {
                segment = at + 1;
                in_text = false;
                in_call = false;
            }
            b'(' => in_call = true,
            _ => {}
        }
        if !matches!(quote, b'"' | b'\'') {
            continue;
        }
        let ends_text = in_text && quote == b'"';
        in_text ^= quote == b'"';
        let before = &view.text[segment..at];
        let after = &view.text[at + 1..];
        let tag_end = after.strip_prefix(b"/").unwrap_or(after);
        if tag_end.starts_with(b">") || is_next_attribute(after) {
            return true;
        }
        let goes_on = if quote == b'"' {
            // Objects and texts in quotes are complete, and `24"` is inches.
            let is_whole = ends_text || matches!(before, [b'{' | b'[', ..]);
            let is_inches = before.last().is_some_and(u8::is_ascii_digit);
            let is_end = after.first().is_none_or(|b| b":,;)}]".contains(b));
            is_end && !is_whole && !is_inches
        } else {
            !in_call
                && matches!(
                    after,
                    [b';', ..]
                        | [b')', b';' | b',' | b'+', ..]
                        | [b',', b'\'' | b'"' | b'{', ..]
                        | [b',', b' ', b'\'' | b'"', ..]
                )
        };
        if goes_on {
            return true;
        }
    }
    false
}

/// Whether a text begins like ` class=`.
fn is_next_attribute(text: &[u8]) -> bool {
    let [b' ', rest @ ..] = text else {
        return false;
    };
    is_assignment(rest, 2)
}

/// Whether a text begins with `name=`, whose name has at least so many small letters.
fn is_assignment(text: &[u8], least: usize) -> bool {
    let name = run(text, |b| b.is_ascii_lowercase() || b == b'-');
    name.len() >= least && text[name.len()..].starts_with(b"=")
}

/// Whether a text ends with the name of an image.
fn is_image(text: &[u8]) -> bool {
    let images = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".svg"];
    let end = text[text.len().saturating_sub(5)..].to_ascii_lowercase();
    images.iter().any(|image| end.ends_with(image.as_bytes()))
}

/// Whether a text is like `768w` or `2x`.
fn is_density(text: &[u8]) -> bool {
    let number = run(text, |b| b.is_ascii_digit() || b == b'.');
    let rest = &text[number.len()..];
    !number.is_empty() && matches!(rest, [b'w' | b'x'] | [b'w' | b'x', b',', ..])
}
