//! Definitions add sentences to the table language.

use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Matcher, Step};
use crate::model::{Clause, Conjunction, Definition, Revision, Test};

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
        let mut seen = Vec::new();
        collect(definition, revision, &mut seen);
        if seen.contains(&definition.name().as_str()) {
            let name = definition.name();
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

/// The names of all definitions that this one uses, however deep.
fn collect<'r>(definition: &'r Definition, revision: &'r Revision, seen: &mut Vec<&'r str>) {
    let mut used = Vec::new();
    match definition {
        Definition::Step { body, .. } => body_uses(body, &mut used),
        Definition::Condition { any, .. } => conditions_use(any, &mut used),
    }
    for name in used {
        if !seen.contains(&name) {
            seen.push(name);
            for next in revision.definitions.iter().filter(|d| **d.name() == *name) {
                collect(next, revision, seen);
            }
        }
    }
}

fn body_uses<'r>(body: &'r [Clause], used: &mut Vec<&'r str>) {
    for clause in body {
        match clause {
            Clause::Step(_) => {}
            Clause::Call(name) => used.push(name),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                conditions_use(any, used);
                body_uses(then, used);
                body_uses(otherwise, used);
            }
        }
    }
}

fn conditions_use<'r>(any: &'r [Conjunction], used: &mut Vec<&'r str>) {
    for test in any.iter().flatten() {
        if let Test::Defined { name, .. } = &test.value {
            used.push(name);
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
