//! Recognises siblings that are alike: names of users, projects or databases have the same names
//! below them, one to three levels further down.
//!
//! Few of them may be known by the time that their pages fill a list: ten owners with a repository
//! each show neither position by their names. But `issues`, `pulls` and `wiki` below all of them
//! show both. So each name is counted once for each unfamiliar word above it. A position is
//! variable once several names have stood below several words each, and these make up a good part
//! of all names that were counted: modules of a program, which have pages of their own, share a few
//! only. [`ANYWHERE`] says how many. Things like the programs of a faculty or the shops of a town
//! have fewer pages; so [`BELOW_ROOT`] says how many names that are no actions are enough where a
//! directory is above. The position stays variable, whatever the words have below them later.
//!
//! What is asked of a page in words counts as a name below it: `/marble?do=edit`,
//! `/kettle?do=edit`. Pages of a wiki have nothing else below them.
//!
//! No siblings are familiar and protected words, codes, versions, and anything in an API, where
//! collections have the same actions below them.
//!
//! A position takes at most a slot for each of [`MOST`] pairs, one for each name, and five more.

use super::Learner;
use super::rules::{FEWER_ALIKE, SIBLINGS_ALIKE};
use super::seat::{PositionKey, Seat};
use crate::record::Segment;
use urlsift_url::token::{Traits, ValueKind};

/// What shows that the words at a position are alike.
struct SiblingEvidence {
    /// Names that must stand below several words.
    names: i32,
    /// Words below which each of them must stand.
    siblings: i32,
    /// Percentage of the pairs of a word and a name that these names must have.
    share: i32,
    /// Tell the hashes of the pairs with such names, and of their number, from others.
    pairs_mark: u64,
    names_mark: u64,
}

const ANYWHERE: SiblingEvidence = SiblingEvidence {
    names: 5,
    siblings: 3,
    share: 30,
    pairs_mark: 0x51B1,
    names_mark: 0x51B2,
};

/// For names that are no actions, below the first level. 3 words are the types of a report, and
/// with 5 or 2 names the figures are nearly the same.
const BELOW_ROOT: SiblingEvidence = SiblingEvidence {
    names: 3,
    siblings: 4,
    share: 50,
    pairs_mark: 0x51B3,
    names_mark: 0x51B4,
};

/// Levels below a word that are looked at.
const LEVELS: usize = 3;

/// Pairs after which a position is not looked at further.
const MOST: i32 = 400;

/// Tells the hash of the number of pairs at a position from others.
const PAIRS: u64 = 0x51B0;

impl Learner {
    /// Counts the names below a word, and returns whether the words at its position are alike by
    /// now.
    pub(super) fn are_alike(&mut self, seat: &Seat<'_>) -> bool {
        const NEVER: u32 = Traits::VALUE
            | Traits::FIXED
            | Traits::KNOWN
            | Traits::PROTECTED
            | Traits::LOCALE_CODE
            | Traits::API
            | Traits::HIDDEN
            | Traits::SEPARATOR;
        if seat.segment.traits.has(NEVER)
            || seat.context.api
            || !self.may_name_siblings(seat)
            || !self.tuning.has(SIBLINGS_ALIKE)
        {
            return false;
        }
        let mut pairs = self.count_at(seat.count_key(PAIRS));
        let is_below_root = seat.context.depth > 0 && self.tuning.has(FEWER_ALIKE);
        for name in names_below(seat, LEVELS).chain(requests(seat)) {
            let pair = name.key.word(seat.key, seat.segment.token);
            if pairs >= MOST || !self.insert_new(pair) {
                continue;
            }
            pairs = self.add(seat.count_key(PAIRS), 1);
            let siblings = self.add(name.key, 1);
            let mut is_enough = self.adds_evidence(seat, siblings, pairs, &ANYWHERE);
            if is_below_root && !name.is_action {
                is_enough |= self.adds_evidence(seat, siblings, pairs, &BELOW_ROOT);
            }
            if is_enough {
                return true;
            }
        }
        false
    }

    /// Counts a new pair with a name that stands below so many words. Returns whether there is
    /// enough evidence by now.
    fn adds_evidence(
        &mut self,
        seat: &Seat<'_>,
        siblings: i32,
        pairs: i32,
        evidence: &SiblingEvidence,
    ) -> bool {
        if siblings < evidence.siblings {
            return false;
        }
        let is_shared = siblings == evidence.siblings;
        let new_pairs = if is_shared { evidence.siblings } else { 1 };
        let shared_pairs = self.add(seat.count_key(evidence.pairs_mark), new_pairs);
        let names_key = seat.count_key(evidence.names_mark);
        let shared_names = self.add(names_key, i32::from(is_shared));
        shared_names >= evidence.names && shared_pairs * 100 >= pairs * evidence.share
    }

    /// Whether names stand below a word. Sections on the first level of a host whose names are not
    /// English share tags and places, so at the end of a first pass a familiar name must be there.
    fn may_name_siblings(&self, seat: &Seat<'_>) -> bool {
        if requests(seat).next().is_some() {
            return true;
        }
        let is_strict = self.surveyed && seat.context.foreign && seat.context.depth == 0;
        let mut below = seat.below.segments.iter().take(LEVELS);
        below.any(|name| is_name(name) && (!is_strict || name.traits.has(Traits::KNOWN)))
    }

    /// Whether a familiar word at a position whose words are alike has one of their names right
    /// below it.
    pub(super) fn is_sibling(&self, seat: &Seat<'_>) -> bool {
        let no_sibling = Traits::ACTION | Traits::PROTECTED;
        !seat.segment.traits.has(no_sibling)
            && names_below(seat, 1).any(|name| self.count_at(name.key) >= ANYWHERE.siblings)
    }
}

/// Whether a segment is a name that siblings may share: a familiar one, or a single word.
fn is_name(segment: &Segment) -> bool {
    let traits = segment.traits;
    if traits.has(Traits::VALUE | Traits::SEPARATOR) {
        return false;
    }
    traits.has(Traits::KNOWN) || !traits.has(Traits::JOINED)
}

/// A name below a position.
struct SharedName {
    /// The key of the number of words that it stands below.
    key: PositionKey,
    is_action: bool,
}

/// Returns the names in some levels below a position.
fn names_below<'a>(seat: &Seat<'a>, levels: usize) -> impl Iterator<Item = SharedName> + use<'a> {
    let key = seat.key;
    let template = seat.template();
    let below = seat.below.segments.iter().zip(0..).take(levels);
    let names = below.filter(|(name, _)| is_name(name));
    names.map(move |(name, level)| {
        let below = PositionKey(key.join(template, name.token));
        SharedName {
            key: below.join(key, level),
            is_action: name.traits.has(Traits::ACTION),
        }
    })
}

/// Tells the hashes of requests from those of names.
const REQUEST: u64 = 0x51B5;

/// Returns what a query asks for in words at the end of a path: `?do=edit`.
fn requests<'a>(seat: &Seat<'a>) -> impl Iterator<Item = SharedName> + use<'a> {
    let key = seat.key;
    let template = seat.template();
    let is_at_end = seat.below.segments.is_empty();
    let pairs = if is_at_end { seat.below.pairs } else { &[] };
    let words = pairs
        .iter()
        .filter(|pair| pair.value == ValueKind::Word as u64);
    words.map(move |pair| SharedName {
        key: PositionKey(key.join(template, pair.name)).join(key, REQUEST),
        is_action: true,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;
    use crate::Sift;

    /// Returns how many of these paths are printed.
    fn printed(names: &[&str], pages: &[&str]) -> usize {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        // Each word first meets another page, as in a crawl.
        let turns = (0..pages.len()).flat_map(|turn| {
            names.iter().enumerate().map(move |(at, name)| {
                format!("//a.example/{name}/{}", pages[(at + turn) % pages.len()])
            })
        });
        turns
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .count()
    }

    const OWNERS: &[&str] = &[
        "zork/wib",
        "quil/nim",
        "vorp/tas",
        "brel/quon",
        "frum/gleb",
        "drov/sned",
    ];

    #[test]
    fn siblings_with_the_same_names_below_are_values() {
        let pages = [
            "issues", "pulls", "wiki", "commits", "settings", "releases", "branches", "tags",
        ];
        let count = printed(OWNERS, &pages);
        assert!(
            count < 30,
            "{count} of 48: after 5 names below 3 owners each, every further page is dropped"
        );
        assert_eq!(printed(&OWNERS[..2], &pages), 16, "two owners show nothing");
    }

    #[test]
    fn collections_and_sections_with_the_same_names_below_are_none() {
        let pages = ["create", "edit", "search", "export", "settings", "history"];
        for sections in [
            ["users", "orders", "products", "groups", "files", "invoices"],
            [
                "api/zork", "api/quil", "api/vorp", "api/brel", "api/frum", "api/drov",
            ],
        ] {
            assert_eq!(printed(&sections, &pages), 36);
        }
    }

    /// Things of a site that is not in English, below a directory, and the pages that each has.
    struct Things {
        above: &'static str,
        pages: [&'static str; 3],
        called: &'static str,
    }

    const THINGS: [Things; 10] = [
        Things {
            above: "fakultas/hukum/jurusan",
            pages: ["kurikulum", "akreditasi", "dosen"],
            called: "agronomi sipil mesin sejarah sastra elektro informatika perikanan kehutanan",
        },
        Things {
            above: "universitas/pulau/program",
            pages: ["kurikulum", "pengajar", "biaya"],
            called: "agronomi sipil mesin sejarah sastra elektro informatika perikanan kehutanan",
        },
        Things {
            above: "magaza/kasaba",
            pages: ["saatler", "yorumlar", "otopark"],
            called: "adana bursa konya trabzon izmir mersin samsun erzurum kayseri",
        },
        Things {
            above: "klub/liga",
            pages: ["kadra", "wyniki", "historia"],
            called: "wisla legia lech pogon cracovia slask zaglebie korona radomiak",
        },
        Things {
            above: "museo/sala",
            pages: ["obras", "restauraciones", "donantes"],
            called: "velazquez murillo zurbaran ribera cano greco goya sorolla berruguete",
        },
        Things {
            above: "ecole/filiere",
            pages: ["debouches", "enseignants", "frais"],
            called: "lettres droit chimie physique musique danse histoire gestion optique",
        },
        Things {
            above: "linha/estacao",
            pages: ["bilhetes", "acessos", "vizinhanca"],
            called: "rossio oriente campolide benfica amadora queluz cacem sintra portela",
        },
        Things {
            above: "jarvi/ranta",
            pages: ["kartta", "uintikausi", "pysakointi"],
            called: "saimaa paijanne inari nasijarvi pielinen oulujarvi kallavesi puula vanajavesi",
        },
        Things {
            above: "vesnice/okres",
            pages: ["ubytovani", "pamatky", "doprava"],
            called: "slany beroun kolin pribram rakovnik nymburk benesov kladno melnik",
        },
        Things {
            above: "falu/megye",
            pages: ["latnivalok", "szallas", "kozlekedes"],
            called: "bekes csongrad heves nograd somogy tolna vas veszprem zala",
        },
    ];

    #[test]
    fn things_below_a_directory_may_have_few_pages() {
        for Things {
            above,
            pages,
            called,
        } in THINGS
        {
            let called: Vec<String> = called
                .split(' ')
                .map(|name| format!("{above}/{name}"))
                .collect();
            let names: Vec<&str> = called.iter().map(String::as_str).collect();
            let count = printed(&names, &pages);
            assert!(count <= 20, "{above}: {count}, 27 without the rule");
        }
    }

    #[test]
    fn modules_with_actions_or_pages_of_their_own_are_no_such_things() {
        let modules = ["agronomi", "sipil", "mesin", "sejarah", "sastra", "elektro"]
            .map(|name| format!("fakultas/hukum/jurusan/{name}"));
        let names = modules.each_ref().map(String::as_str);
        for actions in [["create", "edit", "delete"], ["tambah", "ubah", "hapus"]] {
            assert_eq!(printed(&names, &actions), 18);
        }
        let own = names.map(|name| format!("{name}/{}", &name[name.len() - 4..]));
        let own = own.each_ref().map(String::as_str);
        assert_eq!(printed(&own, &["kurikulum", "dosen"]), 12);
    }
    /// A wiki: where its pages stand, and what can be done with each.
    const WIKIS: [(&str, [&str; 6]); 10] = [
        (
            "",
            [
                "do=edit",
                "do=diff",
                "do=recent",
                "do=index",
                "do=login",
                "do=media",
            ],
        ),
        (
            "tools/",
            [
                "do=edit",
                "do=diff",
                "do=export",
                "do=index",
                "do=backlink",
                "do=media",
            ],
        ),
        (
            "scrapbook/",
            [
                "action=edit",
                "action=history",
                "action=raw",
                "action=diff",
                "action=info",
                "action=purge",
            ],
        ),
        (
            "ward/",
            [
                "action=edit",
                "action=print",
                "action=upload",
                "action=attr",
                "action=source",
                "action=logout",
            ],
        ),
        (
            "en/",
            [
                "cmd=edit",
                "cmd=diff",
                "cmd=backup",
                "cmd=freeze",
                "cmd=rename",
                "cmd=search",
            ],
        ),
        (
            "bin/view/",
            [
                "action=edit",
                "action=attach",
                "action=raw",
                "action=oops",
                "action=rdiff",
                "action=more",
            ],
        ),
        (
            "garden/",
            [
                "op=view",
                "op=edit",
                "op=move",
                "op=delete",
                "op=history",
                "op=print",
            ],
        ),
        (
            "handbuch/",
            [
                "aktion=edit",
                "aktion=diff",
                "aktion=info",
                "aktion=print",
                "aktion=move",
                "aktion=raw",
            ],
        ),
        (
            "cuaderno/",
            [
                "accion=edit",
                "accion=diff",
                "accion=info",
                "accion=print",
                "accion=move",
                "accion=raw",
            ],
        ),
        (
            "zorkage/",
            [
                "mode=edit",
                "mode=diff",
                "mode=source",
                "mode=print",
                "mode=rename",
                "mode=history",
            ],
        ),
    ];

    #[test]
    fn pages_of_which_the_same_is_asked_are_alike() {
        let pages = [
            "marble", "quibble", "bracken", "thistle", "wombat", "numbat",
        ];
        for (above, asked) in WIKIS {
            let mut paths = Vec::new();
            for turn in 0..asked.len() {
                for (at, page) in pages.iter().enumerate() {
                    paths.push(format!(
                        "{above}{page}?{}",
                        asked[(at + turn) % asked.len()]
                    ));
                }
            }
            for counts in printed_of(&pages, &paths) {
                let count: usize = counts.iter().sum();
                assert!(count <= 18, "{above}: {count}, 24 without the rule");
            }
        }
    }
}
