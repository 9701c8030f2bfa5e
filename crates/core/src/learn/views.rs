//! Recognises views of a collection: `/subscriptions/churned` beside `/subscriptions/17/renew`.
//!
//! Things that are listed have names below them, whether people call them by an id or by a word. So
//! where [`PARTS`] names have stood below ids, and nothing below any word, a word says which of the
//! things are shown. A collection has at most [`MOST`] views: more words are things.
//!
//! A position takes at most a slot for each of [`MOST`] words and of one more, [`PARTS`] for names,
//! and three more.

use super::Learner;
use super::context::{Ground, WordKind};
use super::rules::VIEWS;
use super::seat::{Seat, WordKey};
use urlsift_url::token::{Class, Traits};

/// Names below ids that show what stands below a thing. One may be an action of all programs.
const PARTS: i32 = 2;

/// Views of one collection.
const MOST: i32 = 8;

/// Tell the hashes of what is counted at a position from others.
const NAMES: u64 = 0x51E2;
const WORDS: u64 = 0x51E3;
const NAMED: u64 = 0x51E4;

impl Learner {
    /// Counts an id with the name below it, or a word, where things are listed.
    pub(super) fn count_view(&mut self, seat: &Seat<'_>) {
        if seat.context.ground != Ground::Listed || !self.tuning.has(VIEWS) {
            return;
        }
        if is_id(seat) {
            if let Some(next) = seat.next()
                && !next.traits.has(Traits::VALUE | Traits::FIXED)
            {
                let names_key = seat.count_key(NAMES);
                self.count_up_to(PARTS, names_key, names_key.word(seat.key, next.token));
            }
        } else if may_be_view(seat) {
            let words_key = seat.count_key(WORDS);
            let word = words_key.word(seat.key, seat.segment.token);
            self.count_up_to(MOST + 1, words_key, word);
            if let Some(next) = seat.next()
                && !next.traits.has(Traits::ACTION | Traits::FIXED)
            {
                self.insert_new(named_key(seat));
            }
        }
    }

    /// Whether a word at the end of a path is a view of the things that are listed.
    pub(super) fn is_view(&self, seat: &Seat<'_>) -> bool {
        if seat.context.ground != Ground::Listed || seat.next().is_some() || !may_be_view(seat) {
            return false;
        }
        self.count_at(seat.count_key(NAMES)) >= PARTS
            && self.count_at(seat.count_key(WORDS)) <= MOST
            && !self.contains(named_key(seat))
    }
}

/// Whether a program numbered a thing. Names like `vmX7` look random, and people chose them.
fn is_id(seat: &Seat<'_>) -> bool {
    matches!(
        seat.segment.class,
        Some(Class::Integer | Class::Uuid | Class::Hex | Class::Numbers)
    )
}

/// Whether a segment is a word that may be a value here.
fn may_be_view(seat: &Seat<'_>) -> bool {
    let never = Traits::VALUE | Traits::FIXED;
    !seat.segment.traits.has(never)
        && !matches!(
            seat.context.kind(seat.segment),
            WordKind::Action | WordKind::ActionPhrase | WordKind::Name
        )
}

/// Returns the key under which it is stored that something stands below a word.
fn named_key(seat: &Seat<'_>) -> WordKey {
    seat.count_key(NAMED).word(seat.key, NAMED)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{below, printed_of};

    /// A collection: its path, names below its things, and views of it.
    struct Collection {
        path: &'static str,
        names: [&'static str; 3],
        views: [&'static str; 4],
    }

    const COLLECTIONS: [Collection; 12] = [
        Collection {
            path: "subscriptions",
            names: ["renew", "seats", "usage"],
            views: ["churned", "past_due", "trialing", "lapsing"],
        },
        Collection {
            path: "v1/bookings",
            names: ["cancel", "guests", "folio"],
            views: ["arrivals", "departures", "in_house", "noshow"],
        },
        Collection {
            path: "admin/customers",
            names: ["merge", "notes", "addresses"],
            views: ["delinquent", "dormant", "at_risk", "unverified"],
        },
        Collection {
            path: "desk/tickets",
            names: ["assign", "close", "replies"],
            views: ["escalated", "overdue", "untriaged", "snoozed"],
        },
        Collection {
            path: "api/v2/parcels",
            names: ["label", "events", "returns"],
            views: ["undelivered", "in-transit", "held", "misrouted"],
        },
        Collection {
            path: "clinic/patients",
            names: ["visits", "letters", "discharge"],
            views: ["waiting-room", "recalled", "deceased", "inpatient"],
        },
        Collection {
            path: "fleet/vehicles",
            names: ["fuel", "trips", "service"],
            views: ["offroad", "idling", "leased", "unassigned"],
        },
        Collection {
            path: "library/loans",
            names: ["renew", "fines", "return"],
            views: ["overdue", "recalls", "interlibrary", "longterm"],
        },
        Collection {
            path: "api/invoices",
            names: ["pay", "lines", "reminders"],
            views: ["unpaid", "writeoffs", "dunning", "disputed"],
        },
        Collection {
            path: "hr/applicants",
            names: ["interviews", "offer", "scores"],
            views: ["shortlisted", "withdrawn", "onboarded", "rejected"],
        },
        Collection {
            path: "kunden",
            names: ["rechnungen", "notizen", "bearbeiten"],
            views: ["gesperrte", "saeumige", "abgewanderte", "gekuendigte"],
        },
        Collection {
            path: "pedidos",
            names: ["editar", "lineas", "envios"],
            views: ["atrasados", "devueltos", "retenidos", "impagados"],
        },
    ];

    /// Returns the path of a thing by its id.
    fn thing(path: &str, id: usize) -> String {
        format!("{path}/{}", 4017 + 13 * id)
    }

    #[test]
    fn views_beside_ids_with_names_below_them_stay() {
        for Collection { path, names, views } in &COLLECTIONS {
            let things: Vec<String> = (0..12).map(|id| thing(path, id)).collect();
            let mut paths = below(&things, names);
            paths.extend(things);
            paths.extend(views.map(|view| format!("{path}/{view}")));
            for counts in printed_of(views, &paths) {
                assert_eq!(counts, [1; 4], "{path}");
            }
        }
    }

    #[test]
    fn words_with_names_below_them_and_many_words_are_things() {
        for Collection { path, names, .. } in &COLLECTIONS[..10] {
            let called = ["zorkage", "quilbox", "brolga", "vorpal"];
            let things: Vec<String> = (0..12).map(|id| thing(path, id)).collect();
            let mut paths = below(&things, names);
            paths.push(format!("{path}/wombat/ledger"));
            paths.extend(called.map(|word| format!("{path}/{word}")));
            for counts in printed_of(&called, &paths) {
                assert!(counts.iter().sum::<usize>() < 4, "{path}: {counts:?}");
            }
            let many: Vec<String> = ('a'..='z')
                .map(|letter| format!("zo{letter}rkage"))
                .collect();
            let words: Vec<&str> = many.iter().map(String::as_str).collect();
            let mut paths = below(&things, names);
            paths.extend(words.iter().map(|word| format!("{path}/{word}")));
            for counts in printed_of(&words, &paths) {
                assert!(counts.iter().sum::<usize>() <= 9, "{path}: {counts:?}");
            }
        }
    }
}
