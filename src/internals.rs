//! Single stages, for the fuzz targets and benchmarks of this repository. No promise is made about anything in here.

use crate::parse::{self, Address, Path, Scratch};

/// The canonical parts of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// In lower case; empty where the line names none.
    pub scheme: &'a [u8],
    /// With a port that is not the default; empty for a bare path.
    pub host: &'a [u8],
    /// What stands between the host and `?` or `#`.
    pub path: &'a [u8],
    /// What follows the first `?`.
    pub query: &'a [u8],
    /// What follows the first `#`.
    pub fragment: &'a [u8],
}

/// The parser, with the buffers that it keeps from line to line.
#[derive(Debug, Default)]
pub struct Parser(Scratch);

impl Parser {
    /// Parses a line as a filter does, and says whether the fast path was enough.
    pub fn parse<'a>(&'a mut self, line: &'a [u8]) -> Option<(Parts<'a>, bool)> {
        parse::parse(line, &mut self.0).map(|(address, path)| (address.into(), path == Path::Fast))
    }

    /// Parses a line by the `url` crate alone, which is what the fast path has to agree with.
    pub fn parse_judged<'a>(&'a mut self, line: &'a [u8]) -> Option<Parts<'a>> {
        parse::parse_judged(line, &mut self.0).map(Parts::from)
    }
}

impl<'a> From<Address<'a>> for Parts<'a> {
    fn from(address: Address<'a>) -> Self {
        let Address { scheme, host, path, query, fragment } = address;
        Self { scheme, host, path, query, fragment }
    }
}
