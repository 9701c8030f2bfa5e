use super::{Change, Diff};
use crate::templates::Templates;
use proptest::prelude::*;
use urlsift_core::Builder;

/// A made-up site: sections with pages, ids, users whose names are invented, parameters, requests.
fn line() -> impl Strategy<Value = String> {
    let path = prop_oneof![
        "/(shop|blog|help)",
        "/(shop|blog)/[1-9]{1,3}",
        "/user/[bdk][aou][mnr][eiu][lst]",
        "/user/(admin|login|settings)",
        "/[gz][aou]rk/[bdk][aou][mnr]/(edit|view)",
    ];
    let query = prop_oneof![2 => Just(""), 1 => Just("?a=1"), 1 => Just("?b=2&a=3"), 1 => Just("?action=delete")];
    let behind = prop_oneof![4 => Just(""), 1 => Just(" [404]"), 1 => Just(" [200]")];
    ("(a|b)", path, query, behind)
        .prop_map(|(host, path, query, behind)| format!("https://{host}.test{path}{query}{behind}"))
}

/// Reads two lists with one filter that has learned from both, the first one first.
fn templates(lists: [&[String]; 2]) -> [Templates; 2] {
    Diff::templates(Builder::default(), lists).expect("the settings are valid")
}

/// Returns the differences as texts.
fn texts(old: &Templates, new: &Templates) -> Vec<String> {
    let changes = Diff::default().factor(1.5).between(old, new);
    let text = |change: &Change<'_>| match change {
        Change::New(path) => format!(
            "new {} {}",
            path.first().service(),
            path.first().path_text()
        ),
        Change::Gone(path) => format!(
            "gone {} {}",
            path.first().service(),
            path.first().path_text()
        ),
        Change::Changed(both) => format!(
            "{} {} {:?} {:?} {:?} {}",
            both.new.first().service(),
            both.new.first().identity(),
            both.parameters,
            both.methods,
            both.statuses,
            both.lines
        ),
    };
    changes.iter().map(text).collect()
}

proptest! {
    /// The order of lines makes no difference.
    #[test]
    fn a_list_is_the_same_in_any_order(
        (list, other) in prop::collection::vec(line(), 0..60).prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle()))
    ) {
        let [list, other] = templates([&list, &other]);
        prop_assert_eq!(texts(&list, &other), Vec::<String>::new());
    }

    /// A path that is new in one direction is gone in the other; one that both lists have is
    /// neither. Both directions compare the same templates: lists that teach in another order may
    /// be cut into others.
    #[test]
    fn directions_mirror_each_other(
        old in prop::collection::vec(line(), 0..40),
        new in prop::collection::vec(line(), 0..40),
    ) {
        let count = |texts: &[String], start: &str| texts.iter().filter(|text| text.starts_with(start)).count();
        let [old, new] = templates([&old, &new]);
        let (there, back) = (texts(&old, &new), texts(&new, &old));
        prop_assert_eq!(there.len(), back.len());
        prop_assert_eq!(count(&there, "new "), count(&back, "gone "));
        prop_assert_eq!(count(&there, "gone "), count(&back, "new "));
    }

    /// The filter learns from the old list first, whichever is larger: no list is a difference of
    /// itself, also beside another list.
    #[test]
    fn a_list_added_to_itself_changes_no_path(
        list in prop::collection::vec(line(), 0..40),
        more in prop::collection::vec(line(), 0..10),
    ) {
        let both: Vec<String> = list.iter().chain(&more).cloned().collect();
        let [list, both] = templates([&list, &both]);
        prop_assert_eq!(texts(&list, &both).iter().filter(|text| text.starts_with("gone ")).count(), 0);
    }
}

#[test]
fn another_target_of_a_redirect_is_news() {
    let line = |target: &str| {
        vec![format!(
            r#"{{"url":"https://a.test/login","status":302,"location":"{target}"}}"#
        )]
    };
    let [home, away, none] = ["/home", "https://b.test/", ""].map(line);
    let [old, new] = templates([&home, &away]);
    let shown = texts(&old, &new).concat();
    assert!(
        shown.contains(r#"gained: ["3xx -> off-site"], lost: ["3xx -> /home"]"#),
        "{shown}"
    );
    let [old, new] = templates([&home, &none]);
    assert_eq!(
        texts(&old, &new),
        Vec::<String>::new(),
        "only one list has targets"
    );
}
