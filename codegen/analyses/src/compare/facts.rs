//! The facts about a revision that the comparison needs: the characters that its states distinguish, and
//! the live registers.

mod live;

pub(super) use live::Live;

use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::grammar::Field;
use tokenwright_tables::kernel::effects::RegisterSet;

/// The facts about one revision.
#[derive(Debug, Default)]
pub(super) struct RevisionFacts {
    /// The facts about each state, in the order of the model.
    pub(super) states: Vec<StateFacts>,
    /// The sets of characters that the rows of the input stream distinguish.
    pub(super) stream: BTreeSet<Splitter>,
    /// The texts that the temporary buffer is compared with, and whether case is ignored.
    pub(super) buffer_texts: BTreeSet<(String, bool)>,
    /// The texts that the name of a DOCTYPE is compared with.
    pub(super) doctype_names: BTreeSet<String>,
    /// The texts of look-behinds.
    pub(super) behind: BTreeSet<String>,
    /// The lists of names that a tag name is looked up in.
    pub(super) lists: BTreeMap<String, BTreeSet<String>>,
    /// The ranges of numbers that conditions test.
    pub(super) numbers: BTreeSet<Vec<(u32, u32)>>,
    /// Texts that a token is created with, or that a field is set to.
    pub(super) constants: BTreeSet<String>,
    /// Whether a condition tests if the name of the last start tag is next.
    pub(super) asks_last_start_tag_ahead: bool,
    /// Whether any step or condition reads the last start tag.
    pub(super) reads_last_start_tag: bool,
    /// Characters that can complete an attribute name in a state that is then left, or that checks for a
    /// duplicate.
    pub(super) completes: BTreeSet<Splitter>,
    /// Whether a condition tests the namespace of the current node.
    pub(super) asks_foreign: bool,
    /// Whether some step is opaque.
    pub(super) has_opaque_steps: bool,
    /// Whether some step removes an earlier attribute.
    pub(super) removes_earlier: bool,
    /// The states that some step makes the return state.
    pub(super) returns: Vec<usize>,
}

/// A splitter of the partition: a set of characters that something distinguishes from the others.
pub(super) type Splitter = Vec<(u32, u32)>;

/// The facts about one state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateFacts {
    /// The sets that this state, or a state that gets the same character again, distinguishes.
    pub(super) splitters: BTreeSet<Splitter>,
    /// Whether it may look at more than one character.
    pub(super) looks_far: bool,
    /// The live registers on entry.
    pub(super) live: Live,
    /// Whether a condition tests the namespace of the current node, here or in a state that gets the
    /// same character.
    pub(super) asks_foreign: bool,
    /// Whether digits are added to the character reference code here.
    pub(super) counts: bool,
    /// Whether the name of a character reference may begin here.
    pub(super) names: bool,
    /// Its steps, if they consume in bulk and then emit the consumed run.
    pub(super) bulk: Option<Bulk>,
    /// States that may get the same character.
    pub(super) again: BTreeSet<usize>,
    /// States that are switched to, which get it only where this one consumes none.
    pub(super) switches: BTreeSet<usize>,
}

/// The use of the characters that are consumed in bulk.
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

    /// Texts that the name of the last start tag has to be distinguished from. Either the same characters
    /// go into a tag name and into the temporary buffer or the name of a DOCTYPE, and both are compared later;
    /// or a tag name is compared with that of the last start tag and looked up in a list.
    pub(super) fn texts_near_last_start_tag(&self) -> BTreeSet<String> {
        let writes = |facts: &StateFacts, what: u32| facts.splitters.contains(&vec![(what, what)]);
        let reads = |facts: &StateFacts, what: RegisterSet| facts.live.may_have(what);
        let named = |facts: &&StateFacts| {
            writes(facts, TAG_NAME) && reads(facts, RegisterSet::ASKS_TAG_NAME)
        };
        let buffer = |facts: &StateFacts| {
            writes(facts, BUFFER) && reads(facts, RegisterSet::BUFFER_COMPARED)
        };
        let doctype = |facts: &StateFacts| {
            writes(facts, DOCTYPE_NAME) && reads(facts, RegisterSet::ASKS_DOCTYPE_NAME)
        };
        let list = |facts: &StateFacts| reads(facts, RegisterSet::ASKS_TAG_LIST);
        let mut texts = BTreeSet::new();
        if self.states.iter().filter(named).any(buffer) {
            texts.extend(self.buffer_texts.iter().map(|(text, _)| text.clone()));
        }
        if self.asks_last_start_tag_ahead || self.states.iter().filter(named).any(doctype) {
            texts.extend(self.doctype_names.iter().cloned());
        }
        if self.asks_last_start_tag_ahead || self.states.iter().filter(named).any(list) {
            texts.extend(self.listed().cloned());
        }
        texts
    }
}

impl StateFacts {
    /// Whether the character reference code is still read from here on.
    pub(super) fn reads_code(&self) -> bool {
        self.live.may_have(RegisterSet::CODE)
    }

    /// Adds what another place distinguishes at the same character.
    pub(super) fn add(&mut self, other: &StateFacts) {
        self.splitters.extend(other.splitters.iter().cloned());
        self.asks_foreign |= other.asks_foreign;
        self.counts |= other.counts;
        self.names |= other.names;
    }

    /// Characters go into a field that something is compared with: which of them matters is
    /// settled once all such texts are known.
    pub(super) fn reads_into(&mut self, field: Field) {
        match field {
            Field::TemporaryBuffer => self.splitters.insert(vec![(BUFFER, BUFFER)]),
            Field::TagName => self.splitters.insert(vec![(TAG_NAME, TAG_NAME)]),
            Field::DoctypeName => self.splitters.insert(vec![(DOCTYPE_NAME, DOCTYPE_NAME)]),
            _ => false,
        };
    }
}

/// Represents the letters of all texts that the temporary buffer is compared with.
pub(super) const BUFFER: u32 = 0x11_0001;
/// Represents the letters of all texts that the tag name is compared with.
pub(super) const TAG_NAME: u32 = 0x11_0002;
/// Represents the letters of the names that the name of a DOCTYPE is compared with.
pub(super) const DOCTYPE_NAME: u32 = 0x11_0003;
