//! The most memory that a machine takes, for a limit that is not exceeded.
//!
//! A list is counted with the room to which it may grow before it is counted again. Room that is no longer used is given
//! back.

use super::Registers;
use super::registers::TokenKind;
use super::storage::Storage;
use alloc::string::String;
use alloc::vec::Vec;

/// How many bytes of a string, and elements of a list, are not counted: a fixed amount in all.
const SHORT_STRING: usize = 512;
const SHORT_LIST: usize = 32;

/// The most bytes of a string of this length.
pub(crate) fn of_string(len: usize) -> usize {
    2 * len.saturating_sub(SHORT_STRING)
}

/// The most bytes of a list of this length, which doubles its room when it is full.
pub(crate) fn of_list<T>(len: usize) -> usize {
    2 * size_of::<T>() * len.saturating_sub(SHORT_LIST)
}

/// Gives back the room of a string that is more than double its length.
pub(super) fn trim_string(string: &mut String) {
    let most = string.len().max(SHORT_STRING);
    if string.capacity() > 2 * most {
        string.shrink_to(most);
    }
}

/// Gives back the room of a list that is more than double its length.
pub(crate) fn trim_list<T>(list: &mut Vec<T>) {
    let most = list.len().max(SHORT_LIST);
    if list.capacity() > 2 * most {
        list.shrink_to(most);
    }
}

impl Storage {
    /// The most bytes that it takes once `more` bytes of text were read.
    pub(crate) fn memory<St>(&self, registers: &Registers<St>, more: usize) -> usize {
        // An attribute and the white space before it are two bytes.
        let attributes = more / 2 + 1;
        let name = match registers.token.kind {
            TokenKind::Tag | TokenKind::Any => registers.token.name.kept_len(&self.scratch),
            _ => 0,
        };
        let last_start_tag = self.last_start_tag.len().max(name + more);
        let buffers = [&self.temporary_buffer, &self.target];
        self.attributes.memory(attributes)
            + self.scratch.memory(attributes, more)
            + self.source.memory(more)
            + self.duplicates.memory(attributes)
            + self.offsets.memory()
            + of_list::<Option<usize>>(self.replaced_errors.len() + 1)
            + of_string(last_start_tag)
            + buffers
                .map(|buffer| of_string(buffer.len() + more))
                .iter()
                .sum::<usize>()
    }

    /// Gives back room that the token under construction does not use.
    pub(crate) fn trim<St>(&mut self, registers: &Registers<St>) {
        if !matches!(registers.token.kind, TokenKind::Tag | TokenKind::Any) {
            self.attributes.clear();
            self.duplicates.clear();
        }
        self.attributes.trim();
        self.scratch.trim();
        self.source.trim();
        self.duplicates.trim();
        self.temporary_buffer.trim();
        self.target.trim();
        self.offsets.trim();
        self.last_start_tag.trim();
        if self.replaced_errors.capacity() > 2 * self.replaced_errors.len().max(SHORT_LIST) {
            self.replaced_errors.shrink_to(SHORT_LIST);
        }
    }
}
