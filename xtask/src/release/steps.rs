//! The parts of a release, each with what can be done without publishing.

use super::documents::{agreement, changed, is_first_release};
use super::finding::Finding;
use super::packages::Packages;
use super::programs::{Line, run};
use super::source_archive;
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// A part of a release, in the order of the rehearsal: the quick ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Step {
    /// All versions are one, and all copies of the repository's address; actions are pinned
    Agreement,
    /// CHANGELOG.md has a section for the version
    Changelog,
    /// The crates, packed and compiled from their archives, in order
    Crates,
    /// The changes of the crates' interfaces fit the version: cargo-semver-checks
    Semver,
    /// The crates for crawls, packed against the crates above
    CrawlCrates,
    /// The npm package
    Npm,
    /// The wheel of the Python package for this machine
    Python,
    /// The source archive of the Python package, which builds without a network
    PythonSource,
    /// The command-line tool for this machine
    Binary,
    /// The explorer
    Site,
}

/// How a step ended.
pub(crate) enum Outcome {
    /// It did what it says; with a line about that.
    Done(String),
    /// A program is not installed, or there is nothing to do yet.
    Skipped(String),
    /// Places that disagree.
    Found(Vec<Finding>),
    /// The command that failed.
    Failed(String),
}

/// Where the archives are, from the root.
const OUT: &str = "target/release-rehearsal";

impl Step {
    /// Its name on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value().expect("no step is skipped");
        value.get_name().to_owned()
    }

    /// What it does.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Step::Agreement => "versions, the address of the repository, and pins of actions",
            Step::Changelog => "the section of the version",
            Step::Crates => "cargo publish --workspace, without uploading",
            Step::Semver => "the interfaces beside the published ones",
            Step::CrawlCrates => "cargo package, on the crates of this workspace",
            Step::Npm => "npm pack",
            Step::Python => "maturin",
            Step::PythonSource => "sources of the package and of all its crates",
            Step::Binary => "the tool for this machine",
            Step::Site => "the explorer",
        }
    }

    /// What is left after it.
    pub(crate) fn left(self) -> Option<&'static str> {
        Some(match self {
            Step::Agreement | Step::Semver => return None,
            Step::Changelog => "push the tag, which starts .github/workflows/release.yml",
            Step::Crates => "crates: upload them to crates.io, with the token CARGO_REGISTRY_TOKEN",
            Step::CrawlCrates => {
                "crawl-crates: upload them to crates.io after the others, which they are compiled against there"
            }
            Step::Npm => "npm: upload the package to npm, as a trusted publisher",
            Step::Python => {
                "python: build the wheels for other systems, and upload them to PyPI as a trusted publisher"
            }
            Step::PythonSource => "python-source: upload the archive to PyPI, with the wheels",
            Step::Binary => {
                "binary: build the tool for the other systems, and attach all to the release"
            }
            Step::Site => "site: deploy it to Pages",
        })
    }

    /// Runs the step.
    ///
    /// # Errors
    /// If a file cannot be read, or a command cannot be started for another reason than that it is not installed.
    pub(crate) fn run(
        self,
        root: &Path,
        packages: &Packages,
        tag: Option<&str>,
    ) -> Result<Outcome, String> {
        let out = std::path::absolute(root.join(OUT)).map_err(|error| format!("{OUT}: {error}"))?;
        match self {
            Step::Agreement => agreement(root, packages, tag),
            Step::Changelog => changed(root, packages, tag),
            Step::Semver if is_first_release(root, packages)? => Ok(Outcome::Skipped(
                "CHANGELOG.md has no release that the interfaces could be compared with".to_owned(),
            )),
            Step::PythonSource => source_archive::run(root, &out.join("python"), &packages.version),
            _ => run(root, &out, &self.commands(root, packages, &out)),
        }
    }

    /// The commands of a step that builds something.
    fn commands(self, root: &Path, packages: &Packages, out: &Path) -> Vec<Line> {
        let shown = |path: PathBuf| path.to_string_lossy().into_owned();
        match self {
            Step::Agreement | Step::Changelog | Step::PythonSource => Vec::new(),
            Step::Crates => {
                vec![Line::new(
                    "cargo",
                    "publish --workspace --dry-run --allow-dirty --locked",
                )]
            }
            Step::Semver => {
                vec![Line::new("cargo", "semver-checks --workspace").needs("semver-checks")]
            }
            Step::CrawlCrates => {
                let line = "package --allow-dirty --no-verify --manifest-path integrations/arrow/Cargo.toml \
                            --package tokenwright-arrow --package tokenwright-extract";
                // Until they are on crates.io, the crates of the other workspace stand in for themselves.
                let packed = ["tokenwright-arrow", "tokenwright-extract"];
                let needed = packages.needed_by(&packed);
                let stand_ins = packages.published().filter_map(|(name, manifest)| {
                    let folder = manifest.path.strip_suffix("/Cargo.toml")?;
                    let path = std::path::absolute(root.join(folder)).ok()?;
                    let patch = format!("patch.crates-io.{name}.path={path:?}");
                    // Cargo would write down in the lock file which ones it did not use.
                    let stands_in = needed.contains(name) && !packed.contains(&name);
                    stands_in.then(|| ["--config".to_owned(), patch])
                });
                vec![Line::new("cargo", line).and(stand_ins.flatten())]
            }
            Step::Npm => {
                let line = Line::new("npm", "pack --silent --pack-destination")
                    .and([shown(out.to_owned())]);
                vec![line.inside("integrations/js")]
            }
            Step::Python => {
                let line = "build --release --manifest-path integrations/python/Cargo.toml --out";
                vec![Line::new("maturin", line).and([shown(out.join("python"))])]
            }
            Step::Binary => vec![Line::new(
                "cargo",
                "build --release --locked --package tokenwright-cli",
            )],
            Step::Site => {
                vec![Line::new("cargo", "xtask site --out").and([shown(out.join("site"))])]
            }
        }
    }
}
