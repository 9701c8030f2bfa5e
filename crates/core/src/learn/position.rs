//! The state of one path position and of a word's continuations, and their form in slots of a
//! table.

use crate::record::Segment;

/// The state of one position, stored in 13 of the 16 free bits of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// Points for a variable position minus points against it.
    pub(super) balance: i32,
    /// Whether values have occurred here.
    pub(super) values: bool,
    /// Whether a word had positive points.
    pub(super) named: bool,
    pub(super) variable: bool,
}

impl Position {
    /// 10 bits of balance and 3 of flags; the rest is for slots of [another
    /// kind](Branches).
    pub(super) const BITS: u32 = 16;
    /// Offset of the stored balance, so that no position is stored as an empty slot.
    const BIAS: i32 = 512;

    pub(super) fn from_slot(slot: u64) -> Self {
        let balance = (slot >> 3 & 0x3FF) as i32 - Self::BIAS;
        Self { balance, values: slot & 1 != 0, variable: slot & 2 != 0, named: slot & 4 != 0 }
    }

    /// Returns the state in a slot, without the hash.
    pub(super) fn bits(slot: u64) -> u16 {
        (slot & ((1 << Self::BITS) - 1)) as u16
    }

    /// Returns the slot of a hash with this state.
    pub(super) fn slot(hash: u64, bits: u16) -> u64 {
        hash >> Self::BITS << Self::BITS | u64::from(bits) & ((1 << Self::BITS) - 1)
    }

    /// Returns the combined state of two learners. Words that both have counted cannot be
    /// distinguished from others, so the higher balance is used.
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            balance: self.balance.max(other.balance),
            values: self.values || other.values,
            named: self.named || other.named,
            variable: self.variable || other.variable,
        }
    }

    pub(super) fn to_slot(self, hash: u64) -> u64 {
        let balance =
            u64::from((self.balance.clamp(1 - Self::BIAS, Self::BIAS - 1) + Self::BIAS).unsigned_abs());
        hash >> Self::BITS << Self::BITS
            | balance << 3
            | u64::from(self.named) << 2
            | u64::from(self.variable) << 1
            | u64::from(self.values)
    }
}

/// The continuations of a word that gave points, in a slot of the table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branches {
    /// Bits of the hash of the first continuation.
    pub(super) first: u16,
    /// Whether there was another one, so that the points were taken back.
    pub(super) more: bool,
}

impl Branches {
    const FIRST: u16 = (1 << 14) - 1;
    const MORE: u16 = 1 << 14;
    /// Not set in a [`Position`].
    const MARK: u16 = 1 << 15;

    pub(super) fn starting_with(next: &Segment) -> Self {
        Self { first: next.token as u16 & Self::FIRST, more: false }
    }

    /// Reads a slot; `None` if it holds a position.
    pub(super) fn from_slot(slot: u64) -> Option<Self> {
        let bits = Position::bits(slot);
        (bits & Self::MARK != 0).then_some(Self { first: bits & Self::FIRST, more: bits & Self::MORE != 0 })
    }

    pub(super) fn bits(self) -> u16 {
        Self::MARK | if self.more { Self::MORE } else { 0 } | self.first
    }

    /// Returns the combined state of two learners. If only one of them has taken the points back,
    /// the combined balance of the position still includes them.
    pub(super) fn joined(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), more: self.more && other.more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_their_slots() {
        for balance in [-600, -511, -1, 0, 7, 511, 600] {
            for flags in 0..8 {
                let [values, named, variable] = [1, 2, 4].map(|flag| flags & flag != 0);
                let position = Position { balance, values, named, variable };
                let slot = position.to_slot(0xABCD_EF01_2345_6789);
                assert_ne!(slot, 0);
                assert_eq!(
                    Position::from_slot(slot),
                    Position { balance: balance.clamp(-511, 511), ..position }
                );
                assert_eq!(slot >> Position::BITS, 0xABCD_EF01_2345_6789 >> Position::BITS);
                assert_eq!(Branches::from_slot(slot), None);
                assert_eq!(Position::slot(0xABCD_EF01_2345_6789, Position::bits(slot)), slot);
            }
        }
    }

    #[test]
    fn branches_survive_their_slots_and_join_in_any_order() {
        let all =
            [(0, false), (0, true), (7, false), (0x3FFF, true)].map(|(first, more)| Branches { first, more });
        for one in all {
            let slot = Position::slot(0xABCD_EF01_2345_6789, one.bits());
            assert_eq!(Branches::from_slot(slot), Some(one));
            for other in all {
                assert_eq!(one.joined(other), other.joined(one));
                assert_eq!(one.joined(other).more, one.more && other.more);
            }
        }
    }
}
