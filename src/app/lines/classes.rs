//! `urlsift classes`: the class of each path segment, the rule behind it, and why.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Write as _};

use anyhow::{Context, Result, bail};
use bstr::ByteSlice;
use urlsift::Builder;
use urlsift::explain::Classified;

use crate::app::run::{RunOutcome, stdout};
use crate::app::settings::builder;
use crate::app::show::json::Object;
use crate::app::show::message::harmless;
use crate::cli::{ClassesFormat, ClassesOptions};

/// Runs the subcommand.
pub(crate) fn run(typed: &ClassesOptions) -> Result<RunOutcome> {
    if typed.settings.has("literal") {
        bail!("cannot show rules with --literal: it compares every segment as it is written");
    }
    let file = stdout::file().context(CANNOT_WRITE)?;
    let settings = builder(&typed.settings, false)?;
    let mut answers = ClassesPrinter {
        settings,
        format: typed.format,
        file,
        is_first: true,
    };
    for text in &typed.texts {
        let is_read = if text == "-" {
            answers.of_lines()?
        } else {
            answers.print(&text.to_string_lossy())?
        };
        if !is_read {
            break;
        }
    }
    Ok(RunOutcome::Done)
}

const CANNOT_WRITE: &str = "cannot write standard output";

/// Prints the answer for each text as soon as it is known.
struct ClassesPrinter {
    settings: Builder,
    format: ClassesFormat,
    file: File,
    is_first: bool,
}

impl ClassesPrinter {
    /// Answers for each line of standard input that is not empty; `false` if the reader has left.
    fn of_lines(&mut self) -> Result<bool> {
        for line in io::stdin().lock().split(b'\n') {
            let line = line.context("cannot read standard input")?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if !line.is_empty() && !self.print(&line.to_str_lossy())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Answers for one text; `false` if the reader has left.
    fn print(&mut self, text: &str) -> Result<bool> {
        let segments = urlsift::explain::classify(&self.settings, text);
        let bytes = match self.format {
            ClassesFormat::Text => shown(text, &segments, self.is_first)?.into_bytes(),
            ClassesFormat::Jsonl => json(text, &segments),
        };
        self.is_first = false;
        match self.file.write_all(&bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error).context(CANNOT_WRITE),
        }
    }
}

/// Shows segments as lines, with an empty line between two texts.
fn shown(text: &str, segments: &[Classified], is_first: bool) -> Result<String> {
    let mut lines = String::new();
    if !is_first {
        lines.push('\n');
    }
    writeln!(lines, "{}", harmless(text))?;
    if segments.is_empty() {
        writeln!(lines, "  no path segments")?;
    }
    for (number, found) in (1..).zip(segments) {
        writeln!(lines, "  segment {number}: {}", harmless(&found.text))?;
        let takes = found.examples.join(", ");
        let leaves = found.counterexamples.join(", ");
        let rows = [
            ("class", found.class.name()),
            ("token", &found.token),
            ("rule", found.rule.unwrap_or("none")),
            ("why", found.why.unwrap_or_default()),
            ("takes", &takes),
            ("leaves", &leaves),
            ("taught", found.taught.as_deref().unwrap_or_default()),
            ("learning", &found.learning),
        ];
        for (name, said) in rows {
            if !said.is_empty() {
                writeln!(lines, "    {name:<8}  {}", harmless(said))?;
            }
        }
    }
    Ok(lines)
}

/// Returns segments as a JSON object.
fn json(text: &str, segments: &[Classified]) -> Vec<u8> {
    let segment = |found: &Classified| {
        let learning = if found.learning.is_empty() {
            None
        } else {
            Some(&found.learning)
        };
        Object::default()
            .with("segment", &found.text)
            .with("class", found.class.name())
            .with("token", &found.token)
            .with("rule", found.rule)
            .with("why", found.why)
            .with("takes", found.examples)
            .with("leaves", found.counterexamples)
            .with_some("taught", found.taught.as_deref())
            .with("learning", learning)
    };
    Object::default()
        .with("text", text)
        .with_objects("segments", segments, segment)
        .line()
}
