//! Functions of the files of a revision, and what is compared of each.
//!
//! A function is compared alone, so that one that is not understood leaves the others to be compared: its body is between braces, and
//! the next one begins after them. Its head is read here, strictly but for how it is inlined.

use super::expressions::{Expressions, Variable};
use super::meaning::Meaning;
use super::names::Names;
use super::names::plain;
use super::statements::{Bodies, parameters, type_of};
use super::steps::{End, Steps, completed, entries};
use crate::compare::Comparison;
use crate::form::{Cursor, Form, form};
use crate::proved::Expected;
use crate::tokens::Misread;
use proc_macro2::Delimiter::{Brace, Parenthesis};
use tokenwright_compiler::tree::ir::{self, Expression as E, Type};
use tokenwright_tables::source::Place;

/// What a file of a revision is read with.
#[derive(Clone, Copy)]
pub(super) struct Context<'n> {
    pub(super) names: &'n Names<'n>,
    pub(super) meaning: &'n Meaning<'n>,
    /// The revision, for messages.
    pub(super) id: &'n str,
}

impl Context<'_> {
    /// Compares the steps of a function, of which the first variables are parameters.
    pub(super) fn steps(
        &self,
        of: String,
        function: &Function<'_>,
        (proved, tail): (Steps, End),
        count: usize,
        parameters: impl FnOnce() -> Result<Vec<Variable>, Misread>,
    ) -> Comparison {
        let mut expected = Expected::default();
        for (entry, _) in entries(&completed(proved, tail), count) {
            expected.push(entry);
        }
        Comparison::of(of, function.body.end(), expected, |out| {
            let steps = self.body(function, parameters()?)?;
            out.extend(entries(&completed(steps, tail), count));
            Ok(())
        })
    }

    /// Reads the body of a function with these parameters.
    fn body(&self, function: &Function<'_>, parameters: Vec<Variable>) -> Result<Steps, Misread> {
        let expressions = Expressions::new(self.names, self.meaning.program);
        let has_value = function.returns.is_some() || function.result.is_some();
        Bodies::new(expressions, parameters, has_value).body(function.body)
    }

    /// Reads a condition without variables.
    pub(super) fn condition(&self, input: &mut Cursor<'_>) -> Result<E, Misread> {
        Expressions::new(self.names, self.meaning.program).expression(input)
    }
}

/// A function.
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    pub(super) place: Place,
    head: Head,
    /// What it returns, if that is no kind of variable.
    returns: Option<&'t str>,
    result: Option<Type>,
    parameters: Cursor<'t>,
    pub(super) body: Cursor<'t>,
}

/// How a function is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// Other files see it, and it runs steps.
    PublicSteps,
    /// It runs steps.
    Steps,
    /// Other files see it, and it chooses rows.
    PublicChoice,
    /// It chooses rows.
    Choice,
}

/// The parameters of a function besides the parser and the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    /// None.
    None,
    /// The kind of the token.
    Kind,
    /// The row that processes a run of characters.
    Row,
}

impl<'t> Function<'t> {
    /// The head of the next function, which ends before its body.
    pub(super) fn read(input: &mut Cursor<'t>) -> Result<Self, Misread> {
        // How a function is inlined has no meaning.
        for form in [
            form!("#[inline]"),
            form!("#[inline(always)]"),
            form!("#[inline(never)]"),
        ] {
            input.has(form);
        }
        let is_public = input.has(form!("pub(super)"));
        input.expect(form!("fn"))?;
        let place = input.place();
        let name = input.ident()?;
        let is_choice = input.has(form!("<B: Builder>"));
        if !is_choice {
            input.expect(form!("<'t, B: Builder>"))?;
        }
        let head = match (is_public, is_choice) {
            (true, true) => Head::PublicChoice,
            (true, false) => Head::PublicSteps,
            (false, true) => Head::Choice,
            (false, false) => Head::Steps,
        };
        let parameters = input.group(Parenthesis)?;
        let (mut returns, mut result) = (None, None);
        if input.has(form!("->")) {
            let mut after = *input;
            match type_of(&mut after) {
                Ok(of) => {
                    result = Some(of);
                    *input = after;
                }
                Err(_) => returns = Some(input.ident()?),
            }
        }
        Ok(Function {
            name,
            place,
            head,
            returns,
            result,
            parameters,
            body: input.group(Brace)?,
        })
    }

    /// Refuses another name.
    pub(super) fn is_named(&self, name: &str) -> Result<(), Misread> {
        match self.name == name {
            true => Ok(()),
            false => Err(Misread::new(
                self.place,
                format!("the function `{name}` is expected here"),
            )),
        }
    }

    /// Refuses another head, or other parameters; those that are left are variables of steps: none.
    pub(super) fn has(&self, head: Head, wanted: Parameters) -> Result<Vec<Variable>, Misread> {
        let (returns, result) = match wanted {
            Parameters::None if self.name == "after_dispatch" => (None, None),
            Parameters::None | Parameters::Kind => (Some("Outcome"), None),
            Parameters::Row => (None, Some(Type::Flag)),
        };
        if (self.head, self.returns, self.result) != (head, returns, result) {
            return Err(Misread::new(self.place, "this is declared in another way"));
        }
        let mut inside = self.parameters;
        self.parser(&mut inside)?;
        match wanted {
            Parameters::None => {}
            Parameters::Kind => inside.expect(form!("kind: TokenKind"))?,
            Parameters::Row => inside.expect(form!("row: &mut QuietRow<B>"))?,
        }
        inside.comma()?;
        inside.finish().map(|()| Vec::new())
    }

    /// The parameters of an algorithm or a condition with these variables and this result.
    pub(super) fn parameters(
        &self,
        head: Head,
        wanted: &[ir::Variable],
        result: Option<Type>,
    ) -> Result<Vec<Variable>, Misread> {
        let is_same = self.head == head && self.returns.is_none() && self.result == result;
        let mut inside = self.parameters;
        self.parser(&mut inside)?;
        let found = parameters(&mut inside)?;
        inside.finish()?;
        let pairs = found.iter().zip(wanted);
        let mut pairs = pairs.map(|(found, wanted)| {
            found.holds == wanted.holds.or(Some(Type::Node))
                && plain(&found.name) == plain(&wanted.name)
        });
        match is_same && found.len() == wanted.len() && pairs.all(|is_same| is_same) {
            true => Ok(found),
            false => Err(Misread::new(self.place, "this is declared in another way")),
        }
    }

    fn parser(&self, inside: &mut Cursor<'_>) -> Result<(), Misread> {
        match self.head {
            Head::PublicSteps | Head::Steps => {
                inside.expect(form!("p: &mut Parser<B>, t: &mut Token<'t>"))?
            }
            Head::PublicChoice | Head::Choice => {
                inside.expect(form!("p: &mut Parser<B>, t: &mut Token<'_>"))?
            }
        }
        inside.comma()
    }
}

/// Passes what the files of a revision begin with.
pub(super) fn prelude(input: &mut Cursor<'_>) -> Result<(), Misread> {
    static PRELUDE: std::sync::LazyLock<Form> = std::sync::LazyLock::new(|| {
        Form::new(
            "#![allow(unused_imports, unused_variables, unused_mut, unused_assignments)]
            #![allow(clippy::all, clippy::pedantic, unused_doc_comments)]
            use crate::tree_construction::prelude::*;
            use super::{algorithms, lists, Parser, QuietRow};",
        )
    });
    input.expect(&PRELUDE)
}
