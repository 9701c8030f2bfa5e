//! HAR: recorded requests of a browser or proxy. Pages are in it, too, and their links are not
//! requests.

use std::borrow::Cow;

use super::node::Node;
use super::urls::Urls;
use crate::text::{Form, Request};

pub(super) fn is_one(root: &Node) -> bool {
    root.get("log").and_then(|log| log.get("entries")).is_some_and(|entries| matches!(entries, Node::List(_)))
}

pub(super) fn read(root: &Node, urls: &mut Urls<'_>) {
    let entries = root.get("log").and_then(|log| log.get("entries")).map(Node::items).unwrap_or_default();
    for entry in entries {
        let Some(request) = entry.get("request") else { continue };
        let Some(url) = request.text_of("url") else { continue };
        let body = request.get("postData").and_then(body);
        let answer = |name: &str| entry.get("response").and_then(|answer| answer.text_of(name));
        let request = Request {
            method: request.text_of("method"),
            status: answer("status").and_then(|status| status.parse().ok()),
            location: answer("redirectURL"),
            body: body.as_deref(),
        };
        urls.request(url, &request);
    }
}

/// What was sent: as it was, or its fields.
fn body(data: &Node) -> Option<Cow<'_, str>> {
    let text = data.text_of("text").unwrap_or_default();
    if !text.is_empty() {
        return Some(text.into());
    }
    let mut form = Form::default();
    for field in data.get("params").map(Node::items).unwrap_or_default() {
        form.add(field.text_of("name")?, field.text_of("value").unwrap_or_default());
    }
    Some(form.text.into())
}
