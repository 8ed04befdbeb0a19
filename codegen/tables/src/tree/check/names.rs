//! Names: each that is used exists, each that exists is used, and none exists twice.
//!
//! One traversal collects what sentences name. Elements have no list of their own to be checked against, as rows may name any;
//! so a name that occurs once and is one letter off another is a warning.

use super::misnamed;
use crate::check::identifiers::{distinct, hidden, nameless};
use crate::diagnostic::Diagnostic;
use crate::grammar::nearest;
use crate::identifier::snake_case;
use crate::model::Located;
use crate::source::Place;
use crate::tree::grammar::{ElementType, Expression, TreeCondition, TreeStep};
use crate::tree::model::{
    BEGIN_FRAGMENT, Callee, DISPATCH, Resolved, TreeTables, WITH_CONTENTS, without_parameters,
};
use crate::tree::traverse::{List, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// Modules that the generator adds to those of the insertion modes.
const MODULES: [&str; 6] = [
    "algorithms",
    "dispatcher",
    "following",
    "foreign_content",
    "lists",
    "modes",
];
/// Statics that the generator adds to those of the lists.
const LISTS: [&str; 6] = [
    "foreign",
    "foreign_attributes",
    "name_table",
    "names",
    "scopes",
    "with_contents",
];

pub(super) fn check(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut used = Used {
        tables,
        found: Vec::new(),
        callees: BTreeSet::new(),
        modes: BTreeSet::new(),
        lists: BTreeSet::new(),
        sentence: String::new(),
    };
    tables.visit_all(&mut used);
    if let Some(initial) = &tables.initial {
        used.sentence.clone_from(&initial.value);
        used.mode(initial, initial.place);
    }
    let mut found = std::mem::take(&mut used.found);
    found.extend(used.unused());
    found.extend(other_case(tables));
    found.extend(repeated(tables));
    found.extend(unlikely(tables));
    found.extend(identifiers(tables));
    found.extend(missing(tables));
    found
}

/// What the parser begins with: the first mode, and the algorithms that no sentence names.
fn missing(tables: &TreeTables) -> Vec<Diagnostic> {
    let Some(mode) = tables.modes.first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if tables.initial.is_none() {
        let message = "no file has `[initial]`, so that no mode is the first";
        found.push(Diagnostic::error(mode.name.place, message));
    }
    let names = || tables.algorithms.iter().map(|it| &it.name);
    let purposes = [
        "processes each token",
        "runs before the first token of a fragment",
    ];
    for (name, purpose) in ENTRIES.into_iter().zip(purposes) {
        if tables.algorithm(name).is_some() {
            continue;
        }
        let message = format!("no file has the algorithm `{name}`, which {purpose}");
        let near = nearest(name, names().map(|it| it.value.as_str()));
        let near = near.and_then(|near| names().find(|it| it.value == near));
        found.push(match near {
            Some(near) => Diagnostic::error(near.place, message).edit(
                "rename the algorithm with the nearest name",
                near.place,
                name,
            ),
            None => Diagnostic::error(mode.name.place, message),
        });
    }
    found
}

/// The names that sentences use, and those that are unknown.
struct Used<'t> {
    tables: &'t TreeTables,
    found: Vec<Diagnostic>,
    callees: BTreeSet<Callee>,
    modes: BTreeSet<String>,
    /// Sets, scopes, lists of identifiers and tables of pairs.
    lists: BTreeSet<String>,
    /// The sentence that is visited, for the places of names in it.
    sentence: String,
}

impl Used<'_> {
    fn unknown(&mut self, what: &str, name: &str, known: Vec<&str>, place: Place) {
        let list = format!("known: {}", known.join(", "));
        let message = format!("unknown {what} `{name}`");
        let at = (self.sentence.as_str(), place);
        self.found
            .push(misnamed(message, name, known, at, Some(list)));
    }

    fn unused(&self) -> Vec<Diagnostic> {
        let tables = self.tables;
        let mut found = Vec::new();
        let mut warn = |name: &Located<String>, what: &str| {
            let message = format!("{what} `{}` is never used", name.value);
            found.push(Diagnostic::warning(name.place, message));
        };
        for (callee, name) in tables.callees() {
            let is_entry =
                matches!(callee, Callee::Algorithm(_)) && ENTRIES.contains(&name.value.as_str());
            if is_entry || self.callees.contains(&callee) {
                continue;
            }
            let what = match callee {
                Callee::Algorithm(_) => "the algorithm",
                Callee::Output(_) => "the output",
                Callee::Question(_) => "the question",
                Callee::Definition(_) => "the definition",
            };
            warn(name, what);
        }
        for name in List::ALL.iter().flat_map(|of| tables.lists(*of)) {
            if !self.lists.contains(&name.value) {
                warn(name, "the list");
            }
        }
        for mode in &tables.modes {
            if !self.modes.contains(&mode.name.value) {
                let message = format!("no row switches to \"{}\" or uses it", mode.name.value);
                found.push(Diagnostic::error(mode.name.place, message));
            }
        }
        found
    }
}

/// Names that generated code cannot have: of modes, of what sentences name, and of the tags of rows.
fn identifiers(tables: &TreeTables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let modes = || tables.modes.iter().map(|mode| &mode.name);
    let lists = || List::ALL.iter().flat_map(|of| tables.lists(*of));
    distinct("mode", modes(), &mut found);
    distinct("list", lists(), &mut found);
    for (what, names, taken) in [
        ("mode", modes().collect::<Vec<_>>(), &MODULES[..]),
        ("list", lists().collect(), &LISTS),
    ] {
        let names = names.into_iter();
        let is_taken = |name: &&Located<String>| {
            let identifier = snake_case(name);
            let is_made = identifier.starts_with("set_of_") || identifier.starts_with("walk_");
            taken.contains(&&*identifier) || (what == "list" && is_made)
        };
        for name in names.filter(is_taken) {
            let message = format!(
                "the {what} `{}` has a name of the generator's own",
                name.value
            );
            found.push(Diagnostic::error(name.place, message).help("rename it"));
        }
    }
    // Generated code names what belongs to the document without its parameters.
    for (what, all) in [("question", &tables.questions), ("output", &tables.outputs)] {
        let bare = |name: &Located<String>| Located::at(without_parameters(name), name.place);
        let names = all.iter().map(|it| bare(&it.name));
        distinct(what, names.collect::<Vec<_>>().iter(), &mut found);
    }
    let callees = tables.callees().filter_map(|(callee, name)| match callee {
        Callee::Algorithm(_) | Callee::Definition(_) => Some(("form", name)),
        Callee::Question(_) | Callee::Output(_) => None,
    });
    let tags = tables.tag_names().map(|name| ("tag", name));
    for (what, name) in callees.chain(tags) {
        found.extend(hidden(what, name));
        found.extend(nameless(what, name));
    }
    found
}

/// Pairs that change more than the case of a name: most likely a letter is wrong.
fn other_case(tables: &TreeTables) -> impl Iterator<Item = Diagnostic> + '_ {
    let pairs = tables.pairs.iter().flat_map(|(_, pairs)| pairs);
    let others = pairs.filter(|(from, to)| to.to_ascii_lowercase() != from.value);
    others.map(|(from, to)| {
        let message = format!("`{}` is not `{to}` in lower case", from.value);
        Diagnostic::warning(from.place, message)
    })
}

/// What the interpreter calls.
pub(crate) const ENTRIES: [&str; 2] = [DISPATCH, BEGIN_FRAGMENT];

impl Visitor for Used<'_> {
    fn mode(&mut self, name: &str, place: Place) {
        self.modes.insert(name.to_owned());
        if self.tables.mode(name).is_none() {
            let known = self
                .tables
                .modes
                .iter()
                .map(|mode| mode.name.value.as_str());
            self.unknown("insertion mode", name, known.collect(), place);
        }
    }

    fn step(&mut self, step: &Located<TreeStep>) {
        self.sentence = step.to_string();
        if step.value == TreeStep::UseForeign && self.tables.foreign_content.is_none() {
            let message = "the tables have no rules for foreign content but those of its mode";
            let error = Diagnostic::error(step.place, message);
            self.found
                .push(error.help(
                    "write `process the token using the rules for the \"…\" insertion mode`",
                ));
        }
    }

    fn list(&mut self, list: List, name: &str, place: Place) {
        let what = match list {
            List::Set => "set of elements",
            List::Scope => "scope",
            List::Identifiers => "list of identifiers",
            List::Pairs => "table of pairs",
        };
        self.lists.insert(name.to_owned());
        let known = self.tables.lists(list);
        let known: Vec<&str> = known.iter().map(|it| it.value.as_str()).collect();
        if !known.contains(&name) {
            self.unknown(what, name, known, place);
        }
    }

    fn call(&mut self, sentence: &str, resolved: Option<&Resolved>, place: Place) {
        if (place.end - place.start) as usize == sentence.len() {
            self.sentence = sentence.to_owned();
        }
        match resolved {
            Some(resolved) => {
                self.callees.insert(resolved.callee);
                if let Callee::Algorithm(at) = resolved.callee
                    && let name = &self.tables.algorithms[at].name.value
                    && ENTRIES.contains(&name.as_str())
                {
                    let error =
                        Diagnostic::error(place, format!("`{name}` is no step of the tables"));
                    let error = error.label("it is run for each token, or before the first one");
                    self.found.push(error.help("write `reprocess the token`"));
                }
            }
            None => {
                let tables = self.tables;
                let known = tables.algorithms.iter().map(|it| it.name.value.as_str());
                let message = format!("`{sentence}` is no expression, and no algorithm");
                let at = (self.sentence.as_str(), place);
                self.found
                    .push(misnamed(message, sentence, known, at, None));
            }
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        self.sentence = condition.to_string();
    }

    fn expression(&mut self, expression: &Expression, place: Place) {
        if let Expression::InsideContents(_) = expression {
            self.list(List::Set, WITH_CONTENTS, place);
        }
    }
}

/// Names that exist twice.
fn repeated(tables: &TreeTables) -> Vec<Diagnostic> {
    let algorithms = tables.algorithms.iter().map(|it| &it.name);
    let outputs = tables.outputs.iter().map(|it| &it.name);
    let steps: Vec<_> = algorithms.chain(outputs).collect();
    let definitions = tables.definitions.iter().map(|it| &it.name);
    let questions = tables.questions.iter().map(|it| &it.name);
    let conditions: Vec<_> = definitions.chain(questions).collect();
    let modes: Vec<_> = tables.modes.iter().map(|it| &it.name).collect();
    let mut found = Vec::new();
    for names in [steps, conditions, modes] {
        let mut first: BTreeMap<String, Place> = BTreeMap::new();
        for name in names {
            // A sentence has no names of parameters, so it would mean either.
            let words = without_parameters(name);
            match first.get(&words) {
                Some(place) => {
                    let message = format!("a second `{}`", name.value);
                    let error = Diagnostic::error(name.place, message);
                    found.push(error.also(*place, "the first is here"));
                }
                None => {
                    first.insert(words, name.place);
                }
            }
        }
    }
    found
}

/// Names of elements that occur once and are nearly those of others.
fn unlikely(tables: &TreeTables) -> Vec<Diagnostic> {
    #[derive(Default)]
    struct Names(BTreeMap<String, (usize, Place)>);

    impl Names {
        fn add(&mut self, name: &str, place: Place) {
            let entry = self.0.entry(name.to_owned()).or_insert((0, place));
            entry.0 += 1;
        }

        fn add_type(&mut self, element: &ElementType, place: Place) {
            self.add(&element.name, place);
        }
    }

    impl Visitor for Names {
        fn element(&mut self, element: &ElementType, place: Place) {
            self.add_type(element, place);
        }

        fn expression(&mut self, expression: &Expression, place: Place) {
            if let Expression::EmptyTag(name) | Expression::EndTag(name) = expression {
                self.add(&name.0, place);
            }
        }
    }

    let mut names = Names::default();
    let mut in_sets = BTreeSet::new();
    for (_, members) in tables.sets.iter().chain(&tables.scopes) {
        members
            .iter()
            .for_each(|member| names.add_type(member, member.place));
        in_sets.extend(members.iter().map(|member| member.name.clone()));
    }
    for name in tables.tag_names() {
        names.add(name, name.place);
    }
    for (_, body) in tables.bodies() {
        tables.visit(body, &mut names);
    }
    for definition in &tables.definitions {
        tables.visit_any(&definition.any, &mut names);
    }
    let is_frequent =
        |(name, (count, _)): &(&String, &(usize, Place))| *count > 1 || in_sets.contains(*name);
    let often = names.0.iter().filter(is_frequent);
    let often: Vec<&str> = often.map(|(name, _)| name.as_str()).collect();
    let once = names
        .0
        .iter()
        .filter(|(name, (count, _))| *count == 1 && name.len() > 2);
    let found = once.filter_map(|(name, (_, place))| {
        let is_near = |other: &&&str| strsim::damerau_levenshtein(name, other) == 1;
        let near = often.iter().find(is_near)?;
        let message = format!("`{name}` is nowhere else, and nearly `{near}`");
        Some(Diagnostic::warning(*place, message).help(format!("did you mean `{near}`?")))
    });
    found.collect()
}
