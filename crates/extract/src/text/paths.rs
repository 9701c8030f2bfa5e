//! Distinguishes paths from other quoted texts without a leading slash: `"api/users"`,
//! `'auth/login.php'`.
//!
//! Many other quoted texts have slashes: module names, MIME types, dates, time zones, translation
//! keys. So a text counts as a path only with evidence: the extension of a page or of a static
//! file, a first word such as `api`, a query, or the call or name that it is passed to. A text
//! without any of these that is not recognised as something else is unclear, and counted.

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
const PAGES: [&str; 6] = ["action", "htm", "html", "rpc", "shtml", "xhtml"];

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
const FOLDERS: [&str; 5] = ["_next", "_nuxt", "assets", "media", "static"];

/// Functions whose first argument is a URL, in lower case.
const CALLS: [&str; 30] = list(
    "ajax axios del delete eventsource fetch fetchjson get getjson getscript head importscripts \
    load loadscript navigate navigatebyurl navigateto patch post put redirect redirectto request \
    sendbeacon sharedworker url websocket window.open worker xhr",
);

/// Ends of the names of variables and members that hold a URL, in lower case.
const NAMES: [&str; 9] = list("url uri href src endpoint action location redirect srcset");

/// Calls that take files on disk.
const DISKS: &[&[u8]] = &[
    b"path.join(",
    b"path.resolve(",
    b"readFile(",
    b"readFileSync(",
    b"existsSync(",
    b"writeFileSync(",
    b" join(",
    b" resolve(",
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
    let end = quoted
        .iter()
        .position(|b| matches!(b, b'?' | b'#'))
        .unwrap_or(quoted.len());
    let (path, rest) = quoted.split_at(end);
    let Ok(path) = str::from_utf8(path) else {
        return PathGuess::No;
    };
    if quoted.len() > LONG || !has_form(path) {
        return PathGuess::No;
    }
    let extension = path
        .rsplit('/')
        .next()
        .and_then(|last| last.rsplit_once('.'))
        .map(|(_, extension)| extension);
    let is_one_of = |list: &[&str]| {
        extension.is_some_and(|extension| list.contains(&&*extension.to_ascii_lowercase()))
    };
    let is_run = is_one_of(&RUN);
    let has_folder = path.contains('/');
    let has_query = rest.starts_with(b"?") && memchr::memchr(b'=', rest).is_some();
    let is_static = is_one_of(&PAGES) || is_one_of(&FILES);
    let is_file = is_run || is_static || is_one_of(&MODULES);
    if !has_folder && !is_file {
        return PathGuess::No;
    }
    let context = context(before);
    if context == QuoteContext::Other || is_known(path, is_file) {
        return PathGuess::No;
    }
    let is_loaded = is_file && !is_one_of(&["ts", "tsx", "jsx", "vue"]);
    let is_beside = has_folder && (is_loaded || path.ends_with('/'));
    if context == QuoteContext::Link || (context == QuoteContext::File && is_beside) {
        return PathGuess::Path;
    }
    // `a.b.action` names something else, such as a translation.
    let dots = path.bytes().filter(|&b| b == b'.').count();
    if !has_folder && dots > 2 {
        return PathGuess::No;
    }
    // `{"app/list": ...}`, not `a ? "app/list" : b`.
    let is_key = behind.trim_ascii_start().first() == Some(&b':')
        && matches!(before.trim_ascii_end().last(), None | Some(b'{' | b','));
    let first = path.split('/').next().unwrap_or_default();
    let is_api = has_folder && (is_one(&FIRST, first) || is_version(first));
    let is_built = is_loaded && has_folder && (path.contains("${") || is_one(&FOLDERS, first));
    let is_alone = is_run && (has_folder || dots == 1);
    let is_reason = is_alone || has_query || is_api || is_built || (has_folder && is_static);
    let is_source = ["node_modules", "src"].contains(&first);
    if is_reason && !is_key && !is_source {
        PathGuess::Path
    } else {
        PathGuess::Unclear
    }
}

fn is_one(list: &[&str], word: &str) -> bool {
    list.contains(&&*word.to_ascii_lowercase())
}

/// `v1`, `v2.0`.
fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or_default();
    !digits.is_empty()
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Returns whether a text has the form of a path: words of path characters between single slashes.
fn has_form(path: &str) -> bool {
    let bytes = path.as_bytes();
    let Some(first) = bytes.first() else {
        return false;
    };
    // The text inside `${...}` is code.
    let mut code = 0_usize;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'$' if bytes.get(at + 1) == Some(&b'{') => {}
            b'{' => code += 1,
            b'}' => code = code.saturating_sub(1),
            b'/' if code == 0 && bytes.get(at + 1) == Some(&b'/') => return false,
            byte if code > 0 || byte.is_ascii_alphanumeric() || b"/-_.~%:@".contains(&byte) => {}
            _ => return false,
        }
    }
    let name = path.trim_end_matches('/');
    (first.is_ascii_alphanumeric() || matches!(first, b'_' | b'{'))
        && name.bytes().any(|b| b.is_ascii_alphabetic())
        && (name.contains('/') || path.len() == name.len() || name.len() > 2)
        && !path.starts_with("data:")
        && !path.contains(":/")
        // `git@host.example:name/name`.
        && path.split_once(':').is_none_or(|(before, _)| !before.contains('@'))
        // Encoded data has very long parts.
        && path.split('/').all(|segment| segment.len() <= 80)
}

/// Returns whether a text with slashes is known not to be a path: a MIME type, a time zone, a date,
/// a version, a unit.
fn is_known(path: &str, is_file: bool) -> bool {
    let segments: Vec<&str> = path.split('/').collect();
    let is_pair = segments.len() == 2;
    let is_short =
        |segment: &&str| segment.len() <= 3 && segment.bytes().all(|b| b.is_ascii_alphabetic());
    let is_date = |segment: &&str| {
        !segment.is_empty()
            && segment.len() <= 4
            && segment
                .bytes()
                .all(|b| b"dDmMyYLnjhH0123456789".contains(&b))
    };
    let is_number = |segment: &str| {
        segment.bytes().next().is_some_and(|b| b.is_ascii_digit())
            && segment.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    };
    (is_pair && (!is_file || segments[1].starts_with("vnd.") || segments[1].starts_with("x-")) && is_one(&MIMES, segments[0]))
        || (segments.len() > 1 && ZONES.contains(&segments[0]) && segments[1].starts_with(|c: char| c.is_ascii_uppercase()))
        || (segments.len() > 1 && segments.iter().all(is_date))
        || (is_pair && segments.iter().all(is_short) && !is_one(&FIRST, segments[0]))
        // `curl/8.5.0`, `w-1/2`.
        || (is_pair && is_number(segments[1]) && !is_one(&FIRST, segments[0]))
}

/// Returns the meaning of a quoted text by the text before the quote.
fn context(before: &[u8]) -> QuoteContext {
    let before = before[before.len().saturating_sub(CONTEXT)..].trim_ascii_end();
    let Some((&last, start)) = before.split_last() else {
        return QuoteContext::Nothing;
    };
    let is_open = |call: &[u8]| {
        memchr::memmem::rfind(before, call)
            .is_some_and(|at| memchr::memchr2(b')', b']', &before[at..]).is_none())
    };
    if DISKS.iter().any(|call| is_open(call)) {
        return QuoteContext::Other;
    }
    match last {
        b'(' => match call(start) {
            // `request(url("x"))`, under another name.
            (QuoteContext::Nothing, rest) => match rest.split_last() {
                Some((b'(', rest)) => call(rest).0,
                _ => QuoteContext::Nothing,
            },
            (context, _) => context,
        },
        b':' | b'=' if matches!(start.last(), Some(b'=' | b'!' | b':' | b'<' | b'>')) => {
            QuoteContext::Nothing
        }
        b':' | b'=' | b'+' => match &*name(start).0 {
            name if last != b'+' && OTHERS.contains(&name) => QuoteContext::Other,
            name if last != b'+' && NAMES.iter().any(|end| name.ends_with(end)) => {
                QuoteContext::Link
            }
            name if last == b'+' && is_base(name) => QuoteContext::Link,
            name if name.ends_with("path") => QuoteContext::File,
            _ => QuoteContext::Nothing,
        },
        b',' | b'[' => {
            // `xhr.open("GET", "x"`.
            let is_opened = memchr::memmem::rfind(start, b"open(").is_some_and(|at| {
                let method = start[at + 5..].trim_ascii();
                (5..=9).contains(&method.len())
                    && method[1..method.len() - 1]
                        .iter()
                        .all(u8::is_ascii_uppercase)
            });
            let is_list = [&b"define("[..], b"require(", b"requires:["]
                .iter()
                .any(|call| is_open(call));
            match (is_opened, is_list) {
                (true, _) => QuoteContext::Link,
                (_, true) => QuoteContext::Other,
                _ => QuoteContext::Nothing,
            }
        }
        _ => match &*name(before).0 {
            "from" | "import" | "require" => QuoteContext::Other,
            _ => QuoteContext::Nothing,
        },
    }
}

/// Returns whether a variable of this name holds the start of a URL.
fn is_base(name: &str) -> bool {
    let bases = [
        "url", "uri", "base", "host", "root", "endpoint", "api", "server", "origin", "pathname",
    ];
    bases.iter().any(|part| name.contains(part)) && !name.contains("amd")
}

/// Returns the meaning given by the call whose bracket is open at the end of a text, and the text
/// before the name of that call.
fn call(start: &[u8]) -> (QuoteContext, &[u8]) {
    let (name, rest) = name(start);
    let context =
        if name.contains("require") || ["import", "define", "mock", "unmock"].contains(&&*name) {
            QuoteContext::Other
        } else if CALLS.contains(&&*name)
            || ["url", "uri", "href"].iter().any(|end| name.ends_with(end))
        {
            QuoteContext::Link
        } else {
            QuoteContext::Nothing
        };
    (context, rest)
}

/// Returns the name at the end of a text, in lower case and without the part before its last dot
/// (`url` for `"url"`, `this.url`, `["url"]`), and the text before the name.
pub(super) fn name(text: &[u8]) -> (String, &[u8]) {
    let text = text.trim_ascii_end();
    let closed = text
        .iter()
        .rev()
        .take_while(|b| matches!(b, b'"' | b'\'' | b']' | b'`'))
        .count();
    let text = &text[..text.len() - closed];
    let is_part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$');
    let (rest, name) = text.split_at(text.len() - text.iter().rev().take_while(is_part).count());
    (String::from_utf8_lossy(name).to_ascii_lowercase(), rest)
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
