//! Steps in the words of the tables, as the sentences of a page make them.

use crate::stmt::{Alternatives, Choice};

/// A clause of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stmt {
    Step(String),
    If(Choice<Stmt>),
    While {
        all: Vec<String>,
        body: Vec<Stmt>,
    },
    Label(String),
    /// What a sentence says of every place that calls it, unless the page has an algorithm of this name.
    Algorithm {
        name: String,
        body: Vec<Stmt>,
    },
    /// A sentence that was not understood, with what it governs.
    Unread(String),
}

impl Stmt {
    pub(super) fn step(text: impl Into<String>) -> Self {
        Stmt::Step(text.into())
    }

    pub(super) fn when(any: Alternatives, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Self {
        Stmt::If(Choice::new(any, then, otherwise))
    }

    /// Whether this is exactly this step.
    pub(super) fn is(&self, wanted: &str) -> bool {
        matches!(self, Stmt::Step(step) if step == wanted)
    }

    pub(super) fn begins(&self, with: &str) -> bool {
        matches!(self, Stmt::Step(step) if step.starts_with(with))
    }

    pub(super) fn choice(&self) -> Option<&Choice<Stmt>> {
        match self {
            Stmt::If(choice) => Some(choice),
            _ => None,
        }
    }

    pub(super) fn choice_mut(&mut self) -> Option<&mut Choice<Stmt>> {
        match self {
            Stmt::If(choice) => Some(choice),
            _ => None,
        }
    }

    pub(super) fn label(&self) -> Option<&str> {
        match self {
            Stmt::Label(label) => Some(label),
            _ => None,
        }
    }

    /// The label that a step jumps to.
    pub(super) fn jump(&self) -> Option<&str> {
        match self {
            Stmt::Step(step) => step.strip_prefix(JUMP),
            _ => None,
        }
    }

    /// The steps of its branches, or of its turns.
    fn parts(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::If(choice) => vec![&choice.then, &choice.otherwise],
            Stmt::While { body, .. } => vec![body],
            Stmt::Step(_) | Stmt::Label(_) | Stmt::Algorithm { .. } | Stmt::Unread(_) => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(super) fn parts_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(choice) => vec![&mut choice.then, &mut choice.otherwise],
            Stmt::While { body, .. } => vec![body],
            Stmt::Step(_) | Stmt::Label(_) | Stmt::Algorithm { .. } | Stmt::Unread(_) => Vec::new(),
        }
    }

    /// Whether the step after this one does not follow it.
    pub(super) fn leaves(&self) -> bool {
        ["return", "break", "continue"].iter().any(|it| self.is(it))
            || self.begins("return ")
            || self.begins("jump to ")
    }
}

/// How a step begins that goes on at a label.
pub(super) const JUMP: &str = "jump to the step labeled ";

/// The steps with those inside of them, in their order.
pub(super) fn all(steps: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    for stmt in steps {
        found.push(stmt);
        found.extend(stmt.parts().into_iter().flat_map(all));
    }
    found
}

/// Changes each step, and then those inside of it.
pub(super) fn change(steps: &mut [Stmt], how: &mut dyn FnMut(&mut Stmt)) {
    for stmt in steps {
        how(stmt);
        for part in stmt.parts_mut() {
            change(part, how);
        }
    }
}

/// Puts another step in the place of each that ends all steps.
pub(super) fn replace_returns(steps: &mut [Stmt], other: &Stmt) {
    change(steps, &mut |stmt| {
        if stmt.is("return") {
            stmt.clone_from(other);
        }
    });
}

/// The clauses of the lines of a rule: `if CONDITION {`, `} else {`, `while CONDITION {`, `algorithm NAME {`, `label NAME`, `}`, or a
/// step.
pub(super) fn of_lines(lines: &[String]) -> Vec<Stmt> {
    let mut found = Vec::new();
    inside(&mut lines.iter().map(String::as_str), &mut found);
    found
}

/// Reads up to the line that closes this block, and returns that line.
fn inside<'l>(lines: &mut impl Iterator<Item = &'l str>, found: &mut Vec<Stmt>) -> Option<&'l str> {
    while let Some(line) = lines.next() {
        if line.starts_with('}') {
            return Some(line);
        }
        let opened = line.strip_suffix(" {");
        if let Some(condition) = opened.and_then(|line| line.strip_prefix("if ")) {
            let (mut then, mut otherwise) = (Vec::new(), Vec::new());
            if inside(lines, &mut then) == Some("} else {") {
                inside(lines, &mut otherwise);
            }
            let any = condition.split(" || ").map(|all| vec![all.to_owned()]);
            found.push(Stmt::when(any.collect(), then, otherwise));
        } else if let Some(condition) = opened.and_then(|line| line.strip_prefix("while ")) {
            let mut body = Vec::new();
            inside(lines, &mut body);
            let all = vec![condition.to_owned()];
            found.push(Stmt::While { all, body });
        } else if let Some(name) = opened.and_then(|line| line.strip_prefix("algorithm ")) {
            let mut body = Vec::new();
            inside(lines, &mut body);
            let name = name.to_owned();
            found.push(Stmt::Algorithm { name, body });
        } else if let Some(label) = line.strip_prefix("label ") {
            found.push(Stmt::Label(label.to_owned()));
        } else {
            found.push(Stmt::step(line));
        }
    }
    None
}

/// Steps in one line, for the report.
pub(super) fn describe(stmts: &[Stmt]) -> String {
    let each = stmts.iter().map(|stmt| match stmt {
        Stmt::Step(step) => step.clone(),
        Stmt::If(choice) => choice.describe(describe),
        Stmt::While { all, body } => format!("while {}: {}", all.join(" and "), describe(body)),
        Stmt::Label(label) => format!("label {label}"),
        Stmt::Algorithm { name, body } => format!("{name} is: {}", describe(body)),
        Stmt::Unread(words) => format!("not understood: {words}"),
    });
    each.collect::<Vec<_>>().join("; ")
}
