//! Copies of the workspace that a test can edit.

use super::{Run, git, workspace, xtask};
use std::fs;
use std::path::{Path, PathBuf};

/// The row that the tests edit: what `<?` means in the newest revision.
pub(crate) const ROW: (&str, &str) = (
    r#"do = [
    "set the temporary buffer to the empty string",
    "switch to the processing instruction open state",
]"#,
    r#"do = [
    "parse error: incorrectly-opened-comment",
    'create a comment token with data ""',
    "reconsume in the bogus comment state",
]"#,
);

/// The file that has the row.
pub(crate) const ROW_FILE: &str = "spec/whatwg-2026-07-19/02-tags.toml";

/// The newest revision.
pub(crate) const NEWEST: &str = "whatwg-2026-07-19";

/// A copy of parts of the workspace, which is removed with the value.
pub(crate) struct Copy {
    /// The folder to remove: the copy and its parents.
    outermost: PathBuf,
    root: PathBuf,
}

impl Copy {
    /// Copies the tables and what marks the root of a workspace.
    pub(crate) fn of_tables(name: &str) -> Self {
        Copy::of(name, &["spec", "tokenizer/Cargo.toml", "xtask/Cargo.toml"])
    }

    /// The same without the tables of older revisions, so that commands have little to compile.
    pub(crate) fn of_newest_tables(name: &str) -> Self {
        Copy::of_tables(name).with_newest_alone()
    }

    /// Removes the tables of older revisions.
    pub(crate) fn with_newest_alone(self) -> Self {
        for entry in fs::read_dir(self.root.join("spec")).expect("the tables") {
            let path = entry.expect("an entry").path();
            if path.join("revision.toml").is_file() && !path.ends_with(NEWEST) {
                fs::remove_dir_all(path).expect("removed");
            }
        }
        self
    }

    /// A copy of the copy, as it is now.
    pub(crate) fn again(&self, name: &str) -> Self {
        let again = Copy::of(name, &[]);
        copy(&self.root, &again.root);
        again
    }

    /// Copies these files and folders to a folder of this name, such as `copy` or `above/copy`.
    pub(crate) fn of(name: &str, paths: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let outermost = name.split('/').next().expect("a name");
        let [outermost, root] = [outermost, name].map(|name| folder.join(name));
        let _ = fs::remove_dir_all(&outermost);
        for path in paths {
            copy(&workspace().join(path), &root.join(path));
        }
        Copy { outermost, root }
    }

    /// Copies all that the workspace needs to be compiled and tested.
    pub(crate) fn of_workspace(name: &str) -> Self {
        let names = fs::read_dir(workspace()).expect("the workspace");
        let names = names.map(|entry| entry.expect("an entry").file_name());
        let names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Copy::of(name, &names)
    }

    /// Where the copy is.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The text of a file.
    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Replaces the only occurrence of a text in a file.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert_eq!(text.matches(from).count(), 1, "{file} has once: {from}");
        fs::write(self.root.join(file), text.replace(from, to)).expect("the copy can be written");
    }

    /// Adds a draft of the newest revision, with a replaced text in one of its files.
    pub(crate) fn add_draft(&self, id: &str, file: &str, from: &str, to: &str) {
        let folder = format!("spec/{id}");
        fs::create_dir(self.root.join(&folder)).expect("a folder");
        let newest = format!("id = \"{NEWEST}\"");
        let draft = format!("id = \"{id}\"\nedits = \"{NEWEST}\"");
        for (file, from, to) in [(file, from, to), ("revision.toml", &newest, &draft)] {
            let [base, copy] =
                [&format!("spec/{NEWEST}"), &folder].map(|it| format!("{it}/{file}"));
            fs::copy(self.root.join(base), self.root.join(&copy)).expect("a table");
            self.edit(&copy, from, to);
        }
    }

    /// Makes the copy a git repository, and commits all that it has.
    pub(crate) fn commit(&self) {
        self.commit_at(&self.root);
    }

    /// Makes a folder that contains the copy a git repository, and commits all that it has.
    pub(crate) fn commit_at(&self, top: &Path) {
        for arguments in [
            &["init", "--quiet"][..],
            &["add", "--all", "--force"],
            &[
                "commit", "--quiet", "--no-verify", "--message", "Add the tables",
            ],
        ] {
            git(top, arguments);
        }
    }

    /// Runs a command in the copy.
    pub(crate) fn xtask(&self, arguments: &[&str]) -> Run {
        Run::of(xtask(arguments).current_dir(&self.root))
    }

    /// The page of the newest tables, or of their tree construction.
    pub(crate) fn page(&self, more: &[&str]) -> String {
        let folder = format!("spec/{NEWEST}");
        let page = self.xtask(&[&["prose", &folder], more].concat());
        page.exits(0).out
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.outermost);
    }
}

/// What is not copied, wherever it is: what programs write, and data that need not be there.
const LEFT_OUT: [&str; 6] = [
    "target", "test-data", ".git", "node_modules", ".pytest_cache", "__pycache__",
];

/// Copies a file, or a folder with all that is in it but for what is left out.
fn copy(from: &Path, to: &Path) {
    if LEFT_OUT.iter().any(|name| from.ends_with(name)) {
        return;
    }
    if from.is_dir() {
        for entry in fs::read_dir(from).expect("a folder of the workspace") {
            let path = entry.expect("an entry of the folder").path();
            let name = path.file_name().expect("a name");
            copy(&path, &to.join(name));
        }
        return;
    }
    fs::create_dir_all(to.parent().expect("a folder")).expect("the folder of the copy");
    fs::copy(from, to).expect("a file of the workspace");
    // Cargo compiles what is newer than what it has compiled before.
    let modified = fs::metadata(from).and_then(|metadata| metadata.modified());
    let copied = fs::File::options().append(true).open(to);
    copied
        .and_then(|copied| copied.set_modified(modified?))
        .expect("the time of a file");
}
