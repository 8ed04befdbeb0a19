//! The steps of a row or a state as sentences, paragraphs and lists.
//!
//! A choice is written as sentences if the reader gives them the same meaning, and else as lists with a colon before
//! them, which say how far a branch reaches. So plain rows read as in the standard, and no row is refused because its
//! conditions are nested.

use super::clauses::{of_conditions, of_steps};
use super::document::Block;
use crate::body::is_continued;
use crate::normalise::normalise;
use crate::stmt::{Alternatives, Choice, Stmt};
use crate::terms::{Term, term};
use crate::understand::{Lead, Meaning, Reader};
use tokenwright_tables::english::sentence;

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
                let steps = rest.iter().map_while(Stmt::as_step);
                let steps: Vec<String> = steps.map(str::to_owned).collect();
                writing.steps(&steps)?;
                rest = &rest[steps.len()..];
            }
            Stmt::If(choice) => {
                writing.choice(choice)?;
                rest = &rest[1..];
            }
        }
    }
    writing.end_paragraph();
    Ok(writing.blocks)
}

/// The clauses of steps; `None` if there is a choice among them.
fn all_steps(stmts: &[Stmt]) -> Option<Vec<String>> {
    let each = stmts.iter().map(|stmt| Some(stmt.as_step()?.to_owned()));
    each.collect()
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

    fn choice(&mut self, choice: &Choice) -> Result<(), String> {
        self.end_paragraph();
        match self.in_sentences(choice)? {
            Some(sentences) => {
                self.paragraph = sentences;
                self.open = last_branch(choice).iter().all(is_continued);
                Ok(())
            }
            None => self.in_lists(choice),
        }
    }

    /// `If ..., then ... Otherwise, ...`; `None` if a branch has a choice in it, or the reader reads it otherwise.
    fn in_sentences(&mut self, choice: &Choice) -> Result<Option<Vec<String>>, String> {
        // A lead, its meaning, the conditions and the steps of each sentence.
        let mut parts = Vec::new();
        match of_conditions(self.reader, &choice.any) {
            Some(condition) => {
                let words = format!("if {condition}, then ");
                parts.push((words, Lead::If, choice.any.clone(), choice.then.as_slice()));
            }
            None => {
                for all in &choice.any {
                    let all = vec![all.clone()];
                    let words = format!("when {}, ", self.condition(&all)?);
                    parts.push((words, Lead::When, all, choice.then.as_slice()));
                }
            }
        }
        let mut rest = choice.otherwise.as_slice();
        while !rest.is_empty() {
            let (words, any, then, next) = match rest {
                [Stmt::If(case)] => {
                    let words = format!("otherwise, if {}, then ", self.condition(&case.any)?);
                    (
                        words,
                        case.any.clone(),
                        case.then.as_slice(),
                        case.otherwise.as_slice(),
                    )
                }
                _ => ("otherwise, ".to_owned(), Alternatives::new(), rest, &[][..]),
            };
            parts.push((words, Lead::Otherwise, any, then));
            rest = next;
        }
        let mut sentences = Vec::new();
        for (words, lead, any, then) in parts {
            let wanted = |meaning: &Meaning| matches!(meaning, Meaning::If { lead: l, any: a, then: t } if *l == lead && *a == any && t == then);
            match self.one_sentence(&words, then, &wanted)? {
                Some(sentence) => sentences.push(sentence),
                None => return Ok(None),
            }
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
    fn in_lists(&mut self, choice: &Choice) -> Result<(), String> {
        let Choice {
            any,
            then,
            otherwise,
            ..
        } = choice;
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
            self.blocks.push(Block::list(true, items));
        }
        Ok(())
    }
}

/// The steps of the branch that a choice ends with.
fn last_branch(choice: &Choice) -> &[Stmt] {
    match choice.otherwise.as_slice() {
        [] => &choice.then,
        [Stmt::If(case)] => last_branch(case),
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
