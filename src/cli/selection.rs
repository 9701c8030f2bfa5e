//! The options that say which URLs are wanted at all.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Which URLs are wanted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct Selection {
    /// Keep only URLs with these extensions, like php,jsp; can be repeated
    ///
    /// The extension of the path's last segment counts, in any case. none stands for paths without
    /// one, static for the set of --not-ext.
    ///
    /// All options of this section are looked at before URLs are compared. A URL that does not meet
    /// one of them is dropped, and nothing is learned from it. --stats counts these by option,
    /// --dropped prints them, --explain and --format jsonl say by which option they were dropped.
    /// Lines that are not URLs are not selected: they are kept or dropped as --invalid says.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) ext: Vec<String>,

    /// Drop URLs with these extensions, like static,pdf; can be repeated
    ///
    /// static stands for styles, pictures, fonts, sound and films: avi, avif, bmp, css, cur, eot,
    /// flv, gif, ico, jpeg, jpg, less, m4a, m4v, mov, mp3, mp4, ogg, ogv, otf, png, sass, scss, svg,
    /// tif, tiff, ttf, wav, webm, webp, woff, woff2. Scripts are not among them, because they name
    /// endpoints.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) not_ext: Vec<String>,

    /// Keep only URLs on these hosts, like example.com,*.example.org; can be repeated
    ///
    /// *.example.com fits any name below example.com, .example.com the name itself too, and any
    /// other * any characters. A host without a port fits any port; *:8443 fits a port on any host.
    /// A URL without a host, like /login, fits none.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) host: Vec<String>,

    /// Drop URLs on these hosts; can be repeated
    ///
    /// Written like those of --host.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) not_host: Vec<String>,

    /// Keep only URLs in the scope that FILE describes
    ///
    /// A rule a line: a host as --host takes it, with a scheme before it and the start of a path
    /// behind it if wished, as in https://example.com/app/. A line that begins with ! is out of
    /// scope, whatever else holds. Lines that begin with # are comments. A file that begins with {
    /// or [ is read as JSON: the scope of a Burp project, or the structured scopes of a program on
    /// HackerOne.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) scope: Option<PathBuf>,

    /// Keep only URLs with these schemes, like https,wss; can be repeated
    ///
    /// none stands for URLs that name no scheme.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) scheme: Vec<String>,

    /// Keep only URLs with parameters
    #[arg(long, conflicts_with = "no_params")]
    pub(crate) has_params: bool,

    /// Keep only URLs without parameters
    #[arg(long)]
    pub(crate) no_params: bool,

    /// Keep only URLs that have one of these parameters, like id,*url*; can be repeated
    ///
    /// A * stands for any characters. Upper and lower case are the same.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other, conflicts_with = "no_params")]
    pub(crate) param: Vec<String>,

    /// Keep only URLs that fit this regular expression; can be repeated
    ///
    /// It may fit anywhere in the URL, as the URL is written. (?i) in front ignores case. Of several
    /// expressions, one has to fit.
    #[arg(long = "match", value_name = "REGEX", value_hint = ValueHint::Other)]
    pub(crate) matches: Vec<String>,

    /// Drop URLs that fit this regular expression; can be repeated
    #[arg(long, value_name = "REGEX", value_hint = ValueHint::Other)]
    pub(crate) not_match: Vec<String>,

    /// Keep only records with these HTTP statuses, like 200,3xx; can be repeated
    ///
    /// 400-404 is a range. The status is the one that the record has beside its URL, as httpx,
    /// gobuster, ffuf and others print it. A record without one is kept.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_hint = ValueHint::Other)]
    pub(crate) status: Vec<String>,

    /// Keep up to N lines of each host
    ///
    /// Those after them are dropped, also if they are similar to none. The same name on another port
    /// is another host.
    #[arg(long, value_name = "N", value_hint = ValueHint::Other)]
    pub(crate) max_per_host: Option<NonZeroU32>,
}
