//! The most memory that a machine takes, for a limit that is not exceeded.
//!
//! A list is counted with the room to which it may grow before it is counted again. Room that is no longer used is given
//! back.

use alloc::string::String;
use alloc::vec::Vec;

/// How many bytes of a string, and elements of a list, are not counted: a fixed amount in all.
const SHORT_STRING: usize = 512;
pub(crate) const SHORT_LIST: usize = 32;

/// The most bytes of a string of this length.
pub(crate) fn of_string(len: usize) -> usize {
    2 * len.saturating_sub(SHORT_STRING)
}

/// The most bytes of a list of this length, which doubles its room when it is full.
pub(crate) fn of_list<T>(len: usize) -> usize {
    2 * size_of::<T>() * len.saturating_sub(SHORT_LIST)
}

/// Gives back the room of a string that is more than double its length.
pub(crate) fn trim_string(string: &mut String) {
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
