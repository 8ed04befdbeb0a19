//! A state that consumes in bulk has the one form that the compiler supports.

use super::sentences::{Owner, Sentences};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Step};
use crate::kernel::Bulk;
use crate::model::{Event, Revision, Test};

/// The fix in messages: the supported form.
const FORM: &str = "a state consumes in bulk by four entries: the step that consumes, the one that emits what was \
                    consumed, a switch, and `{ if = \"the end of the file was reached\", then = [\"reconsume the \
                    current input character\"] }`; the first two may be in `{ if = \"the next input character is not \
                    ... or EOF\", then = [...], else = [\"consume every character ...\"] }`";

/// Steps that consume in bulk, or emit the consumed run, belong to states of that form. For a state of another form,
/// only its first such step is reported.
pub(super) fn form(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    let steps = sentences.steps.iter().filter(|(step, _)| is_of_bulk(step));
    let steps = steps.map(|(step, owner)| (step.place, step.value.to_string(), *owner));
    let eof_reached = Test::Condition(Condition::EofReached);
    let tests = sentences.tests.iter();
    let tests = tests.filter(|(test, _)| test.value == eof_reached);
    let tests = tests.map(|(test, owner)| (test.place, test.value.to_string(), *owner));
    for rule in &revision.rules {
        if let Event::Leaving(name) = &rule.on.value
            && revision
                .state(name)
                .is_some_and(|state| Bulk::of(state).is_some())
        {
            let message = "a rule on leaving a state that consumes in bulk";
            let help = "apply it on entering the states that follow, or write the state with rows";
            out.push(Diagnostic::error(rule.on.place, message).help(help));
        }
    }
    let mut reported = Vec::new();
    for (place, sentence, owner) in steps.chain(tests) {
        if let Owner::State(state, None) = owner {
            if Bulk::of(state).is_some() || reported.contains(&state.name) {
                continue;
            }
            reported.push(state.name.clone());
        }
        let message = format!("`{sentence}` among steps that cannot be compiled");
        out.push(Diagnostic::error(place, message).help(FORM));
    }
}

/// Whether a step consumes in bulk, or emits the consumed run.
fn is_of_bulk(step: &Step) -> bool {
    matches!(
        step,
        Step::ConsumeThroughChar(_)
            | Step::ConsumeThroughText(_)
            | Step::EmitConsumed
            | Step::EmitBulkComment
            | Step::EmitBulkCommentReplaced
    )
}
