//! The kinds of parts of a program, and where the generated code has them.
//!
//! A match over every variant names them, so a part that the compiler learns to print has to get a kind here, and with
//! it a test that a mutation of its code is found.

use crate::listing::Entry;
use tokenwright_compiler::ir::{Action, Returned, Source, Test};
use tokenwright_compiler::program::{
    Cond, LineEnding, Pattern, Pending, Receiver, Rest, ScanKind, ScanMethod, Stmt,
};
use tokenwright_tables::source::Place;

/// A part of a program in the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its kind, one of [`KINDS`].
    pub kind: &'static str,
    /// Where its code begins, or that of the statement that it is in.
    pub place: Place,
}

macro_rules! kinds {
    ($($function:ident($type:ty) in $all:ident { $($pattern:pat => $name:literal,)+ })+) => {
        $(
            const $all: &[&str] = &[$($name),+];

            fn $function(value: &$type) -> &'static str {
                match value { $($pattern => $name,)+ }
            }
        )+

        /// Every kind of part that is printed, in several groups.
        pub const KINDS: &[&[&str]] = &[$($all),+];
    };
}

kinds! {
    entry(Entry) in ENTRIES {
        Entry::Fact(..) => "fact",
        Entry::Stops(..) => "stops",
        Entry::StopsOfRest(..) => "stops of the rest",
        Entry::NameEnds(..) => "ends of names",
        Entry::State(_) => "state",
        Entry::Awaits => "awaits",
        Entry::BulkScan(ScanKind::Emit, _) => "bulk scan: emit",
        Entry::BulkScan(ScanKind::Append(_), _) => "bulk scan: append",
        Entry::BulkScan(ScanKind::Skip, _) => "bulk scan: skip",
        Entry::Row { .. } => "row",
        Entry::NoRow => "no row",
        Entry::Action(_) => "action",
        Entry::If { .. } => "if",
        Entry::Else => "else",
        Entry::End => "end",
        Entry::Stay { .. } => "stay",
        Entry::To { .. } => "to",
        Entry::Done => "done",
        Entry::HotPathOf(_) => "entry of the hot path",
        Entry::Statement(_) => "statement",
        Entry::Arm { .. } => "arm",
        Entry::Numbers(..) => "numbers",
        Entry::Receiver(_, Receiver::Emitted) => "receiver: emitted",
        Entry::Receiver(_, Receiver::Appended(_)) => "receiver: appended",
        Entry::ReferenceByte(..) => "byte of references",
        Entry::ConditionalStop(..) => "conditional stop",
    }
    action(Action) in ACTIONS {
        Action::Error(..) => "Error",
        Action::AwaitNext => "AwaitNext",
        Action::ConsumeNext | Action::ConsumeAgain => "ConsumeNext",
        Action::ConsumeAhead { .. } => "ConsumeAhead",
        Action::ConsumeNamed => "ConsumeNamed",
        Action::ConsumeDigits => "ConsumeDigits",
        Action::Unconsume => "Unconsume",
        Action::Call(_) => "Call",
        Action::Return(Returned::Nothing) => "Return(Nothing)",
        Action::Return(Returned::Char(_)) => "Return(Char)",
        Action::Return(Returned::Code) => "Return(Code)",
        Action::Return(Returned::Replacement) => "Return(Replacement)",
        Action::Return(Returned::Reference) => "Return(Reference)",
        Action::ComeFrom(_) => "ComeFrom",
        Action::SetReturn(_) => "SetReturn",
        Action::BeginMarkup => "BeginMarkup",
        Action::BeginCdataSection => "BeginCdataSection",
        Action::EndCdataSection => "EndCdataSection",
        Action::EmitCurrent => "EmitCurrent",
        Action::EmitChar(_) => "EmitChar",
        Action::EmitInstead(_) => "EmitInstead",
        Action::EmitTemporaryBuffer => "EmitTemporaryBuffer",
        Action::EmitReturned => "EmitReturned",
        Action::EmitTag => "EmitTag",
        Action::Respond => "Respond",
        Action::EmitComment => "EmitComment",
        Action::EmitDoctype => "EmitDoctype",
        Action::EmitProcessingInstruction => "EmitProcessingInstruction",
        Action::EmitEof => "EmitEof",
        Action::CreateTag { .. } => "CreateTag",
        Action::CreateDoctype => "CreateDoctype",
        Action::CreateComment(_) => "CreateComment",
        Action::CreateProcessingInstruction(_) => "CreateProcessingInstruction",
        Action::StartAttribute => "StartAttribute",
        Action::RemoveAttribute => "RemoveAttribute",
        Action::RemoveEarlierAttribute => "RemoveEarlierAttribute",
        Action::SetForceQuirks => "SetForceQuirks",
        Action::ClearForceQuirks => "ClearForceQuirks",
        Action::SetSelfClosing => "SetSelfClosing",
        Action::Clear(_) => "Clear",
        Action::Append(Source::Current, _) => "Append(Current)",
        Action::Append(Source::CurrentLowercase, _) => "Append(CurrentLowercase)",
        Action::Append(Source::CurrentUppercase, _) => "Append(CurrentUppercase)",
        Action::Append(Source::TemporaryBuffer, _) => "Append(TemporaryBuffer)",
        Action::Append(Source::Matched, _) => "Append(Matched)",
        Action::Append(Source::MatchedReference, _) => "Append(MatchedReference)",
        Action::Append(Source::Returned, _) => "Append(Returned)",
        Action::Append(Source::Code, _) => "Append(Code)",
        Action::Append(Source::Char(char::REPLACEMENT_CHARACTER), _) => "Append(U+FFFD)",
        Action::Append(Source::Char(_), _) => "Append(Char)",
        Action::LetTarget => "LetTarget",
        Action::SetAdditional(None) => "SetAdditional(None)",
        Action::SetAdditional(Some(_)) => "SetAdditional(Some)",
        Action::SetContentModel(_) => "SetContentModel",
        Action::SetEscape(_) => "SetEscape",
        Action::SetCode(_) => "SetCode",
        Action::ReplaceCode => "ReplaceCode",
        Action::MultiplyCode(_) => "MultiplyCode",
        Action::AddToCode(_) => "AddToCode",
        Action::UseDigits { .. } => "UseDigits",
        Action::InBase { .. } => "InBase",
        Action::If(..) => "if",
    }
    test(Test) in TESTS {
        Test::Not(_) => "Not",
        Test::All(_) => "All",
        Test::Any(_) => "Any",
        Test::TemporaryBufferIs(_) => "TemporaryBufferIs",
        Test::TargetIs(_) => "TargetIs",
        Test::ReturnStateIs(_) => "ReturnStateIs",
        Test::CallerIs(_) => "CallerIs",
        Test::Foreign => "Foreign",
        Test::Matched => "Matched",
        Test::LastMatchedIs(_) => "LastMatchedIs",
        Test::NextIs { .. } => "NextIs",
        Test::NextIsAdditional => "NextIsAdditional",
        Test::Ahead { .. } => "Ahead",
        Test::AheadSequence(..) => "AheadSequence",
        Test::AheadLastStartTag => "AheadLastStartTag",
        Test::AfterLastStartTag { .. } => "AfterLastStartTag",
        Test::NoStartTag => "NoStartTag",
        Test::Behind(_) => "Behind",
        Test::ContentModelIs(_) => "ContentModelIs",
        Test::Escape => "Escape",
        Test::IsEndTag => "IsEndTag",
        Test::TagNameIsLastStartTag => "TagNameIsLastStartTag",
        Test::TagNameIn(_) => "TagNameIn",
        Test::DuplicateAttribute => "DuplicateAttribute",
        Test::HasAttributes => "HasAttributes",
        Test::SelfClosing => "SelfClosing",
        Test::DoctypeNameIs(_) => "DoctypeNameIs",
        Test::NothingReturned => "NothingReturned",
        Test::NoneMatched => "NoneMatched",
        Test::CodeInReplacements => "CodeInReplacements",
        Test::CodeIn(_) => "CodeIn",
    }
    statement(Stmt) in STATEMENTS {
        Stmt::Loop(..) => "Loop",
        Stmt::Block(..) => "Block",
        Stmt::Break(_) => "Break",
        Stmt::Continue(_) => "Continue",
        Stmt::Dispatch(_) => "Dispatch",
        Stmt::Exit(_) => "Exit",
        Stmt::Match(_) => "Match",
        // Its statements stand for themselves.
        Stmt::If(..) | Stmt::Row(..) | Stmt::Act(..) => "statement",
        Stmt::Advance(_) => "Advance",
        Stmt::SetCurrent => "SetCurrent",
        Stmt::Sync(_) => "Sync",
        Stmt::SyncPosition => "SyncPosition",
        Stmt::SetFrom => "SetFrom",
        Stmt::Scan(_, ScanMethod::Blocks) => "Scan(Blocks)",
        Stmt::Scan(_, ScanMethod::Conditional) => "Scan(Conditional)",
        Stmt::Scan(_, ScanMethod::Bytewise) => "Scan(Bytewise)",
        Stmt::Scan(_, ScanMethod::Checked) => "Scan(Checked)",
        Stmt::EmitScanned { .. } => "EmitScanned",
        Stmt::AppendScanned(_) => "AppendScanned",
        Stmt::SetScanned(_) => "SetScanned",
        Stmt::HoldName => "HoldName",
        Stmt::HoldValue => "HoldValue",
        Stmt::HoldReferences(_) => "HoldReferences",
        Stmt::WriteAttribute(Pending::Nothing | Pending::Started) => "StartAttribute",
        Stmt::WriteAttribute(Pending::Named) => "WriteAttribute(Named)",
        Stmt::WriteAttribute(Pending::Valued) => "WriteAttribute(Valued)",
        Stmt::RestOfName { to: Rest::Name, .. } => "RestOfName(Name)",
        Stmt::RestOfName { to: Rest::Append(_), .. } => "RestOfName(Append)",
        Stmt::References { .. } => "References",
        Stmt::LineEnding { act: LineEnding::Emit, .. } => "LineEnding(Emit)",
        Stmt::LineEnding { act: LineEnding::Append { .. }, .. } => "LineEnding(Append)",
        Stmt::LineEnding { act: LineEnding::Act(_), .. } => "LineEnding(Act)",
        Stmt::BeginMarkup => "BeginMarkup at the cursor",
        Stmt::EmitCharacter(_) => "EmitCharacter",
        Stmt::AppendCharacter(..) => "AppendCharacter",
        Stmt::SetCharacter(..) => "SetCharacter",
        Stmt::EmitTag => "EmitTag at the cursor",
        Stmt::EmitKnownTag { .. } => "EmitKnownTag",
    }
    condition(Cond) in CONDITIONS {
        Cond::Test(_) => "if",
        Cond::ByteIs(_) => "ByteIs",
        Cond::ByteIsNot(_) => "ByteIsNot",
        Cond::PairIs(..) => "PairIs",
        Cond::MayHaveAttribute => "MayHaveAttribute",
        Cond::Interrupted => "Interrupted",
    }
    pattern(Pattern) in PATTERNS {
        Pattern::Bytes(_) => "Bytes",
        Pattern::EndOr(_) => "EndOr",
        Pattern::AnyByte => "AnyByte",
        Pattern::Otherwise => "Otherwise",
    }
}

/// The parts of an entry.
pub(crate) fn parts(of: &Entry, place: Place, out: &mut Vec<Part>) {
    let mut push = |kind| out.push(Part { kind, place });
    push(entry(of));
    let guard = match of {
        Entry::Action(printed) => {
            push(action(&printed.action));
            None
        }
        Entry::Statement(stmt) => {
            push(statement(stmt));
            None
        }
        Entry::If { cond, .. } => {
            push(condition(cond));
            match cond {
                Cond::Test(test) => Some(test),
                _ => None,
            }
        }
        Entry::Arm { on, guard, .. } => {
            push(pattern(on));
            guard.as_ref().map(|guard| &guard.test)
        }
        Entry::Row { guard, .. } => guard.as_ref().map(|guard| &guard.test),
        _ => None,
    };
    if let Some(guard) = guard {
        guard.each(&mut |part| push(test(part)));
    }
}
