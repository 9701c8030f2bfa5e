//! Times each stage that a line goes through, and the whole way.
//!
//! `cargo bench --bench stages` runs all of it, with `-- NAME` behind it the benches of that name.
//! An iteration is [`LINES`] lines, so that caches and tables are filled as in a run; only
//! `hostile` is about single lines.

mod corpus;
mod internals;
mod records;

use std::fmt::Write as _;
use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use urlsift::settings::{Metric, Records};
use urlsift::stream::{Run, Source};
use urlsift::{Batch, Sift, Verdict};

use corpus::{Random, Shape};
use internals::{Features, Keys, Parser, Stages, jaccard};
use records::Records as Made;

/// Lines of an iteration; `compare.sh stages` reads the number from here.
const LINES: usize = 10_000;

/// Bands that a URL may have before it is found another way: the bound that the index sets.
const MAX_BANDS: usize = 192;

/// Bytes of a hostile line: about the longest that is compared.
const MEGABYTE: usize = 1_000_000;

criterion_group! {
    name = stages;
    // Short: the differences that matter are above the noise of a second.
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = split, parse, scan, features, bands, keys, learn, admit, filter, similarity, hostile
}
criterion_main!(stages);

/// Finding line ends as the stream does.
fn split(criterion: &mut Criterion) {
    let list = list(Shape::Mixed);
    let mut group = group(criterion, "split");
    group.bench_function("lines", |bencher| {
        bencher.iter(|| {
            for line in lines(&list) {
                black_box(line);
            }
        });
    });
}

/// Both ways through the parser: of lines that are plain, and of those that the fast path hands on.
fn parse(criterion: &mut Criterion) {
    let list = list(Shape::Mixed);
    let mut parser = Parser::default();
    let mut by_path = |wanted| {
        let is_wanted = |line: &&[u8]| parser.parse(line).is_some_and(|(_, fast)| fast == wanted);
        let found: Vec<_> = lines(&list).filter(is_wanted).collect();
        // As many as an iteration has, whatever their share.
        found.into_iter().cycle().take(LINES).collect::<Vec<_>>()
    };
    let (plain, others) = (by_path(true), by_path(false));
    let mut group = group(criterion, "parse");
    for (name, lines) in [("fast", &plain), ("handed-on", &others)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for line in lines {
                    black_box(parser.parse(line));
                }
            });
        });
    }
    group.bench_function("fast-ones-by-judge", |bencher| {
        bencher.iter(|| {
            for line in &plain {
                black_box(parser.parse_judged(line));
            }
        });
    });
}

/// Parsing, classes of tokens and hashing together: what a thread does with its part of a block.
fn scan(criterion: &mut Criterion) {
    let [mixed, paths] = [Shape::Mixed, Shape::Paths].map(list);
    let mut group = group(criterion, "scan");
    let scanner = filter_of("default").scanner().clone();
    // What a batch remembers of tokens is still to be found out.
    group.bench_function("cold", |bencher| {
        let scan = |batch: &mut Batch| lines(&mixed).for_each(|line| scanner.scan(line, batch));
        bencher.iter_batched_ref(Batch::default, scan, BatchSize::LargeInput);
    });
    for (name, settings, list) in [
        ("warm", "default", &mixed),
        ("warm-literal", "literal", &mixed),
        // More words than a batch remembers.
        ("no-word-twice", "default", &paths),
    ] {
        let scanner = filter_of(settings).scanner().clone();
        let mut batch = Batch::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                batch.clear();
                lines(list).for_each(|line| scanner.scan(line, &mut batch));
                batch.len()
            });
        });
    }
}

/// Writing features down, where a URL is more than its template.
fn features(criterion: &mut Criterion) {
    let mut group = group(criterion, "features");
    for settings in ["t90", "literal"] {
        let (mut stages, batch) = scanned(settings, &list(Shape::Mixed));
        let mut features = Features::default();
        group.bench_function(settings, |bencher| {
            bencher.iter(|| {
                for index in 0..LINES {
                    stages.features(&batch, index, &mut features);
                    black_box(&features);
                }
            });
        });
    }
}

/// How similar two messages are, of so many pairs: by the features of both, by codes made of them,
/// and by codes that are there.
fn similarity(criterion: &mut Criterion) {
    let mut list = Vec::new();
    (0..=LINES as u64).for_each(|number| Made::Messages.line(number, &mut list));
    let sift = Sift::builder()
        .records(Records::Texts.terms())
        .seed([17, 4])
        .build()
        .expect("the settings are valid");
    let (scanner, mut batch, mut stages) =
        (Stages::scanner(&sift), Batch::default(), Stages::of(&sift));
    for line in lines(&list) {
        let text = line.split(|&byte| byte == b'\t').nth(1).unwrap_or_default();
        scanner.scan(text, &mut batch);
    }
    let features: Vec<Features> = (0..=LINES)
        .map(|index| {
            let mut features = Features::default();
            stages.features(&batch, index, &mut features);
            features
        })
        .collect();
    let sorted: Vec<_> = features.iter().map(Features::sorted).collect();
    let codes: Vec<u64> = features.iter().map(Features::code).collect();
    let mut group = group(criterion, "similarity");
    group.bench_function("jaccard", |bencher| {
        bencher.iter(|| {
            for pair in sorted.windows(2) {
                black_box(jaccard(&pair[0], &pair[1]));
            }
        });
    });
    group.bench_function("simhash", |bencher| {
        bencher.iter(|| {
            for pair in features.windows(2) {
                black_box((pair[0].code() ^ pair[1].code()).count_ones());
            }
        });
    });
    group.bench_function("simhash-codes", |bencher| {
        bencher.iter(|| {
            for pair in codes.windows(2) {
                black_box((pair[0] ^ pair[1]).count_ones());
            }
        });
    });
}

/// Enumerating bands of given features. At the default settings there are none: one template
/// decides, hashed by `scan`.
fn bands(criterion: &mut Criterion) {
    let mut group = group(criterion, "bands");
    for settings in ["t90", "t80", "literal", "literal-t90", "literal-t80"] {
        let (mut stages, batch) = scanned(settings, &list(Shape::Mixed));
        let of = |index| {
            let mut features = Features::default();
            stages.features(&batch, index, &mut features);
            features
        };
        let features: Vec<Features> = (0..LINES).map(of).collect();
        let mut bands = Vec::new();
        group.bench_function(settings, |bencher| {
            bencher.iter(|| {
                for features in &features {
                    bands.clear();
                    black_box(stages.bands(features, MAX_BANDS, &mut bands));
                }
            });
        });
    }
}

/// The set: lookups that find and that do not, in one that fits a cache and one that does not; and
/// a set that grows.
fn keys(criterion: &mut Criterion) {
    let mut group = group(criterion, "keys");
    for (name, size) in [("ten-thousand", 10_000), ("million", 1_000_000)] {
        let (present, absent) = (numbers(0, size), numbers(1, size));
        let mut set = Keys::default();
        for &key in &present {
            set.insert(key);
        }
        for (kind, keys) in [("hit", &present), ("miss", &absent)] {
            // Each iteration goes on where the last one stopped: or else a few places of a large
            // set would be in the cache.
            let mut next = keys.iter().cycle();
            group.bench_function(format!("{kind}-{name}"), |bencher| {
                bencher.iter(|| {
                    next.by_ref()
                        .take(LINES)
                        .filter(|&&key| set.contains(key))
                        .count()
                });
            });
        }
    }
    let keys = numbers(0, LINES);
    group.bench_function("insert", |bencher| {
        let insert = |set: &mut Keys| keys.iter().filter(|&&key| set.insert(key)).count();
        bencher.iter_batched_ref(Keys::default, insert, BatchSize::LargeInput);
    });
}

/// Learning from lines that nothing similar was kept of, which are those that reach it.
fn learn(criterion: &mut Criterion) {
    let mut by_classes = Sift::builder()
        .learn(false)
        .build()
        .expect("settings are valid");
    let (mut line, mut kept, mut count) = (Vec::new(), Vec::new(), 0);
    let mut numbers = 0..;
    while count < LINES {
        line.clear();
        Shape::Mixed.line(numbers.next().expect("numbers do not end"), &mut line);
        if by_classes.admit(line.trim_ascii_end()) == Verdict::Kept {
            kept.extend_from_slice(&line);
            count += 1;
        }
    }
    let sift = filter_of("default");
    let (mut known, batch) = scanned("default", &kept);
    let mut group = group(criterion, "learn");
    let learn = |stages: &mut Stages| {
        for index in 0..LINES {
            black_box(stages.learn(&batch, index));
        }
    };
    group.bench_function("new", |bencher| {
        bencher.iter_batched_ref(|| Stages::of(&sift), learn, BatchSize::LargeInput);
    });
    group.bench_function("known", |bencher| bencher.iter(|| learn(&mut known)));
    let readings: Vec<Vec<u64>> = (0..LINES)
        .map(|index| known.learn(&batch, index).to_vec())
        .collect();
    group.bench_function("shadows", |bencher| {
        bencher.iter(|| {
            for (index, tokens) in readings.iter().enumerate() {
                known.alternatives(&batch, index, tokens, |reading| {
                    black_box(reading);
                });
            }
        });
    });
}

/// The whole way of lines through a filter that has seen nothing yet.
fn admit(criterion: &mut Criterion) {
    let mut group = group(criterion, "admit");
    let mut bench = |name: &str, settings: &str, list: &[u8]| {
        group.bench_function(name, |bencher| {
            let admit = |sift: &mut Sift| {
                for line in lines(list) {
                    black_box(sift.admit(line));
                }
            };
            bencher.iter_batched_ref(|| filter_of(settings), admit, BatchSize::LargeInput);
        });
    };
    let mixed = list(Shape::Mixed);
    for settings in [
        "default",
        "t90",
        "t80",
        "literal",
        "literal-t90",
        "literal-t80",
        "simhash",
    ] {
        bench(settings, settings, &mixed);
    }
    for shape in Shape::ALL
        .into_iter()
        .filter(|&shape| shape != Shape::Mixed)
    {
        bench(
            &format!("default-{}", shape.name()),
            "default",
            &list(shape),
        );
    }
}

/// The same with the stream around it: reading, cutting into blocks, writing.
fn filter(criterion: &mut Criterion) {
    let list = list(Shape::Mixed);
    let mut group = group(criterion, "filter");
    for threads in [1, 2] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        group.bench_function(format!("threads-{threads}"), |bencher| {
            let setup = || {
                (
                    filter_of("default"),
                    Source::reader("list", io::Cursor::new(list.clone())),
                )
            };
            let filter = |(mut sift, source)| {
                Run::new([source])
                    .threads(threads)
                    .filter(&mut sift, io::sink())
                    .expect("memory is read")
            };
            bencher.iter_batched(setup, filter, BatchSize::LargeInput);
        });
    }
}

/// Single lines that are made to be expensive.
fn hostile(criterion: &mut Criterion) {
    let mut params = "https://single.test/?a".to_owned();
    let mut segments = "https://single.test".to_owned();
    let mut words = "https://single.test/a".to_owned();
    for number in 0.. {
        for (line, before, after) in [(&mut params, "&p", "=v"), (&mut words, "-", "")] {
            if line.len() < MEGABYTE {
                let _ = write!(line, "{before}{number:x}{after}");
            }
        }
        if number < 10_000 {
            let _ = write!(segments, "/s{number:x}");
        } else if params.len().min(words.len()) >= MEGABYTE {
            break;
        }
    }
    let mut group = criterion.benchmark_group("hostile");
    group.sample_size(10);
    for (name, line) in [
        ("megabyte-of-params", &params),
        ("ten-thousand-segments", &segments),
        ("megabyte-of-words", &words),
    ] {
        for settings in ["default", "t80", "literal-t80", "simhash"] {
            group.bench_function(format!("{name}-{settings}"), |bencher| {
                let setup = || filter_of(settings);
                bencher.iter_batched_ref(
                    setup,
                    |sift| sift.admit(line.as_bytes()),
                    BatchSize::PerIteration,
                );
            });
        }
    }
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(LINES as u64));
    group
}

/// A filter that hashes the same in every run, so that tables are filled the same.
fn filter_of(settings: &str) -> Sift {
    let builder = Sift::builder().seed([17, 4]);
    let builder = match settings {
        "default" => builder,
        "t90" => builder.threshold(90.0),
        "t80" => builder.threshold(80.0),
        "literal" => builder.literal(true),
        "literal-t90" => builder.literal(true).threshold(90.0),
        "literal-t80" => builder.literal(true).threshold(80.0),
        "simhash" => builder.metric(Metric::SimHash),
        _ => unreachable!("{settings} are no settings"),
    };
    builder.build().expect("settings are valid")
}

fn list(shape: Shape) -> Vec<u8> {
    let mut list = Vec::new();
    (0..LINES as u64).for_each(|number| shape.line(number, &mut list));
    list
}

fn lines(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', list)
        .map(move |end| &list[std::mem::replace(&mut start, end + 1)..end])
}

fn numbers(stream: u64, count: usize) -> Vec<u64> {
    let mut random = Random::new(0, stream);
    (0..count).map(|_| random.next()).collect()
}

fn scanned(settings: &str, list: &[u8]) -> (Stages, Batch) {
    let sift = filter_of(settings);
    let (scanner, mut batch) = (Stages::scanner(&sift), Batch::default());
    lines(list).for_each(|line| scanner.scan(line, &mut batch));
    (Stages::of(&sift), batch)
}
