//! Tables with random steps in random places: rows, rules, definitions and procedures, whether or not they make sense.
//! They test that tables which `check` accepts never get stuck.
//!
//! Most such edits are refused, and those that pass mean little; `sets` makes edits that documents reach.

pub mod trees;

use crate::{misfits, refusal};
use fastrand::Rng;
use tokenwright_analyses::mutate::{self, Sites};
use tokenwright_tables::grammar::{Condition, Step};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Definition, Event, Located, Revision, Rule, State, Test};

/// A revision with several edits that `check` accepts.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The tables.
    pub loaded: Loaded,
    /// The edits, in the words of the tables.
    pub edits: Vec<String>,
    /// The number of edits that `check` refused.
    pub refused: usize,
}

impl Accepted {
    /// The edits of `attempts` that are not refused. An edit is `None` if it found nothing to edit.
    fn of(
        original: &Loaded,
        attempts: usize,
        mut edit: impl FnMut(&mut Loaded) -> Option<String>,
        is_refused: impl Fn(&Loaded) -> bool,
    ) -> Self {
        let mut set = Accepted {
            loaded: original.clone(),
            edits: Vec::new(),
            refused: 0,
        };
        for _ in 0..attempts {
            let mut changed = set.loaded.clone();
            let Some(edit) = edit(&mut changed) else {
                continue;
            };
            if is_refused(&changed) {
                set.refused += 1;
            } else {
                set.loaded = changed;
                set.edits.push(edit);
            }
        }
        set
    }
}

/// Tries `attempts` edits on a revision, and keeps those that `check` accepts.
#[must_use]
pub fn edited(original: &Loaded, random: &mut Rng, attempts: usize) -> Accepted {
    let edit = |changed: &mut Loaded| edit(&mut changed.revision, random);
    let is_refused = |changed: &Loaded| {
        let mut trees = changed.trees.iter();
        refusal(&changed.revision).is_some() || trees.any(|it| misfits(it, &changed.revision))
    };
    Accepted::of(original, attempts, edit, is_refused)
}

/// Makes an edit; `None` if it found nothing to edit.
fn edit(revision: &mut Revision, random: &mut Rng) -> Option<String> {
    match random.usize(..8) {
        0 | 1 => mutant(revision, random),
        2 => rule(revision, random),
        3 => copied_body(revision, random),
        _ => inserted(revision, random),
    }
}

/// A random first-order mutant. A row that loses its only step is none that a file can have.
fn mutant(revision: &mut Revision, random: &mut Rng) -> Option<String> {
    let sites = Sites::new(revision);
    let part = *random.choice(&mutate::parts(revision)).expect("not empty");
    let mutants = mutate::mutants(revision, &sites, part);
    let mutant = random.choice(&mutants)?;
    let edit = format!("{}: {}", mutant.site.describe(revision), mutant.description);
    let changed = mutant.revision(revision);
    let mut rows = changed.states.iter().flat_map(|state| &state.rows);
    if rows.any(|row| row.body.is_empty()) {
        return None;
    }
    *revision = changed;
    Some(edit)
}

/// A new rule.
fn rule(revision: &mut Revision, random: &mut Rng) -> Option<String> {
    let on = match random.usize(..4) {
        0 => Event::EmittingStartTag,
        1 => Event::EmittingEndTag,
        _ => Event::Leaving(random.choice(&revision.states)?.name.value.clone()),
    };
    let body = vec![clause(revision, random)?];
    let edit = format!("a rule on {on}: {}", written(&body));
    revision.rules.push(Rule {
        on: Located::nowhere(on),
        body,
    });
    Some(edit)
}

/// The steps of one row in place of those of another.
fn copied_body(revision: &mut Revision, random: &mut Rng) -> Option<String> {
    let from = random.choice(&revision.states)?;
    let body = random.choice(&from.rows)?.body.clone();
    let state = random.usize(..revision.states.len());
    let to = &mut revision.states[state];
    let name = to.name.value.clone();
    let row = random.usize(..to.rows.len().max(1));
    to.rows.get_mut(row)?.body.clone_from(&body);
    Some(format!("{name} state, row {row}: {}", written(&body)))
}

/// A step anywhere in a body.
fn inserted(revision: &mut Revision, random: &mut Rng) -> Option<String> {
    let clause = clause(revision, random)?;
    let (what, body) = body(revision, random)?;
    let edit = format!("{what}: {}", written(std::slice::from_ref(&clause)));
    insert(body, clause, random);
    Some(edit)
}

/// Inserts a clause at a random place of a body, or of a branch in it.
fn insert(body: &mut Vec<Clause>, clause: Clause, random: &mut Rng) {
    let branches = body.iter_mut().find_map(|one| match one {
        Clause::If {
            then, otherwise, ..
        } => Some([then, otherwise]),
        Clause::Step(_) | Clause::Call(_) => None,
    });
    if let Some([then, otherwise]) = branches
        && random.bool()
    {
        let branch = if random.bool() { then } else { otherwise };
        return insert(branch, clause, random);
    }
    body.insert(random.usize(..body.len() + 1), clause);
}

/// A random body, with its name.
fn body<'r>(revision: &'r mut Revision, random: &mut Rng) -> Option<(String, &'r mut Vec<Clause>)> {
    match random.usize(..8) {
        0 => {
            let at = random.usize(..revision.rules.len().max(1));
            let rule = revision.rules.get_mut(at)?;
            Some((format!("the rule on {}", rule.on.value), &mut rule.body))
        }
        1 => {
            let at = random.usize(..revision.definitions.len().max(1));
            match revision.definitions.get_mut(at)? {
                Definition::Step { name, body } => Some((name.value.clone(), body)),
                Definition::Condition { .. } => None,
            }
        }
        2 => {
            let at = random.usize(..revision.procedures.len().max(1));
            of_block(revision.procedures.get_mut(at)?, random)
        }
        _ => {
            let at = random.usize(..revision.states.len().max(1));
            of_block(revision.states.get_mut(at)?, random)
        }
    }
}

fn of_block<'r>(block: &'r mut State, random: &mut Rng) -> Option<(String, &'r mut Vec<Clause>)> {
    let name = &block.name.value;
    let row = random.usize(..block.rows.len() + 1);
    match block.rows.get_mut(row) {
        Some(found) => Some((format!("{name}, row {row}"), &mut found.body)),
        None => Some((format!("{name}, on entry"), &mut block.body)),
    }
}

/// A step, or a step under a condition.
fn clause(revision: &Revision, random: &mut Rng) -> Option<Clause> {
    let then = vec![step(revision, random)?];
    if random.usize(..3) > 0 {
        return then.into_iter().next();
    }
    let form = random.choice(Condition::FORMS).expect("not empty");
    let mut condition = Test::Condition(Condition::parse(form.example).ok()?);
    if let Some(Definition::Condition { name, .. }) = random.choice(&revision.definitions) {
        condition = Test::Defined {
            name: name.value.clone(),
            negated: random.bool(),
        };
    }
    Some(Clause::If {
        any: vec![vec![Located::nowhere(condition)]],
        then,
        otherwise: Vec::new(),
    })
}

/// A step that the tables have, the call of a definition, or an example of any form.
fn step(revision: &Revision, random: &mut Rng) -> Option<Clause> {
    match random.usize(..4) {
        0 => {
            let form = random.choice(Step::FORMS).expect("not empty");
            Some(Clause::Step(Located::nowhere(
                Step::parse(form.example).ok()?,
            )))
        }
        1 => match random.choice(&revision.definitions)? {
            Definition::Step { name, .. } => Some(Clause::Call(name.clone())),
            Definition::Condition { .. } => None,
        },
        _ => {
            let state = random.choice(&revision.states)?;
            let body = &random.choice(&state.rows)?.body;
            random.choice(body).cloned()
        }
    }
}

/// Steps in the words of the tables.
fn written(body: &[Clause]) -> String {
    let clauses = body.iter().map(|clause| match clause {
        Clause::Step(step) => step.value.to_string(),
        Clause::Call(name) => name.value.clone(),
        Clause::If {
            any,
            then,
            otherwise,
        } => {
            let any: Vec<_> = any
                .iter()
                .flatten()
                .map(|test| test.value.to_string())
                .collect();
            format!(
                "if {} then {} else {}",
                any.join(", "),
                written(then),
                written(otherwise)
            )
        }
    });
    format!("[{}]", clauses.collect::<Vec<_>>().join(", "))
}
