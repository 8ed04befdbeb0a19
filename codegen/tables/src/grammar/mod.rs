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
    use super::{Condition, Form, Step};

    #[test]
    fn every_example_parses_and_prints_back() {
        let same = |parsed: Option<String>, form: &Form| {
            assert_eq!(
                parsed.as_deref(),
                Some(form.example),
                "the example of `{}`",
                form.pattern
            );
        };
        for form in Step::FORMS {
            same(Step::parse(form.example).ok().map(|s| s.to_string()), form);
        }
        for form in Condition::FORMS {
            same(
                Condition::parse(form.example).ok().map(|c| c.to_string()),
                form,
            );
        }
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
