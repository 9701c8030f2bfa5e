//! The library's small promises: names, settings, and what its errors say.

use crate::internals::Parser;
use urlsift::Filter;
use urlsift::explain::Watched;
use urlsift::explain::templates::{
    Exchange, TemplateParam, TemplatePart, TemplateParts, TemplateValues, VariablePositions,
};
use urlsift::explain::templates::{GroupReader, own_template, template_values};
use urlsift::settings::{Class, Classes, Component, Detail, Metric, Weights};
use urlsift::stream::Source;
use urlsift::{Batch, ErrorKind, Sift, Verdict};

fn second(builder: &urlsift::Builder, lines: [&str; 2]) -> Verdict {
    let mut sift = builder.build().unwrap();
    sift.admit(lines[0].as_bytes());
    sift.admit(lines[1].as_bytes())
}

#[test]
fn errors_have_a_kind_and_name_what_helps() {
    let mut weights = Weights::default();
    let mut classes = Classes::default();
    let errors = [
        (
            weights.set("colour", 1.0).unwrap_err(),
            ErrorKind::Name,
            "host, path, params, scheme or fragment",
        ),
        (
            weights.set("host", -1.0).unwrap_err(),
            ErrorKind::Weights,
            "from 0 to 1000",
        ),
        (
            Weights::parse("host=0,path=0,params=0,scheme=0,fragment=0").unwrap_err(),
            ErrorKind::Weights,
            "at least one",
        ),
        (
            classes.set("colour", true).unwrap_err(),
            ErrorKind::Name,
            "uuid",
        ),
        (
            Sift::builder().threshold(101.0).build().unwrap_err(),
            ErrorKind::Threshold,
            "from 1 to 100",
        ),
    ];
    for (error, kind, help) in errors {
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains(help), "{error}");
    }
}

#[test]
fn components_are_set_by_their_names() {
    // Texts and sequences have one component each, whose weight nothing competes with.
    let of_urls = [
        Component::Scheme,
        Component::Host,
        Component::Path,
        Component::Params,
        Component::Fragment,
    ];
    for component in of_urls {
        let mut weights = Weights::default();
        assert!(weights.set(component.name(), 7.0).is_ok());
    }
}

#[test]
fn parts_of_templates_can_be_named_by_programs() {
    let mut sift = Watched::new(Sift::builder().detail(Detail::Shapes).build().unwrap());
    let line = b"POST https://a.test/user/42?id=7";
    sift.admit(line);
    let mut variable = VariablePositions::default();
    variable.note(&sift.decisions()[0]);
    let read = sift.inner().scanner().line(line);
    let parts: TemplateParts = GroupReader::default()
        .read(sift.inner(), read, &variable)
        .unwrap()
        .template;
    assert_eq!(own_template(sift.inner(), read).as_ref(), Some(&parts));
    let segment: &TemplatePart = &parts.path[1];
    let param: &TemplateParam = &parts.params[0];
    assert_eq!((segment.class, param.name.as_str()), ("int", "id"));
    let values: TemplateValues = template_values(sift.inner(), read).unwrap();
    assert_eq!(values.values, [("id".to_owned(), "7".to_owned())]);
    let exchange: Exchange = sift.inner().scanner().exchange(line).unwrap();
    assert_eq!(exchange.method.as_deref(), Some("POST"));
}

#[test]
fn every_class_can_be_switched_off() {
    let lines = ["https://a.test/x/4711/y", "https://a.test/x/1742/y"];
    let mut classes = Classes::default();
    assert_eq!(
        second(&Sift::builder().learn(false), lines),
        Verdict::Similar
    );
    for class in Class::ALL.into_iter().filter(|&class| class != Class::Word) {
        assert!(classes.has(class), "{}", class.name());
        classes.set(class.name(), false).unwrap();
        assert!(!classes.has(class));
    }
    for none in [classes, Classes::none()] {
        assert_eq!(
            second(&Sift::builder().learn(false).classes(none), lines),
            Verdict::Kept
        );
    }
}

#[test]
fn a_fixed_key_gives_the_same_verdicts() {
    let lines = ["https://a.test/user/1/edit", "https://a.test/user/2/edit"];
    for metric in [Metric::Overlap, Metric::SimHash] {
        for seed in [[0, 0], [1, 2], [u64::MAX; 2]] {
            assert_eq!(
                second(&Sift::builder().metric(metric).seed(seed), lines),
                Verdict::Similar
            );
        }
    }
}

#[test]
fn batches_are_decided_in_order() {
    let mut sift = Sift::builder().build().unwrap();
    let (scanner, mut batch) = (sift.scanner().clone(), Batch::default());
    assert!(batch.is_empty());
    let lines: [&[u8]; 5] = [
        b"https://a.test/",
        b"https://a.test/",
        b"",
        b"no url",
        b"no url",
    ];
    for line in lines {
        scanner.scan(line, &mut batch);
    }
    assert_eq!((batch.len(), batch.is_empty()), (5, false));
    sift.reserve(&batch).unwrap();
    assert_eq!(
        sift.decide(&batch, &lines).unwrap().verdicts,
        [
            Verdict::Kept,
            Verdict::Similar,
            Verdict::Empty,
            Verdict::NotUrl,
            Verdict::Repeated
        ]
    );
    batch.clear();
    assert!(batch.is_empty());
}

#[test]
fn sources_show_their_names_only() {
    assert_eq!(
        format!("{:?} {:?}", Source::stdin(), Source::file("a/b")),
        "Source(\"stdin\") Source(\"a/b\")"
    );
}

#[test]
fn both_ways_through_the_parser_can_be_called() {
    let (mut parser, mut judge) = (Parser::default(), Parser::default());
    for (line, fast) in [
        ("https://a.test:8443/x?y#z", true),
        ("HTTPS://a.test:8443/x?y#z", false),
    ] {
        let (parts, was_fast) = parser.parse(line.as_bytes()).unwrap();
        assert_eq!((parts.host, was_fast), (&b"a.test:8443"[..], fast));
        assert_eq!(Some(parts), judge.parse_judged(line.as_bytes()));
    }
    assert!(parser.parse(b"no url").is_none() && judge.parse_judged(b"no url").is_none());
}

/// Where names vary, an action stays itself until the place is beyond doubt, and longest where
/// nobody chooses names freely.
#[test]
fn actions_stay_beside_the_names_of_a_place() {
    fn kept<'w>(host: &str, place: &str, words: &[&'w str]) -> Vec<&'w str> {
        let mut sift = Sift::builder().build().unwrap();
        let mut is_kept = |word: &&str| {
            sift.admit(format!("https://{host}/{place}/{word}").as_bytes()) == Verdict::Kept
        };
        words.iter().copied().filter(|word| is_kept(word)).collect()
    }
    assert_eq!(
        kept(
            "a.test",
            "users",
            &["wombat", "quokka", "reset-password", "numbat"]
        ),
        ["wombat", "reset-password"]
    );
    let names = [
        "wombat", "delete", "quokka", "numbat", "bilby", "potoroo", "brolga", "dingo", "search",
    ];
    assert_eq!(kept("a.test", "tag", &names), ["wombat", "delete"]);
    // In an API an action speaks against names.
    let names = ["wombat", "reset-password", "quokka"];
    assert_eq!(kept("api.a.test", "zork", &names), names);
}
