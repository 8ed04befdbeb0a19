//! Notes that an import left for sentences that it did not understand.

use crate::diagnostic::Diagnostic;
use crate::model::OPEN_NOTE;
use crate::model::Revision;
use crate::source::Place;

/// Reports every sentence that an import did not understand.
pub(super) fn open(revision: &Revision, out: &mut Vec<Diagnostic>) {
    let place = Place::within(revision.about.initial_state.place.file, 0..0);
    for note in &revision.about.notes {
        if let Some(sentence) = note.strip_prefix(OPEN_NOTE) {
            out.push(
                Diagnostic::error(place, format!("not understood when imported: {sentence}"))
                    .help("write it into the tables, and take the note away"),
            );
        }
    }
}
