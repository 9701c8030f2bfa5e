//! Recognises the row of a table without a header by the form of its cells, in any order.
//!
//! | the cells | the URL |
//! |---|---|
//! | a host and a path, or a request for one | both, with a scheme and a query beside them |
//! | an address, if it is the only one, and a path | both |
//! | a method and a path, behind no other word | the path |
//! | one absolute URL, not first, among three others with a status or method | this URL |
//! | one host with a path, not first, among five others with a number | this URL |
//!
//! A URL without a path counts as a host if it stands before the path. Below a header of any names,
//! a URL or a path suffices; the first one whose name is not that of a referrer counts.
//!
//! One row decides for those after it, so that no line waits for a later one. A row of another form
//! is read as a line.

use super::csv::{self, CsvField, RowShape};
use super::field_names::NameCandidate;
use super::field_role::FieldRole;
use super::log;
use super::request;
use super::status;
use super::word_kind::{METHODS, begins_request, is_address};
use crate::bytes::{before, has_letter, is_digits, is_digits_and, is_one_of};
use crate::list::list;
use crate::name_words::NameWords;
use crate::parse;
use bstr::ByteSlice;
use std::net::IpAddr;

/// Separators of cells, the surest first.
pub(super) const SEPARATORS: [u8; 4] = [b'\t', b',', b';', b'|'];

/// Words of the names of columns with the page that led to another.
const REFERRERS: [&str; 12] =
    list("from parent prev previous ref referer referers referrer referrers referring source via");

/// Maximum length of the name of a column.
const LONGEST_NAME: usize = 80;

/// A row that shows a table, by the form of its cells.
pub(super) struct RecognisedRow {
    pub separator: u8,
    /// The number of columns.
    pub columns: usize,
    /// The column with the path or the whole URL; behind that of the host, if it has one.
    pub url: Vec<usize>,
    /// Another column with a URL, which is not read.
    pub second: Option<usize>,
    /// The columns of the parts of the URL and of the other fields.
    pub roles: Vec<ColumnRole>,
}

/// The role of the values of a column.
pub(super) struct ColumnRole {
    pub column: usize,
    pub role: NameCandidate,
}

/// What a cell may be by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellForm {
    /// An absolute URL.
    Address,
    /// One that ends behind its host: `https://a.example`.
    Origin,
    /// A URL without a scheme: `a.example/x`.
    HostAndPath,
    Path,
    /// A request line: `GET /a HTTP/1.1`.
    Request,
    Query,
    /// A host with a letter.
    Host,
    /// An address of four numbers, or one with colons.
    Ip,
    Scheme,
    Method,
    Status,
    Time,
    /// A number, or marks.
    Value,
    Nothing,
    /// Capitals alone, as of a protocol or a level: `HTTP`.
    Label,
    Word,
}

/// The cells of a line, with their forms.
pub(super) struct RowCells<'l> {
    separator: u8,
    pub cells: Vec<CsvField<'l>>,
    pub forms: Vec<CellForm>,
}

impl RecognisedRow {
    /// Reads a line; `None` if it is no row, or begins with its URL.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        // The query is in a column that only a header can tell.
        if log::is_table(line) {
            return None;
        }
        let mut best: Option<Self> = None;
        for separator in SEPARATORS {
            if !line.contains(&separator) {
                continue;
            }
            if let Some(found) = RowCells::of(line, separator).with_path()
                && best
                    .as_ref()
                    .is_none_or(|best| best.known() < found.known())
            {
                best = Some(found);
            }
        }
        best.or_else(|| RowCells::of(line, csv::separator(line)).with_url())
    }

    /// Returns the number of known cells. A mark within a path makes fewer than the separator.
    fn known(&self) -> usize {
        let is_known = |column: &&ColumnRole| column.role.role != FieldRole::Query;
        self.roles.iter().filter(is_known).count()
    }

    /// Reads a line below the header of a table, whose names may be any; `None` if it is no row.
    pub(super) fn below(names: &[CsvField<'_>], line: &[u8], separator: u8) -> Option<Self> {
        let cells = RowCells::of(line, separator);
        let shape = RowShape {
            separator,
            columns: names.len(),
            url: 0,
        };
        if !shape.may_begin(line) || !are_names(names) {
            return None;
        }
        let mut found = cells.with_path().or_else(|| cells.with_target(names))?;
        found.columns = names.len();
        Some(found)
    }

    /// Adds a column whose values have a role if they have its form.
    fn add(&mut self, column: Option<usize>, role: NameCandidate) {
        if let Some(column) = column {
            self.roles.push(ColumnRole { column, role });
        }
    }
}

impl<'l> RowCells<'l> {
    pub(super) fn of(line: &'l [u8], separator: u8) -> Self {
        let cells: Vec<_> = csv::fields(line, separator).collect();
        let mut forms = Vec::with_capacity(cells.len());
        for cell in &cells {
            forms.push(CellForm::of(cell));
        }
        Self {
            separator,
            cells,
            forms,
        }
    }

    /// Returns the first cell of a form.
    fn position(&self, form: CellForm) -> Option<usize> {
        self.forms.iter().position(|other| *other == form)
    }

    fn has(&self, form: CellForm) -> bool {
        self.forms.contains(&form)
    }

    /// Returns the row whose URL is in these cells.
    fn row(&self, host: Option<usize>, path: usize) -> RecognisedRow {
        let mut row = RecognisedRow {
            separator: self.separator,
            columns: self.cells.len(),
            url: Vec::new(),
            second: None,
            roles: Vec::new(),
        };
        row.url.extend(host);
        row.url.push(path);
        let by_value = |role| NameCandidate {
            is_sure: false,
            ..NameCandidate::sure(role)
        };
        let url = match host {
            Some(_) => by_value(FieldRole::Url),
            None => NameCandidate::sure(FieldRole::Url),
        };
        row.add(Some(path), url);
        let query = self.position(CellForm::Query);
        row.add(query.or(Some(path + 1)), by_value(FieldRole::Query));
        let method = self.position(CellForm::Method);
        for (role, column) in [
            (FieldRole::Path, Some(path)),
            (FieldRole::RequestLine, Some(path)),
            (FieldRole::Host, host),
            (FieldRole::Scheme, self.position(CellForm::Scheme)),
            (FieldRole::Method, method),
            (FieldRole::Time, self.position(CellForm::Time)),
            (FieldRole::Status, self.status(path, method)),
        ] {
            row.add(column, NameCandidate::sure(role));
        }
        row
    }

    /// Returns the cell with the status: one before the method, or the first behind the path. The
    /// size of a response may look like one.
    fn status(&self, path: usize, method: Option<usize>) -> Option<usize> {
        let before_method = method.and_then(|place| place.checked_sub(1));
        let behind_path = path + 1..self.cells.len();
        let mut places = before_method.into_iter().chain(behind_path);
        let found = places.find(|place| self.forms[*place] == CellForm::Status);
        found.or_else(|| self.position(CellForm::Status))
    }

    /// Finds a path, and its host or at least its method.
    fn with_path(&self) -> Option<RecognisedRow> {
        let is_first = match self.forms[0] {
            CellForm::Origin => self.separator != b'\t' && !self.has(CellForm::Method),
            form => form.is_url(),
        };
        if is_first {
            return None;
        }
        let path = self.path()?;
        let Some(host) = self.host(path) else {
            return self.is_path_alone(path).then(|| self.row(None, path));
        };
        // The mark may be part of a path that comes first.
        if self.separator != b'\t' && path == 0 && !self.has(CellForm::Method) {
            return None;
        }
        let before = ..path.min(host);
        if self.forms[before].contains(&CellForm::Address) {
            // A referrer, unless it is made of this host and path.
            let parts = [&self.cells[host][..], &self.cells[path][..]].concat();
            let is_whole = |text: &CsvField<'_>| match text.split_once_str("://") {
                Some((_, url)) => before_mark(url) == parts,
                None => false,
            };
            let whole = self.cells[before].iter().position(is_whole)?;
            return Some(self.row(None, whole));
        }
        Some(self.row(Some(host), path))
    }

    /// Finds the first URL or path that is not under the name of a referrer.
    fn with_target(&self, names: &[CsvField<'_>]) -> Option<RecognisedRow> {
        let is_target = |place: &usize| {
            let form = self.forms[*place];
            let is_other = names.get(*place).is_some_and(|name| is_of_referrer(name));
            (form.is_url() || form.is_path()) && !is_other
        };
        let mut targets = (0..self.cells.len()).filter(is_target);
        let url = targets.next()?;
        let second = targets.next();
        // A line that begins with its URL is read as such, and a mark may be part of the URL unless
        // numbers are among the cells. One number behind a comma is not enough: `/a?ids=1,2`.
        let has_measure = self.forms.iter().any(|form| form.is_measure());
        let is_apart = self.separator != b',' || self.cells.len() > 2;
        let is_row = self.separator != b'\t' && is_apart && has_measure;
        // A word before a path may be its host.
        let is_whole = self.forms[url].is_url() || !self.forms[..url].contains(&CellForm::Word);
        if !is_whole || (url == 0 && !is_row) {
            return None;
        }
        let mut row = self.row(None, url);
        row.second = second;
        Some(row)
    }

    /// Finds the only URL among at least three other values of a row, one of which is a status or a
    /// method, or among five with a number if it has no scheme. A comma may be part of a URL that
    /// comes first.
    fn with_url(&self) -> Option<RecognisedRow> {
        let forms = &self.forms;
        let url = forms.iter().position(|form| form.is_url())?;
        let has_status = self.cells.iter().any(|text| status::is_status(text));
        let is_row = match forms[url] {
            CellForm::HostAndPath => forms.len() > 5 && self.has(CellForm::Value),
            _ => forms.len() > 3 && (has_status || self.has(CellForm::Method)),
        };
        if url == 0 || !is_row {
            return None;
        }
        for (place, cell) in self.cells.iter().enumerate() {
            let is_prose = place <= url && cell.contains(&b' ') && has_letter(cell);
            // Beside a path, the URL is a referrer.
            let is_other = place != url && (forms[place].is_url() || cell.starts_with(b"/"));
            if is_prose || is_other {
                return None;
            }
        }
        Some(self.row(None, url))
    }

    /// Returns the first path behind a host or a method, or else the first one. A path before them
    /// may be that of a file.
    fn path(&self) -> Option<usize> {
        let is_head = |form: &CellForm| form.is_host() || *form == CellForm::Method;
        let head = self.forms.iter().position(is_head).unwrap_or_default();
        let first = |forms: &[CellForm]| forms.iter().position(|form| form.is_path());
        match first(&self.forms[head..]) {
            Some(place) => Some(head + place),
            None => first(&self.forms),
        }
    }

    /// Returns the host of a path: the last one before it, or else the first one behind it. An
    /// address counts if it is the only one; beside a method or a status it is that of the client,
    /// unless it has a port.
    fn host(&self, path: usize) -> Option<usize> {
        let before = self.forms[..path].iter().rposition(|form| form.is_host());
        let named = before.or_else(|| self.position(CellForm::Host));
        if named.is_some() || self.forms[path] == CellForm::Request {
            return named;
        }
        let addresses = self.forms.iter().filter(|form| **form == CellForm::Ip);
        if addresses.count() == 1 {
            let is_answered = self.has(CellForm::Method) || self.has(CellForm::Status);
            let place = self.position(CellForm::Ip)?;
            return Some(place).filter(|_| !is_answered || has_port(&self.cells[place]));
        }
        None
    }

    /// Whether a path without a host is that of a request, and no word before it may be its host.
    fn is_path_alone(&self, path: usize) -> bool {
        let is_logged = self.has(CellForm::Ip) && self.has(CellForm::Status);
        let is_request = self.has(CellForm::Method) || is_logged;
        if self.forms[path] == CellForm::Request || !is_request {
            return false;
        }
        // A line that begins with a method and a path is read as such, and so is one that begins
        // with a path.
        if path == 0 || (self.separator == b'\t' && self.forms[0] == CellForm::Method) {
            return false;
        }
        // Beside a client and a status, a word is the name of a user or a request.
        let may_be_host = |form: &CellForm| form.is_url() || *form == CellForm::Word && !is_logged;
        !self.forms[..path].iter().any(may_be_host)
    }
}

impl CellForm {
    /// Whether it is a path, or the request for one.
    pub(super) fn is_path(self) -> bool {
        matches!(self, Self::Path | Self::Request)
    }

    /// Whether it is a URL with a host.
    fn is_url(self) -> bool {
        matches!(self, Self::Address | Self::Origin | Self::HostAndPath)
    }

    /// Whether it is a host, with or without a scheme.
    fn is_host(self) -> bool {
        matches!(self, Self::Host | Self::Origin)
    }

    /// Whether it is a value that no URL has between its marks.
    fn is_measure(self) -> bool {
        matches!(self, Self::Value | Self::Status | Self::Method | Self::Time)
    }

    fn of(text: &[u8]) -> Self {
        let has_blank = text.find_byteset(b" \t").is_some();
        match text {
            b"" | b"-" => Self::Nothing,
            _ if is_origin(text) => Self::Origin,
            _ if is_address(text) => Self::Address,
            _ if status::begins_like(text, b"0000-00-00") => Self::Time,
            [b'/', ..] if !has_blank => Self::Path,
            _ if request::is_path(text) && !text.starts_with(b"/") => Self::Request,
            _ if has_blank => Self::Word,
            [b'?', ..] => Self::Query,
            _ if request::is_scheme(text) => Self::Scheme,
            _ if is_one_of(text, &METHODS) || begins_request(text) => Self::Method,
            _ if status::is_sent(text) => Self::Status,
            _ if is_ip(text) => Self::Ip,
            _ if is_named_host(text) => Self::Host,
            _ if is_named_host(before(text, |byte| byte == b'/')) => Self::HostAndPath,
            _ if is_digits_and(text, b".,:+-/()[]<>*%") => Self::Value,
            _ if text.len() > 1 && text.iter().all(u8::is_ascii_uppercase) => Self::Label,
            _ => Self::Word,
        }
    }
}

/// Whether a line may be the header of a table.
pub(super) fn may_be_header(line: &[u8]) -> bool {
    let cells: Vec<_> = csv::fields(line, csv::separator(line)).collect();
    are_names(&cells)
}

/// Whether cells may be the names of columns.
pub(super) fn are_names(cells: &[CsvField<'_>]) -> bool {
    let mut words = 0;
    for cell in cells {
        if !is_name(cell) {
            return false;
        }
        let form = CellForm::of(cell);
        let is_word = matches!(form, CellForm::Word | CellForm::Label | CellForm::Host);
        words += usize::from(is_word);
    }
    words > 0 && cells.len() > 1
}

/// Whether a cell may be the name of a column: `rel="next" 1`, but no URL and no part of an object.
fn is_name(cell: &[u8]) -> bool {
    let count = |mark| memchr::memchr_iter(mark, cell).count();
    let is_cut = count(b'(') != count(b')');
    let is_part = cell.starts_with(b"[") || cell.find_byteset(b"{}<>\\").is_some();
    if is_cut || is_part || cell.len() >= LONGEST_NAME || cell.find(": ").is_some() {
        return false;
    }
    matches!(
        CellForm::of(cell),
        CellForm::Word
            | CellForm::Label
            | CellForm::Host
            | CellForm::Method
            | CellForm::Value
            | CellForm::Nothing
    )
}

/// Whether the name of a column is that of the page that led to another.
pub(super) fn is_of_referrer(name: &[u8]) -> bool {
    NameWords::of(name).any(|word| word.is_among(&REFERRERS))
}

/// Whether a text is a URL that ends behind its host. A browser writes a slash behind that of a
/// referrer.
pub(super) fn is_origin(text: &[u8]) -> bool {
    !text.ends_with(b"/") && request::host_of_origin(text).is_some()
}

/// Whether a line begins with a URL that goes on behind its host, as no row without a header does.
pub(super) fn begins_with_url(cell: &[u8]) -> bool {
    matches!(
        CellForm::of(cell),
        CellForm::Address | CellForm::HostAndPath
    )
}

/// Whether a text is the host of a path, with or without a scheme.
pub(super) fn is_host(text: &[u8]) -> bool {
    request::is_host(text) || is_origin(text)
}

/// Returns a URL up to its query or fragment.
fn before_mark(url: &[u8]) -> &[u8] {
    before(url, |byte| matches!(byte, b'?' | b'#'))
}
/// Whether a text is an address, with or without a port.
fn is_ip(text: &[u8]) -> bool {
    let Ok(text) = text.to_str() else {
        return false;
    };
    if let Some(inner) = text.strip_prefix('[') {
        let address = inner.split(']').next().unwrap_or_default();
        return address.parse::<IpAddr>().is_ok();
    }
    let host = match text.split_once(':') {
        Some((host, port)) if is_digits(port.as_bytes()) => host,
        _ => text,
    };
    host.parse::<IpAddr>().is_ok()
}

/// Whether an address has a port, or the brackets before one.
fn has_port(address: &[u8]) -> bool {
    address.starts_with(b"[") || memchr::memchr_iter(b':', address).count() == 1
}

/// Whether a text is a host with a letter in its last name, with or without a port.
fn is_named_host(text: &[u8]) -> bool {
    if !request::is_host(text) || !has_letter(text) {
        return false;
    }
    let name = match text.rsplit_once_str(":") {
        Some((name, _)) => name,
        None => text,
    };
    if name == b"localhost" {
        return true;
    }
    let Some((_, last)) = name.rsplit_once_str(".") else {
        return false;
    };
    let begins_with_letter = last.first().is_some_and(|byte| !byte.is_ascii_digit());
    begins_with_letter && last.len() > 1 && matches!(parse::authority(text), Some((_, false)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Field, Fields, Input};
    use proptest::prelude::*;

    /// Returns the reader for the last line of a source.
    fn reader(lines: &[&str]) -> Fields {
        let first = lines[0].as_bytes();
        let mut below = lines.iter().skip(1).map(|line| line.as_bytes());
        let below = below.find(|line| Fields::may_name_columns(first) && !Fields::is_between(line));
        let begun = Fields::new(Input::Lines).begin_above(first, below.unwrap_or_default());
        let mut fields = begun.expect("it is no option").0;
        for line in &lines[1..] {
            if let Some(followed) = fields.follow(line.as_bytes()) {
                fields = followed;
            }
        }
        fields
    }

    /// Returns URL, method and status of the last line of a source, whose first shows the table.
    fn read(lines: &[&str]) -> Option<[String; 3]> {
        let fields = reader(lines);
        fields.shown()?;
        let record = lines[lines.len() - 1].as_bytes();
        let mut buffer = Vec::new();
        let mut text = |field| match fields.get(field, record, &mut buffer) {
            Some(text) => text.bytes(&buffer).to_str_lossy().into_owned(),
            None => String::new(),
        };
        Some([Field::Url, Field::Method, Field::Status].map(&mut text))
    }

    #[test]
    fn hosts_and_paths_in_cells_are_joined() {
        for (line, url, method, status) in [
            ("shop.example\t/cart", "//shop.example/cart", "", ""),
            ("/cart\tshop.example", "//shop.example/cart", "", ""),
            ("shop.example,/cart,200", "//shop.example/cart", "", "200"),
            (
                "404;shop.example;/cart;GET",
                "//shop.example/cart",
                "GET",
                "404",
            ),
            (
                "POST | shop.example | /cart",
                "//shop.example/cart",
                "POST",
                "",
            ),
            (
                "shop.example\tGET\t/cart\t?x=1",
                "//shop.example/cart?x=1",
                "GET",
                "",
            ),
            (
                "shop.example\t/cart\tx=1&y=2\t200",
                "//shop.example/cart?x=1&y=2",
                "",
                "200",
            ),
            (
                "https\tshop.example:8443\t/",
                "https://shop.example:8443/",
                "",
                "",
            ),
            ("192.0.2.7\t/cart", "//192.0.2.7/cart", "", ""),
            // Beside a method or a status, an address is that of the client.
            ("192.0.2.7\t/cart\t200", "/cart", "", "200"),
            ("192.0.2.7\tGET\t/cart", "/cart", "GET", ""),
            (
                "07:41:31 | 200 | 572.417µs | 192.0.2.174 | GET | /parcels/114 | -",
                "/parcels/114",
                "GET",
                "200",
            ),
            (
                "7|5e3c6d|198.51.100.8|ann|GET|/books/4|200|-1|618",
                "/books/4",
                "GET",
                "200",
            ),
            (
                "[2001:db8::1]:80\tGET\t/cart",
                "//[2001:db8::1]:80/cart",
                "GET",
                "",
            ),
            (
                "198.51.100.7\tshop.example\t/cart",
                "//shop.example/cart",
                "",
                "",
            ),
            (
                "2026-03-01T03:00:40+03:00\tshop.example\tGET\t/l\t?a=b&c=0\t192.0.2.7",
                "//shop.example/l?a=b&c=0",
                "GET",
                "",
            ),
            (
                "1795918377.815841000\t127.0.0.1\tPUT\tshop.example\t/a",
                "//shop.example/a",
                "PUT",
                "",
            ),
            (
                "2026-11-29 02:12:57\t127.0.0.1\t127.0.0.1\t>\tGET\tshop.example\t/\tHTTP/1.1\t-\t-",
                "//shop.example/",
                "GET",
                "",
            ),
            (
                "\"shop.example\",\"/a,b\",\"said \"\"no\"\"\",\"GET\"",
                "//shop.example/a,b",
                "GET",
                "",
            ),
            (
                "0.5s\tshop.example\tGET /cart HTTP/1.1\t404",
                "//shop.example/cart",
                "GET",
                "404",
            ),
            (
                "/var/log/x.log\tshop.example\t/cart",
                "//shop.example/cart",
                "",
                "",
            ),
            (
                "web.example\tshop.example\t/cart",
                "//shop.example/cart",
                "",
                "",
            ),
            (
                "shop.example\t/cart\thttps://news.example/",
                "//shop.example/cart",
                "",
                "",
            ),
            (
                "GET|200|a.example|/b;/c;0.example;d",
                "//a.example/b;/c;0.example;d",
                "GET",
                "200",
            ),
            ("GET,/cart,200", "/cart", "GET", "200"),
            ("INFO|GET|/cart|200", "/cart", "GET", "200"),
            // A size may look like a status.
            (
                "200\tGET\tshop.example\t/cart\t404",
                "//shop.example/cart",
                "GET",
                "200",
            ),
            (
                "7\tGET\tshop.example\t/cart\t404\t200",
                "//shop.example/cart",
                "GET",
                "404",
            ),
            // A URL with its own parts in other columns, and those of the page before.
            (
                "web\t7\thttps://shop.example/cart?x=1\tPage\thttps://news.example/\thttps\t\
                 shop.example\t443\t/cart\tx=1\thttps\tnews.example\t443\t/",
                "https://shop.example/cart?x=1",
                "",
                "",
            ),
            (
                "12:00:01\t198.51.100.7\t10.0.0.5\tGET\t/cart\t302",
                "/cart",
                "GET",
                "302",
            ),
            ("512;GET;/cart;200", "/cart", "GET", "200"),
            ("1,a,b,c,d,\"a.example/x?y=1\",e", "a.example/x?y=1", "", ""),
            (
                "https://a.example\tGET\t/x\t200",
                "https://a.example/x",
                "GET",
                "200",
            ),
        ] {
            let wanted = [url, method, status].map(str::to_owned);
            assert_eq!(read(&[line]), Some(wanted), "{line}");
        }
    }

    #[test]
    fn other_lines_are_no_rows() {
        for line in [
            "https://shop.example/a\t200\tSign in",
            "https://shop.example/a,200",
            "https://shop.example/a,shop.example,/b",
            "shop.example/a\t200\t/b",
            "/topic,711.0.html",
            "/a,b.example,c",
            "/cart\t200",
            "1,a,b,c,d,text/html,e",
            "1,a,b,a.example/x",
            "a.example/x,1,2,3,4,5,6",
            "/cart\tGET",
            "GET\t/cart\t200",
            "web-01,GET,/cart,200",
            "Visit shop.example, /cart and others",
            "see shop.example; then /cart",
            "shop.example\t200",
            "v1.2\t/cart",
            "1.5s\t/cart",
            "host:shop.example\turi:/cart",
            "INFO\t/cart",
            "shop.example",
            "",
        ] {
            assert_eq!(read(&[line]), None, "{line}");
        }
    }

    #[test]
    fn a_row_of_another_form_is_a_line() {
        for (first, line, url) in [
            ("a.example\tGET\t/x", "b.example\tPOST\t/y", "//b.example/y"),
            (
                "a.example\tGET\t/x",
                "b.example\tPOST\t/y\t?z=1\t7",
                "//b.example/y?z=1",
            ),
            (
                "a.example,/x",
                "b.example,/topic,711.0.html",
                "b.example,/topic,711.0.html",
            ),
            (
                "a.example\t/x",
                "https://b.example/y\tz",
                "https://b.example/y\tz",
            ),
            ("a.example\t/x", "# b", "# b"),
            (
                "a.example\t/x\t-",
                "a.example\t/x?y=1\tz=2",
                "//a.example/x?y=1",
            ),
        ] {
            let found = read(&[first, line]).expect("it shows a table");
            assert_eq!(found[0], url, "{line}");
        }
    }

    #[test]
    fn lines_among_rows_are_read_as_lines() {
        let plain = "https://a.example/user/1";
        for (lines, wanted) in [
            // A line that begins with its URL is no row without a header.
            (
                &["GET,/cart,200", "https://a.example/x,b.example/y,2"][..],
                "https://a.example/x,b.example/y,2",
            ),
            (
                &["1\tGET\t/x", "https://a.example/1\t301\t/login"],
                "https://a.example/1",
            ),
            (&["1\tGET\t/x", "a.example/1\t301\t/login"], "a.example/1"),
            (
                &["7\ta.example\t/x", "https://b.example/1\tc.example\t/y"],
                "https://b.example/1",
            ),
            // A first line of two words is no header of plain lines, nor are those of a list below
            // a table.
            (&["notes, url", plain], plain),
            (&["url, notes", plain], plain),
            (&["My links, sorted by URL", plain], plain),
            (&["status,url", "200,https://a.example/", plain], plain),
            (&["time,host,path", "7,a.example,/x", plain], plain),
            // A row of other columns is none without its URL.
            (
                &[
                    "Seite;Code;Quelle",
                    "https://a.example/x;200;https://b.example/",
                    "-;404;https://b.example/s",
                ],
                "",
            ),
            (
                &[
                    "url,from",
                    "https://a.example/x,https://b.example/",
                    ",https://b.example/s",
                ],
                "",
            ),
            // Another header.
            (
                &[
                    "url,n",
                    "https://a.example/1,1",
                    "id,url",
                    "2,https://a.example/2",
                ],
                "https://a.example/2",
            ),
            (
                &["GET,/cart,200", "time,host,path", "7,a.example,/x"],
                "//a.example/x",
            ),
            (
                &[
                    "url,n",
                    "https://a.example/1,1",
                    ",url",
                    "https://a.example/2,2",
                ],
                "https://a.example/2",
            ),
            // Lines between a header and its rows.
            (&["wo,was", "", "a.example,/x"], "//a.example/x"),
            (
                &["wo,was", "# c", "", "---", "a.example,/x"],
                "//a.example/x",
            ),
            (
                &["url,n", "", "https://a.example/1,1"],
                "https://a.example/1",
            ),
            // A row that goes on in the next line.
            (
                &["x", "url,title,n", "https://a.example/1,\"a"],
                "https://a.example/1",
            ),
            (
                &["Seite;Notiz;n", "https://a.example/1;7;\"a"],
                "https://a.example/1",
            ),
        ] {
            let fields = reader(lines);
            let record = lines[lines.len() - 1].as_bytes();
            let url = fields.whole_url(record, &mut Vec::new());
            let wanted = Fields::new(Input::Lines).whole_url(wanted.as_bytes(), &mut Vec::new());
            let text = |url: Option<Vec<u8>>| url.map(|url| url.to_str_lossy().into_owned());
            assert_eq!(text(url), text(wanted), "{lines:?}");
        }
    }

    #[test]
    fn rows_below_a_header_of_any_names_are_read() {
        for (header, line, url, status) in [
            ("wo,was", "a.example,/x", "//a.example/x", ""),
            ("Página;Código", "/x;404", "/x", "404"),
            (
                "Seite;Aufrufe",
                "https://a.example/x;3",
                "https://a.example/x",
                "",
            ),
            ("n|Ziel", "3|https://a.example/x", "https://a.example/x", ""),
            (
                "http.host\thttp.uri\tn",
                "a.example\t/x\t7",
                "//a.example/x",
                "",
            ),
            ("Type,Name,Requests/s,50%,99.9%", "GET,/x,0.5,7,9", "/x", ""),
            // Capitals before a request line are no host.
            (
                "No.,Time,Source,Destination,Protocol,Info",
                "4,1.7,203.0.113.2,192.0.2.4,HTTP,GET /x HTTP/1.1 ",
                "/x",
                "",
            ),
            ("Stufe;Land;Aufruf", "INFO;DE;POST /x HTTP/1.1", "/x", ""),
        ] {
            let found = read(&[header, line]).expect(header);
            assert_eq!((&*found[0], &*found[2]), (url, status), "{header}");
            let later = read(&["Report of today", "", header, line]).expect(header);
            assert_eq!(later, found, "{header}");
        }
        for (header, line) in [
            ("Seite,Notiz", "https://a.example/x,y"),
            ("Seite\tNotiz", "https://a.example/x\ty"),
            ("von,nach", "https://a.example/x,https://a.example/y"),
            ("Server;Pfad", "web-01;/x"),
            ("hello, world", "/x, y"),
            ("hello, world", "one, two"),
            ("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":\"/x\"}"),
        ] {
            assert_eq!(read(&[header, line]), None, "{header}");
        }
    }

    #[test]
    fn tables_printed_for_people_are_read() {
        for lines in [
            &[
                " host | verb | path ",
                "------+------+------",
                " a.example | GET | /x ",
            ][..],
            &[
                "+---+",
                "| host | verb | path |",
                "+---+---+---+",
                "| a.example | GET | /x |",
            ],
            &["| host | path |", "|:-----|-----:|", "| a.example | /x |"],
            &["| host | path |", "| --- | --- |", "| a.example | /x |"],
            &["| wo | was |", "|----+-----|", "| a.example | /x |"],
            &["┌──┬──┐", "│ wo │ was │", "├──┼──┤", "│ a.example │ /x │"],
            &["╔══╦══╗", "║ wo ║ was ║", "╠══╬══╣", "║ a.example ║ /x ║"],
            &["┏━━┳━━┓", "┃ wo ┃ was ┃", "┡━━╇━━┩", "│ a.example │ /x │"],
            &[
                "+====+====+",
                "| wo | was |",
                "+====+====+",
                "| a.example | /x |",
            ],
            &["host, path", "===========", "a.example, /x"],
        ] {
            let found = read(lines).expect(lines[0]);
            assert_eq!(found[0], "//a.example/x", "{lines:?}");
        }
    }

    #[test]
    fn origins_in_columns_of_any_name_are_joined() {
        for (header, line) in [
            ("Scope;Verb;Path;Status", "https://a.example;GET;/x;200"),
            ("Base URL,Endpoint,Verb", "https://a.example/,/x,GET"),
            ("Umgebung\tPfad", "https://a.example\t/x"),
            ("id|target|path|n", "7|https://a.example|/x|9"),
            ("id|umfeld|was|n", "7|https://a.example|/x|9"),
            (
                "method,site,path,referer",
                "GET,https://a.example,/x,https://b.example/",
            ),
        ] {
            let found = read(&[header, line]).expect(header);
            assert_eq!(found[0], "https://a.example/x", "{header}");
        }
        let found = read(&["referer,method,path", "https://b.example/,GET,/x"]);
        assert_eq!(found.expect("it has a path")[0], "/x");
    }

    #[test]
    fn a_url_of_several_is_told_by_the_names() {
        for (header, line, second) in [
            (
                "ym:pv:referer\tym:pv:URL",
                "https://b.example/\thttps://a.example/x",
                None,
            ),
            (
                "n;prev page;Seite",
                "1;https://b.example/;https://a.example/x",
                None,
            ),
            (
                "n;via;Seite",
                "1;https://b.example/y;https://a.example/x",
                None,
            ),
            (
                "浏览量,页面网址,上一页",
                "3,https://a.example/x,https://b.example/",
                None,
            ),
            (
                "n;Страница;Источник",
                "1;https://a.example/x;https://b.example/",
                None,
            ),
        ] {
            let found = read(&[header, line]).expect(header);
            assert_eq!(found[0], "https://a.example/x", "{header}");
            let begun = Fields::new(Input::Lines).begin(header.as_bytes());
            let mut fields = begun.expect("it is no option").0;
            if fields.awaits_header() {
                assert!(fields.below_header(line.as_bytes()).is_some(), "{header}");
                fields = fields.follow(line.as_bytes()).expect(header);
            }
            assert_eq!(
                fields.second_url_column(line.as_bytes()),
                second,
                "{header}"
            );
        }
    }

    #[test]
    fn a_table_may_begin_below_other_lines() {
        let banner = vec!["tool 1.2"; 31];
        for (lines, is_read) in [(1, true), (31, true)] {
            let mut source = banner[..lines].to_vec();
            source.push("a.example\tGET\t/x");
            assert_eq!(read(&source).is_some(), is_read, "{lines}");
        }
        let source = ["tool 1.2", "https://a.example/", "a.example\tGET\t/x"];
        assert_eq!(read(&source), None);
    }

    proptest! {
        /// Cells in any order, between any separators, with any others beside, read alike.
        #[test]
        fn rows_read_alike_in_every_order(
            host in "[a-z]{2,9}(-[a-z0-9]{1,4})?\\.(example|test)(:[0-9]{4})?",
            path in "(/[a-z0-9.;_-]{1,8}){1,3}(\\?[a-z]{1,3}=[a-z0-9]{0,3})?",
            method in "GET|POST|DELETE|get|PROPFIND",
            status in "200|301|404|500|429",
            others in prop::collection::vec("-|[0-9]{4,9}|[0-9]\\.[0-9]{3}|[a-z]{3,9}|2026-0[1-9]-01", 0..3),
            separator in "\t|,|;|\\|| \\| |, ",
            is_quoted: bool,
            order in any::<prop::sample::Index>(),
            seed in any::<u64>(),
        ) {
            prop_assume!(separator != ";" || !path.contains(';') || is_quoted);
            let mut cells = vec![host.clone(), path.clone(), method.clone(), status.clone()];
            cells.extend(others);
            let length = cells.len();
            cells.rotate_left(order.index(length));
            cells.swap(seed as usize % length, (seed >> 32) as usize % length);
            if is_quoted {
                for cell in &mut cells {
                    *cell = format!("\"{cell}\"");
                }
            }
            let separator = if is_quoted { separator.trim_matches(' ') } else { &separator };
            let line = cells.join(separator);
            let wanted = [format!("//{host}{path}"), method.to_ascii_uppercase(), status];
            prop_assert_eq!(read(&[&line]), Some(wanted), "{}", line);
        }

        #[test]
        fn any_line_is_taken(line in "[a-z./,;|\t\"? 0-9-]{0,40}") {
            let _ = RecognisedRow::of(line.as_bytes());
        }
    }
}
