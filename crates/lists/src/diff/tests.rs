use super::{Change, Diff};
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
    let query =
        prop_oneof![2 => Just(""), 1 => Just("?a=1"), 1 => Just("?b=2&a=3"), 1 => Just("?action=delete")];
    let behind = prop_oneof![4 => Just(""), 1 => Just(" [404]"), 1 => Just(" [200]")];
    ("(a|b)", path, query, behind)
        .prop_map(|(host, path, query, behind)| format!("https://{host}.test{path}{query}{behind}"))
}

/// Returns the differences as texts.
fn texts(old: &[String], new: &[String]) -> Vec<String> {
    let [old, new] = Diff::templates(Builder::default(), [old, new]).expect("the settings are valid");
    let changes = Diff::default().factor(1.5).between(&old, &new);
    let text = |change: &Change<'_>| match change {
        Change::New(path) => format!("new {} {}", path.first().service(), path.first().path_text()),
        Change::Gone(path) => format!("gone {} {}", path.first().service(), path.first().path_text()),
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
        prop_assert_eq!(texts(&list, &other), Vec::<String>::new());
    }

    /// A path that is new in one direction is gone in the other; one that both lists have is
    /// neither.
    #[test]
    fn directions_mirror_each_other(
        old in prop::collection::vec(line(), 0..40),
        new in prop::collection::vec(line(), 0..40),
    ) {
        let count = |texts: &[String], start: &str| texts.iter().filter(|text| text.starts_with(start)).count();
        let (there, back) = (texts(&old, &new), texts(&new, &old));
        prop_assert_eq!(there.len(), back.len());
        prop_assert_eq!(count(&there, "new "), count(&back, "gone "));
        prop_assert_eq!(count(&there, "gone "), count(&back, "new "));
    }
}
