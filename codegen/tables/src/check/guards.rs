//! The possible outcomes of the guards of a state's rows.

use crate::grammar::{Condition, ContentModel, FlagSetting, Is};
use crate::model::{Row, Test};

/// The maximum number of conditions in one state's guards: every combination is tried.
const MOST_CONDITIONS: usize = 8;

/// One possible outcome of the guards.
#[derive(Clone, Debug)]
pub(super) struct Valuation<'t> {
    /// The value of the content model flag.
    model: ContentModel,
    /// Whether any guard reads the content model flag.
    model_matters: bool,
    /// Every other condition, stated positively, and whether it holds.
    truths: Vec<(Atom<'t>, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom<'t> {
    EscapeFlag,
    Defined(&'t str),
    Sentence(String),
}

/// The positive form of a test's condition, and whether the test wants it to hold.
fn atom(test: &Test) -> (Atom<'_>, bool) {
    match test {
        Test::Defined { name, negated } => (Atom::Defined(name), !negated),
        Test::Condition(Condition::EscapeFlag(is, setting)) => (
            Atom::EscapeFlag,
            (*is == Is::Is) == (*setting == FlagSetting::True),
        ),
        Test::Condition(condition) => {
            let sentence = condition.to_string();
            for (denial, claim) in [(" is not ", " is "), (" are not ", " are ")] {
                if sentence.contains(denial) {
                    return (Atom::Sentence(sentence.replacen(denial, claim, 1)), false);
                }
            }
            (Atom::Sentence(sentence), true)
        }
    }
}

/// Every valuation of the conditions in the guards of `rows`; `None` if there are too many.
pub(super) fn valuations(rows: &[Row]) -> Option<Vec<Valuation<'_>>> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut model_matters = false;
    for test in rows.iter().flat_map(|row| row.when.iter().flatten()) {
        if matches!(
            &test.value,
            Test::Condition(Condition::ContentModelFlag(..))
        ) {
            model_matters = true;
            continue;
        }
        let (atom, _) = atom(&test.value);
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    if atoms.len() > MOST_CONDITIONS {
        return None;
    }
    let models = match model_matters {
        true => ContentModel::ALL,
        false => &ContentModel::ALL[..1],
    };
    let mut valuations = Vec::new();
    for (model, _) in models {
        for bits in 0..1_usize << atoms.len() {
            let truths = atoms.iter().enumerate();
            valuations.push(Valuation {
                model: *model,
                model_matters,
                truths: truths
                    .map(|(at, atom)| (atom.clone(), bits >> at & 1 == 1))
                    .collect(),
            });
        }
    }
    Some(valuations)
}

impl Valuation<'_> {
    /// Whether the guard of a row holds.
    pub(super) fn admits(&self, row: &Row) -> bool {
        row.when.is_empty()
            || row
                .when
                .iter()
                .any(|all| all.iter().all(|test| self.holds(&test.value)))
    }

    fn holds(&self, test: &Test) -> bool {
        if let Test::Condition(Condition::ContentModelFlag(is, models)) = test {
            return (*is == Is::Is) == models.0.contains(&self.model);
        }
        let (atom, wanted) = atom(test);
        self.truths
            .iter()
            .any(|(known, truth)| *known == atom && *truth == wanted)
    }

    /// ` where the content model flag is PCDATA`, for the end of a message; empty if no guard reads the
    /// flag.
    pub(super) fn describe(&self) -> String {
        match self.model_matters {
            true => format!(" where the content model flag is {}", self.model),
            false => String::new(),
        }
    }
}
