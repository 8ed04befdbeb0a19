//! Sets of at most 64 named members, as the bits of a number.

/// Declares such a set with a constant for each member; `$meets` asks whether two sets have a member in common.
macro_rules! bits {
    (
        $(#[$meta:meta])*
        $set:ident($bits:ty), $meets:ident {
            $($name:ident = $bit:literal: $what:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set($bits);

        impl $set {
            $(#[doc = $what] pub const $name: $set = $set(1 << $bit);)+
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// The union.
            #[must_use]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// The members of both.
            #[must_use]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// The members that are not in another set.
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// Whether some member is in both.
            #[must_use]
            pub const fn $meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }
        }
    };
}

pub(crate) use bits;
