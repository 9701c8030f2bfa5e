//! A template as JSON.

use std::collections::BTreeMap;

use urlsift::lists::{LineCounts, Template, TemplateParameter, TemplateSegment};
use urlsift::memory::Timestamp;

use crate::app::show::json::{Object, texts};

/// Returns the object of a template. Of a state, `only_kept` lines are known.
pub(super) fn object(template: &Template, only_kept: bool) -> Object {
    let name = template.to_string();
    let method = text_of(&template.method);
    let beside = text_of(&template.beside);
    let times = template.times;
    let object = Object::default()
        .with("template", name)
        .with("identity", template.identity())
        .with("host", template.service())
        .with("method", method)
        .with_objects("path", &template.path, segment);
    let object = match &template.route {
        Some(route) => object.with_objects("route", route, segment),
        None => object.with("route", ()),
    };
    let object = object
        .with_objects("parameters", &template.parameters, parameter)
        .with("beside", beside)
        .with("lines", template.lines)
        .with("groups", template.groups)
        .with("record", template.record)
        .with("last", template.last)
        .with(
            "first_time",
            times.map(|times| Timestamp(times.first).to_string()),
        )
        .with(
            "last_time",
            times.map(|times| Timestamp(times.last).to_string()),
        )
        .with_bytes("kept", &template.kept)
        .with_bytes("url", &template.url);
    let mut examples = None;
    let mut methods = None;
    let mut statuses = None;
    if !only_kept {
        examples = Some(texts(&template.examples));
        methods = Some(counts(&template.methods));
        statuses = Some(counts(&template.statuses));
    }
    object
        .with("examples", examples)
        .with("methods", methods)
        .with("statuses", statuses)
        .with("schemes", counts(&template.schemes))
}

/// Returns a text without blanks around it; `None` if it is empty.
fn text_of(text: &str) -> Option<&str> {
    match text.trim() {
        "" => None,
        text => Some(text),
    }
}

fn segment(node: &TemplateSegment) -> Object {
    let object = Object::default().with("token", &node.token);
    with_values(object, &node.classes, &node.values)
}

fn parameter(parameter: &TemplateParameter) -> Object {
    let mut does = None;
    let mut evidence = None;
    if let Some(role) = parameter.role() {
        does = Some(role.name);
        evidence = Some(role.evidence.name());
    }
    let object = Object::default()
        .with("name", parameter.key())
        .with("key", parameter.key())
        .with("token", &parameter.name)
        .with("selects", parameter.selects)
        .with("does", does)
        .with("evidence", evidence);
    with_values(object, &parameter.classes, &parameter.values)
}

fn with_values(object: Object, classes: &[(&str, u64)], values: &[String]) -> Object {
    let classes: BTreeMap<&str, u64> = classes.iter().copied().collect();
    object.with("classes", classes).with("values", values)
}

/// Returns names or statuses with their numbers of lines.
fn counts<K: Ord>(counts: &LineCounts<K>) -> BTreeMap<&K, u64> {
    counts.iter().collect()
}
