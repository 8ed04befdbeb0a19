//! The language of rows: one spelling for every clause of the spec.
//!
//! [`Step`] and [`Condition`] are closed enums made from two tables of forms (`step` and
//! `condition`). A form is the sentence with `{holes}`; the same table parses and prints, so
//! `parse(s).to_string() == s` for every sentence that parses.

mod character;
mod condition;
pub(crate) mod form;
mod matcher;
mod mend;
mod phrase;
mod step;

pub use character::{Char, gloss};
pub use condition::{Condition, Models};
pub use form::{Form, FormError, Holes, HolesMut, nearest};
pub use matcher::{Class, Matcher, NumberRange, Numbers, Set};
pub use mend::{Mended, mend};
pub use phrase::{
    Are, ContentModel, Field, FlagSetting, Is, Mode, Number, Quoted, Source, StateName, Token,
    TokenKind, Word,
};
pub(crate) use phrase::{conjuncts, named, names, phrases};
pub use step::Step;

#[cfg(test)]
mod tests {
    use super::{Condition, Holes, Step};
    use crate::tree::grammar::{Expression, TreeCondition, TreeStep};

    fn names(holes: &Holes<'_>) -> Vec<&'static str> {
        holes.iter().map(|(name, _)| *name).collect()
    }

    /// What is in a hole is found by its name: its type, the list that it names, an insertion mode.
    #[test]
    fn every_example_parses_with_the_holes_of_its_form_and_prints_back() {
        macro_rules! check {
            ($($name:ident),+) => {
                $(for form in $name::FORMS {
                    let parsed = $name::parse(form.example).expect(form.example);
                    assert_eq!(parsed.to_string(), form.example, "{}", form.pattern);
                    let holes = form.pattern.split('{').skip(1);
                    let holes = holes.filter_map(|rest| Some(rest.split_once('}')?.0));
                    assert_eq!(names(&parsed.holes()), holes.collect::<Vec<_>>());
                })+
            };
        }
        check!(Step, Condition, TreeStep, TreeCondition, Expression);
    }

    #[test]
    fn a_hole_grows_until_every_hole_fits() {
        let step =
            "append a code point equal to the character reference code to the temporary buffer";
        assert_eq!(Step::parse(step).map(|s| s.to_string()), Ok(step.into()));
        let condition = "the last character matched is not U+003B (;)";
        let parsed = Condition::parse(condition).map(|c| c.to_string());
        assert_eq!(parsed, Ok(condition.into()));
    }
}
