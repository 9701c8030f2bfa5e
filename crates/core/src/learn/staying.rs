//! Decides which words stay words at a learned position, and which are values: the one place for
//! it, whether a list is read once or twice.
//!
//! - Names that would be dangerous to lose, files, versions, and names that begin with `_` or `.`
//!   stay. So do names whose [surroundings](Learner::is_name) show that they are names.
//! - Words of the word lists, and phrases with an action, stay as long as their position has no
//!   more points than their [patience](super::rules).
//! - They are values all the same where something stands below them that stands below values there:
//!   a repository called `core` is one more repository with `/commits`. The end of the path,
//!   actions and files stand below anything, and say nothing. In one pass this takes a list or a
//!   value above, and a name below that has been seen below another word; in two passes it takes
//!   the evidence of [the whole list](super::continuations).

use super::context::{Ground, PathContext, WordKind};
use super::position::Position;
use super::rules::{self, ENDLESS};
use super::seat::{PositionKey, Seat};
use super::{Learner, ReadToken};
use crate::record::Segment;
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

impl Learner {
    /// Returns the token of a segment, given the state of its position or the whole list.
    #[inline(never)]
    pub(super) fn decide_by(&self, position: Position, seat: &Seat<'_>) -> ReadToken {
        let segment = seat.segment;
        if segment.has_stem() && self.is_of_value(seat) {
            return ReadToken::variable(segment);
        }
        if position.values && self.is_release(seat) {
            return ReadToken::variable(segment);
        }
        if self.is_fixed(seat.context, segment) {
            return ReadToken::own(segment);
        }
        if segment.traits.has(Traits::VALUE) {
            if self.is_task(seat) {
                return ReadToken::task(segment);
            }
            return ReadToken {
                token: segment.token,
                is_learned: position.variable,
            };
        }
        let is_alike = position.alike || self.continue_alike(seat);
        let position = Position {
            variable: self.is_learned(position, seat) || is_alike,
            alike: is_alike,
            ..position
        };
        let is_value = if position.variable {
            !self.stays(position, seat)
        } else {
            position.values && self.is_like_numbers(seat)
        };
        let is_value = is_value
            || ((position.values || seat.context.may_have_member(segment))
                && self.is_like_ids(seat))
            || self.continues_like_values(position, seat);
        ReadToken::of(segment, is_value && !self.is_name(seat))
    }

    /// Whether a position is learned. Once the whole list has been read, its balance has to be
    /// enough in the end.
    fn is_learned(&self, position: Position, seat: &Seat<'_>) -> bool {
        let context = seat.context;
        if !self.surveyed || !position.variable || position.alike {
            return position.variable;
        }
        let thresholds = self.thresholds();
        let least = if context.ground >= Ground::Listed {
            if context.api { 1 } else { i32::MIN }
        } else if !context.has_own_position(seat.segment) {
            thresholds.unlearned
        } else if context.depth == 0 {
            thresholds.foreign_first_unlearned
        } else {
            thresholds.evidence
        };
        position.balance >= least
    }

    /// Whether what stands around a word shows that it is a name, whatever its position has become.
    pub(super) fn is_name(&self, seat: &Seat<'_>) -> bool {
        self.is_route(seat)
            || self.is_below_ids(seat)
            || self.is_model(seat)
            || self.is_administered(seat)
            || self.is_frame(seat)
            || self.is_task(seat)
            || self.is_kind(seat)
            || self.is_view(seat)
            || self.are_pages(seat)
    }

    /// Whether a name of two parts says that a program acts there.
    fn is_route(&self, seat: &Seat<'_>) -> bool {
        seat.segment.traits.has(Traits::ROUTE)
            && seat.context.ground < Ground::Listed
            && self.tuning.has(rules::ROUTE_PARTS)
    }

    /// Whether a name is a value without its extension, which then shows data about it.
    #[cold]
    fn is_of_value(&self, seat: &Seat<'_>) -> bool {
        let segment = seat.segment;
        let stem = Segment {
            token: segment.stem,
            variable: seat.key.token(b"{}"),
            stem: 0,
            traits: Traits(segment.traits.0 & !Traits::FIXED),
            ..*segment
        };
        let stem_seat = Seat {
            segment: &stem,
            ..*seat
        };
        let position_key = stem_seat.position_key();
        let position = self.position(position_key).unwrap_or_default();
        position.variable
            && self.contains(stem_seat.word_key(position_key))
            && !self.stays(position, &stem_seat)
    }

    /// Whether the words at a position continue alike, according to the whole list.
    fn continue_alike(&self, seat: &Seat<'_>) -> bool {
        match &self.continuations {
            Some(continuations) if self.surveyed => continuations.are_alike(self.tuning, seat),
            _ => false,
        }
    }

    /// Whether a word continues like the values at its position, according to the whole list.
    fn continues_like_values(&self, position: Position, seat: &Seat<'_>) -> bool {
        if !self.surveyed || self.is_protected(seat.context, seat.segment) {
            return false;
        }
        match &self.continuations {
            Some(continuations) => continuations.is_value(self.tuning, seat, position.variable),
            None => false,
        }
    }

    /// Whether a word stays a word at a learned position.
    fn stays(&self, position: Position, seat: &Seat<'_>) -> bool {
        let &Seat {
            context, segment, ..
        } = seat;
        if self.is_protected(context, segment) && !self.is_one_more(seat) {
            return true;
        }
        let thresholds = self.thresholds();
        let kind = context.kind(segment);
        if position.balance >= self.rules.patience(context, kind, segment) {
            return false;
        }
        let is_ordinary = matches!(kind, WordKind::Name | WordKind::Phrase);
        let has_points = position.balance >= 2 * thresholds.word;
        if is_ordinary && has_points && self.continues_a_list(seat) {
            return false;
        }
        !(position.alike && (self.is_sibling(seat) || self.is_thing(seat)))
    }

    /// Whether a word looks like the numbers at its position.
    fn is_like_numbers(&self, seat: &Seat<'_>) -> bool {
        let segment = seat.segment;
        segment.traits.has(Traits::NUMBERED)
            && !segment.traits.has(Traits::PROTECTED)
            && matches!(
                seat.context.kind(segment),
                WordKind::Unfamiliar | WordKind::UnfamiliarPhrase
            )
            && self.tuning.has(rules::DIGITS_BESIDE_VALUES)
    }

    /// Whether the next word has followed values at this position, after a value or the name of a
    /// list. If so, a repository called `core` is one more repository with `/commits`.
    fn continues_a_list(&self, seat: &Seat<'_>) -> bool {
        let context = seat.context;
        let below_value = context.value && !context.api && context.ground == Ground::Plain;
        (below_value || context.ground == Ground::Listed) && self.next_has_followed(seat)
    }

    /// Whether the next word has followed values at a dangerous name's position; in an API also
    /// only if the name follows a value.
    pub(super) fn is_one_more(&self, seat: &Seat<'_>) -> bool {
        (seat.context.value || seat.context.ground == Ground::Listed)
            && self.next_has_followed(seat)
    }

    /// Whether the word after a segment has followed other segments at its position.
    fn next_has_followed(&self, seat: &Seat<'_>) -> bool {
        seat.next()
            .is_some_and(|next| self.has_followed(seat, next))
    }

    /// Whether a word has followed any segment at a position.
    pub(super) fn has_followed(&self, seat: &Seat<'_>, next: &Segment) -> bool {
        if self.was_gathered() {
            return self.others_are_followed(seat, next, None);
        }
        !next.traits.has(Traits::VALUE) && self.has_stood(seat.key, seat.template(), next)
    }

    /// Whether a word, or any value, has followed a template.
    pub(super) fn has_stood(&self, key: &Key, template: u64, segment: &Segment) -> bool {
        let position_key = PositionKey::after(key, template, segment);
        if segment.traits.has(Traits::VALUE) {
            self.position(position_key)
                .is_some_and(|position| position.values)
        } else {
            self.contains(position_key.word(key, segment.token))
        }
    }

    /// Whether a segment is never variable: versions, files and calls, and names that begin with
    /// `_` or `.`.
    pub(super) fn is_fixed(&self, context: &PathContext, segment: &Segment) -> bool {
        context.is_fixed(segment)
            || (segment.traits.has(Traits::HIDDEN) && self.tuning.has(rules::HIDDEN_STAY))
    }

    /// Whether a word would be dangerous to lose, and is at a position where it may be an endpoint.
    pub(super) fn is_protected(&self, context: &PathContext, segment: &Segment) -> bool {
        segment.traits.has(Traits::PROTECTED)
            && context.ground < Ground::Free
            && self.tuning.has(rules::PROTECTED_STAY)
    }

    /// Whether a word is no value, whatever its position has become.
    #[inline]
    pub(super) fn never_varies(&self, context: &PathContext, segment: &Segment) -> bool {
        self.is_fixed(context, segment)
            || self.is_protected(context, segment)
            || self.rules.patience(context, context.kind(segment), segment) == ENDLESS
    }
}

#[cfg(test)]
mod tests {
    use crate::Sift;
    use std::collections::HashSet;

    /// Words that nobody's lists have, and words of endpoints, in a language.
    struct Vocabulary {
        invented: &'static str,
        endpoints: &'static str,
    }

    const VOCABULARIES: [Vocabulary; 4] = [
        Vocabulary {
            invented: "quokka wombat numbat dingo bilby zork quux frob nim quil vorp brel",
            endpoints: "delete export import refund approve secret keys transfer impersonate roles \
                        billing users user profile settings search login admin backup report test \
                        staff messages reset-password shop-checkout api files news",
        },
        Vocabulary {
            invented: "caracol-manso burbuja cantimplora zanahoria piedra-lisa madreselva \
                       guijarro-gris luciernaga tamborilero abejorro-lento hojarasca campanilla",
            endpoints: "usuario perfil exportar buscar contacto registro pedidos carrito delete",
        },
        Vocabulary {
            invented: "sternschnuppe wackelpudding morgentau-wiese kieselstein drachenboot \
                       pusteblume zaunkoenig apfelwein-keller regenpfeifer murmelbahn \
                       fingerhut löwenmaul",
            endpoints: "benutzer profil suche anmelden warenkorb kontakt export delete",
        },
        Vocabulary {
            invented: "журавль-над-рекой барсук одуванчик подорожник черника-лесная воробей \
                       кузнечик-луговой василек перепелка горихвостка незабудка ромашка",
            endpoints: "пользователь профиль поиск вход корзина export delete",
        },
    ];

    /// Returns the lines that a filter keeps, read once or twice.
    fn kept<'a>(lines: &[&'a str], twice: bool) -> HashSet<&'a str> {
        let built = Sift::builder().two_pass(twice).build();
        let mut sift = built.expect("the settings are valid");
        if twice {
            assert!(sift.filter(lines).count() > 0);
            sift.restart();
        }
        sift.filter(lines).copied().collect()
    }

    #[test]
    fn what_stays_at_a_learned_position_in_one_pass_stays_in_two_in_any_order() {
        let mut stayed = 0;
        for vocabulary in &VOCABULARIES {
            for above in [
                "admin/",
                "zork/",
                "api/v1/",
                "users/",
                "zork/vorp/",
                "team/17/",
                "en/",
                "",
                "app/",
                "account/",
                "item/7/x/",
                "2024/05/",
                "tag/",
            ] {
                for below in ["", "/edit", "/export", "?page=2", "/map.js", "/17"] {
                    let line = |word| format!("https://zoo.example/{above}{word}{below}");
                    let invented: Vec<String> =
                        vocabulary.invented.split_whitespace().map(line).collect();
                    let endpoints: Vec<String> =
                        vocabulary.endpoints.split_whitespace().map(line).collect();
                    let mut lines: Vec<&str> = invented.iter().map(String::as_str).collect();
                    lines.extend(endpoints.iter().map(String::as_str));
                    let once = kept(&lines, false);
                    for step in [1, 5, 11] {
                        lines.rotate_left(step);
                        lines.reverse();
                        let twice = kept(&lines, true);
                        for endpoint in &endpoints {
                            let endpoint = endpoint.as_str();
                            stayed += usize::from(once.contains(endpoint));
                            assert!(
                                !once.contains(endpoint) || twice.contains(endpoint),
                                "{endpoint}"
                            );
                        }
                    }
                }
            }
        }
        assert!(stayed > 6000, "{stayed}");
    }
}
