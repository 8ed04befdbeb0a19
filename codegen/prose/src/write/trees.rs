//! The tables of tree construction as prose.
//!
//! Their sentences are the section's already, so no rule of the reader is needed, and the page is not read back: the reader
//! knows the tokenizer's section alone. What the section writes in another way than the tables is the frame: a row is an entry
//! of a switch list, an algorithm or a row with labels is a list of steps, and a branch of one step is part of the sentence.

use super::document::{Block, sentence};
use super::links::Links;
use super::{Prose, heading};
use std::fmt::Display;
use tokenwright_tables::model::{Located, Revision};
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{
    Algorithm, Clause, Conjunction, Mode, Outside, TreeTables, section_of_foreign_content,
    section_of_mode,
};

/// Writes the section on tree construction of a revision.
#[must_use]
pub fn write_trees(revision: &Revision, tables: &TreeTables) -> Prose {
    let about = &revision.about;
    let section = revision.tree_construction.as_ref();
    let section = section.map(|outside| outside.section.as_str());
    let mut blocks = vec![heading(2, section.map(str::to_owned), "Tree construction")];
    if let Some(initial) = &tables.initial {
        let text = format!("Initially, the insertion mode is \"{}\".", initial.value);
        blocks.push(Block::paragraph(text));
    }
    blocks.extend(outside("Questions to the document", &tables.questions));
    blocks.extend(outside("Outputs", &tables.outputs));
    blocks.extend(lists(tables));
    blocks.extend(definitions(tables));
    let mut parts: Vec<(_, Vec<Block>)> = Vec::new();
    for algorithm in &tables.algorithms {
        parts.push((algorithm.name.place, self::algorithm(algorithm)));
    }
    for (at, mode) in tables.modes.iter().enumerate() {
        let number = section.map(|section| section_of_mode(section, at));
        let title = mode_title(&mode.name);
        parts.push((mode.name.place, rows(mode, number, &title)));
    }
    if let Some(mode) = &tables.foreign_content {
        let number = section.map(section_of_foreign_content);
        parts.push((mode.name.place, rows(mode, number, FOREIGN)));
    }
    parts.sort_by_key(|(place, _)| *place);
    blocks.extend(parts.into_iter().flat_map(|(_, blocks)| blocks));
    Prose {
        title: format!("{}: tree construction", about.title),
        blocks,
        links: Links::of_trees(revision, tables),
    }
}

const FOREIGN: &str = "The rules for parsing tokens in foreign content";

pub(super) fn mode_title(name: &str) -> String {
    format!("The \"{name}\" insertion mode")
}

fn outside(title: &str, all: &[Outside]) -> Vec<Block> {
    if all.is_empty() {
        return Vec::new();
    }
    let items = all.iter().map(|one| {
        let name = plain(&one.name);
        vec![Block::paragraph(sentence(&format!(
            "{name}: {}",
            one.meaning
        )))]
    });
    vec![heading(3, None, title), list(false, items.collect())]
}

fn lists(tables: &TreeTables) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (name, members) in &tables.sets {
        blocks.push(heading(
            3,
            None,
            &capitalized(&format!("{} category", name.value)),
        ));
        blocks.push(names("The following elements are in it", members));
    }
    for (name, members) in &tables.scopes {
        let title = format!("Having an element in {}", name.value);
        blocks.push(heading(3, None, &title));
        blocks.push(names("The search ends at the following elements", members));
    }
    for (name, members) in &tables.identifiers {
        blocks.push(heading(3, None, &capitalized(name)));
        let items = members.iter();
        let items = items.map(|member| vec![Block::paragraph(format!("\"{}\"", member.value))]);
        blocks.push(list(false, items.collect()));
    }
    for (name, pairs) in &tables.pairs {
        blocks.push(heading(3, None, &capitalized(name)));
        let rows = pairs.iter();
        let rows = rows.map(|(from, to)| vec![from.value.clone(), to.clone()]);
        blocks.push(table(
            &["Name on the token", "Name on the element"],
            rows.collect(),
        ));
    }
    if !tables.foreign_attributes.is_empty() {
        blocks.push(heading(3, None, "Foreign attributes"));
        let rows = tables.foreign_attributes.iter().map(|it| {
            let prefix = it.prefix.clone().unwrap_or_else(|| "(none)".to_owned());
            let namespace = format!("{} namespace", it.namespace.value);
            vec![
                it.name.value.clone(),
                prefix,
                it.local_name.clone(),
                namespace,
            ]
        });
        let head = ["Attribute name", "Prefix", "Local name", "Namespace"];
        blocks.push(table(&head, rows.collect()));
    }
    blocks
}

fn definitions(tables: &TreeTables) -> Vec<Block> {
    let blocks = tables.definitions.iter().flat_map(|definition| {
        let name = plain(&definition.name);
        let any = english::conjunctions(&definition.any);
        let text = sentence(&format!("{name} if {}", any.join(", or if ")));
        [
            heading(3, None, &capitalized(&name)),
            Block::Paragraph(text),
        ]
    });
    blocks.collect()
}

fn algorithm(algorithm: &Algorithm) -> Vec<Block> {
    vec![
        heading(3, None, &capitalized(&plain(&algorithm.name))),
        Block::paragraph("The steps are:"),
        list(true, items(&algorithm.body)),
    ]
}

fn rows(mode: &Mode, number: Option<String>, title: &str) -> Vec<Block> {
    let mut blocks = vec![heading(3, number, title)];
    if !mode.never.is_empty() {
        let kinds: Vec<String> = mode
            .never
            .iter()
            .map(|kind| kind.value.to_string())
            .collect();
        let text = format!("the token is never {}", kinds.join(", or "));
        blocks.push(Block::Paragraph(sentence(&text)));
    }
    let entries = mode.rows.iter().map(|row| {
        let terms = english::terms(row, usize::MAX).into_iter();
        let terms = terms.map(|term| capitalized(&term)).collect();
        let has_label = row.body.iter().any(|it| matches!(it, Clause::Label(_)));
        let mut body = match has_label {
            true => vec![
                Block::paragraph("Run these steps:"),
                list(true, items(&row.body)),
            ],
            false => paragraphs(&row.body),
        };
        body.extend(
            row.note
                .iter()
                .map(|note| Block::paragraph(format!("Note: {note}"))),
        );
        (terms, body)
    });
    blocks.push(Block::Switch(entries.collect()));
    blocks
}

/// Steps as paragraphs, the steps of branches and loops as lists below them.
fn paragraphs(clauses: &[Clause]) -> Vec<Block> {
    clauses.iter().flat_map(clause).collect()
}

/// Steps as the items of a list. A label begins the item of the step after it.
fn items(clauses: &[Clause]) -> Vec<Vec<Block>> {
    let mut items: Vec<Vec<Block>> = Vec::new();
    let mut label: Option<&str> = None;
    for clause in clauses {
        if let Clause::Label(name) = clause {
            label = Some(&name.value);
            continue;
        }
        let mut blocks = self::clause(clause);
        if let (Some(name), Some(Block::Paragraph(text))) = (label.take(), blocks.first_mut()) {
            *text = format!("{}: {text}", capitalized(name));
        }
        items.push(blocks);
    }
    if let Some(name) = label {
        items.push(vec![Block::paragraph(format!(
            "{}: Do nothing.",
            capitalized(name)
        ))]);
    }
    items
}

fn clause(clause: &Clause) -> Vec<Block> {
    match clause {
        Clause::Label(_) => Vec::new(),
        Clause::Step(_) | Clause::Call(_) => {
            let words = step(clause).unwrap_or_default();
            vec![Block::Paragraph(sentence(&words))]
        }
        Clause::If {
            any,
            then,
            otherwise,
        } => {
            let mut blocks = branch(&format!("if {}, then", condition(any)), then);
            if !otherwise.is_empty() {
                blocks.extend(branch("otherwise,", otherwise));
            }
            blocks
        }
        Clause::While { all, body } => {
            let lead = format!("while {}", english::conjunction(all));
            vec![
                Block::Paragraph(sentence(&format!("{lead}:"))),
                list(true, items(body)),
            ]
        }
    }
}

/// A branch: in one sentence if it is one step.
fn branch(lead: &str, clauses: &[Clause]) -> Vec<Block> {
    if let [only] = clauses
        && let Some(words) = step(only)
    {
        return vec![Block::Paragraph(sentence(&format!("{lead} {words}")))];
    }
    vec![
        Block::Paragraph(sentence(&format!("{lead} run these steps:"))),
        list(true, items(clauses)),
    ]
}

/// A step in words, without a capital letter and a full stop.
fn step(clause: &Clause) -> Option<String> {
    let written = match clause {
        Clause::Step(step) => english::step(&step.value),
        Clause::Call(name) => name.value.clone(),
        Clause::If { .. } | Clause::While { .. } | Clause::Label(_) => return None,
    };
    let written = match written.strip_suffix('.') {
        // The tokenizer's section has a fragment as a sentence: "Parse error."
        Some("Parse error") => "this is a parse error".to_owned(),
        Some(words) => uncapitalized(words),
        None => written,
    };
    Some(written)
}

fn condition(any: &[Conjunction]) -> String {
    english::conjunctions(any).join(", or if ")
}

/// The name of something with parameters, which are words of the sentence here.
fn plain(name: &str) -> String {
    name.replace(['{', '}'], "")
}

fn names(lead: &str, members: &[Located<impl Display>]) -> Block {
    let names: Vec<String> = members
        .iter()
        .map(|member| member.value.to_string())
        .collect();
    Block::Paragraph(sentence(&format!("{lead}: {}", names.join(", "))))
}

fn list(ordered: bool, items: Vec<Vec<Block>>) -> Block {
    Block::List { ordered, items }
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> Block {
    Block::Table {
        head: head.iter().map(|cell| (*cell).to_owned()).collect(),
        rows,
    }
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn uncapitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
