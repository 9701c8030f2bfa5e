//! The alternative variants under which a printed line is also entered.

use super::context::Context;
use super::continuations::Below;
use super::rules::ENDLESS;
use super::{Learner, MANY_NEW, REDUCED, USUAL};
use crate::hash::Key;
use crate::record::{Segment, Url};
use crate::token::Traits;

/// The most segments of a URL with alternatives: each alternative costs as much time and memory as
/// reading the URL.
const LONGEST: usize = 256;

impl Learner {
    /// Enters the kept URL that was read last as every variant in which some of its open positions
    /// are variable, and returns those variants.
    pub(crate) fn alternatives(
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
        let extent = if self.added < MANY_NEW { USUAL } else { REDUCED };
        let mut open = [(0, 0); USUAL.open + 1];
        let mut count = 0;
        let (host, path) = url.split(segments);
        let (host_token, _) = url.split(tokens);
        if let (Some(host), Some(&token)) = (host, host_token)
            && token != host.variable
            && !host.traits.has(Traits::FIXED)
        {
            open[count] = (path.len(), host.early());
            count += 1;
        }
        // A host that may vary takes no room from the path.
        let most = count + extent.open;
        let mut context = Context::below(key, url, host_token.copied());
        for (i, (segment, &token)) in path.iter().zip(tokens).enumerate() {
            if count < most && token != segment.variable && self.is_open(&context, segment) {
                let entered =
                    if context.is_like_values(segment) { segment.variable } else { segment.early() };
                open[count] = (i, entered);
                count += 1;
            }
            context.step(key, segment, token);
        }
        if count == 0 {
            return;
        }
        let (mut variant, mut entered) = std::mem::take(&mut self.buffers);
        let mut room = extent.positions - self.added;
        for choice in 1..1_usize << count {
            for buffer in [&mut variant, &mut entered] {
                buffer.clear();
                buffer.extend_from_slice(tokens);
            }
            // The segments before the first position that differs have been counted.
            let (first, _) = open[choice.trailing_zeros() as usize];
            let is_counted = |i: usize| i <= first && first < path.len();
            for (bit, &(i, token)) in open[..count].iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    variant[i] = segments[i].variable;
                    entered[i] = token;
                }
            }
            let (host_token, _) = url.split(&variant);
            let mut context = Context::below(key, url, host_token.copied());
            for (i, (segment, &token)) in path.iter().zip(&variant).enumerate() {
                if room == 0 {
                    break;
                }
                if !is_counted(i) && token == segment.token {
                    let below = Below { segments: &path[i + 1..], pairs: &[] };
                    self.count(key, &context, segment, below, &mut room);
                }
                context.step(key, segment, token);
            }
            each(&entered);
        }
        self.buffers = (variant, entered);
    }

    /// Whether a word may count as a value once its position is learned.
    fn is_open(&self, context: &Context, segment: &Segment) -> bool {
        !self.is_fixed(context, segment)
            && !self.is_protected(context, segment)
            && self.rules.patience(context, context.kind(segment), segment) < ENDLESS
    }
}
