//! The body of a request, read as names with values.
//!
//! Fields of forms and members of JSON objects are parameters like those of a query. Nested ones
//! are named by their path, `user.name`; members of list items have no index, `items.name`. Where
//! one address serves many operations, only the operation counts: type and name of a GraphQL
//! operation, the method of JSON-RPC, XML-RPC and GWT-RPC, the first element of a SOAP body.
//!
//! Accepts any bytes; bytes of any other form have no names.

mod form;
mod gwt;
mod json;
mod names;
mod operation_name;
mod xml;

use crate::bytes::first;
use crate::input::trimmed;
use crate::token::graphql_operation;
pub(super) use names::BodyFields;

/// Bytes read of a body.
pub(super) const LONGEST: usize = 1 << 16;

/// Reads the names of a body; drops those read before.
pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    names.clear();
    let body = first(body, LONGEST);
    let body = trimmed(body);
    if graphql_operation(body).is_some() {
        names.add_document(body);
        return;
    }
    match body {
        [b'{' | b'[', ..] => json::read(body, names),
        [b'<', ..] => xml::read(body, names),
        [b'0'..=b'9', ..] if gwt::read(body, names) => {}
        _ if form::read_parts(body, names) => {}
        _ => form::read(body, names),
    }
}

#[cfg(test)]
pub(super) fn shown(body: &[u8]) -> String {
    let mut names = BodyFields::default();
    read(body, &mut names);
    let shown = names.iter().map(|(name, value)| match value {
        b"" => String::from_utf8_lossy(name).into_owned(),
        _ => format!(
            "{}: {}",
            String::from_utf8_lossy(name),
            String::from_utf8_lossy(value)
        ),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::names::MOST;
    use super::*;
    use crate::token::{Classes, Params, QueryContext};
    use proptest::prelude::*;

    #[test]
    fn a_body_has_a_bounded_number_of_names() {
        let form = (0..300)
            .map(|i| format!("a{}b=1&", "x".repeat(i % 100) + &i.to_string()))
            .collect::<Vec<_>>()
            .concat();
        let mut names = BodyFields::default();
        read(form.as_bytes(), &mut names);
        assert_eq!(names.iter().count(), MOST);
        read(b"a=1", &mut names);
        assert_eq!(names.iter().count(), 1, "nothing is left of the one before");
        let long = format!("{}=1&b=2", "a".repeat(LONGEST));
        read(long.as_bytes(), &mut names);
        assert!(names.is_empty(), "the name ends nowhere");
    }

    #[test]
    fn what_is_none_has_no_names() {
        for body in [
            "",
            "-",
            "--",
            "{",
            "[",
            "<",
            "hello world",
            "<html><body>hello</body></html>",
            "\0\u{1}",
        ] {
            let shown = shown(body.as_bytes());
            assert!(
                shown.is_empty() || body.starts_with("<html"),
                "{body}: {shown}"
            );
        }
    }

    /// Returns the names of a body as they are compared.
    fn compared(body: &str) -> Vec<String> {
        let params = Params::new(Classes::default(), true, &[], &[]);
        let context = QueryContext::of_body(b"/a");
        let mut names = BodyFields::default();
        read(body.as_bytes(), &mut names);
        let mut token = Vec::new();
        let mut compared = Vec::new();
        for (name, value) in names.iter() {
            if params
                .classify(name, Some(value), &context, &mut token)
                .is_some()
            {
                compared.push(String::from_utf8_lossy(&token).into_owned());
            }
        }
        compared
    }

    #[test]
    fn what_a_body_calls_counts() {
        for (body, wanted) in [
            (r#"{"data":{"action":"KETTLE"}}"#, true),
            (r#"{"components":[{"calls":[{"method":"KETTLE"}]}]}"#, true),
            (r#"{"request":{"command":"KETTLE"}}"#, true),
            (r#"{"action":{"name":"KETTLE"}}"#, true),
            (r#"[{"KV":{"Verb":"KETTLE"}}]"#, true),
            (r#"[{"fun":"tea.KETTLE"}]"#, true),
            (r#"{"@type":"KETTLE"}"#, true),
            (r#"{"input":{"__type":"KETTLE"}}"#, true),
            (r#"{"intent":"KETTLE"}"#, true),
            (r#"{"type":"KETTLE","payload":{}}"#, true),
            (r#"{"type":"listKETTLE"}"#, true),
            (r#"payload={"type":"listKETTLE"}&a=1"#, true),
            ("tx_tea[action]=KETTLE&a=1", true),
            ("callCount=1\nc0-scriptName=Tea\nc0-methodName=KETTLE", true),
            ("javax.faces.source=form%3AKETTLE&a=1", true),
            (
                r#"message={"actions":[{"descriptor":"apex://Tea/ACTION$KETTLE"}]}&a=1"#,
                true,
            ),
            (
                r#"{"method":"tools/call","params":{"name":"KETTLE"}}"#,
                true,
            ),
            (r#"["delete"]"#, true),
            (r#"{"message":{"operation":"list.KETTLE"}}"#, true),
            (r#"{"queryResult":{"action":"list.KETTLE"}}"#, true),
            (r#"{"queryResult":{"intent":{"name":"KETTLE.list"}}}"#, true),
            (r#"{"detail":{"command":"tea:KETTLE"}}"#, true),
            (r#"{"msg":{"cmd":"tea/KETTLE"}}"#, true),
            (r#"{"methodname":"KETTLE"}"#, true),
            (r#"{"handlername":"tea.KETTLE"}"#, true),
            (r#"{"操作":"KETTLE"}"#, true),
            ("栏目=KETTLE&a=1", true),
            (r#"{"calls":[{"method":"pour"},{"method":"KETTLE"}]}"#, true),
            (
                r#"{"actionQueue":[{"type":"callMethod","payload":{"name":"KETTLE"}}]}"#,
                true,
            ),
            ("{ ...F } fragment F on Query { KETTLE }", true),
            (
                "{ ...F } fragment G on Q { a } fragment F on Q { KETTLE(id: 1) { id } }",
                true,
            ),
            (
                r#"{"hook":{"event_name":"x"},"hook_event_name":"KETTLE"}"#,
                true,
            ),
            (r#"{"notificationType":"KETTLE"}"#, true),
            (r#"{"webhookEvent":"tea:KETTLE_created"}"#, true),
            (
                r#"{"specversion":"1.0","type":"example.KETTLE.made"}"#,
                true,
            ),
            (r#"{"type":"KETTLE_failed","n":1}"#, true),
            (r#"{"event":"Kettle KETTLE Opened"}"#, true),
            ("lti_message_type=KETTLE-launch&user_id=1", true),
            ("type=KETTLE.created&a=1", true),
            (r#"{"commands":[["KETTLE",{}],["list",{}]]}"#, true),
            (
                r#"{"calls":[{"action":"a"},{"action":"b"},{"action":"c"},{"action":"d"},{"action":"KETTLE"}]}"#,
                true,
            ),
            (r#"{"user":{"name":"KETTLE","role":"admin"}}"#, false),
            (r#"{"name":"KETTLE","options":[{"size":"L"}]}"#, false),
            (r#"{"product_type":"KETTLE"}"#, false),
            (r#"{"type":"image/KETTLE"}"#, false),
            (r#"{"event":"KETTLE fair"}"#, false),
            (r#"{"object_name":"KETTLE 7"}"#, false),
            (r#"{"colors":[["KETTLE","blue"]]}"#, false),
            ("user_type=KETTLE&a=1", false),
            (r#"["KETTLE"]"#, false),
            (r#"{"data":{"name":"KETTLE"}}"#, false),
            (r#"{"payment":{"method":"KETTLE"}}"#, false),
            (r#"{"address":{"area":"KETTLE"}}"#, false),
            (r#"{"item":{"option":"KETTLE"}}"#, false),
            (r#"{"card":{"layout":"KETTLE"}}"#, false),
            (r#"{"type":"KETTLE","amount":1}"#, false),
            (r#"{"data":{"type":"KETTLE"}}"#, false),
        ] {
            let names = compared(body);
            let counts = names
                .iter()
                .any(|name| name.contains("KETTLE") || name.contains("delete"));
            assert_eq!(counts, wanted, "{body}: {names:?}");
        }
    }

    proptest! {
        /// A selector counts with its word below any names, in every form of a body.
        #[test]
        fn selectors_count_in_every_form(
            selector in "action|cmd|command|task|doAction|akcja|действие",
            above in prop::collection::vec("[b-eg-k]{3,6}", 0..4),
            other in "[b-eg-k]{3,6}",
            is_first: bool,
            form in 0..5_u8,
        ) {
            let body = |name: &str| {
                let mut json = if is_first {
                    format!("{{\"{name}\":\"kettle\",\"{other}\":7}}")
                } else {
                    format!("{{\"{other}\":7,\"{name}\":\"kettle\"}}")
                };
                for (depth, outer) in above.iter().enumerate() {
                    let list = if depth % 2 == 0 { format!("[{json}]") } else { json };
                    json = format!("{{\"{outer}\":{list}}}");
                }
                let joined = [above.join("."), name.to_owned()].join(".");
                let path = joined.trim_start_matches('.');
                match form {
                    0 => json,
                    1 => format!("{other}=7&{path}=kettle"),
                    2 => format!("{other}=7\r\n{path}=kettle\r\n"),
                    3 => format!("{other}={json}&x=7"),
                    _ => format!(
                        "--z\r\nContent-Disposition: form-data; name=\"{path}\"\r\n\r\nkettle\r\n--z--"
                    ),
                }
            };
            let is_selected = |name: &String| name.ends_with("=kettle");
            let names = compared(&body(&selector));
            prop_assert!(names.iter().any(is_selected), "{:?}", names);
            prop_assert!(!compared(&body("color")).iter().any(is_selected));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn any_bytes_are_taken(
            start in prop_oneof![Just("{"), Just("["), Just("<"), Just("--"), Just("")],
            body in prop::collection::vec(
                prop_oneof![Just(b'{'), Just(b'}'), Just(b'['), Just(b']'), Just(b'"'), Just(b':'), Just(b','), Just(b'\\'),
                            Just(b'<'), Just(b'>'), Just(b'/'), Just(b'-'), Just(b'='), Just(b'&'), Just(b'u'), any::<u8>()],
                0..60
            )
        ) {
            let mut names = BodyFields::default();
            read(&[start.as_bytes(), &body].concat(), &mut names);
            prop_assert!(names.iter().count() <= MOST);
            prop_assert!(names.iter().all(|(name, value)| name.is_ascii() && value.is_ascii()));
        }
    }
}
