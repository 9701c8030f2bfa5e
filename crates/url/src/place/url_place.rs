//! One place, as users write it.

use super::hosts::{HostForms, Hosts, has_outer_hyphen};
use super::network::Network;
use crate::bytes::{begins_with_letter, is_alphanumeric_and, is_digits};
use crate::error::Error;
use crate::host::{Origin, split_port};
use crate::rule_text::refusal;
use std::fmt::{self, Display, Formatter};

/// A part of the web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct UrlPlace {
    /// The allowed schemes; any if empty.
    pub schemes: Vec<String>,
    pub hosts: Hosts,
    /// The port in decimal digits.
    pub port: Option<String>,
    /// The text from the first slash after the host on; empty for all paths.
    pub path: String,
}

/// Advice for a text that is not a host.
const ADVICE: &str = concat!(
    "write example.com, .example.com, *.example.com, * or a network like 10.0.0.0/8, ",
    "optionally with a port",
);

/// Advice for a URL in place of a host.
const ALONE_ADVICE: &str =
    "write the host alone, like example.com; a file of rules takes schemes and paths";

/// Advice for the name of a file in place of a host.
const FILE_ADVICE: &str = "hosts stand in a file of rules, which --scope FILE names";

/// Advice for a place with a dash before it: other programs leave out such hosts.
const LEFT_OUT_ADVICE: &str =
    "names do not begin with a dash; to leave a host out, write !example.com";

impl UrlPlace {
    /// Reads a place.
    pub fn read(text: &str, forms: HostForms) -> Result<Self, Error> {
        let text = text.trim();
        if let Some(network) = Self::read_network(text) {
            return network;
        }
        let mut schemes = Vec::new();
        let mut rest = text;
        if let Some((scheme, after)) = text.split_once("://") {
            schemes = read_schemes(scheme)?;
            rest = after;
        }
        let slash = rest.find('/').unwrap_or(rest.len());
        let (server, path) = rest.split_at(slash);
        if let Some(Err(advice)) = Network::read(server) {
            return Err(not_hosts(server, &advice));
        }
        let (name, port) = read_port(server)?;
        if forms == HostForms::Patterns && name.starts_with('-') {
            return Err(not_hosts(server, LEFT_OUT_ADVICE));
        }
        match Hosts::read(name, forms) {
            None => Err(not_hosts(server, advice(server, forms))),
            Some(hosts) => Ok(Self {
                schemes,
                hosts,
                port,
                path: path.to_owned(),
            }),
        }
    }

    /// Reads hosts with an optional port, without a scheme and a path.
    pub fn read_hosts(text: &str, forms: HostForms) -> Result<Self, Error> {
        let trimmed = text.trim();
        match Self::read_network(trimmed) {
            Some(network) => network,
            None if trimmed.starts_with('@') => Err(not_hosts(text, FILE_ADVICE)),
            None if trimmed.contains('/') => Err(not_hosts(text, ALONE_ADVICE)),
            None => Self::read(trimmed, forms),
        }
    }

    /// Reads a network, optionally with a port; `None` if the text is something else.
    fn read_network(text: &str) -> Option<Result<Self, Error>> {
        let mut address = text;
        let mut port = Ok(None);
        if let Some((before, _)) = text.rsplit_once(':')
            && before.contains('/')
        {
            address = before;
            port = read_port(text).map(|(_, port)| port);
        }
        let network = Network::read(address)?;
        let read = || {
            let port = port?;
            match network {
                Ok(network) => Ok(Self {
                    hosts: Hosts::Network(network),
                    port,
                    ..Self::default()
                }),
                Err(advice) => Err(not_hosts(text, &advice)),
            }
        };
        Some(read())
    }

    /// Adds the hosts below its host.
    pub fn with_hosts_below(mut self) -> Self {
        if let Hosts::Itself(name) = self.hosts {
            self.hosts = Hosts::Both(name);
        }
        self
    }

    /// Whether a URL of this origin is at this place, as far as schemes, hosts and port tell.
    pub fn fits(&self, origin: Origin<'_>) -> bool {
        if !self.has_scheme(origin) || !self.hosts.contain(origin.host()) {
            return false;
        }
        match &self.port {
            Some(port) => origin.port() == Some(port.as_bytes()),
            None => true,
        }
    }

    /// Whether a URL of this origin may lead to this place: directly, by its address in the other
    /// version of the protocol, or possibly by its port, if there is no scheme.
    pub fn touches(&self, origin: Origin<'_>) -> bool {
        if !self.has_scheme(origin) || !self.hosts.touch(origin.host()) {
            return false;
        }
        let Some(port) = &self.port else {
            return true;
        };
        match origin.port() {
            Some(found) => found == port.as_bytes(),
            None => origin.scheme.is_empty() && matches!(&**port, "80" | "443"),
        }
    }

    /// Whether a URL has one of the schemes, or none.
    fn has_scheme(&self, origin: Origin<'_>) -> bool {
        let is_its_own = |scheme: &String| scheme.as_bytes() == origin.scheme;
        if origin.scheme.is_empty() || self.schemes.is_empty() {
            return true;
        }
        self.schemes.iter().any(is_its_own)
    }

    /// Whether all hosts and ports of another place are in this one.
    pub fn covers_hosts(&self, other: &Self) -> bool {
        let has_port = self.port.is_none() || self.port == other.port;
        has_port && self.hosts.cover(&other.hosts)
    }
}

/// Writes the place as it is read.
impl Display for UrlPlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &*self.schemes {
            [] => {}
            [scheme] => write!(f, "{scheme}://")?,
            _ => f.write_str("http*://")?,
        }
        write!(f, "{}", self.hosts)?;
        if let Some(port) = &self.port {
            write!(f, ":{port}")?;
        }
        f.write_str(&self.path)?;
        // An address with a path of digits would be read as a network.
        let digits = self.path.strip_prefix('/').unwrap_or_default();
        let is_length = !digits.is_empty() && is_digits(digits.as_bytes());
        if is_length && matches!(self.hosts, Hosts::Network(_)) {
            f.write_str("*")?;
        }
        Ok(())
    }
}

/// Splits a host from its port; `:*` stands for any port.
fn read_port(server: &str) -> Result<(&str, Option<String>), Error> {
    if let Some(name) = server.strip_suffix(":*") {
        return Ok((name, None));
    }
    let (name, port) = split_port(server.as_bytes());
    if port.is_none() {
        return Ok((server, None));
    }
    let (name, port) = server.split_at(name.len());
    match port[1..].parse::<u16>() {
        Ok(number) => Ok((name, Some(number.to_string()))),
        Err(_) => Err(not_hosts(server, "ports end at 65535")),
    }
}

/// Reads the schemes before `://`; an empty list stands for any.
fn read_schemes(text: &str) -> Result<Vec<String>, Error> {
    let scheme = text.to_ascii_lowercase();
    match &*scheme {
        "*" => return Ok(Vec::new()),
        "http*" => return Ok(vec!["http".to_owned(), "https".to_owned()]),
        _ => {}
    }
    let bytes = scheme.as_bytes();
    if begins_with_letter(bytes) && is_alphanumeric_and(bytes, b"+-.") {
        return Ok(vec![scheme]);
    }
    let shown = text.escape_debug();
    Err(refusal(format!(
        "\"{shown}\" is not a scheme: write https, http* for http and https, or * for any, with :// before the host"
    )))
}

/// The error for a text that is not a host.
pub fn not_hosts(text: &str, advice: &str) -> Error {
    let shown = text.escape_debug();
    refusal(format!("\"{shown}\" is not a host: {advice}"))
}

/// Advice for a pattern where only names are taken.
const NAMES_ADVICE: &str = concat!(
    "write example.com, .example.com, *.example.com or *, ",
    "as other patterns are for host and scope",
);

/// Signs of regular expressions that hosts do not have.
const EXPRESSION_SIGNS: [char; 9] = ['\\', '^', '$', '(', ')', '+', '|', '{', '}'];

/// Returns advice for a text that is not a host.
fn advice(text: &str, forms: HostForms) -> &'static str {
    if text.contains([',', ';']) {
        "write each host by itself, one on a line in a file"
    } else if text.starts_with(".*") || text.contains(EXPRESSION_SIGNS) {
        "it looks like a regular expression; * stands for any characters"
    } else if forms == HostForms::Names && text.contains('*') {
        NAMES_ADVICE
    } else if has_outer_hyphen(text) {
        "names neither begin nor end with a hyphen"
    } else {
        ADVICE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_they_are_read() {
        for (text, wanted) in [
            ("A.Example", "a.example"),
            (" .a.example ", ".a.example"),
            ("*.a.example:08443", "*.a.example:8443"),
            ("*", "*"),
            ("*:443/app", "*:443/app"),
            ("a.example:*/app/*", "a.example/app/*"),
            ("HTTPS://a.example/", "https://a.example/"),
            ("http*://a.example", "http*://a.example"),
            ("*://a.example", "a.example"),
            ("b\u{fc}cher.example", "xn--bcher-kva.example"),
            ("api-*.example", "api-*.example"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("10.0.0.0/8:443", "10.0.0.0/8:443"),
            ("10.0.*", "10.0.*.*"),
            ("10.0.0.7/32", "10.0.0.7"),
            (".10.0.0.7", "10.0.0.7"),
            ("10.0.0.7/8*", "10.0.0.7/8*"),
            ("10.0.0.7/x", "10.0.0.7/x"),
            ("[2001:DB8::]/32", "2001:db8::/32"),
            ("2001:db8::7", "[2001:db8::7]"),
            ("[::ffff:127.0.0.1]:80", "[::ffff:7f00:1]:80"),
        ] {
            let read = |text: &str| UrlPlace::read(text, HostForms::Patterns);
            let place = read(text).expect(text);
            assert_eq!(place.to_string(), wanted, "{text}");
            let again = read(wanted).expect(wanted);
            assert_eq!(again.to_string(), wanted, "{text}");
        }
    }

    #[test]
    fn names_of_urls_may_have_signs_that_patterns_have_not() {
        for text in ["$x.example", "a(b).example", "a{1}.example", "a+b.example"] {
            let place = UrlPlace::read(text, HostForms::Names).expect(text);
            assert_eq!(place.to_string(), text);
            let error = UrlPlace::read(text, HostForms::Patterns).expect_err(text);
            let advice = "it looks like a regular expression";
            assert!(error.to_string().contains(advice), "{error}");
        }
        assert!(UrlPlace::read("api-*.example", HostForms::Names).is_err());
    }
}
