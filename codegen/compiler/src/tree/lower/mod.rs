//! From the tables of tree construction to the program.
//!
//! The tables speak of nodes, tokens and names alike; the program calls primitives of the runtime, whose arguments have Rust types. So a
//! sentence is lowered by the types of its variables, which the tables infer and `check` reports on.
//!
//! A parameter without a use has no type, and calls leave it out: a type chosen for it could contradict what callers pass.

mod body;
mod conditions;
mod expressions;
mod names;
mod rows;
mod steps;

use super::ir::{Algorithm, Body, Definition, Mode, Row, TreeProgram, Type, Variable};
use body::Scope;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Located, Switch};
use tokenwright_tables::tree::grammar::{ElementType, Expression, Namespace};
use tokenwright_tables::tree::model::{
    self, BEGIN_FRAGMENT, DISPATCH, Entry, TreeTables, WITH_CONTENTS, parameters,
};
use tokenwright_tables::tree::types::{self, Owner, Types};

/// Lowers the tables of tree construction of a revision; none if it has none.
///
/// # Errors
/// What the program cannot express, in the words of the tables.
pub fn program(loaded: &Loaded) -> Result<Option<TreeProgram>, String> {
    let Some(tables) = &loaded.trees else {
        return Ok(None);
    };
    let types = Types::of(tables);
    if let Some(contradiction) = types.contradictions(tables).first() {
        return Err(contradiction.message.clone());
    }
    let lowering = Lowering {
        loaded,
        tables,
        types,
        asks_whether_ignored: tables.asks_whether_ignored(),
    };
    lowering.program().map(Some)
}

pub(super) struct Lowering<'t> {
    pub(super) loaded: &'t Loaded,
    pub(super) tables: &'t TreeTables,
    types: Types,
    pub(super) asks_whether_ignored: bool,
}

impl<'t> Lowering<'t> {
    /// What a variable is; none if it has no use.
    pub(super) fn type_of(&self, owner: Owner, name: &str) -> Option<Type> {
        self.types.variable(owner, name).map(Type::from)
    }

    /// Whether an expression is a token.
    pub(super) fn is_token(&self, owner: Owner, expression: &Expression) -> bool {
        self.types.expression(owner, expression) == Some(types::Type::Token)
    }

    /// The first text mode that switches the tokenizer to this.
    pub(super) fn text_mode(
        &self,
        switch: &Switch,
    ) -> Result<tokenwright_tables::grammar::Mode, String> {
        let mut modes = self.loaded.revision.about.text_modes.iter();
        let mode = modes.find(|mode| mode.switch.value == *switch);
        let mode = mode.map(|mode| mode.mode.value);
        mode.ok_or_else(|| format!("no text mode is that of {switch:?}"))
    }

    pub(super) fn mode(&self, name: &str) -> Result<usize, String> {
        let mode = self.tables.mode(name);
        mode.ok_or_else(|| format!("there is no insertion mode \"{name}\""))
    }

    fn program(&self) -> Result<TreeProgram, String> {
        let tables = self.tables;
        let initial = tables.initial.as_ref();
        let initial = initial.ok_or("there is no initial insertion mode")?;
        let foreign = tables.foreign_content.as_ref();
        let classes = rows::classes(tables);
        let modes = tables.modes.iter().enumerate();
        let modes = modes.map(|(at, mode)| self.mode_program(at, mode, Entry::Mode(at), &classes));
        let modes = modes.collect::<Result<Vec<_>, _>>()?;
        let foreign_content = match foreign {
            Some(it) => self.mode_program(modes.len(), it, Entry::ForeignContent, &classes)?,
            None => Mode {
                characters: vec![Vec::new(); classes.len() + 1],
                ..Mode::default()
            },
        };
        let algorithms = (0..tables.algorithms.len()).map(|at| self.algorithm(at));
        let definitions = (0..tables.definitions.len()).map(|at| self.definition(at));
        let names = names::collect(tables);
        let sentences =
            |all: &[model::Outside]| all.iter().map(|it| it.name.value.clone()).collect();
        Ok(TreeProgram {
            revision: self.loaded.revision.about.id.clone(),
            names: names.html,
            foreign: names.foreign,
            classes,
            initial: self.mode(initial)?,
            modes,
            foreign_content,
            algorithms: algorithms.collect::<Result<_, _>>()?,
            definitions: definitions.collect::<Result<_, _>>()?,
            questions: sentences(&tables.questions),
            outputs: sentences(&tables.outputs),
            sets: lists(&tables.sets),
            scopes: lists(&tables.scopes),
            walks: Vec::new(),
            identifiers: lists(&tables.identifiers),
            pairs: pairs(tables),
            foreign_attributes: foreign_attributes(tables),
            with_contents: self.with_contents(),
            quiet_dispatch: Vec::new(),
            quick_returns: Vec::new(),
            processed_as: Vec::new(),
            widest: Vec::new(),
            reads_text: true,
            foreign_mode: tables.foreign_mode(),
            tree_only: Vec::new(),
            following: Default::default(),
            dispatch: self.entry(DISPATCH)?,
            begin_fragment: self.entry(BEGIN_FRAGMENT)?,
        })
    }

    fn entry(&self, name: &str) -> Result<usize, String> {
        let at = self.tables.algorithm(name);
        at.ok_or_else(|| format!("there is no algorithm `{name}`"))
    }

    /// The elements with template contents; none in revisions before `template`.
    fn with_contents(&self) -> Vec<ElementType> {
        let mut all = self.tables.sets.iter();
        let set = all.find(|(known, _)| known.value == WITH_CONTENTS);
        let members = set.into_iter().flat_map(|(_, members)| members);
        members.map(|it| it.value.clone()).collect()
    }

    fn mode_program(
        &self,
        at: usize,
        mode: &'t model::Mode,
        entry: Entry,
        classes: &[Vec<(u32, u32)>],
    ) -> Result<Mode, String> {
        let rows = mode.rows.iter().enumerate();
        let rows = rows.map(|(row, of)| {
            Ok::<_, String>(Row {
                heading: rows::heading(&of.on),
                body: self.body(Owner::Row(at, row), &of.body, &[])?,
                quiet: None,
            })
        });
        Ok(Mode {
            name: match entry {
                Entry::ForeignContent => String::new(),
                _ => mode.name.value.clone(),
            },
            section: self.section(entry),
            file: self.tables.file_of(entry).unwrap_or_default().to_owned(),
            rows: rows.collect::<Result<_, _>>()?,
            start_tags: rows::tags(self, at, mode, true)?,
            end_tags: rows::tags(self, at, mode, false)?,
            characters: rows::characters(self, at, mode, classes)?,
            quiet: Vec::new(),
            others: rows::others(self, at, mode)?,
        })
    }

    fn section(&self, entry: Entry) -> String {
        let section = self.tables.section_of(entry);
        section.map_or_else(String::new, |it| {
            format!("{} {}", it.number.value, it.title)
        })
    }

    fn algorithm(&self, at: usize) -> Result<Algorithm, String> {
        let algorithm = &self.tables.algorithms[at];
        let owner = Owner::Algorithm(at);
        let (used, names) = self.used(owner, &algorithm.name);
        let body = self.body(owner, &algorithm.body, &names)?;
        Ok(Algorithm {
            name: algorithm.name.value.clone(),
            section: self.section(Entry::Algorithm(at)),
            parameters: used,
            result: self.types.result(at).map(Type::from),
            body,
        })
    }

    /// The parameters in a name that have a type, and their names.
    fn used(&self, owner: Owner, name: &str) -> (Vec<usize>, Vec<String>) {
        let all = parameters(name).map(str::to_owned).enumerate();
        all.filter(|(_, name)| self.type_of(owner, name).is_some())
            .unzip()
    }

    fn body(
        &self,
        owner: Owner,
        clauses: &'t [model::Clause],
        parameters: &[String],
    ) -> Result<Body, String> {
        let mut scope = Scope::new(self, owner, parameters);
        let segments = scope.segments(clauses)?;
        Ok(Body {
            variables: self.variables(owner, scope.into_names()),
            segments,
        })
    }

    fn variables(&self, owner: Owner, names: Vec<String>) -> Vec<Variable> {
        let variables = names.into_iter().map(|name| Variable {
            holds: self.type_of(owner, &name),
            name,
        });
        variables.collect()
    }

    fn definition(&self, at: usize) -> Result<Definition, String> {
        let definition = &self.tables.definitions[at];
        let owner = Owner::Definition(at);
        let (used, names) = self.used(owner, &definition.name);
        let mut scope = Scope::new(self, owner, &names);
        let test = scope.any(&definition.any)?;
        Ok(Definition {
            name: definition.name.value.clone(),
            parameters: used,
            variables: self.variables(owner, scope.into_names()),
            test,
        })
    }
}

fn lists<T: Clone>(all: &[(Located<String>, Vec<Located<T>>)]) -> Vec<(String, Vec<T>)> {
    let all = all.iter().map(|(name, members)| {
        let members = members.iter().map(|it| it.value.clone()).collect();
        (name.value.clone(), members)
    });
    all.collect()
}

fn pairs(tables: &TreeTables) -> Vec<(String, Vec<(String, String)>)> {
    let all = tables.pairs.iter().map(|(name, pairs)| {
        let pairs = pairs
            .iter()
            .map(|(from, to)| (from.value.clone(), to.clone()));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort();
        (name.value.clone(), pairs)
    });
    all.collect()
}

fn foreign_attributes(tables: &TreeTables) -> Vec<[String; 4]> {
    let all = tables.foreign_attributes.iter().map(|it| {
        let prefix = it.prefix.clone().unwrap_or_default();
        [
            it.name.value.clone(),
            prefix,
            it.local_name.clone(),
            it.namespace.value.clone(),
        ]
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// An element of HTML.
pub(super) fn is_html(of: &ElementType) -> bool {
    of.namespace == Namespace::Html
}
