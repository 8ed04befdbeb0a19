//! Clauses to nodes: sentences read, definitions written out, nothing cut yet.

use super::bulk::Bulk;
use super::conditions::{char_of, next_is, not_if};
use super::{Lowering, sets};
use crate::ir::{Action, CharSet, Place, Returned, Source, StateId, Target, Test};
use tokenwright_tables::grammar::{Field, FlagSetting, Source as Phrase, Step, Token, TokenKind};
use tokenwright_tables::model::{Clause, Definition, On, Row, State};

/// A step of a body, before the body is cut into blocks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// An action.
    Act(Action),
    /// Sets where the block will go.
    Go(Target),
    /// The current input character is given to where the block will go.
    Reconsume,
    /// A conditional.
    If(Test, Vec<Node>, Vec<Node>),
    /// The procedure, and then the nodes after this one.
    Call(StateId),
    /// The end of a procedure.
    Return(Returned),
    /// An end-of-file token, and nothing after it.
    Done,
}

/// The context of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here<'a> {
    /// The state.
    pub(super) state: StateId,
    /// The row `anything else`, for `treat as anything else`.
    pub(super) anything_else: Option<&'a Row>,
    /// Whether a character of this state has been consumed.
    pub(super) place: Place,
    /// What was found ahead: how many bytes, and from where.
    pub(super) found: Option<(usize, Place)>,
    /// The characters that the row takes, if it takes characters only.
    pub(super) takes: Option<&'a CharSet>,
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

/// Whether a body asks which state switched to it.
pub(super) fn mentions_back(body: &[Clause]) -> bool {
    body.iter().any(|clause| match clause {
        Clause::Step(step) => step.value == Step::SwitchBack,
        Clause::Call(_) => false,
        Clause::If {
            then, otherwise, ..
        } => mentions_back(then) || mentions_back(otherwise),
    })
}

impl Lowering<'_> {
    pub(super) fn nodes(
        &self,
        clauses: &[Clause],
        mut here: Here<'_>,
    ) -> Result<Vec<Node>, String> {
        let mut out = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Step(step) => self.step(&step.value, &mut here, &mut out)?,
                Clause::Call(name) => {
                    let body = self.revision.definitions.iter().find_map(|d| match d {
                        Definition::Step { name: n, body } if n.value == name.value => Some(body),
                        _ => None,
                    });
                    let body = body.ok_or_else(|| format!("the step {}", name.value))?;
                    out.extend(self.nodes(body, here)?);
                }
                Clause::If {
                    any,
                    then,
                    otherwise,
                } => {
                    let test = self.any(any)?;
                    let found = match &test {
                        Test::Ahead { text, from, .. } => Some((text.len(), *from)),
                        _ => here.found,
                    };
                    let then = self.nodes(then, Here { found, ..here })?;
                    let otherwise = self.nodes(otherwise, here)?;
                    out.push(Node::If(test, then, otherwise));
                }
            }
        }
        Ok(out)
    }

    /// Rows that look ahead, tried in order.
    pub(super) fn looking_rows(&self, state: &State, here: Here<'_>) -> Result<Vec<Node>, String> {
        let mut nodes = Vec::new();
        for row in state.rows.iter().rev() {
            let mut found = None;
            let (test, always) = match &row.on {
                On::Ahead { text, ignore_case } => {
                    found = Some((text.value.len(), Place::Next));
                    let text = text.value.clone();
                    (
                        Test::Ahead {
                            text,
                            ignore_case: *ignore_case,
                            from: Place::Next,
                        },
                        false,
                    )
                }
                On::Peeked(matchers) => {
                    let taken = sets::located(self.revision, matchers)?;
                    (next_is(&taken), taken.anything_else)
                }
                On::Consumed { any, .. } => {
                    let taken = sets::located(self.revision, any)?;
                    if !taken.anything_else {
                        return Err("rows that consume among rows that look ahead".into());
                    }
                    (next_is(&taken), true)
                }
            };
            let then = self.nodes(&row.body, Here { found, ..here })?;
            let guard = (!row.when.is_empty())
                .then(|| self.any(&row.when))
                .transpose()?;
            nodes = match (always, guard) {
                (true, None) => then,
                (true, Some(guard)) => vec![Node::If(guard, then, nodes)],
                (false, None) => vec![Node::If(test, then, nodes)],
                (false, Some(guard)) => vec![Node::If(Test::All(vec![guard, test]), then, nodes)],
            };
        }
        Ok(nodes)
    }

    fn go(&self, to: StateId, here: &Here<'_>, out: &mut Vec<Node>) {
        if self.asks_back[to] {
            out.push(Node::Act(Action::ComeFrom(here.state)));
        }
        // A state that consumes in bulk begins with the character that switched to it.
        if self.bulk[to].as_ref().is_some_and(|bulk| bulk.is_comment()) {
            out.push(Node::Act(Action::CreateComment(String::new())));
            out.push(Node::Go(Target::State(to)));
            if here.place == Place::Current && here.found.is_none() {
                out.push(Node::Reconsume);
            }
            return;
        }
        out.push(Node::Go(Target::State(to)));
    }

    /// Whether a row that switches to a bulk comment takes the character that ends the comment.
    fn begins_with_its_end(&self, to: StateId, here: &Here<'_>) -> bool {
        let end = self.bulk[to].as_ref().and_then(Bulk::comment_end);
        let takes = here.takes.filter(|_| here.found.is_none());
        end.zip(takes)
            .is_some_and(|(end, takes)| takes.contains(end.into()))
    }

    #[allow(clippy::too_many_lines)]
    fn step(&self, step: &Step, here: &mut Here<'_>, out: &mut Vec<Node>) -> Result<(), String> {
        let action = match step {
            Step::SwitchToReturn => {
                out.push(Node::Go(Target::Return));
                return Ok(());
            }
            Step::SwitchBack => {
                out.push(Node::Go(Target::Back));
                return Ok(());
            }
            Step::Switch(state) => {
                let to = self.state_id(&state.0)?;
                self.go(to, here, out);
                // The character that ends a bulk comment does not end it where it begins it.
                if self.begins_with_its_end(to, here) {
                    out.pop();
                    let first = Action::Append(Source::Current, Field::CommentData);
                    out.insert(out.len() - 1, Node::Act(first));
                }
                return Ok(());
            }
            Step::ReconsumeInReturn => {
                out.extend([Node::Go(Target::Return), Node::Reconsume]);
                return Ok(());
            }
            Step::Reconsume(state) => {
                self.go(self.state_id(&state.0)?, here, out);
                out.push(Node::Reconsume);
                return Ok(());
            }
            Step::ReconsumeCurrent => {
                out.push(Node::Reconsume);
                return Ok(());
            }
            Step::TreatAsAnythingElse => {
                let row = here
                    .anything_else
                    .ok_or("`treat as anything else` without such a row")?;
                out.extend(self.nodes(&row.body, *here)?);
                return Ok(());
            }
            Step::Ignore | Step::InterpretNumber => return Ok(()),
            Step::EmitEof => {
                out.push(Node::Done);
                return Ok(());
            }
            Step::Attempt(procedure) => {
                let id = self.procedures_by_name.get(procedure.0.as_str());
                let id = id.ok_or_else(|| format!("the procedure {procedure}"))?;
                out.push(Node::Call(*id));
                return Ok(());
            }
            Step::ReturnNothing => return self.give_back(Returned::Nothing, out),
            Step::ReturnMatchedReference => return self.give_back(Returned::Reference, out),
            Step::ReturnReplacement => return self.give_back(Returned::Replacement, out),
            Step::ReturnCode => return self.give_back(Returned::Code, out),
            Step::ReturnChar(c) => return self.give_back(Returned::Char(char_of(c.0)?), out),
            Step::ConsumeNext => Action::ConsumeNext,
            Step::ConsumeThose => {
                let (len, from) = here.found.ok_or("`consume those characters` without any")?;
                here.place = Place::Current;
                Action::ConsumeAhead { len, from }
            }
            Step::ConsumeNamed => Action::ConsumeNamed,
            Step::ConsumeMatching => Action::ConsumeDigits,
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
                // U+FFFD always replaces the character that is read; any other character was
                // read before.
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
                out.push(Node::Act(Action::Clear(*field)));
                if *source == Phrase::Empty {
                    return Ok(());
                }
                self.append(*source, *field)?
            }
            Step::Append(Phrase::Empty, _) => return Ok(()),
            Step::Append(source, field) => self.append(*source, *field)?,
            Step::LetTarget => Action::LetTarget,
            Step::NamedError(code) => Action::Error(self.error_id(&code.0)?, here.place),
            Step::BareError => Action::Error(0, here.place),
            Step::ConsumeThroughChar(_)
            | Step::ConsumeThroughText(_)
            | Step::EmitConsumed
            | Step::EmitBulkComment
            | Step::EmitBulkCommentReplaced
            | Step::ReplaceInput(_) => return Err(format!("`{step}` in this place")),
        };
        out.push(Node::Act(action));
        Ok(())
    }

    fn give_back(&self, returned: Returned, out: &mut Vec<Node>) -> Result<(), String> {
        out.push(Node::Return(returned));
        Ok(())
    }

    fn append(&self, source: Phrase, field: Field) -> Result<Action, String> {
        let source = match source {
            Phrase::Current => Source::Current,
            Phrase::CurrentLowercase => Source::CurrentLowercase,
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

/// Whether nothing after this node can run.
pub(super) fn ends(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Return(_) | Node::Done => true,
        Node::If(_, then, otherwise) => ends(then) && ends(otherwise),
        _ => false,
    })
}

/// Whether a path through the nodes sets where to go.
pub(super) fn goes(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Go(_) | Node::Return(_) | Node::Done => true,
        Node::If(_, then, otherwise) => goes(then) || goes(otherwise),
        _ => false,
    })
}

pub(super) fn denied(test: Test) -> Test {
    not_if(true, test)
}
