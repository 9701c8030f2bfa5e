//! Extensions of paths.

use crate::bytes::{before, has_letter, is_alphanumeric, is_one_of, split_last};
use crate::error::{Error, ErrorKind};
use crate::list::list;

/// The extensions of `static`: styles, pictures, fonts, sound and films. Scripts and source maps
/// are not included, because they name endpoints.
pub const STATIC_EXTENSIONS: [&str; 32] = list(
    "avi avif bmp css cur eot flv gif ico jpeg jpg less m4a m4v mov mp3 mp4 ogg ogv otf png sass \
    scss svg tif tiff ttf wav webm webp woff woff2",
);

/// Returns those of the static extensions that a word stands for.
fn group(name: &str) -> &'static str {
    match name {
        "images" => "avif bmp cur gif ico jpeg jpg png svg tif tiff webp",
        "fonts" => "eot otf ttf woff woff2",
        "styles" => "css less sass scss",
        _ => "avi flv m4a m4v mov mp3 mp4 ogg ogv wav webm",
    }
}

/// Checks an extension, with or without a dot before it.
///
/// # Errors
/// If no path can have it; the message says what to write.
pub fn check_extension(name: &str) -> Result<(), Error> {
    let extension = name.trim_start_matches('.');
    let shown = name.escape_debug();
    let advice = if extension.contains(char::is_whitespace) {
        let words: Vec<&str> = extension.split_whitespace().collect();
        format!("write {}", words.join(","))
    } else if let Some((_, last)) = extension.rsplit_once('.') {
        format!("the last one counts, so write {last}")
    } else {
        let extension = extension.as_bytes();
        let is_extension = extension.len() <= LONGEST && is_alphanumeric(extension);
        if is_extension && has_letter(extension) {
            return Ok(());
        }
        "it has up to ten letters and digits, and a letter among them".to_owned()
    };
    let message = format!("\"{shown}\" is not an extension: {advice}");
    Err(Error::new(ErrorKind::Name, message))
}

/// Maximum length of an extension. A longer ending is a word of a name with a dot.
const LONGEST: usize = 10;

/// A set of extensions.
#[derive(Clone, Debug, Default)]
pub(super) struct Extensions {
    /// Names in lower case, without the dot.
    names: Vec<String>,
    /// Whether paths without an extension match.
    none: bool,
}

impl Extensions {
    pub(super) fn extend(&mut self, names: impl IntoIterator<Item = impl AsRef<str>>) {
        for name in names {
            let name = name.as_ref().trim_start_matches('.').to_ascii_lowercase();
            match &name[..] {
                "none" => self.none = true,
                "images" | "fonts" | "styles" | "media" => {
                    let group = group(&name).split(' ');
                    self.names.extend(group.map(str::to_owned));
                }
                "static" => self.names.extend(STATIC_EXTENSIONS.map(str::to_owned)),
                _ => self.names.push(name),
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && !self.none
    }

    pub(super) fn contain(&self, extension: Option<&[u8]>) -> bool {
        match extension {
            Some(extension) => is_one_of(extension, &self.names),
            None => self.none,
        }
    }
}

/// Returns the extension of the last segment: up to ten letters and digits after its last dot, not
/// only digits.
pub(super) fn of(path: &[u8]) -> Option<&[u8]> {
    let (_, segment) = split_last(path, b'/').unwrap_or((b"", path));
    let name = before(segment, |byte| byte == b';');
    let (_, extension) = split_last(name, b'.')?;
    let is_extension =
        extension.len() <= LONGEST && is_alphanumeric(extension) && has_letter(extension);
    is_extension.then_some(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_ends_the_last_segment() {
        for (path, wanted) in [
            ("/a/b.php", Some("php")),
            ("/a/b.tar.gz", Some("gz")),
            ("/b.JSP;jsessionid=1.2", Some("JSP")),
            ("/a.php/b", None),
            ("/a.php/", None),
            ("/v1.2", None),
            ("/x.mp3", Some("mp3")),
            ("/.htaccess", Some("htaccess")),
            ("/a.verylongword", None),
            ("/a.", None),
            ("/", None),
        ] {
            assert_eq!(of(path.as_bytes()), wanted.map(str::as_bytes), "{path}");
        }
    }

    #[test]
    fn what_no_path_has_is_no_extension() {
        for name in ["php", ".PHP", "mp3", "none", "static", "images", "htaccess"] {
            assert!(check_extension(name).is_ok(), "{name}");
        }
        for (name, advice) in [
            ("tar.gz", "write gz"),
            (".min.js", "write js"),
            ("php jsp", "write php,jsp"),
            ("*", "letters and digits"),
            ("123", "a letter among them"),
            ("averylongword", "up to ten"),
            ("", "letters and digits"),
        ] {
            let error = check_extension(name).expect_err(name).to_string();
            assert!(error.contains(advice), "{name}: {error}");
        }
    }

    #[test]
    fn a_set_has_names_in_any_case_and_words_for_more() {
        let set = |names: &[&str]| {
            let mut set = Extensions::default();
            set.extend(names);
            set
        };
        assert!(set(&[".PHP"]).contain(Some(b"php")) && !set(&["php"]).contain(None));
        assert!(set(&["none"]).contain(None) && !set(&["none"]).contain(Some(b"none")));
        let mut all: Vec<String> = Vec::new();
        for name in ["images", "fonts", "styles", "media"] {
            all.extend(set(&[name]).names);
        }
        all.sort_unstable();
        assert_eq!(all, STATIC_EXTENSIONS);
        assert!(set(&["static"]).contain(Some(b"PNG")) && !set(&["static"]).contain(Some(b"js")));
        assert!(set(&[]).is_empty() && !set(&["none"]).is_empty());
        assert!(STATIC_EXTENSIONS.is_sorted());
    }
}
