//! Reads HAR: requests recorded by a browser or proxy. It also has pages, whose links are not
//! requests.

use std::borrow::Cow;

use crate::node::Subtree;
use crate::urls::Urls;
use urlsift_extract::{FormFields, RequestDetails, multipart_form};

pub(crate) fn is_one(root: &Subtree) -> bool {
    matches!(entries(root), Some(Subtree::List(_)))
}

fn entries(root: &Subtree) -> Option<&Subtree> {
    root.get("log")?.get("entries")
}

pub(crate) fn read(root: &Subtree, urls: &mut Urls<'_>) {
    let entries = entries(root).map(Subtree::items);
    for entry in entries.unwrap_or_default() {
        let Some(request) = entry.get("request") else {
            continue;
        };
        let Some(url) = request.text_of("url") else {
            continue;
        };
        let body = request.get("postData").and_then(body);
        let answer = |name: &str| entry.get("response")?.text_of(name);
        let request = RequestDetails {
            method: request.text_of("method"),
            status: answer("status").and_then(|status| status.parse().ok()),
            location: answer("redirectURL"),
            body: body.as_deref(),
        };
        urls.request(url, &request);
    }
}

/// Returns the body that was sent: its text, or its fields.
fn body(data: &Subtree) -> Option<Cow<'_, str>> {
    let text = data.text_of("text").unwrap_or_default();
    if !text.is_empty() {
        let content_type = data.text_of("mimeType").unwrap_or_default();
        return match multipart_form(content_type, text) {
            Some(form) => Some(form.into()),
            None => Some(text.into()),
        };
    }
    let mut form = FormFields::default();
    for field in data.items_of("params") {
        // The content of a file says nothing of the request.
        let is_file = field.text_of("fileName").is_some();
        let value = field.text_of("value").filter(|_| !is_file);
        let value = value.unwrap_or_default();
        form.add(field.text_of("name")?, value);
    }
    Some(form.text.into())
}
