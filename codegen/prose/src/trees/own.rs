//! Pages that this project wrote: their sentences are those of the tables, and each list is below its name.
//!
//! Such a page says in the words of the tables what the standard says in its own, so a clause that the tables have is its own
//! meaning. On a page of the standard that would be a guess: "append it to the Document" has the form of a step with a variable
//! named "it". So a page has to say of its algorithms "The steps are:", as no page of the standard does.

use super::lists::{element_types, pairs};
use super::read::PageReader;
use super::spelling::sentences;
use super::stmt::Stmt;
use crate::outline::{PageBlock, Text};
use crate::section::Part;
use crate::sentence::Sentence;
use tokenwright_tables::english;
use tokenwright_tables::tree::grammar::{TreeStep, Value};
use tokenwright_tables::tree::model::{Clause, Outside, TreeTables, WITH_CONTENTS};
use tokenwright_tables::tree::sentences as model;

/// What such a page says before the steps of an algorithm.
const STEPS: &str = "The steps are:";

/// Whether this project wrote the page.
pub(super) fn is_own(sections: &[Part<'_>]) -> bool {
    let says = |block: &&PageBlock| matches!(block, PageBlock::Paragraph { text, .. } if text.as_str() == STEPS);
    sections
        .iter()
        .any(|section| section.blocks.iter().any(says))
}

/// A step in the words of the tables.
pub(super) fn step(names: &TreeTables, text: &str) -> Option<Stmt> {
    let clause = model::step(names, text)?;
    if let Clause::Step(step) = &clause
        && let TreeStep::Let(_, Value::Call(call))
        | TreeStep::Set(_, Value::Call(call))
        | TreeStep::ReturnValue(Value::Call(call)) = &step.value
    {
        names.step(&call.0)?;
    }
    Some(Stmt::step(text))
}

/// Conditions in the words of the tables.
pub(super) fn conditions(names: &TreeTables, text: &str) -> Option<String> {
    // The name of a list or of a scope has any words, so that it would take what follows.
    let is_one = !text.contains(", or if ") && !text.contains(", then");
    let found = is_one.then(|| model::conjunction(names, text)).flatten();
    found.map(|_| text.to_owned())
}

/// A name without the braces of its parameters, as a heading has it.
fn plain(name: &str) -> String {
    name.replace(['{', '}'], "")
}

/// Whether a heading is the title of something with this name.
fn is_title(title: &str, name: &str) -> bool {
    english::capitalized(&plain(name)) == title
}

/// What a heading names: its words with a small letter, unless it begins with a name.
fn name_of(title: &str) -> String {
    match title.starts_with("MathML ") {
        true => title.to_owned(),
        false => crate::normalise::uncapitalise(title),
    }
}

impl PageReader {
    /// Reads a block that is below the name of what it defines; whether it is one.
    pub(super) fn own_block(
        &mut self,
        section: &Part<'_>,
        block: &PageBlock,
        next: Option<&PageBlock>,
    ) -> Option<bool> {
        let title = section.title;
        match (block, next) {
            (PageBlock::Paragraph { text, .. }, Some(PageBlock::List(items)))
                if text.as_str() == STEPS =>
            {
                let algorithms = &self.names.algorithms;
                let found = algorithms.iter().find(|it| is_title(title, &it.name));
                let name = found?.name.value.clone();
                let open = self.log.open();
                for sentence in sentences(text) {
                    self.log.modelled(&sentence, "algorithm", &sentence.text);
                }
                let steps = self.body(|body| body.items(items));
                self.algorithm(&name, steps, open);
                Some(true)
            }
            (PageBlock::Paragraph { text, .. }, _) => {
                let definitions = &self.names.definitions;
                let found = definitions.iter().find(|it| is_title(title, &it.name));
                let name = found?.name.value.clone();
                self.own_definition(&name, text)?;
                Some(false)
            }
            (PageBlock::Entries(entries), _) => {
                match &self.rules_of {
                    Some(mode) => self.mode(mode.clone(), entries),
                    None => self.foreign(entries),
                }
                Some(false)
            }
            (PageBlock::List(items), _) if title.contains("identifier") => {
                for sentence in item_sentences(items) {
                    let text = sentence.original.trim_matches('"').to_owned();
                    self.log.modelled(&sentence, "identifier", &text);
                    self.log.identifier(&name_of(title), &text);
                }
                self.end_section();
                Some(false)
            }
            (PageBlock::List(items), _) if title == "Questions to the document" => {
                let found = outside(&self.names.questions, items);
                self.tables.questions = self.all_read(found, items)?;
                Some(false)
            }
            (PageBlock::List(items), _) if title == "Outputs" => {
                let found = outside(&self.names.outputs, items);
                self.tables.outputs = self.all_read(found, items)?;
                Some(false)
            }
            (PageBlock::Table(rows), _) if title == "Foreign attributes" => {
                self.foreign_attributes(rows).then_some(false)
            }
            (PageBlock::Table(rows), _) => {
                self.add_pairs(&name_of(title), pairs(rows)?);
                Some(false)
            }
            _ => None,
        }
    }

    /// A condition that a sentence defines: `NAME if CONDITIONS, or if CONDITIONS`.
    fn own_definition(&mut self, name: &str, text: &Text) -> Option<()> {
        let all = sentences(text);
        let [sentence] = all.as_slice() else {
            return None;
        };
        let rest = sentence.text.strip_prefix(plain(name).as_str())?;
        let any = self.reader.conditions(rest.strip_prefix(" if ")?)?;
        let any: Vec<String> = any.iter().map(|all| all.join(" and ")).collect();
        self.define(name, any.iter().map(String::as_str))?;
        self.log.modelled(sentence, "definition", &sentence.text);
        Some(())
    }

    /// A set or a scope, by the heading.
    pub(super) fn titled(&mut self, title: &str, members: &[String]) -> bool {
        if let Some(name) = title.strip_suffix(" category") {
            let name = name_of(name);
            if name != WITH_CONTENTS {
                self.set(&name, element_types(members));
            }
            return true;
        }
        match title.strip_prefix("Having an element in ") {
            Some(name) => {
                self.scope(name, element_types(members));
                true
            }
            None => false,
        }
    }

    /// What was found in the items of a list, if it is all of them.
    fn all_read<T>(&mut self, found: Vec<T>, items: &[Vec<PageBlock>]) -> Option<Vec<T>> {
        let sentences = item_sentences(items);
        let is_all = found.len() == sentences.len();
        is_all.then(|| {
            for sentence in &sentences {
                self.log.modelled(sentence, "outside", &sentence.text);
            }
            found
        })
    }
}

/// The questions or outputs of a list: `NAME: MEANING.`
fn outside(known: &[Outside], items: &[Vec<PageBlock>]) -> Vec<Outside> {
    let found = item_sentences(items).into_iter().filter_map(|sentence| {
        let known = known.iter().find(|it| {
            let parts = sentence.original.split_once(": ");
            parts.is_some_and(|(title, _)| is_title(title, &it.name))
        });
        let (_, meaning) = sentence.original.split_once(": ")?;
        Some(Outside {
            name: known?.name.clone(),
            meaning: meaning.trim_end_matches('.').to_owned(),
        })
    });
    found.collect()
}

fn item_sentences(items: &[Vec<PageBlock>]) -> Vec<Sentence> {
    let texts = items.iter().flatten().filter_map(|block| match block {
        PageBlock::Paragraph { text, .. } => Some(text),
        _ => None,
    });
    texts.flat_map(sentences).collect()
}

/// The note of a row, which is the last paragraph of its entry.
pub(super) fn note(body: &[PageBlock]) -> Option<String> {
    let PageBlock::Paragraph { text, .. } = body.last()? else {
        return None;
    };
    text.as_str().strip_prefix("Note: ").map(str::to_owned)
}
