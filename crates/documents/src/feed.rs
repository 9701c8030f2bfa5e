//! Reads sitemaps, indexes of sitemaps, and feeds.
//!
//! An element whose text is a URL is a link, as are the attributes `href` and `url`; in `<loc>` and
//! `<link>` a path is one, too, and a URL may have blanks. Pages within the text of an entry are
//! not searched.

use crate::urls::Urls;
use crate::xml::{self, XmlElement};

/// Elements with URLs that are about the feed's own format.
const ABOUT: [&str; 2] = ["generator", "docs"];

/// Adds the links of a whole document, or none.
pub(crate) fn read(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let behind = match text.rfind('>') {
        Some(end) => &text[end + 1..],
        None => text,
    };
    if !behind.trim().is_empty() {
        return Err("text follows it".to_owned());
    }
    let read = xml::elements(text, |element| add_links(&element, urls));
    if read.is_err() {
        urls.clear();
    }
    read
}

/// Adds the links that an element has: its text and its attributes.
fn add_links(element: &XmlElement, urls: &mut Urls<'_>) {
    let name = element.name.as_str();
    if ABOUT.contains(&name) || element.attribute("isPermaLink") == Some("false") {
        return;
    }
    let text = Some(element.text.trim());
    let href = element.attribute("href");
    let url = element.attribute("url");
    for value in [text, href, url].into_iter().flatten() {
        if is_link(value, name) {
            // Readers of URLs skip line ends.
            urls.add(&value.replace(['\n', '\r', '\t'], ""));
        }
    }
}

/// Whether a value of an element is a URL, or a path where one may stand. Where nothing else may
/// stand, a URL may have blanks.
fn is_link(value: &str, name: &str) -> bool {
    let is_place = matches!(name, "link" | "loc");
    if value.starts_with('/') {
        return is_place;
    }
    let begins_with = |scheme: &&str| {
        let start = value.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let is_url = ["http://", "https://"].iter().any(begins_with);
    is_url && (is_place || !value.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_extract::{Extractor, UrlOutput};

    /// Returns the links of a document, one a line; `None` if it is broken.
    fn links(text: &str) -> Option<String> {
        let mut found = b"before\n".to_vec();
        let mut extractor = Extractor::default();
        let mut output = UrlOutput {
            extractor: &mut extractor,
            delimiter: b'\n',
            found: &mut found,
        };
        let mut urls = Urls::new(&mut output);
        urls.begin(text.len());
        let read = read(text, &mut urls);
        let found = String::from_utf8(found).expect("it is text");
        let links = found.strip_prefix("before\n").expect("it stays");
        assert!(read.is_ok() || links.is_empty(), "{links}");
        read.ok().map(|()| links.replace('\n', " "))
    }

    #[test]
    fn links_are_texts_and_attributes() {
        for (text, wanted) in [
            (
                "<urlset><loc>https://a.example/a b</loc></urlset>",
                "https://a.example/a%20b ",
            ),
            (
                "<urlset><loc>\n HTTPS://A.EXAMPLE/\n</loc></urlset>",
                "HTTPS://A.EXAMPLE/ ",
            ),
            (
                "<urlset><loc>https://a.example/a\n  b</loc></urlset>",
                "https://a.example/a%20%20b ",
            ),
            ("<urlset><loc>/a b</loc><loc>ftp</loc></urlset>", "/a%20b "),
            (
                "<rss><description>https://a.example/ is new</description></rss>",
                "",
            ),
            (
                "<rss><guid>Https://a.example/x</guid></rss>",
                "Https://a.example/x ",
            ),
            (
                "<rss><link href='https://a.example/b'>https://a.example/a</link></rss>",
                "https://a.example/a https://a.example/b ",
            ),
            // Elements with children.
            (
                "<rss><content url='https://a.example/v'><title>x</title><thumb url='/t'/></content></rss>",
                "https://a.example/v ",
            ),
            (
                "<rss><group url='https://a.example/1'> <content url='https://a.example/2'><a>x</a></content>\
                 <b>y</b></group></rss>",
                "https://a.example/1 https://a.example/2 ",
            ),
        ] {
            assert_eq!(links(text).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "<urlset><loc>https://a.example/</loc>",
            "<urlset><loc>/a</loc></urlset> x",
        ] {
            assert_eq!(links(text), None, "{text}");
        }
    }
}
