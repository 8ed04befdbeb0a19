//! A state.

use super::code::steps;
use super::occurrences::title;
use super::witnesses::{Goal, Witnesses};
use crate::places::place;
use std::fmt::Write;
use tokenwright_graph::{Graph, Kind};
use tokenwright_tables::diagnostic::{Diagnostic, Sources};
use tokenwright_tables::english;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Revision, State};
use xtask::report::refused;

/// Prints what a state does.
///
/// # Errors
/// If the tables cannot be run.
pub(super) fn explain(
    name: &str,
    loaded: &Loaded,
    all: &[Loaded],
    sources: &Sources,
) -> Result<(), Diagnostic> {
    let revision = &loaded.revision;
    let about = &revision.about;
    let Some(state) = revision.state(name) else {
        return Err(Diagnostic::unread(
            &about.id,
            format!("there is no state `{name}`"),
        ));
    };
    let witnesses = Witnesses::find(loaded, &Goal::State(name));
    let witnesses = witnesses.map_err(refused(&about.id))?;
    let mut text = format!("{}\n", title(revision, state));
    let _ = writeln!(text, "  {}", place(state.name.place, sources));
    let _ = writeln!(text, "  {}", about.link_to_state(name));
    let _ = writeln!(text, "  {}", since(state, loaded, all));
    if let Some(witness) = witnesses.of_state(name) {
        let _ = writeln!(text, "  reached by {}", witness.describe());
    }
    if let Some(note) = &state.note {
        let _ = writeln!(text, "  {note}");
    }
    neighbours(&mut text, loaded, name, true);
    if !state.body.is_empty() {
        let _ = writeln!(text, "\nsteps");
        steps(&mut text, &english::sentences(&state.body));
    }
    if !state.rows.is_empty() {
        let _ = writeln!(text, "\nrows");
    }
    for row in &state.rows {
        let _ = writeln!(text, "  {}", english::matched(row));
        steps(&mut text, &english::sentences(&row.body));
    }
    neighbours(&mut text, loaded, name, false);
    print!("{text}");
    Ok(())
}

/// The states with an edge to this one, or from it.
fn neighbours(text: &mut String, loaded: &Loaded, name: &str, to: bool) {
    let graph = Graph::of(&loaded.revision);
    let Some(node) = graph.find(name) else {
        return;
    };
    let _ = writeln!(text, "\n{}", if to { "reached from" } else { "leads to" });
    let mut any = false;
    if to && matches!(graph.nodes[node].kind, Kind::Initial | Kind::Entry) {
        let what = match graph.nodes[node].kind {
            Kind::Initial => "the start of the input",
            _ => "tree construction",
        };
        let _ = writeln!(text, "  {what}");
        any = true;
    }
    for (edge, other) in graph
        .neighbours(node, to)
        .filter(|(_, other)| other.name != name)
    {
        let state = match other.kind {
            Kind::Initial | Kind::Entry | Kind::State => " state",
            Kind::Procedure | Kind::Register => "",
        };
        let label = match edge.label() {
            label if label.is_empty() => label,
            label => format!(": {label}"),
        };
        let _ = writeln!(text, "  {}{state}{label}", other.name);
        any = true;
    }
    if !any {
        let _ = writeln!(text, "  no other state");
    }
}

/// The oldest revision that has the state, and its names before.
fn since(state: &State, loaded: &Loaded, all: &[Loaded]) -> String {
    let revisions = all.iter().map(|loaded| &loaded.revision);
    let (first, names) = before(state, &loaded.revision, revisions);
    let names = names.iter();
    let names = names.map(|(until, name)| format!("; until {} `{name}`", until.about.id));
    format!("since {}{}", first.about.id, names.collect::<String>())
}

/// The oldest of the revisions that has the state of one of them, and the state's other names, each with the newest revision
/// that has it.
pub(crate) fn before<'r>(
    mut state: &'r State,
    of: &'r Revision,
    all: impl DoubleEndedIterator<Item = &'r Revision>,
) -> (&'r Revision, Vec<(&'r Revision, &'r str)>) {
    let older = all.rev().skip_while(|other| other.about.id != of.about.id);
    let mut first = of;
    let mut names = Vec::new();
    for older in older.skip(1) {
        let find = |name: &str| older.state(name);
        let same = find(&state.name.value);
        let renamed = state.was.as_deref().and_then(find);
        let Some(found) = same.or(renamed) else {
            break;
        };
        if same.is_none() {
            names.push((older, found.name.as_str()));
        }
        (state, first) = (found, older);
    }
    (first, names)
}
