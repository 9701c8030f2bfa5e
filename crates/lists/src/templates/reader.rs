//! Counts the lines of a list for their templates, as a filter decides on them.

use super::collection::Templates;
use super::group::{CountedClasses, GroupLines, LineClasses};
use super::numbers::spread;
use super::template::Template;
use crate::filter;
use std::mem;
use urlsift_core::table::NumberMap;
use urlsift_core::{Batch, Builder, Detail, Error, Filter, Record, Scanner, Sift, Verdict};
use urlsift_explain::templates::{
    TemplateParts, VariablePositions, classes_hash, group_template, host_hash, own_template, template_key,
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
    pub(super) groups: Vec<GroupLines>,
    /// The place of each group in `groups`, by its number in the filter.
    pub(super) by_number: NumberMap<u32>,
    /// The place of the count of a group's lines with the same classes, by a hash of both; without
    /// those of kept lines.
    pub(super) by_classes: NumberMap<u32>,
    /// The places of the groups of each host.
    pub(super) hosts: Vec<Vec<u32>>,
    /// The place of each host in `hosts`, by its hash.
    pub(super) by_host: NumberMap<u32>,
    /// Whether groups of different hosts may have one template.
    pub(super) hosts_meet: bool,
    /// The place of each template, by a hash of its identity.
    pub(super) known: NumberMap<u32>,
    records: u64,
    pub(super) templates: Templates,
    // Kept for their memory:
    batch: Batch,
    tokens: Vec<u64>,
    verdicts: Vec<Verdict>,
}

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
        &mut self, sift: &mut Watched<Sift>, batch: &Batch,
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
        &mut self, sift: &Sift, (scanner, batch): (&Scanner, &Batch),
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
        &mut self, sift: &Sift, number: u64, decision: Option<&Decision>,
        (batch, at, line): (&Batch, usize, &[u8]),
    ) {
        let Some(classes) = classes_hash(sift, batch, at) else { return };
        let place = *self.by_number.entry(spread(number)).or_insert_with(|| {
            let place = self.groups.len() as u32;
            self.groups.push(GroupLines::new(self.records, line, classes));
            let host = host_hash(batch, at);
            self.hosts_meet |= host.is_none();
            let host = *self.by_host.entry(host.unwrap_or_default()).or_insert_with(|| {
                self.hosts.push(Vec::new());
                self.hosts.len() as u32 - 1
            });
            self.hosts[host as usize].push(place);
            place
        });
        let group = &mut self.groups[place as usize];
        self.templates.lines += 1;
        if let Some(decision) = decision {
            group.note_decision(decision);
        }
        if group.count(1) {
            group.hold(line);
            if let Some(values) = template_values(sift, line) {
                group.more().note_values(&values);
            }
        }
        if let Some(exchange) = sift.scanner().exchange(line) {
            group.note_exchange(exchange);
        }
        if classes == group.classes {
            return;
        }
        let counted = *self.by_classes.entry(classes ^ spread(number)).or_insert_with(|| {
            let new = new_classes(sift, group, line, decision.is_some());
            let known = &mut group.more().classes;
            known.reserve_exact(1);
            known.push(new);
            known.len() as u32 - 1
        });
        if let Some(counted) = group.more().classes.get_mut(counted as usize) {
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
        let mut group = GroupLines::new(self.records, line, 0);
        group.lines = lines;
        self.enter(sift, found, group);
        true
    }

    /// Adds a group to its template, and returns the number of that template.
    pub(super) fn enter(&mut self, sift: &Sift, parts: TemplateParts, mut group: GroupLines) -> u32 {
        let lines = group.complete(sift);
        let new = Template::new(parts);
        let all = &mut self.templates.all;
        let identity = sift.scanner().view().key.token(new.identity().as_bytes());
        let place = *self.known.entry(identity).or_insert_with(|| {
            all.push(new);
            all.len() as u32 - 1
        });
        all[place as usize].add(group, lines);
        place
    }

    /// Returns the approximate memory in bytes.
    pub fn memory_usage(&self) -> usize {
        self.groups.iter().map(|group| size_of::<GroupLines>() + group.memory()).sum::<usize>()
            + self
                .templates
                .all
                .iter()
                .map(|template| size_of::<Template>() + template.kept.len())
                .sum::<usize>()
            + (self.by_number.capacity() + self.by_classes.capacity()) * size_of::<(u64, u32)>()
    }
}

impl Templates {
    /// Reads a list twice: first to learn which path positions are variable, then to decide and
    /// count.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`TemplateReader::new`].
    pub fn of<L: AsRef<[u8]>>(
        settings: Builder, lines: impl IntoIterator<Item = L, IntoIter: Clone>,
    ) -> Result<Self, Error> {
        let settings = settings.two_pass(true).detail(Detail::Groups);
        let (lines, mut sift) = (lines.into_iter(), Watched::new(settings.build()?));
        let mut reader = TemplateReader::new(sift.inner())?;
        if sift.inner().needs_survey() {
            sift.filter(lines.clone()).count();
        }
        sift.restart();
        lines.for_each(|line| reader.admit(&mut sift, line.as_ref()));
        Ok(reader.finish(sift.inner()))
    }
}

/// Returns the count for a line whose classes are new in its group.
fn new_classes(sift: &Sift, group: &mut GroupLines, line: &[u8], is_decided: bool) -> CountedClasses {
    let parts = own_template(sift, line);
    if is_decided && let (Some(first), Some(parts)) = (own_template(sift, &group.kept), &parts) {
        group.more().variable.note_differences(&first, parts);
    }
    CountedClasses { lines: 0, what: parts.map(|parts| Box::new(LineClasses::of(&parts))) }
}
