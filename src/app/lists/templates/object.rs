//! A template as JSON.

use std::collections::BTreeMap;

use urlsift::lists::{LineCounts, Template, TemplateParameter, TemplateSegment};

use crate::app::show::json::{Object, texts};

/// Returns the object of a template. Of a state, `only_kept` lines are known.
pub(super) fn object(template: &Template, only_kept: bool) -> Object {
    let mut object = Object::default()
        .with("template", template.to_string())
        .with("identity", template.identity())
        .with("host", template.service())
        .with("method", text_of(&template.method))
        .with_objects("path", &template.path, segment);
    object = match &template.route {
        Some(route) => object.with_objects("route", route, segment),
        None => object.with("route", ()),
    };
    object = object
        .with_objects("parameters", &template.parameters, parameter)
        .with("beside", text_of(&template.beside))
        .with("lines", template.lines)
        .with("groups", template.groups)
        .with("record", template.record)
        .with_bytes("kept", &template.kept);
    object = if only_kept {
        object
            .with("examples", ())
            .with("methods", ())
            .with("statuses", ())
    } else {
        object
            .with("examples", texts(&template.examples))
            .with("methods", counts(&template.methods))
            .with("statuses", counts(&template.statuses))
    };
    object.with("schemes", counts(&template.schemes))
}

/// Returns a text without blanks around it; `None` if it is empty.
fn text_of(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

fn segment(node: &TemplateSegment) -> Object {
    let object = Object::default().with("token", &node.token);
    with_values(object, &node.classes, &node.values)
}

fn parameter(parameter: &TemplateParameter) -> Object {
    let role = parameter.role();
    let object = Object::default()
        .with("name", &parameter.name)
        .with("key", parameter.key())
        .with("selects", parameter.selects)
        .with("does", role.map(|role| role.name))
        .with("evidence", role.map(|role| role.evidence.name()));
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
