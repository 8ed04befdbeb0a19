//! Definitions add sentences to the table language.

use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Matcher, Step};
use crate::kernel::Traverse;
use crate::model::{Definition, Revision};

/// A defined sentence matches no form of the language; the form would take precedence.
pub(super) fn of_no_form(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for definition in &revision.definitions {
        let name = definition.name();
        let known = match definition {
            Definition::Step { .. } => Step::parse(name).is_ok(),
            Definition::Condition { .. } => Condition::parse(name).is_ok(),
        };
        if known {
            out.push(
                Diagnostic::error(name.place, "a definition of what the table language has")
                    .label("this sentence has a meaning already"),
            );
        }
        if matches!(definition, Definition::Condition { .. }) && name.contains(" and ") {
            out.push(
                Diagnostic::error(name.place, "a defined condition that contains ` and `")
                    .label("` and ` joins two conditions"),
            );
        }
    }
}

/// No definition and no class refers to itself.
pub(super) fn without_themselves(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for definition in &revision.definitions {
        let name = definition.name();
        let mut uses = definition.nodes().with_definitions(revision).uses();
        if uses.any(|used| used == name.value) {
            out.push(
                Diagnostic::error(name.place, "a definition in terms of itself")
                    .label("following what it means leads back here"),
            );
        }
    }
    for (name, _) in &revision.about.classes {
        let mut seen = Vec::new();
        collect_classes(name, revision, &mut seen);
        if seen.contains(&name.as_str()) {
            out.push(Diagnostic::error(
                name.place,
                format!("class `{}` contains itself", name.value),
            ));
        }
    }
}

fn collect_classes<'r>(name: &str, revision: &'r Revision, seen: &mut Vec<&'r str>) {
    let classes = revision.about.classes.iter();
    for (_, members) in classes.filter(|(n, _)| n.value == *name) {
        for member in members {
            if let Matcher::Defined(next) = &member.value
                && !seen.contains(&next.as_str())
            {
                seen.push(next);
                collect_classes(next, revision, seen);
            }
        }
    }
}
