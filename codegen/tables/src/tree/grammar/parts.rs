//! The parts of the parser's state that a form reads or changes.

use crate::bits::bits;

bits! {
    /// A set of parts.
    Set(u32), meets {
        STACK = 0: "The stack of open elements.",
        LIST = 1: "The list of active formatting elements.",
        MODE = 2: "The insertion mode.",
        ORIGINAL_MODE = 3: "The original insertion mode.",
        TEMPLATE_MODES = 4: "The stack of template insertion modes.",
        POINTERS = 5: "The head element pointer and the form element pointer.",
        FRAMESET_OK = 6: "The frameset-ok flag.",
        TOKEN = 7: "The token that is processed.",
        PENDING = 8: "The pending table character tokens.",
        TREE = 9: "The nodes of the document.",
        TOKENIZER = 10: "The state of the tokenizer, and the next token.",
        ERRORS = 11: "The parse errors.",
        ROWS = 12: "Whatever the rows that are run read and change.",
        CONTROL = 13: "The next step.",
        VARIABLES = 14: "The variables.",
        SECONDARY_MODE = 15: "The secondary insertion mode.",
        TAINTS = 16: "The elements that are marked as tainted.",
        FOSTER_PARENTING = 17: "Whether foster parenting is enabled.",
        ACKNOWLEDGED = 18: "Whether the self-closing flag of the token is acknowledged.",
        IGNORED = 19: "Whether the token is ignored.",
        ACTED = 20: "Whether the token was ignored that the row or algorithm has acted as if seen.",
        QUIRKS = 21: "Whether the document is in quirks mode.",
    }
}

impl Set {
    /// All that is left when a row or an algorithm ends: everything but the next step, and what belongs to the row or the algorithm.
    pub const STATE: Set = Set(u32::MAX).without(Set::CONTROL.or(Set::VARIABLES).or(Set::ACTED));
}

/// What a form reads and changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The parts that it reads.
    pub reads: Set,
    /// The parts that it changes.
    pub changes: Set,
    /// Those of them that it sets: done twice, the second time changes nothing.
    pub sets: Set,
}

impl Parts {
    /// Nothing.
    pub const NONE: Parts = Parts {
        reads: Set::NONE,
        changes: Set::NONE,
        sets: Set::NONE,
    };

    /// The union.
    #[must_use]
    pub const fn and(self, other: Parts) -> Parts {
        Parts {
            reads: self.reads.or(other.reads),
            changes: self.changes.or(other.changes),
            sets: self.sets.or(other.sets),
        }
    }

    /// What of it is in some parts.
    #[must_use]
    pub const fn only(self, of: Set) -> Parts {
        Parts {
            reads: self.reads.and(of),
            changes: self.changes.and(of),
            sets: self.sets.and(of),
        }
    }

    /// A form that reads.
    pub(crate) const fn reads(reads: Set) -> Parts {
        Parts {
            reads,
            ..Parts::NONE
        }
    }

    /// A form that changes.
    pub(crate) const fn changes(changes: Set) -> Parts {
        Parts::NONE.and_changes(changes)
    }

    /// A form that sets.
    pub(crate) const fn sets(sets: Set) -> Parts {
        Parts::NONE.and_sets(sets)
    }

    /// A form that also changes.
    pub(crate) const fn and_changes(mut self, changes: Set) -> Parts {
        self.changes = self.changes.or(changes);
        self
    }

    /// A form that also sets.
    pub(crate) const fn and_sets(mut self, sets: Set) -> Parts {
        self.sets = self.sets.or(sets);
        self.and_changes(sets)
    }
}
