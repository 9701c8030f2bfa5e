//! The roles that a value of a record may have: a field, or a part of the URL or of the request.

use super::field::Field;

/// A role of a value. The fields come first, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldRole {
    Url,
    Status,
    Time,
    Method,
    Body,
    ContentType,
    Title,
    Size,
    Words,
    Lines,
    Digest,
    Location,
    Scheme,
    Host,
    Port,
    /// The path of the URL, with or without its query.
    Path,
    Query,
    /// `GET /a HTTP/1.1`
    RequestLine,
    /// A line of a log.
    Message,
}

impl FieldRole {
    /// All roles, in order.
    pub(super) const ALL: [Self; 19] = [
        Self::Url,
        Self::Status,
        Self::Time,
        Self::Method,
        Self::Body,
        Self::ContentType,
        Self::Title,
        Self::Size,
        Self::Words,
        Self::Lines,
        Self::Digest,
        Self::Location,
        Self::Scheme,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::RequestLine,
        Self::Message,
    ];

    /// Returns the role of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "scheme" => Some(Self::Scheme),
            "host" => Some(Self::Host),
            "port" => Some(Self::Port),
            "path" => Some(Self::Path),
            "query" => Some(Self::Query),
            "request-line" => Some(Self::RequestLine),
            "message" => Some(Self::Message),
            _ => Field::of(name).map(Self::from),
        }
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
