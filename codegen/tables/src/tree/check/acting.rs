//! Tokens that rows act as if seen: which tokens they are.
//!
//! A token that is made up is processed at once and gone: no other step has a use for an end tag that is not in the input, and a
//! token that is in the input is reprocessed.

use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{Expression, TreeStep};
use crate::tree::model::{DISPATCH, TreeTables, steps};
use crate::tree::traverse::Visitor;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut tokens = MadeUp::default();
    tables.visit_all(&mut tokens);
    let mut found = tokens.found;
    if let Some(at) = tables.algorithm(DISPATCH) {
        let acts = |step: &&Located<_>| matches!(step.value, TreeStep::ActAsIfSeen(_));
        found.extend(steps(&tables.algorithms[at].body).filter(acts).map(|step| {
            let message = "this step would run for the token that it makes up, too";
            Diagnostic::error(step.place, message).label("every token is dispatched by it")
        }));
    }
    found
}

/// Tokens in steps that have no use for them.
#[derive(Default)]
struct MadeUp {
    /// Whether the next expression is the token of `act as if`.
    is_acted: bool,
    found: Vec<Diagnostic>,
}

impl Visitor for MadeUp {
    fn step(&mut self, step: &Located<TreeStep>) {
        self.is_acted = matches!(step.value, TreeStep::ActAsIfSeen(_));
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        let is_acted = std::mem::take(&mut self.is_acted);
        let (message, help) = match expression {
            Expression::EndTag(_) | Expression::EndTagOf(_) if !is_acted => (
                format!("`{expression}` is only a token to act as if seen"),
                "write `act as if … had been seen`",
            ),
            Expression::EmptyTag(_) | Expression::EndTag(_) | Expression::EndTagOf(_) => return,
            _ if is_acted => (
                format!("`{expression}` is no token that is made up"),
                "write `a \"p\" start tag token with no attributes` or `a \"p\" end tag token`",
            ),
            _ => return,
        };
        self.found
            .push(Diagnostic::error(place, message).help(help));
    }
}
