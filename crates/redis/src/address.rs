//! The address of a Redis server: `redis://user:password@host:port/db?prefix=NAME`, with `rediss`
//! for TLS.

use redis::{ConnectionInfo, IntoConnectionInfo};
use std::env;
use url::Url;
use urlsift_core::{Error, ErrorKind};

/// The start of all names on the server, unless another prefix is set.
const PREFIX: &str = "urlsift";

/// Environment variables for a user and password that should not be in a command line.
const USER: &str = "URLSIFT_REDIS_USER";
const PASSWORD: &str = "URLSIFT_REDIS_PASSWORD";

/// A server, a database on it, and the prefix of the names there.
pub(crate) struct ServerAddress {
    pub info: ConnectionInfo,
    pub prefix: String,
    /// The address without user and password, for messages.
    pub shown: String,
}

impl ServerAddress {
    /// Reads an address. User and password may also come from the environment. No message repeats
    /// them.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |why: &str| {
            let advice = "write redis://host:port/db?prefix=NAME, with rediss for TLS";
            let message = format!("the address of Redis {why}: {advice}");
            Error::new(ErrorKind::Settings, message)
        };
        let mut url = Url::parse(text).map_err(|_| wrong("cannot be read"))?;
        let mut prefix = PREFIX.to_owned();
        for (name, value) in url.query_pairs() {
            match &*name {
                "prefix" if !value.is_empty() => prefix = value.into_owned(),
                "prefix" => return Err(wrong("has an empty prefix")),
                _ => return Err(wrong("has an unknown parameter")),
            }
        }
        url.set_query(None);
        let info = url
            .as_str()
            .into_connection_info()
            .map_err(|_| wrong("cannot be used"))?;
        let mut login = info.redis_settings().clone();
        if login.username().is_none()
            && let Ok(user) = env::var(USER)
        {
            login = login.set_username(user);
        }
        if login.password().is_none()
            && let Ok(password) = env::var(PASSWORD)
        {
            login = login.set_password(password);
        }
        let info = info.set_redis_settings(login);
        let scheme = url.scheme();
        let server = info.addr();
        let database = info.redis_settings().db();
        let shown = format!("{scheme}://{server}/{database}");
        Ok(Self {
            info,
            prefix,
            shown,
        })
    }

    /// Returns the name under which the settings of the prefix are stored.
    pub(crate) fn settings_name(&self) -> String {
        format!("{}:settings", self.prefix)
    }

    /// Returns the name of a [list](crate::bucket::list) on the server.
    pub(crate) fn list_name(&self, list: &[u8]) -> Vec<u8> {
        [self.prefix.as_bytes(), b":b:", list].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::ServerAddress;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address = ServerAddress::parse("redis://ann:secret@127.0.0.1:7000/3?prefix=night")
            .expect("it is whole");
        assert_eq!(
            (&*address.prefix, &*address.shown),
            ("night", "redis://127.0.0.1:7000/3")
        );
        assert_eq!(address.info.redis_settings().password(), Some("secret"));
        let address = ServerAddress::parse("rediss://cache.example").expect("it is whole");
        assert_eq!(
            (&*address.prefix, &*address.shown),
            ("urlsift", "rediss://cache.example:6379/0")
        );
        for wrong in [
            "redis://:secret@h:port/",
            "redis://:secret@h/?lease=secret",
            "redis://:secret@h/?prefix=",
            "secret",
        ] {
            let message = ServerAddress::parse(wrong)
                .err()
                .expect("it is refused")
                .to_string();
            assert!(
                message.contains("redis://host:port") && !message.contains("secret"),
                "{message}"
            );
        }
    }
}
