//! Lists of forms as tables, so that a form is a line: with serde's attributes and a comment for each member, it would be five.

/// Declares an enum of the format. `member: Type = "meaning"` gives the member a doc comment, of which the schema and its documentation
/// are made. In JSON, a form is an object with its name as the first member.
macro_rules! forms {
    (
        $(#[$of:meta])*
        pub enum $name:ident by $tag:literal {
            $($(#[$form:meta])* $variant:ident $({ $($member:ident: $kind:ty = $meaning:literal),+ $(,)? })?,)+
        }
    ) => {
        $(#[$of])*
        #[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
        #[serde(tag = $tag, rename_all = "kebab-case", rename_all_fields = "camelCase")]
        pub enum $name {
            $($(#[$form])* $variant $({ $(#[doc = $meaning] $member: $kind,)+ })?,)+
        }
    };
}

pub(super) use forms;
