//! A list that names no host for some paths, beside one that names a host for all of its own.

use std::cmp::Reverse;
use std::collections::HashSet;

use urlsift::lists::{Template, Templates};

use crate::app::show::message::{harmless, say};

/// A list whose paths without a host are read as those of a host of the other list.
pub(super) struct SilentSide {
    /// The origin of that host.
    pub(super) base: String,
    name: &'static str,
    other: &'static str,
    /// The number of hosts that the other list has.
    hosts: usize,
}

impl SilentSide {
    /// Finds it, with the host that has the most of its paths. With several hosts, one of them has
    /// to have some.
    pub(super) fn of(sides: &[Templates; 2]) -> Option<Self> {
        let [old, new] = sides;
        let (silent, speaking, name, other) = match sides.each_ref().map(is_silent) {
            [true, false] => (old, new, "OLD", "NEW"),
            [false, true] => (new, old, "NEW", "OLD"),
            _ => return None,
        };
        let mut paths = HashSet::new();
        for template in silent {
            if has_no_host(template) {
                paths.insert(tokens(template));
            }
        }
        let mut hosts = Vec::new();
        for of_host in speaking.hosts() {
            if !of_host[0].scheme.is_empty() {
                continue;
            }
            let shared = of_host.iter().filter(|it| paths.contains(&tokens(it)));
            let shared = shared.count();
            hosts.push((Reverse(shared), &of_host[0].host));
        }
        let count = hosts.len();
        let (Reverse(shared), host) = hosts.into_iter().min()?;
        if count > 1 && shared == 0 {
            return None;
        }
        Some(Self {
            base: format!("https://{host}"),
            name,
            other,
            hosts: count,
        })
    }

    pub(super) fn tell(&self) {
        let Self {
            name, other, hosts, ..
        } = self;
        let base = harmless(&self.base);
        let mut among = String::new();
        if *hosts > 1 {
            among = format!(", which has most of them among the {hosts} hosts of {other}");
        }
        say(format_args!(
            "{name} names no host: its paths are read as those of {base}{among}"
        ));
    }
}

fn is_silent(list: &Templates) -> bool {
    list.iter().any(has_no_host)
}

fn has_no_host(template: &Template) -> bool {
    template.host.is_empty() && template.scheme.is_empty()
}

/// Returns the path as it is compared.
fn tokens(template: &Template) -> Vec<&str> {
    template.path.iter().map(|node| &*node.token).collect()
}
