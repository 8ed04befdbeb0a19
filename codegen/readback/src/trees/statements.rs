//! Reads the body of a function as steps.
//!
//! Rust has values where the tables have steps: the last expression of a block ends the body, and so does `return`. Both become a
//! return, so that one reader serves rows, algorithms and conditions. A variable is declared where it is set first; two
//! with one name in one scope are refused, as the first would be hidden from steps that may still read it.

use super::expressions::{Expressions, Variable};
use super::names::{number, plain};
use super::steps::{Step, Steps};
use crate::form::{Cursor, form, unexpected};
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Parenthesis};
use tokenwright_compiler::tree::ir::{Expression as E, Primitive as P, Rows, Type};

/// Reads the body of a function.
pub(super) struct Bodies<'n> {
    pub(super) expressions: Expressions<'n>,
    /// The variables that can be used, by their numbers: those before a mark are declared outside.
    in_scope: Vec<usize>,
    /// Whether the function has a result.
    has_value: bool,
}

/// What is read of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Others follow the list.
    List,
    /// The list ends the body, and may have a value.
    Tail,
}

impl<'n> Bodies<'n> {
    /// A reader of a body with these parameters, and a result or none.
    pub(super) fn new(
        mut expressions: Expressions<'n>,
        parameters: Vec<Variable>,
        has_value: bool,
    ) -> Self {
        let in_scope = (0..parameters.len()).collect();
        expressions.variables = parameters;
        Bodies {
            expressions,
            in_scope,
            has_value,
        }
    }

    /// Reads a body.
    pub(super) fn body(&mut self, mut input: Cursor<'_>) -> Result<Steps, Misread> {
        // An algorithm that is only for the tree: its declarations are inside.
        let mut after = input;
        if after.has(form!("if B::HAS_TREE")) {
            let place = input.place();
            let inside = after.group(Brace)?;
            if after.is_at_end() && declares(inside) {
                return Ok(vec![(Step::OnlyTree(self.body(inside)?), place)]);
            }
        }
        let mut steps = self.declarations(&mut input)?;
        steps.extend(match input.has(form!("let mut step = 0u8;")) {
            true => self.segments(input)?,
            false => self.list(&mut input, Within::Tail)?,
        });
        Ok(steps)
    }

    /// `let mut node: Element = Default::default();`
    fn declarations(&mut self, input: &mut Cursor<'_>) -> Result<Steps, Misread> {
        let mut steps = Steps::new();
        while declares(*input) {
            let place = input.place();
            input.expect(form!("let mut"))?;
            let number = self.declare(input)?;
            input.passes(':');
            let of = type_of(input)?;
            input.expect(form!("= Default::default();"))?;
            let variable = &mut self.expressions.variables[number];
            variable.holds = Some(of);
            steps.push((Step::Declare(plain(&variable.name), of), place));
        }
        Ok(steps)
    }

    /// Declares a variable; returns its number.
    fn declare(&mut self, input: &mut Cursor<'_>) -> Result<usize, Misread> {
        let place = input.place();
        let name = input.ident()?;
        let known = &self.expressions.variables;
        // Another variable with the name in the same scope would end the first, whose value the steps may still read.
        if self.in_scope.iter().any(|at| known[*at].name == name) {
            return Err(Misread::new(place, "a second variable has this name"));
        }
        let name = name.to_owned();
        self.expressions
            .variables
            .push(Variable { name, holds: None });
        let number = self.expressions.variables.len() - 1;
        self.in_scope.push(number);
        Ok(number)
    }

    /// Segments between labels, in a loop that runs those from `step` on.
    fn segments(&mut self, mut input: Cursor<'_>) -> Result<Steps, Misread> {
        input.expect(form!("'steps: loop"))?;
        let mut inside = input.group(Brace)?;
        let mut steps = Steps::new();
        let mut count = 0;
        while inside.has(form!("if step <=")) {
            let place = inside.place();
            if number(&mut inside)? != count {
                return Err(unexpected(place));
            }
            steps.push((Step::Segment(count), place));
            steps.extend(self.block(&mut inside)?);
            count += 1;
        }
        steps.push((Step::EndOfSegments, inside.place()));
        inside.expect(form!("break;"))?;
        inside.finish()?;
        let end = self.list(&mut input, Within::Tail)?;
        steps.extend(end);
        Ok(steps)
    }

    /// A list with a scope.
    fn scoped(&mut self, input: &mut Cursor<'_>, within: Within) -> Result<Steps, Misread> {
        let outside = self.in_scope.len();
        let steps = self.list(input, within);
        for number in self.in_scope.drain(outside..) {
            // Its name means nothing any more.
            self.expressions.variables[number].name.clear();
        }
        steps
    }

    fn list(&mut self, input: &mut Cursor<'_>, within: Within) -> Result<Steps, Misread> {
        let mut steps = Steps::new();
        while !input.is_at_end() {
            self.statement(input, within, &mut steps)?;
        }
        let last = steps.last();
        let is_value = last.is_some_and(|(step, _)| matches!(step, Step::If(..)) || step.leaves());
        match within == Within::Tail && self.has_value && !is_value {
            true => Err(Misread::new(input.place(), "this has no value")),
            false => Ok(steps),
        }
    }

    /// Reads a statement, or the value of the list.
    fn statement(
        &mut self,
        input: &mut Cursor<'_>,
        within: Within,
        steps: &mut Steps,
    ) -> Result<(), Misread> {
        let place = input.place();
        if within == Within::Tail
            && let Some(value) = self.value_of_row(input)?
        {
            steps.extend(value.into_iter().map(|step| (step, place)));
            return Ok(());
        }
        let step = self.step(input, within)?;
        let stops = step == Step::Stop;
        let may_stop = match &step {
            Step::Act(..) | Step::Run(_) | Step::RunPending(..) => true,
            Step::Do(of) | Step::Set(_, of) | Step::Discard(of) => {
                of.may_stop(&self.expressions.names.stopping)
            }
            _ => false,
        };
        steps.push((step, place));
        match may_stop {
            true => self.stopped(input),
            false if stops => Self::end(input, within),
            false => Ok(()),
        }
    }

    /// What is returned once the parser is stopped, which has no meaning.
    fn end(input: &mut Cursor<'_>, within: Within) -> Result<(), Misread> {
        let returns = input.has(form!("return"));
        if !input.has(form!("Outcome::Done")) {
            input.has(form!("Default::default()"));
        }
        match returns {
            true => input.expect(form!(";")),
            false if within == Within::Tail => input.finish(),
            false => Err(input.unexpected()),
        }
    }

    /// The steps of the value that ends a body, if it is no expression.
    fn value_of_row(&mut self, input: &mut Cursor<'_>) -> Result<Option<Vec<Step>>, Misread> {
        let reprocess = vec![Step::Run(Rows::Dispatched), Step::Return(None)];
        for (form, steps) in [
            (form!("Outcome::Done"), vec![Step::Return(None)]),
            (form!("Default::default()"), vec![Step::ReturnDefault]),
            (form!("Outcome::Reprocess"), reprocess),
        ] {
            let mut value = *input;
            if value.has(form) && value.is_at_end() {
                *input = value;
                return Ok(Some(steps));
            }
        }
        if !input.peek().is_some_and(|token| token.is_ident("super")) {
            return Ok(None);
        }
        let rows = self.rows(input)?;
        input.finish()?;
        Ok(Some(vec![Step::Run(rows), Step::Return(None)]))
    }

    /// Reads the step of a statement, up to what asks whether it stopped the parser.
    fn step(&mut self, input: &mut Cursor<'_>, within: Within) -> Result<Step, Misread> {
        for (form, step) in [
            (form!("break;"), Step::Break),
            (form!("continue;"), Step::Continue),
            (form!("p.stop();"), Step::Stop),
            (form!("p.process(t);"), Step::Run(Rows::Dispatched)),
        ] {
            if input.has(form) {
                return Ok(step);
            }
        }
        if input.has(form!("let _ =")) {
            let of = self.expressions.expression(input)?;
            input.expect(form!(";"))?;
            return Ok(computed(None, of));
        }
        if input.has(form!("let mut")) {
            let mut name = *input;
            input.ident()?;
            input.expect(form!("="))?;
            // The value is from before the declaration.
            let of = self.expressions.expression(input)?;
            input.expect(form!(";"))?;
            let holds = self.expressions.type_of(&of);
            let number = self.declare(&mut name)?;
            self.expressions.variables[number].holds = holds;
            return Ok(computed(Some(number), of));
        }
        if input.has(form!("if B::HAS_TREE")) {
            return Ok(Step::OnlyTree(self.block(input)?));
        }
        if input.has(form!("if !super::")) {
            let rows = match input.has(form!("dispatcher::is_quiet_in_current_mode")) {
                true => Rows::CurrentMode,
                false => {
                    let mode = self.expressions.names.module(input)?;
                    input.expect(form!("::is_quiet"))?;
                    Rows::Mode(mode)
                }
            };
            input.expect(form!("(p, t, row) { return false; }"))?;
            return Ok(Step::RunQuiet(rows));
        }
        if input.has(form!("if")) {
            return self.conditional(input, within);
        }
        if input.has(form!("loop")) {
            return Ok(Step::While(E::Flag(true), self.block(input)?));
        }
        if input.has(form!("while")) {
            let test = self.expressions.expression(input)?;
            return Ok(Step::While(test, self.block(input)?));
        }
        if input.has(form!("return")) {
            let has_none = input.has(form!("Outcome::Done"))
                || input.peek().is_some_and(|token| token.is_punct(';'));
            let of = match has_none {
                true => None,
                false => Some(self.expressions.expression(input)?),
            };
            input.expect(form!(";"))?;
            return Ok(Step::Return(of));
        }
        if input.has(form!("step =")) {
            let segment = number(input)?;
            input.expect(form!("; continue 'steps;"))?;
            return Ok(Step::Jump(segment));
        }
        if input.has(form!("p.each_pending")) {
            let names = self.expressions.names;
            let (mode, row) = input.within(Parenthesis, |inside| {
                inside.expect(form!("t, |p, t| super::"))?;
                let mode = names.module(inside)?;
                inside.expect(form!("::"))?;
                let row = names.row(mode, inside)?;
                inside.expect(form!("(p, t)"))?;
                Ok((mode, row))
            })?;
            input.expect(form!(";"))?;
            return Ok(Step::RunPending(mode, row));
        }
        let mut after = *input;
        if let Ok(mut inside) = after.group(Brace)
            && inside.has(form!("let outcome ="))
        {
            let rows = self.rows(&mut inside)?;
            inside.expect(form!("; p.finish(t, outcome);"))?;
            inside.finish()?;
            *input = after;
            return Ok(Step::Run(rows));
        }
        if let Some(variable) = self.assigned(input) {
            let step = self.assignment(variable, input)?;
            input.expect(form!(";"))?;
            return Ok(step);
        }
        let of = self.expressions.expression(input)?;
        if input.has(form!(";")) {
            return Ok(Step::Do(of));
        }
        match within == Within::Tail && input.is_at_end() {
            true => Ok(Step::Return(Some(of))),
            false => Err(input.unexpected()),
        }
    }

    /// The steps of a loop or of a branch that ends no body.
    fn block(&mut self, input: &mut Cursor<'_>) -> Result<Steps, Misread> {
        let mut inside = input.group(Brace)?;
        self.scoped(&mut inside, Within::List)
    }

    /// Reads a branch behind its `if`.
    fn conditional(&mut self, input: &mut Cursor<'_>, within: Within) -> Result<Step, Misread> {
        let test = self.expressions.expression(input)?;
        let mut then = input.group(Brace)?;
        let otherwise = match input.has(form!("else")) {
            true => Some(input.group(Brace)?),
            false => None,
        };
        let within = match input.is_at_end() {
            true => within,
            false => Within::List,
        };
        let then = self.scoped(&mut then, within)?;
        let otherwise = match otherwise {
            Some(mut otherwise) => self.scoped(&mut otherwise, within)?,
            None if within == Within::Tail && self.has_value => {
                return Err(Misread::new(input.place(), "this has no value"));
            }
            None => Steps::new(),
        };
        Ok(Step::If(test, then, otherwise))
    }

    /// What ends a body in which rows were run.
    fn stopped(&mut self, input: &mut Cursor<'_>) -> Result<(), Misread> {
        input.expect(form!("if p.is_stopped()"))?;
        input.within(Brace, |inside| Self::end(inside, Within::List))
    }

    /// The call that runs rows for the token.
    fn rows(&mut self, input: &mut Cursor<'_>) -> Result<Rows, Misread> {
        let with_kind = |input: &mut Cursor<'_>, rows| {
            input.within(Parenthesis, |inside| {
                inside.expect(form!("p, t"))?;
                inside.comma()?;
                match inside.has(form!("kind")) {
                    true => Ok(rows),
                    false => inside.expect(form!("t.kind()")).map(|()| rows),
                }
            })
        };
        if input.has(form!("super::dispatcher::in_current_mode")) {
            return with_kind(input, Rows::CurrentMode);
        }
        if input.has(form!("super::dispatcher::in_secondary_mode")) {
            return with_kind(input, Rows::SecondaryMode);
        }
        input.expect(form!("super::"))?;
        let mode = self.expressions.names.module(input)?;
        if input.has(form!("::process")) {
            return with_kind(input, Rows::Mode(mode));
        }
        input.expect(form!("::"))?;
        let row = self.expressions.names.row(mode, input)?;
        input.expect(form!("(p, t)"))?;
        Ok(Rows::Row(mode, row))
    }

    /// The variable that a statement assigns, if it is an assignment.
    fn assigned(&self, input: &mut Cursor<'_>) -> Option<usize> {
        let mut after = *input;
        let name = after.ident().ok()?;
        if !after.peek()?.is_punct('=') {
            return None;
        }
        let variable = self.expressions.variable(name)?;
        *input = after;
        Some(variable)
    }

    /// `= value`, or `= name.saturating_add(1u32)`
    fn assignment(&mut self, variable: usize, input: &mut Cursor<'_>) -> Result<Step, Misread> {
        input.expect(form!("="))?;
        let mut after = *input;
        if let Ok(name) = after.ident()
            && self.expressions.variable(name) == Some(variable)
            && after.has(form!(".saturating_add"))
        {
            let by = after.within(Parenthesis, |inside| inside.number("u32"))?;
            *input = after;
            return Ok(Step::Increment(variable, by));
        }
        let of = self.expressions.expression(input)?;
        Ok(computed(Some(variable), of))
    }
}

/// What a value does: a token that is made up is processed, or a variable is set if there is one.
fn computed(variable: Option<usize>, of: E) -> Step {
    match (variable, &of) {
        (_, E::Call(P::ActAsStartTag | P::ActAsEndTag | P::ActAsEndTagOf, _)) => {
            Step::Act(variable, of)
        }
        (Some(variable), _) => Step::Set(variable, of),
        (None, _) => Step::Discard(of),
    }
}

/// Whether a list begins with a declaration.
fn declares(mut inside: Cursor<'_>) -> bool {
    inside.has(form!("let mut")) && inside.ident().is_ok() && inside.passes(':')
}

/// A type.
pub(super) fn type_of(input: &mut Cursor<'_>) -> Result<Type, Misread> {
    if input.has(form!("Text<'t>")) {
        return Ok(Type::Text);
    }
    let place = input.place();
    match input.ident()? {
        "Element" => Ok(Type::Node),
        "TokenReference" => Ok(Type::Token),
        "Namespace" => Ok(Type::Namespace),
        "u32" => Ok(Type::Number),
        "bool" => Ok(Type::Flag),
        "Location" => Ok(Type::Location),
        "Position" => Ok(Type::Position),
        _ => Err(unexpected(place)),
    }
}

/// The parameters of a function after `p` and `t`.
pub(super) fn parameters(inside: &mut Cursor<'_>) -> Result<Vec<Variable>, Misread> {
    let mut all: Vec<Variable> = Vec::new();
    while inside.has(form!("mut")) {
        let place = inside.place();
        let name = inside.ident()?.to_owned();
        if !inside.passes(':') || all.iter().any(|known| known.name == name) {
            return Err(Misread::new(place, "this is no parameter"));
        }
        let holds = Some(type_of(inside)?);
        inside.comma()?;
        all.push(Variable { name, holds });
    }
    Ok(all)
}
