//! Sections: their numbers ascend, and each rule is in one.

use crate::diagnostic::Diagnostic;
use crate::tree::model::{Entry, TreeTables};

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut last: Option<Vec<u32>> = None;
    for file in &tables.files {
        let mut is_in_section = false;
        for entry in &file.entries {
            let (name, what) = match *entry {
                Entry::Section(at) => {
                    let number = &tables.sections[at].number;
                    is_in_section = true;
                    match parts(number) {
                        None => {
                            let message = format!("`{}` is no number of a section", number.value);
                            let error = Diagnostic::error(number.place, message);
                            found.push(error.help("write numbers with full stops: `13.2.6.4.7`"));
                        }
                        Some(parts) => {
                            if last.as_ref().is_some_and(|last| *last >= parts) {
                                let message =
                                    format!("section {} is not after the one before", number.value);
                                found.push(Diagnostic::error(number.place, message));
                            }
                            last = Some(parts);
                        }
                    }
                    continue;
                }
                Entry::Definition(at) => (&tables.definitions[at].name, "definition"),
                Entry::Algorithm(at) => (&tables.algorithms[at].name, "algorithm"),
                Entry::Mode(at) => (&tables.modes[at].name, "mode"),
                _ => continue,
            };
            if !is_in_section {
                let message = format!("the {what} `{}` is in no section", name.value);
                let error = Diagnostic::error(name.place, message);
                found
                    .push(error.help("write `[[section]]` with its `number` and `title` above it"));
            }
        }
    }
    found
}

/// The parts of a number: `13.2.6`.
fn parts(number: &str) -> Option<Vec<u32>> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = number.split('.');
    parts
        .map(|part| part.parse().ok().filter(|_| is_number(part)))
        .collect()
}
