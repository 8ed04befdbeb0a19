//! The sources of html5lib-tests.

use super::git;
use super::layout::Files;
use super::manifest::{Hash, Manifest, Suite};
use crate::test_files::entries;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use xtask::report;

/// A source of html5lib-tests. Files are found by the hashes of their contents, so that it does
/// not matter which commits the source has, and how its folders are called.
pub(super) struct Upstream {
    origin: Origin,
    git_dir: Option<PathBuf>,
    /// Files of a folder, by hash.
    files: HashMap<String, PathBuf>,
}

/// The source that the user named.
enum Origin {
    Clone(PathBuf),
    Folder(PathBuf),
    Url(String),
}

/// The files of a suite in a source.
pub(super) enum Lookup {
    /// All of its tests.
    Suite(Files),
    /// Not this many of its files.
    Lacks(usize),
}

impl Upstream {
    /// A clone, or a folder of upstream's files.
    ///
    /// # Errors
    /// If the folder is neither.
    pub(super) fn folder(path: &Path, manifest: &Manifest) -> Result<Self, String> {
        let git_dir = git::git_dir(path);
        let subjects = manifest.suites.iter().map(|suite| suite.subject.upstream());
        let folders: BTreeSet<&str> = subjects.collect();
        let mut paths = Vec::new();
        let mut has_folder = false;
        for tests in folders.iter().map(|folder| path.join(folder)) {
            if tests.is_dir() {
                has_folder = true;
                let found = entries(&tests).map_err(report::at(&tests))?;
                paths.extend(found.into_iter().filter(|path| path.is_file()));
            }
        }
        if !has_folder && git_dir.is_none() {
            let folders: Vec<String> = folders.iter().map(|name| format!("`{name}`")).collect();
            return Err(format!(
                "{}: neither a git repository nor a folder of html5lib-tests, which has a folder {}",
                path.display(),
                folders.join(" or ")
            ));
        }
        paths.sort();
        let hashes = git::hashes(&paths)?;
        Ok(Upstream {
            origin: match git_dir {
                Some(_) => Origin::Clone(path.to_owned()),
                None => Origin::Folder(path.to_owned()),
            },
            git_dir,
            files: hashes.into_iter().zip(paths).collect(),
        })
    }

    /// A remote repository; the commits of the list are fetched into `git_dir`.
    ///
    /// # Errors
    /// If they cannot be fetched.
    pub(super) fn url(url: &str, git_dir: &Path, manifest: &Manifest) -> Result<Self, String> {
        let mut commits: Vec<&str> = manifest.suites.iter().map(|s| s.commit.as_str()).collect();
        commits.sort_unstable();
        commits.dedup();
        git::fetch(git_dir, url, &commits).map_err(|error| {
            format!("{url}: {error}\n  = help: `--from DIR` takes the files from a local clone")
        })?;
        Ok(Upstream {
            origin: Origin::Url(url.to_owned()),
            git_dir: Some(git_dir.to_owned()),
            files: HashMap::new(),
        })
    }

    /// Looks for a suite.
    ///
    /// # Errors
    /// If the contents of the source cannot be read.
    pub(super) fn suite(&self, suite: &Suite) -> Result<Lookup, String> {
        let wanted: Vec<String> = suite.tests.values().map(Hash::to_string).collect();
        let contents = self.objects(&wanted)?;
        let mut found = Files::new();
        let mut lacking = 0;
        for ((name, hash), content) in suite.tests.iter().zip(contents) {
            let content = match (content, self.files.get(hash.as_str())) {
                (None, Some(path)) => Some(read(path)?),
                (content, _) => content,
            };
            match content {
                Some(content) => drop(found.insert(name.to_string(), content)),
                None => lacking += 1,
            }
        }
        Ok(match lacking {
            0 => Lookup::Suite(found),
            _ => Lookup::Lacks(lacking),
        })
    }

    /// The license that covers every suite: its files in the last commit of the list that has them.
    /// The oldest commits have none.
    ///
    /// # Errors
    /// If the contents of the source cannot be read.
    pub(super) fn license(&self, manifest: &Manifest) -> Result<Files, String> {
        let mut found = Files::new();
        for name in &manifest.license {
            let suites = manifest.suites.iter().rev();
            let wanted: Vec<String> = suites.map(|s| format!("{}:{name}", s.commit)).collect();
            let mut content = self.objects(&wanted)?.into_iter().flatten().next();
            if let (None, Origin::Clone(folder) | Origin::Folder(folder)) = (&content, &self.origin)
                && folder.join(name.as_str()).is_file()
            {
                content = Some(read(&folder.join(name.as_str()))?);
            }
            found.extend(content.map(|content| (name.to_string(), content)));
        }
        Ok(found)
    }

    /// The contents of git objects; all `None` if the source is no repository.
    fn objects(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, String> {
        match &self.git_dir {
            Some(git_dir) => git::contents(git_dir, names),
            None => Ok(vec![None; names.len()]),
        }
    }

    /// How to get a suite with `lacking` missing files.
    pub(super) fn remedy(&self, suite: &Suite, lacking: usize, manifest: &Manifest) -> String {
        let url = &manifest.upstream;
        let Suite { commit, tests, .. } = suite;
        let files = format!("{lacking} of {}", report::counted(tests.len(), "file"));
        match &self.origin {
            Origin::Clone(path) => {
                let path = path.display();
                format!(
                    "{path} lacks {files}, as of commit {commit}; `git -C {path} fetch {url} {commit}` gets it"
                )
            }
            Origin::Folder(path) => format!(
                "{} lacks {files}, as of commit {commit}; take a clone of {url} instead of a folder",
                path.display()
            ),
            Origin::Url(other) => format!("{other} lacks {files}, as of commit {commit}"),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(report::at(path))
}
