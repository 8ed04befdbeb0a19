//! Clauses of the tables against statements of the program.
//!
//! Both are walked side by side. A statement is said in the words of a sentence; where the section has several ways to say the same, such as
//! "let" and "set" or a negation, both sides are brought to one of them. What a pass has joined or left out is recognised here, and only
//! in the form that the pass makes.

use super::sentences::Words;
use std::iter::Peekable;
use std::slice::Iter;
use tokenwright_compiler::tree::ir::{Body, Expression as E, Primitive as P, Rows, Statement};
use tokenwright_tables::grammar::Char;
use tokenwright_tables::tree::grammar::{TreeCondition as C, TreeStep as S};
use tokenwright_tables::tree::model::{
    Clause, Conjunction, IGNORED, Mode, On, Test, Tokens, TreeTables, named_tokens,
};

/// What the tables say and what the program does, where they differ.
pub(super) type Differences = Vec<(String, String)>;

/// Whether a sentence of the tables is what the program does, whose unused parameters stay in braces.
pub(super) fn same(tables: &str, program: &str) -> bool {
    let (tables, program) = (canonical(tables), canonical(program));
    let mut parts = program.split('{');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = tables.strip_prefix(first) else {
        return false;
    };
    for part in parts {
        let (_, text) = part.split_once('}').unwrap_or(("", part));
        match (rest.find(text), text.is_empty()) {
            (_, true) => rest = "",
            (Some(at), _) => rest = &rest[at + text.len()..],
            (None, _) => return false,
        }
    }
    rest.is_empty()
}

/// A text in one spelling: each `an` is `a`, as which of them is right depends on how a name is pronounced, and characters are texts.
pub(super) fn canonical(text: &str) -> String {
    let text = texts(text).replace(" an ", " a ").replace("(an ", "(a ");
    match text.strip_prefix("an ") {
        Some(rest) => format!("a {rest}"),
        None => text,
    }
}

/// A text with `"A"` in place of each `U+0041 (A)`, which is the same text.
fn texts(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("U+") {
        let (before, sign) = rest.split_at(at);
        let digits = sign[2..].split(|c: char| !c.is_ascii_hexdigit()).next();
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let found = code.and_then(|code| {
            let sign = sign.strip_prefix(&Char(code).to_string())?;
            Some((char::from_u32(code)?, sign))
        });
        out.push_str(before);
        rest = match found {
            Some((char, rest)) => {
                out.push_str(&format!("\"{char}\""));
                rest
            }
            None => {
                out.push_str(&sign[..2]);
                &sign[2..]
            }
        };
    }
    out + rest
}

/// A disjunction in the words that the program's is said in.
pub(super) fn any(any: &[Conjunction]) -> String {
    let any: Vec<String> = any.iter().map(all).collect();
    any.join(" or else ")
}

fn all(all: &Conjunction) -> String {
    let all: Vec<String> = all.iter().map(|test| affirmed(&test.value)).collect();
    all.join(" and ")
}

/// A condition; a negated one is said as the negation of what it denies.
fn affirmed(test: &Test) -> String {
    let (sentence, negated) = claim(test);
    match negated {
        true => format!("not ({sentence})"),
        false => sentence,
    }
}

/// What a condition claims or denies, and whether it denies it.
pub(super) fn claim(test: &Test) -> (String, bool) {
    match test {
        Test::Defined { sentence, negated } => (sentence.clone(), *negated),
        Test::Condition(condition) => {
            let text = condition.to_string();
            match condition {
                C::OtherOpen(_) | C::OtherXmlns(_) | C::OtherXlink(_) | C::PendingOther(_) => {
                    (text, false)
                }
                C::IsTrue(variable) => (variable.0.clone(), false),
                C::IsFalse(variable) => (variable.0.clone(), true),
                C::NoneOpen(of) => (
                    format!("there is a {of} element on the stack of open elements"),
                    true,
                ),
                _ => {
                    let negations = [
                        (" is not ", " is "),
                        (" does not have ", " has "),
                        (" was not ", " was "),
                    ];
                    let mut found = negations.iter();
                    match found.find(|(denial, _)| text.contains(denial)) {
                        Some((denial, claim)) => (text.replacen(denial, claim, 1), true),
                        None => (text, false),
                    }
                }
            }
        }
    }
}

/// Compares a body.
pub(super) fn compare(
    words: Words<'_>,
    scope: Scope<'_>,
    clauses: &[Clause],
    body: &Body,
    out: &mut Differences,
) {
    let labels: Vec<&str> = clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Label(label) => Some(label.value.as_str()),
            _ => None,
        })
        .collect();
    let segments: Vec<&[Clause]> = clauses
        .split(|clause| matches!(clause, Clause::Label(_)))
        .collect();
    if segments.len() != body.segments.len() {
        let parts = |count: usize| format!("{count} parts between labels");
        out.push((parts(segments.len()), parts(body.segments.len())));
        return;
    }
    let reads = |variable: usize| {
        let mut reads = 0;
        body.each_expression(&mut |it| reads += usize::from(*it == E::Variable(variable)));
        reads
    };
    let unread = (0..body.variables.len()).filter(|at| reads(*at) == 0);
    let unread: Vec<&str> = unread.map(|at| body.variables[at].name.as_str()).collect();
    let comparison = Comparison {
        words,
        scope,
        labels,
        asks_whether_ignored: scope.tables.asks_whether_ignored(),
        unread,
    };
    for (clauses, statements) in segments.into_iter().zip(&body.segments) {
        comparison.lists(clauses, statements, out);
    }
}

/// Where entries are looked up.
#[derive(Clone, Copy)]
pub(super) struct Scope<'t> {
    pub(super) tables: &'t TreeTables,
    /// The mode whose row this is.
    pub(super) mode: Option<&'t Mode>,
}

impl Scope<'_> {
    /// A step that runs an entry of a mode, by the place of its row.
    fn entry(&self, step: &S) -> Option<String> {
        let other = |name: &str| {
            self.tables
                .modes
                .iter()
                .find(|mode| mode.name.value == name)
        };
        let (verb, mode, name) = match step {
            S::ActAs(entry) => ("act", self.mode, &entry.0),
            S::ActAsEndTag(name) => ("act", self.mode, &name.0),
            S::ActAsIn(entry, mode) => ("act", other(&mode.0), &entry.0),
            S::ProcessPending(entry, mode) => {
                ("process the pending tokens", other(&mode.0), &entry.0)
            }
            _ => return None,
        };
        let is_entry = |on: &On| match (&on.tokens.value, step) {
            (Tokens::EndTags(names), S::ActAsEndTag(_)) => names.iter().any(|it| it.value == *name),
            (_, S::ActAsEndTag(_)) => false,
            (tokens, _) => named_tokens(name).as_ref() == Some(tokens),
        };
        let mode = mode?;
        let row = mode
            .rows
            .iter()
            .position(|row| row.on.iter().any(is_entry))?;
        let is_foreign = self.tables.foreign_content.as_ref() == Some(mode);
        let rules = match is_foreign {
            true => "the rules for parsing tokens in foreign content".to_owned(),
            false => format!("the rules for the \"{}\" insertion mode", mode.name.value),
        };
        Some(format!("{verb} as in row {row} of {rules}"))
    }
}

struct Comparison<'c> {
    words: Words<'c>,
    scope: Scope<'c>,
    labels: Vec<&'c str>,
    asks_whether_ignored: bool,
    /// The variables that the program does not read.
    unread: Vec<&'c str>,
}

impl Comparison<'_> {
    fn lists(&self, clauses: &[Clause], statements: &[Statement], out: &mut Differences) {
        let mut statements = statements.iter().peekable();
        for clause in clauses {
            self.clause(clause, &mut statements, out);
        }
        for rest in statements {
            if !is_skip(rest) {
                out.push((String::new(), self.statement(rest)));
            }
        }
    }

    fn clause(
        &self,
        clause: &Clause,
        statements: &mut Peekable<Iter<'_, Statement>>,
        out: &mut Differences,
    ) {
        while statements.next_if(|it| is_skip(it)).is_some() {}
        match clause {
            Clause::Step(step) if matches!(step.value, S::Ignore) && !self.asks_whether_ignored => {
                return;
            }
            Clause::Step(step) => {
                if let S::Let(variable, _) | S::Set(variable, _) = &step.value
                    && self.unread.contains(&variable.0.as_str())
                    && !sets(statements.peek(), &variable.0, self.words)
                {
                    return;
                }
            }
            _ => {}
        }
        let Some(statement) = statements.next() else {
            out.push((said(clause), String::new()));
            return;
        };
        match (clause, statement) {
            (
                Clause::If {
                    any,
                    then,
                    otherwise,
                },
                Statement::If(test, yes, no),
            ) => {
                let (said, done) = (self::any(any), self.words.of(test));
                if !same(&said, &done) {
                    out.push((said, done));
                }
                self.lists(then, yes, out);
                self.lists(otherwise, no, out);
            }
            (
                Clause::If {
                    any,
                    then,
                    otherwise,
                },
                Statement::Do(E::Call(P::InsertCharacters, of)),
            ) => {
                let place = self.words.of(&of[0]);
                let is_joined = self.words.of(&of[1]) == "data"
                    && same(
                        &self::any(any),
                        &format!("there is a Text node immediately before {place}"),
                    )
                    && is_step(
                        then,
                        &format!("append data to the Text node immediately before {place}"),
                    )
                    && is_step(
                        otherwise,
                        &format!("insert a new Text node with data at {place}"),
                    );
                if !is_joined {
                    out.push((said(clause), self.statement(statement)));
                }
            }
            (Clause::While { all, body }, Statement::While(test, steps)) => {
                let (said, done) = (self::all(all), self.words.of(test));
                if !same(&said, &done) {
                    out.push((said, done));
                }
                self.lists(body, steps, out);
            }
            _ => {
                let entry = match clause {
                    Clause::Step(step) => self.scope.entry(&step.value),
                    _ => None,
                };
                let said = entry.unwrap_or_else(|| said(clause));
                let done = self.statement(statement);
                if !same(&said, &done) {
                    out.push((said, done));
                }
            }
        }
    }

    /// A statement in the words that [`said`] says a clause in.
    fn statement(&self, statement: &Statement) -> String {
        let words = self.words;
        let mode = |mode: usize| match words.program.modes.get(mode) {
            Some(mode) => format!("the rules for the \"{}\" insertion mode", mode.name),
            None => "the rules for parsing tokens in foreign content".to_owned(),
        };
        match statement {
            Statement::Do(step) => words.of(step),
            Statement::Set(variable, value) => {
                format!("{} is {}", words.variables[*variable].name, words.of(value))
            }
            // The condition names this variable.
            Statement::Act(variable, act) if words.variables[*variable].name == IGNORED => {
                words.of(act)
            }
            Statement::Act(variable, act) => {
                format!("{} is {}", words.variables[*variable].name, words.of(act))
            }
            Statement::Increment(variable, by) => {
                format!("increment {} by {by}", words.variables[*variable].name)
            }
            Statement::If(test, ..) => format!("if {}", words.of(test)),
            Statement::While(test, _) => format!("while {}", words.of(test)),
            Statement::Jump(segment) => {
                let label = segment.checked_sub(1).and_then(|at| self.labels.get(at));
                format!("jump to the step labeled {}", label.unwrap_or(&"?"))
            }
            Statement::Break => "break".to_owned(),
            Statement::Continue => "continue".to_owned(),
            Statement::Return(None) => "return".to_owned(),
            Statement::Return(Some(value)) => format!("return {}", words.of(value)),
            Statement::Run(Rows::Dispatched) => "reprocess the token".to_owned(),
            Statement::Run(Rows::CurrentMode) => {
                "process the token using the rules for the current insertion mode".to_owned()
            }
            Statement::Run(Rows::SecondaryMode) => {
                "process the token using the rules for the secondary insertion mode".to_owned()
            }
            Statement::Run(Rows::Mode(of)) => format!("process the token using {}", mode(*of)),
            Statement::Run(Rows::Row(of, row)) => format!("act as in row {row} of {}", mode(*of)),
            Statement::RunPending(of, row) => {
                format!(
                    "process the pending tokens as in row {row} of {}",
                    mode(*of)
                )
            }
            Statement::RunQuiet(_) => "a condition of characters".to_owned(),
        }
    }
}

fn is_step(clauses: &[Clause], sentence: &str) -> bool {
    matches!(clauses, [Clause::Step(step)] if step.value.to_string() == sentence)
}

/// Whether a statement sets a variable.
fn sets(statement: Option<&&Statement>, name: &str, words: Words<'_>) -> bool {
    matches!(statement, Some(Statement::Set(at, _)) if words.variables[*at].name == name)
}

/// Whether a statement is a jump at the start of a loop that goes up the stack.
fn is_skip(statement: &Statement) -> bool {
    match statement {
        Statement::Set(_, E::Call(P::NearestUp | P::NearestForeign, _)) => true,
        Statement::If(_, then, otherwise) => {
            otherwise.is_empty() && !then.is_empty() && then.iter().all(is_skip)
        }
        _ => false,
    }
}

/// A clause in words in which a statement can be said, too. An entry is named by its row where rows are compared.
fn said(clause: &Clause) -> String {
    match clause {
        Clause::Step(step) => match &step.value {
            S::Let(variable, value) | S::Set(variable, value) => format!("{variable} is {value}"),
            other => other.to_string(),
        },
        Clause::Call(sentence) => sentence.value.clone(),
        Clause::If { any, .. } => format!("if {}", self::any(any)),
        Clause::While { all, .. } => format!("while {}", self::all(all)),
        Clause::Label(label) => label.value.clone(),
    }
}
