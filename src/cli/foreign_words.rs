//! The command to type where a subcommand got an option of another program or subcommand.

use std::path::Path;

use clap::{Command, error::ErrorKind};

use super::typo;

/// Options that mean the same elsewhere, and what to type here.
struct ForeignWord {
    words: &'static str,
    value: ForeignValue,
    /// The first that the command accepts is meant. `VALUE` is the value that was typed. What does
    /// not begin with a dash stands behind the command; nothing means that the word is needless.
    own: &'static [&'static str],
}

/// The value of an option of another program.
#[derive(Clone, Copy)]
enum ForeignValue {
    None,
    /// A word, here an example of one.
    Word(&'static str),
    /// The name of a file, which may exist.
    File(&'static str),
    /// Shell's pattern of a name, which becomes a regular expression.
    Glob(&'static str),
    /// Statuses that are not wanted, which become all others.
    Unwanted(&'static str),
    /// Words with blanks or commas between them, some with a dot in front.
    Extensions(&'static str),
}

/// A switch of other programs.
const fn switch(words: &'static str, own: &'static [&'static str]) -> ForeignWord {
    valued(words, ForeignValue::None, own)
}

/// An option of other programs that has a number or a word; `example` is one.
const fn word(
    words: &'static str,
    example: &'static str,
    own: &'static [&'static str],
) -> ForeignWord {
    valued(words, ForeignValue::Word(example), own)
}

/// An option of other programs that has the name of a file.
const fn file(words: &'static str, own: &'static [&'static str]) -> ForeignWord {
    valued(words, ForeignValue::File("list.txt"), own)
}

const fn valued(
    words: &'static str,
    value: ForeignValue,
    own: &'static [&'static str],
) -> ForeignWord {
    ForeignWord { words, value, own }
}

const WORDS: &[ForeignWord] = &[
    // What is printed, and in which form.
    switch(
        "json jsonl ndjson to-json json-lines",
        &["--format jsonl", "--json", "--to openapi"],
    ),
    switch(
        "csv to-csv",
        &["--format csv", "--format tsv", "--format jsonl", "--json"],
    ),
    switch(
        "tsv table tabs tab",
        &["--format tsv", "--format jsonl", "--json"],
    ),
    switch(
        "csv-safe",
        &["--format csv-safe", "--format tsv", "--format jsonl"],
    ),
    switch("markdown md", &["--format markdown", "--format jsonl"]),
    switch("dot graphviz graph", &["--format dot"]),
    switch("openapi yaml swagger", &["--to openapi"]),
    word(
        "of output-format out-format as-format format-output",
        "csv",
        &["--format VALUE"],
    ),
    word("fail-on exit-on only show", "new", &["--only VALUE"]),
    word(
        "n m top limit head first max max-count max-results max-lines lines count take num",
        "10",
        &["--top VALUE", "| head -n VALUE"],
    ),
    word("tail last", "10", &["| tail -n VALUE"]),
    word(
        "sort sort-by order order-by by-count sort-by-count most-frequent",
        "count",
        &["--order count", "| sort"],
    ),
    switch("r reverse tac", &["| tac"]),
    switch("R shuffle random random-sort shuf", &["| shuf"]),
    word(
        "min min-lines min-size at-least min-count threshold-count",
        "10",
        &["--min VALUE"],
    ),
    word(
        "examples samples sample members",
        "10",
        &["--examples VALUE"],
    ),
    file("html report page html-report", &["--report VALUE"]),
    file(
        "o out output output-file outfile save write",
        &["-o VALUE", "> VALUE"],
    ),
    file("append a add-to", &[">> VALUE"]),
    switch(
        "q quiet silent s no-messages no-banner nb",
        &["-q", "2> /dev/null"],
    ),
    switch("no-progress", &["--progress never", "-q"]),
    switch("exit-code check error-exitcode", &["; echo $?"]),
    switch(
        "urls-only url-only only-urls only-matching only-url",
        &["--print url"],
    ),
    switch(
        "hosts-only only-hosts print-host print-hosts list-hosts",
        &["--print host"],
    ),
    switch(
        "paths paths-only only-paths print-path pathname",
        &["--print path"],
    ),
    switch("line-number line-numbers number", &["--print record,line"]),
    switch(
        "with-filename filename show-source files-with-matches l",
        &["--print source,line"],
    ),
    word(
        "A B C context after-context before-context group-by",
        "1",
        &["-a --order group"],
    ),
    switch("group groups all-repeated D", &["-a --order group"]),
    word("group-by-host", "10", &["--max-per-host VALUE"]),
    switch("passthru passthrough keep-all show-all", &["--all"]),
    switch(
        "show-dropped only-dropped removed show-removed filtered rejected only-duplicates dups",
        &["--dropped"],
    ),
    switch("M", &["--color never"]),
    switch("color-output colour-output", &["--color always"]),
    switch("keep-longest longest prefer-longest", &["--prefer longest"]),
    switch(
        "keep-shortest shortest prefer-shortest",
        &["--prefer shortest"],
    ),
    switch("prefer-https https-first", &["--prefer https"]),
    // Which URLs are wanted.
    word(
        "host domain site only-host only-hosts-of include-host include-hosts allow-host allow-domain \
         allowed-domains only-domain match-host filter-host whitelist-host d",
        "a.example",
        &["--host VALUE"],
    ),
    word(
        "exclude-host exclude-hosts exclude-domain exclude-domains skip-host ignore-host deny-host \
         blacklist-host out-of-scope without-host filter-out-host not-domain exclude-domain-list",
        "a.example",
        &["--not-host VALUE"],
    ),
    valued(
        "only-ext ext-only match-ext extension include-extensions with-ext keep-ext whitelist-ext \
         file-ext file-type",
        ForeignValue::Extensions("php"),
        &["--ext VALUE"],
    ),
    valued(
        "filter-ext filter-extension exclude-ext exclude-exts exclude-extension exclude-extensions \
         skip-ext ignore-ext remove-ext drop-ext no-ext blacklist-ext ext-filter without-ext \
         not-extension not-extensions skip-extensions ignore-extensions",
        ForeignValue::Extensions("png"),
        &["--not-ext VALUE"],
    ),
    switch(
        "no-static exclude-static skip-static filter-static not-static ignore-static remove-static \
         no-images no-assets skip-assets",
        &["--not-ext static"],
    ),
    word(
        "only-param only-params include-param include-params match-param match-params with-param \
         has-param parameter",
        "id",
        &["--param VALUE"],
    ),
    switch(
        "with-params with-query only-with-params has-query parameters",
        &["--param any"],
    ),
    switch(
        "without-params without-query no-parameters",
        &["--param none"],
    ),
    word(
        "ignore-params ignore-parameter ignore-parameters skip-param skip-params drop-param \
         drop-params exclude-param exclude-params filter-param filter-params strip-param not-param",
        "ref",
        &["--ignore-param VALUE"],
    ),
    word(
        "only-status match-status include-status sc code http-code",
        "200",
        &["--status VALUE"],
    ),
    valued(
        "not-status exclude-status filter-status skip-status hide-status ignore-status no-status \
         exclude-code exclude-codes hc fc",
        ForeignValue::Unwanted("404"),
        &["--status VALUE"],
    ),
    word(
        "only-match matching search find contains P E perl-regexp extended-regexp fixed-strings \
         word-regexp line-regexp mr match-string include-regex url-regex",
        "login",
        &["--match VALUE"],
    ),
    word(
        "exclude-match not-matching no-match skip-match filter-out exclude-regex ignore-regex fr \
         exclude-pattern deny",
        "logout",
        &["--not-match VALUE"],
    ),
    valued(
        "g glob iglob include-glob",
        ForeignValue::Glob("*.php"),
        &["--match VALUE"],
    ),
    valued(
        "exclude-glob",
        ForeignValue::Glob("*.php"),
        &["--not-match VALUE"],
    ),
    word(
        "max-depth depth path-depth",
        "3",
        &["--match ^[^?#]*//[^/?#]+(/[^/?#]*){0,VALUE}([?#]|$)"],
    ),
    switch("https-only only-https", &["--scheme https"]),
    switch("no-junk remove-junk clean-junk skip-junk", &["--not-junk"]),
    file("scope-file in-scope scope-list", &["--scope VALUE"]),
    file("rule rule-file rules-file", &["--rules VALUE"]),
    word(
        "per-host max-host host-limit per-domain",
        "10",
        &["--max-per-host VALUE"],
    ),
    // What counts as similar.
    word(
        "per-group per-template max-per-group max-per-template keep-per-group",
        "3",
        &["--keep VALUE"],
    ),
    word("min-similarity sim simhash-threshold", "90", &["-t VALUE"]),
    switch(
        "same-content filter-duplicates fd ac auto-calibration autocalibration same-response",
        &["--same-answer"],
    ),
    switch("no-fuzzy as-is", &["--literal -t 100"]),
    switch(
        "passes two-passes twopass second-pass learn-first",
        &["--two-pass"],
    ),
    // From run to run.
    word(
        "ttl expire-after max-age newer changed-within forget-after",
        "30d",
        &["--window VALUE"],
    ),
    file("seen-file known old old-list", &["--state VALUE"]),
    // What is done anyway, or by the program that requests.
    switch(
        "i ignore-case line-buffered unbuffered recursive stream trim no-ignore hidden stable \
         case-insensitive smart-case text no-filename follow force yes y",
        &[""],
    ),
    word(
        "H header proxy timeout rate-limit rl delay user-agent method X x retries",
        "5",
        &[""],
    ),
    file(
        "file input input-file from from-file url-file urls-file url-list wordlist",
        &["VALUE"],
    ),
];

/// Words of a shell, which stand behind a command.
const SHELL: [&str; 5] = ["|", ">", ">>", "2>", ";"];

/// The most words of a command that are replaced.
const REPLACED: usize = 8;

/// Returns the command to type, given the words behind the name of the program; `None` if a word
/// means nothing here.
pub(super) fn command_to_type(command: &Command, typed: &[&str]) -> Option<String> {
    let depth = depth(command, typed);
    let mut words: Vec<String> = typed.iter().map(|&word| word.to_owned()).collect();
    let mut behind = String::new();
    let mut is_other = false;
    for _ in 0..REPLACED {
        let Some(unknown) = unknown(command, &words) else {
            break;
        };
        is_other = true;
        let found = ForeignTyped::of(&words[depth..], &unknown)?;
        let own = found.own(command, &words[..depth])?;
        let is_behind = own.first().is_some_and(|word| SHELL.contains(&&**word));
        let mut new = Vec::new();
        if is_behind {
            let shown: Vec<String> = own.iter().map(|word| quoted(word)).collect();
            behind = format!("{behind} {}", shown.join(" "));
        } else {
            new = own;
        }
        let start = depth + found.at;
        words.splice(start..start + found.length, new);
    }
    let shown: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    is_other.then(|| format!("urlsift {}{behind}", shown.join(" ")))
}

/// Returns how many words name the subcommand.
fn depth(command: &Command, words: &[&str]) -> usize {
    let mut depth = 0;
    let mut command = command;
    while let Some(word) = words.get(depth)
        && let Some(subcommand) = command.find_subcommand(word)
    {
        command = subcommand;
        depth += 1;
    }
    depth
}

/// Returns the first option that a command does not have.
fn unknown(command: &Command, words: &[String]) -> Option<String> {
    let error = parsed(command, words)?;
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    typo::invalid_argument(&error)
}

fn parsed(command: &Command, words: &[String]) -> Option<clap::Error> {
    let typed = ["urlsift"].into_iter();
    let typed = typed.chain(words.iter().map(String::as_str));
    command.clone().try_get_matches_from(typed).err()
}

/// A word of another program among those that were typed.
struct ForeignTyped {
    /// Its place, and the number of words that it and its value are.
    at: usize,
    length: usize,
    row: &'static ForeignWord,
    value: Option<String>,
}

impl ForeignTyped {
    fn of(words: &[String], unknown: &str) -> Option<Self> {
        let start = |word: &String| {
            let rest = word.strip_prefix(unknown);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('=') || unknown.len() == 2)
        };
        let at = words.iter().position(start)?;
        // Some programs write long names with one dash.
        let (whole, assigned) = match words[at].split_once('=') {
            Some((whole, value)) => (whole, value),
            None => (&*words[at], ""),
        };
        let (row, attached) = match row(whole) {
            Some(row) => (row, assigned),
            None => (
                row(unknown)?,
                words[at][unknown.len()..].trim_start_matches('='),
            ),
        };
        let mut found = Self {
            at,
            length: 1,
            row,
            value: None,
        };
        let digits = whole.trim_start_matches('-');
        let attached = if is_number(digits) { digits } else { attached };
        let may_exist = matches!(row.value, ForeignValue::File(_));
        if !attached.is_empty() {
            found.value = Some(attached.to_owned());
        } else if !matches!(row.value, ForeignValue::None)
            && let Some(next) = words.get(at + 1)
            && !next.starts_with('-')
            && (may_exist || !Path::new(next).exists())
        {
            found.value = Some(next.clone());
            found.length = 2;
        }
        Some(found)
    }

    /// Returns the words of the first of the row's options that the command accepts.
    fn own(&self, command: &Command, subcommand: &[String]) -> Option<Vec<String>> {
        let value = self.row.value.read(self.value.as_deref());
        self.row.own.iter().find_map(|own| {
            let own = own.split(' ').filter(|word| !word.is_empty());
            let own: Vec<String> = own.map(|word| word.replace("VALUE", &value)).collect();
            if !own.first().is_some_and(|word| word.starts_with('-')) {
                return Some(own);
            }
            let words = [subcommand, &own].concat();
            let is_accepted = match parsed(command, &words) {
                Some(error) => error.kind() == ErrorKind::MissingRequiredArgument,
                None => true,
            };
            is_accepted.then_some(own)
        })
    }
}

/// Returns the row of a word, with its dashes.
fn row(typed: &str) -> Option<&'static ForeignWord> {
    let name = typed.trim_start_matches('-');
    // `-10` asks for ten lines.
    let name = if is_number(name) { "head" } else { name };
    let is_named = |row: &&ForeignWord| row.words.split_whitespace().any(|word| word == name);
    WORDS.iter().find(is_named)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl ForeignValue {
    /// Returns a value as it is typed here; that of the example if none was typed.
    fn read(self, typed: Option<&str>) -> String {
        let (Self::Word(example)
        | Self::File(example)
        | Self::Glob(example)
        | Self::Unwanted(example)
        | Self::Extensions(example)) = self
        else {
            return String::new();
        };
        let typed = typed.unwrap_or(example);
        match self {
            Self::Glob(_) => expression_of(typed),
            Self::Unwanted(_) => statuses_but(typed).unwrap_or_else(|| "2xx,3xx".to_owned()),
            Self::Extensions(_) => {
                let names = typed.split([' ', ',', '|']);
                let names = names.map(|name| name.trim_start_matches("*.").trim_start_matches('.'));
                names.collect::<Vec<_>>().join(",")
            }
            _ => typed.to_owned(),
        }
    }
}

/// Returns the regular expression for a pattern of a shell.
fn expression_of(glob: &str) -> String {
    let mut expression = String::new();
    for c in glob.trim_matches('*').chars() {
        match c {
            '*' => expression += ".*",
            '?' => expression.push('.'),
            c if c.is_alphanumeric() || "/-_".contains(c) => expression.push(c),
            c => expression.extend(['\\', c]),
        }
    }
    expression
}

/// Returns all statuses but those of a list, as ranges.
fn statuses_but(unwanted_list: &str) -> Option<String> {
    let mut unwanted = Vec::new();
    for typed in unwanted_list.split(',') {
        let item = typed.to_lowercase();
        let (first, last) = match item.split_once('-') {
            Some((first, last)) => (first.to_owned(), last.to_owned()),
            None => (item.replace('x', "0"), item.replace('x', "9")),
        };
        unwanted.push(first.parse::<u16>().ok()?..=last.parse::<u16>().ok()?);
    }
    let is_wanted = |status: &u16| unwanted.iter().all(|range| !range.contains(status));
    let mut ranges: Vec<[u16; 2]> = Vec::new();
    for status in (100..=599).filter(is_wanted) {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == status => *last = status,
            _ => ranges.push([status, status]),
        }
    }
    let shown: Vec<String> = ranges
        .iter()
        .map(|[first, last]| format!("{first}-{last}"))
        .collect();
    (!shown.is_empty()).then(|| shown.join(","))
}

/// Quotes a word for a shell, if it needs that.
pub(super) fn quoted(word: &str) -> String {
    if SHELL.contains(&word) || word == "$?" {
        return word.to_owned();
    }
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_meaning_and_a_command_of_the_filter_or_of_a_subcommand() {
        let command = super::super::command();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        names.push("");
        let mut met = std::collections::BTreeSet::new();
        for word in WORDS.iter().flat_map(|row| row.words.split_whitespace()) {
            assert!(met.insert(word), "{word} stands in two rows");
            let dashes = if word.len() == 1 { "-" } else { "--" };
            let option = format!("{dashes}{word}");
            let has_command = names.iter().any(|name| {
                let names = [*name].into_iter().filter(|name| !name.is_empty());
                let typed: Vec<&str> = names.chain([&*option]).collect();
                let words: Vec<String> = typed.iter().map(|&word| word.to_owned()).collect();
                let is_ours = unknown(&command, &words).is_none();
                is_ours || command_to_type(&command, &typed).is_some()
            });
            assert!(has_command, "{word}");
        }
        assert!(met.len() > 250, "{}", met.len());
    }

    #[test]
    fn values_are_read_as_they_are_typed_here() {
        for (typed, wanted) in [
            ("--not-status 404 a.txt", "--status 100-403,405-599 a.txt"),
            (
                "--hide-status=4xx,500 a.txt",
                "--status 100-399,501-599 a.txt",
            ),
            ("--not-status 100-599 a.txt", "--status 2xx,3xx a.txt"),
            ("--not-status old a.txt", "--status 2xx,3xx a.txt"),
            ("-g *.php a.txt", "--match '\\.php' a.txt"),
            ("--glob /a?b*/c a.txt", "--match '/a.b.*/c' a.txt"),
            ("--filter-ext .png,*.css a.txt", "--not-ext png,css a.txt"),
            ("--append Cargo.toml a.txt", "a.txt >> Cargo.toml"),
            ("--max-count 5 Cargo.toml", "--top 5 Cargo.toml"),
            ("--max-count Cargo.toml", "--top 10 Cargo.toml"),
            ("-25 a.txt", "--top 25 a.txt"),
            ("-A1 a.txt", "-a --order group a.txt"),
            ("--unbuffered -rl 9 a.txt", "a.txt"),
            ("--tail 3 --max-count=9 a.txt", "--top 9 a.txt | tail -n 3"),
        ] {
            let typed: Vec<&str> = typed.split(' ').collect();
            let found = command_to_type(&super::super::command(), &typed);
            assert_eq!(found, Some(format!("urlsift {wanted}")), "{typed:?}");
        }
    }

    #[test]
    fn words_of_other_programs_become_a_command() {
        for (typed, wanted) in [
            (
                "templates --top 10 --json a.log",
                Some("templates --top 10 --format jsonl a.log"),
            ),
            (
                "templates --json a.log",
                Some("templates --format jsonl a.log"),
            ),
            (
                "templates --sort lines --csv a.log",
                Some("templates --order count --format csv a.log"),
            ),
            ("templates --fail-on new a.log", Some("")),
            (
                "cluster --json -n5 a.log",
                Some("cluster --format jsonl -n5 a.log"),
            ),
            (
                "cluster --csv --limit 5 a.log",
                Some("cluster --format tsv --limit 5 a.log"),
            ),
            ("diff --fail-on new a b", Some("diff --only new a b")),
            ("diff a b --top=5", Some("diff a b | head -n 5")),
            (
                "diff a b -n 5 --md",
                Some("diff a b --format markdown | head -n 5"),
            ),
            ("export --json a.log", Some("export --to openapi a.log")),
            ("sweep --csv a.txt", Some("sweep --json a.txt")),
            ("sweep --head 5 a.txt", Some("sweep a.txt | head -n 5")),
            ("traps --sort=n a.txt", Some("traps a.txt | sort")),
            ("compare a b --json", Some("compare a b --format jsonl")),
            ("classes --json /a", Some("classes --format jsonl /a")),
            ("fields --head 3", Some("fields --top 3")),
            ("keys --limit 3 a.txt", Some("keys a.txt | head -n 3")),
            ("keys -q a.txt", Some("keys a.txt 2> /dev/null")),
            ("templates --zork a.log", Some("")),
        ] {
            let typed: Vec<&str> = typed.split(' ').collect();
            let found = command_to_type(&super::super::command(), &typed);
            let wanted = wanted.map(|wanted| format!("urlsift {wanted}"));
            if wanted.as_deref() == Some("urlsift ") {
                assert_eq!(found, None, "{typed:?}");
            } else {
                assert_eq!(found, wanted, "{typed:?}");
            }
        }
    }

    /// Each word gets a command in each subcommand, or is an option of it.
    #[test]
    fn what_people_type_most_has_an_answer_in_every_subcommand() {
        let command = super::super::command();
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            if ["completions", "man"].contains(&name) {
                continue;
            }
            let mut tasks = vec![(vec![name], subcommand)];
            if subcommand.has_subcommands() {
                let tasks_of = subcommand.get_subcommands();
                tasks = tasks_of
                    .map(|task| (vec![name, task.get_name()], task))
                    .collect();
            }
            for (names, subcommand) in tasks {
                has_answers(&command, &names, subcommand);
            }
        }
    }

    fn has_answers(command: &Command, names: &[&str], subcommand: &Command) {
        for word in [
            "--top=9",
            "-n=9",
            "--limit=9",
            "--head=9",
            "--sort",
            "--json",
            "--csv",
        ] {
            let typed = [names, &[word]].concat();
            let words: Vec<String> = typed.iter().map(|&word| word.to_owned()).collect();
            let found = command_to_type(command, &typed);
            let is_known = unknown(command, &words).is_none();
            let has_form = !["--json", "--csv"].contains(&word)
                || typo::option(subcommand, "format").is_some();
            assert!(is_known || found.is_some() || !has_form, "{typed:?}");
        }
    }
}
