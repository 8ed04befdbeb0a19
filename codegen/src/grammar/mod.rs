//! The language that rows are written in: one spelling for every clause of the spec.
//!
//! [`Step`] and [`Condition`] are closed enums made from two tables of forms ([`step`] and
//! [`condition`]). A form is the sentence with `{holes}`; the same table parses and prints, so
//! `parse(s).to_string() == s` for every sentence that parses.

mod character;
mod condition;
pub(crate) mod form;
mod matcher;
mod phrase;
mod step;

pub use character::{Char, gloss};
pub use condition::{Condition, Models, parse_conditions};
pub use form::{Form, FormError, nearest};
pub use matcher::{Class, Matcher, NumberRange, Numbers, Set};
pub use phrase::{
    Are, ContentModel, Field, FlagSetting, Is, Number, Quoted, Source, StateName, Token, TokenKind,
    Word,
};
pub use step::Step;
