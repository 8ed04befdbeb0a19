//! References that can be dealt with where they stand.
//!
//! From a state's row the machine is followed as it would go if a certain text came next, until it is
//! back in that state. Where no error is reported on the way and what is given is what the text says,
//! the way there and back can be left out. Texts stand for all that the tables do not tell apart: a
//! name for names, one number of each range that a step asks for, each character that may come after.

use crate::grammar::Field;
use crate::ir::{CharSet, Kind, Machine, Row, RunKind, StateId};
use std::collections::{BTreeMap, BTreeSet};

mod uses;
mod way;

use way::{Given, Way};

/// What comes of a reference, by the state and the byte that begins it.
pub type References = BTreeMap<(StateId, u8), Reference>;

/// What a state makes of references by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where characters go.
    pub to: Receiver,
    /// Whether a name with its semicolon stands for its characters.
    pub names: bool,
    /// The numbers that, with a semicolon, stand for the character of that number.
    pub numbers: CharSet,
    /// The ASCII characters before which the beginning of a reference is text.
    pub bare: CharSet,
    /// The ASCII characters before which letters and digits that begin no name are text.
    pub unknown: CharSet,
}

/// Where the characters of a reference go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// They are emitted.
    Emitted,
    /// They are appended to a field.
    Appended(Field),
}

/// What is given, how much of the text is consumed, and whether names were looked for.
type Outcome = (Vec<Given>, usize, bool);

/// Finds them for the states of the path.
pub(super) fn find(machine: &Machine) -> References {
    let mut found = References::new();
    for state in machine.path.keys() {
        let Kind::Consume(rows) = &machine.states[*state].kind else {
            continue;
        };
        for row in rows.iter().filter(|row| row.guard.is_none()) {
            if let [(byte, last)] = row.on.ranges()
                && byte == last
                && let Ok(byte) = u8::try_from(*byte)
                && let Some(reference) = reference(machine, *state, row, char::from(byte))
            {
                found.insert((*state, byte), reference);
            }
        }
    }
    found
}

fn reference(machine: &Machine, state: StateId, row: &Row, first: char) -> Option<Reference> {
    let mut to = None;
    // What comes of a text that `after` follows.
    let mut follow = |text: &str, after: char, named: bool| -> Option<Outcome> {
        let way = Way::follow(machine, state, row, (first, text, after), named)?;
        let receiver = *to.get_or_insert(way.receiver?);
        (way.receiver? == receiver).then_some((way.given, way.at, way.asks_name))
    };
    // A CR is the LF that it comes to.
    let given = |after: char| if after == '\r' { '\n' } else { after };
    let alphanumeric = || ('0'..='9').chain('A'..='Z').chain('a'..='z');
    let ascii = || (0..0x80_u8).map(char::from);
    let names = alphanumeric()
        .filter(char::is_ascii_alphabetic)
        .all(|c| follow(&format!("{c}q;"), ' ', true) == Some((vec![Given::Reference], 3, true)));
    let text = |text: &str| text.chars().map(Given::Text).collect::<Vec<_>>();
    let set = |chars: &mut dyn Iterator<Item = char>| {
        CharSet::from_ranges(chars.map(|c| (u32::from(c), u32::from(c))))
    };
    let bare = set(&mut ascii().filter(|c| {
        let literal = (text(&first.to_string()), 0, false);
        follow("", given(*c), false) == Some(literal)
    }));
    // What the way has not consumed must be text to the state itself.
    let is_text = |c: char| {
        let run = machine.states[state].runs.first();
        run.is_some_and(|run| !run.stops.contains(u32::from(c)))
    };
    let mut is_unknown = |after: char| {
        alphanumeric().all(|c| {
            let literal = format!("{first}{c}{c}");
            follow(&literal[first.len_utf8()..], after, false).is_some_and(|(given, at, _)| {
                is_text(c) && given == text(&literal[..first.len_utf8() + at])
            })
        })
    };
    let unknown =
        set(&mut ascii().filter(|c| names && !c.is_ascii_alphanumeric() && is_unknown(given(*c))));
    let numbers = numbers(machine, &mut follow);
    // What is text is taken for a part of the state's run.
    let run = machine.states[state].runs.first()?.kind;
    let to = to.filter(|to| match to {
        Receiver::Emitted => run == RunKind::Emit,
        Receiver::Appended(field) => run == RunKind::Append(*field),
    });
    let finds_any = names || !bare.is_empty() || !numbers.is_empty();
    Some(Reference {
        to: to.filter(|_| finds_any)?,
        names,
        numbers,
        bare,
        unknown,
    })
}

/// The numbers that stand for their characters, however they are written.
fn numbers(
    machine: &Machine,
    follow: &mut dyn FnMut(&str, char, bool) -> Option<Outcome>,
) -> CharSet {
    let mut bounds = BTreeSet::from([0, 0xD800, 0xE000, 0x11_0000]);
    for (number, _) in &machine.numeric_replacements {
        bounds.extend([*number, number + 1]);
    }
    uses::code_ranges(machine, &mut |first, last| {
        bounds.extend([first, last.saturating_add(1)]);
    });
    let bounds: Vec<u32> = bounds.into_iter().filter(|b| *b <= 0x11_0000).collect();
    let mut stands_for_itself = |code: u32| {
        let forms = [
            format!("#{code};"),
            format!("#0{code};"),
            format!("#x{code:x};"),
            format!("#X0{code:X};"),
        ];
        let Some(c) = char::from_u32(code) else {
            return false;
        };
        let given = vec![Given::Number(c)];
        forms
            .iter()
            .all(|form| follow(form, ' ', false) == Some((given.clone(), form.len(), false)))
    };
    let ranges = bounds.windows(2).map(|pair| (pair[0], pair[1] - 1));
    let plain =
        ranges.filter(|(first, last)| stands_for_itself(*first) && stands_for_itself(*last));
    CharSet::from_ranges(plain)
}
