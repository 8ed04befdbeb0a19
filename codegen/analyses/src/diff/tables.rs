//! Tables of character references side by side.

use super::change::{Change, Content, Kind, Line, Mark, Subject};
use super::side::Side;
use std::collections::BTreeMap;

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
    let mut found = Vec::new();
    let new = to.keys().filter(|key| !from.contains_key(*key));
    for key in from.keys().chain(new) {
        let (old, new) = (from.get(key), to.get(key));
        if old == new {
            continue;
        }
        let (id, subject) = name(key);
        let mut lines = Vec::new();
        let mut line = |mark, codes: Option<&Vec<u32>>| {
            lines.extend(codes.map(|codes| Line {
                mark,
                depth: 0,
                text: code_points(codes),
            }));
        };
        line(Mark::Gone, old);
        line(Mark::New, new);
        let content = |codes: &Vec<u32>| Content::CodePoints(codes.clone());
        found.push(Change {
            id,
            kind: match (old, new) {
                (None, _) => Kind::New,
                (_, None) => Kind::Gone,
                _ => Kind::Changed,
            },
            subject,
            from: old.map(content),
            to: new.map(content),
            lines,
            moved: None,
            remarks: Vec::new(),
        });
    }
    found
}

/// `U+2242 U+0338`
pub(super) fn code_points(codes: &[u32]) -> String {
    let each: Vec<String> = codes.iter().map(|code| format!("U+{code:04X}")).collect();
    each.join(" ")
}
