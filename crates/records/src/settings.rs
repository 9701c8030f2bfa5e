//! Settings for the kind of lines, in a separate table, since filters do not know texts and
//! sequences.

use super::fold::Fold;
use super::records::Records;
use std::num::NonZeroUsize;
use std::sync::Arc;
use urlsift_core::Terms;
use urlsift_core::settings::{ByName, Section, Setting, SettingField, choices, row};

choices! {
    "kind of record";
    /// The kind of lines, without the settings to read them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum RecordKind {
        /// URLs.
        #[default]
        Urls = "urls", "URLs";
        /// Texts.
        Text = "text", "Texts";
        /// Lines of logs.
        Log = "log", "Texts behind a header of time, level and process";
        /// Sequences of requests.
        Events = "events", "Sequences of requests";
    }
}

/// Settings for the kind of lines, by name and text.
///
/// ```
/// use urlsift::settings::ByName;
/// use urlsift::{Sift, Verdict};
/// use urlsift::settings::RecordSettings;
///
/// let settings = RecordSettings::default().set("as", "events")?.set("shingle", "1")?;
/// let mut sift = Sift::builder().records(settings.terms()).set("by", "form")?.build()?;
/// assert_eq!(sift.admit(b"form=/cart /user/1|GET|0 /cart|POST|2.5"), Verdict::Kept);
/// assert_eq!(sift.admit(b"form=/cart /user/2|GET|0 /cart|POST|3.5"), Verdict::Similar);
/// assert_eq!(sift.admit(b"form=/pay /user/2|GET|0 /cart|POST|3.5"), Verdict::Kept);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordSettings {
    kind: RecordKind,
    shingle: NonZeroUsize,
    fold: Fold,
}

impl Default for RecordSettings {
    fn default() -> Self {
        const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("not zero");
        Self {
            kind: RecordKind::default(),
            shingle: TWO,
            fold: Fold::default(),
        }
    }
}

impl RecordSettings {
    /// Returns the reader of terms for [`Builder::records`](urlsift_core::Builder::records); `None`
    /// for URLs.
    pub fn terms(&self) -> Option<Arc<dyn Terms>> {
        match self.kind {
            RecordKind::Urls => Records::Urls,
            RecordKind::Text => Records::Folded(self.fold),
            RecordKind::Log => Records::Logs,
            RecordKind::Events => Records::Events {
                shingle: self.shingle,
            },
        }
        .terms()
    }
}

impl ByName for RecordSettings {
    fn rows() -> &'static [Setting<Self>] {
        ROWS
    }
}

static ROWS: &[Setting<RecordSettings>] = &[
    Setting {
        value_name: "WHAT",
        help: "What the lines are",
        details: "text compares texts, such as log messages, by their words in order; case, \
            punctuation and the width of letters do not count. Numbers, addresses, paths, times and \
            other words with digits are values and count as equal. Positions where words only vary are \
            learned, as those of paths are. In Chinese, Japanese and Thai, each pair of neighbouring \
            characters counts as a word.\n\n\
            At a threshold of 94 % or less, texts are compared by the words that they share, as they \
            are written and in any order: 80 finds edited copies, and urlsift sweep --as text shows what \
            each threshold merges. If the list is read twice, a word weighs more the fewer lines have it.\n\n\
            log does the same, but leaves out the header of a line: a time or level, with numbers, \
            brackets, host and process beside it. A line without such a beginning is compared as a \
            whole.\n\n\
            events compares sequences of requests by their runs of steps. A line has steps between \
            blanks, each written path|method|interval. Paths are read as those of URLs, so /user/1 and \
            /user/2 are the same step; intervals are seconds since the step before, and count by their \
            magnitude: up to 1, 4, 16, 64 ... Fields like post=/cart between the steps are not compared, \
            but for those that by names: only sequences with the same value there are similar. \
            Lines that begin with [ or { are JSON: a list of steps, or an object with steps and \
            fields.",
        typed_details: "urlsift sessions makes such lines from an access log.",
        is_identity: true,
        ..row(
            "as",
            Section::Records,
            SettingField::new(|settings| &settings.kind, |settings| &mut settings.kind),
        )
    },
    Setting {
        value_name: "N",
        help: "Compare sequences by runs of N steps",
        details: "With 1, the order of steps does not matter; a larger N makes it matter more.",
        is_identity: true,
        ..row(
            "shingle",
            Section::Records,
            SettingField::new(
                |settings| &settings.shingle,
                |settings| &mut settings.shingle,
            ),
        )
    },
    Setting {
        value_name: "WHAT",
        is_rare: true,
        help: "What is taken out of texts before they are compared",
        details: "Signs between single characters hide a text from a comparison of its words. \
            marks takes out invisible characters, strokes over letters, and one or two signs between \
            each of three or more single characters (f.r.e.e). Accents and vowel signs stay.",
        is_identity: true,
        ..row(
            "fold",
            Section::Records,
            SettingField::new(|settings| &settings.fold, |settings| &mut settings.fold),
        )
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_no_parts_of_urls() {
        use urlsift_core::{Builder, Sift};
        let refusal = |settings: Builder| settings.check().err().map(|error| error.to_string());
        let with = |name, text| Sift::builder().set(name, text).unwrap();
        for (name, text) in [("weights", "host=1"), ("class", "int"), ("protect", "a")] {
            let events = RecordSettings::default().set("as", "events").unwrap();
            assert_eq!(
                refusal(with(name, text).records(events.terms())),
                None,
                "{name}"
            );
            let refused =
                refusal(with(name, text).records(Records::Texts.terms())).unwrap_or_default();
            assert_eq!(
                refused,
                format!("{name} is about parts of URLs, which texts do not have")
            );
        }
    }
}
