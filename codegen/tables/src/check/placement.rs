//! Steps occur only where they have a meaning.
//!
//! The grammar accepts every step everywhere, because a sentence does not know its place. So this module says which
//! belong in procedures, in rules, in rows, and with which flags. A message names the call that brought a step of a
//! definition there. The alternative, a type of steps for each place, would repeat the forms and could not explain
//! itself.

use super::consuming::{asks, switches};
use super::guards::valuations;
use super::sentences::{Owner, Sentences};
use super::walk::{At, Follow, Walk, called, misplaced, returns};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Condition, Matcher, Step, Token};
use crate::kernel::Traverse;
use crate::kernel::effects::RegisterSet;
use crate::model::{Revision, Row, State, Test};
use crate::source::Place;
use std::collections::BTreeSet;

/// `return` and similar steps occur only in procedures. So do the steps that read a number of several digits, whose code
/// begins with 0 where a procedure begins.
pub(super) fn returns_in_procedures(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    for (step, owner) in &sentences.steps {
        let inside = matches!(owner, Owner::Procedure(..));
        let needs_one = matches!(
            step.value,
            Step::Unconsume | Step::ConsumeMatching | Step::InterpretNumber
        );
        if !inside && (returns(step) || needs_one) {
            out.push(misplaced(step, "outside a procedure"));
        }
    }
    for matcher in &sentences.matchers {
        let inside = revision.procedures.iter().flat_map(|p| &p.rows).any(|row| {
            let (any, _) = row.on.matcher_lists();
            any.iter().any(|m| m.place == matcher.place)
        });
        if matcher.value == Matcher::AdditionalAllowed && !inside {
            out.push(misplaced(matcher, "outside a procedure"));
        }
    }
}

/// Procedures switch to no state, emit no tag, attempt no procedure, and end with a `return`.
pub(super) fn procedures(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    let in_procedure = |owner: &Owner<'_>| matches!(owner, Owner::Procedure(..));
    for (step, _, via) in sentences.steps_through_definitions(revision, in_procedure) {
        let is_other = matches!(
            step.value,
            Step::ReconsumeCurrent | Step::Attempt(_) | Step::EmitToken(Token::Tag)
        );
        if is_other || switches(step) {
            out.push(called(misplaced(step, "in a procedure"), via));
        }
    }
    for procedure in &revision.procedures {
        let mut walk = Walk::new(revision, procedure);
        let start = BTreeSet::from([()]);
        let through = walk.run(&procedure.body, start.clone(), &mut Through);
        if procedure.rows.is_empty() && !through.is_empty() {
            out.push(no_return(procedure.name.place));
        }
        for row in &procedure.rows {
            if !walk.run(&row.body, start.clone(), &mut Through).is_empty() {
                out.push(no_return(row.place.place));
            }
        }
    }
}

fn no_return(place: Place) -> Diagnostic {
    Diagnostic::error(place, "a path through a procedure that does not return")
        .help("end it with `return nothing`, or with what it returns")
}

/// A walk that collects no facts.
struct Through;

impl<'r> Follow<'r> for Through {
    type Fact = ();

    fn step(&mut self, _: &'r Step, _: At<'r>, (): ()) {}
}

/// Rules neither switch to a state, nor consume, nor emit the token that they apply to.
pub(super) fn rules(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    let in_rule = |owner: &Owner<'_>| matches!(owner, Owner::Rule(_));
    for (step, owner, via) in sentences.steps_through_definitions(revision, in_rule) {
        let Owner::Rule(rule) = owner else {
            continue;
        };
        let is_misplaced = switches(step)
            || consumes(step)
            || matches!(
                step.value,
                Step::ReconsumeCurrent
                    | Step::Attempt(_)
                    | Step::EmitEof
                    | Step::EmitToken(Token::Tag)
            );
        if is_misplaced {
            let diagnostic = misplaced(step, "in a rule")
                .also(rule.on.place, "the rule runs in the middle of other steps");
            out.push(called(diagnostic, via));
        }
    }
}

fn consumes(step: &Step) -> bool {
    matches!(
        step,
        Step::ConsumeNext
            | Step::ConsumeThose
            | Step::ConsumeNamed
            | Step::ConsumeMatching
            | Step::ConsumeThroughChar(_)
            | Step::ConsumeThroughText(_)
    )
}

/// `the current state is` occurs only in procedures. A state knows its name, and a rule has one on each state.
pub(super) fn current_state(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let is_current_state = |condition: &Condition| matches!(condition, Condition::CurrentState(..));
    for (test, owner) in Sentences::of(revision).tests {
        if matches!(owner, Owner::State(..) | Owner::Rule(_))
            && asks(revision, test, &is_current_state)
        {
            let message = "a condition on the current state, outside a procedure";
            out.push(
                Diagnostic::error(test.place, message)
                    .help("ask in a procedure that the state attempts"),
            );
        }
    }
}

/// Steps and conditions use only flags that the revision has.
pub(super) fn flags(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let sentences = Sentences::of(revision);
    let mut missing = |place, flag: &str, key: &str| {
        out.push(
            Diagnostic::error(place, format!("this revision has no {flag}")).help(format!(
                "set `{key} = true` in `revision.toml`, if it has one"
            )),
        );
    };
    for (step, _) in &sentences.steps {
        match step.value {
            Step::SetContentModel(_) if !revision.about.content_model_flag => {
                missing(step.place, "content model flag", "content-model-flag");
            }
            Step::SetEscape(_) if !revision.about.escape_flag => {
                missing(step.place, "escape flag", "escape-flag");
            }
            _ => {}
        }
    }
    for (test, _) in &sentences.tests {
        match test.value {
            Test::Condition(Condition::ContentModelFlag(..))
                if !revision.about.content_model_flag =>
            {
                missing(test.place, "content model flag", "content-model-flag");
            }
            Test::Condition(Condition::EscapeFlag(..)) if !revision.about.escape_flag => {
                missing(test.place, "escape flag", "escape-flag");
            }
            _ => {}
        }
    }
}

/// `treat as anything else` occurs only in other rows of a state that has rows `anything else`, one of which applies.
pub(super) fn anything_else(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (step, owner) in Sentences::of(revision).steps {
        if step.value != Step::TreatAsAnythingElse {
            continue;
        }
        let message = match owner {
            Owner::State(state, Some(row)) | Owner::Procedure(state, Some(row)) => {
                if row.is_anything_else() {
                    "`treat as anything else` in the row `anything else`".to_owned()
                } else if !state.rows.iter().any(Row::is_anything_else) {
                    "`treat as anything else` where no row is `anything else`".to_owned()
                } else if let Some(condition) = where_none_applies(revision, state, row) {
                    format!(
                        "`treat as anything else` without a row `anything else` that applies{condition}"
                    )
                } else {
                    continue;
                }
            }
            _ => "`treat as anything else` outside a row".to_owned(),
        };
        out.push(Diagnostic::error(step.place, message));
    }
}

/// When no row `anything else` of a state applies after another row of it; none if one always does. The conditions around a step do
/// not count.
fn where_none_applies(revision: &Revision, state: &State, row: &Row) -> Option<String> {
    let rest = || state.rows.iter().filter(|row| row.is_anything_else());
    if rest().any(|row| row.when.is_empty()) {
        return None;
    }
    let guards = rest().flat_map(|row| row.when.nodes().with_definitions(revision).conditions());
    let asked = guards.fold(RegisterSet::NONE, |asked, guard| {
        let effects = guard.effects();
        asked.or(effects.reads).or(effects.observes)
    });
    let mut steps = row.body.nodes().with_definitions(revision).steps();
    let is_changed = steps.any(|step| {
        // Rules are run before a tag is emitted and before the state is left, tree construction follows a tag, and a procedure has
        // steps of its own.
        let has_others =
            matches!(step, Step::EmitToken(Token::Tag) | Step::Attempt(_)) || switches(step);
        let it = step.effects();
        let registers = it.updates.or(it.writes).or(it.clears).or(it.changes);
        has_others || registers.or(it.affects).has(asked)
    });
    let mut all = valuations(&state.rows).unwrap_or_default().into_iter();
    let lacking = all.find(|valuation| {
        (is_changed || valuation.admits(row)) && !rest().any(|row| valuation.admits(row))
    });
    lacking.map(|valuation| valuation.describe())
}

/// No step follows one that ends the path.
pub(super) fn after_the_end(revision: &Revision, out: &mut Vec<Diagnostic>) {
    for (place, over) in Sentences::of(revision).dead {
        out.push(
            Diagnostic::error(place, "a step that never runs")
                .also(over, "the path is over after this"),
        );
    }
}
