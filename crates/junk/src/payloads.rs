//! Payloads of scanners.

use super::rule::JunkRule;
use super::view::{
    BAR, BARE, BLANK, BRACE, COLON, DOT, EQUALS, ESCAPE, FOREIGN, NAME, PAREN, PATH, PLUS,
    PartView, QUOTE, SEMICOLON, VALUED, after_run, is_word, run,
};
use bstr::ByteSlice;

pub(super) static RULES: [JunkRule; 6] = [
    JunkRule {
        name: "traversal",
        parts: PATH,
        kinds: DOT | FOREIGN,
        fits: is_traversal,
        why: "escaped dots and slashes climb out of the directory",
    },
    JunkRule {
        name: "system-file",
        parts: PATH,
        kinds: 0,
        fits: is_system_file,
        why: "a file of the operating system is not on a site",
    },
    JunkRule {
        name: "sql",
        parts: PATH | NAME,
        kinds: BLANK | PLUS | PAREN,
        fits: is_sql,
        why: "arithmetic and functions of SQL probe a database",
    },
    JunkRule {
        name: "injection",
        parts: PATH | NAME,
        kinds: BRACE | PAREN | EQUALS | BAR | SEMICOLON | QUOTE | COLON,
        fits: is_injection,
        why: "code that a server or a browser is to run",
    },
    JunkRule {
        name: "scanner",
        parts: PATH | NAME,
        kinds: 0,
        fits: |view| {
            let marks = [
                "acunetix_wvs_",
                "acunetix-wvs-test",
                "wvs_security_test",
                "wvs-test-for",
                "nmaplowercheck",
                "nmapuppercheck",
                "nice ports,",
                "niktotest",
                "nikto-test",
                "netsparker0x",
                "openvasvt",
                "vt-test-non-existent",
                "sqlmapproject",
                "bxss.me",
                ".interact.sh",
                "oastify.com",
                "burpcollaborator.net",
                ".oast.pro",
                ".oast.live",
                ".oast.site",
                ".oast.online",
                ".oast.fun",
                ".oast.me",
                "<sfi0",
                "arachni_text",
            ];
            view.has_any(&marks)
        },
        why: "the mark that a scanner leaves",
    },
    JunkRule {
        name: "extension",
        parts: BARE,
        kinds: DOT,
        fits: is_extension,
        why: "scanners append an extension as a parameter to include a file of another host",
    },
];

/// Whether a name is an extension, like `.php`.
fn is_extension(view: &PartView<'_>) -> bool {
    let name = &view.text;
    let name = name.trim_with(|c| c.is_ascii_whitespace() || c == '\0');
    let Some(extension) = name.strip_prefix(b".") else {
        return false;
    };
    let is_part = |b: &u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.');
    extension.len() <= 9 && extension.iter().all(is_part)
}

fn is_traversal(view: &PartView<'_>) -> bool {
    // Every mark has one of these bytes.
    if view.kinds & FOREIGN == 0 && view.text.find("..").is_none() {
        return false;
    }
    let raw = view.raw.to_ascii_lowercase();
    let has = |marks: &[&str]| marks.iter().any(|mark| raw.contains_str(mark));
    let escaped = [
        "..%2f",
        "..%5c",
        "%2e%2e",
        ".%2e/",
        "%2e./",
        "..%252f",
        "..%255c",
        "%252e%252e",
        "%c0%ae",
        "%c0%af",
    ];
    view.kinds & ESCAPE != 0 && has(&escaped) || has(&["....//", "..;/", "....\\\\"])
}

/// Files of every server, by the ends of their paths.
static SYSTEM_FILES: &[&str] = &[
    "etc/passwd",
    "etc/shadow",
    "etc/hosts",
    "etc/group",
    "etc/issue",
    "proc/self/environ",
    "proc/self/cmdline",
    "proc/version",
    "windows/win.ini",
    "winnt/win.ini",
    "windows/system.ini",
    "windows/system32/drivers/etc/hosts",
    "boot.ini",
];

/// Whether a path is that of a system file: at the root, after dot segments or after a page.
fn is_system_file(view: &PartView<'_>) -> bool {
    if !view.has_any(SYSTEM_FILES) {
        return false;
    }
    let goes_on = |b: &u8| is_word(*b) || *b == b'.';
    SYSTEM_FILES.iter().any(|file| {
        view.lower.find_iter(file).any(|at| {
            let before = &view.lower[..at];
            let after = &view.lower[at + file.len()..];
            let starts = matches!(before, [.., b'/' | b'\\']);
            if !starts || after.first().is_some_and(goes_on) {
                return false;
            }
            let before = before.trim_end_with(|c| matches!(c, '/' | '\\'));
            let parent = match before.rfind_byteset(b"/\\") {
                Some(slash) => &before[slash + 1..],
                None => before,
            };
            let is_root = parent.is_empty() && !file.starts_with("boot");
            is_root || parent == b".." || parent == b"c:" || is_page(parent)
        })
    })
}

/// Whether a name is like `index.php`.
fn is_page(name: &[u8]) -> bool {
    let pages = [
        ".php", ".asp", ".aspx", ".jsp", ".cgi", ".pl", ".html", ".htm", ".do",
    ];
    pages.iter().any(|page| name.ends_with(page.as_bytes()))
}

fn is_sql(view: &PartView<'_>) -> bool {
    let mut text = view.lower.clone();
    for byte in &mut text {
        if *byte == b'+' || byte.is_ascii_whitespace() {
            *byte = b' ';
        }
    }
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains_str(mark));
    let follows = |mark: &str, is_like: &dyn Fn(&[u8]) -> bool| {
        text.find_iter(mark)
            .any(|at| is_like(&text[at + mark.len()..]))
    };
    let columns = [
        "null",
        "concat",
        "group_concat",
        "char(",
        "version",
        "unhex",
        "load_file",
    ];
    let is_column = |rest: &[u8]| match rest {
        [b'0'..=b'9' | b'(' | b'*' | b'@' | b'\'' | b'"' | b'-', ..] => true,
        _ => columns.iter().any(|name| rest.starts_with_str(name)),
    };
    let is_number = |rest: &[u8]| rest.first().is_some_and(u8::is_ascii_digit);
    let is_condition = |rest: &[u8]| is_comparison(rest, view.part);
    let functions = [
        "waitfor delay",
        "extractvalue(",
        "updatexml(",
        "xp_cmdshell",
        "information_schema",
        "@@version",
        "dbms_pipe",
        "(select(",
    ];
    let queries = ["union select ", "union all select ", "(select "];
    let delays = ["sleep(", "benchmark("];
    let operators = [" and ", " or ", "'and ", "'or ", ")and ", ")or "];
    has(&functions)
        || queries.iter().any(|mark| follows(mark, &is_column))
        || delays.iter().any(|mark| follows(mark, &is_number))
        || operators.iter().any(|mark| follows(mark, &is_condition))
}

/// Whether a text is like `1=1` or `'a'='a`. The name of a parameter ends before the `=`.
fn is_comparison(text: &[u8], part: u8) -> bool {
    let is_text = matches!(text, [b'\'' | b'"', ..]);
    let text = after_run(text, |b| matches!(b, b'(' | b'\'' | b'"' | b' '));
    let left = run(text, |b| b.is_ascii_alphanumeric());
    let rest = after_run(&text[left.len()..], |b| matches!(b, b'\'' | b'"' | b' '));
    let is_number = !left.is_empty() && left.iter().all(u8::is_ascii_digit);
    match rest {
        [b'=' | b'<' | b'>', ..] => is_number || is_text && !left.is_empty(),
        [] => is_number && part == VALUED,
        _ => false,
    }
}

fn is_injection(view: &PartView<'_>) -> bool {
    let marks = [
        "jndi:",
        "document.cookie",
        "document.domain",
        "fromcharcode(",
        "phpinfo()",
        "passthru(",
        "shell_exec(",
        "base64_decode(",
        "call_user_func",
        "|cat ",
        ";cat ",
        "&cat ",
        "$(",
        "nslookup ",
        "php://filter",
        "php://input",
    ];
    view.has_any(&marks) || is_expression(view) || is_call(view) || is_handler(view)
}

/// Whether a text has arithmetic or a call in the braces of a template: `{{7*7}}`, `%{(#a)}`.
fn is_expression(view: &PartView<'_>) -> bool {
    view.around(b"{").any(|(before, after)| {
        if !matches!(before, [.., b'$' | b'%' | b'#' | b'*' | b'{']) {
            return false;
        }
        if let [b'(', b'#' | b'\'', ..] | [b'#', b'a'..=b'z', b'=', ..] = after {
            return true;
        }
        let number = run(after, |b| b.is_ascii_digit());
        let rest = &after[number.len()..];
        !number.is_empty() && matches!(rest, [b'*' | b'+' | b'-', b'0'..=b'9' | b'\'', ..])
    })
}

/// Whether a text has a call like `alert(1)`; without an argument it is the name of a function in
/// documentation.
fn is_call(view: &PartView<'_>) -> bool {
    let goes_on = |b: u8| is_word(b) || b == b'.';
    for call in ["alert(", "prompt(", "confirm(", "alert`"] {
        for (before, after) in view.places(call) {
            let is_empty = matches!(after, [] | [b')' | b'`', ..]);
            if !is_empty && !before.is_some_and(goes_on) {
                return true;
            }
        }
    }
    false
}

/// Whether a text has `onerror=` after a quote or blank.
fn is_handler(view: &PartView<'_>) -> bool {
    let handlers = [
        "onerror=",
        "onload=",
        "onclick=",
        "onfocus=",
        "onmouseover=",
        "onmouseenter=",
        "ontoggle=",
        "onpointerenter=",
    ];
    let is_outside = |before: u8| !is_word(before);
    handlers.iter().any(|handler| {
        let mut places = view.places(handler);
        places.any(|(before, _)| before.is_some_and(is_outside))
    })
}
