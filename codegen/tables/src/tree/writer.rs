//! Writes the model as tables, in the one layout.
//!
//! The files of the tokenizer have an order that follows from what is in them; these follow the section, which puts a set beside the
//! algorithm that uses it. So the model has the order as data, an entry for each table, and the writer walks it. Comments are
//! lost: what a reader has to know is in a key, such as the title of a section or a note.

use super::english::{conjunction, conjunctions};
use super::model::{
    Algorithm, Clause, Entry, ForeignAttribute, Mode, On, Outside, Row, Tokens, TreeTables,
};
use crate::model::Located;
use crate::writer::body::{self, Written};
use crate::writer::text::{fits, key, list, optional, optional_list, pair, string};
use std::fmt::Display;
use std::mem;

/// The files of the folder: their names and contents.
#[must_use]
pub fn write(tables: &TreeTables) -> Vec<(String, String)> {
    let files = tables.files.iter();
    let files = files.map(|file| (file.name.clone(), text(tables, &file.entries)));
    files.collect()
}

fn text(tables: &TreeTables, entries: &[Entry]) -> String {
    let mut blocks: Vec<String> = heading(tables, entries).into_iter().collect();
    let mut before: Option<&Entry> = None;
    for entry in entries {
        let block = block(tables, *entry);
        match before {
            // The lists of a kind are keys of one table.
            Some(before)
                if is_list(before) && mem::discriminant(before) == mem::discriminant(entry) =>
            {
                if let Some(last) = blocks.last_mut() {
                    last.push_str(&block);
                }
            }
            _ => blocks.push(header(*entry).to_owned() + &block),
        }
        before = Some(entry);
    }
    blocks.join("\n")
}

/// A comment with the numbers of the first and the last section.
fn heading(tables: &TreeTables, entries: &[Entry]) -> Option<String> {
    let numbers = entries.iter().filter_map(|entry| match entry {
        Entry::Section(at) => Some(tables.sections[*at].number.as_str()),
        _ => None,
    });
    let numbers: Vec<&str> = numbers.collect();
    match numbers.as_slice() {
        [] => None,
        [only] => Some(format!("# {only}\n")),
        [first, .., last] => Some(format!("# {first} – {last}\n")),
    }
}

fn is_list(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Set(_) | Entry::Scope(_) | Entry::Identifiers(_)
    )
}

/// The header of the table; the header of a table of pairs has its name.
fn header(entry: Entry) -> &'static str {
    match entry {
        Entry::Section(_) => "[[section]]\n",
        Entry::Initial => "[initial]\n",
        Entry::Question(_) => "[[question]]\n",
        Entry::Output(_) => "[[output]]\n",
        Entry::Set(_) => "[sets]\n",
        Entry::Scope(_) => "[scopes]\n",
        Entry::Identifiers(_) => "[identifiers]\n",
        Entry::Pairs(_) => "",
        Entry::ForeignAttribute(_) => "[[foreign-attribute]]\n",
        Entry::Definition(_) => "[[definition]]\n",
        Entry::Algorithm(_) => "[[algorithm]]\n",
        Entry::Mode(_) => "[[mode]]\n",
        Entry::ForeignContent => "[foreign-content]\n",
    }
}

fn block(tables: &TreeTables, entry: Entry) -> String {
    match entry {
        Entry::Section(at) => {
            let section = &tables.sections[at];
            pair("number", &section.number) + &pair("title", &section.title)
        }
        Entry::Initial => {
            let initial = tables.initial.iter();
            initial.map(|mode| pair("insertion-mode", mode)).collect()
        }
        Entry::Question(at) => outside(&tables.questions[at]),
        Entry::Output(at) => outside(&tables.outputs[at]),
        Entry::Set(at) => members(&tables.sets[at]),
        Entry::Scope(at) => members(&tables.scopes[at]),
        Entry::Identifiers(at) => members(&tables.identifiers[at]),
        Entry::Pairs(at) => {
            let (name, pairs) = &tables.pairs[at];
            let pairs = pairs.iter().map(|(from, to)| pair(&key(from), to));
            format!("[pairs.{}]\n{}", key(name), pairs.collect::<String>())
        }
        Entry::ForeignAttribute(at) => foreign_attribute(&tables.foreign_attributes[at]),
        Entry::Definition(at) => {
            let definition = &tables.definitions[at];
            let any = conjunctions(&definition.any);
            pair("condition", &definition.name) + &body::one_or_several("means", "means-any", &any)
        }
        Entry::Algorithm(at) => algorithm(&tables.algorithms[at]),
        Entry::Mode(at) => {
            let mode = &tables.modes[at];
            rules(pair("name", &mode.name), "[[mode.row]]\n", mode)
        }
        Entry::ForeignContent => {
            let rules_of = tables.foreign_content.iter();
            rules_of
                .map(|mode| rules(String::new(), "[[foreign-content.row]]\n", mode))
                .collect()
        }
    }
}

fn outside(outside: &Outside) -> String {
    pair("name", &outside.name) + &pair("meaning", &outside.meaning)
}

fn members<T: Display>((name, members): &(Located<String>, Vec<Located<T>>)) -> String {
    list(&key(name), members)
}

fn foreign_attribute(attribute: &ForeignAttribute) -> String {
    pair("name", &attribute.name)
        + &optional("prefix", &attribute.prefix)
        + &pair("local-name", &attribute.local_name)
        + &pair("namespace", &attribute.namespace)
}

fn clauses(body: &[Clause]) -> Vec<Written> {
    let clauses = body.iter().map(|clause| match clause {
        Clause::Step(step) => Written::Step(step.value.to_string()),
        Clause::Call(sentence) => Written::Step(sentence.value.clone()),
        Clause::Label(label) => Written::Label(label.value.clone()),
        Clause::If {
            any,
            then,
            otherwise,
        } => Written::Branch {
            any: conjunctions(any),
            then: self::clauses(then),
            otherwise: self::clauses(otherwise),
        },
        Clause::While { all, body } => Written::Loop {
            all: conjunction(all),
            body: self::clauses(body),
        },
    });
    clauses.collect()
}

/// The keys of a mode, of which the caller knows the first ones, and its rows.
fn rules(mut keys: String, header: &str, mode: &Mode) -> String {
    keys.push_str(&optional_list("never", &mode.never));
    let rows = mode
        .rows
        .iter()
        .map(|row| header.to_owned() + &self::row(row));
    let keys = Some(keys).filter(|keys| !keys.is_empty());
    keys.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// The keys of an algorithm, without the header of the table.
#[must_use]
pub fn algorithm(algorithm: &Algorithm) -> String {
    pair("name", &algorithm.name) + &body::write(&clauses(&algorithm.body))
}

/// The keys of a row, without the header of the table.
#[must_use]
pub fn row(row: &Row) -> String {
    let mut out = on(&row.on);
    out.push_str(&body::write(&clauses(&row.body)));
    out + &optional("note", &row.note)
}

/// `on = ...`: a value, or a list of them.
fn on(members: &[On]) -> String {
    let short: Option<Vec<String>> = members.iter().map(|on| tokens(on, None)).collect();
    let line = short.map(|short| match short.as_slice() {
        [only] => format!("on = {only}"),
        several => format!("on = [{}]", several.join(", ")),
    });
    if let Some(line) = line.filter(|line| fits(line)) {
        return line + "\n";
    }
    if let [only] = members {
        let broken = tokens(only, Some(0)).unwrap_or_default();
        return format!("on = {broken}\n");
    }
    let mut out = String::from("on = [\n");
    for member in members {
        let line = tokens(member, None).map(|line| format!("    {line},"));
        let written = line.filter(|line| fits(line)).unwrap_or_else(|| {
            let broken = tokens(member, Some(4)).unwrap_or_default();
            format!("    {broken},")
        });
        out.push_str(&written);
        out.push('\n');
    }
    out.push_str("]\n");
    out
}

/// Tokens on one line; with an indentation, a line for each name.
fn tokens(on: &On, broken: Option<usize>) -> Option<String> {
    let (key, names) = match &on.tokens.value {
        Tokens::StartTags(names) => ("start-tag", names),
        Tokens::EndTags(names) => ("end-tag", names),
        other => {
            let name = string(&name(other)?);
            return Some(match on.when.is_empty() {
                true => name,
                false => format!("{{ token = {name}{} }}", when(on)),
            });
        }
    };
    let names: Vec<String> = names.iter().map(|name| string(name)).collect();
    let names = match broken {
        None => names.join(", "),
        Some(indent) => {
            let margin = " ".repeat(indent);
            let lines = names.iter().map(|name| format!("{margin}    {name},\n"));
            format!("\n{}{margin}", lines.collect::<String>())
        }
    };
    Some(format!("{{ {key} = [{names}]{} }}", when(on)))
}

fn when(on: &On) -> String {
    match on.when.is_empty() {
        true => String::new(),
        false => format!(", when = {}", string(&conjunction(&on.when))),
    }
}

/// The text that names tokens; none for tags with names.
fn name(tokens: &Tokens) -> Option<String> {
    match tokens {
        Tokens::Characters(matcher) => Some(matcher.to_string()),
        named => named.name().map(str::to_owned),
    }
}
