//! Counts the lines of a list for their templates, as a filter decides on them.

use super::collection::Templates;
use super::described::DescribedPaths;
use super::facts::{GroupFacts, LineClasses, LineFact};
use super::group::{GroupLines, NONE};
use super::numbers::Numbered;
use super::template::Template;
use super::texts::GroupTexts;
use super::times::GroupTimes;
use crate::filter;
use std::mem;
use std::sync::Arc;
use urlsift_core::input::{LineReaders, StoredLine};
use urlsift_core::similar::table::NumberMap;
use urlsift_core::{
    Batch, Builder, Detail, Error, Exchange, Filter, Record, Scanner, Sift, Verdict,
};
use urlsift_explain::templates::{
    GroupReader, GroupReading, VariablePositions, classes_hash, host_hash, names_like_endpoints,
    own_template, template_key, template_values,
};
use urlsift_explain::{Decision, Watched};

/// The most methods of a group that are counted.
const METHODS: u8 = 20;

/// The most names that are stored.
const NAMES: usize = 100_000;

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
/// for list in &lists {
///     sift.filter(list).count();
/// }
/// sift.restart();
/// let mut readers = [TemplateReader::new(sift.inner())?, TemplateReader::new(sift.inner())?];
/// for (list, reader) in lists.iter().zip(&mut readers) {
///     for line in list {
///         reader.admit(&mut sift, line.as_bytes());
///     }
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
    pub(super) texts: GroupTexts,
    pub(super) facts: GroupFacts,
    pub(super) times: GroupTimes,
    /// Reads a time, if times are wanted.
    time_parser: Option<fn(&str) -> Option<i64>>,
    /// Says which segments of described paths vary.
    paths: Arc<DescribedPaths>,
    /// The readers of the lines.
    pub(super) readers: LineReaders,
    /// The positions that were variable for lines of groups.
    pub(super) variables: Numbered<VariablePositions>,
    /// The place of each group in `groups`, by its number in the filter.
    pub(super) by_number: Vec<u32>,
    /// The place of each group that is counted by the key of its template.
    pub(super) by_key: NumberMap<u32>,
    /// The latest group of each host.
    pub(super) hosts: Vec<u32>,
    /// The place of each host in `hosts`, by its hash.
    pub(super) by_host: NumberMap<u32>,
    /// Whether groups of different hosts may have one template, so that all templates come at once.
    pub(crate) hosts_meet: bool,
    /// The place of each template, by a hash of its identity.
    pub(super) known: NumberMap<u32>,
    /// Names at learned positions that look like endpoints, by a hash of the position and the name.
    names: NumberMap<Box<str>>,
    records: u64,
    /// What is known of the whole list.
    pub(crate) templates: Templates,
    /// The templates so far.
    pub(super) entered: Vec<Template>,
    /// Whether values, URLs and further lines are left out.
    is_brief: bool,
    // Kept for their memory:
    pub(super) first_lines: GroupReader,
    identity: String,
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

    /// Notes when lines came, if they have times: this reads one as milliseconds since 1970.
    #[must_use]
    pub fn timed(mut self, parser: fn(&str) -> Option<i64>) -> Self {
        self.time_parser = Some(parser);
        self
    }

    /// Leaves out values, URLs, and lines beside the first, which only show how the lines of a
    /// template differ. To be called before the templates are taken.
    #[must_use]
    pub fn without_examples(mut self) -> Self {
        self.is_brief = true;
        self
    }

    /// Reads lines with a described path by that path, whatever the filter has learned.
    #[must_use]
    pub fn by_paths(mut self, paths: Arc<DescribedPaths>) -> Self {
        self.paths = paths;
        self
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
        for (index, (line, verdict)) in lines.iter().zip(&verdicts).enumerate() {
            self.records += 1;
            match verdict {
                Verdict::Kept | Verdict::Similar | Verdict::Sample => {
                    let decision = &sift.decisions()[index];
                    if let Some(number) = decision.group {
                        let line = BatchLine { batch, index, line };
                        self.count_in(sift.inner(), number, Some(decision), line);
                    }
                }
                Verdict::NotUrl | Verdict::Repeated => self.templates.not_urls += 1,
                Verdict::Unwanted(_) | Verdict::Header { .. } | Verdict::Empty => {
                    self.templates.others += 1;
                }
            }
        }
        self.verdicts = verdicts;
        Ok(())
    }

    /// Counts the records of a batch that a scanner without keys has filled, in the variants that
    /// the filter has learned, without a decision. So the template of a line does not depend on the
    /// lines before it.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_core::ErrorKind::Batch): the batch was filled by another
    /// scanner.
    pub fn read<'a>(
        &mut self,
        sift: &Sift,
        scanner: &Scanner,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        let mut tokens = mem::take(&mut self.tokens);
        scanner.view().check(batch, lines.len())?;
        for (index, line) in lines.enumerate() {
            self.records += 1;
            match &batch.view().records()[index] {
                Record::Url(_) => {
                    if let Some(mut key) = template_key(sift, batch, index, &mut tokens) {
                        if !self.paths.is_empty()
                            && let Some(path) = self.paths.number(sift, sift.scanner().line(line))
                        {
                            key = scanner.view().key.join(key, u64::from(path));
                        } else {
                            self.note_names(sift, batch, index, &tokens, line);
                        }
                        self.count_in(sift, key, None, BatchLine { batch, index, line });
                    }
                }
                Record::NotUrl(_) => self.templates.not_urls += 1,
                Record::Empty | Record::Header(_) | Record::Unwanted(_) => {
                    self.templates.others += 1;
                }
            }
        }
        self.tokens = tokens;
        Ok(())
    }

    /// Stores the names of a line at learned positions that look like endpoints.
    fn note_names(
        &mut self,
        sift: &Sift,
        batch: &Batch,
        index: usize,
        tokens: &[u64],
        line: &[u8],
    ) {
        for name in names_like_endpoints(sift, batch, index, tokens) {
            if self.names.len() >= NAMES || self.names.contains_key(&name.key) {
                continue;
            }
            if let Some(values) = template_values(sift, sift.scanner().line(line))
                && let Some(text) = values.segments.get(name.segment)
            {
                self.names.insert(name.key, text.as_str().into());
            }
        }
    }

    /// Returns the names at learned positions that look like endpoints and that another list does
    /// not have there, in order.
    pub(crate) fn names_beside(&self, other: &Self) -> Vec<String> {
        let mut names = Vec::new();
        for (name, text) in &self.names {
            if !other.names.contains_key(name) {
                names.push(text.to_string());
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Counts a line for the group of this number in decisions, or of this key without one.
    fn count_in(
        &mut self,
        sift: &Sift,
        number: u64,
        decision: Option<&Decision>,
        line: BatchLine<'_>,
    ) {
        let Some(classes) = classes_hash(sift, line.batch, line.index) else {
            return;
        };
        self.templates.lines += 1;
        let next = self.groups.len() as u32;
        let place = if decision.is_some() {
            let number = number as usize;
            self.by_number
                .resize(self.by_number.len().max(number + 1), NONE);
            &mut self.by_number[number]
        } else {
            self.by_key.entry(number).or_insert(NONE)
        };
        if *place == NONE {
            *place = next;
        }
        let place = *place;
        if place == next {
            self.start_group(sift, classes, line);
        }
        let reader = self.readers.number(sift.scanner().view().fields);
        let line = line.line;
        let group = &mut self.groups[place as usize];
        group.last = self.records;
        if group.count() {
            let other = (reader != group.reader).then_some(reader);
            group.text = self.texts.add(group.text, line, other);
        }
        let variables = &mut self.variables;
        if let Some(decision) = decision {
            let known = variables.get(group.variable);
            let is_known = match known {
                Some(known) => known.has_all_of(decision),
                None => VariablePositions::default().has_all_of(decision),
            };
            if !is_known {
                note_variable(variables, group, |known| known.note(decision));
            }
        }
        if let Some(exchange) = sift.scanner().exchange(line) {
            let known = &mut self.templates.known;
            known.methods |= exchange.method.is_some();
            known.statuses |= exchange.status.is_some();
            if let Some(parser) = self.time_parser
                && let Some(time) = exchange.time.as_deref().and_then(parser)
            {
                self.times.note(place, time);
            }
            count_exchange(&mut self.facts, group, place, exchange, sift);
        }
        if classes == group.classes {
            return;
        }
        let readers = &self.readers;
        let first = readers.line(self.texts.first(group.text), group.reader);
        let own_lines = &mut self.first_lines;
        let fact = || {
            let parts = own_lines.own(sift, sift.scanner().line(line));
            if decision.is_some()
                && let Some(parts) = &parts
                && let Some(first) = own_lines.own(sift, first)
            {
                note_variable(variables, group, |known| {
                    known.note_differences(&first, parts);
                });
            }
            Some(LineFact::Classes(parts.as_ref().map(LineClasses::of)))
        };
        self.facts.count(place, classes ^ u64::from(place), fact);
    }

    /// Adds the group of a line that is its first.
    fn start_group(&mut self, sift: &Sift, classes: u64, line: BatchLine<'_>) {
        let place = self.groups.len() as u32;
        let host = host_hash(line.batch, line.index);
        self.hosts_meet |= host.is_none();
        let next = self.hosts.len() as u32;
        let host = *self.by_host.entry(host.unwrap_or_default()).or_insert(next);
        if host == next {
            self.hosts.push(NONE);
        }
        let before = mem::replace(&mut self.hosts[host as usize], place);
        let url = line.batch.view().records()[line.index].url();
        if url.is_some_and(|url| url.separating_key != 0)
            && let Some(parts) = own_template(sift, sift.scanner().line(line.line))
        {
            self.templates.known.note(&parts.method, &parts.beside);
        }
        self.groups.push(GroupLines {
            record: self.records,
            classes,
            text: self.texts.start(line.line),
            reader: self.readers.number(sift.scanner().view().fields),
            before,
            ..GroupLines::default()
        });
    }

    /// Counts the lines of a group of an earlier run, of which only the kept line and the number of
    /// lines are known. Expects a filter that has learned everything known of the line's host.
    /// Returns whether the line is a URL.
    pub fn admit_kept(&mut self, sift: &Sift, line: &[u8], lines: u64) -> bool {
        self.records += 1;
        self.templates.only_kept = true;
        let line = sift.scanner().line(line);
        let none = VariablePositions::default();
        let Some(reading) = self.first_lines.read(sift, line, &none) else {
            self.templates.not_urls += lines;
            return false;
        };
        self.templates.lines += lines;
        self.templates
            .known
            .note(&reading.template.method, &reading.template.beside);
        let group = GroupLines {
            record: self.records,
            last: self.records,
            lines,
            ..GroupLines::default()
        };
        self.enter(sift, reading, group, vec![line.into()], []);
        true
    }

    /// Adds a group to its template, and returns the place of that template.
    pub(super) fn enter<'f>(
        &mut self,
        sift: &Sift,
        GroupReading {
            mut template,
            own,
            values,
            ..
        }: GroupReading,
        group: GroupLines,
        lines: Vec<StoredLine>,
        facts: impl IntoIterator<Item = (&'f LineFact, u64)>,
    ) -> usize {
        self.paths.rewrite(&mut template, own.as_ref(), &values);
        let classes = LineClasses::of(own.as_ref().unwrap_or(&template));
        let new = Template::new(template);
        let all = &mut self.entered;
        self.identity.clear();
        new.write_identity(&mut self.identity);
        let identity = sift.scanner().view().key.token(self.identity.as_bytes());
        let place = *self.known.entry(identity).or_insert_with(|| {
            all.push(new);
            all.len() as u32 - 1
        });
        let template = &mut all[place as usize];
        if !self.is_brief {
            template.note_values(values);
            for line in &lines[1..] {
                if template.wants_values()
                    && let Some(values) = self.first_lines.values(sift, line.read())
                {
                    template.note_values(values);
                }
            }
            if template.groups == 0 {
                template.url = lines[0].url().into();
            }
        }
        template.count(facts, &classes, group.lines);
        template.add(group, lines);
        place as usize
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
        let lines = lines.into_iter();
        let mut sift = Watched::new(settings.build()?);
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

/// A line, and its record in a batch.
#[derive(Clone, Copy)]
struct BatchLine<'b> {
    batch: &'b Batch,
    index: usize,
    line: &'b [u8],
}

/// Counts a line of the group at a place by its method and its status.
fn count_exchange(
    facts: &mut GroupFacts,
    group: &mut GroupLines,
    place: u32,
    exchange: Exchange,
    sift: &Sift,
) {
    let key = sift.scanner().view().key;
    if let Some(method) = exchange.method {
        let hash = key.token(method.as_bytes()) ^ u64::from(place);
        facts.count(place, hash, || {
            if group.methods == METHODS {
                return None;
            }
            group.methods += 1;
            Some(LineFact::Method(method))
        });
    }
    if let Some(status) = exchange.status {
        let hash = key.token(&status.to_le_bytes()) ^ u64::from(place);
        facts.count(place, hash, || Some(LineFact::Status(status)));
    }
}

/// Notes variable positions of a group.
fn note_variable(
    variables: &mut Numbered<VariablePositions>,
    group: &mut GroupLines,
    note: impl FnOnce(&mut VariablePositions),
) {
    let mut known = variables.get(group.variable).cloned().unwrap_or_default();
    note(&mut known);
    group.variable = variables.number(known);
}
