//! Reads elements of XML, and exports of proxies in it: Burp's items and issues, and ZAP's report.

use std::mem;

use data_encoding::BASE64_MIME_PERMISSIVE;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use crate::exchange::Recording;
use crate::urls::Urls;

/// Reads Burp's items and ZAP's report: the request of each item or instance of an alert, and the
/// URLs in its messages if the export has them.
pub(crate) fn items(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let mut item = Recording::default();
    let read = whole_elements(text, |element| match element.name.as_str() {
        "url" | "uri" => {
            mem::take(&mut item).write(urls);
            element.text.trim().clone_into(&mut item.url);
        }
        "method" => item.method = element.text,
        "status" => item.status = element.text.trim().parse().ok(),
        "request" | "requestheader" => item.request(element.bytes()),
        "requestbody" => item.body(element.bytes()),
        "response" | "responseheader" => item.response(element.bytes()),
        "comment" | "responsebody" => item.others.push(element.bytes()),
        // The end of an item.
        "item" | "instance" => mem::take(&mut item).write(urls),
        _ => {}
    });
    item.write(urls);
    read
}

/// Reads Burp's issues: the requests of each, or its address if it has none, and the URLs in their
/// messages.
pub(crate) fn issues(text: &str, urls: &mut Urls<'_>) -> Result<(), String> {
    let mut host = String::new();
    let mut path = String::new();
    let mut item = Recording::default();
    let mut has_request = false;
    let read = whole_elements(text, |element| match element.name.as_str() {
        "host" => element.text.trim().clone_into(&mut host),
        "path" => element.text.trim().clone_into(&mut path),
        "request" => {
            mem::take(&mut item).write(urls);
            item = Recording::new(&[host.as_str(), &path].concat(), "");
            item.request(element.bytes());
            item.complete(urls, &host);
            has_request = true;
        }
        "response" => item.response(element.bytes()),
        // The end of an issue.
        "issue" => {
            mem::take(&mut item).write(urls);
            if !mem::take(&mut has_request) {
                Recording::new(&[host.as_str(), &path].concat(), "").write(urls);
            }
        }
        _ => {}
    });
    item.write(urls);
    read
}

/// An element at its end: its name and attributes, and its text if it has no children.
#[derive(Default)]
pub(crate) struct XmlElement {
    pub name: String,
    pub text: String,
    attributes: Vec<XmlAttribute>,
    /// Whether it is one tag, `<link/>`, or the first one of an element with children.
    is_one_tag: bool,
}

struct XmlAttribute {
    name: String,
    value: String,
}

impl XmlElement {
    /// Reads the tag at its start.
    fn of(tag: &BytesStart<'_>) -> Self {
        let mut element = Self {
            name: tag.local_name().as_ref().to_owned(),
            ..Self::default()
        };
        for attribute in tag.attributes().flatten() {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            element.attributes.push(XmlAttribute {
                name: attribute.key.as_ref().to_owned(),
                value: value.unwrap_or_default().trim().to_owned(),
            });
        }
        element
    }

    /// Returns the value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|attribute| attribute.name == name)?;
        Some(&found.value)
    }

    /// Returns its text as bytes, with base64 decoded.
    fn bytes(self) -> Vec<u8> {
        let is_base64 = self
            .attribute("base64")
            .is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let text = self.text.into_bytes();
        if is_base64 && let Ok(bytes) = BASE64_MIME_PERMISSIVE.decode(&text) {
            return bytes;
        }
        text
    }
}

/// Calls `each` at the end of every element that has a start and an end.
fn whole_elements(text: &str, mut each: impl FnMut(XmlElement)) -> Result<(), String> {
    elements(text, |element| {
        if !element.is_one_tag {
            each(element);
        }
    })
}

/// Calls `each` at the end of every element; for one with children also at its first child, because
/// its attributes are lost then.
pub(crate) fn elements(text: &str, mut each: impl FnMut(XmlElement)) -> Result<(), String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut open: Option<XmlElement> = None;
    let mut depth = 0_usize;
    loop {
        let event = reader
            .read_event()
            .map_err(|cause| format!("byte {}: {cause}", reader.error_position()))?;
        match event {
            Event::Start(tag) => {
                if let Some(parent) = open.replace(XmlElement::of(&tag)) {
                    each(XmlElement {
                        is_one_tag: true,
                        ..parent
                    });
                }
                depth += 1;
            }
            Event::Empty(tag) => {
                each(XmlElement {
                    is_one_tag: true,
                    ..XmlElement::of(&tag)
                });
            }
            Event::Text(part) => push(&mut open, &part),
            Event::CData(part) => push(&mut open, &part),
            Event::GeneralRef(reference) => {
                if let Some(element) = &mut open {
                    resolve(&reference, &mut element.text);
                }
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                let element = open.take();
                each(element.unwrap_or_else(|| XmlElement {
                    name: tag.local_name().as_ref().to_owned(),
                    ..XmlElement::default()
                }));
            }
            Event::Eof if depth > 0 => return Err("the document is cut off".to_owned()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn push(open: &mut Option<XmlElement>, part: &str) {
    if let Some(element) = open {
        element.text += part;
    }
}

/// Appends the character of `&amp;` or `&#38;`; unknown references stay as they are.
fn resolve(reference: &BytesRef<'_>, text: &mut String) {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        text.push(character);
    } else if let Some(known) = resolve_predefined_entity(reference) {
        *text += known;
    } else {
        text.extend(["&", reference, ";"]);
    }
}
