//! The negation of a condition.

use tokenwright_tables::grammar::Condition;
use tokenwright_tables::kernel::{Nodes, Traverse};
use tokenwright_tables::model::{Definition, Located, Revision, State, Test};

/// The prefix of a definition that replaces a condition without a negated form.
const PREFIX: &str = "this condition holds: ";

/// The negation of a test.
pub(super) fn contrary(test: &Test) -> Test {
    match test {
        Test::Defined { name, negated } => Test::Defined {
            name: name.clone(),
            negated: !negated,
        },
        Test::Condition(condition) => match condition.negated() {
            Some(negated) => Test::Condition(negated),
            None => Test::Defined {
                name: format!("{PREFIX}{condition}"),
                negated: true,
            },
        },
    }
}

/// Adds the definitions that [`contrary`] refers to.
pub(super) fn define_contraries(revision: &mut Revision) {
    let mut named: Vec<String> = Vec::new();
    for name in contraries(revision.nodes()) {
        if !named.iter().any(|other| other == name) {
            named.push(name.to_owned());
        }
    }
    for name in named {
        let condition = name.strip_prefix(PREFIX).map(Condition::parse);
        if let Some(Ok(condition)) = condition {
            revision.definitions.push(Definition::Condition {
                name: Located::nowhere(name),
                any: vec![vec![Located::nowhere(Test::Condition(condition))]],
            });
        }
    }
}

/// Whether a state has to have something defined before it can be run.
pub(super) fn has_contraries(state: &State) -> bool {
    contraries(state.nodes()).next().is_some()
}

fn contraries(nodes: Nodes<'_>) -> impl Iterator<Item = &str> {
    nodes.uses().filter(|name| name.starts_with(PREFIX))
}
