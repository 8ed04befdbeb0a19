//! The files that are generated from the tables, with their contents.

use crate::every_revision::without_drafts;
use crate::test_data::FOLDER_VARIABLE;
use crate::trees::Trees;
use crate::{cover, scores, try_edit};
use std::process::Stdio;
use tokenwright_analyses::suite::{self, Suite, Test};
use tokenwright_tables::diagnostic::{Sources, render_all};
use tokenwright_tables::load::Loaded;
use xtask::workspace;
use xtask::write::Generated;

/// The package that compares other tokenizers.
const PEERS: &str = "tokenwright-peers";

/// `docs/mutation-scores.md`.
pub(super) fn scores(revisions: &[Loaded]) -> Result<Generated, String> {
    let (generated, complete) = scores::generated(revisions)?;
    if !complete {
        eprintln!(
            "note: some mutants are neither killed nor proved equal; docs/mutation-scores.md counts them"
        );
    }
    Ok(generated)
}

/// `docs/peers.md`, by a separate process, since it runs the generated code.
pub(super) fn peers() -> Result<Generated, String> {
    let output = workspace::cargo_in_root()
        .args(["run", "--package", PEERS, "--bin", "peers", "--", "--print"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err("the peers cannot be compared".to_owned());
    }
    let page = String::from_utf8(output.stdout)
        .map_err(|_| "the page of the peers is not UTF-8".to_owned())?;
    Ok(Generated {
        files: vec![(workspace::root().join("docs/peers.md"), page)],
        folders: Vec::new(),
    })
}

/// The coverage of the newest revision by html5lib's tests; `None` if they are not present.
///
/// html5lib's own tests are those of the revision before. Those of the newest are adapted to it.
pub(super) fn coverage(revisions: &[Loaded]) -> Result<Option<Generated>, String> {
    let [before, newest] = latest(revisions).ok_or("there are no two revisions")?;
    let [before, id] = [before, newest].map(|loaded| loaded.revision.about.id.as_str());
    let Some(folder) = try_edit::html5lib_tests(before) else {
        eprintln!(
            "note: skipped, since html5lib's tests of {before} are not present; `cargo xtask test-data` \
             gets them, or {FOLDER_VARIABLE} says where they are"
        );
        return Ok(None);
    };
    let command = format!("cargo xtask cover {id} test-data/revisions/{before}/html5lib-tests");
    let mut sources = Sources::default();
    let measured = cover::measure(newest, &[folder], command, &mut sources)
        .map_err(|error| render_all(&[error], &sources, false))?;
    let docs = workspace::root().join("docs");
    let Suite { named, tests } = measured.missing;
    let (instructions, others) = tests
        .into_iter()
        .partition(|test| test.input.contains("<?"));
    let upstream = |tests: Vec<Test>| {
        suite::upstream(&Suite { named, tests }).map_err(|error| error.to_string())
    };
    let mut files = vec![
        (docs.join("html5lib-coverage.md"), measured.report),
        (
            docs.join("upstream/processing-instructions.test"),
            upstream(instructions)?,
        ),
        (docs.join("upstream/mutants.test"), upstream(others)?),
    ];
    if let Some(report) = coverage_of_trees(newest)? {
        files.push((docs.join("html5lib-trees-coverage.md"), report));
    }
    Ok(Some(Generated {
        files,
        folders: Vec::new(),
    }))
}

/// The newest revision, behind the one before.
fn latest(revisions: &[Loaded]) -> Option<[&Loaded; 2]> {
    match without_drafts(revisions)[..] {
        [.., before, newest] => Some([before, newest]),
        _ => None,
    }
}

/// The coverage of tree construction by html5lib's tests of trees; `None` if they are not present, or if the revision has
/// no such tables.
fn coverage_of_trees(newest: &Loaded) -> Result<Option<String>, String> {
    let Some(folder) = try_edit::tests_of_trees() else {
        eprintln!("note: skipped, since html5lib's tests of trees are not present");
        return Ok(None);
    };
    let Some(trees) = Trees::of(newest.clone()) else {
        return Ok(None);
    };
    let mut sources = Sources::default();
    let id = &newest.revision.about.id;
    let command = format!("cargo xtask cover --tree {id} test-data/tree-construction");
    let report = cover::trees::report(&trees, &[folder], &command, &mut sources);
    let report = report.map_err(|error| render_all(&[error], &sources, false))?;
    Ok(Some(report))
}

#[cfg(test)]
mod tests {
    use super::{latest, without_drafts};
    use std::fs;
    use std::path::Path;
    use tokenwright_tables::load;

    /// A draft is the last of the revisions, and has none of the pages.
    #[test]
    fn the_pages_are_of_the_revisions_that_are_no_drafts() {
        let all = load::checked_in();
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let lines = |page: &str, start: &str| -> Vec<String> {
            let text = fs::read_to_string(docs.join(page)).expect("a page");
            let lines = text.lines().filter_map(|line| line.strip_prefix(start));
            lines.map(str::to_owned).collect()
        };
        let [before, newest] = latest(&all)
            .map(|both| both.map(|it| &it.revision.about.id))
            .expect("revisions");
        let command = format!("{newest} test-data/revisions/{before}/");
        let written = lines("html5lib-coverage.md", "Written by `cargo xtask cover ");
        assert!(written[0].starts_with(&command), "{written:?}");
        let ids = without_drafts(&all)
            .into_iter()
            .map(|it| it.revision.about.id.clone());
        assert_eq!(lines("mutation-scores.md", "## "), ids.collect::<Vec<_>>());
    }
}
