//! The changes in the tables of a revision, and their effect.

use super::edited::Edited;
use crate::diff::{Fed, Tokenizer, TreeSide, compared, places};
use tokenwright_analyses::compare::{self, Budget};
use tokenwright_analyses::diff::{self, Side};
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;
use xtask::report;

/// Prints the changed rows, and the input that shows the difference.
///
/// # Errors
/// If the edited tables cannot be run.
pub(super) fn show(revision: &Edited<'_>, baseline: &str, sources: &Sources) -> Result<(), String> {
    let id = revision.id();
    let Some(before) = revision.before else {
        println!("{id} is not in {baseline}");
        return Ok(());
    };
    let of = &before.revision.about.id;
    if of != id {
        println!("{id} is not in {baseline}, and is compared with {of}\n");
    }
    let side = |loaded: &Loaded, name: String| Side {
        name,
        ..Side::from(loaded)
    };
    let work_tree = "the work tree".to_owned();
    let difference = diff::compare(
        side(before, baseline.to_owned()),
        side(revision.now, work_tree.clone()),
    );
    // The title of the text repeats the section number on both sides.
    let text = diff::text(&difference, false);
    let rows = text.split_once('\n').map_or("", |(_, rows)| rows);
    print!("{id}: {baseline} → {work_tree}\n{rows}");
    let references = compare::references(&difference);
    let from = (&difference.from.revision, references[0]);
    let to = (&difference.to.revision, references[1]);
    let progress = Progress::start(format!("comparing {id} with {baseline}"));
    let behaviour = compare::behaviour(&difference, false, &|_, _| ());
    drop(progress);
    match behaviour {
        Ok(found) => {
            print!("{}", compare::report::text(&found, from, to));
            let given = [&baseline.into(), &work_tree.clone().into()];
            let places = places(&found, &difference, given);
            report::print(&places, sources);
            trees(before, revision.now, [baseline, &work_tree]);
            Ok(())
        }
        Err(refusal) => Err(format!("{id} cannot be run: {refusal}")),
    }
}

/// Prints what changed in tree construction, if anything did, and a document whose trees differ.
fn trees(before: &Loaded, now: &Loaded, names: [&str; 2]) {
    let (Some(from), Some(to)) = (TreeSide::of(before), TreeSide::of(now)) else {
        return;
    };
    if from.tables == to.tables {
        return;
    }
    let [before, after] = names;
    let from = TreeSide {
        name: before,
        ..from
    };
    let to = TreeSide { name: after, ..to };
    let progress = Progress::start("comparing tree construction");
    let parts = |done, all| progress.parts(done, all);
    let budget = Budget {
        progress: &parts,
        ..Budget::standard()
    };
    let compared = compared([from, to], Some(Fed::By(Tokenizer::Own)), budget);
    drop(progress);
    print!("{}", compared.text());
}
