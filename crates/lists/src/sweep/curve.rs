//! The components of a list at several thresholds, as [`Components`] has them.

use super::Sweep;
use crate::cluster::Components;
use std::num::NonZeroUsize;
use std::thread;

/// The components of a sample at one threshold.
#[derive(Clone, Debug)]
pub struct ComponentLevel {
    /// The threshold in percent.
    pub threshold: f64,
    /// The number of components; lines that are similar to no other are not counted.
    pub components: u64,
    /// The number of lines in them.
    pub joined: u64,
    /// The number of lines of the largest one.
    pub largest: u64,
    /// Lines that are joined at this threshold, and not at the next higher one.
    pub examples: Vec<JoinedLines>,
}

/// Two lines of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedLines {
    /// The first line of the component.
    pub first: Vec<u8>,
    /// A line that another component has at the next higher threshold.
    pub other: Vec<u8>,
}

/// The components of lines at a threshold.
struct LineDivision {
    threshold: f64,
    /// The lines of each component of more than one, the largest first.
    components: Vec<Vec<u32>>,
    /// The first line of each line's component.
    starts: Vec<u32>,
}

impl Sweep {
    /// Returns the components at these thresholds, in their order, on this many threads: of all
    /// lines that were added, or of `most` lines at equal distances if there are more. `None` if
    /// `goes_on` ended it.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use urlsift::Sift;
    /// use urlsift::lists::Sweep;
    /// use urlsift::settings::Records;
    ///
    /// let texts = Sift::builder().records(Records::Texts.terms());
    /// let mut sweep = Sweep::new(&texts, [50.0, 90.0], 1)?;
    /// for line in ["win a red prize now", "win a big prize now", "see you at noon"] {
    ///     sweep.admit(line.as_bytes());
    /// }
    /// let levels = sweep.components(&[60.0, 90.0], 100, NonZeroUsize::MIN, || true);
    /// let levels = levels.expect("nothing ended it");
    /// assert_eq!([levels[0].largest, levels[1].largest], [2, 1]);
    /// assert_eq!(levels[0].examples[0].other, b"win a big prize now");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn components(
        &self,
        thresholds: &[f64],
        most: usize,
        threads: NonZeroUsize,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Option<Vec<ComponentLevel>> {
        let lines = self.sample(most);
        let share = thresholds.len().div_ceil(threads.get()).max(1);
        let mut divisions = Vec::new();
        thread::scope(|scope| {
            let mut shares = Vec::new();
            for few in thresholds.chunks(share) {
                let lines = &lines;
                let goes_on = &goes_on;
                shares.push(scope.spawn(move || {
                    let few = few.iter().take_while(|_| goes_on());
                    few.map(|&threshold| self.division(threshold, lines))
                        .collect::<Vec<_>>()
                }));
            }
            for share in shares {
                divisions.extend(share.join().unwrap_or_default());
            }
        });
        if divisions.len() < thresholds.len() {
            return None;
        }
        let mut levels = Vec::new();
        for (number, division) in divisions.iter().enumerate() {
            let next = divisions.get(number + 1);
            levels.push(division.level(next, &lines, self.examples));
        }
        Some(levels)
    }

    /// Returns the number of lines that [`components`](Self::components) compares.
    pub fn sample_len(&self, most: usize) -> usize {
        self.sample(most).len()
    }

    /// Returns the lines that were added; at equal distances if there are too many. A line is
    /// represented by the first one with the same record.
    fn sample(&self, most: usize) -> Vec<&[u8]> {
        let order = &self.records.order;
        let count = order.len().min(most);
        let mut lines = Vec::with_capacity(count);
        for number in 0..count {
            let record = order[number * order.len() / count];
            lines.push(self.records.line(record));
        }
        lines
    }

    /// Divides lines into components.
    fn division(&self, threshold: f64, lines: &[&[u8]]) -> LineDivision {
        let settings = self.settings.clone().threshold(threshold);
        let Ok(found) = Components::of(settings, lines.iter()) else {
            unreachable!("the settings were checked")
        };
        let mut starts: Vec<u32> = (0..lines.len() as u32).collect();
        let mut components = Vec::new();
        for component in found.iter() {
            let members: Vec<u32> = component.members().map(|(at, _)| at as u32 - 1).collect();
            for &member in &members {
                starts[member as usize] = members[0];
            }
            if members.len() > 1 {
                components.push(members);
            }
        }
        LineDivision {
            threshold,
            components,
            starts,
        }
    }
}

impl LineDivision {
    /// Returns the figures, and up to so many examples of what the next higher threshold keeps
    /// apart, one of each component.
    fn level(&self, next: Option<&Self>, lines: &[&[u8]], most: usize) -> ComponentLevel {
        let sizes = self.components.iter().map(|members| members.len() as u64);
        let mut examples = Vec::new();
        for members in &self.components {
            let Some(next) = next else { break };
            if examples.len() == most {
                break;
            }
            let start = |line: &u32| next.starts[*line as usize];
            let other = members
                .iter()
                .find(|line| start(line) != start(&members[0]));
            if let Some(&other) = other {
                examples.push(JoinedLines {
                    first: lines[members[0] as usize].to_owned(),
                    other: lines[other as usize].to_owned(),
                });
            }
        }
        ComponentLevel {
            threshold: self.threshold,
            components: self.components.len() as u64,
            joined: sizes.clone().sum(),
            largest: sizes.max().unwrap_or(lines.len().min(1) as u64),
            examples,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::Sift;
    use urlsift_records::Records;

    #[test]
    fn components_are_those_of_a_list_or_of_a_sample() {
        let texts = Sift::builder().records(Records::Texts.terms());
        let mut sweep = Sweep::new(&texts, [50.0, 90.0], 2).expect("they are valid");
        let mut lines = Vec::new();
        for number in 0..90 {
            let campaign = number % 3;
            let word = ["red", "green", "blue", "grey"][number % 4];
            lines.push(format!(
                "campaign{campaign} wins{campaign} a{campaign} {word} prize{campaign} now{campaign}"
            ));
        }
        for line in &lines {
            sweep.admit(line.as_bytes());
        }
        let thresholds = [50.0, 80.0, 95.0];
        let found = |most: usize, threads: usize| {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            let levels = sweep.components(&thresholds, most, threads, || true);
            levels.expect("nothing ends it")
        };
        let levels = found(100, 1);
        for (level, threshold) in levels.iter().zip(thresholds) {
            let whole = Components::of(texts.clone().threshold(threshold), &lines);
            let whole = whole.expect("they are valid");
            let sizes = || whole.iter().map(|component| component.len() as u64);
            let joined = || sizes().filter(|size| *size > 1);
            assert_eq!(level.threshold, threshold);
            assert_eq!(level.components, joined().count() as u64);
            assert_eq!(level.joined, joined().sum());
            assert_eq!(Some(level.largest), sizes().max());
            assert!(level.examples.len() <= 2);
        }
        assert_eq!(levels[0].largest, 30);
        assert_eq!(format!("{levels:?}"), format!("{:?}", found(100, 3)));
        assert_eq!([sweep.sample_len(100), sweep.sample_len(7)], [90, 7]);
        assert_eq!(found(7, 2)[0].joined, 7);
        assert!(
            sweep
                .components(&thresholds, 9, NonZeroUsize::MIN, || false)
                .is_none()
        );
    }
}
