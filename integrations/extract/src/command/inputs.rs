//! From what is named on the command line to files and objects.

use super::failure::Failure;
use super::place::Place;
use std::path::Path;
use tokenwright_extract::files;
#[cfg(feature = "s3")]
use {
    std::collections::HashMap,
    tokenwright_extract::objects::{Address, Bucket},
};

/// What begins an address.
const S3: &str = "s3://";

/// Buckets that were named before: each has connections.
#[derive(Default)]
pub(crate) struct Inputs {
    #[cfg(feature = "s3")]
    buckets: HashMap<String, Bucket>,
}

/// Whether a name is an address, not a path.
pub(crate) fn is_address(name: &Path) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(S3))
}

impl Inputs {
    /// The files that a name means, which have one of these extensions if it names a folder. Sorted, and at least one.
    pub(crate) fn find(&mut self, name: &Path, extensions: &[&str]) -> Result<Vec<Place>, Failure> {
        let found = match name.to_str() {
            Some(address) if is_address(name) => self.objects(address, extensions)?,
            _ => in_folder(name, extensions)?,
        };
        match found.is_empty() {
            true => Err(Failure::at(
                name,
                "there is no WARC, HTML or Parquet file in the folder",
            )),
            false => Ok(found),
        }
    }

    #[cfg(not(feature = "s3"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn objects(&mut self, name: &str, _: &[&str]) -> Result<Vec<Place>, Failure> {
        Err(no_s3(name))
    }

    /// The objects of an address: one, those of a pattern, or those below a folder.
    #[cfg(feature = "s3")]
    fn objects(&mut self, name: &str, extensions: &[&str]) -> Result<Vec<Place>, Failure> {
        let failed = |error: std::io::Error| Failure::at(name.as_ref(), error);
        let (bucket, address) = self.bucket(name)?;
        let below = |folder: &str, depth: usize| -> Result<Vec<Place>, Failure> {
            let objects = bucket.list(folder, depth).map_err(failed)?.into_iter();
            Ok(objects
                .map(|meta| Place::Object(bucket.clone(), meta))
                .collect())
        };
        if address.is_pattern() {
            let pattern = glob::Pattern::new(&address.key)
                .map_err(|error| Failure::at(name.as_ref(), error))?;
            let options = glob::MatchOptions {
                require_literal_separator: true,
                ..glob::MatchOptions::default()
            };
            let literal = address
                .key
                .split(['*', '?', '['])
                .next()
                .unwrap_or_default();
            let folder = literal.rsplit_once('/').map_or("", |(folder, _)| folder);
            let depth = match address.key.contains("**") {
                true => usize::MAX,
                false => address.key[folder.len()..].matches('/').count(),
            };
            let mut found = below(folder, depth)?;
            found.retain(|place| match place {
                Place::Object(_, meta) => pattern.matches_with(meta.location.as_ref(), options),
                Place::File(_) => false,
            });
            return match found.is_empty() {
                true => Err(Failure::at(name.as_ref(), "no object has such a key")),
                false => Ok(found),
            };
        }
        let is_folder = address.key.is_empty() || address.key.ends_with('/');
        if !is_folder {
            match bucket.head(&address.key) {
                Ok(meta) => return Ok(vec![Place::Object(bucket.clone(), meta)]),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(error)),
            }
        }
        let all = below(&address.key, usize::MAX)?;
        if all.is_empty() && !is_folder {
            let message = "there is no such object, and no key begins with it as a folder";
            return Err(Failure::at(name.as_ref(), message));
        }
        Ok(all
            .into_iter()
            .filter(|place| place.has_extension(extensions))
            .collect())
    }

    /// The bucket of an address.
    #[cfg(feature = "s3")]
    fn bucket(&mut self, name: &str) -> Result<(Bucket, Address), Failure> {
        let address = Address::parse(name).unwrap_or(Err("it is no address"));
        let address = address.map_err(|error| Failure::at(name.as_ref(), error))?;
        if let Some(bucket) = self.buckets.get(&address.bucket) {
            return Ok((bucket.clone(), address));
        }
        let bucket = Bucket::s3(&address.bucket);
        let bucket = bucket.map_err(|error| Failure::at(name.as_ref(), error))?;
        self.buckets.insert(address.bucket.clone(), bucket.clone());
        Ok((bucket, address))
    }
}

/// An address without what reads it.
#[cfg(not(feature = "s3"))]
pub(crate) fn no_s3(name: &str) -> Failure {
    Failure::at(
        name.as_ref(),
        "this command was built without S3: install it with the feature `s3`",
    )
}

fn in_folder(path: &Path, extensions: &[&str]) -> Result<Vec<Place>, Failure> {
    let failed = |error| Failure::at(path, error);
    let found = match path.metadata().map_err(failed)?.is_dir() {
        true => files::below(path, extensions).map_err(failed)?,
        false => vec![path.to_owned()],
    };
    Ok(found.into_iter().map(Place::File).collect())
}
