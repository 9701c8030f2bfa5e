//! The best values of a record for the roles of fields, by the names above them.

use super::field::{Field, is_reading};
use super::field_names::NameCandidate;
use super::field_role::FieldRole;
use super::field_value;
use super::json_value::JsonValue;
use super::met_names::MetNames;

/// A value found for a role.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundValue<'r> {
    pub value: JsonValue<'r>,
    pub rank: i16,
    /// Whether its name leaves no doubt.
    pub is_sure: bool,
    /// The number of its name, in the order of the reader: of the column, for a table.
    pub name: usize,
}

/// The best value for each role. Of equal ones the first counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundRoles<'r> {
    values: [Option<FoundValue<'r>>; FieldRole::ALL.len()],
}

impl<'r> FoundRoles<'r> {
    pub(super) fn new() -> Self {
        Self {
            values: [None; FieldRole::ALL.len()],
        }
    }

    pub(super) fn get(&self, role: FieldRole) -> Option<FoundValue<'r>> {
        self.values[role as usize]
    }

    /// Leaves a role without a value.
    pub(super) fn remove(&mut self, role: FieldRole) {
        self.values[role as usize] = None;
    }

    pub(super) fn has(&self, role: FieldRole) -> bool {
        self.get(role).is_some()
    }

    /// Returns the text of a field that has no escapes, cut out of its value.
    pub(super) fn field(&self, field: Field) -> Option<&'r [u8]> {
        field.value(self.value(field)?.value.bytes())
    }

    /// Returns the value of a field other than the URL.
    pub(super) fn value(&self, field: Field) -> Option<FoundValue<'r>> {
        match field {
            Field::Method => self.method(),
            Field::Body => self.body(),
            _ => self.get(field.into()),
        }
    }

    /// Returns the value with the method: one of its own, or the request line.
    pub(super) fn method(&self) -> Option<FoundValue<'r>> {
        let method = self.get(FieldRole::Method);
        let line = self.get(FieldRole::RequestLine);
        match method {
            Some(method) if method.is_sure => Some(method),
            _ => line.or(method),
        }
    }

    /// Returns the body of the request. A name that is also used for the response's body counts
    /// only if the method sends a body.
    fn body(&self) -> Option<FoundValue<'r>> {
        let body = self.get(FieldRole::Body)?;
        if body.is_sure {
            return Some(body);
        }
        if is_reading(self.field(Field::Method)?) {
            return None;
        }
        Some(body)
    }

    /// Takes a value for each role that its label names.
    pub(super) fn offer_labelled(&mut self, label: &[u8], value: JsonValue<'r>) {
        MetNames::with(|names| {
            let name = names.find(MetNames::ROOT, label);
            self.offer(names.candidates(name), value, name);
        });
    }

    /// Takes a value for each of these roles that it fits better than those before.
    pub(super) fn offer(
        &mut self,
        candidates: &[NameCandidate],
        value: JsonValue<'r>,
        name: usize,
    ) {
        for candidate in candidates {
            let place = &mut self.values[candidate.role as usize];
            if let Some(found) = place
                && found.rank >= field_value::highest_rank(*candidate)
            {
                continue;
            }
            let Some(rank) = field_value::rank(*candidate, value) else {
                continue;
            };
            if let Some(found) = place
                && found.rank >= rank
            {
                continue;
            }
            *place = Some(FoundValue {
                value,
                rank,
                is_sure: candidate.is_sure,
                name,
            });
        }
    }
}
