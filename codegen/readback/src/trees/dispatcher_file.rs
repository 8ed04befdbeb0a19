//! Reads what chooses between the rows of the current insertion mode and those of foreign content.

use super::functions::{Context, Function, Head, Parameters, prelude};
use super::steps::End;
use crate::compare::Comparison;
use crate::form::{Cursor, Form, form};
use crate::listing::Listing;
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::Brace;
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
    let runs = |statement: &Statement| statement.any(|it| matches!(it, Statement::Run(_)));
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
        out.push(context.steps(of(context, name), &function, proved, 0, || {
            function.has(Head::PublicChoice, parameters)
        }));
    }
    let [current, secondary] = [form!("p.insertion_mode()"), form!("p.secondary_mode()")];
    let quiet = [form!("::is_quiet(p, t, row)"), form!("_ => false")];
    let process = [form!("::process(p, t, kind)"), form!("_ => Outcome::Done")];
    let (row, kind) = (Parameters::Row, Parameters::Kind);
    let functions = [
        ("is_quiet_in_current_mode", row, current, quiet),
        ("in_current_mode", kind, current, process),
        ("in_secondary_mode", kind, secondary, process),
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
    [call, others]: [&Form; 2],
    out: &mut Listing,
) -> Result<(), Misread> {
    body.expect(form!("match"))?;
    body.expect(of)?;
    let mut arms = body.group(Brace)?;
    body.finish()?;
    while !arms.has(others) {
        arms.fact("the mode", out, |arms| {
            arms.expect(form!("super::modes::"))?;
            let mode = context.names.mode(arms)?;
            arms.expect(form!("=>"))?;
            let rows = arms.arm(|value| {
                value.expect(form!("super::"))?;
                let rows = context.names.module(value)?;
                value.expect(call)?;
                Ok(rows)
            })?;
            Ok(by_mode(mode, rows))
        })?;
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
