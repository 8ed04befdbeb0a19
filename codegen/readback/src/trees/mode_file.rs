//! Reads the file of an insertion mode.

use super::choices::Choices;
use super::functions::{Context, Function, Head, Parameters, prelude};
use super::steps::End;
use crate::compare::Comparison;
use crate::form::{Cursor, forms};
use crate::tokens::Misread;
use tokenwright_compiler::tree::ir::Mode;
use tokenwright_tables::tree::grammar::TokenType;

forms! {
    PROCESS = "
        #[inline(always)]
        pub(super) fn process<B: Builder>(
            p: &mut Parser<B>,
            t: &mut Token<'_>,
            kind: TokenKind,
        ) -> Outcome {
            match kind {
                TokenKind::StartTag => start_tag(p, t),
                TokenKind::EndTag => end_tag(p, t),
                TokenKind::Character => character(p, t),
                TokenKind::Comment => comment(p, t),
                TokenKind::ProcessingInstruction => processing_instruction(p, t),
                TokenKind::Doctype => doctype(p, t),
                TokenKind::EndOfFile => end_of_file(p, t),
            }
        }";
}

/// The function of a kind of token that is no tag and no character, as the form has it.
fn function_of(kind: TokenType) -> &'static str {
    match kind {
        TokenType::StartTag => "start_tag",
        TokenType::EndTag => "end_tag",
        TokenType::Character => "character",
        TokenType::Comment => "comment",
        TokenType::ProcessingInstruction => "processing_instruction",
        TokenType::Doctype => "doctype",
        TokenType::EndOfFile => "end_of_file",
    }
}

/// Reads the file of a mode.
pub(super) fn read<'t>(
    mut input: Cursor<'t>,
    context: Context<'_>,
    mode: usize,
    rows: &Mode,
    out: &mut Vec<Comparison>,
) -> Result<(), Misread> {
    prelude(&mut input)?;
    input.expect(&PROCESS)?;
    let quiet_rows = rows.rows.iter().enumerate();
    let quiet_rows = quiet_rows.filter_map(|(row, of)| Some((row, of.quiet.as_ref()?)));
    let quiet_rows: Vec<_> = quiet_rows.collect();
    let mut choices = Choices {
        context,
        mode,
        rows,
        quiet: Vec::new(),
    };
    out.push(choices.tags(&mut input, "start_tag", &rows.start_tags)?);
    out.push(choices.tags(&mut input, "end_tag", &rows.end_tags)?);
    out.push(choices.characters(&mut input)?);
    // The functions that these conditions call come after them.
    let mut functions = input;
    Function::read(&mut functions)?;
    let mut quiet: Vec<Function<'t>> = Vec::new();
    for (row, _) in &quiet_rows {
        let function = Function::read(&mut functions)?;
        choices.quiet.push((function.name.to_owned(), *row));
        quiet.push(function);
    }
    out.push(choices.is_quiet(&mut input)?);
    input = functions;
    let name = super::mode_name(rows);
    let of = |row: usize| {
        let heading = &rows.rows[row].heading;
        format!(
            "tree construction of {}, {name}, the row `{heading}`",
            context.id
        )
    };
    for ((row, body), function) in quiet_rows.iter().zip(&quiet) {
        let of = format!("{}, whether it only appends", of(*row));
        let proved = (context.meaning.body(body, 0), End::Value);
        out.push(context.steps(of, function, proved, 0, || {
            function.has(Head::Steps, Parameters::Row)
        }));
    }
    for (kind, candidates) in &rows.others {
        out.push(choices.other(&mut input, function_of(*kind), candidates)?);
    }
    for (row, body) in rows.rows.iter().enumerate() {
        let function = Function::read(&mut input)?;
        function.is_named(&context.names.rows[mode][row])?;
        let proved = (context.meaning.body(&body.body, 0), End::Done);
        out.push(context.steps(of(row), &function, proved, 0, || {
            function.has(Head::PublicSteps, Parameters::None)
        }));
    }
    input.finish()
}
