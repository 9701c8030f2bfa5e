//! Recognises the things of a program that names its verbs first: `/rename/red-kettle`,
//! `/unlock/red-kettle`, `/download/red-kettle/fr`.
//!
//! Each verb is seen with a few things only, too few to show that other names below it are more of
//! them. But the same names stand below other verbs. So an unfamiliar word below [`VERBS`] verbs of
//! a directory is a thing, and where a directory has [`THINGS`] things, they are values below each
//! name of it that has [`HERE`] of them. So are familiar single things below as many verbs, and
//! other unfamiliar words. What stands further down is a value if it stands there below as many
//! names of the directory: it is a part of what the verb is given.
//!
//! In an API, and below a value or a list, the same names below several words are what can be done
//! with these.
//!
//! A level of a directory takes a slot for each pair of a name and a word below it, at most
//! [`MOST`], and as many for words and for marks; the directory takes two more.

use super::Learner;
use super::context::{Ground, WordKind};
use super::position::Position;
use super::rules::HANDLED;
use super::seat::{PositionKey, Seat};
use crate::record::Segment;
use urlsift_url::token::Traits;

/// Verbs of a directory below which a thing stands.
const VERBS: i32 = 3;

/// Things that show a directory of verbs. A program has fewer kinds of things whose names are
/// unfamiliar: `/create/voucher`, `/void/voucher`.
const THINGS: i32 = 8;

/// Things below a name that show others there.
const HERE: i32 = 2;

/// Pairs of a verb and a word after which a level of a directory is not looked at further.
const MOST: i32 = 400;

/// Segments below a thing that are looked at.
const LEVELS: usize = 3;

/// Tell the hashes of what is counted in a directory from others.
const PAIRS: u64 = 0xDA11;
const BELOW: u64 = 0xDA12;
const SHARED: u64 = 0xDA13;
const THING: u64 = 0xDA14;

impl Learner {
    /// Counts what stands below a name of a directory, and marks what is a value there.
    pub(super) fn count_handled(&mut self, seat: &Seat<'_>) {
        let [first, rest @ ..] = seat.below.segments else {
            return;
        };
        let name = seat.segment;
        let is_verb = name.traits.has(Traits::ACTION);
        if !(is_verb || self.has_things)
            || seat.context.api
            || seat.context.value
            || seat.context.ground >= Ground::Listed
            || !may_be_thing(first)
            || name.traits.has(Traits::VALUE | Traits::FIXED)
            || !self.tuning.has(HANDLED)
        {
            return;
        }
        let shared_key = seat.count_key(SHARED);
        let below_key = seat.count_key(BELOW);
        let verbs = if is_verb {
            self.count_below(seat, below_key, first)
        } else {
            self.count_at(below_key.join(seat.key, first.token))
        };
        if verbs == VERBS
            && is_unfamiliar(seat, first)
            && self.insert_new(shared_key.word(seat.key, first.token))
        {
            let things = self.add(shared_key, 1);
            self.has_things |= things >= THINGS;
        }
        if verbs < VERBS || self.count_at(shared_key) < THINGS {
            return;
        }
        let mut template = seat.key.join(seat.context.template, name.token);
        if !self.mark_thing(seat, template, first) {
            return;
        }
        template = seat.key.join(template, first.variable);
        for (segment, level) in rest.iter().take(LEVELS).zip(1..) {
            let level_key = below_key.join(seat.key, level);
            let is_part = may_be_thing(segment)
                && self.count_below(seat, level_key, segment) >= VERBS
                && self.mark_thing(seat, template, segment);
            let is_value = is_part || segment.traits.has(Traits::VALUE);
            let token = if is_value {
                segment.variable
            } else {
                segment.token
            };
            template = seat.key.join(template, token);
        }
    }

    /// Counts a name of a directory for a word below it, and returns how many the word has.
    fn count_below(&mut self, seat: &Seat<'_>, below_key: PositionKey, below: &Segment) -> i32 {
        let word_key = below_key.join(seat.key, below.token);
        let pairs_key = below_key.join(seat.key, PAIRS);
        if self.count_at(pairs_key) < MOST
            && self.insert_new(word_key.word(seat.key, seat.segment.token))
        {
            self.add(pairs_key, 1);
            return self.add(word_key, 1);
        }
        self.count_at(word_key)
    }

    /// Marks a word as a thing below a template. Returns whether it is a value there by now.
    fn mark_thing(&mut self, seat: &Seat<'_>, template: u64, thing: &Segment) -> bool {
        let position_key = PositionKey::after(seat.key, template, thing);
        let things_key = position_key.join(seat.key, THING);
        let is_new = self.insert_new(things_key.word(seat.key, thing.token));
        let here = self.add(things_key, i32::from(is_new));
        if here < HERE {
            return false;
        }
        let position = self.position(position_key).unwrap_or_default();
        if !position.alike {
            let alike = Position {
                alike: true,
                variable: true,
                ..position
            };
            return self.store(position_key, alike.bits());
        }
        true
    }

    /// Whether a familiar word at a position whose words are alike is one of its things.
    pub(super) fn is_thing(&self, seat: &Seat<'_>) -> bool {
        self.has_things
            && may_be_thing(seat.segment)
            && self.contains(seat.count_key(THING).word(seat.key, seat.segment.token))
    }
}

/// Whether a segment may be one of the things that a verb is given.
fn may_be_thing(segment: &Segment) -> bool {
    let no_thing = Traits::VALUE
        | Traits::FIXED
        | Traits::HIDDEN
        | Traits::PROTECTED
        | Traits::ACTION
        | Traits::SEPARATOR;
    let is_kind = segment.traits.has(Traits::KNOWN) && segment.traits.has(Traits::PLURAL);
    !segment.traits.has(no_thing) && !is_kind
}

/// Whether a word below a name of a directory is in no list.
fn is_unfamiliar(seat: &Seat<'_>, segment: &Segment) -> bool {
    matches!(
        WordKind::of(segment, seat.context.api),
        WordKind::Unfamiliar | WordKind::UnfamiliarPhrase
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    /// A directory, its verbs, and the things that they are given.
    struct Program {
        above: &'static str,
        verbs: &'static str,
        things: &'static str,
    }

    const THINGS: &str = "red-kettle odd-lantern calm-otter deep-quarry north-fjord plain-tulip \
                          warm-saddle icy-marble keen-falcon silver-birch urban-willow zork-staff";

    const PROGRAMS: [Program; 8] = [
        Program {
            above: "",
            verbs: "rename unlock lock download upload update search remove",
            things: THINGS,
        },
        Program {
            above: "mail/",
            verbs: "review remind subscribe search edit close open rename",
            things: "zork-users zork-staff quil-dev vorp-announce frob-users frob-dev nim-talk \
                     tas-board gleb-users sned-staff brel-announce quon-talk",
        },
        Program {
            above: "cgi/",
            verbs: "show edit compare restore lock export print copy",
            things: "zorkage quillon vorple nimbert tasquil glebor snedly brellum quonto frumble \
                     drovish wibbet",
        },
        Program {
            above: "marsh/",
            verbs: "edit watch rename protect undo export compare purge",
            things: "heron-nest otter-den curlew-pond bittern-bay plover-sand linnet-wood \
                     dunnock-hedge siskin-pine serin-field twite-moor ruff-marsh smew-lake",
        },
        Program {
            above: "panel/",
            verbs: "start stop restart backup clone resize rebuild suspend",
            things: "marlow-alpha tenby-beta osprey-one linden-two hartwell-x juniper-y sable-z \
                     corbin-q wexford-k brindle-m thatcher-n ludlow-p",
        },
        Program {
            above: "forum/",
            verbs: "follow mute report invite block search merge move",
            things: "gardeners-den kite-flyers lathe-turners bee-keepers clock-menders \
                     bread-bakers boat-builders stamp-traders bell-ringers moth-watchers \
                     fern-growers kiln-firers",
        },
        Program {
            above: "tools/",
            verbs: "validate render compile format compare download",
            things: THINGS,
        },
        Program {
            above: "office/",
            verbs: "approve reject assign print archive forward",
            things: THINGS,
        },
    ];

    /// Programs whose things have names in other languages.
    const FOREIGN: [Program; 2] = [
        Program {
            above: "sklep/",
            verbs: "edit copy print export archive restore publish preview",
            things: "czajnik-miedziany lampa-naftowa dywan-welniany stolik-debowy fotel-bujany \
                     kubek-gliniany obrus-lniany zegar-scienny wazon-szklany koc-pledowy \
                     ramka-drewniana swiecznik-mosiezny",
        },
        Program {
            above: "depo/",
            verbs: "edit copy print export archive restore publish preview",
            things: "bakir-semaver ahsap-masa yunlu-kilim cam-vazo demir-soba keten-perde \
                     tahta-kasik tas-havan gumus-tepsi pirinc-mangal hasir-sepet kil-testi",
        },
    ];

    /// Familiar words that name things, too.
    const FAMILIAR: [&str; 6] = ["stock", "music", "library", "weekly", "museum", "kitchen"];

    /// Returns the paths of a program: each verb with each thing, in turns as a crawler meets them,
    /// and with what the thing has below it; and with familiar things.
    fn paths(program: &Program, has_parts: bool) -> Vec<String> {
        let above = program.above;
        let verbs: Vec<&str> = program.verbs.split_whitespace().collect();
        let things: Vec<&str> = program.things.split_whitespace().collect();
        let mut paths = Vec::new();
        for turn in 0..things.len() {
            for (at, verb) in verbs.iter().enumerate() {
                let index = (at * 5 + turn) % things.len();
                let thing = things[index];
                let part = FAMILIAR[index % FAMILIAR.len()];
                paths.push(if has_parts {
                    format!("{above}{verb}/{thing}/{part}")
                } else {
                    format!("{above}{verb}/{thing}")
                });
            }
        }
        if !has_parts {
            for turn in 0..FAMILIAR.len() {
                for (at, verb) in verbs.iter().enumerate() {
                    let thing = FAMILIAR[(at + turn) % FAMILIAR.len()];
                    paths.push(format!("{above}{verb}/{thing}"));
                }
            }
        }
        paths
    }

    #[test]
    fn what_several_verbs_are_given_is_a_value_though_it_is_familiar() {
        for program in &PROGRAMS {
            let verbs = program.verbs.split_whitespace().count();
            let printed = printed_of(&FAMILIAR, &paths(program, false));
            let [once, twice] = printed.map(|counts| counts.iter().sum::<usize>());
            assert!(
                once <= verbs * 5 / 2 && twice <= verbs,
                "{}: {once} and {twice}, nearly {} without the rule",
                program.above,
                verbs * 5
            );
        }
    }

    #[test]
    fn what_things_of_verbs_have_below_them_is_a_value() {
        for program in PROGRAMS.iter().chain(&FOREIGN) {
            let verbs = program.verbs.split_whitespace().count();
            let [_, twice] = printed_of(&FAMILIAR, &paths(program, true));
            let twice: usize = twice.iter().sum();
            assert!(
                twice <= verbs * 2,
                "{}: {twice}, {} without the rule",
                program.above,
                verbs * 6
            );
        }
    }

    #[test]
    fn kinds_of_things_that_programs_act_on_stay() {
        let verbs = ["create", "edit", "delete", "export"];
        let kinds = [
            "voucher",
            "zork",
            "customers",
            "invoices",
            "quil",
            "orders",
            "mandate",
            "stock",
        ];
        for above in ["erp/", "", "api/", "office/"] {
            let mut paths = Vec::new();
            for kind in kinds {
                paths.extend(verbs.map(|verb| format!("{above}{verb}/{kind}")));
            }
            for counts in printed_of(&kinds, &paths) {
                assert_eq!(counts, [4; 8], "{above}");
            }
        }
    }
}
