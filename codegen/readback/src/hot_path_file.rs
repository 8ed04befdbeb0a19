//! Reads the file of the hot path: what it imports, the numbers of its references, and its loop.

use crate::form::{Cursor, form, forms};
use crate::hot_path::statements;
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::sets::{codes, ordered};
use crate::state_file::{Ends, set_name};
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use tokenwright_compiler::ir::{CharSet, StateId};
use tokenwright_compiler::program::HotPath;
use tokenwright_tables::source::Place;

/// What the file imports: the module and the name of a set of bytes.
pub(crate) type Imports = Vec<(String, String, Place)>;

/// Reads the file.
pub(crate) fn read(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    proved: Option<&HotPath>,
    out: &mut Listing,
) -> Result<Imports, Misread> {
    forms! {
        HEADER = "
            #![allow(
                unused_imports,
                unused_labels,
                unused_doc_comments,
                clippy::wildcard_imports,
                clippy::never_loop
            )]
            use crate::machine::prelude::*;
            use super::{Revision, State};";
        NUMBERS_IMPL = "
            impl PlainNumbers for $numbers {
                fn contains(code: u32) -> bool {
                    matches!(code, $inside)
                }
            }";
        HAS = "#[inline(always)] pub(super) fn has(state: State) -> bool { matches!(state, $inside) }";
    }
    input.expect(&HEADER)?;
    let mut imports = Imports::new();
    loop {
        let place = input.place();
        if form!("use super::$name::$name;")
            .read(&mut { input }, names)
            .is_err()
        {
            break;
        }
        let mut values = form!("use super::$name::").read(&mut input, names)?;
        let mut name = input;
        let (ends, state) = set_name(&mut input, names)?;
        input.expect(form!(";"))?;
        out.push((imported(ends, state), place));
        imports.push((values.name(), name.ident()?.to_owned(), place));
    }
    loop {
        let place = input.place();
        let Ok(mut values) = form!("struct $numbers;").read(&mut input, names) else {
            break;
        };
        let state = values.state();
        let mut values = NUMBERS_IMPL.read(&mut input, names)?;
        if values.state() != state {
            return Err(Misread::new(
                place,
                "these numbers have no code of their own",
            ));
        }
        let mut inside = values.inside();
        let ranges = ordered(codes(&mut inside)?, place)?;
        inside.finish()?;
        let numbers = Entry::Numbers(state, CharSet::from_ranges(ranges));
        out.push((numbers, place));
    }
    let place = input.place();
    let has = states(HAS.read(&mut input, names)?.inside(), names)?;
    input.expect(form!(
        "pub(super) fn run<O: Output>(m: &mut Machine<'_, '_, O, Revision>)"
    ))?;
    let mut body = input.group(Delimiter::Brace)?;
    input.finish()?;
    body.expect(form!(
        "let mut at = m.r.state; let bytes = m.bytes(); let mut pos = m.pos;"
    ))?;
    // Where no statement defers an attribute, its variables have no meaning.
    let holds = body.has(form!(
        "let (mut name, mut value): ((usize, usize), (usize, usize));"
    ));
    if !holds && proved.is_some_and(HotPath::holds_attribute) {
        return Err(body.unexpected());
    }
    let mut arms = form!("let stopped = 'hot_path: loop { match at { $inside } };")
        .read(&mut body, names)?
        .inside();
    body.expect(form!("m.pos = pos; m.r.state = stopped;"))?;
    body.finish()?;
    let mut entries = Vec::new();
    while !arms.has(form!("other => break 'hot_path other,")) {
        let place = arms.place();
        let state = names.state(&mut arms)?;
        if entries.contains(&state) {
            return Err(Misread::new(place, "a second entry for the state"));
        }
        entries.push(state);
        arms.expect(form!("=>"))?;
        out.push((Entry::HotPathOf(state), place));
        let inside = arms.group(Delimiter::Brace)?;
        let end = inside.end();
        statements(inside, names, out)?;
        out.push((Entry::End, end));
        arms.passes(',');
    }
    arms.finish()?;
    match entries == has {
        true => Ok(imports),
        false => Err(Misread::new(
            place,
            "these are not the states that the loop has an entry for",
        )),
    }
}

/// The entry of an import.
pub(crate) fn imported(ends: Ends, state: StateId) -> Entry {
    Entry::Fact("imports", format!("{ends:?} of state {state}"))
}

/// States as a pattern.
fn states(mut input: Cursor<'_>, names: &Names<'_>) -> Result<Vec<StateId>, Misread> {
    let all = input.alternatives(|input| names.state(input))?;
    input.finish()?;
    Ok(all)
}
