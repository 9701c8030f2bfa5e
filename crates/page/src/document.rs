//! The frame of every page around its sections, with its style and script, and the policy that lets
//! browsers use only these: no other script, no network, no form.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use super::html::Html;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Returns the page of this title. `body` writes its header and its sections, with the
/// [search](navigation) between them.
pub fn document(title: &'static str, body: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::default();
    html.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    html.text(&policy());
    html.markup("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html.markups(&[
        title,
        "</title>\n<style>",
        STYLE,
        "</style>\n</head>\n<body>\n",
    ]);
    body(&mut html);
    html.markups(&["<script>", SCRIPT, "</script>\n</body>\n</html>\n"]);
    html.finish()
}

/// Ends the header of a page with links to its sections, and appends the search.
pub fn navigation(html: &mut Html, links: &[(&'static str, &'static str)]) {
    html.markup("<nav aria-label=\"Sections\"><ul>");
    for (id, name) in links {
        html.markups(&["<li><a href=\"#", id, "\">", name, "</a></li>"]);
    }
    html.markup(
        "</ul></nav>\n</header>\n<search hidden><label for=\"words\">Search all tables</label>",
    );
    html.markup("<input id=\"words\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\">");
    html.markup("<output for=\"words\"></output></search>\n");
}

/// Returns the content security policy, which names style and script by their hashes.
fn policy() -> String {
    let style = BASE64.encode(&Sha256::digest(STYLE));
    let script = BASE64.encode(&Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; \
         base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(BASE64.encode(text.as_bytes()), encoded);
        }
    }

    /// Markup would end the element early.
    #[test]
    fn style_and_script_hold_no_markup() {
        assert!(!STYLE.contains('<') && !SCRIPT.contains("</") && !SCRIPT.contains("<!"));
    }
}
