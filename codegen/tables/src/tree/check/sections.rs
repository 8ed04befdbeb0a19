//! Sections: their numbers ascend, each rule is in one, and a title that names a mode names the one that is there.

use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::tree::model::{Entry, Section, TreeTables};

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut last: Option<Vec<u32>> = None;
    for file in &tables.files {
        let mut section: Option<&Section> = None;
        for entry in &file.entries {
            let (name, what) = match *entry {
                Entry::Section(at) => {
                    let number = &tables.sections[at].number;
                    section = Some(&tables.sections[at]);
                    match numbers(number) {
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
                Entry::Mode(at) => {
                    let name = &tables.modes[at].name;
                    found.extend(section.and_then(|section| other_name(section, name)));
                    (name, "mode")
                }
                _ => continue,
            };
            if section.is_none() {
                let message = format!("the {what} `{}` is in no section", name.value);
                let error = Diagnostic::error(name.place, message);
                found
                    .push(error.help("write `[[section]]` with its `number` and `title` above it"));
            }
        }
    }
    found
}

/// Reports a title that has another name in quotes than the mode of the section.
fn other_name(section: &Section, mode: &Located<String>) -> Option<Diagnostic> {
    let named = section.title.split('"').nth(1)?;
    (named != mode.value).then(|| {
        let message = format!("the title of the section names the mode `{named}`");
        let error = Diagnostic::error(mode.place, message);
        error.help(format!("its title is: {}", section.title))
    })
}

/// The parts of a number: `13.2.6`.
pub(crate) fn numbers(number: &str) -> Option<Vec<u32>> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = number.split('.');
    parts
        .map(|part| part.parse().ok().filter(|_| is_number(part)))
        .collect()
}
