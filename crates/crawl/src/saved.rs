//! Saved crawls: everything a crawl knows, as bytes.
//!
//! They begin with a mark and a version. Then come the saved filter and the ledger,
//! all numbers as LEB128, and last a checksum. They are the same on every machine.

use crate::account::Account;
use crate::crawl::{Crawl, adjusted};
use crate::ledger::{Ledger, OpenRequest};
use crate::limits::Limits;
use std::collections::VecDeque;
use urlsift_core::varint::{ByteReader, put, put_text};
use urlsift_core::{Builder, Error, ErrorKind};
use urlsift_explain::Watched;
use urlsift_memory::Recorder;
use urlsift_memory::entries::checksum;

/// The version of the format is a part of it.
const MARK: &[u8] = b"urlsift crawl 1\0";

impl Crawl {
    /// Returns everything it knows as bytes, open tickets and links that wait included.
    ///
    /// # Errors
    /// The notes of the filter are damaged.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::crawl::{Answer, Crawl, Limits, Refusal};
    ///
    /// let mut crawl = Crawl::new(Sift::builder(), Limits::default())?;
    /// crawl.take("https://shop.example/item/1").expect("it is new");
    /// let saved = crawl.save()?;
    ///
    /// let mut later = Crawl::load(Sift::builder(), Limits::default(), &saved)?;
    /// assert_eq!(later.take("https://shop.example/item/1"), Err(Refusal::Repeated));
    /// let (ticket, url) = later.open().next().expect("it was not answered");
    /// assert_eq!(url, "https://shop.example/item/1");
    /// later.done(ticket, &Answer { status: 200, ..Answer::default() });
    /// assert!(Crawl::load(Sift::builder(), Limits::default(), &saved[1..]).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn save(&mut self) -> Result<Vec<u8>, Error> {
        let (recorder, _) = self.filter.parts_mut();
        let mut filter = Vec::new();
        recorder.save(&mut filter)?;
        let mut bytes = MARK.to_vec();
        put_text(&mut bytes, &filter);
        self.ledger.write(&mut bytes);
        let sum = checksum(&bytes[MARK.len()..]);
        bytes.extend(sum.to_le_bytes());
        Ok(bytes)
    }

    /// Continues the crawl that [`save`](Self::save) saved, exactly where it was. The limits may be
    /// others, except for [`templates_per_host`](Limits::templates_per_host).
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: the bytes are damaged, of a newer version or no saved crawl.
    /// [`ErrorKind::OtherSettings`]: they are of a crawl with other settings of its filter. And the
    /// errors of [`new`](Self::new).
    pub fn load(settings: Builder, limits: Limits, saved: &[u8]) -> Result<Self, Error> {
        let damaged = || Error::new(ErrorKind::Damaged, "the saved crawl is damaged");
        let Some(rest) = saved.strip_prefix(MARK) else {
            let problem = "not a saved crawl of this version";
            return Err(Error::new(ErrorKind::Damaged, problem));
        };
        let (content, sum) = rest.split_last_chunk::<8>().ok_or_else(damaged)?;
        if checksum(content).to_le_bytes() != *sum {
            return Err(damaged());
        }
        let mut reader = ByteReader(content);
        let filter = reader.text().ok_or_else(damaged)?;
        let recorder = Recorder::load(adjusted(settings, limits), filter)?;
        let ledger = Ledger::read(&mut reader).ok_or_else(damaged)?;
        if !reader.0.is_empty() {
            return Err(damaged());
        }
        let mut filter = Watched::new(recorder);
        // The groups of the saved crawl keep their numbers.
        filter.parts_mut().1.number_from(0);
        Ok(Self {
            filter,
            limits,
            ledger,
        })
    }
}

/// Appends a count, and so many numbers.
fn put_list(bytes: &mut Vec<u8>, numbers: impl ExactSizeIterator<Item = u64>) {
    put(bytes, numbers.len() as u64);
    for number in numbers {
        put(bytes, number);
    }
}

/// Reads a count, and so many things.
fn all<T, C: FromIterator<T>>(
    reader: &mut ByteReader<'_>,
    mut read: impl FnMut(&mut ByteReader<'_>) -> Option<T>,
) -> Option<C> {
    let count = reader.number()?;
    (0..count).map(|_| read(reader)).collect()
}

fn number<N: TryFrom<u64>>(reader: &mut ByteReader<'_>) -> Option<N> {
    let number = reader.number()?;
    number.try_into().ok()
}

fn hash_count(reader: &mut ByteReader<'_>) -> Option<(u64, u64)> {
    let hash = reader.number()?;
    let count = reader.number()?;
    Some((hash, count))
}

fn url(reader: &mut ByteReader<'_>) -> Option<Box<str>> {
    let url = str::from_utf8(reader.text()?).ok()?;
    Some(url.into())
}

fn path_groups(reader: &mut ByteReader<'_>) -> Option<(u64, Vec<usize>)> {
    let path = reader.number()?;
    let groups = all(reader, number)?;
    Some((path, groups))
}

fn waiting_urls(reader: &mut ByteReader<'_>) -> Option<(usize, VecDeque<Box<str>>)> {
    let group = number(reader)?;
    let urls = all(reader, url)?;
    Some((group, urls))
}

fn account(reader: &mut ByteReader<'_>) -> Option<Account> {
    let mut settled = [0; 4];
    for count in &mut settled {
        *count = number(reader)?;
    }
    Some(Account {
        pending: 0,
        settled,
    })
}

fn request(reader: &mut ByteReader<'_>) -> Option<(u64, OpenRequest)> {
    let ticket = reader.number()?;
    let group = number(reader)?;
    let path = reader.number()?;
    let host = reader.number()?;
    let request = OpenRequest {
        url: url(reader)?,
        group,
        path: (path != 0).then_some(path),
        host,
    };
    Some((ticket, request))
}

/// Open tickets are not counted in the saved accounts.
impl Ledger {
    fn write(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.next_ticket);
        put(bytes, self.accounts.len() as u64);
        for account in &self.accounts {
            for count in account.settled {
                put(bytes, count.into());
            }
        }
        for counts in [&self.hosts, &self.domains] {
            put(bytes, counts.len() as u64);
            for (&hash, &count) in counts {
                put(bytes, hash);
                put(bytes, count);
            }
        }
        put_list(bytes, self.seen.iter().copied());
        put(bytes, self.paths.len() as u64);
        for (path, groups) in &self.paths {
            put(bytes, *path);
            put_list(bytes, groups.iter().map(|group| *group as u64));
        }
        put(bytes, self.requests.len() as u64);
        for (ticket, request) in &self.requests {
            put(bytes, *ticket);
            put(bytes, request.group as u64);
            put(bytes, request.path.unwrap_or_default());
            put(bytes, request.host);
            put_text(bytes, request.url.as_bytes());
        }
        put(bytes, self.waiting.len() as u64);
        for (group, urls) in &self.waiting {
            put(bytes, *group as u64);
            put(bytes, urls.len() as u64);
            for url in urls {
                put_text(bytes, url.as_bytes());
            }
        }
    }

    fn read(reader: &mut ByteReader<'_>) -> Option<Self> {
        let mut ledger = Self {
            next_ticket: reader.number()?,
            accounts: all(reader, account)?,
            hosts: all(reader, hash_count)?,
            domains: all(reader, hash_count)?,
            seen: all(reader, number)?,
            paths: all(reader, path_groups)?,
            requests: all(reader, request)?,
            waiting: all(reader, waiting_urls)?,
        };
        for request in ledger.requests.values() {
            ledger.accounts.get_mut(request.group)?.pending += 1;
        }
        for group in ledger.waiting.keys() {
            ledger.accounts.get(*group)?;
        }
        Some(ledger)
    }
}
