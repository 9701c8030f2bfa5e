//! HAR: recorded requests of a browser or proxy. Pages are in it, too, and their links are not
//! requests.

use super::node::Node;
use super::urls::Urls;

pub(super) fn is_one(root: &Node) -> bool {
    root.get("log").and_then(|log| log.get("entries")).is_some_and(|entries| matches!(entries, Node::List(_)))
}

pub(super) fn read(root: &Node, urls: &mut Urls<'_>) {
    let entries = root.get("log").and_then(|log| log.get("entries")).map(Node::items).unwrap_or_default();
    for entry in entries {
        if let Some(url) = entry.get("request").and_then(|request| request.text_of("url")) {
            urls.add(url);
        }
    }
}
