//! JSON, written member by member: the order of members reads well, and nothing is held in memory.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::is_unprintable;

/// Escapes what JSON lets stand as it is, though a terminal would obey it.
pub(super) fn without_controls(json: String) -> String {
    if !json.contains(is_unprintable) {
        return json;
    }
    let mut text = String::new();
    for c in json.chars() {
        if is_unprintable(c) {
            let _ = c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(text, "\\u{unit:04x}"));
        } else {
            text.push(c);
        }
    }
    text
}

/// Six decimals are more than weights have.
pub(super) fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// An object whose members are written one after the other, in an order that reads well.
pub(super) struct Object<'o> {
    output: &'o mut dyn Write,
    empty: bool,
}

impl<'o> Object<'o> {
    pub(super) fn open(output: &'o mut dyn Write) -> io::Result<Self> {
        output.write_all(b"{")?;
        Ok(Self { output, empty: true })
    }

    fn name(&mut self, name: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.empty) { "" } else { "," };
        write!(self.output, "{comma}\"{name}\":")
    }

    /// Writes what is JSON already.
    pub(super) fn raw(&mut self, name: &str, value: impl std::fmt::Display) -> io::Result<()> {
        self.name(name)?;
        write!(self.output, "{value}")
    }

    pub(super) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.name(name)?;
        let json = serde_json::to_string(text).map_err(io::Error::from)?;
        self.output.write_all(without_controls(json).as_bytes())
    }

    /// Writes bytes as text, and once more as hexadecimal digits if they are no UTF-8.
    pub(super) fn bytes(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return self.text(name, text);
        }
        self.text(name, &String::from_utf8_lossy(bytes))?;
        self.name(&format!("{name}_hex"))?;
        self.output.write_all(b"\"")?;
        for byte in bytes {
            write!(self.output, "{byte:02x}")?;
        }
        self.output.write_all(b"\"")
    }

    pub(super) fn object(&mut self, name: &str) -> io::Result<Object<'_>> {
        self.name(name)?;
        Object::open(self.output)
    }

    pub(super) fn list(&mut self, name: &str) -> io::Result<List<'_>> {
        self.name(name)?;
        self.output.write_all(b"[")?;
        Ok(List { output: self.output, empty: true })
    }

    pub(super) fn close(self) -> io::Result<()> {
        self.output.write_all(b"}")
    }
}

/// A list of objects.
pub(super) struct List<'o> {
    output: &'o mut dyn Write,
    empty: bool,
}

impl List<'_> {
    pub(super) fn object(&mut self) -> io::Result<Object<'_>> {
        if !std::mem::take(&mut self.empty) {
            self.output.write_all(b",")?;
        }
        Object::open(self.output)
    }

    pub(super) fn close(self) -> io::Result<()> {
        self.output.write_all(b"]")
    }
}
