//! Which characters each form of the table language tells from others, by what it asks of them or
//! by naming them. The matches are complete.

use super::symbols::is_symbol;
use crate::grammar::{Char, Condition, Matcher, NumberRange, Source, Step};
use crate::model::{Clause, Conjunction, Definition, On, Revision, Test};
use crate::references::References;
use std::collections::{BTreeMap, BTreeSet};

/// A set of code points, as inclusive ranges.
pub(crate) type Cut = Vec<(u32, u32)>;

const UPPER: (u32, u32) = (0x41, 0x5A);

fn one(character: Char) -> Vec<Cut> {
    vec![vec![(character.0, character.0)]]
}

/// Each letter of a text; with both cases, since a text may be compared in either.
fn text(text: &str) -> Vec<Cut> {
    let both = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
    let both = text.chars().flat_map(both).map(u32::from);
    both.map(|code| vec![(code, code)]).collect()
}

/// What a matcher takes; nothing for what takes the end of the file, or everything.
fn of_matcher(revision: &Revision, matcher: &Matcher) -> Vec<Cut> {
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
fn of_row(revision: &Revision, on: &On) -> Vec<Cut> {
    let of = |matcher: &Matcher| of_matcher(revision, matcher);
    match on {
        On::Consumed { any, except } => any.iter().chain(except).flat_map(|m| of(m)).collect(),
        On::Peeked(any) => any.iter().flat_map(|m| of(m)).collect(),
        On::Ahead { text: ahead, .. } => text(ahead),
    }
}

/// What a step names.
fn of_step(step: &Step) -> Vec<Cut> {
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
        Step::Set(_, source) | Step::Append(source, _) => match source {
            Source::Char(c) => one(*c),
            Source::CurrentLowercase => vec![vec![UPPER]],
            Source::Current
            | Source::TemporaryBuffer
            | Source::Matched
            | Source::MatchedReference
            | Source::Returned
            | Source::CharacterReferenceCode
            | Source::Empty => Vec::new(),
        },
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
fn of_condition(revision: &Revision, condition: &Condition) -> Vec<Cut> {
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
        Condition::TagNameIn(_, list) => {
            let mut lists = revision.about.names.iter();
            let names = lists.find(|(name, _)| name.value == list.0);
            let names = names.into_iter().flat_map(|(_, names)| names);
            names.flat_map(|name| text(name)).collect()
        }
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

/// Calls `see` with every condition of a revision, `step` with every step.
fn each(revision: &Revision, see: &mut dyn FnMut(&Condition), step: &mut dyn FnMut(&Step)) {
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
    let rows = revision.input_stream.rows.iter();
    rows.for_each(|row| body(&row.body, see, step));
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

/// All sets of characters that a revision tells from others.
pub(crate) fn characters(revision: &Revision, references: &References) -> BTreeSet<Cut> {
    let first = references
        .names
        .iter()
        .flat_map(|(name, _)| name.chars().next());
    let first: BTreeSet<u32> = first.map(u32::from).collect();
    let mut cuts = BTreeSet::from([first.into_iter().map(|code| (code, code)).collect()]);
    let blocks = revision.states.iter().chain(&revision.procedures);
    let rows = blocks.flat_map(|block| &block.rows);
    for row in rows.chain(&revision.input_stream.rows) {
        cuts.extend(of_row(revision, &row.on));
    }
    let mut asked = BTreeSet::new();
    each(
        revision,
        &mut |condition| asked.extend(of_condition(revision, condition)),
        &mut |step| cuts.extend(of_step(step)),
    );
    cuts.append(&mut asked);
    cuts
}

/// All sets of numbers that a revision tells from others, with what is no number of a character.
pub(crate) fn numbers(revision: &Revision, references: &References) -> BTreeSet<Cut> {
    let replaced = references.replacements.iter();
    let replaced = replaced.map(|(number, _)| (*number, *number)).collect();
    let unsaid = [vec![(0xD800, 0xDFFF)], vec![(0x11_0000, u32::MAX)]];
    let mut cuts = BTreeSet::from_iter(unsaid.into_iter().chain([replaced]));
    each(
        revision,
        &mut |condition| {
            if let Condition::Code(_, numbers) = condition {
                cuts.extend(numbers.0.iter().map(|range| match range {
                    NumberRange::One(number) => vec![(*number, *number)],
                    NumberRange::Range(first, last) => vec![(*first, *last)],
                    NumberRange::GreaterThan(number) => vec![(number.saturating_add(1), u32::MAX)],
                    NumberRange::Class(class) => class.ranges(),
                }));
            }
        },
        &mut |_| {},
    );
    cuts
}

/// A class of characters, or of numbers, that nothing tells apart, as ranges in order.
pub(crate) struct Class(Vec<(u32, u32)>);

/// The coarsest partition of all up to `last` that has every cut as a union.
pub(crate) fn classes(cuts: &BTreeSet<Cut>, last: u32) -> Vec<Class> {
    let ends = cuts.iter().flatten();
    let ends = ends.flat_map(|(first, last)| [Some(*first), last.checked_add(1)]);
    let mut starts: BTreeSet<u32> = ends.flatten().chain([0]).collect();
    starts.retain(|start| *start <= last);
    let nexts = starts.iter().skip(1).map(|next| next - 1).chain([last]);
    let mut classes = BTreeMap::<Vec<bool>, Vec<(u32, u32)>>::new();
    for (first, last) in starts.iter().zip(nexts) {
        let has = |cut: &Cut| cut.iter().any(|(a, b)| (a..=b).contains(&first));
        let within = cuts.iter().map(has).collect();
        classes.entry(within).or_default().push((*first, last));
    }
    classes.into_values().map(Class).collect()
}

impl Class {
    /// The first number in it.
    pub(crate) fn first(&self) -> u32 {
        self.0[0].0
    }

    /// Its first character, if it has any.
    pub(crate) fn character(&self) -> Option<char> {
        self.members().next()
    }

    /// A character of it that is no symbol, and none of some others in either case, unless it has no
    /// more than one.
    pub(crate) fn but_for(&self, others: &str) -> Option<char> {
        let mut members = self.members().filter(|member| !is_symbol(*member));
        let alone = self.members().nth(1).is_none();
        let taken = |member: &char| others.chars().any(|c| c.eq_ignore_ascii_case(member));
        members.find(|member| alone || !taken(member))
    }

    fn members(&self) -> impl Iterator<Item = char> + '_ {
        let members = self.0.iter().flat_map(|(first, last)| *first..=*last);
        members.filter_map(char::from_u32)
    }
}
