//! Matches the rows of both sides by the characters that they match.

use super::steps::{canonical, likeness, same_guards};
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::model::{About, Located, On, Row};
use tokenwright_tables::set::Set;

/// The rows of a state on one side, with the facts that their classes are resolved by.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) rows: &'a [Row],
    pub(super) about: &'a About,
}

/// Rows of both sides that belong together, as indices.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Rows that are one row, in the order of the newer side.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Rows that only the older side has.
    pub(super) gone: Vec<usize>,
    /// Rows that only the newer side has.
    pub(super) new: Vec<usize>,
    /// Rows that do the same to the same characters, cut up otherwise.
    pub(super) regrouped: Vec<(Vec<usize>, Vec<usize>)>,
}

/// The partner of a row that belongs to several.
const ELSEWHERE: usize = usize::MAX;

/// The characters that a row matches.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Takes {
    how: How,
    set: Set,
    anything_else: bool,
    additional: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum How {
    Consumed,
    Peeked,
    Ahead { text: String, ignore_case: bool },
}

impl Takes {
    fn of(row: &Row, about: &About) -> Self {
        let none: &[Located<Matcher>] = &[];
        let (how, any, except) = match &row.on {
            On::Consumed { any, except } => (How::Consumed, any.as_slice(), except.as_slice()),
            On::Peeked(any) => (How::Peeked, any.as_slice(), none),
            On::Ahead { text, ignore_case } => {
                let how = How::Ahead {
                    text: text.value.clone(),
                    ignore_case: *ignore_case,
                };
                (how, none, none)
            }
        };
        let has = |wanted: &Matcher| any.iter().any(|matcher| matcher.value == *wanted);
        Takes {
            how,
            set: Set::of_all(any, about).minus(&Set::of_all(except, about)),
            anything_else: has(&Matcher::AnythingElse),
            additional: has(&Matcher::AdditionalAllowed),
        }
    }

    /// The same, whether it is consumed or looked at.
    fn same_characters(&self, other: &Takes) -> bool {
        let ahead = |takes: &Takes| matches!(takes.how, How::Ahead { .. });
        let texts = match (&self.how, &other.how) {
            (How::Ahead { text: a, .. }, How::Ahead { text: b, .. }) => a.eq_ignore_ascii_case(b),
            _ => !ahead(self) && !ahead(other),
        };
        texts
            && self.set == other.set
            && self.anything_else == other.anything_else
            && self.additional == other.additional
    }

    /// Whether something can match both.
    fn overlaps(&self, other: &Takes) -> bool {
        match (&self.how, &other.how) {
            (How::Ahead { text: a, .. }, How::Ahead { text: b, .. }) => {
                let common = a.len().min(b.len());
                let start = |text: &str| text.get(..common).map(str::to_ascii_lowercase);
                start(a) == start(b)
            }
            (How::Ahead { text, .. }, _) => other.takes_start(text),
            (_, How::Ahead { text, .. }) => self.takes_start(text),
            _ => {
                self.anything_else
                    || other.anything_else
                    || self.additional
                    || other.additional
                    || !self.set.intersection(&other.set).is_empty()
            }
        }
    }

    fn takes_start(&self, text: &str) -> bool {
        let first = text.chars().next().map(u32::from);
        self.anything_else || first.is_some_and(|first| self.set.contains(Some(first)))
    }
}

/// Finds the rows that belong together.
pub(super) fn pair(from: Rows<'_>, to: Rows<'_>) -> Pairing {
    let takes = |side: Rows<'_>| -> Vec<Takes> {
        let rows = side.rows.iter();
        rows.map(|row| Takes::of(row, side.about)).collect()
    };
    let mut pairing = Pairs {
        from,
        to,
        from_takes: takes(from),
        to_takes: takes(to),
        partner_of_from: vec![None; from.rows.len()],
        partner_of_to: vec![None; to.rows.len()],
    };
    let guards = |a: &Row, b: &Row| same_guards(&a.when, &b.when);
    pairing.join(|p, a, b| {
        (p.from_takes[a] == p.to_takes[b] && guards(&from.rows[a], &to.rows[b])).then_some(1.0)
    });
    pairing.join(|p, a, b| {
        p.from_takes[a]
            .same_characters(&p.to_takes[b])
            .then(|| likeness(&from.rows[a].body, &to.rows[b].body))
    });
    let regrouped = pairing.regroup();
    pairing.join(|p, a, b| p.partial(a, b));
    let open = |partners: &[Option<usize>]| -> Vec<usize> {
        let all = partners.iter().enumerate();
        all.filter(|(_, partner)| partner.is_none())
            .map(|(at, _)| at)
            .collect()
    };
    let pairs = pairing.partner_of_to.iter().enumerate();
    Pairing {
        pairs: pairs
            .filter_map(|(b, a)| Some((a.filter(|a| *a != ELSEWHERE)?, b)))
            .collect(),
        gone: open(&pairing.partner_of_from),
        new: open(&pairing.partner_of_to),
        regrouped,
    }
}

struct Pairs<'a> {
    from: Rows<'a>,
    to: Rows<'a>,
    from_takes: Vec<Takes>,
    to_takes: Vec<Takes>,
    partner_of_from: Vec<Option<usize>>,
    partner_of_to: Vec<Option<usize>>,
}

impl Pairs<'_> {
    /// Pairs the remaining rows, the most similar first; of equals, the first ones.
    fn join(&mut self, alike: impl Fn(&Self, usize, usize) -> Option<f64>) {
        let mut candidates = Vec::new();
        for a in 0..self.partner_of_from.len() {
            for b in 0..self.partner_of_to.len() {
                if self.partner_of_from[a].is_none()
                    && self.partner_of_to[b].is_none()
                    && let Some(score) = alike(self, a, b)
                {
                    candidates.push((score, a, b));
                }
            }
        }
        candidates.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        for (_, a, b) in candidates {
            if self.partner_of_from[a].is_none() && self.partner_of_to[b].is_none() {
                self.partner_of_from[a] = Some(b);
                self.partner_of_to[b] = Some(a);
            }
        }
    }

    /// The similarity of rows that match some common characters, or have the same steps.
    fn partial(&self, a: usize, b: usize) -> Option<f64> {
        let (takes, other) = (&self.from_takes[a], &self.to_takes[b]);
        let (old, new) = (&self.from.rows[a], &self.to.rows[b]);
        if takes.anything_else != other.anything_else {
            return None;
        }
        let body = likeness(&old.body, &new.body);
        if let (How::Ahead { .. }, How::Ahead { .. }) = (&takes.how, &other.how) {
            return (body == 1.0).then_some(body);
        }
        let shared = takes.set.intersection(&other.set);
        if shared.is_empty() && !(takes.additional && other.additional) {
            return None;
        }
        let words = |row: &Row| -> Vec<String> {
            match &row.on {
                On::Consumed { any, .. } | On::Peeked(any) => {
                    any.iter().map(|m| m.value.to_string()).collect()
                }
                On::Ahead { .. } => Vec::new(),
            }
        };
        let (old, new) = (words(old), words(new));
        let common = old.iter().filter(|word| new.contains(word)).count();
        let all = old.len() + new.len() - common;
        // Rows that do something else, and match one thing of many, are not one row.
        let alike = body + common as f64 / all.max(1) as f64;
        (alike >= 0.5).then_some(alike)
    }

    /// Takes out the rows that do the same to the same characters, cut up otherwise.
    fn regroup(&mut self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut found = Vec::new();
        let mut seen = vec![false; self.partner_of_from.len()];
        for first in 0..self.partner_of_from.len() {
            if seen[first] || self.partner_of_from[first].is_some() {
                continue;
            }
            let model = &self.from.rows[first];
            let like = |row: &Row, takes: &Takes| {
                takes.how == self.from_takes[first].how
                    && !takes.anything_else
                    && !takes.additional
                    && same_guards(&row.when, &model.when)
                    && canonical(&row.body) == canonical(&model.body)
            };
            let of = |rows: &[Row], takes: &[Takes], partners: &[Option<usize>]| -> Vec<usize> {
                (0..rows.len())
                    .filter(|at| partners[*at].is_none() && like(&rows[*at], &takes[*at]))
                    .collect()
            };
            let from = of(self.from.rows, &self.from_takes, &self.partner_of_from);
            let to = of(self.to.rows, &self.to_takes, &self.partner_of_to);
            for at in &from {
                seen[*at] = true;
            }
            let union = |takes: &[Takes], rows: &[usize]| {
                let sets = rows.iter().map(|at| &takes[*at].set);
                sets.fold(Set::default(), |all, set| all.union(set))
            };
            if from.is_empty()
                || to.is_empty()
                || union(&self.from_takes, &from) != union(&self.to_takes, &to)
            {
                continue;
            }
            for at in &from {
                self.partner_of_from[*at] = Some(ELSEWHERE);
            }
            for at in &to {
                self.partner_of_to[*at] = Some(ELSEWHERE);
            }
            found.push((from, to));
        }
        found
    }
}

/// Whether the order of two rows can matter: whether something can match both.
pub(super) fn order_matters(side: Rows<'_>, a: usize, b: usize) -> bool {
    let takes = |at: usize| Takes::of(&side.rows[at], side.about);
    takes(a).overlaps(&takes(b))
}

/// The rows that take the characters of `row`, in order, up to the one that takes the rest.
pub(super) fn takers(row: &Row, about: &About, side: Rows<'_>) -> Vec<usize> {
    let takes = Takes::of(row, about);
    let mut left = takes.set.clone();
    let mut found = Vec::new();
    for (at, other) in side.rows.iter().enumerate() {
        let theirs = Takes::of(other, side.about);
        if takes.how != theirs.how && !theirs.anything_else {
            continue;
        }
        let taken = if theirs.anything_else {
            left.clone()
        } else {
            left.intersection(&theirs.set)
        };
        let no_set = takes.anything_else || matches!(takes.how, How::Ahead { .. });
        let special = no_set && theirs.anything_else;
        if !taken.is_empty() || special {
            found.push(at);
            if other.when.is_empty() {
                left = left.minus(&taken);
            }
        }
        if left.is_empty() && !found.is_empty() && side.rows[at].when.is_empty() {
            break;
        }
    }
    found
}

/// The characters that only the one row matches.
pub(super) fn only_in(
    row: &Row,
    about: &About,
    other: &Row,
    other_about: &About,
) -> Option<String> {
    let set = Takes::of(row, about)
        .set
        .minus(&Takes::of(other, other_about).set);
    (!set.is_empty()).then(|| set.sample())
}

/// Whether two rows match the same input equally.
pub(super) fn same_takes(row: &Row, about: &About, other: &Row, other_about: &About) -> bool {
    Takes::of(row, about) == Takes::of(other, other_about)
}
