//! Pages that have lost a part of the section, or have a part twice.
//!
//! Nothing is said about the effect of such a page: what is missing is not a change of the standard.

use super::control_flow::is_reached;
use crate::diff::{Difference, Side};
use std::collections::{BTreeMap, BTreeSet};
use tokenwright_prose::{Cause, excerpt};
use tokenwright_tables::grammar::Step;
use tokenwright_tables::kernel::Traverse;

/// What makes a page broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakRule {
    /// A step switches to a state that the page has no heading of.
    MissingState,
    /// A state has no text, a number is left out, or the last state has no end; an insertion mode has lost the row for a kind of
    /// tokens, or steps that are run have no text.
    CutOff,
    /// Two states, or two insertion modes, have the same title.
    Twice,
    /// The newer page has less than two thirds of the states of the older side, and one that the initial state no
    /// longer leads to.
    FewerStates,
    /// The page has no section that can be read, or two of them.
    Section,
    /// An insertion mode is named, and the page has no rows of it.
    MissingMode,
    /// The newer page has less than two thirds of the insertion modes of the older side.
    FewerModes,
}

impl BreakRule {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            BreakRule::MissingState => "missing state",
            BreakRule::CutOff => "cut off",
            BreakRule::Twice => "twice",
            BreakRule::FewerStates => "fewer states",
            BreakRule::Section => "section",
            BreakRule::MissingMode => "missing mode",
            BreakRule::FewerModes => "fewer modes",
        }
    }
}

/// A fact that makes a page broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The name of the page.
    pub page: String,
    /// The line of the page, from 1, where one is concerned.
    pub line: Option<u32>,
    /// The rule that the page breaks.
    pub rule: BreakRule,
    /// The fact, in lower case and without a full stop.
    pub says: String,
}

/// What makes the pages of a comparison broken; empty if neither is. Tables are not judged: `check` does that.
pub fn breaks(difference: &Difference) -> Vec<Break> {
    let mut found = of_side(&difference.from);
    found.extend(of_side(&difference.to));
    found.extend(fewer_states(difference));
    found
}

/// An older standard has fewer states too, but each of them is reached.
fn fewer_states(difference: &Difference) -> Option<Break> {
    let page = difference.to.page.as_ref()?;
    let [before, after] = [&difference.from, &difference.to].map(|side| &side.revision);
    let counts = [before, after].map(|revision| revision.states.len());
    // A sentence that was not understood can be the one that leads there.
    if 3 * counts[1] >= 2 * counts[0] || page.report.not_understood().next().is_some() {
        return None;
    }
    let mut names = after.states.iter().map(|state| state.name.value.as_str());
    let name = names.find(|name| is_reached(before, name) && !is_reached(after, name))?;
    Some(Break {
        page: difference.to.name.clone(),
        line: None,
        rule: BreakRule::FewerStates,
        says: format!(
            "the section has {} states, and had {}; nothing leads to the {name} state any more",
            counts[1], counts[0]
        ),
    })
}

fn of_side(side: &Side) -> Vec<Break> {
    let Some(page) = &side.page else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut add = |line, rule, says| {
        found.push(Break {
            page: side.name.clone(),
            line,
            rule,
            says,
        });
    };
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for state in &side.revision.states {
        *names.entry(&state.name.value).or_default() += 1;
    }
    for (name, count) in &names {
        if *count > 1 {
            let says = format!("the {name} state is there {count} times");
            add(None, BreakRule::Twice, says);
        }
    }
    let steps = side.revision.nodes().steps();
    let used: BTreeSet<&str> = steps.filter_map(Step::state).collect();
    for name in used.iter().filter(|name| !names.contains_key(**name)) {
        let says = format!("the {name} state is switched to, and has no heading");
        add(None, BreakRule::MissingState, says);
    }
    let is_open = |part: &str| page.report.not_understood().any(|open| open.part == part);
    for fault in &page.report.faults {
        // A sentence that was not understood can be the text that is missing.
        if fault.cause == Cause::Lost && !is_open(&fault.part) {
            let says = format!("{}: {}", excerpt(&fault.part), fault.message);
            add(Some(fault.line), BreakRule::CutOff, says);
        }
    }
    found
}
