//! Column charts, drawn next to the tables with their numbers.

use super::html::Html;

/// A column of a chart.
pub(super) struct Bar {
    pub label: String,
    pub count: u64,
    /// Whether it is highlighted.
    pub is_own: bool,
}

/// The area of a chart in its own units, and the part of it with the columns.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 160.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 138.0;

/// The most columns that each get a label. If there are more, every other column gets one.
const LABELLED: usize = 11;

/// Appends a chart. It repeats the table of its section, so screen readers skip it.
pub(super) fn chart(html: &mut Html, caption: &'static str, bars: &[Bar]) {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or_default();
    if most == 0 {
        return;
    }
    let step = WIDTH / bars.len() as f64;
    html.markup("<figure><svg class=\"chart\" viewBox=\"0 0 ");
    html.text(&format!("{WIDTH} {HEIGHT}"));
    html.markup("\" aria-hidden=\"true\">");
    let is_every_labelled = bars.len() <= LABELLED;
    for (number, bar) in bars.iter().enumerate() {
        let left = step * number as f64;
        let height = (BOTTOM - TOP) * bar.count as f64 / most as f64;
        html.markup(if bar.is_own {
            "<rect class=\"own\""
        } else {
            "<rect"
        });
        let lengths = [left + step * 0.1, BOTTOM - height, step * 0.8, height];
        html.draw(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", &lengths);
        let middle = left + step / 2.0;
        if is_every_labelled || number % 2 == (bars.len() - 1) % 2 {
            text(html, middle, HEIGHT - 6.0, &bar.label);
        }
        if is_every_labelled && bar.count > 0 {
            text(html, middle, BOTTOM - height - 5.0, &bar.count.to_string());
        }
    }
    html.markup("<rect class=\"axis\" x=\"0\" y=\"");
    html.text(&format!("{BOTTOM}"));
    html.markup("\" width=\"");
    html.text(&format!("{WIDTH}"));
    html.markups(&[
        "\" height=\"1\"/></svg><figcaption>",
        caption,
        "</figcaption></figure>\n",
    ]);
}

fn text(html: &mut Html, x: f64, y: f64, text: &str) {
    html.draw("<text x=\"{}\" y=\"{}\">", &[x, y]);
    html.text(text);
    html.markup("</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(counts: &[u64]) -> String {
        let bars: Vec<Bar> = counts
            .iter()
            .enumerate()
            .map(|(number, &count)| Bar {
                label: format!("{number} %"),
                count,
                is_own: number == 1,
            })
            .collect();
        let mut html = Html::default();
        chart(&mut html, "Lines", &bars);
        html.finish()
    }

    #[test]
    fn columns_are_as_high_as_their_counts() {
        let chart = drawn(&[10, 5, 0]);
        for height in [
            "y=\"18.0\" width=\"96.0\" height=\"120.0\"",
            "y=\"78.0\" width=\"96.0\" height=\"60.0\"",
            "height=\"0.0\"",
        ] {
            assert!(chart.contains(height), "{height}: {chart}");
        }
        assert_eq!(chart.matches("class=\"own\"").count(), 1);
        assert!(
            chart.contains(">2 %</text>")
                && chart.contains(">10</text>")
                && !chart.contains(">0</text>")
        );
        assert_eq!(drawn(&[0, 0]), "", "nothing to draw");
        assert_eq!(
            drawn(&[1; 21]).matches("<text").count(),
            11,
            "every other label"
        );
    }
}
