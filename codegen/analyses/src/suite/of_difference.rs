//! Tests for a difference: the newer side passes them, and the older side fails.

use super::build::{Suite, Test};
use super::context::{SearchContext, SetupInput};
use super::score::TestRun;
use super::search::search_part;
use super::view::View;
use crate::compare::{SetupPair, Witness, references, setup_pairs};
use crate::diff::{Difference, Subject};
use crate::mutate::{self, Part, Site};
use crate::parallel;
use std::collections::{BTreeMap, HashSet};
use tokenwright_interpreter::{Interpreter, Output, Refusal, Setup};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Definition, Revision, Rule};

/// The most tests of one row.
const OF_ROW: usize = 3;

/// Makes tests that the newer side of a difference passes and the older side fails: the shortest input that is known
/// to show the difference, and for each changed row up to three inputs that need the row. `progress` is called with
/// the number of finished parts and of all.
///
/// # Errors
/// If one of the sides cannot be run to an end.
pub fn of_difference(
    difference: &Difference,
    witness: Option<&Witness>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Suite, Refusal> {
    let [from, to] = [&difference.from, &difference.to];
    let [from_references, to_references] = references(difference);
    let loaded = Loaded {
        revision: to.revision.clone(),
        references: to_references.clone(),
        trees: None,
    };
    let context = SearchContext::new(&loaded)?;
    let pairs = setup_pairs([
        (&from.revision, from_references),
        (&to.revision, to_references),
    ]);
    let sides = Sides {
        older: Interpreter::new(&from.revision, from_references)?,
        newer: &context.interpreter,
        pairs: &pairs,
        named: from.revision.about.named_errors && to.revision.about.named_errors,
    };
    let parts = changed_parts(difference, &to.revision);
    let found = parallel::map(&parts, |part| search_part(&context, *part), progress);
    let mut seen = HashSet::new();
    let mut tests = Vec::new();
    if let Some(witness) = witness {
        let setup = &witness.entry.sides[1];
        if let Some(output) = sides.output_if_other(setup, &witness.input) {
            seen.insert((setup.clone(), witness.input.clone()));
            tests.push(Test {
                name: "the shortest input with another output".to_owned(),
                site: None,
                setup: setup.clone(),
                input: witness.input.clone(),
                output,
            });
        }
    }
    let mut rows: BTreeMap<Site, Vec<SetupInput>> = BTreeMap::new();
    for (input, site) in found.into_iter().flatten() {
        if seen.insert(input.clone()) {
            rows.entry(site).or_default().push(input);
        }
    }
    for (site, mut inputs) in rows {
        inputs.sort_by_key(|(_, input)| input.len());
        let shown = inputs.into_iter().filter_map(|(setup, input)| {
            let expected = sides.output_if_other(&setup, &input)?;
            Some(TestRun {
                setup,
                input,
                expected,
            })
        });
        for (before, run) in shown.take(OF_ROW).enumerate() {
            tests.push(Test::of_row(&to.revision, site, before, run));
        }
    }
    Ok(Suite {
        named: to.revision.about.named_errors,
        tests,
    })
}

/// The parts of the newer side with a change.
fn changed_parts(difference: &Difference, revision: &Revision) -> Vec<Part> {
    let states = difference.states.iter().filter_map(|state| {
        let to = state.at.to?;
        Some(match state.at.procedure {
            true => Part::Procedure(to),
            false => Part::State(to),
        })
    });
    let outside = difference.outside.iter().filter_map(|change| {
        Some(match &change.subject {
            Subject::InputRow { .. } => Part::InputStream,
            Subject::Rule(on) => {
                let rule = |rule: &Rule| rule.on.value.to_string() == *on;
                Part::Rule(revision.rules.iter().position(rule)?)
            }
            Subject::Definition(name) => {
                let named = |definition: &Definition| definition.name().value == *name;
                Part::Definition(revision.definitions.iter().position(named)?)
            }
            _ => return None,
        })
    });
    let changed: HashSet<Part> = states.chain(outside).collect();
    let all = mutate::parts(revision).into_iter();
    all.filter(|part| changed.contains(part)).collect()
}

/// Both sides, ready to run.
struct Sides<'s, 'r> {
    older: Interpreter<'r>,
    newer: &'s Interpreter<'r>,
    pairs: &'s [SetupPair],
    /// Whether the errors of both sides have names.
    named: bool,
}

impl Sides<'_, '_> {
    /// The newer side's output, if the older side's differs in what a test shows.
    fn output_if_other(&self, setup: &Setup, input: &str) -> Option<Output> {
        let older = self.older.run(&self.older_setup(setup)?, input).ok()?;
        let newer = self.newer.run(setup, input).ok()?;
        let differs = View::of(&older, self.named) != View::of(&newer, self.named);
        differs.then_some(newer)
    }

    /// The setup of the older side that corresponds to one of the newer side.
    fn older_setup(&self, setup: &Setup) -> Option<Setup> {
        let same = |pair: &&SetupPair| {
            let newer = &pair.sides[1];
            (&newer.state, newer.content_model) == (&setup.state, setup.content_model)
        };
        let older = &self.pairs.iter().find(same)?.sides[0];
        Some(Setup {
            state: older.state.clone(),
            content_model: older.content_model,
            ..setup.clone()
        })
    }
}
