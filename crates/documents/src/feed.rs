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
    let end = text.rfind('>').map_or(0, |end| end + 1);
    if !text[end..].trim().is_empty() {
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
    if ABOUT.contains(&name) || element.attribute("isPermaLink") == Some("false") {
        return None;
    }
    let may_be_path = name == "link" || name == "loc";
    let values = [
        Some(element.text.trim()),
        element.attribute("href"),
        element.attribute("url"),
    ];
    let is_link = |value: &&str| is_url(value) || (may_be_path && value.starts_with('/'));
    values.into_iter().flatten().find(is_link)
}

/// Whether a text is one absolute URL.
fn is_url(text: &str) -> bool {
    let is_web = text.starts_with("http://") || text.starts_with("https://");
    is_web && !text.contains(char::is_whitespace)
}
