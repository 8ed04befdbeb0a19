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
    Algorithm, Clause, Conjunction, Entry, Mode, Outside, TreeTables,
};

/// Writes the section on tree construction of a revision.
#[must_use]
pub fn write_trees(revision: &Revision, tables: &TreeTables) -> Prose {
    let entries = tables.files.iter().flat_map(|file| &file.entries);
    let blocks = entries.flat_map(|entry| self::entry(tables, *entry));
    Prose {
        title: format!("{}: tree construction", revision.about.title),
        blocks: blocks.collect(),
        links: Links::of_trees(revision, tables),
    }
}

/// What a part of a file says, in the order of the files.
fn entry(tables: &TreeTables, entry: Entry) -> Vec<Block> {
    match entry {
        Entry::Section(at) => {
            let section = &tables.sections[at];
            let depth = section.number.matches('.').count();
            let level = u8::try_from(depth).map_or(5, |depth| depth.clamp(2, 5));
            vec![heading(
                level,
                Some(section.number.value.clone()),
                &section.title,
            )]
        }
        Entry::Initial => {
            let initial = tables.initial.iter();
            let texts =
                initial.map(|mode| format!("Initially, the insertion mode is \"{}\".", mode.value));
            texts.map(Block::paragraph).collect()
        }
        Entry::Question(at) => outside("Question", &tables.questions[at]),
        Entry::Output(at) => outside("Output", &tables.outputs[at]),
        Entry::Set(at) => {
            let (name, members) = &tables.sets[at];
            let name = &name.value;
            vec![names(
                &format!("The following elements are in the {name} category"),
                members,
            )]
        }
        Entry::Scope(at) => {
            let (name, members) = &tables.scopes[at];
            let name = &name.value;
            vec![names(
                &format!("A search for an element in {name} ends at the following elements"),
                members,
            )]
        }
        Entry::Identifiers(at) => {
            let (name, members) = &tables.identifiers[at];
            let items = members.iter();
            let items = items.map(|member| vec![Block::paragraph(format!("\"{}\"", member.value))]);
            vec![
                Block::paragraph(format!("The {} are:", name.value)),
                list(false, items.collect()),
            ]
        }
        Entry::Pairs(at) => {
            let (name, pairs) = &tables.pairs[at];
            let rows = pairs.iter();
            let rows = rows.map(|(from, to)| vec![from.value.clone(), to.clone()]);
            let head = ["Name on the token", "Name on the element"];
            vec![
                Block::paragraph(format!("The table {}:", name.value)),
                table(&head, rows.collect()),
            ]
        }
        // One table has all of them, at the place of the first.
        Entry::ForeignAttribute(0) => foreign_attributes(tables),
        Entry::ForeignAttribute(_) => Vec::new(),
        Entry::Definition(at) => {
            let definition = &tables.definitions[at];
            let any = english::conjunctions(&definition.any);
            let name = plain(&definition.name);
            let text = format!("{name} if {}", any.join(", or if "));
            vec![Block::Paragraph(sentence(&text))]
        }
        Entry::Algorithm(at) => algorithm(&tables.algorithms[at]),
        Entry::Mode(at) => rows(&tables.modes[at]),
        Entry::ForeignContent => tables.foreign_content.iter().flat_map(rows).collect(),
    }
}

pub(super) fn mode_title(name: &str) -> String {
    format!("The \"{name}\" insertion mode")
}

fn outside(kind: &str, one: &Outside) -> Vec<Block> {
    let text = format!("{kind}: {}: {}", plain(&one.name), one.meaning);
    vec![Block::Paragraph(sentence(&text))]
}

fn foreign_attributes(tables: &TreeTables) -> Vec<Block> {
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
    vec![
        Block::paragraph("The table of foreign attributes:"),
        table(&head, rows.collect()),
    ]
}

fn algorithm(algorithm: &Algorithm) -> Vec<Block> {
    let name = capitalized(&plain(&algorithm.name));
    vec![
        Block::paragraph(format!("{name}:")),
        list(true, items(&algorithm.body)),
    ]
}

fn rows(mode: &Mode) -> Vec<Block> {
    let mut blocks = Vec::new();
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
