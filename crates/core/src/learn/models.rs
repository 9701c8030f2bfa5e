//! Recognises the models of an administration, as Django and its relatives lay it out:
//! `/admin/helpdesk/ticket/add/`, `/admin/helpdesk/queue/3/change/`.
//!
//! Models are alike below by nature, and their names are those of tables. So where an application
//! below a name of an administration has had `add` and the `change` of a value below any of its
//! models, all of them stay. This takes one slot for each application.

use super::Learner;
use super::context::Ground;
use super::position::Position;
use super::rules::ADMIN_MODELS;
use super::seat::{PositionKey, Seat};
use urlsift_url::token::Traits;

/// Tells the hash of an application's state from others.
const APPLICATION: u64 = 0xAD31;

impl Learner {
    /// Notes what stands below a model.
    pub(super) fn count_model(&mut self, seat: &Seat<'_>) {
        let key = seat.key;
        let Some(next) = seat.next() else { return };
        let adds = next.token == key.token(b"add");
        let changes = next.traits.has(Traits::VALUE)
            && matches!(seat.below.segments, [_, last] if last.token == key.token(b"change"));
        if !(adds || changes) || !self.tuning.has(ADMIN_MODELS) {
            return;
        }
        let known = self.application(seat);
        let state = Position {
            values: known.values || changes,
            titled: known.titled || adds,
            ..known
        };
        if state != known {
            self.store(application_key(seat), state.bits());
        }
    }

    /// Whether a word is a model of an application in which things are added and changed.
    pub(super) fn is_model(&self, seat: &Seat<'_>) -> bool {
        if !seat.context.is_in_application() || seat.context.ground == Ground::Free {
            return false;
        }
        let known = self.application(seat);
        known.values && known.titled
    }

    /// Returns the state of an application: whether values are changed and things added in it.
    fn application(&self, seat: &Seat<'_>) -> Position {
        self.position(application_key(seat)).unwrap_or_default()
    }
}

fn application_key(seat: &Seat<'_>) -> PositionKey {
    PositionKey(seat.key.join(seat.context.template, APPLICATION))
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    const MODELS: [&str; 13] = [
        "escalationexclusion",
        "kbcategory",
        "kbitem",
        "presetreply",
        "zorkling",
        "followup",
        "quilfield",
        "checklist",
        "vorptemplate",
        "ignoreemail",
        "savedsearch",
        "ticketcc",
        "nimchange",
    ];

    /// Returns the pages of all models, each model with another page first.
    fn paths(above: &str, pages: &[&str]) -> Vec<String> {
        let turns = 0..MODELS.len() * pages.len();
        let path = |turn: usize| {
            let model = MODELS[turn % MODELS.len()];
            let page = pages[(turn % MODELS.len() + turn / MODELS.len()) % pages.len()];
            format!("{above}/{model}/{page}")
        };
        turns.map(path).collect()
    }

    #[test]
    fn models_with_things_to_add_and_change_stay() {
        let pages = ["", "add/", "3/change/", "4/history/"];
        for above in [
            "admin/helpdesk",
            "admin/zork",
            "djadmin/auth",
            "en/admin/quil",
            "back/admin/vorp",
            "site-admin/shop",
            "wagtailadmin/nim",
            "administration/tea",
            "a/b/admin/c",
            "superadmin/x",
        ] {
            let [once, twice] = printed_of(&MODELS, &paths(above, &pages));
            assert!(once.iter().all(|&count| count > 0), "{above}: {once:?}");
            assert_eq!(twice, [4; MODELS.len()], "{above}");
        }
    }

    #[test]
    fn names_without_such_pages_and_outside_of_administrations_are_values() {
        for (above, pages) in [
            ("admin/helpdesk", ["", "add/", "3/edit/", "4/history/"]),
            (
                "zork",
                ["", "zork/add/", "zork/3/change/", "zork/4/history/"],
            ),
            ("zork/helpdesk", ["", "add/", "3/change/", "4/history/"]),
        ] {
            let [_, twice] = printed_of(&MODELS, &paths(above, &pages));
            assert!(twice.iter().sum::<usize>() < 30, "{above}: {twice:?}");
        }
    }
}
