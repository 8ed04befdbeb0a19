//! Revisions and states by the names that people type.

use crate::arguments::{Arguments, Model};
use crate::failure::Failure;
use clap::ValueEnum;
use tokenwright::revisions::{self, Newest};
use tokenwright::{Revision, RevisionVisitor};

/// The names of the revisions, oldest first.
pub(crate) fn revision_ids() -> Vec<&'static str> {
    struct Ids(Vec<&'static str>);

    impl RevisionVisitor for Ids {
        fn visit<R: Revision>(&mut self) {
            self.0.push(R::ID);
        }
    }

    let mut ids = Ids(Vec::new());
    revisions::visit(&mut ids);
    ids.0
}

/// The revision that the arguments name, or the newest.
///
/// # Errors
/// If there is no revision of the name, or several.
pub(crate) fn chosen_revision(arguments: &Arguments) -> Result<&'static str, Failure> {
    match &arguments.revision {
        Some(name) => revision(name),
        None => Ok(Newest::ID),
    }
}

/// The revision of this name. A part between hyphens is enough where only one revision has it:
/// `2020` for `whatwg-2020-05-22`. `cargo xtask` takes the same names.
///
/// # Errors
/// If there is no revision of this name, or several.
fn revision(name: &str) -> Result<&'static str, Failure> {
    let ids = revision_ids();
    let lower = name.to_ascii_lowercase();
    if let Some(id) = ids.iter().find(|id| **id == lower) {
        return Ok(id);
    }
    let parts: Vec<&str> = lower.split('-').collect();
    let has_parts = |id: &&&str| {
        let all: Vec<&str> = id.split('-').collect();
        all.windows(parts.len()).any(|run| run == parts)
    };
    let found: Vec<&str> = ids.iter().filter(has_parts).copied().collect();
    match found[..] {
        [id] => Ok(id),
        [] => {
            let failure = Failure::usage(format!("no revision `{name}`"));
            Err(match nearest(&lower, ids.iter().copied()) {
                Some(near) => failure.help(format!("the nearest revision is `{near}`")),
                None => failure.help(format!("the revisions are {}", ids.join(", "))),
            })
        }
        _ => Err(
            Failure::usage(format!("`{name}` is short for several revisions"))
                .help(format!("they are {}", found.join(", "))),
        ),
    }
}

/// The state of this name. Case, hyphens and the word "state" at the end make no difference.
///
/// # Errors
/// No state of this name.
pub(crate) fn state<R: Revision>(name: &str) -> Result<R::State, Failure> {
    let wanted = folded(name);
    let states = R::STATES.iter();
    if let Some((state, _)) = states.clone().find(|(_, name)| folded(name) == wanted) {
        return Ok(*state);
    }
    let failure = Failure::usage(format!("revision {} has no state `{name}`", R::ID));
    if R::HAS_CONTENT_MODEL_FLAG
        && let Ok(model) = Model::from_str(&wanted, true)
        && let Some(value) = model.to_possible_value()
    {
        let name = value.get_name();
        return Err(failure.help(format!("it has a content model: --content-model {name}")));
    }
    let list = format!("--revision {} --list-states lists all", R::ID);
    let names = states.map(|(_, name)| *name);
    Err(match nearest(&wanted, names) {
        Some(near) => failure.help(format!("the nearest is `{near}`; {list}")),
        None => failure.help(list),
    })
}

/// The letters and digits of a name in lower case, without the word "state" at its end.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(char::is_ascii_alphanumeric);
    let kept: String = kept.map(|c| c.to_ascii_lowercase()).collect();
    match kept.strip_suffix("state") {
        Some(bare) => bare.to_owned(),
        None => kept,
    }
}

/// The candidate that a name is a slip for: one letter in three may be wrong.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let name = folded(name);
    let bound = (name.len() / 3).max(1);
    candidates
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&name, &folded(candidate));
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance <= bound)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::{folded, nearest, revision};
    use std::collections::BTreeSet;
    use tokenwright::{Revision, RevisionVisitor, revisions};

    #[test]
    fn no_two_states_of_a_revision_fold_to_the_same_name() {
        struct Folds(usize);

        impl RevisionVisitor for Folds {
            fn visit<R: Revision>(&mut self) {
                let names: BTreeSet<String> =
                    R::STATES.iter().map(|(_, name)| folded(name)).collect();
                assert_eq!(names.len(), R::STATES.len(), "{}", R::ID);
                self.0 += 1;
            }
        }

        let mut folds = Folds(0);
        revisions::visit(&mut folds);
        assert_eq!(folds.0, 7);
    }

    #[test]
    fn a_revision_is_found_by_an_unambiguous_part_of_its_name() {
        for (part, id) in [
            ("2020", "whatwg-2020-05-22"),
            ("2008-03", "whatwg-2008-03-09"),
            ("05-22", "whatwg-2020-05-22"),
            ("2012", "w3c-2012"),
            ("W3C", "w3c-2012"),
            ("WHATWG-2014-05-23", "whatwg-2014-05-23"),
        ] {
            assert_eq!(revision(part).ok(), Some(id), "{part}");
        }
        for none in ["", "-", "whatwg", "20", "2021", "05"] {
            assert!(revision(none).is_err(), "{none}");
        }
    }

    #[test]
    fn only_a_slip_has_a_nearest_name() {
        let names = ["data", "RCDATA", "DOCTYPE", "tag open"];
        let near = |name| nearest(name, names.into_iter());
        assert_eq!(near("RCDTA state"), Some("RCDATA"));
        assert_eq!(near("tag-opne"), Some("tag open"));
        assert_eq!(near("xyzzy"), None);
        assert_eq!(near(""), None);
    }
}
