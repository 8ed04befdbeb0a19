//! The tables of rules, which map the words of a page to their meaning.
//!
//! A pattern is a sentence, or a clause of one, after `super::normalise`: words, choices
//! `[one|other|]` and typed `{holes}`. A rule fits a whole clause or not at all, so a word more or
//! less is another clause. The writer uses the first branch of each choice, so that is the wording of today.

mod conditions;
mod outside;
mod steps;
mod without_effect;

pub use conditions::CONDITIONS;
pub use outside::{OUTSIDE, Outside, OutsideRule};
pub use steps::STEPS;
pub use without_effect::WITHOUT_EFFECT;

/// A clause that is one or more steps.
#[derive(Clone, Copy, Debug)]
pub struct StepRule {
    /// The name in reports.
    pub name: &'static str,
    /// The words of the page.
    pub pattern: &'static str,
    /// The steps, in the table language, with `{0}` for the value of the first hole.
    pub makes: &'static [&'static str],
}

/// A clause that is a condition.
#[derive(Clone, Copy, Debug)]
pub struct ConditionRule {
    /// The name in reports.
    pub name: &'static str,
    /// The words of the page.
    pub pattern: &'static str,
    /// Alternatives of conditions that hold together.
    pub means: &'static [&'static [&'static str]],
}

/// A sentence without an effect on a tokenizer.
#[derive(Clone, Copy, Debug)]
pub struct SilentRule {
    /// The name in reports.
    pub name: &'static str,
    /// The words of the page.
    pub pattern: &'static str,
    /// Why it has no effect.
    pub because: &'static str,
}
