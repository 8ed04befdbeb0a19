//! Clauses that are steps: the words of the pages, and the steps of the table language.

use super::StepRule;

/// Every rule, in the order of the tables' list of steps. `{0}` is the value of the first hole; a hole with
/// a list makes the step once for each item.
pub const STEPS: &[StepRule] = &[
    StepRule {
        name: "switch to the return state",
        pattern: "switch to the return state",
        makes: &["switch to the return state"],
    },
    StepRule {
        name: "switch back",
        pattern: "switch back to the attribute value state that [you were in when were switched into this state|switched into this state|you were in when you were switched into this state]",
        makes: &["switch back to the state that switched to this one"],
    },
    StepRule {
        name: "switch",
        pattern: "switch to the {state} state",
        makes: &["switch to the {0} state"],
    },
    StepRule {
        name: "switch, then consume as always",
        pattern: "switch to the {state} state to process the next input character",
        makes: &["switch to the {0} state"],
    },
    StepRule {
        name: "switch with an additional allowed character",
        pattern: "switch to the {state} state[,|] with the additional allowed character being {char}",
        makes: &[
            "switch to the {0} state",
            "set the additional allowed character to {1}",
        ],
    },
    StepRule {
        name: "switch without an additional allowed character",
        pattern: "switch to the {state} state[,|] with no additional allowed character",
        makes: &[
            "switch to the {0} state",
            "set the additional allowed character to none",
        ],
    },
    StepRule {
        name: "reconsume in the return state",
        pattern: "reconsume [|the current input character |the character ]in the return state",
        makes: &["reconsume in the return state"],
    },
    StepRule {
        name: "reconsume in a state",
        pattern: "[reconsume|reprocess] [|it |the character |the EOF character |the current input character |the current character |the input character |this input character ]in [the |]{state} state",
        makes: &["reconsume in the {0} state"],
    },
    StepRule {
        name: "switch and reconsume",
        pattern: "switch to the {state} state[ and reconsume|, reconsuming] [this|the current|the] input character",
        makes: &[
            "switch to the {0} state",
            "reconsume the current input character",
        ],
    },
    StepRule {
        name: "reconsume",
        pattern: "reconsume the [EOF character|current input character|character|input character|current character]",
        makes: &["reconsume the current input character"],
    },
    StepRule {
        name: "consume what was seen ahead",
        pattern: "consume it",
        makes: &["consume the next input character"],
    },
    StepRule {
        name: "treat as anything else",
        pattern: "treat [it |this |]as[ per|] [the |]\"anything else\"[ entry|][ below| above|]",
        makes: &["treat as anything else"],
    },
    StepRule {
        name: "ignore",
        pattern: "ignore the [|current input |input ]character",
        makes: &["ignore the character"],
    },
    StepRule {
        name: "consume the next character",
        pattern: "consume the next input character",
        makes: &["consume the next input character"],
    },
    StepRule {
        name: "consume what was matched",
        pattern: "consume those[ two|] characters",
        makes: &["consume those characters"],
    },
    StepRule {
        name: "longest match of a named reference",
        pattern: "consume the maximum number of characters possible, [where|with] the consumed characters [are|are identical to|matching|case-sensitively matching] one of the identifiers in the first column of the [named character references|entities] table[| (in a case-sensitive manner)]",
        makes: &["consume the longest match of a named character reference"],
    },
    StepRule {
        name: "append what was matched",
        pattern: "append each character to the temporary buffer when it's consumed",
        makes: &["append each matched character to the temporary buffer"],
    },
    StepRule {
        name: "consume the digits",
        pattern: "consume as many characters as match the range of characters given above[ (ASCII hex digits or ASCII digits)|]",
        makes: &["consume as many characters as match the range"],
    },
    StepRule {
        name: "consume to a character",
        pattern: "consume every character up to[ and including|] the first {char}[ character|] or the end of the file, whichever comes first",
        makes: &["consume every character up to and including the first {0} or EOF"],
    },
    StepRule {
        name: "consume to a sequence",
        pattern: "consume every character up to the next occurrence of the three character sequence U+005D (\\]) U+005D (\\]) U+003E (>) (\\]\\]>), or the end of the file, whichever comes first",
        makes: &["consume every character up to the next \"]]>\" or EOF"],
    },
    StepRule {
        name: "unconsume the number sign",
        pattern: "don't consume any characters (and unconsume the U+0023 (#)[ character|] and, if appropriate, the X character)",
        makes: &["unconsume every character after U+0026 (&)"],
    },
    StepRule {
        name: "unconsume the reference",
        pattern: "all the characters that were matched after the U+0026 (&)[ character|] must be unconsumed",
        makes: &["unconsume every character after U+0026 (&)"],
    },
    StepRule {
        name: "emit a bulk comment with U+0000 replaced",
        pattern: "emit a comment token whose data is the concatenation of all the characters starting from and including the character that caused the state machine to switch into the bogus comment state, up to and including the character immediately before the last consumed character, but with any U+0000 (NULL)[ characters|] replaced by U+FFFD[ characters|]",
        makes: &[
            "emit a comment token with data the characters from the one that switched here, U+0000 (NULL) replaced by U+FFFD",
        ],
    },
    StepRule {
        name: "emit a bulk comment",
        pattern: "emit a comment token whose data is the concatenation of all the characters starting from and including the character that caused the state machine to switch into the bogus comment state, up to and including the [character immediately before the last consumed character|last consumed character before the U+003E (>) character, if any, or up to the end of the file otherwise]",
        makes: &["emit a comment token with data the characters from the one that switched here"],
    },
    StepRule {
        name: "emit the bulk",
        pattern: "emit a series of [character|text] tokens consisting of all the characters consumed except the matching three character sequence at the end",
        makes: &["emit the consumed characters"],
    },
    StepRule {
        name: "emit the tag",
        pattern: "emit the current [|start |end ]tag token",
        makes: &["emit the current tag token"],
    },
    StepRule {
        name: "emit the comment",
        pattern: "emit the [current |]comment[ token|]",
        makes: &["emit the current comment token"],
    },
    StepRule {
        name: "emit the DOCTYPE",
        pattern: "emit [the current|the|that] DOCTYPE token",
        makes: &["emit the current DOCTYPE token"],
    },
    StepRule {
        name: "emit the processing instruction",
        pattern: "emit the [current |]processing instruction token",
        makes: &["emit the current processing instruction token"],
    },
    StepRule {
        name: "emit the token just created",
        pattern: "emit the[ current|] token",
        makes: &["emit the current token"],
    },
    StepRule {
        name: "emit the buffer one by one",
        pattern: "for each of the characters in the temporary buffer, emit the character as a character token",
        makes: &["emit each character in the temporary buffer"],
    },
    StepRule {
        name: "emit",
        pattern: "emit {emitted}",
        makes: &["emit {0}"],
    },
    StepRule {
        name: "create an empty comment",
        pattern: "create a[ new|] comment token [whose data is [the|an] empty string|with data set to [the|an] empty string|with empty data]",
        makes: &["create a comment token with data \"\""],
    },
    StepRule {
        name: "create a comment",
        pattern: "create a[ new|] comment token whose data is [the |]{quoted}[ string|]",
        makes: &["create a comment token with data {0}"],
    },
    StepRule {
        name: "create a processing instruction",
        pattern: "create a[ new|] processing instruction token whose target is target and[ whose|] data is the empty string",
        makes: &["create a processing instruction token with target target and data \"\""],
    },
    StepRule {
        name: "create a start tag without a name",
        pattern: "create a[ new|] start tag token [whose tag name is [the|an] empty string|with an empty tag name]",
        makes: &[
            "create a start tag token",
            "set the current tag token's tag name to the empty string",
        ],
    },
    StepRule {
        name: "create an end tag without a name",
        pattern: "create [a new|an] end tag token [whose tag name is [the|an] empty string|with an empty tag name]",
        makes: &[
            "create an end tag token",
            "set the current tag token's tag name to the empty string",
        ],
    },
    StepRule {
        name: "create a start tag",
        pattern: "create a[ new|] start tag token",
        makes: &["create a start tag token"],
    },
    StepRule {
        name: "create an end tag",
        pattern: "create [a new|an] end tag token",
        makes: &["create an end tag token"],
    },
    StepRule {
        name: "create a DOCTYPE",
        pattern: "create a[ new|] DOCTYPE token",
        makes: &["create a DOCTYPE token"],
    },
    StepRule {
        name: "start an attribute",
        pattern: "start a new attribute in the current tag token",
        makes: &["start a new attribute in the current tag token"],
    },
    StepRule {
        name: "empty attribute",
        pattern: "set that attribute[|'s] name and value to the empty string",
        makes: &[
            "set the current attribute's name to the empty string",
            "set the current attribute's value to the empty string",
        ],
    },
    StepRule {
        name: "attribute with nothing yet",
        pattern: "start a new attribute in the current tag token with [name and value set to the empty string|an empty name and value|an empty name and an empty value]",
        makes: &[
            "start a new attribute in the current tag token",
            "set the current attribute's name to the empty string",
            "set the current attribute's value to the empty string",
        ],
    },
    StepRule {
        name: "attribute with a name",
        pattern: "set that attribute's name to {source}[,|] and its value to the empty string",
        makes: &[
            "set the current attribute's name to {0}",
            "set the current attribute's value to the empty string",
        ],
    },
    StepRule {
        name: "force quirks",
        pattern: "set [the current DOCTYPE token's|the DOCTYPE token's|its|the token's] [force-quirks flag to on|correctness flag to incorrect]",
        makes: &["set the current DOCTYPE token's force-quirks flag to on"],
    },
    StepRule {
        name: "no force quirks",
        pattern: "set [the current DOCTYPE token's|the DOCTYPE token's|its|the token's] [force-quirks flag to off|correctness flag to correct]",
        makes: &["set the current DOCTYPE token's force-quirks flag to off"],
    },
    StepRule {
        name: "mark as in error",
        pattern: "mark [it|the token|the DOCTYPE token|the current DOCTYPE token] as being in error[, if it is not already|]",
        makes: &["set the current DOCTYPE token's force-quirks flag to on"],
    },
    StepRule {
        name: "mark as correct",
        pattern: "mark [it|the token|the DOCTYPE token|the current DOCTYPE token] as being correct",
        makes: &["set the current DOCTYPE token's force-quirks flag to off"],
    },
    StepRule {
        name: "self-closing",
        pattern: "set [the self-closing flag of the current tag token|the current tag token's self-closing flag]",
        makes: &["set the self-closing flag of the current tag token"],
    },
    StepRule {
        name: "return state",
        pattern: "set the return state to the {state} state",
        makes: &["set the return state to the {0} state"],
    },
    StepRule {
        name: "content model",
        pattern: "[set|switch] the content model flag to {models}",
        makes: &["set the content model flag to {0}"],
    },
    StepRule {
        name: "escape flag on",
        pattern: "set the escape flag to true",
        makes: &["set the escape flag to true"],
    },
    StepRule {
        name: "escape flag off",
        pattern: "set the escape flag to false",
        makes: &["set the escape flag to false"],
    },
    StepRule {
        name: "replace the code",
        pattern: "find the row with that number in the first column, and set the character reference code to the number in the second column of that row",
        makes: &["set the character reference code to its numeric replacement"],
    },
    StepRule {
        name: "set the code",
        pattern: "set the character reference code to {number}",
        makes: &["set the character reference code to {0}"],
    },
    StepRule {
        name: "multiply the code",
        pattern: "multiply the character reference code by {number}",
        makes: &["multiply the character reference code by {0}"],
    },
    StepRule {
        name: "add a digit",
        pattern: "add a numeric version of the current input character[| as a hexadecimal digit] (subtract {number} from the character's code point) to the character reference code",
        makes: &["add the current input character minus {0} to the character reference code"],
    },
    StepRule {
        name: "interpret the digits",
        pattern: "if one or more characters match the range, then take them all and interpret the string of characters as a number",
        makes: &["interpret the matched characters as a number"],
    },
    StepRule {
        name: "hexadecimal digits",
        pattern: "follow the steps below, but using [ASCII hex digits|the range of characters U+0030 (0) [through |]to U+0039 (9), [U+0061 (a) [through |]to U+0066 (f), and U+0041 (A)[,|] [through |]to U+0046 (F)|U+0041 (A)[,|] [through |]to U+0046 (F), and U+0061 (a) [through |]to U+0066 (f)]][| (in other words, {remark})| (i.e. {remark})]",
        makes: &["follow the steps below using ASCII hex digits"],
    },
    StepRule {
        name: "decimal digits",
        pattern: "follow the steps below, but using [ASCII digits|the range of characters U+0030 (0) [through |]to U+0039 (9)][| (in other words, {remark})| (i.e. {remark})]",
        makes: &["follow the steps below using ASCII digits"],
    },
    StepRule {
        name: "as hexadecimal",
        pattern: "when it comes to interpreting the number, interpret it as a hexadecimal number",
        makes: &["interpret the number as a hexadecimal number"],
    },
    StepRule {
        name: "as decimal",
        pattern: "when it comes to interpreting the number, interpret it as a decimal number",
        makes: &["interpret the number as a decimal number"],
    },
    StepRule {
        name: "append the matched reference",
        pattern: "append one or two characters corresponding to the character reference name to the temporary buffer",
        makes: &["append the characters of the matched reference to the temporary buffer"],
    },
    StepRule {
        name: "append the returned characters",
        pattern: "append the returned character token[s|] to {field}",
        makes: &["append the returned characters to {0}"],
    },
    StepRule {
        name: "append",
        pattern: "append {sources} to {field}",
        makes: &["append {0} to {1}"],
    },
    StepRule {
        name: "set",
        pattern: "set {field} to {source}",
        makes: &["set {0} to {1}"],
    },
    StepRule {
        name: "let target be",
        pattern: "let target be the concatenation of the code points in the temporary buffer",
        makes: &["let target be the temporary buffer"],
    },
    StepRule {
        name: "attempt without an additional allowed character",
        pattern: "attempt to consume [a character reference|an entity], with no additional allowed character",
        makes: &[
            "set the additional allowed character to none",
            "attempt to consume a character reference",
        ],
    },
    StepRule {
        name: "attempt",
        pattern: "attempt to consume [a character reference|an entity]",
        makes: &["attempt to consume a character reference"],
    },
    StepRule {
        name: "return nothing",
        pattern: "[no characters are consumed, and |]nothing is returned",
        makes: &["return nothing"],
    },
    StepRule {
        name: "consume the number sign",
        pattern: "consume the U+0023 (#)",
        makes: &["consume the next input character"],
    },
    StepRule {
        name: "consume the X",
        pattern: "consume the X",
        makes: &["consume the next input character"],
    },
    StepRule {
        name: "consume that too",
        pattern: "consume that too",
        makes: &["consume the next input character"],
    },
    StepRule {
        name: "return the matched reference",
        pattern: "return [a character token|one or two character tokens] for the character[(s)|] corresponding to the [character reference|entity] name",
        makes: &["return the characters of the matched reference"],
    },
    StepRule {
        name: "return the replacement",
        pattern: "find the row with that number in the first column, and return a character token for the Unicode character given in the second column of that row",
        makes: &["return the numeric replacement of the character reference code"],
    },
    StepRule {
        name: "return the character",
        pattern: "return a character token for the Unicode character whose code point is that number",
        makes: &["return a code point equal to the character reference code"],
    },
    StepRule {
        name: "return a character",
        pattern: "return [a character token for the {char}[ character|][ instead|]|a {char}[ character|] token|a {char}]",
        makes: &["return {0}"],
    },
    StepRule {
        name: "named parse error",
        pattern: "this is [a|an] {code} parse error",
        makes: &["parse error: {0}"],
    },
    StepRule {
        name: "parse error",
        pattern: "[this is [a|an easy] parse error|[easy |]parse error|there is a parse error|this is the parse error|that is a parse error|is a parse error]",
        makes: &["parse error"],
    },
    StepRule {
        name: "flush",
        pattern: "flush[| the] code points consumed as a character reference",
        makes: &["flush code points consumed as a character reference"],
    },
    StepRule {
        name: "convert",
        pattern: "convert the temporary buffer to a comment",
        makes: &["convert the temporary buffer to a comment"],
    },
];
