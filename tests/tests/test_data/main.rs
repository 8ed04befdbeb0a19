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

use libtest_mimic::Arguments;
use std::error::Error;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let totals = html5lib::Totals::default();
    let mut trials = html5lib::trials(&totals)?;
    trials.extend(prose::trials()?);
    trials.extend(tree_construction::trials()?);
    trials.extend(trees::trials()?);
    trials.extend(older_trees::trials()?);
    trials.extend(compiled_trees::trials()?);
    trials.extend(tree_details::trials()?);
    trials.extend(tree_errors::trials()?);
    let conclusion = libtest_mimic::run(&arguments, trials);
    html5lib::print(&totals);
    Ok(conclusion.exit_code())
}
