//! Lowers matchers to sets of characters.

use crate::ir::CharSet;
use tokenwright_tables::grammar::{Matcher, Set};
use tokenwright_tables::model::{Located, On, Revision};

/// The characters that a list of matchers accepts.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    pub(super) on: CharSet,
    pub(super) eof: bool,
    pub(super) anything_else: bool,
    pub(super) additional: bool,
}

pub(super) fn taken(revision: &Revision, matchers: &[Matcher]) -> Result<Taken, String> {
    let mut taken = Taken::default();
    for matcher in matchers {
        let mut add = |ranges: Vec<(u32, u32)>| {
            taken.on = taken.on.union(&CharSet::from_ranges(ranges));
        };
        match matcher {
            Matcher::Char(c) => add(vec![(c.0, c.0)]),
            Matcher::Range(a, b) => add(vec![(a.0, b.0)]),
            Matcher::Class(class) => add(class.ranges()),
            Matcher::Defined(name) => {
                let class = revision.about.class(name);
                let class = class.ok_or_else(|| format!("the class {name}"))?;
                let inner = located(revision, class)?;
                taken.on = taken.on.union(&inner.on);
                taken.eof |= inner.eof;
            }
            Matcher::AdditionalAllowed => taken.additional = true,
            Matcher::Eof => taken.eof = true,
            Matcher::AnythingElse => {
                taken.on = CharSet::all();
                taken.eof = true;
                taken.anything_else = true;
            }
        }
    }
    Ok(taken)
}

pub(super) fn set(revision: &Revision, set: &Set) -> Result<Taken, String> {
    taken(revision, &set.0)
}

pub(super) fn located(revision: &Revision, matchers: &[Located<Matcher>]) -> Result<Taken, String> {
    let plain: Vec<_> = matchers.iter().map(|m| m.value.clone()).collect();
    taken(revision, &plain)
}

/// The characters that a row of a consuming state matches, and whether it matches EOF and anything else.
pub(super) fn consumed(revision: &Revision, on: &On) -> Result<(CharSet, bool, bool), String> {
    match on {
        On::Consumed { any, except } => {
            let (any, except) = (located(revision, any)?, located(revision, except)?);
            Ok((
                any.on.minus(&except.on),
                any.eof && !except.eof,
                any.anything_else,
            ))
        }
        _ => Err("rows that look ahead among rows that consume".into()),
    }
}
