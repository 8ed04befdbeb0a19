//! How a mode chooses the row for a token.
//!
//! The choices are a `match` over names or classes, with conditions behind an arm. For tags the arms are compared as they are. For
//! characters they are compared by class, as the printer joins classes with the same rows and leaves out those that are as the others.

use super::functions::{Context, Function, Head, Parameters};
use super::names::number;
use super::steps;
use crate::compare::Comparison;
use crate::form::{Cursor, Form, form};
use crate::listing::{Listing, fact};
use crate::proved::Expected;
use crate::tokens::{Kind, Misread};
use proc_macro2::Delimiter::{Brace, Parenthesis};
use tokenwright_compiler::tree::ir::{Candidates, Mode, Tags};
use tokenwright_tables::source::Place;

/// The rows of a mode that may match, and what follows if their condition does not hold.
pub(super) struct Choices<'n> {
    pub(super) context: Context<'n>,
    pub(super) mode: usize,
    pub(super) rows: &'n Mode,
    /// The functions that say whether a row would only append a character, each with its row.
    pub(super) quiet: Vec<(String, usize)>,
}

impl Choices<'_> {
    /// The candidates for a token, as text.
    fn proved(&self, rows: &Candidates, of_row: impl Fn(usize) -> String) -> String {
        let mut out = Vec::new();
        for candidate in rows {
            let row = of_row(candidate.row);
            match &candidate.when {
                Some(when) => {
                    let when = steps::condition(&self.context.meaning.expression(when));
                    out.push(format!("if {when}, {row}"));
                }
                None => {
                    out.push(row);
                    return out.join("; otherwise ");
                }
            }
        }
        out.push("none".to_owned());
        out.join("; otherwise ")
    }

    /// `if condition { row(p, t) } else { Outcome::Done }`
    fn choice(
        &self,
        input: &mut Cursor<'_>,
        leaf: &dyn Fn(&mut Cursor<'_>) -> Result<String, Misread>,
    ) -> Result<String, Misread> {
        if !input.has(form!("if")) {
            return leaf(input);
        }
        let when = steps::condition(&self.context.condition(input)?);
        let row = input.within(Brace, |then| self.choice(then, leaf))?;
        input.expect(form!("else"))?;
        // `else if` has no braces.
        let otherwise = match input.peek().map(|token| &token.kind) {
            Some(Kind::Group(..)) => {
                input.within(Brace, |otherwise| self.choice(otherwise, leaf))?
            }
            _ => self.choice(input, leaf)?,
        };
        Ok(format!("if {when}, {row}; otherwise {otherwise}"))
    }

    fn row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        if input.has(form!("Outcome::Done")) {
            return Ok("none".to_owned());
        }
        let row = self.context.names.row(self.mode, input)?;
        input.expect(form!("(p, t)"))?;
        Ok(row_text(row))
    }

    fn choice_of_row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        self.choice(input, &|input| self.row(input))
    }

    /// Compares the next function, which chooses rows.
    fn function<'t>(
        &self,
        input: &mut Cursor<'t>,
        name: &str,
        (head, parameters): (Head, Parameters),
        expected: Expected,
        read: impl FnOnce(Cursor<'t>, &mut Listing) -> Result<(), Misread>,
    ) -> Result<Comparison, Misread> {
        let function = Function::read(input)?;
        function.is_named(name)?;
        function.has(head, parameters)?;
        let (body, mode) = (function.body, super::mode_name(self.rows));
        let of = format!(
            "tree construction of {}, {mode}, the function `{name}`",
            self.context.id
        );
        Ok(Comparison::of(of, body.end(), expected, |out| {
            read(body, out)
        }))
    }

    /// The row for tags with a name.
    pub(super) fn tags(
        &self,
        input: &mut Cursor<'_>,
        name: &str,
        tags: &Tags,
    ) -> Result<Comparison, Misread> {
        let mut expected = Expected::default();
        for (names, rows) in &tags.named {
            let rows = self.proved(rows, row_text);
            expected.fact("tags", format!("{}: {rows}", names.join(", ")));
        }
        expected.fact("other tags", self.proved(&tags.others, row_text));
        self.function(input, name, CHOICE, expected, |body, out| {
            let mut arms = arms(body, form!("match t.name()"))?;
            while !arms.peek().is_some_and(|token| token.is_ident("_")) {
                arms.fact("tags", out, |arms| {
                    let names = arms.alternatives(|arms| self.context.names.lists.name(arms))?;
                    arms.expect(form!("=>"))?;
                    let rows = arms.arm(|value| self.choice_of_row(value))?;
                    Ok(format!("{}: {rows}", names.join(", ")))
                })?;
            }
            arms.fact("other tags", out, |arms| {
                arms.expect(form!("_ =>"))?;
                arms.arm(|value| self.choice_of_row(value))
            })?;
            arms.finish()
        })
    }

    /// The row for characters of each class.
    pub(super) fn characters(&self, input: &mut Cursor<'_>) -> Result<Comparison, Misread> {
        let classes = &self.rows.characters;
        let mut expected = Expected::default();
        for (class, rows) in classes.iter().enumerate() {
            expected.fact("characters", of_class(class, &self.proved(rows, row_text)));
        }
        self.function(input, "character", CHOICE, expected, |body, out| {
            let mut arms = arms(body, form!("match t.class()"))?;
            let mut chosen: Vec<Option<(String, Place)>> = vec![None; classes.len()];
            let mut first = None;
            loop {
                let place = arms.place();
                let mut of = Vec::new();
                let is_last = arms.has(form!("_ =>"));
                if !is_last {
                    of = arms.alternatives(|arms| self.class(arms))?;
                    // Each class is in one arm, in order.
                    if !of.is_sorted_by(|a, b| a < b) || of.first().copied() <= first {
                        return Err(Misread::new(place, "these classes are not in order"));
                    }
                    first = of.first().copied();
                    arms.expect(form!("=>"))?;
                }
                let rows = arms.arm(|value| self.choice_of_row(value))?;
                for (class, chosen) in chosen.iter_mut().enumerate() {
                    if chosen.is_none() && (is_last || of.contains(&class)) {
                        *chosen = Some((rows.clone(), place));
                    }
                }
                if is_last {
                    break;
                }
            }
            for (class, chosen) in chosen.into_iter().enumerate() {
                let (rows, place) = chosen.unwrap_or_default();
                out.push(fact("characters", of_class(class, &rows), place));
            }
            arms.finish()
        })
    }

    fn class(&self, arms: &mut Cursor<'_>) -> Result<usize, Misread> {
        let place = arms.place();
        let class = number(arms)?;
        match class < self.rows.characters.len() {
            true => Ok(class),
            false => Err(Misread::new(place, "there is no such class of characters")),
        }
    }

    /// Whether a character of each class would only be appended.
    pub(super) fn is_quiet(&self, input: &mut Cursor<'_>) -> Result<Comparison, Misread> {
        let classes = &self.rows.quiet;
        let of_row = |row: usize| match self.rows.rows[row].quiet {
            Some(_) => quiet_text(row),
            None => "none".to_owned(),
        };
        let mut expected = Expected::default();
        for (class, rows) in classes.iter().enumerate() {
            expected.fact("only appended", of_class(class, &self.proved(rows, of_row)));
        }
        let head = (Head::PublicChoice, Parameters::Row);
        self.function(input, "is_quiet", head, expected, |body, out| {
            let mut arms = arms(body, form!("match t.class()"))?;
            for class in 0..classes.len() {
                arms.fact("only appended", out, |arms| {
                    let place = arms.place();
                    if class + 1 == classes.len() {
                        arms.expect(form!("_ =>"))?;
                    } else {
                        if self.class(arms)? != class {
                            return Err(Misread::new(place, "this is another class of characters"));
                        }
                        arms.expect(form!("=>"))?;
                    }
                    let leaf = |input: &mut Cursor<'_>| self.quiet_row(input);
                    let rows = arms.arm(|value| self.choice(value, &leaf))?;
                    Ok(of_class(class, &rows))
                })?;
            }
            arms.finish()
        })
    }

    /// `*row = Some(row); row_is_quiet(p, t, row)`, which may be in braces, or `false`
    fn quiet_row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        if input.has(form!("false")) {
            return Ok("none".to_owned());
        }
        if let Some(Kind::Group(Brace, _)) = input.peek().map(|token| &token.kind) {
            return input.within(Brace, |inside| self.quiet_row(inside));
        }
        input.expect(form!("*row = Some"))?;
        let names = self.context.names;
        let row = input.within(Parenthesis, |inside| names.row(self.mode, inside))?;
        input.expect(form!(";"))?;
        let place = input.place();
        let name = input.ident()?;
        let named = self.quiet.iter().find(|(known, _)| known == name);
        if named.is_none_or(|(_, of)| *of != row) {
            return Err(Misread::new(place, "this is no function of the row"));
        }
        input.expect(form!("(p, t, row)"))?;
        Ok(quiet_text(row))
    }

    /// The row for tokens of another kind.
    pub(super) fn other(
        &self,
        input: &mut Cursor<'_>,
        kind: &str,
        rows: &Candidates,
    ) -> Result<Comparison, Misread> {
        let mut expected = Expected::default();
        expected.fact("tokens", self.proved(rows, row_text));
        self.function(input, kind, CHOICE, expected, |mut body, out| {
            body.fact("tokens", out, |body| self.choice_of_row(body))?;
            body.finish()
        })
    }
}

/// The head of a function that chooses rows for its own file.
const CHOICE: (Head, Parameters) = (Head::Choice, Parameters::None);

/// The arms of the `match` that a body is.
fn arms<'t>(mut body: Cursor<'t>, of: &Form) -> Result<Cursor<'t>, Misread> {
    body.expect(of)?;
    let arms = body.group(Brace)?;
    body.finish()?;
    Ok(arms)
}

fn row_text(row: usize) -> String {
    format!("row {row}")
}

fn quiet_text(row: usize) -> String {
    format!("row {row} if it only appends")
}

fn of_class(class: usize, rows: &str) -> String {
    format!("of class {class}: {rows}")
}
