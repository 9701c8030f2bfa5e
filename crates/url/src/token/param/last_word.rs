//! Whether a name selects by its last word: `tx_news[action]`, `doAction`, `c0-methodName`.
//!
//! The words are data: the table `../data/selector_words.txt` says of each behind which edges it
//! selects, and which words before it mean that it does not.

use super::super::lexicon::{self, Lexicon};
use super::super::words::{self, WordMarks};
use crate::bytes::has_byte;
use crate::display_text::folded;
use crate::name_words::{NameWord, NameWords, WordEdge};
use bstr::ByteSlice;
use std::sync::LazyLock;

// The marks of a word: where it selects,
const NESTED: u16 = 1;
const JOINT: u16 = 1 << 1;
const CAPITAL: u16 = 1 << 2;
const BEFORE_NAME: u16 = 1 << 3;
const BEFORE_TYPE: u16 = 1 << 4;
const BEFORE_ID: u16 = 1 << 5;
// and whether it keeps others from selecting.
const STRONG: u16 = 1 << 6;
const STOP: u16 = 1 << 7;
const HALT: u16 = 1 << 8;
// It also selects where nothing but a known word is before it.
const GLUED: u16 = 1 << 9;
// Words before it stop nothing: what comes out of a query is none.
const FRESH: u16 = 1 << 10;
// The second of two words of another language that are one: `hanh_dong`.
const SECOND: u16 = 1 << 11;

/// The labels of the table's lines.
const LABELS: [(&str, u16); 11] = [
    ("nested", NESTED),
    ("joint", JOINT),
    ("capital", CAPITAL),
    ("name", BEFORE_NAME),
    ("type", BEFORE_TYPE),
    ("id", BEFORE_ID),
    ("strong", STRONG),
    ("stop", STOP),
    ("halt", HALT),
    ("glued", GLUED),
    ("fresh", FRESH),
];

/// Words behind which the word before decides, `viewName`, with the mark that it needs.
const TAILS: [(&str, u16); 6] = [
    ("name", BEFORE_NAME),
    ("type", BEFORE_TYPE),
    ("code", BEFORE_TYPE),
    ("kind", BEFORE_TYPE),
    ("id", BEFORE_ID),
    ("key", BEFORE_ID),
];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut marked = Vec::new();
    for line in include_str!("../data/selector_words.txt").lines() {
        let Some((labels, words)) = line.split_once(": ") else {
            continue;
        };
        let mut marks = 0;
        for (label, mark) in LABELS {
            if labels.split(' ').any(|own| own == label) {
                marks |= mark;
            }
        }
        if marks != 0 {
            marked.extend(lexicon::words(words).map(|word| (word, marks)));
        }
    }
    Lexicon::new(&marked)
});

/// Words for pages and actions in other languages.
static ABROAD: LazyLock<Lexicon> = LazyLock::new(|| {
    let pages = include_str!("../data/pages_abroad.txt");
    let actions = include_str!("../data/actions_abroad.txt");
    let of_action = NESTED | JOINT | CAPITAL | BEFORE_NAME;
    let mut marked = lexicon::marked_words(&[(pages, NESTED), (actions, of_action)]);
    for name in lexicon::words(pages).chain(lexicon::words(actions)) {
        if let Some((_, second)) = name.rsplit_once('_') {
            marked.push((second, SECOND));
        }
    }
    Lexicon::new(&marked)
});

/// Whether a name that is in no list selects by its last word.
pub(super) fn selects(name: &[u8]) -> bool {
    let mut words = NameWords::of(name);
    let Some(last) = words.next() else {
        return false;
    };
    if last.is("type") && is_marked(last.text, name) {
        return true;
    }
    for (tail, mark) in TAILS {
        if last.is(tail) {
            let Some(word) = words.next() else {
                return false;
            };
            // One of several: `actions.name`.
            let single = match word.text {
                [single @ .., b's'] if last.edge == WordEdge::Nested => single,
                text => text,
            };
            let word = NameWord {
                text: single,
                ..word
            };
            return may_select(word, mark, words);
        }
    }
    if may_select(last, place_of(last, name), words.clone()) {
        return true;
    }
    if marks_of(last.text) & SECOND == 0 {
        return false;
    }
    let Some(first) = words.next() else {
        return false;
    };
    let whole = NameWord {
        text: &[first.text, last.text].concat(),
        edge: first.edge,
    };
    let edge = NameWord {
        edge: first.edge,
        ..last
    };
    may_select(whole, place_of(edge, name), words)
}

/// Whether a name of one word in small letters selects: a word of another language, one behind a
/// known word (`useraction`, but not `transaction`), or one before a word for its name
/// (`methodname`).
pub(super) fn selects_glued(name: &[u8]) -> bool {
    if ABROAD.marks(name) & NESTED != 0 {
        return true;
    }
    for (tail, mark) in TAILS {
        if let Some(word) = name.strip_suffix(tail.as_bytes()) {
            return look_up(word) & mark != 0 || ends_glued(word, GLUED | mark);
        }
    }
    ends_glued(name, GLUED)
}

/// Whether a name ends with a word that has these marks, behind a known word.
fn ends_glued(name: &[u8], wanted: u16) -> bool {
    // Few other words are as short as `fraction` without `action`.
    for start in 3..name.len().saturating_sub(2) {
        let (before, word) = name.split_at(start);
        let marks = WORDS.marks(word);
        if marks & wanted == wanted {
            let is_stopped = WORDS.marks(before) & stops_of(marks) != 0;
            return !is_stopped && words::look_up(before).has(WordMarks::KNOWN);
        }
    }
    false
}

/// Returns the last two words of a name if only a capital sets off the last one: `mvcPath` of
/// `_58_mvcPath`.
pub(super) fn last_compound(name: &[u8]) -> Option<&[u8]> {
    let mut words = NameWords::of(name);
    let last = words.next().filter(|word| word.edge == WordEdge::Capital)?;
    let before = words.next()?;
    let middle = name.rfind(last.text)?;
    name.get(middle - before.text.len()..middle + last.text.len())
}

/// Whether the last word of a name has a mark, as the type of a message in JSON-LD and in web
/// services: `@type`, `__type`.
fn is_marked(last: &[u8], name: &[u8]) -> bool {
    let before = &name[..name.rfind(last).unwrap_or_default()];
    before.ends_with(b"@") || before.ends_with(b"__")
}

/// Returns the mark of words that select where a word stands in a name.
fn place_of(word: NameWord<'_>, name: &[u8]) -> u16 {
    match word.edge {
        WordEdge::Nested => NESTED,
        WordEdge::Capital => CAPITAL,
        // The whole name, behind a mark: `_route`. Before an index (`cmd[]`, `action_1`) fewer
        // words select, since a list of pages or sections is a filter.
        WordEdge::Start if name.ends_with(word.text) => NESTED,
        WordEdge::Joint | WordEdge::Start => JOINT,
    }
}

/// Whether a word has a mark, and none of the words before it keeps it from selecting.
fn may_select(word: NameWord<'_>, mark: u16, before: NameWords<'_>) -> bool {
    let marks = marks_of(word.text);
    if marks & mark == 0 {
        return false;
    }
    let stops = stops_of(marks);
    for word in before {
        let marks = marks_of(word.text);
        if marks & FRESH != 0 {
            return true;
        }
        if marks & stops != 0 {
            return false;
        }
    }
    true
}

/// Returns the marks of words that keep one with these marks from selecting.
fn stops_of(marks: u16) -> u16 {
    if marks & STRONG == 0 {
        return STOP | HALT;
    }
    STOP
}

/// Looks a word up, in any script and with or without escapes.
fn marks_of(word: &[u8]) -> u16 {
    if word.is_ascii() && !has_byte(word, b'%') {
        return look_up(word);
    }
    look_up(&folded(word))
}

fn look_up(word: &[u8]) -> u16 {
    WORDS.marks(word) | ABROAD.marks(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            ("_58_mvcPath", Some("mvcPath")),
            ("x%5BpageName%5D", Some("pageName")),
            ("data.entryPointURL", Some("PointURL")),
            ("a_A_aA", Some("aA")),
            ("x[view_mode]", None),
            ("path", None),
            ("", None),
        ] {
            let found = last_compound(name.as_bytes()).map(|text| text.to_str_lossy().into_owned());
            assert_eq!(found.as_deref(), wanted, "{name}");
        }
    }

    #[test]
    fn the_table_has_labels_and_words() {
        let table = include_str!("../data/selector_words.txt");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (labels, words) = line.split_once(": ").expect("it has labels");
            for label in labels.split(' ') {
                assert!(LABELS.iter().any(|(known, _)| *known == label), "{label}");
            }
            assert!(words.split(' ').all(|word| !word.is_empty()), "{words}");
        }
    }

    #[test]
    fn words_abroad_are_in_lower_case_and_short() {
        let pages = include_str!("../data/pages_abroad.txt");
        let actions = include_str!("../data/actions_abroad.txt");
        let mut words: Vec<&str> = lexicon::words(pages)
            .chain(lexicon::words(actions))
            .collect();
        for word in &words {
            assert_eq!(folded(word.as_bytes()), word.as_bytes(), "{word}");
            assert!(ABROAD.marks(word.as_bytes()) != 0, "{word} is too long");
        }
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
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
            last_compound(&name);
            selects_glued(&name);
        }
    }
}
