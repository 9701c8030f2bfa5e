//! Settings as hosts write them: names and texts from the tables of settings.

use urlsift::settings::{ByName, RecordSettings};
use urlsift::{Builder, Error, Sift};

/// Reads settings: `name=text`, or a name alone for a switch, each ended by a byte 0, since rules
/// have line ends. A list gets one item from each. A setting of no table is refused.
pub(crate) fn builder(given: &[u8]) -> Result<Builder, String> {
    let given = str::from_utf8(given).map_err(|error| error.to_string())?;
    let (mut settings, mut records) = (Sift::builder(), RecordSettings::default());
    let said = |error: Error| error.to_string();
    for setting in given.split_terminator('\0') {
        let (name, text) = setting.split_once('=').unwrap_or((setting, "true"));
        if RecordSettings::of_name(name).is_ok() {
            records = records.set(name, text).map_err(said)?;
        } else {
            settings = settings.set(name, text).map_err(said)?;
        }
    }
    records.check().map_err(said)?;
    let settings = settings.records(records.terms());
    settings.check().map_err(said)?;
    Ok(settings)
}
