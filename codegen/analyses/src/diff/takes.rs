//! The input that a row matches.

use std::hash::Hash;
use tokenwright_tables::grammar::Matcher;
use tokenwright_tables::model::{About, On, Row};
use tokenwright_tables::set::Set;

/// The input that a row matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Takes {
    pub(super) how: How,
    pub(super) set: Set,
    pub(super) anything_else: bool,
    pub(super) additional: bool,
}

/// How a row looks at its input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum How {
    Consumed,
    Peeked,
    Ahead { text: String, ignore_case: bool },
}

impl Takes {
    pub(super) fn of(row: &Row, about: &About) -> Self {
        let (any, except) = row.on.matcher_lists();
        let how = match &row.on {
            On::Consumed { .. } => How::Consumed,
            On::Peeked(_) => How::Peeked,
            On::Ahead { text, ignore_case } => How::Ahead {
                text: text.value.clone(),
                ignore_case: *ignore_case,
            },
        };
        let has = |wanted: &Matcher| any.iter().any(|matcher| matcher.value == *wanted);
        Takes {
            how,
            set: Set::of_all(any, about).minus(&Set::of_all(except, about)),
            anything_else: has(&Matcher::AnythingElse),
            additional: has(&Matcher::AdditionalAllowed),
        }
    }

    /// A key that rows share if they match the same input, whether it is consumed or looked at.
    pub(super) fn characters(&self) -> impl Eq + Hash + use<> {
        let ahead = match &self.how {
            How::Ahead { text, .. } => Some(text.to_ascii_lowercase()),
            _ => None,
        };
        (ahead, self.set.clone(), self.anything_else, self.additional)
    }

    pub(super) fn is_ahead(&self) -> bool {
        matches!(self.how, How::Ahead { .. })
    }

    /// Whether something can match both.
    pub(super) fn overlaps(&self, other: &Takes) -> bool {
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
