//! The walk over a URL, which yields its tokens in order.
//!
//! The walk handles the dependencies between parts: whether a URL is in an API, where an inner path
//! begins, that `;name=value` and the route of a fragment belong to path and parameters, and that
//! [repeated](crate::parse::repeats) runs of segments are shortened. A [`Sink`] receives the
//! tokens: the scanner hashes them, shapes and explanations write them as text.

use super::class::Class;
use super::code_trees::{PathName, TreeName, TreeStep};
use super::endings;
use super::inner_address;
use super::merged::{MergedHost, merged_host};
use super::param::{Params, QueryContext};
use super::rules;
use super::segment::{Classifier, is_session};
use super::segment_reading::SegmentReading;
use super::sink::{Mark, NotedSink, Sink};
use super::surroundings::{AFFECTS_LATER, Surroundings};
use super::traits::Traits;
use super::url_rules::RuleLookup;
use crate::bytes::{holds, is_digits, names, split, split_once};
use crate::parse::{Address, Pair, repeats};
use crate::place::Origin;
use crate::text_list::TextList;
use std::borrow::Cow;
use std::sync::Arc;

/// The way to turn URLs into tokens: as written, or by value classes.
#[derive(Clone, Debug)]
pub enum Mode {
    /// As written, after canonicalisation.
    Literal,
    /// By value classes.
    Classes {
        classifier: Classifier,
        params: Params,
        /// Whether to merge hosts that differ only in numbers or tenant name, or that show the same
        /// pages as others of their site.
        merge_hosts: bool,
        /// Whether to learn which of these show the same pages.
        learns: bool,
        /// The rules of users, if any.
        url_rules: Option<Arc<RuleLookup>>,
    },
}

impl Mode {
    pub fn is_literal(&self) -> bool {
        matches!(self, Self::Literal)
    }

    /// Returns the rules of users if some hold for an origin.
    pub fn url_rules(&self, origin: Origin<'_>) -> Option<&RuleLookup> {
        self.all_url_rules().filter(|rules| rules.know(origin))
    }

    /// Returns all rules of users.
    pub fn all_url_rules(&self) -> Option<&RuleLookup> {
        match self {
            Self::Classes { url_rules, .. } => url_rules.as_deref(),
            Self::Literal => None,
        }
    }

    /// Whether hosts of one site may be merged.
    pub fn merges_hosts(&self) -> bool {
        match self {
            Self::Classes { merge_hosts, .. } => *merge_hosts,
            Self::Literal => false,
        }
    }

    /// Returns the merged form of a host, if hosts of one site may be merged.
    pub fn merged<'h>(&self, host: &'h [u8]) -> Option<MergedHost<'h>> {
        match self {
            Self::Classes {
                merge_hosts: true,
                classifier,
                learns,
                ..
            } => {
                let merged = merged_host(host, classifier);
                Some(if *learns { merged } else { merged.unlearned() })
            }
            _ => None,
        }
    }

    /// Returns the host, or its site if hosts of one site may be merged.
    pub fn site<'h>(&self, host: &'h [u8]) -> Cow<'h, [u8]> {
        match self.merged(host) {
            Some(merged) => Cow::Owned(merged.site().to_vec()),
            None => Cow::Borrowed(host),
        }
    }

    /// Whether a host, or its merged form, is named as an API.
    pub fn is_api(&self, host: &[u8]) -> bool {
        if self.is_literal() {
            return false;
        }
        match self.merged(host) {
            Some(merged) => is_api_host(&merged.name),
            None => is_api_host(host),
        }
    }

    /// Passes the parts of a URL to a sink, and then the effects of the rules of users. Returns
    /// whether there are rules for the host. `api` says whether the host is named as an API.
    pub fn walk(&self, address: &Address<'_>, api: bool, sink: &mut impl Sink) -> bool {
        let url_rules = self.url_rules(Origin::of(address));
        match url_rules {
            None => walk(address, Some(self), api, sink),
            Some(url_rules) => self.walk_by_rules(url_rules, address, api, sink),
        }
        url_rules.is_some()
    }

    #[cold]
    #[inline(never)]
    fn walk_by_rules(
        &self,
        url_rules: &RuleLookup,
        address: &Address<'_>,
        api: bool,
        sink: &mut impl Sink,
    ) {
        let mut noted = NotedSink {
            sink,
            names: TextList::default(),
        };
        walk(address, Some(self), api, &mut noted);
        let NotedSink { sink, names } = noted;
        url_rules.apply(Origin::of(address), &names, sink);
    }
}

/// Passes the texts of a URL to a sink that does not classify them.
pub fn walk_texts(address: &Address<'_>, sink: &mut impl Sink) {
    walk(address, None, false, sink);
}

/// Passes the tokens of a URL to a sink. `api` says whether the host is named as an API; without a
/// mode, no segment is a name.
fn walk(address: &Address<'_>, mode: Option<&Mode>, api: bool, sink: &mut impl Sink) {
    let literal = mode.is_some_and(Mode::is_literal);
    let mut walk = PathWalk {
        sink,
        mode,
        surroundings: Surroundings::start(api),
        whole: address.path,
        query: address.query,
        literal,
        tail: PathTail::None,
        is_inner: false,
    };
    let semicolon = address.has_semicolon();
    if !literal
        && address.has_at()
        && let Some(view) = view(address.path)
    {
        walk.view(view, semicolon);
    } else if !literal && let Some(segments) = address.unrepeated() {
        walk.listed(&segments, semicolon);
    } else {
        walk.path(address.segments(), semicolon);
    }
    walk_query(address, walk.sink);
    if !literal && let [b'/' | b'!', ..] = address.fragment {
        walk.route(address.fragment);
    }
}

/// Passes the parameters of a URL's query to a sink.
#[inline]
pub fn walk_query(address: &Address<'_>, sink: &mut impl Sink) {
    if !address.query.is_empty() {
        walk_pairs(address, sink);
    }
}

#[inline(never)]
fn walk_pairs(address: &Address<'_>, sink: &mut impl Sink) {
    let query = QueryContext::new(address.path, address.query).on(Origin::of(address));
    for (name, value) in address.pairs() {
        sink.param(name, value, &query);
    }
}

/// Whether the walk does nothing with a segment but pass it on, wherever it stands: it has no
/// effect on the next ones but through their [surroundings](Surroundings::pass).
pub fn only_passes(name: &[u8], traits: Traits) -> bool {
    let has_effect = traits.has(Traits::TAIL | Traits::SEPARATOR);
    let may_be_edition = matches!(name, [b'0'..=b'9', ..]) && rules::is_release(name);
    let may_be_skipped = is_session(name) || may_be_edition;
    let may_begin_others = name.ends_with(b"-") || least_below_repository(name).is_some();
    !(has_effect || may_be_skipped || may_begin_others)
}

/// Whether the walk over a URL has nothing to do beside its segments and its query: it has no view,
/// no parameters in its path, no run that repeats too often, and no route.
#[inline]
pub fn is_bare(address: &Address<'_>) -> bool {
    !address.has_semicolon()
        && !address.has_at()
        && !matches!(address.fragment, [b'/' | b'!', ..])
        && address.unrepeated().is_none()
}

/// The state of the walk over the segments of a path.
struct PathWalk<'s, S> {
    sink: &'s mut S,
    mode: Option<&'s Mode>,
    surroundings: Surroundings,
    /// The whole path.
    whole: &'s [u8],
    query: &'s [u8],
    literal: bool,
    tail: PathTail,
    /// Whether it is inside an address that stands in the path.
    is_inner: bool,
}

/// The first segments of manuals, which may have an edition for each release.
const MANUALS: [&[u8]; 9] = [
    b"doc",
    b"docs",
    b"documentation",
    b"guide",
    b"guides",
    b"help",
    b"learn",
    b"manual",
    b"reference",
];

/// The effect of the segments before on the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathTail {
    None,
    /// An inner path begins, as after `/blob/`: read as one value of any depth.
    Next,
    /// It belongs to an inner path.
    Taken,
    /// It belongs to an inner path if it is a chunk.
    Chunks,
    /// `-` precedes it, with this number of segments before.
    Separated(u32),
    /// It is the host of an address, as after `https:`.
    Host,
    /// It may be a revision, as after `/src/`.
    Revision(TreeName),
    /// It is a revision, as after `/src/commit/`.
    Named,
}

/// Segments before a separator, which may be names of users or of what they own.
///
/// npm's registries have a package and its files on both sides of `-` (`/rxjs/-/rxjs-6.6.7.tgz`),
/// GitLab a project in its groups and a route (`/ann/kettle/-/issues/7`), Launchpad and Gitiles
/// begin routes with `+` (`/kettle/+bug/7`, `/kettle/+/4af0bdc4`).
#[derive(Clone, Copy, Debug)]
struct Owners {
    /// Number of segments after them.
    after: usize,
    /// Maximum number of them.
    count: usize,
    /// Whether they belong to a package: the last one is then its name, whatever it means
    /// elsewhere.
    package: bool,
}

impl Owners {
    /// Passes those that are names on to a sink, from the last one to the first.
    #[cold]
    #[inline(never)]
    fn pass(self, sink: &mut impl Sink) {
        let end = sink.count().saturating_sub(self.after);
        for count in 1..=self.count.min(end) {
            let at = end - count;
            let (_, traits) = sink.seen(at);
            let first = Self { count, ..self };
            if let Some(traits) = first.name(traits) {
                sink.read(at, SegmentReading::Name, traits);
            }
        }
    }

    /// Returns the traits of the first of them as a name, given its own traits. Dangerous names
    /// stay as they are, except before a package.
    fn name(self, traits: Traits) -> Option<Traits> {
        const NEVER: u32 = Traits::VALUE | Traits::FIXED | Traits::HIDDEN | AFFECTS_LATER;
        // `+` may also begin a name, as in `/users/+ann`.
        let may_name_what_follows = self.count > 1 || self.after == 1;
        let lists = traits.has(Traits::PLURAL | Traits::NAMING | Traits::ACTION);
        let is_list = traits.has(Traits::KNOWN) && lists;
        let stays = if self.package {
            // A registry may have its own path before its packages.
            self.count > 1
        } else {
            traits.has(Traits::PROTECTED) || (may_name_what_follows && is_list)
        };
        if stays || traits.has(NEVER) {
            return None;
        }
        let tree = traits.0 & Traits::TREE;
        Some(Traits(Traits::VALUE | Traits::MARKED | tree))
    }
}

impl<S: Sink> PathWalk<'_, S> {
    /// Walks over the segments of a path; `;name=value` parts are parameters.
    fn path<'a>(&mut self, segments: impl Iterator<Item = &'a [u8]>, semicolon: bool) {
        for segment in segments {
            let mut name = segment;
            if semicolon {
                let (before, matrix) = split_matrix(segment);
                self.params(split_pairs(matrix, b';'), &QueryContext::default());
                name = before;
            }
            self.segment(name);
        }
    }

    /// Walks over the segments of a list.
    #[cold]
    #[inline(never)]
    fn listed(&mut self, segments: &[&[u8]], semicolon: bool) {
        self.path(segments.iter().copied(), semicolon);
    }

    /// Walks over the rest of a path from a view's name on.
    #[cold]
    #[inline(never)]
    fn view(&mut self, rest: &[u8], semicolon: bool) {
        self.inner_path();
        self.path(split(rest, b'/'), semicolon);
    }

    /// Begins an inner path.
    fn inner_path(&mut self) {
        self.sink.mark(Mark::InnerPath);
        self.surroundings.step(Traits(Traits::VALUE));
    }

    /// Walks over a segment. Skips empty ones.
    #[inline]
    fn segment(&mut self, name: &[u8]) {
        if name.is_empty() || (!self.literal && (is_session(name) || self.is_edition(name))) {
            return;
        }
        // Most paths have no inner path, and no separator.
        if self.tail == PathTail::None && (self.literal || !name.ends_with(b"-")) {
            self.next(name);
        } else {
            self.segment_by_tail(name);
        }
    }

    /// Walks over a segment that may belong to an inner path, begin one, or follow a separator.
    #[inline(never)]
    fn segment_by_tail(&mut self, name: &[u8]) {
        match self.tail {
            PathTail::None if self.lists_chunks(name) => {
                self.tail = PathTail::Chunks;
                self.inner_path();
            }
            // The last one has the hash behind its name.
            PathTail::Chunks
                if name.ends_with(b"-") || memchr::memmem::find(name, b"-.").is_some() => {}
            PathTail::None | PathTail::Chunks => {
                self.next(name);
            }
            PathTail::Next => {
                self.tail = PathTail::Taken;
                self.inner_path();
            }
            PathTail::Taken => {}
            PathTail::Separated(count) => self.route_of_owners(name, count),
            PathTail::Host => self.inner_host(name),
            PathTail::Revision(tree) => self.revision(name, tree),
            PathTail::Named => self.path_in_revision(),
        }
    }

    /// Walks over the host of an address in the path. The rest is compared like the path of any
    /// other URL.
    fn inner_host(&mut self, name: &[u8]) {
        self.tail = PathTail::None;
        self.sink.segment(name, self.surroundings);
        self.surroundings = Surroundings::start(is_api_host(name));
        self.is_inner = true;
    }

    /// Walks over a segment after the name of a tree, which may be a revision.
    fn revision(&mut self, name: &[u8], tree: TreeName) {
        self.tail = PathTail::None;
        match self.path_name(name, self.surroundings.depth()).after(tree) {
            TreeStep::Path => self.path_in_revision(),
            TreeStep::Kind => {
                self.next(name);
                if self.tail == PathTail::None {
                    self.tail = PathTail::Named;
                }
            }
            TreeStep::None | TreeStep::Revision(_) => self.segment(name),
        }
    }

    /// Walks over a revision, and lets a path in it follow. All revisions are one, and all paths.
    fn path_in_revision(&mut self) {
        self.inner_path();
        self.tail = PathTail::Next;
    }

    fn path_name<'n>(&'n self, name: &'n [u8], depth: u32) -> PathName<'n> {
        PathName {
            name,
            depth,
            path: self.whole,
            query: self.query,
        }
    }

    /// Walks over a segment after `-`, which may end the names of owners.
    fn route_of_owners(&mut self, name: &[u8], count: u32) {
        self.tail = PathTail::None;
        let traits = self.next(name);
        let package = traits.has(Traits::PACKAGE);
        // A value is not a route; Prometheus and similar servers have a few routes after the name
        // of a service.
        let is_route = count >= 2
            && !traits.has(Traits::VALUE)
            && !matches!(name, b"healthy" | b"ready" | b"reload" | b"quit");
        if package || is_route {
            self.owners(Owners {
                after: 2,
                count: count as usize,
                package,
            });
        }
    }

    /// Whether a name is the release that a manual is about, and a page of the manual follows:
    /// `/docs/3.6.0/setup` is `/docs/setup` as it was.
    fn is_edition(&self, name: &[u8]) -> bool {
        if !name[0].is_ascii_digit() || self.surroundings.depth() != 1 || !rules::is_release(name) {
            return false;
        }
        let mut names = names(self.whole);
        let first = names.next().unwrap_or_default();
        MANUALS.contains(&first) && names.nth(1).is_some()
    }

    /// Whether the chunks that webpack joined into one file begin at a name, as in
    /// `/7.scripts/home-/cart-.4af0bdc4.js`.
    #[cold]
    fn lists_chunks(&self, name: &[u8]) -> bool {
        name.len() > 1 && self.surroundings.depth() > 0 && endings::is_built(self.whole)
    }

    /// Passes a segment on, and notes its effect on the next ones.
    #[expect(clippy::inline_always, reason = "every segment goes through it")]
    #[inline(always)]
    fn next(&mut self, name: &[u8]) -> Traits {
        let before = self.surroundings;
        let traits = self.sink.segment(name, before);
        self.surroundings.pass(name, traits, self.whole);
        if traits.has(Traits::TAIL | Traits::SEPARATOR) {
            self.turn(name, before.depth(), traits);
        }
        if before.depth() == 0 && begins_repository(name, self.whole) {
            if name == b"changeset" {
                // A path in a revision is not the revision.
                self.sink.mark(Mark::InnerPath);
            }
            self.tail = PathTail::Next;
        }
        traits
    }

    /// Stores the effect of a segment on those around it.
    fn turn(&mut self, name: &[u8], depth: u32, traits: Traits) {
        if traits.has(Traits::TAIL) {
            if traits.has(Traits::VALUE) {
                self.address(name);
            } else if !self.surroundings.is_api() {
                self.tail = match self.path_name(name, depth).step() {
                    TreeStep::Path => PathTail::Next,
                    TreeStep::Revision(tree) => PathTail::Revision(tree),
                    TreeStep::None | TreeStep::Kind => PathTail::None,
                };
            }
        } else if traits.has(Traits::SEPARATOR) && depth > 0 {
            if name == b"-" {
                self.tail = PathTail::Separated(depth);
            } else {
                self.owners(Owners {
                    after: 1,
                    count: depth as usize,
                    package: false,
                });
                self.tail = PathTail::Revision(TreeName::PLUS);
            }
        }
    }

    /// Begins an address that stands in the path. One inside another is a value, since a page that
    /// shows others may show itself.
    fn address(&mut self, name: &[u8]) {
        if self.is_inner {
            self.tail = PathTail::Taken;
            return;
        }
        self.tail = PathTail::Host;
        for name in inner_address::names(name) {
            self.segment(name);
        }
    }

    fn owners(&mut self, owners: Owners) {
        if let Some(Mode::Classes { classifier, .. }) = self.mode
            && classifier.classes.has(Class::Handle)
        {
            owners.pass(self.sink);
        }
    }

    /// Walks over a fragment that continues the path in the browser: `#/users?page=2`, `#!/users`.
    fn route(&mut self, fragment: &[u8]) {
        let (path, query) = split_once(fragment, b'?').unwrap_or((fragment, b""));
        self.sink.mark(Mark::Route);
        self.whole = b"";
        self.surroundings.step(Traits::default());
        if let PathTail::Separated(_) | PathTail::Host | PathTail::Revision(_) | PathTail::Named =
            self.tail
        {
            self.tail = PathTail::None;
        }
        let path = path.strip_prefix(b"!").unwrap_or(path);
        let segments = split(path, b'/');
        let semicolon = path.contains(&b';');
        // Only four segments or more can repeat too often.
        if memchr::memchr_iter(b'/', path).nth(2).is_some()
            && let Some(segments) = repeats::shortened(segments.clone())
        {
            self.listed(&segments, semicolon);
        } else {
            self.path(segments, semicolon);
        }
        self.params(split_pairs(query, b'&'), &QueryContext::default());
    }

    fn params<'a>(&mut self, pairs: impl Iterator<Item = Pair<'a>>, query: &QueryContext<'_>) {
        for (name, value) in pairs {
            self.sink.param(name, value, query);
        }
    }
}

/// Returns the rest of a path from `@@name` on, which in Zope, Plone and Pyramid is a view of the
/// object before it, at any depth. The site's own views have no object before them.
fn view(path: &[u8]) -> Option<&[u8]> {
    let at = memchr::memchr(b'@', path)?;
    let is_view = at > 1 && path[at - 1] == b'/' && path[at..].starts_with(b"@@");
    is_view.then(|| &path[at..])
}

/// Whether a repository and a path in it follow the first segment, as in Trac. Files and folders
/// have names: a path that ends with a number leads to a thing.
fn begins_repository(name: &[u8], path: &[u8]) -> bool {
    let Some(least) = least_below_repository(name) else {
        return false;
    };
    let whole = path.strip_suffix(b"/").unwrap_or(path);
    if memchr::memchr_iter(b'/', whole).count() <= least {
        return false;
    }
    let file = split(whole, b'/').next_back().unwrap_or_default();
    if is_digits(file) {
        return false;
    }
    name == b"browser" || file.contains(&b'.')
}

/// Returns how many slashes a path has at least if its first segment may be followed by a
/// repository, as in Trac.
fn least_below_repository(name: &[u8]) -> Option<usize> {
    match name {
        b"browser" | b"changeset" => Some(2),
        b"log" => Some(3),
        _ => None,
    }
}

/// Splits a segment from its `;name=value` parts.
pub fn split_matrix(segment: &[u8]) -> (&[u8], &[u8]) {
    let Some(semicolon) = memchr::memchr(b';', segment) else {
        return (segment, b"");
    };
    let (name, matrix) = segment.split_at(semicolon);
    if split_pairs(matrix, b';').all(|(_, value)| value.is_some()) {
        (name, matrix)
    } else {
        (segment, b"")
    }
}

/// Returns the parameters between separators: each name, and the value after the first `=`. Skips
/// empty ones.
pub fn split_pairs(text: &[u8], separator: u8) -> impl Iterator<Item = Pair<'_>> {
    let parts = split(text, separator).filter(|part| !part.is_empty());
    parts.map(|part| match split_once(part, b'=') {
        Some((name, value)) => (name, Some(value)),
        None => (part, None),
    })
}

/// Whether a host is named as an API: `api.example.com`, `api-eu.example.com`,
/// `shop-api.example.com`.
pub fn is_api_host(host: &[u8]) -> bool {
    let names_api = |label: &[u8]| {
        label == b"api"
            || label.starts_with(b"api-")
            || label.ends_with(b"-api")
            || label.ends_with(b"apis")
    };
    // Few hosts contain these letters.
    holds(host, *b"api") && split(host, b'.').any(names_api)
}
