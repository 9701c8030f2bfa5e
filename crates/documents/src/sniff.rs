//! Decides whether a text begins with a document of a known kind, and where the document ends.
//!
//! Reads no more than it must: a page, a list and a log are passed on after their first bytes, JSON
//! lines after their first line.

use crate::robots::Directive;
use urlsift_url::list::list;

/// Maximum length of a document that is held, in bytes.
pub(crate) const LIMIT: usize = 128 << 20;

/// Maximum bytes before the first tag of a Burp export, whose document type has 2 KiB.
const PROLOGUE: usize = 64 << 10;

/// First bytes of the document types of Burp's exports.
const DOCUMENT_TYPES: [&[u8]; 2] = [b"<!DOCTYPE items", b"<!DOCTYPE issues"];

/// Document type of feeds in an early version.
const FEED_TYPE: &[u8] = b"<!DOCTYPE rss";

/// Names at the start of a line in YAML that an API description can have. A text whose names lack
/// the version is not an API description.
const NAMES: [&str; 19] = list(
    "basePath components consumes definitions externalDocs host info jsonSchemaDialect openapi \
    parameters paths produces responses schemes security securityDefinitions servers swagger tags",
);

/// The bit for any name, those of extensions included.
const ANY: u32 = 1 << 31;

/// The notation of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Json,
    Yaml,
    Burp,
    Issues,
    Zap,
    Sitemap,
    Feed,
    Robots,
}

/// Whether a text begins with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// More bytes are needed.
    Wait,
    /// No document.
    Text,
    /// A document of this length, or a text that looks like one until it is read.
    Whole(Notation, usize),
    /// A text that begins like a document and is longer than the limit.
    TooLong,
    /// A text that begins like a document in JSON and ends too early.
    CutOff,
    /// A text that begins like `robots.txt` and goes on as another.
    Torn,
}

/// Inspects the start of a growing text.
#[derive(Debug)]
pub(crate) struct Sniffer {
    state: SnifferState,
    /// Number of bytes inspected so far.
    at: usize,
    /// Number of bytes in which no further line ends.
    searched: usize,
    limit: usize,
    /// Whether lists of objects, and of links for crawlers, are documents.
    lists: bool,
}

#[derive(Clone, Copy, Debug)]
enum SnifferState {
    Start,
    Json {
        depth: usize,
        in_text: bool,
    },
    Xml(Option<Notation>),
    Robots(RobotsLines),
    /// The bits of the names read so far, with one for any name, and whether the version is among
    /// them.
    Yaml {
        names: u32,
        is_certain: bool,
    },
}

/// The lines of `robots.txt` read so far.
#[derive(Clone, Copy, Debug, Default)]
struct RobotsLines {
    /// Whether crawlers were named.
    has_agent: bool,
    /// Whether rules for them were named.
    has_rule: bool,
}

/// Returns whether a text that begins with these bytes may begin with a document, lists included.
pub fn may_begin_document(start: &[u8]) -> bool {
    Sniffer::new(true).judge(start, false) != Judgement::Text
}

impl Sniffer {
    /// `lists` says whether lists of objects, and of links for crawlers, are documents.
    pub(crate) fn new(lists: bool) -> Self {
        Self {
            state: SnifferState::Start,
            at: 0,
            searched: 0,
            limit: LIMIT,
            lists,
        }
    }

    /// Judges the start of a text that has ended or may continue.
    pub(crate) fn judge(&mut self, text: &[u8], ended: bool) -> Judgement {
        let judgement = self.inspect(text, ended);
        if judgement == Judgement::Wait && text.len() >= self.limit {
            let is_held = match self.state {
                SnifferState::Start | SnifferState::Xml(None) => false,
                SnifferState::Yaml { is_certain, .. } => is_certain,
                SnifferState::Robots(lines) => lines.has_rule,
                SnifferState::Json { .. } | SnifferState::Xml(_) => true,
            };
            return if is_held {
                Judgement::TooLong
            } else {
                Judgement::Text
            };
        }
        judgement
    }

    fn inspect(&mut self, text: &[u8], ended: bool) -> Judgement {
        if matches!(self.state, SnifferState::Start)
            && let Some(judgement) = self.start(text, ended)
        {
            return judgement;
        }
        match self.state {
            SnifferState::Start => Judgement::Text,
            SnifferState::Json { .. } => self.json(text, ended),
            SnifferState::Xml(form) => self.xml(form, text, ended),
            SnifferState::Yaml { .. } => self.yaml(text, ended),
            SnifferState::Robots(lines) => self.robots(lines, text, ended),
        }
    }

    /// Judges the first significant byte. Returns `None` if a document may begin with it.
    fn start(&mut self, text: &[u8], ended: bool) -> Option<Judgement> {
        let wait = Some(if ended {
            Judgement::Text
        } else {
            Judgement::Wait
        });
        if !ended && text.len() < 3 && b"\xef\xbb\xbf".starts_with(text) {
            return wait;
        }
        if self.at == 0 && text.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        self.at += blanks(&text[self.at..]);
        let rest = &text[self.at..];
        self.state = match rest.first() {
            None => return wait,
            Some(open) if *open == b'{' || (*open == b'[' && self.lists) => {
                // A document, not a block of a script or a line of a log.
                match (open, rest.get(1 + blanks(&rest[1..]))) {
                    (_, None) => return wait,
                    (b'{', Some(b'"')) | (b'[', Some(b'{')) => SnifferState::Json {
                        depth: 0,
                        in_text: false,
                    },
                    _ => return Some(Judgement::Text),
                }
            }
            Some(b'<') => SnifferState::Xml(None),
            Some(b'#' | b'%' | b'-' | b'"' | b'\'' | b'a'..=b'z') => SnifferState::Yaml {
                names: 0,
                is_certain: false,
            },
            // The first names of robots.txt.
            Some(b'A' | b'D' | b'S' | b'U') if self.lists => SnifferState::Yaml {
                names: 0,
                is_certain: false,
            },
            Some(_) => return Some(Judgement::Text),
        };
        None
    }

    /// Follows brackets and texts to the end of the first value.
    fn json(&mut self, text: &[u8], ended: bool) -> Judgement {
        let SnifferState::Json {
            mut depth,
            mut in_text,
        } = self.state
        else {
            return Judgement::Text;
        };
        let mut at = self.at;
        while at < text.len() {
            if in_text {
                match memchr::memchr2(b'"', b'\\', &text[at..]) {
                    None => at = text.len(),
                    Some(length) if text[at + length] == b'"' => {
                        (at, in_text) = (at + length + 1, false);
                    }
                    // The byte after a backslash may not have been read yet.
                    Some(length) if at + length + 1 < text.len() => at += length + 2,
                    Some(length) => {
                        at += length;
                        break;
                    }
                }
                continue;
            }
            match text[at] {
                b'"' => in_text = true,
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return Judgement::Whole(Notation::Json, at + 1);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.at = at;
        self.state = SnifferState::Json { depth, in_text };
        if ended {
            Judgement::CutOff
        } else {
            Judgement::Wait
        }
    }

    /// Reads up to the first tag, and from there to the end of the source.
    fn xml(&mut self, form: Option<Notation>, text: &[u8], ended: bool) -> Judgement {
        let form = match form.map_or_else(|| root(&text[self.at..], self.lists), FirstTag::Known) {
            FirstTag::Known(form) => form,
            FirstTag::Other => return Judgement::Text,
            FirstTag::Open if ended || text.len() - self.at > PROLOGUE => return Judgement::Text,
            FirstTag::Open => return Judgement::Wait,
        };
        self.state = SnifferState::Xml(Some(form));
        if ended {
            Judgement::Whole(form, text.len())
        } else {
            Judgement::Wait
        }
    }

    /// Reads the lines that are not indented: each has a name of an API description.
    fn yaml(&mut self, text: &[u8], ended: bool) -> Judgement {
        let SnifferState::Yaml {
            mut names,
            mut is_certain,
        } = self.state
        else {
            return Judgement::Text;
        };
        while let Some(end) = self.line_end(text, ended) {
            let line = &text[self.at..end];
            match line_of_yaml(line.strip_suffix(b"\r").unwrap_or(line)) {
                YamlLine::Within if names == 0 && !is_comment(line) => return Judgement::Text,
                // The start of a second document.
                YamlLine::Border if names > 0 => {
                    return whole_yaml(self.at, is_certain);
                }
                YamlLine::Within | YamlLine::Border => {}
                YamlLine::Name(bit, _) if !is_certain && names & bit > 0 => return Judgement::Text,
                YamlLine::Name(bit, is_version) => {
                    names |= bit | ANY;
                    is_certain |= is_version;
                }
                // A text with a version among its names is a broken API description, not something
                // else.
                YamlLine::Foreign if is_certain => {}
                YamlLine::Foreign if names == 0 && self.lists => {
                    let directive = Directive::of(line);
                    if !directive.is_some_and(|first| first.may_be_first()) {
                        return Judgement::Text;
                    }
                    return self.robots(RobotsLines::default(), text, ended);
                }
                YamlLine::Foreign => return Judgement::Text,
            }
            self.at = (end + 1).min(text.len());
            self.state = SnifferState::Yaml { names, is_certain };
            if self.at == text.len() {
                break;
            }
        }
        match (ended, is_certain) {
            // No name is that long.
            (false, false) if text.len() - self.at > PROLOGUE => Judgement::Text,
            (false, _) => Judgement::Wait,
            (true, _) => whole_yaml(text.len(), is_certain),
        }
    }

    /// Reads lines of `robots.txt`, up to one that is none.
    fn robots(&mut self, mut lines: RobotsLines, text: &[u8], ended: bool) -> Judgement {
        while let Some(end) = self.line_end(text, ended) {
            let line = &text[self.at..end];
            match Directive::of(line) {
                // Rules are for the crawlers named before.
                Some(directive) if directive.is_for_path() && !lines.has_agent => {
                    return Judgement::Text;
                }
                Some(directive) => {
                    lines.has_agent |= directive.is_agent();
                    lines.has_rule |= directive.is_rule();
                }
                None if is_comment(line) => {}
                None if lines.has_agent && lines.has_rule => return Judgement::Torn,
                None => return Judgement::Text,
            }
            self.at = (end + 1).min(text.len());
            if self.at == text.len() {
                break;
            }
        }
        self.state = SnifferState::Robots(lines);
        let is_certain = lines.has_agent && lines.has_rule;
        if ended {
            return if is_certain {
                Judgement::Whole(Notation::Robots, text.len())
            } else {
                Judgement::Text
            };
        }
        // No line is that long, and no comment before the first rule.
        let held = if is_certain { self.at } else { 0 };
        if text.len() - held > PROLOGUE {
            return Judgement::Text;
        }
        Judgement::Wait
    }

    /// Returns the end of the next line. Bytes that were searched are not searched again.
    fn line_end(&mut self, text: &[u8], ended: bool) -> Option<usize> {
        let from = self.at.max(self.searched);
        if let Some(length) = memchr::memchr(b'\n', &text[from..]) {
            return Some(from + length);
        }
        self.searched = text.len();
        ended.then_some(text.len())
    }
}

fn whole_yaml(length: usize, is_certain: bool) -> Judgement {
    if is_certain {
        Judgement::Whole(Notation::Yaml, length)
    } else {
        Judgement::Text
    }
}

fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Starts of first tags, and marks in them.
const ROOTS: [(&[u8], Notation, &[u8]); 8] = [
    (b"<items", Notation::Burp, b"burpVersion"),
    (b"<issues", Notation::Issues, b"burpVersion"),
    (b"<OWASPZAPReport", Notation::Zap, b""),
    (b"<urlset", Notation::Sitemap, b""),
    (b"<sitemapindex", Notation::Sitemap, b""),
    (b"<rss", Notation::Feed, b""),
    (b"<feed", Notation::Feed, b"tom"),
    (b"<rdf:RDF", Notation::Feed, b"rss"),
];

/// The first tag of a document.
enum FirstTag {
    /// It has not been read yet.
    Open,
    Other,
    Known(Notation),
}

/// Finds the first tag after the declaration, comments and document type. `lists` says whether
/// sitemaps and feeds count.
fn root(mut text: &[u8], lists: bool) -> FirstTag {
    loop {
        text = &text[blanks(text)..];
        let end = |mark: &[u8]| memchr::memmem::find(text, mark).map(|at| at + mark.len());
        let skipped = if text.starts_with(b"<?") {
            end(b"?>")
        } else if text.starts_with(b"<!--") {
            end(b"-->")
        } else if DOCUMENT_TYPES.iter().any(|start| text.starts_with(start)) {
            // Its declarations are in brackets.
            end(b"]>")
        } else if lists && text.starts_with(FEED_TYPE) {
            end(b">")
        } else {
            break;
        };
        match skipped {
            Some(length) => text = &text[length..],
            None => return FirstTag::Open,
        }
    }
    for (tag, form, mark) in ROOTS {
        if !lists && matches!(form, Notation::Sitemap | Notation::Feed) {
            continue;
        }
        if text.len() < tag.len() {
            if tag.starts_with(text) {
                return FirstTag::Open;
            }
        } else if text.starts_with(tag) {
            let rest = &text[tag.len()..];
            let end = memchr::memchr(b'>', rest);
            let attributes = &rest[..end.unwrap_or(rest.len())];
            let has_mark = memchr::memmem::find(attributes, mark).is_some();
            return match (rest.first(), end) {
                (Some(first), _) if !first.is_ascii_whitespace() && *first != b'>' => {
                    FirstTag::Other
                }
                (_, None) => FirstTag::Open,
                _ if has_mark => FirstTag::Known(form),
                _ => FirstTag::Other,
            };
        }
    }
    let is_type = |start: &&[u8]| start.starts_with(text);
    let may_be_type = DOCUMENT_TYPES.iter().any(is_type) || (lists && FEED_TYPE.starts_with(text));
    if may_be_type || b"<!--".starts_with(text) {
        FirstTag::Open
    } else {
        FirstTag::Other
    }
}

/// The start of a line of YAML.
enum YamlLine {
    /// An indented or empty line, a comment, an item, or a closing bracket.
    Within,
    /// `---` or `...`.
    Border,
    /// The bit of a name, and whether it names the version.
    Name(u32, bool),
    Foreign,
}

/// Returns whether a line is blank, a comment or a directive.
fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), None | Some(b'#' | b'%'))
}

fn line_of_yaml(line: &[u8]) -> YamlLine {
    if line.starts_with(b"---") || line == b"..." {
        return YamlLine::Border;
    }
    match line.first() {
        None | Some(b' ' | b'\t' | b'#' | b'%' | b']' | b'}') => return YamlLine::Within,
        Some(b'-') if matches!(line.get(1), None | Some(b' ')) => return YamlLine::Within,
        _ => {}
    }
    let Some(colon) = memchr::memchr(b':', &line[..line.len().min(200)]) else {
        return YamlLine::Foreign;
    };
    let name = line[..colon].trim_ascii();
    let value = &line[colon + 1..];
    let name = name
        .strip_prefix(b"\"")
        .and_then(|name| name.strip_suffix(b"\""))
        .unwrap_or(name);
    let name = name
        .strip_prefix(b"'")
        .and_then(|name| name.strip_suffix(b"'"))
        .unwrap_or(name);
    if !matches!(value.first(), None | Some(b' ' | b'\t')) {
        return YamlLine::Foreign;
    }
    if name.starts_with(b"x-") {
        return YamlLine::Name(0, false);
    }
    let is_scalar = [
        &b"openapi"[..],
        b"swagger",
        b"host",
        b"basePath",
        b"jsonSchemaDialect",
    ]
    .contains(&name);
    let opens = |value: &[u8]| {
        matches!(
            value.first(),
            None | Some(b'#' | b'[' | b'{' | b'&' | b'*' | b'!')
        )
    };
    match NAMES.iter().position(|known| known.as_bytes() == name) {
        Some(number) if is_scalar || opens(value.trim_ascii()) => {
            let is_version = [&b"openapi"[..], b"swagger"].contains(&name)
                && value
                    .iter()
                    .find(|b| !b" \t\"'".contains(b))
                    .is_some_and(u8::is_ascii_digit);
            YamlLine::Name(1 << number, is_version)
        }
        _ => YamlLine::Foreign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first judgement other than `Wait` for a text that is read in parts of this size,
    /// and the number of bytes read for it.
    fn judged(text: &[u8], size: usize) -> (Judgement, usize) {
        let mut sniffer = Sniffer {
            limit: 1 << 20,
            ..Sniffer::new(false)
        };
        let mut length = 0;
        loop {
            length = (length + size).min(text.len());
            let judgement = sniffer.judge(&text[..length], false);
            if judgement != Judgement::Wait {
                return (judgement, length);
            }
            if length == text.len() {
                return (sniffer.judge(text, true), length);
            }
        }
    }

    #[test]
    fn documents_are_told_from_texts_whatever_the_reads() {
        let burp = "<?xml version=\"1.0\"?>\n<!DOCTYPE items [\n<!ELEMENT items (item*)>\n]>\n<items burpVersion=\"1\">\n</items>";
        let issues = burp.replace("item", "issue");
        let whole = |form, text: &str| Judgement::Whole(form, text.len());
        for (text, wanted) in [
            (
                "{\"a\": [\"}\\\"\", {}]}",
                whole(Notation::Json, "{\"a\": [\"}\\\"\", {}]}"),
            ),
            (
                "\u{feff}{\n\"a\":1} {\"b\":2}",
                whole(Notation::Json, "\u{feff}{\n\"a\":1}"),
            ),
            ("{\"a\": [\"}\"", Judgement::CutOff),
            ("{ a: 1 }", Judgement::Text),
            ("[{\"url\":1}]", Judgement::Text),
            (burp, whole(Notation::Burp, burp)),
            ("<items><item/></items>", Judgement::Text),
            (&issues, whole(Notation::Issues, &issues)),
            ("<itemsx burpVersion='1'>", Judgement::Text),
            ("<issues><issue/></issues>", Judgement::Text),
            (
                "<OWASPZAPReport a='b'></OWASPZAPReport>",
                whole(Notation::Zap, "<OWASPZAPReport a='b'></OWASPZAPReport>"),
            ),
            ("<!doctype html><p>", Judgement::Text),
            ("<https://a.example/>", Judgement::Text),
            (
                "openapi: 3.0.0\npaths:\n  /a:\n",
                whole(Notation::Yaml, "openapi: 3.0.0\npaths:\n  /a:\n"),
            ),
            (
                "# x\n---\ninfo:\n  a: b\nservers:\n- url: x\nswagger: '2.0'",
                whole(
                    Notation::Yaml,
                    "# x\n---\ninfo:\n  a: b\nservers:\n- url: x\nswagger: '2.0'",
                ),
            ),
            (
                "openapi: 3.0.0\n---\nopenapi: 3.1.0",
                whole(Notation::Yaml, "openapi: 3.0.0\n"),
            ),
            (
                "openapi: 3.0.0\nbroken",
                whole(Notation::Yaml, "openapi: 3.0.0\nbroken"),
            ),
            ("info: started\n", Judgement::Text),
            ("info:\ninfo:\n", Judgement::Text),
            ("host: a.example\naccept: x\n", Judgement::Text),
            ("see https://a.example/", Judgement::Text),
            ("- https://a.example/", Judgement::Text),
            ("", Judgement::Text),
            (" \n", Judgement::Text),
        ] {
            for size in [1, 3, 1000] {
                assert_eq!(
                    judged(text.as_bytes(), size).0,
                    wanted,
                    "{text} in reads of {size}"
                );
            }
        }
    }

    #[test]
    fn rules_without_a_crawler_are_not_held() {
        for (text, wanted) in [
            ("Disallow: /a\n", Judgement::Text),
            ("Sitemap: https://a.example/\nAllow: /\n", Judgement::Text),
            ("Sitemap: https://a.example/\n", Judgement::Wait),
            ("# x\nUser-agent: *\nDisallow: /a\n", Judgement::Wait),
        ] {
            assert_eq!(
                Sniffer::new(true).judge(text.as_bytes(), false),
                wanted,
                "{text}"
            );
        }
    }

    #[test]
    fn texts_are_not_held() {
        for (text, held) in [
            (
                "{\"url\":\"https://a.example/\"}\n{\"url\":\"https://b.example/\"}\n",
                28,
            ),
            ("GET https://a.example/\nhttps://b.example/", 1),
            ("<html>\n<a href=/x>", 6),
            ("see this\nand that", 9),
            ("info: started\ninfo: ended\n", 14),
            ("- https://a.example/\n- https://b.example/\n", 21),
            ("# list\nhttps://a.example/\nhttps://b.example/", 26),
        ] {
            assert!(judged(text.as_bytes(), 1).1 <= held, "{text}");
        }
    }

    #[test]
    fn longer_documents_than_the_limit_are_texts() {
        for (text, again, wanted) in [
            ("{\"a\": \"", "x", Judgement::TooLong),
            ("openapi: 3.0.0\n", "#\n", Judgement::TooLong),
            ("<items burpVersion='1'>", "<item/>", Judgement::TooLong),
            ("", "\n", Judgement::Text),
            ("<!--", "\n", Judgement::Text),
            ("#", "\n", Judgement::Text),
        ] {
            let text = format!("{text}{}", again.repeat((1 << 20) + 1));
            let found = judged(text.as_bytes(), 64 << 10);
            assert_eq!(found.0, wanted, "{}", &text[..10]);
        }
    }
}
