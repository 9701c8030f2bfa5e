//! Patterns for the segments of templates.

use crate::expression::escaped;
use crate::templates::TemplateSegment;
use std::cmp::Reverse;

/// A segment as a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pieces: Vec<PatternPart>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternPart {
    /// This text.
    Text(String),
    /// One of these texts.
    Choice(Vec<String>),
    /// The end of a value's segment, such as an extension, in any case.
    End(String),
    /// Digits.
    Digits,
    /// Anything up to the end of the segment.
    Any,
    /// Anything, including further segments.
    Rest,
}

/// The rank of a pattern. More specific patterns rank lower and are tried first.
pub(super) type PatternRank = (u8, Reverse<usize>);

impl Pattern {
    /// Returns the pattern of a segment.
    pub(super) fn of(node: &TemplateSegment, is_last: bool) -> Self {
        if let Some(names) = node.choices() {
            return Self { pieces: vec![PatternPart::Choice(names.map(str::to_owned).collect())] };
        }
        let is_value = !node.classes.is_empty();
        let value = match () {
            () if !is_value => PatternPart::Any,
            // An address inside the path extends to its end.
            () if node.has("path") || (is_last && node.has("host")) => PatternPart::Rest,
            () if node.classes.iter().all(|(class, _)| *class == "int") => PatternPart::Digits,
            () => PatternPart::Any,
        };
        let mut pieces = Vec::new();
        for (at, text) in node.token.split("{}").enumerate() {
            match at {
                0 => {}
                1 => pieces.push(value.clone()),
                _ => pieces.push(PatternPart::Any),
            }
            if at > 0 && is_value && !text.is_empty() {
                pieces.push(PatternPart::End(text.to_owned()));
            } else if !text.is_empty() {
                pieces.push(PatternPart::Text(text.to_owned()));
            }
        }
        Self { pieces }
    }

    /// Returns the text that it matches, if there is only one.
    pub(super) fn text(&self) -> Option<&str> {
        match &*self.pieces {
            [PatternPart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns whether it may match several segments.
    pub(super) fn is_rest(&self) -> bool {
        self.pieces.contains(&PatternPart::Rest)
    }

    pub(super) fn rank(&self) -> PatternRank {
        let fixed =
            self.pieces.iter().map(|piece| if let PatternPart::Text(text) = piece { text.len() } else { 0 });
        let kind = match &*self.pieces {
            [PatternPart::Text(_) | PatternPart::Choice(_)] => 0,
            // The form of values does not distinguish templates; the text after them does.
            [PatternPart::Digits | PatternPart::Any] => 2,
            pieces if pieces.contains(&PatternPart::Rest) => 3,
            _ => 1,
        };
        (kind, Reverse(fixed.sum()))
    }

    /// Returns a regular expression in the syntax that RE2, PCRE, Python and Java share.
    pub(super) fn regex(&self) -> String {
        let piece = |piece: &PatternPart| match piece {
            PatternPart::Text(text) => escaped(text),
            PatternPart::Choice(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| escaped(text)).collect();
                format!("(?:{})", texts.join("|"))
            }
            PatternPart::End(text) => format!("(?i:{})", escaped(text)),
            PatternPart::Digits => "[0-9]+".to_owned(),
            PatternPart::Any => "[^/?#]+".to_owned(),
            PatternPart::Rest => "[^?#]+".to_owned(),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// Returns whether it matches a text, as its regular expression does.
    pub(super) fn matches(&self, text: &str) -> bool {
        matches(&self.pieces, text.as_bytes())
    }
}

fn matches(pieces: &[PatternPart], text: &[u8]) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return text.is_empty() };
    let fits = |byte: &u8| match piece {
        PatternPart::Digits => byte.is_ascii_digit(),
        PatternPart::Any => !matches!(byte, b'/' | b'?' | b'#'),
        _ => !matches!(byte, b'?' | b'#'),
    };
    if let PatternPart::Text(fixed) = piece {
        return text.strip_prefix(fixed.as_bytes()).is_some_and(|left| matches(rest, left));
    }
    if let PatternPart::Choice(texts) = piece {
        let left = |fixed: &String| text.strip_prefix(fixed.as_bytes());
        return texts.iter().filter_map(left).any(|left| matches(rest, left));
    }
    if let PatternPart::End(fixed) = piece {
        let (start, left) = text.split_at(fixed.len().min(text.len()));
        return start.eq_ignore_ascii_case(fixed.as_bytes()) && matches(rest, left);
    }
    let most = text.iter().take_while(|byte| fits(byte)).count();
    (1..=most).rev().any(|length| matches(rest, &text[length..]))
}
