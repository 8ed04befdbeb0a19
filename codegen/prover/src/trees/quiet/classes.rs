//! Classes of characters that are processed as another, by the tables.
//!
//! The rows of both have to be the same, or the longer one only adds that the frameset-ok flag is set to "not ok": once the longer one
//! changes nothing, the flag is set.

use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::{PartSet, TreeStep as S};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, Mode, Resolved, Row, TreeTables,
};
use tokenwright_tables::tree::token::Token;

/// Rows that may match, in order.
type Rows<'t> = Vec<(&'t Row, &'t Conjunction)>;

fn rows(mode: &Mode, code: u32) -> Rows<'_> {
    let rows = mode.rows.iter();
    let all = rows.flat_map(|row| row.on.iter().map(move |on| (row, on)));
    let mut all = all.filter(|(_, on)| on.tokens.value.has(Token::Character(code)));
    let mut found = Vec::new();
    for (row, on) in &mut all {
        found.push((row, &on.when));
        if on.when.is_empty() {
            break;
        }
    }
    found
}

fn is_ignored(clause: &Clause) -> bool {
    matches!(clause, Clause::Step(step) if step.value == S::Ignore)
}

fn sets_flag(clause: &Clause) -> bool {
    matches!(clause, Clause::Step(step) if step.value == S::SetFramesetNotOk)
}

/// Whether the second character is processed as the first, once that changes nothing; an error says what differs.
pub(super) fn same(
    tables: &TreeTables,
    mode: &Mode,
    (code, other): (u32, u32),
) -> Result<(), String> {
    let (longer, shorter) = (rows(mode, code), rows(mode, other));
    let is_same = longer.len() == shorter.len()
        && longer
            .iter()
            .zip(&shorter)
            .all(|((row, _), (other, _))| std::ptr::eq(*row, *other));
    if !is_same {
        let ([(longer, when)], [(shorter, other)]) = (&longer[..], &shorter[..]) else {
            return Err("rows with conditions".to_owned());
        };
        if !when.is_empty() || !other.is_empty() {
            return Err("rows with conditions".to_owned());
        }
        let longer = longer.body.iter().filter(|it| !is_ignored(it));
        let longer: Vec<&Clause> = longer.collect();
        let shorter = shorter.body.iter().filter(|it| !is_ignored(it));
        let shorter: Vec<&Clause> = shorter.collect();
        let more = longer.strip_prefix(&shorter[..]);
        if !more.is_some_and(|more| more.iter().all(|it| sets_flag(it))) {
            return Err("another row".to_owned());
        }
    }
    let mut runs = Runs {
        tables,
        modes: Vec::new(),
        fault: None,
        entered: Vec::new(),
    };
    for (row, when) in &longer {
        tables.visit_tests(when, &mut runs);
        tables.visit(&row.body, &mut runs);
    }
    match runs.fault {
        Some(fault) => Err(fault),
        None => {
            for inner in runs.modes {
                if std::ptr::eq(inner, mode) {
                    return Err("rows that run themselves".to_owned());
                }
                same(tables, inner, (code, other))?;
            }
            Ok(())
        }
    }
}

/// The rules that steps run.
struct Runs<'t> {
    tables: &'t TreeTables,
    modes: Vec<&'t Mode>,
    /// A step whose rules are not known.
    fault: Option<String>,
    entered: Vec<Callee>,
}

impl Visitor for Runs<'_> {
    fn step(&mut self, step: &Located<S>) {
        match &step.value {
            S::UseMode(mode) => match self.tables.mode(&mode.0) {
                Some(at) => self.modes.push(&self.tables.modes[at]),
                None => self.fault = Some(step.value.to_string()),
            },
            S::UseForeign => self.modes.extend(&self.tables.foreign_content),
            other if other.effects().changes.meets(PartSet::ROWS) => {
                self.fault = Some(other.to_string());
            }
            _ => {}
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        if let Some(Resolved { callee, .. }) = resolved
            && !self.entered.contains(callee)
        {
            self.entered.push(*callee);
            self.tables.visit_callee(*callee, self);
        }
    }
}
