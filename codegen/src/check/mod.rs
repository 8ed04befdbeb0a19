//! The rules that a revision's tables must keep, one function each.
