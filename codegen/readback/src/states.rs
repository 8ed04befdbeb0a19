//! Reads the functions of states.
//!
//! A function is a list of actions and a jump, or rows of them. A conditional that ends a list is the end of a block,
//! and both of its branches end in jumps; any other is an action. Rows are compared by the characters that reach them,
//! since the printed pattern of a last row is a wildcard. What is given up are the sets that the tables wrote.

use crate::actions::action;
use crate::conditions::{Condition, condition, guard};
use crate::form::{Cursor, first, form, further, rules};
use crate::hot_path::statements;
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::sets::scalars;
use crate::tokens::Misread;
use proc_macro2::Delimiter;
use tokenwright_compiler::ir::CharSet;
use tokenwright_compiler::program::{Cond, ScanKind};
use tokenwright_tables::source::Place;

/// Reads the body of a state's function.
pub(crate) fn body(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    let place = input.place();
    if input.has(form!(
        "if m.peek() == Input::Starved { return Flow::Starved; }"
    )) {
        out.push((Entry::Awaits, place));
    }
    let place = input.place();
    if let Ok((scan, _)) = first(&SCANS, &mut input, names) {
        out.push((scan, place));
    }
    if input.has(form!("match m.consume()")) {
        rows(input.group(Delimiter::Brace)?, names, out)?;
        return input.finish();
    }
    block(input, names, out)
}

rules! {
    SCANS: Entry = |v| {
        "m.emit_run::<$stops>();" => Entry::BulkScan(ScanKind::Emit, v.state()),
        "m.append_run::<$stops>($field);" => {
            let state = v.state();
            Entry::BulkScan(ScanKind::Append(v.field()), state)
        },
        "m.skip_run::<$stops>();" => Entry::BulkScan(ScanKind::Skip, v.state()),
    }
}

/// What the rows so far match without a guard.
#[derive(Default)]
pub(crate) struct Taken {
    on: CharSet,
    eof: bool,
}

impl Taken {
    /// What is left of a row, if anything.
    pub(crate) fn row(
        &mut self,
        on: &CharSet,
        eof: bool,
        guard: Option<Condition>,
    ) -> Option<Entry> {
        let on = scalars(on).minus(&self.on);
        let eof = eof && !self.eof;
        if guard.is_none() {
            self.on = self.on.union(&on);
            self.eof |= eof;
        }
        (eof || !on.is_empty()).then_some(Entry::Row { on, eof, guard })
    }

    /// Whether the rows match everything.
    pub(crate) fn everything(&self) -> bool {
        self.eof && self.on == scalars(&CharSet::all())
    }
}

/// Reads the rows of a state that consumes a character.
fn rows(mut input: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    input.expect(form!("Input::Starved => Flow::Starved,"))?;
    let mut taken = Taken::default();
    while !input.is_at_end() {
        let place = input.place();
        if input.has(form!("_ => Flow::Go,")) {
            if !taken.everything() {
                out.push((Entry::NoRow, place));
            }
            return input.finish();
        }
        let (mut on, eof) = alternatives(&mut input, names)?;
        let mut condition = None;
        if input.has(form!("if")) {
            let (set, guard) = guard(&mut input, names)?;
            on = set.map_or(on.clone(), |set| set.intersection(&on));
            condition = guard;
        }
        input.expect(form!("=>"))?;
        let row = taken.row(&on, eof, condition);
        let inside = input.arm_value()?;
        let row = row.ok_or_else(|| Misread::new(place, "no character reaches this row"))?;
        out.push((row, place));
        block(inside, names, out)?;
        input.comma()?;
    }
    Ok(())
}

/// The pattern of a row: the characters, and whether it matches EOF.
fn alternatives(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<(CharSet, bool), Misread> {
    let (mut on, mut eof) = (CharSet::default(), false);
    loop {
        if input.has(form!("Input::Eof")) {
            eof = true;
        } else if form!("Input::Byte($binding)").read(input, names).is_ok() {
            on = CharSet::all();
        } else {
            on = on.union(&form!("Input::Byte($bytes)").read(input, names)?.set());
        }
        if !input.passes('|') {
            return Ok((on, eof));
        }
    }
}

/// Reads a block: actions, and the jump that ends it.
fn block(mut input: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    loop {
        let place = input.place();
        let mut after = input;
        let misread = match first(&ENDS, &mut after, names) {
            Ok((end, _)) if after.is_at_end() => {
                out.push((end, place));
                return Ok(());
            }
            Ok(_) => after.unexpected(),
            Err(misread) => misread,
        };
        match action(&mut input, names) {
            Ok(printed) => {
                out.push((Entry::Action(printed), place));
                continue;
            }
            Err(other) if !is_if(&input) => return Err(further(misread, other)),
            Err(_) => {}
        }
        let mut branches = conditional(&mut input, names, out, place)?;
        if input.is_at_end() {
            // The last conditional of a block is its end: its branches are blocks.
            let otherwise = branches
                .otherwise
                .take()
                .ok_or_else(|| input.unexpected())?;
            block(branches.then, names, out)?;
            out.push((Entry::Else, otherwise.place()));
            block(otherwise, names, out)?;
            out.push((Entry::End, input.place()));
            return Ok(());
        }
        branches.actions(names, out)?;
    }
}

rules! {
    ENDS: Entry = |v| {
        "Flow::Done" => Entry::Done,
        "Flow::Go" => Entry::Stay { responds: false },
        "m.after_tag()" => Entry::Stay { responds: true },
        "m.r.state = $target; Flow::Go"
            => Entry::To { target: v.target(), reconsume: false, responds: false },
        "m.r.state = $target; m.after_tag()"
            => Entry::To { target: v.target(), reconsume: false, responds: true },
        "m.reconsume(); m.r.state = $target; Flow::Go"
            => Entry::To { target: v.target(), reconsume: true, responds: false },
        "m.reconsume(); m.r.state = $target; m.after_tag()"
            => Entry::To { target: v.target(), reconsume: true, responds: true },
    }
}

pub(crate) fn is_if(input: &Cursor<'_>) -> bool {
    input.peek().is_some_and(|token| token.is_ident("if"))
}

/// The lists of a conditional.
pub(crate) struct Branches<'t> {
    then: Cursor<'t>,
    otherwise: Option<Cursor<'t>>,
    end: Place,
}

/// Reads a conditional up to its lists.
pub(crate) fn conditional<'t>(
    input: &mut Cursor<'t>,
    names: &Names<'_>,
    out: &mut Listing,
    place: Place,
) -> Result<Branches<'t>, Misread> {
    input.expect(form!("if"))?;
    let Condition { test, gives_back } = condition(input, names)?;
    let cond = Cond::Test(test);
    out.push((Entry::If { cond, gives_back }, place));
    let then = input.group(Delimiter::Brace)?;
    let otherwise = input
        .has(form!("else"))
        .then(|| input.group(Delimiter::Brace));
    Ok(Branches {
        then,
        otherwise: otherwise.transpose()?,
        end: input.place(),
    })
}

impl Branches<'_> {
    /// Reads lists of actions.
    pub(crate) fn actions(self, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
        actions(self.then, names, out)?;
        if let Some(otherwise) = self.otherwise {
            out.push((Entry::Else, otherwise.place()));
            actions(otherwise, names, out)?;
        }
        out.push((Entry::End, self.end));
        Ok(())
    }
}

impl Branches<'_> {
    /// Reads statements of the hot path, or actions if there are two lists: only a conditional action has two.
    pub(crate) fn statements(self, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
        if self.otherwise.is_some() {
            return self.actions(names, out);
        }
        statements(self.then, names, out)?;
        out.push((Entry::End, self.end));
        Ok(())
    }
}

/// Reads a list of actions.
fn actions(mut input: Cursor<'_>, names: &Names<'_>, out: &mut Listing) -> Result<(), Misread> {
    while !input.is_at_end() {
        one_action(&mut input, names, out)?;
    }
    Ok(())
}

/// Reads an action, with the actions in its branches.
pub(crate) fn one_action(
    input: &mut Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    let place = input.place();
    match action(input, names) {
        Ok(printed) => out.push((Entry::Action(printed), place)),
        Err(_) if is_if(input) => conditional(input, names, out, place)?.actions(names, out)?,
        Err(misread) => return Err(misread),
    }
    Ok(())
}
