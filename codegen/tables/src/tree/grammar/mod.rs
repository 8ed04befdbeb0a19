//! The sentences of tree construction: steps, conditions and expressions.

mod condition;
mod expression;
mod parts;
mod phrase;
mod step;

pub use condition::TreeCondition;
pub use expression::{Count, Expression};
pub use parts::{Parts, Set as PartSet};
pub use phrase::{
    Call, ElementType, Elements, Has, Namespace, QuirksMode, Texts, TokenType, Value, Variable, Was,
};
pub use step::TreeStep;
