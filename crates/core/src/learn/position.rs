//! The state of one path position and of a word's continuations, and their form in a table.

use super::language::Language;

/// Bits of the data in the table of positions: those of the evidence for a [`Language`].
pub(super) const BITS: u32 = 15;

/// The state of one position, stored in 14 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they say independent things about the position"
)]
pub(super) struct Position {
    /// Points for a variable position minus points against it.
    pub balance: i32,
    /// Whether values have occurred here.
    pub values: bool,
    /// Whether a word had positive points.
    pub named: bool,
    pub variable: bool,
    /// Whether a title or locale has occurred here.
    pub titled: bool,
    /// Whether its words are [alike](super::siblings), so that it stays variable. Stored as
    /// variable without a named word, which no other position of a path is.
    pub alike: bool,
}

impl Position {
    /// Offset of the stored balance, which is never 0: [`Branches`] have a 0 there.
    const BIAS: i32 = 512;

    pub(super) fn from_bits(bits: u16) -> Self {
        let balance = i32::from(bits >> 3 & 0x3FF) - Self::BIAS;
        let has = |bit| bits & bit != 0;
        let variable = has(2);
        let named = has(4);
        Self {
            balance,
            values: has(1),
            variable,
            named,
            titled: has(1 << 13),
            alike: variable && !named,
        }
    }

    pub(super) fn bits(self) -> u16 {
        let balance = self.balance.clamp(1 - Self::BIAS, Self::BIAS - 1) + Self::BIAS;
        u16::from(self.titled) << 13
            | (balance.unsigned_abs() as u16) << 3
            | u16::from(self.named && !self.alike) << 2
            | u16::from(self.variable) << 1
            | u16::from(self.values)
    }

    /// Returns the combined state of two learners. Words that both have counted cannot be
    /// distinguished from others, so the higher balance is used.
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            balance: self.balance.max(other.balance),
            values: self.values || other.values,
            named: self.named || other.named,
            variable: self.variable || other.variable,
            titled: self.titled || other.titled,
            alike: self.alike || other.alike,
        }
    }
}

/// The number of continuations of a word that gave points, stored among the positions. The first
/// one is among the words that were seen, under a hash of 64 bits: with fewer bits, another one
/// would now and then look like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Branches {
    One = 1,
    /// There was another one, so the points were taken back.
    Several,
}

impl Branches {
    pub(super) fn from_bits(bits: u16) -> Option<Self> {
        match bits {
            1 => Some(Self::One),
            2 => Some(Self::Several),
            _ => None,
        }
    }
}

/// Returns the bits that a state has stored. Earlier builds marked the continuations of a word by
/// the highest bit, and several of them by the next one; the first one alone was 14 bits of its
/// hash, which are forgotten: `None`.
pub(super) fn stored(bits: u16) -> Option<u16> {
    match bits >> 14 {
        0 | 1 => Some(bits),
        2 => None,
        _ => Some(Branches::Several as u16),
    }
}

/// Returns the combined bits of two learners. If only one of them has taken the points of a word
/// back, the combined balance of its position still includes them.
pub(super) fn joined(one: u16, other: u16) -> u16 {
    if let Some(one) = Branches::from_bits(one)
        && let Some(other) = Branches::from_bits(other)
    {
        return one.min(other) as u16;
    }
    if let Some(one) = Language::from_marked_bits(one)
        && let Some(other) = Language::from_marked_bits(other)
    {
        return one.joined(other).bits();
    }
    Position::from_bits(one)
        .joined(Position::from_bits(other))
        .bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_their_bits() {
        for balance in [-600, -511, -1, 0, 7, 511, 600] {
            for flags in 0..16 {
                let [values, named, variable, titled] = [1, 2, 4, 8].map(|flag| flags & flag != 0);
                let alike = variable && !named;
                let position = Position {
                    balance,
                    values,
                    named,
                    variable,
                    titled,
                    alike,
                };
                let bits = position.bits();
                assert_eq!(
                    Position::from_bits(bits),
                    Position {
                        balance: balance.clamp(-511, 511),
                        ..position
                    }
                );
                assert_eq!(
                    (bits >> 14, Branches::from_bits(bits), stored(bits)),
                    (0, None, Some(bits))
                );
            }
        }
    }

    #[test]
    fn branches_survive_their_bits_and_join_in_any_order() {
        for (one, other, both) in [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 2)] {
            assert_eq!(
                Branches::from_bits(one).map(|branches| branches as u16),
                Some(one)
            );
            assert_eq!((joined(one, other), stored(one)), (both, Some(one)));
        }
        for (earlier, now) in [
            (0x8000, None),
            (0xBFFF, None),
            (0xC000, Some(2)),
            (0xFFFF, Some(2)),
        ] {
            assert_eq!(stored(earlier), now, "as earlier builds stored it");
        }
    }
}
