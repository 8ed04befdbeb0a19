//! The secondary insertion mode: one mode hands its tokens over, that for foreign content.

use crate::diagnostic::Diagnostic;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::TreeStep;
use crate::tree::model::{Clause, TreeTables};
use crate::tree::traverse::Visitor;

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let foreign = tables.foreign_mode();
    let uses = |body: &[Clause]| {
        let mut uses = Uses(Vec::new());
        tables.visit(body, &mut uses);
        uses.0
    };
    let modes = tables.modes.iter().enumerate();
    let others = modes.filter(|(at, _)| Some(*at) != foreign);
    let rows = others.flat_map(|(_, mode)| &mode.rows);
    let rows = rows.chain(tables.foreign_content.iter().flat_map(|it| &it.rows));
    let bodies = rows.map(|row| &row.body);
    let bodies = bodies.chain(tables.algorithms.iter().map(|it| &it.body));
    let errors = bodies.flat_map(|body| uses(body)).map(|place| {
        let message = "only the insertion mode for foreign content has a secondary one";
        let error = Diagnostic::error(place, message);
        match foreign {
            Some(mode) => error.also(tables.modes[mode].name.place, "this is that mode"),
            None => {
                error.help("write `process the token using the rules for the \"…\" insertion mode`")
            }
        }
    });
    errors.collect()
}

/// The places of the steps that hand the token over.
struct Uses(Vec<Place>);

impl Visitor for Uses {
    fn step(&mut self, step: &Located<TreeStep>) {
        if step.value == TreeStep::UseSecondaryMode {
            self.0.push(step.place);
        }
    }
}
