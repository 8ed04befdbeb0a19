//! Reads the list of revisions, and the list of tables of references: what is compiled under which feature.

use crate::form::{Cursor, forms};
use crate::listing::{Entry, Listing};
use crate::names::Names;
use crate::proved::Expected;
use crate::tokens::Misread;
use std::collections::BTreeMap;
use tokenwright_tables::identifier::{camel_case, snake_case};
use tokenwright_tables::load::{self, Loaded};

/// The features of a `cfg` attribute, if there is one.
fn features(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<String, Misread> {
    forms! {
        ONE = "#[cfg(feature = $text)]";
        ANY = "#[cfg(any($inside))]";
        FEATURE = "feature = $text";
    }
    if let Ok(mut values) = ONE.read(input, names) {
        return Ok(shown(&[values.text().as_str()]));
    }
    let Ok(mut values) = ANY.read(input, names) else {
        return Ok(shown(&[]));
    };
    let mut list = values.inside();
    let mut all = Vec::new();
    while !list.is_at_end() {
        all.push(FEATURE.read(&mut list, names)?.text());
        list.comma()?;
    }
    Ok(shown(&all.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn shown(features: &[&str]) -> String {
    match features {
        [] => String::new(),
        features => format!(", with {}", features.join(" or ")),
    }
}

/// Reads `mod.rs`.
pub(crate) fn read(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        SHARED = "mod error_code;";
        REFERENCES = "mod references; pub(crate) mod tree_construction;";
        MODULE = "mod $name;";
        USES = "
            pub use error_code::ErrorCode;
            pub mod revisions { $inside }";
        KIND = "pub use super::$name::$name;";
        NEWEST = "pub type Newest = $name;";
        VISIT = "pub fn visit(visitor: &mut impl crate::RevisionVisitor) { $inside }";
        CALL = "visitor.visit::<$name>();";
    }
    input.expect(&SHARED)?;
    while !input.has(&REFERENCES) {
        let place = input.place();
        let features = features(&mut input, names)?;
        let module = MODULE.read(&mut input, names)?.name();
        out.push((Entry::Fact("the module", module + &features), place));
    }
    let mut revisions = USES.read(&mut input, names)?.inside();
    input.finish()?;
    loop {
        let place = revisions.place();
        if let Ok(mut values) = NEWEST.read(&mut revisions, names) {
            out.push((Entry::Fact("the newest revision:", values.name()), place));
            break;
        }
        let features = features(&mut revisions, names)?;
        let mut values = KIND.read(&mut revisions, names)?;
        let (module, kind) = (values.name(), values.name());
        out.push((
            Entry::Fact("the revision", format!("{module}::{kind}{features}")),
            place,
        ));
    }
    let mut calls = VISIT.read(&mut revisions, names)?.inside();
    revisions.finish()?;
    while !calls.is_at_end() {
        let place = calls.place();
        let features = features(&mut calls, names)?;
        let kind = CALL.read(&mut calls, names)?.name();
        out.push((Entry::Fact("the visit of", kind + &features), place));
    }
    Ok(())
}

/// The newest revision.
pub(crate) fn newest(revisions: &[Loaded]) -> Option<&str> {
    let newest = load::newest_of(revisions);
    newest.map(|loaded| loaded.revision.about.id.as_str())
}

/// The entries of `mod.rs` by the revisions. The newest is always compiled, the others each by its feature.
pub(crate) fn proved(revisions: &[Loaded]) -> Expected {
    let mut expected = Expected::default();
    let ids: Vec<&str> = revisions
        .iter()
        .map(|loaded| loaded.revision.about.id.as_str())
        .collect();
    let newest = newest(revisions);
    let features = |id: &str| match newest == Some(id) {
        true => shown(&[]),
        false => shown(&[id]),
    };
    for id in &ids {
        expected.fact("the module", snake_case(id) + &features(id));
    }
    for id in &ids {
        let (module, kind) = (snake_case(id), camel_case(id));
        expected.fact("the revision", format!("{module}::{kind}{}", features(id)));
    }
    if let Some(id) = newest {
        expected.fact("the newest revision:", camel_case(id));
    }
    for id in &ids {
        expected.fact("the visit of", camel_case(id) + &features(id));
    }
    expected
}

/// Reads `references/mod.rs`.
pub(crate) fn read_tables(
    mut input: Cursor<'_>,
    names: &Names<'_>,
    out: &mut Listing,
) -> Result<(), Misread> {
    forms! {
        MODULE = "pub(super) mod $name;";
    }
    while !input.is_at_end() {
        let place = input.place();
        let features = features(&mut input, names)?;
        let module = MODULE.read(&mut input, names)?.name();
        out.push((Entry::Fact("the module", module + &features), place));
    }
    Ok(())
}

/// The modules of a revision's tables of references: of the names, and of the numbers.
pub(crate) fn tables(loaded: &Loaded) -> [String; 2] {
    let about = &loaded.revision.about;
    [
        snake_case(&format!("named {}", about.named_references.value)),
        snake_case(&format!("numeric {}", about.numeric_replacements.value)),
    ]
}

/// The entries of `references/mod.rs`. A table is compiled with each revision that has it.
pub(crate) fn proved_tables(revisions: &[Loaded]) -> Expected {
    let mut users: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for loaded in revisions {
        for table in tables(loaded) {
            users
                .entry(table)
                .or_default()
                .push(&loaded.revision.about.id);
        }
    }
    let newest = newest(revisions);
    let mut expected = Expected::default();
    for (table, ids) in users {
        let is_always = ids.iter().any(|id| Some(*id) == newest);
        let features = if is_always { shown(&[]) } else { shown(&ids) };
        expected.fact("the module", table + &features);
    }
    expected
}
