//! A certificate from a stranger: it is refused, or what it claims is true.
//!
//! The digests are put right before the check, since nothing else would be reached otherwise.

use super::tables;
use std::sync::OnceLock;
use tokenwright_analyses::compare;
use tokenwright_checker::certificate::{Certificate, Claim, digest};
use tokenwright_checker::verify::verify;
use tokenwright_tables::diagnostic::Sources;
use tokenwright_tables::load::{self, Loaded};

/// Small tables, and the same tables with another token for U+0000.
fn sides() -> &'static [Loaded; 2] {
    static SIDES: OnceLock<[Loaded; 2]> = OnceLock::new();
    SIDES.get_or_init(|| {
        let spec = tables::base();
        let mut sources = Sources::default();
        let revision = load::revision(&spec.join("new"), &mut sources).expect("small tables");
        let about = &revision.about;
        let references = tokenwright_tables::references::load(&spec, about, &mut sources);
        let loaded = Loaded {
            revision,
            references: references.expect("references"),
            trees: None,
        };
        let mut other = loaded.clone();
        let data = other
            .revision
            .states
            .iter_mut()
            .find(|state| state.name.value == "data");
        let null = &mut data.expect("a data state").rows[2];
        assert!(
            null.body.pop().is_some(),
            "the row for U+0000 emits a token"
        );
        [loaded, other]
    })
}

/// A certificate that holds: of the small tables and themselves.
pub(crate) fn genuine() -> String {
    let [tables, _] = sides();
    let side = (&tables.revision, &tables.references);
    let given = ["from".to_owned(), "to".to_owned()];
    let certificate = compare::certificate(side, side, Claim::None, given);
    certificate
        .expect("tables are the same as themselves")
        .write()
}

/// Checks an input.
pub(crate) fn check(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let Ok(certificate) = Certificate::read(text) else {
        return;
    };
    let [tables, other] = sides();
    // Tables against themselves: any result is accepted.
    drop(answer(certificate.clone(), [tables, tables]));
    let forged = answer(certificate, [tables, other]);
    assert!(
        forged.is_err(),
        "accepted for tables that give other tokens"
    );
}

fn answer(mut certificate: Certificate, sides: [&Loaded; 2]) -> Result<usize, String> {
    for (named, side) in certificate.sides.iter_mut().zip(sides) {
        named.digest = digest(&side.revision, &side.references);
    }
    let revisions = sides.map(|side| &side.revision);
    let references = sides.map(|side| &side.references);
    verify(&certificate, revisions, references).map_err(|why| why.to_string())
}
