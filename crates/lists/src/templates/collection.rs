//! All templates of a list, in order.

use super::endpoint::Endpoint;
use super::known::KnownFields;
use super::template::Template;

/// The templates of a list, by host and path.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::lists::Templates;
///
/// let list = [
///     "https://shop.example/user/17?item=a",
///     "https://shop.example/user/4af0bdc4?item=b",
///     "https://shop.example/cart",
///     "no url",
/// ];
/// let templates = Templates::of(Sift::builder(), list)?;
/// let shown: Vec<_> = templates.iter().map(|it| format!("{} {it}", it.lines)).collect();
/// assert_eq!(shown, ["1 shop.example/cart", "2 shop.example/user/{hex|int}?item"]);
/// let user = templates.endpoints().last().expect("there are two");
/// assert_eq!(user.parameters()[0].values, ["a", "b"]);
/// assert_eq!((templates.lines, templates.not_urls), (3, 1));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Templates {
    pub(super) all: Vec<Template>,
    /// The number of lines that are URLs: the sum over all templates.
    pub lines: u64,
    /// The number of lines that are not URLs.
    pub not_urls: u64,
    /// The number of other records: empty lines, and headers.
    pub others: u64,
    /// Whether only kept lines and counts were read, as from a state: then examples, methods,
    /// statuses and counts of classes are unknown.
    pub only_kept: bool,
    /// Whether these are requests that may be made, as an API description lists them, so that
    /// numbers of lines say nothing.
    pub described: bool,
    /// Whether the description tells which fields bodies have; a collection has some bodies alone.
    pub described_bodies: bool,
    /// The number of paths that were left out of a comparison, because they do not differ.
    pub same_paths: u64,
    /// Of the new list of a comparison, names at learned positions that look like endpoints and
    /// that the old list does not have there.
    pub hidden_names: Vec<String>,
    pub(crate) known: KnownFields,
}

impl Templates {
    /// Returns the number of templates.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are none, because no line is a URL.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether some line names a method.
    pub fn has_methods(&self) -> bool {
        self.known.methods
    }

    /// Returns all templates, sorted by host, path, parameters and method.
    pub fn iter(&self) -> std::slice::Iter<'_, Template> {
        self.all.iter()
    }

    /// Returns the templates of each host, in order.
    pub fn hosts(&self) -> impl Iterator<Item = &[Template]> {
        self.all
            .chunk_by(|one, other| one.compare_hosts(other).is_eq())
    }

    /// Returns each path of each host, in order, with its templates.
    pub fn endpoints(&self) -> impl Iterator<Item = Endpoint<'_>> {
        let of_paths = self
            .all
            .chunk_by(|one, other| one.compare_paths(other).is_eq());
        of_paths.map(|templates| Endpoint { templates })
    }

    /// Adds the templates of other hosts, which come behind the ones here.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.all.append(&mut other.all);
        self.same_paths += other.same_paths;
    }

    /// Removes templates that are not wanted. The sums of the list stay.
    pub fn retain(&mut self, wanted: impl FnMut(&Template) -> bool) {
        self.all.retain(wanted);
    }

    /// Removes templates of fewer lines. Returns the number of these and of their lines. The sums
    /// of the list stay.
    pub fn leave_out_below(&mut self, min: u64) -> (usize, u64) {
        let mut templates = 0;
        let mut lines = 0;
        self.all.retain(|template| {
            let is_left = template.lines >= min;
            if !is_left {
                templates += 1;
                lines += template.lines;
            }
            is_left
        });
        (templates, lines)
    }
}

/// Collects templates of a list, in any order. The sums of the list are unknown.
impl FromIterator<Template> for Templates {
    fn from_iter<I: IntoIterator<Item = Template>>(templates: I) -> Self {
        let mut all: Vec<Template> = templates.into_iter().collect();
        all.sort_unstable_by(Template::compare);
        Self {
            all,
            ..Self::default()
        }
    }
}

impl<'t> IntoIterator for &'t Templates {
    type Item = &'t Template;
    type IntoIter = std::slice::Iter<'t, Template>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
