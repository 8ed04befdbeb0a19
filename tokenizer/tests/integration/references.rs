//! The references that are found in a string are those that are decoded in it.

use crate::support::{each_revision, random_numbers};
use tokenwright::Revision;
use tokenwright::references::{self, Place, Reference};

const PIECES: [&str; 26] = [
    "&", "&", "&", "#", "x", "X", ";", ";", "=", "1", "65", "F", "g", "amp", "not", "in", "lt",
    "AElig", "NotEqualTilde;", "a", " ", "é", "<", "128", "0", "D800",
];

/// A string with the references replaced by what they stand for.
fn replaced<'s>(string: &'s str, found: impl Iterator<Item = Reference<'s>>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for reference in found {
        assert_eq!(&string[reference.span.range()], reference.source);
        assert!(reference.source.starts_with('&') && reference.source.len() > 2);
        out.push_str(&string[at..reference.span.start]);
        out.push_str(&reference.characters);
        at = reference.span.end;
    }
    out + &string[at..]
}

fn check<R: Revision>() {
    let mut random = random_numbers(5);
    let mut count = 0;
    for _ in 0..12_000 {
        let string: String = (0..random(12))
            .map(|_| PIECES[random(PIECES.len())])
            .collect();
        let text = replaced(&string, references::find::<R>(&string, Place::Text));
        assert_eq!(
            text,
            references::decode::<R>(&string, Place::Text),
            "{string:?}"
        );
        let value = replaced(&string, references::find::<R>(&string, Place::Value));
        assert_eq!(
            value,
            references::decode::<R>(&string, Place::Value),
            "{string:?}"
        );
        for found in references::find::<R>(&string, Place::Text) {
            count += 1;
            // Alone it is the same reference.
            let alone = references::decode::<R>(found.source, Place::Text);
            assert_eq!(alone, found.characters, "{string:?}");
        }
    }
    assert!(count > 500, "{count} references");
}

#[test]
fn references_are_found_where_they_are_decoded() {
    each_revision!(check());
}
