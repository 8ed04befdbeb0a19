//! References that can be dealt with where they stand.
//!
//! From a state's row the machine is followed as it would go if a certain text came next, until it is
//! back in that state. Where all errors on the way show right after what was consumed, the way there
//! and back can be left out. Texts stand for all that the tables do not tell apart: a name for names,
//! one number of each range that a step asks for, each character that may come after.

use super::hot_rows::Path;
use crate::ir::{Action, Block, CharSet, End, ErrorId, Kind, Machine, StateId, Test};
use crate::program::{Before, Faults, Receiver, Reference, References, ScanKind, Scans};

mod faults;
mod numbers;
mod symbolic;
mod uses;

use symbolic::{Given, Way};
use uses::Reads;

/// What comes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    given: Vec<Given>,
    /// How much of it is consumed.
    len: usize,
    /// Whether names were looked for.
    asks_name: bool,
    /// Whether it depends on the character after the text.
    looks_after: bool,
    /// What is reported, all of it right after what is consumed.
    errors: Vec<ErrorId>,
    /// Whether it is reported before anything is given.
    errors_first: bool,
}

/// What comes of a text that a character follows, and whether it is a name.
type Follow<'f> = dyn FnMut(&str, char, bool) -> Option<Outcome> + 'f;

/// Finds them for the states of the path.
pub(super) fn find(machine: &Machine, scans: &Scans, path: &Path) -> References {
    let mut found = References::new();
    let reads = Reads::of(machine);
    for state in path.keys() {
        let Kind::Consume(rows) = &machine.states[*state].kind else {
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
                let reference = reference(machines, &reads, (*state, &block), first, when);
                found.extend(reference.map(|reference| ((*state, byte), reference)));
            }
        }
    }
    found
}

/// A block where what it asks of flags holds, and what that is.
fn unconditional(block: &Block) -> (Option<Test>, Block) {
    match &block.end {
        End::If(test, then, _)
            if is_of_flags(test) && block.actions.iter().all(|a| *a == Action::BeginMarkup) =>
        {
            let actions = [&block.actions[..], &then.actions[..]].concat();
            let end = then.end.clone();
            (Some(test.clone()), Block { actions, end })
        }
        _ => (None, block.clone()),
    }
}

/// Whether a question is only of flags that no way of a reference changes.
fn is_of_flags(test: &Test) -> bool {
    match test {
        Test::Not(test) => is_of_flags(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().all(is_of_flags),
        Test::ContentModelIs(_) | Test::Escape => true,
        _ => false,
    }
}

fn reference(
    (machine, scans): (&Machine, &Scans),
    reads: &Reads<'_>,
    (state, block): (StateId, &Block),
    first: char,
    when: Option<Test>,
) -> Option<Reference> {
    let mut to = None;
    let mut follow = |text: &str, after: char, named: bool| -> Option<Outcome> {
        let way = Way::follow(machine, reads, (state, block), (first, text, after), named)?;
        let receiver = *to.get_or_insert(way.receiver?);
        let errors_first = way.errors.iter().all(|e| e.given == 0);
        let errors_last = way.errors.iter().all(|e| e.given == way.given.len());
        (way.receiver? == receiver && (errors_first || errors_last)).then(|| Outcome {
            errors: way.errors.iter().map(|e| e.error).collect(),
            errors_first,
            given: way.given,
            len: way.at,
            asks_name: way.asks_name,
            looks_after: way.looks_after.get(),
        })
    };
    let starts = name_starts(machine);
    // What comes after the semicolon is not looked at: it may be in the next chunk.
    let names = !starts.is_empty()
        && starts.iter().all(|c| {
            let named = Outcome {
                given: vec![Given::Reference],
                len: 3,
                asks_name: true,
                looks_after: false,
                errors: Vec::new(),
                errors_first: true,
            };
            follow(&format!("{c}q;"), ' ', true) == Some(named)
        });
    let bare = set(ascii().filter(|c| {
        let outcome = follow("", seen(*c), false);
        outcome.is_some_and(|o| {
            o.given == text(&first.to_string()) && !o.asks_name && o.errors.is_empty()
        })
    }));
    let mut faults = Faults::default();
    let mut unknown = CharSet::default();
    if names {
        // What the way has not consumed must be text to the state itself.
        let is_text = |c: char| {
            let scan = scans.get(&state);
            scan.is_some_and(|scan| !scan.stops.contains(u32::from(c)))
        };
        let all = faults::unknown(first, &is_text, &mut follow);
        let (plain, faulty) = all.into_iter().partition(|b: &Before| b.errors.is_empty());
        unknown = faults::first_of(plain).chars;
        faults.unknown = faults::first_of(faulty);
        faults::find_open_names(&mut faults, &starts, first, &mut follow);
    }
    let numbers = numbers::find(machine, first, &mut follow);
    // What is text is taken for a part of the state's run.
    let scan = scans.get(&state)?.kind;
    let to = to.filter(|to| match to {
        Receiver::Emitted => scan == ScanKind::Emit,
        Receiver::Appended(field) => scan == ScanKind::Append(*field),
    });
    let finds_reference = names || !numbers.is_empty();
    // Text before which a condition is asked is left to the rows.
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
fn name_starts(machine: &Machine) -> Vec<char> {
    let starts = |c: &char| machine.name_starts.contains(u32::from(*c));
    ascii().filter(starts).collect()
}

/// A CR is the LF that it comes to.
fn seen(c: char) -> char {
    if c == '\r' { '\n' } else { c }
}

fn text(text: &str) -> Vec<Given> {
    text.chars().map(Given::Text).collect()
}

fn set(chars: impl Iterator<Item = char>) -> CharSet {
    CharSet::from_ranges(chars.map(|c| (u32::from(c), u32::from(c))))
}
