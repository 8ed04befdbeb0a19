//! Tokens as tree construction gets them.

use super::super::words::{describe, shown};
use tokenwright_interpreter::tree::TreeToken;

/// A token in one line.
pub(super) fn words(token: &TreeToken) -> String {
    match token {
        TreeToken::Character(character) => format!("character {}", shown(Some(*character))),
        token => describe(&token.clone().into()),
    }
}
