//! The registers of a run.
//!
//! They are those of the runtime without its representation: a string where the machine has a range or a scratch
//! buffer. The interpreter has registers of the section instead, and no type is shared with it: a mistake in common
//! would be invisible to the proof. The prover compares the two field by field.

use super::halt::Halt;
use tokenwright_compiler::ir::StateId;
use tokenwright_tables::grammar::{ContentModel, Field, Mode};

/// The registers: every value that outlives a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramRegisters {
    /// The state that runs next.
    pub state: StateId,
    /// The return state, once a step has set it.
    pub return_state: StateId,
    /// The state that switched to this one, if a state depends on it.
    pub came_from: StateId,
    /// The state that continues after a procedure returns.
    pub caller: StateId,
    /// The characters that a procedure returned; `None` if it returned nothing.
    pub returned: Option<String>,
    /// The index into the chunk at which a procedure began.
    pub mark: Option<usize>,
    /// The contents of the temporary buffer.
    pub temporary_buffer: String,
    /// The value of `target`, which `let target be` sets.
    pub target: String,
    /// The character reference code; all codes beyond U+10FFFF are equivalent.
    pub code: u32,
    /// The additional allowed character.
    pub additional_allowed: Option<char>,
    /// Whether hexadecimal digits count.
    pub hex_digits: bool,
    /// Whether digits are read in base 16.
    pub hexadecimal: bool,
    /// Whether digits were matched.
    pub matched_any: bool,
    /// The name matched last, and its replacement.
    pub matched: Option<(String, String)>,
    /// The content model flag.
    pub content_model: ContentModel,
    /// The escape flag.
    pub escape: bool,
    /// The switch with which tree construction has answered a tag, until it is performed.
    pub switch: Option<Mode>,
    /// Whether the adjusted current node is foreign.
    pub foreign: bool,
    /// The tag name of the last start tag.
    pub last_start_tag: Option<String>,
    /// The tag under construction.
    pub tag: Option<TagRegister>,
    /// The comment under construction.
    pub comment: Option<String>,
    /// The DOCTYPE under construction.
    pub doctype: Option<Doctype>,
    /// The processing instruction under construction: target and data.
    pub processing_instruction: Option<(String, String)>,
}

/// Name and value.
pub type Attribute = (String, String);

/// A tag under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TagRegister {
    /// Whether it is an end tag.
    pub is_end: bool,
    /// The tag name so far.
    pub name: String,
    /// Its self-closing flag.
    pub self_closing: bool,
    /// Names and values, in source order.
    pub attributes: Vec<Attribute>,
    /// The current attribute, once it was removed.
    pub removed: Option<Attribute>,
}

/// A DOCTYPE under construction. A missing field differs from an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Doctype {
    /// The DOCTYPE's name; `None` if it is missing.
    pub name: Option<String>,
    /// Its public identifier.
    pub public: Option<String>,
    /// Its system identifier.
    pub system: Option<String>,
    /// Its force-quirks flag.
    pub force_quirks: bool,
}

impl TagRegister {
    /// Starts a new attribute.
    pub(super) fn start_attribute(&mut self) {
        self.removed = None;
        self.attributes.push(Attribute::default());
    }

    /// Removes the current attribute, which still receives appended characters.
    pub(super) fn remove_attribute(&mut self) {
        if self.removed.is_none() {
            self.removed = self.attributes.pop();
        }
    }

    /// The current attribute, and those before it.
    fn current(&self) -> Option<(&Attribute, &[Attribute])> {
        match &self.removed {
            Some(removed) => Some((removed, &self.attributes)),
            None => self.attributes.split_last(),
        }
    }

    /// Removes the attributes before the current one that have its name.
    pub(super) fn remove_earlier(&mut self) {
        let Some(((name, _), before)) = self.current() else {
            return;
        };
        let keep: Vec<Attribute> = before
            .iter()
            .filter(|(other, _)| other != name)
            .cloned()
            .collect();
        let last = match self.removed {
            Some(_) => None,
            None => self.attributes.pop(),
        };
        self.attributes = keep;
        self.attributes.extend(last);
    }

    /// Whether an attribute before the current one has its name.
    pub(super) fn is_duplicate(&self) -> bool {
        self.current()
            .is_some_and(|((name, _), before)| before.iter().any(|(other, _)| other == name))
    }

    fn current_mut(&mut self) -> Option<&mut Attribute> {
        match &mut self.removed {
            Some(removed) => Some(removed),
            None => self.attributes.last_mut(),
        }
    }
}

impl ProgramRegisters {
    pub(super) fn new(state: StateId) -> Self {
        ProgramRegisters {
            state,
            return_state: state,
            came_from: state,
            caller: state,
            returned: None,
            mark: None,
            temporary_buffer: String::new(),
            target: String::new(),
            code: 0,
            additional_allowed: None,
            hex_digits: false,
            hexadecimal: false,
            matched_any: false,
            matched: None,
            content_model: ContentModel::Pcdata,
            escape: false,
            foreign: false,
            last_start_tag: None,
            tag: None,
            comment: None,
            doctype: None,
            processing_instruction: None,
            switch: None,
        }
    }

    pub(super) fn tag(&mut self) -> Result<&mut TagRegister, Halt> {
        self.tag.as_mut().ok_or_else(|| stuck("no tag token"))
    }

    pub(super) fn doctype(&mut self) -> Result<&mut Doctype, Halt> {
        self.doctype
            .as_mut()
            .ok_or_else(|| stuck("no DOCTYPE token"))
    }

    /// A field to write to; a missing one becomes empty.
    pub(super) fn field(&mut self, field: Field) -> Result<&mut String, Halt> {
        match field {
            Field::TemporaryBuffer => Ok(&mut self.temporary_buffer),
            Field::TagName => Ok(&mut self.tag()?.name),
            Field::AttributeName | Field::AttributeValue => {
                let attribute = self.tag()?.current_mut();
                let (name, value) = attribute.ok_or_else(|| stuck("no attribute"))?;
                Ok(match field {
                    Field::AttributeName => name,
                    _ => value,
                })
            }
            Field::CommentData => self.comment.as_mut().ok_or_else(|| stuck("no comment")),
            Field::DoctypeName => Ok(self.doctype()?.name.get_or_insert_default()),
            Field::PublicIdentifier => Ok(self.doctype()?.public.get_or_insert_default()),
            Field::SystemIdentifier => Ok(self.doctype()?.system.get_or_insert_default()),
            Field::ProcessingInstructionData => match &mut self.processing_instruction {
                Some((_, data)) => Ok(data),
                None => Err(stuck("no processing instruction")),
            },
        }
    }
}

pub(super) fn stuck(why: &str) -> Halt {
    Halt::Stuck(why.to_owned())
}
