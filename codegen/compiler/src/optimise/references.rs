//! Finds the character references that a state resolves without leaving the loop.
//!
//! The pass executes the machine symbolically on samples of references with their semicolon, from a row of the state until
//! the machine is back in that state. A sample represents all input that the tables treat alike: one name for all names
//! of its first letter, one number of each range that a step tests. A run that reports an error, or depends on what follows the
//! semicolon, shows nothing: the rows resolve references with errors, which no page has often enough to pay for rules.

use super::hot_rows::Path;
use crate::ir::{Action, Block, End, LoweredMachine, StateId, StateKind, Test};
use crate::liveness::Liveness;
use crate::program::{Receiver, Reference, References, ScanKind, Scans};
use tokenwright_tables::kernel::effects::RegisterSet;

mod numbers;
mod symbolic;

use symbolic::{Output, SampleRun};

/// Runs samples from a row of a state.
struct Samples<'a> {
    machine: &'a LoweredMachine,
    liveness: &'a Liveness,
    state: StateId,
    /// The block of the row.
    block: Block,
    /// The character of the row.
    first: char,
    /// The receiver of the output of all runs; a run with output to another receiver is discarded.
    receiver: Option<Receiver>,
}

impl Samples<'_> {
    /// The output of a run that consumes exactly this sample; `named` says whether the sample is a name.
    fn run(&mut self, sample: &str, named: bool) -> Option<Output> {
        let start = (self.state, &self.block);
        let run = SampleRun::of(
            self.machine,
            self.liveness,
            start,
            (self.first, sample),
            named,
        )?;
        let receiver = *self.receiver.get_or_insert(run.receiver?);
        match run.output[..] {
            [output] if run.receiver? == receiver => Some(output),
            _ => None,
        }
    }
}

/// Finds the references of the states of the hot path.
pub(super) fn find(machine: &LoweredMachine, scans: &Scans, path: &Path) -> References {
    let mut found = References::new();
    let liveness = Liveness::of(machine, |_, _| RegisterSet::NONE);
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
                let samples = Samples {
                    machine,
                    liveness: &liveness,
                    state: *state,
                    block,
                    first: char::from(byte),
                    receiver: None,
                };
                let reference = reference(samples, scans, byte, when);
                found.extend(reference.map(|reference| (*state, reference)));
            }
        }
    }
    found
}

/// A block under the assumption that its condition on flags holds, and that condition.
fn unconditional(block: &Block) -> (Option<Test>, Block) {
    match &block.end {
        End::If(test, then, _)
            if test.is_of_flags() && block.actions.iter().all(|a| *a == Action::BeginMarkup) =>
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

fn reference(
    mut samples: Samples<'_>,
    scans: &Scans,
    byte: u8,
    when: Option<Test>,
) -> Option<Reference> {
    let starts = &samples.machine.name_starts;
    let starts = (0..0x80_u8).filter(|byte| starts.contains(u32::from(*byte)));
    let mut names = starts
        .map(|start| format!("{}q;", char::from(start)))
        .peekable();
    names.peek()?;
    let is_name = |name: String| samples.run(&name, true) == Some(Output::Reference);
    if !names.all(is_name) {
        return None;
    }
    // If no number is plain, the names alone are not worth a path of their own.
    let plain = numbers::plain(&mut samples);
    if plain.is_empty() {
        return None;
    }
    // The text between references joins the bulk scan of the state.
    let to = samples.receiver?;
    let joins = match (to, scans.get(&samples.state)?.kind) {
        (Receiver::Emitted, kind) => kind == ScanKind::Emit,
        (Receiver::Appended(field), kind) => kind == ScanKind::Append(field),
    };
    joins.then_some(Reference {
        byte,
        when,
        to,
        plain,
    })
}
