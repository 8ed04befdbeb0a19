//! The machines of both revisions, and of each group alone.

use super::divergence::Shows;
use super::inputs::Start;
use super::variants::{VariantPair, Variants};
use std::collections::BTreeSet;
use tokenwright_interpreter::{BlockRef, Interpreter, Observer, Output, ParseError, Refusal};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Conjunction;

/// The interpreters of both revisions, and of each with groups of changes applied or undone.
pub(super) struct Machines<'m> {
    sides: [Interpreter<'m>; 2],
    /// With some groups and without others.
    variants: Vec<Interpreter<'m>>,
    /// For each group, one without it and one with it, for the older tables and the newer.
    pairs: &'m [[Option<VariantPair>; 2]],
}

impl<'m> Machines<'m> {
    /// Makes them.
    ///
    /// # Errors
    /// If a revision cannot be run.
    pub(super) fn new(sides: [&'m Loaded; 2], variants: &'m Variants) -> Result<Self, Refusal> {
        let of = |loaded: &'m Loaded| Interpreter::new(&loaded.revision, &loaded.references);
        let tables = variants.tables.iter();
        let all = tables.map(|tables| Interpreter::new(&tables.revision, &tables.references));
        Ok(Machines {
            sides: [of(sides[0])?, of(sides[1])?],
            variants: all.collect::<Result<_, _>>()?,
            pairs: &variants.pairs,
        })
    }

    /// The outputs of both revisions; `None` if one of them refuses the input.
    pub(super) fn run(&self, start: &Start, input: &str) -> Option<[Output; 2]> {
        self.observe(start, input, &mut ())
    }

    /// The outputs of both revisions, with an observer of both runs; `None` if one of them refuses the input.
    pub(super) fn observe(
        &self,
        start: &Start,
        input: &str,
        observer: &mut impl Observer,
    ) -> Option<[Output; 2]> {
        let [a, b] = &self.sides;
        let a = a.observe(&start.setups[0], input, &mut *observer).ok()?;
        let b = b.observe(&start.setups[1], input, observer).ok()?;
        Some([a, b])
    }

    /// The groups that cause a different output.
    ///
    /// Tokens: the group, applied alone to the older tables, gives the newer tokens, or, undone in the newer
    /// tables, the older ones. Errors: it adds an error that only the newer side has, or removes one that
    /// only the older side had, and the tokens stay.
    pub(super) fn reasons(
        &self,
        start: &Start,
        input: &str,
        outputs: &[Output; 2],
        named: bool,
    ) -> BTreeSet<(usize, Shows)> {
        let mut found = BTreeSet::new();
        // A machine that supports the setups of both sides may use either.
        let likes = if start.setups[0] == start.setups[1] {
            1
        } else {
            2
        };
        for like in 0..likes {
            let run = |machine: &Interpreter<'_>| {
                let setup = start.of(machine.revision(), like);
                machine.run(setup, input).ok()
            };
            let variants: Vec<Option<Output>> = self.variants.iter().map(run).collect();
            let alone = self.pairs.iter().enumerate();
            let pairs = alone.flat_map(|(group, pairs)| {
                let pairs = pairs.iter().enumerate();
                pairs.filter_map(move |(side, pair)| Some((group, side, pair.as_ref()?)))
            });
            for (group, side, pair) in pairs {
                let [Some(without), Some(with)] = pair.map(|at| variants[at].as_ref()) else {
                    continue;
                };
                let pair = [without, with];
                let (applied, undone) = (pair[1 - side], pair[side]);
                let wanted = &outputs[1 - side];
                let brings = applied.tokens == wanted.tokens && undone.tokens != wanted.tokens;
                if brings {
                    found.insert((group, Shows::Tokens));
                }
                let stay = without.tokens == with.tokens;
                if (brings || stay) && moves_errors(pair, outputs.each_ref(), named) {
                    found.insert((group, Shows::Errors));
                }
            }
        }
        found
    }
}

/// Whether the second of a pair has an error more that only the second of both sides has, or lacks one
/// that only the first has.
fn moves_errors(pair: [&Output; 2], sides: [&Output; 2], named: bool) -> bool {
    let key = |error: &ParseError| {
        let code = named.then(|| error.code.clone());
        (error.offset, code)
    };
    let only = |outputs: [&Output; 2], side: usize| {
        let mut others: Vec<_> = outputs[1 - side].errors.iter().map(key).collect();
        let mut only = BTreeSet::new();
        for error in outputs[side].errors.iter().map(key) {
            match others.iter().position(|other| *other == error) {
                Some(at) => drop(others.remove(at)),
                None => drop(only.insert(error)),
            }
        }
        only
    };
    [0, 1]
        .into_iter()
        .any(|side| !only(pair, side).is_disjoint(&only(sides, side)))
}

/// The path of an input through the tables: rows, and the answers of conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Trace {
    /// The characters that rows of the input stream may match.
    characters: BTreeSet<char>,
    /// By address: a trace is only compared.
    met: BTreeSet<(usize, usize)>,
}

impl Trace {
    /// The trace of an input that was not run yet.
    pub(super) fn of(input: &str) -> Self {
        let plain = |c: &char| (' '..='~').contains(c);
        Trace {
            characters: input.chars().filter(|c| !plain(c)).collect(),
            met: BTreeSet::new(),
        }
    }
}

impl Observer for Trace {
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        self.met
            .insert((std::ptr::from_ref(block.state).addr(), row));
    }

    fn clause_tested(&mut self, any: &[Conjunction], held: bool) {
        self.met.insert((any.as_ptr().addr(), usize::from(held)));
    }
}
