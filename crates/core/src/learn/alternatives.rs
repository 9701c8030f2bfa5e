//! The alternative variants under which a kept line is also entered.

use super::context::Context;
use super::continuations::Below;
use super::rules::ENDLESS;
use super::{Learner, MANY_NEW, REDUCED, USUAL, language};
use crate::record::{Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Maximum segments of a URL with alternatives: each alternative costs as much time and memory as
/// reading the URL.
const LONGEST: usize = 256;

/// A position that may become variable: the index of its segment, the token under which it is
/// entered then, and the state before it.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    entered: u64,
    context: Context,
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
        let segments = &*language::heard(segments, self.foreign);
        let extent = if self.added < MANY_NEW {
            USUAL
        } else {
            REDUCED
        };
        let (host, path) = url.split(segments);
        let (host_token, _) = url.split(tokens);
        let mut context = Context::below(key, url, host_token.copied());
        context.foreign = self.foreign;
        let mut open = [Open {
            at: 0,
            entered: 0,
            context,
        }; USUAL.open + 1];
        let mut count = 0;
        if let (Some(host), Some(&token)) = (host, host_token)
            && token != host.variable
            && !host.traits.has(Traits::FIXED)
        {
            (open[count].at, open[count].entered) = (path.len(), host.early());
            count += 1;
        }
        // A host that may vary takes no room from the path.
        let most = count + extent.open;
        for (i, (segment, &token)) in path.iter().zip(tokens).enumerate() {
            if count == most {
                break;
            }
            if token != segment.variable
                && !self.is_fixed(&context, segment)
                && !self.is_protected(&context, segment)
            {
                let kind = context.kind(segment);
                // A word that may count as a value once its position is learned.
                if self.rules.patience(&context, kind, segment) < ENDLESS {
                    let is_like = context.is_like_values(kind);
                    let entered = if is_like {
                        segment.variable
                    } else {
                        segment.early()
                    };
                    open[count] = Open {
                        at: i,
                        entered,
                        context,
                    };
                    count += 1;
                }
            }
            context.step(key, segment, token);
        }
        if count == 0 {
            return;
        }
        let open = &open[..count];
        let (mut variant, mut entered) = std::mem::take(&mut self.buffers);
        for buffer in [&mut variant, &mut entered] {
            buffer.clear();
            buffer.extend_from_slice(tokens);
        }
        let mut room = extent.positions - self.added;
        for choice in 1..1_usize << count {
            for (bit, it) in open.iter().enumerate() {
                let is_chosen = choice & (1 << bit) != 0;
                let token = tokens[it.at];
                variant[it.at] = if is_chosen {
                    segments[it.at].variable
                } else {
                    token
                };
                entered[it.at] = if is_chosen { it.entered } else { token };
            }
            let first = &open[choice.trailing_zeros() as usize];
            if room > 0 {
                self.count_variant(key, url, path, &variant, first, &mut room);
            }
            each(&entered);
        }
        self.buffers = (variant, entered);
    }

    /// Counts the segments of a variant from the first position that differs on; those before it
    /// are counted already.
    fn count_variant(
        &mut self,
        key: &Key,
        url: &Url,
        path: &[Segment],
        variant: &[u64],
        first: &Open,
        room: &mut usize,
    ) {
        let (mut context, mut i) = (first.context, first.at + 1);
        if first.at == path.len() {
            let (host, _) = url.split(variant);
            (context, i) = (Context::below(key, url, host.copied()), 0);
            context.foreign = self.foreign;
        } else if i < path.len() {
            context.step(key, &path[first.at], variant[first.at]);
        }
        while i < path.len() && *room > 0 {
            let (segment, token) = (&path[i], variant[i]);
            i += 1;
            if token == segment.token {
                let below = Below {
                    segments: &path[i..],
                    pairs: &[],
                };
                self.count(key, &context, segment, below, room);
            }
            if i < path.len() {
                context.step(key, segment, token);
            }
        }
    }
}
