//! The paths of descriptions, whose placeholders say what varies in other lists.

use super::segment::MARK;
use std::cmp::Reverse;
use std::collections::HashMap;
use urlsift_core::Sift;
use urlsift_core::input::ReadLine;
use urlsift_explain::templates::{TemplateParts, TemplateValues, own_template, template_values};

/// The class of a word at a placeholder, as at a learned position.
const WORD: &str = "word";

/// The paths that descriptions have, by host.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::lists::DescribedPaths;
///
/// let sift = Sift::builder().build()?;
/// let mut described = DescribedPaths::default();
/// for path in ["/users/{name}", "/users/me", "/export/{id}.json"] {
///     let line = format!("//a.example{path}");
///     described.add(&sift, sift.scanner().line(line.as_bytes()));
/// }
/// let shown = |path: &str| {
///     let line = format!("//a.example{path}");
///     described.template(&sift, line.as_bytes())
/// };
/// assert_eq!(shown("/users/ann").as_deref(), Some("/users/{}"));
/// assert_eq!(shown("/users/me").as_deref(), Some("/users/me"));
/// assert_eq!(shown("/export/17.json").as_deref(), Some("/export/{}.json"));
/// assert_eq!(shown("/users/ann/edit"), None);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DescribedPaths {
    /// By host with its port, after a scheme that is not of the web.
    hosts: HashMap<String, PathNode>,
    /// The tokens of each path.
    paths: Vec<Vec<String>>,
}

/// What may follow the start of a path.
#[derive(Clone, Debug, Default)]
struct PathNode {
    literals: HashMap<String, PathNode>,
    /// Segments with placeholders in them, those with the longest text first.
    patterns: Vec<PatternNode>,
    /// What follows a placeholder.
    any: Option<Box<PathNode>>,
    /// The number of the path that ends here.
    path: Option<u32>,
}

#[derive(Clone, Debug)]
struct PatternNode {
    token: String,
    next: PathNode,
}

/// A segment of a line.
struct LineSegment<'l> {
    /// Its token as it reads by itself.
    token: &'l str,
    /// Its text.
    text: &'l str,
}

impl DescribedPaths {
    /// Returns the number of paths.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Adds the path of a request of a description.
    pub fn add(&mut self, sift: &Sift, line: ReadLine<'_>) {
        let Some(parts) = own_template(sift, line) else {
            return;
        };
        let values = template_values(sift, line).unwrap_or_default();
        let mut node = self.hosts.entry(service(&parts)).or_default();
        let mut tokens = Vec::new();
        for segment in segments(&parts, &values) {
            let token = described_token(&segment);
            node = node.entry(&token);
            tokens.push(token);
        }
        if node.path.is_none() {
            node.path = Some(self.paths.len() as u32);
            self.paths.push(tokens);
        }
    }

    /// Returns the path that a line has in the words of the descriptions, with `{}` for each
    /// placeholder; `None` if they do not have it.
    pub fn template(&self, sift: &Sift, line: &[u8]) -> Option<String> {
        let number = self.number(sift, sift.scanner().line(line))?;
        let mut text = String::new();
        for token in &self.paths[number as usize] {
            text.push('/');
            text += token;
        }
        Some(text)
    }

    /// Returns the number of the path that a line has.
    pub(super) fn number(&self, sift: &Sift, line: ReadLine<'_>) -> Option<u32> {
        let parts = own_template(sift, line)?;
        self.number_of(&parts, &template_values(sift, line)?)
    }

    /// Replaces the path of a template by the described one that the line has, `own` as it reads by
    /// itself.
    pub(super) fn rewrite(
        &self,
        template: &mut TemplateParts,
        own: Option<&TemplateParts>,
        values: &TemplateValues,
    ) {
        let Some(number) = self.number_of(own.unwrap_or(template), values) else {
            return;
        };
        for (part, token) in template.path.iter_mut().zip(&self.paths[number as usize]) {
            let varies = part.token.contains(MARK);
            part.class = match (token.contains(MARK), varies) {
                (false, _) => "",
                (true, true) => part.class,
                (true, false) => WORD,
            };
            part.token.clone_from(token);
        }
    }

    /// Finds the most specific path. A list without hosts may be of any host, and so may a
    /// description.
    fn number_of(&self, own: &TemplateParts, values: &TemplateValues) -> Option<u32> {
        let segments: Vec<LineSegment<'_>> = segments(own, values).collect();
        let service = service(own);
        let of_host = self.hosts.get(&service);
        let found = of_host.and_then(|node| node.find(&segments));
        if found.is_some() {
            return found;
        }
        if service.is_empty() {
            let found = self.hosts.values().filter_map(|node| node.find(&segments));
            return found.min();
        }
        self.hosts.get("")?.find(&segments)
    }
}

impl PathNode {
    /// Returns what follows a segment with this token.
    fn entry(&mut self, token: &str) -> &mut Self {
        if token == MARK {
            return self.any.get_or_insert_default();
        }
        if !token.contains(MARK) {
            return self.literals.entry(token.to_owned()).or_default();
        }
        let place = self
            .patterns
            .binary_search_by(|pattern| rank(&pattern.token).cmp(&rank(token)));
        let place = place.unwrap_or_else(|place| {
            let new = PatternNode {
                token: token.to_owned(),
                next: Self::default(),
            };
            self.patterns.insert(place, new);
            place
        });
        &mut self.patterns[place].next
    }

    /// Returns the number of the most specific path with these segments: text before a placeholder.
    /// What reads as a value whole is that of a whole placeholder first.
    fn find(&self, segments: &[LineSegment<'_>]) -> Option<u32> {
        let Some((segment, rest)) = segments.split_first() else {
            return self.path;
        };
        let any = self.any.as_deref();
        let is_value = segment.token == MARK;
        let mut next: Vec<&Self> = Vec::new();
        next.extend(self.literals.get(segment.text));
        if segment.token != segment.text {
            next.extend(self.literals.get(segment.token));
        }
        for pattern in &self.patterns {
            if pattern.token == segment.token {
                next.push(&pattern.next);
            }
        }
        if is_value {
            next.extend(any);
        }
        for pattern in &self.patterns {
            if pattern.token != segment.token && matches(&pattern.token, segment.text) {
                next.push(&pattern.next);
            }
        }
        if !is_value {
            next.extend(any);
        }
        next.into_iter().find_map(|node| node.find(rest))
    }
}

/// Returns the host of a template, after a scheme that is not of the web.
fn service(parts: &TemplateParts) -> String {
    match &*parts.scheme {
        "" => parts.host.clone(),
        scheme => format!("{scheme}://{}", parts.host),
    }
}

fn segments<'l>(
    own: &'l TemplateParts,
    values: &'l TemplateValues,
) -> impl Iterator<Item = LineSegment<'l>> {
    let pairs = own.path.iter().zip(&values.segments);
    pairs.map(|(part, text)| LineSegment {
        token: &part.token,
        text,
    })
}

/// Returns the token of a segment of a description, with a mark for each placeholder.
fn described_token(segment: &LineSegment<'_>) -> String {
    const OPEN: &str = "%7B";
    const CLOSE: &str = "%7D";
    let mut token = String::new();
    let mut rest = segment.text;
    while let Some((text, behind)) = rest.split_once(OPEN) {
        let Some((name, behind)) = behind.split_once(CLOSE) else {
            break;
        };
        if name.is_empty() {
            break;
        }
        token += text;
        // Two placeholders without text between them match as one.
        if !token.ends_with(MARK) {
            token += MARK;
        }
        rest = behind;
        while let Some(behind) = rest.strip_prefix(CLOSE) {
            rest = behind;
        }
    }
    if token.is_empty() {
        // A word that looks like a value is none where people describe it.
        return if is_word(segment.text) {
            segment.text
        } else {
            segment.token
        }
        .to_owned();
    }
    if segment.token == MARK {
        return MARK.to_owned();
    }
    token + rest
}

fn is_word(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.bytes().all(is_letter)
}

/// Returns the order of a pattern: the longest text comes first.
fn rank(token: &str) -> (Reverse<usize>, &str) {
    let marks = token.matches(MARK).count();
    (Reverse(token.len() - marks * MARK.len()), token)
}

/// Returns whether a text has the text of a pattern, with something at each mark.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, behind)) = pattern.split_once(MARK) else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let mut pieces = behind.split(MARK).peekable();
    while let Some(piece) = pieces.next() {
        let mut behind_one = text.chars();
        if behind_one.next().is_none() {
            return false;
        }
        let rest = behind_one.as_str();
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let Some(at) = rest.find(piece) else {
            return false;
        };
        text = &rest[at + piece.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_path_is_found() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let mut described = DescribedPaths::default();
        for path in [
            "/users/{name}",
            "/users/me",
            "/users/{name}/edit",
            "/users/me/keys",
            "/export/{id}.json",
            "/export/{id}",
            "/report-{y}-{m}.pdf",
            "/v{ver}/ping",
            "/v{ver}/p{x}g",
            "/{a}/{b}/last",
        ] {
            let line = format!("//a.example{path}");
            described.add(&sift, sift.scanner().line(line.as_bytes()));
        }
        for (path, wanted) in [
            ("/users/ann", "/users/{}"),
            ("/users/17", "/users/{}"),
            ("/users/me", "/users/me"),
            ("/users/me/edit", "/users/{}/edit"),
            ("/users/me/keys", "/users/me/keys"),
            ("/users/ann/keys", ""),
            ("/users/me/last", "/{}/{}/last"),
            ("/users", ""),
            ("/export/17.json", "/export/{}.json"),
            ("/export/a-b.json", "/export/{}.json"),
            ("/export/.json", "/export/{}"),
            ("/export/17.csv", "/export/{}"),
            ("/report-2024-05.pdf", "/report-{}-{}.pdf"),
            ("/report-2024.pdf", ""),
            ("/v2/ping", "/v{}/ping"),
            ("/v2/pong", "/v{}/p{}g"),
            ("/v/ping", ""),
        ] {
            for host in ["a.example", ""] {
                let line = match host {
                    "" => path.to_owned(),
                    host => format!("//{host}{path}"),
                };
                let found = described.template(&sift, line.as_bytes());
                assert_eq!(found.unwrap_or_default(), wanted, "{line}");
            }
        }
        let other = described.template(&sift, b"//b.example/users/me");
        assert_eq!(other, None);
    }
}
