//! The order of the searches, and their answer.
//!
//! First a search that takes states with the same modes for one: it reaches every row with few tokens. Pairs whose states differ
//! are followed whole, and then further by the tokens that the changes concern. Then one from the modes of the changes, with few tokens: for each class of names that the changes tell apart,
//! such as the members of a scope that they ask for, one or two, so that longer documents are tried. Another one tells
//! current nodes apart. Then a search from what all have reached, with every token
//! that the changes mention, and the states of the rules' whole reading. Then by coverage of the changed steps, which is longer.
//! If a document differs, a search over every token and state says whether
//! a shorter one does; otherwise it goes on until the budget is used up, and the answer is how many tokens it has covered.

use super::super::budget::Budget;
use super::alphabet::{self, Among};
use super::coverage;
use super::grain::Grain;
use super::pair::Pair;
use super::search::{FOLLOWED, Pass, Reached, Search};
use super::unread::UnreadParts;
use super::witness::{Start, TreeGrade, TreeWitness};
use crate::diff::trees::{Part, TreeDifference};
use std::hash::{DefaultHasher, Hash, Hasher};
use tokenwright_interpreter::Interpreter;
use tokenwright_interpreter::tree::{Construction, Environment, Stuck, TreeObserver};
use tokenwright_tables::model::Revision;
use tokenwright_tables::tree::model::TreeTables;

/// The most clauses that a token of a small document takes.
const CLAUSES: usize = 20_000;

/// One side: tables of tree construction, and the tokenizer that feeds them.
pub struct Machine<'a> {
    pub(crate) tables: &'a TreeTables,
    pub(crate) revision: &'a Revision,
    pub(crate) interpreter: &'a Interpreter<'a>,
    /// Numbers of the modes that both sides share.
    pub(crate) modes: Vec<u64>,
}

impl<'a> Machine<'a> {
    /// Tables, fed by the tokenizer of a revision.
    #[must_use]
    pub fn new(
        tables: &'a TreeTables,
        revision: &'a Revision,
        interpreter: &'a Interpreter<'a>,
    ) -> Self {
        let modes = tables.modes.iter().map(|mode| number(&mode.name));
        Machine {
            tables,
            revision,
            interpreter,
            modes: modes.collect(),
        }
    }

    /// A parser of small documents, or fragments, that has had no token.
    ///
    /// # Errors
    /// If the tables do not say how to start.
    pub(crate) fn parser<O: TreeObserver>(
        &self,
        environment: Environment,
        observer: O,
    ) -> Result<Construction<'a, O>, Stuck> {
        let parser = Construction::observed(self.tables, environment, observer)?;
        Ok(parser.bounded(CLAUSES))
    }
}

fn number(name: &str) -> u64 {
    let mut hash = DefaultHasher::new();
    name.hash(&mut hash);
    hash.finish()
}

/// What is known of two tables of tree construction.
#[derive(Clone, Debug)]
pub struct TreeBehaviour {
    /// The answer.
    pub verdict: TreeVerdict,
    /// How many pairs of states were explored.
    pub explored: usize,
    /// What was not understood, if a side is a page: a parser is stuck there.
    pub unread: UnreadParts,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum TreeVerdict {
    /// The tables are the same up to the order and the names of what they have.
    Equal,
    /// A document has other trees, or other parse errors.
    Differs {
        /// The document.
        witness: Box<TreeWitness>,
        /// No document of at most so many tokens has other trees.
        shorter: usize,
    },
    /// No document of at most so many tokens differs.
    NoneFound {
        /// The number of tokens, the end of the file not counted.
        tokens: usize,
    },
}

/// How many pairs of states of tree construction are explored for each of the budget, which counts those of the tokenizer: as
/// many take as long.
const OF_A_PAIR: usize = 4;
/// The most tokens of a document in the search that reaches every row.
const LONGEST: usize = 6;
/// The most tokens after what the first search has reached.
const NEAR: usize = 3;

/// Searches for the shortest document whose trees differ.
///
/// # Errors
/// If a side cannot be run at all.
pub fn behaviour(
    mut machines: [Machine<'_>; 2],
    difference: &TreeDifference,
    budget: Budget<'_>,
) -> Result<TreeBehaviour, Stuck> {
    if difference.same {
        return Ok(TreeBehaviour {
            verdict: TreeVerdict::Equal,
            explored: 0,
            unread: UnreadParts::default(),
        });
    }
    let [older, _] = &mut machines;
    for (old, new) in &difference.renamed_modes {
        if let Some(at) = older.tables.mode(old) {
            older.modes[at] = number(new);
        }
    }
    let machines = [&machines[0], &machines[1]];
    let letters = alphabet::of(machines, difference);
    let letters = letters.map_err(|refusal| Stuck::from_refusal(&refusal))?;
    let all = budget.pairs * OF_A_PAIR;
    let budget = Budget {
        pairs: all,
        ..budget
    };
    let mut search = Search::new(machines, Some(difference), letters, budget);
    let start = Start::default();
    // A part of the budget for each search, so that none takes all of it.
    let part = |percent: usize| all / 100 * percent;
    let first = vec![(Pair::new(machines, &start.environment())?, Vec::new())];
    let pass = |grain, among, longest, until| Pass {
        grain,
        among,
        longest,
        followed: FOLLOWED,
        until,
    };
    let by_modes = pass(Grain::Modes, Among::All, LONGEST, part(20));
    let outcome = search.run(by_modes, first.clone(), &start);
    let mut starts = outcome.starts;
    if search.found.is_none() {
        let (among, longest) = coverage::FOLLOWED;
        let pass = Pass {
            followed: coverage::FOLLOWED,
            ..pass(Grain::Exact, among, longest, search.explored + part(15))
        };
        search.run(pass, outcome.differing, &start);
    }
    let mut near: Vec<Reached<'_>> = first.clone();
    near.extend(in_changed_modes(machines, difference, &starts));
    for among in [Among::Related, Among::RelatedByCalls] {
        let pass = pass(Grain::Exact, among, LONGEST, search.explored + part(10));
        if search.found.is_none() {
            search.run(pass, near.clone(), &start);
        }
    }
    if search.found.is_none() {
        let until = search.explored + part(10);
        let pass = pass(Grain::Current, Among::All, LONGEST, until);
        starts.extend(search.run(pass, first.clone(), &start).starts);
    }
    if search.found.is_none() {
        let until = search.explored + part(10);
        let after_all = pass(Grain::Exact, Among::Mentioned, NEAR, until);
        search.run(after_all, starts, &start);
    }
    if search.found.is_none() {
        search.cover(&near, difference, &start, search.explored + part(20));
    }
    if search.found.is_none() {
        search.elsewhere(search.explored + part(5));
    }
    let (longest, until) = match &search.found {
        // Whether a shorter document differs is worth less than a document.
        Some(found) => {
            let shorter = found.tokens.saturating_sub(1);
            (shorter, all.min(search.explored + part(25)))
        }
        // Without one, the answer is what this search covers: two tokens take so many.
        None => (usize::MAX, all.max(search.explored + part(50))),
    };
    let whole = pass(Grain::Exact, Among::All, longest, until);
    let mut witness = search.found.take();
    let covered = search.run(whole, first, &start).covered;
    // A shorter one counts; of equal length, the first is the plainer one.
    let later = search.found.take();
    if let Some(later) = later
        && witness.as_ref().is_none_or(|it| later.tokens < it.tokens)
    {
        witness = Some(later);
    }
    let verdict = match witness.or(search.errors.take()) {
        Some(witness) => TreeVerdict::Differs {
            shorter: match witness.grade {
                TreeGrade::Trees => covered.min(witness.tokens.saturating_sub(1)),
                TreeGrade::Errors => covered,
            },
            witness: Box::new(witness),
        },
        None => TreeVerdict::NoneFound { tokens: covered },
    };
    Ok(TreeBehaviour {
        verdict,
        explored: search.explored,
        unread: UnreadParts::default(),
    })
}

/// The shortest document in each mode that has changed rows.
fn in_changed_modes<'a>(
    machines: [&Machine<'a>; 2],
    difference: &TreeDifference,
    starts: &[Reached<'a>],
) -> Vec<Reached<'a>> {
    let changed = difference.parts.iter().map(|it| it.part);
    let changed = changed.filter(|part| part.kind == Part::Mode);
    let modes = changed.filter_map(|part| {
        let tables = machines[1].tables;
        Some(tables.modes.get(part.to?)?.name.value.as_str())
    });
    let first = modes.filter_map(|mode| {
        let mut all = starts.iter();
        all.find(|(pair, path)| !path.is_empty() && pair.sides[1].insertion_mode() == mode)
    });
    first.cloned().collect()
}
