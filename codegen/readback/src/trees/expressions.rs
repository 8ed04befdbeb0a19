//! Reads expressions.
//!
//! A call of the printed code has arguments that are evaluated before it, each the value of `argument_N`. They are put into the
//! call again. An argument in the call itself is evaluated after these, so it may not be one that they could change.

use super::names::{Function, Names, Sentences, namespace};
use crate::form::{Cursor, UNEXPECTED, form, unexpected};
use crate::names::variant;
use crate::tokens::{Kind, Literal, Misread};
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::ir::{Expression as E, Primitive as P, TreeProgram, Type};
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::tree::grammar::{QuirksMode, TokenType};

/// Reads expressions of a body.
pub(super) struct Expressions<'n> {
    pub(super) names: &'n Names<'n>,
    pub(super) program: &'n TreeProgram,
    /// All variables that were declared; the last with a name is meant.
    pub(super) variables: Vec<Variable>,
    /// The values of `argument_N` in the calls around, and whether they are used.
    arguments: Vec<Vec<Option<E>>>,
}

/// A variable that was declared.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name; empty outside of its scope.
    pub(super) name: String,
    /// What it holds, if that is known.
    pub(super) holds: Option<Type>,
}

/// An argument, as it is written.
struct Argument {
    value: E,
    /// Whether its value is from before the call.
    is_before: bool,
}

impl<'n> Expressions<'n> {
    pub(super) fn new(names: &'n Names<'n>, program: &'n TreeProgram) -> Self {
        Expressions {
            names,
            program,
            variables: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// The variable with a name.
    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().rposition(|known| known.name == name)
    }

    /// What an expression is, if that is known.
    pub(super) fn type_of(&self, of: &E) -> Option<Type> {
        match of {
            E::Variable(at) => self.variables[*at].holds,
            E::Call(primitive, _) => primitive.result(),
            E::Algorithm(at, _) => self.program.algorithms[*at].result,
            E::Null => Some(Type::Node),
            _ => None,
        }
    }

    /// An expression; a condition that is a disjunction or a conjunction need not be in parentheses.
    pub(super) fn expression(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let mut any = vec![self.conjunction(input)?];
        while operator(input, '|') {
            any.push(self.conjunction(input)?);
        }
        Ok(match any.len() {
            1 => any.swap_remove(0),
            _ => E::Any(any),
        })
    }

    fn conjunction(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let mut all = vec![self.negation(input)?];
        while operator(input, '&') {
            all.push(self.negation(input)?);
        }
        Ok(match all.len() {
            1 => all.swap_remove(0),
            _ => E::All(all),
        })
    }

    fn negation(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        if input.passes('!') {
            return Ok(E::Not(Box::new(self.negation(input)?)));
        }
        match input.peek().map(|token| &token.kind) {
            Some(Kind::Group(Parenthesis, _)) => {
                let mut inside = input.group(Parenthesis)?;
                let of = self.expression(&mut inside)?;
                inside.finish()?;
                Ok(of)
            }
            Some(Kind::Group(Brace, _)) => {
                let inside = input.group(Brace)?;
                self.block(inside)
            }
            _ => self.simple(input),
        }
    }

    /// `let argument_0 = …; call`
    pub(super) fn block(&mut self, mut inside: Cursor<'_>) -> Result<E, Misread> {
        let mut values = Vec::new();
        while inside.has(form!("let")) {
            let place = inside.place();
            if inside.ident()? != format!("argument_{}", values.len()) {
                return Err(unexpected(place));
            }
            inside.expect(form!("="))?;
            values.push(Some(self.expression(&mut inside)?));
            inside.expect(form!(";"))?;
        }
        if values.is_empty() {
            return Err(inside.unexpected());
        }
        self.arguments.push(values);
        let call = self.simple(&mut inside);
        let values = self.arguments.pop().unwrap_or_default();
        let call = call?;
        if values.iter().any(Option::is_some) {
            return Err(Misread::new(inside.end(), "an argument is not used"));
        }
        inside.finish()?;
        Ok(call)
    }

    fn simple(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let place = input.place();
        match input.peek().map(|token| &token.kind) {
            Some(Kind::Literal(Literal::Char(_))) => {
                return Ok(E::Character(input.char()?.into()));
            }
            Some(Kind::Literal(_)) => return input.number("u32").map(E::Number),
            _ => {}
        }
        if input.passes('&') {
            return match input.peek().map(|token| &token.kind) {
                Some(Kind::Group(Bracket, _)) => {
                    let inside = input.group(Bracket)?;
                    self.list(inside)
                }
                _ => {
                    input.expect(form!("lists::"))?;
                    let sets = &self.names.lists.sets;
                    let set = input.named("no set has this name", |name| sets.get(name).cloned());
                    set.map(E::Types)
                }
            };
        }
        if input.has(form!("p.")) {
            return self.method(input);
        }
        if input.has(form!("algorithms::")) {
            return self.algorithm(input);
        }
        for (form, value) in [
            (form!("Element::NULL"), E::Null),
            (form!("TokenReference::Current"), E::Token),
            (
                form!("QuirksMode::LimitedQuirks"),
                E::Quirks(QuirksMode::LimitedQuirks),
            ),
            (form!("QuirksMode::Quirks"), E::Quirks(QuirksMode::Quirks)),
            (form!("None"), E::Error(None)),
        ] {
            if input.has(form) {
                return Ok(value);
            }
        }
        let lists = &self.names.lists;
        if input.has(form!("TokenReference::Empty")) {
            let name = input.within(Parenthesis, |inside| lists.name(inside));
            return name.map(E::EmptyTag);
        }
        if input.has(form!("super::modes::")) {
            return self.names.mode(input).map(E::Mode);
        }
        if input.has(form!("TokenKind::")) {
            return variant(TokenType::ALL, input).map(E::Kind);
        }
        if input.has(form!("TextMode::")) {
            return variant(TextMode::ALL, input).map(E::TextMode);
        }
        if input.has(form!("Text::Name")) {
            let name = input.within(Parenthesis, |inside| lists.name(inside));
            return name.map(E::Text);
        }
        if input.has(form!("Text::Characters")) {
            let text = input.within(Parenthesis, Cursor::text)?;
            return match lists.texts.contains(&text) {
                true => Err(Misread::new(place, "this is the name of an element")),
                false => Ok(E::Text(text)),
            };
        }
        if input.has(form!("Named")) {
            let named = input.within(Parenthesis, |inside| {
                if inside.has(form!("Name::NONE")) {
                    return Ok(E::Text(String::new()));
                }
                if inside.has(form!("t.name()")) {
                    return Ok(E::Call(P::TagName, Vec::new()));
                }
                if inside.has(form!("p.name_of")) {
                    return inside.within(Parenthesis, |text| self.expression(text));
                }
                lists.name(inside).map(E::Text)
            });
            return Ok(E::Named(Box::new(named?)));
        }
        if input.has(form!("Same")) {
            let node = input.within(Parenthesis, |inside| self.expression(inside))?;
            return Ok(E::Same(Box::new(node)));
        }
        if input.has(form!("InNamespace")) {
            return input.within(Parenthesis, namespace).map(E::InNamespace);
        }
        if input.has(form!("Some")) {
            let code = input.within(Parenthesis, |inside| {
                inside.expect(form!("ErrorCode::"))?;
                inside.named(UNEXPECTED, |name| self.names.codes.get(name).cloned())
            });
            return Ok(E::Error(Some(code?)));
        }
        if input.has(form!("lists::")) {
            return self.named_list(input);
        }
        match input.peek().map(|token| &token.kind) {
            Some(Kind::Ident(name)) if name == "Namespace" => namespace(input).map(E::Namespace),
            Some(Kind::Ident(name)) if ["true", "false"].contains(&name.as_str()) => {
                input.bool().map(E::Flag)
            }
            Some(Kind::Ident(name)) => {
                let variable = self.variable(name);
                let variable =
                    variable.ok_or_else(|| Misread::new(place, "there is no such variable"))?;
                input.ident()?;
                Ok(E::Variable(variable))
            }
            _ => Err(unexpected(place)),
        }
    }

    /// A constant of `lists.rs` that is no set.
    fn named_list(&self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let place = input.place();
        let name = input.ident()?;
        let lists = &self.names.lists;
        if let Some(scope) = lists.scopes.get(name) {
            return Ok(E::Scope(*scope));
        }
        if let Some(texts) = lists.identifiers.get(name) {
            return Ok(E::Texts(texts.clone()));
        }
        let pairs = lists.pairs.get(name).copied().map(E::Pairs);
        pairs.ok_or_else(|| Misread::new(place, "no list has this name"))
    }

    /// The members of a list.
    fn list(&self, inside: Cursor<'_>) -> Result<E, Misread> {
        let code = |pair: &mut Cursor<'_>| pair.number("u32");
        match inside.peek().map(|token| &token.kind) {
            Some(Kind::Literal(_)) => inside.elements(Cursor::text).map(E::Texts),
            Some(Kind::Group(..)) => {
                let ranges = inside.elements(|list| list.pair(code, code));
                ranges.map(E::Characters)
            }
            _ => {
                let names = inside.elements(|list| self.names.lists.name(list));
                names.map(E::Names)
            }
        }
    }

    /// The call of a method of the parser, after `p.`.
    fn method(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let place = input.place();
        let name = input.ident()?;
        let mut inside = input.group(Parenthesis)?;
        if ["ask", "output"].contains(&name) {
            let is_question = name == "ask";
            inside.expect(if is_question {
                form!("Question::")
            } else {
                form!("Output::")
            })?;
            let (sentences, of_program) = match is_question {
                true => (self.names.questions, &self.program.questions),
                false => (self.names.outputs, &self.program.outputs),
            };
            let at = sentence(sentences, of_program, &mut inside)?;
            inside.comma()?;
            let arguments = self.outside(&mut inside)?;
            inside.comma()?;
            inside.finish()?;
            return Ok(match is_question {
                true => E::Question(at, arguments),
                false => E::Output(at, arguments),
            });
        }
        let primitive = P::ALL.iter().find(|it| it.method() == name);
        let primitive =
            *primitive.ok_or_else(|| Misread::new(place, "the parser has no such method"))?;
        if primitive.needs_token() {
            inside.expect(form!("t"))?;
            inside.comma()?;
        }
        let arguments = self.arguments(inside)?;
        if arguments.len() != primitive.arguments().len() {
            return Err(Misread::new(
                place,
                "this call has another number of arguments",
            ));
        }
        Ok(E::Call(primitive, arguments))
    }

    /// The call of an algorithm or of a condition, after `algorithms::`.
    fn algorithm(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        let all = &self.names.algorithms;
        let function = input.named("no algorithm has this name", |name| all.get(name).copied())?;
        let mut inside = input.group(Parenthesis)?;
        inside.expect(form!("p, t"))?;
        inside.comma()?;
        let arguments = self.arguments(inside)?;
        Ok(match function {
            Function::Algorithm(at) => E::Algorithm(at, arguments),
            Function::Definition(at) => E::Definition(at, arguments),
        })
    }

    fn arguments(&mut self, inside: Cursor<'_>) -> Result<Vec<E>, Misread> {
        in_order(inside.elements(|inside| {
            let place = inside.place();
            Ok((self.argument(inside)?, place))
        })?)
    }

    /// `&[Argument::Node(node)]`
    fn outside(&mut self, input: &mut Cursor<'_>) -> Result<Vec<E>, Misread> {
        input.expect(form!("&"))?;
        in_order(input.list(Bracket, |list| {
            let place = list.place();
            let is_location = !list.has(form!("Argument::Node"));
            if is_location {
                list.expect(form!("Argument::Location"))?;
            }
            let argument = list.within(Parenthesis, |inside| self.argument(inside))?;
            let of = self.type_of(&argument.value);
            match of.is_some_and(|of| (of == Type::Location) != is_location) {
                true => Err(Misread::new(place, "this is another kind of argument")),
                false => Ok((argument, place)),
            }
        })?)
    }

    fn argument(&mut self, input: &mut Cursor<'_>) -> Result<Argument, Misread> {
        let place = input.place();
        if let Some(Kind::Ident(name)) = input.peek().map(|token| &token.kind)
            && let Some(number) = name.strip_prefix("argument_")
        {
            input.ident()?;
            let values = self.arguments.last_mut();
            let slot = values
                .zip(number.parse().ok())
                .and_then(|(values, at): (_, usize)| values.get_mut(at));
            let value = slot.and_then(Option::take);
            let value =
                value.ok_or_else(|| Misread::new(place, "there is no such argument any more"))?;
            return Ok(Argument {
                value,
                is_before: true,
            });
        }
        // The values are those of the call around, which an argument cannot use.
        self.arguments.push(Vec::new());
        let value = self.expression(input);
        self.arguments.pop();
        Ok(Argument {
            value: value?,
            is_before: false,
        })
    }
}

/// Refuses arguments that are evaluated in another order if that makes a difference.
fn in_order(all: Vec<(Argument, tokenwright_tables::source::Place)>) -> Result<Vec<E>, Misread> {
    let mut reads = false;
    for (argument, place) in &all {
        if argument.is_before && reads && !only_reads(&argument.value) {
            return Err(Misread::new(
                *place,
                "this argument is evaluated before one that it may change",
            ));
        }
        reads |= !argument.is_before && calls(&argument.value);
        if !argument.is_before && !only_reads(&argument.value) {
            return Err(Misread::new(
                *place,
                "this argument may change the parser within a call",
            ));
        }
    }
    Ok(all
        .into_iter()
        .map(|(argument, _)| argument.value)
        .collect())
}

fn calls(of: &E) -> bool {
    of.any(|it| !only_names(it))
}

fn only_names(of: &E) -> bool {
    !matches!(
        of,
        E::Call(..) | E::Algorithm(..) | E::Definition(..) | E::Question(..) | E::Output(..)
    )
}

/// Whether an expression is made of primitives that change nothing.
fn only_reads(of: &E) -> bool {
    of.all(|it| match it {
        E::Call(primitive, _) => primitive.changes_nothing(),
        other => only_names(other),
    })
}

fn sentence(
    sentences: &Sentences,
    of_program: &[String],
    input: &mut Cursor<'_>,
) -> Result<usize, Misread> {
    input.named("the tables of this revision do not have this", |name| {
        let any = sentences.get(name)?;
        of_program.iter().position(|it| any.contains(it))
    })
}

/// `&&` or `||`
fn operator(input: &mut Cursor<'_>, sign: char) -> bool {
    let is_next = matches!(input.peek().map(|token| &token.kind), Some(Kind::Punct(own, true)) if *own == sign);
    is_next && input.passes(sign) && input.passes(sign)
}
