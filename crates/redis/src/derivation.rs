//! Derives the hashes of a frame from its lines.
//!
//! The keys of kept lines, what these taught, and their hosts follow from the lines, the settings
//! and the key of hashes. So a filter that knows nothing reads the lines of a frame in its order,
//! and only what it derives wrongly is stored: it does not know the lines that were dropped, nor
//! what earlier frames taught.
//!
//! One function serves both directions: writing strips what can be derived, reading restores it.
//! The settings are read from the [identity](super::PrefixSettings) of the prefix, so all processes
//! and tools derive the same. Rules for URLs and parameters are only a digest there, so nothing is
//! derived where these are set.

use std::borrow::Cow;
use std::collections::BTreeMap;
use urlsift_core::Sift;
use urlsift_core::learn::Fact;
use urlsift_core::settings::ByName;
use urlsift_memory::entries::{Entry, Lookup, Unremembered};
use urlsift_memory::{Host, Recorder};

/// What one process stored of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part<'e> {
    pub host: Host,
    /// The number of the process.
    pub owner: u64,
    pub entries: Cow<'e, [u8]>,
}

/// A filter that reads kept lines again.
pub(crate) struct Derivation {
    recorder: Recorder,
    policy: Unremembered,
    /// Whether lessons are stored with the groups that taught them.
    teaches: bool,
}

impl Derivation {
    /// Builds the filter of an identity. `None`: its settings cannot be read from there, or are of
    /// other rules.
    pub(crate) fn new(identity: &str, seed: [u64; 2], teaches: bool) -> Option<Self> {
        let mut builder = Sift::builder();
        for line in identity.lines().skip(1) {
            let (name, value) = line.split_once(' ')?;
            for item in setting_items(value) {
                builder = builder.set(name, item).ok()?;
            }
        }
        if builder.view().identity() != identity {
            return None;
        }
        let recorder = Recorder::new(builder.seed(seed)).ok()?;
        Some(Self {
            recorder,
            policy: Unremembered::default(),
            teaches,
        })
    }

    /// Strips derived hashes from parts, or restores them. `None`: the parts are damaged.
    pub(crate) fn strip_or_restore(&mut self, parts: &mut [Part<'_>]) -> Option<()> {
        self.policy.forget_facts();
        for part in parts {
            self.convert(part)?;
        }
        Some(())
    }

    fn convert(&mut self, part: &mut Part<'_>) -> Option<()> {
        // Groups with their counts come first, then lessons, then all other entries.
        let mut groups = Vec::with_capacity(part.entries.len());
        let mut others = Vec::new();
        let mut stored = Vec::new();
        // What follows from the lines.
        let mut derived = DerivedLessons::new();
        let mut host = None;
        for entry in Entry::parse_all(&part.entries) {
            match entry? {
                Entry::Learned(lesson) => stored.push(lesson),
                Entry::Kept(mut kept) => {
                    if let Lookup::Keys(keys) = kept.lookup
                        && !kept.line.is_empty()
                        && let Some(follows) = self.recorder.derive(kept.line, &mut self.policy)
                    {
                        if self.teaches {
                            derived.extend(follows.facts.iter().map(place_of));
                        }
                        host.get_or_insert(follows.host);
                        if keys.is_empty() {
                            kept.lookup = Lookup::Keys(follows.keys);
                        } else if keys == follows.keys {
                            kept.lookup = Lookup::Keys(&[]);
                        }
                    }
                    Entry::Kept(kept).write(&mut groups);
                }
                met @ Entry::Met(_) => met.write(&mut groups),
                other => other.write(&mut others),
            }
        }
        for lesson in stored {
            let (place, bits) = place_of(&lesson);
            if derived.insert(place, bits) == Some(bits) {
                derived.remove(&place);
            }
        }
        for (place, bits) in derived {
            let lesson = match place {
                LessonPlace::Word(word) => Fact::Word(word),
                LessonPlace::Position(position) => Fact::Position(position, bits),
            };
            Entry::Learned(lesson).write(&mut groups);
        }
        groups.append(&mut others);
        if let Some(host) = host {
            part.host = Host::from_number(part.host.number() ^ host.number());
        }
        part.entries = groups.into();
        Some(())
    }
}

/// Returns the items of a setting that may be a list of texts.
fn setting_items(value: &str) -> Vec<&str> {
    let list = value.strip_prefix("[\"");
    match list.and_then(|items| items.strip_suffix("\"]")) {
        Some(items) => items.split("\", \"").collect(),
        None => vec![value],
    }
}

/// The bits of lessons by their places.
type DerivedLessons = BTreeMap<LessonPlace, u16>;

/// What a lesson is about: words come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LessonPlace {
    Word(u64),
    Position(u64),
}

/// Returns the place of a lesson among others, and its bits.
fn place_of(lesson: &Fact) -> (LessonPlace, u16) {
    match *lesson {
        Fact::Word(word) => (LessonPlace::Word(word), 0),
        Fact::Position(position, bits) => (LessonPlace::Position(position), bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{FrameForm, pack, unpack};
    use std::sync::{Arc, Mutex};
    use urlsift_core::{Builder, Error};
    use urlsift_memory::entries::{Kept, compact, written};
    use urlsift_memory::{Changes, EachHost, Session, Settings, Start, Store};

    const SEED: [u64; 2] = [3, 4];

    /// A store that holds the last commit.
    #[derive(Clone, Default)]
    struct LastCommit(Arc<Mutex<Vec<Part<'static>>>>);

    impl Store for LastCommit {
        fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
            Ok(Start::new(wanted))
        }

        fn load(&mut self, _: &[Host], _: &mut EachHost<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
            let mut parts = Vec::new();
            for (host, entries) in changes.entries {
                let entries = compact(entries).expect("they are whole");
                parts.push(Part {
                    host: *host,
                    owner: 1,
                    entries: entries.into(),
                });
            }
            *self.0.lock().expect("nothing panics") = parts;
            Ok(())
        }
    }

    /// What a filter notes of lines of two hosts, some of which it drops, and of a line that is no
    /// URL.
    fn noted(builder: Builder) -> Vec<Part<'static>> {
        let store = LastCommit::default();
        let settings = builder.seed(SEED);
        let mut session = Session::open(settings, store.clone()).expect("the settings are valid");
        let mut admit = |line: &str| {
            session.set_times([0]);
            session.admit(line.as_bytes()).expect("nothing fails");
        };
        for word in [
            "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian",
        ] {
            for path in ["zork", "user", "zork/blue/page", "tag"] {
                admit(&format!("https://a.test/{path}/{word}?id=3"));
            }
            admit(&format!("https://{word}.test/one/two-three-four"));
        }
        admit("no url");
        session.end(None).expect("nothing fails");
        let parts = store.0.lock().expect("nothing panics");
        parts.clone()
    }

    fn derivation(builder: &Builder, teaches: bool) -> Option<Derivation> {
        let derivation = Derivation::new(&builder.view().identity(), SEED, teaches);
        assert!(derivation.is_some(), "its settings can be read");
        derivation
    }

    fn sorted(mut parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
        parts.sort_by_key(|part| (part.host, part.owner));
        parts
    }

    /// Packs parts with a derivation, checks that they come back, and returns the lengths of the
    /// frame and of one in which nothing is derived.
    fn lengths(parts: &[Part<'static>], derivation: &mut Option<Derivation>) -> (usize, usize) {
        let frame = pack(parts.to_vec(), FrameForm::Derived, derivation).expect("they are whole");
        let read = unpack(&frame, derivation).expect("it is whole");
        assert_eq!(sorted(read.clone()), sorted(parts.to_vec()));
        let again = pack(read, FrameForm::Derived, derivation);
        assert_eq!(again.as_ref(), Some(&frame), "nothing is left to derive");
        for end in 0..frame.len() {
            assert_eq!(unpack(&frame[..end], derivation), None, "{end}");
        }
        let whole = pack(parts.to_vec(), FrameForm::Derivable, derivation).expect("they are whole");
        assert_eq!(
            sorted(unpack(&whole, derivation).expect("it is whole")),
            sorted(parts.to_vec())
        );
        (frame.len(), whole.len())
    }

    #[test]
    fn most_hashes_follow_from_the_lines() {
        let settings: [fn(Builder) -> Builder; 4] = [
            |builder| builder,
            |builder| builder.learn(false),
            |builder| {
                builder
                    .ignore_params(["colour", "si*e"])
                    .threshold(97.5)
                    .protect(["a b"])
            },
            |builder| {
                builder
                    .literal(true)
                    .set("weights", "host=3,path=4")
                    .expect("they are weights")
            },
        ];
        for set in settings {
            let builder = set(Sift::builder());
            let (parts, mut derivation) = (noted(builder.clone()), derivation(&builder, true));
            let hashes = |entry: Option<Entry<'_>>| match entry.expect("it is whole") {
                Entry::Kept(Kept {
                    lookup: Lookup::Keys(keys),
                    ..
                }) => keys.len(),
                Entry::Learned(_) => 8,
                _ => 0,
            };
            let hashes: usize = parts
                .iter()
                .flat_map(|part| Entry::parse_all(&part.entries).map(hashes))
                .sum();
            let (derived, whole) = lengths(&parts, &mut derivation);
            assert!(
                whole - derived > hashes * 2 / 3,
                "{derived} of {whole} with {hashes} of hashes"
            );
        }
    }

    #[test]
    fn what_does_not_follow_is_stored() {
        let (parts, usual) = (noted(Sift::builder()), Sift::builder());
        let mut at = 0;
        let changes: [for<'e> fn(usize, Entry<'e>) -> Vec<Entry<'e>>; 5] = [
            // Other keys, none, another state of a position, words that are missing or many.
            |at, entry| match entry {
                Entry::Kept(kept) if at % 2 == 0 => {
                    vec![Entry::Kept(Kept {
                        lookup: Lookup::Keys(&[7; 16]),
                        ..kept
                    })]
                }
                entry => vec![entry],
            },
            |_, entry| match entry {
                Entry::Kept(kept) => vec![Entry::Kept(Kept {
                    lookup: Lookup::Keys(&[]),
                    ..kept
                })],
                entry => vec![entry],
            },
            |at, entry| match entry {
                Entry::Learned(Fact::Position(at, bits)) => {
                    vec![Entry::Learned(Fact::Position(at, bits ^ 1))]
                }
                Entry::Learned(_) if at % 3 == 0 => Vec::new(),
                entry => vec![entry, Entry::Learned(Fact::Word(at as u64))],
            },
            |_, entry| match entry {
                Entry::Learned(_) => Vec::new(),
                entry => vec![entry],
            },
            |at, entry| match entry {
                Entry::Kept(_) => Vec::new(),
                entry => vec![
                    entry,
                    Entry::Sample {
                        id: 1,
                        line: at as u64,
                    },
                ],
            },
        ];
        for change in changes {
            let mut others = parts.clone();
            for part in &mut others {
                let entries =
                    Entry::parse_all(&parts[0].entries).chain(Entry::parse_all(&part.entries));
                let entries = entries.flat_map(|entry| {
                    at += 1;
                    change(at, entry.expect("it is whole"))
                });
                part.entries = compact(&written(entries)).expect("it is whole").into();
            }
            for teaches in [true, false] {
                lengths(&others, &mut derivation(&usual, teaches));
            }
        }
        // Parts of several processes, and hosts that are not those of their lines.
        let mut strange = parts.clone();
        strange.extend(parts.iter().map(|part| Part {
            owner: 7,
            ..part.clone()
        }));
        strange.extend(parts.iter().map(|part| Part {
            host: Host::from_number(part.host.number() ^ 5),
            ..part.clone()
        }));
        lengths(&strange, &mut derivation(&usual, true));
    }

    /// As after a change of a list of words.
    #[test]
    fn who_derives_other_hashes_has_the_same_lines_under_its_own() {
        let parts = noted(Sift::builder());
        let frame = pack(
            parts.clone(),
            FrameForm::Derived,
            &mut derivation(&Sift::builder(), true),
        )
        .expect("whole");
        let lines = |parts: &[Part<'_>]| -> Vec<Vec<u8>> {
            let all = parts
                .iter()
                .flat_map(|part| Entry::parse_all(&part.entries));
            let line = |entry: Option<Entry<'_>>| match entry.expect("it is whole") {
                Entry::Kept(Kept {
                    lookup: Lookup::Keys(keys),
                    line,
                    ..
                }) => {
                    assert!(!keys.is_empty(), "it is found");
                    Some(line.to_vec())
                }
                _ => None,
            };
            all.filter_map(line)
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect()
        };
        for mut other in [
            Derivation::new(&Sift::builder().view().identity(), [3, 5], true),
            derivation(&Sift::builder().learn(false), true),
            derivation(&Sift::builder().protect(["quartz"]), true),
            derivation(&Sift::builder(), false),
        ] {
            let read = unpack(&frame, &mut other).expect("it is whole");
            assert_ne!(sorted(read.clone()), sorted(parts.clone()));
            assert_eq!(lines(&read), lines(&parts));
        }
        assert_eq!(unpack(&frame, &mut None), None);
    }

    #[test]
    fn damage_is_an_error_or_changes_nothing() {
        let mut derivation = derivation(&Sift::builder(), true);
        let frame = pack(noted(Sift::builder()), FrameForm::Derived, &mut derivation)
            .expect("they are whole");
        let whole = unpack(&frame, &mut derivation);
        for at in 0..frame.len() {
            let mut damaged = frame.clone();
            damaged[at] ^= 1;
            let read = unpack(&damaged, &mut derivation);
            assert!(read.is_none() || read == whole, "{at}");
        }
    }

    #[test]
    fn settings_that_cannot_be_read_back_derive_nothing() {
        let usual = Sift::builder().view().identity();
        let rules = Sift::builder()
            .set("rules", "example.com /colour/* same")
            .expect("it is a rule");
        let others = [
            rules.view().identity(),
            Sift::builder().protect(["a\"b"]).view().identity(),
            format!("{usual}\nremember keys"),
            usual.replace("rules 0", "rules 9"),
            String::new(),
        ];
        for identity in others {
            assert!(
                Derivation::new(&identity, SEED, true).is_none(),
                "{identity}"
            );
        }
    }
}
