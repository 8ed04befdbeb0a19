//! What holds Tokenwright to its word.
