//! What parts of an API description refer to, `#/components/schemas/User`.

use std::borrow::Cow;
use std::collections::HashMap;

use url::form_urlencoded;

use crate::node::Subtree;

/// Maximum members of a map that are read; a real one has a dozen.
pub(crate) const MEMBERS: usize = 64;

/// Maximum values of a parameter or field that have a request of their own.
pub(crate) const VALUES: usize = 16;

/// Maximum number of references that are followed one after another.
const CHAIN: usize = 8;

/// Follows references within a description.
pub(crate) struct References<'r> {
    root: &'r Subtree,
    /// The members of each map that was searched.
    maps: HashMap<*const Subtree, HashMap<&'r str, &'r Subtree>>,
}

impl<'r> References<'r> {
    /// The references of a description.
    pub(crate) fn of(root: &'r Subtree) -> Self {
        Self {
            root,
            maps: HashMap::new(),
        }
    }

    /// Returns the node that another one refers to, or that node.
    pub(crate) fn resolved(&mut self, node: &'r Subtree) -> &'r Subtree {
        let mut next = |node: &&'r Subtree| self.get(member(node, "$ref")?.text()?);
        std::iter::successors(Some(node), &mut next)
            .take(CHAIN)
            .last()
            .unwrap_or(node)
    }

    /// Returns the parameters of a path and of one of its operations.
    pub(crate) fn parameters(
        &mut self,
        item: &'r Subtree,
        operation: Option<&'r Subtree>,
    ) -> Vec<&'r Subtree> {
        let mut parameters = Vec::new();
        for node in [Some(item), operation].into_iter().flatten() {
            let Some(listed) = member(node, "parameters") else {
                continue;
            };
            for parameter in listed.items().iter().take(MEMBERS) {
                parameters.push(self.resolved(parameter));
            }
        }
        parameters
    }

    fn get(&mut self, reference: &str) -> Option<&'r Subtree> {
        reference
            .strip_prefix("#/")?
            .split('/')
            .take(MEMBERS)
            .try_fold(self.root, |node, name| {
                let unescaped = form_urlencoded::parse(name.as_bytes()).next();
                let name = unescaped
                    .filter(|_| name.contains('%'))
                    .map_or(Cow::Borrowed(name), |(name, _)| name);
                let name = name.replace("~1", "/").replace("~0", "~");
                let members = || {
                    node.members()
                        .iter()
                        .map(|(name, node)| (&**name, &**node))
                        .collect()
                };
                self.maps
                    .entry(node)
                    .or_insert_with(members)
                    .get(&*name)
                    .copied()
            })
    }
}

/// Returns a member of a part of a description.
pub(crate) fn member<'n>(node: &'n Subtree, wanted: &str) -> Option<&'n Subtree> {
    let mut members = node.members().iter().take(MEMBERS);
    members
        .find(|(name, _)| **name == *wanted)
        .map(|(_, node)| &**node)
}
