//! What the tables have to know of the tokenizer: how it writes names, and its states.

use super::misnamed;
use crate::diagnostic::Diagnostic;
use crate::model::{Located, Revision, Switch};
use crate::source::Place;
use crate::tree::grammar::{Expression, TreeCondition, TreeStep};
use crate::tree::model::TreeTables;
use crate::tree::traverse::Visitor;

/// Names that no token has, as the tokenizer changes letters to lowercase and ends a name at white space.
pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut names = Names(Vec::new());
    let pairs = tables.pairs.iter().flat_map(|(_, pairs)| pairs);
    for name in tables.tag_names().chain(pairs.map(|(name, _)| name)) {
        names.add(name, name.place);
    }
    tables.visit_all(&mut names);
    let mut found = names.0;
    for attribute in &tables.foreign_attributes {
        let expected = match &attribute.prefix {
            Some(prefix) => format!("{prefix}:{}", attribute.local_name),
            None => attribute.local_name.clone(),
        };
        if attribute.name.value != expected {
            let message = format!("`{}` is not `{expected}`", attribute.name.value);
            let error = Diagnostic::error(attribute.name.place, message);
            found.push(error.help("the name on the token is the prefix, `:` and the local name"));
        }
    }
    found
}

/// The errors for the names of tags and attributes.
struct Names(Vec<Diagnostic>);

impl Names {
    fn add(&mut self, name: &str, place: Place) {
        let is_of_no_token = |c: char| c.is_ascii_uppercase() || c.is_ascii_whitespace();
        if name.is_empty() || name.contains(is_of_no_token) {
            let message = format!("no token has the name {name:?}");
            let error = Diagnostic::error(place, message);
            self.0
                .push(error.help("write it in lowercase and without white space"));
        }
    }
}

impl Visitor for Names {
    fn expression(&mut self, expression: &Expression, place: Place) {
        if let Expression::EndTag(name) = expression {
            self.add(&name.0, place);
        }
    }

    fn condition(&mut self, condition: &TreeCondition, place: Place) {
        match condition {
            TreeCondition::HasAttribute(names) => {
                names.0.iter().for_each(|name| self.add(&name.0, place));
            }
            TreeCondition::Attribute(name, Expression::Token, ..) => self.add(&name.0, place),
            _ => {}
        }
    }
}

/// The states and the content models that a revision of the tokenizer does not have.
pub(super) fn against(tables: &TreeTables, revision: &Revision) -> Vec<Diagnostic> {
    let (mut states, mut content_models) = (Vec::new(), Vec::new());
    for mode in &revision.about.text_modes {
        match &mode.switch.value {
            Switch::ContentModel(flag) => content_models.push(flag.to_string()),
            Switch::State(state) => states.push(state.clone()),
        }
    }
    let mut unknown = Unknown {
        revision,
        content_models,
        states,
        found: Vec::new(),
    };
    for (_, body) in tables.bodies() {
        tables.visit(body, &mut unknown);
    }
    unknown.found
}

struct Unknown<'r> {
    revision: &'r Revision,
    states: Vec<String>,
    content_models: Vec<String>,
    found: Vec<Diagnostic>,
}

impl Visitor for Unknown<'_> {
    fn step(&mut self, step: &Located<TreeStep>) {
        let (what, name, known) = match &step.value {
            TreeStep::SwitchTokenizer(state) => ("tokenizer state", &state.0, &self.states),
            TreeStep::SwitchContentModel(state) => {
                ("content model", &state.to_string(), &self.content_models)
            }
            _ => return,
        };
        if known.contains(name) {
            return;
        }
        let mut states = self.revision.states.iter();
        let message =
            match states.any(|state| what == "tokenizer state" && state.name.value == *name) {
                true => format!("no text mode is that of the {name} state"),
                false => format!("unknown {what} `{name}`"),
            };
        let list = (!known.is_empty()).then(|| format!("known: {}", known.join(", ")));
        let known = known.iter().map(String::as_str);
        let at = (&*step.to_string(), step.place);
        self.found.push(misnamed(message, name, known, at, list));
    }
}
