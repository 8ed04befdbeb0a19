//! Every defined name is used. An unused one does no harm, so these are warnings.

use super::sentences::Sentences;
use super::unknown::set_of;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Matcher, Step};
use crate::model::{Definition, Located, Revision, Test};

fn warn(what: &str, name: &Located<String>, used: bool, out: &mut Vec<Diagnostic>) {
    if !used {
        out.push(Diagnostic::warning(
            name.place,
            format!("{what} `{}` is never used", name.value),
        ));
    }
}

/// Every error code is reported by a step, or has a `by`.
pub(super) fn codes(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    for error in &revision.errors {
        let reported = sentences.steps.iter().any(
            |(step, _)| matches!(&step.value, Step::NamedError(code) if code.0 == *error.code),
        );
        match &error.by {
            None if !reported => out.push(
                Diagnostic::warning(
                    error.code.place,
                    format!("error code `{}` is never used", error.code.value),
                )
                .help("say who reports it with `by`, if it is not the tokenizer"),
            ),
            Some(by) if reported => out.push(Diagnostic::warning(
                error.code.place,
                format!(
                    "error code `{}` is reported by a step, and not by {by}",
                    error.code.value
                ),
            )),
            _ => {}
        }
    }
}

/// Every definition is used.
pub(super) fn definitions(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    for definition in &revision.definitions {
        let name = definition.name();
        let used = match definition {
            Definition::Step { .. } => sentences.calls.iter().any(|(call, _)| *call == name),
            Definition::Condition { .. } => sentences.tests.iter().any(|(test, _)| {
                matches!(&test.value, Test::Defined { name: n, .. } if *n == name.value)
            }),
        };
        warn("definition", name, used, out);
    }
}

/// Every class and every list of names is used.
pub(super) fn classes_and_names(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    let conditions = || sentences.conditions().map(|(condition, _)| condition);
    for (name, _) in &revision.about.classes {
        let is = |matcher: &Matcher| matches!(matcher, Matcher::Defined(n) if *n == name.value);
        let used = sentences.matchers.iter().any(|matcher| is(matcher))
            || conditions()
                .filter_map(set_of)
                .any(|set| set.0.iter().any(is));
        warn("class", name, used, out);
    }
    for (name, _) in &revision.about.names {
        let used = conditions()
            .any(|c| matches!(c, Condition::TagNameIn(_, list) if list.0 == name.value));
        warn("list of names", name, used, out);
    }
}

/// Procedures are attempted.
pub(super) fn procedures(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    for procedure in &revision.procedures {
        let used = sentences
            .steps
            .iter()
            .any(|(step, _)| matches!(&step.value, Step::Attempt(n) if n.0 == *procedure.name));
        warn("procedure", &procedure.name, used, out);
    }
}
