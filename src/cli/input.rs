//! The options that say how records are written.

use clap::{Args, ValueHint};

/// How records are written, where they are not lines with a URL each.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Input {
    /// Read JSON lines whose URL is the member PATH, like request.endpoint
    ///
    /// Names below each other are joined by dots. The record is compared by this URL and printed as
    /// it is. A record without the member is not a URL.
    ///
    /// Without this option, a line that begins with { is a JSON object too, and its URL is found by
    /// itself: in the first of request.endpoint, matched-at, url, URL, page.url, task.url, output,
    /// original, request.url, final_url, uri, endpoint, link, href, loc and matched that holds one.
    /// So the JSON lines of katana, httpx, gau, hakrawler, gospider, ffuf, nuclei, urlscan and
    /// others need no option, nor do lines of an index of archived pages (CDX, CDXJ).
    #[arg(long, value_name = "PATH", value_hint = ValueHint::Other, group = "form")]
    pub(crate) field: Option<String>,

    /// Read CSV or TSV with the URL in this column, by name or number
    ///
    /// The first line of each file says what separates columns: a tab, or else the most frequent of
    /// comma, semicolon and bar. It is a header, and printed, if NAME is one of its fields, or if its
    /// column N holds no URL. Fields may be in quotes. A record is a line, so a field with a line end
    /// in it is cut there: with such fields, the rest of the record counts as a line that is not a URL.
    #[arg(long, value_name = "NAME|N", value_parser = column, value_hint = ValueHint::Other, group = "form")]
    pub(crate) column: Option<urlsift::Column>,

    /// Read access logs in the common or combined format
    ///
    /// Each line is compared by the path of its request, with the virtual host that the line begins
    /// with, or else with --base.
    #[arg(long, group = "form")]
    pub(crate) log: bool,

    /// Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt
    ///
    /// Each URL in the text becomes a line, and is printed as it is, not the text around it. Escapes
    /// are undone first: those of scripts and JSON everywhere, those of HTML where there are tags.
    /// URLs with any scheme are found, //host/path and /path in quotes and attributes, hosts with a
    /// path, IP addresses, and the paths of requests in logs. Links that name no host are completed
    /// by --base, or by what a page itself names as its base; without both, those that begin with a
    /// slash stay as they are, and a note counts the others, which are left out.
    #[arg(long, group = "form")]
    pub(crate) extract: bool,

    /// The URL that completes links and paths which name no host
    ///
    /// Of --extract, and of the requests in a --log, whose lines need not name the site.
    #[arg(long, value_name = "URL", value_hint = ValueHint::Other, requires = "form")]
    pub(crate) base: Option<url::Url>,
}

/// A number, or else a name.
fn column(typed: &str) -> Result<urlsift::Column, &'static str> {
    match typed.parse() {
        Ok(0) => Err("columns are counted from 1"),
        Ok(number) => Ok(urlsift::Column::Number(number)),
        Err(_) => Ok(urlsift::Column::Name(typed.to_owned())),
    }
}
