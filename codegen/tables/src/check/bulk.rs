//! A state that consumes in bulk has the one form that the compiler supports.

use super::sentences::{Owner, Sentences};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Step};
use crate::model::{Clause, Event, Revision, State, Test};

/// The fix in messages: the supported form.
const FORM: &str = "a state consumes in bulk by four entries: the step that consumes, the one that emits what was \
                    consumed, a switch, and `{ if = \"the end of the file was reached\", then = [\"reconsume the \
                    current input character\"] }`";

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
            && revision.state(name).is_some_and(is_bulk)
        {
            let message = "a rule on leaving a state that consumes in bulk";
            let help = "apply it on entering the states that follow, or write the state with rows";
            out.push(Diagnostic::error(rule.on.place, message).help(help));
        }
    }
    let mut reported = Vec::new();
    for (place, sentence, owner) in steps.chain(tests) {
        if let Owner::State(state, None) = owner {
            if is_bulk(state) || reported.contains(&state.name) {
                continue;
            }
            reported.push(state.name.clone());
        }
        let message = format!("`{sentence}` among steps that cannot be compiled");
        out.push(Diagnostic::error(place, message).help(FORM));
    }
}

/// Whether a state consumes in bulk, and does nothing else. The switch may come at any place before the condition.
fn is_bulk(state: &State) -> bool {
    let [steps @ .., last] = &state.body[..] else {
        return false;
    };
    let is_switch = |clause: &&Clause| matches!(step(clause), Some(Step::Switch(_)));
    let (switches, others): (Vec<_>, Vec<_>) = steps.iter().partition(is_switch);
    let others: Vec<_> = others.into_iter().map(step).collect();
    let emits = matches!(
        others[..],
        [
            Some(Step::ConsumeThroughChar(_)),
            Some(Step::EmitBulkComment | Step::EmitBulkCommentReplaced),
        ] | [Some(Step::ConsumeThroughText(_)), Some(Step::EmitConsumed)]
    );
    emits && switches.len() == 1 && gives_eof_again(last) && state.rows.is_empty()
}

fn step(clause: &Clause) -> Option<&Step> {
    match clause {
        Clause::Step(step) => Some(&step.value),
        Clause::Call(_) | Clause::If { .. } => None,
    }
}

fn gives_eof_again(clause: &Clause) -> bool {
    let Clause::If {
        any,
        then,
        otherwise,
    } = clause
    else {
        return false;
    };
    let at_eof = match &any[..] {
        [all] => matches!(&all[..], [test] if test.value == Test::Condition(Condition::EofReached)),
        _ => false,
    };
    let reconsumes = matches!(&then[..], [clause] if step(clause) == Some(&Step::ReconsumeCurrent));
    at_eof && reconsumes && otherwise.is_empty()
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
