//! Says which fields the records of a list have beside their URLs.

/// Whether a list has methods, statuses and targets of redirects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownFields {
    pub methods: bool,
    pub statuses: bool,
    pub targets: bool,
}

impl KnownFields {
    /// Notes the parts of a template: its method, and the other fields that keep records apart.
    pub(super) fn note(&mut self, method: &str, beside: &str) {
        self.methods |= !method.is_empty();
        self.targets |= target(beside).is_some();
    }
}

/// Returns the class of a redirect with its target, as a template shows it: `3xx -> /login`.
pub(crate) fn target(beside: &str) -> Option<&str> {
    let first = beside.strip_prefix(" [")?.split(']').next()?;
    first.contains(" -> ").then_some(first)
}
