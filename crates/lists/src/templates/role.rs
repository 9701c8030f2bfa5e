//! The role of a parameter: what it does for the page, and how that is known.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::sync::LazyLock;
use urlsift_core::named;

named! {
    /// The evidence for a role.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Evidence {
        /// The filter compares its value, because its name is listed as that of a selector, or
        /// because the list taught so.
        Compared = "compared",
        /// All values that were seen are of one kind.
        Values = "values",
        /// Most programs use the name so.
        Name = "name",
    }
}

/// The effect of a parameter.
///
/// ```
/// let list = ["//a.example/find?sort=up&token=7&to=//b.example&zork=1"];
/// let templates = urlsift::lists::Templates::of(urlsift::Sift::builder(), list)?;
/// let endpoint = templates.endpoints().next().expect("there is one");
/// let roles = endpoint.parameters().into_iter().map(|it| it.role().map(|role| role.name));
/// assert_eq!(roles.collect::<Vec<_>>(), [Some("sorts"), Some("url"), Some("credential"), None]);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParameterRole {
    /// Its name in JSON: `sorts`. All are in `roles.txt`.
    pub name: &'static str,
    /// Its effect in words: `arranges what is listed`.
    pub does: &'static str,
    /// The evidence for it.
    pub evidence: Evidence,
}

impl ParameterRole {
    /// Returns the role of a parameter with this name, as templates show it, and these classes and
    /// values; `None` if nothing speaks for one.
    pub(super) fn of(
        name: &str,
        selects: bool,
        classes: &[(&str, u64)],
        values: &[String],
    ) -> Option<Self> {
        let listed = |wanted: &str, evidence| {
            for (name, does, _) in roles() {
                if name == wanted {
                    return Some(Self {
                        name,
                        does,
                        evidence,
                    });
                }
            }
            None
        };
        if selects {
            return listed("acts", Evidence::Compared);
        }
        let without_url = name.strip_suffix("={url}");
        let key = without_url.unwrap_or(name);
        let key = key.trim_end_matches("[]").to_ascii_lowercase();
        let mut by_name = None;
        if let Some(&(name, does)) = BY_NAME.get(&*key) {
            by_name = Some(Self {
                name,
                does,
                evidence: Evidence::Name,
            });
        }
        // Where to go next, and whence, are URLs too.
        let may_have_url = by_name.is_some_and(|it| ["next", "tracks", "url"].contains(&it.name));
        if without_url.is_some() && !may_have_url {
            return listed("url", Evidence::Values);
        }
        if by_name.is_some() {
            return by_name;
        }
        let are_paths = classes.iter().all(|(class, _)| *class == "path");
        let are_files = values.iter().all(|value| is_file(value));
        if (are_paths && !classes.is_empty()) || (are_files && values.len() >= 2) {
            return listed("file", Evidence::Values);
        }
        None
    }
}

/// Returns whether a value ends like the name of a file.
fn is_file(value: &str) -> bool {
    let Some((name, end)) = value.rsplit_once('.') else {
        return false;
    };
    let is_extension =
        (2..=4).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphabetic());
    !name.is_empty() && is_extension
}

/// Shows `arranges what is listed, by its name`.
impl Display for ParameterRole {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.does)?;
        f.write_str(match self.evidence {
            Evidence::Compared => "",
            Evidence::Values => ", by its values",
            Evidence::Name => ", by its name",
        })
    }
}

/// Each role and what it does, by the names that have it.
static BY_NAME: LazyLock<HashMap<&str, (&str, &str)>> = LazyLock::new(|| {
    let mut by_name = HashMap::new();
    for (role, does, names) in roles() {
        for name in names.split_whitespace() {
            by_name.insert(name, (role, does));
        }
    }
    by_name
});

/// Returns each role, what it does, and the names that have it.
fn roles() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    include_str!("roles.txt")
        .split("\n> ")
        .skip(1)
        .filter_map(|part| {
            let (head, names) = part.split_once('\n')?;
            let (name, does) = head.split_once(": ")?;
            Some((name, does, names))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str, class: &str, values: &[&str]) -> Option<(&'static str, &'static str)> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let role = ParameterRole::of(name, false, &[(class, 7)], &values)?;
        Some((role.name, role.evidence.name()))
    }

    #[test]
    fn names_and_values_speak_for_roles() {
        for (name, class, values, wanted) in [
            ("Sort_By", "word", &["asc"][..], Some(("sorts", "name"))),
            ("ids[]", "value", &["7"], Some(("names", "name"))),
            ("next", "path", &["/a"], Some(("next", "name"))),
            ("return_to={url}", "url", &[], Some(("next", "name"))),
            ("zork={url}", "url", &[], Some(("url", "values"))),
            ("zork", "path", &["/a"], Some(("file", "values"))),
            (
                "zork",
                "word",
                &["a.pdf", "b.txt"],
                Some(("file", "values")),
            ),
            ("zork", "value", &["1.5", "2.25"], None),
            ("zork", "word", &["a"], None),
            ("{}", "value", &["7"], None),
        ] {
            assert_eq!(role(name, class, values), wanted, "{name} {values:?}");
        }
    }

    #[test]
    fn each_name_has_one_role() {
        let mut names: Vec<&str> = roles()
            .flat_map(|(.., names)| names.split_whitespace())
            .collect();
        assert!(names.iter().all(|name| name.to_ascii_lowercase() == *name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), roles().count()), (count, 15));
    }
}
