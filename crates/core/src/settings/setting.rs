//! One setting: its name, its help, the place of its value, and how that is read and shown.

use super::value::{Kind, Value};
use crate::settings::builder::Builder;
use urlsift_url::error::{Error, ErrorKind};

/// A setting of a [`Builder`] or of another collection of settings, `S`: one row of its table.
///
/// Texts about a setting name others in braces, as in `{no-learn}`, because each front end writes
/// them differently: [`text`](Self::text) inserts their names.
pub struct Setting<S: 'static = Builder> {
    /// The name as it is typed, like `ignore-param`.
    pub name: &'static str,
    /// The short option on a command line.
    pub short: Option<char>,
    /// Other names that mean the same or the opposite: names that users may guess, and those of the
    /// functions that set it.
    pub aliases: &'static [Alias],
    /// Its topic.
    pub section: Section,
    /// The name of its value in help, like `PERCENT`. Empty for a switch.
    pub value_name: &'static str,
    /// The value if only the name is typed. Empty if a value has to follow.
    pub bare: &'static str,
    /// Its effect, in one sentence without a full stop.
    pub help: &'static str,
    /// Further help, as paragraphs with empty lines between. May be empty.
    pub details: &'static str,
    /// Further help for front ends in which files can be named.
    pub typed_details: &'static str,
    /// The settings that it contradicts, by name. Each pair is listed at one of the two.
    pub not_with: &'static [&'static str],
    /// Whether the help of programs names it only, and explains it where it is asked for.
    pub is_rare: bool,
    /// Whether it is about parts of URLs, which texts do not have.
    pub is_of_urls: bool,
    /// Whether it belongs to the identity of a state.
    pub is_identity: bool,
    /// Reads and writes its value.
    pub field: SettingField<S>,
}

/// Another name of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alias {
    /// The name, in code: `ignore_params`.
    pub name: &'static str,
    /// Whether it means the opposite, as `learn` does of `no-learn`. Such names cannot be typed.
    pub is_opposite: bool,
}

impl Alias {
    /// Creates a name that means the same.
    pub(crate) const fn same(name: &'static str) -> Self {
        Self {
            name,
            is_opposite: false,
        }
    }

    /// Creates a name that means the opposite.
    pub(crate) const fn opposite(name: &'static str) -> Self {
        Self {
            name,
            is_opposite: true,
        }
    }

    /// Returns the name as typed after two dashes, if it can be typed.
    ///
    /// ```
    /// use urlsift::{Builder, settings::ByName};
    ///
    /// let aliases = Builder::of_name("not-ext")?.aliases;
    /// assert!(aliases.iter().any(|alias| alias.typed().as_deref() == Some("exclude-ext")));
    /// assert_eq!(Builder::of_name("no-learn")?.aliases[0].typed(), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn typed(&self) -> Option<String> {
        (!self.is_opposite).then(|| self.name.replace('_', "-"))
    }
}

/// The topic of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// Similarity of URLs.
    Similarity,
    /// The kind of lines.
    Records,
    /// Conditions on URLs.
    Selection,
    /// The format of records.
    Input,
    /// The output.
    Output,
    /// Settings for programs; the command line has other options for them, except for the seed.
    Code,
}

/// The place of a setting's value, and the way its texts are read.
pub struct SettingField<S: 'static> {
    pub get: fn(&S) -> &dyn Value,
    pub get_mut: fn(&mut S) -> &mut dyn Value,
    /// Whether a text may hold several items of a list, separated by commas.
    splits: bool,
    /// Checks an item of a list, and returns it in stored form.
    item: fn(&str) -> Result<String, Error>,
}

impl<S> SettingField<S> {
    /// Creates a field whose texts are read as they are.
    pub const fn new(get: fn(&S) -> &dyn Value, get_mut: fn(&mut S) -> &mut dyn Value) -> Self {
        Self {
            get,
            get_mut,
            splits: false,
            item: |text| Ok(text.to_owned()),
        }
    }
}

/// Splits the texts of a list at commas.
pub(super) const fn split<S>(mut field: SettingField<S>) -> SettingField<S> {
    field.splits = true;
    field
}

/// Checks each item of a list, and stores what the check returns.
pub(super) const fn items<S>(
    item: fn(&str) -> Result<String, Error>,
    mut field: SettingField<S>,
) -> SettingField<S> {
    field.item = item;
    field
}

/// Creates a row with name, section and place only.
pub const fn row<S>(name: &'static str, section: Section, field: SettingField<S>) -> Setting<S> {
    Setting {
        name,
        short: None,
        aliases: &[],
        section,
        value_name: "",
        bare: "",
        help: "",
        details: "",
        typed_details: "",
        not_with: &[],
        is_rare: false,
        is_of_urls: false,
        is_identity: false,
        field,
    }
}

impl<S> Setting<S> {
    /// Sets it from a text. A list gets one more item, or several separated by commas if its items
    /// have none.
    pub(crate) fn set(&self, settings: &mut S, text: &str) -> Result<(), Error> {
        let value = (self.field.get_mut)(settings);
        if value.kind() != Kind::List {
            return value.read(text);
        }
        let item = self.field.item;
        if !self.field.splits {
            return value.read(&item(text)?);
        }
        for text in text.split(',') {
            value.read(&item(text)?)?;
        }
        Ok(())
    }

    /// Empties it, if it is a list.
    pub(crate) fn clear(&self, settings: &mut S) {
        (self.field.get_mut)(settings).clear();
    }

    /// Returns the texts that give its current value.
    pub fn get(&self, settings: &S) -> Vec<String> {
        (self.field.get)(settings).texts()
    }

    /// Returns its value in the form of a state's identity.
    pub(crate) fn shown(&self, settings: &S) -> String {
        (self.field.get)(settings).shown()
    }

    /// Returns the name in code: that of a keyword in Python, for example; words of that language
    /// get an underscore.
    pub fn keyword(&self) -> String {
        keyword(self.name)
    }

    /// Returns a text about it, in which `name` gives the names of other settings.
    ///
    /// ```
    /// use urlsift::{Builder, settings::ByName};
    ///
    /// let setting = Builder::of_name("select-param")?;
    /// let details = setting.text(setting.details, |name| format!("--{name}"));
    /// assert!(details.starts_with("Takes the same globs as --ignore-param, "));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn text(&self, text: &str, name: impl Fn(&str) -> String) -> String {
        let is_name = |text: &str| {
            !text.is_empty() && text.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())
        };
        let mut parts = text.split('{');
        let mut written = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once('}') {
                Some((other, rest)) if is_name(other) => {
                    written += &name(other);
                    written += rest;
                }
                _ => {
                    written.push('{');
                    written += part;
                }
            }
        }
        written
    }
}

/// Returns the name in code of the setting that has this name.
///
/// ```
/// use urlsift::settings::keyword;
///
/// assert_eq!([keyword("ignore-param"), keyword("class")], ["ignore_param", "class_"]);
/// ```
pub fn keyword(name: &str) -> String {
    match name {
        own @ ("as" | "class") => format!("{own}_"),
        name => name.replace('-', "_"),
    }
}

impl<S: ByName> Setting<S> {
    /// Returns the texts that it takes.
    pub fn kind(&self) -> Kind {
        (self.field.get)(&S::default()).kind()
    }

    /// Returns the texts of its default; none if nothing is set by default.
    pub fn default(&self) -> Vec<String> {
        self.get(&S::default())
    }

    /// Reads a text, and returns it as it is shown.
    ///
    /// # Errors
    ///
    /// If the setting does not take the text; the message says why, without naming the setting.
    ///
    /// ```
    /// use urlsift::{Builder, settings::ByName};
    ///
    /// let threshold = Builder::of_name("threshold")?;
    /// assert_eq!(threshold.read("90.50%")?, ["90.5"]);
    /// assert!(threshold.read("101").is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn read(&self, text: &str) -> Result<Vec<String>, Error> {
        let mut settings = S::default();
        self.set(&mut settings, text)?;
        Ok(self.get(&settings))
    }
}

/// Settings in a table, for front ends that have names and texts of them.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::settings::ByName;
///
/// let settings = Sift::builder().set("merge-hosts", "true")?;
/// let settings = settings.set("host", "example.com,*.example.org")?;
/// assert_eq!(settings.get("host")?, ["example.com", "*.example.org"]);
/// assert!(Sift::builder().set("threshold", "high").is_err());
/// # Ok::<(), urlsift::Error>(())
/// ```
pub trait ByName: Default + Sized + 'static {
    /// Returns the rows of the table, in the order in which help lists them.
    fn rows() -> &'static [Setting<Self>];

    /// Returns the reason why a setting has no effect together with others, if none contradicts it.
    fn idle(&self, _setting: &Setting<Self>) -> Option<String> {
        None
    }

    /// Finds a setting by its name.
    ///
    /// # Errors
    ///
    /// If no setting has the name.
    fn of_name(name: &str) -> Result<&'static Setting<Self>, Error> {
        for setting in Self::rows() {
            if setting.name == name {
                return Ok(setting);
            }
        }
        let name = name.escape_debug();
        let message = format!("no setting is called \"{name}\"");
        Err(Error::new(ErrorKind::Name, message))
    }

    /// Sets the setting of this name from a text. A list gets one more item.
    ///
    /// # Errors
    ///
    /// If no setting has the name, or it does not take the text; the message names it.
    fn set(mut self, name: &str, text: &str) -> Result<Self, Error> {
        let set = Self::of_name(name)?.set(&mut self, text);
        set.map_err(|error| Error::new(error.kind(), format!("{name}: {error}")))?;
        Ok(self)
    }

    /// Sets a list to these items.
    ///
    /// # Errors
    /// If [`set`](Self::set) fails for an item.
    fn set_list<'t>(
        mut self,
        name: &str,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<Self, Error> {
        Self::of_name(name)?.clear(&mut self);
        for text in texts {
            self = self.set(name, text)?;
        }
        Ok(self)
    }

    /// Returns the texts that give the current value of the setting of this name: none if nothing
    /// is set, and one for each item of a list.
    ///
    /// # Errors
    ///
    /// If no setting has the name.
    fn get(&self, name: &str) -> Result<Vec<String>, Error> {
        Ok(Self::of_name(name)?.get(self))
    }

    /// Refuses settings that contradict each other or have no effect beside others, for front ends
    /// that take settings from users.
    ///
    /// # Errors
    ///
    /// If two settings contradict each other, or one has no effect.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::settings::ByName;
    ///
    /// assert!(Sift::builder().literal(true).merge_hosts(true).check().is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    fn check(&self) -> Result<(), Error> {
        let usual = Self::default();
        let is_set = |setting: &Setting<Self>| setting.get(self) != setting.get(&usual);
        let refuse = |message: String| Err(Error::new(ErrorKind::Settings, message));
        for setting in Self::rows().iter().filter(|setting| is_set(setting)) {
            let name = setting.name;
            for other in setting.not_with {
                if Self::of_name(other).is_ok_and(is_set) {
                    return refuse(format!(
                        "{name} and {other} cannot be combined: leave one of them out"
                    ));
                }
            }
            if let Some(why) = self.idle(setting) {
                return refuse(format!("{name} {why}"));
            }
        }
        Ok(())
    }
}
