//! Compares what was read with what was proved, and says where they differ.

use crate::listing::{Entry, Listing, show};
use crate::proved::Expected;
use crate::tokens::Misread;
use tokenwright_compiler::ir::LoweredMachine;
use tokenwright_tables::diagnostic::Diagnostic;
use tokenwright_tables::source::Place;

/// What was read of a part of the code, and what was proved of it.
pub(crate) struct Comparison {
    /// What it is a part of.
    pub(crate) of: String,
    /// The entries up to the end, or up to what is not understood.
    pub(crate) listing: Listing,
    pub(crate) misread: Option<Misread>,
    /// The place of the end.
    pub(crate) end: Place,
    pub(crate) proved: Expected,
}

impl Comparison {
    /// Reads a part up to its end, or to what is not understood.
    pub(crate) fn of(
        of: String,
        end: Place,
        proved: Expected,
        read: impl FnOnce(&mut Listing) -> Result<(), Misread>,
    ) -> Self {
        let mut listing = Listing::new();
        let misread = read(&mut listing).err();
        Comparison {
            of,
            listing,
            misread,
            end,
            proved,
        }
    }
}

/// The first difference of what was read from what was proved.
pub(crate) fn difference(
    compared: &Comparison,
    machine: Option<&LoweredMachine>,
) -> Option<Diagnostic> {
    let Comparison {
        of,
        listing,
        misread,
        end,
        proved,
    } = compared;
    let pairs = listing.iter().zip(&proved.entries);
    let same = pairs.take_while(|((read, _), (proved, _))| read == proved);
    let at = same.count();
    let (found, wanted) = (listing.get(at), proved.entries.get(at));
    let shown = |entry: Option<&Entry>| match entry {
        Some(entry) => format!("`{}`", shortened(show(entry, machine))),
        None => "nothing more".to_owned(),
    };
    let proved = format!("proved: {}", shown(wanted.map(|(entry, _)| entry)));
    let row = wanted.and_then(|(_, row)| row.as_ref());
    let row = row.map(|row| format!(", in the row `{row}`"));
    let row = row.unwrap_or_default();
    if let (None, Some(Misread { place, message })) = (found, misread) {
        let message = format!("{of}: the generated code cannot be read back{row}: {message}");
        return Some(Diagnostic::error(*place, message).help(proved));
    }
    if found.is_none() && wanted.is_none() {
        return None;
    }
    let place = found.map_or(*end, |(_, place)| *place);
    let message = format!("{of}: the generated code is not what was proved{row}");
    let read = format!("read: {}", shown(found.map(|(entry, _)| entry)));
    Some(Diagnostic::error(place, message).label(read).help(proved))
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
