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
        let regex = quoted(&format!("^{}$", route.path_regex()));
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
