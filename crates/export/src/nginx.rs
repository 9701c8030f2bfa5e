//! A map for nginx from paths to routes, to be included in `http { }`.
//!
//! nginx tries the regular expressions of a map in their order. `$uri` has no escapes, so texts are
//! written without them too.

use std::collections::BTreeSet;
use std::fmt::Write;

use percent_encoding::percent_decode_str;
use urlsift_lists::escapes;

use crate::Routes;

/// The most bytes of a rule that nginx accepts as one word.
const LONGEST: usize = 4000;

/// Writes routes as a map of nginx.
pub fn write(routes: &Routes<'_>) -> String {
    let mut hosts = BTreeSet::new();
    for route in routes {
        hosts.insert(route.host);
    }
    let has_hosts = hosts.len() > 1;
    let mut text = String::from(
        "# Include this in http { }. log_format can name $urlsift_route, and limit_req_zone take it as its key.\n",
    );
    let source = if has_hosts { "$http_host$uri" } else { "$uri" };
    let _ = writeln!(
        text,
        "map_hash_bucket_size 512;\nmap \"{source}\" $urlsift_route {{\n    default \"\";"
    );
    // Paths without a host, which most lines of a log are, may be of any host that has no rule.
    let named = routes.iter().filter(|route| !route.host.is_empty());
    let any = routes.iter().filter(|route| route.host.is_empty());
    for route in named.chain(any) {
        let host = match route.host {
            _ if !has_hosts => String::new(),
            "" => "[^/]*".to_owned(),
            // Visitors may write hosts in capitals.
            host => format!("(?i:{})", escapes::regex(host)),
        };
        // Decoded values may have what ends a path in a URL.
        let regex = route.path_regex().replace("[^/?#]", "[^/]");
        let regex = unescaped(&regex.replace("[^?#]", "."));
        let rule = format!("~^{host}{regex}$");
        if rule.len() > LONGEST || rule.chars().any(char::is_control) {
            let path = route.path_text();
            let path = path.escape_debug();
            let _ = writeln!(text, "    # left out, as nginx cannot read it: {path}");
            continue;
        }
        let mut shown = route.path_text();
        if has_hosts {
            shown.insert_str(0, route.host);
        }
        let rule = word(&rule);
        let shown = word(&shown.replace('$', "%24"));
        let _ = writeln!(text, "    {rule} {shown};");
    }
    text.push_str("}\n");
    text
}

/// Quotes a word for nginx.
fn word(text: &str) -> String {
    let mut word = String::with_capacity(text.len() + 8);
    word.push('"');
    for c in text.chars() {
        if matches!(c, '\\' | '"') {
            word.push('\\');
        }
        word.push(c);
    }
    word.push('"');
    word
}

/// Returns a regular expression for a path without percent-encoding. A decoded character that is
/// special in expressions is escaped.
fn unescaped(regex: &str) -> String {
    let mut text = String::new();
    let mut rest = regex;
    while let Some(at) = rest.find('%') {
        text += &rest[..at];
        let escapes = rest.as_bytes()[at..].chunks(3);
        let is_escape = |chunk: &&[u8]| chunk[0] == b'%' && chunk.len() == 3;
        let run = (3 * escapes.take_while(is_escape).count()).max(1);
        let decoded: Vec<u8> = percent_decode_str(&rest[at..at + run]).collect();
        for chunk in decoded.utf8_chunks() {
            text += &escapes::regex(chunk.valid());
            for byte in chunk.invalid() {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
        rest = &rest[at + run..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::templates;

    /// Returns the map without its first lines.
    fn map(lines: &[&str]) -> String {
        let text = write(&Routes::of(&templates(lines)));
        let start = text.find("map \"").expect("it has a map");
        text[start..].to_owned()
    }

    #[test]
    fn one_host_needs_no_name() {
        let lines = [
            "https://a.test/user/17",
            "https://a.test/user/export",
            "https://a.test/",
        ];
        let wanted = r#"map "$uri" $urlsift_route {
    default "";
    "~^/*$" "/";
    "~^/+user/+export/*$" "/user/export";
    "~^/+user/+[0-9]+/*$" "/user/{int}";
}
"#;
        assert_eq!(map(&lines), wanted);
    }

    #[test]
    fn hosts_are_matched_in_any_case_and_paths_alone_come_last() {
        let lines = ["/x", "https://b.test:81/x", "https://a.test/x"];
        let wanted = r#"map "$http_host$uri" $urlsift_route {
    default "";
    "~^(?i:a\\.test)/+x/*$" "a.test/x";
    "~^(?i:b\\.test:81)/+x/*$" "b.test:81/x";
    "~^[^/]*/+x/*$" "/x";
}
"#;
        assert_eq!(map(&lines), wanted);
    }

    #[test]
    fn paths_are_written_without_escapes() {
        for (regex, wanted) in [
            ("/+caf%C3%A9/+a", "/+café/+a"),
            ("%2B%24", r"\+\$"),
            ("100%", "100%"),
            ("a%2", "a%2"),
            ("/+caf%E9", r"/+caf\xE9"),
            ("%C3%A9%E9%FF%2E", r"é\xE9\xFF\."),
            ("%3F%23", r"\?#"),
        ] {
            assert_eq!(unescaped(regex), wanted, "{regex}");
        }
        assert_eq!(word(r#"a"\.b"#), r#""a\"\\.b""#);
    }

    #[test]
    fn values_may_have_what_ends_a_path_in_a_url() {
        let lines = [
            "https://a.test/p/what%3F17",
            "https://a.test/user/4af0bdc4",
            "https://a.test/item7/x",
            "https://a.test/go/https://b.test/x",
        ];
        let map = map(&lines);
        assert!(!map.contains("[^/?#]"), "{map}");
        assert!(map.contains(r#""~^/+user/+[^/]+/*$""#), "{map}");
        assert!(
            map.contains(r#""~^/+p/+what\\?[^/]+/*$" "/p/what%3F{}""#),
            "{map}"
        );
    }

    #[test]
    fn rules_that_nginx_cannot_read_are_left_out() {
        let mut long = String::from("https://a.test");
        for first in 'a'..='z' {
            for second in 'a'..='z' {
                long.extend(["/shop", &first.to_string(), &second.to_string()]);
            }
        }
        let map = map(&[&long, "https://a.test/a%0Ab"]);
        assert!(!map.contains("~^"), "{map}");
        assert_eq!(map.matches("# left out").count(), 2, "{map}");
    }
}
