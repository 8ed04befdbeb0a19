//! The steps of one entry: which sentences an "if" or an "otherwise" governs.
//!
//! Prose has no brackets. A branch ends with its sentence, with its paragraph if it has only reported an error, or with the
//! next "otherwise" if it began with a colon; that is how the pages are written, and the tables of all revisions agree
//! with it. A page with another layout would be read otherwise, so what a branch cannot have is an error.

use super::stmt::{Alternatives, Choice, Stmt, any};
use super::understand::{Lead, Meaning};

/// The greatest number of conditions in an entry: each may be nested in the previous one, and the code that
/// walks them recurses.
const CONDITIONS: usize = 100;

/// The steps of an entry as its sentences come in.
#[derive(Debug, Default)]
pub(super) struct Body {
    stmts: Vec<Stmt>,
    /// The branches that are open, outermost first.
    open: Vec<Open>,
    /// The starts of paragraphs in the list of statements.
    starts: Vec<usize>,
    /// How many conditions were taken.
    conditions: usize,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    /// Which of the list's stmts has the branch.
    at: usize,
    branch: Branch,
    span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Then,
    Otherwise,
}

/// How far a branch reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// To the end of the paragraph: `Otherwise, this is a parse error. Emit ...`
    Paragraph,
    /// To the next `Otherwise:` or the end of the entry: the branch began with a colon.
    Entry,
}

impl Body {
    /// Takes a sentence.
    ///
    /// # Errors
    /// If an "otherwise" has no "if", a remark has no subject, or there are too many conditions.
    pub(super) fn take(&mut self, meaning: &Meaning) -> Result<(), &'static str> {
        let (lead, any, then) = match meaning {
            Meaning::If { lead, any, then } => (*lead, any, then),
            Meaning::Steps {
                stmts,
                ends_branches,
            } => {
                if *ends_branches {
                    self.end_paragraph();
                }
                self.here().extend(stmts.iter().cloned());
                return Ok(());
            }
            Meaning::Outside(_) | Meaning::Silent(_) => return Ok(()),
        };
        self.conditions += 1;
        if self.conditions > CONDITIONS {
            return Err("these steps have more than 100 conditions");
        }
        self.end_paragraph();
        let new = Stmt::when(any.clone(), then.clone(), Vec::new());
        let returned = self.here().last().is_some_and(returns);
        match lead {
            Lead::When if self.add_case(any, then) => {}
            Lead::If | Lead::When => {
                let errors = !then.is_empty() && then.iter().all(|stmt| stmt.begins("parse error"));
                let instead = then.last().is_some_and(returns);
                if (errors || instead) && returned {
                    // Some years say "additionally" or "instead", others do not.
                    self.before_return(new);
                } else {
                    self.open_if(new);
                }
            }
            Lead::Then => self.open_if(new),
            Lead::Otherwise => return self.otherwise(any.clone(), then.clone()),
            Lead::First => {
                let Some(Stmt::If(before)) = self.here().last_mut() else {
                    return Err("no case before it that it could extend");
                };
                before.then.insert(0, new);
            }
            Lead::BeforeReturn if !returned => return Err("no step before it returns"),
            Lead::BeforeReturn => self.before_return(new),
        }
        Ok(())
    }

    /// Adds a statement without a sentence, such as a choice by the next character.
    pub(super) fn push(&mut self, stmt: Stmt) {
        self.end_paragraph();
        self.here().push(stmt);
    }

    pub(super) fn begin_paragraph(&mut self) {
        self.end_paragraph();
        if self.open.is_empty() {
            self.starts.push(self.stmts.len());
        }
    }

    /// The beginning of a paragraph after the first one, unless an "if" governs it.
    pub(super) fn later_beginnings(&self) -> impl Iterator<Item = &Stmt> {
        let later = self.starts.iter().filter(|at| **at > 0);
        later.filter_map(|at| self.stmts.get(*at))
    }

    /// The end of a paragraph, which ends the branches that reach no further.
    pub(super) fn end_paragraph(&mut self) {
        if let Some(at) = self
            .open
            .iter()
            .position(|open| open.span == Span::Paragraph)
        {
            self.open.truncate(at);
        }
    }

    /// Whether a branch that began with a colon waits for its steps.
    pub(super) fn awaits(&mut self) -> bool {
        let waits = self
            .open
            .last()
            .is_some_and(|open| open.span == Span::Entry);
        waits && self.here().is_empty()
    }

    /// The end of the list of steps that a colon announced.
    pub(super) fn end_branch(&mut self) {
        self.end_paragraph();
        self.open.pop();
    }

    /// Whether no sentence was added yet.
    pub(super) fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    /// Everything that was taken.
    pub(super) fn finish(self) -> Vec<Stmt> {
        self.stmts
    }

    fn here(&mut self) -> &mut Vec<Stmt> {
        let mut list = &mut self.stmts;
        for open in &self.open {
            let Some(Stmt::If(choice)) = list.get_mut(open.at) else {
                unreachable!("a branch is opened where its choice was just put");
            };
            list = match open.branch {
                Branch::Then => &mut choice.then,
                Branch::Otherwise => &mut choice.otherwise,
            };
        }
        list
    }

    /// Adds a choice before the step that ends the list.
    fn before_return(&mut self, choice: Stmt) {
        let list = self.here();
        list.insert(list.len().saturating_sub(1), choice);
    }

    fn open_if(&mut self, new: Stmt) {
        let Stmt::If(choice) = &new else {
            return;
        };
        let span = span(&choice.then);
        let list = self.here();
        let at = list.len();
        list.push(new);
        self.open.extend(span.map(|span| Open {
            at,
            branch: Branch::Then,
            span,
        }));
    }

    /// Adds a case to the choice that the last sentence began; cases with equal steps are merged.
    fn add_case(&mut self, any: &Alternatives, steps: &[Stmt]) -> bool {
        match self.here().last_mut() {
            Some(Stmt::If(before)) if before.then == steps && before.otherwise.is_empty() => {
                before.any.extend(any.iter().cloned());
                true
            }
            _ => false,
        }
    }

    /// Takes an "otherwise"; without conditions if `any` is empty.
    fn otherwise(&mut self, any: Alternatives, then: Vec<Stmt>) -> Result<(), &'static str> {
        // `Otherwise:` belongs to the branch that began with a colon, where one is open.
        if then.is_empty()
            && any.is_empty()
            && let Some(open) = self.open.last()
            && open.span == Span::Entry
            && open.branch == Branch::Then
        {
            self.open.pop();
        }
        let (path, last) = last_case(self.here())?;
        if last.then.last().is_some_and(returns) {
            // A branch that has returned has no alternative.
            match any.is_empty() {
                true => self.here().extend(then),
                false => self.open_if(Stmt::when(any, then, Vec::new())),
            }
            return Ok(());
        }
        let reach = span(&then);
        let again = !any.is_empty();
        last.chained = again;
        last.otherwise = match again {
            true => vec![Stmt::when(any, then, Vec::new())],
            false => then,
        };
        if let Some(span) = reach {
            let branch = Branch::Otherwise;
            self.open
                .extend(path.into_iter().map(|at| Open { at, branch, span }));
            let branch = Branch::Then;
            self.open.extend(again.then_some(Open {
                at: 0,
                branch,
                span,
            }));
        }
        Ok(())
    }
}

/// The last case of the choice at the end of a list, and the path to it: its index in the list, in the list of its
/// "otherwise", and so on.
fn last_case(list: &mut [Stmt]) -> Result<(Vec<usize>, &mut Choice), &'static str> {
    let at = list.len().saturating_sub(1);
    let Some(Stmt::If(choice)) = list.last_mut() else {
        return Err("no \"if\" before it");
    };
    if choice.chained {
        let (mut path, last) = last_case(&mut choice.otherwise)?;
        path.insert(0, at);
        return Ok((path, last));
    }
    match choice.otherwise.is_empty() {
        true => Ok((vec![at], choice)),
        false => Err("the \"if\" before it has an \"otherwise\" already"),
    }
}

/// How far a branch with these first steps reaches; `None` where they are all of it.
///
/// A branch that only reports an error is continued by the next sentence.
fn span(steps: &[Stmt]) -> Option<Span> {
    if steps.is_empty() {
        return Some(Span::Entry);
    }
    steps.iter().all(is_continued).then_some(Span::Paragraph)
}

/// Whether a branch of such steps goes on in the next sentence.
pub(super) fn is_continued(stmt: &Stmt) -> bool {
    stmt.begins("parse error") || stmt.begins("unconsume ")
}

/// The steps, with the steps after an "if" that switches moved into its "otherwise" if they switch too. A
/// path switches once, and pages often leave the "otherwise" out.
pub(super) fn nested(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    let ends = |stmt: &Stmt| match stmt {
        Stmt::If(choice) => choice.otherwise.is_empty() && leaves(&choice.then),
        Stmt::Step(_) => false,
    };
    let Some(at) = stmts.iter().position(ends) else {
        return stmts;
    };
    let rest = stmts.split_off(at + 1);
    match stmts.last_mut() {
        Some(Stmt::If(choice)) if switches(&rest) => choice.otherwise = nested(rest),
        _ => stmts.extend(rest),
    }
    stmts
}

/// Whether any of these, or a part of it, switches to another state.
fn switches(stmts: &[Stmt]) -> bool {
    any(stmts, &is_switch, &|_| false)
}

/// Whether each path through these ends with a switch to another state.
fn leaves(stmts: &[Stmt]) -> bool {
    match stmts.last() {
        Some(Stmt::Step(step)) => is_switch(step),
        Some(Stmt::If(choice)) => leaves(&choice.then) && leaves(&choice.otherwise),
        None => false,
    }
}

fn is_switch(step: &str) -> bool {
    step.starts_with("switch to ") || step.starts_with("reconsume in ")
}

/// Whether this ends a procedure.
fn returns(stmt: &Stmt) -> bool {
    stmt.begins("return ")
}
