//! The sets of the scans and of plain numbers: each once as a type, for the machine, and once as data, for the model.

use crate::machine::prelude::*;
use crate::text::scan::stops as declare;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use tokenwright_compiler::ir::CharSet;
use tokenwright_compiler::program::{
    ConditionalStop, Receiver, Reference, References as Resolved, Scan, ScanKind, Scans, StopBytes,
};
use tokenwright_tables::grammar::Field as TableField;

declare!(pub(super) Text: b'<' | b'&' | 0 | b'\r');
declare!(pub(super) Name: all but b'-'; b'0'..=b':' | b'_'..=0x7F);
declare!(pub(super) NameEnds: b'/' | b'>'; 0..=0x20);
declare!(pub(super) Value: b'"' | b'&' | 0 | b'\r');
declare!(pub(super) Space: all but b' ' | b'\t' | b'\n' | 0x0C);
declare!(pub(super) Script: b'<' | b'-' | 0 | b'\r');
declare!(pub(super) ScriptRest: b'<' | 0 | b'\r');
declare!(pub(super) Plain: 0 | b'\r');
// The only one that passes over CR: what it skips is not used.
declare!(pub(super) Markup: b'<' | b'&');

/// Runs code with the set of a scan.
macro_rules! with_set {
    ($scan:expr, $set:ident => $code:expr) => {
        with_set!(@ $scan, $set, $code; 0 Text, 1 Name, 2 Value, 3 Space, 4 Script, 5 Plain; Markup)
    };
    (@ $scan:expr, $set:ident, $code:expr; $($number:literal $name:ident),*; $last:ident) => {
        match $scan {
            $($number => {
                type $set = $crate::machine::model::sets::$name;
                $code
            })*
            _ => {
                type $set = $crate::machine::model::sets::$last;
                $code
            }
        }
    };
}
pub(super) use with_set;

/// The scan of a name.
pub(super) const NAME: usize = 1;
/// The scan of a value, which may have references.
pub(super) const VALUE: usize = 2;
/// The scan with a conditional stop.
pub(super) const SCRIPT: usize = 4;
/// The number of scans.
pub(super) const SCANS: usize = 7;
/// The text of the conditional stop, and how far in a run it may end.
pub(super) const CONDITIONAL: (u8, &str, usize) = (b'-', "<!--", 3);

/// The bytes below 0x80 that a set has, as data.
fn bytes(has: fn(u8) -> bool, negated: bool) -> StopBytes {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in (0..0x80).filter(|byte| has(*byte) != negated) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    StopBytes { ranges, negated }
}

/// The same scans as data.
pub(super) fn scans() -> Scans {
    use crate::text::scan::Stops;
    let scan = |kind, has, negated| {
        let stop_bytes = bytes(has, negated);
        Scan {
            kind,
            stops: stop_bytes.set(),
            stop_bytes,
            conditional: None,
            bytewise: false,
            name_ends: None,
        }
    };
    let (byte, text, reach) = CONDITIONAL;
    let (tag_name, value, data) = (
        ScanKind::Append(TableField::TagName),
        ScanKind::Append(TableField::AttributeValue),
        ScanKind::Append(TableField::CommentData),
    );
    let mut all = [
        scan(ScanKind::Emit, Text::has as fn(u8) -> bool, false),
        scan(tag_name, Name::has, true),
        scan(value, Value::has, false),
        scan(ScanKind::Skip, Space::has, true),
        scan(ScanKind::Emit, Script::has, false),
        scan(data, Plain::has, false),
        scan(ScanKind::Skip, Markup::has, false),
    ];
    all[NAME].name_ends = Some(bytes(NameEnds::has, false));
    all[SCRIPT].conditional = Some(ConditionalStop {
        byte,
        text: String::from(text),
        reach,
        others: bytes(ScriptRest::has, false),
    });
    all.into_iter().enumerate().collect()
}

/// Whether a scan drops what it passes over.
pub(super) fn skips(scan: usize) -> bool {
    matches!(scan, 3 | 6)
}

/// The field that a scan appends to.
pub(super) fn appended(scan: usize) -> Option<TableField> {
    match scan {
        1 => Some(TableField::TagName),
        2 => Some(TableField::AttributeValue),
        5 => Some(TableField::CommentData),
        _ => None,
    }
}

/// Numbers that are replaced by their characters.
pub(super) struct Numbers;

impl PlainNumbers for Numbers {
    fn contains(code: u32) -> bool {
        matches!(code, 0x20..=0x7E | 0xA0..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x1_FFFD)
    }
}

/// The references that are resolved: in text by the first scan, in fields by that of a value.
pub(super) fn references() -> Resolved {
    let plain = CharSet::from_ranges([
        (0x20, 0x7E),
        (0xA0, 0xD7FF),
        (0xE000, 0xFFFD),
        (0x1_0000, 0x1_FFFD),
    ]);
    let reference = |to| Reference {
        byte: b'&',
        when: None,
        to,
        plain: plain.clone(),
    };
    BTreeMap::from([
        (0, reference(Receiver::Emitted)),
        (
            VALUE,
            reference(Receiver::Appended(TableField::AttributeValue)),
        ),
    ])
}
