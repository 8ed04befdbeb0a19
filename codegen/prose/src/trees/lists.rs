//! What the sections list: categories, scopes, definitions, and tables of names.
//!
//! A list is read whole or not at all: an item that is lost would be another table, so that the sentence before the list then
//! counts as not understood. Only the head of a table is passed over.

use super::read::PageReader;
use super::rules::{FRAMES, ITEMS};
use super::spelling::sentences;
use super::stmt::{Stmt, of_lines};
use crate::outline::{ListEntry, PageBlock, Text};
use crate::section::Part;
use crate::sentence::Sentence;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{Definition, Entry, ForeignAttribute};
use tokenwright_tables::tree::sentences as model;

impl PageReader {
    /// The categories of elements: a set is what the text of a term says.
    pub(super) fn categories(&mut self, section: &Part<'_>, entries: &[ListEntry]) {
        for entry in entries {
            for term in entry.terms.iter().flat_map(sentences) {
                self.log.modelled(&term, "category", &term.text);
            }
            for block in &entry.body {
                if let PageBlock::Paragraph { text, aside: None } = block {
                    self.paragraph(section, text, None);
                }
            }
        }
        // The furthest block is in either category, which the tables have a set for.
        let of = |name: &str| self.tables.sets.iter().find(|(set, _)| set.value == name);
        if let (Some((_, special)), Some((_, scoping))) = (of("special"), of("scoping")) {
            let both = special.iter().chain(scoping).cloned().collect();
            self.set("special or scoping", both);
        }
    }

    /// A set of elements.
    pub(super) fn set(&mut self, name: &str, members: Vec<Located<ElementType>>) {
        let set = (Located::nowhere(name.to_owned()), members);
        self.add(Entry::Set, |tables| &mut tables.sets, set);
    }

    /// A scope, with the elements at which it ends.
    pub(super) fn scope(&mut self, name: &str, members: Vec<Located<ElementType>>) {
        let scope = (Located::nowhere(name.to_owned()), members);
        self.add(Entry::Scope, |tables| &mut tables.scopes, scope);
    }

    /// The elements of a list. An item may stand for those of a scope.
    pub(super) fn members(&mut self, items: &[Vec<PageBlock>]) -> Vec<Located<ElementType>> {
        let mut members: Vec<Located<ElementType>> = Vec::new();
        for line in self.lines_of(items) {
            if let Some(other) = line.strip_prefix("scope ") {
                let mut scopes = self.tables.scopes.iter();
                let found = scopes.find(|(name, _)| name.value == other);
                members.extend(found.into_iter().flat_map(|(_, all)| all.iter().cloned()));
            } else {
                members.extend(element(&line));
            }
        }
        members
    }

    /// Scopes that the page defines by the same steps; whether these name elements for each.
    pub(super) fn scopes_of_steps(&mut self, names: &str, items: &[Vec<PageBlock>]) -> bool {
        let mut scopes: Vec<(&str, Vec<Located<ElementType>>)> = names
            .split(" and ")
            .map(|name| (name, Vec::new()))
            .collect();
        let mut is_consistent = true;
        for item in items {
            let (of, members) = match item.as_slice() {
                [PageBlock::Paragraph { text, .. }, PageBlock::List(elements)]
                    if let Some(of) = self.announced_ends(text) =>
                {
                    (of, self.members(elements))
                }
                blocks => {
                    let steps = self.body(|body| body.blocks(blocks));
                    let ends = steps.iter().filter_map(|step| match step {
                        Stmt::Step(step) => step.strip_prefix("ends at ").and_then(element),
                        _ => None,
                    });
                    (Vec::new(), ends.collect())
                }
            };
            // One of the scopes that the steps are for, "rather than" another of them.
            is_consistent &= of.iter().all(|of| names.split(" and ").any(|it| it == of));
            is_consistent &= of.len() != 2 || of[0] != of[1];
            for (name, ends) in &mut scopes {
                if of.first().is_none_or(|of| of == name) {
                    ends.extend(members.iter().cloned());
                }
            }
        }
        let is_named = is_consistent && scopes.iter().all(|(_, ends)| !ends.is_empty());
        if is_named {
            for (name, ends) in scopes {
                self.scope(name, ends);
            }
        }
        is_named
    }

    /// Whether these are the steps of a search up the stack for an element; what ends it may be anything.
    pub(super) fn is_search(&mut self, items: &[Vec<PageBlock>]) -> bool {
        const STEPS: [&str; 3] = [
            "let node be the current node",
            "matches",
            "otherwise: set node to the element immediately above node in the stack of open elements; jump to the step labeled stepTwo",
        ];
        let sentences = items.iter().flat_map(|item| item_sentences(item));
        let meanings = sentences.filter_map(|it| self.reader.understand(&it.text));
        let meanings: Vec<String> = meanings.map(|it| it.meaning.describe()).collect();
        let ends = |it: &&String| it.is_empty() || it.starts_with("ends");
        meanings.iter().filter(|it| !ends(it)).eq(&STEPS)
    }

    /// Whether a sentence announces elements at which scopes end; which scope and which not, if not all.
    fn announced_ends(&mut self, text: &Text) -> Option<Vec<String>> {
        let [sentence] = &sentences(text)[..] else {
            return None;
        };
        let (rule, fillings) = FRAMES.fit(&sentence.text, false)?;
        let lines = rule.lines(&fillings);
        let (first, others) = lines.split_first()?;
        let of = first.strip_prefix("ends")?.trim_start().to_owned();
        self.log.modelled(sentence, rule.name, lines.join("; "));
        let of = Some(of).filter(|of| !of.is_empty());
        Some(of.into_iter().chain(others.iter().cloned()).collect())
    }

    /// The search for a select element, which all elements end but those that the page lists.
    pub(super) fn select_scope(&mut self, items: &[Vec<PageBlock>]) -> Vec<Stmt> {
        let lines = self.lines_of(items);
        let types = lines.iter().filter_map(|line| element(line));
        let types: Vec<_> = types.map(|it| it.value).collect();
        let types = super::hole::of_types(&types);
        let lines = [
            "let node be the current node".to_owned(),
            format!("while node is {types} {{"),
            "set node to the element immediately above node in the stack of open elements"
                .to_owned(),
            "}".to_owned(),
            "if node is a select element {".to_owned(),
            "return node".to_owned(),
            "}".to_owned(),
            "return null".to_owned(),
        ];
        of_lines(&lines)
    }

    /// A condition that holds of some elements; whether the tables have a form for it.
    pub(super) fn definition(&mut self, name: &str, items: &[Vec<PageBlock>]) -> bool {
        let mut types = Vec::new();
        let mut conditions = Vec::new();
        for line in self.lines_of(items) {
            match element(&line) {
                Some(found) => types.push(found.value),
                None => conditions.push(line),
            }
        }
        if !types.is_empty() {
            conditions.push(format!("node is {}", super::hole::of_types(&types)));
        }
        self.define(name, conditions.iter().map(String::as_str))
            .is_some()
    }

    /// A condition that holds if one of others does; none if the tables have no form for one of these.
    pub(super) fn define<'c>(
        &mut self,
        name: &str,
        any: impl Iterator<Item = &'c str>,
    ) -> Option<()> {
        let any = any.map(|words| model::conjunction(&self.names, words));
        let any = any.collect::<Option<_>>()?;
        let name = Located::nowhere(name.to_owned());
        let definition = Definition { name, any };
        self.add(
            Entry::Definition,
            |tables| &mut tables.definitions,
            definition,
        );
        Some(())
    }

    /// A table of names and what they become.
    pub(super) fn add_pairs(&mut self, name: &str, pairs: Vec<(String, String)>) {
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|(from, to)| (Located::nowhere(from), to));
        let pairs = (Located::nowhere(name.to_owned()), pairs.collect());
        self.add(Entry::Pairs, |tables| &mut tables.pairs, pairs);
    }

    /// Attributes that get a namespace, below the head of the table; whether each row is one.
    pub(super) fn foreign_attributes(&mut self, rows: &[Vec<Text>]) -> bool {
        for (at, row) in rows.iter().enumerate() {
            let cells: Vec<&str> = row.iter().map(Text::as_str).collect();
            let attribute = match cells.as_slice() {
                [name, prefix, local_name, namespace] => {
                    let namespace = namespace.strip_suffix(" namespace");
                    namespace.map(|namespace| ForeignAttribute {
                        name: Located::nowhere((*name).to_owned()),
                        prefix: Some((*prefix).to_owned()).filter(|it| !it.starts_with('(')),
                        local_name: (*local_name).to_owned(),
                        namespace: Located::nowhere(namespace.to_owned()),
                    })
                }
                _ => None,
            };
            let Some(attribute) = attribute else {
                if at == 0 {
                    continue;
                }
                return false;
            };
            self.add(
                Entry::ForeignAttribute,
                |tables| &mut tables.foreign_attributes,
                attribute,
            );
        }
        true
    }

    /// The lines of all items of a list.
    fn lines_of(&mut self, items: &[Vec<PageBlock>]) -> Vec<String> {
        let sentences = items.iter().flat_map(|item| item_sentences(item));
        let lines = sentences.filter_map(|sentence| self.item(&sentence));
        lines.flatten().collect()
    }

    /// The lines of an item of a list.
    fn item(&mut self, sentence: &Sentence) -> Option<Vec<String>> {
        let text = sentence.text.trim_end_matches([',', ';']);
        let Some((rule, fillings)) = ITEMS.fit(text, false) else {
            self.log.unread(sentence);
            return None;
        };
        let lines = rule.lines(&fillings);
        self.log.modelled(sentence, rule.name, lines.join("; "));
        Some(lines)
    }
}

/// The rows of a table of two columns, without its head; none if one of them is no pair of names.
pub(super) fn pairs(rows: &[Vec<Text>]) -> Option<Vec<(String, String)>> {
    let pair = |row: &Vec<Text>| match row.as_slice() {
        [from, to] if !from.as_str().contains(' ') => {
            Some((from.as_str().to_owned(), to.as_str().to_owned()))
        }
        _ => None,
    };
    let skipped = usize::from(rows.first().is_some_and(|head| pair(head).is_none()));
    rows.iter().skip(skipped).map(pair).collect()
}

/// The sentences of an item of a list.
pub(super) fn item_sentences(item: &[PageBlock]) -> Vec<Sentence> {
    let texts = item.iter().filter_map(|block| match block {
        PageBlock::Paragraph { text, aside: None } => Some(text),
        _ => None,
    });
    texts.flat_map(sentences).collect()
}

/// The types of elements of these names.
pub(super) fn element_types(names: &[String]) -> Vec<Located<ElementType>> {
    names.iter().filter_map(|name| element(name)).collect()
}

fn element(name: &str) -> Option<Located<ElementType>> {
    let name = name
        .replacen("MathML ", "math ", 1)
        .replacen("SVG ", "svg ", 1);
    ElementType::named(&name).map(Located::nowhere)
}
