//! Which characters each form of the table language tells from others, by what it asks of them or
//! by naming them. The matches are complete.

use crate::grammar::{Char, Condition, Field, Matcher, Source, Step};
use crate::model::{Clause, Conjunction, Definition, On, Revision, State, Test};
use std::collections::BTreeSet;

/// A set of code points, as inclusive ranges.
pub(crate) type Cut = Vec<(u32, u32)>;

const UPPER: (u32, u32) = (0x41, 0x5A);

fn one(character: Char) -> Vec<Cut> {
    vec![vec![(character.0, character.0)]]
}

/// Each letter of a text; with both cases, since a text may be compared in either.
pub(crate) fn text(text: &str) -> Vec<Cut> {
    let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
    let both = text.chars().flat_map(both).map(u32::from);
    both.map(|code| vec![(code, code)]).collect()
}

/// What a matcher takes; nothing for what takes the end of the file, or everything.
pub(crate) fn of_matcher(revision: &Revision, matcher: &Matcher) -> Vec<Cut> {
    match matcher {
        Matcher::Char(c) => one(*c),
        Matcher::Range(first, last) => vec![vec![(first.0, last.0)]],
        Matcher::Class(class) => vec![class.ranges()],
        Matcher::Defined(name) => {
            let mut classes = revision.about.classes.iter();
            let members = classes.find(|(n, _)| n.value == *name).map(|(_, all)| all);
            let members = members.into_iter().flatten();
            // One that is made of itself is refused before any machine runs.
            let apart = members.filter(|member| member.value != *matcher);
            apart.flat_map(|m| of_matcher(revision, m)).collect()
        }
        // What can be allowed is named where it is set.
        Matcher::AdditionalAllowed | Matcher::Eof | Matcher::AnythingElse => Vec::new(),
    }
}

/// What the head of a row takes.
pub(crate) fn of_row(revision: &Revision, on: &On) -> Vec<Cut> {
    let of = |matcher: &Matcher| of_matcher(revision, matcher);
    match on {
        On::Consumed { any, except } => any.iter().chain(except).flat_map(|m| of(m)).collect(),
        On::Peeked(any) => any.iter().flat_map(|m| of(m)).collect(),
        On::Ahead { text: ahead, .. } => text(ahead),
    }
}

/// What a step names; of a field that is compared with texts, `letters` are those of the texts.
pub(crate) fn of_step(step: &Step, letters: &[Cut]) -> Vec<Cut> {
    match step {
        Step::ConsumeThroughChar(c)
        | Step::EmitChar(c)
        | Step::SetAdditionalAllowed(c)
        | Step::ReturnChar(c)
        | Step::ReplaceInput(c) => one(*c),
        Step::ConsumeThroughText(ends) => text(&ends.0),
        Step::CreateComment(data) | Step::CreateProcessingInstruction(data) => text(&data.0),
        Step::EmitBulkCommentReplaced => vec![vec![(0, 0)], vec![(0xFFFD, 0xFFFD)]],
        // A character before that number stops the machine.
        Step::AddToCode(minus) => vec![vec![(0, minus.value().saturating_sub(1))]],
        Step::ConsumeMatching => {
            vec![
                vec![(0x30, 0x39)],
                vec![(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
            ]
        }
        Step::Set(field, source) | Step::Append(source, field) => {
            let mut cuts = match source {
                Source::Char(c) => one(*c),
                Source::CurrentLowercase => vec![vec![UPPER]],
                Source::Current
                | Source::TemporaryBuffer
                | Source::Matched
                | Source::MatchedReference
                | Source::Returned
                | Source::CharacterReferenceCode
                | Source::Empty => Vec::new(),
            };
            if matches!(field, Field::TagName | Field::TemporaryBuffer) {
                cuts.extend(letters.iter().cloned());
            }
            cuts
        }
        // A name is looked up as a whole.
        Step::ConsumeNamed
        | Step::Switch(_)
        | Step::SwitchBack
        | Step::SwitchToReturn
        | Step::Reconsume(_)
        | Step::ReconsumeInReturn
        | Step::ReconsumeCurrent
        | Step::TreatAsAnythingElse
        | Step::Ignore
        | Step::ConsumeNext
        | Step::ConsumeThose
        | Step::Unconsume
        | Step::EmitCurrent
        | Step::EmitTemporaryBuffer
        | Step::EmitReturned
        | Step::EmitConsumed
        | Step::EmitEof
        | Step::EmitBulkComment
        | Step::EmitToken(_)
        | Step::Create(_)
        | Step::StartAttribute
        | Step::RemoveAttribute
        | Step::SetForceQuirks
        | Step::SetSelfClosing
        | Step::SetReturnState(_)
        | Step::ClearAdditionalAllowed
        | Step::SetContentModel(_)
        | Step::SetEscape(_)
        | Step::ReplaceCode
        | Step::SetCode(_)
        | Step::MultiplyCode(_)
        | Step::InterpretNumber
        | Step::UseHexDigits
        | Step::UseDigits
        | Step::AsHexadecimal
        | Step::AsDecimal
        | Step::LetTarget
        | Step::Attempt(_)
        | Step::ReturnNothing
        | Step::ReturnMatchedReference
        | Step::ReturnReplacement
        | Step::ReturnCode
        | Step::NamedError(_)
        | Step::BareError => Vec::new(),
    }
}

/// What a condition asks of characters.
pub(crate) fn of_condition(revision: &Revision, condition: &Condition) -> Vec<Cut> {
    let set = |members: &[Matcher]| -> Vec<Cut> {
        let members = members.iter();
        members.flat_map(|m| of_matcher(revision, m)).collect()
    };
    match condition {
        Condition::NextInput(_, members) | Condition::AfterLastStartTag(_, members) => {
            set(&members.0)
        }
        Condition::AheadSequence(_, members, then) => {
            let mut cuts = set(&members.0);
            cuts.extend(one(*then));
            cuts
        }
        Condition::LastMatched(_, c) => one(*c),
        Condition::TemporaryBuffer(_, with)
        | Condition::Target(_, with)
        | Condition::Keyword(_, with)
        | Condition::Behind(_, with) => text(&with.0),
        Condition::ReturnState(..)
        | Condition::CurrentState(..)
        | Condition::AdjustedCurrentNode(_)
        | Condition::CurrentNode(_)
        | Condition::ForeignInsertionMode(_)
        | Condition::Match(_)
        | Condition::AheadLastStartTag(_)
        | Condition::NoStartTagEmitted
        | Condition::ContentModelFlag(..)
        | Condition::EscapeFlag(..)
        | Condition::CurrentTag(..)
        | Condition::TagNameIsLastStartTag(_)
        | Condition::TagNameIn(..)
        | Condition::DuplicateAttribute(_)
        | Condition::HasAttributes
        | Condition::SelfClosing(_)
        | Condition::NothingReturned
        | Condition::EofReached
        | Condition::NoneMatched
        | Condition::CodeInReplacements(_)
        | Condition::Code(..) => Vec::new(),
    }
}

/// What a revision tells apart: anywhere, and in each state.
struct Told<'r> {
    revision: &'r Revision,
    letters: &'r [Cut],
    /// Whether a definition or a procedure is used.
    calls: bool,
    cuts: BTreeSet<Cut>,
}

impl Told<'_> {
    fn step(&mut self, step: &Step) {
        self.calls |= matches!(step, Step::Attempt(_));
        self.cuts.extend(of_step(step, self.letters));
    }

    fn asked(&mut self, any: &[Conjunction]) {
        for test in any.iter().flatten() {
            match &test.value {
                Test::Condition(condition) => {
                    self.cuts.extend(of_condition(self.revision, condition));
                }
                Test::Defined { .. } => self.calls = true,
            }
        }
    }

    fn body(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(step),
                Clause::Call(_) => self.calls = true,
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    self.asked(any);
                    self.body(then);
                    self.body(otherwise);
                }
            }
        }
    }

    fn block(&mut self, block: &State) {
        self.body(&block.body);
        for row in &block.rows {
            self.cuts.extend(of_row(self.revision, &row.on));
            self.asked(&row.when);
            self.body(&row.body);
        }
    }

    /// What a part of the tables tells apart, with what it may use.
    fn of(&mut self, part: impl FnOnce(&mut Self)) -> BTreeSet<Cut> {
        self.calls = false;
        part(self);
        if self.calls {
            self.revision.procedures.iter().for_each(|p| self.block(p));
            for definition in &self.revision.definitions {
                match definition {
                    Definition::Step { body, .. } => self.body(body),
                    Definition::Condition { any, .. } => self.asked(any),
                }
            }
        }
        std::mem::take(&mut self.cuts)
    }
}

/// Calls `see` with every condition of a revision, `step` with every step.
pub(crate) fn each(
    revision: &Revision,
    see: &mut dyn FnMut(&Condition),
    step: &mut dyn FnMut(&Step),
) {
    fn tests(any: &[Conjunction], see: &mut dyn FnMut(&Condition)) {
        any.iter().flatten().for_each(|test| {
            if let Test::Condition(condition) = &test.value {
                see(condition);
            }
        });
    }
    fn body(clauses: &[Clause], see: &mut dyn FnMut(&Condition), step: &mut dyn FnMut(&Step)) {
        for clause in clauses {
            match clause {
                Clause::Step(of) => step(of),
                Clause::Call(_) => {}
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    tests(any, see);
                    body(then, see, step);
                    body(otherwise, see, step);
                }
            }
        }
    }
    for block in revision.states.iter().chain(&revision.procedures) {
        body(&block.body, see, step);
        for row in &block.rows {
            tests(&row.when, see);
            body(&row.body, see, step);
        }
    }
    revision
        .rules
        .iter()
        .for_each(|rule| body(&rule.body, see, step));
    for definition in &revision.definitions {
        match definition {
            Definition::Step { body: of, .. } => body(of, see, step),
            Definition::Condition { any, .. } => tests(any, see),
        }
    }
}

/// What each state tells apart, and what is told apart in every state; `texts` are those that a
/// field may be compared with.
pub(crate) fn of_revision(
    revision: &Revision,
    texts: &[String],
) -> (Vec<BTreeSet<Cut>>, BTreeSet<Cut>) {
    let letters: Vec<Cut> = texts.iter().flat_map(|of| text(of)).collect();
    let mut told = Told {
        revision,
        letters: &letters,
        calls: false,
        cuts: BTreeSet::new(),
    };
    let mut anywhere = told.of(|told| {
        for row in &revision.input_stream.rows {
            told.cuts.extend(of_row(revision, &row.on));
            told.body(&row.body);
        }
        revision.rules.iter().for_each(|rule| told.body(&rule.body));
    });
    let mut looks = BTreeSet::new();
    each(
        revision,
        &mut |condition| {
            // What stands behind, or is compared with a name, may have been read anywhere.
            if let Condition::Behind(..) | Condition::AheadLastStartTag(_) = condition {
                looks.extend(of_condition(revision, condition));
                looks.extend(letters.iter().cloned());
            }
        },
        &mut |step| {
            // It is asked for wherever a matcher says so.
            if let Step::SetAdditionalAllowed(_) = step {
                anywhere.extend(of_step(step, &[]));
            }
        },
    );
    anywhere.extend(looks);
    let states = revision.states.iter();
    let states = states.map(|state| told.of(|told| told.block(state)));
    (states.collect(), anywhere)
}
