//! One group of the filter until its template is known: most have one line, so its data is read
//! from the stored lines at the end.

/// Number of first lines of each group that are stored; later, only the lines at which the group
/// has doubled are.
const FIRST: u64 = 4;

/// The place of no group.
pub(super) const NONE: u32 = u32::MAX;

/// A group of lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GroupLines {
    pub lines: u64,
    /// The number of its first line among all records, from 1.
    pub record: u64,
    /// The number of its last line.
    pub last: u64,
    /// A hash of the classes of its first line.
    pub classes: u64,
    /// The place of its latest stored line.
    pub text: usize,
    /// The group of the same host that started before it.
    pub before: u32,
    /// The number of its variable positions.
    pub variable: u32,
    /// The number of the reader of its first line.
    pub reader: u32,
    /// The number of methods that are counted.
    pub methods: u8,
}

impl GroupLines {
    /// Counts a line. Returns whether it should be stored; the first one is already.
    pub(super) fn count(&mut self) -> bool {
        self.lines += 1;
        self.lines > 1 && (self.lines <= FIRST || self.lines.is_power_of_two())
    }
}
