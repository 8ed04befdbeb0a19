//! Edits by hand: a file has changes of the tables of a revision, and inputs that reach them.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use tokenwright_interpreter::{Response, Setup};
use tokenwright_tables::grammar::{ContentModel, Mode};
use tokenwright_tables::tree;

/// An edit of a revision, with inputs that reach it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ByHand {
    /// The revision that is edited.
    pub revision: String,
    /// The state to start in.
    state: Option<String>,
    /// The name of the last start tag.
    last_start_tag: Option<String>,
    /// The content model flag.
    content_model: Option<String>,
    /// The text modes to which tree construction switches at the tags of an input, in order; "" for none.
    #[serde(default)]
    responses: Vec<String>,
    /// The inputs to run, each from the setup above.
    pub inputs: Vec<String>,
    /// The changes.
    edit: Vec<Edit>,
}

/// A change of one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: PathBuf,
    /// Text that the file contains once; the end of the file if absent.
    #[serde(default)]
    replace: String,
    /// The replacement.
    with: String,
}

impl ByHand {
    /// Reads an edit from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no edit.
    pub fn read(path: &Path) -> Result<Self, String> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| named(&error))?;
        toml::from_str(&text).map_err(|error| named(&error))
    }

    /// The files of a folder, in the order of their names.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn files(dir: impl AsRef<Path>) -> Result<Vec<PathBuf>, String> {
        let dir = dir.as_ref();
        let failed = |error: std::io::Error| format!("{}: {error}", dir.display());
        let files = fs::read_dir(dir).map_err(failed)?;
        let files = files.map(|file| file.map(|file| file.path()).map_err(failed));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        files.sort();
        Ok(files)
    }

    /// The identifier of the edited tables as a revision, by the name of the edit's file.
    #[must_use]
    pub fn id(&self, file: &Path) -> String {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        format!("{}-{name}", self.revision)
    }

    /// Writes the edited tables to the folder `into`, which is created. `spec` has the tables of all revisions.
    ///
    /// # Errors
    /// If a file cannot be read or written, or does not contain the text that an edit replaces exactly once.
    pub fn write(&self, spec: &Path, into: &Path) -> Result<(), String> {
        let io = |error: std::io::Error| format!("{}: {error}", into.display());
        fs::create_dir_all(into).map_err(io)?;
        for entry in fs::read_dir(spec.join(&self.revision)).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_file() {
                fs::copy(&path, into.join(path.file_name().unwrap_or_default())).map_err(io)?;
            }
        }
        // Tables of tree construction are left out where no edit is of them.
        if self.is_of_trees() {
            let trees = into.join(tree::FOLDER);
            fs::create_dir_all(&trees).map_err(io)?;
            for file in Self::files(spec.join(&self.revision).join(tree::FOLDER))? {
                fs::copy(&file, trees.join(file.file_name().unwrap_or_default())).map_err(io)?;
            }
        }
        self.apply(into)
    }

    /// Whether some change is of tree construction.
    fn is_of_trees(&self) -> bool {
        let mut edits = self.edit.iter();
        edits.any(|edit| edit.file.starts_with(tree::FOLDER))
    }

    /// Makes the changes in a folder with the tables of the revision.
    ///
    /// # Errors
    /// If a file cannot be read or written, or does not contain the text that an edit replaces exactly once.
    pub fn apply(&self, into: &Path) -> Result<(), String> {
        let io = |error: std::io::Error| format!("{}: {error}", into.display());
        for edit in &self.edit {
            let path = into.join(&edit.file);
            let text = fs::read_to_string(&path).map_err(io)?;
            let edited = match text.matches(&edit.replace).count() {
                _ if edit.replace.is_empty() => format!("{text}\n{}", edit.with),
                1 => text.replacen(&edit.replace, &edit.with, 1),
                count => {
                    let file = edit.file.display();
                    return Err(format!("{file} has {:?} {count} times", edit.replace));
                }
            };
            fs::write(&path, edited).map_err(io)?;
        }
        Ok(())
    }

    /// The setup of the tokenizer.
    ///
    /// # Errors
    /// If the content model does not exist.
    pub fn setup(&self) -> Result<Setup, String> {
        let model = |name: &String| {
            let mut all = ContentModel::ALL.iter();
            let found = all.find(|(_, text)| text == name);
            found
                .map(|(model, _)| *model)
                .ok_or_else(|| format!("no content model is `{name}`"))
        };
        let response = |name: &String| match Mode::ALL.iter().find(|(_, text)| text == name) {
            Some((mode, _)) => Ok(Response {
                switch: Some(*mode),
                foreign: None,
            }),
            None if name.is_empty() => Ok(Response::default()),
            None => Err(format!("no text mode is `{name}`")),
        };
        Ok(Setup {
            responses: self
                .responses
                .iter()
                .map(response)
                .collect::<Result<_, _>>()?,
            state: self.state.clone(),
            last_start_tag: self.last_start_tag.clone(),
            content_model: self.content_model.as_ref().map(model).transpose()?,
            ..Setup::default()
        })
    }
}
