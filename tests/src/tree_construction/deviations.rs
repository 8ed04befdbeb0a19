//! What another parser does otherwise than the standard, as edits of the tables of tree construction.
//!
//! So random documents are compared whole, and none is left out for what it contains. A file has one edit for each deviation,
//! with the reason and a document that shows it; an edit that is not needed, or no longer, fails a test.

use super::Input;
use crate::tables;
use serde::Deserialize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};
use tokenwright_tables::diagnostic::{Diagnostic, Severity, Sources, render_all};
use tokenwright_tables::tree::{self, FOLDER, grammar::ElementType, model::TreeTables};

/// The deviations of one parser.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviations {
    /// Each of them.
    pub deviation: Vec<Deviation>,
}

/// One edit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The sentence that the parser does not follow.
    pub why: String,
    /// The start of the name of the file.
    pub file: String,
    /// A text that the file has.
    pub old: String,
    /// What replaces it, wherever it is.
    pub new: String,
    /// A document whose tree the edit changes.
    pub document: String,
    /// The context, if that is a fragment, as html5lib writes it.
    pub context: Option<String>,
}

impl Deviation {
    /// Its document, in its context and a scripting mode.
    ///
    /// # Panics
    /// If the context is no name of an element.
    #[must_use]
    pub fn input(&self, scripting: bool) -> Input {
        let context = self.context.as_deref();
        Input {
            html: self.document.clone(),
            context: context.map(|text| ElementType::named(text).expect("an element")),
            scripting,
        }
    }
}

impl Deviations {
    /// The tables of the newest revision as the parser would have them, without one of the deviations.
    ///
    /// # Errors
    /// The deviation that does not fit the tables, or the mistakes of the edited tables.
    pub fn edited(&self, left_out: Option<usize>) -> Result<TreeTables, String> {
        let newest = &tables::newest().revision.about.id;
        let spec = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../spec")
            .join(newest);
        // Tests run in threads of one process.
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tokenwright-deviations-{}-{number}", process::id());
        let scratch = env::temp_dir().join(name);
        let tables = self.edited_in(&spec, &scratch, left_out);
        // What is left of the folder does no harm.
        let _ = fs::remove_dir_all(&scratch);
        tables
    }

    fn edited_in(
        &self,
        spec: &Path,
        scratch: &Path,
        left_out: Option<usize>,
    ) -> Result<TreeTables, String> {
        let failed = |error: std::io::Error| error.to_string();
        let folder = scratch.join(FOLDER);
        fs::create_dir_all(&folder).map_err(failed)?;
        let mut fits = vec![false; self.deviation.len()];
        for entry in fs::read_dir(spec.join(FOLDER)).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default();
            let mut text = fs::read_to_string(&path).map_err(failed)?;
            for (at, edit) in self.deviation.iter().enumerate() {
                if name.to_string_lossy().starts_with(&edit.file) && left_out != Some(at) {
                    fits[at] |= text.contains(&edit.old);
                    text = text.replace(&edit.old, &edit.new);
                }
            }
            fs::write(folder.join(name), text).map_err(failed)?;
        }
        let misfit = (0..fits.len()).find(|at| !fits[*at] && left_out != Some(*at));
        if let Some(at) = misfit {
            return Err(format!(
                "no table has the text of: {}",
                self.deviation[at].why
            ));
        }
        let mut sources = Sources::default();
        let loaded = tree::load(scratch, &mut sources);
        let found = match loaded {
            Ok(Some(tables)) => {
                let found = tree::check::check(&tables);
                let is_error = |it: &Diagnostic| it.severity == Severity::Error;
                if !found.iter().any(is_error) {
                    return Ok(tables);
                }
                found
            }
            Ok(None) => return Err("there are no tables".to_owned()),
            Err(errors) => errors,
        };
        Err(render_all(&found, &sources, false))
    }
}
