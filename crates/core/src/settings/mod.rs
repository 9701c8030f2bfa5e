//! The settings of a filter as one table: name, type, help and conflicts of each.
//!
//! All front ends read the [table](ByName::rows): the program for its options and their help, the
//! Python module for its keywords, the Spark package for its options, and states for the settings
//! that give them their meaning. So a setting is one row here and one field of a [`Builder`], and
//! is known everywhere.
//!
//! ```
//! use urlsift::settings::ByName;
//! use urlsift::{Builder, Sift, Verdict};
//!
//! let mut sift = Sift::builder().set("threshold", "80%")?.set("ignore-param", "trace*")?.build()?;
//! assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
//! assert_eq!(sift.admit(b"https://example.com/a?traceId=7"), Verdict::Similar);
//! assert_eq!(Builder::of_name("threshold")?.default(), ["95"]);
//! # Ok::<(), urlsift::Error>(())
//! ```

pub mod builder;
mod choice;
pub mod detail;
mod per_prefix;
mod setting;
mod value;

use crate::settings::builder::{Builder, ParamMode, Settings};
use crate::settings::detail::Detail;
use crate::similar::feature::Component;
pub use choice::{Choice, Choices, choice, choices, name_of, named};
pub use per_prefix::PerPrefix;
pub use setting::{Alias, ByName, Section, Setting, SettingField, keyword, row};
use setting::{items, split};
use url::Url;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::input::Input;
use urlsift_url::selection::{Scope, Selection, check_extension};
use urlsift_url::token::Class;
pub use value::Kind;

/// Returns the place of a value among the settings of a [`Builder`].
macro_rules! place {
    ($($field:ident).+) => {
        SettingField::new(
            |builder| &builder.settings.$($field).+,
            |builder| &mut builder.settings.$($field).+,
        )
    };
}

/// Every setting of a filter except the kind of lines, in the order in which help lists them.
static ALL: &[Setting] = &[
    // Similarity.
    Setting {
        short: Some('t'),
        value_name: "PERCENT",
        help: "Drop URLs that are at least this similar to a kept one",
        details: "From 1 to 100, with decimals if needed; 95% is the same as 95. At 100, only URLs with \
            the same meaning are dropped. A lower threshold merges more, and takes more time and memory \
            for every line.",
        is_identity: true,
        ..row("threshold", Section::Similarity, place!(threshold))
    },
    Setting {
        is_rare: true,
        value_name: "WEIGHTS",
        help: "Set the weights of components, like host=4,path=3",
        details: "The components are host, path, params, scheme and fragment; those that are not named \
            keep their default weight. A component of weight 0 is not compared.",
        is_identity: true,
        is_of_urls: true,
        ..row("weights", Section::Similarity, place!(weights))
    },
    Setting {
        is_rare: true,
        value_name: "METRIC",
        help: "How to measure similarity",
        is_identity: true,
        ..row("metric", Section::Similarity, place!(metric))
    },
    Setting {
        help: "Compare words, numbers and identifiers as written",
        details: "No value classes, no learned positions, no ignored parameters: /user/1/edit and \
            /user/2/edit are different, and so are http and https.",
        not_with: &[
            "merge-hosts",
            "class",
            "no-class",
            "ignore-param",
            "select-param",
            "params-from",
            "rules",
            "protect",
            "no-default-ignores",
            "params",
            "two-pass",
        ],
        is_identity: true,
        ..row("literal", Section::Similarity, place!(literal))
    },
    Setting {
        help: "Merge hosts that differ only in numbers or tenant name, or that show the same pages",
        details: "For example, cdn1.example and cdn22.example, or two buckets of s3.amazonaws.com. A \
            tenant is a customer of a hosting service; the public suffix list tells which part of a host \
            is its name. Other hosts of a domain are merged once five of them have shown the same two \
            pages and few of their own; www.example.com and example.com, once both have shown three \
            pages and one of them few others. Hosts named by an ordinary word, like api or mail, stay \
            apart, and IP addresses are never merged. Limits, counts and states then apply per domain.",
        is_identity: true,
        ..row("merge-hosts", Section::Similarity, place!(merge_hosts))
    },
    Setting {
        aliases: &[Alias::opposite("learn")],
        help: "Do not learn variable path positions",
        details: "By default, a path position becomes variable where a site keeps showing words that \
            are not in the word lists, like the last segment of /tag/beryl and /tag/garnet. Without \
            learning, a second run over the output drops nothing.",
        is_identity: true,
        ..row("no-learn", Section::Similarity, place!(no_learn))
    },
    Setting {
        is_rare: true,
        aliases: &[Alias::same("classes")],
        value_name: "NAME",
        help: "Recognise only this value class; can be repeated",
        details: "Values of a class count as equal. Anything else is a word and compared as it is. \
            Values of the classes version and file are compared as they are too, even at learned \
            positions.",
        typed_details: "'urlsift --print shape' shows the class of each value.",
        is_of_urls: true,
        ..row("class", Section::Similarity, place!(class))
    },
    Setting {
        aliases: &[Alias::same("without_classes")],
        value_name: "NAME",
        help: "Do not recognise this value class; can be repeated",
        details: "All other classes are still recognised; with {class}, only the others that it names.",
        is_identity: true,
        is_of_urls: true,
        ..row("no-class", Section::Similarity, place!(no_class))
    },
    Setting {
        value_name: "NAME|@FILE",
        help: "Never merge path segments of this name; can be repeated",
        details: "Such a segment differs from every other, whatever it looks like and whatever is \
            learned; case does not matter. Names that you would not want to lose, like admin or .git, \
            are protected without it, but not where people choose the names, as after /tag/.",
        typed_details: "@FILE reads names from a file, one per line; lines that begin with # are \
            comments.",
        is_identity: true,
        is_of_urls: true,
        ..row(
            "protect",
            Section::Similarity,
            items(one_segment, place!(protected)),
        )
    },
    Setting {
        aliases: &[Alias::same("ignore_params")],
        value_name: "GLOB",
        help: "Do not compare parameters of this name; can be repeated",
        details: "A * stands for any characters, as in 'utm_*'. Case does not matter.",
        is_identity: true,
        is_of_urls: true,
        ..row("ignore-param", Section::Similarity, place!(ignored))
    },
    Setting {
        aliases: &[Alias::same("select_params")],
        value_name: "GLOB",
        help: "Keep URLs apart if they differ in the value of this parameter; can be repeated",
        details: "Takes the same globs as {ignore-param}, which takes precedence. By default, values \
            count only for parameters that are known to choose a page or an action, as in action=delete, \
            view=users or operationName=GetUser.",
        is_identity: true,
        is_of_urls: true,
        ..row("select-param", Section::Similarity, place!(selected))
    },
    Setting {
        is_rare: true,
        value_name: "[HOST=]FILE",
        help: "Do not compare the parameters that these rules name for a host; can be repeated",
        details: "A rule is a line like 'example.com: ref utm_*'. A host may be example.com, \
            .example.com (with all hosts below it), *.example.com (only those) or *, and may have the \
            start of a path, as in example.com/shop/*/print. Several hosts may come before the colon; \
            one that begins with ! is excluded. A name that begins with ! is compared, as in \
            'example.com: * !id'. Text after # is skipped. Rules may also be the Clean-param lines of a \
            robots.txt that has a line like Host: example.com. {select-param} takes precedence.",
        typed_details: "For a robots.txt without such a line, HOST= names the host; * means any. FILE \
            is read like that of {rules}.",
        is_identity: true,
        is_of_urls: true,
        ..row("params-from", Section::Similarity, place!(param_rules))
    },
    Setting {
        value_name: "FILE",
        help: "Rules about places of a site: same or different, in or out; can be repeated",
        details: "A rule is a line: a place, a verb, and perhaps the day, as in \
            'example.com/docs/intro|setup different'. The place is a host with the template of a path. \
            A host may be example.com, .example.com (with all hosts below it), *.example.com (only \
            those), *, or a network like 10.0.0.0/8, optionally with a port. In a template, * stands \
            for any value or word, a|b for one of these segments, the name of a class in braces for a \
            segment of it, ** at the end for more segments. With ?ref*&tab at the end, the rule is \
            about these parameters of the page, or of all pages if there is no path. same merges \
            everything that * and a|b match, or ignores the parameters; different compares names and \
            classes, or the parameters, as written, at any threshold; usual takes back earlier rules. \
            The last rule about a position or parameter decides. Text after # is skipped.",
        typed_details: "In FILE, commas separate several hosts. in and out say which URLs are wanted; \
            out wins, and covers other spellings that a server may treat as the same. There, a path is a \
            beginning, with /** a segment and everything below it. 'example.com/* max 100' keeps at \
            most 100 lines of each section, '*/**/reviews/** different' never merges segments of this \
            name, '* expire 90d' reports rules taught before. A place alone is in, and !PLACE is out. \
            FILE may also be the scope of a Burp project \
            or of a program on HackerOne (JSON or CSV), a robots.txt with Clean-param lines \
            (HOST=FILE names its host), lines like 'example.com: ref utm_*', or rules for \
            duplicate-url-discarder (Zyte). A line that is not a rule is an error. 'urlsift teach FILE \
            same A B' and 'urlsift teach FILE different A B' write a rule for two URLs. Rules that \
            matched nothing or contradict each other are reported.",
        is_identity: true,
        is_of_urls: true,
        ..row("rules", Section::Similarity, place!(url_rules))
    },
    Setting {
        aliases: &[Alias::opposite("default_ignores")],
        help: "Compare tracking and session parameters too",
        details: "By default, utm_*, fbclid, gclid, phpsessid and about three hundred more are not \
            compared. Nor are parameters like sid if their value looks random, or the version of a \
            static file, as in app.js?v=3.",
        is_identity: true,
        ..row(
            "no-default-ignores",
            Section::Similarity,
            place!(no_default_ignores),
        )
    },
    Setting {
        value_name: "FIELDS",
        help: "Never merge records that differ in one of these fields, like method,content-type",
        details: "method is the method of the request, where GET, HEAD and none are equal; status is \
            the class of the answer: found (2xx), elsewhere (3xx, by its target), denied (401, 403), \
            missing (404, 410), other 4xx, 5xx, or none. If a record has a method, the names in its body \
            count like parameters; with body, they do without a method too. Any other field, named like \
            a member or column, is compared as written. none turns this off.",
        typed_details: "A line that is a URL alone has no fields. With --as events or text, it names \
            fields beside the steps or the text, none unless it is typed.",
        is_identity: true,
        ..row("by", Section::Similarity, place!(by))
    },
    Setting {
        value_name: "WHAT",
        help: "Which parameters make a URL new: any set of them, or only new names (facets)",
        details: "With names, a line is kept only if it has a parameter that no kept line of the same \
            host and path has, or if its path is new: new combinations of known parameters, as facets \
            make them, are dropped. A parameter that chooses a page or an action counts together with \
            its value. With learned, that applies to a page once 100 new combinations of known \
            parameters were kept, as for a faceted search, until the end of the run. names and learned \
            require a threshold above 94 and below 100, and the metric overlap; learned cannot be \
            combined with a state.",
        is_identity: true,
        ..row("params", Section::Similarity, place!(params))
    },
    Setting {
        help: "Read everything twice: learn first, then filter",
        details: "The first reading learns which path positions are variable. The second one knows them \
            from the first line, so it also merges lines that came before a position was learned.",
        typed_details: "Nothing is printed before the second reading. Files are read twice; standard \
            input and pipes are copied to a temporary file, which takes disk space.",
        not_with: &["no-learn"],
        ..row("two-pass", Section::Similarity, place!(two_pass))
    },
    Setting {
        is_rare: true,
        value_name: "N",
        bare: "5",
        help: "Merge lines of a host whose answers are equal, once N were kept [5 without N]",
        details: "Needs records that include the answer: a digest or hash and the status, as in CDX; or \
            the status and at least two of title, words, lines and size, as httpx, ffuf and feroxbuster \
            write them; or the target of a redirect. Once N lines of a host with the same answer were \
            kept, later ones are dropped as similar to the first: error pages with status 200, \
            applications that serve one page everywhere. The same applies once N hosts of a registrable \
            domain gave one answer to the same path and query. Records with an empty answer or without \
            one are never dropped by this. Endpoints that all answer with one page, like a login page, \
            are merged too.",
        typed_details: "With --two-pass, the first reading counts the answers, and the second keeps one \
            line of each such answer. --explain shows the answer for which a line was dropped, --stats \
            the answers that dropped most lines.",
        not_with: &["notes"],
        is_of_urls: true,
        ..row("same-answer", Section::Similarity, place!(same_answer))
    },
    // Selection.
    Setting {
        aliases: &[Alias::same("include_ext"), Alias::same("extensions")],
        value_name: "LIST|@FILE",
        help: "Keep only URLs with these extensions, like php,jsp; can be repeated",
        details: "The extension is that of the path's last segment; case does not matter. none means \
            that the path has no extension, static for the set that {not-ext} lists.\n\n\
            URLs are selected before they are compared. A URL that fails one of the conditions is \
            dropped, and nothing is learned from it. Lines that are not URLs are not subject to \
            selection.",
        typed_details: "--stats counts these URLs by option, --dropped prints them, --explain and \
            --format jsonl say which option dropped them. For lines that are not URLs, see --invalid.",
        is_of_urls: true,
        ..row(
            "ext",
            Section::Selection,
            items(extension, split(place!(wanted.ext))),
        )
    },
    Setting {
        aliases: &[Alias::same("exclude_ext"), Alias::same("not_extensions")],
        value_name: "LIST|@FILE",
        help: "Drop URLs with these extensions, like static,pdf; can be repeated",
        details: "static stands for styles, images, fonts and media (audio and video), each of which can \
            be named alone: avi, avif, bmp, css, \
            cur, eot, flv, gif, ico, jpeg, jpg, less, m4a, m4v, mov, mp3, mp4, ogg, ogv, otf, png, sass, \
            scss, svg, tif, tiff, ttf, wav, webm, webp, woff, woff2. Scripts are not among them, because \
            they name endpoints.",
        is_of_urls: true,
        ..row(
            "not-ext",
            Section::Selection,
            items(extension, split(place!(wanted.not_ext))),
        )
    },
    Setting {
        aliases: &[Alias::same("include_host"), Alias::same("hosts")],
        value_name: "LIST|@FILE",
        help: "Keep only URLs on these hosts, like example.com,*.example.org; can be repeated",
        details: "*.example.com matches every subdomain of example.com; .example.com also matches \
            example.com itself. Elsewhere, * matches any characters. 10.0.0.0/24 and 2001:db8::/32 match \
            the addresses of a network. A host without a port matches any port; *:8443 matches a port on \
            any host. A URL without a host, like /login, matches none.",
        is_of_urls: true,
        ..row(
            "host",
            Section::Selection,
            items(
                |text| Selection::default().hosts([text]).map(|_| text.to_owned()),
                split(place!(wanted.host)),
            ),
        )
    },
    Setting {
        aliases: &[Alias::same("exclude_host"), Alias::same("not_hosts")],
        value_name: "LIST|@FILE",
        help: "Drop URLs on these hosts; can be repeated",
        details: "Takes the same patterns as {host}.",
        is_of_urls: true,
        ..row(
            "not-host",
            Section::Selection,
            items(
                |text| {
                    Selection::default()
                        .not_hosts([text])
                        .map(|_| text.to_owned())
                },
                split(place!(wanted.not_host)),
            ),
        )
    },
    Setting {
        value_name: "FILE",
        help: "Keep only URLs that are in scope",
        details: "A rule is a host or network as {host} takes it, optionally with a scheme before it \
            (http*:// for http and https) and the start of a path after it, as in \
            https://example.com/app/. A rule that begins with ! excludes, and overrides all others. It \
            also covers other spellings that a server may treat as the same: !example.com/logout \
            excludes //logout, /./logout and /LOGOUT too, and !127.0.0.1 excludes [::ffff:127.0.0.1].",
        typed_details: "FILE is read like that of {rules}, and has to say what is in or out.",
        is_of_urls: true,
        ..row(
            "scope",
            Section::Selection,
            items(
                |text| Scope::read(text).map(|_| text.to_owned()),
                place!(wanted.scope),
            ),
        )
    },
    Setting {
        is_rare: true,
        aliases: &[Alias::same("schemes")],
        value_name: "LIST",
        help: "Keep only URLs with these schemes, like https,wss; can be repeated",
        details: "none means that the URL has no scheme.",
        is_of_urls: true,
        ..row("scheme", Section::Selection, split(place!(wanted.scheme)))
    },
    Setting {
        help: "Keep only URLs with parameters",
        not_with: &["no-params"],
        is_of_urls: true,
        ..row("has-params", Section::Selection, place!(wanted.has_params))
    },
    Setting {
        help: "Keep only URLs without parameters",
        is_of_urls: true,
        ..row("no-params", Section::Selection, place!(wanted.no_params))
    },
    Setting {
        value_name: "LIST",
        help: "Keep only URLs that have one of these parameters, like id,*url*; can be repeated",
        details: "A * stands for any characters. Case does not matter. Names in a body that is compared \
            count, too.",
        not_with: &["no-params"],
        is_of_urls: true,
        ..row(
            "param",
            Section::Selection,
            items(param, split(place!(wanted.param))),
        )
    },
    Setting {
        aliases: &[Alias::same("include_regex")],
        value_name: "REGEX|@FILE",
        help: "Keep only URLs or texts that match this regular expression; can be repeated",
        details: "It may match anywhere in the URL, as the URL is written. Begin it with (?i) to ignore \
            case. If there are several expressions, one match is enough.",
        typed_details: "@FILE reads expressions from a file, one per line; lines that begin with # are \
            comments.",
        ..row(
            "match",
            Section::Selection,
            items(expression, place!(wanted.matches)),
        )
    },
    Setting {
        aliases: &[Alias::same("exclude_regex")],
        value_name: "REGEX|@FILE",
        help: "Drop URLs that match this regular expression; can be repeated",
        ..row(
            "not-match",
            Section::Selection,
            items(expression, place!(wanted.not_matches)),
        )
    },
    Setting {
        aliases: &[Alias::same("exclude_junk")],
        help: "Drop junk URLs from archives and crawlers",
        details: "Junk is text that no site has in a path or in the name of a parameter: pieces of HTML \
            (/a%22%3E), strings and code of scripts (/text/html, /function(e){), payloads of scanners \
            (/..%2f..%2fetc/passwd, ?<script>), and the rest of a line of text or of a log \
            (/a.php%20HTTP/1.1). Values of parameters are not examined: ?id=1%20AND%201=1 is kept and \
            compared like any other value, because it may be the only URL with this parameter. Nor is \
            :id in a path junk.",
        is_of_urls: true,
        ..row("not-junk", Section::Selection, place!(wanted.not_junk))
    },
    Setting {
        value_name: "LIST",
        help: "Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated",
        details: "400-404 is a range. The status is read from the record, where httpx, gobuster, ffuf \
            and others print it. Records without a status are kept.",
        ..row(
            "status",
            Section::Selection,
            items(
                |text| {
                    Selection::default()
                        .statuses([text])
                        .map(|_| text.to_owned())
                },
                split(place!(wanted.status)),
            ),
        )
    },
    Setting {
        value_name: "FILE",
        is_rare: true,
        help: "Keep only texts that fit a signature, as cluster finds them",
        details: "A signature is the words of a campaign in order, with {...} for anything between \
            them, as in 'win a prize, call {...} now'. Case and punctuation do not count. Of every five \
            words, one may be missing, added or another one. Lines without words are kept.",
        typed_details: "FILE has one signature a line, or what 'urlsift cluster --as text --format jsonl' \
            prints. A line without words is an error. Needs --as text or log.",
        ..row(
            "signatures",
            Section::Selection,
            items(signature, place!(wanted.signatures)),
        )
    },
    Setting {
        value_name: "FILE",
        is_rare: true,
        help: "Drop texts that fit a signature",
        details: "Takes the same signatures as {signatures}.",
        ..row(
            "not-signatures",
            Section::Selection,
            items(signature, place!(wanted.not_signatures)),
        )
    },
    Setting {
        value_name: "N",
        help: "Keep up to N lines of each host",
        details: "Later lines are dropped, even if no kept line is similar. Each port counts as a \
            separate host. With {merge-hosts}, all hosts of a domain share the limit.",
        is_of_urls: true,
        ..row("max-per-host", Section::Selection, place!(max_per_host))
    },
    Setting {
        is_rare: true,
        value_name: "N[/SEGMENTS]",
        help: "Keep up to N lines below each path prefix, like /shop on one host",
        details: "Later lines are dropped, even if no kept line is similar, so an endless section \
            cannot crowd out the rest of the site. The prefix is the first segment of the path, and \
            includes the page of that name itself; 100/2 limits the lines below each first two segments, \
            for sites where all paths begin with a language.",
        is_of_urls: true,
        ..row("max-per-prefix", Section::Selection, place!(max_per_prefix))
    },
    // Format of records.
    Setting {
        value_name: "PATH",
        help: "The member or column that has the URL, like request.endpoint or 3",
        details: "In a table (CSV, TSV), PATH is the name of a column in its header, or a number; in \
            JSON lines, it is a member. Dots separate the names of nested members. Several members, between commas, hold the \
            parts of a URL: host,uri joins host and path; a scheme may come first, a query last. The \
            record is compared by this URL and printed as it is. A record without the member is not a \
            URL. If the member is a path and another one is known to hold its host, both are joined.\n\n\
            Without this option, lines that begin with { are read as JSON objects too; the URL is the \
            first of these members that holds one: request.endpoint, matched-at, url, URL, page.url, \
            task.url, output, original, request.url, final_url, uri, endpoint, link, href, loc and \
            matched. So JSON lines of katana, httpx, gau, hakrawler, gospider, ffuf, nuclei, urlscan and \
            others are read as they are, and so are lines of an index of archived pages (CDX, CDXJ). \
            Where no member holds a whole URL, host and path are joined, as nginx (http_host, \
            request_uri), Caddy (request.host, request.uri), Envoy (authority, path), Traefik \
            (RequestHost, RequestPath) and others write them.",
        not_with: &["column", "log"],
        ..row("field", Section::Input, place!(field))
    },
    Setting {
        value_name: "NAME|N",
        help: "Read CSV or TSV with the URL in this column, by name or number",
        details: "The separator is found in the first line of each file: a tab, or else the most \
            frequent of comma, semicolon and bar. That line is a header, and printed, if NAME is one of \
            its fields, or if its column N holds no URL. Fields may be in quotes. A record is one line: \
            if a field contains a line end, the rest counts as a line that is not a URL. Several \
            columns, between commas, hold the parts of a URL: host,path.",
        not_with: &["log"],
        ..row("column", Section::Input, place!(column))
    },
    Setting {
        is_rare: true,
        help: "Read access logs: common, combined, W3C, S3, load balancers, HAProxy",
        details: "Each line is compared by its request, on the host that the line names, or else on \
            {base}. Hosts are the virtual host at the start of a line of Apache or nginx; of W3C logs, \
            such as those of CloudFront and IIS, x-host-header, cs-host or cs(Host); of S3 the Host \
            header; of HAProxy a captured header that is the name of a host, or the TLS server name. In \
            W3C logs, a line #Fields: names the columns of the lines after it, until the next such line \
            or the end of the file. Lines that begin with # are headers: they are printed once, and \
            #Fields: wherever the columns change.",
        ..row("log", Section::Input, place!(log))
    },
    Setting {
        value_name: "URL",
        help: "The base URL of links and paths without a host",
        ..row("base", Section::Input, items(origin, place!(base)))
    },
    // Output.
    Setting {
        short: Some('k'),
        aliases: &[Alias::same("samples")],
        value_name: "N",
        help: "Keep up to N lines of each group of similar ones",
        details: "The first line of the group, and the next N - 1 that do not repeat a kept one. Later \
            lines are compared only with the first lines of groups: one that is similar to another line \
            of a group, but not to its first, starts a group of its own.",
        ..row("keep", Section::Output, place!(samples))
    },
    Setting {
        is_rare: true,
        value_name: "N",
        help: "Also keep a line of each name at learned positions, up to N names a position",
        details: "If pages were lost at a path position that became variable, they are among these: \
            instead of all lines, as with {no-learn}, one for each name there. Names come in the order of \
            the list; those that look like endpoints (words of the lists, actions, protected names) have \
            N of their own.",
        ..row("suspects", Section::Output, place!(suspects))
    },
    // Settings for programs only.
    Setting {
        value_name: "WHAT",
        help: "Which details to record in addition to verdicts",
        details: "Each level includes those before it.",
        ..row("detail", Section::Code, place!(detail))
    },
    Setting {
        help: "Count the lines that are dropped because a path position was learned",
        ..row("count-learned", Section::Code, place!(count_learned))
    },
    Setting {
        aliases: &[Alias::same("remember")],
        help: "Record what is kept and learned, so that it can be saved",
        details: "The notes take about 150 bytes for each kept URL and 10 for each word that was \
            learned from.",
        not_with: &["two-pass"],
        ..row("notes", Section::Code, place!(remember))
    },
    Setting {
        help: "Compare every line with all kept ones: the same verdicts, in quadratic time, for tests",
        is_identity: true,
        ..row("exhaustive", Section::Code, place!(exhaustive))
    },
    Setting {
        is_rare: true,
        value_name: "SEED",
        help: "Set the key of all hashes, so that a run can be repeated",
        details: "Up to 32 hexadecimal digits; by default, each run draws its own key. The output \
            depends on it only if two hashes of 64 bits are equal by chance. A state keeps its own \
            key. Who knows the key of a run can write lines that it drops wrongly.",
        ..row("seed", Section::Code, place!(seed))
    },
];

/// Checks a path segment. A name with a slash inside would never match.
fn one_segment(given: &str) -> Result<String, Error> {
    let name = given.trim_matches('/');
    if name.is_empty() || name.contains('/') {
        let given = given.escape_debug();
        let message = format!(
            "\"{given}\" is not the name of one path segment: protect each segment by itself"
        );
        return Err(Error::new(ErrorKind::Name, message));
    }
    Ok(name.to_owned())
}

#[cfg(feature = "regex")]
fn expression(text: &str) -> Result<String, Error> {
    Selection::default()
        .matches([text])
        .map(|_| text.to_owned())
}

#[cfg(not(feature = "regex"))]
fn expression(_: &str) -> Result<String, Error> {
    Err(Error::new(
        ErrorKind::Settings,
        "this build has no regular expressions",
    ))
}

/// Checks an extension.
fn extension(text: &str) -> Result<String, Error> {
    check_extension(text).map(|()| text.to_owned())
}

/// Checks the name of a parameter.
fn param(text: &str) -> Result<String, Error> {
    if text.contains('=') {
        let message = format!(
            "\"{}\" is not the name of a parameter: commas separate several, and match finds values",
            text.escape_debug()
        );
        return Err(Error::new(ErrorKind::Name, message));
    }
    Ok(text.to_owned())
}

/// Checks a signature of texts.
fn signature(text: &str) -> Result<String, Error> {
    Selection::default()
        .signatures([text])
        .map(|_| text.trim().to_owned())
}

/// Checks scheme, host and port, which complete a path.
fn origin(text: &str) -> Result<String, Error> {
    let url = Url::parse(text).map_err(|error| {
        Error::new(
            ErrorKind::Name,
            format!("\"{}\" is not a URL: {error}", text.escape_debug()),
        )
    })?;
    Ok(url.origin().ascii_serialization())
}

impl ByName for Builder {
    fn rows() -> &'static [Setting] {
        ALL
    }

    fn idle(&self, setting: &Setting) -> Option<String> {
        let terms = self.settings.terms.as_ref();
        if ["signatures", "not-signatures"].contains(&setting.name) {
            let is_text = terms.is_some_and(|terms| terms.component() == Component::Words);
            let why = "is about texts: say that the lines are texts";
            return (!is_text).then(|| why.to_owned());
        }
        let terms = terms?;
        let why = if setting.name == "by" {
            if terms.has_fields() || self.settings.as_input() != Input::Lines {
                return None;
            }
            "needs field or column, which name the text itself"
        } else if setting.is_of_urls && terms.component() == Component::Words {
            "is about parts of URLs, which texts do not have"
        } else {
            return None;
        };
        Some(why.to_owned())
    }
}

impl Settings {
    /// Refuses impossible settings, in all front ends.
    pub(crate) fn check_possible(&self) -> Result<(), Error> {
        let problem = if !self.remember {
            return Ok(());
        } else if self.two_pass || self.detail >= Detail::Explanations {
            "memory cannot be combined with two passes or explanations: choose one of them"
        } else if self.params == ParamMode::Learned {
            "pages with many sets of parameters are not remembered: set params to sets or names"
        } else if self.suspects.is_some() {
            "names at learned positions are not remembered: leave out suspects, or the memory"
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::Settings, problem))
    }

    /// Returns everything that gives a state its meaning, as text: the version of the rules, and a
    /// line with name and value for each setting that differs from its default. A setting that is
    /// added later is missing in older states, and means its default there.
    pub fn identity(&self) -> String {
        // Rules decide how lines are classified, so states of other versions have another meaning.
        let rules = env!("CARGO_PKG_VERSION")
            .rsplit_once('.')
            .map_or("", |(version, _)| version);
        let meant = self.canonical();
        let usual = Builder::default();
        let mut lines = vec![format!("rules {rules}")];
        if let Some(terms) = &self.terms {
            let mut records = format!("as {}", terms.identity());
            // The fields that keep such records apart depend on how they are cut.
            if !self.by.is_usual() {
                let by = meant.settings.by.to_string();
                records = format!("{records} by={by:?}");
            }
            lines.push(records);
        }
        for setting in ALL {
            let is_beside = self.terms.is_some() && setting.name == "by";
            if !setting.is_identity || is_beside {
                continue;
            }
            let value = setting.shown(&meant);
            if value != setting.shown(&usual) {
                lines.push(format!("{} {value}", setting.name));
            }
        }
        lines.join("\n")
    }

    /// Returns the settings in a form that is equal for all settings with the same meaning.
    fn canonical(&self) -> Builder {
        let classes = self.classes_in_use();
        let off = Class::ALL
            .into_iter()
            .filter(|class| *class != Class::Word && !classes.has(*class));
        let mut canonical = self.clone();
        canonical.class = None;
        canonical.no_class = off.collect();
        canonical.by = self.by.sorted();
        for names in [
            &mut canonical.ignored,
            &mut canonical.selected,
            &mut canonical.protected,
        ] {
            names.sort_unstable();
            names.dedup();
        }
        Builder {
            settings: canonical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{By, Column, Input, Metric, Sift, Weights};
    use std::collections::BTreeSet;
    use std::num::NonZeroU32;

    #[test]
    fn every_row_is_complete() {
        let names: BTreeSet<&str> = ALL.iter().map(|setting| setting.name).collect();
        assert_eq!(names.len(), ALL.len(), "names are used once");
        let mut in_code = BTreeSet::new();
        for setting in ALL {
            let name = setting.name;
            let words = [setting.keyword()].into_iter();
            for word in words.chain(setting.aliases.iter().map(|alias| alias.name.to_owned())) {
                assert!(in_code.insert(word.clone()), "{word} means two settings");
            }
            assert!(
                !setting.help.is_empty() && !setting.help.ends_with('.'),
                "{name}"
            );
            for text in [setting.details, setting.typed_details] {
                assert!(text.is_empty() || text.ends_with('.'), "{name}: {text}");
                assert!(!text.contains("  "), "{name}: {text}");
                setting.text(text, |other| {
                    assert!(names.contains(other), "{name} speaks of {other}");
                    String::new()
                });
            }
            assert_eq!(
                setting.value_name.is_empty(),
                setting.kind() == Kind::Switch,
                "{name}"
            );
            for other in setting.not_with {
                assert!(names.contains(other), "{name} does not go with {other}");
            }
        }
    }

    /// Returns a text that each setting takes, different from its default.
    fn other(setting: &Setting) -> &'static str {
        match (setting.name, setting.kind()) {
            (_, Kind::Switch) => "true",
            (_, Kind::Whole) => "3",
            (_, Kind::Percent) => "90.5",
            (_, Kind::Choice(choices)) => choices.last().expect("there are choices").name,
            (_, Kind::Names(names)) => names[3].name,
            (_, Kind::Weights) => "host=1,path=3,params=2,scheme=0.5,fragment=0.5",
            (_, Kind::Key) => "000000000000000fffffffffffffffff",
            ("status", _) => "3xx",
            ("ext" | "not-ext", _) => "php",
            ("by", _) => "method,server",
            ("base", _) => "https://example.com:8443",
            ("max-per-prefix", _) => "3/2",
            ("params-from", _) => "example.com: ref",
            ("rules", _) => "example.com  /users/*  same",
            _ => "example.com",
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for setting in ALL {
            let (name, text) = (setting.name, other(setting));
            if cfg!(not(feature = "regex")) && matches!(name, "match" | "not-match") {
                continue;
            }
            let set = Sift::builder()
                .set(name, text)
                .unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(set.get(name).unwrap(), [text], "{name}");
            assert_ne!(setting.default(), [text], "{name}");
            let rest = ALL.iter().filter(|other| other.name != name);
            assert!(
                rest.clone()
                    .all(|other| set.get(other.name).unwrap() == other.default()),
                "{name}"
            );
            // Setting the default again changes nothing.
            let usual = setting
                .default()
                .iter()
                .fold(set, |set, text| set.set(name, text).unwrap());
            assert!(
                setting.default().is_empty() || usual.get(name).unwrap() == setting.default(),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_refused_by_name() {
        for (name, text, said) in [
            (
                "threshold",
                "0",
                "threshold: must be a number from 1 to 100",
            ),
            ("weights", "colour=1", "weights: no component is called"),
            (
                "metric",
                "cosine",
                "metric: no metric is called \"cosine\": use one of overlap, simhash",
            ),
            ("class", "word", "class: no class is called"),
            ("protect", "a/b", "is not the name of one path segment"),
            ("host", "example.com,https://a", "is not a host"),
            ("by", "method,,status", "is not a list of fields"),
            ("status", "ok", "is not a status"),
            ("ext", "tar.gz", "write gz"),
            ("not-ext", "a,b c", "write b,c"),
            ("param", "id=1", "match finds values"),
            ("host", "https://a.example/", "write the host alone"),
            ("host", "a.example/b", "write the host alone"),
            ("host", "@hosts.txt", "--scope FILE"),
            ("column", "0", "counted from 1"),
            ("keep", "0", "must be a whole number from 1"),
            ("literal", "yes", "must be true or false"),
            ("colour", "blue", "no setting is called \"colour\""),
        ] {
            let refusal = Sift::builder().set(name, text).expect_err(name).to_string();
            assert!(refusal.contains(said), "{refusal}");
        }
    }

    /// Setting by functions changes what the table shows.
    #[test]
    fn functions_and_names_set_the_same() {
        let three = NonZeroU32::new(3).unwrap();
        let mut without = urlsift_url::token::Classes::default();
        without.set("slug", false).unwrap();
        let mut only = urlsift_url::token::Classes::none();
        only.set("int", true).unwrap();
        let weights = Weights::parse("host=1").unwrap();
        let with = Sift::builder;
        for (name, text, settings) in vec![
            ("threshold", "90.5", with().threshold(90.5)),
            (
                "weights",
                "host=1,path=3,params=2,scheme=0.5,fragment=0.5",
                with().weights(weights),
            ),
            ("metric", "simhash", with().metric(Metric::SimHash)),
            ("literal", "true", with().literal(true)),
            ("merge-hosts", "true", with().merge_hosts(true)),
            ("no-learn", "true", with().learn(false)),
            ("class", "int", with().classes(only)),
            ("no-class", "slug", with().classes(without)),
            ("protect", "a", with().protect(["a"])),
            ("ignore-param", "a", with().ignore_params(["a"])),
            ("select-param", "a", with().select_params(["a"])),
            ("no-default-ignores", "true", with().default_ignores(false)),
            ("by", "none", with().by(By::none())),
            ("params", "names", with().params(ParamMode::Names)),
            ("two-pass", "true", with().two_pass(true)),
            (
                "field",
                "a.b",
                with().input(Input::Member("a.b".to_owned())),
            ),
            (
                "column",
                "7",
                with().input(Input::Column(Column::Number(7))),
            ),
            ("log", "true", with().input(Input::Log(None))),
            (
                "base",
                "https://a",
                with().input(Input::Log(Some("https://a".to_owned()))),
            ),
            ("max-per-host", "3", with().max_per_host(three)),
            (
                "max-per-prefix",
                "3/2",
                with().max_per_prefix("3/2".parse().unwrap()),
            ),
            ("same-answer", "3", with().same_answer(three)),
            ("keep", "3", with().samples(three)),
            ("suspects", "3", with().suspects(three)),
            ("detail", "groups", with().detail(Detail::Groups)),
            ("count-learned", "true", with().count_learned(true)),
            (
                "notes",
                "true",
                Builder {
                    settings: Settings {
                        remember: true,
                        ..Settings::default()
                    },
                },
            ),
            ("exhaustive", "true", with().exhaustive(true)),
            (
                "seed",
                "00000000000000010000000000000002",
                with().seed([1, 2]),
            ),
        ] {
            assert_eq!(settings.get(name).unwrap(), [text], "{name}");
        }
    }

    #[test]
    fn no_class_is_set_by_an_empty_list() {
        let of = |settings: Builder| settings.settings.classes_in_use();
        assert_eq!(of(Sift::builder()), urlsift_url::token::Classes::default());
        assert_eq!(
            of(Sift::builder().set_list("class", []).unwrap()),
            urlsift_url::token::Classes::none()
        );
        let int = Sift::builder()
            .set_list("class", ["int", "slug"])
            .unwrap()
            .set("no-class", "slug")
            .unwrap();
        assert!(of(int.clone()).has(Class::Integer) && !of(int.clone()).has(Class::Slug));
        assert_eq!(
            int.view().identity(),
            Sift::builder()
                .set("class", "int")
                .unwrap()
                .view()
                .identity()
        );
    }

    #[test]
    fn what_has_no_effect_is_refused_where_people_ask_for_it() {
        let refusal = |settings: &[(&str, &str)]| {
            let set = |all: Builder, (name, text): &(&str, &str)| all.set(name, text).unwrap();
            settings
                .iter()
                .fold(Sift::builder(), set)
                .check()
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(refusal(&[("literal", "true"), ("no-learn", "true")]), None);
        for (settings, said) in [
            (
                &[("literal", "true"), ("class", "int")][..],
                "literal and class cannot be combined",
            ),
            (
                &[("no-params", "true"), ("has-params", "true")],
                "has-params and no-params cannot be combined",
            ),
        ] {
            let refused = refusal(settings).unwrap_or_default();
            assert!(refused.contains(said), "{refused}");
        }
    }

    /// Conditions given as texts and those given as a [`Selection`] hold together.
    #[test]
    fn conditions_of_both_sorts_hold() {
        use crate::{Reason, Verdict};
        let selection = Selection::default().schemes(["https"]);
        let settings = Sift::builder()
            .selection(selection)
            .set("scope", "*.example.com")
            .unwrap();
        let settings = settings
            .set("scope", "!admin.example.com")
            .unwrap()
            .set("no-params", "true")
            .unwrap();
        let mut sift = settings.build().unwrap();
        for (line, verdict) in [
            (&b"https://www.example.com/"[..], Verdict::Kept),
            (
                b"http://www.example.com/",
                Verdict::Unwanted(Reason::Scheme),
            ),
            (
                b"https://admin.example.com/",
                Verdict::Unwanted(Reason::Scope),
            ),
            (
                b"https://www.example.com/?a",
                Verdict::Unwanted(Reason::NoParams),
            ),
        ] {
            assert_eq!(sift.admit(line), verdict);
        }
    }
}
