//! The catalogue: names that programs use in URLs in other languages than English, as hashes.
//!
//! `data/catalogue.bin` has three parts: where each block of buckets begins among the entries, how
//! many entries each bucket has, and the entries, in 16 bits each. The first 14 bits of a hash are
//! the bucket of its name; an entry has the last 13, and the code of the name's traits. Nothing is
//! read before the first look-up, and nothing is copied.
//!
//! A bucket has 2.8 entries on average, so one of 2,900 other names is taken for a listed one.
//! `benches/catalogue.py` makes the file, and `data/README.md` says how names are chosen.

use super::traits::Traits;
use crate::hash::{FNV, fnv, mix};

/// Number of buckets in a block.
const BLOCK: usize = 64;
/// Number of buckets.
const BUCKETS: usize = 1 << 14;
/// Number of bytes before the sizes of buckets.
const STARTS: usize = BUCKETS / BLOCK * 2;
/// Number of bits of an entry that are the code of traits.
const CODE: u32 = 3;
/// Maximum length of a name in bytes.
const LONGEST: usize = 128;

static TABLE: &[u8] = include_bytes!("data/catalogue.bin");

/// The traits of entries, by their code.
const COMBINATIONS: [u32; 1 << CODE] = [
    Traits::KNOWN,
    Traits::KNOWN | Traits::NAMING,
    Traits::KNOWN | Traits::NAMING | Traits::TAXONOMY,
    Traits::KNOWN | Traits::PLURAL,
    Traits::KNOWN | Traits::NAMING | Traits::TAXONOMY | Traits::PLURAL,
    Traits::KNOWN | Traits::ACTION,
    Traits::KNOWN | Traits::PROTECTED,
    Traits::KNOWN | Traits::ACTION | Traits::PROTECTED,
];

/// Returns the traits of a name in another language than English by the English words that it
/// translates; `None` for all but one of 2,900 names that are not listed. The name has no escapes,
/// is in lower case and composed (NFC), and its words are joined by `-` or `_` or nothing.
pub fn traits(name: &[u8]) -> Option<Traits> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let hash = hash(name);
    let bucket = (hash >> 50) as usize;
    let block = bucket / BLOCK;
    let (starts, rest) = TABLE.split_at(STARTS);
    let (sizes, entries) = rest.split_at(BUCKETS);
    let mut first = number(&starts[block * 2..]) as usize;
    for &size in &sizes[block * BLOCK..bucket] {
        first += usize::from(size);
    }
    let size = usize::from(sizes[bucket]);
    let bucket = &entries[first * 2..][..size * 2];
    let wanted = hash as u32 & 0x1FFF;
    for entry in bucket.chunks_exact(2).map(number) {
        if entry >> CODE == wanted {
            let code = entry & ((1 << CODE) - 1);
            return Some(Traits(COMBINATIONS[code as usize]));
        }
    }
    None
}

/// Returns the number in the first two bytes.
fn number(bytes: &[u8]) -> u32 {
    u32::from(u16::from_le_bytes([bytes[0], bytes[1]]))
}

/// Returns the FNV-1a hash of a name, mixed once more so that all bits count; `_` counts as `-`.
fn hash(name: &[u8]) -> u64 {
    let mut hash = FNV;
    for &byte in name {
        let byte = if byte == b'_' { b'-' } else { byte };
        hash = fnv(hash, byte);
    }
    mix(hash)
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    fn is_listed(name: &str) -> bool {
        traits(name.as_bytes()).is_some()
    }

    #[test]
    fn names_in_many_languages_are_found_with_their_traits() {
        for (name, has, has_not) in [
            ("anmelden", Traits::PROTECTED, Traits::NAMING),
            ("iniciar-sesion", Traits::PROTECTED, Traits::PLURAL),
            ("iniciar_sesion", Traits::PROTECTED, Traits::PLURAL),
            ("вход", Traits::PROTECTED, Traits::PLURAL),
            ("ログイン", Traits::PROTECTED, Traits::PLURAL),
            ("warenkorb", Traits::KNOWN, Traits::PROTECTED),
            ("panier", Traits::KNOWN, Traits::PROTECTED),
            ("koszyk", Traits::KNOWN, Traits::PROTECTED),
            ("suche", Traits::ACTION, Traits::PROTECTED),
            ("поиск", Traits::ACTION, Traits::PROTECTED),
            ("poisk", Traits::ACTION, Traits::PROTECTED),
            ("αναζήτηση", Traits::ACTION, Traits::PROTECTED),
            ("bestellungen", Traits::PLURAL, Traits::PROTECTED),
            ("produkt", Traits::NAMING, Traits::PROTECTED),
            ("kategorie", Traits::TAXONOMY, Traits::PROTECTED),
            ("categoria", Traits::TAXONOMY, Traits::PROTECTED),
            ("startseite", Traits::KNOWN, Traits::PROTECTED),
            ("beheer", Traits::PROTECTED, Traits::PLURAL),
            ("şifre", Traits::PROTECTED, Traits::PLURAL),
            ("sifre", Traits::PROTECTED, Traits::PLURAL),
            (
                "loeschen",
                Traits::ACTION | Traits::PROTECTED,
                Traits::PLURAL,
            ),
            (
                "löschen",
                Traits::ACTION | Traits::PROTECTED,
                Traits::PLURAL,
            ),
            ("設定", Traits::PROTECTED, Traits::PLURAL),
            ("로그인", Traits::PROTECTED, Traits::PLURAL),
            ("登录", Traits::PROTECTED, Traits::PLURAL),
            ("חיפוש", Traits::ACTION, Traits::PROTECTED),
            ("بحث", Traits::ACTION, Traits::PROTECTED),
            ("denglu", Traits::PROTECTED, Traits::PLURAL),
            ("kensaku", Traits::ACTION, Traits::PROTECTED),
            ("gwanri", Traits::PROTECTED, Traits::PLURAL),
            ("khaosurapp", Traits::PROTECTED, Traits::PLURAL),
            ("dukhul", Traits::PROTECTED, Traits::PLURAL),
            ("tanzimat", Traits::PROTECTED, Traits::PLURAL),
            ("harshama", Traits::ACTION, Traits::PLURAL),
            ("tuote-osasto", Traits::TAXONOMY, Traits::ACTION),
            ("finalizar-compra", Traits::KNOWN, Traits::NAMING),
        ] {
            let found = traits(name.as_bytes()).unwrap_or_default();
            assert!(
                found.has(Traits::KNOWN) && found.has(has) && !found.has(has_not),
                "{name}: {found:?}"
            );
        }
    }

    #[test]
    fn english_words_are_not_in_it() {
        for word in [
            "login",
            "search",
            "cart",
            "orders",
            "house",
            "garden",
            "administration",
            "my-account",
        ] {
            assert!(!is_listed(word), "{word}");
        }
        // As rarely as other names, words of the lists are taken for listed ones.
        let list = include_str!("data/known.txt");
        let listed = crate::token::lexicon::words(list);
        let known = listed.filter(|word| words::is_known(word.as_bytes()));
        assert!(known.filter(|word| is_listed(word)).count() <= 3);
    }

    #[test]
    fn few_invented_words_are_taken_for_listed_ones() {
        let syllables = [
            "zu", "kro", "mip", "vel", "ta", "gno", "qui", "bar", "xo", "fen", "wyl", "dja",
        ];
        let count = 200_000;
        let taken = (0..count).filter(|number| {
            let syllable = |place: u32| syllables[number / 12usize.pow(place) % 12];
            let word: String = (0..6).map(syllable).collect();
            is_listed(&word)
        });
        assert!(taken.count() < count / 2_000);
    }

    #[test]
    fn the_table_is_small_and_consistent() {
        assert!(TABLE.len() <= 110_000, "{}", TABLE.len());
        let entries = (TABLE.len() - STARTS - BUCKETS) / 2;
        let sizes = &TABLE[STARTS..STARTS + BUCKETS];
        assert_eq!(
            sizes.iter().map(|&size| usize::from(size)).sum::<usize>(),
            entries
        );
        assert!(entries * 2_000 < BUCKETS << 13);
    }

    #[test]
    fn names_without_letters_and_long_names_are_not_in_it() {
        assert!(!is_listed("") && !is_listed("-") && !is_listed(&"я".repeat(100)));
    }
}
