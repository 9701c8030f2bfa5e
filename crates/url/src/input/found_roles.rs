//! The best values of a record for the roles of fields, by the names above them.

use super::field::{self, Field, is_reading};
use super::field_names::NameCandidate;
use super::field_role::{FieldRole, RoleSet};
use super::field_value::{self, FittingValue};
use super::json_value::JsonValue;
use super::met_names::MetNames;

/// A value found for a role.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundValue<'r> {
    /// The value; of a method or status, what was cut out of it.
    pub value: JsonValue<'r>,
    /// The number of its name, in the order of the reader: of the column, for a table.
    pub name: usize,
    pub rank: i16,
    /// Whether its name leaves no doubt.
    pub is_sure: bool,
    /// Whether it is of a target: that of the request or of a server behind.
    pub is_target: bool,
}

/// The best value for each role.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundRoles<'r> {
    values: [Option<FoundValue<'r>>; FieldRole::ALL.len()],
    /// The roles that are looked for.
    wanted: RoleSet,
    /// The roles of all names, whatever their values are.
    met: RoleSet,
}

impl<'r> FoundRoles<'r> {
    pub(super) fn new(wanted: RoleSet) -> Self {
        Self {
            values: [None; FieldRole::ALL.len()],
            wanted,
            met: RoleSet::NONE,
        }
    }

    pub(super) fn get(&self, role: FieldRole) -> Option<FoundValue<'r>> {
        self.values[role as usize]
    }

    /// Puts the value for a role in place of the one before.
    pub(super) fn put(&mut self, role: FieldRole, value: Option<FoundValue<'r>>) {
        self.values[role as usize] = value;
    }

    pub(super) fn has(&self, role: FieldRole) -> bool {
        self.get(role).is_some()
    }

    /// Returns the text of a value without escapes; empty if there is none.
    pub(super) fn bytes(&self, role: FieldRole) -> &'r [u8] {
        match self.get(role) {
            Some(found) => found.value.bytes(),
            None => b"",
        }
    }

    /// Whether some name may have one of these roles, whatever its value is.
    pub(super) fn has_met(&self, role: FieldRole) -> bool {
        self.met.has(role)
    }

    /// Notes a name that may have these roles. Returns whether one of them is looked for.
    pub(super) fn meet(&mut self, roles: RoleSet) -> bool {
        self.met = self.met.and(roles);
        self.wanted.meets(roles)
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
        match (method, line) {
            (Some(method), _) if method.is_sure => Some(method),
            (_, Some(line)) => {
                let text = field::method(line.value.bytes())?;
                let value = JsonValue::Plain(text);
                Some(FoundValue { value, ..line })
            }
            (method, None) => method,
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
            self.meet(RoleSet::NONE.with(candidate.role));
        }
        self.offer_first(candidates, value, name, |_| false);
    }

    /// Same, given whether the name is better than another one of the same rank.
    pub(super) fn offer_first(
        &mut self,
        candidates: &[NameCandidate],
        value: JsonValue<'r>,
        name: usize,
        is_better: impl Fn(usize) -> bool,
    ) {
        if field_value::is_none(value) {
            return;
        }
        for candidate in candidates {
            if !self.wanted.has(candidate.role) {
                continue;
            }
            let place = &mut self.values[candidate.role as usize];
            let mut candidate = *candidate;
            if candidate.role == FieldRole::Path
                && let Some(found) = place
            {
                let known = found.value.bytes();
                if adds_query(known, value.bytes()) {
                    continue;
                }
                if adds_query(value.bytes(), known) {
                    candidate.rank = candidate.rank.max(found.rank.saturating_add(1));
                }
            }
            if let Some(found) = place
                && found.rank > field_value::highest_rank(candidate)
            {
                continue;
            }
            let Some(fitting) = FittingValue::of(candidate, value) else {
                continue;
            };
            if let Some(found) = place
                && candidate.role == FieldRole::Target
            {
                found.is_sure &= found.value.bytes() == fitting.value.bytes();
                continue;
            }
            if let Some(found) = place
                && (found.rank > fitting.rank
                    || found.rank == fitting.rank && !is_better(found.name))
            {
                continue;
            }
            *place = Some(FoundValue {
                value: fitting.value,
                rank: fitting.rank,
                is_sure: candidate.is_sure,
                is_target: candidate.is_target,
                name,
            });
        }
    }
}

/// Whether a text is a path with a query behind it.
fn adds_query(text: &[u8], path: &[u8]) -> bool {
    let query = text.strip_prefix(path);
    query.is_some_and(|query| query.starts_with(b"?"))
}
