//! Parameters compared name by name, held against the definition.

use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use urlsift::settings::{Detail, Metric, ParamMode};
use urlsift::{Batch, Builder, ErrorKind, Sift, Verdict};

fn names() -> Builder {
    Sift::builder().params(ParamMode::Names)
}

/// Host, path and names of a line, and the line.
type Line = ((u8, u8, Vec<String>), String);

fn line() -> impl Strategy<Value = Line> {
    let name = prop_oneof![4 => "[g-k]", 1 => "action=(red|blue)"];
    (
        0..2_u8,
        0..3_u8,
        prop::collection::vec((name, "(|=|=7|=red)"), 0..4),
    )
        .prop_map(|(host, path, params)| {
            let query: Vec<String> = params
                .iter()
                .map(|(name, value)| {
                    if name.contains('=') {
                        name.clone()
                    } else {
                        format!("{name}{value}")
                    }
                })
                .collect();
            let line = format!(
                "https://h{host}.test/{}?{}",
                ["", "login", "users/7"][usize::from(path)],
                query.join("&")
            );
            (
                (
                    host,
                    path,
                    params.into_iter().map(|(name, _)| name).collect(),
                ),
                line,
            )
        })
}

proptest! {
    #[test]
    fn a_line_has_to_bring_a_path_or_a_name(lines in prop::collection::vec(line(), 1..60), size in 1..20_usize, named: bool) {
        let mut seen: HashMap<(u8, u8), HashSet<String>> = HashMap::new();
        let mut wanted = Vec::new();
        for ((host, path, params), _) in &lines {
            let is_new = !seen.contains_key(&(*host, *path));
            let known = seen.entry((*host, *path)).or_default();
            // Of a line that is dropped, no name is new.
            let before = known.len();
            known.extend(params.iter().cloned());
            wanted.push(if is_new || known.len() > before { Verdict::Kept } else { Verdict::Similar });
        }
        let builder = if named { names().detail(Detail::Groups) } else { names() };
        let mut sift = builder.build().expect("the settings are valid");
        let found: Vec<_> = lines.iter().map(|(_, line)| sift.admit(line.as_bytes())).collect();
        prop_assert_eq!(&found, &wanted);

        let mut sift = builder.build().expect("the settings are valid");
        let (scanner, mut batch, mut found) = (sift.scanner().clone(), Batch::default(), Vec::new());
        for part in lines.chunks(size) {
            batch.clear();
            for (_, line) in part {
                scanner.scan(line.as_bytes(), &mut batch);
            }
            let part: Vec<&[u8]> = part.iter().map(|(_, line)| line.as_bytes()).collect();
            found.extend_from_slice(sift.decide(&batch, &part).expect("it is the scanner's").verdicts);
        }
        prop_assert_eq!(&found, &wanted);
    }
}

#[test]
fn what_is_no_name_brings_none() {
    let mut sift = names().build().expect("the settings are valid");
    for (line, wanted) in [
        ("https://a.test/app.js", Verdict::Kept),
        ("https://a.test/app.js?v=3", Verdict::Similar),
        ("https://a.test/app.js?pppa5t", Verdict::Similar),
        ("https://a.test/x?next=/a", Verdict::Kept),
        ("https://a.test/x?next=https://b.test/", Verdict::Similar),
        ("https://a.test/x?utm_source=mail", Verdict::Similar),
        ("https://a.test/x?id=7&next=/a", Verdict::Kept),
        ("https://a.test/x?id=red", Verdict::Similar),
    ] {
        assert_eq!(sift.admit(line.as_bytes()), wanted, "{line}");
    }
}

#[test]
fn settings_that_do_not_go_with_names_are_refused() {
    for builder in [
        names().literal(true),
        names().metric(Metric::SimHash),
        names().threshold(80.0),
        names().threshold(100.0),
    ] {
        let error = builder.build().expect_err("it is refused");
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(error.to_string().contains("threshold above 94"), "{error}");
    }
}
