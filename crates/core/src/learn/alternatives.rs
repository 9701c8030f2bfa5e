//! The alternative variants under which a kept line is also entered.

use super::context::PathContext;
use super::seat::Seat;
use super::{Learner, MANY_NEW, REDUCED, USUAL, VariantBuffers, language};
use crate::record::{PathAndQuery, Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Maximum segments of a URL with alternatives: each alternative costs as much time and memory as
/// reading the URL.
const LONGEST: usize = 256;

/// A position that may become variable.
#[derive(Clone, Copy)]
struct OpenPosition {
    /// The index of its segment.
    index: usize,
    /// The token under which the segment is entered if it is variable.
    entered: u64,
    /// The context before it.
    context: PathContext,
}

/// The part of a path that is left to be counted.
#[derive(Clone, Copy)]
struct Uncounted {
    /// The index of its first segment.
    index: usize,
    /// The context before that segment.
    context: PathContext,
}

impl Learner {
    /// Enters the kept URL that was read last as every variant in which some of its open positions
    /// are variable, and returns those variants.
    pub fn alternatives(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &[u64],
        mut each: impl FnMut(&[u64]),
    ) {
        if segments.len() > LONGEST {
            return;
        }
        if self.is_of_terms {
            return self.alternatives_of_terms(key, url, segments, tokens, each);
        }
        let segments = &*language::interpreted(segments, self.foreign);
        let extent = if self.added < MANY_NEW {
            USUAL
        } else {
            REDUCED
        };
        let (host, path) = url.split(segments);
        let (host_token, _) = url.split(tokens);
        let mut context = PathContext::below(key, url, host_token.copied(), self.foreign);
        let whole = PathAndQuery {
            segments: path,
            pairs: &[],
        };
        let mut open = [OpenPosition {
            index: 0,
            entered: 0,
            context,
        }; USUAL.open + 1];
        let mut count = 0;
        if let Some(host) = host
            && let Some(&token) = host_token
            && token != host.variable
            && !host.traits.has(Traits::FIXED)
        {
            open[count].index = path.len();
            open[count].entered = host.early();
            count += 1;
        }
        // A host that may vary takes no room from the path.
        let most = count + extent.open;
        for (index, (segment, &token)) in path.iter().zip(tokens).enumerate() {
            if count == most {
                break;
            }
            if token != segment.variable
                && let Some(entered) = self.entered_if_variable(&context, segment)
                && !self.is_name(&Seat::of(key, &context, whole, index))
            {
                open[count] = OpenPosition {
                    index,
                    entered,
                    context,
                };
                count += 1;
            }
            context.step(key, segment, token);
        }
        if count == 0 {
            return;
        }
        let open = &open[..count];
        let VariantBuffers {
            mut variant,
            mut entered,
        } = std::mem::take(&mut self.buffers);
        for buffer in [&mut variant, &mut entered] {
            buffer.clear();
            buffer.extend_from_slice(tokens);
        }
        let mut room = extent.positions - self.added;
        for choice in 1..1_usize << count {
            for (bit, position) in open.iter().enumerate() {
                let index = position.index;
                if choice & (1 << bit) != 0 {
                    variant[index] = segments[index].variable;
                    entered[index] = position.entered;
                } else {
                    variant[index] = tokens[index];
                    entered[index] = tokens[index];
                }
            }
            if room > 0 {
                let first = &open[choice.trailing_zeros() as usize];
                let uncounted = self.uncounted(key, url, path, &variant, first);
                self.count_variant(key, path, &variant, uncounted, &mut room);
            }
            each(&entered);
        }
        self.buffers = VariantBuffers { variant, entered };
    }

    /// Returns the token under which a word is entered in case its position becomes variable, if
    /// the word may count as a value then.
    fn entered_if_variable(&self, context: &PathContext, segment: &Segment) -> Option<u64> {
        if self.never_varies(context, segment) {
            return None;
        }
        Some(if context.is_like_values(context.kind(segment)) {
            segment.variable
        } else {
            segment.early()
        })
    }

    /// Returns the part of a variant that differs from what is counted already: the path below its
    /// first open position that is variable.
    fn uncounted(
        &self,
        key: &Key,
        url: &Url,
        path: &[Segment],
        variant: &[u64],
        first: &OpenPosition,
    ) -> Uncounted {
        if first.index == path.len() {
            let (host, _) = url.split(variant);
            let context = PathContext::below(key, url, host.copied(), self.foreign);
            return Uncounted { index: 0, context };
        }
        let mut context = first.context;
        context.step(key, &path[first.index], variant[first.index]);
        Uncounted {
            index: first.index + 1,
            context,
        }
    }

    /// Counts the segments of a variant that are not counted already.
    fn count_variant(
        &mut self,
        key: &Key,
        path: &[Segment],
        variant: &[u64],
        uncounted: Uncounted,
        room: &mut usize,
    ) {
        let path = PathAndQuery {
            segments: path,
            pairs: &[],
        };
        let mut context = uncounted.context;
        let segments = path.segments.iter().enumerate();
        for (index, segment) in segments.skip(uncounted.index) {
            if *room == 0 {
                break;
            }
            let token = variant[index];
            if token == segment.token {
                let seat = Seat::of(key, &context, path, index);
                self.count(&seat, room);
            }
            if index + 1 < path.segments.len() {
                context.step(key, segment, token);
            }
        }
    }
}
