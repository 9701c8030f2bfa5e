//! Short hashes that build tools put into file names: `index-BEX5bVOE.js`.
//!
//! Long hashes and those of hexadecimal digits are found [anywhere](super::random). A short one is
//! only recognised in the name of a file that such tools write, and at the usual place: as a part
//! of the name, but not the first of several.

use super::census::Census;
use super::random;
use crate::bytes::{before, has_digit, is_joint};
use std::ops::RangeInclusive;

/// Digits of a hash of Rollup and Vite, in base 64 for URLs: `-` and `_` are digits too.
const ROLLUP: usize = 8;

/// Digits of a hash in base 64 or 32 that can be told from a name: from those of Symfony up to 16
/// bytes.
const CODE: RangeInclusive<usize> = 7..=22;

/// Digits of a hexadecimal hash that is too short to be found anywhere.
const SHORT: RangeInclusive<usize> = 4..=7;

/// Whether a file name without its extension has a hash in base 64 or base 32.
pub(super) fn has_code(stem: &[u8]) -> bool {
    NameRest::all_of(stem).any(|rest| rest.code().is_some())
}

/// Whether a file name without its extension has a short hexadecimal hash.
pub(super) fn has_short_hex(stem: &[u8]) -> bool {
    NameRest::all_of(stem).any(|rest| rest.short_hex().is_some())
}

/// Returns the length of the hash at the start of `rest`, the rest of a name. `is_first` says
/// whether the name begins here too.
pub(super) fn hash_at(rest: &[u8], is_first: bool) -> Option<usize> {
    let rest = NameRest {
        text: rest,
        is_first,
    };
    rest.code().or_else(|| rest.short_hex())
}

/// The rest of a name from one of its parts on.
struct NameRest<'a> {
    text: &'a [u8],
    /// Whether that is the whole name.
    is_first: bool,
}

impl<'a> NameRest<'a> {
    /// Returns the rest of a name from each of its parts on.
    fn all_of(stem: &'a [u8]) -> impl Iterator<Item = Self> {
        let mut next = Some(stem);
        std::iter::from_fn(move || {
            let rest = Self {
                text: next?,
                is_first: next == Some(stem),
            };
            next = rest.text.get(rest.part().len() + 1..);
            Some(rest)
        })
    }

    /// Returns the next part.
    fn part(&self) -> &'a [u8] {
        before(self.text, is_separator)
    }

    /// Returns the length of the hash in base 64 or base 32 at the start.
    fn code(&self) -> Option<usize> {
        let stretch = before(self.text, |b| b == b'.');
        let is_whole = self.text.len() == ROLLUP;
        if stretch.len() == ROLLUP && (is_whole || !self.is_first) {
            let census = Census::of(stretch);
            // A whole name needs stronger evidence.
            let is_likely = !self.is_first || census.changes >= 2;
            if is_likely && is_code(stretch, &census) {
                return Some(ROLLUP);
            }
        }
        let part = self.part();
        if self.is_first || !CODE.contains(&part.len()) {
            return None;
        }
        let census = Census::of(part);
        if !is_code(part, &census) {
            return None;
        }
        Some(part.len())
    }

    /// Returns the length of the short hexadecimal hash at the start.
    fn short_hex(&self) -> Option<usize> {
        let part = self.part();
        if self.is_first || !SHORT.contains(&part.len()) {
            return None;
        }
        let census = Census::of(part);
        let is_hex = census.digits > 0
            && census.lowers > 0
            && census.digits + census.lowers == census.length
            && census.lowers == census.hex_letters;
        // `feb01` is not a hash.
        let is_mixed = part.len() >= 6 || census.switches >= 2 || has_digit(&part[..2]);
        if !is_hex || !is_mixed {
            return None;
        }
        Some(part.len())
    }
}

fn is_separator(byte: u8) -> bool {
    is_joint(byte) || byte == b'.'
}

/// Whether a text has capitals, and less than half of it reads like words.
fn is_code(text: &[u8], census: &Census) -> bool {
    census.uppers > 0
        && census.dots + census.others == 0
        && census.joints() <= 2
        && random::readable_letters(text) * 2 < text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names with hashes of each tool.
    #[test]
    fn most_hashes_are_found() {
        let base64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let base32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        for (digits, length, least) in [(&base64[..], 8, 940), (base64, 7, 750), (base32, 8, 940)] {
            let mut state = 0x2545_F491_4F6C_DD1D_u64;
            let mut found = 0;
            for _ in 0..1000 {
                let mut name = b"index-".to_vec();
                for _ in 0..length {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    name.push(digits[(state >> 33) as usize % digits.len()]);
                }
                found += usize::from(has_code(&name) || random::is_hex(&Census::of(&name[6..])));
            }
            assert!(
                found >= least,
                "{found} of {length} digits of {}",
                digits.len()
            );
        }
    }

    #[test]
    fn parts_of_names_that_people_write_are_no_hashes() {
        for name in [
            "Version2",
            "i18nMenu",
            "Page1",
            "Settings",
            "UserList",
            "UIHelper",
            "jQueryUI",
            "iOSStyle",
            "DataGrid",
            "VueRoute",
            "HTTPUtil",
            "SVGIcons",
            "base64Js",
            "md5Hash1",
            "2024Menu",
            "webgl2FX",
            "CTABlock",
            "FormData",
            "useQuery",
            "DOWNLOAD",
            "SETTINGS",
            "XMLHttpRequest",
            "feb01",
            "v2",
            "es5",
            "e2e",
            "b64",
            "a11y",
            "2d",
            "1234",
        ] {
            let name = [&b"index-"[..], name.as_bytes()].concat();
            assert!(
                !has_code(&name) && !has_short_hex(&name),
                "{}",
                String::from_utf8_lossy(&name)
            );
        }
    }
}
