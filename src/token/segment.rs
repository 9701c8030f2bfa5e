//! The rules by which a path segment becomes a token.
//!
//! A token of a variable class reads `{}`, followed by the extension where there is one; words are kept, with runs of
//! digits masked. The rules are asked in the order of [`Class`]; each is one function below.

use super::census::{Census, is_escape};
use super::class::{Class, Classes};
use super::lexicon::Lexicon;
use super::random;
use super::words::{self, Word};
use std::cell::OnceCell;
use std::sync::LazyLock;

/// What a segment was taken for, and what learning wants to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment<'a> {
    pub class: Class,
    pub traits: Traits,
    /// What precedes its name, with a colon, or nothing.
    namespace: &'a [u8],
    /// Its extension with the dot, or nothing.
    extension: &'a [u8],
}

impl Segment<'_> {
    /// Whether the token that it has where its position is learned is `{}`.
    pub(crate) fn is_plain(&self) -> bool {
        self.namespace.is_empty() && self.extension.is_empty()
    }

    /// Writes the token that it has where its position is learned.
    pub(crate) fn write_variable(&self, token: &mut Vec<u8>) {
        token.clear();
        token.extend_from_slice(self.namespace);
        token.extend_from_slice(b"{}");
        token.extend(self.extension.iter().map(u8::to_ascii_lowercase));
    }
}

/// Properties of a segment, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(pub u16);

impl Traits {
    /// A variable class: reads `{}`.
    pub(crate) const VALUE: u16 = 1;
    /// A word that stays whatever is learned: versions, files, calls.
    pub(crate) const FIXED: u16 = 1 << 1;
    /// Ordinary in sites and APIs, or made of such words.
    pub(crate) const KNOWN: u16 = 1 << 2;
    /// Says what is done or chosen, or begins with a word that does: `reset`, `latest`, `export-csv`.
    pub(crate) const ACTION: u16 = 1 << 3;
    /// Names what follows: `product`.
    pub(crate) const NAMING: u16 = 1 << 4;
    /// Names what people name freely: `tag`.
    pub(crate) const TAXONOMY: u16 = 1 << 5;
    /// A plural that counts things.
    pub(crate) const PLURAL: u16 = 1 << 6;
    /// Words joined by hyphens or underscores.
    pub(crate) const JOINED: u16 = 1 << 7;
    /// Of a value: it shows itself as what it is, a title, a marked name or a locale.
    pub(crate) const MARKED: u16 = Self::JOINED;
    /// Reads like a language, in lower case.
    pub(crate) const READABLE: u16 = 1 << 8;
    /// The code of a language or country: `de`.
    pub(crate) const LOCALE_CODE: u16 = 1 << 9;
    /// A version, `api` or the like: this is an API.
    pub(crate) const API: u16 = 1 << 10;
    /// `blob`, `tree` and the like: a path inside the path follows.
    pub(crate) const TAIL: u16 = 1 << 11;
    /// A year.
    pub(crate) const YEAR: u16 = 1 << 12;
    /// A number of one or two digits.
    pub(crate) const SMALL: u16 = 1 << 13;

    /// In capitals.
    pub(crate) const CAPITAL: u16 = 1 << 14;

    pub(crate) fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

/// Extensions of handlers and scripts: the name before them is chosen by a programmer, and stays whatever is learned.
const CODE_EXTENSIONS: [&str; 28] = [
    "action", "ashx", "asmx", "asp", "aspx", "axd", "cfm", "cgi", "css", "do", "faces", "fcgi", "js", "jsf",
    "json", "jsp", "jspa", "jspx", "map", "mjs", "php", "php3", "php5", "phtml", "pl", "py", "svc", "wsdl",
];

/// Extensions of pictures, films, sounds and fonts: the name before them is a value.
const MEDIA_EXTENSIONS: [&str; 27] = [
    "avi", "avif", "bmp", "eot", "flv", "gif", "ico", "jpeg", "jpg", "m3u8", "m4a", "m4v", "mov", "mp3",
    "mp4", "ogg", "otf", "png", "svg", "tif", "tiff", "ttf", "wav", "webm", "webp", "woff", "woff2",
];

/// Other endings that are extensions: pages, documents, archives, programs, settings and keys. Any other ending belongs to the name.
const OTHER_EXTENSIONS: [&str; 114] = [
    "7z", "apk", "asc", "atom", "bak", "bat", "bin", "bz2", "c", "cer", "cfg", "class", "conf", "config",
    "cpp", "crt", "csv", "db", "deb", "diff", "dll", "dmg", "doc", "docx", "env", "epub", "exe", "ftl",
    "gpx", "gz", "h", "htc", "htm", "html", "ics", "inc", "ini", "ipa", "iso", "jar", "java", "jhtml", "jks",
    "jsx", "key", "kml", "less", "lock", "log", "markdown", "md", "md5", "mdb", "mobi", "mpd", "msi", "odp",
    "ods", "odt", "old", "orig", "p12", "patch", "pdf", "pem", "pfx", "pkg", "ppt", "pptx", "ps", "ps1",
    "rar", "raw", "rb", "rdf", "rpm", "rss", "rst", "rtf", "sass", "save", "scss", "sh", "sha1", "sha256",
    "shtml", "sig", "sql", "sqlite", "swf", "swp", "tar", "tgz", "toml", "tpl", "ts", "tsv", "tsx", "txt",
    "vcf", "vue", "war", "wasm", "xht", "xhtml", "xls", "xlsx", "xml", "xsd", "xsl", "xz", "yaml", "yml",
    "zip",
];

/// Top-level domains that name a host rather than a file when they end a segment.
const TOP_LEVEL: [&str; 40] = [
    "app", "at", "au", "be", "biz", "br", "ca", "ch", "cloud", "cn", "co", "com", "de", "dev", "edu", "es",
    "eu", "fr", "gov", "info", "io", "it", "jp", "kr", "mil", "net", "nl", "online", "org", "pl", "ru", "se",
    "shop", "site", "stream", "test", "tk", "uk", "us", "xyz",
];

/// What the rules need to know of where a segment stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// It is one of the first two: it may be a locale.
    pub early: bool,
    /// It is in an API, where what looks like a title is the name of a route.
    pub api: bool,
}

/// Classifies a segment and writes its token to `token`. The result depends on nothing but the bytes and the surroundings.
pub(crate) fn classify<'a>(
    segment: &'a [u8],
    around: Surroundings,
    classes: Classes,
    token: &mut Vec<u8>,
) -> Segment<'a> {
    token.clear();
    let view = View::of(segment);
    let View { segment, namespace, extension, .. } = view;
    token.extend_from_slice(namespace);
    let class = view.class(around, classes);
    if class.is_variable() {
        token.extend_from_slice(b"{}");
        // A dotted number or a host name has no extension; what looks like one belongs to it.
        if !matches!(class, Class::Numbers | Class::Host | Class::Email | Class::Jwt) {
            token.extend(extension.iter().map(u8::to_ascii_lowercase));
        }
    } else if let (Class::Call, Some(name)) = (class, call_name(segment)) {
        token.extend_from_slice(name);
        token.extend_from_slice(b"({})");
    } else if class == Class::Version || view.census.digits == 0 || !classes.has(Class::Integer) {
        token.extend_from_slice(segment);
    } else {
        mask(view.stem, token);
        token.extend_from_slice(extension);
    }
    Segment { class, traits: view.traits(class), namespace, extension }
}

/// The class of a segment or value alone.
pub(super) fn class_of(text: &[u8], around: Surroundings, classes: Classes) -> Class {
    View::of(text).class(around, classes)
}

/// A segment, with what several rules ask of it.
struct View<'a> {
    /// What precedes the rest, with a colon, or nothing.
    namespace: &'a [u8],
    /// The segment without it.
    segment: &'a [u8],
    /// That without its extension.
    stem: &'a [u8],
    extension: &'a [u8],
    /// What the extension is.
    ending: u16,
    /// Of the segment.
    kinds: u8,
    /// Of the stem.
    census: Census,
    parts: OnceCell<Parts>,
}

impl<'a> View<'a> {
    fn of(segment: &'a [u8]) -> Self {
        let mut whole = Census::of(segment);
        let (mut namespace, mut segment) = (&b""[..], segment);
        if whole.others > 0 {
            (namespace, segment) = split_namespace(segment);
            if !namespace.is_empty() {
                whole = Census::of(segment);
            }
        }
        let (mut stem, mut extension, mut ending, mut census) = (segment, &b""[..], 0, whole);
        if whole.dots + whole.others > 0 {
            (stem, extension, ending) = split_ending(segment);
            if !extension.is_empty() {
                census = Census::of(stem);
            }
        }
        Self {
            namespace,
            segment,
            stem,
            extension,
            ending,
            kinds: kinds(&whole),
            census,
            parts: OnceCell::new(),
        }
    }

    /// The first class whose rule fits.
    fn class(&self, around: Surroundings, classes: Classes) -> Class {
        let mut candidates = CANDIDATES[usize::from(self.kinds)] & classes.bits();
        while candidates != 0 {
            let class = Class::ALL[candidates.trailing_zeros() as usize];
            if self.fits(class, around) {
                return class;
            }
            candidates &= candidates - 1;
        }
        Class::Word
    }

    /// The rule of a class, for a segment with the kinds of bytes that [`may_be`] asks for.
    fn fits(&self, class: Class, around: Surroundings) -> bool {
        let (segment, stem, census) = (self.segment, self.stem, &self.census);
        match class {
            Class::Word => false,
            Class::Version => segment.len() <= LONGEST_VERSION && is_version(segment),
            Class::File => self.ending & CODE_FILE != 0,
            Class::Call => call_name(segment).is_some(),
            Class::Integer => census.digits == census.length,
            // `v` and `x` are the only letters in numbers, and extensions are short.
            Class::Numbers => census.letters() <= 2 && (is_numbers(segment) || is_numbers(stem)),
            Class::Uuid => is_uuid(stem),
            Class::Jwt => is_jwt(segment),
            Class::Email => is_email(segment),
            Class::Handle => match stem {
                // `@me` in an API is no more a name than `me` is.
                [b'@' | b'~', name @ ..] if around.api => {
                    !name.is_empty() && !words::look_up(name).is_state()
                }
                _ => matches!(stem, [b'@' | b'~', _, ..]),
            },
            Class::Locale => around.early && segment.len() <= 10 && is_locale(segment),
            Class::Text => is_text(stem),
            Class::Media => self.ending & MEDIA_FILE != 0,
            Class::Host => is_host(segment) && !(around.api && is_method(segment)),
            Class::Hex => random::is_hex(census),
            Class::Random => random::is_random(stem, census),
            Class::Slug => !around.api && self.is_slug(),
        }
    }
}

/// Kinds of bytes that a segment can have, as bits.
const DIGIT: u8 = 1;
const LETTER: u8 = 1 << 1;
const HYPHEN: u8 = 1 << 2;
const UNDERSCORE: u8 = 1 << 3;
const DOT: u8 = 1 << 4;
const OTHER_BYTE: u8 = 1 << 5;

fn kinds(census: &Census) -> u8 {
    let bit = |count: usize, kind: u8| if count > 0 { kind } else { 0 };
    bit(census.digits, DIGIT)
        | bit(census.letters(), LETTER)
        | bit(census.hyphens, HYPHEN)
        | bit(census.underscores, UNDERSCORE)
        | bit(census.dots, DOT)
        | bit(census.others, OTHER_BYTE)
}

/// Whether a segment with these kinds of bytes can be of a class: most rules are out of the question by that alone.
const fn may_be(class: Class, kinds: u8) -> bool {
    match class {
        Class::Word => false,
        Class::Version | Class::Integer | Class::Numbers => kinds & DIGIT != 0,
        Class::File | Class::Jwt | Class::Media | Class::Host => kinds & DOT != 0,
        Class::Email => kinds & DOT != 0 && kinds & OTHER_BYTE != 0,
        Class::Call | Class::Handle | Class::Text => kinds & OTHER_BYTE != 0,
        Class::Uuid => kinds & HYPHEN != 0,
        Class::Locale | Class::Slug => kinds & (HYPHEN | UNDERSCORE) != 0,
        Class::Hex | Class::Random => kinds & LETTER != 0,
    }
}

/// The classes that are possible, as bits, by the kinds of bytes.
static CANDIDATES: [u32; 64] = {
    let mut table = [0; 64];
    let mut kinds = 0;
    while kinds < 64 {
        let mut class = 0;
        while class < Class::ALL.len() {
            if may_be(Class::ALL[class], kinds as u8) {
                table[kinds] |= 1 << class;
            }
            class += 1;
        }
        kinds += 1;
    }
    table
};

/// Marks of endings.
const CODE_FILE: u16 = 1;
const MEDIA_FILE: u16 = 1 << 1;
const OTHER_FILE: u16 = 1 << 2;
const HOST_NAME: u16 = 1 << 3;

static ENDINGS: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists: [(&[&str], u16); 4] = [
        (&CODE_EXTENSIONS, CODE_FILE),
        (&MEDIA_EXTENSIONS, MEDIA_FILE),
        (&OTHER_EXTENSIONS, OTHER_FILE),
        (&TOP_LEVEL, HOST_NAME),
    ];
    Lexicon::new(lists.into_iter().flat_map(|(list, marks)| list.iter().map(move |word| (*word, marks))))
});

/// Splits `Talk:Tea` into `Talk:` and `Tea`. What a namespace holds is of one kind, whatever the names in others are.
fn split_namespace(segment: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b':', segment) {
        Some(colon)
            if colon >= 3
                && colon + 1 < segment.len()
                && segment[..colon].iter().all(|b| b.is_ascii_alphabetic() || *b == b'_')
                && method(segment).is_none() =>
        {
            segment.split_at(colon + 1)
        }
        _ => (b"", segment),
    }
}

/// Where `:cancel` begins in `orders:cancel`: a method of what is named before it.
fn method(segment: &[u8]) -> Option<usize> {
    let colon = memchr::memrchr(b':', segment).filter(|&colon| colon > 0)?;
    let name = &segment[colon + 1..];
    let small = |byte: Option<&u8>| byte.is_some_and(|b| !b.is_ascii_uppercase());
    let census = Census::of(name);
    let verb = || sub_words(name).next().is_some_and(|word| words::look_up(word).is_verb());
    (census.letters() == name.len()
        && small(name.first())
        && small(segment.first())
        && (census.humps > 0 || verb()))
    .then_some(colon)
}

/// Splits `name.ext` into `name` and `.ext`, if the ending is one of the known extensions, and gives its marks; `name:method`
/// likewise.
fn split_ending(segment: &[u8]) -> (&[u8], &[u8], u16) {
    if let Some(dot) = memchr::memrchr(b'.', segment)
        && dot > 0
    {
        let ending = ENDINGS.marks(&segment[dot + 1..]);
        if ending & (CODE_FILE | MEDIA_FILE | OTHER_FILE) != 0 {
            return (&segment[..dot], &segment[dot..], ending);
        }
    }
    let (stem, method) = segment.split_at(method(segment).unwrap_or(segment.len()));
    (stem, method, 0)
}

/// `v`, a number of 8, a stage of 7 and its number of 3.
const LONGEST_VERSION: usize = 19;

/// `v2`, `v1.3`, `v4beta`, `v1alpha2`, and `1.0`; two decimals are a price.
fn is_version(segment: &[u8]) -> bool {
    if let [b'v' | b'V', digits @ ..] = segment {
        let count = digits.iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_')).count();
        let (number, stage) = digits.split_at(count);
        let letters = stage.iter().take_while(|b| b.is_ascii_lowercase()).count();
        let (stage, rest) = stage.split_at(letters);
        let known_stage =
            matches!(stage, b"" | b"alpha" | b"beta" | b"rc" | b"preview" | b"dev" | b"p" | b"a" | b"b");
        return number.first().is_some_and(u8::is_ascii_digit)
            && !is_release(number)
            && number.len() <= 8
            && known_stage
            && rest.len() <= 3
            && rest.iter().all(u8::is_ascii_digit);
    }
    let mut parts = segment.split(|&b| b == b'.');
    let number = |part: Option<&[u8]>, most| {
        part.is_some_and(|p| (1..=most).contains(&p.len()) && p.iter().all(u8::is_ascii_digit))
    };
    number(parts.next(), 2) && number(parts.next(), 1) && parts.next().is_none()
}

/// Three numbers or more: `0.13.3`.
fn is_release(text: &[u8]) -> bool {
    let mut parts = text.split(|&b| b == b'.');
    parts.clone().count() >= 3 && parts.all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

/// Digits and what joins them.
fn is_numbers(text: &[u8]) -> bool {
    let text = match text {
        [b'v' | b'V', number @ ..] if is_release(number) => number,
        _ => text,
    };
    text.iter().any(u8::is_ascii_digit)
        && text
            .iter()
            .all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.' | b',' | b':' | b'x' | b'+'))
        && memchr::memchr_iter(b'x', text).count() <= 1
}

fn is_uuid(text: &[u8]) -> bool {
    let text = match text {
        [b'{', inner @ .., b'}'] => inner,
        _ => text,
    };
    text.len() == 36
        && text
            .iter()
            .enumerate()
            .all(|(i, b)| if matches!(i, 8 | 13 | 18 | 23) { *b == b'-' } else { b.is_ascii_hexdigit() })
}

/// Two or three parts of base 64, of which the first begins as the encoding of `{"` does.
fn is_jwt(segment: &[u8]) -> bool {
    segment.starts_with(b"eyJ") && segment.len() >= 20 && segment.contains(&b'.')
}

fn is_email(segment: &[u8]) -> bool {
    let at = segment.iter().position(|&b| b == b'@').map(|i| (i, 1));
    let at = at.or_else(|| segment.windows(3).position(|w| w == b"%40").map(|i| (i, 3)));
    at.is_some_and(|(at, width)| at > 0 && segment[at + width..].contains(&b'.'))
}

/// `en-us`, `pt_BR`, `zh-Hans-CN`.
fn is_locale(segment: &[u8]) -> bool {
    let mut parts = segment.split(|b| matches!(b, b'-' | b'_'));
    let letters =
        |part: &[u8], length: usize| part.len() == length && part.iter().all(u8::is_ascii_alphabetic);
    let language = parts.next().is_some_and(|p| letters(p, 2));
    let mut region = parts.next();
    if region.is_some_and(|p| letters(p, 4)) && segment.len() == 10 {
        region = parts.next();
    }
    language && region.is_some_and(|p| letters(p, 2)) && parts.next().is_none()
}

/// Escapes of bytes outside ASCII, or of spaces, brackets and quotes, which no programmer puts into a route.
fn is_text(stem: &[u8]) -> bool {
    let mut rest = stem;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        if matches!(rest, [b'8'..=b'9' | b'A'..=b'F', _, ..] | [b'2', b'0' | b'2' | b'7' | b'8', ..]) {
            return true;
        }
    }
    memchr::memchr(b'+', stem).is_some_and(|at| at > 0 && at + 1 < stem.len())
}

/// The name before arguments in parentheses.
fn call_name(segment: &[u8]) -> Option<&[u8]> {
    let open = memchr::memchr(b'(', segment.strip_suffix(b")")?)?;
    let name = &segment[..open];
    (name.len() >= 2 && name.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-')))
        .then_some(name)
}

pub(super) fn is_host(segment: &[u8]) -> bool {
    let segment = segment.strip_suffix(b".").unwrap_or(segment);
    memchr::memrchr(b'.', segment).is_some_and(|dot| ENDINGS.marks(&segment[dot + 1..]) & HOST_NAME != 0)
        && segment.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'))
        && !segment.split(|&b| b == b'.').any(<[u8]>::is_empty)
}

/// A thing and what is done with it, `team.info`: ordinary words on both sides of a dot.
fn is_method(segment: &[u8]) -> bool {
    let mut words = segment.split(|&b| b == b'.');
    let mut is_known = || words.next().is_some_and(|word| words::look_up(word).is_known());
    is_known() && is_known() && words.next().is_none()
}

impl View<'_> {
    /// A title: three hyphenated words and 14 characters, five words joined by underscores, or two words and a number of
    /// three digits. A name that a programmer would give, which begins with a verb or consists of ordinary words, is none.
    fn is_slug(&self) -> bool {
        let &Census { length, hyphens, underscores, .. } = &self.census;
        if hyphens + underscores == 0 || length < 8 {
            return false;
        }
        let (mut count, mut worded, mut numbered) = (0, 0, false);
        for part in self.stem.split(|b| matches!(b, b'-' | b'_')).filter(|part| !part.is_empty()) {
            count += 1;
            if part.iter().any(u8::is_ascii_alphabetic) {
                worded += 1;
            } else {
                numbered |= part.len() >= 3 && part.iter().all(u8::is_ascii_digit);
            }
        }
        let title = (hyphens >= 2 && worded >= 3 && length >= 14)
            || (underscores >= 4 && worded >= 5)
            || (worded >= 2 && numbered);
        title && (count > 4 || !(self.parts().all_known || self.parts().first_verb))
    }

    /// What the lists say of the stem's sub-words.
    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| Parts::of(self.stem))
    }

    fn traits(&self, class: Class) -> Traits {
        let (stem, census) = (self.stem, &self.census);
        if class.is_variable() {
            return match class {
                Class::Integer => number(stem),
                Class::Handle | Class::Locale | Class::Slug => Traits(Traits::VALUE | Traits::MARKED),
                _ => Traits(Traits::VALUE),
            };
        }
        let mut bits = 0;
        if class != Class::Word {
            bits |= Traits::FIXED;
        }
        if class == Class::Version {
            bits |= Traits::API;
        }
        let facts = words::look_up(stem);
        // A single word is its only part.
        let single = census.letters() == census.length && census.humps == 0;
        let alone = Parts::of_one(facts);
        let parts = if single { &alone } else { self.parts() };
        let type_name = self.kinds & DOT != 0 && is_type_name(self.segment);
        let compound = census.dots == 0 && (census.humps > 0 || census.underscores > 0);
        if facts.is_known() || type_name || parts.all_known || (parts.first_known && compound) {
            bits |= Traits::KNOWN;
        }
        if census.letters() + census.digits == 0 {
            // Punctuation separates, as `-` does in paths of forges, and is no name.
            bits |= Traits::KNOWN | Traits::ACTION;
        }
        if census.uppers >= 2 && census.uppers + census.digits == census.length {
            bits |= Traits::CAPITAL;
        }
        if facts.is_locale_code() {
            bits |= Traits::LOCALE_CODE;
        }
        if facts.is_naming() {
            bits |= Traits::NAMING;
        }
        if facts.is_taxonomy() {
            bits |= Traits::NAMING | Traits::TAXONOMY;
        }
        if facts.is_verb() || facts.is_state() || parts.first_verb || type_name {
            bits |= Traits::ACTION;
        }
        if census.joints() > 0 {
            bits |= Traits::JOINED;
        }
        let worded = census.letters() + census.joints() == census.length;
        if class != Class::Call && worded && is_plural(stem) && !facts.is_group() {
            bits |= Traits::PLURAL;
        }
        if facts.is_api() {
            bits |= Traits::API;
        }
        let bare = self.extension.is_empty();
        if bare && facts.is_tail() {
            bits |= Traits::TAIL;
        }
        if bare && worded && census.uppers == 0 && random::is_readable(stem) {
            bits |= Traits::READABLE;
        }
        Traits(bits)
    }
}

/// The traits of a number.
pub(crate) fn number(digits: &[u8]) -> Traits {
    let size = match digits {
        [b'1', b'9', _, _] | [b'2', b'0', _, _] => Traits::YEAR,
        [_] | [_, _] => Traits::SMALL,
        _ => 0,
    };
    Traits(Traits::VALUE | size)
}

/// A regular plural, of letters.
fn is_plural(stem: &[u8]) -> bool {
    stem.len() >= 4 && matches!(stem, [.., before, b's' | b'S'] if !matches!(before | 32, b's' | b'u' | b'i'))
}

/// What the lists say of the sub-words of a name.
struct Parts {
    all_known: bool,
    first_known: bool,
    first_verb: bool,
}

impl Parts {
    fn of(stem: &[u8]) -> Self {
        let mut words = sub_words(stem);
        let Some(first) = words.next() else {
            return Self { all_known: false, first_known: false, first_verb: false };
        };
        let first_known = is_known(first);
        Self {
            all_known: first_known && words.all(is_known),
            first_known,
            first_verb: words::look_up(first).is_verb(),
        }
    }

    /// Those of a name that is one word.
    fn of_one(word: Word) -> Self {
        Self { all_known: word.is_known(), first_known: word.is_known(), first_verb: word.is_verb() }
    }
}

/// The sub-words of a name: between separators, and at each capital that follows a small letter.
fn sub_words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = name;
    std::iter::from_fn(move || {
        while let [first, tail @ ..] = rest
            && !first.is_ascii_alphanumeric()
        {
            rest = tail;
        }
        let end = (1..rest.len())
            .find(|&i| {
                !rest[i].is_ascii_alphanumeric()
                    || (rest[i].is_ascii_uppercase() && rest[i - 1].is_ascii_lowercase())
            })
            .unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail;
        (!word.is_empty()).then_some(word)
    })
}

pub(super) fn is_known(word: &[u8]) -> bool {
    let letters = word.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    if letters < word.len() && !word[letters..].iter().all(u8::is_ascii_digit) {
        return false;
    }
    words::look_up(&word[..letters]).is_known()
}

/// Whether a name ends with one of the known extensions.
pub(crate) fn is_file(name: &[u8]) -> bool {
    memchr::memrchr(b'.', name).is_some_and(|dot| {
        dot > 0 && ENDINGS.marks(&name[dot + 1..]) & (CODE_FILE | MEDIA_FILE | OTHER_FILE) != 0
    })
}

/// Whether a path is that of a script, style sheet, picture, film, sound or font, which servers hand out as they are.
pub(crate) fn is_static(path: &[u8]) -> bool {
    let Some(dot) = memchr::memrchr(b'.', path) else { return false };
    let ending = &path[dot + 1..];
    ENDINGS.marks(ending) & MEDIA_FILE != 0
        || [&b"css"[..], b"js", b"map", b"mjs"].iter().any(|listed| ending.eq_ignore_ascii_case(listed))
}

/// Whether a name consists of ordinary words of sites.
pub(crate) fn is_ordinary(name: &[u8]) -> bool {
    let mut words = sub_words(name).peekable();
    words.peek().is_some() && words.all(is_known)
}

/// A type or service with its namespace, `Acme.Orders`, `acme.Orders`: letters in dotted parts, of which the last is capital.
fn is_type_name(segment: &[u8]) -> bool {
    let mut parts = segment.rsplit(|&b| b == b'.');
    let last = parts.next().unwrap_or_default();
    last.len() >= 2
        && last[0].is_ascii_uppercase()
        && last.iter().any(u8::is_ascii_lowercase)
        && last.iter().all(u8::is_ascii_alphabetic)
        && segment.len() > last.len()
        && parts.all(|part| part.len() >= 2 && part.iter().all(u8::is_ascii_alphabetic))
}

/// Where a drawn value ends that begins a text and has separators in it: a UUID, or all up to a dot in base 64.
fn drawn(text: &[u8]) -> Option<usize> {
    if text.len() < random::DIGEST {
        return None;
    }
    if text.get(..36).is_some_and(is_uuid) {
        return Some(36);
    }
    let end = memchr::memchr(b'.', text).unwrap_or(text.len());
    let is_digest = |text: &[u8]| random::is_digest(&Census::of(text));
    // A word before a checksum is none of it.
    let word = text.iter().take_while(|b| b.is_ascii_lowercase()).count();
    let checksum = text[word..end].strip_prefix(b"-").or_else(|| text[word..end].strip_prefix(b"_"));
    (is_digest(&text[..end]) && !(word > 0 && checksum.is_some_and(is_digest))).then_some(end)
}

/// Writes a word with its runs of digits, and what in it is hexadecimal or random, masked. Technical words keep their digits.
fn mask(stem: &[u8], token: &mut Vec<u8>) {
    let mut rest = stem;
    while !rest.is_empty() {
        let separator = || rest.iter().position(|b| matches!(b, b'.' | b'-' | b'_'));
        let drawn = drawn(rest);
        let (part, tail) = rest.split_at(drawn.or_else(separator).unwrap_or(rest.len()));
        let census = Census::of(part);
        if drawn.is_some() || random::is_hex(&census) || random::is_random(part, &census) {
            token.extend_from_slice(b"{}");
        } else if words::is_technical(part) {
            token.extend_from_slice(part);
        } else {
            mask_digits(part, token);
        }
        if let [separator, after @ ..] = tail {
            token.push(*separator);
            rest = after;
        } else {
            rest = tail;
        }
    }
}

/// Masks each run of digits that are not those of an escape.
fn mask_digits(part: &[u8], token: &mut Vec<u8>) {
    let mut rest = part;
    while let [first, ..] = rest {
        let length = if is_escape(rest) { 3 } else { 1 };
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        token.extend_from_slice(if first.is_ascii_digit() { b"{}" } else { &rest[..length] });
        rest = &rest[length.max(digits)..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EARLY: Surroundings = Surroundings { early: true, api: false };

    #[test]
    fn digits_of_escapes_belong_to_the_word() {
        for (segment, token) in [
            ("item%1B", "item%1B"),
            ("foo%0Abar", "foo%0Abar"),
            ("foo%0Dbar", "foo%0Dbar"),
            ("a%1B7b", "a%1B{}b"),
            ("a%1", "a%{}"),
            ("item42%2Fx", "item{}%2Fx"),
        ] {
            assert_eq!(seen(segment), (token.to_owned(), "word"), "{segment}");
        }
    }

    /// The token and the class of a segment that is not one of the first two.
    fn seen(segment: &str) -> (String, &'static str) {
        let mut token = Vec::new();
        let found = classify(segment.as_bytes(), Surroundings::default(), Classes::default(), &mut token);
        (String::from_utf8(token).expect("tokens of text are text"), found.class.name())
    }

    #[test]
    fn each_class_takes_its_segments() {
        let cases = [
            ("version", "v2", "v2"),
            ("version", "v1.3", "v1.3"),
            ("version", "v4beta", "v4beta"),
            ("version", "v1alpha2", "v1alpha2"),
            ("version", "1.0", "1.0"),
            ("file", "login.php", "login.php"),
            ("file", "app.4af0bdc4.js", "app.{}.js"),
            ("file", "app-4af0bdc4.min.css", "app-{}.min.css"),
            ("call", "Users(12)", "Users({})"),
            ("call", "Users('ann')", "Users({})"),
            ("int", "42", "{}"),
            ("int", "42.html", "{}.html"),
            ("numbers", "2024-05-06", "{}"),
            ("numbers", "52.52,13.40", "{}"),
            ("numbers", "19.99", "{}"),
            ("numbers", "0.13.3", "{}"),
            ("numbers", "v0.13.3", "{}"),
            ("numbers", "300x200", "{}"),
            ("uuid", "0b5a1c7e-8f3d-4b2a-9c6e-112233445566", "{}"),
            ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl", "{}"),
            ("email", "ann@example.test", "{}"),
            ("email", "ann%40example.test", "{}"),
            ("handle", "@ann", "{}"),
            ("handle", "~ann", "{}"),
            ("text", "%E6%97%A5", "{}"),
            ("text", "red%20shoes", "{}"),
            ("text", "red+shoes", "{}"),
            ("media", "cat.PNG", "{}.png"),
            ("host", "sub.example.test", "{}"),
            ("hex", "4af0bdc4", "{}"),
            ("hex", "507f1f77bcf86cd799439011", "{}"),
            ("random", "dQw4w9WgXcQ", "{}"),
            ("random", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "{}"),
            ("random", "V1StGXR8_Z5jdHi6B-myT", "{}"),
            ("slug", "how-to-plant-a-tree", "{}"),
            ("slug", "red-shoes-12345", "{}"),
            ("word", "users", "users"),
            ("word", "page17", "page{}"),
            ("word", "page17.html", "page{}.html"),
            ("word", "oauth2", "oauth2"),
            ("word", "reset-your-password", "reset-your-password"),
            ("word", "billing-history-download", "billing-history-download"),
            ("word", ".env", ".env"),
            ("file", "css_pIMLQ_Kl6IKbqfgj_xNUGoPieWpBZ7QOi9Qb_rGd-hU.css", "css_{}.css"),
            ("file", "app-0b5a1c7e-8f3d-4b2a-9c6e-112233445566.min.js", "app-{}.min.js"),
            ("word", "acme.Orders", "acme.Orders"),
            ("word", "Talk:Tea", "Talk:Tea"),
            ("text", "Talk:%E6%97%A5", "Talk:{}"),
            ("media", "File:cat.png", "File:{}.png"),
            ("int", "42:cancel", "{}:cancel"),
            ("word", "orders:batchGet", "orders:batchGet"),
            ("numbers", "14:30", "{}"),
            ("word", "getUserInfo", "getUserInfo"),
        ];
        for (class, segment, token) in cases {
            assert_eq!(seen(segment), (token.to_owned(), class), "{segment}");
        }
    }

    #[test]
    fn a_class_that_is_off_takes_nothing() {
        let samples = [
            "v2",
            "login.php",
            "Users(12)",
            "42",
            "2024-05-06",
            "0b5a1c7e-8f3d-4b2a-9c6e-112233445566",
            "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl",
            "ann@example.test",
            "@ann",
            "en-us",
            "%E6%97%A5",
            "cat.png",
            "sub.example.test",
            "4af0bdc4",
            "dQw4w9WgXcQ",
            "how-to-plant-a-tree",
        ];
        let mut token = Vec::new();
        for (class, sample) in Class::ALL[1..].iter().zip(samples) {
            let mut classes = Classes::default();
            assert_eq!(classify(sample.as_bytes(), EARLY, classes, &mut token).class, *class, "{sample}");
            classes.set(class.name(), false).expect("is a class");
            assert_ne!(classify(sample.as_bytes(), EARLY, classes, &mut token).class, *class, "{sample}");
            assert_eq!(
                classify(sample.as_bytes(), EARLY, Classes::none(), &mut token).class,
                Class::Word,
                "{sample}"
            );
            assert_eq!(token, sample.as_bytes());
        }
    }

    #[test]
    fn titles_are_words_in_an_api() {
        let mut token = Vec::new();
        let around = Surroundings { early: false, api: true };
        let found = classify(b"how-to-plant-a-tree", around, Classes::default(), &mut token);
        assert_eq!((found.class, &token[..]), (Class::Word, &b"how-to-plant-a-tree"[..]));
    }

    #[test]
    fn locales_stand_in_the_first_two_segments() {
        let mut token = Vec::new();
        for locale in ["en-us", "pt_BR", "zh-Hans-CN"] {
            assert_eq!(
                classify(locale.as_bytes(), EARLY, Classes::default(), &mut token).class,
                Class::Locale,
                "{locale}"
            );
            assert_ne!(
                classify(locale.as_bytes(), Surroundings::default(), Classes::default(), &mut token).class,
                Class::Locale,
                "{locale}"
            );
        }
    }

    #[test]
    fn words_have_the_traits_that_learning_asks_for() {
        let traits = |segment: &str| {
            classify(segment.as_bytes(), Surroundings::default(), Classes::default(), &mut Vec::new()).traits
        };
        let cases = [
            ("profile", Traits::KNOWN, Traits::ACTION | Traits::PLURAL),
            ("profiles", Traits::KNOWN | Traits::PLURAL, Traits::ACTION),
            ("export", Traits::KNOWN | Traits::ACTION, Traits::NAMING),
            ("pending", Traits::KNOWN | Traits::ACTION, Traits::NAMING),
            ("resetPassword", Traits::KNOWN | Traits::ACTION, Traits::JOINED),
            ("reset-password", Traits::KNOWN | Traits::ACTION | Traits::JOINED, Traits::VALUE),
            ("acme.Orders", Traits::KNOWN | Traits::ACTION, Traits::PLURAL),
            ("product", Traits::NAMING, Traits::TAXONOMY),
            ("tag", Traits::NAMING | Traits::TAXONOMY, Traits::PLURAL),
            ("settings", Traits::KNOWN, Traits::PLURAL),
            ("lantern", Traits::READABLE, Traits::KNOWN),
            ("quokkas", Traits::PLURAL, Traits::KNOWN),
            ("red-shoes", Traits::JOINED, Traits::KNOWN),
            ("v2", Traits::FIXED | Traits::API, Traits::VALUE),
            ("rest", Traits::API, Traits::FIXED),
            ("blob", Traits::TAIL, Traits::FIXED),
            ("2024", Traits::VALUE | Traits::YEAR, Traits::SMALL),
            ("05", Traits::VALUE | Traits::SMALL, Traits::YEAR),
            ("how-to-plant-a-tree", Traits::VALUE | Traits::MARKED, Traits::KNOWN),
        ];
        for (segment, with, without) in cases {
            let found = traits(segment);
            assert!(found.0 & with == with && !found.has(without), "{segment} {found:?}");
        }
    }

    #[test]
    fn only_known_endings_are_extensions() {
        for (segment, extension) in [
            ("a.html", ".html"),
            ("a.HTML", ".HTML"),
            ("a.b.zip", ".zip"),
            ("a.wombat", ""),
            (".env", ""),
            ("a.", ""),
        ] {
            assert_eq!(split_ending(segment.as_bytes()).1, extension.as_bytes(), "{segment}");
        }
    }
}
