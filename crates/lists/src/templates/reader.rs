//! Counts the lines of a list for their templates, as a filter decides on them.

use super::collection::Templates;
use super::group::{CountedClasses, GroupLines, LineClasses};
use super::template::Template;
use crate::filter;
use std::collections::HashMap;
use std::mem;
use urlsift_core::table::NumberMap;
use urlsift_core::{Batch, Builder, Detail, Error, Filter, Record, Scanner, Sift, Verdict};
use urlsift_explain::templates::{
    TemplateParts, VariablePositions, classes_hash, group_template, own_template, template_key,
    template_values,
};
use urlsift_explain::{Decision, Watched};

/// Takes the lines of a list, lets a filter decide on them, and returns their [`Templates`] at the
/// end.
///
/// Each call borrows the filter, so that one filter that has learned from several lists can read
/// them all.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::explain::Watched;
/// use urlsift::lists::TemplateReader;
/// use urlsift::settings::Detail;
///
/// let lists = [["quartz", "basalt", "gneiss", "schist"], ["marble", "tuff", "obsidian", "beryl"]]
///     .map(|words| words.map(|word| format!("//a.example/zork/{word}")));
/// let mut sift = Watched::new(Sift::builder().two_pass(true).detail(Detail::Groups).build()?);
/// lists.iter().for_each(|list| { sift.filter(list).count(); });
/// sift.restart();
/// let mut readers = [TemplateReader::new(sift.inner())?, TemplateReader::new(sift.inner())?];
/// for (list, reader) in lists.iter().zip(&mut readers) {
///     list.iter().for_each(|line| reader.admit(&mut sift, line.as_bytes()));
/// }
/// for reader in readers {
///     let shown: Vec<_> = reader.finish(sift.inner()).iter().map(ToString::to_string).collect();
///     assert_eq!(shown, ["a.example/zork/{word}"]);
/// }
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TemplateReader {
    /// The groups, in pieces that are freed one by one while templates are made of them.
    groups: Vec<Vec<GroupLines>>,
    /// The place of each group in `groups`, by its number in the filter.
    by_number: NumberMap<u32>,
    /// The place of the count of a group's lines with the same classes, by a hash of both.
    by_classes: NumberMap<u32>,
    /// The place of each template, by a hash of its identity.
    known: NumberMap<u32>,
    records: u64,
    templates: Templates,
    // Kept for their memory:
    batch: Batch,
    tokens: Vec<u64>,
    verdicts: Vec<Verdict>,
}

/// The number of groups in a piece.
const PIECE: usize = 4096;

impl TemplateReader {
    /// Creates a reader for lines decided by this filter, or by another one with the same settings.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`](urlsift_core::ErrorKind::Settings): under the settings of the
    /// filter, two URLs may be similar although their templates differ, or differ although their
    /// templates are equal; or the filter names no groups.
    pub fn new(sift: &Sift) -> Result<Self, Error> {
        filter::require_templates(sift)?;
        filter::require_groups(sift)?;
        Ok(Self::default())
    }

    /// Lets a filter decide on one line, without its line end, and counts it.
    pub fn admit(&mut self, sift: &mut Watched<Sift>, line: &[u8]) {
        let mut batch = mem::take(&mut self.batch);
        batch.clear();
        sift.scanner().scan(line, &mut batch);
        let taken = self.take(sift, &batch, [line]);
        debug_assert!(taken.is_ok(), "the batch holds this line");
        self.batch = batch;
    }

    /// Lets a filter decide on the records of a batch in order, and counts them; `lines` are the
    /// same records' bytes.
    ///
    /// # Errors
    /// Those of [`Sift::decide`].
    pub fn take<'a>(
        &mut self,
        sift: &mut Watched<Sift>,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
    ) -> Result<(), Error> {
        let lines: Vec<&[u8]> = lines.into_iter().collect();
        let mut verdicts = mem::take(&mut self.verdicts);
        verdicts.clear();
        verdicts.extend_from_slice(sift.decide(batch, &lines)?.verdicts);
        for (at, (line, verdict)) in lines.iter().zip(&verdicts).enumerate() {
            self.records += 1;
            match verdict {
                Verdict::Kept | Verdict::Similar | Verdict::Sample => self.count(sift, (batch, at, line)),
                Verdict::NotUrl | Verdict::Repeated => self.templates.not_urls += 1,
                Verdict::Unwanted(_) | Verdict::Header { .. } | Verdict::Empty => self.templates.others += 1,
            }
        }
        self.verdicts = verdicts;
        Ok(())
    }

    /// Counts the records of a batch of a [whole](Scanner::whole) scanner in the variants that the
    /// filter has learned, without a decision. So the template of a line does not depend on the
    /// lines before it.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_core::ErrorKind::Batch): the batch was filled by another
    /// scanner.
    pub fn read<'a>(
        &mut self,
        sift: &Sift,
        (scanner, batch): (&Scanner, &Batch),
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
    ) -> Result<(), Error> {
        let (lines, mut tokens) = (lines.into_iter(), mem::take(&mut self.tokens));
        scanner.view().check(batch, lines.len())?;
        for (at, line) in lines.enumerate() {
            self.records += 1;
            match &batch.view().records()[at] {
                Record::Url(_) => {
                    if let Some(key) = template_key(sift, batch, at, &mut tokens) {
                        self.count_in(sift, key, None, (batch, at, line));
                    }
                }
                Record::NotUrl(_) => self.templates.not_urls += 1,
                Record::Empty | Record::Header(_) | Record::Unwanted(_) => self.templates.others += 1,
            }
        }
        self.tokens = tokens;
        Ok(())
    }

    /// Counts the line of the latest decision.
    fn count(&mut self, sift: &Watched<Sift>, (batch, at, line): (&Batch, usize, &[u8])) {
        let decision = &sift.decisions()[at];
        if let Some(number) = decision.group {
            self.count_in(sift.inner(), number, Some(decision), (batch, at, line));
        }
    }

    /// Counts a line for the group of this number.
    fn count_in(
        &mut self,
        sift: &Sift,
        number: u64,
        decision: Option<&Decision>,
        (batch, at, line): (&Batch, usize, &[u8]),
    ) {
        let Some(classes) = classes_hash(sift, batch, at) else { return };
        let place = *self.by_number.entry(number.wrapping_mul(ODD)).or_insert_with(|| {
            if self.groups.last().is_none_or(|piece| piece.len() == PIECE) {
                self.groups.push(Vec::with_capacity(PIECE));
            }
            let last = self.groups.len() - 1;
            self.groups[last].push(GroupLines::new(self.records, line));
            (last * PIECE + self.groups[last].len() - 1) as u32
        });
        let group = &mut self.groups[place as usize / PIECE][place as usize % PIECE];
        self.templates.lines += 1;
        if let Some(decision) = decision {
            group.variable.note(decision);
        }
        if group.count(1) {
            group.hold(line);
            if let Some(values) = template_values(sift, line) {
                group.note_values(&values);
            }
        }
        if let Some(exchange) = sift.scanner().exchange(line) {
            group.note_exchange(exchange, 1);
        }
        let counted = *self.by_classes.entry(classes ^ number.wrapping_mul(ODD)).or_insert_with(|| {
            let new = new_classes(sift, group, line, decision.is_some());
            group.classes.reserve_exact(1);
            group.classes.push(new);
            group.classes.len() as u32 - 1
        });
        if let Some(counted) = group.classes.get_mut(counted as usize) {
            counted.lines += 1;
        }
    }

    /// Counts the lines of a group of an earlier run, of which only the kept line and the number of
    /// lines are known. Expects a filter that has learned everything known of the line's host.
    /// Returns whether the line is a URL.
    pub fn admit_kept(&mut self, sift: &Sift, line: &[u8], lines: u64) -> bool {
        self.records += 1;
        self.templates.only_kept = true;
        let Some(found) = group_template(sift, line, &VariablePositions::default()) else {
            self.templates.not_urls += lines;
            return false;
        };
        self.templates.lines += lines;
        let mut group = GroupLines { lines, ..GroupLines::new(self.records, line) };
        group.classes.push(CountedClasses { lines, what: None });
        self.enter(sift, found, group);
        true
    }

    /// Adds a group to its template, and returns the number of that template.
    fn enter(&mut self, sift: &Sift, parts: TemplateParts, mut group: GroupLines) -> u32 {
        group.complete(sift);
        let new = Template::new(parts);
        let all = &mut self.templates.all;
        let identity = sift.scanner().view().key.token(new.identity().as_bytes());
        let place = *self.known.entry(identity).or_insert_with(|| {
            all.push(new);
            all.len() as u32 - 1
        });
        all[place as usize].add(group);
        place
    }

    /// Returns the approximate memory in bytes.
    pub fn memory_usage(&self) -> usize {
        self.groups.iter().flatten().map(|group| size_of::<GroupLines>() + group.memory()).sum::<usize>()
            + self
                .templates
                .all
                .iter()
                .map(|template| size_of::<Template>() + template.kept.len())
                .sum::<usize>()
            + (self.by_number.capacity() + self.by_classes.capacity()) * size_of::<(u64, u32)>()
    }

    /// Returns the templates of all lines, given the filter that decided on them.
    pub fn finish(self, sift: &Sift) -> Templates {
        self.finish_by_group(sift).0
    }

    /// Returns the templates, and the number of the template of each group by the number of the
    /// group in [decisions](urlsift_explain::Decision::group).
    pub fn finish_by_group(mut self, sift: &Sift) -> (Templates, HashMap<u64, usize>) {
        self.by_classes = HashMap::default();
        let (groups, by_number) = (mem::take(&mut self.groups), mem::take(&mut self.by_number));
        self.templates.all.reserve_exact(groups.iter().map(Vec::len).sum());
        let enter = |group: GroupLines| {
            let found = group_template(sift, &group.kept, &group.variable)?;
            Some(self.enter(sift, found, group))
        };
        let entered: Vec<Option<u32>> = groups.into_iter().flatten().map(enter).collect();
        let (templates, places) = self.end();
        let of_group = by_number.into_iter().filter_map(|(number, group)| {
            Some((number.wrapping_mul(INVERSE), places[entered[group as usize]? as usize]))
        });
        (templates, of_group.collect())
    }

    /// Returns the templates of [kept lines](Self::admit_kept).
    pub fn finish_kept(self) -> Templates {
        self.end().0
    }

    /// Sorts the templates, and returns the new place of each.
    fn end(mut self) -> (Templates, Vec<usize>) {
        let all = &mut self.templates.all;
        all.iter_mut().for_each(Template::settle);
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by(|&one, &other| all[one].compare(&all[other]));
        let mut places = vec![0; all.len()];
        order.iter().enumerate().for_each(|(new, &old)| places[old] = new);
        // Moved in place: a second list would take as much memory again.
        let mut left = places.clone();
        for at in 0..left.len() {
            while left[at] != at {
                let to = left[at];
                all.swap(at, to);
                left.swap(at, to);
            }
        }
        (self.templates, places)
    }
}

impl Templates {
    /// Reads a list twice: first to learn which path positions are variable, then to decide and
    /// count.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`TemplateReader::new`].
    pub fn of<L: AsRef<[u8]>>(
        settings: Builder,
        lines: impl IntoIterator<Item = L, IntoIter: Clone>,
    ) -> Result<Self, Error> {
        let settings = settings.two_pass(true).detail(Detail::Groups);
        let (lines, mut sift) = (lines.into_iter(), Watched::new(settings.build()?));
        let mut reader = TemplateReader::new(sift.inner())?;
        if sift.inner().needs_survey() {
            sift.filter(lines.clone()).count();
        }
        sift.restart();
        for line in lines {
            reader.admit(&mut sift, line.as_ref());
        }
        Ok(reader.finish(sift.inner()))
    }
}

/// Spreads the numbers of groups over the keys of a table.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The inverse: the two multiply to 1.
const INVERSE: u64 = 0xf1de_83e1_9937_733d;
const _: () = assert!(ODD.wrapping_mul(INVERSE) == 1);

/// Returns the count for a line whose classes are new in its group. Those of the first line are
/// read at the end.
fn new_classes(sift: &Sift, group: &mut GroupLines, line: &[u8], is_decided: bool) -> CountedClasses {
    if group.classes.is_empty() {
        return CountedClasses { lines: 0, what: None };
    }
    let parts = own_template(sift, line);
    if is_decided && let (Some(first), Some(parts)) = (own_template(sift, &group.kept), &parts) {
        group.variable.note_differences(&first, parts);
    }
    CountedClasses { lines: 0, what: parts.map(|parts| Box::new(LineClasses::of(&parts))) }
}
