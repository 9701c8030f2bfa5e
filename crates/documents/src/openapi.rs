//! Reads API descriptions: `OpenAPI` 3 and Swagger 2.

use crate::node::Subtree;
use crate::path_template;
use crate::references::{MEMBERS, References, VALUES, member};
use crate::request_body::RequestBodies;
use crate::urls::Urls;
use std::collections::HashSet;
use url::form_urlencoded;
use urlsift_extract::RequestDetails;

/// Members of a path that are operations.
const METHODS: [&str; 9] = [
    "delete", "get", "head", "options", "patch", "post", "put", "query", "trace",
];

/// Maximum length of a server's address after its variables are replaced.
const SERVER: usize = 8 << 10;

/// Addresses in a security scheme.
const SECURITY: [&str; 5] = [
    "authorizationUrl",
    "deviceAuthorizationUrl",
    "openIdConnectUrl",
    "refreshUrl",
    "tokenUrl",
];

pub(crate) fn is_one(root: &Subtree) -> bool {
    let is_version = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    ["openapi", "swagger"]
        .iter()
        .any(|name| root.text_of(name).is_some_and(is_version))
}

/// A reader of one description.
struct Reader<'r> {
    root: &'r Subtree,
    is_old: bool,
    servers: Vec<String>,
    references: References<'r>,
    /// The operations whose callbacks were read, and the callbacks.
    known: HashSet<*const Subtree>,
    /// Whether an operation has no address: a webhook, or a callback to what a request names.
    has_nameless: bool,
}

/// Adds the requests of a description. Returns whether some operations have no address.
pub(crate) fn read(root: &Subtree, urls: &mut Urls<'_>) -> bool {
    let is_old = root.get("openapi").is_none();
    let servers = if is_old {
        of_swagger(root, root)
    } else {
        of_list(root.get("servers"), SERVERS).unwrap_or_default()
    };
    let servers = if servers.is_empty() {
        vec![String::new()]
    } else {
        servers
    };
    let has_nameless = root
        .get("webhooks")
        .is_some_and(|hooks| !hooks.members().is_empty());
    let mut reader = Reader {
        root,
        is_old,
        servers,
        references: References::of(root),
        known: HashSet::new(),
        has_nameless,
    };
    let paths = root.members_of("paths");
    for (name, item) in paths {
        // YAML's merge key inserts the paths of another map.
        if &**name == "<<" {
            for (name, item) in item.members() {
                reader.add(name, item, urls);
            }
        } else {
            reader.add(name, item, urls);
        }
    }
    if paths.is_empty() {
        for server in reader.servers.iter().filter(|server| !server.is_empty()) {
            urls.add(&join(server, "", urls));
        }
    }
    security(root, urls);
    reader.has_nameless
}

impl<'r> Reader<'r> {
    /// Adds each operation of a path, on each of its servers, and its callbacks.
    fn add(&mut self, path: &str, item: &'r Subtree, urls: &mut Urls<'_>) {
        if path.starts_with("x-") {
            return;
        }
        let item = self.references.resolved(item);
        let slash = if path.starts_with('/') { "" } else { "/" };
        let expanded = path_template::expand(&format!("{slash}{path}"));
        'served: for ServedOperation {
            method,
            server,
            operation,
        } in of_item(self.root, self.is_old, &self.servers, item, urls)
        {
            let bodies = RequestBodies::of(item, operation, &mut self.references);
            let request = RequestDetails {
                method,
                body: bodies.first(),
                ..RequestDetails::default()
            };
            let mut queries = self.queries(item, operation);
            for query in &mut queries {
                query.extend_from_slice(&expanded.query);
            }
            for path in &expanded.paths {
                for query in &queries {
                    let target = format!("{path}{}", query_text(query));
                    if !urls.has_room() {
                        urls.request(path, &request);
                        break 'served;
                    }
                    urls.request(&join(&server, &target, urls), &request);
                }
                for body in bodies.others() {
                    if !urls.has_room() {
                        break 'served;
                    }
                    let request = RequestDetails {
                        body: Some(body),
                        ..request
                    };
                    urls.request(&join(&server, path, urls), &request);
                }
            }
        }
        for (_, operation) in operations(item) {
            self.call_back(operation, urls);
        }
    }

    /// Returns the parameters of an operation's queries, `name=value`. Values that a description
    /// lists may select what is done, so there is a query for each of them.
    fn queries(&mut self, item: &'r Subtree, operation: Option<&'r Subtree>) -> Vec<Vec<String>> {
        let mut query = Vec::new();
        let mut others = Vec::new();
        for parameter in self.references.parameters(item, operation) {
            if parameter.text_of("in") != Some("query") {
                continue;
            }
            let Some(name) = parameter.text_of("name") else {
                continue;
            };
            let schema = match member(parameter, "schema") {
                Some(schema) => self.references.resolved(schema),
                None => parameter,
            };
            let name = escaped(name);
            let members = schema.members_of("properties").iter().take(MEMBERS);
            if members.len() > 0 {
                // Its members are parameters of their own.
                let is_deep = parameter.text_of("style") == Some("deepObject");
                for (member, _) in members {
                    let member = escaped(member);
                    query.push(if is_deep {
                        format!("{name}[{member}]=")
                    } else {
                        format!("{member}=")
                    });
                }
                continue;
            }
            let mut values = schema.items_of("enum").iter().take(VALUES);
            let first = values.next().and_then(|value| value.text());
            query.push(format!("{name}={}", escaped(first.unwrap_or_default())));
            for value in values {
                if let Some(value) = value.text() {
                    others.push(vec![format!("{name}={}", escaped(value))]);
                }
            }
        }
        let mut queries = vec![query];
        queries.append(&mut others);
        queries
    }

    /// Adds the callbacks of an operation that have an address.
    fn call_back(&mut self, operation: &'r Subtree, urls: &mut Urls<'_>) {
        let callbacks = member(operation, "callbacks")
            .map(Subtree::members)
            .unwrap_or_default();
        if callbacks.is_empty() || !self.known.insert(operation) {
            return;
        }
        for (_, callback) in callbacks {
            let callback = self.references.resolved(callback);
            if !self.known.insert(callback) {
                continue;
            }
            for (address, item) in callback.members() {
                let has_address = address.contains("://") && !address.starts_with('{');
                self.has_nameless |= !has_address;
                for (method, _) in
                    operations(self.references.resolved(item)).filter(|_| has_address)
                {
                    let method = Some(method).filter(|_| urls.tell_methods());
                    urls.request(
                        address,
                        &RequestDetails {
                            method,
                            ..RequestDetails::default()
                        },
                    );
                }
            }
        }
    }
}

/// An operation on one of its servers.
struct ServedOperation<'i> {
    method: Option<&'i str>,
    server: String,
    /// `None` for a path without operations.
    operation: Option<&'i Subtree>,
}

/// Returns a query with a question mark, of parameters; empty if there are none.
fn query_text(parameters: &[String]) -> String {
    match parameters {
        [] => String::new(),
        parameters => format!("?{}", parameters.join("&")),
    }
}

fn escaped(text: &str) -> String {
    let escaped: String = form_urlencoded::byte_serialize(text.trim().as_bytes()).collect();
    escaped.replace('+', "%20")
}

/// Returns the operations of a path with their servers. An operation may name other servers than
/// its path, and a path other servers than the description. Without methods or operations, returns
/// the servers alone.
fn of_item<'i>(
    root: &Subtree,
    is_old: bool,
    servers: &[String],
    item: &'i Subtree,
    urls: &Urls<'_>,
) -> Vec<ServedOperation<'i>> {
    // Without room, one line is left for each path.
    let most = if urls.has_room() { SERVERS } else { 1 };
    let tells_methods = urls.tell_methods();
    let servers = &servers[..servers.len().min(most)];
    let own = if is_old {
        None
    } else {
        of_list(member(item, "servers"), most)
    };
    let own = own.as_deref().unwrap_or(servers);
    let mut all = Vec::new();
    let mut known = HashSet::new();
    let mut add = |method: Option<&'i str>, servers: &[String], operation: Option<&'i Subtree>| {
        let method = method.filter(|_| tells_methods);
        for server in servers {
            if known.insert((method, server.clone())) {
                all.push(ServedOperation {
                    method,
                    server: server.clone(),
                    operation,
                });
            }
        }
    };
    let mut operations = operations(item).peekable();
    if operations.peek().is_none() {
        add(None, own, None);
    }
    for (method, operation) in operations {
        let servers = if is_old {
            member(operation, "schemes").map(|_| of_swagger(root, operation))
        } else {
            of_list(member(operation, "servers"), most)
        };
        let servers = servers.as_deref().unwrap_or(own);
        add(Some(method), servers, Some(operation));
    }
    all
}

/// Returns the operations of a path by their methods, including those under other methods, which
/// `OpenAPI` 3.2 has.
fn operations(item: &Subtree) -> impl Iterator<Item = (&str, &Subtree)> {
    let members = item.members().iter().take(MEMBERS);
    let known = members
        .clone()
        .filter(|(name, _)| METHODS.contains(&&**name))
        .take(METHODS.len());
    let others = members.filter(|(name, _)| **name == *"additionalOperations");
    known
        .chain(others.flat_map(|(_, others)| others.members().iter().take(MEMBERS)))
        .map(|(method, operation)| (&**method, &**operation))
}

/// Maximum number of servers in one list that paths are joined to.
const SERVERS: usize = 4096;

/// Returns the addresses of a list of servers, with their variables' defaults; `None` if there are
/// none.
fn of_list(servers: Option<&Subtree>, most: usize) -> Option<Vec<String>> {
    let servers: Vec<String> = servers?
        .items()
        .iter()
        .take(most)
        .filter_map(|server| of_server(server))
        .collect();
    (!servers.is_empty()).then_some(servers)
}

fn of_server(server: &Subtree) -> Option<String> {
    let mut url = server.text_of("url")?.trim().to_owned();
    for (name, variable) in server.members_of("variables").iter().take(MEMBERS) {
        let values = variable.items_of("enum");
        let Some(default) = variable
            .text_of("default")
            .or_else(|| values.first()?.text())
        else {
            continue;
        };
        let placeholder = format!("{{{name}}}");
        let uses = url.matches(&placeholder).count();
        if uses > 0 && url.len() + uses * default.len() <= SERVER {
            url = url.replace(&placeholder, default);
        }
    }
    Some(url)
}

/// Returns the addresses of Swagger 2: the schemes of a description or operation, with the host and
/// path of the description.
fn of_swagger(root: &Subtree, schemes: &Subtree) -> Vec<String> {
    let path = root.text_of("basePath").unwrap_or_default().trim();
    let Some(host) = root
        .text_of("host")
        .map(str::trim)
        .filter(|host| !host.is_empty())
    else {
        return vec![path.to_owned()];
    };
    let path = if path.is_empty() || path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    };
    let schemes = schemes.items_of("schemes").iter().take(SERVERS);
    let schemes: Vec<&str> = schemes.filter_map(|scheme| scheme.text()).collect();
    if schemes.is_empty() {
        // The default is the scheme by which the description was fetched, which is unknown here.
        return vec![format!("//{host}{path}")];
    }
    schemes
        .iter()
        .map(|scheme| format!("{scheme}://{host}{path}"))
        .collect()
}

/// Joins a path to a server. Text in braces stays as it is, so no URL parser is used. A server
/// without a host is completed by the base, or stays a path.
fn join(server: &str, path: &str, urls: &Urls<'_>) -> String {
    let server = if path.is_empty() {
        server
    } else {
        server.trim_end_matches('/')
    };
    if server.contains("://") {
        return format!("{server}{path}");
    }
    let Some(base) = urls.base() else {
        let rooted = server.trim_start_matches("./").trim_start_matches("../");
        let slash = if rooted.is_empty() || rooted.starts_with('/') {
            ""
        } else {
            "/"
        };
        return format!("{slash}{rooted}{path}");
    };
    if server.starts_with("//") {
        return format!("{}:{server}{path}", base.scheme());
    }
    let origin = &base[..url::Position::BeforePath];
    if server.starts_with('/') || server.is_empty() {
        return format!("{origin}{server}{path}");
    }
    match base.join(server) {
        Ok(joined) => format!("{}{path}", joined.as_str().trim_end_matches('/')),
        Err(_) => format!("{origin}/{server}{path}"),
    }
}

/// Adds the addresses of security schemes, such as token endpoints.
fn security(root: &Subtree, urls: &mut Urls<'_>) {
    let of_components = root
        .get("components")
        .and_then(|components| components.get("securitySchemes"));
    for schemes in [of_components, root.get("securityDefinitions")]
        .into_iter()
        .flatten()
    {
        for (_, scheme) in schemes.members() {
            let flows = scheme.members_of("flows").iter().take(MEMBERS);
            let parts = std::iter::once(&**scheme).chain(flows.map(|(_, flow)| &**flow));
            let addresses =
                parts.flat_map(|part| SECURITY.iter().filter_map(|name| part.text_of(name)));
            for address in addresses
                .map(str::trim)
                .filter(|address| !address.is_empty())
            {
                urls.add(&join(address, "", urls));
            }
        }
    }
}
