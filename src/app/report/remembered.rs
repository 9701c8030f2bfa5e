//! Explanations that were written a short while ago, as text: a list often goes on with the templates and groups that it is at.
//!
//! Lines of one template are similar to a representative for one reason, so most explanations are a copy of an earlier one, in
//! which only the texts of the line's path are new.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io;
use std::mem;
use std::ops::Range;

use urlsift::stream::Decided;
use urlsift::{Alike, Explanation, PathTexts};

/// Bytes of explanations that are remembered: at least so many of those that were used last, and at most twice as many.
const MOST: usize = 6 << 20;

/// An explanation, cut where the texts of a line stand.
#[derive(Default)]
pub(super) struct Explained {
    /// What stands before the texts. Then for each of them what is before it, what is behind it, and what the representative has
    /// there. Then what stands behind all.
    pub(super) text: Vec<u8>,
    parts: Vec<Part>,
    /// Where what stands before the texts ends.
    start: usize,
}

/// What is around a text.
#[derive(Clone)]
struct Part {
    segment: usize,
    is_last: bool,
    /// How long its three texts are.
    lengths: [usize; 3],
}

impl Explained {
    /// Ends what stands before the texts.
    pub(super) fn start_texts(&mut self) {
        self.start = self.text.len();
    }

    /// Adds a text, and what is written before and behind it.
    pub(super) fn add(
        &mut self,
        alike: &Alike,
        before: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
        behind: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let text = &mut self.text;
        let start = text.len();
        before(text)?;
        let middle = text.len();
        behind(text)?;
        let end = text.len();
        text.extend_from_slice(alike.second.as_bytes());
        let lengths = [middle - start, end - middle, text.len() - end];
        self.parts.push(Part { segment: alike.segment, is_last: alike.is_last, lengths });
        Ok(())
    }

    fn clear(&mut self) {
        self.text.clear();
        self.parts.clear();
    }

    fn view(&self) -> View<'_> {
        View { text: &self.text, parts: &self.parts, start: self.start }
    }
}

/// An explanation that is looked at.
#[derive(Clone, Copy)]
struct View<'e> {
    text: &'e [u8],
    parts: &'e [Part],
    start: usize,
}

impl View<'_> {
    /// Takes the texts of a record's path, if any of them is shown.
    fn read_path(&self, decided: &Decided<'_>, texts: &mut PathTexts) {
        if !self.parts.is_empty() {
            decided.read_path(texts);
        }
    }

    /// Appends the explanation of a line: its texts where they are not the representative's, each written by `write`.
    fn append(
        &self,
        texts: &PathTexts,
        separator: &[u8],
        write: impl Fn(&str, &mut Vec<u8>) -> io::Result<()>,
        line: &mut Vec<u8>,
    ) -> io::Result<()> {
        let (start, mut rest) = self.text.split_at(self.start);
        line.extend_from_slice(start);
        let mut is_first = true;
        for Part { segment, is_last, lengths } in self.parts {
            let [before, behind, second] = lengths.map(|length| {
                let (part, others) = rest.split_at(length);
                rest = others;
                part
            });
            let text = texts.name(*segment, *is_last);
            if text.as_bytes() != second {
                if !mem::take(&mut is_first) {
                    line.extend_from_slice(separator);
                }
                line.extend_from_slice(before);
                write(&text, line)?;
                line.extend_from_slice(behind);
            }
        }
        line.extend_from_slice(rest);
        Ok(())
    }
}

/// Passes what explanations are remembered by through to a map: it is hashed with a key already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only 64-bit keys are hashed");
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Explanations one behind the other, so that to remember one allocates nothing.
#[derive(Default)]
struct Row {
    text: Vec<u8>,
    parts: Vec<Part>,
    known: HashMap<u64, Place, BuildHasherDefault<Hashed>>,
}

/// Where an explanation stands in a row, and where its texts start.
#[derive(Clone)]
struct Place {
    text: Range<usize>,
    parts: Range<usize>,
    start: usize,
}

impl Row {
    fn get(&self, key: u64) -> Option<View<'_>> {
        let Place { text, parts, start } = self.known.get(&key)?.clone();
        Some(View { text: &self.text[text], parts: &self.parts[parts], start })
    }

    fn push(&mut self, key: u64, explained: View<'_>) {
        let (text, parts) = (self.text.len(), self.parts.len());
        self.text.extend_from_slice(explained.text);
        self.parts.extend_from_slice(explained.parts);
        let (text, parts) = (text..self.text.len(), parts..self.parts.len());
        self.known.insert(key, Place { text, parts, start: explained.start });
    }

    fn clear(&mut self) {
        self.text.clear();
        self.parts.clear();
        self.known.clear();
    }
}

/// Explanations by what they are remembered by, until there are too many.
#[derive(Default)]
pub(super) struct Remembered {
    young: Row,
    old: Row,
    /// The last one that was written.
    new: Explained,
    texts: PathTexts,
}

impl Remembered {
    /// Appends the explanation of a record: one that is remembered, or one that `explain` writes of what the filter says. The texts
    /// of its path stand in it with a `separator` between them, each as `write` writes it. `false` where there is nothing to explain.
    pub(super) fn append(
        &mut self,
        decided: &Decided<'_>,
        explain: impl FnOnce(&Explanation<'_>, &mut Explained) -> io::Result<()>,
        separator: &[u8],
        write: impl Fn(&str, &mut Vec<u8>) -> io::Result<()>,
        line: &mut Vec<u8>,
    ) -> io::Result<bool> {
        let Self { young, old, new, texts } = self;
        let key = decided.decision.and_then(|decision| decided.sift.likeness(decision));
        if young.text.len() >= MOST {
            mem::swap(young, old);
            young.clear();
        }
        if let Some(view) = key.and_then(|key| young.get(key)) {
            view.read_path(decided, texts);
            view.append(texts, separator, write, line)?;
            return Ok(true);
        }
        let view = if let Some(view) = key.and_then(|key| old.get(key)) {
            view.read_path(decided, texts);
            view
        } else {
            let Some(found) = decided.explain_template(texts) else { return Ok(false) };
            new.clear();
            explain(&found, new)?;
            new.view()
        };
        view.append(texts, separator, write, line)?;
        if let Some(key) = key {
            young.push(key, view);
        }
        Ok(true)
    }
}
