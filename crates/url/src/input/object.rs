//! The fields of JSON objects, by the names of their members or by those that the user gives.

use super::field::{Field, FieldText, is_absent};
use super::field_role::{FieldRole, RoleSet};
use super::found_roles::FoundRoles;
use super::found_url::UrlForm;
use super::json_paths;
use super::json_value::JsonValue;
use super::line;
use super::log;
use super::members;
use super::request;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use super::word_kind::is_address;
use std::borrow::Cow;

/// The members of JSON objects that hold fields: those that the user named, and for other fields
/// those whose names say so.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    /// The members with the URL that the user named. Several hold its parts.
    url: Vec<String>,
    /// The member with the time, if the user named it.
    time: Option<String>,
}

/// Members of an object that is a time: of `MongoDB`, and of Protocol Buffers.
const TIME_MEMBERS: [&str; 3] = ["$date", "$date.$numberLong", "seconds"];

impl Objects {
    /// Objects of which the user named no member.
    pub(super) const KNOWN: Self = Self {
        url: Vec::new(),
        time: None,
    };

    /// Objects with the URL under this path, or its parts under several paths separated by commas.
    pub(super) fn named(path: &str) -> Self {
        let mut url = Vec::new();
        for name in path.split(',').map(str::trim) {
            if !name.is_empty() {
                url.push(name.to_owned());
            }
        }
        if url.is_empty() {
            url.push(path.to_owned());
        }
        Self { url, time: None }
    }

    /// Sets the name of the member with the time.
    pub(super) fn time_under(&mut self, name: &str) {
        self.time = Some(name.to_owned());
    }

    /// Returns one field of an object.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let wanted = WantedFields::of(vec![FieldKey::Known(field)]);
        let mut found = FoundRoles::new(wanted.roles);
        members::find(object, &mut found);
        let url = found.object_form();
        let text = self.text(field, object, &found, url, buffer);
        if text.is_some() || url.is_some() {
            return text;
        }
        let mut values = FieldValues::default();
        let line = self.message(&found)?;
        self.read_message(&wanted, &line, &mut values);
        *buffer = values.get(0, &line)?.to_vec();
        Some(FieldText::Buffered)
    }

    /// Returns the text of a field, given the members that were found and what makes up their URL.
    fn text<'r>(
        &self,
        field: Field,
        object: &'r [u8],
        found: &FoundRoles<'r>,
        url: Option<UrlForm<'r>>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match field {
            Field::Url if !self.url.is_empty() => self.named_url(object, found, buffer),
            Field::Url => match url? {
                UrlForm::Whole(url) => Some(FieldText::stored(url.value.text(), buffer)),
                UrlForm::Path { path, host } => {
                    Some(found.write_path(path.value.text(), host, buffer))
                }
            },
            Field::Time if self.time.is_some() => {
                let value = self.named_time(object)?;
                FieldText::stored(value.text(), buffer).of(field, buffer)
            }
            Field::Method | Field::Status => {
                let found = found.value(field)?;
                Some(FieldText::Written(found.value.bytes()))
            }
            _ => FieldText::stored(found.value(field)?.value.text(), buffer).of(field, buffer),
        }
    }

    /// Returns the time under the name that the user gave. Databases write it as an object.
    fn named_time<'r>(&self, object: &'r [u8]) -> Option<JsonValue<'r>> {
        let name = self.time.as_deref()?;
        let mut found = json_paths::find_alike(object, name, is_value);
        for member in TIME_MEMBERS {
            found = found
                .or_else(|| json_paths::find_alike(object, &format!("{name}.{member}"), is_value));
        }
        found
    }

    /// Returns the URL under the name that the user gave, or joins it from its parts.
    fn named_url<'r>(
        &self,
        object: &'r [u8],
        found: &FoundRoles<'r>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let [name] = &self.url[..] else {
            if !request::write_named(object, &self.url, buffer) {
                return None;
            }
            return Some(FieldText::Buffered);
        };
        let value = json_paths::find_alike(object, name, JsonValue::is_quoted)?;
        let text = value.text();
        if !request::is_path(value.bytes()) || !found.is_path(value.bytes()) {
            return Some(FieldText::stored(text, buffer));
        }
        let host = found.host_of_request();
        Some(found.write_path(text, host, buffer))
    }

    /// Returns the text of a member that may be the line of a log or an object.
    fn message<'r>(&self, found: &FoundRoles<'r>) -> Option<Cow<'r, [u8]>> {
        if !self.url.is_empty() {
            return None;
        }
        Some(found.get(FieldRole::Message)?.value.text())
    }

    /// Reads the requested fields of a message, for a record that has no URL itself.
    #[cold]
    fn read_message(&self, wanted: &WantedFields, message: &[u8], values: &mut FieldValues) {
        let line = message.trim_ascii();
        if line.starts_with(b"{") {
            self.read(wanted, line, message, values);
            return;
        }
        let mut buffer = Vec::new();
        let is_url = is_address(line);
        let mut entry = None;
        if !is_url {
            entry = log::any(line).filter(|entry| entry.field(Field::Status).is_some());
        }
        for key in &wanted.keys {
            let text = match (key.field(), &entry) {
                (Some(Field::Url), _) if is_url => Some(FieldText::Written(line::url(line))),
                (Some(Field::Url), Some(entry)) => {
                    entry.write_url(None, &mut buffer);
                    Some(FieldText::Buffered)
                }
                (Some(Field::Time), Some(entry)) => {
                    let time = entry.time();
                    time.map(|time| FieldText::stored(time, &mut buffer))
                }
                (Some(field), Some(entry)) => entry.field(field).map(FieldText::Written),
                _ => None,
            };
            values.put(text, message, &buffer);
        }
    }

    /// Returns the path of the member that holds a field; the object must have it.
    pub(super) fn origin(&self, field: Field, object: &[u8]) -> String {
        let mut found = FoundRoles::new(RoleSet::ALL);
        members::find(object, &mut found);
        match (field, &self.url[..], &self.time) {
            (Field::Url, [name], _) if !self.is_joined(object, &found) => return name.clone(),
            (Field::Url, [_, ..], _) => return "host and path".to_owned(),
            (Field::Time, _, Some(name)) => return name.clone(),
            _ => {}
        }
        if field == Field::Url
            && let Some(UrlForm::Path { host: Some(_), .. }) = found.object_form()
        {
            return "host and path".to_owned();
        }
        let name = members::origin(object, |found| {
            let value = match found.object_form() {
                Some(UrlForm::Whole(value)) if field == Field::Url => Some(value),
                Some(UrlForm::Path { path, .. }) if field == Field::Url => Some(path),
                _ => found.value(field),
            };
            let value = value.or_else(|| found.get(FieldRole::Message));
            Some(value?.name)
        });
        name.unwrap_or_default()
    }

    /// Whether the path that the user named is joined with a host.
    fn is_joined(&self, object: &[u8], found: &FoundRoles<'_>) -> bool {
        let mut joined = Vec::new();
        let text = self.named_url(object, found, &mut joined);
        let is_path = joined.starts_with(b"/") && !joined.starts_with(b"//");
        text == Some(FieldText::Buffered) && !is_path
    }

    /// Returns the member of this name, or else the known field of this name.
    pub(super) fn named_field<'r>(
        &self,
        name: &str,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let text = member(name, object, buffer);
        text.or_else(|| self.get(Field::of(name)?, object, buffer))
    }

    /// Reads the requested fields of an object, which is a part of the record.
    pub(super) fn read(
        &self,
        wanted: &WantedFields,
        object: &[u8],
        record: &[u8],
        values: &mut FieldValues,
    ) {
        let mut found = FoundRoles::new(wanted.roles);
        members::find(object, &mut found);
        let url = found.object_form();
        let mut message = None;
        if url.is_none()
            && let Some(text) = self.message(&found)
        {
            let mut values = FieldValues::default();
            self.read_message(wanted, &text, &mut values);
            message = Some(ReadMessage { text, values });
        }
        let mut buffer = std::mem::take(&mut values.spare);
        for (number, key) in wanted.keys.iter().enumerate() {
            if !values.may_count(key, wanted, record) {
                values.put(None, record, &buffer);
                continue;
            }
            let mut text = match key {
                FieldKey::Named { name, .. } => member(name, object, &mut buffer),
                FieldKey::Rarer(role) if role.field().is_none() => {
                    let found = found.get(*role);
                    found.map(|found| FieldText::stored(found.value.text(), &mut buffer))
                }
                _ => None,
            };
            if text.is_none()
                && let Some(field) = key.field()
            {
                text = self.text(field, object, &found, url, &mut buffer);
            }
            if text.is_none()
                && let Some(message) = &message
                && let Some(value) = message.values.get(number, &message.text)
            {
                buffer = value.to_vec();
                text = Some(FieldText::Buffered);
            }
            values.put(text, record, &buffer);
        }
        values.spare = buffer;
    }
}

/// The message of a record, and the fields read of it.
struct ReadMessage<'r> {
    text: Cow<'r, [u8]>,
    values: FieldValues,
}

/// Returns the text of the member of a name.
fn member<'r>(name: &str, object: &'r [u8], buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
    let value = json_paths::find_alike(object, name, is_value)?;
    Some(FieldText::stored(value.text(), buffer))
}

/// Whether a value is acceptable for a member of any name.
fn is_value(value: JsonValue<'_>) -> bool {
    !matches!(value, JsonValue::Nested(_)) && !is_absent(value.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;
    use proptest::prelude::*;

    fn text(field: Field, object: &str) -> String {
        let mut buffer = Vec::new();
        let text = Objects::KNOWN.get(field, object.as_bytes(), &mut buffer);
        let text = text.map(|text| text.bytes(&buffer).to_str_lossy().into_owned());
        text.unwrap_or_default()
    }

    #[test]
    fn the_url_is_whole_or_joined_or_a_path() {
        for (object, wanted) in [
            (
                r#"{"url":"https://a.example/x","host":"b.example"}"#,
                "https://a.example/x",
            ),
            (
                r#"{"http_host":"a.example","request_uri":"/x?b=1","uri":"/x"}"#,
                "//a.example/x?b=1",
            ),
            (
                r#"{"host":"a.example","uri":"/x","args":"b=1","scheme":"https"}"#,
                "https://a.example/x?b=1",
            ),
            (
                r#"{"host":"web-01","server_name":"a.example","request":"GET \/x HTTP/1.1"}"#,
                "//a.example/x",
            ),
            (
                r#"{"host":"web-01","request":"GET /x HTTP/1.1"}"#,
                "//web-01/x",
            ),
            (
                r#"{"request":{"host":"a.example:8443","uri":"/x","method":"GET"}}"#,
                "//a.example:8443/x",
            ),
            (
                r#"{"authority":"a.example","path":"/x","method":"GET"}"#,
                "//a.example/x",
            ),
            (
                r#"{"RequestHost":"a.example","RequestPath":"/x","RequestPort":"8080"}"#,
                "//a.example:8080/x",
            ),
            (
                r#"{"host":"a.example","server_port":8443,"uri":"/x"}"#,
                "//a.example:8443/x",
            ),
            (r#"{"host":"a.example","path":"/x"}"#, "//a.example/x"),
            // The name of a machine, or the address of the client.
            (r#"{"host":"web-01","path":"/var/log/x.log"}"#, ""),
            (
                r#"{"host":"web.example","path":"/var/log/x.log","message":"x"}"#,
                "",
            ),
            (
                r#"{"host":"203.0.113.7","request":"GET /x HTTP/1.1"}"#,
                "/x",
            ),
            (
                r#"{"host":"203.0.113.7:80","request":"GET /x HTTP/1.1"}"#,
                "//203.0.113.7:80/x",
            ),
            (r#"{"host":"203.0.113.7","uri":"/x"}"#, "//203.0.113.7/x"),
            (r#"{"host":{"name":"a.example"},"uri":"/x"}"#, "/x"),
            // A name is better than an address, and a word is no host of a file.
            (
                r#"{"host":"192.0.2.188","requested-host":"a.example","uri":"/x"}"#,
                "//a.example/x",
            ),
            (
                r#"{"server":"a.example","host":"[::1]:80","uri":"/x"}"#,
                "//a.example/x",
            ),
            (r#"{"server":"nginx","uri":"/x"}"#, "/x"),
            (r#"{"server":"Python3.8","uri":"/x"}"#, "/x"),
            (
                r#"{"service name":"a.example","uri":"/x"}"#,
                "//a.example/x",
            ),
            (r#"{"virtual_host":"secure","path":"/x"}"#, ""),
            (
                r#"{"scope":"https://a.example:444","path":"/x"}"#,
                "https://a.example:444/x",
            ),
            (r#"{"scope":"admin.read","path":"/x","status":200}"#, "/x"),
            // A query stands beside the path.
            (
                r#"{"timers":{"query_string":"t=1"},"url":"/x","query":"b=1"}"#,
                "/x?b=1",
            ),
            (
                r#"{"url":"/x","status":200,"timers":{"parseQueryString":41}}"#,
                "/x",
            ),
            (r#"{"url":"/x","filter":{"query":"b=1"}}"#, "/x"),
            (r#"{"x":{"url":"/x"},"query":"b=1"}"#, "/x?b=1"),
            (
                r#"{"a":{"path":"/x","query":"b=1"},"status":200}"#,
                "/x?b=1",
            ),
            (r#"{"url":"/x","request":{"query":"b=1"}}"#, "/x?b=1"),
            // URLs of the server behind, and of things that are described.
            (
                r#"{"target_url":"http://192.0.2.1/y","target_host":"192.0.2.1","request_uri":"/x"}"#,
                "/x",
            ),
            (
                r#"{"target_url":"http://a.example/x"}"#,
                "http://a.example/x",
            ),
            (
                r#"{"product-url":"https://a.example/x","image-url":"https://a.example/y"}"#,
                "https://a.example/x",
            ),
            (
                r#"{"name":"x","repository":{"url":"https://a.example/y"}}"#,
                "",
            ),
            (
                r#"{"name":"x","author":{"html_url":"https://a.example/y"}}"#,
                "",
            ),
            (r#"{"bugs":{"url":"https://a.example/y"},"code":1}"#, ""),
            (r#"{"video_link":"https://a.example/y"}"#, ""),
            (r#"{"licenses":[{"url":"https://a.example/y"}]}"#, ""),
            (
                r#"{"image":{"url":"https://a.example/x"},"status":200}"#,
                "https://a.example/x",
            ),
            (
                r#"{"finding":{"url":"https://a.example/x"}}"#,
                "https://a.example/x",
            ),
            (
                r#"{"item":{"link":"https://a.example/x"}}"#,
                "https://a.example/x",
            ),
            // Paths alone.
            (r#"{"uri":"/x"}"#, "/x"),
            (r#"{"host":"_","uri":"/x"}"#, "/x"),
            (r#"{"method":"GET","path":"/x","args":"b=1"}"#, "/x?b=1"),
            (r#"{"path":"/x","status":200}"#, "/x"),
            (
                r#"{"resource":"/x","vhost":"a.example","verb":"GET"}"#,
                "//a.example/x",
            ),
            (
                r#"{"location":{"pathname":"/x","search":"?b=1","host":"a.example"}}"#,
                "//a.example/x?b=1",
            ),
            (r#"{"page":"/x","views":3}"#, ""),
            (r#"{"name":"x","path":"/etc/x","size":3}"#, ""),
            (r#"{"host":"a.example","msg":"no path"}"#, ""),
        ] {
            assert_eq!(text(Field::Url, object), wanted, "{object}");
        }
    }

    #[test]
    fn a_host_alone_is_a_url_as_scanners_and_resolvers_write_it() {
        for (object, wanted) in [
            (r#"{"url":"www.a.example"}"#, "www.a.example"),
            (
                r#"{"url":"www.example.com","title":"x"}"#,
                "www.example.com",
            ),
            (r#"{"url":"localhost:8080"}"#, "localhost:8080"),
            (r#"{"url":"localhost"}"#, "localhost"),
            (r#"{"url":"192.0.2.1:80"}"#, "192.0.2.1:80"),
            (r#"{"url":"192.0.2.1"}"#, "192.0.2.1"),
            (r#"{"endpoint":"[::1]:8080"}"#, "[::1]:8080"),
            (
                r#"{"endpoint":"www.example.com:8443"}"#,
                "www.example.com:8443",
            ),
            (r#"{"uri":"backend:6379"}"#, "backend:6379"),
            (
                r#"{"type":"ssl","host":"www.example.com","matched-at":"www.example.com:443"}"#,
                "www.example.com:443",
            ),
            (
                r#"{"host":"www.example.com","input":"example.com","source":"crtsh"}"#,
                "www.example.com",
            ),
            (
                r#"{"host":"www.example.com","resolver":["192.0.2.53:53"],"a":["192.0.2.1"],"status_code":"NOERROR","timestamp":"2026-05-01T10:00:00Z"}"#,
                "www.example.com",
            ),
            (
                r#"{"timestamp":"2026-05-01T10:00:00Z","host":"www.example.com","port":"443"}"#,
                "www.example.com",
            ),
            // Words, files and machines.
            (r#"{"url":"tea"}"#, ""),
            (r#"{"url":"README.md"}"#, ""),
            (r#"{"url":"index.html"}"#, ""),
            (r#"{"link":"two words.com"}"#, ""),
            (r#"{"output":"results.txt"}"#, ""),
            (r#"{"page":"v1.2"}"#, ""),
            (r#"{"site":"chapter:5"}"#, ""),
            (r#"{"target":"12:30"}"#, ""),
            (r#"{"source":"www.example.com"}"#, ""),
            (r#"{"message":"listening","address":"localhost:8080"}"#, ""),
            (
                r#"{"level":"info","msg":"up","url":"db.example.com:5432"}"#,
                "",
            ),
            (r#"{"host":"web-01","cpu":0.93}"#, ""),
            (r#"{"host":"192.0.2.1","cpu":0.93}"#, ""),
            (
                r#"{"time":"2026-05-01T10:00:00Z","host":"db1.example.com","cpu":0.93}"#,
                "",
            ),
            (r#"{"host":{"name":"db1.example.com"}}"#, ""),
        ] {
            assert_eq!(text(Field::Url, object), wanted, "{object}");
        }
    }

    #[test]
    fn a_path_of_a_host_comes_before_a_doubtful_url() {
        for (object, wanted) in [
            (
                r#"{"RequestHost":"a.example","RequestPath":"/x","ServiceURL":"http://192.0.2.9:80"}"#,
                "//a.example/x",
            ),
            (
                r#"{"status":301,"host":"a.example","path":"/x","location":"https://b.example/y"}"#,
                "//a.example/x",
            ),
        ] {
            assert_eq!(text(Field::Url, object), wanted, "{object}");
        }
    }

    #[test]
    fn machines_targets_and_ties_are_told_apart() {
        for (object, wanted) in [
            // The client, and the machine that writes.
            (
                r#"{"host":"192.0.2.109","user":null,"method":"GET","path":"/x","code":200}"#,
                "/x",
            ),
            (
                r#"{"host":"192.0.2.109","user":null,"remote_addr":"::1","method":"GET","path":"/x"}"#,
                "//192.0.2.109/x",
            ),
            (
                r#"{"host":"web-1","message":"Completed","payload":{"method":"GET","path":"/x","status":200}}"#,
                "/x",
            ),
            (
                r#"{"@version":"1","verb":"GET","request":"/x","host":"web-1","path":"/var/log/a.log"}"#,
                "/x",
            ),
            // The host of a target.
            (
                r#"{"method":"GET","target_host":"a.example","target_path":"/x","target_query":"b=1"}"#,
                "//a.example/x?b=1",
            ),
            (
                r#"{"target_host":"a.internal","request_uri":"/x","target_query":"b=1"}"#,
                "/x",
            ),
            (
                r#"{"meta":[{"key":"http_path","value":"/x"},{"key":"target_fqdn","value":"a.example"}]}"#,
                "//a.example/x",
            ),
            (
                r#"{"target":{"icon":"https://b.example/i","uri":"https://a.example/x"}}"#,
                "https://a.example/x",
            ),
            (r#"{"адрес":"https://a.example/x"}"#, "https://a.example/x"),
            (
                r#"{"http\/url":"https://a.example/x"}"#,
                "https://a.example/x",
            ),
            (
                r#"{"api":"https://a.example/x","status":200}"#,
                "https://a.example/x",
            ),
            (
                r#"{"url":{"tags":"https://b.example/"},"path":"/x","status":200}"#,
                "/x",
            ),
            // Of names as good, that with fewer above it or the first in their order.
            (
                r#"{"b":{"url":"https://b.example/"},"a":{"url":"https://a.example/"}}"#,
                "https://a.example/",
            ),
        ] {
            assert_eq!(text(Field::Url, object), wanted, "{object}");
        }
    }

    #[test]
    fn paths_and_hosts_of_requests_are_told_from_others() {
        for (members, wanted) in [
            // An origin is no page.
            (
                r#""app_uri":"http://localhost:3000","path":"/x""#,
                "http://localhost:3000/x",
            ),
            (
                r#""endpoint":"b.example","uri":"https://a.example/x""#,
                "https://a.example/x",
            ),
            (
                r#""url":"http://192.0.2.1:81","host":"a.example","path":"/x""#,
                "//a.example/x",
            ),
            (
                r#""url":"https://a.example","host":"192.0.2.1","path":"/x?b=1""#,
                "https://a.example/x?b=1",
            ),
            (
                r#""url":"https://a.example","path":"/""#,
                "https://a.example",
            ),
            (
                r#""url":"https://a.example/","path":"/x""#,
                "https://a.example/",
            ),
            (
                r#""endpoint":"https://a.example","raw":"GET / HTTP/1.1""#,
                "https://a.example",
            ),
            // The only path of a request may have any name, but not one of a machine.
            (r#""object":"/x""#, "/x"),
            (r#""arg":"/x""#, "/x"),
            (r#""landing_site":"/x","again":"/x""#, "/x"),
            (
                r#""http":{"thing":"/x"},"cwd":"/srv","log_file":"/y""#,
                "/x",
            ),
            (
                r#""host":"a.example","Wohin":"/x?b=1""#,
                "//a.example/x?b=1",
            ),
            (r#""thing":"/x","other":"/y""#, ""),
            (r#""module":"/x""#, ""),
            (r#""resourceId":"/x""#, ""),
            (r#""thing":"/x y""#, ""),
            (r#""cgroup":{"thing":"/x"}"#, ""),
            (r#""mount":"/x","socket":"/y","referrer":"/z""#, ""),
            // A path that is found twice has its query.
            (
                r#""path":"/x","proxy":{"host":"a.example","path":"/x?b=1"}"#,
                "//a.example/x?b=1",
            ),
            (
                r#""requestUri":"/x","originalRequestUriWithArgs":"/x?b=1""#,
                "/x?b=1",
            ),
            (
                r#""originalRequestUriWithArgs":"/x","requestUri":"/x""#,
                "/x",
            ),
            (
                r#""originalHost":"a.example","host":"b.example","path":"/x""#,
                "//a.example/x",
            ),
            // Other machines.
            (r#""collector_host":"b.example","path":"/x""#, "/x"),
            (r#""db_host":"b.example","path":"/x""#, "/x"),
            (r#""ptr_hostname":"b.example","path":"/x""#, "/x"),
            (r#""observer":{"hostname":"b.example"},"path":"/x""#, "/x"),
            (r#""smtp":{"host":"b.example"},"path":"/x""#, "/x"),
            (r#""shop_host":"a.example","path":"/x""#, "//a.example/x"),
            // Types of a store, and words without their marks.
            (
                r#""host_s":"a.example","requestUri_s":"/x""#,
                "//a.example/x",
            ),
            (r#""url_txt":"https://a.example/x""#, "https://a.example/x"),
            (r#""alan_adi":"a.example","yol":"/x""#, "//a.example/x"),
        ] {
            let object = format!(r#"{{"method":"GET",{members}}}"#);
            assert_eq!(text(Field::Url, &object), wanted, "{object}");
        }
    }

    #[test]
    fn members_are_read_at_any_depth_and_in_lists() {
        for (object, wanted) in [
            (
                r#"{"event_type":"http","http":{"hostname":"a.example","url":"/x","http_method":"DELETE","status":404}}"#,
                ["//a.example/x", "DELETE", "404"],
            ),
            (
                r#"{"meta":{"req":{"headers":{"host":"a.example"},"method":"PUT","url":"/x"},"res":{"statusCode":302}}}"#,
                ["//a.example/x", "PUT", "302"],
            ),
            (
                r#"{"httpRequest":{"uri":"/x","args":"b=1","httpMethod":"GET","headers":[{"name":"Referer","value":"https://b.example/"},{"name":"Host","value":"a.example"}]}}"#,
                ["//a.example/x?b=1", "GET", ""],
            ),
            (
                r#"{"attributes":[{"key":"http.method","value":{"stringValue":"GET"}},{"key":"url.full","value":{"stringValue":"https://a.example/x"}},{"key":"http.status_code","value":{"intValue":500}}]}"#,
                ["https://a.example/x", "GET", "500"],
            ),
            (
                r#"{"layers":{"http_request_method":["GET"],"http_request_full_uri":["https://a.example/x"]}}"#,
                ["https://a.example/x", "GET", ""],
            ),
            (
                r#"{"urls":["https://a.example/1","https://a.example/2"],"status":[200]}"#,
                ["", "", "200"],
            ),
            (
                r#"{"request":["PUT","/x"],"status":200}"#,
                ["/x", "PUT", "200"],
            ),
            (
                r#"{"req":["get","PUT"],"request":["PUT","https:\/\/a.example\/x"]}"#,
                ["https://a.example/x", "PUT", ""],
            ),
            (
                r#"{"Name":"GET product/{id}","Url":"https://a.example/x","resultCode":"200"}"#,
                ["https://a.example/x", "GET", "200"],
            ),
            (
                r#"{"transaction":"POST /x","status":404}"#,
                ["/x", "POST", "404"],
            ),
            (
                r#"{"name":"Patch","url":"https://a.example/x"}"#,
                ["https://a.example/x", "", ""],
            ),
            (
                r#"{"Method of request":"get","url":"https://a.example/x","Status (HTTP)":"404"}"#,
                ["https://a.example/x", "GET", "404"],
            ),
            (
                r#"{"method":"card","type":"POST","url":"https://a.example/x","Status":"COMPLETE","Response Code":404}"#,
                ["https://a.example/x", "POST", "404"],
            ),
            (
                r#"{"req":{"query":{"url":"https://b.example/","status":"404"},"url":"/x"},"error":{"status":500}}"#,
                ["/x", "", ""],
            ),
            (
                r#"{"DownstreamStatus":404,"OriginStatus":502,"ClientRequestURI":"/x","ClientRequestHost":"a.example","ClientRequestMethod":"GET"}"#,
                ["//a.example/x", "GET", "404"],
            ),
            (
                r#"{"url":"https://a.example/x","status_code":200,"cut":{"status_code":404"#,
                ["https://a.example/x", "", "200"],
            ),
        ] {
            let fields = [Field::Url, Field::Method, Field::Status];
            let found = fields.map(|field| text(field, object));
            assert_eq!(found, wanted.map(ToOwned::to_owned), "{object}");
        }
    }

    #[test]
    fn a_time_may_be_an_object() {
        let mut objects = Objects::KNOWN;
        objects.time_under("at");
        for (object, wanted) in [
            (r#"{"at":"2026-05-01"}"#, "2026-05-01"),
            (
                r#"{"at":{"$date":"2026-05-01T10:00:00Z"}}"#,
                "2026-05-01T10:00:00Z",
            ),
            (r#"{"at":{"$date":1777629600000}}"#, "1777629600000"),
            (
                r#"{"at":{"$date":{"$numberLong":"1777629600000"}}}"#,
                "1777629600000",
            ),
            (r#"{"at":{"seconds":1777629600,"nanos":5}}"#, "1777629600"),
            (r#"{"at":{"other":1777629600}}"#, ""),
        ] {
            let mut buffer = Vec::new();
            let text = objects.get(Field::Time, object.as_bytes(), &mut buffer);
            let text = text.map(|text| text.bytes(&buffer).to_vec());
            assert_eq!(text.unwrap_or_default(), wanted.as_bytes(), "{object}");
        }
    }

    #[test]
    fn a_message_may_be_a_line_or_an_object() {
        let line = r#"203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] \"POST /x HTTP/1.1\" 404 12"#;
        for (object, wanted) in [
            (
                format!(r#"{{"log":"{line}\n","stream":"stdout"}}"#),
                ["/x", "POST", "404"],
            ),
            (format!(r#"{{"MESSAGE":"{line}"}}"#), ["/x", "POST", "404"]),
            (
                format!(r#"{{"url":"https://a.example/","msg":"{line}"}}"#),
                ["https://a.example/", "", ""],
            ),
            (
                r#"{"message":"{\"method\":\"GET\",\"path\":\"/x\",\"status\":200}"}"#.to_owned(),
                ["/x", "GET", "200"],
            ),
            (
                r#"{"msg":"https://a.example/x took long"}"#.to_owned(),
                ["https://a.example/x", "", ""],
            ),
            (r#"{"msg":"a note about GET /x"}"#.to_owned(), ["", "", ""]),
        ] {
            let fields = [Field::Url, Field::Method, Field::Status];
            let found = fields.map(|field| text(field, &object));
            assert_eq!(found, wanted.map(ToOwned::to_owned), "{object}");
        }
    }

    proptest! {
        /// The order of members does not matter.
        #[test]
        fn members_in_any_order_are_read_alike(
            members in prop::sample::subsequence(MEMBERS.to_vec(), 1..MEMBERS.len()),
            order in any::<u64>(),
        ) {
            let mut shuffled = members.clone();
            shuffled.sort_by_key(|member| (member.len() as u64).wrapping_mul(order | 1));
            let objects = [members, shuffled].map(|members| format!("{{{}}}", members.join(",")));
            for field in Field::ALL {
                let found = objects.each_ref().map(|object| text(field, object));
                prop_assert_eq!(&found[0], &found[1], "{} {:?}", field, objects);
            }
        }
    }

    /// Members of records.
    const MEMBERS: [&str; 22] = [
        r#""host":"a.example""#,
        r#""server":"192.0.2.1""#,
        r#""http_host":"203.0.113.7""#,
        r#""server_name":"web-01""#,
        r#""request_uri":"/x?b=1""#,
        r#""path":"/y""#,
        r#""target_url":"http://192.0.2.1/z""#,
        r#""image":{"url":"https://a.example/i.png"}"#,
        r#""page_link":"https://a.example/page""#,
        r#""query":"c=1""#,
        r#""filter":{"query":"d=1"}"#,
        r#""timers":{"query_string":"e=1"}"#,
        r#""other":{"url":"https://d.example/"}"#,
        r#""request":{"method":"put","headers":{"Host":"b.example"}}"#,
        r#""response":{"status":404,"size":12}"#,
        r#""upstream_status":502"#,
        r#""code":200"#,
        r#""name":"GET route/{id}""#,
        r#""time":"2026-05-01T10:00:00Z""#,
        r#""content-type":"text/html""#,
        r#""msg":"https://c.example/x took long""#,
        r#""length":77"#,
    ];
}
