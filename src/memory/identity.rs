//! The settings that give what is stored its meaning, as text: a line for each that is not as usual, with its name and its value.
//!
//! A setting that is added later is not there in what was stored before, and means its usual value.

use crate::error::{Error, ErrorKind};
use std::collections::BTreeMap;
use std::iter;

/// Writes the settings that differ from the usual ones, of which there are as many in the same order.
pub(crate) fn write(settings: &[(&str, String)], usual: &[(&str, String)]) -> String {
    // Rules change what lines are taken for; so what an earlier version has stored means something else.
    let rules = env!("CARGO_PKG_VERSION").rsplit_once('.').map_or("", |(version, _)| version);
    let others = settings.iter().zip(usual).filter(|(setting, usual)| setting != usual);
    let lines = others.map(|((name, value), _)| format!("{name} {value}"));
    iter::once(format!("rules {rules}")).chain(lines).collect::<Vec<_>>().join("\n")
}

/// Refuses what was remembered under other settings, and names those that differ.
pub(crate) fn check(saved: &str, wanted: &str) -> Result<(), Error> {
    if saved == wanted {
        return Ok(());
    }
    let (saved, wanted) = (values(saved), values(wanted));
    let mut names: Vec<&str> = saved.keys().chain(wanted.keys()).copied().collect();
    names.sort_unstable();
    names.dedup();
    let value = |settings: &BTreeMap<&str, &str>, name| {
        settings.get(name).map_or("as usual".to_owned(), |value| (*value).to_owned())
    };
    let differences: Vec<String> = names
        .into_iter()
        .filter(|name| saved.get(name) != wanted.get(name))
        .map(|name| format!("{name} was {}, and is {}", value(&saved, name), value(&wanted, name)))
        .collect();
    let message = format!("it was begun under other settings: {}", differences.join("; "));
    Err(Error::new(ErrorKind::Memory, message))
}

fn values(text: &str) -> BTreeMap<&str, &str> {
    text.lines().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builder, Metric, Sift};

    fn refusal(saved: &Builder, wanted: &Builder) -> Option<String> {
        check(&saved.identity(), &wanted.identity()).err().map(|error| error.to_string())
    }

    #[test]
    fn usual_settings_are_not_written() {
        let identity = Sift::builder().identity();
        assert_eq!(identity.lines().count(), 1);
        assert_eq!(Sift::builder().threshold(90.0).identity(), identity + "\nthreshold 90");
    }

    #[test]
    fn what_differs_is_named_and_nothing_else() {
        let usual = Sift::builder();
        let mut weights = crate::Weights::default();
        weights.set("host", 0.5).unwrap();
        let other = Sift::builder().threshold(90.5).merge_hosts(true).weights(weights);
        let refusal = |saved, wanted| refusal(saved, wanted).unwrap_or_default();
        let expected = "it was begun under other settings: merge-hosts was as usual, and is true; threshold was as usual, and is 90.5; weights was \
                        as usual, and is host=0.5,path=3,params=2,scheme=0.5,fragment=0.5";
        assert_eq!(refusal(&usual, &other), expected);
        assert!(refusal(&other, &usual).contains("threshold was 90.5, and is as usual"));
    }

    /// Whatever changes which lines are similar has to be there.
    #[test]
    fn every_setting_of_similarity_counts() {
        let with = Sift::builder;
        let mut classes = crate::Classes::default();
        classes.set("slug", false).unwrap();
        let others = [
            with().threshold(94.0),
            with().metric(Metric::SimHash),
            with().literal(true),
            with().learn(false),
            with().merge_hosts(true),
            with().classes(classes),
            with().default_ignores(false),
            with().ignore_params(["colour"]),
            with().select_params(["colour"]),
            with().protect(["colour"]),
            with().params(crate::ParamMode::Names),
        ];
        for (i, one) in others.iter().enumerate() {
            assert!(refusal(&with(), one).is_some(), "setting {i}");
            assert_eq!(refusal(one, one), None);
            assert!(others[i + 1..].iter().all(|other| refusal(one, other).is_some()), "setting {i}");
        }
    }

    #[test]
    fn the_order_of_names_does_not_count() {
        let with = |names: [&str; 2]| Sift::builder().ignore_params(names);
        assert_eq!(refusal(&with(["colour", "size"]), &with(["size", "colour"])), None);
    }
}
