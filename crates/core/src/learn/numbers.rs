//! Names with numbers: `/step1` and `/step2` may be two pages, `/step90` is one of many.
//!
//! The token of such a name has its number masked, so URLs that differ only there are similar. But
//! a name keeps its first three numbers at a position: a line with one of them is printed as a
//! further sample of its group, once for each path. The name is a template as soon as
//!
//! - it has had a fourth number,
//! - [`MOST`] lines were printed in this way: the same pages are below each number, or
//! - it ends paths and has had two numbers in each of [`SECTIONS`] sections: `/tea/page-2`,
//!   `/milk/page-2` are pages of lists. That takes one slot for each name.
//!
//! The same holds for names of parameters that are known by their [forms](OF_QUERY) only: of
//! `nid_0b629`, `nid_1c730` and so on, each query keeps the first three.
//!
//! Names of a learned position are values, whatever their numbers, and names below a value keep no
//! numbers: most are pages of a list (`/orders/17/page-2`). In two passes, a name with more than
//! three numbers is a template from the first line on.

use super::Learner;
use super::context::template_below;
use super::rules::NUMBERED_PAGES;
use super::seat::{PositionKey, WordKey};
use crate::record::{OF_QUERY, PathAndQuery, Segment, Url, own_tokens};
use crate::similar::plan::TemplateHasher;
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Numbers that a name keeps.
const FEW: i32 = 3;

/// Further samples of one name.
const MOST: i32 = 12;

/// The balance of a name is the count of its numbers, up to one more than it keeps, and this for
/// each further sample.
const SAMPLE: i32 = FEW + 2;

/// Sections in which a name has two numbers, from which on it numbers the pages of lists.
const SECTIONS: i32 = 3;

/// Tell the hashes of names, of pages with their numbers, and of sections from others.
const NAME: u64 = 1;
const PAGE: u64 = 2;
const PAGES: u64 = 3;

/// A page below a name that keeps its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedPage {
    name: PositionKey,
    /// Hashes of the path with its numbers: as written, and as it reads.
    pub paths: [u64; 2],
}

impl Learner {
    /// Counts the numbers of a URL, given its segments and the tokens that they read as. Returns
    /// its page if the name keeps its numbers.
    pub(crate) fn count_numbers(
        &mut self,
        key: &Key,
        url: &Url,
        parts: PathAndQuery<'_>,
        numbers: &[(u32, u64)],
        tokens: &[u64],
    ) -> Option<NumberedPage> {
        if !self.keeps_numbers {
            return None;
        }
        let (host, tokens) = url.split(tokens);
        let (_, segments) = url.split(parts.segments);
        let mut depth = 0;
        let mut number = 0;
        for &(index, own_number) in numbers {
            if index == OF_QUERY {
                continue;
            }
            let index = index as usize;
            let is_word = match segments.get(index) {
                Some(segment) => {
                    segment.traits.has(Traits::MASKED) && segment.token == tokens[index]
                }
                None => false,
            };
            let mut above = segments[..index].iter().zip(tokens);
            let below_value = above.any(|(segment, &token)| token == segment.variable);
            if is_word && !below_value {
                depth = index + 1;
                number = key.join(own_number, number);
            }
        }
        let forms = names_by_form(numbers);
        if !forms.is_empty() {
            depth = tokens.len();
            number = key.fold(number, forms.iter().copied());
        }
        if number == 0 {
            return None;
        }
        let start = start_of_names(key, url, host.copied(), parts, &forms);
        let named = tokens[..depth].iter().copied();
        let name = PositionKey(key.fold(start, named));
        let number_key = WordKey::from_hash(key.join(number, name.0));
        let ends_path = forms.is_empty() && depth == tokens.len() && depth > 1;
        let pages_key = ends_path.then(|| {
            let section = key.fold(start, tokens[..depth - 2].iter().copied());
            PositionKey(key.fold(section, [PAGES, tokens[depth - 1]]))
        });
        if !self.keeps(name, number_key, pages_key) {
            return None;
        }
        let written = written_page(key, start, segments, numbers);
        let page = key.join(PAGE, start);
        let read = key.fold(page, tokens.iter().copied());
        let read = key.join(number, read);
        Some(NumberedPage {
            name,
            paths: [written, read],
        })
    }

    /// Records that a page was printed although its name keeps no numbers as the path reads now.
    pub(crate) fn record_page(
        &mut self,
        key: &Key,
        url: &Url,
        parts: PathAndQuery<'_>,
        numbers: &[(u32, u64)],
        tokens: &[u64],
    ) {
        if self.keeps_numbers && !self.surveyed {
            let (host, _) = url.split(tokens);
            let (_, segments) = url.split(parts.segments);
            let forms = names_by_form(numbers);
            let start = start_of_names(key, url, host.copied(), parts, &forms);
            let written = written_page(key, start, segments, numbers);
            self.insert_new(WordKey::from_hash(written));
        }
    }

    /// Whether a name keeps its numbers, after this one. `pages_key`: the count of sections with
    /// pages of its name, if it ends the path.
    fn keeps(
        &mut self,
        name: PositionKey,
        number: WordKey,
        pages_key: Option<PositionKey>,
    ) -> bool {
        let balance = self.count_at(name);
        if balance % SAMPLE > FEW || balance >= MOST * SAMPLE {
            return false;
        }
        let is_page = pages_key.is_some_and(|pages_key| self.count_at(pages_key) >= SECTIONS);
        if is_page && self.tuning.has(NUMBERED_PAGES) {
            return false;
        }
        if self.surveyed || !self.insert_new(number) {
            return true;
        }
        if balance % SAMPLE == 1
            && let Some(pages_key) = pages_key
        {
            self.add(pages_key, 1);
        }
        self.store_count(name, balance + 1) && balance % SAMPLE < FEW
    }

    /// Whether a page was printed with its numbers, as written or as it reads.
    pub(crate) fn is_printed(&self, page: NumberedPage) -> bool {
        page.paths
            .into_iter()
            .any(|path| self.is_page_printed(path))
    }

    /// Whether a page was printed, by its hash.
    pub(crate) fn is_page_printed(&self, page: u64) -> bool {
        self.contains(WordKey::from_hash(page))
    }

    /// Records that a page was printed with its numbers, in both forms, as what is learned may be
    /// taken back. Returns `false` if it was printed before, or there is no room.
    pub(crate) fn record_printed(&mut self, page: NumberedPage) -> bool {
        let [written, read] = page.paths.map(WordKey::from_hash);
        let is_known = self.contains(written) || self.contains(read);
        let is_inserted = self.insert_new(written);
        self.insert_new(read);
        is_inserted && !is_known
    }

    /// Counts a further sample.
    pub(crate) fn count_sample(&mut self, page: NumberedPage) {
        self.add(page.name, SAMPLE);
    }
}

/// Hashes what stands before the path of names with numbers, and the names of parameters among
/// which some are known by their `forms`.
fn start_of_names(
    key: &Key,
    url: &Url,
    host: Option<u64>,
    parts: PathAndQuery<'_>,
    forms: &[u64],
) -> u64 {
    let host = template_below(key, url, host);
    let separate_host = if url.separating_key == 0 {
        host
    } else {
        key.join(url.separating_key, host)
    };
    let start = key.join(NAME, separate_host);
    if forms.is_empty() {
        return start;
    }
    key.join(TemplateHasher::names(key, parts.pairs), start)
}

/// Hashes a path as written, with its numbers.
fn written_page(key: &Key, start: u64, segments: &[Segment], numbers: &[(u32, u64)]) -> u64 {
    let page = key.join(PAGE, start);
    let path = key.fold(page, own_tokens(segments));
    key.fold(path, numbers.iter().map(|(_, number)| *number))
}

/// Returns the names of parameters that are known by their forms, each once and in any order.
fn names_by_form(numbers: &[(u32, u64)]) -> Vec<u64> {
    let of_query = numbers.iter().filter(|(index, _)| *index == OF_QUERY);
    let mut names: Vec<u64> = of_query.map(|(_, name)| *name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use crate::{Builder, Sift, Verdict};

    fn paths(builder: &Builder, paths: &[&str]) -> Vec<String> {
        let lines: Vec<String> = paths
            .iter()
            .map(|path| format!("https://zoo.example.com/{path}"))
            .collect();
        let mut sift = builder.build().expect("the settings are valid");
        let kept = sift.filter(&lines).cloned().collect::<Vec<String>>();
        let mut one_by_one = builder.build().expect("the settings are valid");
        let printed = |line: &&String| one_by_one.admit(line.as_bytes()).is_printed();
        assert_eq!(
            lines.iter().filter(printed).collect::<Vec<_>>(),
            kept.iter().collect::<Vec<_>>()
        );
        kept.iter()
            .map(|line| line["https://zoo.example.com/".len()..].to_owned())
            .collect()
    }

    #[test]
    fn each_name_keeps_its_first_three_numbers() {
        let all: &[&[&str]] = &[
            &["step1", "step2", "step3"],
            &["api1/users", "api2/users", "api1/orders", "api2/orders"],
            &["admin1", "admin2"],
            &["a1/edit", "a2/edit", "h1/edit", "h2/edit"],
            &["form1040", "form1099"],
            &["blog-3/", "blog-4"],
            &["part_1/page-2", "part_1/page-3"],
        ];
        for lines in all {
            assert_eq!(paths(&Sift::builder(), lines), *lines);
            let twice = [*lines, *lines].concat();
            assert_eq!(
                paths(&Sift::builder(), &twice),
                *lines,
                "repetitions are dropped"
            );
        }
        // Below a value they are pages of one thing.
        assert_eq!(
            paths(&Sift::builder(), &["7/part1", "7/part2", "8/part3"]),
            ["7/part1"]
        );
        // Ids, builds, dates and files are masked at once, and everything is without learning.
        for [one, other] in [
            ["item12345", "item12346"],
            ["CVE-2024-17", "CVE-2024-18"],
            ["r12", "r13"],
            ["report1.html", "report2.html"],
            ["photo1.jpg", "photo2.jpg"],
        ] {
            assert_eq!(paths(&Sift::builder(), &[one, other]), [one]);
        }
        assert_eq!(paths(&Sift::builder().learn(false), all[0]), ["step1"]);
    }

    #[test]
    fn the_fourth_number_makes_a_template() {
        let lines = [
            "step1",
            "step2",
            "step3",
            "step4",
            "step1/edit",
            "step5/edit",
            "step2/edit",
            "step2",
        ];
        assert_eq!(
            paths(&Sift::builder(), &lines),
            ["step1", "step2", "step3", "step1/edit"]
        );
        // Twelve pages below several numbers make one, too.
        let pages: Vec<String> = ["a", "b"]
            .iter()
            .flat_map(|number| ('c'..='z').map(move |page| format!("step{number}/{page}{page}")))
            .map(|line| line.replace("stepa", "step1").replace("stepb", "step2"))
            .collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let kept = paths(&Sift::builder(), &pages);
        assert!(
            kept.iter().filter(|line| line.starts_with("step2")).count() <= 12,
            "{kept:#?}"
        );
    }

    #[test]
    fn names_with_numbers_in_three_sections_are_pages_of_lists() {
        for page in [
            "trang-", "page-", "sayfa", "strona-", "halaman", "seite", "zork", "quil_", "p", "lap-",
        ] {
            let sections = ["sport", "tea", "nim", "vorp", "salt"];
            let number = |n: &u32| sections.map(|section| format!("{section}/{page}{n}"));
            let lines: Vec<String> = [2, 3, 4, 5].iter().flat_map(number).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let kept = paths(&Sift::builder(), &lines);
            assert!(kept.len() <= 8, "{kept:?}");
        }
        // Two sections show nothing, nor do names with something below them.
        let wizards = [
            "tea/step1/edit",
            "tea/step2/edit",
            "nim/step1/edit",
            "nim/step2/edit",
            "salt/step1/edit",
            "salt/step2/edit",
            "vorp/step1/edit",
            "vorp/step2/edit",
        ];
        assert_eq!(paths(&Sift::builder(), &wizards), wizards);
        let two = ["tea/step1", "tea/step2", "nim/step1", "nim/step2"];
        assert_eq!(paths(&Sift::builder(), &two), two);
    }

    #[test]
    fn a_page_that_was_printed_is_no_sample_when_its_path_reads_otherwise() {
        let lists: &[&[&str]] = &[
            &[
                "page-lapuvozo/api-sepet",
                "search/vorb/delete",
                "claves-sepet/nimora/v1-zork",
                "vorb/frob-lapuvozo",
                "civo/frob5?ref=49&sort=tag",
            ],
            &[
                "ditimacu/ditimacu9/lapuvozo/zopari-vorb",
                "nimora-vorb/blog",
                "page-vorb/tunibova14",
                "delete/ditimacu/nimora-frob?q=tunibova",
            ],
        ];
        for list in lists {
            let once = paths(&Sift::builder(), list);
            let twice = [*list, *list].concat();
            assert_eq!(paths(&Sift::builder(), &twice), once);
        }
    }

    #[test]
    fn two_passes_know_all_numbers() {
        let lines = [
            "step1",
            "step2",
            "step3",
            "step4",
            "api1/users",
            "api2/users",
            "api2/users",
        ]
        .map(|path| format!("https://zoo.example.com/{path}"));
        let mut sift = Sift::builder()
            .two_pass(true)
            .build()
            .expect("the settings are valid");
        assert!(sift.filter(&lines).count() > 0);
        sift.restart();
        let printed: Vec<&String> = lines
            .iter()
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .collect();
        assert_eq!(printed, [&lines[0], &lines[4], &lines[5]]);
    }

    #[test]
    fn a_class_keeps_each_number_or_none() {
        let lines = ["step1", "step2", "step3", "step4", "user/1", "user/2"];
        let mut classes = crate::Classes::default();
        classes.set("numbered", false).expect("is a class");
        let each = paths(&Sift::builder().classes(classes), &lines);
        assert_eq!(each, ["step1", "step2", "step3", "step4", "user/1"]);
    }

    #[test]
    fn further_numbers_are_samples_of_their_group_and_count_as_lines_of_the_host() {
        let two = std::num::NonZeroU32::new(2).expect("is not 0");
        let mut sift = Sift::builder()
            .max_per_host(two)
            .build()
            .expect("the settings are valid");
        let verdicts = ["step1", "step2", "step3", "step1"]
            .map(|path| sift.admit(format!("https://zoo.example.com/{path}").as_bytes()));
        assert_eq!(
            verdicts,
            [
                Verdict::Kept,
                Verdict::Sample,
                Verdict::Similar,
                Verdict::Similar
            ]
        );
    }
}
