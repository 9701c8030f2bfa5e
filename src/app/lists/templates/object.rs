//! A template as JSON.

use std::collections::BTreeMap;

use urlsift::lists::{LineCounts, Template, TemplateParameter, TemplateSegment};

use crate::app::show::json::{LossyText, Object};

/// Returns the object of a template. Of a state, `only_kept` lines are known.
pub(super) fn object(template: &Template, only_kept: bool) -> Object {
    let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let examples = || {
        template
            .examples
            .iter()
            .map(|line| LossyText(line))
            .collect::<Vec<_>>()
    };
    let object = Object::default()
        .with("template", template.to_string())
        .with("identity", template.identity())
        .with("host", template.service())
        .with("method", some(&template.method))
        .with_objects("path", template.path.iter().map(segment));
    let object = match &template.route {
        Some(route) => object.with_objects("route", route.iter().map(segment)),
        None => object.with("route", ()),
    };
    object
        .with_objects("parameters", template.parameters.iter().map(parameter))
        .with("beside", some(&template.beside))
        .with("lines", template.lines)
        .with("groups", template.groups)
        .with("record", template.record)
        .with_bytes("kept", &template.kept)
        .with("examples", (!only_kept).then(examples))
        .with("methods", (!only_kept).then(|| counts(&template.methods)))
        .with("statuses", (!only_kept).then(|| counts(&template.statuses)))
        .with("schemes", counts(&template.schemes))
}

fn segment(node: &TemplateSegment) -> Object {
    with_values(
        Object::default().with("token", &node.token),
        &node.classes,
        &node.values,
    )
}

fn parameter(parameter: &TemplateParameter) -> Object {
    let object = Object::default()
        .with("name", &parameter.name)
        .with("key", parameter.key());
    let role = parameter.role();
    let object = object
        .with("selects", parameter.selects)
        .with("does", role.map(|role| role.name));
    let object = object.with("evidence", role.map(|role| role.evidence.name()));
    with_values(object, &parameter.classes, &parameter.values)
}

fn with_values(object: Object, classes: &[(&str, u64)], values: &[String]) -> Object {
    object
        .with(
            "classes",
            classes.iter().copied().collect::<BTreeMap<_, _>>(),
        )
        .with("values", values)
}

/// Returns names or statuses with their numbers of lines.
fn counts<K: Ord>(counts: &LineCounts<K>) -> BTreeMap<&K, u64> {
    counts.iter().collect()
}
