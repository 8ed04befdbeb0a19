//! Reads the list of revisions, and the list of tables of references: what is compiled under which feature.

use crate::form::{Cursor, Form, form, forms};
use crate::listing::{Listing, fact};
use crate::names::Names;
use crate::proved::Expected;
use crate::tokens::Misread;
use std::collections::BTreeMap;
use tokenwright_tables::identifier::{camel_case, snake_case};
use tokenwright_tables::load::{self, Loaded};

/// The features of a `cfg` attribute, if there is one.
fn features(input: &mut Cursor<'_>, names: &Names<'_>) -> Result<String, Misread> {
    if let Ok(mut values) = form!("#[cfg(feature = $text)]").read(input, names) {
        return Ok(shown(&[values.text().as_str()]));
    }
    let Ok(list) = form!("#[cfg(any($inside))]").inside(input, names) else {
        return Ok(shown(&[]));
    };
    let feature = form!("feature = $text");
    let all = list.elements(|list| Ok(feature.read(list, names)?.text()))?;
    Ok(shown(&all.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// Reads an item with a name, and the features with which it is compiled.
fn item(form: &Form, input: &mut Cursor<'_>, names: &Names<'_>) -> Result<String, Misread> {
    let features = features(input, names)?;
    Ok(form.read(input, names)?.name() + &features)
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
        USES = "
            pub use error_code::ErrorCode;
            pub mod revisions { $inside }";
    }
    input.expect(form!("mod error_code;"))?;
    while !input.has(form!("mod references; pub(crate) mod tree_construction;")) {
        let module = form!("mod $name;");
        input.fact("the module", out, |input| item(module, input, names))?;
    }
    let mut revisions = USES.inside(&mut input, names)?;
    input.finish()?;
    loop {
        let place = revisions.place();
        if let Ok(mut values) = form!("pub type Newest = $name;").read(&mut revisions, names) {
            out.push(fact("the newest revision:", values.name(), place));
            break;
        }
        revisions.fact("the revision", out, |revisions| {
            let features = features(revisions, names)?;
            let mut values = form!("pub use super::$name::$name;").read(revisions, names)?;
            Ok(format!("{}::{}{features}", values.name(), values.name()))
        })?;
    }
    let calls = form!("pub fn visit(visitor: &mut impl crate::RevisionVisitor) { $inside }");
    let mut calls = calls.inside(&mut revisions, names)?;
    revisions.finish()?;
    while !calls.is_at_end() {
        let call = form!("visitor.visit::<$name>();");
        calls.fact("the visit of", out, |calls| item(call, calls, names))?;
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
    while !input.is_at_end() {
        let module = form!("pub(super) mod $name;");
        input.fact("the module", out, |input| item(module, input, names))?;
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
