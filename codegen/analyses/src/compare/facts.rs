//! What has to be known of a revision's tables before two machines can be compared: what its
//! states tell apart, and what they still read of the registers.

mod live;

pub(super) use live::Live;

use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::effects::Registers;
use tokenwright_tables::grammar::Field;

/// The facts about one revision.
#[derive(Debug, Default)]
pub(super) struct RevisionFacts {
    /// By state, in the order of the model.
    pub(super) states: Vec<StateFacts>,
    /// The sets of characters that the input stream tells apart.
    pub(super) stream: BTreeSet<Splitter>,
    /// The texts that the temporary buffer is compared with; of each, whether case is ignored.
    pub(super) buffer_texts: BTreeSet<(String, bool)>,
    /// The texts that a state looks behind for.
    pub(super) behind: BTreeSet<String>,
    /// The lists of names that a tag name is looked up in.
    pub(super) lists: BTreeMap<String, BTreeSet<String>>,
    /// The ranges of numbers that conditions ask about.
    pub(super) numbers: BTreeSet<Vec<(u32, u32)>>,
    /// Texts that a token is created with, or that a field is set to.
    pub(super) constants: BTreeSet<String>,
    /// Whether it is asked if the name of the last start tag stands ahead.
    pub(super) asks_name_ahead: bool,
    /// Whether the last start tag is read at all.
    pub(super) reads_last_start_tag: bool,
    /// Characters that an attribute's name may get in a state that is then left, or asks whether the
    /// attribute is a duplicate.
    pub(super) completes: BTreeSet<Splitter>,
    /// Whether the namespace of the current node is asked for.
    pub(super) asks_foreign: bool,
    /// Whether some step removes an earlier attribute.
    pub(super) removes_earlier: bool,
    /// The states that some step makes the return state.
    pub(super) returns: Vec<usize>,
}

/// A set of characters that something tells from the others.
pub(super) type Splitter = Vec<(u32, u32)>;

/// The facts about one state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateFacts {
    /// What it, or a state that gets the same character again, tells apart.
    pub(super) splitters: BTreeSet<Splitter>,
    /// Whether it may look at more than one character.
    pub(super) looks_far: bool,
    /// What is read before it is set, from here on.
    pub(super) live: Live,
    /// Whether the namespace of the current node is asked for, here or by a state that gets the
    /// same character.
    pub(super) asks_foreign: bool,
    /// Whether digits are added to the character reference code here.
    pub(super) counts: bool,
    /// Whether the name of a character reference may begin here.
    pub(super) names: bool,
    /// Its steps, where they consume in bulk and then emit what was consumed.
    pub(super) bulk: Option<Bulk>,
    /// States that may get the same character.
    pub(super) again: BTreeSet<usize>,
    /// States that are switched to, which get it only where this one consumes none.
    pub(super) switches: BTreeSet<usize>,
}

/// What becomes of characters that are consumed in bulk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bulk {
    /// They are emitted; the text that ends them is this.
    Text(String),
    /// They are the data of a comment; whether U+0000 is replaced in it.
    Comment(bool),
}

impl RevisionFacts {
    /// A return state, counted from 1; any other is 0.
    pub(super) fn return_state(&self, state: Option<usize>) -> usize {
        let found = state.and_then(|state| self.returns.iter().position(|at| *at == state));
        found.map_or(0, |at| at + 1)
    }

    /// The names in the lists that a tag name is looked up in.
    pub(super) fn listed(&self) -> impl Iterator<Item = &String> {
        self.lists.values().flatten()
    }

    /// Texts that something is compared with where the name of the last start tag is read too, so
    /// that it matters how the name lies to them: the same characters go into the temporary buffer
    /// and into a tag name, and both are still compared, or a tag name is compared with that of the
    /// last start tag and looked up in a list.
    pub(super) fn beside_names(&self) -> BTreeSet<String> {
        let writes = |facts: &StateFacts, what: u32| facts.splitters.contains(&vec![(what, what)]);
        let reads = |facts: &StateFacts, what: Registers| facts.live.may_have(what);
        let named =
            |facts: &&StateFacts| writes(facts, TAG_NAME) && reads(facts, Registers::ASKS_TAG_NAME);
        let buffer =
            |facts: &StateFacts| writes(facts, BUFFER) && reads(facts, Registers::BUFFER_COMPARED);
        let list = |facts: &StateFacts| reads(facts, Registers::ASKS_TAG_LIST);
        let mut texts = BTreeSet::new();
        if self.states.iter().filter(named).any(buffer) {
            texts.extend(self.buffer_texts.iter().map(|(text, _)| text.clone()));
        }
        if self.asks_name_ahead || self.states.iter().filter(named).any(list) {
            texts.extend(self.listed().cloned());
        }
        texts
    }
}

impl StateFacts {
    /// Whether the character reference code is still read from here on.
    pub(super) fn reads_code(&self) -> bool {
        self.live.may_have(Registers::CODE)
    }

    /// Characters go into a field that something is compared with: which of them matters is
    /// settled once all such texts are known.
    pub(super) fn reads_into(&mut self, field: Field) {
        match field {
            Field::TemporaryBuffer => self.splitters.insert(vec![(BUFFER, BUFFER)]),
            Field::TagName => self.splitters.insert(vec![(TAG_NAME, TAG_NAME)]),
            _ => false,
        };
    }
}

/// Stand for the letters of texts that the temporary buffer, or a tag name, is compared with.
pub(super) const BUFFER: u32 = 0x11_0001;
/// See [`BUFFER`].
pub(super) const TAG_NAME: u32 = 0x11_0002;
