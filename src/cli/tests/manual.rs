//! The manual page, from the same definition as the help.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::{self, EXAMPLES, EXIT_STATUS};

/// Writes the page in the language of `man`.
pub(super) fn render(mut page: &mut dyn io::Write) -> io::Result<()> {
    let mut command = cli::command();
    command.build();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // The renderer would list every option here, refer to one page for each subcommand, and run
    // examples together.
    synopsis(&mut command).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    subcommands(&command).to_writer(&mut page)?;
    table("EXAMPLES", &EXAMPLES).to_writer(&mut page)?;
    table("EXIT STATUS", &EXIT_STATUS).to_writer(&mut page)
}

fn synopsis(command: &mut Command) -> Roff {
    let mut section = Roff::new();
    section
        .control("SH", ["SYNOPSIS"])
        .text([roman("urlsift [OPTIONS] [FILE]...")]);
    for subcommand in command.get_subcommands_mut() {
        let usage = subcommand.render_usage().to_string();
        section
            .control("br", [])
            .text([roman(usage.trim_start_matches("Usage: "))]);
    }
    section
}

fn subcommands(command: &Command) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["SUBCOMMANDS"]);
    for subcommand in command.get_subcommands() {
        let about = subcommand
            .get_long_about()
            .or(subcommand.get_about())
            .unwrap_or_default()
            .to_string();
        entry(&mut section, subcommand.get_name(), &about);
    }
    section
}

fn table(heading: &str, rows: &[(&str, &str)]) -> Roff {
    let mut section = Roff::new();
    section.control("SH", [heading]);
    for (term, meaning) in rows {
        entry(&mut section, term, meaning);
    }
    section
}

fn entry(section: &mut Roff, term: &str, meaning: &str) {
    section.control("TP", []).text([bold(term)]);
    for (number, paragraph) in meaning.split("\n\n").enumerate() {
        if number > 0 {
            section.control("IP", []);
        }
        section.text([roman(paragraph)]);
    }
}
