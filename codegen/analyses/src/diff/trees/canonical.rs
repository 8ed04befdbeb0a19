//! Steps without what means nothing: names of variables and labels, and the names of what is called.
//!
//! Two bodies mean the same if they are written the same so, but for the order of independent steps. Variables are numbered as they
//! appear. What a sentence calls is named by the newer side, where it belongs to something there.

use crate::touched::{DATA, Touched};
use std::collections::BTreeMap;
use std::slice::from_ref;
use tokenwright_tables::tree::grammar::{Call, Count, Elements, TreeCondition, TreeStep, Value};
use tokenwright_tables::tree::model::{
    Clause, Conjunction, Resolved, Test, TreeTables, parameters,
};
use tokenwright_tables::tree::sentences;

/// The newer names of what the older side has by another name, by its kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Renames {
    pub(super) modes: BTreeMap<String, String>,
    /// Algorithms, outputs, definitions and questions, by their patterns.
    pub(super) callees: BTreeMap<String, String>,
    /// Sets, scopes, lists of identifiers and tables of pairs.
    pub(super) lists: BTreeMap<String, String>,
}

/// One side, and the names that it has on the other.
#[derive(Clone, Copy)]
pub(super) struct Canonical<'a> {
    pub(super) tables: &'a TreeTables,
    pub(super) renames: &'a Renames,
}

/// A name with its parameters left open: `insert an HTML element for {}`.
pub(super) fn pattern(name: &str) -> String {
    parameters(name).fold(name.to_owned(), |pattern, word| {
        pattern.replacen(&format!("{{{word}}}"), "{}", 1)
    })
}

/// The text of a form with the items of its list sorted: a list in a form is of alternatives.
fn in_any_order(text: &str) -> String {
    let Some((before, (list, after))) = text
        .split_once('[')
        .and_then(|(before, rest)| Some((before, rest.rsplit_once(']')?)))
        .filter(|(_, (list, _))| !list.contains(['[', ']']))
    else {
        return text.to_owned();
    };
    let mut depth = 0;
    let mut items: Vec<&str> = list
        .split(|c| {
            depth += match c {
                '(' | '{' => 1,
                ')' | '}' => -1,
                _ => 0,
            };
            c == ',' && depth == 0
        })
        .map(str::trim)
        .collect();
    items.sort_unstable();
    format!("{before}[{}]{after}", items.join(", "))
}

const VARIABLE: &str = "Variable(\"";

/// The variables of a body, by their number.
#[derive(Default)]
struct Variables(Vec<String>);

impl Variables {
    fn number(&mut self, name: &str) -> usize {
        let known = self.0.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        })
    }

    /// The text of a form with its variables numbered.
    fn numbered(&mut self, text: &str) -> String {
        let mut parts = text.split(VARIABLE);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('"').unwrap_or((part, ""));
            let name = match name {
                DATA => DATA.to_owned(),
                other => self.number(other).to_string(),
            };
            out.push_str(&format!("{VARIABLE}{name}\"{rest}"));
        }
        out
    }
}

impl Canonical<'_> {
    /// The steps of a row.
    pub(super) fn row(self, body: &[Clause]) -> Vec<String> {
        self.body(body, Variables::default())
    }

    /// The steps of an algorithm, whose name has its parameters.
    pub(super) fn algorithm(self, name: &str, body: &[Clause]) -> Vec<String> {
        let variables = Variables(parameters(name).map(str::to_owned).collect());
        self.body(body, variables)
    }

    /// Steps, the independent ones in an order that does not depend on theirs: each time, the first by its words of those that
    /// may be next.
    pub(super) fn ordered(self, body: &[Clause]) -> Vec<Clause> {
        let mut waiting: Vec<(String, Touched, Clause)> = Vec::new();
        for clause in body {
            let mut clause = clause.clone();
            for body in clause.bodies_mut() {
                *body = self.ordered(body);
            }
            let words = self.row(from_ref(&clause)).join("\n");
            // Scripts see when the document does something.
            let touched = Touched::of(self.tables, &clause, false);
            waiting.push((words, touched, clause));
        }
        let mut found = Vec::new();
        while !waiting.is_empty() {
            let may_be_next = |at: &usize| {
                let (before, rest) = waiting.split_at(*at);
                before.iter().all(|it| it.1.is_independent_of(&rest[0].1))
            };
            let next = (0..waiting.len()).filter(may_be_next);
            let next = next.min_by_key(|at| &waiting[*at].0).unwrap_or_default();
            found.push(waiting.remove(next).2);
        }
        found
    }

    /// The meaning of a definition, its alternatives in any order.
    pub(super) fn definition(self, name: &str, any: &[Conjunction]) -> String {
        let mut variables = Variables(parameters(name).map(str::to_owned).collect());
        self.any(any, &mut variables)
    }

    /// A condition of a row.
    pub(super) fn when(self, all: &Conjunction) -> String {
        self.all(all, &mut Variables::default())
    }

    /// The newer name of a mode.
    pub(super) fn mode<'n>(&'n self, name: &'n str) -> &'n str {
        self.renames.modes.get(name).map_or(name, String::as_str)
    }

    fn body(self, body: &[Clause], mut variables: Variables) -> Vec<String> {
        let mut lines = Vec::new();
        self.clauses(body, 0, &mut variables, &mut lines);
        lines
    }

    fn clauses(
        self,
        body: &[Clause],
        depth: usize,
        variables: &mut Variables,
        out: &mut Vec<String>,
    ) {
        let line = |text: String| format!("{depth} {text}");
        for clause in body {
            match clause {
                Clause::Step(step) => out.push(line(self.step(&step.value, variables))),
                Clause::Call(sentence) => {
                    out.push(line(self.sentence(sentence, true, variables)));
                }
                Clause::Label(label) => {
                    let number = variables.number(label);
                    out.push(line(format!("label {number}")));
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let turned = self.affirmed(any).filter(|_| !otherwise.is_empty());
                    let (any, then, otherwise) = match &turned {
                        Some(any) => (any, otherwise, then),
                        None => (any, then, otherwise),
                    };
                    out.push(line(format!("if {}", self.any(any, variables))));
                    self.clauses(then, depth + 1, variables, out);
                    if !otherwise.is_empty() {
                        out.push(line("otherwise".to_owned()));
                        self.clauses(otherwise, depth + 1, variables, out);
                    }
                }
                Clause::While { all, body } => {
                    out.push(line(format!("while {}", self.all(all, variables))));
                    self.clauses(body, depth + 1, variables, out);
                }
            }
        }
    }

    /// The one condition of a branch, if it denies something and the tables can say what.
    fn affirmed(self, any: &[Conjunction]) -> Option<Vec<Conjunction>> {
        const DENIALS: [&str; 3] = [" is not ", " does not have ", " was not "];
        let [all] = any else {
            return None;
        };
        let [test] = all.as_slice() else {
            return None;
        };
        let claim = match &test.value {
            Test::Defined { sentence, negated } => negated.then(|| sentence.clone())?,
            Test::Condition(condition) => {
                let text = condition.to_string();
                let is_denial = DENIALS.iter().any(|denial| text.contains(denial));
                sentences::denied(&text).filter(|_| is_denial)?
            }
        };
        Some(vec![sentences::conjunction(self.tables, &claim)?])
    }

    fn step(self, step: &TreeStep, variables: &mut Variables) -> String {
        let (form, call) = match step {
            TreeStep::Let(variable, Value::Call(Call(sentence))) => {
                (format!("Let({variable:?})"), sentence)
            }
            TreeStep::Set(variable, Value::Call(Call(sentence))) => {
                (format!("Set({variable:?})"), sentence)
            }
            TreeStep::ReturnValue(Value::Call(Call(sentence))) => ("Return".to_owned(), sentence),
            other => {
                let names_mode = other.mode_name().is_some();
                return self.form(format!("{other:?}"), names_mode, variables);
            }
        };
        let form = variables.numbered(&form);
        format!("{form} {}", self.sentence(call, true, variables))
    }

    /// A form by the newer names.
    fn form(self, mut text: String, names_mode: bool, variables: &mut Variables) -> String {
        let renames = [
            (names_mode.then_some(&self.renames.modes), "Quoted"),
            (Some(&self.renames.lists), "Word"),
        ];
        for (renames, of) in renames {
            for (old, new) in renames.into_iter().flatten() {
                text = text.replace(&format!("{of}({old:?})"), &format!("{of}({new:?})"));
            }
        }
        variables.numbered(&in_any_order(&text))
    }

    /// What a sentence calls, with its arguments.
    fn sentence(self, sentence: &str, is_step: bool, variables: &mut Variables) -> String {
        let resolved = match is_step {
            true => self.tables.step(sentence),
            false => self.tables.condition(sentence),
        };
        let Some(Resolved { callee, arguments }) = resolved else {
            return sentence.to_owned();
        };
        let mut text = pattern(self.tables.name_of(callee));
        if let Some(newer) = self.renames.callees.get(&text) {
            text.clone_from(newer);
        }
        for value in arguments {
            text.push_str(" | ");
            text.push_str(&match value {
                Value::Call(Call(inner)) => self.sentence(&inner, true, variables),
                Value::Expression(expression) => {
                    self.form(format!("{expression:?}"), false, variables)
                }
            });
        }
        text
    }

    fn any(self, any: &[Conjunction], variables: &mut Variables) -> String {
        let mut all: Vec<String> = any.iter().map(|all| self.all(all, variables)).collect();
        all.sort();
        all.join(" or ")
    }

    /// Conditions, in any order: they change nothing.
    fn all(self, all: &Conjunction, variables: &mut Variables) -> String {
        let mut tests: Vec<&Test> = all.iter().map(|test| &test.value).collect();
        // By what they ask, so that the names of variables make no difference.
        tests.sort_by_cached_key(|test| self.test(test, &mut Variables::default()));
        let tests = tests.into_iter().map(|test| self.test(test, variables));
        tests.collect::<Vec<_>>().join(" and ")
    }

    fn test(self, test: &Test, variables: &mut Variables) -> String {
        match test {
            Test::Condition(condition) => {
                let names_mode = matches!(condition, TreeCondition::ModeIs(..));
                let of = |it: &TreeCondition, variables: &mut _| {
                    self.form(format!("{it:?}"), names_mode, variables)
                };
                // Of two nodes that are the same or not, either may be named first, and numbers are compared in two ways.
                let turned = match condition {
                    TreeCondition::Greater(number, Count(bound)) if *bound < u32::MAX => {
                        TreeCondition::AtLeast(number.clone(), Count(bound + 1))
                    }
                    TreeCondition::Node(one, is, Elements::Node(other)) => {
                        let one = Elements::Node(Box::new(one.clone()));
                        TreeCondition::Node((**other).clone(), *is, one)
                    }
                    other => other.clone(),
                };
                let each = [condition, &turned];
                let first = each.map(|it| of(it, &mut Variables::default()));
                of(each[usize::from(first[1] < first[0])], variables)
            }
            Test::Defined { sentence, negated } => {
                let text = self.sentence(sentence, false, variables);
                format!("{}{text}", if *negated { "not " } else { "" })
            }
        }
    }
}
