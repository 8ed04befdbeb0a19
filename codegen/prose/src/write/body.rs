//! The steps of a row or a state as sentences, paragraphs and lists.

use super::clauses::{of_conditions, of_steps};
use super::document::{Block, sentence};
use crate::normalise::normalise;
use crate::terms::{Term, term};
use crate::understand::{Alternatives, Meaning, Reader, Stmt};

/// Where steps stand, which decides the form of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// In a state, before its rows.
    State,
    /// In a row.
    Row,
    /// In an item of a list.
    Item,
}

/// Steps as blocks.
///
/// # Errors
/// A step or a condition without a sentence.
pub(super) fn blocks(
    reader: &mut Reader,
    stmts: &[Stmt],
    around: Around,
) -> Result<Vec<Block>, String> {
    let mut writing = Writing {
        reader,
        around,
        blocks: Vec::new(),
        paragraph: Vec::new(),
        open: false,
    };
    let mut rest = stmts;
    while let Some(first) = rest.first() {
        match first {
            Stmt::Step(_) => {
                let steps: Vec<String> = rest.iter().map_while(step).cloned().collect();
                writing.steps(&steps)?;
                rest = &rest[steps.len()..];
            }
            Stmt::If {
                any,
                then,
                otherwise,
                ..
            } => {
                writing.choice(any, then, otherwise)?;
                rest = &rest[1..];
            }
        }
    }
    writing.end_paragraph();
    Ok(writing.blocks)
}

fn step(stmt: &Stmt) -> Option<&String> {
    match stmt {
        Stmt::Step(step) => Some(step),
        Stmt::If { .. } => None,
    }
}

/// The clauses of steps; `None` if there is a choice among them.
fn all_steps(stmts: &[Stmt]) -> Option<Vec<String>> {
    stmts.iter().map(|stmt| step(stmt).cloned()).collect()
}

/// Clauses for steps, in order.
fn clauses(reader: &mut Reader, steps: &[String]) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut rest = steps;
    while let Some(first) = rest.first() {
        let clause = of_steps(reader, rest);
        let clause = clause.ok_or_else(|| format!("no rule of the reader makes `{first}`"))?;
        found.push(clause.text);
        rest = &rest[clause.steps..];
    }
    Ok(found)
}

struct Writing<'a> {
    reader: &'a mut Reader,
    around: Around,
    blocks: Vec<Block>,
    /// The sentences of the paragraph that is being written.
    paragraph: Vec<String>,
    /// Whether the reader takes the next sentence of the paragraph for a part of the last branch.
    open: bool,
}

impl Writing<'_> {
    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let text = std::mem::take(&mut self.paragraph).join(" ");
            self.blocks.push(Block::Paragraph(text));
        }
        self.open = false;
    }

    fn steps(&mut self, steps: &[String]) -> Result<(), String> {
        let is_error = |step: &String| step.starts_with("parse error");
        let late = self.around == Around::Row && steps.first().is_some_and(is_error);
        let lead = if self.open && late {
            "in any case, "
        } else {
            ""
        };
        if !late {
            self.end_paragraph();
        }
        self.open = false;
        for (at, clause) in clauses(self.reader, steps)?.into_iter().enumerate() {
            let lead = if at == 0 { lead } else { "" };
            self.paragraph.push(sentence(&format!("{lead}{clause}")));
        }
        Ok(())
    }

    fn choice(
        &mut self,
        any: &Alternatives,
        then: &[Stmt],
        otherwise: &[Stmt],
    ) -> Result<(), String> {
        self.end_paragraph();
        match self.in_sentences(any, then, otherwise)? {
            Some(sentences) => {
                self.paragraph = sentences;
                let last = last_branch(then, otherwise);
                self.open = last.iter().all(|stmt| {
                    step(stmt).is_some_and(|step| {
                        step.starts_with("parse error") || step.starts_with("unconsume ")
                    })
                });
                Ok(())
            }
            None => self.in_lists(any, then, otherwise),
        }
    }

    /// `If ..., then ... Otherwise, ...`; `None` if a branch has a choice in it, or the reader reads it otherwise.
    fn in_sentences(
        &mut self,
        any: &Alternatives,
        then: &[Stmt],
        otherwise: &[Stmt],
    ) -> Result<Option<Vec<String>>, String> {
        let mut sentences = Vec::new();
        match of_conditions(self.reader, any) {
            Some(condition) => {
                let lead = format!("if {condition}, then ");
                let meaning = |meaning: &Meaning| matches!(meaning, Meaning::If { any: a, then: t, .. } if a == any && t == then);
                let Some(first) = self.one_sentence(&lead, then, &meaning)? else {
                    return Ok(None);
                };
                sentences.push(first);
            }
            None => {
                for all in any {
                    let all = vec![all.clone()];
                    let lead = format!("when {}, ", self.condition(&all)?);
                    let meaning = |meaning: &Meaning| matches!(meaning, Meaning::If { any: a, then: t, case: true } if *a == all && t == then);
                    let Some(case) = self.one_sentence(&lead, then, &meaning)? else {
                        return Ok(None);
                    };
                    sentences.push(case);
                }
            }
        }
        let mut rest = otherwise;
        while !rest.is_empty() {
            let (lead, wanted, branch, next) = match rest {
                [
                    Stmt::If {
                        any,
                        then,
                        otherwise,
                        ..
                    },
                ] => {
                    let lead = format!("otherwise, if {}, then ", self.condition(any)?);
                    (lead, Some(any), then.as_slice(), otherwise.as_slice())
                }
                steps => ("otherwise, ".to_owned(), None, steps, &[][..]),
            };
            let meaning = |meaning: &Meaning| matches!(meaning, Meaning::Otherwise { any: a, then: t } if a.as_ref() == wanted && t == branch);
            let Some(sentence) = self.one_sentence(&lead, branch, &meaning)? else {
                return Ok(None);
            };
            sentences.push(sentence);
            rest = next;
        }
        Ok(Some(sentences))
    }

    /// A sentence with all steps of a branch, if the reader gives it this meaning.
    fn one_sentence(
        &mut self,
        lead: &str,
        branch: &[Stmt],
        meaning: &dyn Fn(&Meaning) -> bool,
    ) -> Result<Option<String>, String> {
        let Some(steps) = all_steps(branch) else {
            return Ok(None);
        };
        let clauses = clauses(self.reader, &steps)?;
        for joiner in [" and ", "; "] {
            let states_error = clauses.first().is_some_and(|c| c.starts_with("this is "));
            if (clauses.len() > 2 || states_error) && joiner == " and " {
                continue;
            }
            let text = sentence(&format!("{lead}{}", clauses.join(joiner)));
            let understood = self.reader.understand(&normalise(&text));
            if understood.is_some_and(|understood| meaning(&understood.meaning)) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    fn condition(&mut self, any: &Alternatives) -> Result<String, String> {
        of_conditions(self.reader, any).ok_or_else(|| {
            let all: Vec<String> = any.iter().map(|all| all.join(" and ")).collect();
            format!("no rule of the reader states `{}`", all.join(" or "))
        })
    }

    /// `If ...:` and `Otherwise:` with lists of steps, or a switch list where the standard has one.
    fn in_lists(
        &mut self,
        any: &Alternatives,
        then: &[Stmt],
        otherwise: &[Stmt],
    ) -> Result<(), String> {
        let condition = format!("If {}", self.condition(any)?);
        let is_term = matches!(term(&condition), Some(Term::Condition(_)));
        if self.around == Around::State && is_term && !otherwise.is_empty() {
            let then = blocks(self.reader, then, Around::Row)?;
            let otherwise = blocks(self.reader, otherwise, Around::Row)?;
            let entries = [(condition, then), ("Otherwise".to_owned(), otherwise)];
            let entries = entries.map(|(term, blocks)| (vec![term], blocks));
            self.blocks.push(Block::Switch(entries.into()));
            return Ok(());
        }
        for (lead, branch) in [(condition, then), ("Otherwise".to_owned(), otherwise)] {
            if branch.is_empty() {
                continue;
            }
            self.blocks.push(Block::Paragraph(format!("{lead}:")));
            let items = items(blocks(self.reader, branch, Around::Item)?);
            self.blocks.push(Block::List {
                ordered: true,
                items,
            });
        }
        Ok(())
    }
}

/// The steps of the branch that a choice ends with.
fn last_branch<'a>(then: &'a [Stmt], otherwise: &'a [Stmt]) -> &'a [Stmt] {
    match otherwise {
        [] => then,
        [
            Stmt::If {
                then, otherwise, ..
            },
        ] => last_branch(then, otherwise),
        steps => steps,
    }
}

/// An item for every paragraph, with the lists and tables that belong to it.
fn items(blocks: Vec<Block>) -> Vec<Vec<Block>> {
    let mut items: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        let starts = match &block {
            Block::Paragraph(text) => text != "Otherwise:",
            _ => false,
        };
        match items.last_mut() {
            Some(item) if !starts => item.push(block),
            _ => items.push(vec![block]),
        }
    }
    items
}
