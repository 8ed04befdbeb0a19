//! A valid certificate is accepted, and every altered one is refused.

use crate::edits::{
    CURRENT, EARLIER, NEWEST, drop_step, loaded, on_duplicate, put_back, rename, row, state, step,
    when,
};
use tokenwright_analyses::compare::{Grade, certificate, compare};
use tokenwright_analyses::mutate::{self, Sites};
use tokenwright_checker::certificate::{Certificate, CertificatePair, Claim};
use tokenwright_checker::verify::verify;
use tokenwright_tables::grammar::Step;
use tokenwright_tables::kernel::Traverse;
use tokenwright_tables::load::Loaded;
use tokenwright_tables::model::{Clause, Located, Revision, Row};

/// The newest revision with some of its states, and the rows that do not lead out of them.
fn only(states: &str) -> Loaded {
    let states: Vec<&str> = states.split(", ").collect();
    let mut loaded = loaded(NEWEST);
    let revision = &mut loaded.revision;
    let kept = |name: &str| states.contains(&name);
    revision.states.retain(|state| kept(&state.name.value));
    for state in &mut revision.states {
        let stays = |row: &Row| {
            let mut targets = row.body.nodes().steps().filter_map(Step::target);
            targets.all(kept)
        };
        state.rows.retain(stays);
    }
    revision.about.entry_states.retain(|name| kept(&name.value));
    revision.rules.clear();
    if !kept("character reference") {
        revision.definitions.clear();
    }
    revision.about.initial_state = Located::nowhere(states[0].to_owned());
    loaded
}

pub(crate) fn comments() -> Loaded {
    only(
        "data, tag open, markup declaration open, bogus comment, comment start, \
         comment start dash, comment, comment less-than sign, \
         comment less-than sign bang, comment less-than sign bang dash, \
         comment less-than sign bang dash dash, comment end dash, comment end, \
         comment end bang",
    )
}

pub(crate) fn references() -> Loaded {
    only(
        "data, RCDATA, attribute value (double-quoted), \
         attribute value (single-quoted), attribute value (unquoted), \
         self-closing start tag, character reference, named character reference, \
         ambiguous ampersand, numeric character reference, \
         hexadecimal character reference start, hexadecimal character reference, \
         decimal character reference, numeric character reference end",
    )
}

pub(crate) fn sections() -> Loaded {
    only("CDATA section, CDATA section bracket, CDATA section end")
}

pub(crate) fn certify(from: &Loaded, to: &Loaded, claim: Claim) -> Result<Certificate, String> {
    let written = certificate(
        (&from.revision, &from.references),
        (&to.revision, &to.references),
        claim,
        ["from".into(), "to".into()],
    );
    written.map_err(|why| why.to_string())
}

pub(crate) fn checked(
    certificate: &Certificate,
    from: &Loaded,
    to: &Loaded,
) -> Result<usize, String> {
    let references = [&from.references, &to.references];
    let verified = verify(certificate, [&from.revision, &to.revision], references);
    verified.map_err(|why| why.to_string())
}

/// Makes a certificate of a change, reads it back and checks it.
#[track_caller]
fn holds(from: &Loaded, change: impl FnOnce(&mut Revision), claim: Claim) -> usize {
    let mut to = from.clone();
    change(&mut to.revision);
    let written = certify(from, &to, claim).expect("there is a certificate");
    let read = Certificate::read(&written.write()).expect("it can be read");
    assert_eq!(read, written);
    let pairs = checked(&read, from, &to).expect("it holds");
    assert_eq!(pairs, written.pairs.len());
    pairs
}

#[test]
fn a_revision_and_itself() {
    assert!(holds(&comments(), |_| {}, Claim::None) >= 14);
    assert!(holds(&references(), |_| {}, Claim::None) > 10);
}

#[test]
fn the_decimal_start_state_can_go() {
    holds(&references(), put_back, Claim::None);
}

/// The states of start tags and their attributes, with the second of two of one name kept.
fn keeps_the_second() -> Loaded {
    let rules = loaded(NEWEST).revision.rules;
    let mut loaded = only(
        "data, tag open, tag name, before attribute name, attribute name, \
         after attribute name, before attribute value, attribute value (unquoted), \
         self-closing start tag",
    );
    loaded.revision.rules = rules.into_iter().take(1).collect();
    let then = on_duplicate(&mut loaded.revision);
    drop_step(then, CURRENT);
    then.push(step(EARLIER));
    loaded
}

#[test]
fn an_earlier_attribute_that_is_removed_in_other_words() {
    let second = keeps_the_second();
    assert!(holds(&second, |_| {}, Claim::None) > 10);
    holds(
        &second,
        |revision| revision.rules[0].body.push(step(EARLIER)),
        Claim::None,
    );
    // Both are removed, and a condition distinguishes whether any other is left.
    let both = |steps: &[&str]| {
        let mut loaded = second.clone();
        let asked = when("the current tag token has attributes", steps, &[]);
        on_duplicate(&mut loaded.revision).extend([step(CURRENT), asked]);
        loaded
    };
    let (silent, failing) = (both(&[]), both(&["parse error: eof-in-tag"]));
    assert!(certify(&silent, &failing, Claim::None).is_err());
    assert!(certify(&second, &silent, Claim::ErrorsOnly).is_err());
    let errors = certify(&silent, &failing, Claim::ErrorsOnly).expect("tokens are the same");
    assert_eq!(checked(&errors, &silent, &failing), Ok(errors.pairs.len()));
}

#[test]
fn a_state_under_another_name() {
    let rename = |revision: &mut Revision| {
        rename(revision, "comment end", "comment about to end");
    };
    holds(&comments(), rename, Claim::None);
}

#[test]
fn rows_that_do_not_overlap_in_another_order() {
    let swap = |revision: &mut Revision| state(revision, "comment").rows.swap(0, 1);
    holds(&comments(), swap, Claim::None);
}

#[test]
fn what_differs_in_errors_alone() {
    let quiet = |revision: &mut Revision| {
        let body = &mut row(revision, "bogus comment", "U+0000").body;
        drop_step(body, "parse error: unexpected-null-character");
    };
    holds(&comments(), quiet, Claim::ErrorsOnly);
    let without = |revision: &mut Revision| {
        let body = &mut row(revision, "comment", "U+003C").body;
        drop_step(body, "switch to the comment less-than sign state");
    };
    holds(&comments(), without, Claim::ErrorsOnly);
}

#[test]
fn what_differs_in_places_alone() {
    let later = |revision: &mut Revision| {
        let body = &mut row(revision, "markup declaration open", "--").body;
        body.push(step("parse error: nested-comment"));
    };
    let sooner = |revision: &mut Revision| {
        let body = &mut row(revision, "markup declaration open", "--").body;
        body.insert(0, step("parse error: nested-comment"));
    };
    let (mut from, mut to) = (comments(), comments());
    later(&mut from.revision);
    sooner(&mut to.revision);
    let written = certify(&from, &to, Claim::PlacesOnly).expect("only places differ");
    assert_eq!(checked(&written, &from, &to), Ok(written.pairs.len()));
    let places = certify(&from, &to, Claim::None).expect_err("places differ");
    assert!(
        places.contains("the outputs of the sides differ"),
        "{places}"
    );
}

#[test]
fn what_differs_in_tokens_has_none() {
    let (from, mut to) = (comments(), comments());
    let body = &mut row(&mut to.revision, "comment end", "U+003E").body;
    drop_step(body, "emit the current comment token");
    let refused = certify(&from, &to, Claim::ErrorsOnly).expect_err("tokens differ");
    assert!(refused.contains("emits a token before"), "{refused}");
}

/// Every certificate that is this one but for one pair.
fn alterations(of: &Certificate) -> Vec<Certificate> {
    let mut all = Vec::new();
    let mut alter = |change: &dyn Fn(&mut Certificate)| {
        let mut altered = of.clone();
        change(&mut altered);
        assert_ne!(&altered, of);
        all.push(altered);
    };
    let count = of.pairs.len();
    for at in 0..count {
        alter(&|c| drop(c.pairs.remove(at)));
        alter(&|c| c.pairs[at].input.push('x'));
        alter(&|c| c.pairs.push(c.pairs[at].clone()));
        for other in (0..count).filter(|other| *other != at) {
            for side in [0, 1] {
                if of.pairs[at].sides[side] != of.pairs[other].sides[side] {
                    alter(&|c| c.pairs[at].sides[side] = of.pairs[other].sides[side].clone());
                }
            }
            alter(&|c| c.pairs.swap(at, other));
        }
        for side in [0, 1] {
            alter(&|c| c.pairs[at].sides[side].push_str(", escaped "));
        }
        for edge in 0..of.pairs[at].to.len() {
            alter(&|c| {
                c.pairs[at].to.remove(edge);
            });
            for to in (0..=count).filter(|to| *to != of.pairs[at].to[edge]) {
                alter(&|c| c.pairs[at].to[edge] = to);
            }
        }
        for to in (0..=count).filter(|to| !of.pairs[at].to.contains(to)) {
            alter(&|c| {
                c.pairs[at].to.push(to);
                c.pairs[at].to.sort_unstable();
            });
        }
        for other in of
            .pairs
            .iter()
            .filter(|pair| pair.input != of.pairs[at].input)
        {
            alter(&|c| c.pairs[at].input.clone_from(&other.input));
        }
    }
    for side in [0, 1] {
        for state in of.carries[side].keys() {
            alter(&|c| drop(c.carries[side].remove(state)));
        }
        alter(&|c| c.sides[side].digest.push('0'));
    }
    all
}

#[test]
fn every_alteration_is_refused() {
    let sections = sections();
    let small = certify(&sections, &sections, Claim::None).expect("it is itself");
    assert!(checked(&small, &sections, &sections).is_ok());
    let all = alterations(&small);
    assert!(small.pairs.len() > 2 && all.len() > 50, "{}", all.len());
    for altered in &all {
        let refused = checked(altered, &sections, &sections);
        assert!(refused.is_err(), "{}", altered.write());
    }
}

#[test]
fn no_pair_and_no_edge_can_be_left_out() {
    let comments = comments();
    let whole = certify(&comments, &comments, Claim::None).expect("it is itself");
    let refused = |altered: &Certificate, what: &dyn Fn() -> String| {
        let checked = checked(altered, &comments, &comments);
        assert!(checked.is_err(), "{}", what());
    };
    for (at, pair) in whole.pairs.iter().enumerate() {
        let mut without = whole.clone();
        without.pairs.remove(at);
        refused(&without, &|| format!("pair {at}"));
        for edge in 0..pair.to.len() {
            let mut without = whole.clone();
            without.pairs[at].to.remove(edge);
            refused(&without, &|| format!("edge {edge} of pair {at}"));
        }
    }
}

#[test]
fn what_is_read_and_not_carried_is_refused() {
    let comments = comments();
    let written = certify(&comments, &comments, Claim::None).expect("it is itself");
    let reached = |state: &str| {
        let mut sides = written.pairs.iter().map(|pair| &pair.sides[0]);
        sides.any(|words| words.split(',').next() == Some(state))
    };
    let mut tried = 0;
    for (state, carried) in &written.carries[0] {
        if !reached(state) {
            continue;
        }
        let mut altered = written.clone();
        for side in [0, 1] {
            altered.carries[side].remove(state);
        }
        let refused = checked(&altered, &comments, &comments);
        assert!(refused.is_err(), "{state}: {carried:?}");
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn a_certificate_that_says_too_much_is_refused() {
    let (from, mut to) = (comments(), comments());
    let body = &mut row(&mut to.revision, "bogus comment", "U+0000").body;
    drop_step(body, "parse error: unexpected-null-character");
    let mut tokens = certify(&from, &to, Claim::ErrorsOnly).expect("tokens are the same");
    tokens.differs_in = Claim::None;
    let refused = checked(&tokens, &from, &to).expect_err("errors differ");
    insta::assert_snapshot!(refused, @r#"after "<!\0" comes a pair that is not there: ["bogus comment, comment \"\\u{a0108}\", reported \"unexpected-null-character\" 1 before", "bogus comment, comment \"\\u{a0108}\""]"#);
}

#[test]
fn tables_that_it_was_not_made_for_are_refused() {
    let (from, mut to) = (sections(), sections());
    let written = certify(&from, &to, Claim::None).expect("it is itself");
    state(&mut to.revision, "CDATA section").note = Some("another".into());
    let refused = checked(&written, &from, &to).expect_err("the tables are others");
    insta::assert_snapshot!(refused, @"the certificate was made for other tables");
}

#[test]
fn what_is_cut_off_is_malformed() {
    let sections = sections();
    let written = certify(&sections, &sections, Claim::None).expect("it is itself");
    let text = written.write();
    let end = text.trim_end().len();
    for length in (0..end).filter(|length| text.is_char_boundary(*length)) {
        assert!(Certificate::read(&text[..length]).is_err(), "{length}");
    }
    let other = text.replace("\"certificate\": 4", "\"certificate\": 3");
    let refused = Certificate::read(&other).expect_err("of another format");
    insta::assert_snapshot!(refused, @"format 3 of certificates, where 4 is known");
}

/// What became of mutants: none has a certificate that says more than the search; and how many have
/// the one that the search says they could have, out of how many.
fn mutants(of: &Loaded, every: usize) -> (usize, usize) {
    let revision = &of.revision;
    let sites = Sites::new(revision);
    let parts = mutate::parts(revision).into_iter();
    let all = parts.flat_map(|part| mutate::mutants(revision, &sites, part));
    let (mut written, mut equal) = (0, 0);
    for mutant in all.step_by(every) {
        let mut to = of.clone();
        to.revision = mutant.revision(revision);
        let sides = [of, &to].map(|side| (&side.revision, &side.references));
        let Ok(verdict) = compare(sides[0], sides[1]) else {
            continue;
        };
        let mutation = format!("{}: {}", mutant.site.describe(revision), mutant.description);
        let (claim, too_much) = match verdict.grade() {
            Some(Grade::None) => (Some(Claim::None), None),
            Some(Grade::Places) => (Some(Claim::PlacesOnly), Some(Claim::None)),
            Some(Grade::Errors) => (Some(Claim::ErrorsOnly), Some(Claim::PlacesOnly)),
            Some(Grade::Tokens) => (None, Some(Claim::ErrorsOnly)),
            None => continue,
        };
        if let Some(claim) = too_much {
            assert!(certify(of, &to, claim).is_err(), "{mutation}: {claim:?}");
        }
        if let Some(claim) = claim {
            equal += 1;
            match certify(of, &to, claim) {
                Ok(proof) => {
                    assert_eq!(
                        checked(&proof, of, &to),
                        Ok(proof.pairs.len()),
                        "{mutation}"
                    );
                    written += 1;
                }
                Err(why) => println!("{mutation}: {claim:?}: {why}"),
            }
        }
    }
    (written, equal)
}

#[test]
fn no_mutant_has_a_certificate_that_says_too_much() {
    let (written, equal) = mutants(&sections(), 1);
    assert!(written == equal && equal > 0, "{written} of {equal}");
    let (written, equal) = mutants(&comments(), 41);
    assert!(written == equal && equal > 0, "{written} of {equal}");
    mutants(&references(), 97);
}

#[test]
#[ignore = "takes an hour"]
fn no_mutant_of_a_revision_has_a_certificate_that_says_too_much() {
    for id in [
        "whatwg-2026-07-19",
        "whatwg-2020-05-22",
        "whatwg-2014-05-23",
        "w3c-2012",
        "whatwg-2009-02-07",
        "whatwg-2008-03-09",
    ] {
        let (written, equal) = mutants(&loaded(id), 101);
        println!("{id}: {written} of {equal}");
    }
}

#[test]
fn what_cannot_be_carried_is_refused_with_its_place() {
    let mut references = references();
    let named = state(&mut references.revision, "named character reference");
    let Some(Clause::If { then, .. }) = named.body.get_mut(2) else {
        panic!("the state asks for a match");
    };
    then.insert(0, step("emit the current input character"));
    let sides = [(&references.revision, &references.references); 2];
    let names = ["from".into(), "to".into()];
    let refused = certificate(sides[0], sides[1], Claim::None, names);
    let refused = refused.expect_err("a name is one of many");
    let (_, location) = refused.at.expect("a place");
    assert_eq!(location.within, "named character reference state");
    assert!(location.place.end > location.place.start);
}

#[test]
fn a_certificate_without_a_switch_of_tree_construction_is_refused() {
    let tags = only("data, tag open, tag name, PLAINTEXT");
    let written = certify(&tags, &tags, Claim::None).expect("it is itself");
    assert!(checked(&written, &tags, &tags).is_ok());
    let is_plaintext = |pair: &CertificatePair| pair.sides[0].starts_with("PLAINTEXT");
    let target = written.pairs.iter().position(is_plaintext);
    let target = target.expect("an entry state");
    let mut omitted = 0;
    for at in 0..written.pairs.len() {
        let mut forged = written.clone();
        let pair = &mut forged.pairs[at];
        if is_plaintext(pair) || !pair.to.contains(&target) {
            continue;
        }
        pair.to.retain(|to| *to != target);
        let why = checked(&forged, &tags, &tags).expect_err("a switch is missing");
        assert!(why.contains(&format!("pair {at} leads to")), "{why}");
        omitted += 1;
    }
    assert!(omitted > 0, "no tag leads there");
}
