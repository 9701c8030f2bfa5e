//! `urlsift cluster`: the connected components of similar lines in a list.

use std::io::{self, BufWriter, Write};

use anyhow::{Result, bail};
use indicatif::HumanCount;

use urlsift::Filter as _;
use urlsift::lists::{Clusters, Components};
use urlsift::settings::Detail;
use urlsift::stream::{self, Ending, InputPart, Run, Summary};

use super::components::GroupsOutput;
use crate::app::run::{
    Destination, Existing, Monitor, Progress, RereadInputs, RunOutcome, Signals, inputs, rereading,
    stdout,
};
use crate::app::settings::{builder_of, delimiter, input, read_files, reading_of};
use crate::app::show::message::{say, say_count};
use crate::app::show::statistics::note_recall;
use crate::cli::{self, ClusterFormat};

/// Bytes per write.
const WRITE: usize = 64 << 10;

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::Cluster) -> Result<RunOutcome> {
    let settings = builder_of(&typed.settings, &typed.lines, typed.quiet)?;
    let settings = input(settings, &typed.input)?;
    let paths = inputs::paths(&typed.files);
    let end = match typed.format {
        ClusterFormat::Jsonl => b'\n',
        _ => delimiter(typed.null),
    };
    let read = read_files(&paths, &typed.settings)?;
    let output = typed.output.as_deref();
    let destination = Destination::open(output, &read, end, Existing::Emptied)?;
    let signals = Signals::install()?;
    let progress = Progress::new(typed.progress, typed.quiet, &paths, &destination);
    let mut monitor = Monitor::new(&signals, progress, typed.quiet);
    let mut inputs = RereadInputs::new(&paths)?;
    if typed.distance.is_some() && typed.settings.text("metric") != "simhash" {
        bail!("--distance requires --metric simhash");
    }
    let settings = if typed.leader {
        settings.two_pass(false).detail(Detail::Groups)
    } else {
        settings.two_pass(true)
    };
    let mut sift = settings.build()?;
    let mut first = Summary::default();
    if !typed.leader && Clusters::needs_survey(&sift) {
        let run = reading(typed, &mut inputs)?;
        first = rereading::learn(run, &mut sift, &mut monitor)?;
        monitor.read_again();
    }
    let mut clusters = match typed.distance {
        _ if typed.leader => Clusters::leading(sift)?,
        Some(distance) => Clusters::near(sift, distance, typed.verify)?,
        None if typed.exact => Clusters::new(sift).exact(),
        None => Clusters::new(sift),
    };
    let mut summary = Summary::default();
    if first.ending == Ending::Exhausted {
        let scanner = clusters.scanner();
        let run = reading(typed, &mut inputs)?.monitor(&mut monitor);
        summary = run.read(&scanner, |part| {
            match part {
                InputPart::Records(batch, lines) => {
                    let lines = lines.iter().copied();
                    let taken = clusters.take(batch, lines);
                    taken.map_err(stream::Error::Store)?;
                }
                InputPart::LongRecord => clusters.skip(),
                InputPart::Fields(fields) => clusters.filter_mut().read_by(fields),
                _ => {}
            }
            Ok(())
        })?;
    }
    let groups = clusters.watched_components(&mut |done, all| monitor.joined(done, all));
    monitor.finish();
    if let Some(signal) = signals.received() {
        return Ok(RunOutcome::Interrupted(signal));
    }
    let Some(groups) = groups else {
        return Ok(RunOutcome::Done);
    };
    let printed = print(&groups, typed, &signals, destination.output);
    stdout::check_written(printed, &destination.name)?;
    if let Some(signal) = signals.received() {
        return Ok(RunOutcome::Interrupted(signal));
    }
    if !typed.quiet {
        note(&summary, &groups);
    }
    summary.unreadable = summary.unreadable.max(first.unreadable);
    Ok(RunOutcome::of(&signals, &summary))
}

fn reading<'o>(typed: &cli::Cluster, inputs: &mut RereadInputs) -> Result<Run<'o>> {
    reading_of(inputs.sources()?, typed.null, typed.threads, &typed.input)
}

fn print(
    groups: &Components,
    typed: &cli::Cluster,
    signals: &Signals,
    output: impl Write,
) -> io::Result<()> {
    let wanted = GroupsOutput(typed);
    let mut output = BufWriter::with_capacity(WRITE, output);
    if typed.format == ClusterFormat::Tsv {
        wanted.write_header(&mut output)?;
    }
    for group in wanted.of(groups) {
        if signals.received().is_some() {
            break;
        }
        match typed.format {
            ClusterFormat::Text => wanted.write_text(group, &mut output)?,
            ClusterFormat::Jsonl => wanted.write_json(group, &mut output)?,
            ClusterFormat::Tsv => wanted.write_rows(group, &mut output)?,
        }
    }
    output.flush()
}

/// Notes the lines that no component shows.
fn note(summary: &Summary, groups: &Components) {
    say_count(
        summary.long,
        "line of more than 1 MiB belongs to no component",
        "lines of more than 1 MiB belong to no component",
    );
    if let Some(stages) = groups.stages() {
        let candidates = HumanCount(stages.candidates);
        let compared = HumanCount(stages.compared);
        let verified = HumanCount(stages.verified);
        let components = HumanCount(stages.first_components);
        let largest = HumanCount(stages.first_largest);
        let pairs = format!("{candidates} candidate pairs, {compared} of them compared");
        let alone = format!("{components} components, the largest of {largest} lines");
        say(format_args!(
            "{pairs}, {verified} similar; the candidates alone would give {alone}"
        ));
    }
    note_recall(groups.recall(), "; --exact compares all");
    let hits = groups.search_limit_hits();
    if hits > 0 {
        let hits = HumanCount(hits);
        let effect = "their components may be split; a higher threshold helps";
        say(format_args!(
            "{hits} lines with very many parts were not compared with all candidates: {effect}"
        ));
    }
}
