//! The effects of a difference between tables, as a whole and change by change.
//!
//! A reader asks of every change what it does to documents. So each is applied alone to the older tables and
//! compared, and one that has no effect alone is tried with others. Most comparisons are of tables that differ in one
//! row, which is what makes hundreds of them affordable. Tables of references are shared by revisions, so their
//! entries have an effect only as a whole.

use super::budget::Budget;
use super::engine::{Grade, Proof, Verdict, Witness, compare, compare_within, shows};
use super::report;
use super::revision_ref::RevisionRef;
use super::together::{Finder, Together};
use crate::diff::{Change, Difference, Subject};
use crate::parallel;
use tokenwright_interpreter::{Interpreter, Refusal, Response, Setup};
use tokenwright_tables::grammar::Mode;
use tokenwright_tables::model::{Revision, Row};
use tokenwright_tables::references::References;

/// The result of comparing the behaviour of two sides.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// The verdict on all changes together.
    pub whole: Verdict,
    /// The result for each change alone, by its identifier, in the order of the difference; empty if not
    /// requested.
    pub changes: Vec<(String, Alone)>,
    /// For each change without an effect alone, or that cannot be applied alone: the other changes with
    /// which it has one. By identifier, in the order of the difference.
    pub together: Vec<(String, Together)>,
}

/// The effect of one change alone.
#[derive(Clone, Debug)]
pub enum Alone {
    /// The change was applied and the machines were compared.
    Made(Box<Verdict>),
    /// Proved: the change is in a state or row that no input reaches, before the change or after it.
    NeverReached,
    /// It names something that another change adds, or removes something that another change stops using.
    OnlyTogether,
    /// The tables with only this change cannot be run.
    Refused(String),
}

impl Alone {
    /// The grade, if the change was applied alone and compared.
    pub fn grade(&self) -> Option<Grade> {
        match self {
            Alone::Made(verdict) => verdict.grade(),
            Alone::NeverReached => Some(Grade::None),
            Alone::OnlyTogether | Alone::Refused(_) => None,
        }
    }

    /// The witness, if there is one.
    pub fn witness(&self) -> Option<&Witness> {
        match self {
            Alone::Made(verdict) => verdict.witness(),
            _ => None,
        }
    }
}

/// Compares the behaviour of both sides. With `each`, also that of every change alone; `progress` is then
/// called with the number of finished changes and of all.
///
/// # Errors
/// If one of the sides cannot be run.
pub fn behaviour(
    difference: &Difference,
    each: bool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Behaviour, Refusal> {
    behaviour_within(difference, each, Budget::standard(), progress)
}

/// Compares the behaviour of both sides, as [`behaviour()`] does, with a budget for each search.
///
/// # Errors
/// If one of the sides cannot be run.
pub fn behaviour_within(
    difference: &Difference,
    each: bool,
    budget: Budget<'_>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Behaviour, Refusal> {
    let changes = match each {
        true => difference.changes().filter(|c| is_of_rows(c)).collect(),
        false => Vec::new(),
    };
    let mut found = judge(difference, &changes, budget, progress)?;
    if each {
        found.together = together(difference, &changes, &found, progress);
    }
    Ok(found)
}

/// For each change without an effect alone, the other changes with which it has one.
fn together(
    difference: &Difference,
    changes: &[&Change],
    found: &Behaviour,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(String, Together)> {
    let applicable: Vec<&Change> = changes
        .iter()
        .copied()
        .filter(|c| c.can_be_made())
        .collect();
    let alone = found
        .changes
        .iter()
        .filter_map(|(_, alone)| alone.witness());
    let inputs = alone.chain(found.whole.witness());
    let inputs: Vec<_> = inputs.map(|w| (w.entry.clone(), w.input.clone())).collect();
    let finder = Finder {
        difference,
        changes: &applicable,
        inputs: &inputs,
        references: references(difference)[0],
    };
    let silent = found.changes.iter().zip(changes);
    let silent = silent.filter(|((_, alone), change)| {
        change.can_be_made() && alone.grade().is_none_or(|grade| grade == Grade::None)
    });
    let silent: Vec<&Change> = silent.map(|(_, change)| *change).collect();
    let found = parallel::map(&silent, |change| finder.find(change), progress);
    let ids = silent.iter().map(|change| change.id.clone());
    ids.zip(found).collect()
}

/// Whether a change is in the revision's own tables. The tables of references are shared, and only the
/// whole difference covers their entries.
fn is_of_rows(change: &Change) -> bool {
    !matches!(
        change.subject,
        Subject::Reference(_) | Subject::Replacement(_)
    )
}

/// Judges a difference, and some of its changes alone.
///
/// # Errors
/// If one of the sides cannot be run.
pub fn of_changes(difference: &Difference, changes: &[&Change]) -> Result<Behaviour, Refusal> {
    judge(difference, changes, Budget::standard(), &|_, _| ())
}

fn judge(
    difference: &Difference,
    changes: &[&Change],
    budget: Budget<'_>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Behaviour, Refusal> {
    let references = references(difference);
    let from = (&difference.from.revision, references[0]);
    let to = (&difference.to.revision, references[1]);
    let whole = compare_within(from, to, budget)?;
    let found = parallel::map(changes, |change| alone(difference, change, from), progress);
    let ids = changes.iter().map(|change| change.id.clone());
    Ok(Behaviour {
        whole,
        changes: ids.zip(found).collect(),
        together: Vec::new(),
    })
}

/// The character references of both sides. A page has no table of names, so it uses that of the other side.
pub fn references(difference: &Difference) -> [&References; 2] {
    static NONE: References = References {
        names: Vec::new(),
        replacements: Vec::new(),
    };
    let own = [&difference.from, &difference.to].map(|side| side.references.as_ref());
    [
        own[0].or(own[1]).unwrap_or(&NONE),
        own[1].or(own[0]).unwrap_or(&NONE),
    ]
}

fn alone(difference: &Difference, change: &Change, from: RevisionRef<'_>) -> Alone {
    let Some(revision) = difference.apply(change) else {
        return Alone::OnlyTogether;
    };
    match compare(from, (&revision, from.1)) {
        Ok(Verdict::Equal(proof)) => {
            let state = match &change.subject {
                Subject::State(at) | Subject::Entry(at) => Some(at),
                Subject::Row { state, .. } | Subject::Swap { state, .. } => Some(state),
                _ => None,
            };
            let state = state.filter(|at| !at.procedure).and_then(|at| at.from);
            match state {
                Some(state) if !proof.reaches(from, state) => Alone::NeverReached,
                _ if never_runs(&proof, change, from.0, &revision) => Alone::NeverReached,
                _ => Alone::Made(Box::new(Verdict::Equal(proof))),
            }
        }
        Ok(verdict) => Alone::Made(Box::new(verdict)),
        Err(refusal) => Alone::Refused(refusal.to_string()),
    }
}

/// Whether a change is in a row that no input reaches, before the change or after it.
fn never_runs(proof: &Proof, change: &Change, from: &Revision, to: &Revision) -> bool {
    let Subject::Row {
        state,
        from: old,
        to: new,
    } = &change.subject
    else {
        return false;
    };
    let Some(at) = state.from else {
        return false;
    };
    let sides = [from, to].map(|side| state.blocks(side).get(at));
    let [Some(before), Some(after)] = sides else {
        return false;
    };
    let stays = |row: Option<usize>, side: usize| {
        row.is_some_and(|row| !proof.rows[side].has(state.kind(), at, row))
    };
    let is_new = |row: &Row| !before.rows.contains(row);
    (old.is_none() || stays(*old, 0))
        && (new.is_none() || stays(after.rows.iter().position(is_new), 1))
}

/// Elements after whose start tags tree construction switches to a text mode, with the names of the state or the content
/// model in all revisions.
const ELEMENTS: [(Mode, &[&str], &str); 4] = [
    (Mode::Rcdata, &["RCDATA"], "textarea"),
    (Mode::Rawtext, &["RAWTEXT", "CDATA"], "style"),
    (Mode::ScriptData, &["script data"], "script"),
    (Mode::Plaintext, &["PLAINTEXT"], "plaintext"),
];

/// A whole document for a witness that starts in the initial state and needs one switch of tree construction: the start
/// tag is replaced by one that causes the switch.
fn document_of_switch(
    witness: &Witness,
    sides: [RevisionRef<'_>; 2],
    grade: Grade,
) -> Option<String> {
    let [setup, other] = &witness.entry.sides;
    let initial = Setup {
        responses: setup.responses.clone(),
        ..Setup::default()
    };
    if [setup, other] != [&initial, &initial] {
        return None;
    }
    let (last, before) = setup.responses.split_last()?;
    if before
        .iter()
        .any(|response| *response != Response::default())
        || last.foreign.is_some()
    {
        return None;
    }
    let (_, _, element) = ELEMENTS
        .iter()
        .find(|(mode, ..)| Some(*mode) == last.switch)?;
    let (name, is_end) = *report::tags(witness).get(before.len())?;
    if is_end {
        return None;
    }
    let input = witness
        .input
        .replace(&format!("<{name}"), &format!("<{element}"));
    let input = input.replace(&format!("</{name}"), &format!("</{element}"));
    let outputs = sides.map(|(revision, references)| {
        Interpreter::new(revision, references)?.run(&initial, &input)
    });
    (shows(&outputs, sides[0], sides[1]) >= grade).then_some(input)
}

/// A whole document that shows the same difference from the data state, where tags switch the states;
/// `None` if there is no such document.
pub fn document(
    witness: &Witness,
    from: RevisionRef<'_>,
    to: RevisionRef<'_>,
    grade: Grade,
) -> Option<String> {
    if !witness.entry.sides[0].responses.is_empty() {
        return document_of_switch(witness, [from, to], grade);
    }
    let kind = |setup: &Setup| match (&setup.state, setup.content_model) {
        (Some(state), _) => Some(state.clone()),
        (None, Some(model)) => Some(model.to_string()),
        (None, None) => None,
    };
    let kinds = witness.entry.sides.each_ref().map(kind);
    let foreign = witness.entry.sides[0].foreign;
    let kind = kinds.iter().flatten().max_by_key(|kind| kind.len());
    let Some(kind) = kind else {
        let start = if foreign { "<svg>" } else { "" };
        return Some(format!("{start}{}", witness.input));
    };
    if kind == "CDATA section" {
        return Some(format!("<svg><![CDATA[{}", witness.input));
    }
    if foreign {
        return None;
    }
    let mut elements = ELEMENTS.iter();
    let (.., element) = elements.find(|(_, kinds, _)| kinds.contains(&kind.as_str()))?;
    let name = witness.entry.sides[0].last_start_tag.as_deref();
    let input = match name {
        Some(name) => witness
            .input
            .replace(&format!("</{name}"), &format!("</{element}")),
        None => witness.input.clone(),
    };
    // The last start tag of the entry is replaced by the element's name.
    let outputs = [from, to].into_iter().zip(&witness.entry.sides);
    let outputs = outputs.map(|((revision, references), setup)| {
        let setup = Setup {
            last_start_tag: Some((*element).to_owned()),
            ..setup.clone()
        };
        let interpreter = Interpreter::new(revision, references)?;
        interpreter.run(&setup, &input)
    });
    let outputs: Vec<_> = outputs.collect();
    let [a, b] = <[_; 2]>::try_from(outputs).ok()?;
    (shows(&[a, b], from, to) >= grade).then(|| format!("<{element}>{input}"))
}
