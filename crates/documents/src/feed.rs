//! Reads sitemaps, indexes of sitemaps, and feeds.
//!
//! An element whose text is a URL is a link, as are the attributes `href` and `url`; in `<loc>` and
//! `<link>` a path is one, too. Pages within the text of an entry are not searched.

use crate::urls::Urls;
use crate::xml::{self, XmlElement};

/// Elements with URLs that are about the feed's own format.
const ABOUT: [&str; 2] = ["generator", "docs"];

/// Adds the links of a whole document, or none.
pub(crate) fn read(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let mut links = Vec::new();
    xml::elements(text, |element| {
        if let Some(link) = link(&element) {
            links.push(link.to_owned());
        }
    })?;
    let behind = match text.rfind('>') {
        Some(end) => &text[end + 1..],
        None => text,
    };
    let is_whole = behind.trim().is_empty();
    if !is_whole {
        return Err("text follows it".to_owned());
    }
    for link in links {
        urls.add(&link);
    }
    Ok(())
}

/// Returns the link that an element has.
fn link(element: &XmlElement) -> Option<&str> {
    let name = element.name.as_str();
    if ABOUT.contains(&name) {
        return None;
    }
    let is_permanent = element.attribute("isPermaLink");
    if is_permanent == Some("false") {
        return None;
    }
    let text = Some(element.text.trim());
    let href = element.attribute("href");
    let url = element.attribute("url");
    for value in [text, href, url] {
        let link = value.filter(|value| is_link(value, name));
        if link.is_some() {
            return link;
        }
    }
    None
}

/// Whether a value of an element is a URL, or a path where one may stand.
fn is_link(value: &str, name: &str) -> bool {
    if value.starts_with('/') {
        return matches!(name, "link" | "loc");
    }
    is_url(value)
}

/// Whether a text is one absolute URL.
fn is_url(text: &str) -> bool {
    if text.contains(char::is_whitespace) {
        return false;
    }
    let mut schemes = ["http://", "https://"].iter();
    schemes.any(|scheme| text.starts_with(scheme))
}
