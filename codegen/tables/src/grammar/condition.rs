//! The table of condition forms.

use super::character::Char;
use super::form::forms;
use super::matcher::{Numbers, Set};
use super::phrase::{
    Are, ContentModel, FlagSetting, Is, Quoted, StateName, TokenKind, Word, alternatives,
};
use crate::kernel::effects::{Effects as E, RegisterSet as R};

forms! {
    /// A condition of `if`, `if-any` and `when`. A sentence may join several with ` and `.
    Condition: E<'_> {
        "the temporary buffer {is} {text}" => TemporaryBuffer(is: Is, text: Quoted),
            "the temporary buffer is \"script\"", "compares exactly",
            E::reads(R::BUFFER_COMPARED);
        "target {is} {text} ignoring ASCII case" => Target(is: Is, text: Quoted),
            "target is \"xml\" ignoring ASCII case", "what `let target be` named",
            E::reads(R::TARGET);
        "the return state {is} the {state} state" => ReturnState(is: Is, state: StateName),
            "the return state is the attribute value (unquoted) state", "compares the return state",
            E::reads(R::RETURN_STATE);
        "the current state {is} the {state} state" => CurrentState(is: Is, state: StateName),
            "the current state is the character reference in attribute value state", "in a procedure: the state that attempted it",
            E::NONE;
        "the adjusted current node {is} in the HTML namespace" => AdjustedCurrentNode(is: Is),
            "the adjusted current node is not in the HTML namespace", "`is not` where there is such a node and it is foreign; reported by the tree builder",
            E::NONE;
        "the current node {is} in the HTML namespace" => CurrentNode(is: Is),
            "the current node is not in the HTML namespace", "as reported by the tree builder",
            E::NONE;
        "the insertion mode {is} \"in foreign content\"" => ForeignInsertionMode(is: Is),
            "the insertion mode is \"in foreign content\"", "as reported by the tree builder",
            E::NONE;
        "there {is} a match" => Match(is: Is),
            "there is a match", "whether the longest match of a named character reference found a name",
            E::reads(R::REFERENCE).and_observes(R::INPUT);
        "the last character matched {is} {char}" => LastMatched(is: Is, char: Char),
            "the last character matched is not U+003B (;)", "the last character of the name that matched",
            E::reads(R::MATCHED_NAME).and_observes(R::INPUT);
        "the next input character {is} {set}" => NextInput(is: Is, set: Set),
            "the next input character is U+003D (=) or ASCII alphanumeric", "looks, and consumes nothing",
            E::matches(set).and_looks_ahead();
        "the characters from the current input character {are} {text} ignoring ASCII case" => Keyword(are: Are, text: Quoted),
            "the characters from the current input character are \"PUBLIC\" ignoring ASCII case", "looks, and consumes nothing",
            E::NONE.and_looks_ahead();
        "the next characters {are} one or more {set} then {char}" => AheadSequence(are: Are, set: Set, char: Char),
            "the next characters are one or more ASCII alphanumeric then U+003B (;)", "looks as far as it must, and consumes nothing",
            E::matches(set).and_looks_ahead();
        "the next characters {are} the last start tag name" => AheadLastStartTag(are: Are),
            "the next characters are not the last start tag name", "compares ignoring ASCII case, and consumes nothing; none are where no start tag has been emitted",
            E::reads(R::LAST_START_TAG).and_looks_ahead();
        "the last start tag name {is} followed by {set}" => AfterLastStartTag(is: Is, set: Set),
            "the last start tag name is not followed by tag name terminator", "looks at the character after the name ahead in the input",
            E::matches(set).and_reads(R::LAST_START_TAG).and_looks_ahead();
        "no start tag token has been emitted" => NoStartTagEmitted,
            "there is no last start tag name", E::reads(R::LAST_START_TAG);
        "the last characters of the input stream {are} {text}" => Behind(are: Are, text: Quoted),
            "the last characters of the input stream are \"<!--\"", "looks behind; the current input character is the last of them",
            E::NONE.and_observes(R::INPUT);
        "the content model flag {is} {models}" => ContentModelFlag(is: Is, models: Models),
            "the content model flag is RCDATA or CDATA", "where the revision has the flag",
            E::reads(R::CONTENT_MODEL);
        "the escape flag {is} {setting}" => EscapeFlag(is: Is, setting: FlagSetting),
            "the escape flag is false", "where the revision has the flag",
            E::reads(R::ESCAPE);
        "the current tag token {is} {kind} token" => CurrentTag(is: Is, kind: TokenKind),
            "the current tag token is a start tag token", "which kind of tag is being built",
            E::reads(R::TAG);
        "the current tag token's tag name {is} the last start tag name" => TagNameIsLastStartTag(is: Is),
            "the current tag token's tag name is the last start tag name", "false where no start tag has been emitted",
            E::reads(R::TAG.or(R::LAST_START_TAG).or(R::ASKS_TAG_NAME));
        "the current tag token's tag name {is} a {list}" => TagNameIn(is: Is, list: Word),
            "the current tag token's tag name is a void element", "one of a list in the revision's `[names]`",
            E::reads(R::TAG.or(R::ASKS_TAG_LIST));
        "the current attribute's name {is} already on the current tag token" => DuplicateAttribute(is: Is),
            "the current attribute's name is already on the current tag token", "compares exactly, with the attributes before it",
            E::reads(R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE).or(R::EARLIER_NAMES));
        "the current tag token has attributes" => HasAttributes,
            "a removed attribute does not count as one", E::reads(R::TAG.or(R::ASKS_ATTRIBUTES));
        "the self-closing flag of the current tag token {is} set" => SelfClosing(is: Is),
            "the self-closing flag of the current tag token is set", "whether it is",
            E::reads(R::TAG);
        "the name of the current DOCTYPE token {is} {text}" => DoctypeName(is: Is, text: Quoted),
            "the name of the current DOCTYPE token is \"HTML\"", "compares exactly; a missing name is no text",
            E::reads(R::DOCTYPE.or(R::ASKS_DOCTYPE_NAME));
        "nothing is returned" => NothingReturned,
            "the result of the procedure attempted last", E::reads(R::RETURNED);
        "the end of the file was reached" => EofReached,
            "whether EOF ended the bulk", E::reads(R::BULK).and_observes(R::INPUT);
        "no characters match the range" => NoneMatched,
            "whether `consume as many characters` found none", E::reads(R::MATCHED_DIGITS).and_observes(R::INPUT);
        "the character reference code {is} in the numeric replacements" => CodeInReplacements(is: Is),
            "the character reference code is in the numeric replacements", "the first column of the revision's table",
            E::reads(R::CODE);
        "the character reference code {is} {numbers}" => Code(is: Is, numbers: Numbers),
            "the character reference code is greater than 0x10FFFF", "compares numbers",
            E::reads(R::CODE);
    }
}

alternatives! {
    /// Values of the content model flag joined by ` or `.
    Models(ContentModel),
    "values of the flag joined by \" or \""
}

impl Condition {
    /// Whether characters that are not consumed decide it.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.effects().affects.has(R::INPUT)
    }
}
