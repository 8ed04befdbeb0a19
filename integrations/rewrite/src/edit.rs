//! The edits of one token.
//!
//! A handler asks for edits while it reads the token, and some cannot be done: they would change how the rest is
//! read. So each is checked when it is asked for, where the handler can answer to the error, and applied when the
//! handler has returned. Content is kept as text until it is known where it is written, since that decides how it is
//! escaped.

use crate::names::{check_attribute_name, check_tag_name};
use crate::{EditError, within};
use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use tokenwright::escape::{self, EscapeError};
use tokenwright::{Span, TextMode};

/// What an edit writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content<'c> {
    /// Text, which is escaped as its place needs it.
    Text(&'c str),
    /// Markup in the encoding of the document, which is written as it is.
    Html(&'c [u8]),
}

/// Bytes to write in one place.
#[derive(Debug, Default)]
pub(crate) struct Insertion {
    pub(crate) bytes: Vec<u8>,
    /// Whether the first of them are escaped text.
    pub(crate) begins_with_text: bool,
}

impl Insertion {
    fn push(&mut self, bytes: &[u8], is_text: bool) {
        if self.bytes.is_empty() {
            self.begins_with_text = is_text;
        }
        self.bytes.extend_from_slice(bytes);
    }
}

/// What is to be done with one attribute.
#[derive(Debug)]
pub(crate) struct AttributeEdit {
    /// The new value; `None` removes the attribute.
    pub(crate) value: Option<String>,
    /// The place among the edits of the tag.
    pub(crate) place: usize,
}

/// What is to be done with one token.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    pub(crate) before: Insertion,
    pub(crate) after: Insertion,
    /// Written in place of the token.
    pub(crate) replacement: Option<Insertion>,
    /// The new name of a tag.
    pub(crate) name: Option<String>,
    /// Attributes by their names.
    pub(crate) attributes: BTreeMap<String, AttributeEdit>,
    /// Written in place of the content of an element; `after` is written after it.
    pub(crate) content: Option<Vec<u8>>,
    pub(crate) removes_element: bool,
    /// Whether there is any edit.
    pub(crate) any: bool,
}

impl Edits {
    /// Forgets the edits of the token before.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.any {
            *self = Edits::default();
        }
    }

    pub(crate) fn edits_tag(&self) -> bool {
        self.name.is_some() || !self.attributes.is_empty()
    }
}

/// A token and what edits need to know about its surroundings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenContext<'e> {
    /// The bytes of the token.
    pub(crate) source: &'e [u8],
    /// The offset of the first of them.
    pub(crate) start: usize,
    /// How the text before the token is read.
    pub(crate) before: TextMode,
    /// How the text after it is read.
    pub(crate) after: TextMode,
    pub(crate) kind: Kind,
    pub(crate) ascii: bool,
    /// Whether the end of the input cuts the token off.
    pub(crate) is_cut_off: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tag,
    Text,
    Comment,
    Other,
}

/// The edits of a text, a comment, a DOCTYPE or a processing instruction.
#[derive(Debug)]
pub struct Edit<'e> {
    pub(crate) edits: &'e mut Edits,
    pub(crate) context: TokenContext<'e>,
}

impl Edit<'_> {
    /// The bytes of the token in the input.
    pub fn source(&self) -> &[u8] {
        self.context.source
    }

    /// Writes content before the token, after what was written there before.
    ///
    /// # Errors
    ///
    /// For [`Content::Text`] in the text of an element such as `script`, [`EditError::TextState`]; with
    /// [`Rewriter::ascii`](super::Rewriter::ascii), [`EditError::NotAscii`] for U+0080 to U+009F, which have no character
    /// references. In `title` and `textarea`, [`EditError::Escape`] for U+0000, which would be read back as U+FFFD.
    pub fn before(&mut self, content: Content<'_>) -> Result<(), EditError> {
        let (bytes, is_text) = self.context.write(content, self.context.before)?;
        self.edits.before.push(&bytes, is_text);
        self.edits.any = true;
        Ok(())
    }

    /// Writes content after the token, after what was written there before.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before), and [`EditError::CutOff`].
    pub fn after(&mut self, content: Content<'_>) -> Result<(), EditError> {
        if self.context.is_cut_off {
            return Err(EditError::CutOff);
        }
        let (bytes, is_text) = self.context.write(content, self.context.after)?;
        self.edits.after.push(&bytes, is_text);
        self.edits.any = true;
        Ok(())
    }

    /// Writes content in place of the token.
    ///
    /// # Errors
    ///
    /// As for [`before`](Self::before) and [`remove`](Self::remove).
    pub fn replace(&mut self, content: Content<'_>) -> Result<(), EditError> {
        let (bytes, is_text) = self.context.write(content, self.context.before)?;
        self.context.check_removal()?;
        let replacement = self.edits.replacement.insert(Insertion::default());
        replacement.push(&bytes, is_text);
        self.edits.any = true;
        Ok(())
    }

    /// Removes the token.
    ///
    /// # Errors
    ///
    /// [`EditError::TextState`] for text of an element such as `script`, whose end would be found elsewhere.
    pub fn remove(&mut self) -> Result<(), EditError> {
        self.replace(Content::Html(b""))
    }

    /// Replaces the data of a comment.
    ///
    /// ```
    /// use tokenwright::Comment;
    /// use tokenwright_rewrite::{Edit, EditError, Rewrite, rewrite};
    ///
    /// struct Upper;
    ///
    /// impl Rewrite for Upper {
    ///     fn comment(&mut self, comment: &Comment<'_>, edit: &mut Edit<'_>) -> Result<(), EditError> {
    ///         edit.set_comment(&comment.data.to_uppercase())
    ///     }
    /// }
    ///
    /// assert_eq!(rewrite(b"<!-- a --></b c>", Upper)?, b"<!-- A --></b c>");
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::Escape`] if the data would not be read back as it is, as for [`escape::comment`], and for a token that
    /// is no comment [`EditError::TextState`].
    pub fn set_comment(&mut self, data: &str) -> Result<(), EditError> {
        if self.context.kind != Kind::Comment {
            return Err(EditError::TextState);
        }
        let data = self.context.plain(escape::comment(data)?)?;
        let bytes = ["<!--", data, "-->"].concat();
        self.replace(Content::Html(bytes.as_bytes()))
    }
}

/// The edits of a tag.
#[derive(Debug)]
pub struct TagEdit<'e> {
    pub(crate) edit: Edit<'e>,
    pub(crate) name: &'e str,
    pub(crate) is_end_tag: bool,
    pub(crate) scripting: bool,
}

impl TagEdit<'_> {
    /// The bytes of the tag in the input.
    pub fn source(&self) -> &[u8] {
        self.edit.source()
    }

    /// The bytes of the input at a span of the tag, such as that of an attribute's value: in the encoding of the document,
    /// with character references as they are written.
    pub fn bytes(&self, span: Span) -> &[u8] {
        within(self.edit.context.source, self.edit.context.start, span)
    }

    /// Writes content before the tag; see [`Edit::before`].
    ///
    /// # Errors
    ///
    /// As for [`Edit::before`].
    pub fn before(&mut self, content: Content<'_>) -> Result<(), EditError> {
        self.edit.before(content)
    }

    /// Writes content after the tag; see [`Edit::after`].
    ///
    /// # Errors
    ///
    /// As for [`Edit::before`].
    pub fn after(&mut self, content: Content<'_>) -> Result<(), EditError> {
        self.edit.after(content)
    }

    /// Writes content in place of the tag.
    ///
    /// # Errors
    ///
    /// As for [`Edit::before`] and [`remove`](Self::remove).
    pub fn replace(&mut self, content: Content<'_>) -> Result<(), EditError> {
        self.edit.replace(content)
    }

    /// Removes the tag. The content of the element, and the other tag of the element, stay.
    ///
    /// # Errors
    ///
    /// [`EditError::TextState`] if the tag begins or ends an element such as `script` or `title`, whose content would be
    /// read in another way.
    pub fn remove(&mut self) -> Result<(), EditError> {
        self.edit.remove()
    }

    /// Changes the name of the tag. The other tag of the element keeps its name.
    ///
    /// ```
    /// use tokenwright::Tag;
    /// use tokenwright_rewrite::{EditError, Rewrite, TagEdit, rewrite};
    ///
    /// struct Strong;
    ///
    /// impl Rewrite for Strong {
    ///     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         if tag.name() == "b" { edit.rename("strong") } else { Ok(()) }
    ///     }
    ///
    ///     fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         self.start_tag(tag, edit)
    ///     }
    /// }
    ///
    /// assert_eq!(rewrite(b"<B id=1>b</b >", Strong)?, b"<strong id=1>b</strong >");
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::Name`] if it is no name of a tag, and [`EditError::TextState`] if either name is that of an element
    /// such as `script` or `title`.
    pub fn rename(&mut self, name: &str) -> Result<(), EditError> {
        let context = &self.edit.context;
        check_tag_name(name, context.ascii)?;
        context.check_removal()?;
        let lower = name.to_ascii_lowercase();
        if !self.is_end_tag && TextMode::after_start_tag(&lower, self.scripting).is_some() {
            return Err(EditError::TextState);
        }
        self.edit.edits.name = Some(name.to_owned());
        self.edit.edits.any = true;
        Ok(())
    }

    /// Gives an attribute this value. A value in the tag is replaced in its quotation marks; an attribute that the tag does
    /// not have is added after the tag's name.
    ///
    /// # Errors
    ///
    /// [`EditError::Name`] if it is no name of an attribute, [`EditError::Escape`] if the value has U+0000, which would be
    /// read back as U+FFFD, and with [`Rewriter::ascii`](super::Rewriter::ascii) [`EditError::NotAscii`], as for
    /// [`Edit::before`].
    pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), EditError> {
        check_attribute_name(name, self.edit.context.ascii)?;
        refuse_nul(value)?;
        if self.edit.context.ascii {
            references_beyond_ascii(value)?;
        }
        self.push_attribute(name, Some(value.to_owned()));
        Ok(())
    }

    /// Removes an attribute, and all others with this name, which the tokenizer ignores.
    pub fn remove_attribute(&mut self, name: &str) {
        self.push_attribute(name, None);
    }

    fn push_attribute(&mut self, name: &str, value: Option<String>) {
        let edits = &mut *self.edit.edits;
        edits.any = true;
        let name = name.to_ascii_lowercase();
        let place = edits.attributes.len();
        let edit = edits.attributes.entry(name);
        edit.or_insert(AttributeEdit { value: None, place }).value = value;
    }

    /// Replaces the content of an element whose content is only text: `title`, `textarea`, `script`, `style`, `xmp`,
    /// `iframe`, `noembed`, `noframes`, and `noscript` where scripts run. In `svg` and `math` the content of these is
    /// markup.
    ///
    /// The handler does not receive the content. What [`after`](Self::after) writes comes before the new text.
    ///
    /// ```
    /// use tokenwright::Tag;
    /// use tokenwright_rewrite::{EditError, Rewrite, TagEdit, rewrite};
    ///
    /// struct Title;
    ///
    /// impl Rewrite for Title {
    ///     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         if tag.name() == "title" { edit.set_text("1 < 2") } else { Ok(()) }
    ///     }
    /// }
    ///
    /// assert_eq!(rewrite(b"<title>old</title>", Title)?, b"<title>1 &lt; 2</title>");
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::NotTextElement`] for other elements and for end tags, and the errors of [`escape::raw_text`]; for U+0000
    /// also in `title` and `textarea`.
    pub fn set_text(&mut self, text: &str) -> Result<(), EditError> {
        let context = &self.edit.context;
        let bytes = match context.after {
            _ if self.is_end_tag => return Err(EditError::NotTextElement),
            TextMode::Data | TextMode::Plaintext => return Err(EditError::NotTextElement),
            TextMode::Rcdata => context.escape(text, TextMode::Rcdata)?.into_owned(),
            TextMode::Rawtext | TextMode::ScriptData => context
                .plain(escape::raw_text(self.name, text)?)?
                .to_owned(),
        };
        self.edit.edits.content = Some(bytes.into_bytes());
        self.edit.edits.any = true;
        Ok(())
    }

    /// Removes an element whose content is only text, as listed at [`set_text`](Self::set_text), or `plaintext`: the start
    /// tag, its content, and its end tag, which the handler does not receive.
    ///
    /// ```
    /// use tokenwright::Tag;
    /// use tokenwright_rewrite::{EditError, Rewrite, TagEdit, rewrite};
    ///
    /// struct WithoutStyles;
    ///
    /// impl Rewrite for WithoutStyles {
    ///     fn start_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         match tag.name() {
    ///             // In `svg`, where a style may have elements, its tags are removed.
    ///             "style" => edit.remove_element().or_else(|_| edit.remove()),
    ///             _ => Ok(()),
    ///         }
    ///     }
    ///
    ///     fn end_tag(&mut self, tag: &Tag<'_>, edit: &mut TagEdit<'_>) -> Result<(), EditError> {
    ///         if tag.name() == "style" { edit.remove() } else { Ok(()) }
    ///     }
    /// }
    ///
    /// let document = b"<style><i></style><svg><style/><style><i></style></svg>";
    /// assert_eq!(rewrite(document, WithoutStyles)?, b"<svg><i></svg>");
    /// # Ok::<_, tokenwright_rewrite::RewriteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::NotTextElement`] for other elements, also for those of `svg` and `math`, and for end tags.
    pub fn remove_element(&mut self) -> Result<(), EditError> {
        if self.is_end_tag || self.edit.context.after == TextMode::Data {
            return Err(EditError::NotTextElement);
        }
        self.edit.edits.removes_element = true;
        self.edit.edits.any = true;
        Ok(())
    }
}

impl TokenContext<'_> {
    /// The bytes to write for content in text of this mode, and whether they are escaped text.
    fn write<'c>(
        &self,
        content: Content<'c>,
        mode: TextMode,
    ) -> Result<(Cow<'c, [u8]>, bool), EditError> {
        let text = match content {
            Content::Html(bytes) => return Ok((Cow::Borrowed(bytes), false)),
            Content::Text(text) => text,
        };
        match mode {
            TextMode::Data | TextMode::Rcdata => {}
            _ => return Err(EditError::TextState),
        }
        Ok(match self.escape(text, mode)? {
            Cow::Borrowed(text) => (Cow::Borrowed(text.as_bytes()), true),
            Cow::Owned(text) => (Cow::Owned(text.into_bytes()), true),
        })
    }

    fn escape<'c>(&self, text: &'c str, mode: TextMode) -> Result<Cow<'c, str>, EditError> {
        if mode == TextMode::Rcdata {
            refuse_nul(text)?;
        }
        let escaped = escape::text(text);
        if !self.ascii || escaped.is_ascii() {
            return Ok(escaped);
        }
        Ok(Cow::Owned(references_beyond_ascii(&escaped)?))
    }

    /// Text that has no escaped form.
    fn plain<'c>(&self, text: &'c str) -> Result<&'c str, EditError> {
        match self.ascii && !text.is_ascii() {
            true => Err(EditError::NotAscii),
            false => Ok(text),
        }
    }

    /// Whether the text around the token is read in the same way without it.
    fn check_removal(&self) -> Result<(), EditError> {
        let is_same = match self.kind {
            Kind::Text => matches!(self.before, TextMode::Data | TextMode::Rcdata),
            _ => (self.before, self.after) == (TextMode::Data, TextMode::Data),
        };
        if is_same {
            Ok(())
        } else {
            Err(EditError::TextState)
        }
    }
}

/// Refuses U+0000, which has no reference, where it is read as U+FFFD.
fn refuse_nul(text: &str) -> Result<(), EditError> {
    match text.find('\0') {
        Some(at) => Err(EscapeError::Changes {
            at,
            character: '\0',
        }
        .into()),
        None => Ok(()),
    }
}

/// Escaped text with references for all characters beyond ASCII.
pub(crate) fn references_beyond_ascii(escaped: &str) -> Result<String, EditError> {
    let mut ascii = String::with_capacity(escaped.len());
    for c in escaped.chars() {
        match c {
            // The numbers of these represent other characters.
            '\u{80}'..='\u{9F}' => return Err(EditError::NotAscii),
            _ if c.is_ascii() => ascii.push(c),
            _ => write!(ascii, "&#{};", u32::from(c)).expect("writing to a string never fails"),
        }
    }
    Ok(ascii)
}
