//! The text of a link: its host, its domain, and the form of its path.

use urlsift_core::hash::Key;
use urlsift_core::{Scanner, suffixes};
use urlsift_url::host::without_port;

/// The host of a link and its registrable domain, as hashes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkPlace {
    pub host: u64,
    pub domain: u64,
}

impl LinkPlace {
    /// `None` if the link is not a URL with a host.
    pub(crate) fn of(url: &str, scanner: &Scanner) -> Option<Self> {
        let host = scanner.host(url.as_bytes())?;
        let name = without_port(host.rsplit("://").next()?.as_bytes());
        // Addresses of machines have no domain.
        let is_number = name
            .last()
            .is_none_or(|last| last.is_ascii_digit() || *last == b']');
        if name.is_empty() {
            return None;
        }
        let domain = match suffixes::domain(name) {
            Some((domain, _)) if !is_number => domain,
            _ => name,
        };
        let key = scanner.view().key;
        Some(Self {
            host: key.token(host.as_bytes()),
            domain: key.token(domain),
        })
    }
}

/// The form of a template's path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathForm {
    /// The path with the parameters that select a page, as a hash; `None` if there are no others.
    pub path: Option<u64>,
    pub depth: u32,
    /// Names that came before, or values of one class after the first.
    pub repeats: u32,
}

impl PathForm {
    /// Reads a template, like `https://example.com/user/{int}?action=edit&page`.
    pub(crate) fn of(template: &str, limit: u32, key: &Key) -> Self {
        let template = without_scheme(template);
        let (path, query) = template.split_once('?').unwrap_or((template, ""));
        let query = query.split('#').next().unwrap_or_default();
        let mut selecting = Vec::new();
        let mut has_others = false;
        for param in query.split('&') {
            if param.contains('=') && !param.ends_with('}') {
                selecting.push(key.token(param.as_bytes()));
            } else {
                has_others |= !query.is_empty();
            }
        }
        let mut segments = Vec::new();
        for segment in path.split('/').skip(1) {
            if !segment.is_empty() {
                segments.push(segment);
            }
        }
        let looked_at = &segments[..segments.len().min(limit as usize)];
        let mut repeated_names = 0;
        let mut most_of_one_class = 0;
        for (at, segment) in looked_at.iter().enumerate() {
            let before = looked_at[..at].iter();
            let earlier = before.filter(|other| *other == segment).count() as u32;
            if segment.contains('{') {
                most_of_one_class = most_of_one_class.max(earlier);
            } else if earlier > 0 {
                repeated_names += 1;
            }
        }
        Self {
            path: has_others.then(|| {
                let path = key.token(path.as_bytes());
                key.join(path, key.fold(0, selecting))
            }),
            depth: segments.len() as u32,
            repeats: most_of_one_class.max(repeated_names),
        }
    }
}

fn without_scheme(url: &str) -> &str {
    match url.split_once("://") {
        Some((_, rest)) => rest,
        None => url,
    }
}

/// The part of a URL that its server sees; routes of applications in the page count too.
pub(crate) fn sent(url: &str) -> &str {
    match url.split_once('#') {
        Some((before, fragment)) if !fragment.starts_with(['/', '!']) => before,
        _ => url,
    }
}

/// Whether two URLs ask the same of their hosts, but for a last slash: a site that moves from one
/// name to another keeps its pages.
pub(crate) fn ask_the_same(one: &str, other: &str) -> bool {
    asked(one) == asked(other)
}

/// The path and the query that a URL asks for.
fn asked(url: &str) -> (&str, &str) {
    let rest = without_scheme(sent(url));
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (_, path) = before.split_once('/').unwrap_or_default();
    (path.trim_end_matches('/'), query)
}
