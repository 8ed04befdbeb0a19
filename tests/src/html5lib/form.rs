//! The JSON format of a file of tests.

use super::string::CodeUnits;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A file. A file of another kind of tests has no `tests`.
#[derive(Debug, Deserialize)]
pub(super) struct File {
    #[serde(default)]
    pub(super) tests: Vec<Test>,
}

/// A test.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Test {
    pub(super) description: String,
    pub(super) input: CodeUnits,
    pub(super) output: Vec<Item>,
    /// Since 2012.
    pub(super) initial_states: Option<Vec<String>>,
    /// Before.
    pub(super) content_model_flags: Option<Vec<String>>,
    pub(super) last_start_tag: Option<String>,
    /// Since errors have names.
    #[serde(default)]
    pub(super) errors: Vec<Error>,
    #[serde(default)]
    pub(super) double_escaped: bool,
    #[serde(default)]
    pub(super) ignore_error_order: bool,
}

/// A parse error with a name.
#[derive(Debug, Deserialize)]
pub(super) struct Error {
    pub(super) code: String,
    pub(super) line: usize,
    pub(super) col: usize,
}

/// One entry of `output`.
#[derive(Debug)]
pub(super) enum Item {
    /// `"ParseError"`, before errors had names.
    ParseError,
    /// Name, public identifier, system identifier, and whether force-quirks is off.
    Doctype(
        Option<CodeUnits>,
        Option<CodeUnits>,
        Option<CodeUnits>,
        bool,
    ),
    /// Name, attributes, and the self-closing flag where it is written.
    StartTag(CodeUnits, Vec<(CodeUnits, CodeUnits)>, bool),
    EndTag(CodeUnits),
    Comment(CodeUnits),
    Character(CodeUnits),
    /// Target and data.
    ProcessingInstruction(CodeUnits, CodeUnits),
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items;

        impl<'de> Visitor<'de> for Items {
            type Value = Item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"ParseError\" or a token")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Item, E> {
                match text {
                    "ParseError" => Ok(Item::ParseError),
                    other => Err(E::custom(format!("\"{other}\" is no entry of an output"))),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Item, A::Error> {
                let kind: String = field(&mut fields)?;
                Ok(match kind.as_str() {
                    "DOCTYPE" => Item::Doctype(
                        field(&mut fields)?,
                        field(&mut fields)?,
                        field(&mut fields)?,
                        field(&mut fields)?,
                    ),
                    "StartTag" => {
                        let name = field(&mut fields)?;
                        let Attributes(attributes) = field(&mut fields)?;
                        let self_closing = fields.next_element()?.unwrap_or(false);
                        Item::StartTag(name, attributes, self_closing)
                    }
                    "EndTag" => Item::EndTag(field(&mut fields)?),
                    "Comment" => Item::Comment(field(&mut fields)?),
                    "Character" => Item::Character(field(&mut fields)?),
                    "ProcessingInstruction" => {
                        Item::ProcessingInstruction(field(&mut fields)?, field(&mut fields)?)
                    }
                    other => {
                        return Err(A::Error::custom(format!("\"{other}\" is no kind of token")));
                    }
                })
            }
        }

        deserializer.deserialize_any(Items)
    }
}

/// The next field of a token, which is required.
fn field<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(fields: &mut A) -> Result<T, A::Error> {
    let field = fields.next_element()?;
    field.ok_or_else(|| A::Error::custom("a token that is too short"))
}

/// The attributes of a tag.
struct Attributes(Vec<(CodeUnits, CodeUnits)>);

impl<'de> Deserialize<'de> for Attributes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Attributes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of attributes")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Attributes, A::Error> {
                let mut attributes = Vec::new();
                while let Some(attribute) = map.next_entry()? {
                    attributes.push(attribute);
                }
                Ok(Attributes(attributes))
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}
