//! The subcommands that show the templates of a list, and write them as rules for other programs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::filter::InputOptions;
use super::forms::threads;
use super::numbers::{number, positive};
use super::settings::{Templating, Typed};

/// The list or state to read templates from, and how to read it.
#[derive(Debug, Args)]
pub(crate) struct TemplateSource {
    /// Lists to read as one stream, or one state; standard input if none is given, or for -
    ///
    /// A state is a file that --state has written, or a Redis server. Give the options of
    /// similarity that it was created with.
    #[arg(value_name = "LIST|STATE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Templating>,
    #[command(flatten)]
    pub input: InputOptions,

    /// Read lines that end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub null: bool,

    /// Leave out templates of fewer than N lines
    ///
    /// A note on standard error counts them.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        hide_default_value = true,
        help_heading = "Output"
    )]
    #[arg(value_parser = number::<u64>)]
    pub min: u64,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Performance")]
    pub threads: Option<NonZeroUsize>,
}

/// Options of `urlsift templates`.
#[derive(Debug, Args)]
pub(crate) struct TemplatesOptions {
    #[command(flatten)]
    pub source: TemplateSource,

    /// The format of the output
    ///
    /// text prints a tree for each host; where lines have statuses, a table of the ten paths with
    /// the most lines comes first. tsv and csv print a row for each template: lines, method,
    /// template, the numbers of lines with a status of 2xx, 3xx, 4xx and 5xx (empty if none has
    /// one), first and last (when its lines came, or their numbers if they have no times) and the
    /// URL of the first line. Statuses keep no templates apart there unless --by names them.
    /// csv-safe is csv with an apostrophe before cells that a spreadsheet would compute. jsonl
    /// prints one JSON object for each template. Its members are template, identity (the template
    /// with {} for every value, the same in every run), host, method (null unless a method keeps
    /// records apart), path, route (the path in the fragment, or null) and parameters, beside (the
    /// other fields that keep records apart, or null), lines, groups (how many groups of the filter
    /// have this template), record (the number of its first line), last (that of its last one),
    /// first_time and last_time (null without times), kept (the first line), url (the URL in it),
    /// examples, methods, statuses and schemes (how many lines have which). path and route are
    /// lists of objects with token, classes (how many lines have a value of which class) and values
    /// (some of them); parameters is one of objects with name and key (both the name as URLs have
    /// it; empty for a value without one), token (as the template shows it: action=delete,
    /// to={url}), selects (whether the value chooses what the page does), does (its role: acts,
    /// session, credential, tracks, next, url, file, pages, sorts, searches, language, format,
    /// cache, filters, names, or null), evidence (how that is known: compared, values, name, or
    /// null), classes and values. Of a state, examples, methods and statuses are null. dot prints
    /// the tree for Graphviz.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "Output"
    )]
    pub format: TemplatesFormat,

    /// The order of templates [default: count; for jsonl by host and path]
    #[arg(long, value_name = "ORDER", help_heading = "Output")]
    pub order: Option<TemplatesOrder>,

    /// Print only the first N templates, or paths of a tree
    ///
    /// They are the N largest unless --order says otherwise. A note on standard error counts the
    /// others.
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        aliases = ["limit", "head"],
        help_heading = "Output"
    )]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub top: Option<NonZeroUsize>,
}

impl TemplatesOptions {
    /// Returns the order of ranked templates.
    pub(crate) fn order(&self) -> TemplatesOrder {
        self.order.unwrap_or_default()
    }
}

/// Orders of templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TemplatesOrder {
    /// The most lines first
    #[default]
    #[value(alias = "lines")]
    Count,
    /// By the first line
    Input,
}

/// Formats of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TemplatesFormat {
    /// A tree for people
    Text,
    /// A JSON object for every template
    #[value(alias = "json")]
    #[value(alias = "json")]
    Jsonl,
    /// A row of tab-separated columns for every template
    Tsv,
    /// A row of columns with commas between them for every template
    Csv,
    /// The same without formulas
    CsvSafe,
    /// A graph for Graphviz
    Dot,
}

/// Options of `urlsift export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The program that the rules are for; -o FILE.yaml and FILE.json mean openapi
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    to: Option<ExportFormat>,

    /// Write only the rules of this host, with its port if it has one
    ///
    /// openapi and robots describe one host: if the list has several, name it.
    #[arg(long, value_name = "HOST", help_heading = "Output")]
    pub only_host: Option<String>,

    /// Write to FILE instead of standard output; a name in .yaml makes openapi write YAML
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub source: TemplateSource,
}

impl Export {
    /// Returns the format that was typed, or that the name of the output says.
    pub(crate) fn format(&self) -> Option<ExportFormat> {
        let extension = self
            .output
            .as_ref()
            .and_then(|path| path.extension()?.to_str());
        match (self.to, extension) {
            (None | Some(ExportFormat::Openapi), Some("yaml" | "yml")) => {
                Some(ExportFormat::OpenapiYaml)
            }
            (None, Some("json")) => Some(ExportFormat::Openapi),
            (to, _) => to,
        }
    }
}

/// Programs that rules are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// An OpenAPI 3.1 description: parameters, bodies and responses of each method of a path
    #[value(alias = "swagger")]
    Openapi,
    /// The same in YAML
    #[value(name = "openapi.yaml")]
    OpenapiYaml,
    /// A regular expression for each route, a tab, and the route: anchored, in the syntax of RE2
    Regex,
    /// A context for ZAP, with a data-driven node for each route that varies
    Zap,
    /// A map of nginx from $uri to a route, for logs and limits
    Nginx,
    /// A transform processor of the OpenTelemetry Collector that sets http.route
    Otel,
    /// Disallow rules of robots.txt for paths with very many pages
    Robots,
    /// Learned positions as rules for --rules, so that another run reads URLs in the same way
    Rules,
    /// A list of deny rules for a link extractor of Scrapy, as JSON, for routes with very many
    /// pages
    Scrapy,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct TypedExport {
        #[command(flatten)]
        export: Export,
    }

    #[test]
    fn the_name_of_the_output_says_the_format() {
        for (typed, wanted) in [
            ("", None),
            ("-o api.txt", None),
            ("-o api.json", Some(ExportFormat::Openapi)),
            ("-o api.yaml", Some(ExportFormat::OpenapiYaml)),
            ("--to openapi -o api.yml", Some(ExportFormat::OpenapiYaml)),
            ("--to swagger", Some(ExportFormat::Openapi)),
            ("--to zap -o api.yaml", Some(ExportFormat::Zap)),
        ] {
            let words = ["urlsift"].into_iter().chain(typed.split_whitespace());
            let typed_export = TypedExport::try_parse_from(words);
            let export = typed_export
                .unwrap_or_else(|error| panic!("{error}"))
                .export;
            assert_eq!(export.format(), wanted, "{typed}");
        }
    }
}
