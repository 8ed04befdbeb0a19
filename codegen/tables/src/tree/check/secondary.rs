//! The secondary insertion mode: one mode hands its tokens over, that for foreign content.

use crate::diagnostic::Diagnostic;
use crate::tree::grammar::TreeStep;
use crate::tree::model::{TreeTables, steps};

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let foreign = tables.foreign_mode();
    let modes = tables.all_modes().enumerate();
    let others = modes.filter(|(at, _)| Some(*at) != foreign);
    let rows = others.flat_map(|(_, mode)| &mode.rows);
    let algorithms = tables.algorithms.iter().map(|it| &it.body);
    let bodies = rows.map(|row| &row.body).chain(algorithms);
    let all = bodies.flat_map(|body| steps(body));
    let errors = all.filter(|step| step.value == TreeStep::UseSecondaryMode);
    let errors = errors.map(|step| {
        let message = "only the insertion mode for foreign content has a secondary one";
        let error = Diagnostic::error(step.place, message);
        match foreign {
            Some(mode) => error.also(tables.modes[mode].name.place, "this is that mode"),
            None => {
                error.help("write `process the token using the rules for the \"…\" insertion mode`")
            }
        }
    });
    errors.collect()
}
