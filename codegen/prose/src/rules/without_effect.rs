//! Sentences without an effect on a tokenizer, each with the reason. `{remark}` matches words that neither
//! negate nor demand, so that no requirement is skipped.

use super::SilentRule;

/// Every rule.
pub const WITHOUT_EFFECT: &[SilentRule] = &[
    SilentRule {
        name: "introduction",
        pattern: "[implementations|user agents] [must|are expected to] act as if they used the following state machine to tokenize HTML",
        because: "says that a state machine follows",
    },
    SilentRule {
        name: "what most states do",
        pattern: "most states [consume|take] a single character, {remark}",
        because: "a summary of the states",
    },
    SilentRule {
        name: "what some states do",
        pattern: "some states have more complicated behavior {remark}",
        because: "a summary of the states",
    },
    SilentRule {
        name: "who else changes states",
        pattern: "in some cases, the [tokenizer state|state of the tokenizer] is also changed by {remark}",
        because: "a summary of tree construction",
    },
    SilentRule {
        name: "what states depend on",
        pattern: "the exact behavior of certain states depends on the insertion mode and the stack of open elements",
        because: "a summary of the states",
    },
    SilentRule {
        name: "what tokenization depends on",
        pattern: "the insertion mode and the stack of open elements also affects tokenization",
        because: "a summary of the states",
    },
    SilentRule {
        name: "temporary buffer",
        pattern: "certain states also use a temporary buffer to track progress[, and the character reference [state uses a return state to return to the state it was invoked from|states use a return state to return to the state they were invoked from]|]",
        because: "names a variable that steps set",
    },
    SilentRule {
        name: "values of the content model flag",
        pattern: "the flag has [several|four|the following] states: PCDATA, RCDATA, [CDATA|RAWTEXT], and PLAINTEXT",
        because: "the values are part of the table language",
    },
    SilentRule {
        name: "kinds of token",
        pattern: "the output of [the tokenization step|the tokenization stage|this step|this stage] is a series of zero or more of the following tokens: {remark}",
        because: "the kinds follow from the steps that create them",
    },
    SilentRule {
        name: "parts of DOCTYPE tokens",
        pattern: "DOCTYPE tokens have a name, a public identifier, a system identifier, and a [force-quirks|correctness] flag",
        because: "the parts follow from the steps that set them",
    },
    SilentRule {
        name: "parts of DOCTYPE tokens that are correct or in error",
        pattern: "DOCTYPE tokens have a name and are either correct or in error",
        because: "the parts follow from the steps that set them",
    },
    SilentRule {
        name: "parts of tag tokens",
        pattern: "start and end tag tokens have a tag name[, a self-closing flag,|] and a list of attributes, each of which has a name and a value",
        because: "the parts follow from the steps that set them",
    },
    SilentRule {
        name: "parts of comments and characters",
        pattern: "comment[, {remark},|] and [{remark} |]character tokens have data",
        because: "the parts follow from the steps that set them",
    },
    SilentRule {
        name: "parts of processing instructions",
        pattern: "processing instruction tokens have a target and[ have|] data",
        because: "the parts follow from the steps that set them",
    },
    SilentRule {
        name: "handing over",
        pattern: "when a token is emitted, it must immediately be handled by the tree construction stage",
        because: "concerns tree construction only",
    },
    SilentRule {
        name: "what tree construction can do",
        pattern: "the tree construction stage can affect the state of the [tokenization stage|content model flag], and can insert additional characters into the stream",
        because: "concerns tree construction only",
    },
    SilentRule {
        name: "scripts that insert characters",
        pattern: "(for example, the script element can result in {remark}.)",
        because: "an example",
    },
    SilentRule {
        name: "creating and emitting",
        pattern: "creating a token and emitting it are distinct actions",
        because: "an explanation",
    },
    SilentRule {
        name: "tokens that are never emitted",
        pattern: "it is possible for a token to be created but implicitly abandoned (never emitted), {remark}",
        because: "an explanation",
    },
    SilentRule {
        name: "why a target becomes a comment",
        pattern: "this is used when a processing instruction is found to have an invalid target and is instead treated as {remark}",
        because: "an explanation",
    },
    SilentRule {
        name: "parser pause flag",
        pattern: "before each step of the tokenizer, the user agent must first check the [parser's |]parser pause flag",
        because: "pausing concerns scripts only",
    },
    SilentRule {
        name: "what a set pause flag does",
        pattern: "if it is [true|set], then the tokenizer must abort the processing of any nested invocations of the tokenizer, yielding control back to the caller",
        because: "pausing concerns scripts only",
    },
    SilentRule {
        name: "scripts that have loaded",
        pattern: "[before each step of the tokenizer, the user agent may|if it is false, then the user agent may then] check to see if {remark}, has completed loading",
        because: "concerns scripts only",
    },
    SilentRule {
        name: "running what has loaded",
        pattern: "if one has, then it must be executed and removed from [its|the] list",
        because: "concerns scripts only",
    },
    SilentRule {
        name: "the states follow",
        pattern: "the tokenizer state machine [consists of the states defined in the following subsections|is as follows[:|]]",
        because: "says that the states follow",
    },
    SilentRule {
        name: "where rows depend on the flag",
        pattern: "the behavior of this state depends on the content model flag",
        because: "the following entries define it",
    },
    SilentRule {
        name: "the token is not ready",
        pattern: "(don't emit the token yet; further details will be filled in before it is emitted.)",
        because: "says that no step follows",
    },
    SilentRule {
        name: "when a state can be entered",
        pattern: "(this [cannot|can only] happen if the content model flag is set to {models}[, and is unrelated to the content model flag's [CDATA|RAWTEXT] state|].)",
        because: "follows from the steps that switch here",
    },
    SilentRule {
        name: "the empty comment",
        pattern: "(if the comment was started by the end of the file, the token is empty.[ Similarly, the token is empty if it was generated by the string \"<!>\".|])",
        because: "follows from the step",
    },
    SilentRule {
        name: "the first character of a comment",
        pattern: "the next character that is consumed, if any, is the first character that will be in the comment",
        because: "follows from the bogus comment state",
    },
    SilentRule {
        name: "quirks are unchanged",
        pattern: "(this does not set the [current |]DOCTYPE token's [force-quirks flag to on|correctness flag to incorrect].)",
        because: "says that a step is absent",
    },
    SilentRule {
        name: "NULL in CDATA sections",
        pattern: "U+0000 (NULL) characters are handled in the tree construction stage, as part of the in foreign content insertion mode, which is the only place where CDATA sections can appear",
        because: "concerns tree construction only",
    },
    SilentRule {
        name: "what becomes of a duplicate attribute",
        pattern: "if an attribute is so removed from a token, it, [along with|and] the value that gets associated with it, if any, are never subsequently used by the parser, and are therefore effectively discarded",
        because: "an explanation",
    },
    SilentRule {
        name: "a removed attribute stays current",
        pattern: "removing the attribute in this way does not change its status as the \"current attribute\" for the purposes of the tokenizer, however",
        because: "the meaning of the step that removes it",
    },
    SilentRule {
        name: "what the procedure is",
        pattern: "this section defines how to consume [an entity|a character reference][, optionally with an additional allowed character, which, if specified where the algorithm is invoked, adds a character to the list of characters that cause there to not be a character reference|]",
        because: "names the procedure",
    },
    SilentRule {
        name: "where the procedure is used",
        pattern: "this definition is used when parsing [entities|character references] in text and in attributes",
        because: "an explanation",
    },
    SilentRule {
        name: "what is no reference",
        pattern: "not [an entity|a character reference]",
        because: "the next sentence says what follows",
    },
    SilentRule {
        name: "what is no error",
        pattern: "(this is not an error, either.)",
        because: "says that a step is absent",
    },
    SilentRule {
        name: "what remains is a reference",
        pattern: "otherwise, a character reference is parsed",
        because: "the following text defines it",
    },
    SilentRule {
        name: "remark",
        pattern: "[note|warning|example|issue|for example|for instance][:|,] {remark}",
        because: "a remark",
    },
    SilentRule {
        name: "navigation",
        pattern: "[{remark} |][table|Table] of [contents|Contents][ {remark}|]",
        because: "leads to other pages",
    },
    SilentRule {
        name: "status of the text",
        pattern: "status: {remark}",
        because: "says how stable the text is",
    },
    SilentRule {
        name: "copyright",
        pattern: "copyright \u{A9} {remark}",
        because: "the footer of the page",
    },
    SilentRule {
        name: "example of a reference",
        pattern: "if the markup contains [(not in an attribute) the string |]I'm &notit; I tell you, the [entity|character reference] is parsed as \"not\", as in, I'm \u{AC}it; I tell you[ (and this is a parse error)|]",
        because: "an example",
    },
    SilentRule {
        name: "example of a reference, resolved by the dump",
        pattern: "if the markup contains I'm \u{AC}it; I tell you, the [entity|character reference] is parsed as \"not\", as in, I'm \u{AC}it; I tell you",
        because: "an example",
    },
    SilentRule {
        name: "example of a longer reference",
        pattern: "but if the markup was I'm [&notin;|\u{2209}] I tell you, the [entity|character reference] would be parsed as \"notin;\", resulting in I'm \u{2209} I tell you[ (and no parse error)|]",
        because: "an example",
    },
    SilentRule {
        name: "example of a reference in an attribute",
        pattern: "however, if the markup contains the string I'm &notit; I tell you in an attribute, no character reference is parsed and string remains intact (and there is no parse error)",
        because: "an example",
    },
];
