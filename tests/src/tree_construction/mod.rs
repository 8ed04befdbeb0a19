//! Tokens as a tree builder has them read: html5lib's tree-construction tests, and html5ever as the oracle.

mod cases;
mod compiled;
mod details;
pub mod deviations;
mod html5ever;
mod input;
mod interpreted;
mod ours;
pub mod random;

pub use cases::{Case, read};
pub use compiled::{compiled, compiled_in, compiled_parts};
pub use details::check_details;
pub use html5ever::tokens as expected;
pub use input::{Input, namespace, qualified_name};
pub use interpreted::{interpreted, interpreted_in, interpreted_tokens, parsed};
pub use ours::{
    Followed, tokens as followed, tokens_of_chunks as followed_in_chunks,
    tokens_with as followed_with,
};
