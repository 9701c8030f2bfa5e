//! Every threshold of the classes and of learning, beside what justifies it.
//!
//! Figures are recall and F1, means over labelled lists of other people's hosts that are not part of this repository; `examples/ablate` moves
//! each threshold over such lists and prints what changes.

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
            /// Those that are used.
            pub const STANDARD: Self = Self { $($name: $value),* };

            /// The name of each, with other values to try.
            pub const TRIED: &[(&str, &[i32])] = &[$((stringify!($name), &$tried)),*];

            /// The threshold of a name.
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
    /// Points at which a position is learned: five words of which nothing else is known. 60 costs .008 F1, 40 costs
    /// .004 recall.
    evidence = 50, [30, 40, 60, 80];
    /// Points of one unfamiliar word, by which all others are measured.
    word = 10, [8, 12];
    /// Points against of one ordinary name: more than two of them for three unfamiliar words say that endpoints stand
    /// here. 10 costs .002 recall where a third of the word list is missing, 20 costs .001 F1.
    name = 15, [10, 20, 30];
    /// Points against of one action. From 5 to 20 nothing changes by more than .001.
    action = 10, [5, 15, 20];
    /// Points of an unfamiliar word of an API that reads like a language: nouns of APIs are chosen by programmers. 6
    /// costs .007 recall on hosts that were not tuned for, 0 costs .002 F1.
    api_noun = 2, [0, 1, 4, 6, 10];
    /// Points of a word right after a value that continues as another one there did: `/ann/lantern/issues` after
    /// `/ann/kettle/issues`. 0 costs .002 F1.
    continuation = 20, [0, 10, 30, 50];
    /// Points of words joined by hyphens on a site's first level, whose sections have such names too. 30 costs .002
    /// recall, 10 costs .002 F1.
    title_first = 20, [10, 30];
    /// Points of such words elsewhere. 20 costs .007 F1.
    title = 30, [20, 50];
    /// Points of such words after an id: one title is enough. 30 costs .003 F1.
    title_after_value = 50, [30];
    /// Points of the code of a language: two of them show that a site has editions. 13 (four) costs .005 F1.
    code = 25, [13, 17];
    /// Points of a code that is a word as well: `it` and `hr` are departments.
    doubtful_code = 13, [25];
    /// The balance up to which words of a learned position are counted. 50 costs .001 F1, and hides how sure a
    /// position is.
    settled = 300, [50, 150, 500];
    /// The balance at which names that were chosen for a list outweigh what they mean elsewhere: `/users/profile`.
    sure = 50, [20, 100];
    /// The balance at which names that begin with a verb are titles: `/articles/create-a-garden`. Never costs .010 F1
    /// on lists in their natural size; 100 and 200 are as good.
    sure_title = 150, [100, 200, 1000];
    /// The same on a site's first level.
    sure_title_first = 250, [150, 350, 1000];
    /// The balance below which a position is not learned any more once the whole list has been read. 0 costs .001
    /// recall.
    unlearned = 40, [0, 20, 50];
    /// Mean cost of letter pairs, in hundredths of a bit, from which letters are taken for random: 96 to 99 % of random
    /// strings, 0.3 % of real words.
    random_bits = 540, [500, 520, 560, 580];
    /// The same up to which letters read like a language.
    readable_bits = 460, [420, 440, 480, 500];
    /// Letters and separators of a title.
    title_length = 14, [10, 12, 16, 20];
    /// Words of a title that is joined by hyphens.
    title_words = 3, [2, 4];
    /// Words of a title that is joined by underscores.
    underscored_words = 5, [3, 4, 6];
    /// Words up to which a name of ordinary words, or one that begins with a verb, is none.
    route_words = 4, [3, 5, 6];
    /// Digits of a number that makes two words a title: `red-shoes-123`.
    number_digits = 3, [2, 4];
}

/// What examples may change to see what a rule or a threshold is worth.
#[derive(Clone, Debug, Default)]
pub struct Tuning {
    /// The thresholds.
    pub thresholds: Thresholds,
    /// Names of rules that are switched off.
    pub off: Vec<&'static str>,
}

impl Tuning {
    /// What every filter uses.
    pub const STANDARD: &'static Self = &Self { thresholds: Thresholds::STANDARD, off: Vec::new() };

    /// Whether a rule is in force.
    pub(crate) fn has(&self, rule: &str) -> bool {
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
