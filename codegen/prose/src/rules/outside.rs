//! Sentences that are not steps but have a meaning: introductions of lists, definitions and global
//! rules.

/// A sentence about the whole section or about the form of a state.
#[derive(Clone, Copy, Debug)]
pub struct OutsideRule {
    /// The name in reports.
    pub name: &'static str,
    /// The words of the page.
    pub pattern: &'static str,
    /// The effect on the revision, or on the rows that follow.
    pub meaning: Outside,
}

/// The meaning of such a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Rows follow; they match the character that has just been consumed.
    RowsConsumed,
    /// Rows follow; they look ahead.
    RowsAhead,
    /// Rows follow; they look at the next character.
    RowsPeeked,
    /// The entries that follow are chosen by the next character, inside a row.
    RowsFurther,
    /// The entries that follow are chosen by the return state.
    ByReturnState,
    /// The items that follow are taken in turn.
    ItemsFollow,
    /// The machine stays in the named state.
    Stay,
    /// The state that the machine starts in.
    InitialState,
    /// The revision has a content model flag.
    ContentModelFlag,
    /// The revision has an escape flag.
    EscapeFlag,
    /// The defaults that every revision has: of flags, and of tokens when they are created.
    Default,
    /// The error of a start tag with an unacknowledged self-closing flag.
    StartTagSolidus,
    /// End tags switch the content model flag.
    EndTagContentModel,
    /// End tags with attributes are errors.
    EndTagAttributes,
    /// End tags that close themselves are errors.
    EndTagSolidus,
    /// The definition of an appropriate end tag.
    AppropriateEndTag,
    /// The complement of that definition.
    NoAppropriateEndTag,
    /// When a character reference is part of an attribute.
    PartOfAttribute,
    /// The definition of flushing.
    Flush,
    /// The definition of converting the temporary buffer.
    Convert,
    /// The definition of a permitted slash.
    PermittedSlash,
    /// An error unless the slash is permitted.
    UnlessPermitted,
    /// The rule on leaving the attribute name state.
    DuplicateAttribute,
    /// The same rule, for "this state".
    DuplicateAttributeHere,
    /// The same where the earlier attribute is removed.
    EarlierAttribute,
    /// The same, in the text of the state.
    EarlierAttributeHere,
    /// The guard of the close tag open state, up to its list of characters.
    CloseTagGuard,
    /// The values of the flag under which the oldest drafts look ahead.
    CloseTagModels,
    /// The guard with the values named before.
    CloseTagGuardOfModels,
    /// And the rest of it.
    CloseTagRows,
}

/// Every rule.
pub const OUTSIDE: &[OutsideRule] = &[
    OutsideRule {
        name: "rows follow",
        pattern: "[first, |]consume the next input character:",
        meaning: Outside::RowsConsumed,
    },
    OutsideRule {
        name: "rows ahead follow",
        pattern: "if the next few characters are:",
        meaning: Outside::RowsAhead,
    },
    OutsideRule {
        name: "rows of the next character follow",
        pattern: "the behavior depends on the identity of the next character (the one immediately after the U+0026 (&) character)[, as follows|]:",
        meaning: Outside::RowsPeeked,
    },
    OutsideRule {
        name: "rows of the character after the number sign follow",
        pattern: "the behavior further depends on the character after the U+0023 (#):",
        meaning: Outside::RowsFurther,
    },
    OutsideRule {
        name: "items follow",
        pattern: "check the character reference code[:|]",
        meaning: Outside::ItemsFollow,
    },
    OutsideRule {
        name: "entries by the return state follow",
        pattern: "check the return state:",
        meaning: Outside::ByReturnState,
    },
    OutsideRule {
        name: "stay",
        pattern: "stay in the {state} state",
        meaning: Outside::Stay,
    },
    OutsideRule {
        name: "initial state",
        pattern: "the state machine [[must|is expected to] [start|begin]|starts|begins] in [the|a] {state} state",
        meaning: Outside::InitialState,
    },
    OutsideRule {
        name: "content model flag",
        pattern: "the exact behavior of certain states depends on a content model flag that is set after certain tokens are emitted",
        meaning: Outside::ContentModelFlag,
    },
    OutsideRule {
        name: "escape flag",
        pattern: "in the RCDATA and [CDATA|RAWTEXT] states, a further escape flag is used to control the behavior of the tokenizer",
        meaning: Outside::EscapeFlag,
    },
    OutsideRule {
        name: "first value of the content model flag",
        pattern: "initially it [must be|is] in the PCDATA state",
        meaning: Outside::Default,
    },
    OutsideRule {
        name: "first value of the escape flag",
        pattern: "it is either true or false, and [initially must be|must initially be|is initially] set to [the false state|false]",
        meaning: Outside::Default,
    },
    OutsideRule {
        name: "reconsuming",
        pattern: "when a state says to reconsume a[ matched|] character in a specified state, that means to switch to that state, but when it attempts to consume the next input character, provide it with the current input character instead",
        meaning: Outside::Default,
    },
    OutsideRule {
        name: "defaults of DOCTYPE tokens",
        pattern: "when a DOCTYPE token is created, its name, public identifier, and system identifier must be marked as missing[ (which is a distinct state from the empty string)|], and the [force-quirks flag must be set to off[ (its other state is on)|]|correctness flag must be set to correct (its other state is incorrect)]",
        meaning: Outside::Default,
    },
    OutsideRule {
        name: "defaults of tag tokens",
        pattern: "when a start or end tag token is created, its self-closing flag must be unset (its other state is that it be set), and its attributes list must be empty",
        meaning: Outside::Default,
    },
    OutsideRule {
        name: "start tag with an unacknowledged solidus",
        pattern: "when a start tag token is emitted with its self-closing flag set[, if| and] the flag is not acknowledged when it is processed by the tree construction stage, that is a[n|] [{code} |]parse error",
        meaning: Outside::StartTagSolidus,
    },
    OutsideRule {
        name: "end tags and the content model flag",
        pattern: "when an end tag token is emitted, the content model flag must be switched to {models}",
        meaning: Outside::EndTagContentModel,
    },
    OutsideRule {
        name: "end tags with attributes",
        pattern: "when an end tag[ token|] is emitted with attributes, that is a[n|] [{code} |]parse error",
        meaning: Outside::EndTagAttributes,
    },
    OutsideRule {
        name: "end tags with a trailing solidus",
        pattern: "when an end tag token is emitted with its self-closing flag set, that is a[n|] [{code} |]parse error",
        meaning: Outside::EndTagSolidus,
    },
    OutsideRule {
        name: "appropriate end tag",
        pattern: "an appropriate end tag token is an end tag token whose tag name matches the tag name of the last start tag[ token|] to have been emitted from this tokenizer, if any",
        meaning: Outside::AppropriateEndTag,
    },
    OutsideRule {
        name: "no appropriate end tag",
        pattern: "if no start tag has been emitted from this tokenizer, then no end tag token is appropriate",
        meaning: Outside::NoAppropriateEndTag,
    },
    OutsideRule {
        name: "part of an attribute",
        pattern: "a character reference is said to be consumed as part of an attribute if the return state is [either |]{states}",
        meaning: Outside::PartOfAttribute,
    },
    OutsideRule {
        name: "flushing",
        pattern: "when a state says to flush code points consumed as a character reference, it means that for each code point in the temporary buffer[,|] [the |]user agent must append the code point from the buffer to the current attribute's value if the character reference was consumed as part of an attribute, or emit the code point as a character token otherwise",
        meaning: Outside::Flush,
    },
    OutsideRule {
        name: "converting the temporary buffer",
        pattern: "to convert the temporary buffer to a comment, create a comment token whose data is the concatenation of {quoted} and the code points in the temporary buffer",
        meaning: Outside::Convert,
    },
    OutsideRule {
        name: "permitted slash",
        pattern: "a permitted slash is a U+002F (/) character that is immediately followed by a {char}, if, and only if, the current token being processed is a start tag token whose tag name is the same as the tag name of one of void elements",
        meaning: Outside::PermittedSlash,
    },
    OutsideRule {
        name: "permitted slash, with the elements",
        pattern: "a permitted slash is a U+002F (/)[ character|] that is immediately followed by a {char}[ character|], if, and only if, the current token being processed is a start tag token whose tag name is one of the following: {remark}",
        meaning: Outside::PermittedSlash,
    },
    OutsideRule {
        name: "unless permitted",
        pattern: "parse error unless this is a permitted slash",
        meaning: Outside::UnlessPermitted,
    },
    OutsideRule {
        name: "duplicate attributes",
        pattern: "when the user agent leaves the attribute name state (and before emitting the tag token, if appropriate), the complete attribute's name must be compared to the other attributes on the same token; if there is already an attribute on the token with the exact same name, then this is a [{code} |]parse error and the new attribute must be [removed from the token|dropped, along with the value that gets associated with it (if any)]",
        meaning: Outside::DuplicateAttribute,
    },
    OutsideRule {
        name: "duplicate attributes, of which the earlier goes",
        pattern: "when the user agent leaves the attribute name state (and before emitting the tag token, if appropriate), the complete attribute's name must be compared to the other attributes on the same token; if there is already an attribute on the token with the exact same name, then this is a [{code} |]parse error and the [earlier|existing|old] attribute must be [removed from the token|dropped, along with [its value|the value that is associated with it] (if any)]",
        meaning: Outside::EarlierAttribute,
    },
    OutsideRule {
        name: "duplicate attributes, in the state itself",
        pattern: "when the user agent leaves this state (and before emitting the tag token, if appropriate), the complete attribute's name must be compared to the other attributes on the same token; if there is already an attribute on the token with the exact same name, then this is a [{code} |]parse error and the new attribute must be [removed from the token|dropped, along with the value that gets associated with it (if any)]",
        meaning: Outside::DuplicateAttributeHere,
    },
    OutsideRule {
        name: "duplicate attributes, of which the earlier goes, in the state itself",
        pattern: "when the user agent leaves this state (and before emitting the tag token, if appropriate), the complete attribute's name must be compared to the other attributes on the same token; if there is already an attribute on the token with the exact same name, then this is a [{code} |]parse error and the [earlier|existing|old] attribute must be [removed from the token|dropped, along with [its value|the value that is associated with it] (if any)]",
        meaning: Outside::EarlierAttributeHere,
    },
    OutsideRule {
        name: "guard of the close tag open state",
        pattern: "if the content model flag is set to {models} but no start tag token has ever been emitted by this instance of the tokenizer, or, if the content model flag is set to {models} and the next few characters do not match the tag name of the last start tag token emitted ([case-insensitively|[compared |]in an [ASCII |]case-insensitive manner]), or if they do but they are not immediately followed by one of the following characters:",
        meaning: Outside::CloseTagGuard,
    },
    OutsideRule {
        name: "values of the guard of the close tag open state",
        pattern: "if the content model flag is set to {models}[,|] then examine the next few characters",
        meaning: Outside::CloseTagModels,
    },
    OutsideRule {
        name: "guard of the close tag open state, after its values",
        pattern: "if they do not match the tag name of the last start tag token emitted[ ([case-insensitively|[compared |]in an [ASCII |]case-insensitive manner])|], or if they do but they are not immediately followed by one of the following characters:",
        meaning: Outside::CloseTagGuardOfModels,
    },
    OutsideRule {
        name: "rows of the close tag open state follow",
        pattern: "otherwise, if the content model flag is set to the PCDATA state, or if the next few characters do match that tag name, consume the next input character:",
        meaning: Outside::CloseTagRows,
    },
];
