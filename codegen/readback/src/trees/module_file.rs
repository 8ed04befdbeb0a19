//! Reads the module of a revision: its modes, what it says of classes of characters, and what the parser calls.
//!
//! All but the lists is the same in each revision, so most of the file is one form after the other. The modules and constants of
//! modes have their meaning by their places, which is given to the readers of the other files.

use super::names::{number, number_of};
use crate::form::{Cursor, forms, unexpected};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::{Literal, Misread};
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::identifier::camel_case;

/// What the module names.
pub(super) struct Module {
    /// The modules of the modes, that of foreign content last if no mode is for it.
    pub(super) modules: Vec<String>,
    /// The constants of the modes.
    pub(super) modes: Vec<String>,
    /// The function of the algorithm that begins a fragment, with its place.
    pub(super) begin: String,
}

forms! {
    MOD = "mod";
    END = ";";
    OTHERS = "mod algorithms; mod dispatcher; mod following; mod lists;
        use crate::tree_construction::prelude::*;
        use crate::generated::revisions::";
    PARSER = "; type Parser<B> = Construction<";
    QUIET_ROW = ", B>; type QuietRow<B> = Option<RowFunction<";
    MODES = ", B>>; mod modes";
    MODES_HEADER = "use crate::tree_construction::prelude::InsertionMode;";
    MODE = "pub(super) const";
    OF_MODE = ": InsertionMode = InsertionMode";
    IMPL = "impl TreeRules for";
    INITIAL = "const INITIAL: InsertionMode =";
    NAMES = "; const MODES: &'static [&'static str] = &";
    LISTS = ";
        const NAMES: &'static [&'static str] = lists::NAMES;
        const NAME_TABLE: &'static KnownNames = &lists::NAME_TABLE;
        const FOREIGN: &'static [(Namespace, Name)] = lists::FOREIGN;
        const WITH_CONTENTS: &'static KindSet = &lists::WITH_CONTENTS;
        const SCOPES: &'static [&'static KindSet] = lists::SCOPES;
        const FOREIGN_ATTRIBUTES: &'static [ForeignAttribute] = lists::FOREIGN_ATTRIBUTES;
        const TEXT_IS_READ: bool =";
    FOREIGN_MODE = "; const FOREIGN_MODE: Option<InsertionMode> =";
    NONE = "None";
    SOME = "Some";
    OF_MODES = "modes::";
    PROCESSED_AS = "; const PROCESSED_AS: &'static [&'static [u32]] = &";
    WIDEST = "; const WIDEST: &'static [&'static [u8]] = &";
    CLASSES = "; const FOLLOWING: &'static [Following; 2] = &following::FOLLOWING; const CLASSES: usize =";
    OF_BYTES = "; const CLASSES_OF_BYTES: &'static [u8; 256] = &";
    CLASS = "; #[inline] fn class(character: char) -> usize";
    MATCH = "match character";
    ARROW = "=>";
    RANGE = "..=";
    OTHER_CHARACTERS = "_ =>";
    FUNCTIONS = "
        #[inline(always)]
        fn dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>, kind: TokenKind) -> Outcome {
            dispatcher::dispatch(p, t, kind)
        }
        #[inline(always)]
        fn quiet_row<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) -> QuietRow<B> {
            let mut row = None;
            match dispatcher::is_quiet(p, t, &mut row) {
                true => row,
                false => None,
            }
        }
        #[inline]
        fn after_dispatch<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>) {
            dispatcher::after_dispatch(p, t);
        }
        fn begin_fragment<B: Builder>(p: &mut Parser<B>, t: &mut Token<'_>)";
    ALGORITHMS = "algorithms::";
    ARGUMENTS = "(p, t);";
    REFERENCE = "&";
}

/// The entry that says which mode is for foreign content.
const FOREIGN: &str = "the mode for foreign content";

/// Reads the file.
pub(super) fn read(mut input: Cursor<'_>, out: &mut Listing) -> Result<Module, Misread> {
    let mut modules = Vec::new();
    while !input.has(&OTHERS) {
        input.expect(&MOD)?;
        modules.push(input.ident()?.to_owned());
        input.expect(&END)?;
    }
    let place = input.place();
    let revision = input.ident()?;
    let same = |input: &mut Cursor<'_>| {
        let place = input.place();
        match input.ident()? == revision {
            true => Ok(()),
            false => Err(unexpected(place)),
        }
    };
    out.push((Entry::Fact("the revision", revision.to_owned()), place));
    input.expect(&PARSER)?;
    same(&mut input)?;
    input.expect(&QUIET_ROW)?;
    same(&mut input)?;
    input.expect(&MODES)?;
    let modes = modes(input.group(Brace)?)?;
    input.expect(&IMPL)?;
    same(&mut input)?;
    let body = input.group(Brace)?;
    input.finish()?;
    let begin = implementation(body, &modes, out)?;
    Ok(Module {
        modules,
        modes,
        begin,
    })
}

/// The constants of the modes, whose numbers are their places.
fn modes(mut input: Cursor<'_>) -> Result<Vec<String>, Misread> {
    let mut modes: Vec<String> = Vec::new();
    input.expect(&MODES_HEADER)?;
    while !input.is_at_end() {
        input.expect(&MODE)?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(&OF_MODE)?;
        let mut inside = input.group(Parenthesis)?;
        if number_of(&mut inside, "u8")? != modes.len() || modes.contains(&name) {
            return Err(Misread::new(place, "a mode is its place"));
        }
        modes.push(name);
        inside.finish()?;
        input.expect(&END)?;
    }
    Ok(modes)
}

fn implementation(
    mut body: Cursor<'_>,
    modes: &[String],
    out: &mut Listing,
) -> Result<String, Misread> {
    let mode = |input: &mut Cursor<'_>| {
        input.expect(&OF_MODES)?;
        let place = input.place();
        let name = input.ident()?;
        let at = modes.iter().position(|mode| mode == name);
        at.ok_or_else(|| unexpected(place))
    };
    body.expect(&INITIAL)?;
    let place = body.place();
    let initial = mode(&mut body)?;
    out.push((Entry::Fact("the initial mode", initial.to_string()), place));
    body.expect(&NAMES)?;
    let mut list = body.group(Bracket)?;
    while !list.is_at_end() {
        let place = list.place();
        out.push((Entry::Fact("the mode", list.text()?), place));
        list.comma()?;
    }
    body.expect(&LISTS)?;
    let place = body.place();
    let reads = body.bool()?;
    out.push((Entry::Fact("text is read", reads.to_string()), place));
    body.expect(&FOREIGN_MODE)?;
    let place = body.place();
    let foreign = match body.has(&NONE) {
        true => None,
        false => {
            body.expect(&SOME)?;
            let mut inside = body.group(Parenthesis)?;
            let at = mode(&mut inside)?;
            inside.finish()?;
            Some(at)
        }
    };
    out.push((Entry::Fact(FOREIGN, format!("{foreign:?}")), place));
    for (form, what) in [(&PROCESSED_AS, "processed as"), (&WIDEST, "widest")] {
        body.expect(form)?;
        let mut list = body.group(Bracket)?;
        while !list.is_at_end() {
            let place = list.place();
            list.expect(&REFERENCE)?;
            let numbers = numbers(list.group(Bracket)?)?;
            list.comma()?;
            out.push((Entry::Fact(what, format!("{numbers:?}")), place));
        }
    }
    let place = body.place();
    body.expect(&CLASSES)?;
    let count = number(&mut body)?;
    out.push((Entry::Fact("classes", count.to_string()), place));
    let place = body.place();
    body.expect(&OF_BYTES)?;
    let of_bytes = numbers(body.group(Bracket)?)?;
    out.push((
        Entry::Fact("classes of bytes", format!("{of_bytes:?}")),
        place,
    ));
    body.expect(&CLASS)?;
    let mut function = body.group(Brace)?;
    function.expect(&MATCH)?;
    classes(function.group(Brace)?, out)?;
    function.finish()?;
    body.expect(&FUNCTIONS)?;
    let mut begin = body.group(Brace)?;
    begin.expect(&ALGORITHMS)?;
    let name = begin.ident()?.to_owned();
    begin.expect(&ARGUMENTS)?;
    begin.finish()?;
    body.finish()?;
    Ok(name)
}

fn numbers(mut list: Cursor<'_>) -> Result<Vec<usize>, Misread> {
    let mut numbers = Vec::new();
    while !list.is_at_end() {
        numbers.push(number(&mut list)?);
        list.comma()?;
    }
    Ok(numbers)
}

/// The arms of the function that gives the class of a character.
fn classes(mut arms: Cursor<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !arms.has(&OTHER_CHARACTERS) {
        let place = arms.place();
        let mut ranges = Vec::new();
        loop {
            let first = character(&mut arms)?;
            let last = match arms.has(&RANGE) {
                true => character(&mut arms)?,
                false => first,
            };
            ranges.push((first, last));
            if !arms.passes('|') {
                break;
            }
        }
        arms.expect(&ARROW)?;
        let class = number(&mut arms)?;
        arms.comma()?;
        out.push((Entry::Fact("the class", of_class(class, &ranges)), place));
    }
    let place = arms.place();
    let class = number(&mut arms)?;
    arms.comma()?;
    out.push((Entry::Fact("the class of others", class.to_string()), place));
    arms.finish()
}

fn character(arms: &mut Cursor<'_>) -> Result<u32, Misread> {
    let place = arms.place();
    match arms.literal()? {
        Literal::Char(c) => Ok(u32::from(*c)),
        _ => Err(unexpected(place)),
    }
}

fn of_class(class: usize, ranges: &[(u32, u32)]) -> String {
    format!("{class}: {ranges:?}")
}

/// The entries of the file by the program.
pub(super) fn proved(program: &TreeProgram) -> Expected {
    let mut expected = Expected::default();
    expected.fact("the revision", camel_case(&program.revision));
    expected.fact("the initial mode", program.initial.to_string());
    for mode in &program.modes {
        expected.fact("the mode", mode.name.clone());
    }
    expected.fact("text is read", program.reads_text.to_string());
    expected.fact(FOREIGN, format!("{:?}", program.foreign_mode));
    for masks in &program.processed_as {
        expected.fact("processed as", format!("{masks:?}"));
    }
    for classes in &program.widest {
        expected.fact("widest", format!("{classes:?}"));
    }
    let count = program.classes.len();
    expected.fact("classes", (count + 1).to_string());
    let class_of = |code: u32| {
        let has = |ranges: &Vec<(u32, u32)>| {
            let mut ranges = ranges.iter();
            ranges.any(|(first, last)| (*first..=*last).contains(&code))
        };
        program.classes.iter().position(has).unwrap_or(count)
    };
    // A byte of another character than those of ASCII says nothing if rows distinguish these.
    let is_ascii = program
        .classes
        .iter()
        .flatten()
        .all(|(_, last)| *last < 0x80);
    let of_bytes: Vec<usize> = (0..0x100)
        .map(|byte| match byte {
            0..0x80 => class_of(byte),
            _ if is_ascii => count,
            _ => 0xFF,
        })
        .collect();
    expected.fact("classes of bytes", format!("{of_bytes:?}"));
    for (class, ranges) in program.classes.iter().enumerate() {
        expected.fact("the class", of_class(class, ranges));
    }
    expected.fact("the class of others", count.to_string());
    expected
}
