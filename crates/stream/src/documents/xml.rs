//! Exports of proxies in XML: Burp's items and ZAP's report.

use data_encoding::BASE64_MIME_PERMISSIVE;
use quick_xml::events::{BytesRef, Event};
use quick_xml::reader::Reader;

use super::urls::Urls;

/// Burp's items: the `<url>` of each, and what is in its request and response.
pub(super) fn burp(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let mut item = String::new();
    elements(text, |element| match element.name.as_str() {
        "url" => {
            element.text.trim().clone_into(&mut item);
            urls.add(&item);
        }
        "request" | "response" | "comment" => {
            let packed =
                element.is_base64.then(|| BASE64_MIME_PERMISSIVE.decode(element.text.as_bytes()).ok());
            let message = packed.flatten().unwrap_or_else(|| element.text.into_bytes());
            urls.search(&message, Some(&item));
        }
        _ => {}
    })
}

/// ZAP's report: the `<uri>` of each instance of an alert, and its messages where the report has
/// them.
pub(super) fn zap(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let mut uri = String::new();
    elements(text, |element| match element.name.as_str() {
        "uri" => {
            element.text.trim().clone_into(&mut uri);
            urls.add(&uri);
        }
        "requestheader" | "requestbody" | "responseheader" | "responsebody" => {
            urls.search(element.text.as_bytes(), Some(&uri));
        }
        _ => {}
    })
}

/// An element that holds no other: its name and its text.
struct Element {
    name: String,
    text: String,
    is_base64: bool,
}

/// Calls `each` with every element that holds text alone.
fn elements(text: &str, mut each: impl FnMut(Element)) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut open: Option<Element> = None;
    let mut depth = 0_usize;
    loop {
        let event =
            reader.read_event().map_err(|cause| format!("byte {}: {cause}", reader.error_position()))?;
        match event {
            Event::Start(tag) => {
                let has_mark = |value: &str| value.eq_ignore_ascii_case("true");
                let is_base64 = tag
                    .attributes()
                    .flatten()
                    .any(|attribute| attribute.key.as_ref() == "base64" && has_mark(&attribute.value));
                let name = tag.local_name().as_ref().to_owned();
                open = Some(Element { name, text: String::new(), is_base64 });
                depth += 1;
            }
            Event::Text(part) => push(&mut open, &part),
            Event::CData(part) => push(&mut open, &part),
            Event::GeneralRef(reference) => {
                if let Some(element) = &mut open {
                    resolve(&reference, &mut element.text);
                }
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if let Some(element) = open.take() {
                    each(element);
                }
            }
            Event::Eof if depth > 0 => return Err("the document is cut off".to_owned()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn push(open: &mut Option<Element>, part: &str) {
    if let Some(element) = open {
        element.text += part;
    }
}

/// Appends the character of `&amp;` or `&#38;`; what is unknown stays as it is.
fn resolve(reference: &BytesRef<'_>, text: &mut String) {
    let name: &str = reference;
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        text.push(character);
    } else if let Some(known) = quick_xml::escape::resolve_predefined_entity(name) {
        *text += known;
    } else {
        text.extend(["&", name, ";"]);
    }
}
