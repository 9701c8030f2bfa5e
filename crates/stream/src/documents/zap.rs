//! ZAP's report as JSON: the URI of each instance of an alert, and its messages.

use super::node::Node;
use super::urls::Urls;

/// The members of an instance that hold a message.
const MESSAGES: [&str; 4] = ["request-header", "request-body", "response-header", "response-body"];

pub(super) fn is_one(root: &Node) -> bool {
    root.get("@programName").is_some() && root.get("site").is_some()
}

pub(super) fn read(root: &Node, urls: &mut Urls<'_>) {
    let lists =
        |node: &Node, name: &str| node.get(name).map(|node| node.items().to_vec()).unwrap_or_default();
    for site in lists(root, "site") {
        for alert in lists(&site, "alerts") {
            for instance in lists(&alert, "instances") {
                let uri = instance.text_of("uri");
                if let Some(uri) = uri {
                    urls.add(uri);
                }
                for message in MESSAGES.iter().filter_map(|name| instance.text_of(name)) {
                    urls.search(message.as_bytes(), uri);
                }
            }
        }
    }
}
