//! Reads expressions.
//!
//! A call of the printed code has arguments that are evaluated before it, each the value of `argument_N`. They are put into the
//! call again. An argument in the call itself is evaluated after these, so it may not be one that they could change.

use super::names::{Function, Names, Sentences, namespace, number_of};
use crate::form::{Cursor, forms, unexpected};
use crate::tokens::{Kind, Literal, Misread};
use proc_macro2::Delimiter::{Brace, Bracket, Parenthesis};
use tokenwright_compiler::tree::ir::{Expression as E, Primitive as P, TreeProgram, Type};
use tokenwright_tables::grammar::Mode as TextMode;
use tokenwright_tables::identifier::camel_case;
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
        forms! {
            LET = "let";
            EQUALS = "=";
            END = ";";
        }
        let mut values = Vec::new();
        while inside.has(&LET) {
            let place = inside.place();
            if inside.ident()? != format!("argument_{}", values.len()) {
                return Err(unexpected(place));
            }
            inside.expect(&EQUALS)?;
            values.push(Some(self.expression(&mut inside)?));
            inside.expect(&END)?;
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
        forms! {
            PARSER = "p.";
            TAG_NAME = "t.name()";
            ALGORITHM = "algorithms::";
            NULL = "Element::NULL";
            CURRENT = "TokenReference::Current";
            EMPTY = "TokenReference::Empty";
            MODE = "super::modes::";
            QUIRKS = "QuirksMode::Quirks";
            LIMITED = "QuirksMode::LimitedQuirks";
            KIND = "TokenKind::";
            TEXT_MODE = "TextMode::";
            TEXT_NAME = "Text::Name";
            TEXT_CHARACTERS = "Text::Characters";
            NAMED = "Named";
            SAME = "Same";
            IN_NAMESPACE = "InNamespace";
            NONE = "None";
            SOME = "Some";
            CODE = "ErrorCode::";
            NO_NAME = "Name::NONE";
            NAME_OF = "p.name_of";
            LISTS = "lists::";
        }
        let place = input.place();
        if let Some(Kind::Literal(_)) = input.peek().map(|token| &token.kind) {
            return match input.literal()? {
                Literal::Number(number, suffix) if suffix == "u32" => Ok(E::Number(
                    u32::try_from(*number).map_err(|_| unexpected(place))?,
                )),
                Literal::Char(c) => Ok(E::Character(u32::from(*c))),
                _ => Err(unexpected(place)),
            };
        }
        if input.passes('&') {
            return match input.peek().map(|token| &token.kind) {
                Some(Kind::Group(Bracket, _)) => {
                    let inside = input.group(Bracket)?;
                    self.list(inside)
                }
                _ => {
                    input.expect(&LISTS)?;
                    let place = input.place();
                    let set = self.names.lists.sets.get(input.ident()?);
                    let set = set.cloned().map(E::Types);
                    set.ok_or_else(|| Misread::new(place, "no set has this name"))
                }
            };
        }
        let within =
            |input: &mut Cursor<'_>,
             read: &mut dyn FnMut(&mut Cursor<'_>) -> Result<E, Misread>| {
                let mut inside = input.group(Parenthesis)?;
                let of = read(&mut inside)?;
                inside.comma()?;
                inside.finish()?;
                Ok(of)
            };
        if input.has(&PARSER) {
            return self.method(input);
        }
        if input.has(&ALGORITHM) {
            return self.algorithm(input);
        }
        for (form, value) in [
            (&NULL, E::Null),
            (&CURRENT, E::Token),
            (&LIMITED, E::Quirks(QuirksMode::LimitedQuirks)),
            (&QUIRKS, E::Quirks(QuirksMode::Quirks)),
            (&NONE, E::Error(None)),
        ] {
            if input.has(form) {
                return Ok(value);
            }
        }
        if input.has(&EMPTY) {
            let lists = &self.names.lists;
            return within(input, &mut |inside| Ok(E::EmptyTag(lists.name(inside)?)));
        }
        if input.has(&MODE) {
            return self.names.mode(input).map(E::Mode);
        }
        if input.has(&KIND) {
            let kind = kind(input.ident()?).ok_or_else(|| unexpected(place))?;
            return Ok(E::Kind(kind));
        }
        if input.has(&TEXT_MODE) {
            let name = input.ident()?;
            let mode = text_mode(name).ok_or_else(|| unexpected(place))?;
            return Ok(E::TextMode(mode));
        }
        if input.has(&TEXT_NAME) {
            let lists = &self.names.lists;
            return within(input, &mut |inside| Ok(E::Text(lists.name(inside)?)));
        }
        if input.has(&TEXT_CHARACTERS) {
            let lists = &self.names.lists;
            return within(input, &mut |inside| {
                let text = inside.text()?;
                match lists.texts.contains(&text) {
                    true => Err(Misread::new(place, "this is the name of an element")),
                    false => Ok(E::Text(text)),
                }
            });
        }
        if input.has(&NAMED) {
            let named = within(input, &mut |inside| {
                if inside.has(&NO_NAME) {
                    return Ok(E::Text(String::new()));
                }
                if inside.has(&TAG_NAME) {
                    return Ok(E::Call(P::TagName, Vec::new()));
                }
                if inside.has(&NAME_OF) {
                    let mut text = inside.group(Parenthesis)?;
                    let of = self.expression(&mut text)?;
                    text.comma()?;
                    text.finish()?;
                    return Ok(of);
                }
                Ok(E::Text(self.names.lists.name(inside)?))
            });
            return Ok(E::Named(Box::new(named?)));
        }
        if input.has(&SAME) {
            let node = within(input, &mut |inside| self.expression(inside))?;
            return Ok(E::Same(Box::new(node)));
        }
        if input.has(&IN_NAMESPACE) {
            return within(input, &mut |inside| Ok(E::InNamespace(namespace(inside)?)));
        }
        if input.has(&SOME) {
            let codes = self.names.codes;
            return within(input, &mut |inside| {
                inside.expect(&CODE)?;
                let place = inside.place();
                let code = codes.get(inside.ident()?);
                let code = code.ok_or_else(|| unexpected(place))?;
                Ok(E::Error(Some(code.clone())))
            });
        }
        if input.has(&LISTS) {
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
    fn list(&self, mut inside: Cursor<'_>) -> Result<E, Misread> {
        let first = inside.peek().map(|token| &token.kind);
        let (mut texts, mut names, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        let (are_texts, are_ranges) = (
            matches!(first, Some(Kind::Literal(_))),
            matches!(first, Some(Kind::Group(..))),
        );
        while !inside.is_at_end() {
            if are_texts {
                texts.push(inside.text()?);
            } else if are_ranges {
                let mut pair = inside.group(Parenthesis)?;
                let place = pair.place();
                let code = |of: usize| u32::try_from(of).map_err(|_| unexpected(place));
                let first = code(number_of(&mut pair, "u32")?)?;
                pair.comma()?;
                let last = code(number_of(&mut pair, "u32")?)?;
                pair.comma()?;
                pair.finish()?;
                ranges.push((first, last));
            } else {
                names.push(self.names.lists.name(&mut inside)?);
            }
            inside.comma()?;
        }
        Ok(match (are_texts, are_ranges) {
            (true, _) => E::Texts(texts),
            (_, true) => E::Characters(ranges),
            _ => E::Names(names),
        })
    }

    /// The call of a method of the parser, after `p.`.
    fn method(&mut self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        forms! {
            QUESTION = "Question::";
            OUTPUT = "Output::";
            TOKEN = "t";
        }
        let place = input.place();
        let name = input.ident()?;
        let mut inside = input.group(Parenthesis)?;
        if ["ask", "output"].contains(&name) {
            let is_question = name == "ask";
            inside.expect(if is_question { &QUESTION } else { &OUTPUT })?;
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
            inside.expect(&TOKEN)?;
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
        forms! {
            PARAMETERS = "p, t";
        }
        let place = input.place();
        let function = self.names.algorithms.get(input.ident()?);
        let function =
            *function.ok_or_else(|| Misread::new(place, "no algorithm has this name"))?;
        let mut inside = input.group(Parenthesis)?;
        inside.expect(&PARAMETERS)?;
        inside.comma()?;
        let arguments = self.arguments(inside)?;
        Ok(match function {
            Function::Algorithm(at) => E::Algorithm(at, arguments),
            Function::Definition(at) => E::Definition(at, arguments),
        })
    }

    fn arguments(&mut self, mut inside: Cursor<'_>) -> Result<Vec<E>, Misread> {
        let mut all = Vec::new();
        while !inside.is_at_end() {
            let place = inside.place();
            let argument = self.argument(&mut inside)?;
            inside.comma()?;
            all.push((argument, place));
        }
        in_order(all)
    }

    /// `&[Argument::Node(node)]`
    fn outside(&mut self, input: &mut Cursor<'_>) -> Result<Vec<E>, Misread> {
        forms! {
            REFERENCE = "&";
            NODE = "Argument::Node";
            LOCATION = "Argument::Location";
        }
        input.expect(&REFERENCE)?;
        let mut list = input.group(Bracket)?;
        let mut all = Vec::new();
        while !list.is_at_end() {
            let place = list.place();
            let is_location = !list.has(&NODE);
            if is_location {
                list.expect(&LOCATION)?;
            }
            let mut inside = list.group(Parenthesis)?;
            let argument = self.argument(&mut inside)?;
            let of = self.type_of(&argument.value);
            if of.is_some_and(|of| (of == Type::Location) != is_location) {
                return Err(Misread::new(place, "this is another kind of argument"));
            }
            all.push((argument, place));
            inside.comma()?;
            inside.finish()?;
            list.comma()?;
        }
        in_order(all)
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
    let mut calls = false;
    of.each(&mut |it| calls |= !only_names(it));
    calls
}

fn only_names(of: &E) -> bool {
    !matches!(
        of,
        E::Call(..) | E::Algorithm(..) | E::Definition(..) | E::Question(..) | E::Output(..)
    )
}

/// Whether an expression is made of primitives that change nothing.
fn only_reads(of: &E) -> bool {
    let mut reads = true;
    of.each(&mut |it| {
        reads &= match it {
            E::Call(primitive, _) => primitive.changes_nothing(),
            other => only_names(other),
        };
    });
    reads
}

fn sentence(
    sentences: &Sentences,
    of_program: &[String],
    input: &mut Cursor<'_>,
) -> Result<usize, Misread> {
    let place = input.place();
    let any = sentences.get(input.ident()?);
    let at = any.and_then(|any| of_program.iter().position(|it| any.contains(it)));
    at.ok_or_else(|| Misread::new(place, "the tables of this revision do not have this"))
}

/// `&&` or `||`
fn operator(input: &mut Cursor<'_>, sign: char) -> bool {
    let is_next = matches!(input.peek().map(|token| &token.kind), Some(Kind::Punct(own, true)) if *own == sign);
    is_next && input.passes(sign) && input.passes(sign)
}

/// The text mode with a name.
pub(super) fn text_mode(name: &str) -> Option<TextMode> {
    let mut modes = TextMode::ALL.iter();
    let named = modes.find(|(_, text)| camel_case(text) == name);
    named.map(|(mode, _)| *mode)
}

/// The kind of token with a name.
pub(super) fn kind(name: &str) -> Option<TokenType> {
    Some(match name {
        "StartTag" => TokenType::StartTag,
        "EndTag" => TokenType::EndTag,
        "Character" => TokenType::Character,
        "Comment" => TokenType::Comment,
        "ProcessingInstruction" => TokenType::ProcessingInstruction,
        "Doctype" => TokenType::Doctype,
        "EndOfFile" => TokenType::EndOfFile,
        _ => return None,
    })
}
