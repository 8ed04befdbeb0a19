//! Reads the body of a function as steps.
//!
//! Rust has values where the tables have steps: the last expression of a block ends the body, and so does `return`. Both become a
//! return, so that one reader serves rows, algorithms and conditions. A variable is declared where it is set first; two
//! with one name in one scope are refused, as the first would be hidden from steps that may still read it.

use super::expressions::{Expressions, Variable};
use super::names::plain;
use super::steps::{Step, Steps};
use crate::form::{Cursor, forms, unexpected};
use crate::tokens::{Literal, Misread};
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
        forms! {
            ONLY_TREE = "if B::HAS_TREE";
            STEP = "let mut step = 0u8;";
        }
        // An algorithm that is only for the tree: its declarations are inside.
        let mut after = input;
        if after.has(&ONLY_TREE) {
            let place = input.place();
            let inside = after.group(Brace)?;
            if after.is_at_end() && declares(inside) {
                return Ok(vec![(Step::OnlyTree(self.body(inside)?), place)]);
            }
        }
        let mut steps = self.declarations(&mut input)?;
        steps.extend(match input.has(&STEP) {
            true => self.segments(input)?,
            false => self.list(&mut input, Within::Tail)?,
        });
        Ok(steps)
    }

    /// `let mut node: Element = Default::default();`
    fn declarations(&mut self, input: &mut Cursor<'_>) -> Result<Steps, Misread> {
        forms! {
            LET = "let mut";
            DEFAULT = "= Default::default();";
        }
        let mut steps = Steps::new();
        while declares(*input) {
            let place = input.place();
            input.expect(&LET)?;
            let number = self.declare(input)?;
            input.passes(':');
            let of = type_of(input)?;
            input.expect(&DEFAULT)?;
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
        forms! {
            LOOP = "'steps: loop";
            SEGMENT = "if step <=";
            END = "break;";
        }
        input.expect(&LOOP)?;
        let mut inside = input.group(Brace)?;
        let mut steps = Steps::new();
        let mut count = 0;
        while inside.has(&SEGMENT) {
            let place = inside.place();
            if small(&mut inside)? != count {
                return Err(unexpected(place));
            }
            let mut segment = inside.group(Brace)?;
            steps.push((Step::Segment(count), place));
            steps.extend(self.scoped(&mut segment, Within::List)?);
            count += 1;
        }
        steps.push((Step::EndOfSegments, inside.place()));
        inside.expect(&END)?;
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
        forms! {
            DISCARD = "let _ =";
            LET = "let mut";
            EQUALS = "=";
            END = ";";
            ONLY_TREE = "if B::HAS_TREE";
            QUIET = "if !super::";
            QUIET_ARGUMENTS = "(p, t, row)";
            NOT_QUIET = "return false;";
            IF = "if";
            ELSE = "else";
            WHILE = "while";
            LOOP = "loop";
            BREAK = "break;";
            CONTINUE = "continue;";
            RETURN = "return";
            DONE = "Outcome::Done";
            STEP = "step =";
            CONTINUE_STEPS = "; continue 'steps;";
            STOP = "p.stop();";
            PROCESS = "p.process(t);";
            OUTCOME = "let outcome =";
            FINISH = "; p.finish(t, outcome);";
            EACH = "p.each_pending";
            EACH_ARGUMENTS = "t, |p, t| super::";
            ROW_ARGUMENTS = "(p, t)";
            DEFAULT = "Default::default()";
            REPROCESS = "Outcome::Reprocess";
            DISPATCHER = "dispatcher::is_quiet_in_current_mode";
            IS_QUIET = "::is_quiet";
            COLONS = "::";
        }
        let place = input.place();
        let mut push = |step| steps.push((step, place));
        if input.has(&DISCARD) {
            let of = self.expressions.expression(input)?;
            input.expect(&END)?;
            if is_act(&of) {
                push(Step::Act(None, of));
                return self.stopped(input);
            }
            push(Step::Discard(of));
            return Ok(());
        }
        if input.has(&LET) {
            let mut name = *input;
            input.ident()?;
            input.expect(&EQUALS)?;
            // The value is from before the declaration.
            let of = self.expressions.expression(input)?;
            input.expect(&END)?;
            let holds = self.expressions.type_of(&of);
            let number = self.declare(&mut name)?;
            self.expressions.variables[number].holds = holds;
            if is_act(&of) {
                push(Step::Act(Some(number), of));
                return self.stopped(input);
            }
            push(Step::Set(number, of));
            return Ok(());
        }
        if input.has(&ONLY_TREE) {
            let mut inside = input.group(Brace)?;
            let only = self.scoped(&mut inside, Within::List)?;
            push(Step::OnlyTree(only));
            return Ok(());
        }
        if input.has(&QUIET) {
            let rows = match input.has(&DISPATCHER) {
                true => Rows::CurrentMode,
                false => {
                    let mode = self.expressions.names.module(input)?;
                    input.expect(&IS_QUIET)?;
                    Rows::Mode(mode)
                }
            };
            input.expect(&QUIET_ARGUMENTS)?;
            let mut inside = input.group(Brace)?;
            inside.expect(&NOT_QUIET)?;
            inside.finish()?;
            push(Step::RunQuiet(rows));
            return Ok(());
        }
        if input.has(&IF) {
            let test = self.expressions.expression(input)?;
            let mut then = input.group(Brace)?;
            let mut after = *input;
            let otherwise = match after.has(&ELSE) {
                true => Some(after.group(Brace)?),
                false => None,
            };
            if otherwise.is_some() {
                *input = after;
            }
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
            push(Step::If(test, then, otherwise));
            return Ok(());
        }
        if input.has(&LOOP) {
            let mut inside = input.group(Brace)?;
            let body = self.scoped(&mut inside, Within::List)?;
            push(Step::While(E::Flag(true), body));
            return Ok(());
        }
        if input.has(&WHILE) {
            let test = self.expressions.expression(input)?;
            let mut inside = input.group(Brace)?;
            let body = self.scoped(&mut inside, Within::List)?;
            push(Step::While(test, body));
            return Ok(());
        }
        if input.has(&BREAK) {
            push(Step::Break);
            return Ok(());
        }
        if input.has(&CONTINUE) {
            push(Step::Continue);
            return Ok(());
        }
        if input.has(&RETURN) {
            if !input.has(&DONE) && !input.peek().is_some_and(|token| token.is_punct(';')) {
                let of = self.expressions.expression(input)?;
                push(Step::Return(Some(of)));
            } else {
                push(Step::Return(None));
            }
            return input.expect(&END);
        }
        if input.has(&STEP) {
            let segment = small(input)?;
            input.expect(&CONTINUE_STEPS)?;
            push(Step::Jump(segment));
            return Ok(());
        }
        if input.has(&STOP) {
            push(Step::Stop);
            // What is returned has no meaning then.
            let returns = input.has(&RETURN);
            if !input.has(&DONE) {
                input.has(&DEFAULT);
            }
            return match returns {
                true => input.expect(&END),
                false if within == Within::Tail => input.finish(),
                false => Err(input.unexpected()),
            };
        }
        if input.has(&PROCESS) {
            push(Step::Run(Rows::Dispatched));
            return self.stopped(input);
        }
        if input.has(&EACH) {
            let mut inside = input.group(Parenthesis)?;
            inside.expect(&EACH_ARGUMENTS)?;
            let mode = self.expressions.names.module(&mut inside)?;
            inside.expect(&COLONS)?;
            let row = self.expressions.names.row(mode, &mut inside)?;
            inside.expect(&ROW_ARGUMENTS)?;
            inside.comma()?;
            inside.finish()?;
            input.expect(&END)?;
            push(Step::RunPending(mode, row));
            return Ok(());
        }
        let mut after = *input;
        if let Ok(mut inside) = after.group(Brace)
            && inside.has(&OUTCOME)
        {
            let rows = self.rows(&mut inside)?;
            inside.expect(&FINISH)?;
            inside.finish()?;
            *input = after;
            push(Step::Run(rows));
            return self.stopped(input);
        }
        if within == Within::Tail {
            let mut value = *input;
            if value.has(&DONE) && value.is_at_end() {
                push(Step::Return(None));
                *input = value;
                return Ok(());
            }
            let mut value = *input;
            if value.has(&DEFAULT) && value.is_at_end() {
                push(Step::ReturnDefault);
                *input = value;
                return Ok(());
            }
            let mut value = *input;
            if value.has(&REPROCESS) && value.is_at_end() {
                push(Step::Run(Rows::Dispatched));
                push(Step::Return(None));
                *input = value;
                return Ok(());
            }
            if input.peek().is_some_and(|token| token.is_ident("super")) {
                let rows = self.rows(input)?;
                push(Step::Run(rows));
                push(Step::Return(None));
                return input.finish();
            }
        }
        if let Some(variable) = self.assigned(input) {
            let of = self.assignment(variable, input)?;
            input.expect(&END)?;
            if let Step::Set(_, of) = &of
                && is_act(of)
            {
                push(Step::Act(Some(variable), of.clone()));
                return self.stopped(input);
            }
            push(of);
            return Ok(());
        }
        let of = self.expressions.expression(input)?;
        if input.has(&END) {
            push(Step::Do(of));
            return Ok(());
        }
        match within == Within::Tail && input.is_at_end() {
            true => push(Step::Return(Some(of))),
            false => return Err(input.unexpected()),
        }
        Ok(())
    }

    /// What ends a body in which rows were run.
    fn stopped(&mut self, input: &mut Cursor<'_>) -> Result<(), Misread> {
        forms! {
            STOPPED = "if p.is_stopped()";
            ROW = "return Outcome::Done;";
            VALUE = "return Default::default();";
            NOTHING = "return;";
        }
        input.expect(&STOPPED)?;
        let mut inside = input.group(Brace)?;
        if !inside.has(&ROW) && !inside.has(&VALUE) {
            inside.expect(&NOTHING)?;
        }
        inside.finish()
    }

    /// The call that runs rows for the token.
    fn rows(&mut self, input: &mut Cursor<'_>) -> Result<Rows, Misread> {
        forms! {
            CURRENT = "super::dispatcher::in_current_mode";
            SECONDARY = "super::dispatcher::in_secondary_mode";
            SUPER = "super::";
            PROCESS = "::process";
            COLONS = "::";
            ROW = "(p, t)";
            KIND = "kind";
            KIND_OF_TOKEN = "t.kind()";
            PARAMETERS = "p, t";
        }
        let with_kind = |input: &mut Cursor<'_>| {
            let mut inside = input.group(Parenthesis)?;
            inside.expect(&PARAMETERS)?;
            inside.comma()?;
            if !inside.has(&KIND) {
                inside.expect(&KIND_OF_TOKEN)?;
            }
            inside.comma()?;
            inside.finish()
        };
        for (form, rows) in [
            (&CURRENT, Rows::CurrentMode),
            (&SECONDARY, Rows::SecondaryMode),
        ] {
            if input.has(form) {
                with_kind(input)?;
                return Ok(rows);
            }
        }
        input.expect(&SUPER)?;
        let mode = self.expressions.names.module(input)?;
        if input.has(&PROCESS) {
            with_kind(input)?;
            return Ok(Rows::Mode(mode));
        }
        input.expect(&COLONS)?;
        let row = self.expressions.names.row(mode, input)?;
        input.expect(&ROW)?;
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
        forms! {
            EQUALS = "=";
            ADD = ".saturating_add";
        }
        input.expect(&EQUALS)?;
        let mut after = *input;
        if let Ok(name) = after.ident()
            && self.expressions.variable(name) == Some(variable)
            && after.has(&ADD)
        {
            let mut inside = after.group(Parenthesis)?;
            let place = inside.place();
            let by = self.expressions.expression(&mut inside)?;
            inside.finish()?;
            *input = after;
            return match by {
                E::Number(by) => Ok(Step::Increment(variable, by)),
                _ => Err(unexpected(place)),
            };
        }
        let of = self.expressions.expression(input)?;
        Ok(Step::Set(variable, of))
    }
}

/// Whether a call processes a token that is made up.
fn is_act(of: &E) -> bool {
    matches!(
        of,
        E::Call(P::ActAsStartTag | P::ActAsEndTag | P::ActAsEndTagOf, _)
    )
}

/// Whether a list begins with a declaration.
fn declares(mut inside: Cursor<'_>) -> bool {
    forms! {
        LET = "let mut";
    }
    inside.has(&LET) && inside.ident().is_ok() && inside.passes(':')
}

/// A small number without a suffix.
fn small(input: &mut Cursor<'_>) -> Result<usize, Misread> {
    let place = input.place();
    match input.literal()? {
        Literal::Number(number, suffix) if suffix.is_empty() => {
            usize::try_from(*number).map_err(|_| unexpected(place))
        }
        _ => Err(unexpected(place)),
    }
}

/// A type.
pub(super) fn type_of(input: &mut Cursor<'_>) -> Result<Type, Misread> {
    forms! {
        TEXT = "Text<'t>";
    }
    if input.has(&TEXT) {
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
    forms! {
        MUT = "mut";
    }
    let mut all: Vec<Variable> = Vec::new();
    while inside.has(&MUT) {
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
