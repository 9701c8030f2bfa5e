//! A transform processor of the `OpenTelemetry` Collector, which names the route of a
//! span that has no name yet.

use std::fmt::Write;

use crate::Routes;

/// Writes routes as statements of a transform processor.
pub fn write(routes: &Routes<'_>) -> String {
    let mut text = String::from(
        "processors:\n  transform/http_route:\n    error_mode: ignore\n    trace_statements:\n      - context: span\n        statements:\n",
    );
    for route in routes {
        let (name, port) = match route.host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                (name, Some(port))
            }
            _ => (route.host, None),
        };
        let mut condition = String::from("attributes[\"http.route\"] == nil");
        if !name.is_empty() {
            let _ = write!(
                condition,
                " and attributes[\"server.address\"] == {}",
                quoted(name)
            );
        }
        if let Some(port) = port {
            let _ = write!(condition, " and attributes[\"server.port\"] == {port}");
        }
        let regex = format!("^{}$", route.path_regex());
        let regex = quoted(&regex);
        let _ = write!(condition, " and IsMatch(attributes[\"url.path\"], {regex})");
        let statement = format!(
            "set(attributes[\"http.route\"], {}) where {condition}",
            quoted(&route.path_text())
        );
        let _ = writeln!(text, "          - '{}'", statement.replace('\'', "''"));
    }
    if routes.iter().len() == 0 {
        text = text.replace(
            "statements:\n      - context: span\n        statements:\n",
            "statements: []\n",
        );
    }
    text
}

/// Quotes a text for OTTL.
fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    // The Collector expands variables in its configuration.
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('$', "$$");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::templates;

    fn statements(lines: &[&str]) -> Vec<String> {
        let text = write(&Routes::of(&templates(lines)));
        let statements = text.lines().filter(|line| line.contains("- '"));
        statements.map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn a_route_is_set_under_its_host_and_port() {
        let lines = ["https://a.test/user/17", "https://b.test:8080/", "/o'x"];
        let wanted = [
            r#"- 'set(attributes["http.route"], "/o''x") where attributes["http.route"] == nil and IsMatch(attributes["url.path"], "^/+o''x/*$$")'"#,
            r#"- 'set(attributes["http.route"], "/user/{int}") where attributes["http.route"] == nil and attributes["server.address"] == "a.test" and IsMatch(attributes["url.path"], "^/+user/+[0-9]+/*$$")'"#,
            r#"- 'set(attributes["http.route"], "/") where attributes["http.route"] == nil and attributes["server.address"] == "b.test" and attributes["server.port"] == 8080 and IsMatch(attributes["url.path"], "^/*$$")'"#,
        ];
        assert_eq!(statements(&lines), wanted);
    }

    #[test]
    fn no_routes_are_an_empty_list() {
        let text = write(&Routes::of(&templates(&["no url"])));
        assert!(text.ends_with("    trace_statements: []\n"), "{text}");
    }

    #[test]
    fn texts_are_quoted_for_the_collector() {
        assert_eq!(quoted("a\"b\\c$d\n"), r#""a\"b\\c$$d""#);
    }
}
