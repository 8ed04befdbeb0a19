//! Reads the algorithms, and the conditions that the section defines.

use super::functions::{Context, Function, Head, prelude};
use super::names::Function as Meant;
use super::steps::{End, Step};
use crate::compare::Comparison;
use crate::form::{Cursor, form};
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Parenthesis};
use tokenwright_compiler::tree::ir::{TreeProgram, Type, Variable};
use tokenwright_tables::source::Place;

/// What the functions that other files see are, in their order.
pub(super) fn in_order(program: &TreeProgram) -> impl Iterator<Item = Meant> + '_ {
    let algorithms = (0..program.algorithms.len()).filter(|at| *at != program.dispatch);
    let definitions = 0..program.definitions.len();
    let algorithms = algorithms.map(Meant::Algorithm);
    algorithms.chain(definitions.map(Meant::Definition))
}

/// Reads the file.
pub(super) fn read(
    mut input: Cursor<'_>,
    context: Context<'_>,
    out: &mut Vec<Comparison>,
) -> Result<(), Misread> {
    prelude(&mut input)?;
    let program = context.meaning.program;
    for meant in in_order(program) {
        let function = Function::read(&mut input)?;
        if context.names.algorithms.get(function.name) != Some(&meant) {
            return Err(Misread::new(
                function.place,
                "another algorithm is expected here",
            ));
        }
        match meant {
            Meant::Algorithm(at) => algorithm(&mut input, context, at, function, out)?,
            Meant::Definition(at) => definition(context, at, &function, out),
        }
    }
    input.finish()
}

fn algorithm<'t>(
    input: &mut Cursor<'t>,
    context: Context<'_>,
    at: usize,
    mut function: Function<'t>,
    out: &mut Vec<Comparison>,
) -> Result<(), Misread> {
    let program = context.meaning.program;
    let algorithm = &program.algorithms[at];
    let count = algorithm.parameters.len();
    let mut steps = context.meaning.body(&algorithm.body, count);
    if program.tree_only.get(at) == Some(&true) {
        steps = vec![(Step::OnlyTree(steps), Place::default())];
    }
    let end = match algorithm.result {
        Some(_) => End::Value,
        None => End::Done,
    };
    // An algorithm that may return at once asks first whether it does.
    let mut head = Head::PublicSteps;
    if let Some(quick) = program.quick_returns.get(at).copied().flatten() {
        let wanted = &algorithm.body.variables[..count];
        if let Some(slow) = at_length(context, &function, wanted, quick)? {
            head = Head::Steps;
            function = Function::read(input)?;
            function.is_named(&slow)?;
        }
    }
    let of = format!(
        "tree construction of {}, the algorithm `{}`",
        context.id, algorithm.name
    );
    let wanted = &algorithm.body.variables[..count];
    out.push(context.steps(of, &function, (steps, end), count, || {
        function.parameters(head, wanted, algorithm.result)
    }));
    Ok(())
}

/// `if !algorithms::quick(p, t, …) { slow(p, t, …); }`: the function with the steps, if a function is this.
fn at_length(
    context: Context<'_>,
    function: &Function<'_>,
    wanted: &[Variable],
    quick: usize,
) -> Result<Option<String>, Misread> {
    let mut body = function.body;
    if !body.has(form!("if !algorithms::")) {
        return Ok(None);
    }
    let parameters = function.parameters(Head::PublicSteps, wanted, None)?;
    let arguments = |input: &mut Cursor<'_>| {
        input.within(Parenthesis, |inside| {
            inside.expect(form!("p, t"))?;
            inside.comma()?;
            for parameter in &parameters {
                let place = inside.place();
                if inside.ident()? != parameter.name {
                    return Err(Misread::new(place, "this is not the parameter"));
                }
                inside.comma()?;
            }
            Ok(())
        })
    };
    let place = body.place();
    let asked = context.names.algorithms.get(body.ident()?);
    if asked != Some(&Meant::Algorithm(quick)) {
        return Err(Misread::new(
            place,
            "this does not say whether the algorithm returns at once",
        ));
    }
    arguments(&mut body)?;
    let slow = body.within(Brace, |inside| {
        let slow = inside.name()?;
        arguments(inside)?;
        inside.expect(form!(";"))?;
        Ok(slow)
    })?;
    body.finish()?;
    Ok(Some(slow))
}

fn definition(context: Context<'_>, at: usize, function: &Function<'_>, out: &mut Vec<Comparison>) {
    let definition = &context.meaning.program.definitions[at];
    let test = context.meaning.expression(&definition.test);
    let steps = vec![(Step::Return(Some(test)), Place::default())];
    let count = definition.parameters.len();
    let of = format!(
        "tree construction of {}, the condition `{}`",
        context.id, definition.name
    );
    let wanted = &definition.variables[..count];
    out.push(context.steps(of, function, (steps, End::Value), count, || {
        function.parameters(Head::PublicSteps, wanted, Some(Type::Flag))
    }));
}
