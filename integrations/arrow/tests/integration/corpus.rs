//! Real pages, which are not part of the repository.

use std::path::{Path, PathBuf};

/// The pages of the corpus, with their names. None if the corpus is absent, which is a failure with
/// `TOKENWRIGHT_REQUIRE_SHARED=1`.
pub(crate) fn pages() -> Vec<(String, String)> {
    let Some(folder) = folder() else {
        let required = std::env::var("TOKENWRIGHT_REQUIRE_SHARED").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "the corpus is absent: name its parent folder in TOKENWRIGHT_SHARED"
        );
        eprintln!("skipped: the corpus is absent");
        return Vec::new();
    };
    let files = std::fs::read_dir(&folder).expect("a folder");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "html")
    });
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("UTF-8");
    let name = |path: &PathBuf| path.display().to_string();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("TOKENWRIGHT_SHARED").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = named
        .into_iter()
        .chain([root.join("test-data"), root.join("../shared")]);
    folders
        .map(|folder| folder.join("corpus"))
        .find(|folder| folder.is_dir())
}
