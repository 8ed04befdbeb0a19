//! The page as a file of the workspace.

use super::{find_all, page};
use std::io;
use std::path::{Path, PathBuf};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load;

/// The path of the page.
#[must_use]
pub fn file() -> PathBuf {
    workspace().join("docs/peers.md")
}

/// Generates the page.
///
/// # Errors
/// If tables cannot be loaded or run, or `Cargo.lock` cannot be read.
pub fn document() -> io::Result<String> {
    let mut sources = Sources::default();
    let all = load::all(&workspace().join("spec"), &mut sources);
    let all = all.map_err(|errors| io::Error::other(render_all(&errors, &sources, false)))?;
    let newest = all
        .into_iter()
        .max_by_key(|l| l.revision.about.date.clone());
    let newest = newest.ok_or_else(|| io::Error::other("no revision in spec"))?;
    let found = find_all(&newest).map_err(io::Error::other)?;
    let lock: toml::Table =
        toml::from_str(&std::fs::read_to_string(workspace().join("Cargo.lock"))?)
            .map_err(io::Error::other)?;
    let version = |name: &str| {
        let packages = lock.get("package")?.as_array()?;
        let package = packages
            .iter()
            .find(|p| p.get("name").and_then(toml::Value::as_str) == Some(name))?;
        Some(package.get("version")?.as_str()?.to_owned())
    };
    let peers = found.into_iter().map(|(peer, findings)| {
        let package = peer.name.split(' ').next().unwrap_or(peer.name);
        (peer, version(package).unwrap_or_default(), findings)
    });
    Ok(page(&peers.collect::<Vec<_>>()))
}

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
