//! Stores lines of groups: the first line of each group whole, and of others only what differs from
//! it. That is a few bytes, as the lines of a group have one template.

use urlsift_core::varint::{ByteReader, put, put_text};

/// Lines of groups. Each has the distance to the line of its group before it; the first has 0.
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

    /// Adds a line to the group whose latest line is at `last`, unless it repeats the first one.
    /// Returns the place of the latest line.
    pub(super) fn add(&mut self, last: usize, line: &[u8]) -> usize {
        let place = self.0.len();
        let first = self.first(last);
        if first == line {
            return last;
        }
        let start = common_start(first, line);
        let end = common_end(&first[start..], &line[start..]);
        for number in [place - last, start, end] {
            put(&mut self.0, number as u64);
        }
        put_text(&mut self.0, &line[start..line.len() - end]);
        place
    }

    /// Returns the lines of the group whose latest line is at `last`, in order.
    pub(super) fn lines(&self, last: usize) -> Vec<Vec<u8>> {
        let (first, later) = self.first_and_later(last);
        let mut lines = vec![first.to_vec()];
        for mut line in later.into_iter().rev() {
            let start = line.number().unwrap_or_default() as usize;
            let end = line.number().unwrap_or_default() as usize;
            let between = line.text().unwrap_or_default();
            let tail = &first[first.len() - end..];
            lines.push([&first[..start], between, tail].concat());
        }
        lines
    }

    /// Returns the first line of a group, and the others as they are stored, the latest first.
    fn first_and_later(&self, last: usize) -> (&[u8], Vec<ByteReader<'_>>) {
        let mut later = Vec::new();
        let mut place = last;
        loop {
            let mut line = ByteReader(&self.0[place..]);
            match line.number() {
                None | Some(0) => return (line.text().unwrap_or_default(), later),
                Some(distance) => place -= distance as usize,
            }
            later.push(line);
        }
    }

    /// Returns the first line of the group whose latest line is at `last`.
    pub(super) fn first(&self, last: usize) -> &[u8] {
        let (first, _) = self.first_and_later(last);
        first
    }
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
        for at in 1..5 {
            for (last, lines) in lasts.iter_mut().zip(groups) {
                if let Some(line) = lines.get(at) {
                    *last = texts.add(*last, line.as_bytes());
                    assert_eq!(texts.add(*last, lines[0].as_bytes()), *last);
                }
            }
        }
        for (last, lines) in lasts.into_iter().zip(groups) {
            assert_eq!(
                texts.lines(last),
                lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>()
            );
            assert_eq!(texts.first(last), lines[0].as_bytes());
        }
    }
}
