//! Reads ZAP's report in JSON: the URI of each instance of an alert, and its messages.

use crate::exchange::Recording;
use crate::node::Subtree;
use crate::urls::Urls;

pub(crate) fn is_one(root: &Subtree) -> bool {
    root.get("@programName").is_some() && root.get("site").is_some()
}

pub(crate) fn read(root: &Subtree, urls: &mut Urls<'_>) {
    for site in root.items_of("site") {
        for alert in site.items_of("alerts") {
            for instance in alert.items_of("instances") {
                let text = |name: &str| instance.text_of(name).unwrap_or_default();
                let bytes = |name: &str| text(name).as_bytes().to_vec();
                let mut item = Recording::new(text("uri"), text("method"));
                item.request(bytes("request-header"));
                item.body(bytes("request-body"));
                item.response(bytes("response-header"));
                item.others.push(bytes("response-body"));
                item.write(urls);
            }
        }
    }
}
