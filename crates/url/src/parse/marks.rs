//! The offsets of delimiters in a path and a query. The parser finds them anyway, so later steps
//! need not search again.

/// Offsets of delimiters, in buffers that are reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Each `/` of the path.
    pub slashes: Vec<u32>,
    /// Each `&` and `=` of the query, each `;` that [separates](is_parted) parameters, and the end.
    pub joints: Vec<u32>,
    /// Whether the path has a `;`.
    pub semicolon: bool,
    /// Whether the path has an `@`.
    pub at: bool,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        self.slashes.clear();
        self.joints.clear();
        (self.semicolon, self.at) = (false, false);
    }

    /// Finds the delimiters in canonical parts.
    pub(super) fn find(&mut self, path: &[u8], query: &[u8]) {
        self.clear();
        self.slashes
            .extend(memchr::memchr_iter(b'/', path).map(|at| at as u32));
        self.joints
            .extend(memchr::memchr2_iter(b'&', b'=', query).map(|at| at as u32));
        self.joints.push(query.len() as u32);
        self.part(query);
        self.semicolon = path.contains(&b';');
        self.at = path.contains(&b'@');
    }

    /// Marks each `;` of a query too, if they separate parameters.
    #[cold]
    pub(super) fn part(&mut self, query: &[u8]) {
        if is_parted(query) {
            self.joints
                .extend(memchr::memchr_iter(b';', query).map(|at| at as u32));
            self.joints.sort_unstable();
        }
    }
}

/// Whether `;` separates parameters as `&` does (HTML 4.01, appendix B.2.2): every piece is a name
/// of letters, digits and `_-.[]`, and a value. So `&amp;` and `a;b` stay.
fn is_parted(query: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        name.iter()
            .all(|b| b.is_ascii_alphanumeric() || b"_-.[]".contains(b))
            && !name.is_empty()
    };
    memchr::memchr(b';', query).is_some()
        && query.split(|b| matches!(b, b'&' | b';')).all(|piece| {
            memchr::memchr(b'=', piece).is_some_and(|equals| is_name(&piece[..equals]))
        })
}

/// The segments of a path; some may be empty.
pub(super) fn segments<'a>(path: &'a [u8], slashes: &'a [u32]) -> impl Iterator<Item = &'a [u8]> {
    let ends = slashes.iter().map(|&at| at as usize).chain([path.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let segment = &path[start..end];
        start = end + 1;
        segment
    })
}

/// The parameters of a query: each name, and the value after the first `=`. Empty ones are skipped.
pub(super) fn pairs<'a>(
    query: &'a [u8],
    joints: &'a [u32],
) -> impl Iterator<Item = (&'a [u8], Option<&'a [u8]>)> {
    let mut joints = joints.iter().map(|&at| at as usize);
    let mut start = 0;
    std::iter::from_fn(move || {
        loop {
            let mut equals = None;
            let end = loop {
                let at = joints.next()?;
                if query.get(at) != Some(&b'=') {
                    break at;
                }
                equals.get_or_insert(at);
            };
            let from = std::mem::replace(&mut start, end + 1);
            if from < end {
                let name = &query[from..equals.unwrap_or(end)];
                return Some((name, equals.map(|equals| &query[equals + 1..end])));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_are_those_between_the_delimiters(path in "[a/;]{0,12}", query in "[a&=;]{0,12}") {
            let path = path.as_bytes();
            let query = query.as_bytes();
            let mut marks = Marks::default();
            marks.find(path, query);
            let split: Vec<&[u8]> = path.split(|&b| b == b'/').collect();
            prop_assert_eq!(segments(path, &marks.slashes).collect::<Vec<_>>(), split);
            let parted = is_parted(query);
            let split: Vec<_> = query
                .split(|&b| b == b'&' || (parted && b == b';'))
                .filter(|part| !part.is_empty())
                .map(|part| {
                    let mut halves = part.splitn(2, |&b| b == b'=');
                    (halves.next().unwrap_or_default(), halves.next())
                })
                .collect();
            prop_assert_eq!(pairs(query, &marks.joints).collect::<Vec<_>>(), split);
        }
    }
}
