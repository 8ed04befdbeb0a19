//! What only puts nodes into the tree.
//!
//! A tokenizer without a tree runs the same rules. What it leaves out is found here: steps that insert, and algorithms and branches that
//! do nothing else but report errors and read the state.

use super::super::ir::{Expression as E, Primitive as P, Statement, TreeProgram};
use super::unused::pure;
use tokenwright_tables::tree::model::STOP;

/// For each algorithm, whether it does nothing to what the parser knows.
pub(super) fn algorithms(program: &TreeProgram) -> Vec<bool> {
    let pure = pure(program);
    program.algorithms_where(|algorithm, algorithms| {
        let tree = OnlyTree {
            program,
            algorithms,
            pure: &pure,
        };
        algorithm.result.is_none()
            && algorithm.body.segments.len() == 1
            && algorithm.body.statements().all(|it| tree.has(it, true))
    })
}

/// What is known of algorithms.
struct OnlyTree<'p> {
    program: &'p TreeProgram,
    algorithms: &'p [bool],
    pure: &'p [bool],
}

/// The branches of a program that do nothing to what the parser knows.
#[derive(Clone, Debug)]
pub struct TreeOnlyBranches<'p> {
    program: &'p TreeProgram,
    pure: Vec<bool>,
}

impl<'p> TreeOnlyBranches<'p> {
    /// Finds what is known of the algorithms of a program.
    #[must_use]
    pub fn new(program: &'p TreeProgram) -> Self {
        TreeOnlyBranches {
            program,
            pure: pure(program),
        }
    }

    /// Whether a branch is one of these.
    #[must_use]
    pub fn is_branch(&self, test: &E, branches: [&[Statement]; 2]) -> bool {
        is_branch(self.program, &self.pure, test, branches)
    }
}

/// Whether a branch does nothing to what the parser knows; `pure` are the [pure](super::unused::pure) algorithms.
pub(crate) fn is_branch(
    program: &TreeProgram,
    pure: &[bool],
    test: &E,
    branches: [&[Statement]; 2],
) -> bool {
    let tree = OnlyTree {
        program,
        algorithms: &program.tree_only,
        pure,
    };
    let mut steps = branches.into_iter().flatten();
    tree.reads(test) && steps.all(|it| tree.has(it, false))
}

impl OnlyTree<'_> {
    /// Whether a statement is only for the tree; `own` says whether the variables and the end are of no one else.
    fn has(&self, statement: &Statement, own: bool) -> bool {
        match statement {
            Statement::Do(E::Call(primitive, arguments)) => {
                let is_insertion = matches!(
                    primitive,
                    P::ReportError
                        | P::AppendText
                        | P::InsertText
                        | P::InsertCharacters
                        | P::InsertComment
                        | P::InsertInstruction
                        | P::Insert
                        | P::MoveChildren
                        | P::Append
                        | P::Detach
                        | P::AddAttributes
                        | P::AddAttribute
                        | P::AddOtherAttributes
                );
                is_insertion && arguments.iter().all(|it| self.reads(it))
            }
            Statement::Do(E::Output(at, arguments)) => {
                self.program.outputs[*at] != STOP && arguments.iter().all(|it| self.reads(it))
            }
            Statement::Do(E::Algorithm(at, arguments)) => {
                self.algorithms[*at] && arguments.iter().all(|it| self.reads(it))
            }
            Statement::Set(_, value) => own && self.reads(value),
            Statement::Return(None) => own,
            Statement::If(test, then, otherwise) => {
                let mut all = then.iter().chain(otherwise);
                self.reads(test) && all.all(|it| self.has(it, own))
            }
            _ => false,
        }
    }

    /// Whether computing a value changes nothing.
    fn reads(&self, value: &E) -> bool {
        value.all(|it| match it {
            E::Call(primitive, _) => primitive.changes_nothing(),
            E::Algorithm(at, _) => self.pure[*at],
            E::Definition(..) | E::Output(..) => false,
            _ => true,
        })
    }
}
