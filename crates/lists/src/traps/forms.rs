//! Recognises the forms of traps in the text of a URL.

/// The longest run of segments that counts.
const LONGEST: usize = 8;

/// A URL as it is written, split where every parser splits it.
pub(super) struct WrittenUrl<'a> {
    /// With user and port. Empty if the URL begins with its path.
    pub host: &'a str,
    pub path: &'a str,
    query: &'a str,
}

impl<'a> WrittenUrl<'a> {
    /// Splits a URL that has a host, or begins with its path.
    pub(super) fn of(url: &'a str) -> Option<Self> {
        let start = url.find(['/', '?', '#'])?;
        let (scheme, rest) = url.split_at(start);
        let has_host = rest.starts_with("//");
        let is_scheme = scheme.ends_with(':') && scheme.find(':') == Some(start - 1);
        if !rest.starts_with('/') || !(scheme.is_empty() || has_host && is_scheme) {
            return None;
        }
        let rest = if has_host { &rest[2..] } else { rest };
        let (rest, _) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let slash = rest.find('/').unwrap_or(rest.len());
        let (host, path) = rest.split_at(slash);
        if host.is_empty() && has_host {
            return None;
        }
        Some(Self { host, path, query })
    }

    /// Returns the segments of the path that are not empty.
    pub(super) fn segments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.path.split('/').filter(|segment| !segment.is_empty())
    }

    /// Returns the names and values of the parameters.
    pub(super) fn params(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let params = self.query.split('&').filter(|param| !param.is_empty());
        params.map(|param| param.split_once('=').unwrap_or((param, "")))
    }

    /// Returns the names of parameters in order, if there are any.
    pub(super) fn names(&self) -> Option<Vec<&'a str>> {
        let mut names = Vec::new();
        for (name, _) in self.params() {
            names.push(name);
        }
        if names.is_empty() {
            return None;
        }
        names.sort_unstable();
        names.dedup();
        Some(names)
    }
}

/// Returns how often a run of this many segments is repeated in a trap.
pub(super) fn turns(run: usize) -> usize {
    if run == 1 { 4 } else { 3 }
}

/// Finds the first run of segments that repeats too often, with a slash before each segment.
pub(super) fn repetition(segments: &[&str]) -> Option<String> {
    for at in 0..segments.len() {
        let rest = &segments[at..];
        for run in 1..=LONGEST {
            let length = run * turns(run);
            if rest.len() < length {
                continue;
            }
            let repeats = rest[..length - run] == rest[run..length];
            if repeats && !rest[..run].iter().all(|name| is_number(name)) {
                return Some(path(&rest[..run]));
            }
        }
    }
    None
}

pub(super) fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a name is one of parameters that hold ids of sessions.
pub(super) fn names_session(name: &str) -> bool {
    const NAMES: [&str; 18] = [
        "aspsessionid",
        "cfid",
        "cftoken",
        "jsessionid",
        "oscsid",
        "phpsessid",
        "s",
        "sess",
        "sessid",
        "session",
        "session_id",
        "sessionid",
        "sesskey",
        "sid",
        "sidx",
        "ssid",
        "xtcsid",
        "zenid",
    ];
    let name = name.to_ascii_lowercase();
    NAMES.contains(&&*name) || name.starts_with("aspsessionid")
}

/// Whether a value looks drawn: eight letters and digits or more, with a digit.
pub(super) fn looks_drawn(value: &str) -> bool {
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    value.len() >= 8 && has_digit && value.bytes().all(is_id)
}

/// Finds the form of a session id in a path.
pub(super) fn session(path: &str) -> Option<&'static str> {
    const NAMES: [&str; 4] = [";jsessionid=", ";phpsessid=", ";sessionid=", ";sid="];
    if !path.contains([';', '(']) {
        return None;
    }
    let lower = path.to_ascii_lowercase();
    for name in NAMES {
        if lower.contains(name) {
            return Some(name);
        }
    }
    for name in path.split('/') {
        if name.starts_with("(S(") && name.ends_with("))") {
            return Some("(S(");
        }
    }
    None
}

/// A date in a URL.
pub(super) struct Dated {
    /// The part before it: a path, or a path with the name of a parameter.
    pub before: String,
    /// Its form, such as `YYYY/MM`: one of those that [`rules`](super::rules) has expressions for.
    pub form: &'static str,
    /// Year, month and day as one number.
    pub date: u32,
}

/// Finds the date at the end of a path, or else in a parameter.
pub(super) fn calendar(written: &WrittenUrl<'_>, segments: &[&str]) -> Option<Dated> {
    for length in (1..=segments.len().min(3)).rev() {
        let start = segments.len() - length;
        let (before, end) = segments.split_at(start);
        let (date, form) = match end {
            [year, month, day] => (date(year, month, Some(day)), "YYYY/MM/DD"),
            [year, month] => (date(year, month, None), "YYYY/MM"),
            [last] => joined(last),
            _ => (None, ""),
        };
        if let Some(date) = date {
            return Some(Dated {
                before: path(before),
                form,
                date,
            });
        }
    }
    for (name, value) in written.params() {
        let (date, form) = joined(value);
        if let Some(date) = date {
            let form = match form {
                "YYYY-MM" => "?YYYY-MM",
                _ => "?YYYY-MM-DD",
            };
            return Some(Dated {
                before: format!("{}?{name}", written.path),
                form,
                date,
            });
        }
    }
    None
}

/// Returns segments with a slash before each.
fn path(segments: &[&str]) -> String {
    let mut path = String::new();
    for segment in segments {
        path.push('/');
        path += segment;
    }
    path
}

/// Parses a date with hyphens, and returns it with its form.
fn joined(text: &str) -> (Option<u32>, &'static str) {
    let (year, rest) = text.split_once('-').unwrap_or_default();
    match rest.split_once('-') {
        Some((month, day)) => (date(year, month, Some(day)), "YYYY-MM-DD"),
        None => (date(year, rest, None), "YYYY-MM"),
    }
}

/// Returns a date as a number; without a day, its last digits are 0.
fn date(year: &str, month: &str, day: Option<&str>) -> Option<u32> {
    let year = number(year, 4)?;
    let month = number(month, 2)?;
    if !(1000..3000).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let month = year * 100 + month;
    let Some(day) = day else {
        return Some(month * 100);
    };
    let day = number(day, 2)?;
    (1..=31).contains(&day).then_some(month * 100 + day)
}

/// Parses a number of exactly four digits, or of one or two.
fn number(text: &str, digits: usize) -> Option<u32> {
    let fits = text.len() == digits || (digits == 2 && text.len() == 1);
    if !fits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_repeat_more_often_than_programs_repeat_them() {
        for (path, wanted) in [
            ("a/a/a", None),
            ("a/a/a/a", Some("/a")),
            ("x/a/b/a/b/y", None),
            ("x/a/b/a/b/a/b/y", Some("/a/b")),
            ("1/1/1/1/1", None),
            ("p/1/p/1/p/1", Some("/p/1")),
        ] {
            let segments: Vec<&str> = path.split('/').collect();
            assert_eq!(repetition(&segments).as_deref(), wanted, "{path}");
        }
    }

    #[test]
    fn dates_stand_at_the_end_of_paths_and_in_parameters() {
        for (url, wanted) in [
            (
                "https://a.test/cal/2024/5",
                Some(("/cal", "YYYY/MM", 20_240_500)),
            ),
            (
                "https://a.test/cal/2024/05/07/",
                Some(("/cal", "YYYY/MM/DD", 20_240_507)),
            ),
            (
                "https://a.test/2024-05-07#x",
                Some(("", "YYYY-MM-DD", 20_240_507)),
            ),
            (
                "https://a.test/cal?view=week&from=2024-05-07",
                Some(("/cal?from", "?YYYY-MM-DD", 20_240_507)),
            ),
            ("https://a.test/2024/05/07/red-shoes", None),
            ("https://a.test/cal/2024/13", None),
            ("https://a.test/cal/3024/12", None),
        ] {
            let written = WrittenUrl::of(url).expect("it has a host");
            let segments: Vec<&str> = written.segments().collect();
            let found = calendar(&written, &segments);
            let found = found
                .as_ref()
                .map(|found| (found.before.as_str(), found.form, found.date));
            assert_eq!(found, wanted, "{url}");
        }
    }
}
