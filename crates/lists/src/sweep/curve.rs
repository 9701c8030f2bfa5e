//! The components of a list at several thresholds, as [`Components`] has them.

use crate::cluster::Components;
use std::num::NonZeroUsize;
use std::panic;
use std::thread;
use urlsift_core::Builder;

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

/// Lines to divide into components, under settings of any threshold that were checked.
pub(super) struct LineSample<'l> {
    pub settings: &'l Builder,
    pub lines: Vec<&'l [u8]>,
}

impl LineSample<'_> {
    /// Returns the components at these thresholds, in their order, on this many threads, each with
    /// up to so many `examples`. `None` if `goes_on` ended it.
    pub(super) fn levels(
        &self,
        thresholds: &[f64],
        examples: usize,
        threads: NonZeroUsize,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Option<Vec<ComponentLevel>> {
        let share = thresholds.len().div_ceil(threads.get()).max(1);
        let goes_on = &goes_on;
        let mut divisions = Vec::new();
        thread::scope(|scope| {
            let mut shares = Vec::new();
            for few in thresholds.chunks(share) {
                shares.push(scope.spawn(move || {
                    let mut divisions = Vec::new();
                    for &threshold in few.iter().take_while(|_| goes_on()) {
                        divisions.push(self.division(threshold));
                    }
                    divisions
                }));
            }
            for share in shares {
                match share.join() {
                    Ok(few) => divisions.extend(few),
                    Err(cause) => panic::resume_unwind(cause),
                }
            }
        });
        if divisions.len() < thresholds.len() {
            return None;
        }
        let mut levels = Vec::new();
        for (number, division) in divisions.iter().enumerate() {
            let next = divisions.get(number + 1);
            levels.push(division.level(next, &self.lines, examples));
        }
        Some(levels)
    }

    /// Divides the lines into components.
    fn division(&self, threshold: f64) -> LineDivision {
        let settings = self.settings.clone().threshold(threshold);
        let Ok(found) = Components::of(settings, self.lines.iter()) else {
            unreachable!("the settings were checked")
        };
        let mut starts: Vec<u32> = (0..self.lines.len() as u32).collect();
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
