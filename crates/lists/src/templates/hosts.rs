//! The templates of a list, host by host: of the other hosts, only the lines of each group are in
//! memory.

use super::collection::Templates;
use super::facts::SortedFacts;
use super::group::NONE;
use super::reader::TemplateReader;
use super::template::Template;
use std::mem::take;
use urlsift_core::Sift;
use urlsift_core::input::StoredLine;
use urlsift_core::similar::table::NumberMap;
use urlsift_explain::templates::{VariablePositions, own_host};

/// Goes through the hosts of a list in the order of templates. With the templates of each host come
/// the places of its groups in the reader, and of their templates here.
pub(super) struct TemplatesByHost<'s> {
    sift: &'s Sift,
    reader: TemplateReader,
    facts: SortedFacts,
    /// The latest group of each host that is left, the next host last.
    hosts: Vec<u32>,
}

impl<'s> TemplatesByHost<'s> {
    pub(super) fn new(sift: &'s Sift, mut reader: TemplateReader) -> Self {
        if reader.hosts_meet {
            for (group, index) in reader.groups.iter_mut().zip(0_u32..) {
                group.before = index.wrapping_sub(1);
            }
            reader.hosts = vec![(reader.groups.len() as u32).wrapping_sub(1)];
        }
        let facts = take(&mut reader.facts).sorted();
        let mut named = Vec::with_capacity(reader.hosts.len());
        for latest in take(&mut reader.hosts) {
            let mut name = None;
            if let Some(first) = reader.groups_to(latest).last() {
                let group = &reader.groups[first as usize];
                let line = reader.texts.first(group.text);
                let line = reader.readers.line(line, group.reader);
                name = own_host(sift, line);
            }
            named.push((name, latest));
        }
        named.sort_unstable_by(|one, other| other.cmp(one));
        Self {
            sift,
            reader,
            facts,
            hosts: named.into_iter().map(|(_, latest)| latest).collect(),
        }
    }
}

impl Iterator for TemplatesByHost<'_> {
    type Item = (Templates, Vec<(u32, usize)>);

    fn next(&mut self) -> Option<Self::Item> {
        let Self {
            sift,
            reader,
            facts,
            hosts,
        } = self;
        let latest = hosts.pop();
        let mut places: Vec<u32> = match latest {
            Some(latest) => reader.groups_to(latest).collect(),
            None => Vec::new(),
        };
        places.reverse();
        let mut entered = Vec::with_capacity(places.len());
        for place in places {
            let group = reader.groups[place as usize];
            let mut lines = Vec::new();
            for (line, other) in reader.texts.lines(group.text) {
                let number = other.unwrap_or(group.reader);
                let fields = reader.readers.line(b"", number).fields;
                lines.push(StoredLine::new(line, fields));
            }
            let none = VariablePositions::default();
            let variable = reader.variables.get(group.variable).unwrap_or(&none);
            let reading = reader.first_lines.read(sift, lines[0].read(), variable);
            if let Some(reading) = reading {
                let at = reader.enter(sift, reading, group, lines, facts.of(place));
                let template = &mut reader.entered[at];
                reader.times.add(place, &mut template.times);
                entered.push((place, template.record));
            }
        }
        let templates = reader.take_sorted();
        if templates.is_empty() && latest.is_none() {
            return None;
        }
        let records = templates.iter().map(|template| template.record);
        let places: NumberMap<usize> = records.zip(0..).collect();
        let mut of_groups = Vec::with_capacity(entered.len());
        for (group, record) in entered {
            of_groups.push((group, places[&record]));
        }
        Some((templates, of_groups))
    }
}

impl TemplateReader {
    /// Says that the lines are requests of a [description](Templates::described).
    pub fn describes(&mut self) {
        self.templates.described = true;
    }

    /// Says that the description tells which fields bodies have.
    pub fn describes_bodies(&mut self) {
        self.templates.described_bodies = true;
    }

    /// Returns the number of lines that are not URLs.
    pub fn not_urls(&self) -> u64 {
        self.templates.not_urls
    }

    /// Returns the templates of all lines, given the filter that decided on them.
    pub fn finish(self, sift: &Sift) -> Templates {
        self.finish_by_group(sift).0
    }

    /// Returns the templates of each host that has some, in order, given the filter that decided on
    /// the lines. So only those of one host are in memory. Those of [kept lines](Self::admit_kept)
    /// come all at once.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::Watched;
    /// use urlsift::lists::TemplateReader;
    /// use urlsift::settings::Detail;
    ///
    /// let mut sift = Watched::new(Sift::builder().detail(Detail::Groups).build()?);
    /// let mut reader = TemplateReader::new(sift.inner())?;
    /// for line in ["//b.example/", "//a.example/user/1", "//b.example/cart"] {
    ///     reader.admit(&mut sift, line.as_bytes());
    /// }
    /// let hosts: Vec<_> = reader.by_host(sift.inner()).map(|templates| templates.len()).collect();
    /// assert_eq!(hosts, [1, 2]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn by_host(mut self, sift: &Sift) -> impl Iterator<Item = Templates> {
        self.by_number = Vec::new();
        self.forget_numbers();
        TemplatesByHost::new(sift, self)
            .map(|(templates, _)| templates)
            .filter(|it| !it.is_empty())
    }

    /// Returns the templates, and the number of the template of each group by the number of the
    /// group in [decisions](urlsift_explain::Decision::group); `None` if it has no template.
    pub fn finish_by_group(mut self, sift: &Sift) -> (Templates, Vec<Option<u32>>) {
        self.forget_numbers();
        let by_number = take(&mut self.by_number);
        let sums = self.templates.clone();
        let mut all = Vec::with_capacity(self.groups.len());
        let mut places = vec![None; self.groups.len()];
        for (templates, of_groups) in TemplatesByHost::new(sift, self) {
            for (group, place) in of_groups {
                places[group as usize] = Some((all.len() + place) as u32);
            }
            all.extend(templates.all);
        }
        let mut of_group = Vec::with_capacity(by_number.len());
        for group in by_number {
            let place = places.get(group as usize);
            of_group.push(place.copied().flatten());
        }
        (Templates { all, ..sums }, of_group)
    }

    /// Returns the groups of a host, the latest first.
    fn groups_to(&self, latest: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(latest), |place| {
            Some(self.groups.get(*place as usize)?.before)
        })
        .take_while(|place| *place != NONE)
    }

    /// Frees the maps that only further lines would need.
    fn forget_numbers(&mut self) {
        self.by_key = NumberMap::default();
        self.by_host = NumberMap::default();
    }

    /// Takes out the templates so far, in order.
    fn take_sorted(&mut self) -> Templates {
        self.known = NumberMap::default();
        let mut all = take(&mut self.entered);
        for template in &mut all {
            template.settle();
        }
        // In place: a second list would take as much memory again.
        all.sort_unstable_by(Template::compare);
        let lines = all.iter().map(|template| template.lines).sum();
        Templates {
            all,
            lines,
            not_urls: 0,
            others: 0,
            ..self.templates.clone()
        }
    }
}
