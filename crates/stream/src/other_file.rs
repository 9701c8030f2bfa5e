//! Recognises files that are not text by their first bytes, so that they are refused with a word
//! on what to do, instead of printed.
//!
//! Formats whose first bytes are letters have to show more: a control character in the bytes after
//! them, or the digit of a version.

use std::io;

/// A kind of file, and the command or step that makes a list of it.
struct FileKind {
    /// The first bytes.
    start: &'static [u8],
    /// The proof that no line of text begins so.
    proof: Proof,
    name: &'static str,
    remedy: &'static str,
}

/// What has to follow the first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Nothing: no text begins so.
    Bytes,
    /// A control character in the next eight bytes.
    Control,
    /// The digit of a version.
    Digit,
    /// These letters, four bytes later.
    Letters(&'static [u8]),
}

const LIST: &str = "name a list of URLs instead";
const STRINGS: &str = "strings FILE | urlsift --extract finds URLs in it";
const UNPACK: &str = "unpack it and name the lists in it";
const AS_CSV: &str = "save it as CSV or text";

const KINDS: [FileKind; 27] = [
    kind(b"PK\x05\x06", Proof::Bytes, "an empty ZIP archive", LIST),
    kind(
        b"PAR1",
        Proof::Control,
        "a Parquet file",
        "duckdb -csv -c \"FROM 'FILE'\" | urlsift reads it",
    ),
    kind(b"ARROW1", Proof::Control, "an Arrow file", AS_CSV),
    kind(b"Obj\x01", Proof::Bytes, "an Avro file", AS_CSV),
    kind(b"ORC", Proof::Control, "an ORC file", AS_CSV),
    kind(
        b"SQLite format 3\0",
        Proof::Bytes,
        "a database",
        "if it is a state, --state FILE continues it and urlsift templates FILE shows it",
    ),
    kind(
        b"%PDF-",
        Proof::Digit,
        "a PDF document",
        "pdftotext FILE - | urlsift --extract finds URLs in it",
    ),
    kind(
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        Proof::Bytes,
        "an office document",
        AS_CSV,
    ),
    kind(b"\x89PNG\r\n", Proof::Bytes, "a PNG picture", LIST),
    kind(b"\xFF\xD8\xFF", Proof::Bytes, "a JPEG picture", LIST),
    kind(b"GIF87a", Proof::Control, "a GIF picture", LIST),
    kind(b"GIF89a", Proof::Control, "a GIF picture", LIST),
    kind(b"RIFF", Proof::Letters(b"WEBP"), "a WebP picture", LIST),
    kind(b"\0\0\x01\0", Proof::Bytes, "an icon", LIST),
    kind(b"OggS\0", Proof::Bytes, "a sound or a film", LIST),
    kind(b"ID3", Proof::Control, "a sound", LIST),
    kind(b"\x7FELF", Proof::Bytes, "a program", STRINGS),
    kind(b"MZ", Proof::Control, "a program", STRINGS),
    kind(b"\xCA\xFE\xBA\xBE", Proof::Bytes, "a program", STRINGS),
    kind(b"\xCF\xFA\xED\xFE", Proof::Bytes, "a program", STRINGS),
    kind(b"\0asm", Proof::Bytes, "a program", STRINGS),
    kind(b"dex\n03", Proof::Control, "a program", STRINGS),
    kind(b"7z\xBC\xAF\x27\x1C", Proof::Bytes, "a 7z archive", UNPACK),
    kind(b"Rar!\x1A\x07", Proof::Bytes, "a RAR archive", UNPACK),
    kind(
        b"\x1F\x9D",
        Proof::Bytes,
        "a file of compress",
        "zcat FILE | urlsift reads it",
    ),
    kind(
        b"\x04\x22\x4D\x18",
        Proof::Bytes,
        "an LZ4 file",
        "lz4 -dc FILE | urlsift reads it",
    ),
    kind(
        b"\x0A\x0D\x0D\x0A",
        Proof::Bytes,
        "a capture of packets",
        STRINGS,
    ),
];

const fn kind(
    start: &'static [u8],
    proof: Proof,
    name: &'static str,
    remedy: &'static str,
) -> FileKind {
    FileKind {
        start,
        proof,
        name,
        remedy,
    }
}

/// Number of bytes that tell all kinds but an archive of tar.
const ENOUGH: usize = 64;

/// Number of bytes that may prove a kind, behind its first ones.
const PROOF: usize = 8;

/// The name at the start of an archive of tar, and the offset and text of its mark.
const TAR_NAME: usize = 100;
const TAR_AT: usize = 257;
const TAR: &[u8] = b"ustar";

/// Whether more bytes are needed to tell a text that begins with these.
pub(super) fn is_open(start: &[u8]) -> bool {
    if start.len() < ENOUGH {
        let may_be = |kind: &FileKind| {
            let length = start.len().min(kind.start.len());
            let is_short = start.len() < kind.start.len() + PROOF;
            is_short && kind.start[..length] == start[..length]
        };
        if ZIP.starts_with(start) || start.starts_with(ZIP) || KINDS.iter().any(may_be) {
            return true;
        }
        if start.len() < 8 && may_be_utf16(start) {
            return true;
        }
    }
    start.len() < TAR_AT + TAR.len() && may_be_tar(start)
}

/// Whether a text begins like the name of a file in an archive of tar, which zeros follow.
fn may_be_tar(start: &[u8]) -> bool {
    let mut header = start.iter().take(TAR_AT);
    if header.any(|byte| *byte < b' ' && *byte != 0) {
        return false;
    }
    let head = &start[..start.len().min(TAR_NAME)];
    let name = head.iter().take_while(|byte| **byte >= b' ').count();
    let zeros = &head[name..];
    let is_name = name > 0 && zeros.iter().all(|byte| *byte == 0);
    is_name && (zeros.is_empty() || zeros.len() > 1)
}

/// Whether letters and zeros alternate.
fn may_be_utf16(start: &[u8]) -> bool {
    is_utf16(start, 0) || is_utf16(start, 1)
}

/// Whether every other byte from this one on is a letter, and the bytes between are zero.
fn is_utf16(start: &[u8], first: usize) -> bool {
    for (at, byte) in start.iter().enumerate() {
        let is_letter = at % 2 == first;
        if is_letter != (*byte != 0) || *byte > 0x7E {
            return false;
        }
    }
    start.len() > 1
}

const ZIP: &[u8] = b"PK\x03\x04";

/// Names with which the first file in a workbook or document begins.
const OFFICE: [&[u8]; 7] = [
    b"[Content_Types].xml",
    b"_rels/",
    b"docProps/",
    b"mimetype",
    b"word/",
    b"xl/",
    b"ppt/",
];

/// Returns the error for a text that begins like a file that is not text.
pub(super) fn refusal(start: &[u8]) -> Option<io::Error> {
    let message = message(start)?;
    Some(io::Error::new(io::ErrorKind::InvalidData, message))
}

/// Returns what the file is and what to do with it.
fn message(start: &[u8]) -> Option<String> {
    if start.starts_with(ZIP) {
        let file = start.get(30..).unwrap_or_default();
        if OFFICE.iter().any(|name| file.starts_with(name)) {
            return Some(format!("it is a workbook or an office document: {AS_CSV}"));
        }
        return Some(
            "it is a ZIP archive: unzip -p FILE | urlsift reads the lists in it".to_owned(),
        );
    }
    if start
        .get(TAR_AT..)
        .is_some_and(|rest| rest.starts_with(TAR))
        && may_be_tar(start)
    {
        return Some(
            "it is a tar archive: tar -xOf FILE | urlsift reads the lists in it".to_owned(),
        );
    }
    if let Some(letters) = start.first_chunk::<8>() {
        for (first, encoding) in [(0, "UTF-16LE"), (1, "UTF-16BE")] {
            if is_utf16(letters, first) {
                return Some(format!(
                    "it is UTF-16 without a byte-order mark: iconv -f {encoding} -t UTF-8 FILE | urlsift reads it"
                ));
            }
        }
    }
    let kind = KINDS.iter().find(|kind| kind.begins(start))?;
    Some(format!("it is {}: {}", kind.name, kind.remedy))
}

impl FileKind {
    fn begins(&self, text: &[u8]) -> bool {
        let Some(rest) = text.strip_prefix(self.start) else {
            return false;
        };
        let next = &rest[..rest.len().min(8)];
        match self.proof {
            Proof::Bytes => true,
            Proof::Digit => next.first().is_some_and(u8::is_ascii_digit),
            Proof::Control => next
                .iter()
                .any(|byte| *byte < b' ' && !byte.is_ascii_whitespace()),
            Proof::Letters(letters) => next.get(4..).is_some_and(|end| end == letters),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_first_bytes() {
        let mut tar = vec![0; 512];
        tar[..8].copy_from_slice(b"urls.txt");
        tar[TAR_AT..TAR_AT + 5].copy_from_slice(TAR);
        let mut workbook = b"PK\x03\x04\x14\0\x06\0".to_vec();
        workbook.resize(30, 0);
        workbook.extend_from_slice(b"[Content_Types].xml");
        for (start, name) in [
            (&b"PK\x03\x04\x14\0\0\0\x08\0"[..], "ZIP"),
            (&workbook, "workbook"),
            (&tar, "tar"),
            (b"PAR1\x15\x04\x15", "Parquet"),
            (b"SQLite format 3\0\x10\0", "database"),
            (b"%PDF-1.7\n%\xE2", "PDF"),
            (b"\x89PNG\r\n\x1A\n\0\0", "PNG"),
            (b"\xFF\xD8\xFF\xE0\0", "JPEG"),
            (b"GIF89a\x01\0\x01\0", "GIF"),
            (b"RIFF\x24\x01\0\0WEBPVP8 ", "WebP"),
            (b"\x7FELF\x02\x01", "program"),
            (b"h\0t\0t\0p\0s\0:\0", "UTF-16LE"),
            (b"\0h\0t\0t\0p\0s", "UTF-16BE"),
        ] {
            let found = message(start).unwrap_or_default();
            assert!(found.contains(name), "{name}: {found}");
            for length in 1..start.len().min(4) {
                assert!(is_open(&start[..length]), "{name}: {length}");
            }
        }
    }

    #[test]
    fn texts_are_no_other_files() {
        for text in [
            &b""[..],
            b"PK",
            b"PK 3 4 and more",
            b"PAR1 is a name",
            b"PAR1\nhttps://a.example/",
            b"GIF89a is a format",
            b"%PDF-files",
            b"RIFF data WEBP",
            b"MZ\r\nhttps://a.example/",
            b"https://a.example/\0https://a.example/b\0",
            b"a\0b\0",
            b"\0\0\0",
            b"\xEF\xBB\xBFhttps://a.example/",
            b"\xFF\xFEh\0t\0",
        ] {
            assert_eq!(message(text), None, "{text:?}");
        }
        assert!(!is_open(b"https://a.example/\n"));
        assert!(!is_open(b"https://a.example/\0"));
        assert!(!is_open(&[&[b'a'; 150][..], b"\n"].concat()));
        assert!(!is_open(b"PK\n"));
    }
}
