//! Counts of lines by value: a map of few entries, which takes no memory while it is empty.

/// Counts of lines by value, in the order of values.
///
/// ```
/// let list = ["https://a.example/", "http://a.example/?", "https://a.example//"];
/// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
/// let schemes = &templates.iter().next().expect("it is a URL").schemes;
/// let counted: Vec<_> = schemes.iter().map(|(scheme, lines)| (scheme.as_str(), lines)).collect();
/// assert_eq!((counted, schemes.len()), (vec![("http", 1), ("https", 2)], 2));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineCounts<T>(Vec<(T, u64)>);

impl<T> LineCounts<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no line has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns each value with the number of its lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, u64)> {
        self.0.iter().map(|(value, lines)| (value, *lines))
    }

    /// Adds lines to a value, which is copied only if it is new.
    pub(super) fn add<B>(&mut self, value: &B, lines: u64)
    where
        T: std::borrow::Borrow<B>,
        B: Ord + ToOwned<Owned = T> + ?Sized,
    {
        let known = self
            .0
            .binary_search_by(|(known, _)| known.borrow().cmp(value));
        match known {
            Ok(at) => self.0[at].1 += lines,
            Err(at) => {
                self.0.reserve_exact(1);
                self.0.insert(at, (value.to_owned(), lines));
            }
        }
    }
}

/// Collects values with their numbers of lines.
impl<T: Ord> FromIterator<(T, u64)> for LineCounts<T> {
    fn from_iter<I: IntoIterator<Item = (T, u64)>>(counts: I) -> Self {
        let mut counts: Vec<(T, u64)> = counts.into_iter().collect();
        counts.sort_unstable();
        Self(counts)
    }
}
