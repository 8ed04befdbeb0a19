//! The output and exit status of a command that generates files.

use super::Generated;
use crate::report;
use std::process::ExitCode;

impl Generated {
    /// Writes the files; with `check`, names those that are out of date and the command that writes them.
    pub fn run(&self, check: bool, command: &str) -> ExitCode {
        let difference = match self.update(check) {
            Ok(difference) => difference,
            Err(error) => return report::fail(error),
        };
        for path in difference.stale.iter().chain(&difference.orphans) {
            let what = if check {
                "not up to date"
            } else {
                "brought up to date"
            };
            println!("{}: {what}", path.display());
        }
        if check && !difference.is_empty() {
            println!("run `{command}`");
            return ExitCode::FAILURE;
        }
        println!("{} up to date", report::counted(self.files.len(), "file"));
        ExitCode::SUCCESS
    }
}
