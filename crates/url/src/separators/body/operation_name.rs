//! Which texts of a body name the operation that it asks for, besides those of
//! [selectors](crate::token::is_selector).
//!
//! | member | text | why |
//! |---|---|---|
//! | `type`, `kind` | `listTea`, `tea/delete` | begins with a verb |
//! | `type`, `kind` | `invoice.paid`, `order_created` | an event: dotted, or with what was done |
//! | `event` | `Tea Opened` | the same, as words |
//! | `object_kind`, `event_type`, `lti_message_type` | any name | the kind of a message |
//! | `type`, `kind` | `tea`, `image/png`, `Green Tea` | none: a thing, and a type of media |

use crate::bytes::{has_letter, is_alphanumeric_and, is_letters_and};
use crate::name_words::{NameWord, NameWords, WordEdge};
use crate::token::{is_verb_of_thing, names_call};

/// Maximum length of the name of an operation.
const LONGEST: usize = 80;

/// Words of what comes in messages, whose kind says what has happened or is to be done.
const MESSAGES: [&str; 8] = [
    "event",
    "hook",
    "message",
    "notification",
    "object",
    "request",
    "trigger",
    "webhook",
];

/// The types of media, which have subtypes: `image/png`.
const MEDIA: [&str; 7] = [
    "application",
    "audio",
    "font",
    "image",
    "multipart",
    "text",
    "video",
];

/// Words that call what others name.
const CALLS: [&str; 7] = [
    "call", "dispatch", "exec", "execute", "invoke", "perform", "run",
];

/// Whether a member or field names the operation of its body with a text. Members below the first
/// level are named by their path.
pub(super) fn names_operation(name: &[u8], text: &[u8]) -> bool {
    let mut words = NameWords::of(name);
    let Some(last) = words.next() else {
        return false;
    };
    let before = words.next();
    let is_of_message = before.is_some_and(|word| word.is_among(&MESSAGES));
    if is_of_message && last.is_among(&["type", "kind", "name", "event"]) {
        // What an event is called is a title: `event.name`.
        let is_title = last.is("name") && last.edge == WordEdge::Nested;
        return !is_title && is_name(text);
    }
    if last.is("event") {
        return is_letters_and(text, b" _-./:$") && is_event(text);
    }
    before.is_none() && last.is_among(&["type", "kind"]) && is_name(text) && is_event(text)
}

/// Whether a text says what is done or was done.
fn is_event(text: &[u8]) -> bool {
    if is_verb_of_thing(text) {
        return true;
    }
    let mut words = NameWords::of(text);
    let Some(last) = words.next().filter(|_| text.len() <= LONGEST) else {
        return false;
    };
    let Some(first) = words.last() else {
        return false;
    };
    let is_dotted = last.edge == WordEdge::Nested && !first.is_among(&MEDIA);
    is_dotted || is_participle(last) || is_participle(first)
}

/// Whether a word says what was done: `created`.
fn is_participle(word: NameWord<'_>) -> bool {
    let has_ending = word.text.len() > 3 && word.text.to_ascii_lowercase().ends_with(b"ed");
    has_ending || word.is_among(&["paid", "sent"])
}

/// Whether a text is written as a name of letters.
pub(super) fn is_name(text: &[u8]) -> bool {
    (1..=LONGEST).contains(&text.len()) && is_letters_and(text, b"_-./:$")
}

/// Whether a text is written as a name, which may have digits.
pub(super) fn is_name_with_digits(text: &[u8]) -> bool {
    text.len() <= LONGEST && has_letter(text) && is_alphanumeric_and(text, b"_-./:$")
}

/// Whether a method or a type calls others: `call`, `callMethod`, `rpc.invoke`.
pub(super) fn calls(name: &[u8]) -> bool {
    let mut has_verb = false;
    for word in NameWords::of(name) {
        let is_verb = word.is_among(&CALLS);
        if !is_verb && !names_call(word.text) {
            return false;
        }
        has_verb |= is_verb;
    }
    has_verb
}

/// Whether a member holds the arguments of a call, beside the name of what is called.
pub(super) fn is_arguments(member: &[u8]) -> bool {
    matches!(member, b"arguments" | b"args" | b"kwargs" | b"params")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_member_names_an_operation_by_its_name_and_its_text() {
        for (name, text, wanted) in [
            ("type", "listTea", true),
            ("type", "tea/delete", true),
            ("kind", "invoice.paid", true),
            ("type", "order_created", true),
            ("type", "teaDropped", true),
            ("event", "Tea Opened", true),
            ("event", "Signed Up", true),
            ("object_kind", "push", true),
            ("event_type", "REGULAR_ALARM", true),
            ("eventName", "tea", true),
            ("webhook.event.type", "tea", true),
            ("event.type", "app_mention", true),
            ("Records.eventName", "ObjectCreated:Put", true),
            ("batch.event", "Tea Opened", true),
            ("lti_message_type", "basic-lti-launch-request", true),
            // Things, types of media, titles and values.
            ("type", "tea", false),
            ("type", "greenTea", false),
            ("type", "image/png", false),
            ("type", "tea.2", false),
            ("type", "Tea Opened", false),
            ("event", "Summer Concert", false),
            ("event", "Tea 7 Opened", false),
            ("event_type", "Summer Concert", false),
            ("event.name", "Concert", false),
            ("event_id", "tea", false),
            ("a.type", "invoice.paid", false),
            ("name", "invoice.paid", false),
            ("user_name", "ann", false),
            ("product_type", "tea", false),
            ("type", "", false),
            ("", "tea.made", false),
        ] {
            let is_named = names_operation(name.as_bytes(), text.as_bytes());
            assert_eq!(is_named, wanted, "{name}: {text}");
        }
    }

    proptest! {
        /// The kind of a message counts in every spelling of its name.
        #[test]
        fn names_are_read_in_every_spelling(
            message in "hook|message|notification|object|trigger|webhook",
            tail in "type|kind|event",
            before in "|[b-eg-k]{3,6}_",
            separator in "_|-|\\.|:",
            is_upper: bool,
            text in "[bcf-k]{3,9}(_[bcf-k]{3,9})?",
        ) {
            let mut name = format!("{before}{message}{separator}{tail}");
            let mut thing = format!("{before}tea{separator}{tail}");
            if is_upper {
                name = name.to_ascii_uppercase();
                thing = thing.to_ascii_uppercase();
            }
            prop_assert!(names_operation(name.as_bytes(), text.as_bytes()), "{name}");
            prop_assert!(!names_operation(thing.as_bytes(), text.as_bytes()), "{thing}");
        }
    }
}
