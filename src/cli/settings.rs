//! Options made from the tables of settings: their names, values, help and conflicts.

use std::fmt::{self, Debug, Write};
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::Error;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use urlsift::Builder;
use urlsift::settings::{
    Alias, ByName, Choice, Choices, Kind, RecordKind, RecordSettings, Section, Setting,
};

use super::old_words::typed_name;

/// The settings that were typed, by name, from the subset `R`.
pub(crate) struct Typed<R> {
    given: Vec<(&'static str, Vec<String>)>,
    rows: PhantomData<R>,
}

/// Shows defaults as well.
impl<R: Subset> Debug for Typed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_map();
        for setting in Self::rows() {
            let texts = match self.typed(setting.name) {
                Some(texts) => texts.to_vec(),
                None => defaults(setting),
            };
            if !texts.is_empty() {
                shown.entry(&setting.name, &texts);
            }
        }
        shown.finish()
    }
}

/// A subset of a table of settings: the settings that one subcommand accepts.
pub(crate) trait Subset {
    /// The settings that the table describes.
    type Of: ByName;

    /// Says whether it contains a setting.
    fn has(setting: &Setting<Self::Of>) -> bool;
}

/// Settings of the filter. --base is another option: --extract, which no filter knows, needs it
/// too.
pub(crate) enum Filtering {}

impl Subset for Filtering {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        let is_option = setting.section != Section::Code && setting.name != "base";
        is_option || is_seed(setting)
    }
}

/// Settings that decide whether two lines are similar.
pub(crate) enum ComparedSettings {}

impl Subset for ComparedSettings {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        Remembering::has(setting) && setting.name != "params"
    }
}

/// Settings of similarity that apply at any threshold.
pub(crate) enum AnyThreshold {}

impl Subset for AnyThreshold {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        ComparedSettings::has(setting) && setting.name != "threshold"
    }
}

/// Settings of components.
pub(crate) enum Clustering {}

impl Subset for Clustering {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        ComparedSettings::has(setting) || Formats::has(setting) || is_seed(setting)
    }
}

/// Settings of a sweep over thresholds.
pub(crate) enum Sweeping {}

impl Subset for Sweeping {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        AnyThreshold::has(setting) || is_seed(setting)
    }
}

/// Settings that determine how URLs are read when a rule is made of two of them.
pub(crate) enum Pairing {}

impl Subset for Pairing {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        ComparedSettings::has(setting) && !["literal", "rules", "by"].contains(&setting.name)
    }
}

/// Settings of templates, of the selection, and of the format of records.
pub(crate) enum Templating {}

impl Subset for Templating {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        let others = ["weights", "metric", "literal"];
        let is_similarity = AnyThreshold::has(setting) && !others.contains(&setting.name);
        is_similarity || Selecting::has(setting) || is_seed(setting)
    }
}

/// Settings of the selection of URLs, and of the format of records.
pub(crate) enum Selecting {}

impl Subset for Selecting {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        let is_limit = setting.name.starts_with("max-per");
        let is_of_texts = setting.name.ends_with("signatures");
        let is_wanted = setting.section == Section::Selection && !is_limit && !is_of_texts;
        is_wanted || Formats::has(setting)
    }
}

/// Settings of the format of records.
pub(crate) enum Formats {}

impl Subset for Formats {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        setting.section == Section::Input && Filtering::has(setting)
    }
}

/// Settings that a state is created with.
pub(crate) enum Remembering {}

impl Subset for Remembering {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        let others = ["two-pass", "same-answer"];
        setting.section == Section::Similarity && !others.contains(&setting.name)
    }
}

/// Settings that a state is created with, and the format of its lines.
pub(crate) enum Recalling {}

impl Subset for Recalling {
    type Of = Builder;

    fn has(setting: &Setting) -> bool {
        Remembering::has(setting) || Formats::has(setting)
    }
}

/// Settings for the kind of lines.
pub(crate) enum LineSettings {}

impl Subset for LineSettings {
    type Of = RecordSettings;

    fn has(_: &Setting<RecordSettings>) -> bool {
        true
    }
}

/// Says whether a setting is the key of all hashes: no other setting for programs can be typed.
fn is_seed(setting: &Setting) -> bool {
    setting.name == "seed"
}

impl<R: Subset> Typed<R> {
    fn rows() -> impl Iterator<Item = &'static Setting<R::Of>> {
        R::Of::rows().iter().filter(|setting| R::has(setting))
    }

    /// Returns the names of the settings that were typed, with their texts.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        self.given.iter().map(|(name, texts)| (*name, &**texts))
    }

    /// Adds a switch that another option implies.
    pub(crate) fn add(&mut self, switch: &'static str) {
        self.given.push((switch, vec!["true".to_owned()]));
    }

    /// Says whether no setting was typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Returns the texts that were typed for a setting.
    fn typed(&self, name: &str) -> Option<&[String]> {
        let (_, texts) = self.given().find(|(other, _)| *other == name)?;
        Some(texts)
    }

    /// Says whether a setting was typed.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.typed(name).is_some()
    }

    /// Returns the text of a setting, typed or by default; empty if it has none.
    pub(crate) fn text(&self, name: &str) -> String {
        if let Some([.., text]) = self.typed(name) {
            return text.clone();
        }
        let setting = R::Of::of_name(name).ok();
        setting.map(defaults).unwrap_or_default().concat()
    }
}

impl Typed<LineSettings> {
    /// Returns the kind of lines.
    pub(crate) fn kind(&self) -> RecordKind {
        self.text("as").parse().unwrap_or_default()
    }
}

impl<R: Subset> FromArgMatches for Typed<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Vec::new();
        for setting in Self::rows() {
            let name = setting.name;
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let texts = match setting.kind() {
                Kind::Switch => vec!["true".to_owned()],
                _ => matches
                    .get_many(name)
                    .unwrap_or_default()
                    .cloned()
                    .collect(),
            };
            given.push((name, texts));
        }
        Ok(Self {
            given,
            rows: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<R: Subset> Args for Typed<R> {
    fn augment_args(mut command: Command) -> Command {
        let shows_help = !command.is_disable_help_flag_set();
        for setting in Self::rows() {
            let mut argument = argument(setting);
            for other in setting.not_with {
                // Some of them are not options of this subcommand. A file of rules may hold limits
                // alone, so it is checked when it was read.
                if *other != "rules" && R::Of::of_name(other).is_ok_and(R::has) {
                    argument = argument.conflicts_with(other);
                }
            }
            if shows_help {
                argument = described(argument, setting);
            }
            command = command.arg(argument);
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Returns the option of a setting, as far as it is needed to read what was typed.
fn argument<S: ByName>(setting: &'static Setting<S>) -> Arg {
    let long = typed_name(setting.name);
    let mut argument = Arg::new(setting.name).long(long);
    // Each is leaked once, as clap needs names for the whole run.
    for alias in other_names(setting) {
        argument = argument.alias(&*alias.leak());
    }
    if let Some(short) = setting.short {
        argument = argument.short(short);
    }
    if setting.section == Section::Input {
        // One of these, or --extract, determines what is read.
        argument = argument.group("form");
    }
    let kind = setting.kind();
    if kind == Kind::Switch {
        return argument.action(ArgAction::SetTrue);
    }
    let parser = match kind {
        Kind::Choice(choices) | Kind::Names(choices) => names(choices).into(),
        Kind::List => ValueParser::string(),
        _ => ValueParser::from(move |typed: &str| setting.read(typed).map(|texts| texts.concat())),
    };
    argument = argument
        .value_parser(parser)
        .allow_negative_numbers(kind == Kind::Percent);
    if !setting.bare.is_empty() {
        argument = argument
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(setting.bare);
    }
    match kind {
        Kind::List | Kind::Names(_) => argument.action(ArgAction::Append),
        _ => argument,
    }
}

/// Returns the names by which a setting may be typed besides its usual one.
fn other_names<S>(setting: &Setting<S>) -> Vec<String> {
    let usual = typed_name(setting.name);
    let names = setting.aliases.iter().filter_map(Alias::typed);
    let names = [setting.name.to_owned()].into_iter().chain(names);
    names.filter(|name| name != usual).collect()
}

/// Adds what help and errors show of an option.
fn described<S: ByName>(mut argument: Arg, setting: &Setting<S>) -> Arg {
    let text = |text| setting.text(text, |other| format!("--{}", typed_name(other)));
    let help = text(setting.help);
    let mut long = help.clone();
    for details in [setting.details, setting.typed_details] {
        if !details.is_empty() {
            let is_first = long.len() == help.len();
            long += if is_first { "\n\n" } else { " " };
            long += &text(details);
        }
    }
    // Completions offer the main name only.
    let others: Vec<String> = other_names(setting)
        .iter()
        .map(|name| format!("--{name}"))
        .collect();
    if !others.is_empty() {
        let _ = write!(long, "\n\nAlso: {}", others.join(", "));
    }
    argument = argument
        .help_heading(heading(setting.section))
        .hide_short_help(setting.is_rare);
    if long.len() > help.len() {
        argument = argument.long_help(long);
    }
    argument = argument.help(help);
    if setting.kind() == Kind::Switch {
        return argument;
    }
    let is_file = setting.value_name == "FILE" || setting.value_name.ends_with("]FILE");
    let hint = if is_file {
        ValueHint::FilePath
    } else {
        ValueHint::Other
    };
    argument
        .value_name(setting.value_name)
        .value_hint(hint)
        // Each is leaked once, as above.
        .default_values(defaults(setting).into_iter().map(|text| &*text.leak()))
}

/// Returns the texts of a setting that was not typed; none for lists and switches.
fn defaults<S: ByName>(setting: &Setting<S>) -> Vec<String> {
    match setting.kind() {
        Kind::Switch | Kind::List | Kind::Names(_) => Vec::new(),
        _ => setting.default(),
    }
}

fn heading(section: Section) -> &'static str {
    match section {
        Section::Similarity => "What counts as similar",
        Section::Records => "What the lines are",
        Section::Selection => "Which URLs are wanted",
        Section::Input => "How the input is read",
        Section::Code => "Repeating a run",
        _ => "Which lines are printed",
    }
}

fn names(choices: &'static [Choice]) -> PossibleValuesParser {
    let named = |choice: &Choice| match choice.help {
        "" => PossibleValue::new(choice.name),
        help => PossibleValue::new(choice.name).help(help),
    };
    choices.iter().map(named).into()
}

/// Reads one of the values of a type that names them.
pub(super) fn choice<T: Choices + Send + Sync>() -> impl TypedValueParser<Value = T> {
    names(T::CHOICES).try_map(|name| name.parse::<T>())
}

/// Reads a percentage like a threshold.
pub(super) fn percent(typed: &str) -> Result<f64, String> {
    let text = read("threshold", typed)?;
    text.parse().map_err(|_| "must be a number".to_owned())
}

/// Checks a key of 128 bits, and returns it as text.
pub(super) fn key(typed: &str) -> Result<String, String> {
    read("seed", typed)
}

/// Checks the text of a setting, and returns it as it is shown.
fn read(name: &str, typed: &str) -> Result<String, String> {
    let read = Builder::of_name(name).and_then(|setting| setting.read(typed));
    match read {
        Ok(texts) => Ok(texts.concat()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a subset has a setting of this name.
    fn has<R: Subset>(name: &str) -> bool {
        let setting = R::Of::of_name(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        R::has(setting)
    }

    #[test]
    fn subcommands_have_the_settings_that_they_use() {
        assert!(has::<Filtering>("threshold"));
        assert!(has::<Filtering>("two-pass"));
        assert!(has::<Filtering>("seed"));
        assert!(!has::<Filtering>("base"));
        assert!(has::<ComparedSettings>("threshold"));
        assert!(!has::<ComparedSettings>("two-pass"));
        assert!(!has::<ComparedSettings>("host"));
        assert!(!has::<AnyThreshold>("threshold"));
        assert!(has::<Clustering>("column"));
        assert!(has::<Clustering>("seed"));
        assert!(!has::<Sweeping>("threshold"));
        assert!(!has::<Pairing>("rules"));
        assert!(has::<Templating>("host"));
        assert!(!has::<Templating>("metric"));
        assert!(!has::<Templating>("max-per-host"));
        assert!(!has::<Templating>("signatures"));
        assert!(has::<Formats>("column"));
        assert!(!has::<Formats>("threshold"));
        assert!(has::<Remembering>("params"));
        assert!(!has::<Remembering>("two-pass"));
        assert!(has::<LineSettings>("as"));
    }

    #[test]
    fn percentages_and_keys_are_checked() {
        assert_eq!(percent("87.5"), Ok(87.5));
        for wrong in ["", "101", "many"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        assert!(key("00ff").is_ok());
        assert!(key("not digits").is_err());
    }
}
