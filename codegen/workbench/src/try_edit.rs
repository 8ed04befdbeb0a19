//! `cargo xtask try`: shows the effects of an edit of the tables before it is committed.
//!
//! Someone who edits a row wants one answer: what changes, and which tests say otherwise. So the comparison with the commit, the
//! proof of the generated code and the tests of the revision are one command, although each is one of its own, too. It takes
//! what differs from a commit and not what was generated last: the answer is the same however often the code was written in between.

mod edited;
mod effect;
mod judge;
mod own_tests;
mod show;
mod tree_tests;

use crate::baseline::Baseline;
use crate::every_revision;
use crate::generated_code::{GeneratedCode, with_features};
use crate::prove::prove_generated;
pub(crate) use own_tests::{html5lib_tests, tests_of_trees};
use xtask::revision_name::resolve;
use xtask::{generate, report, workspace};

use edited::Edited;
use judge::Judged;
use own_tests::TestFile;
use std::process::ExitCode;
use tokenwright_compiler::optimise::Passes;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};

/// Exit status: a test contradicts the edited tables.
const REVIEW: u8 = 1;
/// Exit status: the edit cannot be tried.
const FAILED: u8 = 2;
/// Exit status: the generated code differs from the tables.
const MISCOMPILED: u8 = 3;

/// Show what an edit of the tables changes, and run the tests of the edited revisions
///
/// Compares the tables of the work tree with those of a commit. For each revision that differs, shows
/// the changed rows, whether tokens or only errors differ, and the shortest input that shows it. Then
/// generates the code, as `cargo xtask gen` does, and runs the revision's own tests through it: those
/// in tests/data/corners, and html5lib's where they are present. After an edit of tree construction, the tables run
/// html5lib's tests of trees, too.
///
/// Exits with 0 if all tests pass, with 1 if a test contradicts the edited tables and needs a review,
/// with 2 if the edit cannot be tried, and with 3 if the generated code differs from the tables, which
/// is a bug in the generator.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A revision such as `whatwg-2026-07-19`; without it, every revision that differs
    revision: Option<String>,
    /// The commit to compare with: a branch, a tag or a hash
    #[arg(long, value_name = "COMMIT", default_value = "HEAD")]
    base: String,
    /// List every test that needs a review, instead of only the first
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match try_edit(arguments) {
        Ok(code) => code,
        Err(error) => {
            // The errors in tables have been printed with their places.
            if let Some(error) = error {
                eprintln!("error: {error}");
            }
            ExitCode::from(FAILED)
        }
    }
}

fn try_edit(arguments: &Arguments) -> Result<ExitCode, Option<String>> {
    let mut sources = Sources::default();
    let revisions = load::all(&workspace::spec_dir(), &mut sources).map_err(|errors| {
        report::print(&errors, &sources);
        None
    })?;
    let baseline = Baseline::read(&arguments.base, &mut sources)?;
    let mut edited = edited(&revisions, &baseline, arguments.revision.as_deref())?;
    for draft in take_drafts(&mut edited) {
        let (id, base) = (draft.id(), draft.now.revision.about.base_id());
        println!("{id} edits {base}, and differs, too; `cargo xtask try {id}` tries it\n");
    }
    let gone = gone(&revisions, &baseline);
    for id in &gone {
        println!(
            "{id} is gone since {}; `cargo xtask gen` removes its code",
            baseline.name
        );
    }
    if edited.is_empty() {
        if gone.is_empty() {
            println!("no table differs from {}", baseline.name);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut compiled_sources = Sources::default();
    let (mut compiled, diagnostics) =
        generate::compile(&Passes::all(), &mut compiled_sources).ok_or(None)?;
    report::print(&diagnostics, &compiled_sources);
    let mut worst = 0;
    for revision in &edited {
        effect::show(revision, &baseline.name, &sources)?;
        if let Some(before) = revision.before
            && tree_tests::show(before, revision.now, arguments.all)? > 0
        {
            worst = REVIEW;
        }
    }
    let ids: Vec<&str> = edited.iter().map(Edited::id).collect();
    // The proof of a new revision takes a while.
    with_features(&ids)?;
    let generated = generate::proved(&mut compiled, &compiled_sources, false, prove_generated)?;
    let difference = generated.write().map_err(|error| error.to_string())?;
    println!("\nGenerated code");
    show::written(&difference);
    let mut files = Vec::new();
    for revision in &edited {
        files.push(own_tests::of(revision.now.revision.about.base_id())?);
    }
    let code = GeneratedCode::build(&ids)?;
    for (revision, files) in edited.iter().zip(&files) {
        worst = worst.max(run_tests(
            revision, files, &code, arguments, &baseline.name,
        )?);
    }
    if worst == REVIEW {
        println!("\nIf the output is right: `cargo xtask bless` remakes the pages and snapshots");
    }
    Ok(ExitCode::from(worst))
}

/// For each revision that differs from a commit's, the number of its tests that contradict the output that
/// its tables give now and expected what they gave before.
///
/// # Errors
/// If the tables cannot be compared, or the tests cannot be read.
pub(crate) fn to_review(base: &str) -> Result<Vec<(String, usize)>, String> {
    let mut sources = Sources::default();
    let revisions = every_revision::load().map_err(|_| "the tables have errors".to_owned())?;
    let baseline = Baseline::read(base, &mut sources)?;
    let mut edited = edited(&revisions, &baseline, None)?;
    take_drafts(&mut edited);
    let count = |revision: &Edited<'_>| {
        let files = own_tests::of(revision.now.revision.about.base_id())?;
        let judged = judge::judge(revision, &files, None)?;
        let number = judged.iter().filter(|judged| judged.needs_review()).count();
        Ok((revision.id().to_owned(), number))
    };
    edited.iter().map(count).collect()
}

/// The revisions to try: the one that is named, or all that differ.
fn edited<'t>(
    revisions: &'t [Loaded],
    baseline: &'t Baseline,
    name: Option<&str>,
) -> Result<Vec<Edited<'t>>, String> {
    let of = |id: &str| {
        let mut all = baseline.revisions.iter();
        all.find(|loaded| loaded.revision.about.id == id)
    };
    // A draft that is new is compared with what it edits.
    let before = |now: &Loaded| {
        let about = &now.revision.about;
        of(&about.id).or_else(|| of(about.base_id()))
    };
    let all = revisions.iter().map(|now| Edited {
        before: before(now),
        now,
    });
    if let Some(name) = name {
        let ids: Vec<&str> = revisions
            .iter()
            .map(|loaded| &*loaded.revision.about.id)
            .collect();
        let id = resolve(name, &ids)
            .map_err(|unresolved| format!("{}; {}", unresolved.message, unresolved.help))?;
        return Ok(all.filter(|edited| edited.id() == id).collect());
    }
    let differs = |edited: &Edited<'_>| edited.before != Some(edited.now);
    Ok(all.filter(differs).collect())
}

/// The revisions of a commit that are there no more.
fn gone<'b>(revisions: &[Loaded], baseline: &'b Baseline) -> Vec<&'b str> {
    let id = |loaded: &'b Loaded| &*loaded.revision.about.id;
    let is_there = |id: &&str| revisions.iter().any(|it| it.revision.about.id == *id);
    let all = baseline.revisions.iter().map(id);
    all.filter(|id| !is_there(id)).collect()
}

/// Takes those away of which the revision is edited, too, that they are drafts of: it need not be tried twice.
fn take_drafts<'t>(edited: &mut Vec<Edited<'t>>) -> Vec<Edited<'t>> {
    let ids: Vec<String> = edited.iter().map(|it| it.id().to_owned()).collect();
    let is_again = |edited: &mut Edited<'_>| {
        let base = edited.now.revision.about.edits.as_ref();
        base.is_some_and(|base| ids.contains(base))
    };
    edited.extract_if(.., is_again).collect()
}

/// Runs the tests of a revision, prints the results, and returns the exit status.
fn run_tests(
    revision: &Edited<'_>,
    files: &[TestFile],
    code: &GeneratedCode,
    arguments: &Arguments,
    baseline: &str,
) -> Result<u8, String> {
    let judged = judge::judge(revision, files, Some(code))?;
    show::tests(revision.id(), files, &judged, arguments.all, baseline);
    let any = |wanted: fn(&Judged) -> bool| judged.iter().any(wanted);
    Ok(if any(|judged| judged.is_miscompiled()) {
        MISCOMPILED
    } else if any(|judged| judged.needs_review()) {
        REVIEW
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use super::{edited, take_drafts};
    use crate::baseline::Baseline;
    use tokenwright_tables::load;

    #[test]
    fn a_draft_is_not_tried_behind_the_revision_that_it_edits() {
        let baseline = Baseline {
            name: "HEAD".to_owned(),
            revisions: load::checked_in(),
        };
        let tried = |changed: &[&str], name| -> Vec<String> {
            let mut now = baseline.revisions.clone();
            for loaded in &mut now {
                if changed.contains(&&*loaded.revision.about.id) {
                    loaded.revision.states[0].rows.pop();
                }
            }
            let mut edited = edited(&now, &baseline, name).expect("a revision");
            take_drafts(&mut edited);
            edited.iter().map(|it| it.id().to_owned()).collect()
        };
        let [base, draft] = ["whatwg-2026-07-19", "whatwg-draft"];
        assert_eq!(tried(&[base, draft], None), [base]);
        assert_eq!(tried(&[draft], None), [draft]);
        assert_eq!(tried(&[base, draft], Some(draft)), [draft]);
    }
}
