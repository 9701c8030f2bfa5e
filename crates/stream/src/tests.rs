//! Runs whole streams over sources and outputs that misbehave.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc;

use super::*;
use urlsift_core::{Detail, Sift};
use urlsift_explain::{SameText, Watched};

/// Returns its bytes in reads of at most `size`.
struct Slow {
    bytes: Vec<u8>,
    size: usize,
    read: usize,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.size.min(buffer.len());
        let mut rest = &self.bytes[self.read..];
        let length = rest.read(&mut buffer[..length])?;
        self.read += length;
        Ok(length)
    }
}

/// Accepts this many bytes, then fails.
struct Full {
    room: usize,
    error: io::ErrorKind,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(self.room);
        self.room -= length;
        if length == 0 {
            Err(self.error.into())
        } else {
            Ok(length)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks for every detail of a line, also while equal texts are listed.
#[derive(Default)]
struct Curious(Vec<String>);

impl RecordWriter for Curious {
    fn record(&mut self, decided: &DecidedRecord<'_>, _: &mut dyn Write) -> io::Result<bool> {
        let mut told = |text: SameText<'_>| {
            let (percent, shape) = (
                decided.similar_to().map_or(0.0, |(_, percent)| percent),
                decided.shape(),
            );
            self.0.push(format!(
                "{} = {} in {}, {percent}",
                text.first,
                text.second,
                shape.unwrap_or_default()
            ));
        };
        decided.explanation(&mut told);
        Ok(false)
    }
}

#[test]
fn a_report_may_ask_for_the_template_while_it_is_told_of_equal_texts() {
    let mut sift = Watched::new(
        Sift::builder()
            .detail(Detail::Explanations)
            .build()
            .unwrap(),
    );
    let mut report = Curious::default();
    let list = b"http://a.test/user/1\nhttp://a.test/user/2\nhttp://a.test/user/3\n";
    Run::new([source(list)])
        .write_records(&mut sift, &mut report, io::sink())
        .unwrap();
    assert_eq!(
        report.0,
        [
            "2 = 1 in http://a.test/user/{int}, 100",
            "3 = 1 in http://a.test/user/{int}, 100"
        ]
    );
}

fn source(bytes: &[u8]) -> Source {
    Source::reader("list", io::Cursor::new(bytes.to_vec()))
}

fn run(run: Run<'_>) -> (Vec<u8>, Summary) {
    let mut sift = Sift::builder().threshold(95.0).build().unwrap();
    let mut output = Vec::new();
    let summary = run.filter(&mut sift, &mut output).unwrap();
    assert_eq!(summary.bytes_out, output.len() as u64);
    (output, summary)
}

fn on_threads<'o>(number: usize, sources: impl IntoIterator<Item = Source>) -> Run<'o> {
    Run::new(sources).threads(NonZeroUsize::new(number).unwrap())
}

/// Returns records of all lengths up to `longest`, each on its own host and every third one
/// repeated, and the records that must be kept.
fn records(total: usize, longest: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut all, mut kept) = (Vec::new(), Vec::new());
    for number in 0.. {
        let path = "a".repeat(number * 37 % longest);
        let record = format!("https://host{number}.example/{path}\n");
        kept.extend_from_slice(record.as_bytes());
        all.extend_from_slice(record.as_bytes());
        if number % 3 == 0 {
            all.extend_from_slice(record.as_bytes());
        }
        if all.len() > total {
            return (all, kept);
        }
    }
    unreachable!("the records are without end")
}

#[test]
fn neither_reads_nor_threads_change_the_output() {
    for (total, longest, sizes) in [
        (2_000, 50, vec![1, 2, 3]),
        (1_500_000, 3_000, vec![4_093, 65_536]),
        (900_000, 300_000, vec![70_001]),
    ] {
        let (all, kept) = records(total, longest);
        for size in sizes {
            for number in [1, 2, 8] {
                let slow = Slow {
                    bytes: all.clone(),
                    size,
                    read: 0,
                };
                let (output, summary) = run(on_threads(number, [Source::reader("slow", slow)]));
                assert!(
                    output == kept,
                    "{total} bytes in reads of {size} for {number} threads"
                );
                assert_eq!(summary.bytes_in, all.len() as u64);
                assert_eq!(summary.records, summary.kept + summary.similar);
            }
        }
    }
}

#[test]
fn too_long_records_pass_in_their_place() {
    let long = "https://host.example/".to_owned() + &"a".repeat(3 * RECORD_LIMIT);
    let list =
        format!("https://a.example/\n{long}\nhttps://b.example/\n{long}\nhttps://a.example/");
    let (output, summary) = run(on_threads(2, [source(list.as_bytes())]));
    let expected = format!("https://a.example/\n{long}\nhttps://b.example/\n{long}\n");
    assert!(output == expected.as_bytes());
    assert_eq!(
        (summary.records, summary.kept, summary.similar, summary.long),
        (5, 2, 1, 2)
    );
    assert_eq!(summary.written, 4);

    let (output, _) = run(on_threads(2, [source(list.as_bytes())]).dropped(true));
    assert_eq!(output, b"https://a.example/\n");
}

#[test]
fn only_records_over_the_limit_are_too_long() {
    for (length, long) in [(RECORD_LIMIT, 0), (RECORD_LIMIT + 1, 1)] {
        let mut record = b"https://host.example/".to_vec();
        record.resize(length, b'a');
        for size in [usize::MAX, 65_521] {
            let slow = Slow {
                bytes: record.clone(),
                size,
                read: 0,
            };
            let (output, summary) = run(on_threads(1, [Source::reader("slow", slow)]));
            assert_eq!(
                (summary.long, summary.kept, summary.records),
                (long, 1 - long, 1)
            );
            assert!(output[..length] == record && output[length..] == *b"\n");
        }
    }
}

#[test]
fn sources_are_one_stream_with_numbers_of_their_own() {
    struct Unreadable(Vec<String>);
    impl RunMonitor for Unreadable {
        fn unreadable(&mut self, source: &str, _: &io::Error) {
            self.0.push(source.to_owned());
        }
    }
    let sources = vec![
        source(b"https://a.example/\nnot a url at all"),
        Source::file("/there/is/no/such/file"),
        source(b""),
        source(b"https://a.example/\n\n\nnothing like a url"),
    ];
    let mut sift = Sift::builder().threshold(95.0).build().unwrap();
    let (mut output, mut unreadable) = (Vec::new(), Unreadable(Vec::new()));
    let summary = on_threads(2, sources)
        .monitor(&mut unreadable)
        .filter(&mut sift, &mut output)
        .unwrap();
    assert_eq!(
        output,
        b"https://a.example/\nnot a url at all\nnothing like a url\n"
    );
    assert_eq!(unreadable.0, ["/there/is/no/such/file"]);
    assert_eq!(
        (summary.unreadable, summary.empty, summary.not_url),
        (1, 2, 2)
    );
    let numbers: Vec<_> = summary
        .not_urls
        .iter()
        .map(|location| location.record)
        .collect();
    assert_eq!(numbers, [2, 4]);
}

#[test]
fn the_first_non_url_can_end_the_run() {
    let list = b"https://a.example/\nhttps://b.example/\nnot a url at all\nhttps://c.example/\n";
    let mut sift = Sift::builder().threshold(95.0).build().unwrap();
    let mut output = Vec::new();
    let run = on_threads(1, [source(list)]).invalid(Invalid::Fail);
    let error = run.filter(&mut sift, &mut output).unwrap_err();
    assert_eq!(error.to_string(), "list:3: not a URL");
    assert!(matches!(error, Error::NotUrl { record, .. } if record == b"not a url at all"));
    assert_eq!(output, b"https://a.example/\nhttps://b.example/\n");
}

#[test]
fn an_output_that_fails_ends_the_run() {
    let (all, _) = records(1_000_000, 3_000);
    for room in [0, 1, 100_000] {
        for number in [1, 2] {
            let attempt = |error| {
                let mut sift = Sift::builder().threshold(95.0).build().unwrap();
                on_threads(number, [source(&all)]).filter(&mut sift, Full { room, error })
            };
            let closed = attempt(io::ErrorKind::BrokenPipe).unwrap();
            assert_eq!(closed.ending, Ending::Closed);
            let error = attempt(io::ErrorKind::StorageFull).unwrap_err();
            assert!(
                matches!(error, Error::Output(cause) if cause.kind() == io::ErrorKind::StorageFull)
            );
        }
    }
}

#[test]
fn an_observer_ends_a_run_that_waits_for_input() {
    /// Returns one record, then waits forever.
    struct Stuck(&'static [u8], mpsc::Receiver<()>);
    impl Read for Stuck {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if !self.0.is_empty() {
                return self.0.read(buffer);
            }
            let _ = self.1.recv();
            Ok(0)
        }
    }
    struct Impatient;
    impl RunMonitor for Impatient {
        fn watch(&mut self, so_far: &Summary) -> ControlFlow<()> {
            if so_far.written > 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }
    let (_held, stuck) = mpsc::channel();
    let sources = vec![Source::reader(
        "stuck",
        Stuck(b"https://a.example/\nhttps://b.exam", stuck),
    )];
    let mut sift = Sift::builder().threshold(95.0).build().unwrap();
    let mut output = Vec::new();
    let summary = on_threads(2, sources)
        .monitor(&mut Impatient)
        .filter(&mut sift, &mut output)
        .unwrap();
    assert_eq!(summary.ending, Ending::Stopped);
    assert_eq!(output, b"https://a.example/\n");
}

#[test]
#[should_panic(expected = "a broken source")]
fn a_source_that_panics_is_not_taken_for_its_end() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("a broken source")
        }
    }
    run(on_threads(1, [Source::reader("broken", Broken)]));
}

/// Collects the records of a run with their numbers.
#[derive(Default)]
struct Collected(Vec<(u64, Vec<u8>)>);

impl RecordWriter for Collected {
    fn record(&mut self, decided: &DecidedRecord<'_>, _: &mut dyn Write) -> io::Result<bool> {
        self.0.push((decided.record, decided.line.to_vec()));
        Ok(true)
    }
}

/// Returns the records of a source that comes in reads of this size.
fn collected(bytes: &[u8], size: usize, threads: usize) -> Vec<(u64, Vec<u8>)> {
    let slow = Slow {
        bytes: bytes.to_vec(),
        size,
        read: 0,
    };
    let mut sift = Sift::builder().build().unwrap();
    let mut records = Collected::default();
    on_threads(threads, [Source::reader("table", slow)])
        .write_records(&mut sift, &mut records, io::sink())
        .unwrap();
    records.0
}

#[test]
fn a_row_of_several_lines_is_decided_once() {
    let table = b"url,title\n\
        https://a.example/user/1,\"two\nlines\"\n\
        https://a.example/user/2,\"three\r\n\r\nlines \"\"x\"\"\"\r\n\
        https://a.example/cart,ok\n\
        https://a.example/user/3,\"open\n\
        https://a.example/help,\"ok\"\n\
        \"https://a.example/login\",\"not closed\n\
        https://a.example/terms,";
    let (output, summary) = run(on_threads(
        2,
        [source(table), source(b"https://b.example/\n\"")],
    ));
    let wanted = "url,title\n\
        https://a.example/user/1,\"two\nlines\"\n\
        https://a.example/cart,ok\n\
        https://a.example/help,\"ok\"\n\
        \"https://a.example/login\",\"not closed\n\
        https://a.example/terms,\n\
        https://b.example/\n\"\n";
    assert_eq!(String::from_utf8_lossy(&output), wanted);
    assert_eq!(
        (summary.records, summary.similar, summary.open_cells),
        (10, 2, 2)
    );

    let (dropped, _) = run(on_threads(1, [source(table)]).dropped(true));
    let wanted = "https://a.example/user/2,\"three\r\n\r\nlines \"\"x\"\"\"\r\n\
        https://a.example/user/3,\"open\n";
    assert_eq!(String::from_utf8_lossy(&dropped), wanted);
}

#[test]
fn a_stray_quote_swallows_no_rows() {
    let table = "url,title\nhttps://a.example/login,\"5 inch\nhttps://a.example/admin,x\n\
        https://a.example/help,7\"\nhttps://a.example/cart,\"two\nlines\"\n";
    for size in [1, 20, usize::MAX] {
        let lines: Vec<_> = collected(table.as_bytes(), size, 2)
            .into_iter()
            .map(|record| record.1)
            .collect();
        assert_eq!(lines.len(), 5, "{size}");
        assert_eq!(lines[4], b"https://a.example/cart,\"two\nlines\"");
    }
}

#[test]
fn the_first_row_below_a_header_of_any_names_may_have_lines() {
    for (header, row) in [
        (
            "title of a report\nurl,title,n",
            "https://a.example/1,\"a\nb\",7",
        ),
        ("Seite;n;Notiz", "https://a.example/1;7;\"a\nb\""),
    ] {
        let table = format!("{header}\n{row}\nhttps://a.example/x\n");
        for size in [1, usize::MAX] {
            let records = collected(table.as_bytes(), size, 1);
            let lines = header.lines().count();
            assert_eq!(records.len(), lines + 2, "{header}");
            assert_eq!(records[lines].1, row.as_bytes());
        }
    }
}

#[test]
fn another_header_among_the_rows_is_followed() {
    let rows = "https://a.example/user/1,1\nhttps://a.example/user/2,\"x\nid,url\n\"\n";
    let others = "3,https://a.example/user/3\n4,https://a.example/cart\n";
    let table = format!("url,n\n{rows}id,url\n{others}");
    for size in [1, 13, usize::MAX] {
        for threads in [1, 2] {
            let slow = Slow {
                bytes: table.as_bytes().to_vec(),
                size,
                read: 0,
            };
            let (output, summary) = run(on_threads(threads, [Source::reader("table", slow)]));
            let wanted = "url,n\nhttps://a.example/user/1,1\nid,url\n4,https://a.example/cart\n";
            assert_eq!(String::from_utf8_lossy(&output), wanted, "{size}");
            assert_eq!((summary.headers, summary.not_url), (2, 0), "{size}");
        }
    }
}

#[test]
fn a_row_of_more_than_the_limit_is_lines() {
    let head = "url,title\nhttps://a.example/user/1,\"";
    let row = "https://a.example/user/1,\"\"\n".len();
    for (length, is_row) in [(RECORD_LIMIT, true), (RECORD_LIMIT + 1, false)] {
        let cell = "line\n".repeat(length / 5 + 1);
        let cell = &cell[..length + 1 - row];
        let table = format!("{head}{cell}\"\nhttps://a.example/cart,\"two\nlines\"\n");
        for size in [usize::MAX, 60_013] {
            let records = collected(table.as_bytes(), size, 2);
            assert_eq!(
                records.len() == 3,
                is_row,
                "{length} bytes in reads of {size}"
            );
            assert_eq!(
                records[records.len() - 1].1,
                b"https://a.example/cart,\"two\nlines\""
            );
        }
    }
}

#[test]
fn a_table_in_a_list_of_sources_does_not_cut_the_others() {
    let table = b"url,title\nhttps://a.example/1,\"x\ny";
    let list = b"https://b.example/\n\"a\nb\"\n";
    let (output, summary) = run(on_threads(1, [source(list), source(table), source(list)]));
    assert_eq!(
        output,
        b"https://b.example/\n\"a\nb\"\nurl,title\nhttps://a.example/1,\"x\ny\n"
    );
    assert_eq!(summary.records, 9);
}

mod rows {
    use super::*;
    use proptest::prelude::*;

    /// Writes a cell as RFC 4180 has it.
    fn quoted(cell: &str) -> String {
        format!("\"{}\"", cell.replace('"', "\"\""))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Rows come out whole, once and in order, however they arrive.
        #[test]
        fn rows_are_records(
            cells in prop::collection::vec(
                ("[a-z]{1,4}", "[a-z,\";\t]{0,5}((\r?\n)[a-z,\"]{0,5}){0,3}"), 0..40),
            size in 1_usize..300,
            threads in 1_usize..3,
            is_url_first: bool,
            has_last_end: bool,
            separator in ",|;|\t|\\|",
        ) {
            let header = if is_url_first { ["url", "title"] } else { ["title", "url"] };
            let mut rows = vec![header.join(&separator)];
            for (number, (host, title)) in cells.iter().enumerate() {
                let url = format!("https://{host}.example/x/{number}");
                let title = quoted(title);
                let cells = if is_url_first { [url, title] } else { [title, url] };
                rows.push(cells.join(&separator));
            }
            let mut table = rows.join("\n");
            if has_last_end {
                table.push('\n');
            }
            let mut wanted = Vec::new();
            let mut line = 1;
            for row in rows {
                let lines = row.matches('\n').count() as u64 + 1;
                wanted.push((line, row.into_bytes()));
                line += lines;
            }
            prop_assert_eq!(collected(table.as_bytes(), size, threads), wanted);
        }

        /// The records of any text below a header make up the text, and do not depend on how it
        /// arrives.
        #[test]
        fn any_text_comes_out_whole(
            text in "(https://a\\.example/[a-z]|[a-z,\"\r\n]|\",|,\"|\"\n){0,120}",
            size in 1_usize..40,
            threads in 1_usize..3,
        ) {
            let table = format!("url,title,n\n{text}\n");
            let records = collected(table.as_bytes(), size, threads);
            let mut joined = Vec::new();
            let mut line = 1;
            for (number, record) in &records {
                prop_assert_eq!(*number, line);
                line += memchr::memchr_iter(b'\n', record).count() as u64 + 1;
                joined.extend_from_slice(record);
                joined.push(b'\n');
            }
            prop_assert_eq!(&joined, table.as_bytes());
            prop_assert_eq!(collected(table.as_bytes(), usize::MAX, 1), records);
        }
    }
}
