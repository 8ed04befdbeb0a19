//! Reads the module of a revision: its modes, what it says of classes of characters, and what the parser calls.
//!
//! All but the lists is the same in each revision, so most of the file is one form after the other. The modules and constants of
//! modes have their meaning by their places, which is given to the readers of the other files.

use super::names::number;
use crate::form::{Cursor, form, forms, unexpected};
use crate::listing::{Listing, fact};
use crate::proved::Expected;
use crate::tokens::Misread;
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
    OTHERS = "#[allow(dead_code, reason = \"tables may have algorithms that no row uses\")]
        mod algorithms; mod dispatcher; mod following; mod lists;
        use crate::tree_construction::prelude::*;
        use crate::generated::revisions::";
    LISTS = ";
        const NAMES: &'static [&'static str] = lists::NAMES;
        const NAME_TABLE: &'static KnownNames = &lists::NAME_TABLE;
        const FOREIGN: &'static [(Namespace, Name)] = lists::FOREIGN;
        const WITH_CONTENTS: &'static KindSet = &lists::WITH_CONTENTS;
        const SCOPES: &'static [&'static KindSet] = lists::SCOPES;
        const FOREIGN_ATTRIBUTES: &'static [ForeignAttribute] = lists::FOREIGN_ATTRIBUTES;
        const TEXT_IS_READ: bool =";
    CLASSES = "; const FOLLOWING: &'static [Following; 2] = &following::FOLLOWING; const CLASSES: usize =";
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
}

/// The entry that says which mode is for foreign content.
const FOREIGN: &str = "the mode for foreign content";

/// Reads the file.
pub(super) fn read(mut input: Cursor<'_>, out: &mut Listing) -> Result<Module, Misread> {
    let mut modules = Vec::new();
    while !input.has(&OTHERS) {
        input.expect(form!("mod"))?;
        modules.push(input.ident()?.to_owned());
        input.expect(form!(";"))?;
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
    out.push(fact("the revision", revision.to_owned(), place));
    input.expect(form!("; type Parser<B> = Construction<"))?;
    same(&mut input)?;
    input.expect(form!(", B>; type QuietRow<B> = Option<RowFunction<"))?;
    same(&mut input)?;
    input.expect(form!(", B>>; mod modes"))?;
    let modes = modes(input.group(Brace)?)?;
    input.expect(form!("impl TreeRules for"))?;
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
    input.expect(form!(
        "use crate::tree_construction::prelude::InsertionMode;"
    ))?;
    while !input.is_at_end() {
        input.expect(form!("pub(super) const"))?;
        let place = input.place();
        let name = input.ident()?.to_owned();
        input.expect(form!(": InsertionMode = InsertionMode"))?;
        let number = input.within(Parenthesis, |inside| inside.number::<usize>("u8"))?;
        if number != modes.len() || modes.contains(&name) {
            return Err(Misread::new(place, "a mode is its place"));
        }
        modes.push(name);
        input.expect(form!(";"))?;
    }
    Ok(modes)
}

fn implementation(
    mut body: Cursor<'_>,
    modes: &[String],
    out: &mut Listing,
) -> Result<String, Misread> {
    let mode = |input: &mut Cursor<'_>| {
        input.expect(form!("modes::"))?;
        let place = input.place();
        let name = input.ident()?;
        let at = modes.iter().position(|mode| mode == name);
        at.ok_or_else(|| unexpected(place))
    };
    body.expect(form!("const INITIAL: InsertionMode ="))?;
    body.fact("the initial mode", out, |body| Ok(mode(body)?.to_string()))?;
    body.expect(form!("; const MODES: &'static [&'static str] = &"))?;
    body.list(Bracket, |list| list.fact("the mode", out, Cursor::text))?;
    body.expect(&LISTS)?;
    body.fact("text is read", out, |body| Ok(body.bool()?.to_string()))?;
    body.expect(form!("; const FOREIGN_MODE: Option<InsertionMode> ="))?;
    body.fact(FOREIGN, out, |body| {
        let foreign = match body.has(form!("None")) {
            true => None,
            false => {
                body.expect(form!("Some"))?;
                Some(body.within(Parenthesis, mode)?)
            }
        };
        Ok(format!("{foreign:?}"))
    })?;
    let numbers = |list: &mut Cursor<'_>| {
        list.expect(form!("&"))?;
        Ok(format!("{:?}", list.list(Bracket, number)?))
    };
    for (form, what) in [
        (
            form!("; const PROCESSED_AS: &'static [&'static [u32]] = &"),
            "processed as",
        ),
        (
            form!("; const WIDEST: &'static [&'static [u8]] = &"),
            "widest",
        ),
    ] {
        body.expect(form)?;
        body.list(Bracket, |list| list.fact(what, out, numbers))?;
    }
    body.fact("classes", out, |body| {
        body.expect(&CLASSES)?;
        Ok(number(body)?.to_string())
    })?;
    body.fact("classes of bytes", out, |body| {
        body.expect(form!("; const CLASSES_OF_BYTES: &'static [u8; 256] ="))?;
        numbers(body)
    })?;
    body.expect(form!("; #[inline] fn class(character: char) -> usize"))?;
    body.within(Brace, |function| {
        function.expect(form!("match character"))?;
        classes(function.group(Brace)?, out)
    })?;
    body.expect(&FUNCTIONS)?;
    let name = body.within(Brace, |begin| {
        begin.expect(form!("algorithms::"))?;
        let name = begin.ident()?.to_owned();
        begin.expect(form!("(p, t);"))?;
        Ok(name)
    })?;
    body.finish()?;
    Ok(name)
}

/// The arms of the function that gives the class of a character.
fn classes(mut arms: Cursor<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !arms.has(form!("_ =>")) {
        let place = arms.place();
        let ranges = arms.alternatives(|arms| {
            let first = arms.char()?;
            let last = match arms.has(form!("..=")) {
                true => arms.char()?,
                false => first,
            };
            Ok((u32::from(first), u32::from(last)))
        })?;
        arms.expect(form!("=>"))?;
        let class = number(&mut arms)?;
        arms.comma()?;
        out.push(fact("the class", of_class(class, &ranges), place));
    }
    arms.fact("the class of others", out, |arms| {
        Ok(number(arms)?.to_string())
    })?;
    arms.comma()?;
    arms.finish()
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
