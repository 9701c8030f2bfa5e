//! Packs the records of buckets into frames.

use crate::bucket::{Element, LESSONS, Pending, list};
use crate::frame::{Form, pack};
use crate::replay::{Part, Replay};
use crate::{PACK, Redis, TAIL};
use redis::FromRedisValue;
use urlsift_core::Error;
use urlsift_memory::entries::damaged;

/// How many times larger than all that follows it a frame may be to be packed again: while a run
/// goes on, and at its end, when records should not take more than an eighth of the memory.
const DURING: u64 = 1;
const AT_END: u64 = 8;

/// The last elements of a list, which are not packed while a run goes on: so other processes, which
/// have read those before them, need not read the frame.
const RECENT: usize = 32;

/// Packs whole lists.
pub(crate) const WHOLE: u64 = 1 << 50;

/// Lists packed with one request.
const AT_ONCE: usize = 64;

/// The end of a list.
pub(crate) struct Tail {
    pub(crate) list: Vec<u8>,
    /// Changes when the list is packed.
    epoch: Vec<u8>,
    /// The number of elements before these.
    before: u64,
    pub(crate) elements: Vec<Element>,
}

impl Tail {
    /// Returns what it says of each host, in the order in which it was stored.
    pub(crate) fn parts(&self, replay: &mut Option<Replay>) -> Result<Vec<Part<'_>>, Error> {
        let parts = self.elements.iter().map(|element| element.parts(replay));
        let parts: Vec<Vec<Part<'_>>> = parts.collect::<Result<_, _>>()?;
        Ok(parts.into_iter().flatten().collect())
    }
}

impl Redis {
    /// Packs the lists that the last commit has filled.
    pub(crate) fn pack_full(&mut self) -> Result<(), Error> {
        let Some(answer) = self.server.answer()? else {
            return Ok(());
        };
        let mut full = Vec::<Vec<u8>>::from_redis_value(answer).map_err(|_| damaged())?;
        if !full.is_empty() {
            self.pending.generation = String::from_utf8_lossy(&full.remove(0)).into_owned();
        }
        self.pack(&full, DURING)
    }

    /// Packs what this process has stored.
    pub(crate) fn pack_all(&mut self) -> Result<(), Error> {
        self.pack_full()?;
        let Pending {
            buckets,
            generation,
            ..
        } = std::mem::take(&mut self.pending);
        let generations = [&*generation, LESSONS]
            .into_iter()
            .take(1 + usize::from(self.life.is_some()));
        let lists = generations.flat_map(|of| buckets.iter().map(move |at| list(of, *at)));
        self.pack(&lists.collect::<Vec<_>>(), AT_END)
    }

    fn pack(&mut self, lists: &[Vec<u8>], most: u64) -> Result<(), Error> {
        for lists in lists.chunks(AT_ONCE) {
            let mut frames = Vec::new();
            for mut tail in self.tails(lists, most)? {
                if most == DURING {
                    tail.elements
                        .truncate(tail.elements.len().saturating_sub(RECENT));
                }
                let (count, has_frame) = (
                    tail.elements.len(),
                    tail.elements.iter().any(Element::is_frame),
                );
                let form = if most == DURING {
                    Form::Derivable
                } else {
                    Form::Derived
                };
                // A few records behind a large frame wait for more.
                if count > usize::from(has_frame)
                    && (has_frame || tail.before == 0 || most == DURING)
                    || most == AT_END && tail.elements.iter().any(Element::is_derivable)
                {
                    let parts = tail.parts(&mut self.replay)?;
                    frames.push((
                        pack(parts, form, &mut self.replay).ok_or_else(damaged)?,
                        tail,
                    ));
                }
            }
            // If another process has packed a list, its frame is as good.
            self.replace(&frames)?;
        }
        Ok(())
    }

    /// Reads the ends of lists: what was stored since the last frame, and frames at most so many
    /// times larger than all that follows them.
    pub(crate) fn tails(&mut self, lists: &[Vec<u8>], most: u64) -> Result<Vec<Tail>, Error> {
        let mut call = self.call(&TAIL);
        // Of several processes that end, who was the last to add to a list packs it.
        let last = if most == AT_END {
            &self.process.to_le_bytes()[..]
        } else {
            &[]
        };
        call.number(most).arg(last).args(lists);
        let answers: Vec<(Vec<u8>, u64, Vec<Vec<u8>>)> = self.server.run(call)?;
        let tails = lists
            .iter()
            .zip(answers)
            .map(|(list, (epoch, before, elements))| {
                Ok(Tail {
                    list: list.clone(),
                    epoch,
                    before,
                    elements: Element::all(elements)?,
                })
            });
        tails.collect()
    }

    /// Replaces the ends of lists by frames, or by nothing if these are empty. Returns whether all
    /// were replaced: another process may have packed some meanwhile.
    pub(crate) fn replace(&mut self, frames: &[(Vec<u8>, Tail)]) -> Result<bool, Error> {
        if frames.is_empty() {
            return Ok(true);
        }
        let mut call = self.call(&PACK);
        for (
            frame,
            Tail {
                list,
                epoch,
                before,
                elements,
            },
        ) in frames
        {
            let replaced = elements.iter().map(|element| element.pieces).sum();
            call.arg(list).arg(epoch).number(*before).number(replaced);
            let version = elements
                .iter()
                .map(|element| element.version)
                .max()
                .unwrap_or_default();
            let pieces = if frame.is_empty() {
                Vec::new()
            } else {
                Element::frame(version, frame)
            };
            call.number(pieces.len() as u64).args(pieces);
        }
        let answers: Vec<u8> = self.server.run(call)?;
        Ok(!answers.contains(&b'0'))
    }
}
