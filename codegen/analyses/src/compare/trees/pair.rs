//! A parser of each side, after the same tokens.

use super::alphabet::Letter;
use super::behaviour::Machine;
use super::text_only::TextOnly;
use std::hash::{DefaultHasher, Hash, Hasher};
use tokenwright_interpreter::tree::{
    Construction, Environment, Stuck, TreeError, TreeObserver, TreeToken,
};

/// How two parsers compare after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// They have the same state and the same tree.
    Same,
    /// Their states differ, or their unfinished trees.
    States,
    /// The document that ends here has different trees.
    Trees,
}

/// Why a token is not processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The tokenizer does not emit it here, or nothing is known of what a side does.
    Unknown,
    /// The rules of one side do not say how to process it, and those of the other do.
    OneStops,
}

/// Both parsers, observed by `O`.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'a, O = ()> {
    pub(crate) sides: [Construction<'a, O>; 2],
    pub(crate) text_only: Option<TextOnly>,
    /// Whether one tokenizer was switched and the other was not, or to another state.
    pub(crate) differ_in_tokens: bool,
}

/// What identifies a pair of states.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Key {
    /// All that rules can read of both.
    Exact(u64, u64),
    /// Some of that.
    Coarse(u64),
}

impl<'a> Pair<'a> {
    /// # Errors
    /// If the tables do not say how to start.
    pub(crate) fn new(
        machines: [&Machine<'a>; 2],
        environment: &Environment,
    ) -> Result<Self, Stuck> {
        let [one, other] = machines.map(|it| it.parser(environment.clone(), ()));
        Ok(Pair::of([one?, other?]))
    }
}

impl<'a, O: TreeObserver + Clone> Pair<'a, O> {
    /// Both parsers, which have had no token.
    pub(crate) fn of(sides: [Construction<'a, O>; 2]) -> Self {
        let mut pair = Pair {
            sides,
            text_only: None,
            differ_in_tokens: false,
        };
        let [one, other] = pair.sides.each_mut().map(Construction::take_switch);
        // No end tag is the appropriate one in a fragment.
        pair.text_only = one.as_ref().map(|_| TextOnly::Forever);
        pair.differ_in_tokens = one != other;
        pair
    }

    /// Processes a token.
    pub(crate) fn step(
        &mut self,
        letter: &Letter,
        machines: [&Machine<'a>; 2],
    ) -> Result<(), Halt> {
        let token = &letter.token;
        if !TextOnly::admits(&mut self.text_only, token) {
            return Err(Halt::Unknown);
        }
        let [one, other] = self.sides.each_mut().map(|side| side.token(token.clone()));
        match [&one, &other] {
            [Ok(()), Ok(())] => {}
            [Err(stuck), Ok(())] | [Ok(()), Err(stuck)] if !stuck.is_unread => {
                return Err(Halt::OneStops);
            }
            _ => return Err(Halt::Unknown),
        }
        let [one, other] = self.sides.each_mut().map(Construction::take_switch);
        self.differ_in_tokens = one != other;
        TextOnly::follow(&mut self.text_only, one.or(other), token, machines[1]);
        Ok(())
    }

    /// How both compare.
    pub(crate) fn compare(&self, machines: [&Machine<'a>; 2], ends: bool) -> (Seen, Key) {
        let key = self.exact(machines);
        let differ = self.differ();
        let seen = match (differ, &key) {
            (true, _) if ends || self.ends_differ() => Seen::Trees,
            (false, Key::Exact(one, other)) if one == other && !self.differ_in_tokens => Seen::Same,
            _ => Seen::States,
        };
        (seen, key)
    }

    fn exact(&self, machines: [&Machine<'a>; 2]) -> Key {
        let [one, other] = [0, 1].map(|nth| {
            let mut hash = DefaultHasher::new();
            self.sides[nth]
                .fingerprint(&machines[nth].modes)
                .hash(&mut hash);
            self.text_only.hash(&mut hash);
            hash.finish()
        });
        Key::Exact(one, other)
    }

    /// Whether the trees differ so far.
    fn differ(&self) -> bool {
        let [one, other] = &self.sides;
        one.document.nodes != other.document.nodes
            && one.document.html5lib(one.root()) != other.document.html5lib(other.root())
    }

    /// Whether the trees of documents that end here differ.
    fn ends_differ(&self) -> bool {
        let mut ended = self.clone();
        for side in &mut ended.sides {
            if side.token(TreeToken::EndOfFile).is_err() {
                return false;
            }
        }
        ended.differ()
    }

    /// Whether the parse errors differ so far.
    pub(crate) fn errors_differ(&self) -> bool {
        let [one, other] = &self.sides;
        differ(&one.errors, &other.errors)
    }
}

/// Whether lists of errors differ: in number, in the tokens, or in names where both have one.
pub(crate) fn differ(one: &[TreeError], other: &[TreeError]) -> bool {
    let same = |(one, other): (&TreeError, &TreeError)| {
        let names = (&one.code, &other.code);
        one.token == other.token && (names.0.is_none() || names.1.is_none() || names.0 == names.1)
    };
    one.len() != other.len() || !one.iter().zip(other).all(same)
}
