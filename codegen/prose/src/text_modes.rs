//! The text modes, which the section on tree construction defines.

use tokenwright_tables::grammar::{ContentModel, Mode};
use tokenwright_tables::model::{Located, State, Switch, TextMode};

/// The elements of each mode in all revisions so far, and those that depend on scripting.
const ELEMENTS: [(Mode, &[&str], &[&str]); 5] = [
    (Mode::Data, &[], &[]),
    (Mode::Rcdata, &["title", "textarea"], &[]),
    (
        Mode::Rawtext,
        &["style", "xmp", "iframe", "noembed", "noframes"],
        &["noscript"],
    ),
    (Mode::ScriptData, &["script"], &[]),
    (Mode::Plaintext, &["plaintext"], &[]),
];

/// The default text modes of a page.
pub(super) fn assumed(content_model_flag: bool) -> Vec<TextMode> {
    let names = |names: &[&str]| -> Vec<_> {
        let names = names.iter().map(|name| (*name).to_owned());
        names.map(Located::nowhere).collect()
    };
    let one = |(mode, elements, if_scripting): (Mode, &[&str], &[&str])| TextMode {
        mode: Located::nowhere(mode),
        switch: Located::nowhere(switch(mode, content_model_flag)),
        elements: names(elements),
        elements_if_scripting: names(if_scripting),
    };
    ELEMENTS.map(one).into()
}

/// Changes what each mode sets to suit a revision with a content model flag, or without one.
pub(super) fn adapt(modes: &mut [TextMode], content_model_flag: bool) {
    for mode in modes {
        if matches!(mode.switch.value, Switch::ContentModel(_)) != content_model_flag {
            mode.switch = Located::nowhere(switch(mode.mode.value, content_model_flag));
        }
    }
}

/// Removes the modes whose state is not one of `states`.
pub(super) fn retain(modes: &mut Vec<TextMode>, states: &[State]) {
    modes.retain(|mode| match &mode.switch.value {
        Switch::State(name) => states.iter().any(|state| state.name.value == *name),
        Switch::ContentModel(_) => true,
    });
}

/// The value that a switch to a mode sets: the state of its name, or the content model of its older name.
fn switch(mode: Mode, content_model_flag: bool) -> Switch {
    if !content_model_flag {
        return Switch::State(mode.to_string());
    }
    Switch::ContentModel(match mode {
        Mode::Data => ContentModel::Pcdata,
        Mode::Rcdata => ContentModel::Rcdata,
        Mode::Rawtext | Mode::ScriptData => ContentModel::Cdata,
        Mode::Plaintext => ContentModel::Plaintext,
    })
}
