//! The result of comparing two lines: how similar they are, where they differ, and which different
//! texts count as the same.

use std::fmt;
use std::sync::Arc;
use urlsift_core::similar::feature::Component;

/// The result of comparing two lines under the settings of a
/// [`Builder`](urlsift_core::settings::builder::Builder).
///
/// Many lines of a list compare in the same way with one kept line, so the common parts are shared.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Percent, 0 to 100.
    pub percent: f64,
    /// Whether the percentage reaches the threshold: either line would be dropped after the other.
    pub similar: bool,
    /// The reason why they are never merged, if there is one: `another method`, `other fields`, or
    /// `a rule`.
    pub separated_by: Option<&'static str>,
    /// The components that have a weight. Empty under
    /// [`Metric::SimHash`](urlsift_core::similar::similarity::Metric::SimHash), whose percentage
    /// does not divide by component.
    pub components: Arc<[Share]>,
    /// Differences, component by component; components without weight are left out.
    pub differences: Arc<[Difference]>,
    /// Different texts of the two paths that count as the same, and so are not among the
    /// [`differences`](Self::differences).
    pub same: Vec<Same>,
    /// Path segments, counted from 1, at learned positions that made them variable in one of the
    /// two; 0 stands for the host.
    pub learned: Arc<[usize]>,
    /// The [users' rules](urlsift_core::Builder::rules) that made the two the same or keep them
    /// apart, like `line 3: example.com  /docs/*  same`.
    pub rules: Arc<[String]>,
    /// The first URL's template, such as `https://example.com/user/{int}/edit?id&page`.
    pub first: Arc<str>,
    /// The second URL's template.
    pub second: Arc<str>,
    /// The characters of each text that are left out before they are compared, with their numbers:
    /// `★ (3)`.
    pub left_out: [Option<Arc<str>>; 2],
}

/// The weight that two URLs share in one component.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// The component.
    pub component: Component,
    /// Weight of the component.
    pub weight: f64,
    /// Weight of the first URL's features that the second one has too.
    pub first: f64,
    /// Weight of the second URL's features that the first one has too.
    pub second: f64,
}

impl Comparison {
    /// Returns what differs and where learning decided: for each component that differs, and for
    /// learning, a name and a text.
    pub fn reasons(&self) -> Vec<(String, String)> {
        let mut reasons = Vec::new();
        for component in Component::ALL {
            let mut texts = Vec::new();
            for difference in &*self.differences {
                if difference.component == component {
                    texts.push(difference.to_string());
                }
            }
            let mut components = self.components.iter();
            let share = components.find(|share| share.component == component);
            let name = component.name();
            match share {
                Some(share) if share.differing() > 0.0 => {
                    let differing = share.differing();
                    let name = format!("{name}, {differing:.2} of {:.2}", share.weight);
                    reasons.push((name, texts.join(", ")));
                }
                // What a metric does not divide by component differs all the same.
                _ if !texts.is_empty() => reasons.push((name.to_owned(), texts.join(", "))),
                _ => {}
            }
        }
        let mut positions = Vec::new();
        for position in &*self.learned {
            positions.push(match position {
                0 => "host".to_owned(),
                _ => position.to_string(),
            });
        }
        if !positions.is_empty() {
            reasons.push(("learned".to_owned(), positions.join(", ")));
        }
        reasons
    }
}

impl Share {
    /// The weight in which the two differ: the larger of the two sides' differences.
    pub fn differing(&self) -> f64 {
        self.weight - self.first.min(self.second)
    }
}

/// One part in which two URLs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The component it is in.
    pub component: Component,
    /// The path segment, counted from 1; `None` in other components.
    pub segment: Option<usize>,
    /// The first URL's text there, as templates show it; `None` if it has none.
    pub first: Option<String>,
    /// The second URL's text there.
    pub second: Option<String>,
}

/// Shows `segment 2: edit | delete`, and `-` for nothing.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(segment) = self.segment {
            write!(f, "segment {segment}: ")?;
        }
        let [first, second] =
            [&self.first, &self.second].map(|side| side.as_deref().unwrap_or("-"));
        write!(f, "{first} | {second}")
    }
}

/// Two different texts that count as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Same {
    /// The path segment, counted from 1; 0 for the host, where hosts are merged.
    pub segment: usize,
    /// The first URL's text.
    pub first: String,
    /// The second URL's text, which differs.
    pub second: Arc<str>,
    /// The reason why they count as the same: the name of a class, `int and hex` for two classes,
    /// or `learned position after /tag/`.
    pub by: Arc<str>,
}

/// A [`Same`] that borrows its texts, for callers that need no copy.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SameText<'t> {
    /// As in [`Same::segment`].
    pub segment: usize,
    /// As in [`Same::first`].
    pub first: &'t str,
    /// As in [`Same::second`].
    pub second: &'t Arc<str>,
    /// As in [`Same::by`].
    pub by: &'t Arc<str>,
}

impl From<SameText<'_>> for Same {
    fn from(text: SameText<'_>) -> Self {
        Self {
            segment: text.segment,
            first: text.first.to_owned(),
            second: Arc::clone(text.second),
            by: Arc::clone(text.by),
        }
    }
}

/// Shows `segment 2: 17 and 42 (int)`, or `host: cdn1.example and cdn7.example (number, drawn name,
/// tenant or spelling)`.
impl fmt::Display for Same {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            segment,
            first,
            second,
            by,
        } = self;
        match segment {
            0 => write!(f, "host: {first} and {second} ({by})"),
            _ => write!(f, "segment {segment}: {first} and {second} ({by})"),
        }
    }
}
