//! Differences between our tokenizer and others: one binary, a module for each topic.

mod differences;
mod disagreements;
mod reports;
