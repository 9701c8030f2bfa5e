//! Completion scripts and the manual page, as files of the repository hold them. The tests of the
//! command line generate these files.

use crate::cli::Shell;

/// The manual page, in the language of `man`.
pub(crate) const MANUAL: &str = include_str!("../../../docs/urlsift.1");

/// Returns the completion script of a shell.
pub(crate) fn completions(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => include_str!("../../../completions/urlsift.bash"),
        Shell::Elvish => include_str!("../../../completions/urlsift.elv"),
        Shell::Fish => include_str!("../../../completions/urlsift.fish"),
        Shell::Powershell => include_str!("../../../completions/_urlsift.ps1"),
        Shell::Zsh => include_str!("../../../completions/_urlsift"),
    }
}
