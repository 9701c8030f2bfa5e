//! Paths with expressions of URI templates (RFC 6570), which some tools write into descriptions.
//!
//! | expression | stands for |
//! |---|---|
//! | `{a}`, `{+a}`, `{a*}`, `{a:3}` | a segment that varies |
//! | `{/a}` | a further segment, which may be missing |
//! | `{;a}` | a parameter of the segment, `;a=` |
//! | `{.a}` | an extension |
//! | `{?a,b}`, `{&a}` | parameters of the query |
//! | `{#a}` | a fragment, which servers do not see |

/// Maximum paths that one path stands for.
const PATHS: usize = 8;

/// What a path stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExpandedPath {
    /// Paths with placeholders.
    pub paths: Vec<String>,
    /// The parameters of its query, `name=`.
    pub query: Vec<String>,
}

/// Expands the expressions of a path.
pub(crate) fn expand(path: &str) -> ExpandedPath {
    let mut paths = vec![String::new()];
    let mut query = Vec::new();
    let mut rest = path;
    while let Some((text, behind)) = rest.split_once('{') {
        let Some((expression, behind)) = behind.split_once('}') else {
            break;
        };
        append(&mut paths, text);
        let names = expression.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']);
        let names = names.split(',').map(name).filter(|name| !name.is_empty());
        match expression.bytes().next() {
            Some(b'/') => {
                let mut longer = paths.clone();
                for name in names {
                    append(&mut longer, &format!("/{{{name}}}"));
                    let room = PATHS.saturating_sub(paths.len());
                    paths.extend(longer.iter().take(room).cloned());
                }
            }
            Some(b';') => {
                for name in names {
                    append(&mut paths, &format!(";{name}="));
                }
            }
            Some(b'.') => {
                for name in names {
                    append(&mut paths, &format!(".{{{name}}}"));
                }
            }
            Some(b'?' | b'&') => query.extend(names.map(|name| format!("{name}="))),
            Some(b'#') => {}
            Some(b'+') => {
                for name in names {
                    append(&mut paths, &format!("{{{name}}}"));
                }
            }
            _ => {
                let plain = expression.trim_end_matches('*');
                append(&mut paths, &format!("{{{plain}}}"));
            }
        }
        rest = behind;
    }
    append(&mut paths, rest);
    ExpandedPath { paths, query }
}

/// Returns the name of a variable without what is said of its length and form.
fn name(variable: &str) -> &str {
    let variable = variable.split(':').next().unwrap_or_default();
    variable.trim().trim_end_matches('*')
}

fn append(paths: &mut [String], text: &str) {
    for path in paths {
        path.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_stand_for_paths_and_parameters() {
        for (path, paths, query) in [
            ("/a/{b}", &["/a/{b}"][..], &[][..]),
            ("/a{/b}", &["/a", "/a/{b}"], &[]),
            ("/a{/b,c}/d", &["/a/d", "/a/{b}/d", "/a/{b}/{c}/d"], &[]),
            ("/orders{;tag}", &["/orders;tag="], &[]),
            (
                "/find{?q,page*}{&size:3}",
                &["/find"],
                &["q=", "page=", "size="],
            ),
            ("/files/{name}{.ext}", &["/files/{name}.{ext}"], &[]),
            ("/x/{+path}{#part}", &["/x/{path}"], &[]),
            ("/a/{user-id}/{b*}", &["/a/{user-id}/{b}"], &[]),
            ("/a/{b", &["/a/{b"], &[]),
            ("/a}b/{}", &["/a}b/{}"], &[]),
        ] {
            let expanded = expand(path);
            assert_eq!(
                (&*expanded.paths, &*expanded.query),
                (
                    &*paths
                        .iter()
                        .map(|text| (*text).to_owned())
                        .collect::<Vec<_>>(),
                    &*query
                        .iter()
                        .map(|text| (*text).to_owned())
                        .collect::<Vec<_>>(),
                ),
                "{path}"
            );
        }
        let many = "{/a}".repeat(20);
        assert_eq!(expand(&many).paths.len(), PATHS);
    }
}
