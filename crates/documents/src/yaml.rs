//! Reads the tree of a YAML document.

use std::collections::HashMap;
use std::rc::Rc;

use saphyr_parser::{Event, Parser};

use crate::node::{PartsLeft, SkippedMembers, Subtree};

/// Maximum nesting, the same as that of the JSON reader.
const DEPTH: usize = 128;

/// YAML is the notation of API descriptions.
const SKIPPED: SkippedMembers = SkippedMembers::OfDescription;

/// A list or map that is not complete yet.
struct OpenNode {
    node: Subtree,
    anchor: usize,
    /// The name of the next member.
    name: Option<Box<str>>,
    /// Whether it is inside a member that is skipped.
    is_ignored: bool,
}

/// Reads a YAML document. Parts that aliases refer to are shared, not copied, so that a small
/// document stays small.
pub(crate) fn read(text: &str) -> Result<Subtree, String> {
    let mut anchors: HashMap<usize, Rc<Subtree>> = HashMap::new();
    let mut open: Vec<OpenNode> = Vec::new();
    let mut root = None;
    let left = PartsLeft::new();
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|cause| cause.to_string())?;
        let (node, anchor) = match event {
            Event::MappingStart(anchor, _) => {
                begin(&mut open, Subtree::Map(Vec::new()), anchor)?;
                continue;
            }
            Event::SequenceStart(anchor, _) => {
                begin(&mut open, Subtree::List(Vec::new()), anchor)?;
                continue;
            }
            Event::MappingEnd | Event::SequenceEnd => match open.pop() {
                Some(done) => (Rc::new(done.node), done.anchor),
                None => continue,
            },
            Event::Scalar(text, _, anchor, _) => (Rc::new(Subtree::Text(text.into())), anchor),
            Event::Alias(anchor) => match anchors.get(&anchor) {
                Some(node) => (Rc::clone(node), 0),
                None => (Rc::new(Subtree::Other), 0),
            },
            Event::DocumentEnd => break,
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) => {
                continue;
            }
        };
        if anchor > 0 || open.last().is_some_and(|parent| !parent.is_ignored) {
            left.take()?;
        }
        if anchor > 0 {
            anchors.insert(anchor, Rc::clone(&node));
        }
        match open.last_mut() {
            Some(parent) => parent.add(node),
            None => root = Some(node),
        }
    }
    drop(anchors);
    Ok(root.and_then(Rc::into_inner).unwrap_or(Subtree::Other))
}

fn begin(open: &mut Vec<OpenNode>, node: Subtree, anchor: usize) -> Result<(), String> {
    if open.len() == DEPTH {
        return Err(format!("nested more than {DEPTH} deep"));
    }
    let mut is_ignored = false;
    if let Some(parent) = open.last() {
        is_ignored = parent.is_ignored;
        if let Some(name) = &parent.name {
            is_ignored |= SKIPPED.has(name);
        }
    }
    open.push(OpenNode {
        node,
        anchor,
        name: None,
        is_ignored,
    });
    Ok(())
}

impl OpenNode {
    fn add(&mut self, node: Rc<Subtree>) {
        match &mut self.node {
            Subtree::List(items) if !self.is_ignored => items.push(node),
            Subtree::Map(members) => match self.name.take() {
                // A name that is not a text becomes empty.
                None => self.name = Some(node.text().unwrap_or_default().into()),
                Some(name) if !self.is_ignored && SKIPPED.has(&name) => {
                    members.push((name, Rc::new(Subtree::Other)));
                }
                Some(name) if !self.is_ignored => members.push((name, node)),
                Some(_) => {}
            },
            _ => {}
        }
    }
}
