//! Components of `urlsift cluster`, as text, JSON lines or rows.

use std::io::{self, Write};

use urlsift::lists::{Components, LineComponent};

use crate::app::show::invalid::InvalidWords;
use crate::app::show::json::{Hex, LossyText, Object};
use crate::cli::Cluster;

/// The components to print, and the lines of each, as options choose them.
pub(in crate::app) struct GroupsOutput<'t>(pub(in crate::app) &'t Cluster);

impl GroupsOutput<'_> {
    /// Returns the components to print.
    pub(in crate::app) fn of<'g>(
        &self,
        groups: &'g Components,
    ) -> impl Iterator<Item = LineComponent<'g>> {
        let min_size = self.0.min_size;
        // Large ones come first.
        let large = groups
            .iter()
            .take_while(move |group| group.len() as u64 >= min_size);
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
    pub(in crate::app) fn write_text(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let shape = group.shape();
        let lines = if group.len() == 1 { "line" } else { "lines" };
        let shape = shape
            .as_deref()
            .unwrap_or(InvalidWords::of(self.0.lines.kind()).label);
        write!(
            output,
            "group {}, {} {lines}: {shape}",
            group.id(),
            group.len()
        )?;
        output.write_all(&[self.end()])?;
        for (_, line) in self.members(group) {
            output.write_all(b"    ")?;
            output.write_all(line)?;
            output.write_all(&[self.end()])?;
        }
        Ok(())
    }

    /// Writes an object and a newline.
    pub(in crate::app) fn write_json(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let hex: Vec<_> = self.members(group).map(|(_, line)| Hex::of(line)).collect();
        let line = Object::default()
            .with("group", group.id())
            .with("size", group.len())
            .with("shape", group.shape())
            .with_bytes("representative", group.representative())
            .with(
                "members",
                self.members(group)
                    .map(|(_, line)| LossyText(line))
                    .collect::<Vec<_>>(),
            )
            .with_some(
                "members_hex",
                hex.iter().any(Option::is_some).then_some(&hex),
            )
            .line();
        output.write_all(&line)
    }

    /// Writes a row for each line.
    pub(in crate::app) fn write_rows(
        &self,
        group: LineComponent<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let shape = group.shape();
        let shape = shape.as_deref().unwrap_or("-");
        let count = self.members(group).len().max(1);
        for (position, line) in group.members().take(count) {
            write!(
                output,
                "{}\t{position}\t{}\t{shape}\t",
                group.id(),
                group.len()
            )?;
            output.write_all(line)?;
            output.write_all(&[self.end()])?;
        }
        Ok(())
    }
}
