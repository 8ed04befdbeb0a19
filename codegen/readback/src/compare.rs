//! Compares what was read with what was proved, and says where they differ.

use crate::listing::{Entry, Listing, show};
use crate::proved::Expected;
use crate::tokens::Misread;
use tokenwright_compiler::ir::LoweredMachine;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::source::Place;

/// The first difference of two lists; `of` says whose they are, and `end` is where the list that was read ends.
pub(crate) fn difference(
    read: &Listing,
    proved: &Expected,
    of: &str,
    end: Place,
    machine: Option<&LoweredMachine>,
) -> Option<Diagnostic> {
    let pairs = read.iter().zip(&proved.entries);
    let same = pairs.take_while(|((read, _), (proved, _))| read == proved);
    let at = same.count();
    let (found, wanted) = (read.get(at), proved.entries.get(at));
    if found.is_none() && wanted.is_none() {
        return None;
    }
    let place = found.map_or(end, |(_, place)| *place);
    let shown = |entry: Option<&Entry>| match entry {
        Some(entry) => format!("`{}`", shortened(show(entry, machine))),
        None => "nothing more".to_owned(),
    };
    let row = wanted.and_then(|(_, row)| row.as_ref());
    let row = row
        .map(|row| format!(", in the row `{row}`"))
        .unwrap_or_default();
    let message = format!("{of}: the generated code is not what was proved{row}");
    let read = shown(found.map(|(entry, _)| entry));
    let proved = shown(wanted.map(|(entry, _)| entry));
    Some(
        Diagnostic::error(place, message)
            .label(format!("read: {read}"))
            .help(format!("proved: {proved}")),
    )
}

/// What does not fit on a line or two, without its middle.
fn shortened(text: String) -> String {
    const MOST: usize = 240;
    if text.len() <= MOST {
        return text;
    }
    let mut end = MOST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

/// The message about code that is not understood.
pub(crate) fn misread(Misread { place, message }: Misread) -> Diagnostic {
    Diagnostic::error(
        place,
        format!("the generated code cannot be read back: {message}"),
    )
}
