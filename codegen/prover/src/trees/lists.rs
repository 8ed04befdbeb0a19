//! The lists of a revision: in the tables, and in the program.

use super::Compared;
use std::fmt::Debug;
use tokenwright_compiler::tree::ir::TreeProgram;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{BEGIN_FRAGMENT, DISPATCH, TreeTables, WITH_CONTENTS};

pub(super) fn compare(tables: &TreeTables, program: &TreeProgram, compared: &mut Compared) {
    let mut lists = Lists { compared };
    let names = tables.modes.iter().map(|it| &it.name.value);
    lists.ordered("the modes", names, program.modes.iter().map(|it| &it.name));
    let initial = program.modes.get(program.initial).map(|it| &it.name);
    lists.ordered("the initial mode", tables.initial.as_deref(), initial);
    let names = tables.questions.iter().map(|it| &it.name.value);
    lists.ordered("the questions", names, &program.questions);
    let names = tables.outputs.iter().map(|it| &it.name.value);
    lists.ordered("the outputs", names, &program.outputs);
    lists.named("the set", &tables.sets, &program.sets, |it| &it.value);
    lists.named("the scope", &tables.scopes, &program.scopes, |it| &it.value);
    let identifiers = (&tables.identifiers, &program.identifiers);
    lists.named("the list", identifiers.0, identifiers.1, |it| &it.value);
    let pairs = |(from, to): &(Located<String>, String)| (from.value.clone(), to.clone());
    let said: Vec<_> = tables
        .pairs
        .iter()
        .map(|(name, members)| {
            let members: Vec<_> = members.iter().map(pairs).collect();
            (name.clone(), members)
        })
        .collect();
    lists.named("the table", &said, &program.pairs, |it| it);
    let attributes = tables.foreign_attributes.iter().map(|it| {
        let prefix = it.prefix.clone().unwrap_or_default();
        [
            it.name.value.clone(),
            prefix,
            it.local_name.clone(),
            it.namespace.value.clone(),
        ]
    });
    lists.sorted(
        "the foreign attributes",
        attributes,
        program.foreign_attributes.iter().cloned(),
    );
    let contents = tables
        .sets
        .iter()
        .filter(|(name, _)| name.value == WITH_CONTENTS);
    let contents = contents.flat_map(|(_, members)| members.iter().map(|it| it.value.clone()));
    lists.sorted(
        WITH_CONTENTS,
        contents,
        program.with_contents.iter().cloned(),
    );
    for (name, at) in [
        (DISPATCH, program.dispatch),
        (BEGIN_FRAGMENT, program.begin_fragment),
    ] {
        let ours = program.algorithms.get(at).map(|it| it.name.as_str());
        lists.ordered("the algorithm", Some(name), ours);
    }
}

struct Lists<'c> {
    compared: &'c mut Compared,
}

impl Lists<'_> {
    /// Compares lists whose order counts.
    fn ordered<T: Debug + PartialEq>(
        &mut self,
        of: &str,
        tables: impl IntoIterator<Item = T>,
        program: impl IntoIterator<Item = T>,
    ) {
        let tables: Vec<T> = tables.into_iter().collect();
        let program: Vec<T> = program.into_iter().collect();
        if tables != program {
            self.compared
                .differ(of, &format!("{tables:?}"), &format!("{program:?}"));
        }
    }

    /// Compares the members of lists.
    fn sorted<T: Debug + Ord>(
        &mut self,
        of: &str,
        tables: impl IntoIterator<Item = T>,
        program: impl IntoIterator<Item = T>,
    ) {
        let mut tables: Vec<T> = tables.into_iter().collect();
        let mut program: Vec<T> = program.into_iter().collect();
        tables.sort();
        program.sort();
        if tables != program {
            tables.retain(|it| program.binary_search(it).is_err());
            self.compared
                .differ(of, &format!("{tables:?}"), "other members");
        }
    }

    /// Compares the members of lists with names.
    fn named<T, U: Clone + Debug + Ord>(
        &mut self,
        what: &str,
        tables: &[(Located<String>, Vec<T>)],
        program: &[(String, Vec<U>)],
        value: impl Fn(&T) -> &U,
    ) {
        let names = tables.iter().map(|(name, _)| &name.value);
        self.ordered(what, names, program.iter().map(|(name, _)| name));
        for ((name, said), (_, ours)) in tables.iter().zip(program) {
            let said = said.iter().map(|it| value(it).clone());
            self.sorted(
                &format!("{what} {}", name.value),
                said,
                ours.iter().cloned(),
            );
        }
    }
}
