//! The proof that a program implements its tables.
//!
//! Breadth-first search over pairs of runs, one of the tables and one of the program, from every entry state. A pair is
//! extended by a character of each class, by whole numbers, by the end of the chunk and by the end of the file. Pairs with
//! the same key have the same future, so the search closes. Each pair is a run on a concrete input with concrete splits,
//! so every difference comes with a witness.

mod alphabet;
mod conditions;
mod key;
mod pair;
mod responses;
mod words;

use crate::evaluate::Evaluator;
use crate::sides;
use alphabet::Alphabet;
use conditions::Conditions;
use key::Keys;
use pair::RunPair;
use rayon::prelude::*;
use std::collections::HashSet;
use tokenwright_compiler::liveness::Liveness;
use tokenwright_compiler::program::Program;
use tokenwright_interpreter::{Interpreter, Refusal, Response, Setup};
use tokenwright_tables::model::Revision;
use tokenwright_tables::references::References;
use words::Words;

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program implements the tables, for every input at every split.
    Equal {
        /// The number of pairs.
        pairs: usize,
    },
    /// The program differs from the tables.
    Differs(Box<Witness>),
    /// The caller ended the search before it closed.
    Inconclusive {
        /// The number of pairs that were found.
        pairs: usize,
    },
}

/// An input on which the program differs from the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The setup of both sides.
    pub setup: Setup,
    /// The chunks of the input.
    pub chunks: Vec<String>,
    /// Whether the file ends there.
    pub is_whole: bool,
}

/// A character of each class that tables and their program distinguish, the most readable first.
#[must_use]
pub fn characters(revision: &Revision, references: &References, program: &Program) -> Vec<char> {
    Alphabet::of(revision, references, program).characters
}

/// Proves a program equal to the tables that it was compiled from.
///
/// The search calls `keep_going` with the number of pairs from time to time, and ends if it returns `false`.
///
/// # Errors
/// If the tables cannot be run.
pub fn prove(
    revision: &Revision,
    program: &Program,
    keep_going: &mut dyn FnMut(usize) -> bool,
) -> Result<Verdict, Refusal> {
    let references = names(program);
    let (revision, program) = &with_short_lists(revision, program);
    let interpreter = Interpreter::new(revision, &references)?;
    let evaluator = Evaluator::new(program, &references);
    let conditions = Conditions::of(revision);
    // In the lowered machine, the procedures follow the states.
    let blocks: Vec<_> = revision.blocks().collect();
    let rules = Rules {
        alphabet: Alphabet::of(revision, &references, program),
        keys: Keys {
            live: Liveness::of(&program.machine, |state, facts| {
                conditions.read_in(blocks[state], facts)
            }),
            words: Words::of(revision, &program.machine, &references),
        },
        responses: Response::all(
            &Response::modes([revision]),
            interpreter.tests_node_at_tags(),
        ),
    };
    let mut search = ProofSearch {
        rules: &rules,
        trace: Vec::new(),
        seen: HashSet::new(),
        frontier: Vec::new(),
    };
    let mut setups = Setup::all(&revision.about);
    for setup in &mut setups {
        // A name of one letter represents all names.
        setup.last_start_tag = setup.last_start_tag.as_ref().map(|_| "a".to_owned());
    }
    for setup in &setups {
        let tables = interpreter.open(setup, ())?;
        let pair = RunPair::new(tables, sides::start(&evaluator, setup));
        search.trace.push((None, PairStep::Start(setup.clone())));
        let start = search.trace.len() - 1;
        let mut found = Vec::new();
        let differs = rules.add(pair, &[], &search.seen, &mut found).err();
        if let Some(verdict) = search.merge(start, found, differs) {
            return Ok(verdict);
        }
    }
    Ok(search.run(keep_going))
}

/// The tables with lists of one name of one letter each, because names are looked up in lists only as wholes.
fn with_short_lists(revision: &Revision, program: &Program) -> (Revision, Program) {
    let (mut revision, mut program) = (revision.clone(), program.clone());
    let lists = program.machine.names.iter_mut();
    for (list, letter) in lists.zip('b'..='z') {
        let tables = revision.about.names.iter_mut().map(|(_, names)| names);
        tables
            .filter(|names| names == &list)
            .for_each(|names| *names = vec![letter.into()]);
        *list = vec![letter.into()];
    }
    (revision, program)
}

/// Names that represent all: with and without a semicolon, one that another begins with, one of two characters.
///
/// A program treats names as wholes; which names there are is the business of the tables of the runtime.
fn names(program: &Program) -> References {
    let named = |name: &str, codes: &[u32]| (name.to_owned(), codes.to_vec());
    References {
        names: vec![
            named("g", &[0x3E]),
            named("g;", &[0x3E]),
            named("gh;", &[0x3E, 0x338]),
            named("q;", &[0x22]),
        ],
        replacements: program.machine.numeric_replacements.clone(),
    }
}

/// The step from one pair to the next.
#[derive(Clone, Debug)]
enum PairStep {
    Start(Setup),
    Text(String),
    Split,
    End,
    /// What tree construction does at a tag.
    Response(Response),
}

/// The data that all pairs share.
struct Rules {
    alphabet: Alphabet,
    keys: Keys,
    /// Every response of tree construction to a tag.
    responses: Vec<Response>,
}

/// A successor of a pair.
struct Successor<'i, 'e> {
    key: String,
    pair: RunPair<'i, 'e>,
    by: Vec<PairStep>,
}

/// The inputs from a pair to a difference.
type Difference = Vec<PairStep>;

/// The new successors of a pair, and a difference if there is one.
type Successors<'i, 'e> = (Vec<Successor<'i, 'e>>, Option<Difference>);

impl Rules {
    /// Computes the new successors of a pair.
    fn successors<'i, 'e>(
        &self,
        pair: &RunPair<'i, 'e>,
        seen: &HashSet<String>,
    ) -> Successors<'i, 'e> {
        let mut found = Vec::new();
        let characters = self.alphabet.characters.iter().map(char::to_string);
        let differs = characters.chain(self.digits(pair)).try_for_each(|text| {
            let mut next = pair.clone();
            text.chars().for_each(|c| next.feed(c));
            self.add(next, &[PairStep::Text(text)], seen, &mut found)
        });
        let differs = differs.and_then(|()| {
            let mut last = pair.clone();
            last.close();
            self.add(last, &[PairStep::End], seen, &mut found)
        });
        (found, differs.err())
    }

    /// Runs a pair with every response of tree construction to the tags that it emits, and adds the results.
    fn add<'i, 'e>(
        &self,
        pair: RunPair<'i, 'e>,
        by: &[PairStep],
        seen: &HashSet<String>,
        found: &mut Vec<Successor<'i, 'e>>,
    ) -> Result<(), Difference> {
        for (pair, agrees, responses) in pair.each_response(&self.responses, RunPair::go_on) {
            let by = with_responses(by, responses);
            if !agrees {
                return Err(by);
            }
            // Both have ended with the same output.
            if pair.is_over() {
                continue;
            }
            for pair in pair.after_any_start_tag() {
                self.place(pair, &by, seen, found)?;
            }
        }
        Ok(())
    }

    /// Adds a pair and the same pair after an end of the chunk, if they are new.
    fn place<'i, 'e>(
        &self,
        pair: RunPair<'i, 'e>,
        by: &[PairStep],
        seen: &HashSet<String>,
        found: &mut Vec<Successor<'i, 'e>>,
    ) -> Result<(), Difference> {
        let split = [by, &[PairStep::Split]].concat();
        for (suspended, agrees, responses) in pair.each_response(&self.responses, RunPair::split) {
            let split = with_responses(&split, responses);
            if !agrees {
                return Err(split);
            }
            let keys = [
                self.keys.of(&pair, &suspended),
                self.keys.of(&suspended, &suspended),
            ];
            let both = [(pair.clone(), by.to_vec()), (suspended, split)];
            for (key, (pair, by)) in keys.into_iter().zip(both) {
                let is_new = !seen.contains(&key) && found.iter().all(|other| other.key != key);
                if is_new {
                    found.push(Successor { key, pair, by });
                }
            }
        }
        Ok(())
    }

    /// The numbers to try as wholes: if the input ends with `#` or `#x`.
    fn digits(&self, pair: &RunPair<'_, '_>) -> Vec<String> {
        let (fed, _) = pair.tables.consumed();
        let last = |n: usize| pair.tables.characters(fed.saturating_sub(n)).to_vec();
        match (&last(2)[..], &last(1)[..]) {
            (['#', 'x' | 'X'], _) => self.alphabet.hexadecimal.clone(),
            (_, ['#']) => self.alphabet.decimal.clone(),
            _ => Vec::new(),
        }
    }
}

fn with_responses(by: &[PairStep], responses: Vec<Response>) -> Vec<PairStep> {
    let responses = responses.into_iter().map(PairStep::Response);
    by.iter().cloned().chain(responses).collect()
}

struct ProofSearch<'r, 'i, 'e> {
    rules: &'r Rules,
    /// The predecessor of each pair, and the step from it.
    trace: Vec<(Option<usize>, PairStep)>,
    seen: HashSet<String>,
    /// The frontier: the pairs found last, each with its index in the trace.
    frontier: Vec<(RunPair<'i, 'e>, usize)>,
}

impl<'i, 'e> ProofSearch<'_, 'i, 'e> {
    /// Expands pairs until no new pair is found.
    fn run(&mut self, keep_going: &mut dyn FnMut(usize) -> bool) -> Verdict {
        // Small, so that later parts need not expand pairs that earlier ones found; constant, so that the order of pairs does
        // not depend on the number of cores.
        const PART: usize = 256;
        while !self.frontier.is_empty() {
            let mut frontier = std::mem::take(&mut self.frontier);
            while !frontier.is_empty() {
                if !keep_going(self.seen.len()) {
                    return Verdict::Inconclusive {
                        pairs: self.seen.len(),
                    };
                }
                let rest = frontier.split_off(frontier.len().min(PART));
                let now = std::mem::replace(&mut frontier, rest);
                for (at, (found, differs)) in self.expand(now) {
                    if let Some(verdict) = self.merge(at, found, differs) {
                        return verdict;
                    }
                }
            }
        }
        Verdict::Equal {
            pairs: self.seen.len(),
        }
    }

    /// The successors of some pairs, in their order.
    fn expand(&self, pairs: Vec<(RunPair<'i, 'e>, usize)>) -> Vec<(usize, Successors<'i, 'e>)> {
        let (rules, seen) = (self.rules, &self.seen);
        let each = pairs.into_par_iter();
        each.map(|(pair, at)| (at, rules.successors(&pair, seen)))
            .collect()
    }

    /// Adds the successors of a pair.
    fn merge(
        &mut self,
        from: usize,
        found: Vec<Successor<'i, 'e>>,
        differs: Option<Difference>,
    ) -> Option<Verdict> {
        for Successor { key, pair, by } in found {
            if self.seen.insert(key) {
                let at = self.note(from, by);
                self.frontier.push((pair, at));
            }
        }
        let at = self.note(from, differs?);
        Some(self.differs(at))
    }

    fn note(&mut self, mut from: usize, by: Vec<PairStep>) -> usize {
        for input in by {
            self.trace.push((Some(from), input));
            from = self.trace.len() - 1;
        }
        from
    }

    fn differs(&self, mut at: usize) -> Verdict {
        let (mut steps, mut setup) = (Vec::new(), Setup::default());
        loop {
            let (from, by) = &self.trace[at];
            steps.push(by);
            match from {
                Some(from) => at = *from,
                None => break,
            }
        }
        let (mut chunks, mut is_whole) = (vec![String::new()], false);
        for step in steps.into_iter().rev() {
            match step {
                PairStep::Start(start) => setup = start.clone(),
                PairStep::Text(text) => chunks.last_mut().expect("there is one").push_str(text),
                PairStep::Split => chunks.push(String::new()),
                PairStep::End => is_whole = true,
                PairStep::Response(response) => setup.responses.push(*response),
            }
        }
        Verdict::Differs(Box::new(Witness {
            setup,
            chunks,
            is_whole,
        }))
    }
}
