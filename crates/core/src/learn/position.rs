//! The state of one path position, and how a slot of a table stores it.

/// The state of one position, stored in the 13 free bits of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// Points for a variable position less points against it.
    pub(super) balance: i32,
    /// Whether values have stood here.
    pub(super) values: bool,
    /// Whether a word had positive points.
    pub(super) named: bool,
    pub(super) variable: bool,
}

impl Position {
    /// 10 bits of balance and 3 of flags.
    pub(super) const BITS: u32 = 13;
    /// The offset of the stored balance, so that no position is stored as an empty slot.
    const BIAS: i32 = 512;

    pub(super) fn from_slot(slot: u64) -> Self {
        let balance = (slot >> 3 & 0x3FF) as i32 - Self::BIAS;
        Self { balance, values: slot & 1 != 0, variable: slot & 2 != 0, named: slot & 4 != 0 }
    }

    /// The state in a slot, without the hash.
    pub(super) fn bits(slot: u64) -> u16 {
        (slot & ((1 << Self::BITS) - 1)) as u16
    }

    /// The slot of a hash with this state.
    pub(super) fn slot(hash: u64, bits: u16) -> u64 {
        hash >> Self::BITS << Self::BITS | u64::from(bits) & ((1 << Self::BITS) - 1)
    }

    /// The combined state of two learners. Words that both have counted cannot be distinguished
    /// from others, so the higher balance counts.
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
                assert_eq!(Position::slot(0xABCD_EF01_2345_6789, Position::bits(slot)), slot);
            }
        }
    }
}
