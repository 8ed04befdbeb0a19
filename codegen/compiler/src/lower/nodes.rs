//! Lowers clauses to nodes, with definitions expanded and bodies not yet cut.
//!
//! What a sentence means depends on its place: where its errors belong, whether a character was consumed, what is
//! known to be ahead. So the translation carries this context along each path, and a node needs none. Definitions are
//! expanded at every use, since each use has another context; the code grows with them, which the limits of `check`
//! bound.

use super::conditions::{char_of, next_is};
use super::{Lowering, sets};
use crate::ir::{Action, CharSet, InputPosition, Returned, Source, StateId, Target, Test};
use tokenwright_tables::grammar::{Field, FlagSetting, Source as Phrase, Step, Token, TokenKind};
use tokenwright_tables::kernel::{BulkKind, Traverse};
use tokenwright_tables::model::{Clause, On, Row, State};

/// A step of a body, before the body is cut into blocks.
#[derive(Clone, Debug, PartialEq)]
pub enum StepNode {
    /// An action.
    Act(Action),
    /// Sets the target of the jump that ends the block.
    Go(Target),
    /// Sets the target of the jump to a bulk comment, which begins with the current input character.
    GoWithCurrent {
        /// The state that consumes the comment.
        to: StateId,
        /// Whether that character has a part of its own: it may end the comment, or a condition does not count it.
        may_end: bool,
    },
    /// The target of the block consumes the current input character again.
    Reconsume,
    /// A conditional.
    If(Test, Vec<StepNode>, Vec<StepNode>),
    /// Calls a procedure, and continues with the nodes after this one.
    Call(StateId),
    /// The end of a procedure.
    Return(Returned),
    /// Emits an end-of-file token. No node follows.
    Done,
}

/// The context of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'a> {
    pub(super) state: StateId,
    /// The rows, for `treat as anything else`.
    pub(super) rows: &'a [Row],
    /// Where errors are reported.
    pub(super) errors_at: ErrorsAt,
    /// Whether the body is that of a row which has consumed a character.
    pub(super) in_row: bool,
    /// Whether a step has consumed more than the row has.
    pub(super) consumed: bool,
    /// Whether the next input character is known to be in the chunk, with the whole of its line ending.
    pub(super) next_is_there: bool,
    /// The matched look-ahead: its length in bytes, and where it starts.
    pub(super) found: Option<(usize, InputPosition)>,
    /// The characters that the row takes, if it takes characters only.
    pub(super) takes: Option<&'a CharSet>,
    /// Whether the first steps of the state may have emitted a tag.
    pub(super) emitted: bool,
}

/// The place of errors, which depends on what the state has consumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorsAt {
    /// At the next input character: nothing has been consumed.
    Next,
    /// At the current input character.
    Current,
    /// At the next input character, even if the state consumes more: a name or digits have been matched.
    AfterMatch,
}

impl ErrorsAt {
    fn place(self) -> InputPosition {
        match self {
            ErrorsAt::Current => InputPosition::Current,
            ErrorsAt::Next | ErrorsAt::AfterMatch => InputPosition::Next,
        }
    }
}

impl<'a> Here<'a> {
    /// The context of the first steps of a state.
    pub(super) fn before(id: StateId, state: &'a State) -> Self {
        Here {
            state: id,
            rows: &state.rows,
            errors_at: ErrorsAt::Next,
            in_row: false,
            consumed: false,
            next_is_there: false,
            found: None,
            takes: None,
            emitted: false,
        }
    }
}

impl Here<'_> {
    fn consume(&mut self) {
        if self.errors_at == ErrorsAt::Next {
            self.errors_at = ErrorsAt::Current;
        }
        self.consumed = true;
        self.next_is_there = false;
        self.found = None;
    }

    fn match_ahead(&mut self) {
        self.errors_at = ErrorsAt::AfterMatch;
        self.consumed = true;
        self.next_is_there = false;
        self.found = None;
    }
}

/// A row that looks ahead.
#[derive(Clone, Debug)]
pub(super) struct LookingRow {
    /// What has to follow in the input; `None` for the row `anything else`.
    pub(super) test: Option<Test>,
    /// An additional condition.
    pub(super) guard: Option<Test>,
    /// The steps.
    pub(super) nodes: Vec<StepNode>,
}

/// Rows as a chain of conditionals.
pub(super) fn chain(rows: Vec<LookingRow>) -> Vec<StepNode> {
    let mut nodes = Vec::new();
    for LookingRow {
        test,
        guard,
        nodes: then,
    } in rows.into_iter().rev()
    {
        nodes = match (test, guard) {
            (None, None) => then,
            (Some(test), None) | (None, Some(test)) => vec![StepNode::If(test, then, nodes)],
            (Some(test), Some(guard)) => {
                vec![StepNode::If(Test::All(vec![guard, test]), then, nodes)]
            }
        };
    }
    nodes
}

/// Clauses, and those that follow them.
#[derive(Clone, Copy)]
struct Rest<'c> {
    clauses: &'c [Clause],
    then: Option<&'c Rest<'c>>,
}

impl<'c> Rest<'c> {
    fn of(clauses: &'c [Clause]) -> Self {
        Rest {
            clauses,
            then: None,
        }
    }
}

/// The text ahead that has matched, by its length and its beginning, if a condition holds or does not: the last that is asked for.
fn matched(test: &Test, holds: bool) -> Option<(usize, InputPosition)> {
    let last = |tests: &[Test]| tests.iter().rev().find_map(|test| matched(test, holds));
    match test {
        Test::Ahead { text, from, .. } if holds => Some((text.len(), *from)),
        Test::Not(test) => matched(test, !holds),
        Test::All(tests) if holds => last(tests),
        Test::Any(tests) if !holds => last(tests),
        _ => None,
    }
}

/// Whether a condition that holds has found the next input character, and that is no line ending.
fn finds_next(test: &Test) -> bool {
    match test {
        Test::NextIs { on, .. } => !on.contains(u32::from('\n')),
        Test::Ahead { text, from, .. } => *from == InputPosition::Next && !text.is_empty(),
        Test::All(tests) => tests.iter().any(finds_next),
        Test::Any(tests) => tests.iter().all(finds_next),
        _ => false,
    }
}

pub(super) enum InputStep {
    Error(usize),
    Replace(char),
    Nothing,
}

/// A step of the input stream.
pub(super) fn input_step(lowering: &Lowering<'_>, step: &Step) -> Result<InputStep, String> {
    Ok(match step {
        Step::NamedError(code) => InputStep::Error(lowering.error_id(&code.0)?),
        Step::BareError => InputStep::Error(0),
        Step::ReplaceInput(c) => InputStep::Replace(char_of(c.0)?),
        Step::Ignore => InputStep::Nothing,
        other => return Err(format!("`{other}` in the input stream")),
    })
}

impl Lowering<'_> {
    pub(super) fn nodes(
        &self,
        clauses: &[Clause],
        here: Here<'_>,
    ) -> Result<Vec<StepNode>, String> {
        let mut out = Vec::new();
        self.path(Rest::of(clauses), here, &mut out)?;
        Ok(out)
    }

    /// Lowers clauses and those that follow them on the path. Returns the context at the end of the path.
    fn path<'h>(
        &self,
        mut rest: Rest<'_>,
        mut here: Here<'h>,
        out: &mut Vec<StepNode>,
    ) -> Result<Here<'h>, String> {
        loop {
            let Some((clause, after)) = rest.clauses.split_first() else {
                match rest.then {
                    Some(then) => rest = *then,
                    None => return Ok(here),
                }
                continue;
            };
            rest.clauses = after;
            match clause {
                Clause::Step(step) if step.value == Step::TreatAsAnythingElse => {
                    let rows = here.rows.iter().filter(|row| row.is_anything_else());
                    let rows = rows.map(|row| self.looking_row(None, row, here));
                    out.extend(chain(rows.collect::<Result<_, _>>()?));
                    // The path ends in that row.
                    return Ok(here);
                }
                Clause::Step(step) => self.step(&step.value, &mut here, out)?,
                Clause::Call(name) => {
                    let body = self.revision.defined_step(name);
                    let body = body.ok_or_else(|| format!("the step {}", name.value))?;
                    let body = Rest {
                        clauses: body,
                        then: Some(&rest),
                    };
                    return self.path(body, here, out);
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let test = self.any(any)?;
                    let asks = test.any(|test| matches!(test, Test::Ahead { .. }));
                    let found = |holds| match asks {
                        true => matched(&test, holds),
                        false => here.found,
                    };
                    let branch = Here {
                        found: found(true),
                        next_is_there: here.next_is_there || finds_next(&test),
                        ..here
                    };
                    let other = Here {
                        found: found(false),
                        ..here
                    };
                    let (mut yes, mut no) = (Vec::new(), Vec::new());
                    let mut steps = std::slice::from_ref(clause).nodes().steps();
                    if steps.any(|step| *step == Step::TreatAsAnythingElse) {
                        // The rest is only for paths that did not end there.
                        let before_rest = |clauses| Rest {
                            clauses,
                            then: Some(&rest),
                        };
                        self.path(before_rest(then), branch, &mut yes)?;
                        let after = self.path(before_rest(otherwise), other, &mut no)?;
                        out.push(StepNode::If(test, yes, no));
                        return Ok(after);
                    }
                    let after_yes = self.path(Rest::of(then), branch, &mut yes)?;
                    let after_no = self.path(Rest::of(otherwise), other, &mut no)?;
                    if after_yes.errors_at != after_no.errors_at && !ends(&yes) && !ends(&no) {
                        // The rest depends on the branch.
                        self.path(rest, after_yes, &mut yes)?;
                        let after = self.path(rest, after_no, &mut no)?;
                        out.push(StepNode::If(test, yes, no));
                        return Ok(after);
                    }
                    // After a branch that ends, nothing follows that could depend on it.
                    let after = if ends(&yes) { after_no } else { after_yes };
                    here.errors_at = after.errors_at;
                    let is_known = ends(&yes) || ends(&no) || after_yes.found == after_no.found;
                    here.found = after.found.filter(|_| is_known);
                    here.consumed |= after_yes.consumed || after_no.consumed;
                    here.next_is_there = after_yes.next_is_there && after_no.next_is_there;
                    out.push(StepNode::If(test, yes, no));
                }
            }
        }
    }

    /// Rows that look ahead, tried in order.
    pub(super) fn looking_rows(
        &self,
        state: &State,
        here: Here<'_>,
    ) -> Result<Vec<LookingRow>, String> {
        let row = |row: &Row| {
            let mut found = None;
            let test = match &row.on {
                On::Ahead { text, ignore_case } => {
                    found = Some((text.value.len(), InputPosition::Next));
                    Some(Test::Ahead {
                        text: text.value.clone(),
                        ignore_case: *ignore_case,
                        from: InputPosition::Next,
                    })
                }
                On::Peeked(matchers) => {
                    let taken = sets::located(self.revision, matchers)?;
                    (!taken.anything_else).then(|| next_is(&taken))
                }
                On::Consumed { any, .. } => {
                    if !sets::located(self.revision, any)?.anything_else {
                        return Err("rows that consume among rows that look ahead".into());
                    }
                    None
                }
            };
            let next_is_there = test.as_ref().is_some_and(finds_next);
            let here = Here {
                found,
                next_is_there,
                ..here
            };
            self.looking_row(test, row, here)
        };
        state.rows.iter().map(row).collect()
    }

    fn looking_row(
        &self,
        test: Option<Test>,
        row: &Row,
        here: Here<'_>,
    ) -> Result<LookingRow, String> {
        Ok(LookingRow {
            test,
            guard: self.guard(row)?,
            nodes: self.nodes(&row.body, here)?,
        })
    }

    /// The condition of a row beyond its matcher.
    pub(super) fn guard(&self, row: &Row) -> Result<Option<Test>, String> {
        (!row.when.is_empty())
            .then(|| self.any(&row.when))
            .transpose()
    }

    fn go(&self, to: &str, here: &Here<'_>, out: &mut Vec<StepNode>) -> Result<(), String> {
        let to = self.state_id(to)?;
        if self.asks_back[to] {
            out.push(StepNode::Act(Action::ComeFrom(here.state)));
        }
        let Some(BulkKind::Comment {
            end, unless_at_end, ..
        }) = self.bulk[to].as_ref().map(|bulk| &bulk.kind)
        else {
            return add(StepNode::Go(Target::State(to)), out);
        };
        out.push(StepNode::Act(Action::CreateComment(String::new())));
        // Steps on entry have no current input character, with which the comment would begin.
        if !here.in_row && !here.consumed {
            return add(StepNode::Go(Target::State(to)), out);
        }
        // The comment begins with the character that switched to it, which does not end it.
        let takes = here.takes.filter(|_| !here.consumed);
        let is_end = takes.is_some_and(|takes| takes.contains(*end));
        let may_end = here.consumed || *unless_at_end || is_end;
        add(StepNode::GoWithCurrent { to, may_end }, out)
    }

    /// Goes to the return state, which may be any.
    fn go_to_return(&self, here: &Here<'_>, out: &mut Vec<StepNode>) -> Result<(), String> {
        if self.asks_back.contains(&true) {
            out.push(StepNode::Act(Action::ComeFrom(here.state)));
        }
        add(StepNode::Go(Target::Return), out)
    }

    #[allow(clippy::too_many_lines)]
    fn step(
        &self,
        step: &Step,
        here: &mut Here<'_>,
        out: &mut Vec<StepNode>,
    ) -> Result<(), String> {
        let action = match step {
            Step::SwitchToReturn => return self.go_to_return(here, out),
            // `check` refuses this step if the state that it leads to needs an origin.
            Step::SwitchBack => return add(StepNode::Go(Target::Back), out),
            Step::Switch(state) => return self.go(&state.0, here, out),
            Step::ReconsumeInReturn => {
                self.go_to_return(here, out)?;
                return add(StepNode::Reconsume, out);
            }
            Step::Reconsume(state) => {
                self.go(&state.0, here, out)?;
                return add(StepNode::Reconsume, out);
            }
            Step::ReconsumeCurrent => return add(StepNode::Reconsume, out),
            Step::Ignore | Step::InterpretNumber => return Ok(()),
            Step::EmitEof => return add(StepNode::Done, out),
            Step::Attempt(procedure) => {
                let id = self.procedures_by_name.get(procedure.0.as_str());
                let id = id.ok_or_else(|| format!("the procedure {procedure}"))?;
                out.push(StepNode::Call(*id));
                here.errors_at = ErrorsAt::AfterMatch;
                here.next_is_there = false;
                here.found = None;
                return Ok(());
            }
            Step::ReturnNothing => return add(StepNode::Return(Returned::Nothing), out),
            Step::ReturnMatchedReference => {
                return add(StepNode::Return(Returned::Reference), out);
            }
            Step::ReturnReplacement => return add(StepNode::Return(Returned::Replacement), out),
            Step::ReturnCode => return add(StepNode::Return(Returned::Code), out),
            Step::ReturnChar(c) => {
                return add(StepNode::Return(Returned::Char(char_of(c.0)?)), out);
            }
            Step::ConsumeNext => {
                if !here.next_is_there {
                    out.push(StepNode::Act(Action::AwaitNext));
                }
                here.consume();
                Action::ConsumeNext
            }
            Step::ConsumeThose => {
                let (len, from) = here.found.ok_or("`consume those characters` without any")?;
                here.consume();
                Action::ConsumeAhead { len, from }
            }
            Step::ConsumeNamed => {
                here.match_ahead();
                Action::ConsumeNamed
            }
            Step::ConsumeMatching => {
                here.match_ahead();
                Action::ConsumeDigits
            }
            Step::Unconsume => Action::Unconsume,
            Step::EmitCurrent => Action::EmitCurrent,
            Step::EmitTemporaryBuffer => Action::EmitTemporaryBuffer,
            Step::EmitReturned => Action::EmitReturned,
            Step::EmitToken(Token::Tag) => Action::EmitTag,
            Step::EmitToken(Token::Comment) => Action::EmitComment,
            Step::EmitToken(Token::Doctype) => Action::EmitDoctype,
            Step::EmitToken(Token::ProcessingInstruction) => Action::EmitProcessingInstruction,
            Step::EmitChar(c) => {
                let c = char_of(c.0)?;
                // U+FFFD replaces the character that is read; any other character may have been
                // read after the last output, which the runtime sees.
                if c == '\u{FFFD}' {
                    Action::EmitInstead(c)
                } else {
                    Action::EmitChar(c)
                }
            }
            Step::CreateComment(data) => Action::CreateComment(data.0.clone()),
            Step::CreateProcessingInstruction(data) => {
                Action::CreateProcessingInstruction(data.0.clone())
            }
            Step::Create(TokenKind::StartTag) => Action::CreateTag { end_tag: false },
            Step::Create(TokenKind::EndTag) => Action::CreateTag { end_tag: true },
            Step::Create(TokenKind::Doctype) => Action::CreateDoctype,
            Step::StartAttribute => Action::StartAttribute,
            Step::RemoveAttribute => Action::RemoveAttribute,
            Step::RemoveEarlierAttribute => Action::RemoveEarlierAttribute,
            Step::SetForceQuirks => Action::SetForceQuirks,
            Step::ClearForceQuirks => Action::ClearForceQuirks,
            Step::SetSelfClosing => Action::SetSelfClosing,
            Step::SetReturnState(state) => Action::SetReturn(self.state_id(&state.0)?),
            Step::ClearAdditionalAllowed => Action::SetAdditional(None),
            Step::SetAdditionalAllowed(c) => Action::SetAdditional(Some(char_of(c.0)?)),
            Step::SetContentModel(model) => Action::SetContentModel(*model),
            Step::SetEscape(setting) => Action::SetEscape(*setting == FlagSetting::True),
            Step::ReplaceCode => Action::ReplaceCode,
            Step::SetCode(number) => Action::SetCode(number.value()),
            Step::MultiplyCode(number) => Action::MultiplyCode(number.value()),
            Step::AddToCode(number) => Action::AddToCode(number.value()),
            Step::UseHexDigits => Action::UseDigits { hexadecimal: true },
            Step::UseDigits => Action::UseDigits { hexadecimal: false },
            Step::AsHexadecimal => Action::InBase { hexadecimal: true },
            Step::AsDecimal => Action::InBase { hexadecimal: false },
            Step::Set(field, source) => {
                out.push(StepNode::Act(Action::Clear(*field)));
                if *source == Phrase::Empty {
                    return Ok(());
                }
                self.append(*source, *field)?
            }
            Step::Append(Phrase::Empty, _) => return Ok(()),
            Step::Append(source, field) => self.append(*source, *field)?,
            Step::LetTarget => Action::LetTarget,
            Step::NamedError(code) => {
                Action::Error(self.error_id(&code.0)?, here.errors_at.place())
            }
            Step::BareError => Action::Error(0, here.errors_at.place()),
            Step::ConsumeThroughChar(_)
            | Step::ConsumeThroughText(_)
            | Step::EmitConsumed
            | Step::EmitBulkComment
            | Step::EmitBulkCommentReplaced
            | Step::ReplaceInput(_)
            | Step::TreatAsAnythingElse => return Err(format!("`{step}` in this place")),
        };
        out.push(StepNode::Act(action));
        Ok(())
    }

    fn append(&self, source: Phrase, field: Field) -> Result<Action, String> {
        let source = match source {
            Phrase::Current => Source::Current,
            Phrase::CurrentLowercase => Source::CurrentLowercase,
            Phrase::CurrentUppercase => Source::CurrentUppercase,
            Phrase::TemporaryBuffer => Source::TemporaryBuffer,
            Phrase::Matched => Source::Matched,
            Phrase::MatchedReference => Source::MatchedReference,
            Phrase::Returned => Source::Returned,
            Phrase::CharacterReferenceCode => Source::Code,
            Phrase::Char(c) => Source::Char(char_of(c.0)?),
            Phrase::Empty => return Err("the empty string, appended".into()),
        };
        Ok(Action::Append(source, field))
    }
}

/// Adds a node, with which a step ends.
fn add(node: StepNode, out: &mut Vec<StepNode>) -> Result<(), String> {
    out.push(node);
    Ok(())
}

/// Whether no node after these can run.
pub(super) fn ends(nodes: &[StepNode]) -> bool {
    nodes.iter().any(|node| match node {
        StepNode::Return(_) | StepNode::Done => true,
        StepNode::If(_, then, otherwise) => ends(then) && ends(otherwise),
        _ => false,
    })
}

impl StepNode {
    /// Whether something holds of the node, or of one in a branch of it.
    pub(super) fn any(&self, holds: impl Fn(&StepNode) -> bool + Copy) -> bool {
        match self {
            StepNode::If(_, then, otherwise) => {
                then.iter().chain(otherwise).any(|node| node.any(holds))
            }
            node => holds(node),
        }
    }
}

/// Whether some path through the nodes sets the target of the jump.
pub(super) fn goes(nodes: &[StepNode]) -> bool {
    let goes = |node: &StepNode| {
        matches!(
            node,
            StepNode::Go(_) | StepNode::GoWithCurrent { .. } | StepNode::Return(_) | StepNode::Done
        )
    };
    nodes.iter().any(|node| node.any(goes))
}
