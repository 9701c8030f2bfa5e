//! Every threshold of the value classes and of learning, with its justification.
//!
//! The figures say how recall or F1 changes with another value: means over 45 labelled lists
//! (43,000 URLs of some 230 hosts) that are not part of this repository, on which recall is .966
//! and F1 .898. Each was measured when its threshold was chosen; `examples/ablate` prints all of
//! them for any labelled lists.

/// Declares the thresholds: name, value, values to try, and why. All are whole numbers.
macro_rules! thresholds {
    ($($(#[doc = $why:literal])+ $name:ident = $value:literal, $tried:expr;)*) => {
        /// The thresholds in force.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Thresholds {
            $($(#[doc = $why])+ pub $name: i32,)*
        }

        impl Default for Thresholds {
            fn default() -> Self {
                Self::STANDARD
            }
        }

        impl Thresholds {
            /// The values in use.
            pub const STANDARD: Self = Self { $($name: $value),* };

            /// The name of each threshold, with other values to try.
            pub const TRIED: &[(&str, &[i32])] = &[$((stringify!($name), &$tried)),*];

            /// Returns the threshold of this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

thresholds! {
    /// Points at which a position is learned: five unknown words. 40: recall -.0020, F1 +.0022; 60:
    /// F1 -.0069.
    evidence = 50, [30, 40, 60, 80];
    /// Points of one unfamiliar word, the unit of all other points.
    word = 10, [8, 12];
    /// Points against a position for one ordinary name: among endpoints, more than one name in four
    /// is ordinary. 10: F1 +.0011, but recall -.0023 on hosts whose words are not listed; 20: F1
    /// -.0011.
    name = 15, [10, 20, 30];
    /// Points against a position for one action. 5: F1 +.0016; 20: recall +.0003, F1 -.0026.
    action = 10, [5, 15, 20];
    /// Points of an unfamiliar word of an API that reads like a language: programmers choose nouns
    /// for APIs. 6: recall -.0032, F1 -.0005; 0: recall +.0011, F1 -.0013.
    api_noun = 2, [0, 1, 4, 6, 10];
    /// Points of a word right after a value if its continuation equals that of another word there:
    /// `/ann/lantern/issues` after `/ann/kettle/issues`. 0: F1 -.0010; 50 changes nothing, but one
    /// such word would be enough.
    continuation = 30, [0, 10, 20, 50];
    /// Points of a word whose next two segments equal those of another word there, none of them an
    /// action: `/nim/article/7` after `/quil/article/3`. 10: F1 -.0009; 30: F1 +.0004, but two
    /// sections with pages of one form would be enough.
    two_alike = 20, [10, 30, 50];
    /// Points of words joined by hyphens on a site's first level, where sections have such names
    /// too. 30: recall -.0009, F1 +.0011; 10: F1 -.0048.
    title_first = 20, [10, 30];
    /// Points of words joined by hyphens elsewhere: two are enough against one ordinary name. 20:
    /// F1 -.0063; 50: F1 +.0045, but one page would be enough.
    title = 40, [20, 30, 50];
    /// Points of words joined by hyphens after an id: one title is enough. 30: F1 -.0012.
    title_after_value = 50, [30];
    /// Points of one word on a host whose names are not English: its sections and pages have names
    /// that are in no list. On 16 other lists, of 15 languages, 5: recall +.003, F1 +.002, but
    /// one more of a hundred invented titles is kept; 7: recall -.011, F1 -.003.
    foreign_word = 6, [5, 7, 8, 10];
    /// Points of two words there. 12: recall +.004, F1 +.001, but one and a half more of a hundred
    /// titles are kept; 15: recall -.004, F1 -.002.
    foreign_pair = 14, [8, 10, 12, 15];
    /// Points of one word on the first level of such a host, where sites have most of their
    /// sections, in the order of the alphabet, too: thirty names in a row may be in no list. 3:
    /// recall -.004, F1 -.001.
    foreign_first_word = 1, [2, 3, 6];
    /// Points of two words there. 7: recall +.003, F1 +.001, but more titles are kept.
    foreign_first_pair = 8, [6, 7, 10];
    /// Percentage of these points for a name with another segment below it, probably a section.
    /// 100: recall -.016, F1 -.004.
    foreign_section = 50, [30, 100];
    /// Points of a language code: two show that a site has editions. 13 (four codes): F1 -.0027.
    code = 25, [13, 17];
    /// Points of a language code that is also a word: `it` and `hr` are departments. 25 changes
    /// nothing on the lists, and merges such departments.
    doubtful_code = 13, [25];
    /// Balance up to which words of a learned position add points: a higher balance is more
    /// certain. 150: F1 -.0003.
    settled = 300, [50, 150, 500];
    /// Balance at which listed names count as values despite their meaning elsewhere:
    /// `/users/profile`. 20: recall -.0001, F1 +.0016; 100: F1 -.0024.
    sure = 50, [20, 100];
    /// Balance at which names that begin with a verb count as titles below the first level:
    /// `/articles/create-a-garden`. Never: F1 -.0008, and -.0090 on lists in their natural size;
    /// 100 and 200 are as good.
    sure_title = 150, [100, 200, 1000];
    /// Balance below which a position is not learned once the whole list has been read, although
    /// its unfamiliar words alone were enough: so few names of routes stand against them. In two
    /// passes, 50: an invented name more in each of some lists.
    unlearned = 40, [50, 70];
    /// The same for single names and pairs on the first level of a host whose names are not
    /// English, as the whole list has more of them than its beginning. In two passes on 16 other
    /// lists, 50: recall -.043; 80: recall -.010, F1 -.006.
    foreign_first_unlearned = 130, [50, 80, 200];
    /// Learned words from which a word with a continuation like theirs is learned too, in two
    /// passes. 5: F1 +.0001, from less evidence; 20: recall +.0002, F1 -.0017.
    below_words = 10, [5, 20];
    /// Percentage of learned words that must share that continuation. 5: F1 +.0003, from less
    /// evidence; 20 changes nothing.
    below_share = 10, [5, 20];
    /// Learned words for each familiar one from which a shared continuation is trusted, in two
    /// passes. 2: F1 +.0001, but positions where endpoints were mistaken for values had nearly as
    /// many; 5: recall -.0001, F1 -.0029.
    beside_familiar = 3, [2, 5];
    /// Mean cost of letter pairs, in hundredths of a bit, from which letters count as random: 96 to
    /// 99 % of random strings, 0.3 % of real words. 500: recall -.0001, F1 +.0004; 580: F1 -.0004.
    random_bits = 540, [500, 520, 560, 580];
    /// Hundredths of a bit by which up to ten letters with digits or capitals must cost more as a
    /// name than as random letters. 600: F1 -.0001, and `md5sum` and `py2exe` would be ids.
    drawn_bits = 800, [400, 600, 1000];
    /// Mean cost of letter pairs, in hundredths of a bit, up to which letters read like a language.
    /// 420: recall -.0021; from 440 on nothing changes.
    readable_bits = 460, [420, 440, 480, 500];
    /// Minimum letters and separators of a title. 10: F1 -.0004; 20: F1 +.0019, but single titles
    /// would no longer be values.
    title_length = 14, [10, 12, 16, 20];
    /// Minimum words of a title joined by hyphens. 2: F1 -.0031; 4: F1 +.0036, but single titles
    /// would no longer be values.
    title_words = 3, [2, 4];
    /// Minimum words of a title joined by underscores. 4: F1 -.0012; 6: F1 -.0001.
    underscored_words = 5, [3, 4, 6];
    /// Maximum words of a name of ordinary words, or of a name that begins with a verb. 6: F1
    /// -.0013.
    route_words = 4, [3, 5, 6];
    /// Digits of a number that turns two words into a title: `red-shoes-123`. 2 and 4: F1 -.0001.
    number_digits = 3, [2, 4];
}

/// Settings that examples change to measure a rule or a threshold.
#[derive(Clone, Debug, Default)]
pub struct Tuning {
    /// Values of the thresholds.
    pub thresholds: Thresholds,
    /// Names of disabled rules.
    pub off: Vec<&'static str>,
}

impl Tuning {
    /// The settings of every filter.
    pub const STANDARD: &'static Self = &Self {
        thresholds: Thresholds::STANDARD,
        off: Vec::new(),
    };

    /// Whether a rule is enabled.
    pub fn has(&self, rule: &str) -> bool {
        self.off.is_empty() || !self.off.contains(&rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_has_a_name_and_values_to_try() {
        for (name, tried) in Thresholds::TRIED {
            let mut thresholds = Thresholds::default();
            let value = *thresholds.get_mut(name).expect("is listed");
            assert!(!tried.is_empty() && !tried.contains(&value), "{name}");
        }
        assert_eq!(Thresholds::default().get_mut("colour"), None);
    }
}
