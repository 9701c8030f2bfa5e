//! The frame of every page around its sections.

use super::html::Html;
use super::policy::{SCRIPT, STYLE, policy};

/// Returns the page of this title. `body` writes its header and its sections, with the
/// [search](navigation) between them.
pub(in crate::app) fn document(title: &'static str, body: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::default();
    html.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    html.text(&policy());
    html.markup("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html.markups(&[title, "</title>\n<style>", STYLE, "</style>\n</head>\n<body>\n"]);
    body(&mut html);
    html.markups(&["<script>", SCRIPT, "</script>\n</body>\n</html>\n"]);
    html.finish()
}

/// Ends the header of a page with links to its sections, and appends the search.
pub(in crate::app) fn navigation(html: &mut Html, links: &[(&'static str, &'static str)]) {
    html.markup("<nav aria-label=\"Sections\"><ul>");
    for (id, name) in links {
        html.markups(&["<li><a href=\"#", id, "\">", name, "</a></li>"]);
    }
    html.markup("</ul></nav>\n</header>\n<search hidden><label for=\"words\">Search all tables</label>");
    html.markup("<input id=\"words\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\">");
    html.markup("<output for=\"words\"></output></search>\n");
}
