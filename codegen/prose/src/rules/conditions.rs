//! Clauses that are conditions.

use super::ConditionRule;

/// Every rule. `means` lists alternatives, each a conjunction of conditions; a part of a sentence without a
/// condition has one alternative of no conditions.
pub const CONDITIONS: &[ConditionRule] = &[
    ConditionRule {
        name: "appropriate end tag",
        pattern: "the current end tag token is an appropriate end tag token",
        means: &[&["the current end tag token is appropriate"]],
    },
    ConditionRule {
        name: "permitted slash",
        pattern: "this is a permitted slash",
        means: &[&["this is a permitted slash"]],
    },
    ConditionRule {
        name: "temporary buffer",
        pattern: "the temporary buffer is [the string |]{quoted}",
        means: &[&["the temporary buffer is {0}"]],
    },
    ConditionRule {
        name: "target",
        pattern: "target is an ASCII case-insensitive match for {quoted-list}",
        means: &[&["target is {0} ignoring ASCII case"]],
    },
    ConditionRule {
        name: "adjusted current node",
        pattern: "there is an adjusted current node and it is not an element in the HTML namespace",
        means: &[&["the adjusted current node is not in the HTML namespace"]],
    },
    ConditionRule {
        name: "some current node",
        pattern: "there is a current node and it is not an element in the HTML namespace",
        means: &[&["the current node is not in the HTML namespace"]],
    },
    ConditionRule {
        name: "current node",
        pattern: "the current node is not an element in the HTML namespace",
        means: &[&["the current node is not in the HTML namespace"]],
    },
    ConditionRule {
        name: "in foreign content",
        pattern: "the [current |]insertion mode is \"in foreign content\"",
        means: &[&["the insertion mode is \"in foreign content\""]],
    },
    ConditionRule {
        name: "match",
        pattern: "there is a match",
        means: &[&["there is a match"]],
    },
    ConditionRule {
        name: "no match",
        pattern: "no match can be made",
        means: &[&["there is not a match"]],
    },
    ConditionRule {
        name: "last character matched",
        pattern: "the last character matched is not a {char}[ character|]",
        means: &[&["the last character matched is not {0}"]],
    },
    ConditionRule {
        name: "next character",
        pattern: "[the next input|the next|this next] character is [|in fact ]{set}",
        means: &[&["the next input character is {0}"]],
    },
    ConditionRule {
        name: "what was consumed",
        pattern: "it is a {char}[ character|]",
        means: &[&["it is {0}"]],
    },
    ConditionRule {
        name: "not the next character",
        pattern: "the next input character is not {set}",
        means: &[&["the next input character is not {0}"]],
    },
    ConditionRule {
        name: "return state",
        pattern: "[the |]return state is [either |]{states}",
        means: &[&["the return state is the {0} state"]],
    },
    ConditionRule {
        name: "keyword",
        pattern: "the {count} characters starting from the current input character are [an ASCII|a] case-insensitive match for [the word |the string |]{quoted}",
        means: &[&["the characters from the current input character are {1} ignoring ASCII case"]],
    },
    ConditionRule {
        name: "word ahead",
        pattern: "the next {count} characters are [an ASCII|a] case-insensitive match for [the word |the string |]{quoted}",
        means: &[&["ahead ignoring ASCII case: {1}"]],
    },
    ConditionRule {
        name: "string ahead",
        pattern: "the next {count} characters are [[an ASCII|a] case-sensitive match for|an exact match for|equal to|exactly] [the word |the string |]{quoted}",
        means: &[&["ahead: {1}"]],
    },
    ConditionRule {
        name: "two hyphens ahead",
        pattern: "the next two characters are both U+002D (-)[ characters|]",
        means: &[&["ahead: \"--\""]],
    },
    ConditionRule {
        name: "reference with a semicolon ahead",
        pattern: "the characters after the U+0026 (&)[ character|] consist of a sequence of one or more [characters in the range[s|] |]{set}[,|] followed by a {char}[ character|]",
        means: &[&["the next characters are one or more {0} then {1}"]],
    },
    ConditionRule {
        name: "content model",
        pattern: "the content model flag is set to {models}",
        means: &[&["the content model flag is {0}"]],
    },
    ConditionRule {
        name: "escape flag on",
        pattern: "the escape flag is true",
        means: &[&["the escape flag is true"]],
    },
    ConditionRule {
        name: "escape flag off",
        pattern: "the escape flag is false",
        means: &[&["the escape flag is false"]],
    },
    ConditionRule {
        name: "enough characters behind",
        pattern: "there are at least three characters before this one in the input stream",
        means: &[&[]],
    },
    ConditionRule {
        name: "characters behind",
        pattern: "the last {count} characters in the input stream[,|] including this one[,|] are {sequence} ({quoted})",
        means: &[&["the last characters of the input stream are {2}"]],
    },
    ConditionRule {
        name: "name of the DOCTYPE",
        pattern: "[the name of the [current |]DOCTYPE token|the current DOCTYPE token's name|the DOCTYPE token's name] is [exactly |][the string |]{quoted}",
        means: &[&["the name of the current DOCTYPE token is {0}"]],
    },
    ConditionRule {
        name: "letters of the name of the DOCTYPE",
        pattern: "[the name of the [current |]DOCTYPE token|the current DOCTYPE token's name|the DOCTYPE token's name] is exactly the {count} letters {quoted}",
        means: &[&["the name of the current DOCTYPE token is {1}"]],
    },
    ConditionRule {
        name: "nothing returned",
        pattern: "nothing is returned",
        means: &[&["nothing is returned"]],
    },
    ConditionRule {
        name: "more than what ends it",
        pattern: "more than one character was consumed",
        means: &[&["more than one character was consumed"]],
    },
    ConditionRule {
        name: "end of file reached",
        pattern: "the end of the file was reached",
        means: &[&["the end of the file was reached"]],
    },
    ConditionRule {
        name: "no digits",
        pattern: "no characters match the range",
        means: &[&["no characters match the range"]],
    },
    ConditionRule {
        name: "in the table of replacements",
        pattern: "[the|that] number is one of the numbers in the first column of the following table",
        means: &[&["the character reference code is in the numeric replacements"]],
    },
    ConditionRule {
        name: "number or control",
        pattern: "the number is {numbers}[,|] or [is |]a control[ that's not| that is not|, but not| but not| other than] ASCII whitespace",
        means: &[
            &["the character reference code is {0}"],
            &[
                "the character reference code is a control",
                "the character reference code is not ASCII whitespace",
            ],
        ],
    },
    ConditionRule {
        name: "zero, too high, or a surrogate",
        pattern: "the number is zero, if the number is higher than {number}, or if it's one of the surrogate characters (characters in the range 0xD800 to 0xDFFF)",
        means: &[
            &["the character reference code is 0x00"],
            &["the character reference code is greater than {0}"],
            &["the character reference code is 0xD800 to 0xDFFF"],
        ],
    },
    ConditionRule {
        name: "no valid character or zero",
        pattern: "the number is not a valid Unicode character[ (e.g. if the number is higher than 1114111)|], or if the number is zero",
        means: &[
            &["the character reference code is greater than 0x10FFFF"],
            &["the character reference code is 0x00"],
        ],
    },
    ConditionRule {
        name: "number",
        pattern: "the number is {numbers}",
        means: &[&["the character reference code is {0}"]],
    },
    ConditionRule {
        name: "reference in an attribute, by its return states",
        pattern: "the character reference was consumed as part of an attribute ([the |]return state is [either |]{states})",
        means: &[&["the return state is the {0} state"]],
    },
    ConditionRule {
        name: "reference with a semicolon",
        pattern: "the [temporary buffer consists|consumed characters consist|characters consumed consist] of a U+0026 (&)[ character|] followed by a sequence of one or more {set} and a {char}[ character|]",
        means: &[&["the next characters are one or more {0} then {1}"]],
    },
    ConditionRule {
        name: "reference in an attribute",
        pattern: "the character reference was consumed as part of an attribute",
        means: &[&["the character reference was consumed as part of an attribute"]],
    },
    ConditionRule {
        name: "reference being consumed in an attribute",
        pattern: "the [character reference|entity] is being consumed as part of an attribute",
        means: &[&["the character reference is being consumed as part of an attribute"]],
    },
];
