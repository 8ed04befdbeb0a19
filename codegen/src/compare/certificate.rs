//! Writes a certificate: the closed set of pairs in the form that [`crate::verify`] checks, with
//! what the search knows of the registers that are still read.

use super::engine::Side;
use super::registers::Registers as R;
use super::tables::{self, Tables};
use crate::certificate::{Carried, Certificate, Claim, Named, Pair, VERSION, digest};
use crate::grammar::ContentModel;
use crate::interpret::Interpreter;
use crate::interpret::effects::{self as e, CARRIED};
use crate::lockstep::{Carries, Checker};
use crate::model::Revision;
use std::collections::{BTreeSet, HashMap};

/// How many pairs a certificate may have.
const PAIRS: usize = 20_000;

/// What the search calls a register, and what a certificate calls it.
const NAMES: [(R, u32); 20] = [
    (R::COPIED, e::BUFFER),
    (R::COMPARED, e::COMPARED),
    (R::RETURN_STATE, e::RETURN),
    (R::LAST_START_TAG, e::LAST),
    (R::ADDITIONAL, e::ADDITIONAL),
    (R::CODE, e::CODE),
    (R::DIGITS, e::DIGITS),
    (R::BASE, e::BASE),
    (R::TARGET, e::TARGET),
    (R::REFERENCE, e::REFERENCE),
    (R::RETURNED, e::RETURNED),
    (R::TAG, e::TAG),
    (R::ASKS_TAG_NAME, e::NAMED),
    (R::ASKS_TAG_LIST, e::NAMED),
    (R::GROWS_TAG_NAME, e::GROWS),
    (R::ASKS_DUPLICATE, e::DUPLICATE),
    (R::COMMENT, e::COMMENT),
    (R::DOCTYPE, e::DOCTYPE),
    (R::INSTRUCTION, e::INSTRUCTION),
    (R::ORIGIN, e::ORIGIN),
];

/// The certificate of two revisions that differ in no more than is claimed; `given` is what they
/// are called.
///
/// # Errors
/// That the sides are not the same, and where; or what a certificate cannot carry.
pub fn certificate(
    from: Side<'_>,
    to: Side<'_>,
    claim: Claim,
    given: [String; 2],
) -> Result<Certificate, String> {
    let sides = [from, to];
    let refused = |refusal: crate::interpret::Refusal| refusal.to_string();
    let first = Interpreter::new(from.0, from.1).map_err(refused)?;
    let second = Interpreter::new(to.0, to.1).map_err(refused)?;
    let live = sides.map(|(revision, _)| live(revision, &tables::read(revision)));
    let references = sides.map(|(_, references)| references);
    let checker = Checker::new([&first, &second], references, claim, live.clone())?;
    let mut places: HashMap<[String; 2], usize> = HashMap::new();
    let (mut open, mut pairs) = (Vec::new(), Vec::<Pair>::new());
    let mut place = |words: [String; 2], pair, open: &mut Vec<_>, pairs: &mut Vec<Pair>| {
        *places.entry(words.clone()).or_insert_with(|| {
            open.push(Some(pair));
            pairs.push(Pair {
                input: String::new(),
                sides: words,
                to: Vec::new(),
            });
            pairs.len() - 1
        })
    };
    for (words, start) in checker.starts()? {
        place(words, start, &mut open, &mut pairs);
    }
    let mut at = 0;
    while let Some(pair) = open.get_mut(at).and_then(Option::take) {
        let next = checker.next(&pair)?.into_iter();
        let to: BTreeSet<usize> = next
            .map(|(words, next)| place(words, next, &mut open, &mut pairs))
            .collect();
        pairs[at].to = to.into_iter().collect();
        pairs[at].input = pair.input;
        at += 1;
        if pairs.len() > PAIRS {
            let last = pairs.last().map(|pair| &pair.sides);
            return Err(format!(
                "it would have more than {PAIRS} pairs, such as {last:?}"
            ));
        }
    }
    let mut given = given.into_iter();
    let named = sides.map(|(revision, references)| Named {
        given: given.next().unwrap_or_default(),
        digest: digest(revision, references),
    });
    Ok(Certificate {
        certificate: VERSION,
        differs_in: claim,
        sides: named,
        carries: [0, 1].map(|at| carried(sides[at].0, &live[at])),
        pairs,
    })
}

/// What each state of a revision still reads.
fn live(revision: &Revision, tables: &Tables) -> Carries {
    let mut carries = Carries::new();
    let models = ContentModel::ALL.iter().map(|(model, _)| Some(*model));
    let models: Vec<_> = match revision.about.content_model_flag {
        true => models.collect(),
        false => vec![None],
    };
    for (state, facts) in tables.states.iter().enumerate() {
        for model in &models {
            let live = facts.live[model.map_or(0, |model| model as usize + 1)];
            let kept = NAMES.iter().filter(|(register, _)| live.has(*register));
            let kept = kept.fold(0, |all, (_, register)| all | register);
            let foreign = if facts.asks_foreign { e::FOREIGN } else { 0 };
            carries.insert((state, *model), kept | foreign);
        }
    }
    carries
}

fn carried(revision: &Revision, carries: &Carries) -> Vec<Carried> {
    let mut all: Vec<_> = carries.iter().collect();
    all.sort_unstable();
    let registers = |kept: u32| {
        let kept = CARRIED
            .iter()
            .filter(move |(register, _)| kept & register != 0);
        kept.map(|(_, name)| (*name).to_owned()).collect()
    };
    let all = all.into_iter().filter(|(_, kept)| **kept != 0);
    let all = all.map(|((state, model), kept)| Carried {
        state: revision.states[*state].name.value.clone(),
        model: model.map(|model| model.to_string()),
        registers: registers(*kept),
    });
    all.collect()
}
