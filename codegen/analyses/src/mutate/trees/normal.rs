//! Whether a changed body or row does what it did before, by its steps alone.
//!
//! Many mutants write the same thing in another way: a `return` where nothing follows, a condition asked again right after steps that leave if
//! it holds, a tag that falls through to a row with the same steps. So both bodies are brought to a normal form, in which such
//! differences are gone, and compared; no value is computed. Others change only what no test of a suite can show: an output to the
//! document, or what depends on a question that it always answers with no. The normal form for tests leaves these out too.

use super::clauses::place;
use super::expressions;
use super::{Part, Site, TreeMutant};
use crate::touched::is_seen;
use std::collections::BTreeSet;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{
    Elements, Expression, PartSet, QuirksMode, TreeCondition as C, TreeStep as S, Value,
};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, Row, STOP, Test, TreeTables, parameters, steps,
};
use tokenwright_tables::tree::token::Token;
use tokenwright_tables::tree::{List, Visitor};

/// The questions that the document of a test answers with no.
const DENIED: [&str; 4] = [
    "the document is an iframe srcdoc document",
    "the parser cannot change the mode flag is true",
    "declarative shadow roots are allowed",
    "the scripting mode is Fragment",
];

/// Whether a mutant has the same steps as the tables; with `of_tests`, as far as a test can show.
pub(super) fn is_same(original: &TreeTables, mutant: &TreeMutant, of_tests: bool) -> bool {
    let both = [original, &mutant.tables];
    let normal = both.map(|tables| Normal { tables, of_tests });
    match mutant.part {
        Part::Algorithm(at) => {
            let [one, other] = normal.each_ref().map(|it| {
                let algorithm = &it.tables.algorithms[at];
                let known = parameters(&algorithm.name.value).map(str::to_owned);
                it.body(&algorithm.body, &known.collect())
            });
            one == other
        }
        Part::Row(of, at) => {
            let rows = both.map(|tables| row(tables, of, at));
            let [Some(one), Some(other)] = rows else {
                return false;
            };
            let count = both.map(|tables| of.mode(tables).map(|it| it.rows.len()));
            match count[0] == count[1] && one.on == other.on {
                true => {
                    let none = Known::new();
                    normal[0].body(&one.body, &none) == normal[1].body(&other.body, &none)
                }
                false => falls_through(&normal, of, at),
            }
        }
        Part::Lists => match &mutant.site {
            Site::Member {
                list,
                kind: "identifiers",
                ..
            } => !normal[0].asks(list),
            _ => false,
        },
        Part::Definition(_) => false,
    }
}

fn row(tables: &TreeTables, of: RowsOf, at: usize) -> Option<&Row> {
    of.mode(tables)?.rows.get(at)
}

/// Whether tags that a row lost get the same steps from a row behind it.
fn falls_through([one, other]: &[Normal<'_>; 2], of: RowsOf, at: usize) -> bool {
    let Some(old) = row(one.tables, of, at) else {
        return false;
    };
    let [Some(before), Some(after)] = [one, other].map(|it| of.mode(it.tables)) else {
        return false;
    };
    let shortened = after
        .rows
        .get(at)
        .filter(|_| after.rows.len() == before.rows.len());
    if shortened.is_some_and(|it| it.body != old.body) {
        return false;
    }
    let kept = shortened.map(tags).unwrap_or(Some(BTreeSet::new()));
    let (Some(all), Some(kept)) = (tags(old), kept) else {
        return false;
    };
    // A row may also run by its name.
    let is_named = |tag: &Tag| one.names_entry(&tag.1);
    kept.is_subset(&all)
        && all.difference(&kept).all(|tag| {
            let steps = [one, other].map(|it| it.steps(of, tag, &mut BTreeSet::new()));
            let [Some(one), Some(other)] = steps else {
                return false;
            };
            !is_named(tag) && one == other
        })
}

/// Whether it is an end tag, and the name.
type Tag = (bool, String);

/// The tags of a row that matches nothing else, whatever holds.
fn tags(row: &Row) -> Option<BTreeSet<Tag>> {
    let mut found = BTreeSet::new();
    for on in &row.on {
        let (is_end, names) = on.tokens.tags()?;
        if !on.when.is_empty() {
            return None;
        }
        found.extend(names.iter().map(|name| (is_end, name.value.clone())));
    }
    Some(found)
}

/// The variables that have a value.
type Known = BTreeSet<String>;

struct Normal<'t> {
    tables: &'t TreeTables,
    of_tests: bool,
}

impl Normal<'_> {
    /// The steps for a tag in a mode, by the rules of other modes if all that the row does is to use them; none if that depends on
    /// more than the tag.
    fn steps(&self, of: RowsOf, tag: &Tag, seen: &mut BTreeSet<RowsOf>) -> Option<Vec<Clause>> {
        if !seen.insert(of) {
            return None;
        }
        let token = match tag.0 {
            true => Token::EndTag(Some(&tag.1)),
            false => Token::StartTag(Some(&tag.1)),
        };
        let mode = of.mode(self.tables)?;
        let (at, on) = mode.rows_for(token).next()?;
        if !on.when.is_empty() {
            return None;
        }
        let body = self.body(&mode.rows[at].body, &Known::new());
        if let [Clause::Step(step)] = &body[..]
            && let S::UseMode(name) = &step.value
        {
            let next = RowsOf::Mode(self.tables.mode(&name.0)?);
            return self.steps(next, tag, seen);
        }
        let is_relative = |step: &S| matches!(step, S::ActAs(_) | S::ActAsEndTag(_));
        (!any_step(&body, is_relative)).then_some(body)
    }

    /// Whether a step runs a row by the name of a tag.
    fn names_entry(&self, name: &str) -> bool {
        let is_it = |step: &S| matches!(step, S::ActAsEndTag(entry) if entry.0 == name);
        let mut bodies = self.tables.bodies();
        bodies.any(|(_, body)| any_step(body, is_it))
    }

    /// Whether some steps still ask for a list.
    fn asks(&self, list: &str) -> bool {
        let mut asked = Asked(list, false);
        for (_, body) in self.tables.bodies() {
            self.tables
                .visit(&self.body(body, &Known::new()), &mut asked);
        }
        let tests = self.tables.definitions.iter().flat_map(|it| &it.any);
        tests.for_each(|all| self.tables.visit_tests(all, &mut asked));
        asked.1
    }

    fn body(&self, body: &[Clause], known: &Known) -> Vec<Clause> {
        let mut body = body.to_vec();
        loop {
            let mut next = self.list(&body, true, known);
            self.drop_unread(&mut next);
            if next == body {
                return body;
            }
            body = next;
        }
    }

    /// A list of steps; `is_end` if nothing follows it in the row or the algorithm.
    fn list(&self, list: &[Clause], is_end: bool, given: &Known) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        let mut known = given.clone();
        for (nth, clause) in list.iter().enumerate() {
            let is_label = matches!(clause, Clause::Label(_));
            if !is_label && self.leaves(&found) {
                continue;
            }
            let is_last = is_end && nth + 1 == list.len();
            match clause {
                Clause::Step(step) => known.extend(variable(&step.value).map(str::to_owned)),
                // A jump may have come past the steps before.
                Clause::Label(_) => known.clone_from(given),
                _ => {}
            }
            match clause {
                Clause::Step(step)
                    if step.value == S::Ignore && !self.tables.asks_whether_ignored() => {}
                Clause::Step(step) if step.value == S::Return && is_last => {}
                Clause::Step(step) if self.is_unread_mode(&step.value) => {}
                Clause::Step(step) if is_pure_let(&step.value) && found.last() == Some(clause) => {}
                Clause::Call(sentence) if self.is_unseen(sentence, &known) => {}
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let [then, otherwise] =
                        [then, otherwise].map(|it| self.list(it, is_last, &known));
                    self.add_if(self.answered(any), then, otherwise, &mut found);
                }
                Clause::While { all, body } => {
                    let mut body = self.list(body, false, &known);
                    if is_last {
                        break_is_return(&mut body);
                    }
                    let all = all.clone();
                    found.push(Clause::While { all, body });
                }
                other => found.push(other.clone()),
            }
        }
        // The order of what does not depend on it is that of the tables.
        for _ in 1..found.len() {
            for at in 1..found.len() {
                let pair = &found[at - 1..=at];
                if place(&pair[1]) < place(&pair[0]) && self.is_free(&pair[0], &pair[1]) {
                    found.swap(at - 1, at);
                }
            }
        }
        found
    }

    fn add_if(
        &self,
        any: Vec<Conjunction>,
        then: Vec<Clause>,
        otherwise: Vec<Clause>,
        found: &mut Vec<Clause>,
    ) {
        let is_known = found.last().is_some_and(|last| match last {
            // It did not hold, or the steps have left.
            Clause::If {
                any: before,
                then,
                otherwise,
            } => *before == any && self.leaves(then) && otherwise.is_empty(),
            _ => false,
        });
        if any.iter().any(Vec::is_empty) || then == otherwise {
            found.extend(then);
        } else if any.is_empty() || is_known {
            found.extend(otherwise);
        } else {
            let (otherwise, after) = match self.leaves(&then) {
                true => (Vec::new(), otherwise),
                false => (otherwise, Vec::new()),
            };
            found.push(Clause::If {
                any,
                then,
                otherwise,
            });
            found.extend(after);
        }
    }

    /// Conditions without what a test answers.
    fn answered(&self, any: &[Conjunction]) -> Vec<Conjunction> {
        let all = any.iter().filter_map(|all| {
            let mut kept = Vec::new();
            for test in all {
                match self.answer(&test.value) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => kept.push(test.clone()),
                }
            }
            Some(kept)
        });
        all.collect()
    }

    fn answer(&self, test: &Test) -> Option<bool> {
        match test {
            Test::Condition(C::True) => Some(true),
            Test::Defined { sentence, negated } if self.of_tests => {
                let callee = self.tables.condition(sentence)?.callee;
                let Callee::Question(at) = callee else {
                    return None;
                };
                let name = &self.tables.questions[at].name.value;
                DENIED.contains(&name.as_str()).then_some(*negated)
            }
            _ => None,
        }
    }

    /// Whether a sentence is an output that no test shows, of variables that have a value there: without one, the rules do not say
    /// how to go on, and that shows.
    fn is_unseen(&self, sentence: &str, known: &Known) -> bool {
        let resolved = self.tables.step(sentence).filter(|_| self.of_tests);
        let is_found = |value: &Value| is_pure(value) && has_value(value, known);
        resolved.is_some_and(|it| match it.callee {
            Callee::Output(at) => !is_seen(self.tables, at) && it.arguments.iter().all(is_found),
            _ => false,
        })
    }

    /// Whether a step sets limited-quirks mode, which no rule asks for: it differs from no-quirks mode in nothing, unless quirks
    /// mode was set before, and only the initial mode sets that.
    fn is_unread_mode(&self, step: &S) -> bool {
        self.of_tests && *step == S::SetQuirks(QuirksMode::LimitedQuirks) && self.sets_once()
    }

    /// Whether the mode of the document is set once, in the initial mode, which is left by each row that sets it.
    fn sets_once(&self) -> bool {
        let Some(initial) = self.tables.initial.as_ref() else {
            return false;
        };
        let is_initial = |step: &S| step.mode_name() == Some(initial.value.as_str());
        let mut bodies = self.tables.bodies();
        bodies.all(|(name, body)| {
            let is_left = || {
                let is_switch = |it: &Clause| {
                    matches!(it, Clause::Step(step) if matches!(step.value, S::Switch(_)))
                };
                let at = body.iter().position(is_switch).unwrap_or(body.len());
                let runs_rows = |step: &S| step.effects().changes.meets(PartSet::ROWS);
                at < body.len() && most_modes(body) <= 1 && !any_step(&body[..at], runs_rows)
            };
            let sets = any_step(body, |step| matches!(step, S::SetQuirks(_)));
            !any_step(body, is_initial) && (!sets || name.value == initial.value && is_left())
        })
    }

    /// Whether steps end with one that leaves them.
    fn leaves(&self, list: &[Clause]) -> bool {
        match list.last() {
            Some(Clause::Step(step)) => step.value.leaves(),
            Some(Clause::If {
                then, otherwise, ..
            }) => self.leaves(then) && self.leaves(otherwise),
            Some(Clause::Call(sentence)) => {
                let callee = self.tables.step(sentence).map(|it| it.callee);
                matches!(callee, Some(Callee::Output(at)) if self.tables.outputs[at].name.value == STOP)
            }
            _ => false,
        }
    }

    /// Whether two clauses may change places: values of different variables, or conditions that exclude each other and lead away.
    fn is_free(&self, one: &Clause, other: &Clause) -> bool {
        match (one, other) {
            (Clause::Step(one), Clause::Step(other)) => {
                let apart = |one: &S, other: &S| {
                    is_pure_let(one)
                        && variable(one).is_some_and(|name| !has_word(&other.to_string(), name))
                };
                apart(&one.value, &other.value) && apart(&other.value, &one.value)
            }
            (Clause::If { any, .. }, Clause::If { any: others, .. }) => {
                let leaves = |clause: &Clause| {
                    let [then, otherwise] = clause.bodies();
                    self.leaves(then) && otherwise.is_empty()
                };
                let excludes = |one| others.iter().all(|other| exclude(one, other));
                leaves(one) && leaves(other) && any.iter().all(excludes)
            }
            _ => false,
        }
    }

    /// Leaves out values of variables that no other step mentions.
    fn drop_unread(&self, body: &mut Vec<Clause>) {
        let unread = body.iter().position(|clause| {
            let Clause::Step(step) = clause else {
                return false;
            };
            let Some(name) = variable(&step.value).filter(|_| is_pure_let(&step.value)) else {
                return false;
            };
            // `data` is read by steps that do not name it.
            let others = body.iter().filter(|it| !std::ptr::eq(*it, clause));
            let mut others = others.map(|it| format!("{it:?}"));
            name != "data" && others.all(|it| !it.contains(name))
        });
        if let Some(at) = unread {
            body.remove(at);
        }
    }
}

/// How often steps set the mode of the document at most.
fn most_modes(list: &[Clause]) -> usize {
    let each = list.iter().map(|clause| match clause {
        Clause::Step(step) => usize::from(matches!(step.value, S::SetQuirks(_))),
        Clause::If {
            then, otherwise, ..
        } => most_modes(then).max(most_modes(otherwise)),
        Clause::While { body, .. } => 2 * most_modes(body),
        Clause::Call(_) | Clause::Label(_) => 0,
    });
    each.sum()
}

fn any_step(list: &[Clause], is: impl Fn(&S) -> bool) -> bool {
    steps(list).any(|step| is(&step.value))
}

/// Whether a list is asked for.
struct Asked<'l>(&'l str, bool);

impl Visitor for Asked<'_> {
    fn list(&mut self, _: List, name: &str, _: Place) {
        self.1 |= self.0 == name;
    }
}

/// A `break` of this loop is a `return`, as nothing follows it.
fn break_is_return(body: &mut [Clause]) {
    for clause in body {
        match clause {
            Clause::Step(step) if step.value == S::Break => step.value = S::Return,
            Clause::While { .. } => {}
            other => {
                let bodies = other.bodies_mut().into_iter();
                bodies.for_each(|body| break_is_return(body));
            }
        }
    }
}

fn variable(step: &S) -> Option<&str> {
    match step {
        S::Let(variable, _) | S::Set(variable, _) => Some(&variable.0),
        _ => None,
    }
}

/// Whether a step gives a variable a value that does not depend on it, and does nothing else.
fn is_pure_let(step: &S) -> bool {
    match step {
        S::Let(variable, value) | S::Set(variable, value) => {
            is_pure(value) && !has_word(&value.to_string(), &variable.0)
        }
        _ => false,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .any(|it| it == word)
}

/// Whether a value is found without an effect.
fn is_pure(value: &Value) -> bool {
    let makes = |it: &Expression| matches!(it, Expression::NewElementFor(..));
    matches!(value, Value::Expression(it) if !expressions(it).into_iter().any(makes))
}

/// Whether all variables of a value are known.
fn has_value(value: &Value, known: &Known) -> bool {
    let is_known = |it: &Expression| match it {
        Expression::Variable(variable) => known.contains(&variable.0),
        _ => true,
    };
    matches!(value, Value::Expression(it) if expressions(it).into_iter().all(is_known))
}

/// Whether two conjunctions cannot hold at once: they ask for different elements in one place.
fn exclude(one: &Conjunction, other: &Conjunction) -> bool {
    let types = |test: &Located<Test>| match &test.value {
        Test::Condition(condition @ C::Node(node, _, Elements::Types { any, .. })) => {
            let is_claim = !condition.to_string().contains(" is not ");
            is_claim.then(|| (node.clone(), any.clone()))
        }
        _ => None,
    };
    let other: Vec<_> = other.iter().filter_map(types).collect();
    one.iter().filter_map(types).any(|(node, any)| {
        let mut same = other.iter().filter(|(it, _)| *it == node);
        same.any(|(_, others)| !any.iter().any(|it| others.contains(it)))
    })
}
