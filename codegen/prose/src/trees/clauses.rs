//! Steps in words as clauses of the model.

use super::stmt::Stmt;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::model::{Clause, Conjunction, TreeTables};
use tokenwright_tables::tree::sentences;

/// How the name of a call begins that stands for a sentence that was not understood.
pub(super) const OPEN: &str = "not understood: ";

/// The clauses of a body, or the words that are none.
///
/// # Errors
/// The words of a rule that the tables have no form for.
pub(super) fn clauses(steps: &[Stmt], names: &TreeTables) -> Result<Vec<Clause>, String> {
    steps.iter().map(|step| clause(step, names)).collect()
}

fn clause(stmt: &Stmt, names: &TreeTables) -> Result<Clause, String> {
    match stmt {
        Stmt::Step(words) => sentences::step(names, words).ok_or_else(|| words.clone()),
        Stmt::Unread(words) => {
            let words = words.replace(['{', '}'], "");
            Ok(Clause::Call(Located::nowhere(format!("{OPEN}{words}"))))
        }
        Stmt::Algorithm { name, .. } => Err(name.clone()),
        Stmt::Label(label) => Ok(Clause::Label(Located::nowhere(label.clone()))),
        Stmt::If(choice) => {
            let any = choice.any.iter().map(|all| conjunction(all, names));
            Ok(Clause::If {
                any: any.collect::<Result<_, _>>()?,
                then: clauses(&choice.then, names)?,
                otherwise: clauses(&choice.otherwise, names)?,
            })
        }
        Stmt::While { all, body } => Ok(Clause::While {
            all: conjunction(all, names)?,
            body: clauses(body, names)?,
        }),
    }
}

fn conjunction(all: &[String], names: &TreeTables) -> Result<Conjunction, String> {
    let words = all.join(" and ");
    sentences::conjunction(names, &words).ok_or(words)
}
