//! Packs the records of buckets into frames.

use crate::bucket::{LESSONS, ListElement, list};
use crate::derivation::{Derivation, Part};
use crate::frame::{FrameForm, pack};
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
pub(crate) struct ListTail {
    pub list: Vec<u8>,
    /// Changes when the list is packed.
    epoch: Vec<u8>,
    /// The number of elements before these.
    before: u64,
    pub elements: Vec<ListElement>,
}

impl ListTail {
    /// Returns what it says of each host, in the order in which it was stored.
    pub(crate) fn parts(
        &self,
        derivation: &mut Option<Derivation>,
    ) -> Result<Vec<Part<'_>>, Error> {
        let mut parts = Vec::new();
        for element in &self.elements {
            parts.extend(element.parts(derivation)?);
        }
        Ok(parts)
    }

    /// Whether it is to be packed again. A few records behind a large frame wait for more.
    fn is_due(&self, most: u64) -> bool {
        let mut has_frame = false;
        for element in &self.elements {
            if most == AT_END && element.is_derivable() {
                return true;
            }
            has_frame |= element.is_frame();
        }
        let has_records = self.elements.len() > usize::from(has_frame);
        let waits = !has_frame && self.before > 0 && most != DURING;
        has_records && !waits
    }
}

/// The end of a list, and the frame that replaces it.
pub(crate) struct PackedTail {
    /// Empty: the end is removed.
    pub frame: Vec<u8>,
    pub tail: ListTail,
}

impl PackedTail {
    /// Returns the pieces of the frame.
    fn pieces(&self) -> Vec<Vec<u8>> {
        if self.frame.is_empty() {
            return Vec::new();
        }
        let mut version = 0;
        for element in &self.tail.elements {
            version = element.version.max(version);
        }
        ListElement::frame(version, &self.frame)
    }
}

impl Redis {
    /// Packs the lists that the last commit has filled.
    pub(crate) fn pack_full(&mut self) -> Result<(), Error> {
        let Some(answer) = self.server.answer()? else {
            return Ok(());
        };
        let Ok(answer) = Vec::<Vec<u8>>::from_redis_value(answer) else {
            return Err(damaged());
        };
        let [generation, full @ ..] = &answer[..] else {
            return Ok(());
        };
        self.pending.generation = String::from_utf8_lossy(generation).into_owned();
        self.pack(full, DURING)
    }

    /// Packs what this process has stored.
    pub(crate) fn pack_all(&mut self) -> Result<(), Error> {
        self.pack_full()?;
        let pending = std::mem::take(&mut self.pending);
        let mut generations = vec![&*pending.generation];
        if self.life.is_some() {
            generations.push(LESSONS);
        }
        let mut lists = Vec::new();
        for generation in generations {
            for bucket in &pending.buckets {
                lists.push(list(generation, *bucket));
            }
        }
        self.pack(&lists, AT_END)
    }

    fn pack(&mut self, lists: &[Vec<u8>], most: u64) -> Result<(), Error> {
        for lists in lists.chunks(AT_ONCE) {
            let mut packed = Vec::new();
            for mut tail in self.tails(lists, most)? {
                let mut form = FrameForm::Derived;
                if most == DURING {
                    form = FrameForm::Derivable;
                    let count = tail.elements.len().saturating_sub(RECENT);
                    tail.elements.truncate(count);
                }
                if tail.is_due(most) {
                    let parts = tail.parts(&mut self.derivation)?;
                    let frame = pack(parts, form, &mut self.derivation);
                    let frame = frame.ok_or_else(damaged)?;
                    packed.push(PackedTail { frame, tail });
                }
            }
            // If another process has packed a list, its frame is as good.
            self.replace_tails(&packed)?;
        }
        Ok(())
    }

    /// Reads the ends of lists: what was stored since the last frame, and frames at most so many
    /// times larger than all that follows them.
    pub(crate) fn tails(&mut self, lists: &[Vec<u8>], most: u64) -> Result<Vec<ListTail>, Error> {
        let mut call = self.call(&TAIL);
        call.number(most);
        if most == AT_END {
            // Of several processes that end, who was the last to add to a list packs it.
            call.arg(self.process.to_le_bytes());
        } else {
            call.arg("");
        }
        call.args(lists);
        let answers: Vec<(Vec<u8>, u64, Vec<Vec<u8>>)> = self.server.run(call)?;
        let mut tails = Vec::new();
        for (list, (epoch, before, elements)) in lists.iter().zip(answers) {
            tails.push(ListTail {
                list: list.clone(),
                epoch,
                before,
                elements: ListElement::all(elements)?,
            });
        }
        Ok(tails)
    }

    /// Replaces the ends of lists by frames. Returns whether all were replaced: another process may
    /// have packed some meanwhile.
    pub(crate) fn replace_tails(&mut self, packed: &[PackedTail]) -> Result<bool, Error> {
        if packed.is_empty() {
            return Ok(true);
        }
        let mut call = self.call(&PACK);
        for packed in packed {
            let tail = &packed.tail;
            let pieces = packed.pieces();
            call.arg(&tail.list);
            call.arg(&tail.epoch);
            call.number(tail.before);
            let mut before = 0;
            for element in &tail.elements {
                before += element.pieces;
            }
            call.number(before);
            call.number(pieces.len() as u64);
            call.args(pieces);
        }
        let answers: Vec<u8> = self.server.run(call)?;
        Ok(!answers.contains(&b'0'))
    }
}
