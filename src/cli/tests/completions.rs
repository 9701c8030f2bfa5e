//! The completions of a shell: the output of `clap_complete` with its known faults fixed.
//!
//! Here only the first word can be a subcommand, which `clap_complete` does not support: its script
//! for zsh treats the subcommand as a file and continues with the options of the filter; its script
//! for fish forgets all options while the value of one is missing. For an option that takes its
//! value only after `=`, it offers values after a blank as well, and bash, where `=` is a word,
//! offers none after it. Each fix replaces text that must occur once. If a version of the crate
//! writes something else, the script stays unchanged, and the tests in the shells fail.

use std::fmt::Write as _;

use bstr::ByteSlice;
use clap::builder::PossibleValue;
use clap::builder::Resettable;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

/// Returns the script of a shell.
pub(super) fn script(shell: Shell, command: &Command) -> String {
    let command = visible(command)
        .version(env!("CARGO_PKG_VERSION"))
        .args_conflicts_with_subcommands(true);
    let mut command = without_files(command);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "urlsift", &mut script);
    let script = script.to_str_lossy().into_owned();
    match shell {
        Shell::Bash => bash(&script, &command),
        Shell::Fish => fish(&script, &command),
        Shell::Zsh => zsh(&script, &command),
        _ => script,
    }
}

/// Returns a command and its subcommands without hidden options, which scripts would show.
fn visible(command: &Command) -> Command {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    // Some of them exclude hidden ones.
    let shown = shown.map(|arg| {
        let excluded = command.get_arg_conflicts_with(arg).into_iter();
        let excluded = excluded.filter(|other| !other.is_hide_set());
        let names = excluded.map(|other| other.get_id().clone());
        let shown = arg.clone().conflicts_with(Resettable::Reset);
        shown.conflicts_with_all(names)
    });
    // Names of commands are static; a test leaks a few.
    let name: &'static str = command.get_name().to_owned().leak();
    let about = command.get_about().cloned().unwrap_or_default();
    Command::new(name)
        .about(about)
        .hide(command.is_hide_set())
        .args(shown)
        .subcommands(command.get_subcommands().map(visible))
        .disable_help_subcommand(true)
}

/// Says of values that are not known to be files that they are none: scripts would offer files.
fn without_files(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes_any = arg.get_action().takes_values() && arg.get_possible_values().is_empty();
        if takes_any && arg.get_value_hint() == ValueHint::Unknown {
            return arg.value_hint(ValueHint::Other);
        }
        arg
    });
    command.mut_subcommands(without_files)
}

/// Returns the names of the subcommands.
fn names(command: &Command) -> Vec<&str> {
    command.get_subcommands().map(Command::get_name).collect()
}

/// Returns the long names of the options that take their value only after `=`.
fn joined(command: &Command) -> Vec<&str> {
    command
        .get_arguments()
        .filter(|arg| arg.is_require_equals_set())
        .filter_map(Arg::get_long)
        .collect()
}

/// Replaces two texts and everything between them.
fn replace_between(script: &str, start: &str, end: &str, by: &str) -> String {
    let found = script
        .split_once(start)
        .and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    found.map_or_else(
        || script.to_owned(),
        |(before, after)| [before, by, after].concat(),
    )
}

fn zsh(script: &str, command: &Command) -> String {
    let names = names(command).join("|");
    let script = script.replacen(
        "    _arguments \"${_arguments_options[@]}\" : \\\n",
        &format!(
            "    # Only the first word can be a subcommand, which has options of its own.\n    \
             if (( CURRENT > 2 )) && [[ $words[2] == ({names}) ]]; then\n        \
             shift words\n        (( CURRENT -= 1 ))\n        state=urlsift\n    else\n    \
             _arguments \"${{_arguments_options[@]}}\" : \\\n"
        ),
        1,
    );
    let script = replace_between(
        &script,
        "'::files -- ",
        "\"*::: :->urlsift\" \\\n&& ret=0\n",
        "'1: :_urlsift_first' \\\n'*:FILE:_files' \\\n&& ret=0\n    fi\n",
    );
    let script = replace_between(
        &script,
        "        words=($line[2] \"${words[@]}\")\n",
        "        case $line[2] in\n",
        "        curcontext=\"${curcontext%:*:*}:urlsift-command-$words[1]:\"\n        case $words[1] in\n",
    );
    let script = script.replacen(
        "(( $+functions[_urlsift_commands] )) ||\n",
        "(( $+functions[_urlsift_first] )) ||\n_urlsift_first() {\n    \
         _alternative 'commands:command:_urlsift_commands' 'files:file:_files'\n}\n\
         (( $+functions[_urlsift_commands] )) ||\n",
        1,
    );
    joined(command).iter().fold(script, |script, name| {
        script.replace(&format!("'--{name}=["), &format!("'--{name}=-["))
    })
}

fn fish(script: &str, command: &Command) -> String {
    let names = names(command);
    let script = replace_between(
        script,
        "# Print an optspec",
        "\nfunction __fish_urlsift_using_subcommand\n",
        &format!(
            "# Only the first word can be a subcommand, which has options of its own.\n\
             function __fish_urlsift_needs_command\n    set -l words (commandline -opc)\n    \
             not contains -- \"$words[2]\" {}\nend\n\n\
             function __fish_urlsift_is_first\n    test (count (commandline -opc)) -eq 1\nend\n\n\
             function __fish_urlsift_using_subcommand\n",
            names.join(" ")
        ),
    );
    let script = replace_between(
        &script,
        "    set -l cmd (__fish_urlsift_needs_command)\n",
        "    contains -- $cmd[1] $argv\n",
        "    set -l words (commandline -opc)\n    contains -- \"$words[2]\" $argv\n",
    );
    let script = names.iter().fold(script, |script, name| {
        let offered = |condition: &str| format!("-n \"__fish_urlsift_{condition}\" -a \"{name}\"");
        script.replace(&offered("needs_command"), &offered("is_first"))
    });
    let is_joined = |line: &str| {
        joined(command)
            .iter()
            .any(|name| line.contains(&format!("\" -l {name} -d ")))
    };
    let mend = |line: &str| {
        if is_joined(line) {
            line.replacen(" -r -f", " -f", 1)
        } else {
            line.to_owned()
        }
    };
    let mut script: String = script.split_inclusive('\n').map(mend).collect();
    // For subcommands it completes options only.
    let takes_files = |command: &&Command| {
        command
            .get_positionals()
            .any(|arg| arg.get_value_hint() == ValueHint::AnyPath)
    };
    for subcommand in command
        .get_subcommands()
        .filter(|subcommand| !takes_files(subcommand))
    {
        let name = subcommand.get_name();
        let _ = write!(
            script,
            "complete -c urlsift -n \"__fish_urlsift_using_subcommand {name}\" -f"
        );
        let values: Vec<_> = subcommand
            .get_positionals()
            .flat_map(Arg::get_possible_values)
            .collect();
        let values: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
        let _ = if values.is_empty() {
            writeln!(script)
        } else {
            writeln!(script, " -a \"{}\"", values.join(" "))
        };
    }
    script
}

fn bash(script: &str, command: &Command) -> String {
    let joined = joined(command);
    let mut mend = "    # Readline takes = for a word, so an option and its value come as three.\n    \
                    if [[ ${COMP_WORDS[COMP_CWORD]} == \"=\" ]]; then\n        cur=\"\"\n        \
                    prev=\"${COMP_WORDS[COMP_CWORD - 1]}=\"\n    elif [[ ${prev} == \"=\" ]]; then\n        \
                    prev=\"${COMP_WORDS[COMP_CWORD - 2]}=\"\n    fi\n"
        .to_owned();
    // Only some options need it.
    let _ = writeln!(mend, "    [[ {} ]] || prev=\"${{prev%=}}\"", {
        let is: Vec<_> = joined
            .iter()
            .map(|name| format!("${{prev}} == --{name}="))
            .collect();
        is.join(" || ")
    });
    let script = script
        .replacen("    prev=\"$3\"\n", &format!("    prev=\"$3\"\n{mend}"), 1)
        .replacen(":0:COMP_CWORD}", ":0:COMP_CWORD < 2 ? COMP_CWORD : 2}", 1);
    let script = (1..=2).fold(script, |script, word| {
        let offered = format!(" || ${{COMP_CWORD}} -eq {word} ]] ; then\n");
        let last = "\n            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )\n";
        // A word that is not an option completes to a subcommand where one is allowed, otherwise to
        // a file.
        let only = format!(
            "\n            [[ ${{COMP_CWORD}} -gt {word} ]] || \
             COMPREPLY=( $(compgen -W \"${{opts}}\" -X '-*' -- \"${{cur}}\") )\n"
        );
        let mend = |case: &str| {
            if case.contains(&offered) {
                case.replace(&offered, " ]] ; then\n").replace(last, &only)
            } else {
                case.to_owned()
            }
        };
        script
            .split_inclusive("\n            ;;\n")
            .map(mend)
            .collect()
    });
    joined.iter().fold(script, |script, name| {
        script.replace(
            &format!("                --{name})\n"),
            &format!("                --{name}=)\n"),
        )
    })
}
