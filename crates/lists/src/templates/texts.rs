//! Stores lines of groups: the first line of each group whole, and of others only what differs from
//! it. That is a few bytes, as the lines of a group have one template.

use urlsift_core::varint::{ByteReader, put, put_text};

/// Lines of groups. Each has twice the distance to the line of its group before it; the first has
/// 0. It is odd if the number of its reader follows, which is another than that of the first line.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTexts(Vec<u8>);

impl GroupTexts {
    /// Adds the first line of a group, and returns its place.
    pub(super) fn start(&mut self, line: &[u8]) -> usize {
        let place = self.0.len();
        put(&mut self.0, 0);
        put_text(&mut self.0, line);
        place
    }

    /// Adds a line to the group whose latest line is at `last`, unless it repeats the first one,
    /// with the number of its reader if the first line has another. Returns the place of the latest
    /// line.
    pub(super) fn add(&mut self, last: usize, line: &[u8], reader: Option<u32>) -> usize {
        let place = self.0.len();
        let first = self.first(last);
        if first == line {
            return last;
        }
        let start = common_start(first, line);
        let end = common_end(&first[start..], &line[start..]);
        put(
            &mut self.0,
            2 * (place - last) as u64 + u64::from(reader.is_some()),
        );
        if let Some(reader) = reader {
            put(&mut self.0, reader.into());
        }
        for number in [start, end] {
            put(&mut self.0, number as u64);
        }
        put_text(&mut self.0, &line[start..line.len() - end]);
        place
    }

    /// Returns the lines of the group whose latest line is at `last`, in order, each with the
    /// number of its reader if the first line has another.
    pub(super) fn lines(&self, last: usize) -> Vec<(Vec<u8>, Option<u32>)> {
        let (first, later) = self.first_and_later(last);
        let mut lines = vec![(first.to_vec(), None)];
        for LaterLine { reader, text } in later.into_iter().rev() {
            let mut line = text;
            let start = line.number().unwrap_or_default() as usize;
            let end = line.number().unwrap_or_default() as usize;
            let between = line.text().unwrap_or_default();
            let tail = &first[first.len() - end..];
            lines.push(([&first[..start], between, tail].concat(), reader));
        }
        lines
    }

    /// Returns the first line of a group, and the others as they are stored, the latest first.
    fn first_and_later(&self, last: usize) -> (&[u8], Vec<LaterLine<'_>>) {
        let mut later = Vec::new();
        let mut place = last;
        loop {
            let mut line = ByteReader(&self.0[place..]);
            let distance = line.number().unwrap_or_default();
            if distance == 0 {
                return (line.text().unwrap_or_default(), later);
            }
            place -= (distance / 2) as usize;
            let mut reader = None;
            if distance % 2 == 1 {
                reader = line.number().map(|number| number as u32);
            }
            later.push(LaterLine { reader, text: line });
        }
    }

    /// Returns the first line of the group whose latest line is at `last`.
    pub(super) fn first(&self, last: usize) -> &[u8] {
        let (first, _) = self.first_and_later(last);
        first
    }
}

/// A line after the first one, as it is stored.
struct LaterLine<'t> {
    reader: Option<u32>,
    text: ByteReader<'t>,
}

/// Returns how many bytes are equal before the first that differs.
fn common_start(one: &[u8], other: &[u8]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(byte, other)| byte == other).count()
}

/// Returns how many bytes are equal after the last that differs.
fn common_end(one: &[u8], other: &[u8]) -> usize {
    let pairs = one.iter().rev().zip(other.iter().rev());
    pairs.take_while(|(byte, other)| byte == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_in_order() {
        let mut texts = GroupTexts::default();
        let groups: [&[&str]; 3] = [
            &[
                "//a.test/user/1?x",
                "//a.test/user/22?x",
                "",
                "//a.test/user/1?x?x",
                "//a.test/user/1?",
            ],
            &["", "b", "bb"],
            &["aaaa", "aa", "aaa", "aaaaa"],
        ];
        let mut lasts = groups.map(|lines| texts.start(lines[0].as_bytes()));
        let reader = |at: usize| (at % 2 == 1).then_some(at as u32 * 100);
        for at in 1..5 {
            for (last, lines) in lasts.iter_mut().zip(groups) {
                if let Some(line) = lines.get(at) {
                    *last = texts.add(*last, line.as_bytes(), reader(at));
                    assert_eq!(texts.add(*last, lines[0].as_bytes(), None), *last);
                }
            }
        }
        for (last, lines) in lasts.into_iter().zip(groups) {
            for (at, (line, found)) in texts.lines(last).into_iter().enumerate() {
                assert_eq!(line, lines[at].as_bytes());
                assert_eq!(found, reader(at));
            }
            assert_eq!(texts.first(last), lines[0].as_bytes());
        }
    }
}
