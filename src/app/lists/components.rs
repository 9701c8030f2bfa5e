//! Components of `urlsift cluster`, as text, JSON lines or rows.

use std::io::{self, Write};

use urlsift::lists::{Components, LineComponent};

use crate::app::show::invalid::InvalidWords;
use crate::app::show::json::{Hex, LossyText, Object};
use crate::cli::Cluster;

/// The components to print, and the lines of each, as options choose them.
pub(super) struct GroupsOutput<'t>(pub(super) &'t Cluster);

impl GroupsOutput<'_> {
    /// Returns the components to print.
    pub(super) fn of<'g>(&self, groups: &'g Components) -> impl Iterator<Item = LineComponent<'g>> {
        let min_size = self.0.min_size;
        // Large ones come first.
        let groups = groups.iter();
        let large = groups.take_while(move |group| group.len() as u64 >= min_size);
        large.take(self.0.top.unwrap_or(usize::MAX))
    }

    fn members<'g>(
        &self,
        group: LineComponent<'g>,
    ) -> impl ExactSizeIterator<Item = (u64, &'g [u8])> {
        group.members().take(self.0.members.unwrap_or(usize::MAX))
    }

    fn end(&self) -> u8 {
        if self.0.null { 0 } else { b'\n' }
    }

    /// Writes a heading, and the lines with four spaces in front.
    pub(super) fn write_text(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let end = [self.end()];
        let id = group.id();
        let size = group.len();
        let lines = if size == 1 { "line" } else { "lines" };
        let signature = if size > 1 { group.signature() } else { None };
        let shape = match signature.or_else(|| group.shape()) {
            Some(shape) => shape,
            None => InvalidWords::of(self.0.lines.kind()).label.to_owned(),
        };
        write!(output, "group {id}, {size} {lines}: {shape}")?;
        output.write_all(&end)?;
        for (_, line) in self.members(group) {
            output.write_all(b"    ")?;
            output.write_all(line)?;
            output.write_all(&end)?;
        }
        Ok(())
    }

    /// Writes an object and a newline.
    pub(super) fn write_json(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut members = Vec::new();
        let mut hex = Vec::new();
        for (_, line) in self.members(group) {
            members.push(LossyText(line));
            hex.push(Hex::of(line));
        }
        let has_hex = hex.iter().any(Option::is_some);
        let line = Object::default()
            .with("group", group.id())
            .with("size", group.len())
            .with("shape", group.shape())
            .with_some("signature", group.signature())
            .with_bytes("representative", group.representative())
            .with("members", members)
            .with_some("members_hex", has_hex.then_some(hex))
            .line();
        output.write_all(&line)
    }

    /// Writes the row with the names of the columns.
    pub(super) fn write_header(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(b"group\trecord\tsize\tshape\tline")?;
        output.write_all(&[self.end()])
    }

    /// Writes a row for each line.
    pub(super) fn write_rows(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let id = group.id();
        let size = group.len();
        let shape = group.shape().unwrap_or_else(|| "-".to_owned());
        let count = self.members(group).len().max(1);
        for (position, line) in group.members().take(count) {
            write!(output, "{id}\t{position}\t{size}\t{shape}\t")?;
            output.write_all(line)?;
            output.write_all(&[self.end()])?;
        }
        Ok(())
    }
}
