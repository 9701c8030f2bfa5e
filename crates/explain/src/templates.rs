//! Templates for programs that count a whole list by template: as keys, and part by part.

use crate::compare::cache::ParseBuffers;
use crate::compare::side;
use crate::decision::Decision;
use urlsift_core::decide::sift::Sift;
use urlsift_core::record::Batch;
use urlsift_core::record::shape::Shape;
pub use urlsift_core::record::shape::parts::{
    TemplateHost, TemplateParam, TemplatePart, TemplateParts, TemplateValues,
};
use urlsift_core::record::variant::{Variant, WORD, learned_names};
use urlsift_url::input::ReadLine;
use urlsift_url::separators;

/// Path positions that were variable for at least one line of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VariablePositions(Vec<u64>);

impl VariablePositions {
    /// Adds the positions of one line of the group, from the
    /// [decision](crate::Explainer::decisions) on it.
    pub fn note(&mut self, decision: &Decision) {
        if decision.variant.is_own() {
            return;
        }
        for (at, word) in decision.variant.words().enumerate() {
            *self.word_mut(at) |= marks(word);
        }
    }

    /// Returns whether it has all positions of a line already, so that noting them adds nothing.
    pub fn has_all_of(&self, decision: &Decision) -> bool {
        for (at, word) in decision.variant.words().enumerate() {
            let missing = marks(word) & !self.word(at);
            if missing != 0 {
                return false;
            }
        }
        true
    }

    /// Adds the positions in which two lines of the group differ, each read by itself: the first
    /// line was entered with a value there as well.
    pub fn note_differences(&mut self, first: &TemplateParts, other: &TemplateParts) {
        let segments = first.segments().zip(other.segments());
        for (index, (one, other)) in segments.enumerate() {
            if one != other {
                *self.word_mut(index / WORD) |= mark(index);
            }
        }
    }

    fn has(&self, index: usize) -> bool {
        let word = self.word(index / WORD);
        word & mark(index) != 0
    }

    fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }

    fn word_mut(&mut self, at: usize) -> &mut u64 {
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        &mut self.0[at]
    }
}

/// The lower of the two bits of each position.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Returns the bit of a position within its word.
fn mark(index: usize) -> u64 {
    1 << (2 * (index % WORD))
}

/// Returns a bit for each position that is variable.
fn marks(word: u64) -> u64 {
    (word ^ word >> 1) & LOW_BITS
}

/// The first line of a group, read once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupReading {
    /// The template of the group.
    pub template: TemplateParts,
    /// The template of the line as it reads by itself, unless that is the same.
    pub own: Option<TemplateParts>,
    /// The texts of the line at the marks of its template.
    pub values: TemplateValues,
}

/// Returns the class of a status, as templates show it:
/// 2xx, 3xx, 401/403, 404, 4xx, 5xx. `None` for statuses that tell nothing, like 101.
///
/// ```
/// use urlsift::explain::templates::status_class;
///
/// let classes = [204, 401, 410, 500].map(status_class);
/// assert_eq!(classes, [Some("2xx"), Some("401/403"), Some("404"), Some("5xx")]);
/// ```
pub fn status_class(status: u16) -> Option<&'static str> {
    separators::status_class(status)
}

/// Whether two URLs are similar if and only if their templates are equal, as under the default
/// settings: each group then has a template of its own.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::explain::templates::groups_by_template;
///
/// assert!(groups_by_template(&Sift::builder().build()?));
/// assert!(!groups_by_template(&Sift::builder().threshold(80.0).build()?));
/// assert!(!groups_by_template(&Sift::builder().literal(true).build()?));
/// # Ok::<(), urlsift::Error>(())
/// ```
pub fn groups_by_template(sift: &Sift) -> bool {
    let scanner = sift.scanner().view();
    scanner.terms().is_none() && scanner.templates().is_some()
}

/// Hashes the template of a record of a
/// [whole](urlsift_core::scan::view::ScannerView::whole) batch, as it
/// reads with everything learned: two URLs have equal keys if they read as one template. The filter
/// learns nothing from it. `None` if the record is not a URL, or if templates do not
/// [decide](groups_by_template). `tokens` is a reusable buffer.
pub fn template_key(
    sift: &Sift,
    batch: &Batch,
    record: usize,
    tokens: &mut Vec<u64>,
) -> Option<u64> {
    let url = batch.view().url_at(record)?;
    let templates = sift.scanner().view().templates()?;
    sift.view().read(batch, url, tokens);
    let url = batch.view().url(url, tokens);
    Some(templates.of(&url))
}

/// A name at a learned position that looks like an endpoint.
#[derive(Clone, Copy, Debug)]
pub struct EndpointName {
    /// The number of its segment.
    pub segment: usize,
    /// A hash of its position and itself.
    pub key: u64,
}

/// Returns the names of a record at learned positions that look like endpoints. `tokens` are those
/// that [`template_key`] read.
pub fn names_like_endpoints(
    sift: &Sift,
    batch: &Batch,
    record: usize,
    tokens: &[u64],
) -> Vec<EndpointName> {
    let Some(url) = batch.view().url_at(record) else {
        return Vec::new();
    };
    let key = sift.scanner().view().key;
    let segments = batch.view().segments_of(url);
    let variant = Variant::of(segments, tokens);
    let mut names = Vec::new();
    if variant.is_own() {
        return names;
    }
    for (index, position, segment) in learned_names(key, url, segments, &variant) {
        if segment.traits.is_like_endpoint() {
            names.push(EndpointName {
                segment: index,
                key: key.join(position, segment.token),
            });
        }
    }
    names
}

/// Reads the first lines of groups. Its buffers serve all of them.
#[derive(Clone, Debug)]
pub struct GroupReader {
    batch: Batch,
    tokens: Vec<u64>,
    shape: Shape,
    buffers: ParseBuffers,
}

impl Default for GroupReader {
    fn default() -> Self {
        Self {
            batch: Batch::default(),
            tokens: Vec::new(),
            shape: Shape::with_texts(),
            buffers: ParseBuffers::default(),
        }
    }
}

impl GroupReader {
    /// Reads the first line of a group. The template of the group is that of this line as it reads
    /// with everything learned, with the positions that were variable for other lines of the group.
    /// The filter learns nothing from it. `None` if the line is not a URL.
    pub fn read(
        &mut self,
        sift: &Sift,
        line: ReadLine<'_>,
        variable: &VariablePositions,
    ) -> Option<GroupReading> {
        let Self {
            batch,
            tokens,
            shape,
            buffers,
        } = self;
        batch.clear();
        let scanner = sift.scanner().reading_by(line.fields);
        scanner.scan(line.bytes, batch);
        let url = batch.view().url_at(0)?;
        sift.view().read(batch, url, tokens);
        let segments = batch.view().segments_of(url);
        for (index, segment) in segments.iter().enumerate() {
            if variable.has(index) {
                tokens[index] = segment.variable;
            }
        }
        let variant = Variant::of(segments, tokens);
        let scanner = scanner.view();
        buffers.read(scanner, line, |address, beside| {
            let found = side::scanned(scanner, batch, url);
            shape.read(address, beside, scanner.mode, Some(found));
        })?;
        let mut own = None;
        if !variant.is_own() {
            own = Some(shape.parts(&Variant::default()));
        }
        Some(GroupReading {
            template: shape.parts(&variant),
            own,
            values: shape.values(),
        })
    }

    /// Returns the same as [`own_template`].
    pub fn own(&mut self, sift: &Sift, line: ReadLine<'_>) -> Option<TemplateParts> {
        self.read_own(sift, line)?;
        Some(self.shape.parts(&Variant::default()))
    }

    /// Returns the same as [`template_values`].
    pub fn values(&mut self, sift: &Sift, line: ReadLine<'_>) -> Option<TemplateValues> {
        self.read_own(sift, line)?;
        Some(self.shape.values())
    }

    /// Reads the shape of a line by itself.
    fn read_own(&mut self, sift: &Sift, line: ReadLine<'_>) -> Option<()> {
        let scanner = sift.scanner().view();
        self.buffers.read(scanner, line, |address, beside| {
            self.shape.read(address, beside, scanner.mode, None);
        })
    }
}

/// Returns the host of a line with its port, and its scheme unless that is of the web; the site if
/// hosts are merged.
pub fn own_host(sift: &Sift, line: ReadLine<'_>) -> Option<TemplateHost> {
    let scanner = sift.scanner().view();
    scanner.request(line, |address, _| TemplateHost::of(address, scanner.mode))
}

/// Returns the template of a line as it reads by itself, part by part.
pub fn own_template(sift: &Sift, line: ReadLine<'_>) -> Option<TemplateParts> {
    let shape = shape_of(sift, line)?;
    Some(shape.parts(&Variant::default()))
}

fn shape_of(sift: &Sift, line: ReadLine<'_>) -> Option<Shape> {
    let scanner = sift.scanner().view();
    scanner.request(line, |address, beside| {
        Shape::of_address(address, beside, scanner.mode)
    })
}

/// Hashes the scheme and the classes of all parts of a record: lines of one group may differ in
/// these.
pub fn classes_hash(sift: &Sift, batch: &Batch, record: usize) -> Option<u64> {
    let url = batch.view().url_at(record)?;
    let key = sift.scanner().view().key;
    // A hash also for a URL without parts: callers combine it with the numbers of groups.
    let web = url.web_number();
    let mut hash = key.token(&web.to_le_bytes());
    for segment in batch.view().segments_of(url) {
        hash = key.join(hash, segment.class_number());
    }
    for pair in batch.view().pairs_of(url) {
        hash = key.join(hash, pair.name);
        hash = key.join(hash, pair.value);
    }
    Some(hash)
}

/// Returns a hash of the host of a record, with its port, and with its scheme unless that is of the
/// web. `None` if hosts are merged: then URLs of different hosts may have one template.
pub fn host_hash(batch: &Batch, record: usize) -> Option<u64> {
    let url = batch.view().url_at(record)?;
    if url.hosted {
        return None;
    }
    Some(url.service)
}

/// Returns the texts of a line at the marks of its template.
pub fn template_values(sift: &Sift, line: ReadLine<'_>) -> Option<TemplateValues> {
    let scanner = sift.scanner().view();
    scanner.request(line, |address, beside| {
        TemplateValues::of(address, beside, scanner.mode)
    })
}

/// Returns the template of a line as it reads with everything that this filter has learned, like
/// `example.com/user/{int}`. `None` if it is not a URL.
///
/// ```
/// use urlsift::explain::templates::learned_shape;
///
/// let sift = urlsift::Sift::builder().build()?;
/// let shape = learned_shape(&sift, b"//shop.example/user/17?id=4");
/// assert_eq!(shape.as_deref(), Some("shop.example/user/{int}?id"));
/// # Ok::<(), urlsift::Error>(())
/// ```
pub fn learned_shape(sift: &Sift, line: &[u8]) -> Option<String> {
    learned_shape_of(sift, sift.scanner().line(line))
}

/// Same as [`learned_shape`], for a line with its reader.
pub fn learned_shape_of(sift: &Sift, line: ReadLine<'_>) -> Option<String> {
    let view = sift.view();
    let mut batch = Batch::default();
    let unfiltered = view.unfiltered_scanner.reading_by(line.fields);
    unfiltered.scan(line.bytes, &mut batch);
    let url = batch.view().url_at(0)?;
    let mut tokens = Vec::new();
    view.read(&batch, url, &mut tokens);
    let variant = Variant::of(batch.view().segments_of(url), &tokens);
    if let Some(terms) = unfiltered.view().terms() {
        return terms.shape(line.bytes, &variant);
    }
    let shape = shape_of(sift, line)?;
    Some(shape.template(&variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::settings::builder::Builder;

    fn parts(line: &str) -> TemplateParts {
        let sift = Builder::default().build().expect("the settings are valid");
        let variable = VariablePositions::default();
        let line = sift.scanner().line(line.as_bytes());
        let found = GroupReader::default()
            .read(&sift, line, &variable)
            .expect("it is a URL")
            .template;
        assert_eq!(
            own_template(&sift, line).as_ref(),
            Some(&found),
            "nothing was learned"
        );
        found
    }

    #[test]
    fn parts_are_those_of_the_template() {
        let found =
            parts("https://ann@a.test/user/42/item7.png?action=delete&id=1&to=https://b.test#/x/7");
        let path: Vec<_> = found
            .path
            .iter()
            .map(|part| (part.token.as_str(), part.class))
            .collect();
        assert_eq!(path, [("user", ""), ("{}", "int"), ("{}.png", "media")]);
        let route: Vec<_> = found
            .route
            .iter()
            .flatten()
            .map(|part| (part.token.as_str(), part.class))
            .collect();
        assert_eq!(route, [("x", ""), ("{}", "int")]);
        let params: Vec<_> = found
            .params
            .iter()
            .map(|param| (param.name.as_str(), param.selects, param.class))
            .collect();
        assert_eq!(
            params,
            [
                ("action=delete", true, "word"),
                ("id", false, "value"),
                ("to={url}", false, "url")
            ]
        );
        assert_eq!((found.web.as_str(), found.scheme.as_str()), ("https", ""));
        assert_eq!(
            (found.user.as_str(), found.host.as_str()),
            ("ann", "a.test")
        );
        let record = parts(r#"{"url":"ftp://a.test/{x}/","method":"POST","status":404}"#);
        assert_eq!(
            (
                record.method.as_str(),
                record.scheme.as_str(),
                record.beside.as_str()
            ),
            ("POST", "ftp", " [404]")
        );
    }

    #[test]
    fn values_are_what_stands_at_the_marks() {
        let sift = Builder::default().build().expect("the settings are valid");
        let values = |line: &[u8]| template_values(&sift, sift.scanner().line(line));
        let found = values(b"//a.test/user/42/?id=7&to=/x&utm_source=y#/z").expect("it is a URL");
        assert_eq!(found.segments, ["user", "42", "#", "z"]);
        assert_eq!(
            found.values,
            [
                ("id".to_owned(), "7".to_owned()),
                ("to".to_owned(), "/x".to_owned())
            ]
        );
        assert_eq!(values(b"no url"), None);
    }
}
