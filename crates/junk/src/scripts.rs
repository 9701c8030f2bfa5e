//! Strings and code of scripts that crawlers mistook for paths.

use super::rule::JunkRule;
use super::view::{
    BRACE, BRACKET, COLON, DOT, EQUALS, NAME, PAREN, PATH, PLUS, PartView, QUOTE, is_identifier,
    is_word, run,
};
use bstr::ByteSlice;

pub(super) static RULES: [JunkRule; 7] = [
    JunkRule {
        name: "link",
        parts: PATH,
        kinds: COLON,
        fits: |view| view.segments().any(is_link),
        why: "a link to a script, a mail address, a telephone or data was resolved like a path",
    },
    JunkRule {
        name: "media-type",
        parts: PATH,
        kinds: 0,
        fits: is_media_type,
        why: "a media type is a string of a script",
    },
    JunkRule {
        name: "property",
        parts: PATH,
        kinds: DOT,
        fits: |view| view.last().is_some_and(is_property) && !is_documented(view),
        why: "an expression of a script: properties of an object of browsers or of a variable of one letter",
    },
    JunkRule {
        name: "selector",
        parts: PATH,
        kinds: DOT | COLON | BRACKET,
        fits: |view| view.last().is_some_and(is_selector),
        why: "a selector of CSS is a string of a script",
    },
    JunkRule {
        name: "code",
        parts: PATH | NAME,
        kinds: PAREN | BRACE | PLUS | QUOTE | EQUALS,
        fits: is_code,
        why: "code of a script is part of the path or of a parameter's name",
    },
    JunkRule {
        name: "template",
        parts: PATH,
        kinds: BRACE,
        fits: is_template,
        why: "an expression of a template was never filled in; names in braces are left, they say where a value stands",
    },
    JunkRule {
        name: "unset",
        parts: PATH | NAME,
        kinds: 0,
        fits: is_unset,
        why: "a script put no value here, or an object instead of one",
    },
];

/// Whether a path is `undefined`, alone or twice, or the text form of an object. Inside a route,
/// one `undefined` is a value, and the rest names the endpoint.
fn is_unset(view: &PartView<'_>) -> bool {
    let is_unset = |segment: &&[u8]| matches!(*segment, b"undefined" | b"NaN");
    let unset = || view.segments().filter(is_unset).count();
    let is_object = |at: usize| matches!(view.text[at + 7..], [b' ' | b'+', b'A'..=b'Z', ..]);
    view.kinds & BRACKET != 0 && view.text.find("[object").is_some_and(is_object)
        || view.part == PATH && unset() >= view.segments().count().clamp(1, 2)
}

/// Whether a segment is a link with a scheme that has no path.
fn is_link(segment: &[u8]) -> bool {
    let segment = segment.trim_ascii_start();
    let [b'a' | b'd' | b'j' | b'm' | b't' | b'v', ..] = segment else {
        return false;
    };
    let Some((scheme, rest)) = segment.split_once_str(":") else {
        return false;
    };
    match scheme {
        b"javascript" | b"vbscript" => rest.is_empty() || rest.find_byteset(b";(").is_some(),
        b"mailto" => rest.is_empty() || rest.contains(&b'@'),
        b"tel" => matches!(rest.trim_ascii_start(), [b'+' | b'0'..=b'9' | b'(', ..]),
        b"about" => rest == b"blank",
        b"data" => is_data(rest),
        _ => false,
    }
}

/// Whether the text after `data:` is that of such a link.
fn is_data(text: &[u8]) -> bool {
    let starts = ["image", "text", "application", "font", ";base64"];
    for start in starts {
        if let Some([] | [b';' | b',', ..]) = text.strip_prefix(start.as_bytes()) {
            return true;
        }
    }
    text.starts_with(b",")
}

/// Media types whose names are not those of routes, by the text before the slash.
static MEDIA_TYPES: &[(&str, &str)] = &[
    (
        "text",
        "html plain css xml javascript x-javascript ecmascript csv event-stream xsl",
    ),
    (
        "application",
        "json javascript x-javascript ecmascript x-www-form-urlencoded octet-stream xml \
        xhtml+xml ld+json rss+xml atom+xml x-shockwave-flash x-json vnd.ms-fontobject",
    ),
    ("multipart", "form-data mixed related alternative"),
    ("image", "svg+xml x-icon vnd.microsoft.icon"),
];

fn is_media_type(view: &PartView<'_>) -> bool {
    let mut segments = view.lower.rsplit(|&b| b == b'/');
    let Some(subtype) = segments.next() else {
        return false;
    };
    let Some(kind) = segments.next() else {
        return false;
    };
    let subtype = run(subtype, |b| !matches!(b, b';' | b' ' | b','));
    let is_listed = MEDIA_TYPES
        .iter()
        .any(|(name, subtypes)| name.as_bytes() == kind && listed(subtypes, subtype));
    // Not where types are documented.
    is_listed
        && !segments.any(|segment| segment.contains_str("media") || segment.contains_str("mime"))
}

/// Whether a word is in a list of words between blanks.
fn listed(list: &str, word: &[u8]) -> bool {
    list.split(' ').any(|listed| listed.as_bytes() == word)
}

/// Objects that browsers and libraries provide to scripts.
static OBJECTS: &str = concat!(
    "window document this self event location navigator Math JSON Object Array String Number ",
    "Function jQuery Promise Symbol element options response request",
);

/// Properties that are not extensions of files.
static PROPERTIES: &str = concat!(
    "length href prototype hostname pathname innerHTML outerHTML userAgent cookie stringify ",
    "toString hasOwnProperty preventDefault target currentTarget exports slice push indexOf ",
    "concat replace className classList parentNode children style referrer origin floor round ",
    "random isArray apply bind props url value nodeType tagName",
);

/// Whether a path belongs to a manual, which has pages about properties.
fn is_documented(view: &PartView<'_>) -> bool {
    view.has_any(&[
        "/docs/",
        "/doc/",
        "/dom/",
        "/api",
        "/ref",
        "/wiki",
        "/tag",
        "/library/",
        "/javascript/",
        "/manual",
    ])
}

/// Whether a text consists of identifiers with dots between them.
fn are_identifiers(text: &[u8]) -> bool {
    text.split(|&b| b == b'.').all(is_identifier)
}

/// Whether a segment is like `window.location.href` or `e.pageX`.
fn is_property(segment: &[u8]) -> bool {
    let mut parts = segment.split(|&b| b == b'.');
    let Some(first) = parts.next() else {
        return false;
    };
    let is_variable = matches!(first, [b'a'..=b'z' | b'$' | b'_']);
    let is_object = is_variable || listed(OBJECTS, first);
    if !is_object || !are_identifiers(segment) {
        return false;
    }
    let Some(last) = parts.clone().next_back() else {
        return false;
    };
    let has_hump = |part: &[u8]| {
        part.windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    };
    // `x.JpG` is a file.
    let is_file = listed(EXTENSIONS, &last.to_ascii_lowercase());
    listed(PROPERTIES, last) || has_hump(last) && !is_file || parts.any(|part| part == b"prototype")
}

/// HTML elements after which a dot begins a class, not an extension.
static CONTAINERS: &str = "div span li ul ol td tr th h1 h2 h3 h4 h5 h6";

/// HTML elements that are also names of files.
static CONTROLS: &str = concat!(
    "a body button fieldset form html iframe img input label option p section select table ",
    "tbody textarea",
);

static EXTENSIONS: &str = concat!(
    "html htm xhtml shtml php jsp asp aspx do css js mjs ts tsx jsx vue json xml txt md png ",
    "gif jpg jpeg svg webp pdf scss less class phtml swift proto config module properties ",
    "component service controller",
);

static PSEUDO_CLASSES: &str = concat!(
    "hover checked selected visible hidden focus disabled enabled first-child last-child ",
    "first last before after even odd",
);

/// Whether a segment is like `div.error_msg`, `input:checked` or `input[type=text]`.
fn is_selector(segment: &[u8]) -> bool {
    let element = run(segment, |b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let is_container = listed(CONTAINERS, element);
    let is_control = listed(CONTROLS, element);
    if !is_container && !is_control {
        return false;
    }
    match &segment[element.len()..] {
        [b'.', class @ ..] => {
            let starts = class.first().is_some_and(u8::is_ascii_alphabetic);
            let is_class = starts && class.iter().copied().all(is_word);
            let is_joined = class.iter().any(|b| matches!(b, b'_' | b'-'));
            element.len() > 1
                && is_class
                && (is_joined || is_container && class.len() >= 5 && !listed(EXTENSIONS, class))
        }
        [b':', pseudo @ ..] => {
            listed(PSEUDO_CLASSES, pseudo)
                || pseudo.starts_with(b"not(")
                || pseudo.starts_with(b"nth-child(")
        }
        [b'[', attribute @ ..] => {
            let name = run(attribute, |b| b.is_ascii_lowercase() || b == b'-');
            let operator = attribute[name.len()..].first();
            name.len() >= 2 && operator.is_some_and(|operator| b"=^*~$|".contains(operator))
        }
        _ => false,
    }
}

fn is_code(view: &PartView<'_>) -> bool {
    let fragments = [
        "function(",
        "function (",
        "){",
        "});",
        "=>",
        "!==",
        "encodeuricomponent(",
        "typeof ",
        "void 0",
    ];
    view.has_any(&fragments) || is_joined(view)
}

/// Whether a path has strings and variables joined by `+`: `'+x+'`, `+x.y+`.
fn is_joined(view: &PartView<'_>) -> bool {
    if view.kinds & PLUS == 0 {
        return false;
    }
    let is_quote = |text: &[u8]| matches!(text, [b'"' | b'\'', ..]);
    view.segments().any(|segment| {
        if let [b'+', inner @ .., b'+'] = segment {
            return inner.contains(&b'.') && are_identifiers(inner);
        }
        let mut parts = segment.split(|&b| b == b'+').map(<[u8]>::trim_ascii);
        // A string ends, a variable follows, and the next string begins.
        let mut before = parts.next().unwrap_or_default();
        let mut variables = parts.clone().zip(parts.clone().skip(1));
        variables.any(|(variable, next)| {
            let is_end = matches!(before, [.., b'"' | b'\'']);
            before = variable;
            is_end && are_identifiers(variable) && is_quote(next)
        })
    })
}

/// Whether a path has an expression in the braces of a template, and not only a name.
fn is_template(view: &PartView<'_>) -> bool {
    let mut rest = &view.text[..];
    while let Some(at) = rest.find_byte(b'{') {
        let marked = matches!(rest[..at], [.., b'$' | b'#']);
        let (open, close): (usize, &[u8]) = match rest[at + 1..] {
            [b'{', ..] => (2, b"}}"),
            [b'%', ..] => (2, b"%}"),
            _ if marked => (1, b"}"),
            _ => {
                rest = &rest[at + 1..];
                continue;
            }
        };
        let inner = &rest[at + open..];
        // The expression is truncated.
        let Some(end) = inner.find(close) else {
            return true;
        };
        let name = inner[..end]
            .trim_ascii()
            .trim_with(|c| matches!(c, '{' | '}'));
        let is_name = name.iter().all(|&b| is_word(b) || b == b'.');
        if !is_name || close == b"%}" {
            return true;
        }
        rest = &inner[end + close.len()..];
    }
    false
}
