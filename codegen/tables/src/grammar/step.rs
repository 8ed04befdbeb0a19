//! The table of step forms.

use super::character::Char;
use super::form::forms;
use super::phrase::{
    ContentModel, Field, FlagSetting, Number, Quoted, Source, StateName, Token, TokenKind, Word,
};

forms! {
    /// A step of a row: one clause of the spec.
    Step {
        "switch to the return state" => SwitchToReturn,
            "switch to the return state", "the next state is the one in the return state";
        "switch back to the state that switched to this one" => SwitchBack,
            "switch back to the state that switched to this one", "the next state is the one that switched here";
        "switch to the {state} state" => Switch(state: StateName),
            "switch to the data state", "sets the next state; steps after it still run";
        "reconsume in the return state" => ReconsumeInReturn,
            "reconsume in the return state", "the return state gets the current input character again";
        "reconsume in the {state} state" => Reconsume(state: StateName),
            "reconsume in the tag name state", "that state gets the current input character again";
        "reconsume the current input character" => ReconsumeCurrent,
            "reconsume the current input character", "the state last switched to gets the current input character, or EOF, again";
        "treat as anything else" => TreatAsAnythingElse,
            "treat as anything else", "runs the row `anything else` with the same character";
        "ignore the character" => Ignore,
            "ignore the character", "does nothing; for a row that would be empty";
        "consume the next input character" => ConsumeNext,
            "consume the next input character", "the next input character becomes the current one";
        "consume those characters" => ConsumeThose,
            "consume those characters", "consumes what `next` or the condition matched";
        "consume the longest match of a named character reference" => ConsumeNamed,
            "consume the longest match of a named character reference", "consumes the longest name of the revision's table that is next in the input, if any";
        "consume as many characters as match the range" => ConsumeMatching,
            "consume as many characters as match the range", "consumes digits of the kind that is in use";
        "consume every character up to and including the first {char} or EOF" => ConsumeThroughChar(char: Char),
            "consume every character up to and including the first U+003E (>) or EOF", "consumes in bulk";
        "consume every character up to the next {text} or EOF" => ConsumeThroughText(text: Quoted),
            "consume every character up to the next \"]]>\" or EOF", "consumes in bulk, the text that ends it included";
        "unconsume every character after U+0026 (&)" => Unconsume,
            "unconsume every character after U+0026 (&)", "goes back to where the procedure began";
        "emit the current input character" => EmitCurrent,
            "emit the current input character", "a character token";
        "emit each character in the temporary buffer" => EmitTemporaryBuffer,
            "emit each character in the temporary buffer", "a character token for each, in order";
        "emit the returned characters" => EmitReturned,
            "emit the returned characters", "a character token for each that the procedure returned";
        "emit the consumed characters" => EmitConsumed,
            "emit the consumed characters", "a character token for each that was consumed in bulk, but for the text that ended it";
        "emit an end-of-file token" => EmitEof,
            "emit an end-of-file token", "ends the run";
        "emit a comment token with data the characters from the one that switched here" => EmitBulkComment,
            "emit a comment token with data the characters from the one that switched here", "the data ends before the character that ended the bulk";
        "emit a comment token with data the characters from the one that switched here, U+0000 (NULL) replaced by U+FFFD" => EmitBulkCommentReplaced,
            "emit a comment token with data the characters from the one that switched here, U+0000 (NULL) replaced by U+FFFD", "the data ends before the character that ended the bulk";
        "emit the current {token} token" => EmitToken(token: Token),
            "emit the current tag token", "hands the token over; a start tag's name becomes the last start tag name";
        "emit {char}" => EmitChar(char: Char),
            "emit U+003C (<)", "a character token";
        "create a comment token with data {text}" => CreateComment(text: Quoted),
            "create a comment token with data \"[CDATA[\"", "a new comment token is the current one";
        "create a processing instruction token with target target and data {text}" => CreateProcessingInstruction(text: Quoted),
            "create a processing instruction token with target target and data \"\"", "a new processing instruction token is the current one";
        "create {kind} token" => Create(kind: TokenKind),
            "create a DOCTYPE token", "a new token, with the defaults of its kind, is the current one";
        "start a new attribute in the current tag token" => StartAttribute,
            "start a new attribute in the current tag token", "name and value are empty";
        "remove the current attribute from the current tag token" => RemoveAttribute,
            "remove the current attribute from the current tag token", "it stays the current attribute, and what is added to it is lost";
        "remove the earlier attribute of the same name from the current tag token" => RemoveEarlierAttribute,
            "remove the earlier attribute of the same name from the current tag token", "those before the current one that have its name, compared exactly; the others keep their order, and the current one stays where it was started: at the end";
        "set the current DOCTYPE token's force-quirks flag to on" => SetForceQuirks,
            "set the current DOCTYPE token's force-quirks flag to on", "it is off when the token is created";
        "set the current DOCTYPE token's force-quirks flag to off" => ClearForceQuirks,
            "set the current DOCTYPE token's force-quirks flag to off", "for a flag that an earlier step has set to on";
        "set the self-closing flag of the current tag token" => SetSelfClosing,
            "set the self-closing flag of the current tag token", "it is unset when the token is created";
        "set the return state to the {state} state" => SetReturnState(state: StateName),
            "set the return state to the data state", "what `the return state` will mean";
        "set the additional allowed character to none" => ClearAdditionalAllowed,
            "set the additional allowed character to none", "no character is allowed";
        "set the additional allowed character to {char}" => SetAdditionalAllowed(char: Char),
            "set the additional allowed character to U+0022 (\")", "that character ends what could be a reference";
        "set the content model flag to {model}" => SetContentModel(model: ContentModel),
            "set the content model flag to PCDATA", "where the revision has the flag";
        "set the escape flag to {setting}" => SetEscape(setting: FlagSetting),
            "set the escape flag to true", "where the revision has the flag";
        "set the character reference code to its numeric replacement" => ReplaceCode,
            "set the character reference code to its numeric replacement", "the second column of the revision's table of replacements; the code stays if it is not in the table";
        "set the character reference code to {number}" => SetCode(number: Number),
            "set the character reference code to 0xFFFD", "assigns";
        "multiply the character reference code by {number}" => MultiplyCode(number: Number),
            "multiply the character reference code by 16", "a code that grows beyond U+10FFFF stays beyond it";
        "add the current input character minus {number} to the character reference code" => AddToCode(number: Number),
            "add the current input character minus 0x0030 to the character reference code", "the digit's value, or 0 for a character below the number";
        "interpret the matched characters as a number" => InterpretNumber,
            "interpret the matched characters as a number", "the character reference code is that number, in the base in use";
        "follow the steps below using ASCII hex digits" => UseHexDigits,
            "follow the steps below using ASCII hex digits", "the range is ASCII hex digits";
        "follow the steps below using ASCII digits" => UseDigits,
            "follow the steps below using ASCII digits", "the range is ASCII digits";
        "interpret the number as a hexadecimal number" => AsHexadecimal,
            "interpret the number as a hexadecimal number", "the base is 16";
        "interpret the number as a decimal number" => AsDecimal,
            "interpret the number as a decimal number", "the base is 10";
        "set {field} to {source}" => Set(field: Field, source: Source),
            "set the temporary buffer to the empty string", "assigns";
        "append {source} to {field}" => Append(source: Source, field: Field),
            "append the current input character to the current attribute's value", "adds at the end";
        "let target be the temporary buffer" => LetTarget,
            "let target be the temporary buffer", "a name for the rest of the row";
        "attempt to {procedure}" => Attempt(procedure: Word),
            "attempt to consume a character reference", "runs a procedure of the revision";
        "return nothing" => ReturnNothing,
            "return nothing", "ends the procedure without a result";
        "return the characters of the matched reference" => ReturnMatchedReference,
            "return the characters of the matched reference", "ends the procedure";
        "return the numeric replacement of the character reference code" => ReturnReplacement,
            "return the numeric replacement of the character reference code", "ends the procedure; returns nothing if there is none";
        "return a code point equal to the character reference code" => ReturnCode,
            "return a code point equal to the character reference code", "ends the procedure; U+FFFD if the code is no character";
        "return {char}" => ReturnChar(char: Char),
            "return U+FFFD", "ends the procedure";
        "replace the character with {char}" => ReplaceInput(char: Char),
            "replace the character with U+FFFD", "in the preprocessing of the input stream only";
        "parse error: {code}" => NamedError(code: Word),
            "parse error: eof-in-tag", "where the revision's errors have names";
        "parse error" => BareError,
            "parse error", "where the revision's errors have no names";
    }
}
