//! The places of the tables that report a parse error.

use super::witnesses::RowRef;
use crate::trees::{Part, Trees};
use tokenwright_interpreter::BlockKind;
use tokenwright_tables::english::{self, Sentence};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::model::{Clause, Definition, Located, Revision, Row, State};
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::Visitor;
use tokenwright_tables::tree::grammar::TreeStep;

/// The code of every parse error in a revision whose errors have no names.
pub(crate) const UNNAMED: &str = "parse-error";

/// A row, a rule or a definition that reports an error.
#[derive(Debug)]
pub(crate) struct Occurrence {
    /// The state, rule or definition: `13.2.5.8 Tag name state`.
    pub(crate) part: String,
    /// The matcher of the row.
    pub(crate) heading: Option<String>,
    /// The row, if it is one.
    pub(crate) row: Option<RowRef>,
    /// Its steps in the words of the document.
    pub(crate) steps: Vec<Sentence>,
    pub(crate) place: Place,
}

impl Occurrence {
    /// Steps of a part, if they report the error.
    fn of(part: &str, body: &[Clause], place: Place, code: &str) -> Option<Self> {
        reports(body, code).then(|| Occurrence {
            part: part.to_owned(),
            heading: None,
            row: None,
            steps: english::sentences(body),
            place,
        })
    }

    /// A row of a part, if it reports the error.
    fn of_row(part: &str, row: &Row, at: Option<RowRef>, code: &str) -> Option<Self> {
        Some(Occurrence {
            heading: Some(english::matched(row)),
            row: at,
            ..Occurrence::of(part, &row.body, row.place.place, code)?
        })
    }
}

/// Every place that reports the error, in the order of the tables.
pub(crate) fn all(revision: &Revision, code: &str) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for row in &revision.input_stream.rows {
        let part = "Preprocessing the input stream";
        found.extend(Occurrence::of_row(part, row, None, code));
    }
    let section = &revision.about.section;
    for rule in &revision.rules {
        let part = format!("{section} When {}", rule.on.value);
        found.extend(Occurrence::of(&part, &rule.body, rule.on.place, code));
    }
    for definition in &revision.definitions {
        if let Definition::Step { name, body } = definition {
            let part = format!("{section} {}", english::sentence(&name.value));
            found.extend(Occurrence::of(&part, body, name.place, code));
        }
    }
    for (kind, states) in [
        (BlockKind::State, &revision.states),
        (BlockKind::Procedure, &revision.procedures),
    ] {
        for (index, state) in states.iter().enumerate() {
            let part = match kind {
                BlockKind::State => title(revision, state),
                BlockKind::Procedure => english::sentence(&state.name.value),
            };
            let steps = Occurrence::of(&part, &state.body, state.name.place, code);
            found.extend(steps.map(|it| Occurrence {
                row: Some((kind, index, None)),
                ..it
            }));
            let rows = state.rows.iter().enumerate();
            found.extend(rows.filter_map(|(number, row)| {
                Occurrence::of_row(&part, row, Some((kind, index, Some(number))), code)
            }));
        }
    }
    found
}

/// The rows and algorithms of tree construction that report the error.
pub(crate) fn of_trees<'t>(trees: &'t Trees, code: &str) -> Vec<Part<'t>> {
    let parts = trees.parts().into_iter();
    let reports = |part: &Part<'_>| {
        let mut found = Reports { code, found: false };
        trees.tables.visit(part.body, &mut found);
        found.found
    };
    parts.filter(reports).collect()
}

struct Reports<'c> {
    code: &'c str,
    found: bool,
}

impl Visitor for Reports<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        self.found |= match &step.value {
            TreeStep::NamedError(named) => named.0 == self.code,
            TreeStep::Error => self.code == UNNAMED,
            _ => false,
        };
    }
}

/// The heading of a state's section: `13.2.5.8 Tag name state`.
pub(crate) fn title(revision: &Revision, state: &State) -> String {
    let about = &revision.about;
    let sentence = english::sentence(&state.name.value);
    let name = sentence.trim_end_matches('.');
    let number = revision.state_index(&state.name.value);
    match number.filter(|_| about.numbered) {
        Some(number) => format!("{}.{} {name} state", about.section, number + 1),
        None => format!("{name} state"),
    }
}

/// Whether steps report an error.
fn reports(clauses: &[Clause], code: &str) -> bool {
    clauses.nodes().steps().any(|step| match step {
        Step::NamedError(named) => named.0 == code,
        Step::BareError => code == UNNAMED,
        _ => false,
    })
}
