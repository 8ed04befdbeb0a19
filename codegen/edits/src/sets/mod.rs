//! Sets of tables: a revision with several random edits that `check` accepts.

mod characters;
mod edit;
mod insert;
mod kinds;

use crate::refusal;
use fastrand::Rng;
pub use kinds::Kind;
use std::collections::BTreeMap;
use tokenwright_tables::load::Loaded;

/// A revision with several edits.
#[derive(Clone, Debug)]
pub struct EditedTables {
    /// The tables. Their identifier is that of the revision and the number of the set.
    pub loaded: Loaded,
    /// The edits, in the words of the tables.
    pub edits: Vec<String>,
    /// Text that reaches the edits.
    pub pieces: Vec<String>,
    /// Edits that `check` refused: how many, by the kind of edit and the message.
    pub refused: BTreeMap<(Kind, String), usize>,
}

/// The set with this number: edits of one of the revisions, which take turns.
///
/// Every set has edits of kinds that follow each other in [`Kind::ALL`], so that six sets have every kind.
///
/// # Panics
/// If there are no revisions.
#[must_use]
pub fn edited(revisions: &[Loaded], seed: u64, number: usize) -> EditedTables {
    let mut random = Rng::with_seed(seed.wrapping_mul(0x1_0000).wrapping_add(number as u64));
    let mut loaded = revisions[number % revisions.len()].clone();
    let about = &mut loaded.revision.about;
    about.id = format!("{}-edited-{number}", about.id);
    about.named_references.value = about.id.clone();
    about.numeric_replacements.value = about.id.clone();
    let mut set = EditedTables {
        loaded,
        edits: Vec::new(),
        pieces: Vec::new(),
        refused: BTreeMap::new(),
    };
    let first = random.usize(..Kind::ALL.len());
    let wanted = 5 + random.usize(..5);
    for place in 0.. {
        if set.edits.len() == wanted || place == 100 {
            break;
        }
        let kind = Kind::ALL[(first + place) % Kind::ALL.len()];
        let mut changed = set.loaded.clone();
        let Some(edit) = kind.edit(&mut changed, &mut random, place) else {
            continue;
        };
        match refusal(&changed.revision) {
            Some(message) => *set.refused.entry((kind, message)).or_default() += 1,
            None => {
                set.loaded = changed;
                set.edits.push(edit.description);
                set.pieces.extend(edit.pieces);
            }
        }
    }
    set
}
