//! The public suffix list: tells the registered part of a host name.
//!
//! Mozilla's list is kept as a table of hashes of its names, which is a tenth of the same list as
//! code. The tests write the table from the crate `psl`, and compare every name of it with that
//! crate: `UPDATE=1 cargo test -p urlsift-url suffixes`. A name outside the list shares a hash with
//! one in it by a chance of 1 in 10^9.

use crate::hash::{FNV, fnv};

/// The owner of the names below a public suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Registry {
    /// A registry of domains.
    Domains,
    /// A private owner of a domain, such as a hosting service.
    Private,
}

/// A public suffix, in the name that it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffix<'n> {
    /// The bytes of the suffix, with the dot at the end of the name if there is one.
    pub name: &'n [u8],
    /// The owner. `None`: the list has no rule for the name, and its last label is taken.
    pub registry: Option<Registry>,
}

/// The entries, sorted: 44 bits of the hash of a name, then two bits for its own rule and two for
/// the rule of all names one label longer.
static TABLE: &[u8] = include_bytes!("suffixes.bin");

/// The length of an entry in bytes.
const ENTRY: usize = 6;

/// Names with this rule are excepted from the rule of all names of their length.
const EXCEPTED: u64 = 3;

/// Returns the public suffix of a name in lower case: one label if the list has no rule for it.
///
/// ```
/// use urlsift_url::suffixes::{Registry, suffix};
///
/// let found = suffix(b"www.example.co.uk").expect("it has labels");
/// assert_eq!((found.name, found.registry), (&b"co.uk"[..], Some(Registry::Domains)));
/// ```
pub fn suffix(name: &[u8]) -> Option<Suffix<'_>> {
    let whole = name.strip_suffix(b".").unwrap_or(name);
    let mut end = whole.len();
    // Names are read from their ends.
    let mut hash = FNV;
    let mut longer = 0;
    let mut found: Option<Suffix<'_>> = None;
    loop {
        let start = last_label(&whole[..end]);
        for &byte in whole[start..end].iter().rev() {
            hash = fnv(hash, byte);
        }
        let entry = SuffixRules::of(hash);
        // A name in the table has its own rule or none.
        let rule = match &entry {
            Some(rules) => rules.own,
            None => longer,
        };
        if rule == EXCEPTED {
            return Some(Suffix {
                name: &name[end + 1..],
                registry: registry(longer),
            });
        }
        if rule != 0 || found.is_none() {
            found = Some(Suffix {
                name: &name[start..],
                registry: registry(rule),
            });
        }
        let Some(rules) = entry.filter(|_| start > 0) else {
            return found.filter(|suffix| !suffix.name.is_empty());
        };
        end = start - 1;
        hash = fnv(hash, b'.');
        longer = rules.longer;
    }
}

/// Returns the offset of the last label of a name.
fn last_label(name: &[u8]) -> usize {
    match memchr::memrchr(b'.', name) {
        Some(dot) => dot + 1,
        None => 0,
    }
}

/// Returns the registrable domain of a name in lower case, the suffix and the label before it; and
/// its suffix.
pub fn domain(name: &[u8]) -> Option<(&[u8], Suffix<'_>)> {
    let suffix = suffix(name)?;
    let before = name.len().checked_sub(suffix.name.len() + 1)?;
    if before == 0 {
        return None;
    }
    Some((&name[last_label(&name[..before])..], suffix))
}

fn registry(rule: u64) -> Option<Registry> {
    match rule {
        1 => Some(Registry::Domains),
        2 => Some(Registry::Private),
        _ => None,
    }
}

/// The rules of a name in the table.
struct SuffixRules {
    own: u64,
    /// The rule of all names one label longer.
    longer: u64,
}

impl SuffixRules {
    /// Returns the rules of the name with this hash, if it is in the table.
    fn of(hash: u64) -> Option<Self> {
        let (entries, _) = TABLE.as_chunks::<ENTRY>();
        let at = entries.partition_point(|entry| number(*entry) >> 4 < hash >> 20);
        let entry = number(*entries.get(at)?);
        if entry >> 4 != hash >> 20 {
            return None;
        }
        Some(Self {
            own: entry >> 2 & 3,
            longer: entry & 3,
        })
    }
}

fn number(entry: [u8; ENTRY]) -> u64 {
    let mut number = 0;
    for byte in entry {
        number = number << 8 | u64::from(byte);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::{env, fs};

    /// Reads the rules that the crate `psl` is made from, each also as it is sent over the network.
    fn rules() -> Vec<String> {
        let home = env::var("CARGO_HOME")
            .unwrap_or_else(|_| format!("{}/.cargo", env::var("HOME").unwrap_or_default()));
        let lock = fs::read_to_string("../../Cargo.lock").expect("there is a lock file");
        let (_, version) = lock
            .split_once("name = \"psl\"\nversion = \"")
            .expect("tests depend on psl");
        let folder = format!("psl-{}", version.split('"').next().unwrap_or_default());
        let sources =
            fs::read_dir(format!("{home}/registry/src")).expect("crates are unpacked there");
        let rules = sources
            .filter_map(|registry| Some(registry.ok()?.path().join(&folder).join("data/rules.txt")))
            .find_map(|rules| fs::read_to_string(rules).ok())
            .expect("psl has its rules");
        let sent = |rule: &str| {
            let (mark, name) =
                rule.split_at(rule.len() - rule.trim_start_matches(['!', '*', '.']).len());
            let url = url::Url::parse(&format!("http://{name}/")).expect("rules are names");
            format!("{mark}{}", url.host_str().expect("it has a host"))
        };
        rules
            .lines()
            .flat_map(|rule| [rule.to_owned(), sent(rule)])
            .collect()
    }

    /// Returns the names in the list and above those, each with its own rule and that of longer
    /// names.
    fn nodes() -> BTreeMap<String, (u64, u64)> {
        let rule = |name: &str| match psl::suffix(name.as_bytes()).and_then(|suffix| suffix.typ()) {
            Some(psl::Type::Icann) => 1,
            Some(psl::Type::Private) => 2,
            None => 0,
        };
        let mut nodes = BTreeMap::<String, (u64, u64)>::new();
        for typed in rules() {
            let name = typed.trim_start_matches(['!', '*', '.']);
            for (dot, _) in name.match_indices('.') {
                nodes.entry(name[dot + 1..].to_owned()).or_default();
            }
            let node = nodes.entry(name.to_owned()).or_default();
            match typed.as_bytes()[0] {
                b'*' => node.1 = rule(&format!("zork.{name}")),
                b'!' => node.0 = EXCEPTED,
                _ => node.0 = rule(name),
            }
        }
        nodes
    }

    fn hash(name: &str) -> u64 {
        name.bytes().rfold(FNV, fnv)
    }

    #[test]
    fn the_table_is_that_of_the_list() {
        let nodes = nodes();
        let mut entries: Vec<u64> = nodes
            .iter()
            .map(|(name, (own, longer))| hash(name) >> 20 << 4 | own << 2 | longer)
            .collect();
        entries.sort_unstable();
        entries.dedup_by_key(|entry| *entry >> 4);
        assert_eq!(entries.len(), nodes.len(), "two names share a hash");
        let table: Vec<u8> = entries
            .iter()
            .flat_map(|entry| entry.to_be_bytes()[2..].to_vec())
            .collect();
        if env::var_os("UPDATE").is_some() {
            fs::write("src/suffixes.bin", &table).expect("the table can be written");
        }
        assert!(
            TABLE == table,
            "`UPDATE=1 cargo test -p urlsift-url suffixes` writes it anew"
        );
    }

    #[test]
    fn suffixes_and_domains_are_those_of_the_list() {
        let compare = |name: &str| {
            let wanted = psl::suffix(name.as_bytes());
            let found = suffix(name.as_bytes());
            assert_eq!(
                found.map(|suffix| suffix.name),
                wanted.map(|suffix| suffix.as_bytes()),
                "{name}"
            );
            let registry = wanted
                .and_then(|suffix| suffix.typ())
                .map(|owner| match owner {
                    psl::Type::Icann => Registry::Domains,
                    psl::Type::Private => Registry::Private,
                });
            assert_eq!(found.and_then(|suffix| suffix.registry), registry, "{name}");
            let wanted = psl::domain(name.as_bytes());
            assert_eq!(
                domain(name.as_bytes()).map(|(domain, _)| domain),
                wanted.as_ref().map(psl::Domain::as_bytes),
                "{name}"
            );
        };
        let nodes = nodes();
        assert!(nodes.len() > 10_000);
        for name in nodes.keys() {
            compare(name);
            for before in ["zork", "www", "a.zork", "a.b.www", "s3", "xn--zork-1ra"] {
                compare(&format!("{before}.{name}"));
                compare(&format!("{before}.{name}."));
                compare(&format!("{before}{name}"));
                compare(&format!("{name}.{before}"));
            }
        }
        for name in [
            "", ".", "..", "a", "a.", ".a", "a..", "b.a..", "a..b", "..com", ".com", "com..",
            "10.0.0.1",
        ] {
            compare(name);
        }
    }
}
