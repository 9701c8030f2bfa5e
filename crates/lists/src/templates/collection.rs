//! All templates of a list, in order.

use super::endpoint::Endpoint;
use super::template::Template;

/// The templates of a list, by host and path.
///
/// ```
/// use urlsift::{Sift, Templates};
///
/// let list = [
///     "https://shop.example/user/17?tab=a",
///     "https://shop.example/user/4af0bdc4?tab=b",
///     "https://shop.example/cart",
///     "no url",
/// ];
/// let templates = Templates::of(Sift::builder(), list)?;
/// let shown: Vec<_> = templates.iter().map(|template| (template.to_string(), template.lines)).collect();
/// assert_eq!(shown, [("shop.example/cart".into(), 1), ("shop.example/user/{hex|int}?tab".into(), 2)]);
/// let user = templates.endpoints().last().expect("there are two");
/// assert_eq!(user.parameters()[0].values, ["a", "b"]);
/// assert_eq!((templates.lines, templates.not_urls), (3, 1));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Templates {
    pub(super) all: Vec<Template>,
    /// How many lines are URLs: the sum of those of all templates.
    pub lines: u64,
    /// How many lines are not URLs.
    pub not_urls: u64,
    /// How many records are neither: empty lines, and lines that name columns.
    pub others: u64,
    /// Whether nothing but kept lines and counts were known, as in a state: then examples, methods,
    /// statuses and how often a value had a class are not known.
    pub only_kept: bool,
}

impl Templates {
    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether no line is a URL.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns all of them, sorted by host, path, parameters and method.
    pub fn iter(&self) -> std::slice::Iter<'_, Template> {
        self.all.iter()
    }

    /// Returns those of each host, in order.
    pub fn hosts(&self) -> impl Iterator<Item = &[Template]> {
        self.all.chunk_by(|one, other| one.service() == other.service())
    }

    /// Returns each path of each host, in order, with its templates.
    pub fn endpoints(&self) -> impl Iterator<Item = Endpoint<'_>> {
        self.all.chunk_by(Template::has_path_of).map(Endpoint::new)
    }

    /// Leaves out those that are not wanted. The sums of the list stay.
    pub fn retain(&mut self, wanted: impl FnMut(&Template) -> bool) {
        self.all.retain(wanted);
    }

    /// Leaves out templates of fewer lines, and returns how many templates and lines these were. The
    /// sums of the list stay.
    pub fn leave_out_below(&mut self, min: u64) -> (usize, u64) {
        let before = (self.all.len(), self.all.iter().map(|template| template.lines).sum::<u64>());
        self.all.retain(|template| template.lines >= min);
        let left = self.all.iter().map(|template| template.lines).sum::<u64>();
        (before.0 - self.all.len(), before.1 - left)
    }
}

impl<'t> IntoIterator for &'t Templates {
    type Item = &'t Template;
    type IntoIter = std::slice::Iter<'t, Template>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
