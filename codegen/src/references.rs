//! The tables of named character references and of numeric replacements.
