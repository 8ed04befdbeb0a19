//! Tables of character references side by side.

use super::change::{Change, Content, Subject};
use super::outside::both;
use super::side::Side;
use super::steps::lines;
use std::collections::BTreeMap;
use tokenwright_tables::english::Sentence;

/// Reference names that are new, removed or changed, if both sides have their own.
pub(super) fn names(from: &Side, to: &Side) -> Vec<Change> {
    let (Some(old), Some(new)) = (&from.references, &to.references) else {
        return Vec::new();
    };
    if !from.has_names() || !to.has_names() {
        return Vec::new();
    }
    let map = |names: &[(String, Vec<u32>)]| -> BTreeMap<String, Vec<u32>> {
        names.iter().cloned().collect()
    };
    let change = |name: &String| {
        (
            format!("reference &{name}"),
            Subject::Reference(name.clone()),
        )
    };
    compare(&map(&old.names), &map(&new.names), change)
}

/// Numeric replacements, if both sides have them.
pub(super) fn replacements(from: &Side, to: &Side) -> Vec<Change> {
    let of = |side: &Side| -> Option<BTreeMap<u32, Vec<u32>>> {
        let pairs = match &side.page {
            Some(page) => page.known.replacements.as_ref()?,
            None => &side.references.as_ref()?.replacements,
        };
        let each = pairs.iter().map(|(number, code)| (*number, vec![*code]));
        Some(each.collect())
    };
    let (Some(old), Some(new)) = (of(from), of(to)) else {
        return Vec::new();
    };
    compare(&old, &new, |number| {
        (
            format!("replacement 0x{number:02X}"),
            Subject::Replacement(*number),
        )
    })
}

fn compare<K: Ord>(
    from: &BTreeMap<K, Vec<u32>>,
    to: &BTreeMap<K, Vec<u32>>,
    name: impl Fn(&K) -> (String, Subject),
) -> Vec<Change> {
    let changed = both(from, to)
        .into_iter()
        .filter(|(_, old, new)| old != new);
    let changes = changed.map(|(key, old, new)| {
        let (id, subject) = name(key);
        let content = |codes: &Vec<u32>| Content::CodePoints(codes.clone());
        let sentences = |codes: Option<&Vec<u32>>| -> Vec<Sentence> {
            let text = codes.map(|codes| code_points(codes));
            text.map(|text| (0, text)).into_iter().collect()
        };
        Change {
            lines: lines(&sentences(old), &sentences(new)),
            ..Change::new(id, subject, old.map(content), new.map(content))
        }
    });
    changes.collect()
}

/// `U+2242 U+0338`
pub(super) fn code_points(codes: &[u32]) -> String {
    let each: Vec<String> = codes.iter().map(|code| format!("U+{code:04X}")).collect();
    each.join(" ")
}
