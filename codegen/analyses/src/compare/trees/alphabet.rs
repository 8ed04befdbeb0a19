//! The tokens of which documents are made, and those that the changes mention.
//!
//! A search over all names would not end. Names that rules treat alike are a class, of which a few are tried, and all that the changes
//! mention. Each token is spelt as text and tokenized, because a document is a text: what the tokenizer of a side does not emit is no
//! letter. Tags have one attribute at most, so that what depends on two is not found.

use super::affected;
use super::behaviour::Machine;
use super::mentions::Mentions;
use super::spellings;
use crate::diff::trees::{Part, TreeChange, TreeDifference, TreeSubject};
use crate::diff::{Kind, Mark};
use std::collections::BTreeSet;
use tokenwright_interpreter::tree::TreeToken;
use tokenwright_interpreter::{Refusal, Setup};
use tokenwright_tables::tree::model::{Mode, TreeTables};

/// A token, as each side's tokenizer emits it, and how a document spells it.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) spelt: String,
    pub(crate) token: TreeToken,
    /// Whether a change mentions it.
    pub(crate) is_mentioned: bool,
    /// Whether it is one of a few that the changes relate to by themselves, or with what they call.
    is_related: [bool; 3],
}

/// Some of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// Every one.
    All,
    /// Those that a change mentions.
    Mentioned,
    /// A few of each class of names that the changes tell apart: those in their rows, and in lists that these ask for.
    Related,
    /// The same with what the changes call, and with the rows that they affect.
    RelatedByCalls,
    /// The tags and the characters among all of these, and of each row that touches a part of the state that the changes, or what
    /// they call, touch.
    Concerned,
}

impl Letter {
    fn new(spelt: String, token: TreeToken) -> Self {
        Letter {
            spelt,
            token,
            is_mentioned: false,
            is_related: [false; 3],
        }
    }

    pub(crate) fn is(&self, among: Among) -> bool {
        match among {
            Among::All => true,
            Among::Mentioned => self.is_mentioned,
            Among::Related => self.is_related[0],
            Among::RelatedByCalls => self.is_related[1],
            Among::Concerned => {
                let has_text = matches!(self.token, TreeToken::Tag(_) | TreeToken::Character(_));
                has_text && self.is_related.contains(&true)
            }
        }
    }
}

/// The end of the file, then tokens whose spelling means the same to both tokenizers.
pub(crate) fn of(
    sides: [&Machine<'_>; 2],
    difference: &TreeDifference,
) -> Result<Vec<Letter>, Refusal> {
    let mut all = Mentions::default();
    let mut changed = Mentions::default();
    let mut related = [Mentions::default(), Mentions::default()];
    let mut by_state = Mentions::default();
    for (nth, side) in sides.into_iter().enumerate() {
        all.tables(side.tables);
        for found in related.iter_mut().chain([&mut changed]) {
            mentioned(side.tables, nth == 1, difference, found);
        }
        for row in affected::rows(side.tables, nth == 1, difference) {
            related[1].row(side.tables, row);
        }
        related[1].called(side.tables);
        for found in &mut related {
            found.calls.clear();
            found.members_of_lists(side.tables);
        }
        by_state.touching(side.tables, related[1].touched);
    }
    for found in related.iter_mut().chain([&mut changed]) {
        // Foreign elements are open only inside of one of these.
        for root in std::mem::take(&mut found.roots) {
            found.names([root]);
        }
    }
    let wanted: BTreeSet<String> = changed.names.keys().cloned().collect();
    add_wanted(&mut all, &changed);
    let near: BTreeSet<String> = spellings::of(&changed, &wanted).into_iter().collect();
    let [alone, by_calls] = related;
    let related = [alone, by_calls, by_state];
    let related = related.map(|found| spellings::of(&found, &BTreeSet::new()));
    let mut letters = vec![end()];
    let mut seen = BTreeSet::new();
    let spelt = spellings::of(&all, &wanted).into_iter();
    for spelt in spelt.chain(related.iter().flatten().cloned()) {
        if !seen.insert(spelt.clone()) {
            continue;
        }
        if let Some(token) = shared(sides, &spelt)? {
            letters.push(Letter {
                is_mentioned: near.contains(&spelt),
                is_related: related.each_ref().map(|all| all.contains(&spelt)),
                ..Letter::new(spelt, token)
            });
        }
    }
    Ok(letters)
}

/// The end of the file, then tokens of every name that rules of one side mention.
pub(crate) fn whole(machine: &Machine<'_>) -> Result<Vec<Letter>, Refusal> {
    let mut all = Mentions::default();
    all.tables(machine.tables);
    let names: BTreeSet<String> = all.names.keys().cloned().collect();
    let mut letters = vec![end()];
    for spelt in spellings::of(&all, &names) {
        if let Some(token) = machine.token(&spelt)? {
            letters.push(Letter::new(spelt, token));
        }
    }
    Ok(letters)
}

/// These tokens, with those marked that a change mentions; of those, the ones that are not among them follow.
pub(crate) fn marked(
    letters: &[Letter],
    sides: [&Machine<'_>; 2],
    changed: &Mentions,
) -> Result<Vec<Letter>, Refusal> {
    let wanted: BTreeSet<String> = changed.names.keys().cloned().collect();
    let mut letters = letters.to_vec();
    for spelt in spellings::of(changed, &wanted) {
        if let Some(letter) = letters.iter_mut().find(|letter| letter.spelt == spelt) {
            letter.is_mentioned = true;
        } else if let Some(token) = shared(sides, &spelt)? {
            letters.push(Letter {
                is_mentioned: true,
                ..Letter::new(spelt, token)
            });
        }
    }
    Ok(letters)
}

fn end() -> Letter {
    Letter {
        is_mentioned: true,
        is_related: [true; 3],
        ..Letter::new(String::new(), TreeToken::EndOfFile)
    }
}

/// The token that a spelling is for both tokenizers; none if they differ.
fn shared(sides: [&Machine<'_>; 2], spelt: &str) -> Result<Option<TreeToken>, Refusal> {
    let [one, other] = sides.map(|side| side.token(spelt));
    let (one, other) = (one?, other?);
    Ok(one.filter(|token| other.as_ref() == Some(token)))
}

/// The identifiers, and the attributes, that only changes ask for.
fn add_wanted(all: &mut Mentions, changed: &Mentions) {
    all.public.extend(changed.public.iter().cloned());
    all.system.extend(changed.system.iter().cloned());
    all.attributes.extend(changed.attributes.iter().cloned());
    for name in changed.names.keys() {
        // A name that nothing else mentions is a class of its own.
        if !all.names.contains_key(name) {
            all.names([name.as_str()]);
        }
    }
}

/// What the changed rows, algorithms and lists of a side mention.
fn mentioned(tables: &TreeTables, newer: bool, difference: &TreeDifference, found: &mut Mentions) {
    for part in &difference.parts {
        let rows_of = part.part.rows(newer);
        if let Some(mode) = rows_of.and_then(|of| of.mode(tables)) {
            for change in &part.changes {
                rows(tables, mode, change, newer, found);
            }
        } else if let Some(at) = part.part.on(newer)
            && part.part.kind == Part::Algorithm
            && part.changes.iter().any(|it| it.kind != Kind::Renamed)
        {
            found.body(tables, &tables.algorithms[at].body);
        }
    }
    for change in &difference.lists {
        list(tables, change, found);
    }
    for row in affected::rows(tables, newer, difference) {
        row.on.iter().for_each(|on| found.on(on));
    }
}

fn rows(tables: &TreeTables, mode: &Mode, change: &TreeChange, newer: bool, found: &mut Mentions) {
    match &change.subject {
        TreeSubject::Row { from, to, .. } => {
            let at = if newer { *to } else { *from };
            if let Some(row) = at.and_then(|at| mode.rows.get(at)) {
                found.row(tables, row);
            }
        }
        TreeSubject::Part if change.kind != Kind::Renamed => {
            mode.rows.iter().for_each(|row| found.row(tables, row));
        }
        _ => {}
    }
}

/// The members that a changed list has on one side alone, and what a changed definition asks.
fn list(tables: &TreeTables, change: &TreeChange, found: &mut Mentions) {
    let TreeSubject::List(kind, name) = &change.subject else {
        return;
    };
    if *kind == "definition" {
        let mut all = tables.definitions.iter();
        let definition = all.find(|it| it.name.value == *name);
        found.any(tables, definition.map_or(&[], |it| &it.any));
        return;
    }
    let lines = change.lines.iter().filter(|line| line.mark != Mark::Same);
    for line in lines {
        let word = line.text.split(" → ").next().unwrap_or_default();
        member(kind, word, found);
    }
    if let TreeSubject::List("foreign-attribute", name) = &change.subject {
        member("pairs", name, found);
    }
}

/// A member of a list of a kind.
pub(crate) fn member(kind: &str, word: &str, found: &mut Mentions) {
    let name = word.rsplit(' ').next().unwrap_or_default();
    match kind {
        "set" | "scope" => found.names([name]),
        "identifiers" => {
            found.public.insert(word.to_owned());
            found.system.insert(word.to_owned());
        }
        "pairs" => {
            found.names([name]);
            found.foreign_attribute(name, "");
        }
        _ => {}
    }
}

impl Machine<'_> {
    /// The one token that the tokenizer emits for a text, in the data state.
    fn token(&self, text: &str) -> Result<Option<TreeToken>, Refusal> {
        let output = self.interpreter.run(&Setup::default(), text)?;
        let tokens = output.tokens.iter().flat_map(TreeToken::all);
        let mut tokens = tokens.filter(|token| *token != TreeToken::EndOfFile);
        let first = tokens.next();
        Ok(first.filter(|_| tokens.next().is_none()))
    }
}
