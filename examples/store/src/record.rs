//! A record of the file: the changes of one commit, behind its length and a checksum.

use urlsift::memory::Host;

/// The bytes before a record: its length, and its checksum.
const HEAD: usize = 12;

/// The changes of one commit.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Record<'a> {
    pub(crate) identity: &'a str,
    /// The place where the next run continues, as text.
    pub(crate) start: &'a str,
    /// The output of the last run that named one, as text.
    pub(crate) output: Option<&'a str>,
    pub(crate) hosts: Vec<(Host, &'a [u8])>,
    pub(crate) arrivals: Vec<(i64, Host, &'a [u8])>,
    /// The first slice of time whose arrivals are kept.
    pub(crate) since: i64,
}

impl<'a> Record<'a> {
    /// Writes it, with its length and checksum before it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEAD];
        put(&mut bytes, self.identity.as_bytes());
        put(&mut bytes, self.start.as_bytes());
        put(&mut bytes, self.output.unwrap_or_default().as_bytes());
        put_number(&mut bytes, self.since.cast_unsigned());
        put_number(&mut bytes, self.hosts.len() as u64);
        for (host, entries) in &self.hosts {
            put_number(&mut bytes, host.number());
            put(&mut bytes, entries);
        }
        put_number(&mut bytes, self.arrivals.len() as u64);
        for (slice, host, entries) in &self.arrivals {
            put_number(&mut bytes, slice.cast_unsigned());
            put_number(&mut bytes, host.number());
            put(&mut bytes, entries);
        }
        let length = u32::try_from(bytes.len() - HEAD).expect("a commit has less than 4 GiB");
        let checksum = checksum(&bytes[HEAD..]);
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes[4..HEAD].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a record from the start of bytes. `None`: there is no complete one.
    pub(crate) fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let length = u32::from_le_bytes(head[..4].try_into().ok()?);
        let (mut content, rest) = rest.split_at_checked(length as usize)?;
        if checksum(content).to_le_bytes() != head[4..] {
            return None;
        }
        let from = &mut content;
        let (identity, start) = (text(from)?, text(from)?);
        let (output, since) = (text(from)?, number(from)?.cast_signed());
        let output = Some(output).filter(|output| !output.is_empty());
        let mut record = Self {
            identity,
            start,
            output,
            since,
            ..Self::default()
        };
        for _ in 0..number(from)? {
            record
                .hosts
                .push((Host::from_number(number(from)?), take(from)?));
        }
        for _ in 0..number(from)? {
            let slice = number(from)?.cast_signed();
            record
                .arrivals
                .push((slice, Host::from_number(number(from)?), take(from)?));
        }
        *bytes = rest;
        Some(record)
    }
}

/// Returns the FNV-1a hash, which tells a record that was cut off from a complete one.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

fn put_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put(bytes: &mut Vec<u8>, text: &[u8]) {
    put_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text);
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    std::str::from_utf8(take(bytes)?).ok()
}
