//! Templates as those need them who count a whole list by them: as keys, and part by part.

use crate::decision::Decision;
use crate::record::{Batch, Record};
use crate::shape::Shape;
pub use crate::shape::parts::{TemplateParam, TemplatePart, TemplateParts, TemplateValues};
use crate::sift::Sift;
use crate::variant::{Variant, WORD};
use urlsift_url::apart::{self, ExtraFields};
use urlsift_url::input::{Field, FieldValues};
use urlsift_url::parse::Scratch;

/// The path positions at which the lines of a group were read as variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariablePositions(Vec<u64>);

impl VariablePositions {
    /// Adds those of a line of the group, by the [decision](crate::sift::Sift::decisions) on it.
    pub fn note(&mut self, decision: &Decision) {
        if decision.variant.is_own() {
            return;
        }
        for (at, word) in decision.variant.words().enumerate() {
            self.0.resize(self.0.len().max(at + 1), 0);
            self.0[at] |= (word | word >> 1) & LOW_BITS;
        }
    }

    /// Adds those at which two lines of the group differ, as each reads by itself: the first was
    /// entered with a value there, too.
    pub fn note_differences(&mut self, first: &TemplateParts, other: &TemplateParts) {
        for (index, (one, other)) in first.segments().zip(other.segments()).enumerate() {
            if one != other {
                self.0.resize(self.0.len().max(index / WORD + 1), 0);
                self.0[index / WORD] |= 1 << (2 * (index % WORD));
            }
        }
    }

    fn has(&self, index: usize) -> bool {
        self.0.get(index / WORD).is_some_and(|word| word >> (2 * (index % WORD)) & 1 == 1)
    }
}

/// The lower one of the two bits of each position.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// The method and the status that a record has beside its URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exchange {
    /// The method in capitals.
    pub method: Option<String>,
    /// The status of the answer.
    pub status: Option<u16>,
}

/// The class of a status, by the status that stands for all of it, as templates show it: 2xx, 3xx,
/// 403, 404, 4xx, 5xx. `None` for statuses that say nothing, like 101.
///
/// ```
/// use urlsift::status_class;
///
/// assert_eq!([204, 401, 410, 500].map(status_class), [Some("2xx"), Some("403"), Some("404"), Some("5xx")]);
/// ```
pub fn status_class(status: u16) -> Option<&'static str> {
    apart::status_class(status)
}

impl Sift {
    /// Whether two URLs are similar if and only if their templates are equal, as under the default
    /// settings: then every group has a template of its own.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// assert!(Sift::builder().build()?.groups_by_template());
    /// assert!(!Sift::builder().threshold(80.0).build()?.groups_by_template());
    /// assert!(!Sift::builder().literal(true).build()?.groups_by_template());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn groups_by_template(&self) -> bool {
        self.scanner.terms().is_none() && self.scanner.templates().is_some()
    }

    /// Hashes what decides about a record of a [whole](crate::scan::Scanner::whole) batch, as it reads
    /// by all that was learned: two URLs have the same if they read as one template. Nothing is
    /// learned from it. `None` if it is not a URL, or templates do not
    /// [decide](Self::groups_by_template). `tokens` is lent for its memory.
    pub fn template_key(&self, batch: &Batch, record: usize, tokens: &mut Vec<u64>) -> Option<u64> {
        let (Record::Url(url), Some(templates)) = (&batch.records[record], self.scanner.templates()) else {
            return None;
        };
        self.read(batch, url, tokens);
        Some(templates.of(&batch.view(url, tokens)))
    }

    /// The template of a group, by its first line: as that reads by all that was learned, and with the
    /// positions that were variable for other lines of the group. Nothing is learned from it. `None`
    /// if the line is not a URL.
    pub fn group_template(&self, line: &[u8], variable: &VariablePositions) -> Option<TemplateParts> {
        let (mut batch, mut tokens) = (Batch::default(), Vec::new());
        self.scanner.scan(line, &mut batch);
        let Record::Url(url) = &batch.records[0] else { return None };
        self.read(&batch, url, &mut tokens);
        let segments = batch.segments_of(url);
        for (index, (token, segment)) in tokens.iter_mut().zip(segments).enumerate() {
            if variable.has(index) {
                *token = segment.variable;
            }
        }
        self.parts_in(line, &Variant::of(segments, &tokens))
    }

    /// The template of a line as it reads by itself, part by part.
    pub fn own_template(&self, line: &[u8]) -> Option<TemplateParts> {
        self.parts_in(line, &Variant::default())
    }

    fn parts_in(&self, line: &[u8], variant: &Variant) -> Option<TemplateParts> {
        let (scanner, mut scratch, mut beside) = (&self.scanner, Scratch::default(), ExtraFields::default());
        scanner.request_in(&scanner.fields, (&mut scratch, &mut beside), line, |address, beside| {
            Shape::of_address(address, beside, &scanner.mode).parts(variant)
        })
    }

    /// Hashes the classes of all parts of a record of a batch, and the scheme: what a group's lines
    /// may differ in.
    pub fn classes_hash(&self, batch: &Batch, record: usize) -> Option<u64> {
        let Record::Url(url) = &batch.records[record] else { return None };
        let key = &self.scanner.key;
        let segments = batch.segments_of(url).iter();
        let classes = segments.map(|segment| segment.class.map_or(0, |class| class as u64 + 1));
        let pairs = batch.pairs_of(url).iter().flat_map(|pair| [pair.name, pair.value]);
        Some(key.fold(url.web.map_or(0, |web| web as u64 + 1), classes.chain(pairs)))
    }

    /// What stands in a line where its template has marks.
    pub fn template_values(&self, line: &[u8]) -> Option<TemplateValues> {
        let (scanner, mut scratch, mut beside) = (&self.scanner, Scratch::default(), ExtraFields::default());
        scanner.request_in(&scanner.fields, (&mut scratch, &mut beside), line, |address, beside| {
            TemplateValues::of(address, beside, &scanner.mode)
        })
    }

    /// The method and the status that a record has. `None` if it is a URL and nothing else.
    ///
    /// ```
    /// let sift = urlsift::Sift::builder().build()?;
    /// let exchange = |line: &str| sift.exchange(line.as_bytes());
    /// let found = exchange(r#"{"url":"https://example.com/","method":"post","status":404}"#).expect("it is a record");
    /// assert_eq!((found.method.as_deref(), found.status), (Some("POST"), Some(404)));
    /// assert_eq!(exchange("https://example.com/ [200]").expect("it has a status").status, Some(200));
    /// assert_eq!(exchange("https://example.com/"), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn exchange(&self, record: &[u8]) -> Option<Exchange> {
        let fields = &self.scanner.fields;
        let record = record.strip_suffix(b"\r").unwrap_or(record);
        if fields.is_plain(record) && !record.iter().any(u8::is_ascii_whitespace) {
            return None;
        }
        let (wanted, mut values) =
            (fields.wanted(&[Field::Method, Field::Status], []), FieldValues::default());
        fields.read(&wanted, record, &mut values);
        let text =
            |number| values.get(number, record).and_then(|text| str::from_utf8(text).ok()).map(str::trim);
        let method = text(0).filter(|method| !method.is_empty()).map(str::to_ascii_uppercase);
        Some(Exchange { method, status: text(1).and_then(|status| status.parse().ok()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;

    fn parts(line: &str) -> TemplateParts {
        let sift = Builder::default().build().expect("the settings are valid");
        let variable = VariablePositions::default();
        let found = sift.group_template(line.as_bytes(), &variable).expect("it is a URL");
        assert_eq!(sift.own_template(line.as_bytes()).as_ref(), Some(&found), "nothing was learned");
        found
    }

    #[test]
    fn parts_are_those_of_the_template() {
        let found = parts("https://ann@a.test/user/42/item7.png?action=delete&id=1&to=https://b.test#/x/7");
        let path: Vec<_> = found.path.iter().map(|part| (part.token.as_str(), part.class)).collect();
        assert_eq!(path, [("user", ""), ("{}", "int"), ("{}.png", "media")]);
        let route: Vec<_> =
            found.route.iter().flatten().map(|part| (part.token.as_str(), part.class)).collect();
        assert_eq!(route, [("x", ""), ("{}", "int")]);
        let params: Vec<_> =
            found.params.iter().map(|param| (param.name.as_str(), param.selects, param.class)).collect();
        assert_eq!(
            params,
            [("action=delete", true, "word"), ("id", false, "value"), ("to={url}", false, "url")]
        );
        assert_eq!((found.web.as_str(), found.scheme.as_str()), ("https", ""));
        assert_eq!((found.user.as_str(), found.host.as_str()), ("ann", "a.test"));
        let record = parts(r#"{"url":"ftp://a.test/{x}/","method":"POST","status":404}"#);
        assert_eq!(
            (record.method.as_str(), record.scheme.as_str(), record.beside.as_str()),
            ("POST", "ftp", " [404]")
        );
    }

    #[test]
    fn values_are_what_stands_at_the_marks() {
        let sift = Builder::default().build().expect("the settings are valid");
        let found =
            sift.template_values(b"//a.test/user/42/?id=7&to=/x&utm_source=y#/z").expect("it is a URL");
        assert_eq!(found.segments, ["user", "42", "#", "z"]);
        assert_eq!(found.values, [("id".to_owned(), "7".to_owned()), ("to".to_owned(), "/x".to_owned())]);
        assert_eq!(sift.template_values(b"no url"), None);
    }
}
