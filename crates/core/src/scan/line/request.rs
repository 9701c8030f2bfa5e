//! Parts of a record that are read one by one: its text, its method and status, and the reason why
//! its URL is junk.

use crate::scan::Scanner;
use urlsift_url::input::{self, Field, FieldValues};
use urlsift_url::parse::{Scratch, without_return};
use urlsift_url::selection::{Junk, junk};

/// The method, the status and the time of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exchange {
    /// The method in capitals.
    pub method: Option<String>,
    /// The status of the response.
    pub status: Option<u16>,
    /// The time as it is written.
    pub time: Option<String>,
}

impl Scanner {
    /// Returns the part of a record that is compared: its URL if the record has other fields,
    /// otherwise the whole record.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::settings::Input;
    ///
    /// let sift = Sift::builder().input(Input::Member("url".into())).build()?;
    /// let record = br#"{"url":"https:\/\/example.com\/"}"#;
    /// assert_eq!(sift.scanner().text(record), b"https://example.com/");
    /// assert_eq!(sift.scanner().text(b"no url"), b"no url");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn text(&self, record: &[u8]) -> Vec<u8> {
        let mut buffer = Vec::new();
        self.text_in(record, &mut buffer).to_vec()
    }

    /// Returns the reason why the URL of a record is junk; `None` if it is not. Junk is what
    /// [`Selection::not_junk`](urlsift_url::selection::Selection::not_junk) excludes.
    ///
    /// ```
    /// let sift = urlsift::Sift::builder().build()?;
    /// let junk = |line: &str| sift.scanner().junk(line.as_bytes());
    /// let found = junk("https://example.com/login.php%22%3E").expect("HTML follows the URL");
    /// assert_eq!(found.rule, "attribute");
    /// assert_eq!(found.why, "the quote that ends an attribute or a string ends the URL");
    /// assert_eq!(junk("https://example.com/login.php?user=%22%3E"), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn junk(&self, record: &[u8]) -> Option<Junk> {
        let mut scratch = Scratch::default();
        self.url_in(&mut scratch, record, |_, text| {
            let url = input::written(text);
            junk::find(url)
        })?
    }

    /// Returns the method, status and time of a record. `None` if the record is only a URL.
    ///
    /// ```
    /// let sift = urlsift::Sift::builder().build()?;
    /// let exchange = |line: &str| sift.scanner().exchange(line.as_bytes());
    /// let record = r#"{"url":"https://example.com/","method":"post","status":404}"#;
    /// let found = exchange(record).expect("it is a record");
    /// assert_eq!((found.method.as_deref(), found.status), (Some("POST"), Some(404)));
    /// let found = exchange("https://example.com/ [200]").expect("it has a status");
    /// assert_eq!(found.status, Some(200));
    /// assert_eq!(exchange("https://example.com/"), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn exchange(&self, record: &[u8]) -> Option<Exchange> {
        self.exchange_with(record, &[], &mut FieldValues::default())
    }

    /// Same as [`exchange`](Self::exchange), and reads further fields: `values` has the first of
    /// them under 3.
    pub fn exchange_with(
        &self,
        record: &[u8],
        further: &[Field],
        values: &mut FieldValues,
    ) -> Option<Exchange> {
        let fields = &self.fields;
        let record = without_return(record);
        let may_end_url =
            |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'|');
        if fields.is_plain(record) && !record.iter().any(may_end_url) {
            return None;
        }
        let mut all = vec![Field::Method, Field::Status, Field::Time];
        all.extend(further);
        let wanted = fields.wanted(&all, []);
        fields.read(&wanted, record, values);
        let text = |number| {
            let text = values.get(number, record)?;
            str::from_utf8(text).ok().map(str::trim)
        };
        let mut exchange = Exchange::default();
        if let Some(method) = text(0)
            && !method.is_empty()
        {
            exchange.method = Some(method.to_ascii_uppercase());
        }
        if let Some(status) = text(1) {
            exchange.status = status.parse().ok();
        }
        exchange.time = text(2).map(str::to_owned);
        Some(exchange)
    }
}
