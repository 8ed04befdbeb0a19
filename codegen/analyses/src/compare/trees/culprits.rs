//! Which rows make the difference: those that the token runs at which both sides part.

use super::alphabet::Letter;
use super::behaviour::Machine;
use super::witness::Start;
use crate::diff::trees::{Part, TreeDifference, TreeSubject, short};
use tokenwright_interpreter::tree::{Body, RowsOf, TreeObserver};
use tokenwright_tables::tree::english::label;

/// The token at which both sides part, and the rows that it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprits {
    /// The token, as the document spells it; empty for the end of the file.
    pub token: String,
    /// The rows that run on each side, and whether the comparison of the tables lists them as changed.
    pub rows: [Vec<(String, bool)>; 2],
    /// The changed algorithms that run on each side, if no changed row does.
    pub algorithms: [Vec<String>; 2],
}

/// The rows and the algorithms that ran, in order.
#[derive(Clone, Debug, Default)]
struct Ran {
    rows: Vec<(RowsOf, usize)>,
    algorithms: Vec<usize>,
}

impl TreeObserver for Ran {
    fn enter(&mut self, body: Body<'_>) {
        match body {
            Body::Row { rows, index, .. } => self.rows.push((rows, index)),
            Body::Algorithm(at, _) => self.algorithms.push(at),
        }
    }
}

/// Finds them; none if both sides part in the text alone.
pub(super) fn culprits(
    machines: [&Machine<'_>; 2],
    difference: &TreeDifference,
    letters: &[&Letter],
    start: &Start,
) -> Option<Culprits> {
    let parsers = machines.map(|it| it.parser(start.environment(), Ran::default()));
    let [Ok(one), Ok(other)] = parsers else {
        return None;
    };
    let mut parsers = [one, other];
    let end = letters.iter().all(|it| !it.spelt.is_empty());
    let end = end.then_some((
        String::new(),
        tokenwright_interpreter::tree::TreeToken::EndOfFile,
    ));
    let tokens = letters
        .iter()
        .map(|it| (it.spelt.clone(), it.token.clone()));
    for (spelt, token) in tokens.chain(end) {
        let mut stops = false;
        for parser in &mut parsers {
            *parser.observer_mut() = Ran::default();
            stops |= parser.token(token.clone()).is_err();
        }
        let [one, other] = &parsers;
        let states = [0, 1].map(|nth| parsers[nth].fingerprint(&machines[nth].modes));
        let same = !stops
            && states[0] == states[1]
            && one.document.nodes == other.document.nodes
            && !super::pair::differ(&one.errors, &other.errors);
        if same {
            continue;
        }
        let ran = parsers
            .each_mut()
            .map(|it| std::mem::take(it.observer_mut()));
        let named = |nth: usize| rows(machines[nth], difference, nth == 1, &ran[nth].rows);
        let algorithms =
            |nth: usize| algorithms(machines[nth], difference, nth == 1, &ran[nth].algorithms);
        let rows = [named(0), named(1)];
        let is_in_a_row = rows.iter().flatten().any(|(_, is_changed)| *is_changed);
        return Some(Culprits {
            token: spelt,
            algorithms: match is_in_a_row {
                true => [Vec::new(), Vec::new()],
                false => [algorithms(0), algorithms(1)],
            },
            rows,
        });
    }
    None
}

fn rows(
    machine: &Machine<'_>,
    difference: &TreeDifference,
    newer: bool,
    ran: &[(RowsOf, usize)],
) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    for (of, at) in ran.iter().copied() {
        let Some(mode) = of.mode(machine.tables) else {
            continue;
        };
        let name = match of {
            RowsOf::Mode(_) => mode.name.value.as_str(),
            RowsOf::ForeignContent => "foreign content",
        };
        let is_changed = is_changed(difference, newer, of, at);
        let entry = (
            format!("{name} [{}]", short(&label(&mode.rows[at]))),
            is_changed,
        );
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

fn is_changed(difference: &TreeDifference, newer: bool, of: RowsOf, at: usize) -> bool {
    let parts = difference.parts.iter();
    let parts = parts.filter(|it| it.part.rows(newer) == Some(of));
    let mut changes = parts.flat_map(|it| &it.changes);
    changes.any(|change| match change.subject {
        TreeSubject::Row { from, to, .. } => (if newer { to } else { from }) == Some(at),
        TreeSubject::Part => change.kind != crate::diff::Kind::Renamed,
        _ => false,
    })
}

fn algorithms(
    machine: &Machine<'_>,
    difference: &TreeDifference,
    newer: bool,
    ran: &[usize],
) -> Vec<String> {
    let mut found = Vec::new();
    for at in ran.iter().copied() {
        let mut parts = difference.parts.iter().map(|it| it.part);
        let is_changed = parts.any(|it| it.kind == Part::Algorithm && it.on(newer) == Some(at));
        let name = &machine.tables.algorithms[at].name.value;
        if is_changed && !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}
