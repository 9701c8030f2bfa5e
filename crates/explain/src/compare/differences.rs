//! Lists the differences between two URLs.

use super::as_read::AsRead;
use super::comparison::Difference;
use std::cmp::Ordering;
use urlsift_core::record::shape::{ParamText, Shape};
use urlsift_core::similar::feature::{Component, Layout};

/// Lists where two URLs differ; components that are not compared are left out.
pub(crate) fn differences(
    layout: &Layout,
    first: AsRead<'_>,
    second: AsRead<'_>,
) -> Vec<Difference> {
    let one = first.shape;
    let other = second.shape;
    let mut found = Vec::new();
    let mut add = |component, segment, first, second| {
        found.push(Difference {
            component,
            segment,
            first,
            second,
        });
    };
    let part = |text: String| (!text.is_empty()).then_some(text);
    let text = |bytes: &[u8]| part(String::from_utf8_lossy(bytes).into_owned());
    let weights = &layout.weights;
    // With a skeleton, scheme and fragment never differ; the scheme of a URL outside the web is
    // part of the host.
    if !layout.skeleton && weights.scheme > 0 && one.scheme() != other.scheme() {
        add(
            Component::Scheme,
            None,
            text(one.scheme()),
            text(other.scheme()),
        );
    }
    let are_separated = one.beside() != other.beside();
    if (weights.host > 0 || are_separated)
        && (are_separated
            || one.host(first.variant) != other.host(second.variant)
            || one.user() != other.user()
            || one.scheme() != other.scheme())
    {
        let first_host = one.asked(first.variant);
        let second_host = other.asked(second.variant);
        if first_host != second_host {
            add(Component::Host, None, part(first_host), part(second_host));
        }
    }
    let mut segments = 0;
    if weights.path > 0 {
        segments = first.len().max(second.len());
    }
    for index in 0..segments {
        if first.token(index) != second.token(index) {
            let segment = Some(index + 1);
            add(
                Component::Path,
                segment,
                first.shown(index),
                second.shown(index),
            );
        }
    }
    if weights.params > 0 {
        for (first, second) in differing_params(one, other) {
            add(
                Component::Params,
                None,
                first.map(ParamText::to_text),
                second.map(ParamText::to_text),
            );
        }
    }
    if weights.fragment > 0 && one.fragment() != other.fragment() {
        add(
            Component::Fragment,
            None,
            text(one.fragment()),
            text(other.fragment()),
        );
    }
    found
}

type Pairing<'a> = (Option<ParamText<'a>>, Option<ParamText<'a>>);

/// Lists the parameters that only one of the two URLs has. Those of equal names stand side by side;
/// parameters of the second URL that have no partner come last.
fn differing_params<'a>(one: &'a Shape, other: &'a Shape) -> Vec<Pairing<'a>> {
    // Both lists are sorted, so one pass finds the parameters that only one of them has.
    let mut firsts = Vec::new();
    let mut seconds = Vec::new();
    let mut left = one.params().peekable();
    let mut right = other.params().peekable();
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(first), Some(second)) => first.cmp(second),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        match order {
            Ordering::Less => firsts.extend(left.next()),
            Ordering::Greater => seconds.extend(right.next()),
            Ordering::Equal => drop((left.next(), right.next())),
        }
    }
    let mut found = Vec::new();
    let mut rest = Vec::new();
    let mut seconds = seconds.into_iter().peekable();
    for first in firsts {
        while let Some(second) = seconds.next_if(|second| second.name < first.name) {
            rest.push((None, Some(second)));
        }
        found.push((
            Some(first),
            seconds.next_if(|second| second.name == first.name),
        ));
    }
    found.append(&mut rest);
    found.extend(seconds.map(|second| (None, Some(second))));
    found
}

#[cfg(test)]
mod tests {
    use crate::Comparer;
    use urlsift_core::decide::sift::Sift;

    fn differences(literal: bool, first: &str, second: &str) -> Vec<String> {
        let comparer =
            Comparer::new(&Sift::builder().literal(literal)).expect("the settings are valid");
        let found = comparer
            .compare(first.as_bytes(), second.as_bytes())
            .expect("both are URLs");
        found.differences.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn parameters_of_one_name_stand_side_by_side() {
        let found = differences(
            true,
            "//a.test/?a=1&a=2&b=1&c=3&e",
            "//a.test/?a=2&a=4&a=5&b=1&d=3&e=",
        );
        assert_eq!(
            found,
            ["a=1 | a=4", "c=3 | -", "e | e=", "- | a=5", "- | d=3"]
        );
    }

    /// Comparing every part with every other one would take minutes.
    #[test]
    fn long_lines_are_compared_in_time() {
        let line = |name: &str| {
            let pairs: Vec<String> = (0..100_000).map(|i| format!("{name}{i}")).collect();
            format!("//a.test/?{}", pairs.join("&"))
        };
        for literal in [false, true] {
            // Numbers in names separate them only when literal.
            assert_eq!(
                differences(literal, &line("a"), &line("b")).len() == 200_000,
                literal
            );
        }
    }
}
