//! Error codes from and to text.

use crate::ErrorCode;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

impl ErrorCode {
    /// What the error means, in a sentence without a full stop.
    ///
    /// ```
    /// use tokenwright::ErrorCode;
    ///
    /// let code = ErrorCode::DuplicateAttribute;
    /// assert_eq!(code.description(), "a tag has two attributes with the same name; the later one is ignored");
    /// ```
    pub fn description(self) -> &'static str {
        let described = DESCRIPTIONS.binary_search_by(|(code, _)| (*code).cmp(self.as_str()));
        described.map_or("the input does not conform to the HTML Standard", |at| {
            DESCRIPTIONS[at].1
        })
    }
}

impl FromStr for ErrorCode {
    type Err = UnknownErrorCode;

    /// Reads a code as the spec spells it.
    ///
    /// ```
    /// use tokenwright::ErrorCode;
    ///
    /// assert_eq!("eof-in-tag".parse(), Ok(ErrorCode::EofInTag));
    /// let error = "eof-in-tga".parse::<ErrorCode>().unwrap_err();
    /// assert_eq!(error.to_string(), "no parse error has the code `eof-in-tga`");
    /// ```
    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let found = ErrorCode::ALL.binary_search_by(|known| known.as_str().cmp(code));
        match found {
            Ok(at) => Ok(ErrorCode::ALL[at]),
            Err(_) => Err(UnknownErrorCode(code.to_owned())),
        }
    }
}

/// A string that is not the code of a parse error.
///
/// [`ErrorCode::from_str`] returns it. Codes are case-sensitive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownErrorCode(String);

impl fmt::Display for UnknownErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no parse error has the code `{}`", self.0)
    }
}

impl core::error::Error for UnknownErrorCode {}

/// A description of each code, sorted by code.
const DESCRIPTIONS: &[(&str, &str)] = &[
    (
        "abrupt-closing-of-empty-comment",
        "a comment is closed right after `<!--` by `>` or `->`",
    ),
    (
        "abrupt-doctype-public-identifier",
        "a DOCTYPE ends inside its public identifier",
    ),
    (
        "abrupt-doctype-system-identifier",
        "a DOCTYPE ends inside its system identifier",
    ),
    (
        "absence-of-digits-in-numeric-character-reference",
        "a numeric character reference has no digits",
    ),
    (
        "cdata-in-html-content",
        "a CDATA section outside SVG and MathML content is read as a comment",
    ),
    (
        "character-reference-outside-unicode-range",
        "a numeric character reference is above U+10FFFF and becomes U+FFFD",
    ),
    (
        "control-character-in-input-stream",
        "the input contains a control character other than white space and NUL",
    ),
    (
        "control-character-reference",
        "a numeric character reference names a control character other than white space",
    ),
    (
        "disallowed-processing-instruction-target",
        "a processing instruction has the target `xml` or `xml-stylesheet` and is read as a comment",
    ),
    (
        "duplicate-attribute",
        "a tag has two attributes with the same name; the later one is ignored",
    ),
    (
        "end-tag-with-attributes",
        "an end tag has attributes, which are ignored",
    ),
    (
        "end-tag-with-trailing-solidus",
        "an end tag ends with `/>`; the `/` is ignored",
    ),
    (
        "eof-before-tag-name",
        "the input ends where a tag name is expected",
    ),
    ("eof-in-cdata", "the input ends inside a CDATA section"),
    ("eof-in-comment", "the input ends inside a comment"),
    ("eof-in-doctype", "the input ends inside a DOCTYPE"),
    (
        "eof-in-processing-instruction",
        "the input ends inside a processing instruction",
    ),
    (
        "eof-in-script-html-comment-like-text",
        "the input ends inside text of a script that looks like an HTML comment",
    ),
    (
        "eof-in-tag",
        "the input ends inside a tag, which is ignored",
    ),
    (
        "incorrectly-closed-comment",
        "a comment is closed by `--!>` instead of `-->`",
    ),
    (
        "incorrectly-opened-comment",
        "`<!` begins neither a comment nor a DOCTYPE and is read as a comment",
    ),
    (
        "invalid-character-sequence-after-doctype-name",
        "the name of a DOCTYPE is followed by neither `PUBLIC` nor `SYSTEM`",
    ),
    (
        "invalid-first-character-of-processing-instruction-target",
        "`<?` is followed by neither an ASCII letter nor `_` and begins a comment",
    ),
    (
        "invalid-first-character-of-tag-name",
        "a tag name begins with a character other than an ASCII letter",
    ),
    (
        "invalid-processing-instruction-target",
        "the target of a processing instruction contains a character other than an ASCII letter, a digit, `-` or `_`; it is read as a comment",
    ),
    (
        "missing-attribute-value",
        "an attribute has an `=` but no value",
    ),
    ("missing-doctype-name", "a DOCTYPE has no name"),
    (
        "missing-doctype-public-identifier",
        "a DOCTYPE has no public identifier after `PUBLIC`",
    ),
    (
        "missing-doctype-system-identifier",
        "a DOCTYPE has no system identifier after `SYSTEM`",
    ),
    (
        "missing-end-tag-name",
        "an end tag has no name: `</>` is ignored",
    ),
    (
        "missing-quote-before-doctype-public-identifier",
        "a public identifier does not begin with a quotation mark",
    ),
    (
        "missing-quote-before-doctype-system-identifier",
        "a system identifier does not begin with a quotation mark",
    ),
    (
        "missing-semicolon-after-character-reference",
        "a character reference does not end with `;`",
    ),
    (
        "missing-whitespace-after-doctype-public-keyword",
        "`PUBLIC` is not followed by white space",
    ),
    (
        "missing-whitespace-after-doctype-system-keyword",
        "`SYSTEM` is not followed by white space",
    ),
    (
        "missing-whitespace-before-doctype-name",
        "`<!DOCTYPE` is not followed by white space",
    ),
    (
        "missing-whitespace-between-attributes",
        "two attributes are not separated by white space",
    ),
    (
        "missing-whitespace-between-doctype-public-and-system-identifiers",
        "two identifiers of a DOCTYPE are not separated by white space",
    ),
    (
        "nested-comment",
        "a comment contains `<!--`; it ends at the first `-->`",
    ),
    (
        "non-void-html-element-start-tag-with-trailing-solidus",
        "`/>` does not close the start tag of an element that is not void",
    ),
    (
        "noncharacter-character-reference",
        "a numeric character reference names a noncharacter",
    ),
    (
        "noncharacter-in-input-stream",
        "the input contains a noncharacter",
    ),
    (
        "null-character-reference",
        "a numeric character reference names NUL and becomes U+FFFD",
    ),
    (
        "parse-error",
        "a parse error of a revision of the standard that does not name its errors",
    ),
    (
        "surrogate-character-reference",
        "a numeric character reference names a surrogate and becomes U+FFFD",
    ),
    (
        "surrogate-in-input-stream",
        "the input contains a surrogate",
    ),
    (
        "unexpected-character-after-doctype-system-identifier",
        "a system identifier is followed by neither white space nor `>`",
    ),
    (
        "unexpected-character-in-attribute-name",
        "an attribute name contains `\"`, `'` or `<`",
    ),
    (
        "unexpected-character-in-unquoted-attribute-value",
        "a value without quotation marks contains `\"`, `'`, `<`, `=` or a backtick",
    ),
    (
        "unexpected-equals-sign-before-attribute-name",
        "an attribute name begins with `=`",
    ),
    ("unexpected-null-character", "the input contains NUL"),
    (
        "unexpected-question-mark-instead-of-tag-name",
        "`<?` begins no tag and is read as a comment",
    ),
    (
        "unexpected-solidus-in-tag",
        "a tag contains a `/` that is not followed by `>`",
    ),
    (
        "unknown-named-character-reference",
        "no named character reference has this name; it is read as text",
    ),
];

#[cfg(test)]
mod tests {
    use super::DESCRIPTIONS;
    use crate::ErrorCode;

    #[test]
    fn every_code_has_a_description() {
        let described = DESCRIPTIONS.iter().map(|(code, _)| *code);
        assert!(described.eq(ErrorCode::ALL.iter().map(|code| code.as_str())));
    }

    #[test]
    fn every_code_is_read_back() {
        for code in ErrorCode::ALL {
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        for text in ["", "eof", "EOF-IN-TAG", "eof-in-tag "] {
            assert!(text.parse::<ErrorCode>().is_err(), "{text:?}");
        }
    }
}
