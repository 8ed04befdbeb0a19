//! The interpreter: runs the model as written, character by character.
