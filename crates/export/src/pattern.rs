//! Patterns for the segments of templates.

use std::cmp::Reverse;

use urlsift_lists::{TemplateSegment, escapes};

use PatternPart::{Any, Choice, Digits, End, Rest, Text};

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

/// The texts around the values of a pattern, in small letters where their case does not count.
#[derive(Debug, Default)]
pub(super) struct PatternTexts<'p> {
    pub before: &'p str,
    pub between: String,
    pub behind: String,
}

impl Pattern {
    /// Returns the pattern of a segment. `most` of its values are told apart, and the last of them
    /// stands for all further ones: programs that try all divisions of a text would otherwise take
    /// exponential time.
    pub(super) fn of(node: &TemplateSegment, is_last: bool, most: usize) -> Self {
        if let Some(names) = node.choices() {
            let texts = names.map(str::to_owned).collect();
            return Self {
                pieces: vec![Choice(texts)],
            };
        }
        let classes = &node.classes;
        let is_value = !classes.is_empty();
        let texts = node.token.split(TemplateSegment::MARK);
        let mut texts: Vec<&str> = texts.collect();
        // An address inside the path extends to its end.
        let is_rest = node.has("path") || (is_last && node.has("host"));
        let most = if is_rest { 1 } else { most };
        let is_int = is_value && classes.iter().all(|(class, _)| *class == "int");
        let is_divided = most > 1 || texts.len() <= 2;
        let value = if is_rest {
            Rest
        } else if is_int && is_divided {
            Digits
        } else {
            Any
        };
        // The last one stands for those left out, and for the texts between.
        let last = texts.len() - 1;
        texts.drain(most.min(last)..last);
        let mut pieces = Vec::new();
        for (at, text) in texts.into_iter().enumerate() {
            match at {
                0 => {}
                1 => pieces.push(value.clone()),
                _ => pieces.push(Any),
            }
            if text.is_empty() {
                continue;
            }
            let text = text.to_owned();
            if at > 0 && is_value {
                pieces.push(End(text));
            } else {
                pieces.push(Text(text));
            }
        }
        Self { pieces }
    }

    /// Returns the text that it matches, if there is only one.
    pub(super) fn text(&self) -> Option<&str> {
        match &*self.pieces {
            [Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns the texts that every segment has which it matches. Of one that may match several
    /// segments, only the first text is in the first of them.
    pub(super) fn texts(&self) -> PatternTexts<'_> {
        let mut texts = PatternTexts::default();
        let [first, rest @ ..] = &*self.pieces else {
            return texts;
        };
        let mut rest = rest;
        if let Text(text) = first {
            texts.before = text;
        }
        if self.is_rest() {
            return texts;
        }
        if let [others @ .., Text(text) | End(text)] = rest {
            texts.behind = text.to_ascii_lowercase();
            rest = others;
        }
        for piece in rest {
            if let Text(text) | End(text) = piece {
                texts.between = text.to_ascii_lowercase();
            }
        }
        texts
    }

    /// Returns whether it may match several segments.
    pub(super) fn is_rest(&self) -> bool {
        self.pieces.contains(&Rest)
    }

    pub(super) fn rank(&self) -> PatternRank {
        let mut fixed = 0;
        for piece in &self.pieces {
            if let Text(text) = piece {
                fixed += text.len();
            }
        }
        let kind = match &*self.pieces {
            [Text(_) | Choice(_)] => 0,
            // The form of values does not distinguish templates; the text after them does.
            [Digits | Any] => 2,
            pieces if pieces.contains(&Rest) => 3,
            _ => 1,
        };
        (kind, Reverse(fixed))
    }

    /// Returns a regular expression in the syntax that RE2, PCRE, Python and Java share.
    pub(super) fn regex(&self) -> String {
        let mut regex = String::new();
        for piece in &self.pieces {
            match piece {
                Text(text) => regex += &escapes::regex(text),
                Choice(texts) => {
                    regex += "(?:";
                    for (number, text) in texts.iter().enumerate() {
                        if number > 0 {
                            regex.push('|');
                        }
                        regex += &escapes::regex(text);
                    }
                    regex.push(')');
                }
                End(text) => {
                    regex += "(?i:";
                    regex += &escapes::regex(text);
                    regex.push(')');
                }
                Digits => regex += "[0-9]+",
                Any => regex += "[^/?#]+",
                Rest => regex += "[^?#]+",
            }
        }
        regex
    }

    /// Returns whether it matches a text, as its regular expression does. Takes linear time.
    pub(super) fn matches(&self, text: &str) -> bool {
        matches(&self.pieces, text)
    }

    /// Returns whether it matches several segments, given the first and the last of them.
    pub(super) fn spans(&self, first: &str, last: &str) -> bool {
        let mut pieces = self.pieces.split(|piece| *piece == Rest);
        let before = pieces.next().unwrap_or_default();
        let behind = pieces.next().unwrap_or_default();
        for piece in before {
            if piece.cut(first, false).is_none() {
                return false;
            }
        }
        for piece in behind {
            if piece.cut(last, true).is_none() {
                return false;
            }
        }
        true
    }
}

impl PatternPart {
    fn is_value(&self) -> bool {
        matches!(self, Digits | Any | Rest)
    }

    /// Returns whether a value may have this character.
    fn fits(&self, c: char) -> bool {
        match self {
            Digits => c.is_ascii_digit(),
            Any => !matches!(c, '/' | '?' | '#'),
            _ => !matches!(c, '?' | '#'),
        }
    }

    /// Removes a text from the start of another, or from its end.
    fn cut<'t>(&self, text: &'t str, at_end: bool) -> Option<&'t str> {
        let (Text(fixed) | End(fixed)) = self else {
            return None;
        };
        let length = fixed.len();
        let own;
        let rest;
        if at_end {
            let at = text.len().checked_sub(length)?;
            (rest, own) = text.split_at_checked(at)?;
        } else {
            (own, rest) = text.split_at_checked(length)?;
        }
        let is_equal = match self {
            End(_) => own.eq_ignore_ascii_case(fixed),
            _ => own == fixed,
        };
        if is_equal { Some(rest) } else { None }
    }
}

fn matches(pieces: &[PatternPart], text: &str) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Choice(texts)] => texts.iter().any(|fixed| fixed == text),
        [value] if value.is_value() => {
            let is_fitting = text.chars().all(|c| value.fits(c));
            is_fitting && !text.is_empty()
        }
        [one, other] if one.is_value() && other.is_value() => has_between(one, "", other, text),
        [one, between, other] if one.is_value() && other.is_value() => match between {
            Text(fixed) => has_between(one, fixed, other, text),
            End(fixed) => {
                let fixed = fixed.to_ascii_lowercase();
                let text = text.to_ascii_lowercase();
                has_between(one, &fixed, other, &text)
            }
            _ => false,
        },
        [fixed, rest @ ..] if !fixed.is_value() => match fixed.cut(text, false) {
            Some(text) => matches(rest, text),
            None => false,
        },
        [rest @ .., fixed] => match fixed.cut(text, true) {
            Some(text) => matches(rest, text),
            None => false,
        },
    }
}

/// Returns whether a text is a value, a fixed text and another value.
fn has_between(one: &PatternPart, fixed: &str, other: &PatternPart, text: &str) -> bool {
    let mut chars = text.chars();
    chars.next();
    let first_end = text.len() - chars.as_str().len();
    let mut chars = text.chars();
    chars.next_back();
    let last_start = chars.as_str().len();
    // The fixed text begins behind the first character and no later than the first value may end,
    // and ends before the last character and no earlier than the second value may begin.
    let behind_first = text.trim_start_matches(|c| one.fits(c));
    let before_second = text.trim_end_matches(|c| other.fits(c));
    let latest = text.len() - behind_first.len() + fixed.len();
    let earliest = before_second.len().saturating_sub(fixed.len());
    let start = first_end.max(earliest);
    let end = last_start.min(latest);
    // A fixed text that fits begins and ends between characters.
    let start = (start..=end).find(|&at| text.is_char_boundary(at));
    let end = (0..=end).rev().find(|&at| text.is_char_boundary(at));
    let Some(start) = start else {
        return false;
    };
    let Some(end) = end else {
        return false;
    };
    match text.get(start..end) {
        Some(between) => !text.is_empty() && between.contains(fixed),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(token: &str, classes: &[&'static str]) -> TemplateSegment {
        let mut node = TemplateSegment::default();
        node.token = token.to_owned();
        for class in classes {
            node.classes.push((class, 1));
        }
        node
    }

    /// A segment with its pattern, and texts that this matches or not.
    struct Case {
        token: &'static str,
        classes: &'static [&'static str],
        is_last: bool,
        most: usize,
        regex: &'static str,
        matched: &'static [&'static str],
        refused: &'static [&'static str],
    }

    const CASE: Case = Case {
        token: "{}",
        classes: &[],
        is_last: true,
        most: 1,
        regex: "[^/?#]+",
        matched: &[],
        refused: &[],
    };

    const CASES: &[Case] = &[
        Case {
            token: "a.b",
            regex: r"a\.b",
            matched: &["a.b"],
            refused: &["a-b", "a.bc", "A.b", ""],
            ..CASE
        },
        Case {
            token: "{in|out}",
            regex: "(?:in|out)",
            matched: &["in", "out"],
            refused: &["inout", "in|out", ""],
            ..CASE
        },
        Case {
            classes: &["int"],
            regex: "[0-9]+",
            matched: &["7", "17"],
            refused: &["17a", "", "-1"],
            ..CASE
        },
        Case {
            classes: &["hex", "int"],
            matched: &["17", "4af0", "é"],
            refused: &["", "a?b", "a/b", "a#"],
            ..CASE
        },
        Case {
            token: "{}.png",
            classes: &["int"],
            regex: r"[0-9]+(?i:\.png)",
            matched: &["17.png", "17.PNG"],
            refused: &["a.png", "17.gif", ".png"],
            ..CASE
        },
        Case {
            token: "item{}",
            regex: "item[^/?#]+",
            matched: &["item7", "itemitem"],
            refused: &["item", "Item7", "7item"],
            ..CASE
        },
        Case {
            token: "a{}b{}c",
            regex: "a[^/?#]+c",
            matched: &["a1b2c", "axc"],
            refused: &["ac", "a1b2d"],
            ..CASE
        },
        Case {
            token: "a{}b{}c",
            most: 2,
            regex: "a[^/?#]+b[^/?#]+c",
            matched: &["a1b2c", "abbbc"],
            refused: &["axc", "abbc", "a1bc"],
            ..CASE
        },
        Case {
            token: "{}-{}",
            classes: &["int"],
            most: 2,
            regex: "[0-9]+(?i:-)[^/?#]+",
            matched: &["1-2", "12-x", "1--"],
            refused: &["x-2", "1-", "-2", "12"],
            ..CASE
        },
        Case {
            classes: &["path"],
            regex: "[^?#]+",
            matched: &["a", "a/b/c"],
            refused: &["", "a?b"],
            ..CASE
        },
        Case {
            classes: &["host"],
            regex: "[^?#]+",
            matched: &["a.test/b"],
            refused: &["a#"],
            ..CASE
        },
        Case {
            classes: &["host"],
            is_last: false,
            matched: &["a.test"],
            refused: &["a.test/b"],
            ..CASE
        },
    ];

    #[test]
    fn a_pattern_matches_what_its_expression_does() {
        for case in CASES {
            let pattern = Pattern::of(&node(case.token, case.classes), case.is_last, case.most);
            let name = format!("{} of {:?}", case.token, case.classes);
            assert_eq!(pattern.regex(), case.regex, "{name}");
            for text in case.matched {
                assert!(pattern.matches(text), "{name} matches {text}");
            }
            for text in case.refused {
                assert!(!pattern.matches(text), "{name} refuses {text}");
            }
        }
    }

    #[test]
    fn more_specific_patterns_come_first() {
        let patterns = [
            node("shopping", &[]),
            node("shop", &[]),
            node("item{}", &[]),
            node("{}.png", &["int"]),
            node("{}", &["int"]),
            node("{}", &["path"]),
        ];
        let ranks = patterns.map(|node| Pattern::of(&node, true, 1).rank());
        assert!(ranks.is_sorted(), "{ranks:?}");
        let kinds = ranks.map(|(kind, _)| kind);
        assert_eq!(kinds, [0, 0, 1, 1, 2, 3]);
    }

    #[test]
    fn several_segments_are_spanned_by_their_first_and_last() {
        let pattern = Pattern::of(&node("from{}.html", &["path"]), true, 1);
        assert!(pattern.is_rest());
        for (first, last, is_spanned) in [
            ("from-a", "b.html", true),
            ("from", "B.HTML", true),
            ("to-a", "b.html", false),
            ("from-a", "b.png", false),
        ] {
            assert_eq!(pattern.spans(first, last), is_spanned, "{first} {last}");
        }
    }
}
