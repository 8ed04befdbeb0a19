//! The table of a list of forms: each has a line with its members, their types and what they mean.

/// Declares an enum of the format. In JSON, a form is an object with its name as the first member.
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
