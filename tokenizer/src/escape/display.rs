//! Tokens as HTML.

use crate::escape;
use crate::{Attribute, Comment, Doctype, ProcessingInstruction, Quote, Tag, Text, Token};
use core::fmt::{self, Display, Formatter};

/// Writes HTML that is read as the same token.
///
/// ```
/// use tokenwright::tokens;
///
/// let html = "<!doctype html><A HREF='?a&b' x>1 &lt; 2</a ><! x>";
/// let written: String = tokens(html).map(|token| token.to_string()).collect();
/// let expected = "<!DOCTYPE html><a href=\"?a&amp;b\" x=\"\">1 &lt; 2</a><!-- x-->";
/// assert_eq!(written, expected);
/// ```
///
/// The spans differ, and text is escaped as in [`Text`]'s form: for the data state. A token that was not read from a
/// document may have no HTML that gives it, such as a comment that contains `-->`.
impl Display for Token<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Token::Doctype(doctype) => doctype.fmt(f),
            Token::StartTag(tag) | Token::EndTag(tag) => tag.fmt(f),
            Token::Comment(comment) => comment.fmt(f),
            Token::ProcessingInstruction(instruction) => instruction.fmt(f),
            Token::Text(text) => text.fmt(f),
        }
    }
}

/// Writes the text as in [`escape::text`]. That is wrong inside of `script` and `style`, where nothing is escaped.
impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&escape::text(&self.text))
    }
}

/// Writes the tag with each value in double quotation marks.
impl Display for Tag<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_end_tag() { "</" } else { "<" })?;
        f.write_str(self.name())?;
        for attribute in self.attributes() {
            write!(f, " {attribute}")?;
        }
        f.write_str(if self.is_self_closing() { " />" } else { ">" })
    }
}

/// Writes the name, and the value in double quotation marks: `href="?a&amp;b"`.
impl Display for Attribute<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = escape::value(self.value(), Quote::Double).map_err(|_| fmt::Error)?;
        write!(f, "{}=\"{value}\"", self.name())
    }
}

/// Writes `<!--`, the data and `-->`.
impl Display for Comment<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "<!--{}-->", self.data)
    }
}

/// Writes `<?`, the target, the data and `?>`.
impl Display for ProcessingInstruction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "<?{}", self.target)?;
        if !self.data.is_empty() {
            write!(f, " {}", self.data)?;
        }
        f.write_str("?>")
    }
}

/// Writes a DOCTYPE. One with the force-quirks flag is written with an error that sets it.
impl Display for Doctype<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<!DOCTYPE")?;
        if let Some(name) = &self.name {
            write!(f, " {name}")?;
        }
        // An identifier that the `>` cuts off sets the force-quirks flag.
        let is_cut_off = self.force_quirks;
        match (&self.public_identifier, &self.system_identifier) {
            (Some(public), Some(system)) => {
                f.write_str(" PUBLIC ")?;
                identifier(f, public, false)?;
                f.write_str(" ")?;
                identifier(f, system, is_cut_off)?;
            }
            (Some(public), None) => {
                f.write_str(" PUBLIC ")?;
                identifier(f, public, is_cut_off)?;
            }
            (None, Some(system)) => {
                f.write_str(" SYSTEM ")?;
                identifier(f, system, is_cut_off)?;
            }
            (None, None) if self.force_quirks && self.name.is_some() => f.write_str(" ?")?,
            (None, None) => {}
        }
        f.write_str(">")
    }
}

/// Writes an identifier in the quotation marks that it does not contain, and without the second one if it is cut off.
fn identifier(f: &mut Formatter<'_>, identifier: &str, is_cut_off: bool) -> fmt::Result {
    let quote = if identifier.contains('"') { '\'' } else { '"' };
    write!(f, "{quote}{identifier}")?;
    match is_cut_off {
        true => Ok(()),
        false => write!(f, "{quote}"),
    }
}
