//! Distinguishes paths from other quoted texts without a leading slash: `"api/users"`,
//! `'auth/login.php'`.
//!
//! Many other quoted texts have slashes: module names, MIME types, dates, time zones, translation
//! keys. So a text counts as a path only with evidence: the extension of a page or of a static
//! file, a first word such as `api`, a query, or the call or name that it is passed to. A text
//! without any of these that is not recognised as something else is unclear, and counted.

use QuoteContext::{File, Link, Nothing, Other};
use bstr::ByteSlice;
use urlsift_url::list::list;

/// Whether a quoted text is a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathGuess {
    Path,
    /// It has the form of a path, but there is no evidence that it is one.
    Unclear,
    No,
}

/// Maximum length of a path; longer texts are data.
const LONG: usize = 500;

/// Bytes before a quote that are searched for its context.
const CONTEXT: usize = 80;

/// Extensions of programs that servers run: a name with one of these is a path.
const RUN: [&str; 19] =
    list("ashx asmx asp aspx axd cfc cfm cgi do jsf jsp jspa jspx php php3 php5 phtml svc wsdl");

/// Extensions of pages: a name with one of these and a folder is a path.
const PAGES: [&str; 6] = list("action htm html rpc shtml xhtml");

/// Extensions of files that are loaded relative to a page: a name with one of these and a folder is
/// a path.
const FILES: [&str; 36] = list(
    "avif bmp css csv doc docx eot gif gz ico jpeg jpg json m3u8 mp3 mp4 ogg otf pdf png ppt pptx \
    rss svg swf tar ttf wasm wav webm webp woff woff2 xls xlsx zip",
);

/// Extensions of modules as well as files: only the context decides.
const MODULES: [&str; 9] = list("js jsx map mjs ts tsx txt vue xml");

/// First words of API paths.
const FIRST: [&str; 17] = list(
    "_api ajax api api-v1 apis cgi-bin graphql jsonrpc oauth oauth2 odata rest rest-api wp-admin \
    wp-content wp-includes wp-json",
);

/// First words of the paths of built scripts.
const FOLDERS: [&str; 5] = list("_next _nuxt assets media static");

/// Functions whose first argument is a URL, in lower case.
const LINK_CALLS: [&str; 30] = list(
    "ajax axios del delete eventsource fetch fetchjson get getjson getscript head importscripts \
    load loadscript navigate navigatebyurl navigateto patch post put redirect redirectto request \
    sendbeacon sharedworker url websocket window.open worker xhr",
);

/// Ends of the names of variables and members that hold a URL, in lower case.
const NAMES: [&str; 9] = list("url uri href src endpoint action location redirect srcset");

/// Parts of the names of variables that hold the start of a URL, in lower case.
const BASES: [&str; 10] = list("url uri base host root endpoint api server origin pathname");

/// Calls that take files on disk.
const DISKS: [&str; 8] = [
    "path.join(",
    "path.resolve(",
    "readFile(",
    "readFileSync(",
    "existsSync(",
    "writeFileSync(",
    " join(",
    " resolve(",
];

/// Names whose values have slashes but are not paths, in lower case.
const OTHERS: [&str; 15] = list(
    "accept classname class contenttype content-type dateformat encoding enctype format mimetype \
    mime timezone type tz zone",
);

/// First words of time zones; their cities have capitals.
const ZONES: [&str; 17] = list(
    "Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc Europe \
    Indian Mexico Pacific SystemV US",
);

/// First words of MIME types.
const MIMES: [&str; 11] =
    list("application audio chemical font image message model multipart text video x-world");

/// The meaning of a quoted text, by the text before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuoteContext {
    /// A link.
    Link,
    /// A file that is loaded, if the text looks like one.
    File,
    /// Something else: the name of a module, a MIME type, a file on disk.
    Other,
    Nothing,
}

/// Decides whether a quoted text is a path, by the text itself and the text before and after its
/// quotes.
pub(super) fn guess_path(quoted: &[u8], before: &[u8], behind: &[u8]) -> PathGuess {
    use PathGuess::{No, Path, Unclear};
    let length = quoted.find_byteset("?#").unwrap_or(quoted.len());
    let (path, rest) = quoted.split_at(length);
    let Ok(path) = str::from_utf8(path) else {
        return No;
    };
    if quoted.len() > LONG || !has_form(path) {
        return No;
    }
    let has_folder = path.contains('/');
    let extension = extension(path);
    let extension = extension.as_str();
    let is_run = RUN.contains(&extension);
    let is_static = PAGES.contains(&extension) || FILES.contains(&extension);
    let is_file = is_run || is_static || MODULES.contains(&extension);
    if !has_folder && !is_file {
        return No;
    }
    let context = context(before);
    if context == Other || is_known(path, is_file) {
        return No;
    }
    if context == Link {
        return Path;
    }
    let is_source = matches!(extension, "ts" | "tsx" | "jsx" | "vue");
    let is_loaded = has_folder && is_file && !is_source;
    if context == File && (is_loaded || path.ends_with('/')) {
        return Path;
    }
    // `a.b.action` names something else, such as a translation.
    let dots = path.matches('.').count();
    if !has_folder && dots > 2 {
        return No;
    }
    let first = path.split('/').next().unwrap_or_default();
    if is_key(before, behind) || matches!(first, "node_modules" | "src") {
        return Unclear;
    }
    let has_query = rest.starts_with(b"?") && rest.contains(&b'=');
    let is_page = is_run && (has_folder || dots == 1);
    let is_api = has_folder && (is_one(&FIRST, first) || is_version(first));
    let is_built = is_loaded && (path.contains("${") || is_one(&FOLDERS, first));
    if has_query || is_page || is_api || is_built || (has_folder && is_static) {
        Path
    } else {
        Unclear
    }
}

/// Returns the extension of the last part of a path, in lower case.
fn extension(path: &str) -> String {
    let (_, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    extension.to_ascii_lowercase()
}

/// Returns whether the quotes enclose the name of a member: `{"app/list": ...}`, not
/// `a ? "app/list" : b`.
fn is_key(before: &[u8], behind: &[u8]) -> bool {
    let is_first = matches!(before.trim_ascii_end().last(), None | Some(b'{' | b','));
    is_first && behind.trim_ascii_start().starts_with(b":")
}

fn is_one(list: &[&str], word: &str) -> bool {
    list.contains(&&*word.to_ascii_lowercase())
}

/// `v1`, `v2.0`.
fn is_version(word: &str) -> bool {
    word.strip_prefix('v').is_some_and(is_number)
}

/// `1`, `2.0`.
fn is_number(word: &str) -> bool {
    let begins_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
    begins_with_digit && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Returns whether a text has the form of a path: words of path characters between single slashes.
fn has_form(path: &str) -> bool {
    if !has_path_characters(path.as_bytes()) {
        return false;
    }
    let is_start = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '{');
    let name = path.trim_end_matches('/');
    let has_letters = name.bytes().any(|b| b.is_ascii_alphabetic());
    if !path.starts_with(is_start) || !has_letters {
        return false;
    }
    // `a/`, `an/`.
    let is_single_folder = name.len() < path.len() && !name.contains('/');
    if is_single_folder && name.len() <= 2 {
        return false;
    }
    if path.starts_with("data:") || path.contains(":/") {
        return false;
    }
    // `git@host.example:name/name`.
    if let Some((login, _)) = path.split_once(':')
        && login.contains('@')
    {
        return false;
    }
    // Encoded data has very long parts.
    path.split('/').all(|segment| segment.len() <= 80)
}

/// Returns whether a text has only path characters and single slashes, apart from code.
fn has_path_characters(path: &[u8]) -> bool {
    // The text inside `${...}` is code.
    let mut code = 0_usize;
    for (at, &byte) in path.iter().enumerate() {
        let next = path.get(at + 1);
        match byte {
            b'{' => code += 1,
            b'}' => code = code.saturating_sub(1),
            _ if code > 0 => {}
            b'$' if next == Some(&b'{') => {}
            b'/' if next == Some(&b'/') => return false,
            b'/' | b'-' | b'_' | b'.' | b'~' | b'%' | b':' | b'@' => {}
            _ if byte.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    true
}

/// Returns whether a text with slashes is known not to be a path: a MIME type, a time zone, a date,
/// a version, a unit.
fn is_known(path: &str, is_file: bool) -> bool {
    let segments: Vec<&str> = path.split('/').collect();
    let [first, second, others @ ..] = &*segments else {
        return false;
    };
    let is_city = second.starts_with(|c: char| c.is_ascii_uppercase());
    if is_city && ZONES.contains(first) {
        return true;
    }
    if segments.iter().all(|segment| is_in_date(segment)) {
        return true;
    }
    if !others.is_empty() {
        return false;
    }
    let is_extension = second.starts_with("vnd.") || second.starts_with("x-");
    if is_one(&MIMES, first) && (is_extension || !is_file) {
        return true;
    }
    if is_one(&FIRST, first) {
        return false;
    }
    // `curl/8.5.0`, `w-1/2`; `and/or`.
    is_number(second) || (is_short(first) && is_short(second))
}

/// `2026`, `Nov`, `dd`.
fn is_in_date(segment: &str) -> bool {
    if !(1..=4).contains(&segment.len()) {
        return false;
    }
    let mut bytes = segment.bytes();
    bytes.all(|b| b"dDmMyYLnjhH0123456789".contains(&b))
}

fn is_short(segment: &str) -> bool {
    segment.len() <= 3 && segment.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Returns the meaning of a quoted text by the text before the quote.
fn context(before: &[u8]) -> QuoteContext {
    let near = before.len().saturating_sub(CONTEXT);
    let before = before[near..].trim_ascii_end();
    let Some((&last, start)) = before.split_last() else {
        return Nothing;
    };
    if is_in_one(before, &DISKS) {
        return Other;
    }
    match last {
        b'(' => argument_context(start),
        b',' | b'[' => list_context(before),
        b':' | b'=' | b'+' => value_context(start, last),
        _ => word_context(before),
    }
}

/// Returns the meaning of a text after the word before it.
fn word_context(before: &[u8]) -> QuoteContext {
    let (word, _) = name(before);
    match word.as_str() {
        "from" | "import" | "require" => Other,
        _ => Nothing,
    }
}

/// Returns whether one of these calls is not closed at the end of a text.
fn is_in_one(text: &[u8], calls: &[&str]) -> bool {
    let closed = text.rfind_byteset(")]").map_or(0, |at| at + 1);
    let open = &text[closed..];
    memchr::memchr2_iter(b'(', b'[', open)
        .any(|at| calls.iter().any(|call| open[..=at].ends_with_str(call)))
}

/// Returns the meaning of the first argument of a call, by the text before its bracket.
fn argument_context(start: &[u8]) -> QuoteContext {
    let (function, before) = name(start);
    let context = call_context(&function);
    if context != Nothing {
        return context;
    }
    // `request(url("x"))`, under another name.
    let Some(before) = before.strip_suffix(b"(") else {
        return Nothing;
    };
    let (outer, _) = name(before);
    call_context(&outer)
}

/// Returns the meaning of the first argument of a function, by its name.
fn call_context(function: &str) -> QuoteContext {
    match function {
        "import" | "define" | "mock" | "unmock" => Other,
        _ if function.contains("require") => Other,
        _ if LINK_CALLS.contains(&function) => Link,
        _ if ends_with_one(function, &["url", "uri", "href"]) => Link,
        _ => Nothing,
    }
}

fn ends_with_one(name: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| name.ends_with(end))
}

/// Returns the meaning of a later argument of a call or of an item of a list.
fn list_context(before: &[u8]) -> QuoteContext {
    // `xhr.open("GET", "x"`.
    if let Some(at) = before.rfind("open(") {
        let method = before[at + 5..before.len() - 1].trim_ascii();
        if is_quoted_method(method) {
            return Link;
        }
    }
    if is_in_one(before, &["define(", "require(", "requires:["]) {
        Other
    } else {
        Nothing
    }
}

/// `"GET"`, `'OPTIONS'`.
fn is_quoted_method(text: &[u8]) -> bool {
    if !(5..=9).contains(&text.len()) {
        return false;
    }
    let word = &text[1..text.len() - 1];
    word.iter().all(u8::is_ascii_uppercase)
}

/// Returns the meaning of a text that is assigned or added to the name before an operator.
fn value_context(start: &[u8], operator: u8) -> QuoteContext {
    let (name, _) = name(start);
    if operator == b'+' {
        if is_base(&name) {
            return Link;
        }
    } else {
        // `==`, `!=`.
        if matches!(start.last(), Some(b'=' | b'!' | b':' | b'<' | b'>')) {
            return Nothing;
        }
        if OTHERS.contains(&&*name) {
            return Other;
        }
        if ends_with_one(&name, &NAMES) {
            return Link;
        }
    }
    if name.ends_with("path") {
        File
    } else {
        Nothing
    }
}

/// Returns whether a variable of this name holds the start of a URL.
fn is_base(name: &str) -> bool {
    let has_base = BASES.iter().any(|part| name.contains(part));
    has_base && !name.contains("amd")
}

/// Returns the name at the end of a text, in lower case and without the part before its last dot
/// (`url` for `"url"`, `this.url`, `["url"]`), and the text before the name.
pub(super) fn name(text: &[u8]) -> (String, &[u8]) {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$');
    let mut text = text.trim_ascii_end();
    while let [rest @ .., b'"' | b'\'' | b']' | b'`'] = text {
        text = rest;
    }
    let start = text
        .iter()
        .rposition(|b| !is_part(b))
        .map_or(0, |at| at + 1);
    let (rest, name) = text.split_at(start);
    let name = name.iter().map(|b| char::from(b.to_ascii_lowercase()));
    (name.collect(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_other_texts_by_reasons() {
        use PathGuess::{No, Path, Unclear};
        for (script, wanted) in [
            ("x(|api/users/delete|)", Path),
            ("x(|v2/users|)", Path),
            ("x(|auth/login.php|)", Path),
            ("x(|login.php|)", Path),
            ("x(|users/list?page=1|)", Path),
            ("x(|img/logo.png|)", Path),
            ("x(|ajax/${id}/list|)", Path),
            ("$.get(|users/list|)", Path),
            ("$.ajax({url: |users/list|", Path),
            ("{\"endpoint\":|users/list|", Path),
            ("el.href=|users/list|", Path),
            ("xhr.open(\"POST\", |users/list|", Path),
            ("fetch(baseUrl + |users/list|", Path),
            ("templateUrl: |list.html|", Path),
            ("r.request(a(|users/list|", Path),
            ("path: |js/app.js|", Path),
            ("load(`|plugins/${e}/plugin.js|`", Path),
            ("location.pathname+|users/|", Path),
            ("a?this.path+|dialogs/link.js|:b", Path),
            ("[|assets/app-1a2b.js|,", Path),
            ("gulp.src(|js/app.js|)", Unclear),
            ("path: |node/http.d.ts|", Unclear),
            ("x(|audio/vnd.wav|)", No),
            ("url: |git@git.example:a/b|", No),
            ("x(|users/list|)", Unclear),
            ("path: |users/list|", Unclear),
            ("x(|tag.html|)", Unclear),
            ("x(|src/a/b.html|)", Unclear),
            ("fs.readFileSync(path.join(root, |public/index.html|", No),
            ("x(|settings.list.action.php|)", No),
            ("a==|users/list|", Unclear),
            ("x(|lodash/map|)", Unclear),
            ("x(|lodash/map.js|)", Unclear),
            ("{|app/list.html|: 1}", Unclear),
            ("x(|app.js|)", Unclear),
            ("require(|lodash/map|)", No),
            ("import x from |lodash/map.js|", No),
            ("define([\"a/b\", |c/d|", No),
            ("x(|text/html|)", No),
            ("x(|application/json|)", No),
            ("type=|module/x|", No),
            ("className: |w-full/x|", No),
            ("x(|Europe/Berlin|)", No),
            ("x(|MM/DD/YYYY|)", No),
            ("x(|and/or|)", No),
            ("x(|curl/8.5.0|)", No),
            ("x(|@scope/name|)", No),
            ("x(|a//b|)", No),
            ("x(|^a/b$|)", No),
            ("x(|users|)", No),
            ("x(|a.b|)", No),
            ("x(||)", No),
        ] {
            let parts: Vec<&str> = script.split('|').collect();
            let found = guess_path(
                parts[1].as_bytes(),
                parts[0].as_bytes(),
                parts[2].as_bytes(),
            );
            assert_eq!(found, wanted, "{script}");
        }
    }
}
