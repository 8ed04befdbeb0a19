//! The files of `tests/data`.

use serde::de::DeserializeOwned;
use std::path::Path;
use std::{fs, io};

/// Reads a file of TOML.
///
/// # Errors
/// The file cannot be read, or has another form.
pub fn read<T: DeserializeOwned>(file: &str) -> io::Result<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let path = folder.join(file);
    let named = |kind, error| io::Error::new(kind, format!("{}: {error}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| named(error.kind(), error.to_string()))?;
    toml::from_str(&text).map_err(|error| named(io::ErrorKind::InvalidData, error.to_string()))
}
