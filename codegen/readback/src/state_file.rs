//! Reads the file of a table file: the functions of states, and the sets of bytes of their scans.

use crate::form::{Cursor, form, forms};
use crate::listing::Listing;
use crate::names::Names;
use crate::sets::byte_ranges;
use crate::states;
use crate::tokens::Misread;
use tokenwright_compiler::ir::StateId;
use tokenwright_compiler::program::StopBytes;
use tokenwright_tables::source::Place;

/// A function of a state.
pub(crate) struct Function {
    pub(crate) name: String,
    /// The place of its first token.
    pub(crate) place: Place,
    /// The place of the brace that ends it.
    pub(crate) end: Place,
    /// Its entries, and where it is not understood.
    pub(crate) body: Listing,
    pub(crate) misread: Option<Misread>,
}

/// What a set of bytes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ends {
    /// The scan of a state.
    Scan,
    /// The scan beyond a conditional stop.
    Rest,
    /// A name with letters in upper case.
    Name,
}

/// A set of bytes.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) ends: Ends,
    pub(crate) state: StateId,
    pub(crate) value: SetValue,
}

/// The bytes of a set.
pub(crate) enum SetValue {
    /// The bytes themselves.
    Bytes(StopBytes),
    /// Those of another set, by its module and name.
    Alias(String, String),
}

/// What a file has.
#[derive(Default)]
pub(crate) struct StateFile {
    pub(crate) functions: Vec<Function>,
    pub(crate) sets: Vec<Set>,
}

/// Reads a file. A function that is not understood is kept with the reason.
pub(crate) fn read(mut input: Cursor<'_>, names: &Names<'_>) -> Result<StateFile, Misread> {
    forms! {
        HEADER = "#![allow(unused_imports, unused_doc_comments, clippy::wildcard_imports)]
            use crate::machine::prelude::*;
            use super::{Revision, State};";
        FUNCTION = "pub(super) fn $name<O: Output>(m: &mut Machine<'_, '_, O, Revision>) -> Flow { $inside }";
    }
    let mut file = StateFile::default();
    input.expect(&HEADER)?;
    while !input.is_at_end() {
        let place = input.place();
        if let Ok(mut values) = form!("stops!(pub(super) $inside);").read(&mut input, names) {
            file.sets.push(declaration(values.inside(), names)?);
        } else if let Ok(mut values) =
            form!("pub(super) use super::$name::$name as").read(&mut input, names)
        {
            let other = SetValue::Alias(values.name(), values.name());
            file.sets.push(set(&mut input, names, place, other)?);
            input.expect(form!(";"))?;
        } else {
            let mut values = FUNCTION.read(&mut input, names)?;
            let (name, inside) = (values.name(), values.inside());
            let mut body = Listing::new();
            let read = states::body(inside, names, &mut body);
            file.functions.push(Function {
                name,
                place,
                end: inside.end(),
                body,
                misread: read.err(),
            });
        }
    }
    Ok(file)
}

/// Reads a set behind its bytes: its name.
fn set(
    input: &mut Cursor<'_>,
    names: &Names<'_>,
    place: Place,
    value: SetValue,
) -> Result<Set, Misread> {
    let mut name = *input;
    let (ends, state) = set_name(input, names)?;
    Ok(Set {
        name: name.ident()?.to_owned(),
        place,
        ends,
        state,
        value,
    })
}

/// Reads the name of a set: what it ends, and of which state.
pub(crate) fn set_name(
    input: &mut Cursor<'_>,
    names: &Names<'_>,
) -> Result<(Ends, StateId), Misread> {
    let kinds = [
        (Ends::Rest, "StopsOfRest"),
        (Ends::Name, "Ends"),
        (Ends::Scan, "Stops"),
    ];
    let place = input.place();
    for (ends, kind) in kinds {
        if let Ok(state) = names.set_of(&mut { *input }, kind) {
            input.next()?;
            return Ok((ends, state));
        }
    }
    Err(Misread::new(place, "no state has this set of bytes"))
}

/// `DataStops: b'&' | b'<'; 0x00..=0x08`, or `TagNameStops: all but b'-'`.
fn declaration(mut input: Cursor<'_>, names: &Names<'_>) -> Result<Set, Misread> {
    let place = input.place();
    let nothing = StopBytes {
        ranges: Vec::new(),
        negated: false,
    };
    let mut set = set(&mut input, names, place, SetValue::Bytes(nothing))?;
    input.expect(form!(":"))?;
    let negated = input.has(form!("all but"));
    let mut ranges = Vec::new();
    let place = input.place();
    if !input.is_at_end() && !input.peek().is_some_and(|token| token.is_punct(';')) {
        ranges = byte_ranges(&mut input)?;
    }
    let is_single = |(first, last): &(u8, u8)| first == last;
    let mut are_apart = ranges.iter().all(is_single);
    if input.has(form!(";")) {
        let longer = byte_ranges(&mut input)?;
        are_apart &= !longer.iter().any(is_single);
        ranges.extend(longer);
    }
    if !are_apart {
        let message = "single bytes are before the semicolon, and ranges behind it";
        return Err(Misread::new(place, message));
    }
    input.finish()?;
    // The order of a set is that of the bytes; the declaration has the single ones first.
    ranges.sort_unstable();
    set.value = SetValue::Bytes(StopBytes { ranges, negated });
    Ok(set)
}
