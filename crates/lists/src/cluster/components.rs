//! The components of a list: the lines of each, and the template of its first line.

use super::joined::{JoinedNodes, Stages};
use super::lines::ClusterLines;
use super::signature::TextSignature;
use std::cmp::Reverse;
use urlsift_core::input::ReadLine;
use urlsift_core::{Component, Sift};
use urlsift_explain::templates::learned_shape_of;
use urlsift_explain::{Decision, Explainer};

/// The components of a list, or the groups of a filter
/// ([`Clusters::leading`](crate::Clusters::leading)): the largest first, those of equal size in the
/// order of their first lines.
#[derive(Debug)]
pub struct Components {
    lines: ClusterLines,
    shapes: Shapes,
    /// The numbers of the lines, grouped by component and in order.
    order: Vec<u32>,
    /// The start and the end of each component in `order`.
    components: Vec<(u32, u32)>,
    joined: JoinedNodes,
}

/// Finds the template of a component's first line.
#[derive(Debug)]
pub(super) enum Shapes {
    /// The reader of the decisions, and the decisions on the lines that start groups.
    Decided(Box<Explainer>, Vec<Decision>),
    /// The filter with what it has learned.
    Read(Box<Sift>),
}

/// One component: the lines that a chain of similar pairs connects.
#[derive(Clone, Copy, Debug)]
pub struct LineComponent<'g> {
    components: &'g Components,
    members: &'g [u32],
}

/// Returns whether lines are texts that are compared by their words in any order.
fn has_signatures(sift: &Sift) -> bool {
    let view = sift.view();
    let terms = view.unfiltered_scanner.view().terms();
    let is_text = terms.is_some_and(|terms| terms.component() == Component::Words);
    is_text && !view.settings.order_decides()
}

/// Returns the signature of these lines. `None` if they are not texts, their order of words counts,
/// or they have no words in common.
pub(super) fn signature_of<'l>(
    sift: &Sift,
    lines: impl IntoIterator<Item = ReadLine<'l>>,
) -> Option<String> {
    if !has_signatures(sift) {
        return None;
    }
    let mut lines = lines.into_iter();
    let first = learned_shape_of(sift, lines.next()?)?;
    let mut signature = TextSignature::of(&first)?;
    for line in lines {
        signature.meet(&learned_shape_of(sift, line)?)?;
    }
    signature.text()
}

impl Components {
    /// Divides lines by the smallest node of each node's component.
    pub(super) fn new(
        lines: ClusterLines,
        roots: &[u32],
        shapes: Shapes,
        joined: JoinedNodes,
    ) -> Self {
        // Counts the lines of each root, then holds the place of its next line.
        let mut places = vec![0_u32; roots.len()];
        for node in lines.nodes().flatten() {
            places[roots[node as usize] as usize] += 1;
        }
        let mut end = 0;
        let mut components = Vec::new();
        for place in &mut places {
            if *place == 0 {
                continue;
            }
            let start = end;
            end += *place;
            *place = start;
            components.push((start, end));
        }
        let mut order = vec![0; end as usize];
        for (line, node) in (0..).zip(lines.nodes()) {
            let Some(node) = node else { continue };
            let place = &mut places[roots[node as usize] as usize];
            order[*place as usize] = line;
            *place += 1;
        }
        // Nodes are numbered in the order of their first lines, and so are roots.
        components.sort_by_key(|(start, end)| Reverse(end - start));
        Self {
            lines,
            shapes,
            order,
            components,
            joined,
        }
    }

    /// Returns how many components there are.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns whether no line belongs to a component.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Returns the components, the largest first; those of equal size in the order of their first
    /// lines.
    pub fn iter(&self) -> impl Iterator<Item = LineComponent<'_>> {
        let of = |&(start, end): &(u32, u32)| LineComponent {
            components: self,
            members: &self.order[start as usize..end as usize],
        };
        self.components.iter().map(of)
    }

    /// Returns how many URLs were not compared with all others that share a rare part. Their
    /// components may be incomplete. These are URLs with more than 4,096 bands to which none of
    /// 131,072 others is similar (32,768 for URLs of more than 32 parts, fewer from 64 parts on;
    /// down to a 64th of that if most lines of a list are of this kind). At 0, all components are
    /// exact, unless there is a [`recall`](Self::recall).
    pub fn search_limit_hits(&self) -> u64 {
        self.joined.limit_hits
    }

    /// Returns the probability, in percent, at which two lines were compared that are just similar:
    /// if an exact comparison of texts or sequences would have taken too long, hashes chose the
    /// pairs to compare. It is higher for lines that are more similar, and a component only needs
    /// some of its pairs. `None` if components are exact but for [`search_limit_hits`
    /// ](Self::search_limit_hits).
    pub fn recall(&self) -> Option<f64> {
        self.joined.recall.map(|recall| 100.0 * recall)
    }

    /// Returns the figures of both stages under [`Clusters::near`](crate::Clusters::near) or
    /// [`Metric::SimHash`](urlsift_core::Metric::SimHash).
    pub fn stages(&self) -> Option<Stages> {
        self.joined.stages
    }
}

impl<'g> LineComponent<'g> {
    /// Returns the number of the component: the position of its first line in the list, counted
    /// from 1.
    pub fn id(&self) -> u64 {
        u64::from(self.members[0]) + 1
    }

    /// Returns how many lines it has.
    #[allow(clippy::len_without_is_empty, reason = "no component is empty")]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns the first line.
    pub fn representative(&self) -> &'g [u8] {
        self.components.lines.line(self.members[0])
    }

    /// Returns its lines in order, each with its position in the list, counted from 1.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (u64, &'g [u8])> + use<'g> {
        let lines = &self.components.lines;
        let members = self.members.iter();
        members.map(|&at| (u64::from(at) + 1, lines.line(at)))
    }

    /// Returns the words of the first line that nine in ten lines have in this order, with `{...}`
    /// for everything else. `None` for lines that are not texts, whose order of words counts, or
    /// that have no words in common.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::lists::Components;
    /// use urlsift::settings::Records;
    ///
    /// let texts = Sift::builder().records(Records::Texts.terms()).threshold(60.0);
    /// let lines = ["win a prize, call 555123 now", "win a prize, call 555987 now"];
    /// let components = Components::of(texts, lines)?;
    /// let largest = components.iter().next().expect("there are lines");
    /// let signature = largest.signature();
    /// assert_eq!(signature.as_deref(), Some("win a prize, call {...} now"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn signature(&self) -> Option<String> {
        let Shapes::Read(sift) = &self.components.shapes else {
            return None;
        };
        let lines = &self.components.lines;
        signature_of(sift, self.members.iter().map(|&member| lines.read(member)))
    }

    /// Returns the template of the first line, such as `https://example.com/user/{int}`; `None` if
    /// it is not a URL.
    pub fn shape(&self) -> Option<String> {
        let lines = &self.components.lines;
        let first = self.members[0];
        match &self.components.shapes {
            Shapes::Decided(explainer, starts) => {
                let group = lines.node(first)?;
                explainer.shape(lines.line(first), &starts[group as usize])
            }
            Shapes::Read(sift) => learned_shape_of(sift, lines.read(first)),
        }
    }
}
