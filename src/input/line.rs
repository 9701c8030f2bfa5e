//! Which bytes of a line are its URL: `https://example.com/login` in `https://example.com/login [200] [Sign in]`.
//!
//! Tools print a status, a size, a title or a date behind each URL, and people write notes there. None of
//! that says which page the URL leads to, so it is not compared; the line is printed whole all the same. The same holds for columns
//! before the URL.
//!
//! A blank may also belong to the URL: archives hold `/red shoes.html`. What follows the blank decides, word by word:
//!
//! | what follows | then the URL |
//! |---|---|
//! | a *mark* that no URL has behind a blank: `[200]`, `(Status: 200)`, `Size: 7`, `-> https://...`, `text/html` | ends |
//! | a *column*: `200`, `12KB`, `2024-05-06`, `GET`, `"Sign in"`, `-`, `\|` | ends, unless the words up to the next mark end like a URL |
//! | *words* of which one has an extension, a slash or `&name=` | goes on to the end of that word |
//! | other words in a query or fragment | goes on |
//! | other words in a path | ends after `/`, after a file and after an ordinary word of sites (`/login Sign in`); else it goes on |
//! | a tab | ends, if there is a host or a path before it |
//!
//! Where both are possible for a gap, ending is the careful choice: what stands before the blank keeps lines apart as a word, whereas a path
//! segment with a blank is a value like any other.

use crate::{parse, token};

/// Begins a colour code: `\x1b[32m`.
const ESCAPE: u8 = 0x1B;

/// The URL of a line, without what precedes or follows it. Lines without a blank, tab or colour code are left as they are.
#[inline]
pub(super) fn url(line: &[u8]) -> &[u8] {
    if memchr::memchr3(b' ', b'\t', ESCAPE, line).is_some() { cut(line) } else { line }
}

/// Tries each gap in turn.
#[cold]
fn cut(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = &line[gap_end(line, 0)..];
    let line = behind_columns(line).unwrap_or(line);
    let mut from = 0;
    while let Some(at) = memchr::memchr3(b' ', b'\t', ESCAPE, &line[from..]).map(|at| from + at) {
        match Head::of(&line[..at]).map(|head| head.next(line, at)) {
            // No URL begins like this.
            None => break,
            Some(Next::End) => return &line[..at],
            Some(Next::After(end)) => from = end,
        }
    }
    line
}

/// The rest of a line from its URL on, where only columns precede it: `200  GET  9l  28w  312c https://example.com/login`. A bare path
/// counts behind a status only.
fn behind_columns(line: &[u8]) -> Option<&[u8]> {
    let (mut at, mut has_status) = (0, false);
    loop {
        let (start, end) = word(line, at)?;
        let found = uncoloured(&line[start..end]);
        if at > 0 && (is_address(found) || (has_status && found.starts_with(b"/"))) {
            return Some(&line[start..]);
        }
        let is_group = group(&line[start..end], b'[', b']').is_some();
        // A line that begins with a host is about that host.
        let is_host = at == 0 && !is_group && parse::authority(found).is_some();
        if is_host || !(is_group || is_column(&line[start..end], found)) {
            return None;
        }
        has_status |= found.len() == 3 && found.iter().all(u8::is_ascii_digit);
        at = end;
    }
}

/// Whether a word is an absolute URL.
fn is_address(word: &[u8]) -> bool {
    let colon = memchr::memmem::find(word, b"://").unwrap_or_default();
    [&b"http"[..], b"https"].iter().any(|scheme| word[..colon].eq_ignore_ascii_case(scheme))
}

/// What a gap is.
enum Next {
    /// The end of the URL.
    End,
    /// A part of it, as is everything before this offset.
    After(usize),
}

/// The bytes before a gap.
struct Head<'a> {
    /// Whether a scheme or a slash says that a URL begins here.
    marked: bool,
    host: &'a [u8],
    /// Path, query and fragment.
    tail: &'a [u8],
}

impl<'a> Head<'a> {
    /// `None` if no URL begins like this.
    fn of(before: &'a [u8]) -> Option<Self> {
        let (start, marked) = parse::authority(before)?;
        let rest = &before[start..];
        let slashes =
            if start > 0 { rest.iter().take_while(|b| matches!(b, b'/' | b'\\')).count() } else { 0 };
        let rest = &rest[slashes..];
        let is_delimiter = |b: &u8| matches!(b, b'/' | b'\\' | b'?' | b'#');
        let (host, tail) = rest.split_at(rest.iter().position(is_delimiter).unwrap_or(rest.len()));
        let is_url = (start == 0 || !host.is_empty()) && !host.iter().any(|&b| b <= b' ');
        is_url.then_some(Self { marked, host, tail })
    }

    /// Decides on the gap at an offset.
    fn next(&self, line: &[u8], at: usize) -> Next {
        let Some((start, mut end)) = word(line, at) else { return Next::End };
        let gap = &line[at..start];
        if !gap.iter().any(|b| matches!(b, b' ' | b'\t')) && !matches!(line[start], b'[' | b'(') {
            // A colour within a word.
            return Next::After(start);
        }
        let kind = Kind::of(&line[start..], end - start);
        let has_path = !self.tail.is_empty();
        let has_host = has_path || self.host.iter().any(|b| matches!(b, b'.' | b':'));
        if kind == Kind::Mark || (has_host && gap.contains(&b'\t')) {
            return Next::End;
        }
        // The words up to a mark or tab, and the last of them that is part of a URL.
        let uncoloured_end = |from: usize, end: usize| from + uncoloured(&line[from..end]).len();
        let (mut from, mut part) = (start, None);
        loop {
            if is_part(&line[from..end], kind) {
                part = Some(uncoloured_end(from, end));
            }
            match word(line, end) {
                Some((start, next))
                    if !line[end..start].contains(&b'\t')
                        && Kind::of(&line[start..], next - start) != Kind::Mark =>
                {
                    (from, end) = (start, next);
                }
                _ => break,
            }
        }
        let end = uncoloured_end(from, end);
        match (kind, part) {
            (Kind::Word, Some(part)) => Next::After(part),
            (Kind::Column, Some(part)) if part == end => Next::After(end),
            (Kind::Column, _) => Next::End,
            _ if has_host && self.ends_itself() => Next::End,
            _ => Next::After(end),
        }
    }

    /// Whether words that follow do not belong to it.
    fn ends_itself(&self) -> bool {
        let last = self.tail.rsplit(|&b| b == b'/').next().unwrap_or_default();
        self.marked
            && !self.tail.iter().any(|b| matches!(b, b'?' | b'#'))
            && (last.is_empty() || token::is_file(last) || token::is_ordinary(last))
    }
}

/// What a word behind a gap is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Never part of a URL.
    Mark,
    /// A column of a table, but words like it are in titles too.
    Column,
    Word,
}

/// Names of columns, before a colon.
const LABELS: [&[u8]; 20] = [
    b"code",
    b"comment",
    b"content-type",
    b"date",
    b"depth",
    b"duration",
    b"host",
    b"ip",
    b"length",
    b"lines",
    b"location",
    b"method",
    b"note",
    b"redirect",
    b"server",
    b"size",
    b"status",
    b"time",
    b"title",
    b"words",
];

/// Types of media, before a slash.
const MEDIA: [&[u8]; 7] = [b"application", b"audio", b"font", b"image", b"multipart", b"text", b"video"];

const METHODS: [&[u8]; 7] = [b"DELETE", b"GET", b"HEAD", b"OPTIONS", b"PATCH", b"POST", b"PUT"];

impl Kind {
    /// The kind of the word of this length with which the rest of a line begins.
    fn of(rest: &[u8], length: usize) -> Self {
        let word = uncoloured(&rest[..length]);
        let before = |mark: u8| memchr::memchr(mark, word).map(|at| word[..at].to_ascii_lowercase());
        let is_listed =
            |list: &[&[u8]], name: Option<Vec<u8>>| name.is_some_and(|name| list.contains(&&name[..]));
        let is_mark = match word {
            [b'[', ..] => group(rest, b'[', b']').is_some(),
            [b'(', ..] => group(rest, b'(', b')').is_some_and(is_status),
            _ => {
                matches!(word, b"->" | b"-->" | b"=>" | b"==>" | b"\xe2\x86\x92")
                    || is_address(word)
                    || is_listed(&LABELS, before(b':'))
                    || is_listed(&MEDIA, before(b'/'))
            }
        };
        if is_mark {
            Self::Mark
        } else if is_column(rest, word) {
            Self::Column
        } else {
            Self::Word
        }
    }
}

/// Whether a group in parentheses tells a status or size.
fn is_status(group: &[u8]) -> bool {
    let group = group.to_ascii_lowercase();
    let label = group.split(|&b| b == b':').next().unwrap_or_default();
    (label.len() < group.len() && LABELS.contains(&label)) || is_measure(&group)
}

/// A number, a size, a date, a method, a quotation, a comment or a separator.
fn is_column(rest: &[u8], word: &[u8]) -> bool {
    let is_separator = word.iter().all(|b| b"-+|#*:;,=<>~/".contains(b))
        || matches!(word, b"\xe2\x80\x93" | b"\xe2\x80\x94");
    let is_quotation = word.first() == Some(&b'"') && group(rest, 0, b'"').is_some();
    is_separator
        || is_quotation
        || is_measure(word)
        || word.first() == Some(&b'#')
        || word.starts_with(b"HTTP/")
        || METHODS.contains(&word)
}

/// Numbers and what joins them, with a unit of up to three letters: `200`, `301,200`, `12KB`, `2024-05-06`, `10.0.0.7`; `06/May/2024`.
fn is_measure(word: &[u8]) -> bool {
    let word = word.strip_suffix(b",").unwrap_or(word);
    let unit = word.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    let number = &word[..word.len() - unit];
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_dated = memchr::memchr_iter(b'/', number).count() == 2;
    let joins =
        |b: &u8| b.is_ascii_digit() || b"-.,:/+TZ".contains(b) || (is_dated && b.is_ascii_alphabetic());
    unit <= 3 && is_digit(number.first()) && is_digit(number.last()) && number.iter().all(joins)
}

/// Whether a word among others belongs to a URL: a file's name, a further parameter, and in words a path.
fn is_part(word: &[u8], opener: Kind) -> bool {
    let word = uncoloured(word);
    let is_param = |at: usize| {
        let name = word[at + 1..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        let end = at + 1 + name.count();
        end > at + 1 && word.get(end) == Some(&b'=')
    };
    token::is_file(word)
        || memchr::memchr2_iter(b'&', b'?', word).any(is_param)
        || (opener == Kind::Word && word.len() > 1 && word.contains(&b'/') && !is_measure(word))
}

/// The text between a bracket and its partner, if a gap, the end or another group follows.
fn group(rest: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    let (mut depth, mut at) = (0, 1);
    while at < rest.len() {
        let byte = rest[at];
        if byte == ESCAPE {
            at = code_end(rest, at);
            continue;
        }
        if byte == close && depth == 0 {
            let follows = matches!(rest.get(at + 1), None | Some(b' ' | b'\t' | b'[' | b'(' | &ESCAPE));
            return follows.then_some(&rest[1..at]);
        }
        depth += i32::from(byte == open) - i32::from(byte == close);
        at += 1;
    }
    // A title may hold half of a pair.
    (depth > 0 && rest.last() == Some(&close)).then_some(&rest[1..])
}

/// The next word from an offset on.
fn word(line: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = gap_end(line, at);
    let length = memchr::memchr2(b' ', b'\t', &line[start..]).unwrap_or(line.len() - start);
    (length > 0).then_some((start, start + length))
}

/// Where blanks, control characters and colour codes end.
fn gap_end(line: &[u8], mut at: usize) -> usize {
    while at < line.len() && line[at] <= b' ' {
        at = if line[at] == ESCAPE { code_end(line, at) } else { at + 1 };
    }
    at
}

/// Where the colour code at an offset ends: `\x1b[`, numbers, and a letter.
fn code_end(line: &[u8], at: usize) -> usize {
    let [b'[', code @ ..] = &line[at + 1..] else { return at + 1 };
    let numbers = code.iter().take_while(|b| b.is_ascii_digit() || matches!(b, b';' | b'?')).count();
    at + 2 + numbers + usize::from(code.get(numbers).is_some_and(u8::is_ascii_alphabetic))
}

/// A word without the colour codes in it.
fn uncoloured(word: &[u8]) -> &[u8] {
    &word[..memchr::memchr(ESCAPE, word).unwrap_or(word.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The whole line, and how many of its last bytes are no part of the URL.
    fn assert_url(line: &str, wanted: &str) {
        let found = String::from_utf8_lossy(url(line.as_bytes())).into_owned();
        assert_eq!(found, wanted, "{line:?}");
    }

    #[test]
    fn what_tools_print_behind_a_url_is_no_part_of_it() {
        let remarks = [
            // httpx, without and with colours
            "[200]",
            "[200] [1256] [Sign in] [nginx,PHP]",
            "[301,200] [https://a.example/home] [Moved [permanently]]",
            "[\x1b[32m200\x1b[0m] [\x1b[1;36mHome - A [B]\x1b[0m] [\x1b[35mnginx\x1b[0m]",
            "[200] [Half a pair [of brackets]",
            "[SUCCESS]",
            // gobuster
            "                (Status: 301) [Size: 178] [--> https://a.example/login/]",
            "(Status: 200) [Size: 12]",
            "\x1b[36m (Status: 301)\x1b[0m [Size: 178]\x1b[34m [--> /login/]\x1b[0m",
            // dirb
            "(CODE:200|SIZE:6153)",
            // dirsearch and feroxbuster, behind the URL
            "   -> REDIRECTS TO: https://a.example/login/",
            "=> https://a.example/login/",
            // ffuf
            "                  [Status: 200, Size: 1134, Words: 250, Lines: 38, Duration: 12ms]",
            // columns
            "200",
            "200 1256 Sign in",
            "200\t1256\tSign in",
            "\tSign in",
            "12KB 0.12s",
            "- Sign in",
            "| a note",
            "# look here, and there",
            "-- a note",
            "\u{2014} a note",
            "2024-05-06T07:08:09Z",
            "06/May/2024:07:08:09 +0000",
            "GET HTTP/1.1",
            "HTTP/1.1",
            "\"Sign in\"",
            "10.0.0.7",
            "text/html",
            "text/html; charset=utf-8",
            "Status: 200",
            "size:12",
            "https://b.example/x",
            "\x1b[0m",
            "   ",
            "200 See https://b.example/x.html",
        ];
        for url in [
            "https://a.example",
            "https://a.example/",
            "http://localhost:8080/a/login",
            "https://a.example/a/login.php",
            "https://a.example/x9?id=7&next=/a",
            "https://a.example/x9#top",
            "//a.example/qwrt",
            "https:/a.example/qwrt",
            "http:\\\\a.example\\qwrt",
            "/qwrt",
            "a.example",
            "a.example:8443/qwrt",
        ] {
            for remark in remarks {
                assert_url(&format!("{url} {remark}"), url);
                assert_url(&format!("\x1b[2K\x1b[32m {url}\x1b[0m {remark}"), url);
            }
        }
    }

    #[test]
    fn columns_before_a_url_are_no_part_of_it() {
        for (line, wanted) in [
            // feroxbuster
            ("200      GET        9l       28w      312c https://a.example/login", "https://a.example/login"),
            (
                "301      GET        7l       20w      169c https://a.example/a => https://a.example/a/",
                "https://a.example/a",
            ),
            (
                "\x1b[32m200\x1b[0m      GET        9l \x1b[36mhttps://a.example/a b.html\x1b[0m",
                "https://a.example/a b.html",
            ),
            // dirsearch
            ("200    12KB https://a.example/login", "https://a.example/login"),
            (
                "301   178B  https://a.example/a    -> REDIRECTS TO: https://a.example/a/",
                "https://a.example/a",
            ),
            ("[12:34:56] 200 -   11KB - /login", "/login"),
            ("[12:34:56] 301 -  178B  - /a  ->  https://a.example/a/", "/a"),
            // dirb, gospider, nuclei
            ("+ https://a.example/login (CODE:200|SIZE:6153)", "https://a.example/login"),
            ("[url] - [code-200] - https://a.example/login", "https://a.example/login"),
            ("[tech-detect:nginx] [http] [info] https://a.example/login [\"x\"]", "https://a.example/login"),
            // waybackurls with dates, uniq -c
            ("2024-05-06T07:08:09Z https://a.example/login", "https://a.example/login"),
            ("     12 https://a.example/login", "https://a.example/login"),
            ("7\thttps://a.example/login\tSign in", "https://a.example/login"),
            // No URL, or one that something else precedes
            ("200 OK https://a.example/login", "200 OK https://a.example/login"),
            ("12 /login", "12 /login"),
            ("10.0.0.7 https://a.example/", "10.0.0.7"),
            ("[::1]:80/x [200]", "[::1]:80/x"),
        ] {
            assert_url(line, wanted);
        }
    }

    #[test]
    fn words_end_a_url_where_it_is_complete() {
        for (line, wanted) in [
            ("https://a.example/login Sign in", "https://a.example/login"),
            ("https://a.example/reset-password needs a look", "https://a.example/reset-password"),
            ("https://a.example/qwrt/ A Page", "https://a.example/qwrt/"),
            ("https://a.example/qwrt.php A Page", "https://a.example/qwrt.php"),
            ("https://a.example A Page", "https://a.example"),
            ("/backup old copies", "/backup"),
        ] {
            assert_url(line, wanted);
        }
    }

    #[test]
    fn blanks_of_a_url_stay() {
        for url in [
            "https://a.example/red shoes.html",
            "https://a.example/red shoes/list",
            "https://a.example/red shoes",
            "https://a.example/big red shoes.html",
            "https://a.example/a b c/d e f.jpg",
            "https://a.example/Artist - Song.mp3",
            "https://a.example/photo [1].jpg",
            "https://a.example/photo (1).jpg",
            "https://a.example/Tea (drink)/index.html",
            "https://a.example/top 100 songs.html",
            "https://a.example/report 2024-05-06.pdf",
            "https://a.example/list?q=red shoes&page=2",
            "https://a.example/list?q=red - blue&page=2",
            "https://a.example/list?q=top 100&page=2",
            "https://a.example/item?id=-1 UNION SELECT 1,2,3",
            "https://a.example/item?id=0  order by 1",
            "https://a.example/a.html#What to expect",
            "/red shoes.html",
        ] {
            assert_url(url, url);
            for remark in
                [" [200]", "   (Status: 200) [Size: 12]", "\t200", " -> https://b.example/", " Status: 200"]
            {
                assert_url(&format!("{url}{remark}"), url);
            }
        }
    }

    #[test]
    fn lines_that_begin_like_no_url_are_left_alone() {
        for line in [
            "not a url at all",
            "see https://a.example/ [200]",
            "http://exa mple.com/a b",
            "foo [200]",
            "",
            "e.g. this",
        ] {
            assert_url(line, line);
        }
        // A tab inside a host is dropped by those who read URLs.
        assert_url("http://exa\tmple.com/a", "http://exa\tmple.com/a");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn it_is_a_piece_of_the_line(
            bytes in proptest::collection::vec(any::<u8>(), 0..60),
            text in r"(https?://|/|)[a-z.]{0,6}[a-z/.?&= \[\]()\x1b\t:0-9\x22-]{0,40}",
        ) {
            for line in [&bytes[..], text.as_bytes()] {
                let found = url(line);
                let at = found.as_ptr() as usize - line.as_ptr() as usize;
                prop_assert!(found.is_empty() || at + found.len() <= line.len());
                // A gap follows it.
                let rest = &line[at + found.len()..];
                prop_assert!(rest.first().is_none_or(|b| matches!(b, b' ' | b'\t' | &ESCAPE)));
                prop_assert_eq!(url(found), found);
            }
        }
    }
}
