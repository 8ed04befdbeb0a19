//! The program of tree construction against its tables.
//!
//! Each row and each algorithm of the program is said again in the words of the tables, and compared with the clauses there, step by
//! step. What the passes change is compared as what it replaces: one primitive for "append to the Text node or insert one", a
//! value that is left out because nothing reads it, a jump at the start of a loop that goes up the stack. Of such a jump it is checked,
//! for every kind of element, that the loop does nothing for an element that is jumped over. Which row a token gets is
//! compared for every name, every class of characters and every kind of token. Of the conditions under which a run of characters is
//! only appended it is checked that the tables then do no more. What a printed line does is not compared here: random documents are.

mod choices;
mod clauses;
mod lists;
mod quiet;
mod sentences;
pub mod settle;
mod walks;

use sentences::Words;
use tokenwright_compiler::tree::ir::{Body, TreeProgram};
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::Switch;
use tokenwright_tables::tree::model::{Clause, Mode, TreeTables};

/// A difference between the tables and the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The row or the algorithm.
    pub of: String,
    /// The name of the mode or of the algorithm, and the index of the row in it, if it is in one.
    pub row: Option<(String, usize)>,
    /// What the tables say; empty if nothing.
    pub tables: String,
    /// What the program does; empty if nothing.
    pub program: String,
}

/// What was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The rows.
    pub rows: usize,
    /// The algorithms and defined conditions.
    pub algorithms: usize,
    /// The tokens whose rows were compared.
    pub tokens: usize,
    /// The cases in which the program says that characters are only appended.
    pub quiet: usize,
    /// The differences.
    pub differences: Vec<Difference>,
}

/// Compares the program of a revision with its tables of tree construction.
#[must_use]
pub fn compare(loaded: &Loaded, tables: &TreeTables, program: &TreeProgram) -> Compared {
    let modes = loaded.revision.about.text_modes.iter();
    let states = modes.map(|mode| {
        let switch = match &mode.switch.value {
            Switch::State(state) => format!("the tokenizer to the {state} state"),
            Switch::ContentModel(model) => format!("the content model flag to the {model} state"),
        };
        (mode.mode.value, switch)
    });
    let states: Vec<_> = states.collect();
    let mut compared = Compared::default();
    let modes = tables.modes.iter().chain(&tables.foreign_content);
    let ours = program.all_modes();
    for (mode, ours) in modes.zip(ours) {
        for (at, (row, of)) in mode.rows.iter().zip(&ours.rows).enumerate() {
            let name = match ours.name.as_str() {
                "" => format!("foreign content: {}", of.heading),
                name => format!("\"{name}\": {}", of.heading),
            };
            compared.rows += 1;
            let own = Some(mode);
            compared.body(
                (tables, program),
                &states,
                (&name, (&mode.name.value, at), own),
                &row.body,
                &of.body,
            );
        }
    }
    for (algorithm, of) in tables.algorithms.iter().zip(&program.algorithms) {
        compared.algorithms += 1;
        let name = &algorithm.name.value;
        compared.body(
            (tables, program),
            &states,
            (name, (name, 0), None),
            &algorithm.body,
            &of.body,
        );
    }
    for (definition, of) in tables.definitions.iter().zip(&program.definitions) {
        compared.algorithms += 1;
        let words = Words {
            program,
            variables: &of.variables,
            states: &states,
        };
        let (said, done) = (clauses::any(&definition.any), words.of(&of.test));
        compared.texts(&definition.name.value, &said, &done);
    }
    choices::compare(tables, program, &mut compared);
    lists::compare(tables, program, &mut compared);
    quiet::check(tables, program, &states, &mut compared);
    compared
}

impl Compared {
    fn differ(&mut self, of: &str, tables: &str, program: &str) {
        self.differences.push(Difference {
            of: of.to_owned(),
            row: None,
            tables: tables.to_owned(),
            program: program.to_owned(),
        });
    }

    /// Says of the differences from an index on to which row they belong.
    fn are_of_row(&mut self, from: usize, block: &str, row: usize) {
        for difference in &mut self.differences[from..] {
            difference.row = Some((block.to_owned(), row));
        }
    }

    fn body(
        &mut self,
        (tables, program): (&TreeTables, &TreeProgram),
        states: &sentences::States,
        (name, (block, row), mode): (&str, (&str, usize), Option<&Mode>),
        clauses: &[Clause],
        body: &Body,
    ) {
        let words = Words {
            program,
            variables: &body.variables,
            states,
        };
        let mut differences = Vec::new();
        let scope = clauses::Scope { tables, mode };
        clauses::compare(words, scope, clauses, body, &mut differences);
        walks::check(program, body, &mut differences);
        self.differences
            .extend(differences.into_iter().map(|(tables, program)| Difference {
                of: name.to_owned(),
                row: Some((block.to_owned(), row)),
                tables,
                program,
            }));
    }

    fn texts(&mut self, name: &str, tables: &str, program: &str) {
        if !clauses::same(tables, program) {
            self.differ(name, tables, program);
        }
    }
}
