//! The tables in `spec/` pass every check, and their sentences print back as they are written.

use std::path::{Path, PathBuf};
use tokenwright_codegen::check;
use tokenwright_codegen::diagnostic::{Sources, render_all};
use tokenwright_codegen::load;

fn spec() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec")
}

#[test]
fn no_revision_has_an_error_or_a_warning() {
    let mut sources = Sources::default();
    for dir in load::revision_dirs(&spec()).expect("the folder of the tables") {
        let checked = check::folder(&dir, &spec(), &mut sources);
        let messages = render_all(&checked.diagnostics, &sources, false);
        assert!(
            checked.loaded.is_some() && messages.is_empty(),
            "{messages}"
        );
    }
}
