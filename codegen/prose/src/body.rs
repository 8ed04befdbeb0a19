//! The steps of one entry: which sentences an "if" or an "otherwise" governs.

use super::understand::{Alternatives, Meaning, Stmt};

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
        if !matches!(
            meaning,
            Meaning::Steps { .. } | Meaning::Outside(..) | Meaning::Silent(_)
        ) {
            self.conditions += 1;
            if self.conditions > CONDITIONS {
                return Err("these steps have more than 100 conditions");
            }
        }
        match meaning {
            Meaning::Steps {
                stmts,
                ends_branches,
            } => {
                if *ends_branches {
                    self.end_paragraph();
                }
                self.here().extend(stmts.iter().cloned());
                Ok(())
            }
            Meaning::If { any, then, case } => {
                self.end_paragraph();
                if *case && self.add_case(any, then) {
                    return Ok(());
                }
                let errors = !then.is_empty() && then.iter().all(is_error);
                let instead = then.last().is_some_and(returns);
                let list = self.here();
                if (errors || instead) && list.last().is_some_and(returns) {
                    // Some years say "additionally" or "instead", others do not.
                    let at = list.len() - 1;
                    list.insert(at, simple_if(any, then));
                    return Ok(());
                }
                self.open_if(any.clone(), then.clone());
                Ok(())
            }
            Meaning::Then { any, then } => {
                self.end_paragraph();
                self.open_if(any.clone(), then.clone());
                Ok(())
            }
            Meaning::Otherwise { any, then } => self.otherwise(any.clone(), then.clone()),
            Meaning::First { any, then } => {
                self.end_paragraph();
                let Some(Stmt::If { then: branch, .. }) = self.here().last_mut() else {
                    return Err("no case before it that it could extend");
                };
                branch.insert(0, simple_if(any, then));
                Ok(())
            }
            Meaning::BeforeReturn { any, then } => {
                self.end_paragraph();
                let list = self.here();
                if !list.last().is_some_and(returns) {
                    return Err("no step before it returns");
                }
                let at = list.len() - 1;
                list.insert(at, simple_if(any, then));
                Ok(())
            }
            Meaning::Outside(..) | Meaning::Silent(_) => Ok(()),
        }
    }

    /// Adds a statement without a sentence, such as a choice by the next character.
    pub(super) fn push(&mut self, stmt: Stmt) {
        self.end_paragraph();
        self.here().push(stmt);
    }

    /// Begins a paragraph.
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
            let Some(Stmt::If {
                then, otherwise, ..
            }) = list.get_mut(open.at)
            else {
                unreachable!("a branch is opened where its choice was just put");
            };
            list = match open.branch {
                Branch::Then => then,
                Branch::Otherwise => otherwise,
            };
        }
        list
    }

    fn open_if(&mut self, any: Alternatives, then: Vec<Stmt>) {
        let span = span(&then);
        let list = self.here();
        let at = list.len();
        list.push(Stmt::If {
            any,
            then,
            otherwise: Vec::new(),
            chained: false,
        });
        if let Some(span) = span {
            self.open.push(Open {
                at,
                branch: Branch::Then,
                span,
            });
        }
    }

    /// Adds a case to the choice that the last sentence began; cases with equal steps are merged.
    fn add_case(&mut self, any: &Alternatives, steps: &[Stmt]) -> bool {
        let Some(Stmt::If {
            any: before,
            then,
            otherwise,
            ..
        }) = self.here().last_mut()
        else {
            return false;
        };
        if then != steps || !otherwise.is_empty() {
            return false;
        }
        before.extend(any.iter().cloned());
        true
    }

    fn otherwise(
        &mut self,
        any: Option<Alternatives>,
        then: Vec<Stmt>,
    ) -> Result<(), &'static str> {
        self.end_paragraph();
        // `Otherwise:` belongs to the branch that began with a colon, where one is open.
        if then.is_empty()
            && any.is_none()
            && let Some(open) = self.open.last()
            && open.span == Span::Entry
            && open.branch == Branch::Then
        {
            self.open.pop();
        }
        let path = last_case(self.here())?;
        let list = self.here();
        let returned = match case(list, &path) {
            Some(Stmt::If { then, .. }) => then.last().is_some_and(returns),
            _ => false,
        };
        if returned {
            // A branch that has returned has no alternative.
            match any {
                Some(any) => self.open_if(any, then),
                None => list.extend(then),
            }
            return Ok(());
        }
        let reach = span(&then);
        let again = any.is_some();
        let Some(Stmt::If {
            otherwise, chained, ..
        }) = case(list, &path)
        else {
            return Err("no \"if\" before it");
        };
        match any {
            Some(any) => {
                *chained = true;
                otherwise.push(Stmt::If {
                    any,
                    then,
                    otherwise: Vec::new(),
                    chained: false,
                });
            }
            None => *otherwise = then,
        }
        if let Some(span) = reach {
            self.open.extend(path.into_iter().map(|at| Open {
                at,
                branch: Branch::Otherwise,
                span,
            }));
            if again {
                self.open.push(Open {
                    at: 0,
                    branch: Branch::Then,
                    span,
                });
            }
        }
        Ok(())
    }
}

/// The path to the last case of the choice at the end of a list: its index in the list, in the list of its
/// "otherwise", and so on.
fn last_case(list: &[Stmt]) -> Result<Vec<usize>, &'static str> {
    let mut path = Vec::new();
    let mut list = list;
    loop {
        let Some(Stmt::If {
            otherwise, chained, ..
        }) = list.last()
        else {
            return Err("no \"if\" before it");
        };
        path.push(list.len() - 1);
        if !*chained {
            return if otherwise.is_empty() {
                Ok(path)
            } else {
                Err("the \"if\" before it has an \"otherwise\" already")
            };
        }
        list = otherwise;
    }
}

/// The case at the end of such a path.
fn case<'a>(list: &'a mut [Stmt], path: &[usize]) -> Option<&'a mut Stmt> {
    let (first, rest) = path.split_first()?;
    let found = list.get_mut(*first)?;
    if rest.is_empty() {
        return Some(found);
    }
    match found {
        Stmt::If { otherwise, .. } => case(otherwise, rest),
        Stmt::Step(_) => None,
    }
}

/// How far a branch with these first steps reaches; `None` where they are all of it.
///
/// A branch that only reports an error is continued by the next sentence.
fn span(steps: &[Stmt]) -> Option<Span> {
    if steps.is_empty() {
        return Some(Span::Entry);
    }
    let begins = |stmt: &Stmt| match stmt {
        Stmt::Step(step) => step.starts_with("parse error") || step.starts_with("unconsume "),
        Stmt::If { .. } => false,
    };
    steps.iter().all(begins).then_some(Span::Paragraph)
}

/// The steps, with the steps after an "if" that switches moved into its "otherwise" if they switch too. A
/// path switches once, and pages often leave the "otherwise" out.
pub(super) fn nested(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    let ends = |stmt: &Stmt| match stmt {
        Stmt::If {
            then, otherwise, ..
        } => otherwise.is_empty() && then.last().is_some_and(switches),
        Stmt::Step(_) => false,
    };
    let Some(at) = stmts.iter().position(ends) else {
        return stmts;
    };
    let rest = stmts.split_off(at + 1);
    if !rest.iter().any(switches) {
        stmts.extend(rest);
        return stmts;
    }
    if let Some(Stmt::If { otherwise, .. }) = stmts.last_mut() {
        *otherwise = nested(rest);
    }
    stmts
}

/// Whether this, or a part of it, switches to another state.
fn switches(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Step(step) => step.starts_with("switch to ") || step.starts_with("reconsume in "),
        Stmt::If {
            then, otherwise, ..
        } => then.iter().chain(otherwise).any(switches),
    }
}

fn is_error(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Step(step) if step.starts_with("parse error"))
}

/// Whether this ends a procedure.
fn returns(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Step(step) if step.starts_with("return "))
}

fn simple_if(any: &Alternatives, then: &[Stmt]) -> Stmt {
    Stmt::If {
        any: any.clone(),
        then: then.to_vec(),
        otherwise: Vec::new(),
        chained: false,
    }
}
