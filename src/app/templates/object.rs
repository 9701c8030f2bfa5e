//! A template as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use urlsift::lists::{LineCounts, Template, TemplateParameter, TemplateSegment};

use crate::app::json::{Hex, LossyText};

#[derive(Serialize)]
pub(super) struct TemplateObject<'t> {
    template: String,
    identity: String,
    host: String,
    method: Option<&'t str>,
    path: Vec<SegmentObject<'t>>,
    route: Option<Vec<SegmentObject<'t>>>,
    parameters: Vec<ParameterObject<'t>>,
    beside: Option<&'t str>,
    lines: u64,
    groups: u64,
    record: u64,
    kept: LossyText<'t>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_hex: Option<Hex<'t>>,
    examples: Option<Vec<LossyText<'t>>>,
    methods: Option<BTreeMap<&'t str, u64>>,
    statuses: Option<BTreeMap<u16, u64>>,
    schemes: BTreeMap<&'t str, u64>,
}

#[derive(Serialize)]
struct SegmentObject<'t> {
    token: &'t str,
    classes: BTreeMap<&'static str, u64>,
    values: &'t [String],
}

#[derive(Serialize)]
struct ParameterObject<'t> {
    name: &'t str,
    key: &'t str,
    selects: bool,
    classes: BTreeMap<&'static str, u64>,
    values: &'t [String],
}

impl<'t> TemplateObject<'t> {
    /// Makes the object of a template. Of a state, `only_kept` lines are known.
    pub(super) fn new(template: &'t Template, only_kept: bool) -> Self {
        let some = |text: &'t String| Some(text.trim()).filter(|text| !text.is_empty());
        Self {
            template: template.to_string(),
            identity: template.identity(),
            host: template.service(),
            method: some(&template.method),
            path: template.path.iter().map(SegmentObject::new).collect(),
            route: template.route.as_ref().map(|route| route.iter().map(SegmentObject::new).collect()),
            parameters: template.parameters.iter().map(ParameterObject::new).collect(),
            beside: some(&template.beside),
            lines: template.lines,
            groups: template.groups,
            record: template.record,
            kept: LossyText(&template.kept),
            kept_hex: Hex::of(&template.kept),
            examples: (!only_kept).then(|| template.examples.iter().map(|line| LossyText(line)).collect()),
            methods: (!only_kept).then(|| names(&template.methods)),
            statuses: (!only_kept)
                .then(|| template.statuses.iter().map(|(status, lines)| (*status, lines)).collect()),
            schemes: names(&template.schemes),
        }
    }
}

/// Returns names with their numbers of lines.
fn names(counts: &LineCounts<String>) -> BTreeMap<&str, u64> {
    counts.iter().map(|(name, lines)| (name.as_str(), lines)).collect()
}

impl<'t> SegmentObject<'t> {
    fn new(node: &'t TemplateSegment) -> Self {
        let classes = node.classes.iter().copied().collect();
        Self { token: &node.token, classes, values: &node.values }
    }
}

impl<'t> ParameterObject<'t> {
    fn new(parameter: &'t TemplateParameter) -> Self {
        let TemplateParameter { name, selects, values, .. } = parameter;
        let classes = parameter.classes.iter().copied().collect();
        Self { name, key: parameter.key(), selects: *selects, classes, values }
    }
}
