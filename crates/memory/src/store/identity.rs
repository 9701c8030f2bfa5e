//! Compares the settings under which a store was created with those of a filter.
//!
//! The settings are text from the table of settings: a line with name and value for each setting
//! that differs from its default.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::{Error, ErrorKind};

/// What the settings of a store without lines end with.
pub(crate) const KEYS_ALONE: &str = "\nremember keys";

/// Refuses a store that was created under other settings, and names the differences.
pub(crate) fn check(saved: &str, wanted: &str) -> Result<(), Error> {
    let saved = values(saved);
    let mut wanted = values(wanted);
    if let Some(records) = saved.get("as")
        && records.starts_with("events {")
        && let Some(events) = wanted.get("as")
        && let Some(events) = as_before(events)
    {
        wanted.insert("as", events.into());
    }
    // Earlier builds had no such class. `--class` leaves more classes out than anyone names.
    if let Some(classes) = wanted.get("no-class")
        && let Some(before) = classes.strip_suffix(",numbered")
        && let Some(classes) = saved.get("no-class")
        && classes == before
        && before.matches(',').count() >= 8
    {
        wanted.insert("no-class", classes.clone());
    }
    let names: BTreeSet<_> = saved.keys().chain(wanted.keys()).collect();
    let mut differences = Vec::new();
    for name in names {
        let there = saved.get(name);
        let here = wanted.get(name);
        if there != here {
            let there = shown(there);
            let here = shown(here);
            differences.push(format!("{name} is {there} there, and {here} here"));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let message = format!("it has other settings: {}", differences.join("; "));
    Err(Error::new(ErrorKind::OtherSettings, message))
}

/// Returns the value of a setting as a message shows it.
fn shown<'v>(value: Option<&'v Cow<'_, str>>) -> &'v str {
    match value {
        Some(value) => value,
        None => "the default",
    }
}

/// Values of settings by name.
type SettingValues<'t> = BTreeMap<&'t str, Cow<'t, str>>;

fn values(text: &str) -> SettingValues<'_> {
    let mut values = SettingValues::new();
    for line in text.lines() {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        values.insert(name, value.into());
    }
    values
}

/// Writes the settings of event sequences as earlier builds did: in lower case. So a state of an
/// earlier build that separates by one field accepts any field that differs from it only in case.
fn as_before(events: &str) -> Option<String> {
    let settings = events.strip_prefix("events shingle=")?;
    let (shingle, by) = settings.split_once(" by=").unwrap_or((settings, ""));
    let by = if by.is_empty() {
        "none".to_owned()
    } else {
        format!("some({})", by.to_lowercase())
    };
    Some(format!("events {{ shingle: {shingle}, by: {by} }}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::settings::ByName;
    use urlsift_core::{Builder, Metric, Sift};

    fn refusal(saved: &Builder, wanted: &Builder) -> Option<String> {
        check(&saved.view().identity(), &wanted.view().identity())
            .err()
            .map(|error| error.to_string())
    }

    #[test]
    fn usual_settings_are_not_written() {
        let identity = Sift::builder().view().identity();
        assert_eq!(identity.lines().count(), 1);
        assert_eq!(
            Sift::builder().threshold(90.0).view().identity(),
            identity + "\nthreshold 90"
        );
    }

    #[test]
    fn what_differs_is_named_and_nothing_else() {
        let usual = Sift::builder();
        let mut weights = urlsift_core::Weights::default();
        weights.set("host", 0.5).unwrap();
        let other = Sift::builder()
            .threshold(90.5)
            .merge_hosts(true)
            .weights(weights);
        let refusal = |saved, wanted| refusal(saved, wanted).unwrap_or_default();
        let expected = "it has other settings: merge-hosts is the default there, and true here; threshold is the default there, and 90.5 here; weights is the default \
                        there, and host=0.5,path=3,params=2,scheme=0.5,fragment=0.5 here";
        assert_eq!(refusal(&usual, &other), expected);
        assert!(refusal(&other, &usual).contains("threshold is 90.5 there, and the default here"));
    }

    /// Every setting that changes which lines are similar must be there.
    #[test]
    fn every_setting_of_similarity_counts() {
        let with = Sift::builder;
        let mut classes = urlsift_core::Classes::default();
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
            with().set("params-from", "example.com: colour").unwrap(),
            with().set("rules", "example.com /colour/* same").unwrap(),
            with()
                .set("rules", "example.com /colour/* same\nexample.com /x?y same")
                .unwrap(),
            with()
                .set("rules", "example.com /x?y same\nexample.com /colour/* same")
                .unwrap(),
            with().protect(["colour"]),
            with().params(urlsift_core::ParamMode::Names),
            with().by(urlsift_core::By::none()),
            with().by("method".parse().unwrap()),
        ];
        for (i, one) in others.iter().enumerate() {
            assert!(refusal(&with(), one).is_some(), "setting {i}");
            assert_eq!(refusal(one, one), None);
            assert!(
                others[i + 1..]
                    .iter()
                    .all(|other| refusal(one, other).is_some()),
                "setting {i}"
            );
        }
    }

    fn of_events(settings: &[(&str, &str)]) -> Builder {
        let mut events = urlsift_records::RecordSettings::default()
            .set("as", "events")
            .unwrap();
        let mut of_events = Sift::builder();
        for (name, text) in settings {
            match *name {
                "by" => of_events = of_events.set(name, text).unwrap(),
                _ => events = events.set(name, text).unwrap(),
            }
        }
        of_events.records(events.terms())
    }

    #[test]
    fn the_case_of_a_field_counts() {
        let by = |field| of_events(&[("by", field)]);
        assert_eq!(refusal(&by("post"), &by("post")), None);
        let refusal = refusal(&by("post"), &by("POST")).unwrap_or_default();
        let said =
            "as is events shingle=2 by=\"post\" there, and events shingle=2 by=\"POST\" here";
        assert!(refusal.contains(said), "{refusal}");
    }

    /// Settings as earlier builds wrote them.
    #[test]
    fn what_was_written_before_is_understood() {
        let set = |settings: &[(&str, &str)]| {
            let set =
                |settings: Builder, (name, text): &(&str, &str)| settings.set(name, text).unwrap();
            settings.iter().fold(Sift::builder(), set)
        };
        for (before, same, others) in [
            (
                "as events { shingle: 2, by: none }",
                of_events(&[]),
                [set(&[]), of_events(&[("shingle", "3")])],
            ),
            (
                "as events { shingle: 3, by: some(\"p\\\"o\") }\nthreshold 90",
                of_events(&[("shingle", "3"), ("by", "P\"O")]).threshold(90.0),
                [
                    of_events(&[("shingle", "3"), ("by", "form")]).threshold(90.0),
                    of_events(&[]),
                ],
            ),
            (
                "as texts in order",
                Sift::builder().records(
                    urlsift_records::Records::Folded(urlsift_records::Fold::Nothing).terms(),
                ),
                [
                    set(&[]),
                    Sift::builder().records(urlsift_records::Records::Logs.terms()),
                ],
            ),
            (
                "metric simhash\nno-class uuid,slug\nignore-param [\"Tra*\", \"a b\"]\nno-learn true",
                set(&[
                    ("no-learn", "true"),
                    ("metric", "simhash"),
                    ("no-class", "slug"),
                    ("no-class", "uuid"),
                    ("ignore-param", "a b"),
                    ("ignore-param", "Tra*"),
                ]),
                [
                    set(&[]),
                    set(&[("metric", "simhash"), ("no-learn", "true")]),
                ],
            ),
        ] {
            let before = format!("{}\n{before}", Sift::builder().view().identity());
            let refusal = |wanted: &Builder| {
                check(&before, &wanted.view().identity())
                    .err()
                    .map(|error| error.to_string())
            };
            assert_eq!(refusal(&same), None, "{before}");
            for other in others {
                assert!(refusal(&other).is_some(), "{before}: {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_names_does_not_count() {
        let with = |names: [&str; 2]| Sift::builder().ignore_params(names);
        assert_eq!(
            refusal(&with(["colour", "size"]), &with(["size", "colour"])),
            None
        );
        let by = |fields: &str| Sift::builder().by(fields.parse().unwrap());
        assert_eq!(refusal(&by("status,method"), &Sift::builder()), None);
    }
}
