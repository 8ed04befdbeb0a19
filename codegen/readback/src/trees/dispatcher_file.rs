//! Reads what chooses between the rows of the current insertion mode and those of foreign content.

use super::functions::{Comparison, Context, Function, Head, Parameters, prelude};
use super::steps::End;
use crate::form::{Cursor, Form, forms};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::Brace;
use std::sync::LazyLock;
use tokenwright_compiler::tree::ir::Statement;

/// Reads the file.
pub(super) fn read(
    mut input: Cursor<'_>,
    context: Context<'_>,
    out: &mut Vec<Comparison>,
) -> Result<(), Misread> {
    prelude(&mut input)?;
    let meaning = context.meaning;
    let program = meaning.program;
    let segments = &program.algorithms[program.dispatch].body.segments;
    let steps = segments.first().map_or(&[][..], Vec::as_slice);
    let runs = |statement: &Statement| {
        let mut runs = false;
        statement.each(&mut |it| runs |= matches!(it, Statement::Run(_)));
        runs
    };
    // What follows the last rows runs after them, whichever they are.
    let split = steps.iter().rposition(runs).map_or(0, |at| at + 1);
    let (head, rest) = steps.split_at(split);
    let bodies = [
        ("dispatch", head, true, End::Done, Parameters::Kind),
        ("after_dispatch", rest, true, End::Done, Parameters::None),
        (
            "is_quiet",
            &program.quiet_dispatch[..],
            false,
            End::Value,
            Parameters::Row,
        ),
    ];
    for (name, steps, is_dispatcher, end, parameters) in bodies {
        let function = Function::read(&mut input)?;
        function.is_named(name)?;
        let proved = (meaning.list(steps, is_dispatcher), end);
        out.push(Comparison::steps(
            of(context, name),
            function.body.end(),
            proved,
            0,
            || {
                function.has(Head::PublicChoice, parameters)?;
                context.body(&function, Vec::new())
            },
        ));
    }
    forms! {
        INSERTION_MODE = "p.insertion_mode()";
        SECONDARY_MODE = "p.secondary_mode()";
        IS_QUIET = "::is_quiet(p, t, row)";
        NOT_QUIET = "_ => false";
        PROCESS = "::process(p, t, kind)";
        DONE = "_ => Outcome::Done";
    }
    let (row, kind) = (Parameters::Row, Parameters::Kind);
    let quiet = "is_quiet_in_current_mode";
    let functions = [
        (quiet, row, &INSERTION_MODE, [&IS_QUIET, &NOT_QUIET]),
        ("in_current_mode", kind, &INSERTION_MODE, [&PROCESS, &DONE]),
        (
            "in_secondary_mode",
            kind,
            &SECONDARY_MODE,
            [&PROCESS, &DONE],
        ),
    ];
    // Without a mode for foreign content, no mode is secondary.
    let count = 2 + usize::from(program.foreign_mode.is_some());
    for (name, parameters, of, values) in functions.into_iter().take(count) {
        let function = Function::read(&mut input)?;
        function.is_named(name)?;
        let mut expected = Expected::default();
        for mode in 0..program.modes.len() {
            expected.fact("the mode", by_mode(mode, mode));
        }
        let end = function.body.end();
        let about = self::of(context, name);
        out.push(Comparison::of(about, end, expected, |out| {
            function.has(Head::PublicChoice, parameters)?;
            modes(context, function.body, of, values, out)
        }));
    }
    input.finish()
}

/// `match p.insertion_mode() { super::modes::INITIAL => super::initial::process(p, t, kind), _ => Outcome::Done }`
fn modes(
    context: Context<'_>,
    mut body: Cursor<'_>,
    of: &Form,
    [call, others]: [&LazyLock<Form>; 2],
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        MATCH = "match";
        MODE = "super::modes::";
        ARROW = "=>";
        SUPER = "super::";
    }
    body.expect(&MATCH)?;
    body.expect(of)?;
    let mut arms = body.group(Brace)?;
    body.finish()?;
    while !arms.has(others) {
        let place = arms.place();
        arms.expect(&MODE)?;
        let mode = context.names.mode(&mut arms)?;
        arms.expect(&ARROW)?;
        let mut value = arms.arm_value()?;
        value.expect(&SUPER)?;
        let rows = context.names.module(&mut value)?;
        value.expect(call)?;
        value.finish()?;
        arms.comma()?;
        out.push((Entry::Fact("the mode", by_mode(mode, rows)), place));
    }
    arms.comma()?;
    arms.finish()
}

fn by_mode(mode: usize, rows: usize) -> String {
    format!("{mode} has the rows of mode {rows}")
}

fn of(context: Context<'_>, function: &str) -> String {
    format!(
        "tree construction of {}, the dispatcher's function `{function}`",
        context.id
    )
}
