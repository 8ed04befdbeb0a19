//! Tree construction.
//!
//! A sentence that calls an algorithm is resolved to the algorithm's name, and an entry of a mode to the number of its row. What
//! cannot be resolved is an error, as for the tokenizer: nothing is left out silently. Sentences with one meaning become one
//! operation, so an export does not say which of them the section has; the words beside it do.

mod conditions;
mod expressions;
mod operations;
mod resolve;
mod rows;

use crate::format;
use crate::format::tree::{
    Algorithm, Definition, Element, ElementSet, ForeignAttribute, NamespaceAddress, Outside, Pairs,
    TreeConstruction,
};
use crate::machine::lines;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{
    self, BEGIN_FRAGMENT, DISPATCH, Entry, Mode, TreeTables, WITH_CONTENTS, parameters,
};
use tokenwright_tables::tree::namespaces::NAMESPACES;

/// Exports tables of tree construction that pass `check`.
///
/// # Errors
/// What the tables lack, or the sentence that cannot be resolved.
pub(crate) fn export(tables: &TreeTables) -> Result<TreeConstruction, String> {
    let initial = tables.initial.as_ref().ok_or("there is no initial mode")?;
    let foreign = tables.foreign_content.as_ref();
    let all = Scope { tables, mode: None };
    let modes = tables.modes.iter().enumerate();
    let modes = modes.map(|(at, mode)| all.mode(Entry::Mode(at), mode));
    let algorithms = 0..tables.algorithms.len();
    let algorithms = algorithms.map(|at| all.algorithm(at));
    let definitions = tables.definitions.iter().map(|it| all.definition(it));
    Ok(TreeConstruction {
        initial_mode: initial.value.clone(),
        dispatch: entry(tables, DISPATCH)?,
        begin_fragment: entry(tables, BEGIN_FRAGMENT)?,
        namespaces: NAMESPACES.iter().map(namespace).collect(),
        with_template_contents: with_contents(tables),
        questions: tables.questions.iter().map(outside).collect(),
        outputs: tables.outputs.iter().map(outside).collect(),
        sets: sets(&tables.sets),
        scopes: sets(&tables.scopes),
        identifiers: identifiers(tables),
        pairs: tables.pairs.iter().map(pairs).collect(),
        foreign_attributes: tables.foreign_attributes.iter().map(attribute).collect(),
        definitions: definitions.collect::<Result<_, _>>()?,
        algorithms: algorithms.collect::<Result<_, _>>()?,
        modes: modes.collect::<Result<_, _>>()?,
        foreign_content: foreign
            .map(|it| all.mode(Entry::ForeignContent, it))
            .transpose()?,
        foreign_mode: tables
            .foreign_mode()
            .map(|at| tables.modes[at].name.value.clone()),
    })
}

/// What sentences are resolved against.
#[derive(Clone, Copy)]
struct Scope<'t> {
    tables: &'t TreeTables,
    /// The mode that has the row; none in an algorithm or a definition.
    mode: Option<&'t Mode>,
}

impl<'t> Scope<'t> {
    /// The number of the section of an entry.
    fn section(self, entry: Entry) -> Option<String> {
        let section = self.tables.section_of(entry);
        section.map(|section| section.number.value.clone())
    }

    fn mode(self, entry: Entry, mode: &'t Mode) -> Result<format::tree::Mode, String> {
        let scope = Scope {
            mode: Some(mode),
            ..self
        };
        let rows = mode.rows.iter().enumerate();
        let rows = rows.map(|(number, row)| scope.row(number, row));
        Ok(format::tree::Mode {
            name: mode.name.value.clone(),
            section: self.section(entry),
            never: mode.never.iter().map(|it| rows::kind(it.value)).collect(),
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    fn algorithm(self, at: usize) -> Result<Algorithm, String> {
        let algorithm = &self.tables.algorithms[at];
        Ok(Algorithm {
            name: algorithm.name.value.clone(),
            parameters: parameters(&algorithm.name).map(str::to_owned).collect(),
            section: self.section(Entry::Algorithm(at)),
            operations: self.operations(&algorithm.body)?,
            text: lines(english::sentences(&algorithm.body)),
        })
    }

    fn definition(self, definition: &'t model::Definition) -> Result<Definition, String> {
        Ok(Definition {
            name: definition.name.value.clone(),
            parameters: parameters(&definition.name).map(str::to_owned).collect(),
            test: self.any(&definition.any)?,
        })
    }
}

/// The name of an algorithm that every parser calls.
fn entry(tables: &TreeTables, name: &str) -> Result<String, String> {
    match tables.algorithm(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(format!("there is no algorithm `{name}`")),
    }
}

fn namespace((name, address): &(&str, &str)) -> NamespaceAddress {
    NamespaceAddress {
        name: (*name).to_owned(),
        address: (*address).to_owned(),
    }
}

impl From<&ElementType> for Element {
    fn from(of: &ElementType) -> Self {
        Element {
            namespace: of.namespace.to_string(),
            name: of.name.clone(),
        }
    }
}

fn of_types<'t>(types: impl IntoIterator<Item = &'t Located<ElementType>>) -> Vec<Element> {
    types.into_iter().map(|it| (&it.value).into()).collect()
}

/// The elements with template contents; none in revisions before `template`.
fn with_contents(tables: &TreeTables) -> Vec<Element> {
    let mut all = tables.sets.iter();
    let set = all.find(|(name, _)| name.value == WITH_CONTENTS);
    let members = set.into_iter().flat_map(|(_, members)| members);
    of_types(members)
}

fn outside(outside: &model::Outside) -> Outside {
    Outside {
        name: outside.name.value.clone(),
        parameters: parameters(&outside.name).map(str::to_owned).collect(),
        meaning: outside.meaning.clone(),
    }
}

fn sets(sets: &[(Located<String>, Vec<Located<ElementType>>)]) -> Vec<ElementSet> {
    let sets = sets.iter().map(|(name, members)| ElementSet {
        name: name.value.clone(),
        elements: of_types(members),
    });
    sets.collect()
}

fn identifiers(tables: &TreeTables) -> Vec<format::Names> {
    let lists = tables.identifiers.iter();
    let lists = lists.map(|(name, members)| format::Names {
        name: name.value.clone(),
        members: members.iter().map(|it| it.value.clone()).collect(),
    });
    lists.collect()
}

fn pairs((name, pairs): &(Located<String>, Vec<model::Pair>)) -> Pairs {
    let pairs = pairs.iter();
    Pairs {
        name: name.value.clone(),
        pairs: pairs
            .map(|(from, to)| [from.value.clone(), to.clone()])
            .collect(),
    }
}

fn attribute(attribute: &model::ForeignAttribute) -> ForeignAttribute {
    ForeignAttribute {
        name: attribute.name.value.clone(),
        prefix: attribute.prefix.clone(),
        local_name: attribute.local_name.clone(),
        namespace: attribute.namespace.value.clone(),
    }
}
