//! Markup. The types distinguish what this program writes (markup) from what comes from outside
//! (text).

use std::{env, mem};

use urlsift_stream::is_unprintable;

use super::excerpt::Excerpt;

/// The most characters that are shown of a text, and the most bytes of markup that they take: an
/// escaped character takes several.
const SHOWN: usize = 300;
const MARKUP: usize = 1200;

/// Returns a share in percent.
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Returns a number with a comma before each group of three digits: `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A page under construction.
#[derive(Default)]
pub struct Html {
    page: String,
    has_section: bool,
}

/// A column of a table.
pub enum TableColumn {
    /// The subject of the row; the first column.
    Name(&'static str),
    /// Numbers.
    Number(&'static str),
    /// Numbers by which the rows are sorted, the largest first.
    Sorted(&'static str),
}

impl Html {
    /// Appends markup. It is a constant of the program, so none of it comes from the input.
    pub fn markup(&mut self, markup: &'static str) {
        self.page.push_str(markup);
    }

    /// Writes markup with a number in place of `{}`: `one` of a single thing, and `many` otherwise.
    pub fn say_of(&mut self, number: u64, one: &'static str, many: &'static str) {
        let markup = if number == 1 { one } else { many };
        self.say(markup, &[number]);
    }

    /// Appends markup in which each `{}` is replaced by the next of these numbers, with separators.
    pub fn say(&mut self, markup: &'static str, numbers: &[u64]) {
        self.fill(markup, numbers.iter().map(|&number| grouped(number)));
    }

    /// Appends markup in which each `{}` is replaced by the next of these lengths.
    pub fn draw(&mut self, markup: &'static str, lengths: &[f64]) {
        self.fill(markup, lengths.iter().map(|length| format!("{length:.1}")));
    }

    fn fill(&mut self, markup: &'static str, texts: impl IntoIterator<Item = String>) {
        let mut texts = texts.into_iter();
        for (at, part) in markup.split("{}").enumerate() {
            if at > 0
                && let Some(text) = texts.next()
            {
                self.text(&text);
            }
            self.markup(part);
        }
    }

    /// Appends several pieces of markup.
    pub fn markups(&mut self, pieces: &[&'static str]) {
        self.page.extend(pieces.iter().copied());
    }

    /// Appends what `write` appends, between two pieces of markup.
    pub fn within(
        &mut self,
        start: &'static str,
        end: &'static str,
        write: impl FnOnce(&mut Self),
    ) {
        self.markup(start);
        write(self);
        self.markup(end);
    }

    /// Appends a term, and what `write` says of it.
    pub fn term(&mut self, name: &'static str, write: impl FnOnce(&mut Self)) {
        self.markups(&["<div><dt>", name]);
        self.within("</dt><dd>", "</dd></div>", write);
    }

    /// Appends text as it is.
    pub fn text(&mut self, text: &str) {
        for c in text.chars() {
            self.character(c);
        }
    }

    /// Appends a number with separators.
    pub fn count(&mut self, number: u64) {
        self.text(&grouped(number));
    }

    /// Appends a share in percent.
    pub fn percent(&mut self, part: u64, whole: u64) {
        self.text(&format!("{:.2} %", percent(part, whole)));
    }

    /// Appends the start of a text from outside. Bytes that are not UTF-8, and characters that are
    /// invisible or change how others are shown, are escaped and marked.
    pub fn code(&mut self, excerpt: &Excerpt) {
        self.markup("<code>");
        let start = self.page.len();
        let mut shown = 0;
        let mut held = 0;
        'text: for chunk in excerpt.bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                if shown == SHOWN || self.page.len() - start >= MARKUP {
                    break 'text;
                }
                if is_unprintable(c) {
                    self.within("<i>", "</i>", |html| html.page.extend(c.escape_debug()));
                } else {
                    self.character(c);
                }
                shown += 1;
                held += c.len_utf8();
            }
            let invalid = chunk.invalid();
            // The excerpt may end within a character.
            let is_end = held + invalid.len() == excerpt.bytes.len();
            let is_cut = excerpt.length > excerpt.bytes.len() && is_end;
            if !invalid.is_empty() && !is_cut {
                if shown == SHOWN || self.page.len() - start >= MARKUP {
                    break;
                }
                let escaped = invalid.escape_ascii().to_string();
                self.within("<i>", "</i>", |html| html.text(&escaped));
                shown += 1;
                held += invalid.len();
            }
        }
        if held < excerpt.length {
            let left = (excerpt.length - held) as u64;
            self.say("<b>\u{2026} {} more bytes</b>", &[left]);
        }
        self.markup("</code>");
    }

    /// Appends a bar that repeats the number next to it.
    pub fn bar(&mut self, part: u64, whole: u64) {
        self.draw(
            "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{}\" height=\"4\"/></svg>",
            &[percent(part, whole)],
        );
    }

    /// Appends a cell with a number, its share of a whole, and a bar for its part of `most`.
    pub fn share_cell(&mut self, part: u64, whole: u64, most: u64) {
        self.number(|html| {
            html.percent(part, whole);
            html.bar(part, most);
        });
    }

    /// Appends a list of texts from outside, in the cell of the row's subject.
    pub fn names(&mut self, texts: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        self.markup("<ul class=\"names\">");
        for text in texts {
            self.within("<li>", "</li>", |html| html.code(&Excerpt::of(text)));
        }
        self.markup("</ul>");
    }

    /// Starts the header of a page of this title with the command line of the program.
    pub fn header(&mut self, title: &'static str) {
        self.markups(&["<header>\n<h1>", title, "</h1>\n<p class=\"run\">"]);
        let mut command = String::from("urlsift");
        for argument in env::args_os().skip(1) {
            command.push(' ');
            command += &argument.to_string_lossy();
        }
        self.code(&Excerpt::of(command));
        self.markup("</p>\n");
    }

    /// Appends a bar for the lines of a whole, and in front of it one for the kept lines of these.
    pub fn two_bars(&mut self, lines: u64, kept: u64, whole: u64) {
        self.draw(
            "<svg viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{}\" height=\"6\"/>\
             <rect class=\"own\" width=\"{}\" height=\"6\"/></svg>",
            &[percent(lines, whole), percent(kept, whole)],
        );
    }

    /// Appends the sections of a page.
    pub fn main(&mut self, sections: impl FnOnce(&mut Self)) {
        self.within("<main>\n", "</section>\n</main>\n", sections);
    }

    /// Starts a section, which others link to by `id`. It ends where the next one starts.
    pub fn section(&mut self, id: &'static str, title: &'static str) {
        let end = if mem::replace(&mut self.has_section, true) {
            "</section>\n"
        } else {
            ""
        };
        self.markups(&[end, "<section><h2 id=\"", id, "\">", title, "</h2>\n"]);
    }

    /// Appends the name of a host.
    pub fn host(&mut self, name: &Excerpt) {
        match name.length {
            0 => self.markup("no host: paths alone"),
            _ => self.code(name),
        }
    }

    /// Appends the table of the section `id`; each row appends its own cells.
    pub fn table<R>(
        &mut self,
        id: &'static str,
        columns: &[TableColumn],
        rows: impl IntoIterator<Item = R>,
        row: impl Fn(&mut Self, R),
    ) {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return;
        }
        // A row of a table that is too wide for a phone takes two lines there.
        let class = if columns.len() > 4 {
            " class=\"wide\""
        } else {
            ""
        };
        self.markups(&[
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"",
            id,
            "\">",
        ]);
        self.markups(&["<table", class, " aria-labelledby=\"", id, "\"><thead><tr>"]);
        for column in columns {
            let (start, name) = match column {
                TableColumn::Name(name) => ("<th scope=\"col\">", name),
                TableColumn::Number(name) => ("<th scope=\"col\" class=\"n\">", name),
                TableColumn::Sorted(name) => (
                    "<th scope=\"col\" class=\"n\" aria-sort=\"descending\">",
                    name,
                ),
            };
            self.markups(&[start, name, "</th>"]);
        }
        self.markup("</tr></thead><tbody>\n");
        for about in rows {
            self.within("<tr>", "</tr>\n", |html| row(html, about));
        }
        self.markup("</tbody></table></div>\n");
    }

    /// Appends the cell with the subject of the row.
    pub fn name(&mut self, write: impl FnOnce(&mut Self)) {
        self.within("<th scope=\"row\">", "</th>", write);
    }

    /// Appends a cell with a number.
    pub fn number(&mut self, write: impl FnOnce(&mut Self)) {
        self.within("<td class=\"n\">", "</td>", write);
    }

    /// Returns the page.
    pub fn finish(self) -> String {
        self.page
    }

    fn character(&mut self, c: char) {
        match c {
            '&' => self.page.push_str("&amp;"),
            '<' => self.page.push_str("&lt;"),
            '>' => self.page.push_str("&gt;"),
            '"' => self.page.push_str("&quot;"),
            '\'' => self.page.push_str("&#39;"),
            c => self.page.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_have_commas() {
        for (number, shown) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (54_321, "54,321"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), shown);
        }
    }

    fn code(text: &[u8]) -> String {
        let mut html = Html::default();
        html.code(&Excerpt::of(text));
        html.finish()
    }

    #[test]
    fn what_comes_from_outside_is_text() {
        assert_eq!(code(b"<b>&\"'"), "<code>&lt;b&gt;&amp;&quot;&#39;</code>");
        assert_eq!(
            code("\u{202e}\u{1b}[1m\u{e9}".as_bytes()),
            "<code><i>\\u{202e}</i><i>\\u{1b}</i>[1m\u{e9}</code>"
        );
        assert_eq!(
            code(b"a\xff\xe2\x82b"),
            "<code>a<i>\\xff</i><i>\\xe2\\x82</i>b</code>"
        );
    }

    #[test]
    fn long_text_is_cut_and_says_so() {
        assert_eq!(code(&[b'x'; 300]).matches('x').count(), 300);
        assert!(code(&[b'x'; 301]).ends_with("x<b>\u{2026} 1 more bytes</b></code>"));
        assert!(
            code("x".repeat(1_000_300).as_bytes())
                .ends_with("x<b>\u{2026} 1,000,000 more bytes</b></code>")
        );
        // The excerpt ends within a character.
        let text = ["x", &"\u{20ac}".repeat(1000)].concat();
        assert!(
            code(text.as_bytes()).contains("more bytes") && !code(text.as_bytes()).contains("<i>")
        );
        for hostile in ["\u{202e}", "\u{10ffff}", "<", "\0"] {
            assert!(
                code(hostile.repeat(1000).as_bytes()).len() < MARKUP + 100,
                "{hostile:?}"
            );
        }
    }
}
