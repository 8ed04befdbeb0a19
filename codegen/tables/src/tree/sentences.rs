//! Sentences of rows and algorithms as parts of the model, for the loader and for whoever makes tables from something else.

use super::grammar::{TreeCondition, TreeStep};
use super::model::{Clause, Conjunction, NEGATIONS, Test, Tokens, TreeTables, named_tokens};
use crate::grammar::form::Hole;
use crate::grammar::{Matcher, conjuncts};
use crate::model::Located;

/// The step or the call that a sentence is; `names` has what it may call. `None` if it is neither.
#[must_use]
pub fn step(names: &TreeTables, sentence: &str) -> Option<Clause> {
    let step = TreeStep::read(sentence).ok();
    let step = step.map(|step| Clause::Step(Located::nowhere(step)));
    let calls = || names.step(sentence).is_some();
    step.or_else(|| calls().then(|| Clause::Call(Located::nowhere(sentence.to_owned()))))
}

/// Conditions that ` and ` joins. `None` if one of them is none.
#[must_use]
pub fn conjunction(names: &TreeTables, sentence: &str) -> Option<Conjunction> {
    let tests = conjuncts(sentence).into_iter().map(|(_, part)| {
        let condition = TreeCondition::read(part).ok().map(Test::Condition);
        condition
            .or_else(|| defined(names, part))
            .map(Located::nowhere)
    });
    tests.collect()
}

/// The negation of a condition of the table language. `None` if that has no form for it.
#[must_use]
pub fn denied(condition: &str) -> Option<String> {
    const VERBS: [(&str, &str); 2] = [(" does not have ", " has "), (" was not ", " was ")];
    let pairs = NEGATIONS.iter().chain(&VERBS);
    let mut turns = pairs.flat_map(|(denial, claim)| [(denial, claim), (claim, denial)]);
    let (from, to) = turns.find(|(from, _)| condition.contains(**from))?;
    let turned = condition.replacen(from, to, 1);
    TreeCondition::read(&turned).is_ok().then_some(turned)
}

/// The condition that the tables define, or its negation.
pub(super) fn defined(names: &TreeTables, sentence: &str) -> Option<Test> {
    let known = |sentence: &str| names.condition(sentence).is_some();
    if known(sentence) {
        return Some(Test::Defined {
            sentence: sentence.to_owned(),
            negated: false,
        });
    }
    let mut affirmed = NEGATIONS
        .iter()
        .map(|(denial, claim)| sentence.replacen(denial, claim, 1));
    let sentence = affirmed.find(|other| other != sentence && known(other))?;
    Some(Test::Defined {
        sentence,
        negated: true,
    })
}

/// The tokens that a text names: `a comment token`, or characters.
#[must_use]
pub fn tokens(text: &str) -> Option<Tokens> {
    named_tokens(text).or_else(|| match Matcher::read(text) {
        Some(matcher @ (Matcher::Char(_) | Matcher::Range(..) | Matcher::Class(_))) => {
            Some(Tokens::Characters(matcher))
        }
        _ => None,
    })
}
