//! The tables of tree construction as prose.
//!
//! Their sentences are the section's already, so no rule of the reader is needed: on such a page the reader takes a clause that
//! the tables have as it is. What the section writes in another way than the tables is the frame: a row is an entry
//! of a switch list, an algorithm or a row with labels is a list of steps, and a branch of one step is part of the sentence.

use super::document::Block;
use super::links::Links;
use super::{Prose, heading};
use std::fmt::Display;
use tokenwright_tables::english::{capitalized, sentence};
use tokenwright_tables::model::{Located, Revision};
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::{
    Clause, Conjunction, Entry, Mode, Outside, Section, TreeTables,
};

/// Writes the sections on the parse state and tree construction of a revision.
#[must_use]
pub fn write_trees(revision: &Revision, tables: &TreeTables) -> Prose {
    let mut writer = Writer {
        tables,
        blocks: Vec::new(),
        level: 1,
    };
    let entries = tables.files.iter().flat_map(|file| &file.entries);
    entries.for_each(|entry| writer.entry(*entry));
    Prose {
        title: format!("{}: tree construction", revision.about.title),
        blocks: writer.blocks,
        links: Links::of_trees(revision, tables),
    }
}

/// The heading of a mode: that of its section, or its name if the tables have no section for it.
pub(super) fn mode_title(tables: &TreeTables, mode: usize) -> String {
    match tables.section_of(Entry::Mode(mode)) {
        Some(section) => section.title.clone(),
        None => format!("The \"{}\" insertion mode", tables.modes[mode].name.value),
    }
}

struct Writer<'t> {
    tables: &'t TreeTables,
    blocks: Vec<Block>,
    /// The level of the heading of the section.
    level: u8,
}

impl Writer<'_> {
    fn entry(&mut self, entry: Entry) {
        let tables = self.tables;
        match entry {
            Entry::Section(at) => self.section(&tables.sections[at]),
            Entry::Initial => {
                let initial = tables.initial.iter();
                let text =
                    initial.map(|it| format!("Initially, the insertion mode is \"{}\".", it.value));
                self.blocks.extend(text.map(Block::Paragraph));
            }
            // Questions, outputs and foreign attributes are one list or table each, where the first of them is.
            Entry::Question(0) => self.outside("Questions to the document", &tables.questions),
            Entry::Output(0) => self.outside("Outputs", &tables.outputs),
            Entry::ForeignAttribute(0) => self.foreign_attributes(),
            Entry::Question(_) | Entry::Output(_) | Entry::ForeignAttribute(_) => {}
            Entry::Set(at) => {
                let (name, members) = &tables.sets[at];
                self.heading(&format!("{} category", name.value));
                self.blocks
                    .push(names("The following elements are in it", members));
            }
            Entry::Scope(at) => {
                let (name, members) = &tables.scopes[at];
                self.heading(&format!("having an element in {}", name.value));
                let lead = "The search ends at the following elements";
                self.blocks.push(names(lead, members));
            }
            Entry::Identifiers(at) => {
                let (name, members) = &tables.identifiers[at];
                self.heading(name);
                let items = members.iter();
                let items = items.map(|it| vec![Block::paragraph(format!("\"{}\"", it.value))]);
                self.blocks.push(Block::list(false, items.collect()));
            }
            Entry::Pairs(at) => {
                let (name, pairs) = &tables.pairs[at];
                self.heading(name);
                let rows = pairs.iter();
                let rows = rows.map(|(from, to)| vec![from.value.clone(), to.clone()]);
                let head = ["Name on the token", "Name on the element"];
                self.blocks.push(Block::table(&head, rows.collect()));
            }
            Entry::Definition(at) => {
                let definition = &tables.definitions[at];
                let name = plain(&definition.name);
                self.heading(&name);
                let any = english::conjunctions(&definition.any);
                let text = sentence(&format!("{name} if {}", any.join(", or if ")));
                self.blocks.push(Block::Paragraph(text));
            }
            Entry::Algorithm(at) => {
                let algorithm = &tables.algorithms[at];
                self.heading(&plain(&algorithm.name));
                self.blocks.push(Block::paragraph("The steps are:"));
                self.blocks.push(Block::list(true, items(&algorithm.body)));
            }
            Entry::Mode(at) => {
                if tables.section_of(entry).is_none() {
                    self.heading(&mode_title(tables, at));
                }
                self.blocks.extend(rows(&tables.modes[at]));
            }
            Entry::ForeignContent => {
                let rules = tables.foreign_content.iter();
                self.blocks.extend(rules.flat_map(rows));
            }
        }
    }

    fn section(&mut self, section: &Section) {
        let number = section.number.value.clone();
        // A page has headings of six levels, of which the first is its title.
        let depth = number.matches('.').count().clamp(2, 5);
        self.level = u8::try_from(depth).unwrap_or(2);
        self.blocks
            .push(heading(self.level, Some(number), &section.title));
    }

    /// A heading below that of the section.
    fn heading(&mut self, title: &str) {
        let title = capitalized(title);
        self.blocks.push(heading(self.level + 1, None, &title));
    }

    fn outside(&mut self, title: &str, all: &[Outside]) {
        self.heading(title);
        let items = all.iter().map(|one| {
            let name = plain(&one.name);
            let text = format!("{name}: {}", one.meaning);
            vec![Block::Paragraph(sentence(&text))]
        });
        self.blocks.push(Block::list(false, items.collect()));
    }

    fn foreign_attributes(&mut self) {
        self.heading("Foreign attributes");
        let rows = self.tables.foreign_attributes.iter().map(|it| {
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
        self.blocks.push(Block::table(&head, rows.collect()));
    }
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
                Block::list(true, items(&row.body)),
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
            *text = format!("{}: {text}", capitalized(&label_in_words(name)));
        }
        items.push(blocks);
    }
    if let Some(name) = label {
        items.push(vec![Block::paragraph(format!(
            "{}: Do nothing.",
            capitalized(&label_in_words(name))
        ))]);
    }
    items
}

/// `stepOne` as `step one`, which a reader joins.
fn label_in_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
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
                Block::list(true, items(body)),
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
        Block::list(true, items(clauses)),
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

fn uncapitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
