//! Steps and conditions in the words of the table language, as the sentences of a page make them.

/// A clause: a step, or a choice between steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stmt {
    Step(String),
    If(Choice),
}

/// Steps under conditions: those of the tokenizer, or those of tree construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice<S = Stmt> {
    pub(super) any: Alternatives,
    pub(super) then: Vec<S>,
    pub(super) otherwise: Vec<S>,
    /// Whether `otherwise` is the next case of the same choice.
    pub(super) chained: bool,
}

impl<S> Choice<S> {
    pub(super) fn new(any: Alternatives, then: Vec<S>, otherwise: Vec<S>) -> Self {
        Choice {
            any,
            then,
            otherwise,
            chained: false,
        }
    }

    /// The choice in one line, whose steps `describe` writes.
    pub(super) fn describe(&self, describe: fn(&[S]) -> String) -> String {
        let conditions = describe_conditions(&self.any);
        let text = format!("if {conditions}: {}", describe(&self.then));
        match self.otherwise.as_slice() {
            [] => text,
            otherwise => format!("{text}; otherwise: {}", describe(otherwise)),
        }
    }
}

/// Alternatives of conditions that hold together.
pub(super) type Alternatives = Vec<Vec<String>>;

/// One condition as the only alternative.
pub(super) fn only(condition: impl Into<String>) -> Alternatives {
    vec![vec![condition.into()]]
}

/// Both of two conditions: each alternative of one with each of the other.
pub(super) fn both(one: &Alternatives, other: &Alternatives) -> Alternatives {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| [a.as_slice(), b].concat()).collect()
}

impl Stmt {
    pub(super) fn step(text: impl Into<String>) -> Self {
        Stmt::Step(text.into())
    }

    pub(super) fn when(any: Alternatives, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Self {
        Stmt::If(Choice::new(any, then, otherwise))
    }

    /// The text of a step; `None` for a choice.
    pub(super) fn as_step(&self) -> Option<&str> {
        match self {
            Stmt::Step(step) => Some(step),
            Stmt::If(_) => None,
        }
    }

    /// Whether this is a step, and begins like this.
    pub(super) fn begins(&self, words: &str) -> bool {
        self.as_step().is_some_and(|step| step.starts_with(words))
    }

    /// Whether this is exactly this step.
    pub(super) fn is(&self, step: &str) -> bool {
        self.as_step() == Some(step)
    }
}

/// Whether any step or condition, at any depth, is as wanted.
pub(super) fn any(
    stmts: &[Stmt],
    step: &dyn Fn(&str) -> bool,
    condition: &dyn Fn(&str) -> bool,
) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Step(text) => step(text),
        Stmt::If(choice) => {
            choice.any.iter().flatten().any(|text| condition(text))
                || any(&choice.then, step, condition)
                || any(&choice.otherwise, step, condition)
        }
    })
}

/// Steps as a line of the rules: `if C and D or E: STEP; STEP; otherwise: STEP`.
pub(super) fn describe(stmts: &[Stmt]) -> String {
    let each = stmts.iter().map(|stmt| match stmt {
        Stmt::Step(step) => step.clone(),
        Stmt::If(choice) => choice.describe(describe),
    });
    each.collect::<Vec<_>>().join("; ")
}

pub(super) fn describe_conditions(any: &Alternatives) -> String {
    let each = any.iter().map(|all| all.join(" and "));
    each.collect::<Vec<_>>().join(" or ")
}

/// The steps of a line of the rules, where one choice is all that it has.
pub(super) fn parse(line: &str) -> Vec<Stmt> {
    let steps = |text: &str| text.split("; ").map(Stmt::step).collect();
    let choice = line
        .strip_prefix("if ")
        .and_then(|rest| rest.split_once(": "));
    let Some((conditions, rest)) = choice else {
        return steps(line);
    };
    let (then, otherwise) = match rest.split_once("; otherwise: ") {
        Some((then, otherwise)) => (then, steps(otherwise)),
        None => (rest, Vec::new()),
    };
    let any = vec![conjunction(conditions)];
    vec![Stmt::when(any, steps(then), otherwise)]
}

/// The conditions of a line of the rules, which hold together.
pub(super) fn conjunction(line: &str) -> Vec<String> {
    let conditions = line.split(" and ").filter(|text| !text.is_empty());
    conditions.map(str::to_owned).collect()
}
