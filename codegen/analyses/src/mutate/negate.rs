//! The negation of a condition.

use tokenwright_tables::grammar::{Are, Condition, Is};
use tokenwright_tables::model::{Clause, Conjunction, Definition, Located, Revision, State, Test};

/// The prefix of a definition that replaces a condition without a negated form.
const PREFIX: &str = "this condition holds: ";

/// The negation of a test.
pub(super) fn contrary(test: &Test) -> Test {
    match test {
        Test::Defined { name, negated } => Test::Defined {
            name: name.clone(),
            negated: !negated,
        },
        Test::Condition(condition) => match negated(condition) {
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
    let mut named = Vec::new();
    for block in revision.states.iter().chain(&revision.procedures) {
        in_block(block, &mut named);
    }
    for rule in &revision.rules {
        in_body(&rule.body, &mut named);
    }
    for definition in &revision.definitions {
        match definition {
            Definition::Step { body, .. } => in_body(body, &mut named),
            Definition::Condition { any, .. } => in_tests(any, &mut named),
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
    let mut named = Vec::new();
    in_block(state, &mut named);
    !named.is_empty()
}

fn in_block(block: &State, named: &mut Vec<String>) {
    in_body(&block.body, named);
    for row in &block.rows {
        in_tests(&row.when, named);
        in_body(&row.body, named);
    }
}

fn in_body(body: &[Clause], named: &mut Vec<String>) {
    for clause in body {
        if let Clause::If {
            any,
            then,
            otherwise,
        } = clause
        {
            in_tests(any, named);
            in_body(then, named);
            in_body(otherwise, named);
        }
    }
}

fn in_tests(any: &[Conjunction], named: &mut Vec<String>) {
    for test in any.iter().flatten() {
        if let Test::Defined { name, .. } = &test.value
            && name.starts_with(PREFIX)
            && !named.contains(name)
        {
            named.push(name.clone());
        }
    }
}

/// The same condition with the other verb, where its form has one.
fn negated(condition: &Condition) -> Option<Condition> {
    let mut negated = condition.clone();
    match &mut negated {
        Condition::TemporaryBuffer(is, _)
        | Condition::Target(is, _)
        | Condition::ReturnState(is, _)
        | Condition::CurrentState(is, _)
        | Condition::AdjustedCurrentNode(is)
        | Condition::CurrentNode(is)
        | Condition::ForeignInsertionMode(is)
        | Condition::Match(is)
        | Condition::LastMatched(is, _)
        | Condition::NextInput(is, _)
        | Condition::AfterLastStartTag(is, _)
        | Condition::ContentModelFlag(is, _)
        | Condition::EscapeFlag(is, _)
        | Condition::CurrentTag(is, _)
        | Condition::TagNameIsLastStartTag(is)
        | Condition::TagNameIn(is, _)
        | Condition::DuplicateAttribute(is)
        | Condition::SelfClosing(is)
        | Condition::DoctypeName(is, _)
        | Condition::CodeInReplacements(is)
        | Condition::Code(is, _) => {
            *is = match is {
                Is::Is => Is::IsNot,
                Is::IsNot => Is::Is,
            };
        }
        Condition::Keyword(are, _)
        | Condition::AheadSequence(are, _, _)
        | Condition::AheadLastStartTag(are)
        | Condition::Behind(are, _) => {
            *are = match are {
                Are::Are => Are::AreNot,
                Are::AreNot => Are::Are,
            };
        }
        Condition::NoStartTagEmitted
        | Condition::HasAttributes
        | Condition::NothingReturned
        | Condition::EofReached
        | Condition::NoneMatched => return None,
    }
    Some(negated)
}
