//! How a mode chooses the row for a token.
//!
//! The choices are a `match` over names or classes, with conditions behind an arm. For tags the arms are compared as they are. For
//! characters they are compared by class, as the printer joins classes with the same rows and leaves out those that are as the others.

use super::functions::{Comparison, Context, Function, Head, Parameters};
use super::names::number;
use super::steps;
use crate::form::{Cursor, forms};
use crate::listing::{Entry, Listing};
use crate::proved::Expected;
use crate::tokens::{Kind, Misread};
use proc_macro2::Delimiter::Brace;
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
        forms! {
            IF = "if";
            ELSE = "else";
        }
        if !input.has(&IF) {
            return leaf(input);
        }
        let when = steps::condition(&self.context.condition(input)?);
        let mut then = input.group(Brace)?;
        let row = self.choice(&mut then, leaf)?;
        then.finish()?;
        input.expect(&ELSE)?;
        // `else if` has no braces.
        let otherwise = match input.peek().map(|token| &token.kind) {
            Some(Kind::Group(..)) => {
                let mut otherwise = input.group(Brace)?;
                let rest = self.choice(&mut otherwise, leaf)?;
                otherwise.finish()?;
                rest
            }
            _ => self.choice(input, leaf)?,
        };
        Ok(format!("if {when}, {row}; otherwise {otherwise}"))
    }

    fn row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        forms! {
            DONE = "Outcome::Done";
            ARGUMENTS = "(p, t)";
        }
        if input.has(&DONE) {
            return Ok("none".to_owned());
        }
        let row = self.context.names.row(self.mode, input)?;
        input.expect(&ARGUMENTS)?;
        Ok(row_text(row))
    }

    fn choice_of_row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        self.choice(input, &|input| self.row(input))
    }

    /// The row for tags with a name.
    pub(super) fn tags(
        &self,
        input: &mut Cursor<'_>,
        name: &str,
        tags: &Tags,
    ) -> Result<Comparison, Misread> {
        forms! {
            MATCH = "match t.name()";
            ARROW = "=>";
            OTHERS = "_ =>";
        }
        let function = Function::read(input)?;
        function.is_named(name)?;
        function.has(Head::Choice, Parameters::None)?;
        let mut expected = Expected::default();
        for (names, rows) in &tags.named {
            expected.fact(
                "tags",
                format!("{}: {}", names.join(", "), self.proved(rows, row_text)),
            );
        }
        expected.fact("other tags", self.proved(&tags.others, row_text));
        let mut body = function.body;
        let end = body.end();
        Ok(Comparison::of(self.of(name), end, expected, |out| {
            body.expect(&MATCH)?;
            let mut arms = body.group(Brace)?;
            body.finish()?;
            loop {
                let place = arms.place();
                if arms.has(&OTHERS) {
                    self.value(&mut arms, out, |rows| ("other tags", rows), place)?;
                    return arms.finish();
                }
                let mut names = vec![self.context.names.lists.name(&mut arms)?];
                while arms.passes('|') {
                    names.push(self.context.names.lists.name(&mut arms)?);
                }
                arms.expect(&ARROW)?;
                let names = names.join(", ");
                self.value(
                    &mut arms,
                    out,
                    |rows| ("tags", format!("{names}: {rows}")),
                    place,
                )?;
            }
        }))
    }

    /// The value of an arm, which is a row.
    fn value(
        &self,
        arms: &mut Cursor<'_>,
        out: &mut Listing,
        fact: impl FnOnce(String) -> (&'static str, String),
        place: Place,
    ) -> Result<(), Misread> {
        let mut value = arms.arm_value()?;
        let (what, text) = fact(self.choice_of_row(&mut value)?);
        value.finish()?;
        arms.comma()?;
        out.push((Entry::Fact(what, text), place));
        Ok(())
    }

    /// The row for characters of each class.
    pub(super) fn characters(&self, input: &mut Cursor<'_>) -> Result<Comparison, Misread> {
        forms! {
            MATCH = "match t.class()";
            ARROW = "=>";
            OTHERS = "_ =>";
        }
        let function = Function::read(input)?;
        function.is_named("character")?;
        function.has(Head::Choice, Parameters::None)?;
        let classes = &self.rows.characters;
        let mut expected = Expected::default();
        for (class, rows) in classes.iter().enumerate() {
            expected.fact("characters", of_class(class, &self.proved(rows, row_text)));
        }
        let mut body = function.body;
        let end = body.end();
        Ok(Comparison::of(self.of("character"), end, expected, |out| {
            body.expect(&MATCH)?;
            let mut arms = body.group(Brace)?;
            body.finish()?;
            let mut chosen: Vec<Option<(String, Place)>> = vec![None; classes.len()];
            let mut first = None;
            loop {
                let place = arms.place();
                let mut of = Vec::new();
                let is_last = arms.has(&OTHERS);
                if !is_last {
                    of.push(self.class(&mut arms)?);
                    while arms.passes('|') {
                        of.push(self.class(&mut arms)?);
                    }
                    // Each class is in one arm, in order.
                    if !of.is_sorted_by(|a, b| a < b) || of.first().copied() <= first {
                        return Err(Misread::new(place, "these classes are not in order"));
                    }
                    first = of.first().copied();
                    arms.expect(&ARROW)?;
                }
                let mut value = arms.arm_value()?;
                let rows = self.choice_of_row(&mut value)?;
                value.finish()?;
                arms.comma()?;
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
                out.push((Entry::Fact("characters", of_class(class, &rows)), place));
            }
            arms.finish()
        }))
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
        forms! {
            MATCH = "match t.class()";
            ARROW = "=>";
            OTHERS = "_ =>";
        }
        let function = Function::read(input)?;
        function.is_named("is_quiet")?;
        function.has(Head::PublicChoice, Parameters::Row)?;
        let classes = &self.rows.quiet;
        let of_row = |row: usize| match self.rows.rows[row].quiet {
            Some(_) => quiet_text(row),
            None => "none".to_owned(),
        };
        let mut expected = Expected::default();
        for (class, rows) in classes.iter().enumerate() {
            expected.fact("only appended", of_class(class, &self.proved(rows, of_row)));
        }
        let mut body = function.body;
        let end = body.end();
        Ok(Comparison::of(self.of("is_quiet"), end, expected, |out| {
            body.expect(&MATCH)?;
            let mut arms = body.group(Brace)?;
            body.finish()?;
            for class in 0..classes.len() {
                let place = arms.place();
                if class + 1 == classes.len() {
                    arms.expect(&OTHERS)?;
                } else {
                    if self.class(&mut arms)? != class {
                        return Err(Misread::new(place, "this is another class of characters"));
                    }
                    arms.expect(&ARROW)?;
                }
                let mut value = arms.arm_value()?;
                let rows = self.choice(&mut value, &|input| self.quiet_row(input))?;
                value.finish()?;
                arms.comma()?;
                out.push((Entry::Fact("only appended", of_class(class, &rows)), place));
            }
            arms.finish()
        }))
    }

    /// `*row = Some(row); row_is_quiet(p, t, row)`, which may be in braces, or `false`
    fn quiet_row(&self, input: &mut Cursor<'_>) -> Result<String, Misread> {
        forms! {
            NEVER = "false";
            ROW = "*row = Some";
            END = ";";
            ARGUMENTS = "(p, t, row)";
        }
        if input.has(&NEVER) {
            return Ok("none".to_owned());
        }
        if let Some(Kind::Group(Brace, _)) = input.peek().map(|token| &token.kind) {
            let mut inside = input.group(Brace)?;
            let text = self.quiet_row(&mut inside)?;
            inside.finish()?;
            return Ok(text);
        }
        input.expect(&ROW)?;
        let mut inside = input.group(proc_macro2::Delimiter::Parenthesis)?;
        let row = self.context.names.row(self.mode, &mut inside)?;
        inside.finish()?;
        input.expect(&END)?;
        let place = input.place();
        let name = input.ident()?;
        let named = self.quiet.iter().find(|(known, _)| known == name);
        if named.is_none_or(|(_, of)| *of != row) {
            return Err(Misread::new(place, "this is no function of the row"));
        }
        input.expect(&ARGUMENTS)?;
        Ok(quiet_text(row))
    }

    /// The row for tokens of another kind.
    pub(super) fn other(
        &self,
        input: &mut Cursor<'_>,
        kind: &str,
        rows: &Candidates,
    ) -> Result<Comparison, Misread> {
        let function = Function::read(input)?;
        function.is_named(kind)?;
        function.has(Head::Choice, Parameters::None)?;
        let mut expected = Expected::default();
        expected.fact("tokens", self.proved(rows, row_text));
        let mut body = function.body;
        let (place, end) = (body.place(), body.end());
        Ok(Comparison::of(self.of(kind), end, expected, |out| {
            let rows = self.choice_of_row(&mut body)?;
            body.finish()?;
            out.push((Entry::Fact("tokens", rows), place));
            Ok(())
        }))
    }

    fn of(&self, function: &str) -> String {
        let mode = super::mode_name(self.rows);
        format!(
            "tree construction of {}, {mode}, the function `{function}`",
            self.context.id
        )
    }
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
