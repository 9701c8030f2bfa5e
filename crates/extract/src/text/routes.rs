//! Reads the paths of routers whose parameters have conditions: `/users/:id(\\d+)?`, `/{id:\\d+}`.

use bstr::ByteSlice;

/// Maximum length of the text behind the first escape.
const LONG: usize = 200;

/// Returns a path with an escape in the condition of a parameter, without conditions. `word` is its
/// start up to the escape, and `rest` goes on from there.
pub(super) fn without_conditions(word: &[u8], rest: &[u8], quote: u8) -> Option<Vec<u8>> {
    let rest = &rest[..rest.len().min(LONG)];
    let end = rest.find_byte(quote)?;
    let text = [word, &rest[..end]].concat();
    let mut path = Vec::new();
    let mut brackets: Vec<u8> = Vec::new();
    let mut is_escaped = false;
    let mut has_condition = false;
    for &byte in &text {
        let is_ending = matches!(byte, b'?' | b'*' | b'+') && path.len() < text.len();
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if brackets.is_empty() => return None,
            b'\\' => is_escaped = true,
            b'(' | b'[' => brackets.push(byte),
            b'{' if !brackets.is_empty() => brackets.push(byte),
            b')' | b']' | b'}' if !brackets.is_empty() => {
                brackets.pop();
                has_condition |= brackets.is_empty();
                if byte == b'}' && path.contains(&b'{') && brackets.is_empty() {
                    path.push(b'}');
                }
            }
            _ if !brackets.is_empty() => {}
            b':' if is_in_braces(&path) => brackets.push(byte),
            _ if is_ending && has_condition => {}
            _ if byte <= b' ' => return None,
            _ => path.push(byte),
        }
    }
    (has_condition && brackets.is_empty()).then_some(path)
}

/// Whether a path ends within the braces of a parameter.
fn is_in_braces(path: &[u8]) -> bool {
    match path.rfind_byteset("{}/") {
        Some(at) => path[at] == b'{',
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_parameters_are_left_out() {
        for (text, wanted) in [
            (r"/settings/:tab(\d+)?", Some("/settings/:tab")),
            (r"/users/:id(\d+)/edit", Some("/users/:id/edit")),
            (r"/a/:x(\w+)/:y([a-z]{2}\d)*", Some("/a/:x/:y")),
            (r"/:lang(\w{2})/:rest(.*)*", Some("/:lang/:rest")),
            (r"/users/{id:\d+}", Some("/users/{id}")),
            (r"/users/{id:\d{1,9}}/edit", Some("/users/{id}/edit")),
            (r"/x/(\d+)", Some("/x/")),
            (r"/x\d+/y", None),
            (r"/x/:a(\d+", None),
            (r"/x (\d+)", None),
        ] {
            let at = text.find('\\').expect("it has an escape");
            let rest = format!("{}\"", &text[at..]);
            let found = without_conditions(&text.as_bytes()[..at], rest.as_bytes(), b'"');
            assert_eq!(found.as_deref(), wanted.map(str::as_bytes), "{text}");
        }
    }
}
