//! The shortest inputs that show a parse error in a row, that run a row, or that reach a state.
//!
//! The probes of the suite reach every row, and no other search is needed: each is run once, and the first that shows
//! a code in a row is its witness. Then characters are removed or made plainer as long as it shows the same. That is
//! a local search: the witness is short and readable, and not proved to be the shortest.

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
}

/// What a run has shown: by code and row, and by state. In order, as of several simplest witnesses the first is chosen.
#[derive(Debug, Default)]
struct Shown {
    errors: BTreeMap<(String, RowRef), Witness>,
    states: BTreeMap<String, Witness>,
    /// How many inputs run a row, and the first.
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
    /// Searches a revision.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn find(loaded: &'a Loaded) -> Result<Self, Refusal> {
        let _progress = Progress::start("searching for the shortest inputs");
        Self::search(loaded)
    }

    /// Searches a revision without a line of progress, for a caller that has one.
    ///
    /// # Errors
    /// If the tables cannot be run.
    pub(crate) fn search(loaded: &'a Loaded) -> Result<Self, Refusal> {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references)?;
        let mut inputs = suite::inputs(loaded)?;
        // Simple starts first, then short inputs.
        let size = |(setup, input): &(Setup, String)| {
            let starts = usize::from(setup.state.is_some())
                + usize::from(setup.content_model.is_some())
                + usize::from(setup.last_start_tag.is_some())
                + usize::from(setup.foreign);
            (starts, input.chars().count())
        };
        inputs.sort_by_cached_key(|candidate| (size(candidate), candidate.1.clone()));
        let mut shown = Shown::default();
        for (setup, input) in &inputs {
            run(&interpreter, setup, input, &mut shown)?;
        }
        Ok(Witnesses {
            interpreter,
            shown,
            count: inputs.len(),
        })
    }

    /// The simplest witness of a code in a row, or anywhere.
    pub(crate) fn of_error(&self, code: &str, row: Option<RowRef>) -> Option<Witness> {
        let is_wanted =
            |(other, at): &(String, RowRef)| other == code && row.is_none_or(|row| row == *at);
        self.simplest(|shown| {
            let wanted = shown.errors.iter().filter(|(key, _)| is_wanted(key));
            let size =
                |witness: &&Witness| (witness.setup != Setup::default(), witness.input.len());
            wanted.map(|(_, witness)| witness).min_by_key(size)
        })
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

/// Runs an input, and adds what it is the first to show.
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
        rows: Vec::new(),
        ran: BTreeSet::new(),
    };
    interpreter.observe(setup, input, recorder)?;
    Ok(())
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
        }
    }
}

impl Observer for Recorder<'_> {
    fn enter(&mut self, block: BlockRef<'_>) {
        if block.kind == BlockKind::State {
            self.rows.clear();
            let name = &block.state.name.value;
            if !self.shown.states.contains_key(name) {
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
        if let Some((count, _)) = self.shown.rows.get_mut(&row) {
            *count += 1;
        } else {
            let witness = self.witness(None);
            self.shown.rows.insert(row, (1, witness));
        }
    }

    fn error(&mut self, error: &ParseError) {
        let Some(row) = self.rows.last() else {
            return;
        };
        let key = (error.code.clone(), *row);
        if !self.shown.errors.contains_key(&key) {
            let witness = self.witness(Some((error.line, error.column)));
            self.shown.errors.insert(key, witness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Witnesses;
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
        for _ in 0..3 {
            assert!(found() == first);
        }
    }
}
