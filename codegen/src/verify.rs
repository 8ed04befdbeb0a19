//! Checks certificates: that a set of pairs of machines is closed under every input, and that in
//! none of them the two sides give what is not the same.
//!
//! Nothing is taken over from the search: neither what it found, which is only looked at to compare
//! it, nor its code. What the pairs lead to is found by running both interpreters.

use crate::certificate::{Carried, Certificate, digest};
use crate::grammar::ContentModel;
use crate::interpret::effects::CARRIED;
use crate::interpret::{Interpreter, Refusal};
use crate::lockstep::{Carries, Checker, Pair};
use crate::model::Revision;
use crate::references::References;
use std::collections::{BTreeSet, HashMap};

/// Checks a certificate against the revisions that it names; gives the number of its pairs.
///
/// # Errors
/// The first thing that is not as the certificate says, and where.
pub fn verify(
    certificate: &Certificate,
    revisions: [&Revision; 2],
    references: [&References; 2],
) -> Result<usize, String> {
    for at in [0, 1] {
        let named = &certificate.sides[at];
        if digest(revisions[at], references[at]) != named.digest {
            let given = &named.given;
            return Err(format!(
                "`{given}` is not what the certificate was made for"
            ));
        }
    }
    let carries = [0, 1].map(|at| carries(&certificate.carries[at], revisions[at]));
    let [from, to] = carries;
    let carries = [from?, to?];
    let refused = |refusal: Refusal| refusal.to_string();
    let first = Interpreter::new(revisions[0], references[0]).map_err(refused)?;
    let second = Interpreter::new(revisions[1], references[1]).map_err(refused)?;
    let checker = Checker::new(
        [&first, &second],
        references,
        certificate.differs_in,
        carries,
    )?;
    let mut declared = HashMap::new();
    for (at, pair) in certificate.pairs.iter().enumerate() {
        if let Some(other) = declared.insert(&pair.sides, at) {
            return Err(format!("pair {at} is pair {other} again"));
        }
    }
    let place = |words: &[String; 2], input: &str| {
        let missing = || format!("after {input:?} comes a pair that is not there: {words:?}");
        declared.get(words).copied().ok_or_else(missing)
    };
    let mut found: Vec<Option<Pair<'_>>> = vec![None; certificate.pairs.len()];
    for (words, start) in checker.starts()? {
        found[place(&words, "")?].get_or_insert(start);
    }
    for (at, pair) in certificate.pairs.iter().enumerate() {
        let none = || format!("pair {at}: none before it leads there");
        let reached = found[at].take().ok_or_else(none)?;
        if reached.input != pair.input {
            return Err(format!(
                "pair {at} is reached by {:?}, not by {:?}",
                reached.input, pair.input
            ));
        }
        let mut to = BTreeSet::new();
        for (words, next) in checker.next(&reached)? {
            let next_at = place(&words, &next.input)?;
            to.insert(next_at);
            if next_at > at {
                found[next_at].get_or_insert(next);
            }
        }
        if !to.iter().eq(&pair.to) {
            return Err(format!("pair {at} leads to {to:?}, not to {:?}", pair.to));
        }
    }
    Ok(certificate.pairs.len())
}

/// What a certificate says of the registers that a revision carries.
fn carries(said: &[Carried], revision: &Revision) -> Result<Carries, String> {
    let mut carries = Carries::new();
    for carried in said {
        let mut states = revision.states.iter();
        let state = states.position(|state| state.name.value == carried.state);
        let state = state.ok_or_else(|| format!("there is no {} state", carried.state))?;
        let named = |model: &String| {
            let mut models = ContentModel::ALL.iter();
            let found = models
                .find(|(_, name)| name == model)
                .map(|(model, _)| *model);
            found.ok_or_else(|| format!("there is no content model {model}"))
        };
        let model = carried.model.as_ref().map(named).transpose()?;
        let registers = carried.registers.iter();
        let registers =
            registers.filter_map(|name| CARRIED.iter().find(|(_, known)| known == name));
        let registers = registers.fold(0, |all, (register, _)| all | register);
        if carries.insert((state, model), registers).is_some() {
            return Err(format!("the {} state is there twice", carried.state));
        }
    }
    Ok(carries)
}
