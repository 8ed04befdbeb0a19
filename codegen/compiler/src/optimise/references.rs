//! Finds rules that resolve character references without leaving a state.
//!
//! The pass executes the machine symbolically on samples of input, from a row of the state until the machine is back in
//! that state. A rule is valid if every error of the run is reported directly after the consumed input. A sample
//! represents all input that the tables treat alike: one name for all names, one number of each range that a step
//! tests, each group of characters that may follow.

use super::hot_rows::Path;
use crate::ir::{Action, Block, CharSet, End, LoweredMachine, StateId, StateKind, Test};
use crate::program::{Before, Faults, Receiver, Reference, References, ScanKind, Scans};

mod ascii_set;
mod by_next;
mod faults;
mod liveness;
mod numbers;
mod outcome;
mod symbolic;

use ascii_set::AsciiSet;
use by_next::ByNext;
use liveness::Liveness;
use outcome::Outcome;
use symbolic::{Output, SampleRun};

/// Runs samples from a row of a state.
struct Samples<'a> {
    machine: &'a LoweredMachine,
    liveness: &'a Liveness<'a>,
    state: StateId,
    /// The block of the row.
    block: Block,
    /// The character of the row.
    first: char,
    /// The receiver of the output of all runs; a run with output to another receiver is discarded.
    receiver: Option<Receiver>,
}

impl Samples<'_> {
    /// The outcome of a sample that a character follows; `named` says whether the sample is a name.
    fn run(&mut self, text: &str, after: char, named: bool) -> Option<Outcome> {
        self.run_with_same(text, after, named).0
    }

    /// The outcomes of a sample by the character after it.
    fn by_next(&mut self, text: &str, named: bool) -> ByNext {
        ByNext::of(|after| self.run_with_same(text, after, named))
    }

    /// The same as [`Samples::run`], with the characters that lead to the same run in place of `after`.
    fn run_with_same(
        &mut self,
        text: &str,
        after: char,
        named: bool,
    ) -> (Option<Outcome>, AsciiSet) {
        let start = (self.state, &self.block);
        let sample = (self.first, text, after);
        let (run, is_valid) = SampleRun::of(self.machine, self.liveness, start, sample, named);
        let same = run.same_after.get();
        (is_valid.then(|| self.outcome(run)).flatten(), same)
    }

    fn outcome(&mut self, run: SampleRun<'_>) -> Option<Outcome> {
        let receiver = *self.receiver.get_or_insert(run.receiver?);
        let errors_first = run.errors.iter().all(|e| e.output == 0);
        let errors_last = run.errors.iter().all(|e| e.output == run.output.len());
        (run.receiver? == receiver && (errors_first || errors_last)).then(|| Outcome {
            errors: run.errors.iter().map(|e| e.error).collect(),
            errors_first,
            output: run.output,
            len: run.at,
            matches_name: run.matches_name,
            depends_on_next: run.depends_on_next.get(),
        })
    }
}

/// Finds the rules of the states of the hot path.
pub(super) fn find(machine: &LoweredMachine, scans: &Scans, path: &Path) -> References {
    let mut found = References::new();
    let liveness = Liveness::of(machine);
    for state in path.keys() {
        let StateKind::Consume(rows) = &machine.states[*state].kind else {
            continue;
        };
        for row in rows.iter().filter(|row| row.guard.is_none()) {
            if let [(byte, last)] = row.on.ranges()
                && byte == last
                && let Ok(byte) = u8::try_from(*byte)
            {
                let (when, block) = unconditional(&row.block);
                let first = char::from(byte);
                let machines = (machine, scans);
                let reference = reference(machines, &liveness, (*state, block), first, when);
                found.extend(reference.map(|reference| ((*state, byte), reference)));
            }
        }
    }
    found
}

/// A block under the assumption that its condition on flags holds, and that condition.
fn unconditional(block: &Block) -> (Option<Test>, Block) {
    match &block.end {
        End::If(test, then, _)
            if is_of_flags(test) && block.actions.iter().all(|a| *a == Action::BeginMarkup) =>
        {
            let actions = [&block.actions[..], &then.actions[..]].concat();
            let end = then.end.clone();
            let responds = then.responds;
            let block = Block {
                actions,
                end,
                responds,
            };
            (Some(test.clone()), block)
        }
        _ => (None, block.clone()),
    }
}

/// Whether a condition tests only flags that no reference changes.
fn is_of_flags(test: &Test) -> bool {
    match test {
        Test::Not(test) => is_of_flags(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().all(is_of_flags),
        Test::ContentModelIs(_) | Test::Escape => true,
        _ => false,
    }
}

fn reference(
    (machine, scans): (&LoweredMachine, &Scans),
    liveness: &Liveness<'_>,
    (state, block): (StateId, Block),
    first: char,
    when: Option<Test>,
) -> Option<Reference> {
    let scan = scans.get(&state)?;
    let mut samples = Samples {
        machine,
        liveness,
        state,
        block,
        first,
        receiver: None,
    };
    let starts = name_starts(machine);
    // The character after the semicolon must not matter: it may be in the next chunk.
    let names = !starts.is_empty()
        && starts.iter().all(|c| {
            let named = Outcome {
                output: vec![Output::Reference],
                len: 3,
                matches_name: true,
                depends_on_next: false,
                errors: Vec::new(),
                errors_first: true,
            };
            samples.run(&format!("{c}q;"), ' ', true) == Some(named)
        });
    let after_first = samples.by_next("", false);
    let bare = set(ascii().filter(|c| {
        let outcome = after_first.before(normalised(*c));
        outcome.is_some_and(|o| {
            o.output == text(&first.to_string()) && !o.matches_name && o.errors.is_empty()
        })
    }));
    let mut faults = Faults::default();
    let mut unknown = CharSet::default();
    if names {
        // Input that the run has not consumed must be text in the state.
        let is_text = |c: char| !scan.stops.contains(u32::from(c));
        let all = faults::unknown(&is_text, &mut samples);
        let (plain, faulty) = all.into_iter().partition(|b: &Before| b.errors.is_empty());
        unknown = faults::first_of(plain).chars;
        faults.unknown = faults::first_of(faulty);
        faults::find_open_names(&mut faults, &starts, &mut samples);
    }
    let numbers = numbers::find(&mut samples);
    // Text joins the bulk scan of the state.
    let to = samples.receiver.filter(|to| match to {
        Receiver::Emitted => scan.kind == ScanKind::Emit,
        Receiver::Appended(field) => scan.kind == ScanKind::Append(*field),
    });
    let finds_reference = names || !numbers.is_empty();
    // The rows handle text that depends on a condition.
    let finds_any = finds_reference || (!bare.is_empty() && when.is_none());
    Some(Reference {
        when,
        to: to.filter(|_| finds_any)?,
        names,
        numbers,
        bare,
        unknown,
        faults,
    })
}

fn ascii() -> impl Iterator<Item = char> {
    (0..0x80_u8).map(char::from)
}

fn alphanumeric() -> impl Iterator<Item = char> {
    ascii().filter(char::is_ascii_alphanumeric)
}

/// The characters that the names of references begin with.
fn name_starts(machine: &LoweredMachine) -> Vec<char> {
    let starts = |c: &char| machine.name_starts.contains(u32::from(*c));
    ascii().filter(starts).collect()
}

/// The character after the normalisation of line endings.
fn normalised(c: char) -> char {
    if c == '\r' { '\n' } else { c }
}

fn text(text: &str) -> Vec<Output> {
    text.chars().map(Output::Text).collect()
}

fn set(chars: impl Iterator<Item = char>) -> CharSet {
    CharSet::from_ranges(chars.map(|c| (u32::from(c), u32::from(c))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use tokenwright_tables::{diagnostic::Sources, load};

    #[test]
    fn a_group_of_next_characters_has_the_outcome_of_each() {
        let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let mut compared = 0;
        for loaded in load::all(&spec, &mut Sources::default()).expect("the tables") {
            let machine = crate::lower::machine(&loaded).expect("a machine");
            let liveness = Liveness::of(&machine);
            for (state, row) in ampersands(&machine) {
                let (_, block) = unconditional(&row.block);
                let mut samples = Samples {
                    machine: &machine,
                    liveness: &liveness,
                    state,
                    block,
                    first: '&',
                    receiver: None,
                };
                for text in ["", "a", "amp", "amp;", "#", "#x", "#1", "#x80", "#65;"] {
                    let named = text.starts_with('a');
                    let outcomes = samples.by_next(text, named);
                    for next in ascii().filter(|next| *next != '\r') {
                        let alone = samples.run(text, next, named);
                        let id = &loaded.revision.about.id;
                        let of =
                            format!("{id}: {:?} {text:?} {next:?}", machine.states[state].name);
                        assert_eq!(outcomes.before(next), alone.as_ref(), "{of}");
                        compared += usize::from(alone.is_some());
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared} outcomes");
    }

    fn ampersands(machine: &LoweredMachine) -> Vec<(StateId, &crate::ir::Row)> {
        let states = machine.states.iter().enumerate();
        let rows = states.filter_map(|(id, state)| match &state.kind {
            StateKind::Consume(rows) => {
                let mut rows = rows.iter().filter(|row| row.guard.is_none());
                let row = rows.find(|row| row.on.ranges() == [(0x26, 0x26)])?;
                Some((id, row))
            }
            StateKind::Act(_) => None,
        });
        rows.collect()
    }
}
