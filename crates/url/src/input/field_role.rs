//! The roles that a value of a record may have: a field, or a part of the URL or of the request.

use super::field::Field;
use crate::named;

named! {
    /// A role of a value. The fields come first, in their order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum FieldRole {
        Url = "url",
        Status = "status",
        Time = "time",
        Method = "method",
        Body = "body",
        ContentType = "content-type",
        Title = "title",
        Size = "size",
        Words = "words",
        Lines = "lines",
        Digest = "digest",
        Location = "location",
        Scheme = "scheme",
        Host = "host",
        Port = "port",
        /// The path of the URL, with or without its query.
        Path = "path",
        Query = "query",
        /// `GET /a HTTP/1.1`
        RequestLine = "request-line",
        /// A line of a log.
        Message = "message",
        /// The method that a POST means, a header.
        Override = "override",
        /// The operation that a request calls, a header.
        Operation = "operation",
        /// The address of the client.
        Client = "client",
        /// The name of a visitor, which the common form of logs has beside the client.
        Visitor = "visitor",
        /// The version of an envelope that carries events of a machine.
        Envelope = "envelope",
        /// The path under a name that does not say so.
        Target = "target",
    }
}

impl FieldRole {
    /// Returns the role of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let mut roles = Self::ALL.into_iter();
        roles.find(|role| role.name() == name)
    }

    /// Whether it belongs to the request, of which a list has no first one.
    pub(super) fn is_of_request(self) -> bool {
        !matches!(
            self,
            Self::ContentType | Self::Title | Self::Location | Self::Digest
        )
    }

    /// Returns the field; `None` for a part of one.
    pub(super) fn field(self) -> Option<Field> {
        Field::ALL.get(self as usize).copied()
    }
}

impl From<Field> for FieldRole {
    fn from(field: Field) -> Self {
        Self::ALL[field as usize]
    }
}

/// A set of roles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoleSet(u32);

impl RoleSet {
    pub(super) const NONE: Self = Self(0);

    /// All roles.
    pub(super) const ALL: Self = Self(u32::MAX);

    /// The roles of values that make up a URL, or say that it is that of a request.
    pub(super) const REQUEST: Self = Self::NONE
        .with(FieldRole::Url)
        .with(FieldRole::Status)
        .with(FieldRole::Method)
        .with(FieldRole::Scheme)
        .with(FieldRole::Host)
        .with(FieldRole::Port)
        .with(FieldRole::Path)
        .with(FieldRole::Query)
        .with(FieldRole::RequestLine)
        .with(FieldRole::Message);

    /// The roles of values that may begin with a slash and are no path of a request.
    pub(super) const OTHER_TEXTS: Self = Self::NONE
        .with(FieldRole::Body)
        .with(FieldRole::Title)
        .with(FieldRole::Query)
        .with(FieldRole::Message)
        .with(FieldRole::Location);

    /// Returns the set with a role added.
    pub(super) const fn with(self, role: FieldRole) -> Self {
        Self(self.0 | 1 << role as u32)
    }

    /// Returns the roles of both sets.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn has(self, role: FieldRole) -> bool {
        self.meets(Self::NONE.with(role))
    }

    /// Whether a role is in both sets.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_first_among_roles() {
        for (number, role) in FieldRole::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, number);
        }
        for field in Field::ALL {
            let role = FieldRole::from(field);
            assert_eq!(role.field(), Some(field));
            assert_eq!(format!("{role:?}"), format!("{field:?}"));
        }
        assert_eq!(FieldRole::Scheme.field(), None);
    }
}
