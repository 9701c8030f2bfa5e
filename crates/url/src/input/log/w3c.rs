//! W3C extended logs, as `CloudFront` and IIS write them: a line `#Fields: date time cs-method
//! cs-uri-stem ...` names the columns of the lines after it, up to the next such line. Zeek writes
//! `#fields` and tabs.

use super::entry::{Escapes, LogEntry};
use crate::bytes::{before, begins_with, has_byte, split};
use crate::input::field::{Field, is_absent};
use crate::input::field_names::{self, NameCandidate};
use crate::input::field_role::{FieldRole, RoleSet};
use crate::input::found_roles::FoundRoles;
use crate::input::found_url::UrlForm;
use crate::input::json_value::JsonValue;
use crate::input::own_name;
use crate::input::request;
use crate::input::status::begins_like;
use crate::input::word::{is_blank, without_mark};
use crate::input::word_kind::is_method;
use bstr::ByteSlice;

/// The columns that a `#Fields:` line names.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::input) struct LogColumns {
    /// The names as they are written.
    names: Vec<Vec<u8>>,
    /// The roles that the values of each column may have.
    roles: Vec<Vec<NameCandidate>>,
    /// The columns of day and time, if there are two.
    time: Option<[usize; 2]>,
    /// The port of the server, which says whether it was asked with TLS.
    own_port: Option<usize>,
}

/// The start of a line that names columns, in any case, behind the mark of a comment and blanks.
const MARK: &[u8] = b"fields";

impl LogColumns {
    /// Reads a `#Fields:` line; `None` if the line is something else.
    pub(in crate::input) fn read(line: &[u8]) -> Option<Self> {
        let line = without_mark(line).strip_prefix(b"#")?.trim_ascii_start();
        if !begins_with(line, MARK) {
            return None;
        }
        let ([b':', rest @ ..] | rest @ [b'\t', ..]) = &line[MARK.len()..] else {
            return None;
        };
        let mut names = Vec::new();
        let mut roles = Vec::new();
        for name in rest.fields_with(|c| matches!(c, ' ' | '\t' | '\r' | ',')) {
            let name = name.replace("%28", "(").replace("%29", ")");
            roles.push(field_names::candidates(&name));
            names.push(name);
        }
        let place = |wanted: &[u8]| {
            let mut names = names.iter();
            names.position(|name| name.eq_ignore_ascii_case(wanted))
        };
        let mut time = None;
        if let Some(day) = place(b"date")
            && let Some(hour) = place(b"time")
        {
            time = Some([day, hour]);
        }
        Some(Self {
            time,
            own_port: place(b"s-port"),
            roles,
            names,
        })
    }

    /// Returns the text of a field in a line.
    pub(in crate::input) fn field<'r>(&self, field: Field, line: &'r [u8]) -> Option<&'r [u8]> {
        self.found(&self.values(line)?).field(field)
    }

    /// Finds the values of fields in the columns of a line.
    fn found<'r>(&self, values: &[&'r [u8]]) -> FoundRoles<'r> {
        let mut found = FoundRoles::new(RoleSet::ALL);
        for (number, roles) in self.roles.iter().enumerate() {
            found.offer(roles, JsonValue::Plain(values[number]), number);
        }
        found
    }

    /// Returns the index of the column of this name.
    pub(in crate::input) fn place(&self, name: &str) -> Option<usize> {
        own_name::position(self.names.iter().map(Vec::as_slice), name)
    }

    /// Returns the text of a column in a line; `None` if it is empty or `-`.
    pub(in crate::input) fn at<'r>(&self, place: usize, line: &'r [u8]) -> Option<&'r [u8]> {
        let values = self.values(line)?;
        let value = *values.get(place)?;
        if is_absent(value) {
            return None;
        }
        Some(value)
    }

    /// Returns the names of the columns of a field in a line.
    pub(in crate::input) fn origin(&self, field: Field, line: &[u8]) -> Option<String> {
        let found = self.found(&self.values(line)?);
        let mut places = Vec::new();
        match field {
            Field::Url => match found.url_form()? {
                UrlForm::Whole(url) => places.push(url.name),
                UrlForm::Path { path, host } => {
                    places.push(path.name);
                    places.extend(found.get(FieldRole::Query).map(|query| query.name));
                    places.extend(host.map(|host| host.name));
                }
            },
            Field::Time if self.time.is_some() => places.extend(self.time.iter().flatten()),
            _ => places.extend(found.value(field).map(|value| value.name)),
        }
        let mut names = Vec::new();
        for place in places {
            names.push(self.names[place].to_str_lossy());
        }
        if names.is_empty() {
            return None;
        }
        Some(names.join(", "))
    }

    /// Returns the values of a line; `None` if it has other columns.
    fn values<'r>(&self, line: &'r [u8]) -> Option<Vec<&'r [u8]>> {
        let values = values(line.trim_ascii_end());
        if values.len() != self.names.len() {
            return None;
        }
        Some(values)
    }

    /// Reads a line with these columns; `None` if it has other columns, or no request.
    pub(super) fn entry<'r>(&self, line: &'r [u8]) -> Option<LogEntry<'r>> {
        let values = self.values(line)?;
        let found = self.found(&values);
        let mut host = None;
        let target = match found.url_form()? {
            UrlForm::Whole(url) => url.value.bytes(),
            UrlForm::Path { path, host: found } => {
                host = found.map(|host| host.value.bytes());
                path.value.bytes()
            }
        };
        let mut scheme = found.bytes(FieldRole::Scheme);
        if scheme.is_empty() && self.own_port.is_some_and(|place| values[place] == b"443") {
            scheme = b"https";
        }
        Some(LogEntry {
            scheme,
            host,
            port: found.bytes(FieldRole::Port),
            target: request::target(target).unwrap_or(target),
            query: found.bytes(FieldRole::Query),
            time: match self.time {
                Some(places) => places.map(|place| values[place]),
                None => [found.bytes(FieldRole::Time), b""],
            },
            status: found.field(Field::Status).unwrap_or_default(),
            method: found.field(Field::Method).unwrap_or_default(),
            escapes: Escapes::None,
            ..LogEntry::default()
        })
    }
}

/// Returns the values of a line: separated by tabs if it has one, else by blanks outside quotes.
fn values(line: &[u8]) -> Vec<&[u8]> {
    if line.contains(&b'\t') {
        return split(line, b'\t').collect();
    }
    let mut values = Vec::new();
    let mut rest = line;
    loop {
        let in_quotes = quoted(rest);
        let value = in_quotes.unwrap_or_else(|| before(rest, |byte| byte == b' '));
        values.push(value);
        let mut end = value.len();
        if in_quotes.is_some() {
            end += "\"\"".len();
        }
        let Some(next) = rest.get(end + 1..) else {
            return values;
        };
        rest = next;
    }
}

/// Returns the first value of a line if it is a whole one in quotes.
fn quoted(text: &[u8]) -> Option<&[u8]> {
    let inner = text.strip_prefix(b"\"")?;
    let (value, behind) = inner.split_once_str("\"")?;
    match behind {
        [] | [b' ', ..] => Some(value),
        _ => None,
    }
}

/// Whether a line looks like part of such a log, whatever its columns: a date, a time, and soon
/// after a method with a path, then the query or, in many columns, others. A URL in it is the
/// referrer.
pub(in crate::input) fn is_table(line: &[u8]) -> bool {
    let mut words = line.split(|byte| is_blank(*byte));
    let date = words.next().unwrap_or_default();
    let time = words.next().unwrap_or_default();
    let has_date = date.len() == 10 && begins_like(date, b"0000-00-00");
    if !has_date || time.len() != 8 || !begins_like(time, b"00:00:00") {
        return false;
    }
    let from_method = words.skip_while(|word| !is_method(word));
    let mut behind_method = from_method.skip(1);
    let mut behind_path = behind_method.by_ref().take(2);
    if !behind_path.any(|word| word.starts_with(b"/")) {
        return false;
    }
    let next = behind_method.next().unwrap_or_default();
    let is_query = next == b"-" || has_byte(next, b'=');
    is_query && behind_method.next().is_some()
        || has_byte(line, b'\t') && !next.starts_with(b"HTTP/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::base::Base;

    fn url(fields: &str, line: &str, base: Option<&str>) -> Option<String> {
        let mut url = Vec::new();
        LogColumns::read(fields.as_bytes())?
            .entry(line.as_bytes())?
            .write_url(base.map(Base::new).as_ref(), &mut url);
        Some(url.to_str_lossy().into_owned())
    }

    #[test]
    fn requests_are_found_by_the_names_of_their_columns() {
        let cloudfront = "#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs-uri-query x-host-header cs-protocol";
        let iis =
            "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-host cs(Referer)";
        let other = "#FIELDS: cs-uri-scheme cs-host cs-uri-port cs-uri-path cs-uri-query";
        for (fields, line, wanted) in [
            (
                cloudfront,
                "2026-05-01\t10:00:00\t::1\tGET\td1.cloudfront.net\t/a%2520b\t200\thttps://r.example/\tid=1\twww.example.com\thttps",
                Some("https://www.example.com/a%2520b?id=1"),
            ),
            (
                cloudfront,
                "2026-05-01\t10:00:00\t::1\tGET\td1.cloudfront.net\t/a\t200\t-\t-\t-\t-",
                Some("//d1.cloudfront.net/a"),
            ),
            (
                iis,
                "2026-05-01 10:00:00 10.0.0.1 GET /a x=1 443 www.example.com -",
                Some("https://www.example.com/a?x=1"),
            ),
            (
                iis,
                "2026-05-01 10:00:00 10.0.0.1 GET /a - 8080 www.example.com:8080 -",
                Some("//www.example.com:8080/a"),
            ),
            (
                iis,
                "2026-05-01 10:00:00 10.0.0.1 GET /a - 80 - -",
                Some("/a"),
            ),
            (
                iis,
                "2026-05-01 10:00:00 10.0.0.1 GET \"/a b\" - 80 - -",
                Some("/a%20b"),
            ),
            (iis, "2026-05-01 10:00:00 10.0.0.1 OPTIONS * - 80 - -", None),
            (iis, "2026-05-01 10:00:00 10.0.0.1 GET /a - 80 -", None),
            (
                other,
                "http www.example.com 8080 /a ?x=1",
                Some("http://www.example.com:8080/a?x=1"),
            ),
            (
                other,
                "http www.example.com 80 http://b.example/c -",
                Some("http://b.example/c"),
            ),
            (
                "#fields\tts\tid.orig_h\tid.resp_p\tmethod\thost\turi\treferrer\tstatus_code",
                "1.5\t::1\t80\tGET\twww.example.com\t/a\thttps://r.example/\t200",
                Some("//www.example.com/a"),
            ),
            (
                "# Fields: timestamp,source-ip,method,host,request-uri,status-code",
                "2026-05-01 10:00:00\t::1\tGET\twww.example.com\t/a\t-",
                Some("//www.example.com/a"),
            ),
            ("#Fields: date time", "2026-05-01 10:00:00", None),
            ("#Version: 1.0", "2026-05-01 10:00:00", None),
        ] {
            assert_eq!(url(fields, line, None).as_deref(), wanted, "{line}");
        }
        let based = url(
            iis,
            "2026-05-01 10:00:00 10.0.0.1 GET /a x=1 80 - -",
            Some("https://a.example"),
        );
        assert_eq!(based.as_deref(), Some("https://a.example/a?x=1"));
    }

    #[test]
    fn likely_lines_have_a_time_a_method_and_a_path() {
        for (line, wanted) in [
            ("2026-05-01 10:00:00 10.0.0.5 GET /user/1 - 443", true),
            (
                "2026-05-01\t10:00:00\tLHR1\t12\t::1\tGET\td1.cloudfront.net\t/a\t200",
                true,
            ),
            ("2026-05-01 10:00:00 GET https://a.example/x", false),
            ("2026-05-01 GET /a", false),
            ("10:00:00 2026-05-01 GET /a", false),
            ("", false),
        ] {
            assert_eq!(is_table(line.as_bytes()), wanted, "{line}");
        }
    }
}
