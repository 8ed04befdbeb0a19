//! The files of `tests/data`.

use serde::de::DeserializeOwned;
use std::path::Path;
use std::{fs, io};

/// Reads one of them, of TOML.
///
/// # Errors
/// The file cannot be read, or has another form.
pub fn read<T: DeserializeOwned>(file: &str) -> io::Result<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    read_file(&folder.join(file))
}

/// Reads a file of TOML at any path.
///
/// # Errors
/// The file cannot be read, or has another form.
pub fn read_file<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let named = |kind, error| io::Error::new(kind, format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(error.kind(), error.to_string()))?;
    toml::from_str(&text).map_err(|error| named(io::ErrorKind::InvalidData, error.to_string()))
}
