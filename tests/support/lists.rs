//! Made-up lists of many lines.

#[path = "../../benches/corpus.rs"]
mod corpus;

use corpus::Shape;

/// A made-up list of so many lines.
pub(crate) fn mixed(lines: u64) -> Vec<u8> {
    let mut list = Vec::new();
    (0..lines).for_each(|number| Shape::Mixed.line(number, &mut list));
    list
}

/// Made-up lines: a mix of sites, one site of words that nobody knows, and lines that come again. Those
/// whose position is opened again come once: a state still drops what an earlier run dropped there.
pub(crate) fn lines() -> Vec<Vec<u8>> {
    let line = |shape: Shape, number: u64| {
        let mut line = Vec::new();
        shape.line(number, &mut line);
        line.pop();
        line
    };
    let words = [
        "wombat", "quokka", "numbat", "export", "bilby", "admin", "dingo", "emu", "brolga", "login",
    ];
    let site = |i: usize| {
        let (word, other) = (words[i % 10], words[i * 7 % 10]);
        format!(
            "https://zoo.example/{word}/{}/{other}?day={i}",
            ["zork", "17", other][i % 3]
        )
        .into_bytes()
    };
    // Positions that are learned, and opened again by what stands below their words.
    let directory = |i: usize| {
        let (place, thing) = (words[i % 10], words[(i / 10 + i * 3) % 10]);
        let path = if i < 40 {
            place.to_owned()
        } else {
            format!("{place}/{thing}")
        };
        format!("https://farm.example/{path}?at={i}").into_bytes()
    };
    (0..1500)
        .flat_map(|i| {
            [
                line(Shape::Mixed, i % 1200),
                line(Shape::Near, i),
                site(i as usize),
                directory(i as usize),
            ]
        })
        .collect()
}

/// Returns a number as letters: names of parameters with a number keep three of each form.
pub(crate) fn letters(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect()
}
