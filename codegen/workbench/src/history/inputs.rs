//! Inputs to try on two revisions, and how both are started for the same text.

use std::collections::BTreeSet;
use tokenwright_analyses::suite;
use tokenwright_interpreter::{Refusal, Setup};
use tokenwright_tables::grammar::ContentModel::{self, Cdata, Plaintext, Rcdata};
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Located, Revision};

/// The suffixes of inputs, which end the tokens that they have begun.
const ENDS: [&str; 12] = [
    "", ">", "x>", " x>", "=x>", "\">", "'>", "-->", "]]>", ";", ";\">", "</a>",
];

/// The setups of both revisions, and their description on the page.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) setups: [Setup; 2],
    /// Empty for the initial state.
    pub(super) inside: &'static str,
}

impl Start {
    /// The setup for tables with other changes: that of one side, or of the other if these tables lack
    /// its entry state.
    pub(super) fn of(&self, revision: &Revision, side: usize) -> &Setup {
        let about = &revision.about;
        let fits = |setup: &Setup| match (&setup.state, setup.content_model) {
            (Some(name), _) => revision.state(name).is_some(),
            (None, model) => model.is_none() || about.content_model_flag,
        };
        match fits(&self.setups[side]) {
            true => &self.setups[side],
            false => &self.setups[1 - side],
        }
    }
}

/// Contents of elements: the state, the content model of older revisions, the description, and the element.
const INSIDE: [(&str, Option<ContentModel>, &str, &str); 5] = [
    ("RCDATA", Some(Rcdata), "inside `<textarea>`", "textarea"),
    ("RAWTEXT", Some(Cdata), "inside `<style>`", "style"),
    ("script data", Some(Cdata), "inside `<script>`", "script"),
    (
        "PLAINTEXT",
        Some(Plaintext),
        "after `<plaintext>`",
        "plaintext",
    ),
    ("CDATA section", None, "inside `<svg><![CDATA[`", ""),
];

/// All entries of both revisions, with the inputs to try: the shortest ones that reach everything either
/// revision does, with several suffixes, and with a character that is no longer whitespace in place of
/// whitespace.
///
/// # Errors
/// If a revision cannot be run to an end.
pub(super) fn inputs(sides: [&Loaded; 2]) -> Result<Vec<(Start, Vec<String>)>, Refusal> {
    let mut all: Vec<(Start, BTreeSet<String>)> = Vec::new();
    let regrouped = regrouped(sides);
    for side in sides {
        for (setup, input) in suite::inputs(side)? {
            // The last start tag is the element's: one of two letters is no other case.
            if setup.last_start_tag.as_deref() == Some("ab") {
                continue;
            }
            for start in starts(sides, &setup) {
                let name = start
                    .setups
                    .iter()
                    .find_map(|s| s.last_start_tag.as_deref());
                let input = match name {
                    Some(name) => input.replace("</a", &format!("</{name}")),
                    None => input.clone(),
                };
                let at = all
                    .iter()
                    .position(|(other, _)| other.setups == start.setups);
                let at = at.unwrap_or_else(|| {
                    all.push((start.clone(), BTreeSet::new()));
                    all.len() - 1
                });
                let inputs = &mut all[at].1;
                inputs.extend(ENDS.iter().map(|end| format!("{input}{end}")));
                if !start.setups.contains(&setup) {
                    continue;
                }
                for c in &regrouped {
                    let blanks = input.match_indices(['\t', '\n', '\u{C}', ' ']);
                    let with =
                        blanks.map(|(at, _)| format!("{}{c}{}", &input[..at], &input[at + 1..]));
                    inputs.extend(with.flat_map(|with| [format!("{with}>"), with]));
                    inputs.insert(format!("{input}{c}>"));
                }
                // There are other paths to a state than the shortest one.
                for at in (1..input.len()).filter(|at| input.is_char_boundary(*at)) {
                    let spaced = format!("{} {}", &input[..at], &input[at..]);
                    inputs.extend(["", ">"].map(|end| format!("{spaced}{end}")));
                }
            }
        }
    }
    Ok(all
        .into_iter()
        .map(|(start, inputs)| (start, inputs.into_iter().collect()))
        .collect())
}

/// Characters that a class has on one side only, which is of interest where the class has a blank.
fn regrouped(sides: [&Loaded; 2]) -> BTreeSet<char> {
    let [old, new] = sides.map(|side| &side.revision.about);
    let both = old.classes.iter();
    let both = both.filter_map(|(name, members)| Some([&members[..], new.class(name)?]));
    let characters = |members: &[Located<Matcher>]| -> BTreeSet<char> {
        let each = members.iter().filter_map(|member| match &member.value {
            Matcher::Char(char) => char::from_u32(char.0),
            _ => None,
        });
        each.collect()
    };
    both.flat_map(|members| {
        let [old, new] = members.map(&characters);
        old.symmetric_difference(&new).copied().collect::<Vec<_>>()
    })
    .collect()
}

/// The setups of both revisions, from that of one.
fn starts(sides: [&Loaded; 2], setup: &Setup) -> Vec<Start> {
    let plain = setup.state.is_none()
        && setup
            .content_model
            .is_none_or(|model| model == ContentModel::Pcdata);
    if plain {
        let inside = if setup.foreign { "inside `<svg>`" } else { "" };
        let setups = [setup.clone(), setup.clone()];
        return vec![Start { setups, inside }];
    }
    let mut all = Vec::new();
    let is = |state: &str, model: Option<ContentModel>| match &setup.state {
        Some(name) => name == state,
        None => setup.content_model == model,
    };
    // Inputs for one kind of text are tried in the others too.
    let inside = INSIDE
        .iter()
        .any(|(state, model, _, element)| !element.is_empty() && is(state, *model));
    for (state, model, context, element) in INSIDE {
        if !is(state, model) && (!inside || element.is_empty()) {
            continue;
        }
        let of = |side: &&Loaded| {
            let about = &side.revision.about;
            let entry = about.entry_states.iter().any(|entry| entry.value == state);
            let flag = about.content_model_flag && model.is_some();
            (entry || flag).then(|| Setup {
                state: entry.then(|| state.to_owned()),
                content_model: model.filter(|_| !entry),
                last_start_tag: (!element.is_empty()).then(|| element.to_owned()),
                ..setup.clone()
            })
        };
        if let [Some(a), Some(b)] = sides.each_ref().map(of) {
            all.push(Start {
                setups: [a, b],
                inside: context,
            });
        }
    }
    all
}
