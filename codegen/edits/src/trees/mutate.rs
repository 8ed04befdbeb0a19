//! Mutants of tables of tree construction, by their number.
//!
//! The tables are walked until the place of that number, which is changed. So a mutant costs one copy of the tables, and none is kept. Forms
//! that nothing can be wrong with, such as ends of loops, have none.

use tokenwright_tables::grammar::{Char, Matcher, Quoted};
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::{
    ElementType, Elements, Expression, TreeCondition as C, TreeStep as S, Value,
};
use tokenwright_tables::tree::model::{Clause, Conjunction, Mode, Test, Tokens, TreeTables};

/// Tables with one small thing wrong.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What was changed, and where.
    pub edit: String,
    /// The tables.
    pub tables: TreeTables,
}

/// The mutant with a number; none if there are fewer.
#[must_use]
pub fn nth(tables: &TreeTables, number: usize) -> Option<Mutant> {
    let mut mutator = Mutator {
        left: number,
        modes: tables
            .modes
            .iter()
            .map(|it| it.name.value.clone())
            .collect(),
        scopes: tables.scopes.iter().map(|it| it.0.value.clone()).collect(),
        made: None,
    };
    let mut mutated = tables.clone();
    mutator.tables(&mut mutated);
    let edit = mutator.made?;
    Some(Mutant {
        edit,
        tables: mutated,
    })
}

struct Mutator {
    /// How many places are passed over.
    left: usize,
    modes: Vec<String>,
    scopes: Vec<String>,
    made: Option<String>,
}

impl Mutator {
    /// Whether this is the place.
    fn is_here(&mut self, edit: impl FnOnce() -> String) -> bool {
        if self.made.is_some() {
            return false;
        }
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.made = Some(edit()),
        }
        self.made.is_some()
    }

    fn tables(&mut self, tables: &mut TreeTables) {
        if let Some(initial) = &mut tables.initial {
            self.mode_name(&mut initial.value, "the initial mode");
        }
        for (name, members) in tables.sets.iter_mut().chain(&mut tables.scopes) {
            self.shorten(members, name, |it| it.to_string());
        }
        for (name, members) in &mut tables.identifiers {
            self.shorten(members, name, |it| it.value.clone());
        }
        for (name, members) in &mut tables.pairs {
            self.shorten(members, name, |(from, _)| from.value.clone());
            for (from, to) in members {
                if self.is_here(|| format!("{}: {} becomes another name", name.value, from.value)) {
                    to.push('x');
                }
            }
        }
        self.shorten(&mut tables.foreign_attributes, "foreign attributes", |it| {
            it.name.value.clone()
        });
        for definition in &mut tables.definitions {
            self.any(&mut definition.any, &definition.name.value);
        }
        for algorithm in &mut tables.algorithms {
            self.list(&mut algorithm.body, &algorithm.name.value);
        }
        for mode in tables.modes.iter_mut().chain(&mut tables.foreign_content) {
            self.mode(mode);
        }
    }

    /// Leaves out one member of a list.
    fn shorten<T>(&mut self, list: &mut Vec<T>, of: &str, name: impl Fn(&T) -> String) {
        for at in 0..list.len() {
            if self.is_here(|| format!("{of}: without {}", name(&list[at]))) {
                list.remove(at);
                return;
            }
        }
    }

    fn mode_name(&mut self, name: &mut String, of: &str) {
        let at = self.modes.iter().position(|it| it == name).unwrap_or(0);
        let other = self.modes[(at + 1) % self.modes.len()].clone();
        if self.is_here(|| format!("{of}: \"{other}\" for \"{name}\"")) {
            *name = other;
        }
    }

    fn mode(&mut self, mode: &mut Mode) {
        let name = mode.name.value.clone();
        for at in 0..mode.rows.len() {
            let of = format!("{name}, row {at}");
            if self.is_here(|| format!("{of}: removed")) {
                mode.rows.remove(at);
                return;
            }
            if at + 1 < mode.rows.len() && self.is_here(|| format!("{of}: after the next")) {
                mode.rows.swap(at, at + 1);
                return;
            }
            let row = &mut mode.rows[at];
            if row.on.len() > 1 {
                self.shorten(&mut row.on, &of, |it| match &it.tokens.value {
                    Tokens::StartTags(names) | Tokens::EndTags(names) => {
                        let names: Vec<&str> = names.iter().map(|it| it.value.as_str()).collect();
                        format!("tags {}", names.join(", "))
                    }
                    other => format!("{other:?}"),
                });
            }
            for on in &mut row.on {
                if !on.when.is_empty() && self.is_here(|| format!("{of}: without its condition")) {
                    on.when.clear();
                }
                self.all(&mut on.when, &of);
                self.tokens(&mut on.tokens.value, &of);
            }
            self.list(&mut row.body, &of);
            if self.made.is_some() {
                return;
            }
        }
    }

    fn tokens(&mut self, tokens: &mut Tokens, of: &str) {
        match tokens {
            Tokens::StartTags(names) | Tokens::EndTags(names) => {
                if names.len() > 1 {
                    self.shorten(names, of, |it| it.value.clone());
                }
                if self.is_here(|| format!("{of}: tags of the other kind")) {
                    let names = std::mem::take(names);
                    *tokens = match tokens {
                        Tokens::StartTags(_) => Tokens::EndTags(names),
                        _ => Tokens::StartTags(names),
                    };
                }
            }
            Tokens::Characters(matcher) if self.is_here(|| format!("{of}: other characters")) => {
                *matcher = Matcher::Char(Char(0x21));
            }
            _ => {}
        }
    }

    fn list(&mut self, list: &mut Vec<Clause>, of: &str) {
        for at in 0..list.len() {
            if self.is_here(|| format!("{of}: without `{}`", said(&list[at]))) {
                list.remove(at);
                return;
            }
            if at + 1 < list.len()
                && list[at] != list[at + 1]
                && self.is_here(|| format!("{of}: `{}` after the next", said(&list[at])))
            {
                list.swap(at, at + 1);
                return;
            }
            if self.is_here(|| format!("{of}: `{}` twice", said(&list[at]))) {
                list.insert(at, list[at].clone());
                return;
            }
            self.clause(&mut list[at], of);
            if self.made.is_some() {
                return;
            }
        }
    }

    fn clause(&mut self, clause: &mut Clause, of: &str) {
        match clause {
            Clause::Step(step) => self.step(step, of),
            Clause::If {
                any,
                then,
                otherwise,
            } => {
                let is_other = then != otherwise;
                if is_other
                    && self
                        .is_here(|| format!("{of}: branches of `if {}` swapped", disjunction(any)))
                {
                    std::mem::swap(then, otherwise);
                    return;
                }
                self.any(any, of);
                self.list(then, of);
                self.list(otherwise, of);
            }
            Clause::While { all, body } => {
                self.all(all, of);
                self.list(body, of);
            }
            Clause::Call(_) | Clause::Label(_) => {}
        }
    }

    fn any(&mut self, any: &mut Vec<Conjunction>, of: &str) {
        if any.len() > 1 {
            self.shorten(any, of, conjunction);
        }
        for all in any {
            self.all(all, of);
        }
    }

    fn all(&mut self, all: &mut Conjunction, of: &str) {
        if all.len() > 1 {
            self.shorten(all, of, |it| it.value.to_string());
        }
        for test in all {
            match &mut test.value {
                Test::Defined { sentence, negated } => {
                    if self.is_here(|| format!("{of}: `{sentence}` denied or affirmed")) {
                        *negated = !*negated;
                    }
                }
                Test::Condition(condition) => self.condition(condition, of),
            }
        }
    }

    fn condition(&mut self, condition: &mut C, of: &str) {
        let text = condition.to_string();
        if let C::InScope(_, _, scope) = condition {
            let at = self
                .scopes
                .iter()
                .position(|it| *it == scope.0)
                .unwrap_or(0);
            let other = self.scopes[(at + 1) % self.scopes.len()].clone();
            if self.is_here(|| format!("{of}: `{text}` with {other}")) {
                scope.0 = other;
            }
        }
        let other = match condition {
            C::IsTrue(variable) => Some(C::IsFalse(variable.clone())),
            C::IsFalse(variable) => Some(C::IsTrue(variable.clone())),
            _ => None,
        };
        if let Some(other) = other {
            if self.is_here(|| format!("{of}: `{other}` for `{text}`")) {
                *condition = other;
            }
            return;
        }
        if let C::ModeIs(_, mode) = condition {
            self.mode_name(&mut mode.0, of);
        }
        let negations = [
            (" is not ", " is "),
            (" does not have ", " has "),
            (" was not ", " was "),
        ];
        let mut pairs = negations.into_iter();
        let other = pairs.find_map(|(denial, claim)| {
            let other = match text.contains(denial) {
                true => text.replacen(denial, claim, 1),
                false if text.contains(claim) => text.replacen(claim, denial, 1),
                false => return None,
            };
            C::parse(&other).ok().filter(|it| it.to_string() == other)
        });
        if let Some(other) = other
            && self.is_here(|| format!("{of}: `{other}` for `{text}`"))
        {
            *condition = other;
            return;
        }
        match condition {
            C::InScope(_, elements, _)
            | C::OtherOpen(elements)
            | C::Open(elements)
            | C::Formatting(elements)
            | C::InsideOf(_, _, elements) => self.elements(elements, of),
            C::Node(node, _, elements) => {
                self.node(node, of);
                self.elements(elements, of);
            }
            C::InCategory(node, ..) => self.node(node, of),
            _ => {}
        }
    }

    fn elements(&mut self, elements: &mut Elements, of: &str) {
        match elements {
            Elements::Types { any, .. } => {
                if any.len() > 1 {
                    self.shorten(any, of, ToString::to_string);
                }
                for one in any {
                    if self.is_here(|| format!("{of}: an `hr` element for {one}")) {
                        *one = ElementType::html("hr");
                    }
                }
            }
            Elements::Node(node) => self.node(node, of),
            _ => {}
        }
    }

    fn node(&mut self, node: &mut Expression, of: &str) {
        let other = match node {
            Expression::CurrentNode => Expression::AdjustedCurrentNode,
            Expression::AdjustedCurrentNode => Expression::CurrentNode,
            Expression::HeadPointer => Expression::FormPointer,
            Expression::FormPointer => Expression::HeadPointer,
            Expression::FirstElement => Expression::SecondElement,
            Expression::SecondElement => Expression::FirstElement,
            _ => return,
        };
        if self.is_here(|| format!("{of}: {other} for {node}")) {
            *node = other;
        }
    }

    fn step(&mut self, step: &mut Located<S>, of: &str) {
        let text = step.value.to_string();
        let other = match &mut step.value {
            S::NamedError(_) => Some(S::Error),
            S::Error => Some(S::Ignore),
            S::Return => Some(S::Break),
            S::Break => Some(S::Return),
            S::AppendText(place) => Some(S::InsertText(place.clone())),
            S::EnableFosterParenting => Some(S::DisableFosterParenting),
            S::DisableFosterParenting => Some(S::EnableFosterParenting),
            S::Switch(mode)
            | S::UseMode(mode)
            | S::PushTemplateMode(mode)
            | S::ActAsIn(_, mode) => {
                self.mode_name(&mut mode.0, of);
                None
            }
            S::PopUntil(elements) => {
                self.elements(elements, of);
                None
            }
            S::IgnoreNext(_) => Some(S::IgnoreNext(Char(0x21))),
            S::ChangeName(_) => Some(S::ChangeName(Quoted("hr".to_owned()))),
            S::SetHead(node) | S::SetForm(node) | S::Push(node) | S::RemoveFromStack(node) => {
                self.node(node, of);
                None
            }
            S::Let(_, Value::Expression(node)) | S::Set(_, Value::Expression(node)) => {
                self.node(node, of);
                None
            }
            _ => None,
        };
        if let Some(other) = other
            && self.is_here(|| format!("{of}: `{other}` for `{text}`"))
        {
            step.value = other;
        }
    }
}

fn said(clause: &Clause) -> String {
    match clause {
        Clause::Step(step) => step.value.to_string(),
        Clause::Call(sentence) => sentence.value.clone(),
        Clause::If { any, .. } => format!("if {}", disjunction(any)),
        Clause::While { all, .. } => format!("while {}", conjunction(all)),
        Clause::Label(label) => format!("label {}", label.value),
    }
}

fn disjunction(any: &[Conjunction]) -> String {
    let any: Vec<String> = any.iter().map(conjunction).collect();
    any.join(" or ")
}

fn conjunction(all: &Conjunction) -> String {
    let all: Vec<String> = all.iter().map(|it| it.value.to_string()).collect();
    all.join(" and ")
}
