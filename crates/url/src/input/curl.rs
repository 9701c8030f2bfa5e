//! Reads the arguments of a call of curl: `-X PUT -d a=1 https://a.example/x`.

use crate::list::list;

/// The request that a call makes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CurlRequest<'w> {
    /// The method, unless the call only reads.
    pub method: Option<&'w [u8]>,
    /// The bodies, which `&` joins. The content of a file, `@name`, is not known.
    pub bodies: Vec<&'w [u8]>,
    /// The words that may be its URLs.
    pub urls: Vec<&'w [u8]>,
}

/// The meaning of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CurlOption {
    Method,
    Head,
    Get,
    Upload,
    Body,
    Url,
    /// A value follows that is none of these, and may look like a URL.
    Other,
    /// No value follows.
    Flag,
}

/// Options whose value is not part of the request.
const OTHERS: [&str; 17] = list(
    "cacert cert connect-timeout cookie cookie-jar header key max-time output preproxy proxy \
    referer resolve retry user user-agent write-out",
);

/// Their short names.
const SHORT_OTHERS: &[u8] = b"AEHKbcemouwx";

impl CurlOption {
    fn of(name: &[u8]) -> Self {
        match name {
            b"request" => Self::Method,
            b"head" => Self::Head,
            b"get" => Self::Get,
            b"upload-file" => Self::Upload,
            b"json" | b"form" | b"form-string" => Self::Body,
            b"url" => Self::Url,
            _ if name.starts_with(b"data") => Self::Body,
            _ if OTHERS.iter().any(|other| other.as_bytes() == name) => Self::Other,
            _ => Self::Flag,
        }
    }

    fn of_letter(letter: u8) -> Self {
        match letter {
            b'X' => Self::Method,
            b'I' => Self::Head,
            b'G' => Self::Get,
            b'T' => Self::Upload,
            b'd' | b'F' => Self::Body,
            _ if SHORT_OTHERS.contains(&letter) => Self::Other,
            _ => Self::Flag,
        }
    }

    fn has_value(self) -> bool {
        !matches!(self, Self::Head | Self::Get | Self::Flag)
    }
}

/// An option, and its value if that is part of the same word.
struct CurlArgument<'w> {
    option: CurlOption,
    value: Option<&'w [u8]>,
}

impl<'w> CurlArgument<'w> {
    /// Reads an option: `--data=a`, `-XPUT`, `-sXPUT`; `None` for other words.
    fn of(word: &'w [u8]) -> Option<Self> {
        let name = word.strip_prefix(b"-")?;
        if let Some(name) = name.strip_prefix(b"-") {
            let end = memchr::memchr(b'=', name);
            return Some(Self {
                option: CurlOption::of(&name[..end.unwrap_or(name.len())]),
                value: end.map(|end| &name[end + 1..]),
            });
        }
        let mut argument = Self {
            option: CurlOption::Flag,
            value: None,
        };
        for (at, letter) in name.iter().enumerate() {
            let option = CurlOption::of_letter(*letter);
            if option != CurlOption::Flag {
                argument.option = option;
            }
            if option.has_value() {
                argument.value = Some(&name[at + 1..]).filter(|value| !value.is_empty());
                break;
            }
        }
        Some(argument)
    }
}

impl<'w> CurlRequest<'w> {
    /// Reads the words behind `curl`.
    pub fn of(words: impl IntoIterator<Item = &'w [u8]>) -> Self {
        let mut call = Self::default();
        let mut implied = None;
        let mut is_get = false;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let Some(argument) = CurlArgument::of(word) else {
                call.urls.push(word);
                continue;
            };
            let mut value = argument.value.unwrap_or_default();
            if argument.option.has_value() && argument.value.is_none() {
                value = words.next().unwrap_or_default();
            }
            match argument.option {
                CurlOption::Method => call.method = Some(value),
                CurlOption::Head => implied = Some(&b"HEAD"[..]),
                CurlOption::Get => is_get = true,
                CurlOption::Upload => implied = Some(b"PUT"),
                CurlOption::Body => {
                    implied = implied.or(Some(b"POST"));
                    if !value.starts_with(b"@") {
                        call.bodies.push(value);
                    }
                }
                CurlOption::Url => call.urls.push(value),
                CurlOption::Other | CurlOption::Flag => {}
            }
        }
        if is_get {
            call.bodies.clear();
        } else {
            call.method = call.method.or(implied);
        }
        call
    }
}
