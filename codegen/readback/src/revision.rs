//! Reads the module of a revision: its states, and its implementation of what the runtime asks of a revision.
//!
//! Most of it is not in the program, and its parts are facts: a sentence for each, in the order of the module, compared
//! with the sentences that the tables give. Reading facts into types of their own would say more of them to rustc, and
//! need a comparison for each. The states and the functions that run them are names for what is read later.

use crate::form::{Cursor, forms};
use crate::input_stream;
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use tokenwright_tables::source::Place;

/// The functions that run the states, in the order of the states: module, name and place.
pub(crate) type Dispatch = Vec<(String, String, Place)>;

forms! {
    HEADER = "#![allow(clippy::wildcard_imports)]";
    MODULE = "mod $name;";
    USES = "use crate::machine::prelude::*;";
    NAMED = "use super::references::$name as references;";
    NUMERIC = "#[allow(unused_imports)] use super::references::$name::replacement;";
    DERIVES = "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]";
    TYPE = "pub struct $name; type Revision = $name;";
    STATES = "pub enum State";
    DEFAULT = "#[default]";
    HIDDEN = "#[doc(hidden)]";
    CANDIDATES = "impl Candidates for Revision";
    REVISION = "impl crate::Revision for $name";
    ID = "const ID: &'static str = $text;";
    NAMES = "const STATES: &'static [(State, &'static str)] = &[$inside];";
    MACHINERY = "#[allow(private_interfaces)] impl Machinery for $name";
    ASSOCIATED = "type State = State; const REFERENCES: &'static References = &references::REFERENCES;";
    FLAG = "const HAS_CONTENT_MODEL_FLAG: bool = $bool;";
    REPLACED = "const REPLACED: &'static [u8] = &[$inside];";
    BEHIND = "const LONGEST_BEHIND: usize = $size;";
    LATE = "const RESPONDS_LATE: bool = true;";
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
    INPUT_ERROR = "fn input_error(c: char) -> Option<ErrorCode> { match c { $inside } }";
    REPLACEMENT = "fn replacement(c: char) -> Option<char> { match c { $inside } }";
    ENTER = "fn enter(mode: TextMode, registers: &mut Registers<State>) { match mode { $inside } }";
    SPEC_STATE = "fn spec_state(state: State) -> State { match state { $inside } }";
    ARROW = "=>";
    OTHERWISE = "_ => None,";
}

/// Reads a revision's `mod.rs`.
pub(crate) fn read(
    mut input: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    input.expect(&HEADER)?;
    loop {
        let place = input.place();
        match MODULE.read(&mut input, names) {
            Ok(mut values) => out.push((Entry::Fact("the module", values.name()), place)),
            Err(_) => break,
        }
    }
    input.expect(&USES)?;
    for (form, what) in [
        (&NAMED, "the table of named references"),
        (&NUMERIC, "the table of numeric replacements"),
    ] {
        let place = input.place();
        let name = form.read(&mut input, names)?.name();
        out.push((Entry::Fact(what, name), place));
    }
    let kind = |name, place, out: &mut Listing| {
        out.push((Entry::Fact("the type of the revision", name), place));
    };
    input.expect(&DERIVES)?;
    let place = input.place();
    let mut values = TYPE.read(&mut input, names)?;
    kind(values.name(), place, out);
    kind(values.name(), place, out);
    states(&mut input, names, out)?;
    input.expect(&CANDIDATES)?;
    let constants = input.group(Delimiter::Brace)?;
    input_stream::candidates(constants, names.machine(), out)?;
    let place = input.place();
    kind(REVISION.read(&mut input, names)?.name(), place, out);
    let mut body = input.group(Delimiter::Brace)?;
    let place = body.place();
    let id = ID.read(&mut body, names)?.text();
    out.push((Entry::Fact("the identifier", id), place));
    named_states(NAMES.read(&mut body, names)?.inside(), names, out)?;
    body.finish()?;
    let place = input.place();
    kind(MACHINERY.read(&mut input, names)?.name(), place, out);
    let dispatch = machinery(input.group(Delimiter::Brace)?, names, out)?;
    input.finish()?;
    Ok(dispatch)
}

/// The enumeration of states.
fn states(input: &mut Cursor<'_>, names: &mut Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    input.expect(&DERIVES)?;
    input.expect(&STATES)?;
    let mut variants = input.group(Delimiter::Brace)?;
    while !variants.is_at_end() {
        let mut is_default = variants.has(&DEFAULT);
        let is_hidden = variants.has(&HIDDEN);
        is_default |= variants.has(&DEFAULT);
        let place = variants.place();
        let name = variants.ident()?;
        names.add_variant(name);
        let fact = state_fact(name, is_default, is_hidden);
        out.push((Entry::Fact("the state", fact), place));
        variants.comma()?;
    }
    Ok(())
}

/// A variant of the enumeration of states, as a person reads it.
pub(crate) fn state_fact(name: &str, is_default: bool, is_hidden: bool) -> String {
    let default = if is_default { ", the default" } else { "" };
    let hidden = if is_hidden { ", hidden" } else { "" };
    format!("{name}{default}{hidden}")
}

/// The names of the states.
fn named_states(mut list: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !list.is_at_end() {
        let place = list.place();
        let mut pair = list.group(Delimiter::Parenthesis)?;
        let state = names.state(&mut pair)?;
        pair.comma()?;
        let fact = format!("{} of state {state}", pair.text()?);
        pair.passes(',');
        pair.finish()?;
        out.push((Entry::Fact("the name", fact), place));
        list.comma()?;
    }
    Ok(())
}

/// The implementation of `Machinery`.
fn machinery(
    mut body: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    body.expect(&ASSOCIATED)?;
    let place = body.place();
    let flag = FLAG.read(&mut body, names)?.bool();
    out.push((
        Entry::Fact("the content model flag:", flag.to_string()),
        place,
    ));
    let place = body.place();
    let mut list = REPLACED.read(&mut body, names)?.inside();
    let mut replaced = Vec::new();
    while !list.is_at_end() {
        replaced.push(crate::sets::byte(&mut list)?);
        list.comma()?;
    }
    replaced.sort_unstable();
    out.push((
        Entry::Fact(
            "the bytes of replaced characters:",
            format!("{replaced:X?}"),
        ),
        place,
    ));
    let place = body.place();
    let behind = BEHIND.read(&mut body, names)?.size();
    out.push((
        Entry::Fact("the bytes to look behind:", behind.to_string()),
        place,
    ));
    let place = body.place();
    let late = body.has(&LATE);
    out.push((Entry::Fact("waits after a tag:", late.to_string()), place));
    text_elements(TEXT_ELEMENTS.read(&mut body, names)?.inside(), names, out)?;
    let place = body.place();
    let follows = body.has(&FOLLOWING);
    out.push((
        Entry::Fact("has rules that follow open elements:", follows.to_string()),
        place,
    ));
    let dispatch = run(RUN.read(&mut body, names)?.inside(), names, out)?;
    input_errors(INPUT_ERROR.read(&mut body, names)?.inside(), names, out)?;
    replacements(REPLACEMENT.read(&mut body, names)?.inside(), names, out)?;
    enter(ENTER.read(&mut body, names)?.inside(), names, out)?;
    spec_states(SPEC_STATE.read(&mut body, names)?.inside(), names, out)?;
    body.finish()?;
    Ok(dispatch)
}

/// The function that runs the states.
fn run(
    mut body: Cursor<'_>,
    names: &mut Names<'_>,
    out: &mut Listing,
) -> Result<Dispatch, Misread> {
    forms! {
        FUNCTION = "$name::$name(m)";
    }
    let place = body.place();
    let has_hot_path = body.has(&HOT_PATH);
    out.push((
        Entry::Fact("runs the hot path:", has_hot_path.to_string()),
        place,
    ));
    let mut arms = DISPATCH.read(&mut body, names)?.inside();
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
        arms.expect(&ARROW)?;
        let mut value = arms.arm_value()?;
        let place = value.place();
        let mut function = FUNCTION.read(&mut value, names)?;
        value.finish()?;
        let (module, function) = (function.name(), function.name());
        if !names.add_function(&function, dispatch.len()) {
            return Err(Misread::new(place, "this function is another state's"));
        }
        dispatch.push((module, function, place));
        arms.comma()?;
    }
    Ok(dispatch)
}

fn input_errors(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    forms! {
        ON = "$chars =>";
        CODE = "Some(ErrorCode::$code)";
    }
    while !arms.has(&OTHERWISE) {
        let place = arms.place();
        let on = ON.read(&mut arms, names)?.set();
        let mut value = arms.arm_value()?;
        let code = CODE.read(&mut value, names)?.code();
        value.finish()?;
        let code = &names.machine().errors[code];
        out.push((
            Entry::Fact("the error", format!("{code} at {:X?}", on.ranges())),
            place,
        ));
        arms.comma()?;
    }
    arms.finish()
}

fn replacements(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    forms! {
        ON = "$chars =>";
        CHARACTER = "Some($char)";
    }
    while !arms.has(&OTHERWISE) {
        let place = arms.place();
        let on = ON.read(&mut arms, names)?.set();
        let mut value = arms.arm_value()?;
        let c = CHARACTER.read(&mut value, names)?.char();
        value.finish()?;
        out.push((
            Entry::Fact("the replacement", format!("{c:?} of {:X?}", on.ranges())),
            place,
        ));
        arms.comma()?;
    }
    arms.finish()
}

/// The switches to text modes.
fn enter(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    forms! {
        MODE = "TextMode::$name =>";
        STATE = "registers.state = $state";
        MODEL = "registers.content_model = $model";
        OTHER = "_ => {}";
    }
    while !arms.is_at_end() {
        let place = arms.place();
        if arms.has(&OTHER) {
            // Reached only by modes without an arm before it.
            arms.passes(',');
            break;
        }
        let mode = MODE.read(&mut arms, names)?.name();
        let mut value = arms.arm_value()?;
        let switch = match STATE.read(&mut value, names) {
            Ok(mut values) => format!("state {}", values.state()),
            Err(_) => format!("{:?}", MODEL.read(&mut value, names)?.model()),
        };
        value.finish()?;
        out.push((
            Entry::Fact("the switch to", format!("{mode}: {switch}")),
            place,
        ));
        arms.comma()?;
    }
    arms.finish()
}

/// The states of the tables that states are parts of.
fn spec_states(mut arms: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    forms! {
        WHOLE = "whole => whole,";
    }
    while !arms.has(&WHOLE) {
        let place = arms.place();
        let part = names.state(&mut arms)?;
        arms.expect(&ARROW)?;
        let mut value = arms.arm_value()?;
        let whole = names.state(&mut value)?;
        value.finish()?;
        out.push((
            Entry::Fact("the whole of state", format!("{part}: {whole}")),
            place,
        ));
        arms.comma()?;
    }
    arms.finish()
}

/// The elements whose start tags switch states by their names alone.
fn text_elements(
    mut list: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        ELEMENT = "($text, TextMode::$name, $bool)";
    }
    while !list.is_at_end() {
        let place = list.place();
        let mut values = ELEMENT.read(&mut list, names)?;
        let (name, mode) = (values.text(), values.name());
        let fact = text_element(&name, &mode, values.bool());
        out.push((Entry::Fact("the text element", fact), place));
        list.comma()?;
    }
    Ok(())
}

/// An element with a text mode, as a person reads it.
pub(crate) fn text_element(name: &str, mode: &str, if_scripting: bool) -> String {
    let when = if if_scripting { " if scripting" } else { "" };
    format!("{name}: {mode}{when}")
}
