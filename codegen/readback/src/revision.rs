//! Reads the module of a revision: its states, and its implementation of what the runtime asks of a revision.
//!
//! Most of it is not in the program, and its parts are facts: a sentence for each, in the order of the module, compared
//! with the sentences that the tables give. Reading facts into types of their own would say more of them to rustc, and
//! need a comparison for each. The states and the functions that run them are names for what is read later.

use crate::form::{Cursor, Form, form, forms};
use crate::input_stream;
use crate::listing::{Listing, fact};
use crate::names::Names;
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use tokenwright_tables::source::Place;

/// The functions that run the states, in the order of the states: module, name and place.
pub(crate) type Dispatch = Vec<(String, String, Place)>;

forms! {
    DERIVES = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]";
    ASSOCIATED = "type State = State; const REFERENCES: &'static References = &references::REFERENCES;";
    TEXT_ELEMENTS = "const TEXT_ELEMENTS: &'static TextElements = &TextElements::new(&[$inside]);";
    FOLLOWING = "const FOLLOWING: Option<&'static NewFollowing> = Some(&NewFollowing::by::<Self>());";
    RUN = "fn run<O: Output>(m: &mut Machine<'_, '_, O, Self>) -> Flow { loop { $inside } }";
    HOT_PATH = "
        if hot_path::has(m.r.state) {
            hot_path::run(m);
            if m.is_interrupted() {
                match m.after_tag() {
                    Flow::Go => continue,
                    flow => return flow,
                }
            }
        }";
    DISPATCH = "
        let flow = match m.r.state { $inside };
        if flow != Flow::Go {
            return flow;
        }";
    ENTER = "fn enter(mode: TextMode, registers: &mut Registers<State>) { match mode { $inside } }";
}

/// Reads a revision's `mod.rs`.
pub(crate) fn read(
    mut input: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    input.expect(form!("#![allow(clippy::wildcard_imports)]"))?;
    loop {
        let place = input.place();
        match form!("mod $name;").read(&mut input, names) {
            Ok(mut values) => out.push(fact("the module", values.name(), place)),
            Err(_) => break,
        }
    }
    input.expect(form!("use crate::machine::prelude::*;"))?;
    let name = |form: &'static Form| |input: &mut Cursor<'_>| Ok(form.read(input, names)?.name());
    let named = form!("use super::references::$name as references;");
    input.fact("the table of named references", out, name(named))?;
    let numeric = form!("#[allow(unused_imports)] use super::references::$name::replacement;");
    input.fact("the table of numeric replacements", out, name(numeric))?;
    input.expect(&DERIVES)?;
    let place = input.place();
    let mut values = form!("pub struct $name; type Revision = $name;").read(&mut input, names)?;
    out.push(fact(TYPE, values.name(), place));
    out.push(fact(TYPE, values.name(), place));
    states(&mut input, names, out)?;
    input.expect(form!("impl Candidates for Revision"))?;
    let constants = input.group(Delimiter::Brace)?;
    input_stream::candidates(constants, names.machine(), out)?;
    let name = |form: &'static Form| |input: &mut Cursor<'_>| Ok(form.read(input, names)?.name());
    input.fact(TYPE, out, name(form!("impl crate::Revision for $name")))?;
    let mut body = input.group(Delimiter::Brace)?;
    body.fact("the identifier", out, |body| {
        Ok(form!("const ID: &'static str = $text;")
            .read(body, names)?
            .text())
    })?;
    let list = form!("const STATES: &'static [(State, &'static str)] = &[$inside];");
    list.inside(&mut body, names)?.elements(|list| {
        list.fact("the name", out, |list| {
            let (state, name) = list.pair(|pair| names.state(pair), Cursor::text)?;
            Ok(format!("{name} of state {state}"))
        })
    })?;
    body.finish()?;
    let machinery = form!("#[allow(private_interfaces)] impl Machinery for $name");
    input.fact(TYPE, out, name(machinery))?;
    let dispatch = self::machinery(input.group(Delimiter::Brace)?, names, out)?;
    input.finish()?;
    Ok(dispatch)
}

/// The entry for the type of the revision.
pub(crate) const TYPE: &str = "the type of the revision";

/// The enumeration of states.
fn states(input: &mut Cursor<'_>, names: &mut Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    input.expect(&DERIVES)?;
    input.expect(form!("pub enum State"))?;
    input.list(Delimiter::Brace, |variants| {
        let mut is_default = variants.has(form!("#[default]"));
        let is_hidden = variants.has(form!("#[doc(hidden)]"));
        is_default |= variants.has(form!("#[default]"));
        variants.fact("the state", out, |variants| {
            let name = variants.ident()?;
            names.add_variant(name);
            Ok(state_fact(name, is_default, is_hidden))
        })
    })?;
    Ok(())
}

/// A variant of the enumeration of states, as a person reads it.
pub(crate) fn state_fact(name: &str, is_default: bool, is_hidden: bool) -> String {
    let default = if is_default { ", the default" } else { "" };
    let hidden = if is_hidden { ", hidden" } else { "" };
    format!("{name}{default}{hidden}")
}

/// The implementation of `Machinery`.
fn machinery(
    mut body: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    body.expect(&ASSOCIATED)?;
    body.fact("the content model flag:", out, |body| {
        let flag = form!("const HAS_CONTENT_MODEL_FLAG: bool = $bool;");
        Ok(flag.read(body, names)?.bool().to_string())
    })?;
    body.fact("the bytes of replaced characters:", out, |body| {
        let list = form!("const REPLACED: &'static [u8] = &[$inside];");
        let mut replaced = list.inside(body, names)?.elements(Cursor::byte)?;
        replaced.sort_unstable();
        Ok(format!("{replaced:X?}"))
    })?;
    body.fact("the bytes to look behind:", out, |body| {
        let behind = form!("const LONGEST_BEHIND: usize = $size;");
        Ok(behind.read(body, names)?.size().to_string())
    })?;
    body.fact("waits after a tag:", out, |body| {
        Ok(body
            .has(form!("const RESPONDS_LATE: bool = true;"))
            .to_string())
    })?;
    // The elements whose start tags switch states by their names alone.
    TEXT_ELEMENTS.inside(&mut body, names)?.elements(|list| {
        list.fact("the text element", out, |list| {
            let mut values = form!("($text, TextMode::$name, $bool)").read(list, names)?;
            let (name, mode) = (values.text(), values.name());
            Ok(text_element(&name, &mode, values.bool()))
        })
    })?;
    body.fact("has rules that follow open elements:", out, |body| {
        Ok(body.has(&FOLLOWING).to_string())
    })?;
    let dispatch = run(RUN.inside(&mut body, names)?, names, out)?;
    let arms = form!("fn input_error(c: char) -> Option<ErrorCode> { match c { $inside } }");
    by_characters(
        arms.inside(&mut body, names)?,
        names,
        out,
        "the error",
        |value| {
            let code = form!("Some(ErrorCode::$code)").read(value, names)?.code();
            Ok(format!("{} at", names.machine().errors[code]))
        },
    )?;
    let arms = form!("fn replacement(c: char) -> Option<char> { match c { $inside } }");
    by_characters(
        arms.inside(&mut body, names)?,
        names,
        out,
        "the replacement",
        |value| {
            let c = form!("Some($char)").read(value, names)?.char();
            Ok(format!("{c:?} of"))
        },
    )?;
    enter(ENTER.inside(&mut body, names)?, names, out)?;
    let arms = form!("fn spec_state(state: State) -> State { match state { $inside } }");
    spec_states(arms.inside(&mut body, names)?, names, out)?;
    body.finish()?;
    Ok(dispatch)
}

/// The function that runs the states.
fn run(
    mut body: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    body.fact("runs the hot path:", out, |body| {
        Ok(body.has(&HOT_PATH).to_string())
    })?;
    let mut arms = DISPATCH.inside(&mut body, names)?;
    body.finish()?;
    let mut dispatch = Dispatch::new();
    while !arms.is_at_end() {
        let place = arms.place();
        if names.state(&mut arms)? != dispatch.len() {
            return Err(Misread::new(
                place,
                "the states are not in their order here",
            ));
        }
        arms.expect(form!("=>"))?;
        let (mut function, place) = arms.arm(|value| {
            let place = value.place();
            Ok((form!("$name::$name(m)").read(value, names)?, place))
        })?;
        let (module, function) = (function.name(), function.name());
        if !names.add_function(&function, dispatch.len()) {
            return Err(Misread::new(place, "this function is another state's"));
        }
        dispatch.push((module, function, place));
    }
    Ok(dispatch)
}

/// The arms of a function of the input stream, each for some characters.
fn by_characters(
    mut arms: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
    what: &'static str,
    mut read: impl FnMut(&mut Cursor<'_>) -> Result<String, Misread>,
) -> Result<(), Misread> {
    while !arms.has(form!("_ => None,")) {
        arms.fact(what, out, |arms| {
            let on = form!("$chars =>").read(arms, names)?.set();
            let value = arms.arm(&mut read)?;
            Ok(format!("{value} {:X?}", on.ranges()))
        })?;
    }
    arms.finish()
}

/// The switches to text modes.
fn enter(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !arms.is_at_end() {
        let place = arms.place();
        if arms.has(form!("_ => {}")) {
            // Reached only by modes without an arm before it.
            arms.passes(',');
            break;
        }
        let mode = form!("TextMode::$name =>").read(&mut arms, names)?.name();
        let switch = arms.arm(|value| {
            if let Ok(mut values) = form!("registers.state = $state").read(value, names) {
                return Ok(format!("state {}", values.state()));
            }
            let mut values = form!("registers.content_model = $model").read(value, names)?;
            Ok(format!("{:?}", values.model()))
        })?;
        out.push(fact("the switch to", format!("{mode}: {switch}"), place));
    }
    arms.finish()
}

/// The states of the tables that states are parts of.
fn spec_states(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !arms.has(form!("whole => whole,")) {
        arms.fact("the whole of state", out, |arms| {
            let part = names.state(arms)?;
            arms.expect(form!("=>"))?;
            let whole = arms.arm(|value| names.state(value))?;
            Ok(format!("{part}: {whole}"))
        })?;
    }
    arms.finish()
}

/// An element with a text mode, as a person reads it.
pub(crate) fn text_element(name: &str, mode: &str, if_scripting: bool) -> String {
    let when = if if_scripting { " if scripting" } else { "" };
    format!("{name}: {mode}{when}")
}
