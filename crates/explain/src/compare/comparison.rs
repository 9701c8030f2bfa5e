//! What there is to say of two lines side by side: how similar they are, where they differ, and
//! what was taken for the same.

use std::fmt;
use std::sync::Arc;
use urlsift_core::feature::Component;

/// How similar two lines are under the settings of a [`Builder`](urlsift_core::builder::Builder), and what
/// is different.
///
/// Many lines of a list compare alike with one that was kept, so what they have in common is
/// shared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Percent, 0 to 100.
    pub percent: f64,
    /// Whether that reaches the threshold: whether one of the two would be dropped after the other.
    pub similar: bool,
    /// What keeps them apart whatever else they have in common: `another method`, `other fields`, or
    /// `a rule`. `None` if nothing does.
    pub apart: Option<&'static str>,
    /// Each component that has a weight. Empty under
    /// [`Metric::SimHash`](urlsift_core::similarity::Metric::SimHash), whose percentage belongs to no
    /// component.
    pub components: Arc<[Share]>,
    /// Where they differ, component by component; those without weight are left out.
    pub differences: Arc<[Difference]>,
    /// Which texts of their paths were taken for the same though they differ: where
    /// [`differences`](Self::differences) has nothing.
    pub same: Vec<Same>,
    /// Which path segments, counted from 1, read as variable in one of the two because a filter
    /// learned their positions; 0 stands for the host.
    pub learned: Arc<[usize]>,
    /// The rules that people have [taught](urlsift_core::Builder::rules) and that made the two the same or
    /// keep them apart, like `line 3: example.com  /docs/*  same`.
    pub rules: Arc<[String]>,
    /// The first URL's template, such as `https://example.com/user/{int}/edit?id&page`.
    pub first: Arc<str>,
    /// The second URL's template.
    pub second: Arc<str>,
}

/// What two URLs share of one component.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// Which component.
    pub component: Component,
    /// What it weighs.
    pub weight: f64,
    /// How much of the first URL's weight the second one has too.
    pub first: f64,
    /// How much of the second URL's weight the first one has too.
    pub second: f64,
}

impl Share {
    /// The weight in which the two differ: the larger of the two sides'.
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
    /// What the first URL has there, as templates show it; `None`: nothing.
    pub first: Option<String>,
    /// What the second URL has there.
    pub second: Option<String>,
}

/// Shows `segment 2: edit | delete`, and `-` for nothing.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(segment) = self.segment {
            write!(f, "segment {segment}: ")?;
        }
        let [first, second] = [&self.first, &self.second].map(|side| side.as_deref().unwrap_or("-"));
        write!(f, "{first} | {second}")
    }
}

/// Two texts that were taken for the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Same {
    /// The path segment, counted from 1; 0 for the host, where hosts are merged.
    pub segment: usize,
    /// What the first URL has there.
    pub first: String,
    /// What the second URL has there, which is another text.
    pub second: Arc<str>,
    /// What makes them the same: the name of a class, `int and hex` for two classes, or `learned
    /// position after /tag/`.
    pub by: Arc<str>,
}

/// [`Same`] while it is found, before anything of it is copied.
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
    fn from(SameText { segment, first, second, by }: SameText<'_>) -> Self {
        Self { segment, first: first.to_owned(), second: Arc::clone(second), by: Arc::clone(by) }
    }
}

/// Shows `segment 2: 17 and 42 (int)`, or `host: cdn1.example and cdn7.example (number, drawn name, tenant or spelling)`.
impl fmt::Display for Same {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, first, second, by } = self;
        match segment {
            0 => write!(f, "host: {first} and {second} ({by})"),
            _ => write!(f, "segment {segment}: {first} and {second} ({by})"),
        }
    }
}
