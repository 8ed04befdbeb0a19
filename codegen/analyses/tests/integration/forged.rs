//! Forged certificates, and what each is refused for.

use crate::certificates::{certify, checked, comments, sections};
use crate::edits::state;
use tokenwright_checker::certificate::{Certificate, Claim, VERSION, digest};

/// What is forged in a certificate that holds, and how.
type Forgery = (&'static str, fn(&mut Certificate));

/// Forgeries by a part of the reason for which they are refused.
const FORGERIES: [(&str, &[Forgery]); 8] = [
    (
        "is not there",
        &[
            ("no pairs", |c| c.pairs.clear()),
            ("the first pair is missing", |c| drop(c.pairs.remove(0))),
            ("the last pair is missing", |c| drop(c.pairs.pop())),
            ("a pair in the middle is missing", |c| {
                drop(c.pairs.remove(c.pairs.len() / 2))
            }),
            ("only starts are left", |c| c.pairs.truncate(1)),
            ("a pair with another side's configuration", |c| {
                c.pairs[1].sides[1] = c.pairs[2].sides[1].clone()
            }),
            ("an empty configuration", |c| c.pairs[1].sides[0].clear()),
            ("a huge configuration", |c| {
                c.pairs[1].sides[0] = "x".repeat(1 << 20)
            }),
        ],
    ),
    (
        "leads to",
        &[
            ("a pair is doubled", |c| c.pairs.push(c.pairs[1].clone())),
            ("no successors", |c| c.pairs[0].to.clear()),
            ("one successor is missing", |c| c.pairs[0].to.truncate(1)),
            ("a successor too many", |c| {
                let last = c.pairs.len() - 1;
                c.pairs[0].to.push(last);
            }),
            ("a successor that is no pair", |c| {
                c.pairs[0].to.push(usize::MAX)
            }),
            ("successors twice", |c| {
                let again = c.pairs[0].to.clone();
                c.pairs[0].to.extend(again);
            }),
            ("successors in reverse", |c| c.pairs[0].to.reverse()),
        ],
    ),
    (
        "none before it leads there",
        &[
            ("every pair is doubled", |c| c.pairs.extend(c.pairs.clone())),
            ("a pair that no input leads to", |c| {
                let mut pair = c.pairs[1].clone();
                pair.sides = ["nowhere".into(), "nowhere".into()];
                c.pairs.push(pair);
            }),
            ("another input", |c| c.pairs[1].input.push('x')),
            ("no input", |c| c.pairs[1].input.clear()),
            ("a symbol as input", |c| {
                c.pairs[1].input = "\u{A0101}".into()
            }),
        ],
    ),
    (
        "leads",
        &[
            ("the pairs in reverse", |c| c.pairs.reverse()),
            ("two pairs are swapped", |c| c.pairs.swap(1, 2)),
        ],
    ),
    (
        "is not",
        &[("nothing is carried", |c| {
            c.carries.iter_mut().for_each(|side| side.clear())
        })],
    ),
    (
        r#"there is no state "nowhere\u{1b}[8m""#,
        &[("an unknown state carries", |c| {
            c.carries[0].insert("nowhere\u{1B}[8m".into(), vec!["comment".into()]);
        })],
    ),
    (
        r#"there is no register "nothing""#,
        &[("an unknown register is carried", |c| {
            c.carries[1].insert("comment".into(), vec!["nothing".into()]);
        })],
    ),
    (
        "other tables",
        &[
            ("the digest of the first side", |c| {
                c.sides[0].digest = "0".repeat(32)
            }),
            ("the digest of the second side", |c| {
                c.sides[1].digest.clear()
            }),
        ],
    ),
];

#[test]
fn forged_certificates_are_refused_for_what_is_forged() {
    let comments = comments();
    let written = certify(&comments, &comments, Claim::None).expect("it is itself");
    assert!(checked(&written, &comments, &comments).is_ok());
    let mut others = Vec::new();
    let all = FORGERIES
        .iter()
        .flat_map(|(reason, all)| all.iter().map(move |it| (it, reason)));
    for ((what, forge), reason) in all {
        let mut forged = written.clone();
        forge(&mut forged);
        assert_ne!(forged, written, "{what}");
        let refused = checked(&forged, &comments, &comments).expect_err(what);
        if !refused.contains(reason) {
            others.push(format!("{what}: {refused:.200}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_certificate_of_other_sides_is_refused() {
    let (comments, sections) = (comments(), sections());
    let written = certify(&comments, &comments, Claim::None).expect("it is itself");
    for (from, to) in [
        (&sections, &comments),
        (&comments, &sections),
        (&sections, &sections),
    ] {
        let refused = checked(&written, from, to).expect_err("other tables");
        assert!(refused.contains("other tables"), "{refused}");
    }
    let mut forged = written.clone();
    for side in &mut forged.sides {
        side.digest = digest(&sections.revision, &sections.references);
    }
    let refused = checked(&forged, &sections, &sections).expect_err("of other tables");
    assert!(refused.contains("there is no"), "{refused}");
}

#[test]
fn swapped_sides_are_refused() {
    let (from, mut to) = (comments(), comments());
    state(&mut to.revision, "comment").rows.swap(0, 1);
    let written = certify(&from, &to, Claim::None).expect("the rows do not overlap");
    assert!(checked(&written, &from, &to).is_ok());
    let refused = checked(&written, &to, &from).expect_err("the sides are swapped");
    assert!(refused.contains("other tables"), "{refused}");
}

#[test]
fn a_table_that_changed_under_a_certificate_is_refused() {
    let from = comments();
    let written = certify(&from, &from, Claim::None).expect("it is itself");
    for (name, row) in [
        ("comment", 0),
        ("bogus comment", 1),
        ("data", 0),
        ("tag open", 0),
    ] {
        let mut to = from.clone();
        state(&mut to.revision, name).rows[row].body.clear();
        let refused = checked(&written, &from, &to).expect_err(name);
        assert!(refused.contains("other tables"), "{name}: {refused}");
        let mut forged = written.clone();
        forged.sides[1].digest = digest(&to.revision, &to.references);
        assert!(checked(&forged, &from, &to).is_err(), "{name}");
    }
}

#[test]
fn malformed_files_are_refused() {
    let sections = sections();
    let text = certify(&sections, &sections, Claim::None)
        .expect("it is itself")
        .write();
    let version = format!("\"certificate\": {VERSION}");
    let nested = format!("{{{version}, \"pairs\": {}", "[".repeat(1_000_000));
    let replaced = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    };
    let of_version = |other: &str| replaced(&version, &format!("\"certificate\": {other}"));
    for (what, forged, reason) in [
        ("nested", nested, "invalid type"),
        (
            "nested from the start",
            "[".repeat(1_000_000),
            "invalid type",
        ),
        (
            "nested in a pair",
            format!(
                "{{{version}, \"pairs\": [{{\"input\": {}",
                "{\"a\":".repeat(1_000_000)
            ),
            "invalid type",
        ),
        ("empty", String::new(), "EOF"),
        ("version 0", of_version("0"), "format 0"),
        (
            "a huge version",
            of_version("99999999999999999999"),
            "invalid",
        ),
        ("a negative version", of_version("-1"), "invalid"),
        (
            "an unknown claim",
            replaced("\"none\"", "\"everything\""),
            "unknown variant",
        ),
        (
            "an unknown key",
            replaced("{", "{\"trusted\": true,"),
            "unknown field",
        ),
        (
            "a huge index",
            replaced("\"to\":[", "\"to\":[123456789012345678901234567890,"),
            "invalid",
        ),
        (
            "a negative index",
            replaced("\"to\":[", "\"to\":[-1,"),
            "invalid",
        ),
        (
            "one side",
            replaced("\"sides\":[", "\"sides\":[],\"x\":["),
            "invalid length",
        ),
    ] {
        let refused = Certificate::read(&forged).expect_err(what).to_string();
        assert!(refused.contains(reason), "{what}: {refused}");
    }
}
