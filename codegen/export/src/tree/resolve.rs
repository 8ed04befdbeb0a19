//! What fills the holes of a sentence, in the format. There is one translation for each type of a hole and of a member, so that a form
//! of the format whose members have the names of the holes needs no code of its own.

use super::Scope;
use super::rows::kind;
use crate::conditions::ranges;
use crate::format::Range;
use crate::format::tree::{self, Element, Elements, TokenKind, TreeExpression};
use tokenwright_tables::grammar::{Char, Class, ContentModel, Quoted, StateName, Word};
use tokenwright_tables::tree::grammar::{
    self, Count, ElementType, Expression, Namespace, QuirksMode, Texts, TokenType, Value, Variable,
};

/// The value of a member, by what fills a hole.
pub(super) trait Resolve<Hole, Member> {
    /// # Errors
    /// What cannot be resolved.
    fn resolve(self, hole: &Hole) -> Result<Member, String>;
}

/// A form of the format whose members are resolved from holes with the same names, which are variables here: `resolved!(scope, T::Insert
/// { element })` is `T::Insert { element: scope.resolve(element)? }`.
macro_rules! resolved {
    ($scope:ident, $of:ident::$form:ident { $($member:ident),+ }) => {
        $of::$form { $($member: crate::tree::resolve::Resolve::resolve($scope, $member)?),+ }
    };
}

pub(super) use resolved;

/// The translations: a type of a hole, a type of a member, and the value of the member.
macro_rules! holes {
    ($($hole:ty => $member:ty, |$scope:pat_param, $it:ident| $value:expr;)+) => { $(
        impl Resolve<$hole, $member> for Scope<'_> {
            fn resolve(self, $it: &$hole) -> Result<$member, String> {
                let $scope = self;
                $value
            }
        }
    )+ };
}

holes! {
    Expression => TreeExpression, |scope, it| scope.expression(it);
    Expression => Box<TreeExpression>, |scope, it| scope.expression(it).map(Box::new);
    Box<Expression> => TreeExpression, |scope, it| scope.expression(it);
    Box<Expression> => Box<TreeExpression>, |scope, it| scope.expression(it).map(Box::new);
    Value => TreeExpression, |scope, it| scope.value(it);
    grammar::Elements => Elements, |scope, it| scope.elements(it);
    ElementType => Element, |_, it| Ok(it.into());
    Namespace => String, |_, it| Ok(it.to_string());
    Variable => String, |_, it| Ok(it.0.clone());
    Quoted => String, |_, it| Ok(it.0.clone());
    Word => String, |_, it| Ok(it.0.clone());
    Texts => Vec<String>, |_, it| Ok(it.0.iter().map(|text| text.0.clone()).collect());
    StateName => String, |_, it| Ok(it.0.clone());
    ContentModel => String, |_, it| Ok(it.to_string());
    Char => u32, |_, it| Ok(it.0);
    Count => u32, |_, it| Ok(it.0);
    Class => Vec<Range>, |_, it| Ok(ranges(&it.ranges()));
    TokenType => TokenKind, |_, it| Ok(kind(*it));
    QuirksMode => tree::QuirksMode, |_, it| Ok(match it {
        QuirksMode::Quirks => tree::QuirksMode::Quirks,
        QuirksMode::LimitedQuirks => tree::QuirksMode::LimitedQuirks,
    });
}
