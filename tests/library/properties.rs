//! What holds for every list, whatever is in it.

use std::collections::HashSet;
use std::io::{self, Read};
use std::num::NonZeroUsize;

use crate::internals::{Parser, bound_learning};
use proptest::prelude::*;
use proptest::sample::select;
use urlsift::explain::{Watched, compare};
use urlsift::settings::{Detail, Metric};
use urlsift::stream::{Run, Source};
use urlsift::{Builder, Sift, Verdict};

use crate::oracle::{builders, lists, verdicts};
use crate::representatives::learnable;

fn is_printed(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Kept | Verdict::Sample | Verdict::NotUrl)
}

fn printed(builder: &Builder, lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let verdicts = verdicts(builder, lines);
    lines
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| is_printed(*verdict))
        .map(|(line, _)| line.clone())
        .collect()
}

/// Lists of URLs, of which some repeat, and of other lines.
pub(crate) fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let other = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..12),
        select(vec![
            "no url",
            "",
            "\r",
            "http://",
            "a.test/\u{fc}",
            "https://a.test/\0"
        ])
        .prop_map(Vec::from),
    ];
    (
        lists(),
        prop::collection::vec((any::<prop::sample::Index>(), other), 0..6),
        any::<u8>(),
    )
        .prop_map(|(urls, others, repeat)| {
            let mut lines: Vec<Vec<u8>> = urls.into_iter().map(String::into_bytes).collect();
            for (at, line) in others {
                // A line cannot hold its own end.
                let line = line.into_iter().filter(|&byte| byte != b'\n').collect();
                lines.insert(at.index(lines.len() + 1), line);
            }
            let again = usize::from(repeat) % lines.len();
            lines.extend_from_within(again..);
            lines
        })
}

fn metrics() -> impl Strategy<Value = Metric> {
    select(vec![Metric::Overlap, Metric::Overlap, Metric::SimHash])
}

/// A URL in parts, to be written in more than one way.
#[derive(Clone, Debug)]
struct Url {
    https: bool,
    host: &'static str,
    segments: Vec<&'static str>,
    pairs: Vec<(&'static str, &'static str)>,
    fragment: &'static str,
}

fn url() -> impl Strategy<Value = Url> {
    let segment = select(vec![
        "a",
        "users",
        "7",
        "zqxwv",
        "caf%c3%a9",
        "x%2fy",
        "login.php",
        "%20",
        "v2",
    ]);
    let pair = (
        select(vec!["a", "id", "q", "action", "utm_source"]),
        select(vec!["", "=", "=1", "=%e9", "=add", "=%2F"]),
    );
    (
        any::<bool>(),
        select(vec!["a.test", "b.test", "api.a.test"]),
        prop::collection::vec(segment, 0..5),
        prop::collection::vec(pair, 0..5),
        select(vec!["", "#x", "#/r/%c3"]),
    )
        .prop_map(|(https, host, segments, pairs, fragment)| Url {
            https,
            host,
            segments,
            pairs,
            fragment,
        })
}

impl Url {
    fn written(&self) -> String {
        let scheme = if self.https { "https" } else { "http" };
        let pairs: Vec<_> = self
            .pairs
            .iter()
            .map(|(name, value)| format!("{name}{value}"))
            .collect();
        let query = if pairs.is_empty() {
            String::new()
        } else {
            format!("?{}", pairs.join("&"))
        };
        format!(
            "{scheme}://{}/{}{query}{}",
            self.host,
            self.segments.join("/"),
            self.fragment
        )
    }

    /// The same URL: other order of parameters, other case of host and escapes, the default port.
    fn respelled(&self, turns: u8) -> String {
        let mut url = self.clone();
        if !url.pairs.is_empty() {
            let length = url.pairs.len();
            url.pairs.rotate_left(usize::from(turns) % length);
        }
        if turns & 1 == 1 {
            url.pairs.reverse();
        }
        let upper = |text: &str| {
            text.replace("%c3", "%C3")
                .replace("%a9", "%A9")
                .replace("%2f", "%2F")
                .replace("%e9", "%E9")
        };
        let mut written = url.written();
        if turns & 2 == 2 {
            written = upper(&written);
        }
        if turns & 4 == 4 {
            written = written.replacen(url.host, &url.host.to_ascii_uppercase(), 1);
            written = written.replacen("http", "HTTP", 1);
        }
        if turns & 8 == 8 {
            let start = written.find("//").expect("it has a host") + 2;
            written.insert_str(
                start + url.host.len(),
                if url.https { ":443" } else { ":80" },
            );
        }
        written
    }
}

/// Gives its bytes in reads of the given sizes, in turn.
struct Chunks {
    bytes: io::Cursor<Vec<u8>>,
    sizes: Vec<usize>,
    turn: usize,
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].min(buffer.len());
        self.turn += 1;
        self.bytes.read(&mut buffer[..size])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_shrink_iters: 500, ..ProptestConfig::default() })]

    /// What is said of a dropped line is what made it dropped: the percentage reaches the
    /// threshold, under both metrics.
    #[test]
    fn explanations_reach_the_threshold(
        words in learnable(), lines in lists(), simhash in any::<bool>(),
        threshold in prop::sample::select(vec![99.0, 95.0, 90.0, 80.0, 70.0]),
    ) {
        let metric = if simhash { Metric::SimHash } else { Metric::Overlap };
        let builder = Sift::builder().metric(metric).threshold(threshold).detail(Detail::Explanations);
        let mut sift = Watched::new(builder.build().expect("the settings are valid"));
        // A repetition is dropped by its bytes, whatever it reads as meanwhile.
        let mut came = HashSet::new();
        for line in words.iter().chain(&lines) {
            if sift.admit(line.as_bytes()) == Verdict::Similar && came.insert(line) {
                let found = sift.explainer().explain(line.as_bytes(), &sift.decisions()[0]).expect("it is similar");
                prop_assert!(found.comparison.similar, "{}: {:?}", line, found);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn filtering_twice_is_filtering_once(builder in builders(), metric in metrics(), lines in lines()) {
        let builder = builder.metric(metric).learn(false);
        let once = printed(&builder, &lines);
        prop_assert_eq!(printed(&builder, &once), once);
    }

    #[test]
    fn exact_repetitions_are_never_printed(builder in builders(), metric in metrics(), lines in lines()) {
        let kept = printed(&builder.metric(metric), &lines);
        let different: HashSet<_> = kept.iter().collect();
        prop_assert_eq!(different.len(), kept.len());
    }

    #[test]
    fn spelling_changes_no_verdict(
        builder in builders(), metric in metrics(), urls in prop::collection::vec((url(), any::<u8>()), 1..40)
    ) {
        let builder = builder.metric(metric);
        let plain: Vec<_> = urls.iter().map(|(url, _)| url.written()).collect();
        let respelled: Vec<_> = urls.iter().map(|(url, turns)| url.respelled(*turns)).collect();
        prop_assert_eq!(verdicts(&builder, &plain), verdicts(&builder, &respelled), "{:#?}", respelled);
    }

    /// Tokens are cut from these parts. In bytes above 127 there would be room for collisions that
    /// no key prevents.
    #[test]
    fn parts_of_urls_are_ascii(start in select(vec!["https://a.test/", "ftp://a", "//a.test?", "a.test/#", "/", ""]), rest in prop::collection::vec(any::<u8>(), 0..40)) {
        let line = [start.as_bytes(), &rest].concat();
        if let Some((parts, _)) = Parser::default().parse(&line) {
            for part in [parts.scheme, parts.host, parts.path, parts.query, parts.fragment] {
                prop_assert!(part.is_ascii(), "{:?}", parts);
            }
        }
    }

    /// The output is a selection of the input's lines, the one that the filter makes line by line,
    /// whatever the stream does.
    #[test]
    fn a_stream_gives_what_the_filter_says(
        builder in builders(), lines in lines(), delimiter in select(vec![b'\n', 0]),
        sizes in prop::collection::vec(1..200_usize, 1..5), threads in 1..4_usize, cut in any::<prop::sample::Index>()
    ) {
        let lines: Vec<Vec<u8>> = lines.into_iter().map(|line| line.into_iter().filter(|&byte| byte != delimiter).collect()).collect();
        let join = |lines: &[Vec<u8>]| lines.iter().flat_map(|line| line.iter().copied().chain([delimiter])).collect::<Vec<u8>>();
        let mut expected = printed(&builder, &lines);
        expected.retain(|line| !line.is_empty());
        // Two sources, of which the first lacks its last delimiter.
        let (first, second) = lines.split_at(cut.index(lines.len()));
        let mut first = join(first);
        if !first.ends_with(&[delimiter, delimiter]) && first != [delimiter] {
            first.pop();
        }
        let sources = [first, join(second)].map(|bytes| {
            Source::reader("list", Chunks { bytes: io::Cursor::new(bytes), sizes: sizes.clone(), turn: 0 })
        });
        let run = Run::new(sources).delimiter(delimiter).threads(NonZeroUsize::new(threads).expect("not zero"));
        let mut sift = builder.build().expect("the settings are valid");
        let mut output = Vec::new();
        let summary = run.filter(&mut sift, &mut output).expect("memory takes it");
        prop_assert_eq!(&output, &join(&expected));
        prop_assert_eq!(summary.bytes_in as usize, join(&lines).len());
        prop_assert_eq!(summary.bytes_out as usize, output.len());
        prop_assert_eq!(summary.records as usize, lines.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 500, ..ProptestConfig::default() })]

    /// By the comparison that `urlsift compare` shows.
    #[test]
    fn kept_lines_are_apart_and_dropped_ones_near_one(builder in builders(), metric in metrics(), lines in lists()) {
        let builder = builder.metric(metric).learn(false);
        let lines = &lines[..lines.len().min(30)];
        let is_similar = |a: &str, b: &str| {
            compare(&builder, a.as_bytes(), b.as_bytes()).expect("the settings are valid").expect("both are URLs").similar
        };
        let mut kept: Vec<&String> = Vec::new();
        for (line, verdict) in lines.iter().zip(verdicts(&builder, lines)) {
            match verdict {
                Verdict::Kept => {
                    prop_assert!(!kept.iter().any(|earlier| is_similar(earlier, line)), "{} after {:?}", line, kept);
                    kept.push(line);
                }
                Verdict::Similar => {
                    prop_assert!(kept.iter().any(|earlier| is_similar(earlier, line)), "{} after {:?}", line, kept);
                }
                _ => {}
            }
        }
    }
}

/// A filter whose tables of learned places were filled to their bound by other hosts.
fn full(builder: &Builder) -> Sift {
    let mut sift = builder.build().expect("the settings are valid");
    bound_learning(&mut sift, 0);
    for host in 0..12_000 {
        sift.admit(format!("https://h{host}.full.test/wombat").as_bytes());
    }
    sift
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// At its bound the table learns nothing more, so nothing is lost by it: where only words
    /// differ, a run goes on as one that does not learn, and whatever is dropped is as similar as
    /// it has to be to the line that is named.
    #[test]
    fn learning_at_its_bound_loses_nothing(words in learnable(), lines in lists(), before in 0..200_u32) {
        let mut sift = full(&Sift::builder());
        let verdict = |sift: &mut Sift, line: &String| sift.admit(line.as_bytes());
        let found: Vec<_> = words.iter().map(|line| verdict(&mut sift, line)).collect();
        prop_assert_eq!(found, verdicts(&Sift::builder().learn(false), &words));

        // The bound may come in the middle of a list, too.
        let sift = Sift::builder().detail(Detail::Explanations).build().expect("the settings are valid");
        let mut sift = Watched::new(sift);
        bound_learning(sift.parts_mut().0, 0);
        for host in 0..before * 40 {
            sift.admit(format!("https://h{host}.full.test/wombat").as_bytes());
        }
        let mut kept = HashSet::new();
        for line in words.iter().chain(&lines) {
            if sift.admit(line.as_bytes()) == Verdict::Kept {
                kept.insert(line.as_bytes());
                continue;
            }
            let found = sift.explainer().explain(line.as_bytes(), &sift.decisions()[0]);
            let found = found.expect("what is not kept is similar");
            prop_assert!(kept.contains(&&*found.representative) && found.comparison.similar, "{}: {:?}", line, found);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 500, ..ProptestConfig::default() })]

    /// Nobody can have lines of another host dropped, or kept.
    #[test]
    fn a_host_changes_nothing_for_another(
        own in learnable(), others in learnable(), turns in prop::collection::vec(any::<bool>(), 120), literal in any::<bool>()
    ) {
        let builder = Sift::builder().literal(literal);
        let others: Vec<String> = others.iter().map(|line| line.replace("learn.test", "other.test")).collect();
        let mut sift = builder.build().expect("the settings are valid");
        let (mut own_left, mut others_left) = (own.iter(), others.iter());
        let mut found = Vec::new();
        for turn in turns.into_iter().cycle() {
            match if turn { own_left.next() } else { others_left.next() } {
                Some(line) if turn => found.push(sift.admit(line.as_bytes())),
                Some(line) => {
                    sift.admit(line.as_bytes());
                }
                None if found.len() == own.len() => break,
                None => found.extend(own_left.by_ref().map(|line| sift.admit(line.as_bytes()))),
            }
        }
        prop_assert_eq!(found, verdicts(&builder, &own));
    }
}

/// The lists of the property about the bound would show it if something were learned.
#[test]
fn what_is_not_learned_at_the_bound_is_learned_below_it() {
    let lines: Vec<String> = ["quartz", "basalt", "gneiss"]
        .map(|word| format!("https://a.test/tag/{word}"))
        .into();
    let kept = |mut sift: Sift| {
        lines
            .iter()
            .filter(|line| is_printed(sift.admit(line.as_bytes())))
            .count()
    };
    assert_eq!(
        kept(Sift::builder().build().expect("the settings are valid")),
        1
    );
    assert_eq!(kept(full(&Sift::builder())), 3);
}
