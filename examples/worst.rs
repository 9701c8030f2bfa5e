//! Searches for the lists that cost most for a byte, by hill climbing: a few numbers describe a
//! list, one of them is changed, and the change is kept if it costs more.
//!
//! ```sh
//! cargo run --profile dist --example worst -- [SEED [STEPS [LINES]]]
//! ```
//!
//! The seed and the measured times decide which lists are tried. Cost is the CPU time of this
//! thread and the bytes that the filter reports. The last lists found are among the hostile shapes
//! of `benches/corpus.rs`.

mod clock;

use std::fmt::Write as _;

use clock::Clock;
use urlsift::{Builder, Sift};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual| arguments.next().unwrap_or(Ok(usual));
    let (seed, steps, lines) = (next(1)?, next(60)?, next(4000)?);
    println!(
        "| options | most of | ns a byte | us a line | bytes held a byte | limit hits | list |"
    );
    println!("|---|---|--:|--:|--:|--:|---|");
    for (name, builder) in modes() {
        for (goal, score) in [
            ("time", (|cost| cost.nanoseconds) as fn(&Cost) -> f64),
            ("memory", |cost| cost.held),
        ] {
            let (shape, _) = climb(&builder, score, &mut Numbers(seed), steps, lines)?;
            // More lines, for shapes that are cheap only in short lists.
            let cost = cost(&builder, &shape, 4 * lines)?;
            println!(
                "| `{name}` | {goal} | {:.0} | {:.0} | {:.1} | {} | {shape:?} |",
                cost.nanoseconds, cost.microseconds, cost.held, cost.hits
            );
        }
    }
    Ok(())
}

fn modes() -> Vec<(&'static str, Builder)> {
    let plain = Sift::builder;
    vec![
        ("", plain()),
        ("-t 90", plain().threshold(90.0)),
        ("-t 80", plain().threshold(80.0)),
        ("--literal", plain().literal(true)),
        ("--literal -t 90", plain().literal(true).threshold(90.0)),
        ("--literal -t 80", plain().literal(true).threshold(80.0)),
    ]
}

/// The cost of a list.
struct Cost {
    /// For each byte.
    nanoseconds: f64,
    /// For each line.
    microseconds: f64,
    /// Bytes of memory for each byte.
    held: f64,
    hits: u64,
}

fn climb(
    builder: &Builder,
    score: fn(&Cost) -> f64,
    numbers: &mut Numbers,
    steps: u64,
    lines: u64,
) -> Result<(Shape, f64), urlsift::Error> {
    let mut worst: Option<(Shape, f64)> = None;
    for step in 0..steps {
        // A third of the steps search at random, the rest climb from the best.
        let shape = match &worst {
            Some((shape, _)) if step > steps / 3 => shape.changed(numbers),
            _ => Shape::random(numbers),
        };
        let cost = score(&cost(builder, &shape, lines)?);
        if worst.as_ref().is_none_or(|(_, most)| cost > *most) {
            worst = Some((shape, cost));
        }
    }
    Ok(worst.unwrap_or_default())
}

fn cost(builder: &Builder, shape: &Shape, lines: u64) -> Result<Cost, urlsift::Error> {
    let list: Vec<String> = (0..lines).map(|number| shape.line(number)).collect();
    let bytes = list.iter().map(|line| line.len() + 1).sum::<usize>() as f64;
    let mut sift = builder.build()?;
    let clock = Clock::start();
    for line in &list {
        sift.admit(line.as_bytes());
    }
    let took = clock.elapsed().as_secs_f64();
    Ok(Cost {
        nanoseconds: took * 1e9 / bytes,
        microseconds: took * 1e6 / lines as f64,
        held: sift.memory_usage() as f64 / bytes,
        hits: sift.view().deciders.shortfall().limit_hits,
    })
}

/// A list, described by numbers from 0 to [`LIMITS`].
#[derive(Clone, Debug, Default)]
struct Shape {
    /// The logarithm of the number of hosts.
    hosts: u64,
    segments: u64,
    /// How many more segments a line may have.
    more_segments: u64,
    /// The logarithm of the number of words for a segment.
    words: u64,
    /// What segments are: invented words, known words, or numbers.
    kind: u64,
    params: u64,
    more_params: u64,
    /// The logarithms of the numbers of parameter names and values.
    names: u64,
    values: u64,
    /// Bytes of each word in addition to its number.
    length: u64,
    /// Percent of lines that equal an earlier one except for their last part.
    near: u64,
}

const LIMITS: [u64; 11] = [12, 40, 12, 12, 3, 60, 12, 10, 12, 10, 90];

impl Shape {
    fn numbers(&mut self) -> [&mut u64; LIMITS.len()] {
        let Self {
            hosts,
            segments,
            more_segments,
            words,
            kind,
            params,
            more_params,
            ..
        } = self;
        let Self {
            names,
            values,
            length,
            near,
            ..
        } = self;
        [
            hosts,
            segments,
            more_segments,
            words,
            kind,
            params,
            more_params,
            names,
            values,
            length,
            near,
        ]
    }

    fn random(numbers: &mut Numbers) -> Self {
        let mut shape = Self::default();
        for (number, limit) in shape.numbers().into_iter().zip(LIMITS) {
            // Small numbers are as frequent as large ones.
            let limit = [1, limit / 4 + 1, limit][numbers.below(3) as usize];
            *number = numbers.below(limit);
        }
        shape
    }

    fn changed(&self, numbers: &mut Numbers) -> Self {
        let mut shape = self.clone();
        for _ in 0..=numbers.below(2) {
            let at = numbers.below(LIMITS.len() as u64) as usize;
            let number = &mut shape.numbers().into_iter().nth(at);
            if let Some(number) = number {
                let step = numbers.below(2 + **number / 3) + 1;
                **number = match numbers.below(2) {
                    0 => number.saturating_sub(step),
                    _ => (**number + step).min(LIMITS[at] - 1),
                };
            }
        }
        shape
    }

    fn line(&self, number: u64) -> String {
        let mut own = Numbers(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1);
        let is_near = own.below(100) < self.near && number > 0;
        let mut numbers = if is_near {
            Numbers(own.below(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1)
        } else {
            Numbers(own.next())
        };
        let mut line = format!("https://h{}.test", numbers.below(1 << self.hosts));
        let mut parts = self.segments + numbers.below(self.more_segments + 1);
        let params = self.params + numbers.below(self.more_params + 1);
        while parts > 0 {
            parts -= 1;
            let from = if is_near && parts == 0 {
                &mut own
            } else {
                &mut numbers
            };
            line.push('/');
            self.word(from.below(1 << self.words), &mut line);
        }
        for param in 0..params {
            let from = if is_near && param + 1 == params {
                &mut own
            } else {
                &mut numbers
            };
            line.push(if param == 0 { '?' } else { '&' });
            invented(from.below(1 << self.names), 1, &mut line);
            line.push('=');
            self.word(from.below(1 << self.values), &mut line);
        }
        line
    }

    fn word(&self, number: u64, line: &mut String) {
        const KNOWN: [&str; 16] = [
            "users", "login", "admin", "search", "product", "cart", "edit", "delete", "view",
            "news", "blog", "help", "about", "account", "settings", "orders",
        ];
        match self.kind {
            0 => invented(number, 1 + self.length / 2, line),
            1 => line.push_str(KNOWN[(number % 16) as usize]),
            _ => {
                let _ = write!(line, "{number:0width$}", width = self.length as usize);
            }
        }
    }
}

/// A word that is in no word list, with at least this many syllables.
fn invented(mut number: u64, syllables: u64, line: &mut String) {
    let mut written = 0;
    while number > 0 || written < syllables + 1 {
        line.push(char::from(b"bdfgklmnprstvzjq"[(number % 16) as usize]));
        line.push(char::from(b"aeiou"[((number + written) % 5) as usize]));
        number /= 16;
        written += 1;
    }
}

/// Steele, Lea and Flood's `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}
