//! What can be set in one place can be set in all: the program, the library, Python and Spark know
//! the same settings, but for exceptions that have reasons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use urlsift::Builder;
use urlsift::settings::RecordSettings;
use urlsift::settings::{self, ByName, Choice, Kind, Section, Setting};

use crate::program::{finish, kept, outcome, run, urlsift};

/// Options of the filter that are no settings of it, with the reason.
const ONLY_TYPED: [(&str, &[&str]); 5] = [
    (
        "they choose what is printed, where the library and Python give verdicts and explanations",
        &[
            "dropped",
            "all",
            "prefer",
            "order",
            "top",
            "count",
            "explain",
            "format",
            "print",
            "color",
            "output",
            "overwrite",
            "stats",
            "report",
        ],
    ),
    (
        "they are about reading and writing streams",
        &["extract", "null", "invalid", "threads"],
    ),
    (
        "they are of a state, for which the library has sessions, and Python the arguments state and window",
        &[
            "state",
            "wait",
            "dry-run",
            "window",
            "remember",
            "min",
            "time-field",
        ],
    ),
    (
        "they are about the command line itself",
        &["progress", "quiet", "no-config", "help", "version"],
    ),
    (
        "they are newer words for settings that keep their names in programs",
        &["new-params", "classes"],
    ),
];

/// Settings that are no options of the filter, with the reason.
const NOT_TYPED: [(&str, &[&str]); 2] = [
    (
        "options of other names lead to them: what is printed asks for details, --state for notes",
        &["detail", "count-learned", "notes", "exhaustive"],
    ),
    (
        "help shows the newer words for them: --new-params, --classes -a, --param any, --ignore-param none, --as events/N",
        &[
            "params",
            "no-class",
            "has-params",
            "no-params",
            "no-default-ignores",
            "shingle",
            "class",
            "column",
            "params-from",
            "scope",
            "max-per-prefix",
        ],
    ),
];

/// What the tests need of a setting, whatever it is a setting of.
struct Row {
    name: &'static str,
    keyword: String,
    aliases: Vec<(&'static str, bool)>,
    section: Section,
    kind: Kind,
    default: Vec<String>,
    help: String,
    details: String,
}

impl Row {
    fn of<S: ByName>(setting: &'static Setting<S>) -> Self {
        let text = |text| setting.text(text, settings::keyword);
        Self {
            name: setting.name,
            keyword: setting.keyword(),
            aliases: setting
                .aliases
                .iter()
                .map(|alias| (alias.name, alias.is_opposite))
                .collect(),
            section: setting.section,
            kind: setting.kind(),
            default: setting.default(),
            help: text(setting.help),
            details: text(setting.details),
        }
    }

    /// All settings, those of one section together.
    fn all() -> Vec<Self> {
        let mut rows: Vec<Self> = Builder::rows().iter().map(Self::of).collect();
        rows.extend(RecordSettings::rows().iter().map(Self::of));
        rows.sort_by_key(|row| {
            SECTIONS
                .iter()
                .position(|(section, _)| *section == row.section)
        });
        rows
    }
}

/// The sections, as `help(Sift)` names them.
const SECTIONS: [(Section, &str); 6] = [
    (Section::Similarity, "What counts as similar"),
    (Section::Records, "What the lines are"),
    (Section::Selection, "Which URLs are wanted"),
    (Section::Input, "How records are written"),
    (Section::Output, "How many are kept"),
    (Section::Code, "What else a filter does"),
];

/// The long options that the program declares.
fn declared(arguments: &[&str]) -> BTreeSet<String> {
    let help = String::from_utf8(kept(&[&["help", "all"], arguments].concat(), b"")).unwrap();
    let lines = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line
            .strip_prefix('-')
            .filter(|_| line.starts_with("--"))
            .or_else(|| {
                let (short, rest) = line.split_once(", -")?;
                (short.len() == 2 && short.starts_with('-')).then_some(rest)
            })?;
        let name = line.strip_prefix('-')?;
        Some(name.split([' ', '[', '=', ',']).next()?.to_owned())
    });
    lines.collect()
}

fn names(groups: &[(&str, &[&'static str])]) -> BTreeSet<String> {
    let names: Vec<&str> = groups
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    let once: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(names.len(), once.len(), "an exception stands twice");
    once
}

/// An exception that is not needed fails as a setting does that is missing.
#[test]
fn the_program_and_the_library_know_the_same_settings() {
    let typed = declared(&[]);
    assert!(typed.len() > 50, "{typed:?}");
    let settings: BTreeSet<String> = Row::all().iter().map(|row| row.name.to_owned()).collect();
    let missing: BTreeSet<_> = settings.difference(&typed).cloned().collect();
    assert_eq!(
        missing,
        names(&NOT_TYPED),
        "settings that are no options, and the exceptions"
    );
    let others: BTreeSet<_> = typed.difference(&settings).cloned().collect();
    assert_eq!(
        others,
        names(&ONLY_TYPED),
        "options that are no settings, and the exceptions"
    );
}

/// Subcommands that compare lines take what decides whether lines are similar.
#[test]
fn subcommands_take_what_decides_on_similarity() {
    let filter = declared(&[]);
    let rows = Row::all();
    for (arguments, sections, without) in [
        (
            &["compare"][..],
            &[Section::Similarity, Section::Records][..],
            &["params", "two-pass", "same-answer"][..],
        ),
        (
            &["keys"],
            &[Section::Similarity, Section::Records],
            &["params", "two-pass", "same-answer"],
        ),
        // Such a list is read twice in any case.
        (
            &["cluster"],
            &[Section::Similarity, Section::Records, Section::Input],
            &["params", "two-pass", "same-answer"],
        ),
        (
            &["classes"],
            &[Section::Similarity],
            &["threshold", "params", "two-pass", "same-answer"],
        ),
        (
            &["sweep"],
            &[Section::Similarity, Section::Records],
            &["threshold", "params", "two-pass", "same-answer"],
        ),
        (
            &["state", "recent"],
            &[Section::Similarity, Section::Records, Section::Input],
            &["two-pass", "same-answer", "base"],
        ),
        (
            &["state", "import"],
            &[Section::Similarity, Section::Records],
            &["two-pass", "same-answer"],
        ),
        (
            &["state", "rebuild"],
            &[Section::Similarity, Section::Records],
            &["two-pass", "same-answer"],
        ),
        (
            &["state", "merge"],
            &[Section::Similarity, Section::Records],
            &["two-pass", "same-answer"],
        ),
    ] {
        let wanted: BTreeSet<String> = rows
            .iter()
            .filter(|row| {
                let is_seed =
                    row.name == "seed" && ["cluster", "keys", "sweep"].contains(&arguments[0]);
                // Help shows newer words.
                if NOT_TYPED[1].1.contains(&row.name) {
                    return false;
                }
                is_seed || (sections.contains(&row.section) && !without.contains(&row.name))
            })
            .map(|row| row.name.to_owned())
            .collect();
        let found: BTreeSet<String> = declared(arguments)
            .into_iter()
            .filter(|name| filter.contains(name) && rows.iter().any(|row| row.name == name))
            .collect();
        assert_eq!(found, wanted, "{arguments:?}");
    }
}

/// The keywords of `Sift` in Python, as its stubs have them.
#[test]
fn python_knows_every_setting() {
    let stubs = fs::read_to_string("python/module/urlsift/_urlsift.pyi").unwrap();
    let arguments = stubs
        .split("    def __new__(")
        .nth(1)
        .unwrap()
        .split("    ) -> Sift:")
        .next()
        .unwrap();
    let found: BTreeSet<&str> = arguments
        .lines()
        .filter_map(|line| line.strip_prefix("        ")?.split_once(": "))
        .map(|(name, _)| name)
        .collect();
    // Synonyms are taken, and named by the help.
    let rows = Row::all();
    let mut wanted: BTreeSet<&str> = rows.iter().map(|row| &*row.keyword).collect();
    wanted.extend(["state", "window", "slice", "time_field", "remember"]);
    assert_eq!(found, wanted);
    // They are set by the table, not one by one.
    let source = fs::read_to_string("python/src/settings.rs").unwrap();
    for part in ["S::rows()", "read::<Builder>", "read::<RecordSettings>"] {
        assert!(source.contains(part), "{part}");
    }
}

/// Spark takes its options from what Python tells at run time, without those that it names.
#[test]
fn spark_leaves_out_no_more_than_it_says() {
    let options = fs::read_to_string("spark/module/urlsift_spark/options.py").unwrap();
    let left_out = options
        .split("LEFT_OUT = {\n")
        .nth(1)
        .unwrap()
        .split("\n}")
        .next()
        .unwrap();
    let left_out: BTreeMap<&str, &str> = left_out
        .lines()
        .map(|line| line.trim().trim_end_matches(',').split_once(": ").unwrap())
        .collect();
    let rows = Row::all();
    for (name, reason) in &left_out {
        let name = name.trim_matches('"');
        assert!(
            rows.iter().any(|row| row.name == name),
            "{name} is no setting, so it cannot be left out"
        );
        assert!(reason.len() > 12, "{name}: {reason}");
    }
    // An option that is written by hand would hide one that is not left out.
    for row in rows
        .iter()
        .filter(|row| !left_out.contains_key(&*format!("\"{}\"", row.name)))
    {
        let by_hand = format!("add_argument(\"--{}\"", row.name);
        assert!(!options.contains(&by_hand), "{by_hand}");
    }
    assert!(
        options.contains("for setting in KNOWN.values():"),
        "the others come from the table"
    );
}

/// What the program takes and Spark does not ends in a sentence there.
#[test]
fn spark_says_why_it_takes_no_other_options() {
    let read =
        |name: &str| fs::read_to_string(format!("spark/module/urlsift_spark/{name}.py")).unwrap();
    let (refusals, options) = (read("refusals"), read("options"));
    let refused = refusals
        .split("REFUSED = {\n")
        .nth(1)
        .unwrap()
        .split("\n}")
        .next()
        .unwrap();
    let refused: BTreeSet<&str> = refused
        .lines()
        .map(|line| line.trim().split('"').nth(1).unwrap())
        .collect();
    let others: BTreeSet<&str> = ONLY_TYPED
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    let missing: Vec<_> = others
        .difference(&refused)
        .filter(|name| {
            !options.contains(&format!("\"--{name}\""))
                && !["help", "version", "quiet"].contains(name)
        })
        .collect();
    assert!(missing.is_empty(), "neither taken nor refused: {missing:?}");
    let unknown: Vec<_> = refused.difference(&others).collect();
    assert!(
        unknown.is_empty(),
        "refused, but not an option: {unknown:?}"
    );
}

impl Row {
    /// The type of its keyword in Python, and the default.
    fn in_python(&self) -> (String, String) {
        let literal = |choices: &[Choice]| {
            let names: Vec<String> = choices
                .iter()
                .map(|choice| format!("\"{}\"", choice.name))
                .collect();
            format!("Literal[{}]", names.join(", "))
        };
        let given = self.default.first();
        match (self.kind, given) {
            (Kind::Switch, _) => ("bool".into(), "False".into()),
            (Kind::Whole, Some(number)) => ("int".into(), number.clone()),
            (Kind::Whole, None) => ("int | None".into(), "None".into()),
            (Kind::Percent, Some(percent)) => (
                "float | str".into(),
                format!("{:?}", percent.parse::<f64>().unwrap()),
            ),
            (Kind::Choice(choices), Some(name)) => (literal(choices), format!("\"{name}\"")),
            // An empty list of classes is another thing than none.
            (Kind::Names(_), _) if self.name == "class" => {
                ("Iterable[str] | None".into(), "None".into())
            }
            _ if self.name == "status" => ("Iterable[str | int]".into(), "()".into()),
            (Kind::List | Kind::Names(_), _) => ("Iterable[str]".into(), "()".into()),
            (Kind::Weights, _) => ("dict[str, float] | str | None".into(), "None".into()),
            (Kind::Key, _) => ("tuple[int, int] | str | None".into(), "None".into()),
            _ if ["column", "max-per-prefix"].contains(&self.name) => {
                ("str | int | None".into(), "None".into())
            }
            _ => ("str | None".into(), "None".into()),
        }
    }

    /// Its name in Python, with its type and its default.
    fn of_python(&self) -> (String, String, String) {
        let (kind, default) = self.in_python();
        (self.keyword.clone(), kind, default)
    }
}

/// Breaks a text into lines of 80 columns.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    for (number, paragraph) in text.split("\n\n").enumerate() {
        if number > 0 {
            lines.push('\n');
        }
        let mut line = indent.to_owned();
        for word in paragraph.split_whitespace() {
            if line.len() > indent.len() && line.len() + 1 + word.len() > 80 {
                let _ = writeln!(lines, "{line}");
                indent.clone_into(&mut line);
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        let _ = writeln!(lines, "{line}");
    }
    lines
}

/// The signature of a class that takes all settings, and others of its own.
fn python_signature(class: &str, own: &[&str]) -> String {
    let mut keywords: Vec<(String, String, String)> =
        Row::all().iter().map(Row::of_python).collect();
    let threshold = keywords.remove(0);
    assert_eq!(threshold.0, "threshold");
    let mut arguments = vec![format!("{}={}", threshold.0, threshold.2), "*".to_owned()];
    arguments.extend(own.iter().map(|own| (*own).to_owned()));
    arguments.extend(
        keywords
            .iter()
            .map(|(name, _, default)| format!("{name}={default}")),
    );
    format!("{class}({})\n--\n\n", arguments.join(", "))
}

/// The keywords of `Sift` in Python for what is remembered.
const PYTHON_MEMORY: [&str; 5] = [
    "state=None",
    "window=None",
    "slice=None",
    "time_field=None",
    "remember=\"kept\"",
];

/// What `help(Sift)` shows: the signature, and what each keyword does.
fn python_help() -> String {
    let rows = Row::all();
    let mut help = python_signature("Sift", &PYTHON_MEMORY);
    help += "The filter. Several threads may use one; their calls take turns.\n\n";
    help += &wrapped(
        "The keywords are the settings of the program urlsift, with underscores. A list is any iterable of texts. None stands for the \
         default. What cannot be set raises ValueError, or TypeError where the type is wrong.",
        "",
    );
    help += "\nWhat is remembered:\n";
    for (argument, text) in [
        (
            "state: str | os.PathLike[str] | None = None",
            "Remember in this file, or at this address of a Redis server (redis://USER:PASSWORD@HOST:PORT/DB?prefix=NAME), and keep only \
             what is new to it. It is that of the program's --state. A file is stored by commit and close; one filter at a time \
             can write to it. Decisions on a server are stored by each call, and any number of filters may share it.",
        ),
        (
            "window: datetime.timedelta | str | None = None",
            "Forget a URL when nothing similar has come for this long; the next similar one is kept. Text is like 30d, 12h, 90m \
             or 45s.",
        ),
        (
            "slice: datetime.timedelta | str | None = None",
            "Count time by slices of this length; by default a 144th of the window.",
        ),
        (
            "time_field: str | None = None",
            "Read the time of each line from this member of a JSON object; by default, a line comes when it is decided on.",
        ),
        (
            "remember: Literal[\"kept\", \"all\"] = \"kept\"",
            "all: Hold every line of the window, for recent, count and in_window. A state stores them, so they include those of \
             earlier filters, and of others on the same server.",
        ),
    ] {
        let _ = writeln!(help, "\n{argument}");
        help += &wrapped(text, "    ");
    }
    for (section, title) in SECTIONS {
        let _ = write!(help, "\n{title}:\n");
        for row in rows.iter().filter(|row| row.section == section) {
            let (kind, default) = row.in_python();
            let _ = writeln!(help, "\n{}: {kind} = {default}", row.keyword);
            let once = row.help.replace("; can be repeated", "");
            help += &wrapped(format!("{once}. {}", row.details).trim_end(), "    ");
            if let Kind::Choice(choices) = row.kind {
                for choice in choices {
                    help += &wrapped(&format!("{}: {}.", choice.name, choice.help), "    ");
                }
            }
            if let Kind::Names(names) = row.kind {
                let names: Vec<&str> = names.iter().map(|choice| choice.name).collect();
                help += &wrapped(&format!("One of {}.", names.join(", ")), "    ");
            }
            for (relation, is_wanted) in [("Also", false), ("The opposite", true)] {
                let others = row
                    .aliases
                    .iter()
                    .filter(|(_, is_opposite)| *is_opposite == is_wanted);
                let others: Vec<&str> = others.map(|(name, _)| *name).collect();
                if !others.is_empty() {
                    help += &wrapped(&format!("{relation}: {}.", others.join(", ")), "    ");
                }
            }
        }
    }
    help
}

/// The arguments of a class in the stubs, behind those of its own.
fn python_stub(own: &str) -> String {
    let mut arguments = String::new();
    for (number, (name, kind, default)) in Row::all().iter().map(Row::of_python).enumerate() {
        let _ = writeln!(arguments, "        {name}: {kind} = {default},");
        if number == 0 {
            let _ = write!(arguments, "        *,\n{own}");
        }
    }
    arguments
}

/// The keywords of functions that have an argument `column` of their own.
fn python_settings() -> String {
    let rows = Row::all();
    let keywords = rows
        .iter()
        .map(Row::of_python)
        .filter(|(name, ..)| name != "column");
    keywords.fold(String::new(), |all, (name, kind, _)| {
        all + &format!("    {name}: {kind}\n")
    })
}

/// Puts arguments into stubs, between the line of `cls` and the result.
fn with_arguments(stubs: &str, class: &str, own: &str) -> String {
    let (start, rest) = stubs.split_once(&format!("\nclass {class}:\n")).unwrap();
    let (doc, rest) = rest.split_once("        cls,\n").unwrap();
    let (_, end) = rest.split_once(&format!("    ) -> {class}:")).unwrap();
    let arguments = python_stub(own);
    format!("{start}\nclass {class}:\n{doc}        cls,\n{arguments}    ) -> {class}:{end}")
}

/// Python's help and stubs are written from the table of settings.
#[test]
fn python_is_told_of_every_setting() {
    let stubs = Path::new("python/module/urlsift/_urlsift.pyi");
    let before = fs::read_to_string(stubs).unwrap();
    let (start, rest) = before
        .split_once("class _Settings(TypedDict, total=False):\n")
        .unwrap();
    let (_, end) = rest.split_once("\n\n").unwrap();
    let keywords = python_settings();
    let now = format!("{start}class _Settings(TypedDict, total=False):\n{keywords}\n{end}");
    let now = with_arguments(
        &now,
        "Sift",
        "        state: str | os.PathLike[str] | None = None,\n        window: timedelta | str | None = None,\n        \
         slice: timedelta | str | None = None,\n        time_field: str | None = None,\n        \
         remember: Literal[\"kept\", \"all\"] = \"kept\",\n",
    );
    let now = with_arguments(&now, "Clusters", "        leader: bool = False,\n");
    for (file, now) in [
        (Path::new("python/src/sift.txt"), python_help()),
        (
            Path::new("python/src/clusters.txt"),
            python_signature("Clusters", &["leader=False"]),
        ),
        (stubs, now),
    ] {
        if env::var_os("UPDATE").is_some() {
            fs::write(file, &now).unwrap();
        }
        let hint = "`UPDATE=1 cargo test --test repository parity` writes it anew";
        assert!(
            fs::read_to_string(file).unwrap_or_default() == now,
            "{}: {hint}",
            file.display()
        );
    }
}

impl Row {
    /// Its line in the types of the JavaScript package.
    fn in_javascript(&self) -> String {
        let union = |choices: &[Choice]| {
            let names: Vec<String> = choices
                .iter()
                .map(|choice| format!("\"{}\"", choice.name))
                .collect();
            names.join(" | ")
        };
        let kind = match self.kind {
            Kind::Switch => "boolean".into(),
            Kind::Whole => "number".into(),
            Kind::Percent => "number | string".into(),
            Kind::Choice(choices) => union(choices),
            Kind::Names(names) => format!("readonly ({})[]", union(names)),
            Kind::List if self.name == "status" => "readonly (string | number)[]".into(),
            Kind::List => "readonly string[]".into(),
            _ if ["column", "max-per-prefix"].contains(&self.name) => "string | number".into(),
            _ => "string".to_owned(),
        };
        let mut words = self.name.split('-');
        let mut name = words.next().unwrap_or_default().to_owned();
        for word in words {
            name += &word[..1].to_uppercase();
            name += &word[1..];
        }
        let help = self.help.replace("; can be repeated", "");
        format!("  /** {help}. */\n  {name}?: {kind};\n")
    }
}

/// The settings of the JavaScript package are written from the table. Its module has no regular
/// expressions.
#[test]
fn javascript_is_told_of_every_setting() {
    let file = "js/index.d.ts";
    let types = fs::read_to_string(file).unwrap();
    let (start, rest) = types.split_once("export interface Settings {\n").unwrap();
    let (_, end) = rest.split_once("}\n").unwrap();
    let rows = Row::all()
        .into_iter()
        .filter(|row| !["match", "not-match"].contains(&row.name));
    let rows: String = rows.map(|row| row.in_javascript()).collect();
    let now = format!("{start}export interface Settings {{\n{rows}}}\n{end}");
    if env::var_os("UPDATE").is_some() {
        fs::write(file, &now).unwrap();
    }
    let hint = "`UPDATE=1 cargo test --test repository parity` writes it anew";
    assert!(fs::read_to_string(file).unwrap() == now, "{file}: {hint}");
}

/// Status, what is printed, and what is said.
fn typed(arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(&run(arguments, LIST))
}

/// A made-up list in which each condition below holds for some lines and not for others.
const LIST: &[u8] =
    b"https://www.example.com/user/17/photo.jpg\nhttps://www.example.com/list.php?a=1\n\
    https://cdn.example.com/about%22%3E\nhttps://cdn.example.com/list.php?b=2\n";

#[test]
fn every_name_of_a_setting_can_be_typed_and_stands_in_a_file_of_options() {
    let scratch = tempfile::tempdir().unwrap();
    let config = scratch.path().join("options");
    let mut tried = 0;
    let rows = Builder::rows()
        .iter()
        .filter(|row| row.section != Section::Code);
    for (row, alias) in rows.flat_map(|row| row.aliases.iter().map(move |alias| (row, alias))) {
        let value = match (row.name, row.kind()) {
            (_, Kind::Switch) => "",
            ("class" | "no-class", _) => "=int",
            ("ext" | "not-ext", _) => "=php",
            ("host" | "not-host", _) => "=cdn.example.com",
            ("match" | "not-match", _) => "=list",
            ("scheme", _) => "=http",
            ("ignore-param" | "select-param", _) => "=a",
            ("keep", _) => "=2",
            other => panic!("give a value for {other:?}"),
        };
        let own = typed(&[&format!("--{}{value}", row.name)]);
        assert_eq!(own.0, Some(0), "{own:?}");
        let Some(other) = alias.typed() else {
            // What is the default needs no option.
            assert_eq!(
                typed(&[&format!("--{}", alias.name.replace('_', "-"))]).0,
                Some(2)
            );
            continue;
        };
        assert_eq!(typed(&[&format!("--{other}{value}")]), own, "--{other}");
        fs::write(&config, format!("--{other}{value}\n")).unwrap();
        let child = urlsift(&[])
            .env("URLSIFT_CONFIG_PATH", &config)
            .spawn()
            .unwrap();
        let output = finish(child, LIST);
        assert_eq!(outcome(&output), own, "--{other} in a file");
        tried += 1;
    }
    assert!(tried > 12, "{tried}");
}
