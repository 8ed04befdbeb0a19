//! Tests on data that is not part of the repository. Absent data is reported as ignored.

mod absent;
mod compiled_trees;
mod html5lib;
mod older_trees;
mod prose;
mod tree_construction;
mod tree_details;
mod tree_errors;
mod trees;

use libtest_mimic::{Arguments, Trial};
use std::error::Error;
use std::process::ExitCode;

/// Makes trials of html5lib's tests of trees.
type TrialsOfTrees = fn(trees::Files) -> Result<Vec<Trial>, Box<dyn Error>>;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let totals = html5lib::Totals::default();
    let mut trials = html5lib::trials(&totals)?;
    trials.extend(prose::trials()?);
    trials.extend(tree_construction::trials()?);
    let of_trees: [(&str, TrialsOfTrees); 5] = [
        ("trees", trees::trials),
        ("older trees", older_trees::trials),
        ("compiled trees", compiled_trees::trials),
        ("details of trees", tree_details::trials),
        ("errors of trees", tree_errors::trials),
    ];
    let files = trees::files()?;
    for (name, trials_of) in of_trees {
        trials.extend(match files.clone() {
            Ok(files) => trials_of(files)?,
            Err(absent) => vec![absent::trial(name.into(), absent)],
        });
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    html5lib::print(&totals);
    Ok(conclusion.exit_code())
}
