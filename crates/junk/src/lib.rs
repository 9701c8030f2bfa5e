//! Junk of archives and crawlers: URLs that were never meant to be URLs.
//!
//! A URL is junk if its path, or the name of a parameter, contains text that no site puts there:
//! HTML, pieces of scripts, payloads of scanners, the rest of a line of text. Values of parameters
//! are ignored. A payload in a value is merged like any other value: dropping it could lose the
//! only URL that shows this parameter.
//!
//! The rules are tables, one for each family. To add a rule, add a row, and to
//! `testdata/examples.tsv` paths and queries that it takes and that no rule takes; these are its
//! tests. A rule should match only URLs that are junk on every site. Possible
//! names of pages or routes (`a.b.c`, `null`, `{id}`) are left for the filter to compare.

mod leftovers;
mod markup;
mod payloads;
mod rule;
mod scripts;
mod view;

pub use view::without_escapes;

use bstr::ByteSlice;
use rule::JunkRule;
use std::borrow::Cow;
use view::{BARE, PATH, PartView, VALUED};

/// The rule that makes a URL junk: see `Sift::junk`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Junk {
    /// The name of the rule, such as `tag`.
    pub rule: &'static str,
    /// The defect of the URL, in one sentence without a full stop.
    pub why: &'static str,
}

/// Returns all rules in the order in which they are tried: payloads first, because they hold markup
/// and pieces of scripts.
fn all() -> impl Iterator<Item = &'static JunkRule> {
    let families: [&[JunkRule]; 4] = [
        &payloads::RULES,
        &markup::RULES,
        &scripts::RULES,
        &leftovers::RULES,
    ];
    families.into_iter().flatten()
}

/// Returns each rule as users see it, in the order in which they are tried.
pub fn rules() -> impl Iterator<Item = Junk> {
    all().map(Junk::by)
}

impl Junk {
    fn by(rule: &JunkRule) -> Self {
        Self {
            rule: rule.name,
            why: rule.why,
        }
    }
}

/// Returns the first rule that matches a URL, given as written.
pub fn find(url: &[u8]) -> Option<Junk> {
    let (path, query) = searched_parts(url);
    if let Some(junk) = find_in(PATH, &path) {
        return Some(junk);
    }
    let is_harmless = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-[]".contains(byte);
    for pair in query.split_str("&") {
        let (name, part) = match pair.split_once_str("=") {
            Some((name, _)) => (name, VALUED),
            None => (pair, BARE),
        };
        // Every rule for names requires another byte.
        if name.iter().all(is_harmless) {
            continue;
        }
        if let Some(junk) = find_in(part, name) {
            return Some(junk);
        }
    }
    None
}

/// Returns the first rule that matches a part of a URL.
fn find_in(part: u8, raw: &[u8]) -> Option<Junk> {
    let view = PartView::of(part, raw);
    let rule = all().find(|rule| rule.takes_part(&view))?;
    Some(Junk::by(rule))
}

/// Returns the parts of a URL in which rules look for junk, as written: the path, with the route in
/// a fragment, and the query.
fn searched_parts(url: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let mut rest = url;
    if let Some(at) = url.find_byteset("/?#")
        && let Some(authority) = url[at..].strip_prefix(b"//")
    {
        rest = authority;
    }
    let start = rest.find_byteset("/\\?#").unwrap_or(rest.len());
    let rest = &rest[start..];
    let (rest, fragment) = rest.split_once_str("#").unwrap_or((rest, b""));
    let (path, query) = rest.split_once_str("?").unwrap_or((rest, b""));
    let mut path = Cow::Borrowed(path);
    // Other fragments belong to no page, and are searched only for pieces of objects.
    let has_route = matches!(fragment, [b'/' | b'!', ..]) || path.ends_with(b"&");
    let has_object = || fragment.contains_str("%22,%22") || fragment.contains_str("\",\"");
    if has_route || has_object() {
        let (route, _) = fragment.split_once_str("?").unwrap_or((fragment, b""));
        let path = path.to_mut();
        path.push(b'#');
        path.extend_from_slice(route);
    }
    (path, query)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use view::BYTES_READ;

    fn taker(example: &str) -> Option<&'static str> {
        find(format!("https://www.example.com{example}").as_bytes()).map(|junk| junk.rule)
    }

    /// Returns rows of examples: a rule, `takes` or `leaves`, and paths and queries.
    fn rows() -> impl Iterator<Item = (&'static str, &'static str, Vec<&'static str>)> {
        include_str!("../testdata/examples.tsv").lines().map(|row| {
            let mut cells = row.split('\t');
            let mut cell = || cells.next().expect("a row has a rule and a kind");
            (cell(), cell(), cells.collect())
        })
    }

    fn examples(rule: &str, kind: &str) -> Vec<&'static str> {
        rows()
            .filter(|row| (row.0, row.1) == (rule, kind))
            .flat_map(|row| row.2)
            .collect()
    }

    #[test]
    fn each_rule_takes_and_leaves_its_examples() {
        let mut wrong = Vec::new();
        for rule in all() {
            let takes = examples(rule.name, "takes");
            let leaves = examples(rule.name, "leaves");
            assert!(
                !takes.is_empty() && !leaves.is_empty() && !rule.why.is_empty(),
                "{}",
                rule.name
            );
            let wanted = takes.into_iter().map(|taken| (taken, Some(rule.name)));
            for (example, wanted) in wanted.chain(leaves.into_iter().map(|left| (left, None))) {
                let found = taker(example);
                wrong.extend((found != wanted).then_some((rule.name, example, found)));
            }
        }
        for (name, ..) in rows() {
            assert!(all().any(|rule| rule.name == name), "{name}: no such rule");
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn rules_have_names_of_their_own() {
        let mut names: Vec<&str> = all().map(|rule| rule.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn escapes_hide_nothing() {
        for (plain, hidden) in [
            ("/a/<script>", ["/a/%3Cscript%3E", "/a/%253cScript%253e"]),
            (
                "/a?x&<svg/onload=1>",
                ["/a?x&%3Csvg/onload=1%3E", "/a?x&%253Csvg/onload=1"],
            ),
            ("/x\"><b", ["/x%22%3E%3Cb", "/x%2522%253E%253Cb"]),
            (
                "/${jndi:ldap://a.test/b}",
                ["/$%7Bjndi:ldap://a.test/b%7D", "/%2524%257Bjndi%3Aldap"],
            ),
        ] {
            let rule = taker(plain);
            assert!(rule.is_some(), "{plain}");
            for hidden in hidden {
                assert_eq!(taker(hidden), rule, "{hidden}");
            }
        }
    }

    /// The parts of a URL do not depend on its beginning.
    #[test]
    fn only_paths_names_and_routes_of_fragments_are_read() {
        for (url, wanted) in [
            (
                "https://www.example.com/a?q=<script>alert(1)</script>&next=../../etc/passwd",
                None,
            ),
            ("https://www.example.com/a#\"><img src=x>", None),
            (
                "https://www.example.com/#website%22,%22url%22:1",
                Some("attribute"),
            ),
            ("https://www.example.com/#/a\"><img src=x>", Some("tag")),
            ("https://www.example.com/#/a?q=<script>", None),
            ("//www.example.com/<script>", Some("tag")),
            ("www.example.com/<script>?x", Some("tag")),
            ("/<script>", Some("tag")),
            ("/<script>//b", Some("tag")),
            ("?<script>", Some("tag")),
            ("/a?next=https://b.example/<script>", None),
            ("mailto:ann@example.com", None),
            ("https://ann:javascript:@www.example.com/", None),
            ("", None),
        ] {
            assert_eq!(find(url.as_bytes()).map(|junk| junk.rule), wanted, "{url}");
        }
    }

    /// A rule that read a whole line from each of its marks would take minutes.
    #[test]
    fn long_lines_take_no_more_than_their_share() {
        const LENGTH: usize = 512;
        /// Each rule reads most bytes once or a few times.
        const MOST_READS: usize = 40;
        let rules = rows().flat_map(|row| row.2);
        let marks = [
            "<", "<q ", "<q/", "{{", "${", "/{", "\"", "'", "\\", "%25", "+'", "'+a+", "|", "| ",
            " or (", "'or'", "/.", "[", "&", "=", "/a:",
        ];
        for mark in marks.into_iter().chain(rules) {
            for start in ["/", "/a?"] {
                let marks = mark.repeat(LENGTH.div_ceil(mark.len()));
                let line = format!("https://a.test{start}{marks}");
                BYTES_READ.set(0);
                find(line.as_bytes());
                let reads = BYTES_READ.get() / line.len();
                assert!(
                    reads <= MOST_READS,
                    "{start}{mark}: each byte of a long line is read {reads} times"
                );
            }
        }
    }

    proptest! {
        /// Paths and names that programmers and writers use are never junk.
        #[test]
        fn plain_urls_are_left(
            segments in proptest::collection::vec(
                "[a-z]{2,9}|[A-Z][a-z]{2,8}[A-Z][a-z]{2,8}|[0-9]{1,12}|[0-9a-f]{8,40}|v[0-9]|[a-z]{2,7}-[a-z]{2,7}\
                 |[a-z]{3,8}_[a-z]{3,8}|[a-z]{3,9}\\.(html|php|js|css|png|json|aspx|tar\\.gz)|[a-z]{2}-[A-Z]{2}\
                 |%E6%97%A5%E6%9C%AC|[a-z]{3,6}%20[a-z]{3,6}|\\{[a-z]{2,8}\\}|:[a-z]{2,8}|@[a-z]{3,8}|~[a-z]{3,8}\
                 |[a-z]{3,8}@[a-z]{3,8}\\.com/x|[A-Z]{3}-[0-9]{3,5}|[a-z]{3,7}\\+[a-z]{3,7}|\\([0-9]{1,3}\\)", 0..3),
            own in 0_u32..1_000_000,
            names in proptest::collection::vec(
                "[a-z]{1,9}|[a-z]{2,8}\\[[a-z]{0,6}\\]|[a-z]{2,6}[A-Z][a-z]{2,6}|[a-z]{2,6}_[a-z]{2,6}\
                 |\\$[a-z]{3,8}|[a-z]{2,5}\\.[a-z]{2,5}|[a-z]{2,5}:[a-z]{2,5}|amp;[a-z]{2,5}", 0..5),
            value in "[ -%'-~]{0,20}",
        ) {
            let start = format!("https://www.example.com/start/{own}");
            let path = segments.into_iter().fold(start, |path, segment| path + "/" + &segment);
            let value = value.replace('#', "");
            let pair = |url: String, name: String| url + &name + "=" + &value + "&";
            let url = names.into_iter().fold(path + "?", pair);
            prop_assert_eq!(find(url.as_bytes()), None, "{}", url);
        }

        /// Any bytes get an answer, which does not depend on the host.
        #[test]
        fn any_bytes_have_an_answer(path in proptest::collection::vec(any::<u8>(), 0..80)) {
            let on = |host: &str| find(&[b"http://", host.as_bytes(), b"/", &path].concat());
            prop_assert_eq!(on("a.test"), on("www.example.com:8080"));
        }
    }
}
