//! Character references with everything that can follow them.

use tokenwright_tables::references::References;

/// Characters after a reference: each leads to a different row, or to a longer name.
const FOLLOWING: [&str; 10] = ["", ";", "=", "a", "Z", "1", " ", "&", "-", "\u{e9}"];

/// Every name, every name without its last letter, every number that has a rule, and adjacent numbers, each with
/// each of ten characters after it.
pub fn sources(references: &References) -> impl Iterator<Item = String> {
    let names = references
        .names
        .iter()
        .map(|(name, _)| name.trim_end_matches(';'));
    let mut bodies: Vec<String> = names.map(str::to_owned).collect();
    bodies.dedup();
    // A name without its last character may be another name.
    let short: Vec<String> = bodies
        .iter()
        .filter_map(|name| {
            Some(name[..name.len() - 1].to_owned()).filter(|short| !short.is_empty())
        })
        .collect();
    bodies.extend(short);
    bodies.extend(numbers().flat_map(|number| {
        [
            format!("#{number}"),
            format!("#x{number:x}"),
            format!("#X{number:X}"),
        ]
    }));
    bodies.extend(
        [
            "#",
            "#x",
            "#X",
            "#xg",
            "#a",
            "#-1",
            "#x-1",
            "#99999999999999999999",
            "#x99999999999999999999",
        ]
        .map(str::to_owned),
    );
    bodies.sort_unstable();
    bodies.dedup();
    bodies.into_iter().flat_map(|body| {
        FOLLOWING
            .into_iter()
            .map(move |next| format!("&{body}{next}"))
    })
}

/// The ends of every range of code points that a rule names, and their neighbours.
fn numbers() -> impl Iterator<Item = u32> {
    let ends: [u32; 16] = [
        0, 0x0D, 0x20, 0x7F, 0xA0, 0x3C, 0xD800, 0xDFFF, 0xFDD0, 0xFDEF, 0xFFFD, 0xFFFF, 0x1_0000,
        0x1_FFFF, 0x10_FFFF, 0xFFFF_FFFE,
    ];
    let near = ends
        .into_iter()
        .flat_map(|end| end.saturating_sub(1)..=end + 1);
    (0..0xA1).chain(near)
}
