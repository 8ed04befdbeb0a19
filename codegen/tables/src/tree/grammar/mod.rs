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

#[cfg(test)]
mod tests {
    use super::{Expression, TreeCondition, TreeStep};

    /// What is in a hole is found by its name: its type, the list that it names, an insertion mode.
    #[test]
    fn holes_have_the_names_that_the_form_gives_them() {
        fn names(form: &crate::grammar::Form) -> Vec<&'static str> {
            let holes = form.pattern.split('{').skip(1);
            holes
                .filter_map(|rest| Some(rest.split_once('}')?.0))
                .collect()
        }
        fn found(holes: crate::grammar::Holes<'_>) -> Vec<&'static str> {
            holes.into_iter().map(|(name, _)| name).collect()
        }
        for form in TreeStep::FORMS {
            let parsed = TreeStep::parse(form.example).expect(form.example);
            assert_eq!(found(parsed.holes()), names(form));
        }
        for form in TreeCondition::FORMS {
            let parsed = TreeCondition::parse(form.example).expect(form.example);
            assert_eq!(found(parsed.holes()), names(form));
        }
        for form in Expression::FORMS {
            let parsed = Expression::parse(form.example).expect(form.example);
            assert_eq!(found(parsed.holes()), names(form));
        }
    }

    #[test]
    fn every_example_parses_and_prints_back() {
        for form in TreeStep::FORMS {
            let parsed = TreeStep::parse(form.example).map(|step| step.to_string());
            assert_eq!(parsed.as_deref(), Ok(form.example), "{}", form.pattern);
        }
        for form in TreeCondition::FORMS {
            let parsed = TreeCondition::parse(form.example).map(|it| it.to_string());
            assert_eq!(parsed.as_deref(), Ok(form.example), "{}", form.pattern);
        }
        for form in Expression::FORMS {
            let parsed = Expression::parse(form.example).map(|it| it.to_string());
            assert_eq!(parsed.as_deref(), Ok(form.example), "{}", form.pattern);
        }
    }
}
