//! Whether a name selects by its last word: `tx_news[action]`, `doAction`, `c0-methodName`.
//!
//! The [words](super::selector_words) are data: a table says of each behind which edges it selects,
//! and which words before it mean that it does not.

use super::super::words::{self, WordMarks};
use super::selector_words::{
    ALONE, BEFORE_NAME, BEFORE_TYPE, BEHIND_TYPE, CAPITAL, FRESH, GluedWord, HALT, JOINT, NESTED,
    SECOND, STOP, STRONG, TAIL_SHIFT, TAILS, TEXT, THING, marks_of,
};
use crate::name_words::{NameWord, NameWords, WordEdge};
use bstr::ByteSlice;

/// Whether a name that is in no list selects by its last words: by the last, or by two around a
/// capital, `_58_mvcPath`, that are listed as one name.
pub(super) fn selects(name: &[u8], is_listed: impl FnOnce(&[u8]) -> bool) -> bool {
    let mut words = NameWords::of(name);
    let Some(last) = words.next() else {
        return false;
    };
    let before = words.rest();
    let marks = marks_of(last.text);
    let is_selected = if marks & TAILS != 0 {
        is_marked_type(last, marks, &name[before.len()..])
            || selects_behind(last, marks, words.clone())
    } else if marks == 0 {
        // A list of strong ones: `actions[]`.
        let is_list = !name.ends_with(last.text);
        is_list && is_strong(singular(last.text), words.clone())
    } else {
        may_select(marks, place_of(last, name, &words), words.clone())
    };
    if is_selected {
        return true;
    }
    let Some(first) = words.next() else {
        return false;
    };
    if last.edge == WordEdge::Capital {
        let start = before.len() - first.text.len();
        let end = before.len() + last.text.len();
        if is_listed(&name[start..end]) {
            return true;
        }
    }
    if marks & SECOND == 0 {
        return false;
    }
    let whole = [first.text, last.text].concat();
    let edge = NameWord {
        edge: first.edge,
        ..last
    };
    may_select(marks_of(&whole), place_of(edge, name, &words), words)
}

/// Whether a name selects by the word before its last one, which is a [tail](TAILS).
fn selects_behind(tail: NameWord<'_>, marks: u16, mut before: NameWords<'_>) -> bool {
    let Some(word) = before.next() else {
        return false;
    };
    let needed = (marks & TAILS) >> TAIL_SHIFT;
    let marks = match tail.edge {
        // One of several: `actions.name`.
        WordEdge::Nested => marks_of(singular(word.text)),
        _ => marks_of(word.text),
    };
    let is_of_thing = marks & THING != 0 && tail.edge == WordEdge::Joint;
    !is_of_thing && may_select(marks, needed, before)
}

/// Whether a word is a strong one, which selects behind these words.
fn is_strong(word: &[u8], before: NameWords<'_>) -> bool {
    let marks = marks_of(word);
    marks & STRONG != 0 && may_select(marks, JOINT, before)
}

/// Returns a word without the `s` at its end.
fn singular(word: &[u8]) -> &[u8] {
    word.strip_suffix(b"s").unwrap_or(word)
}

/// Whether a name of one word in small letters selects: a word of another language, one behind a
/// known word (`useraction`, but not `transaction`), or one before a word for its name
/// (`methodname`).
pub(super) fn selects_glued(name: &[u8]) -> bool {
    if marks_of(name) & ALONE != 0 {
        return true;
    }
    let Some(word) = GluedWord::of(name, |_| true) else {
        return false;
    };
    let needed = (word.marks & TAILS) >> TAIL_SHIFT;
    if needed == 0 {
        return is_behind_known(&word);
    }
    let marks = marks_of(word.before);
    if marks & needed != 0 {
        return marks & THING == 0;
    }
    match GluedWord::of(word.before, |marks| marks & needed != 0) {
        Some(word) => is_behind_known(&word),
        None => false,
    }
}

/// Whether the word before a glued one is known, and does not keep it from selecting.
fn is_behind_known(word: &GluedWord<'_>) -> bool {
    // Few other words are as short as `fraction` without `action`.
    if word.before.len() < 3 || does_stop(marks_of(word.before), stops_of(word.marks)) {
        return false;
    }
    words::is_known(word.before)
}

/// Whether a name holds free text, by one of its words.
pub(super) fn holds_text(name: &[u8]) -> bool {
    NameWords::of(name).any(|word| marks_of(word.text) & TEXT != 0)
}

/// Whether a word for the type of a message has a mark, as in JSON-LD and in web services: `@type`,
/// `__type`.
fn is_marked_type(word: NameWord<'_>, marks: u16, with_edge: &[u8]) -> bool {
    let edge = match with_edge.find(word.text) {
        Some(start) if marks & BEHIND_TYPE != 0 => &with_edge[..start],
        _ => return false,
    };
    edge.ends_with(b"@") || edge.ends_with(b"__")
}

/// Whether a name ends with a word for what is called, or for several: `method`, `rpc`,
/// `methodCalls`.
pub(super) fn names_call(name: &[u8]) -> bool {
    let Some(last) = NameWords::of(name).next() else {
        return false;
    };
    marks_of(singular(last.text)) & BEFORE_NAME != 0
        || words::look_up(last.text).has(WordMarks::API)
}

/// Whether a name has a word for an action, which programs number too: `cmd_typ=7`, `op=3`.
pub(super) fn names_action(name: &[u8]) -> bool {
    NameWords::of(name).any(|word| marks_of(word.text) & BEFORE_TYPE != 0)
}

/// Returns the mark of words that select where a word stands in a name.
fn place_of(word: NameWord<'_>, name: &[u8], before: &NameWords<'_>) -> u16 {
    match word.edge {
        WordEdge::Nested => NESTED,
        // The whole name, behind a mark: `_route`. Before an index (`cmd[]`, `action_1`) fewer
        // words select, since a list of pages or sections is a filter.
        WordEdge::Start if name.ends_with(word.text) => NESTED,
        WordEdge::Joint | WordEdge::Capital if is_behind_interface(before.clone()) => NESTED,
        WordEdge::Capital => CAPITAL,
        WordEdge::Joint | WordEdge::Start => JOINT,
    }
}

/// Whether the last of some words names what programs are asked through: `ajaxMethod`.
fn is_behind_interface(mut before: NameWords<'_>) -> bool {
    match before.next() {
        Some(word) => word.is("ajax") || words::look_up(word.text).has(WordMarks::API),
        None => false,
    }
}

/// Whether a word with these marks has one, and no word before it keeps it from selecting.
fn may_select(marks: u16, needed: u16, before: NameWords<'_>) -> bool {
    if marks & needed == 0 {
        return false;
    }
    let is_weak = needed == JOINT && marks & STRONG == 0;
    if is_weak && marks & THING != 0 && is_behind_thing(before.clone()) {
        return false;
    }
    let stops = stops_of(marks);
    for word in before {
        let marks = marks_of(word.text);
        if marks & FRESH == FRESH && !is_weak {
            return true;
        }
        if does_stop(marks, stops) {
            return false;
        }
    }
    true
}

/// Whether the last of some words names a thing.
fn is_behind_thing(mut before: NameWords<'_>) -> bool {
    match before.next() {
        Some(word) => words::look_up(word.text).has(WordMarks::NAMING),
        None => false,
    }
}

/// Whether a word with these marks has one of those that stop.
fn does_stop(marks: u16, stops: u16) -> bool {
    marks & FRESH != FRESH && marks & stops != 0
}

/// Returns the marks of words that keep one with these marks from selecting.
fn stops_of(marks: u16) -> u16 {
    if marks & STRONG == 0 {
        return STOP | HALT;
    }
    STOP
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether a name selects by its last word alone.
    fn selects(name: &[u8]) -> bool {
        super::selects(name, |_| false)
    }

    #[test]
    fn a_name_selects_by_its_last_word() {
        for (name, wanted) in [
            // Behind any edge.
            ("tx_news_pi1[action]", true),
            ("tx_news_pi1%5Baction%5D", true),
            ("tx_x[controller]", true),
            ("data[op]", true),
            ("jform[task]", true),
            ("req.action", true),
            ("form:action", true),
            ("ctl00$action", true),
            ("wizard/step", true),
            ("_58_struts_action", true),
            ("user_action", true),
            ("Bulk-Action", true),
            ("bulk%20action", true),
            ("doAction", true),
            ("USER_ACTION", true),
            // Beside marks and numbers.
            ("cmd[]", true),
            ("action_1", true),
            ("x[task][0]", true),
            ("_route", true),
            // Before a word for its name or its kind.
            ("viewName", true),
            ("c0-methodName", true),
            ("c0-scriptName", true),
            ("_58_mvcRenderCommandName", true),
            ("action[name]", true),
            ("action.type", true),
            ("actions.name", true),
            ("actions_name", false),
            ("request.intent.name", true),
            ("input.@type", true),
            ("input[__type]", true),
            ("input.type", false),
            ("cmd_id", true),
            ("pageId", true),
            ("page_type", false),
            ("product_id", false),
            // In other languages.
            ("form[accion]", true),
            ("user_ação", true),
            ("user_a%C3%A7%C3%A3o", true),
            ("форма[ДЕЙСТВИЕ]", true),
            ("tipo.pagina", true),
            ("pàgina", true),
            ("PAGINA", true),
            ("hành_động", true),
            ("form[h%C3%A0nh-%C4%91%E1%BB%99ng]", true),
            ("hanhDong", true),
            ("muka_surat", true),
            ("dong", false),
            ("a_dong", false),
            ("栏目", true),
            ("频道", true),
            ("x[控制器]", true),
            ("данные.старонка", true),
            ("ページ", true),
            // Weaker words only as members.
            ("data[method]", true),
            ("components.calls.method", true),
            ("rpc.event", true),
            ("sort_method", false),
            ("enter_method", false),
            ("mailMethod", false),
            ("message.operation", true),
            ("message[event]", true),
            ("job.processor", false),
            ("pipeline.processor", true),
            ("form_trigger", true),
            // Below the result of a query.
            ("queryResult.action", true),
            ("queryResult.intent.name", true),
            ("search_response[operation]", true),
            ("query.action", false),
            ("result.query.action", false),
            ("fromPage", false),
            ("page_1", false),
            ("section[]", false),
            ("tipo_pagina", false),
            // What a thing is like, or where somebody comes from.
            ("payment.method", false),
            ("shipping[mode]", false),
            ("product_view", false),
            ("filter[action]", false),
            ("filters.0.op", false),
            ("next_action", false),
            ("return_action", false),
            ("return_module", false),
            ("__referrer[@action]", false),
            ("screen_name", false),
            // But such a thing has actions too.
            ("order[action]", true),
            ("payment.action", true),
            // Behind what programs are asked through, and in lists.
            ("ajaxMethod", true),
            ("rpc_event", true),
            ("actions[]", true),
            ("commands[0]", true),
            ("actions", false),
            ("pages[]", false),
            // A thing of another, what comes to be done, and operators.
            ("room_view", false),
            ("sea_view", false),
            ("course_module", false),
            ("courseModule", true),
            ("admin_module", true),
            ("medical_procedure", false),
            ("business_function", false),
            ("type_of_operation", false),
            ("form_operation", true),
            ("things_to_do", false),
            ("privacy_act", false),
            ("price_op", false),
            ("filter[op]", false),
            ("search_results_tab", false),
            ("service_name", false),
            ("serviceName", true),
            ("module_name", false),
            ("task[name]", true),
            ("operation_name", true),
            ("travel[mode]", false),
            ("contact[method]", false),
            ("tipo_operacion", false),
            ("form[operacion]", true),
            // Other words.
            ("x[color]", false),
            ("card.layout", false),
            ("address.area", false),
            ("user_id", false),
            ("user.name", false),
            ("transaction", false),
            ("actions.count", false),
            ("", false),
            ("__", false),
            ("name", false),
        ] {
            assert_eq!(selects(name.as_bytes()), wanted, "{name}");
        }
    }

    #[test]
    fn a_word_may_be_glued_to_a_known_one() {
        for (name, wanted) in [
            ("useraction", true),
            ("formaction", true),
            ("editcmd", true),
            ("pagecontroller", true),
            ("userfunction", true),
            ("accountmodule", true),
            ("methodname", true),
            ("actionname", true),
            ("funcname", true),
            ("commandname", true),
            ("handlername", true),
            ("operationtype", true),
            ("cmdid", true),
            ("useractionname", true),
            ("pagina", true),
            ("caozuo", true),
            ("servicename", false),
            ("username", false),
            ("filename", false),
            ("methodid", false),
            ("modeltype", false),
            ("jobfunction", false),
            ("transaction", false),
            ("interaction", false),
            ("fraction", false),
            ("reaction", false),
            ("satisfaction", false),
            ("nextaction", false),
            ("action", false),
            ("cmd", false),
            ("color", false),
            ("", false),
        ] {
            assert_eq!(selects_glued(name.as_bytes()), wanted, "{name}");
        }
    }

    #[test]
    fn the_last_two_words_are_those_around_a_capital() {
        for (name, wanted) in [
            ("_58_mvcPath", "mvcPath"),
            ("x%5BpageColor%5D", "pageColor"),
            ("data.entryPointURL", "PointURL"),
            ("a_A_aA", "aA"),
            ("x[view_mood]", ""),
            ("path", ""),
            ("", ""),
        ] {
            let mut found = Vec::new();
            super::selects(name.as_bytes(), |text| {
                text.clone_into(&mut found);
                false
            });
            assert_eq!(found.as_bstr(), wanted, "{name}");
        }
    }

    proptest! {
        /// A word selects alike however it is set off, and whatever stands before it.
        #[test]
        fn a_word_selects_in_every_spelling(
            word in "action|cmd|command|task|controller|handler|verb|eylem|akcja|действие",
            color in "colou?r|size|brand|amount|theme",
            before in "[b-eg-k]{3,6}(_[b-eg-k]{3,6}){0,3}",
            separator in "\\.|:|\\$|/|_|-|%5B|%3A|%24|%20",
            index in "|\\[\\]|\\[0\\]|_12|%5B7%5D",
            shape in 0..3_u8,
        ) {
            let shaped = |word: &str| match shape {
                0 => word.to_owned(),
                1 => word.to_uppercase(),
                _ => word[..1.max(word.chars().next().map_or(1, char::len_utf8))].to_uppercase()
                    + &word[word.chars().next().map_or(1, char::len_utf8)..],
            };
            let name = |word: &str| format!("{before}{separator}{}{index}", shaped(word));
            prop_assert!(selects(name(&word).as_bytes()), "{}", name(&word));
            prop_assert!(!selects(name(&color).as_bytes()), "{}", name(&color));
            if word.is_ascii() {
                let (first, rest) = word.split_at(1);
                let camel = format!("{before}{}{rest}{index}", first.to_ascii_uppercase());
                prop_assert!(selects(camel.as_bytes()), "{camel}");
            }
        }

        #[test]
        fn any_bytes_are_taken(name in prop::collection::vec(any::<u8>(), 0..40)) {
            selects(&name);
            selects_glued(&name);
        }
    }
}
