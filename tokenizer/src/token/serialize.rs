//! Serialization by serde, of what is not derived.

use super::stored::TagParts;
use crate::{ErrorCode, Tag};
use alloc::borrow::Cow;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// As the spec spells the code.
impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = Cow::<str>::deserialize(deserializer)?;
        code.parse().map_err(D::Error::custom)
    }
}

/// With the name, the attributes, the flags, the source and all spans.
impl Serialize for Tag<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TagParts::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tag<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        TagParts::deserialize(deserializer).map(|parts| Tag::stored(parts.into_tag()))
    }
}
