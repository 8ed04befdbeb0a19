//! The shortest inputs that show a parse error in a row, that run a row, or that reach a state.
//!
//! The probes of the suite reach every row, and no other search is needed: each is run once, and the simplest that shows
//! a code in a row is its witness. Then characters are removed or made plainer as long as it shows the same. That is
//! a local search: the witness is short and readable, and not proved to be the shortest.
//!
//! The walk that makes the probes takes most of the time. Who asks for one state gets the same witness from a part of it:
//! the walk ends when all that it has yet to find is longer.

use std::collections::{BTreeMap, BTreeSet};
use tokenwright_analyses::compare;
use tokenwright_analyses::suite;
use tokenwright_interpreter::{
    BlockKind, BlockRef, Interpreter, Observer, ParseError, Refusal, Setup,
};
use tokenwright_tables::load::Loaded;
use xtask::progress::Progress;

/// A row of a state or a procedure; without a number, the steps before the rows.
pub(crate) type RowRef = (BlockKind, usize, Option<usize>);

/// An input, and how the tokenizer starts on it.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    pub(crate) setup: Setup,
    pub(crate) input: String,
    /// The line and the column of the error; `None` if a state is shown.
    pub(crate) at: Option<(usize, usize)>,
    /// How much of the setup is not the default, and the number of characters: the least is the simplest.
    size: (usize, usize),
}

/// What a search is for.
#[derive(Debug)]
pub(crate) enum Goal<'g> {
    /// A state.
    State(&'g str),
    /// A code in each of these rows; `None` is any row.
    Errors(&'g str, Vec<Option<RowRef>>),
}

/// What runs have shown, each with its simplest witness: by code and row, and by state. In order, as of several simplest
/// witnesses the first is chosen.
#[derive(Debug, Default)]
struct Shown {
    errors: BTreeMap<(String, RowRef), Witness>,
    states: BTreeMap<String, Witness>,
    /// How many inputs run a row, and the simplest.
    rows: BTreeMap<RowRef, (usize, Witness)>,
}

/// The simplest witness of everything that was searched for.
pub(crate) struct Witnesses<'a> {
    interpreter: Interpreter<'a>,
    shown: Shown,
    /// The number of inputs that were run.
    count: usize,
}

impl<'a> Witnesses<'a> {
    /// Searches a revision for what one explanation needs. Nothing else may be asked of the result.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn find(loaded: &'a Loaded, goal: &Goal<'_>) -> Result<Self, Refusal> {
        let _progress = Progress::start("searching for the shortest inputs");
        Self::search_until(loaded, |shown, least| goal.is_reached(shown, least))
    }

    /// Searches a revision for everything, without a line of progress, for a caller that has one.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn search(loaded: &'a Loaded) -> Result<Self, Refusal> {
        Self::search_until(loaded, |_, _| false)
    }

    /// Searches until `enough` says of what is shown that inputs of at least so many characters do not improve it.
    fn search_until(
        loaded: &'a Loaded,
        enough: impl Fn(&Shown, usize) -> bool,
    ) -> Result<Self, Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        let mut shown = Shown::default();
        let mut count = 0;
        suite::inputs_until(loaded, |least, inputs| {
            for (setup, input) in inputs {
                run(&interpreter, setup, input, &mut shown)?;
            }
            count += inputs.len();
            Ok(enough(&shown, least))
        })?;
        Ok(Witnesses {
            interpreter,
            shown,
            count,
        })
    }

    /// The simplest witness of a code in a row, or anywhere.
    pub(crate) fn of_error(&self, code: &str, row: Option<RowRef>) -> Option<Witness> {
        self.simplest(|shown| shown.of_error(code, row))
    }

    /// The simplest witness that reaches a state.
    pub(crate) fn of_state(&self, name: &str) -> Option<Witness> {
        self.simplest(|shown| shown.states.get(name))
    }

    /// How many inputs were run.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many of the inputs run a row, and the simplest witness that does.
    pub(crate) fn of_row(&self, row: RowRef) -> Option<(usize, Witness)> {
        let (count, _) = self.shown.rows.get(&row)?;
        let simplest = self.simplest(|shown| shown.rows.get(&row).map(|(_, witness)| witness))?;
        Some((*count, simplest))
    }

    /// Shortens a witness, and replaces its characters by plainer ones, as long as it shows the same.
    fn simplest(&self, wanted: impl Fn(&Shown) -> Option<&Witness>) -> Option<Witness> {
        let mut best = wanted(&self.shown)?.clone();
        // Each candidate is shorter or plainer, so this ends.
        while let Some(better) = simpler(&best.input).into_iter().find_map(|input| {
            let mut shown = Shown::default();
            run(&self.interpreter, &best.setup, &input, &mut shown).ok()?;
            wanted(&shown).cloned()
        }) {
            best = better;
        }
        Some(best)
    }
}

impl Goal<'_> {
    /// Whether inputs of at least so many characters show nothing simpler.
    fn is_reached(&self, shown: &Shown, least: usize) -> bool {
        // A witness that needs a setup may be found again without it, however long.
        let is_simplest = |witness: Option<&Witness>| {
            let plain = witness.filter(|witness| witness.setup == Setup::default());
            plain.is_some_and(|witness| witness.input.len() < least)
        };
        match self {
            Goal::State(name) => is_simplest(shown.states.get(*name)),
            Goal::Errors(code, rows) => {
                let mut rows = rows.iter();
                rows.all(|row| is_simplest(shown.of_error(code, *row)))
            }
        }
    }
}

impl Shown {
    fn of_error(&self, code: &str, row: Option<RowRef>) -> Option<&Witness> {
        let wanted = self
            .errors
            .iter()
            .filter(|((other, at), _)| other == code && row.is_none_or(|row| row == *at));
        let size = |witness: &&Witness| (witness.setup != Setup::default(), witness.input.len());
        wanted.map(|(_, witness)| witness).min_by_key(size)
    }
}

/// Runs an input, and adds what it is the simplest to show.
fn run(
    interpreter: &Interpreter<'_>,
    setup: &Setup,
    input: &str,
    shown: &mut Shown,
) -> Result<(), Refusal> {
    let recorder = Recorder {
        shown,
        setup,
        input,
        size: size(setup, input),
        rows: Vec::new(),
        ran: BTreeSet::new(),
    };
    interpreter.observe(setup, input, recorder)?;
    Ok(())
}

/// Simple starts are simpler than short inputs.
fn size(setup: &Setup, input: &str) -> (usize, usize) {
    let starts = usize::from(setup.state.is_some())
        + usize::from(setup.content_model.is_some())
        + usize::from(setup.last_start_tag.is_some())
        + usize::from(setup.foreign);
    (starts, input.chars().count())
}

/// The characters that an input is better read with, the best first.
const PLAIN: [char; 4] = ['a', ' ', 'b', '1'];

/// The inputs without one of the characters, the input in lower case, and those with a plainer character in place of one.
fn simpler(input: &str) -> Vec<String> {
    let characters: Vec<char> = input.chars().collect();
    let rank = |c: char| {
        PLAIN
            .iter()
            .position(|plain| *plain == c)
            .unwrap_or(PLAIN.len())
    };
    let shorter = (0..characters.len()).map(|at| {
        let mut rest = characters.clone();
        rest.remove(at);
        rest
    });
    let plainer = (0..characters.len()).flat_map(|at| {
        let plain = PLAIN.iter().take(rank(characters[at]));
        let characters = &characters;
        plain.map(move |c| {
            let mut rest = characters.clone();
            rest[at] = *c;
            rest
        })
    });
    let lower = input.to_ascii_lowercase();
    let lower = (lower != input).then(|| lower.chars().collect());
    let all = shorter.chain(lower).chain(plainer);
    all.map(String::from_iter).collect()
}

impl Witness {
    /// In a line: the input, the place of the error, and how the tokenizer starts.
    pub(crate) fn describe(&self) -> String {
        let at = match self.at {
            Some((line, column)) => format!(" at {line}:{column}"),
            None => String::new(),
        };
        let input = compare::report::input(&self.input);
        format!("{input}{at}{}", crate::setup::described(&self.setup))
    }
}

/// Records the rows of a run, and those that report errors.
struct Recorder<'a> {
    shown: &'a mut Shown,
    setup: &'a Setup,
    input: &'a str,
    size: (usize, usize),
    /// The running row, and those of the procedures that it has called.
    rows: Vec<RowRef>,
    /// The rows that ran.
    ran: BTreeSet<RowRef>,
}

impl Recorder<'_> {
    fn witness(&self, at: Option<(usize, usize)>) -> Witness {
        Witness {
            setup: self.setup.clone(),
            input: self.input.to_owned(),
            at,
            size: self.size,
        }
    }

    /// Whether the running input is a simpler witness. Of equal ones, the first stays.
    fn is_simpler_than(&self, witness: &Witness) -> bool {
        (self.size, self.input) < (witness.size, witness.input.as_str())
    }
}

impl Observer for Recorder<'_> {
    fn enter(&mut self, block: BlockRef<'_>) {
        if block.kind == BlockKind::State {
            self.rows.clear();
            let name = &block.state.name.value;
            let known = self.shown.states.get(name);
            if known.is_none_or(|witness| self.is_simpler_than(witness)) {
                let witness = self.witness(None);
                self.shown.states.insert(name.clone(), witness);
            }
        }
        self.rows.push((block.kind, block.index, None));
    }

    fn leave(&mut self, _: BlockRef<'_>) {
        self.rows.pop();
    }

    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        if let Some(last) = self.rows.last_mut() {
            *last = (block.kind, block.index, Some(row));
        }
        let row = (block.kind, block.index, Some(row));
        if !self.ran.insert(row) {
            return;
        }
        let known = self.shown.rows.get(&row);
        let is_simpler = known.is_none_or(|(_, witness)| self.is_simpler_than(witness));
        let count = known.map_or(0, |(count, _)| *count) + 1;
        if is_simpler {
            let witness = self.witness(None);
            self.shown.rows.insert(row, (count, witness));
        } else if let Some((known, _)) = self.shown.rows.get_mut(&row) {
            *known = count;
        }
    }

    fn error(&mut self, error: &ParseError) {
        let Some(row) = self.rows.last() else {
            return;
        };
        let key = (error.code.clone(), *row);
        let known = self.shown.errors.get(&key);
        if known.is_none_or(|witness| self.is_simpler_than(witness)) {
            let witness = self.witness(Some((error.line, error.column)));
            self.shown.errors.insert(key, witness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, Witnesses};
    use crate::effort::effort;
    use tokenwright_tables::diagnostic::Sources;
    use tokenwright_tables::load;
    use xtask::workspace;

    /// Each map of a process has its own order.
    #[test]
    fn two_searches_find_the_same() {
        let spec = workspace::spec_dir();
        let revisions = load::all(&spec, &mut Sources::default()).expect("the tables");
        let loaded = &revisions[0];
        let found = || {
            let witnesses = Witnesses::search(loaded).expect("the tables run");
            let states = loaded.revision.states.iter();
            let states = states.map(|state| witnesses.of_state(&state.name.value));
            let mut found: Vec<_> = states.collect();
            found.push(witnesses.of_error("parse-error", None));
            let rows = witnesses.shown.errors.keys();
            found.extend(rows.map(|(code, row)| witnesses.of_error(code, Some(*row))));
            format!("{found:?}")
        };
        let first = found();
        assert!(first.len() > 1000, "{first}");
        for _ in 0..effort(1, 3) {
            assert!(found() == first);
        }
    }

    /// A search that ends early finds what the whole search finds.
    #[test]
    fn one_goal_is_reached_with_the_same_witness() {
        let spec = workspace::spec_dir();
        let revisions = load::all(&spec, &mut Sources::default()).expect("the tables");
        let loaded = revisions.last().expect("a revision");
        let all = Witnesses::search(loaded).expect("the tables run");
        let mut counts = Vec::new();
        for state in ["data", "tag name", "comment end bang", "RCDATA"] {
            let one = Witnesses::find(loaded, &Goal::State(state)).expect("the tables run");
            let found = [&all, &one].map(|witnesses| format!("{:?}", witnesses.of_state(state)));
            assert_eq!(found[0], found[1]);
            counts.push(one.count());
        }
        // A state of tree construction alone is reached by no input without a setup: everything is searched.
        assert_eq!(counts[3], all.count());
        assert!(counts[..2].iter().all(|count| *count * 2 < all.count()));
        for code in ["eof-before-tag-name", "control-character-in-input-stream"] {
            let rows = all.shown.errors.keys();
            let rows = rows
                .filter(|(other, _)| other == code)
                .map(|(_, row)| Some(*row));
            let rows: Vec<_> = rows.chain([None]).collect();
            let one = Witnesses::find(loaded, &Goal::Errors(code, rows.clone()));
            let one = one.expect("the tables run");
            for row in rows {
                let found = [&all, &one].map(|it| format!("{:?}", it.of_error(code, row)));
                assert_eq!(found[0], found[1]);
            }
        }
    }
}
