//! The table of step forms.

use super::character::Char;
use super::form::forms;
use super::phrase::{
    ContentModel, Field, FlagSetting, Number, Quoted, Source, StateName, Token, TokenKind, Word,
};
use crate::kernel::effects::Characters::{Each, One, Sets};
use crate::kernel::effects::{Effects as E, RegisterSet as R};

forms! {
    /// A step of a row: one clause of the spec.
    Step: E<'_> {
        "switch to the return state" => SwitchToReturn,
            "the next state is the one in the return state", E::reads(R::RETURN_STATE).and_affects(R::NEXT_STATE);
        "switch back to the state that switched to this one" => SwitchBack,
            "the next state is the one that switched here", E::reads(R::PREVIOUS_STATE).and_affects(R::NEXT_STATE);
        "switch to the {state} state" => Switch(state: StateName),
            "switch to the data state", "sets the next state; steps after it still run",
            E::affects(R::NEXT_STATE);
        "reconsume in the return state" => ReconsumeInReturn,
            "the return state gets the current input character again",
            E::reads(R::RETURN_STATE).and_affects(R::NEXT_STATE).and_gives_back();
        "reconsume in the {state} state" => Reconsume(state: StateName),
            "reconsume in the tag name state", "that state gets the current input character again",
            E::affects(R::NEXT_STATE).and_gives_back();
        "reconsume the current input character" => ReconsumeCurrent,
            "the state last switched to gets the current input character, or EOF, again", E::NONE.and_gives_back().and_reads_input();
        "treat as anything else" => TreatAsAnythingElse,
            "runs the row `anything else` that applies, with the same character", E::NONE.and_keeps_place();
        "ignore the character" => Ignore,
            "does nothing; for a row that would be empty", E::NONE;
        "consume the next input character" => ConsumeNext,
            "the next input character becomes the current one", E::NONE.and_consumes();
        "consume those characters" => ConsumeThose,
            "consumes what `next` or the condition matched", E::NONE.and_consumes();
        "consume the longest match of a named character reference" => ConsumeNamed,
            "consumes the longest name of the revision's table that is next in the input, if any",
            E::writes(R::MATCHED_NAME.or(R::REFERENCE)).and_consumes();
        "consume as many characters as match the range" => ConsumeMatching,
            "consumes digits of the kind that is in use", E::reads(R::RANGE).and_writes(R::MATCHED_DIGITS).and_consumes();
        "consume every character up to and including the first {char} or EOF" => ConsumeThroughChar(char: Char),
            "consume every character up to and including the first U+003E (>) or EOF", "consumes in bulk",
            E::writes(R::BULK).and_consumes().and_names(One(*char));
        "consume every character up to the next {text} or EOF" => ConsumeThroughText(text: Quoted),
            "consume every character up to the next \"]]>\" or EOF", "consumes in bulk, the text that ends it included",
            E::writes(R::BULK).and_consumes().and_names(Each(&text.0));
        "unconsume every character after U+0026 (&)" => Unconsume,
            "goes back to where the procedure began", E::NONE.and_consumes().and_keeps_place();
        "emit the current input character" => EmitCurrent,
            "a character token", E::affects(R::TOKENS).and_observes(R::INPUT);
        "emit each character in the temporary buffer" => EmitTemporaryBuffer,
            "a character token for each, in order", E::reads(R::BUFFER_COPIED).and_affects(R::TOKENS);
        "emit the returned characters" => EmitReturned,
            "a character token for each that the procedure returned", E::reads(R::RETURNED).and_affects(R::TOKENS);
        "emit the consumed characters" => EmitConsumed,
            "a character token for each that was consumed in bulk, but for the text that ended it",
            E::reads(R::BULK).and_affects(R::TOKENS).and_observes(R::INPUT);
        "emit an end-of-file token" => EmitEof,
            "ends the run", E::NONE.and_keeps_place();
        "emit a comment token with data the characters from the one that switched here" => EmitBulkComment,
            "the data ends before the character that ended the bulk", E::emit_bulk_comment();
        "emit a comment token with data the characters from the one that switched here, U+0000 (NULL) replaced by U+FFFD" => EmitBulkCommentReplaced,
            "the data ends before the character that ended the bulk", E::emit_bulk_comment().and_names(Sets(&[(0, 0), (0xFFFD, 0xFFFD)]));
        "emit the current {token} token" => EmitToken(token: Token),
            "emit the current tag token", "hands the token over; a start tag's name becomes the last start tag name",
            E::emit(*token);
        "emit {char}" => EmitChar(char: Char),
            "emit U+003C (<)", "a character token",
            E::affects(R::TOKENS).and_names(One(*char));
        "create a comment token with data {text}" => CreateComment(text: Quoted),
            "create a comment token with data \"[CDATA[\"", "a new comment token is the current one",
            E::writes(R::COMMENT.or(R::ASSIGNS_COMMENT)).and_names(Each(&text.0));
        "create a processing instruction token with target target and data {text}" => CreateProcessingInstruction(text: Quoted),
            "create a processing instruction token with target target and data \"\"", "a new processing instruction token is the current one",
            E::reads(R::TARGET).and_writes(R::INSTRUCTION.or(R::ASSIGNS_INSTRUCTION)).and_names(Each(&text.0));
        "create {kind} token" => Create(kind: TokenKind),
            "create a DOCTYPE token", "a new token, with the defaults of its kind, is the current one",
            E::create(*kind);
        "start a new attribute in the current tag token" => StartAttribute,
            "name and value are empty", E::reads(R::TAG).and_writes(R::OF_ATTRIBUTE).and_changes(R::TAG);
        "remove the current attribute from the current tag token" => RemoveAttribute,
            "it stays the current attribute, and what is added to it is lost", E::reads(R::TAG.or(R::ATTRIBUTE)).and_changes(R::TAG);
        "remove the earlier attribute of the same name from the current tag token" => RemoveEarlierAttribute,
            "those before the current one that have its name, compared exactly; the others keep their order, and the current one stays where it was started: at the end",
            E::reads(R::TAG.or(R::ATTRIBUTE).or(R::ASKS_DUPLICATE).or(R::EARLIER_NAMES)).and_changes(R::TAG);
        "set the current DOCTYPE token's force-quirks flag to on" => SetForceQuirks,
            "it is off when the token is created", E::reads(R::DOCTYPE).and_changes(R::DOCTYPE);
        "set the current DOCTYPE token's force-quirks flag to off" => ClearForceQuirks,
            "for a flag that an earlier step has set to on", E::reads(R::DOCTYPE).and_changes(R::DOCTYPE);
        "set the self-closing flag of the current tag token" => SetSelfClosing,
            "it is unset when the token is created", E::reads(R::TAG).and_changes(R::TAG);
        "set the return state to the {state} state" => SetReturnState(state: StateName),
            "set the return state to the data state", "what `the return state` will mean",
            E::writes(R::RETURN_STATE);
        "set the additional allowed character to none" => ClearAdditionalAllowed,
            "no character is allowed", E::writes(R::ADDITIONAL);
        "set the additional allowed character to {char}" => SetAdditionalAllowed(char: Char),
            "set the additional allowed character to U+0022 (\")", "that character ends what could be a reference",
            E::writes(R::ADDITIONAL).and_names(One(*char));
        "set the content model flag to {model}" => SetContentModel(model: ContentModel),
            "set the content model flag to PCDATA", "where the revision has the flag",
            E::writes(R::CONTENT_MODEL);
        "set the escape flag to {setting}" => SetEscape(setting: FlagSetting),
            "set the escape flag to true", "where the revision has the flag",
            E::writes(R::ESCAPE);
        "set the character reference code to its numeric replacement" => ReplaceCode,
            "the second column of the revision's table of replacements; the code stays if it is not in the table",
            E::reads(R::CODE).and_changes(R::CODE);
        "set the character reference code to {number}" => SetCode(number: Number),
            "set the character reference code to 0xFFFD", "assigns",
            E::writes(R::CODE);
        "multiply the character reference code by {number}" => MultiplyCode(number: Number),
            "multiply the character reference code by 16", "a code that grows beyond U+10FFFF stays beyond it",
            E::updates(R::CODE);
        "add the current input character minus {number} to the character reference code" => AddToCode(number: Number),
            "add the current input character minus 0x0030 to the character reference code", "the digit's value, or 0 for a character below the number",
            E::updates(R::CODE).and_observes(R::INPUT);
        "interpret the matched characters as a number" => InterpretNumber,
            "the character reference code is that number, in the base in use",
            E::reads(R::MATCHED_DIGITS.or(R::BASE)).and_writes(R::CODE).and_observes(R::INPUT);
        "follow the steps below using ASCII hex digits" => UseHexDigits,
            "the range is ASCII hex digits", E::writes(R::RANGE);
        "follow the steps below using ASCII digits" => UseDigits,
            "the range is ASCII digits", E::writes(R::RANGE);
        "interpret the number as a hexadecimal number" => AsHexadecimal,
            "the base is 16", E::writes(R::BASE);
        "interpret the number as a decimal number" => AsDecimal,
            "the base is 10", E::writes(R::BASE);
        "set {field} to {source}" => Set(field: Field, source: Source),
            "set the temporary buffer to the empty string", "assigns",
            E::set(*field, *source);
        "append {source} to {field}" => Append(source: Source, field: Field),
            "append the current input character to the current attribute's value", "adds at the end",
            E::append(*source, *field);
        "let target be the temporary buffer" => LetTarget,
            "a name for the rest of the row", E::reads(R::BUFFER).and_writes(R::TARGET);
        "attempt to {procedure}" => Attempt(procedure: Word),
            "attempt to consume a character reference", "runs a procedure of the revision",
            E::writes(R::RETURNED).and_consumes().and_keeps_place();
        "return nothing" => ReturnNothing,
            "ends the procedure without a result", E::writes(R::RETURNED).and_keeps_place();
        "return the characters of the matched reference" => ReturnMatchedReference,
            "ends the procedure", E::reads(R::REFERENCE).and_writes(R::RETURNED).and_keeps_place();
        "return the numeric replacement of the character reference code" => ReturnReplacement,
            "ends the procedure; returns nothing if there is none", E::reads(R::CODE).and_writes(R::RETURNED).and_keeps_place();
        "return a code point equal to the character reference code" => ReturnCode,
            "ends the procedure; U+FFFD if the code is no character", E::reads(R::CODE).and_writes(R::RETURNED).and_keeps_place();
        "return {char}" => ReturnChar(char: Char),
            "return U+FFFD", "ends the procedure",
            E::writes(R::RETURNED).and_keeps_place().and_names(One(*char));
        "replace the character with {char}" => ReplaceInput(char: Char),
            "replace the character with U+FFFD", "in the preprocessing of the input stream only",
            E::affects(R::INPUT).and_keeps_place().and_names(One(*char));
        "parse error: {code}" => NamedError(code: Word),
            "parse error: eof-in-tag", "where the revision's errors have names",
            E::affects(R::ERRORS).and_observes(R::INPUT.or(R::POSITION));
        "parse error" => BareError,
            "where the revision's errors have no names", E::affects(R::ERRORS).and_observes(R::INPUT.or(R::POSITION));
    }
}
