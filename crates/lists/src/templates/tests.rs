//! Properties of the templates of any list.

use super::{LineCounts, Template, TemplateReader, TemplateSegment, Templates};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use urlsift_core::{Detail, Sift, Verdict};
use urlsift_explain::Watched;
use urlsift_explain::templates::{TemplatePart, own_template};

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => r"(https?:|)//[ab]\.test(/[xyz7]){0,4}(\?([a-f](=[12x])?&){0,4})?(#[fg]|#/[xy7]/[7x])?",
        // Words that are learned, and names that never are.
        20 => r"https://c\.test/(tag|zot|zot/7|user)/([a-f]{2}|admin|export|login|[0-9]{2})(/edit|\.html|)?(\?action=(edit|delete))?",
        5 => r"https://d\.test/(item[0-9]{1,2}|[a-f0-9]{8}|[0-9]{1,2}\.png|%7B\}|\{\}|a\{b|\{id\}|x%20y)",
        5 => r"https://d\.test/g/p/(blob|tree|-/issues)/(main/)?[a-c]{1,2}(/x){0,2}",
        5 => r#"\{"url":"https://c.test/tag/[a-f]{2}","method":"(GET|post|HEAD)","status":(200|404|301)\}"#,
        3 => r"(ftp://|https://ann@)[ab]\.test/x",
        2 => r"no url [ab]",
        1 => "",
    ]
}

/// Returns the templates of a list, the filter that decided on it, and for each URL its verdict and
/// the number of its group.
fn read(lines: &[String]) -> (Templates, Sift, Vec<(&String, Verdict, u64)>) {
    let settings = Sift::builder().two_pass(true).detail(Detail::Groups);
    let mut sift = settings.build().expect("the settings are valid");
    sift.filter(lines).count();
    sift.restart();
    let mut sift = Watched::new(sift);
    let mut reader = TemplateReader::new(sift.inner()).expect("templates decide");
    let mut beside = sift.clone();
    let mut decided = Vec::new();
    for line in lines {
        reader.admit(&mut sift, line.as_bytes());
        let verdict = beside.admit(line.as_bytes());
        if let (Verdict::Kept | Verdict::Similar | Verdict::Sample, Some(group)) =
            (verdict, beside.decisions()[0].group)
        {
            decided.push((line, verdict, group));
        }
    }
    (reader.finish(sift.inner()), sift.into_inner(), decided)
}

/// Returns whether the own variant of a line fits a template: where the template has text, the line
/// has the same.
fn fits(sift: &Sift, line: &str, template: &Template) -> bool {
    let line = own_template(sift, sift.scanner().line(line.as_bytes())).expect("it is a URL");
    let fits = |nodes: &[TemplateSegment], parts: &[TemplatePart]| {
        nodes.len() == parts.len()
            && nodes.iter().zip(parts).all(|(node, part)| {
                node.token == part.token || (!node.is_literal() && !node.classes.is_empty())
            })
    };
    let names = template
        .parameters
        .iter()
        .map(|it| &it.name)
        .eq(line.params.iter().map(|it| &it.name));
    (
        &line.method,
        &line.scheme,
        &line.user,
        &line.host,
        &line.beside,
    ) == (
        &template.method,
        &template.scheme,
        &template.user,
        &template.host,
        &template.beside,
    ) && names
        && fits(&template.path, &line.path)
        && template.route.is_some() == line.route.is_some()
        && fits(
            template.route.as_deref().unwrap_or_default(),
            line.route.as_deref().unwrap_or_default(),
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Each line fits the template of its group; the kept line is the one that the filter prints,
    /// and all lines of a group are counted for one template.
    #[test]
    fn every_line_has_the_template_of_its_group(lines in prop::collection::vec(line(), 1..80)) {
        let (templates, sift, decided) = read(&lines);
        let mut groups = BTreeMap::<u64, Vec<&String>>::new();
        for (line, verdict, group) in decided {
            prop_assert_eq!(groups.contains_key(&group), verdict != Verdict::Kept);
            groups.entry(group).or_default().push(line);
        }
        // A template has the groups whose first lines it has; no group is left over, and none is in
        // two templates.
        let mut left: HashMap<&str, (&Template, u64, u64)> = HashMap::new();
        for template in &templates {
            prop_assert!(left.insert(str::from_utf8(&template.kept).unwrap(), (template, 0, 0)).is_none());
            prop_assert_eq!(lines[template.record as usize - 1].as_bytes(), &template.kept[..]);
        }
        for lines in groups.values() {
            let found = match left.get(lines[0].as_str()) {
                Some((template, ..)) => str::from_utf8(&template.kept).unwrap(),
                // Kept before the filter had learned that it belongs to another one.
                None => left
                    .iter()
                    .find(|(_, (template, ..))| template.groups > 1 && fits(&sift, lines[0], template))
                    .map(|(kept, _)| *kept)
                    .expect("there is one"),
            };
            let (template, lines_before, groups_before) = left[found];
            for line in lines {
                prop_assert!(fits(&sift, line, template), "{} {}", line, template);
            }
            left.insert(found, (template, lines_before + lines.len() as u64, groups_before + 1));
        }
        for (template, lines, groups) in left.values() {
            prop_assert_eq!((template.lines, template.groups), (*lines, *groups), "{}", template);
        }
    }

    /// Shown texts distinguish templates, and every line is counted.
    #[test]
    fn templates_can_be_told_apart_and_count_every_line(lines in prop::collection::vec(line(), 1..80)) {
        let (templates, _, decided) = read(&lines);
        let urls = decided.len() as u64;
        let shown: BTreeSet<String> = templates.iter().map(ToString::to_string).collect();
        prop_assert_eq!(shown.len(), templates.len(), "{:?}", shown);
        prop_assert_eq!(templates.iter().map(|template| template.lines).sum::<u64>(), urls);
        prop_assert_eq!(templates.lines + templates.not_urls + templates.others, lines.len() as u64);
        prop_assert_eq!(templates.endpoints().map(|endpoint| endpoint.lines()).sum::<u64>(), urls);
        prop_assert_eq!(templates.hosts().map(<[Template]>::len).sum::<usize>(), templates.len());
        for template in &templates {
            prop_assert_eq!(template.schemes.iter().map(|(_, lines)| lines).sum::<u64>(), template.lines);
            for node in template.path.iter().chain(template.route.iter().flatten()) {
                let lines: u64 = node.classes.iter().map(|(_, lines)| lines).sum();
                prop_assert!(node.classes.is_empty() || lines == template.lines, "{} {:?}", template, node);
                prop_assert!(!node.is_literal() || (node.classes.is_empty() && node.values.is_empty()));
            }
            for parameter in &template.parameters {
                prop_assert_eq!(parameter.classes.iter().map(|(_, lines)| lines).sum::<u64>(), template.lines);
            }
        }
    }

    /// If nothing is learned, the order of the list changes no count.
    #[test]
    fn the_order_of_the_list_changes_no_count(
        (lines, shuffled) in prop::collection::vec(line(), 1..60)
            .prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle())),
    ) {
        let of = |lines: &[String]| -> BTreeMap<String, (u64, String)> {
            let templates = Templates::of(Sift::builder().learn(false), lines).expect("the settings are valid");
            templates.iter().map(|it| (it.identity(), (it.lines, it.to_string()))).collect()
        };
        prop_assert_eq!(of(&lines), of(&shuffled));
    }
}

#[test]
fn a_template_has_examples_values_methods_and_statuses() {
    let record = |id: u32, method: &str, status: u32| {
        format!(
            r#"{{"url":"https://a.test/user/{id}?item=t{id}","method":"{method}","status":{status}}}"#
        )
    };
    let lines: Vec<String> = (1..=40)
        .map(|id| {
            record(
                id,
                if id % 4 == 0 { "head" } else { "GET" },
                if id % 8 == 0 { 204 } else { 200 },
            )
        })
        .chain([record(7, "POST", 404)])
        .collect();
    let templates = Templates::of(Sift::builder(), &lines).expect("the settings are valid");
    let shown: Vec<_> = templates.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "a.test/user/{int}?item [2xx]",
            "POST a.test/user/{int}?item [404]"
        ]
    );
    let user = templates.iter().next().expect("there are two");
    assert_eq!(
        (user.lines, user.record, &user.kept[..]),
        (40, 1, lines[0].as_bytes())
    );
    assert_eq!(
        user.methods,
        LineCounts::from_iter([("GET".to_owned(), 30), ("HEAD".to_owned(), 10)])
    );
    assert_eq!(user.statuses, LineCounts::from_iter([(200, 35), (204, 5)]));
    assert_eq!(
        user.schemes,
        LineCounts::from_iter([("https".to_owned(), 40)])
    );
    let examples: Vec<&[u8]> = user.examples.iter().map(AsRef::as_ref).collect();
    assert_eq!(examples, [8, 16, 32].map(|id| lines[id - 1].as_bytes()));
    assert_eq!(user.path[1].values, ["1", "2", "3"]);
    assert_eq!(
        (user.path[1].classes.clone(), user.path[0].is_literal()),
        (vec![("int", 40)], true)
    );
    assert_eq!(
        (user.parameters[0].key(), &user.parameters[0].values[..]),
        ("item", &["t1", "t2", "t3"].map(str::to_owned)[..])
    );
    let endpoint = templates.endpoints().next().expect("there is one");
    assert_eq!(
        (
            endpoint.templates.len(),
            endpoint.lines(),
            endpoint.methods()["POST"]
        ),
        (2, 41, 1)
    );
}

#[test]
fn settings_under_which_templates_do_not_decide_are_refused() {
    for settings in [
        Sift::builder().threshold(80.0),
        Sift::builder().threshold(99.0),
        Sift::builder().threshold(100.0),
        Sift::builder().literal(true),
    ] {
        let refused = Templates::of(settings, ["//a.test/"]).expect_err("templates do not decide");
        assert_eq!(refused.kind(), urlsift_core::ErrorKind::Settings);
    }
}

#[test]
fn of_a_state_only_kept_lines_and_counts_are_known() {
    let sift = Sift::builder()
        .detail(Detail::Groups)
        .build()
        .expect("the settings are valid");
    let mut reader = TemplateReader::new(&sift).expect("templates decide");
    reader.admit_kept(&sift, b"https://a.test/user/1", 5);
    reader.admit_kept(&sift, b"https://a.test/user/2", 7);
    let mut templates = reader.finish(&sift);
    assert!(templates.only_kept);
    let user = templates.iter().next().expect("there is one");
    assert_eq!(
        (
            user.lines,
            user.groups,
            user.examples.len(),
            user.methods.len()
        ),
        (12, 2, 1, 0)
    );
    assert_eq!(templates.leave_out_below(13), (1, 12));
    assert!(templates.is_empty() && templates.lines == 12);
}

#[test]
fn schemes_of_bare_hosts_are_counted_for_their_own_group() {
    let mut lines = Vec::new();
    for scheme in ["http:", "https:", "", "https:"] {
        for host in 0..40 {
            lines.push(format!("{scheme}//h{host}.test"));
        }
    }
    let (templates, ..) = read(&lines);
    assert_eq!(templates.len(), 40);
    for template in &templates {
        let schemes: Vec<_> = template.schemes.iter().collect();
        let expected = [
            (&String::new(), 1),
            (&"http".into(), 1),
            (&"https".into(), 2),
        ];
        assert_eq!(schemes, expected, "{template}");
    }
}
