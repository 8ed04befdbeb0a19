//! Operations, from the steps of the tables.
//!
//! Calls and entries are resolved here, so that a program that reads the JSON compares no sentences: a call has the name of what is
//! called and its arguments, an entry of a mode the number of its row. An entry is that of the mode with the step, so steps of an
//! algorithm cannot have one.

use super::Scope;
use super::resolve::{Resolve, resolved};
use crate::format::tree::{TreeExpression as E, TreeOperation as O};
use tokenwright_tables::grammar::Quoted;
use tokenwright_tables::tree::grammar::{Expression, TreeStep, Variable};
use tokenwright_tables::tree::model::{Callee, Clause, IGNORED, Mode, On, Tokens, named_tokens};

/// The variable that the steps for text read.
const DATA: &str = "data";

impl Scope<'_> {
    /// The operations of clauses.
    ///
    /// # Errors
    /// What cannot be resolved, with the sentence.
    pub(super) fn operations(self, clauses: &[Clause]) -> Result<Vec<O>, String> {
        let operations = clauses.iter().map(|clause| self.clause(clause));
        operations.filter_map(Result::transpose).collect()
    }

    fn clause(self, clause: &Clause) -> Result<Option<O>, String> {
        Ok(Some(match clause {
            Clause::Step(step) => {
                let operation = self.step(&step.value);
                return operation.map_err(|error| format!("`{}`: {error}", step.value));
            }
            Clause::Call(sentence) => {
                let (callee, arguments) = self.called(sentence)?;
                match callee {
                    Callee::Algorithm(at) => O::Call {
                        algorithm: self.tables.algorithms[at].name.value.clone(),
                        arguments,
                    },
                    Callee::Output(at) => O::Output {
                        output: self.tables.outputs[at].name.value.clone(),
                        arguments,
                    },
                    Callee::Definition(_) | Callee::Question(_) => {
                        return Err(format!("`{}` is a condition", sentence.value));
                    }
                }
            }
            Clause::If {
                any,
                then,
                otherwise,
            } => O::If {
                test: self.any(any)?,
                then: self.operations(then)?,
                otherwise: self.operations(otherwise)?,
            },
            Clause::While { all, body } => O::While {
                test: self.all(all)?,
                operations: self.operations(body)?,
            },
            Clause::Label(label) => O::Label {
                label: label.value.clone(),
            },
        }))
    }

    #[expect(clippy::too_many_lines, reason = "one line for each form")]
    fn step(self, step: &TreeStep) -> Result<Option<O>, String> {
        use TreeStep as S;
        let text = &Expression::Variable(Variable(DATA.to_owned()));
        Ok(Some(match step {
            S::Ignore if !self.tables.asks_whether_ignored() => return Ok(None),
            S::Ignore => O::Ignore,
            S::ActAsIfSeen(token) => O::ActAsIfSeen {
                token: self.resolve(token)?,
                variable: IGNORED.to_owned(),
            },
            S::NamedError(code) => O::ParseError {
                code: Some(code.0.clone()),
            },
            S::Error => O::ParseError { code: None },
            S::Reprocess => O::Reprocess,
            S::UseCurrentMode => O::UseCurrentMode,
            S::UseSecondaryMode => O::UseSecondaryMode,
            S::UseForeign => O::UseForeignContent,
            S::UseMode(mode) => resolved!(self, O::UseMode { mode }),
            S::ProcessPending(Quoted(entry), Quoted(mode)) => O::RunRowForPending {
                mode: mode.clone(),
                row: row_of(self.named(mode)?, entry)?,
            },
            S::ActAsIn(Quoted(entry), Quoted(mode)) => O::RunRow {
                mode: Some(mode.clone()),
                row: row_of(self.named(mode)?, entry)?,
            },
            S::ActAs(entry) => self.run(|mode| row_of(mode, &entry.0))?,
            S::ActAsEndTag(name) => self.run(|mode| {
                let is_entry = |on: &On| match &on.tokens.value {
                    Tokens::EndTags(names) => names.iter().any(|it| it.value == name.0),
                    _ => false,
                };
                find(mode, is_entry)
            })?,
            S::ChangeToken(token) => resolved!(self, O::SetToken { token }),
            S::ChangeName(name) => resolved!(self, O::SetTagName { name }),
            S::ChangeNameBy(pairs) => resolved!(self, O::ReplaceTagName { pairs }),
            S::ChangeAttributesBy(pairs) => resolved!(self, O::ReplaceAttributeNames { pairs }),
            S::NamespaceAttributes => O::NamespaceAttributes,
            S::IgnoreNext(character) => resolved!(self, O::IgnoreNext { character }),
            S::Acknowledge => O::Acknowledge,
            S::SwitchBack => O::SetModeToOriginal,
            S::SwitchToSecondary => O::SetModeToSecondary,
            S::SetSecondary => O::SetSecondaryMode { mode: None },
            S::SetSecondaryTo(mode) => O::SetSecondaryMode {
                mode: Some(mode.0.clone()),
            },
            S::SwitchContentModel(model) => resolved!(self, O::SetContentModel { model }),
            S::Taint(node) => resolved!(self, O::Taint { node }),
            S::SwitchToTemplateMode => O::SetModeToTemplate,
            S::Switch(mode) => resolved!(self, O::SetMode { mode }),
            S::SetOriginal => O::SetOriginalMode,
            S::PushTemplateMode(mode) => resolved!(self, O::PushTemplateMode { mode }),
            S::PopTemplateMode => O::PopTemplateMode,
            S::SwitchTokenizer(state) => resolved!(self, O::SwitchTokenizer { state }),
            S::Push(node) => resolved!(self, O::Push { node }),
            S::Pop => O::Pop,
            S::PopUntil(elements) => resolved!(self, O::PopUntil { elements }),
            S::RemoveFromStack(node) => resolved!(self, O::RemoveOpen { node }),
            S::ReplaceInStack(old, new) => resolved!(self, O::ReplaceOpen { old, new }),
            S::InsertIntoStack(node, above) => resolved!(self, O::InsertOpen { node, above }),
            S::InsertMarker => O::AddMarker,
            S::AddToList(node) => resolved!(self, O::AddEntry { node }),
            S::RemoveLastEntry => O::RemoveLastEntry,
            S::RemoveFromList(entry) => resolved!(self, O::RemoveEntry { entry }),
            S::ReplaceInList(old, new) => resolved!(self, O::ReplaceEntry { old, new }),
            S::InsertIntoList(node, position) => resolved!(self, O::InsertEntry { node, position }),
            S::SetHead(node) => resolved!(self, O::SetHeadElementPointer { node }),
            S::SetForm(node) => resolved!(self, O::SetFormElementPointer { node }),
            S::SetFramesetNotOk => O::SetFramesetNotOk,
            S::SetFramesetOk => O::SetFramesetOk,
            S::EnableFosterParenting => O::SetFosterParenting { enabled: true },
            S::DisableFosterParenting => O::SetFosterParenting { enabled: false },
            S::SetQuirks(mode) => resolved!(self, O::SetQuirksMode { mode }),
            S::ClearPending => O::ClearPending,
            S::AppendPending => O::AddPending,
            S::AppendDoctype => O::AppendDoctype,
            S::AppendText(location) => resolved!(self, O::AppendText { text, location }),
            S::InsertText(location) => resolved!(self, O::InsertText { text, location }),
            S::InsertComment(location) => resolved!(self, O::InsertComment { location }),
            S::InsertInstruction(location) => {
                resolved!(self, O::InsertProcessingInstruction { location })
            }
            S::Insert(node, location) => resolved!(self, O::Insert { node, location }),
            S::MoveChildren(from, to) => resolved!(self, O::MoveChildren { from, to }),
            S::Append(node, parent) => O::Insert {
                node: self.resolve(node)?,
                location: E::Inside {
                    node: self.resolve(parent)?,
                },
            },
            S::Detach(node) => resolved!(self, O::Detach { node }),
            S::AddAttribute(attribute, text, node) => {
                resolved!(
                    self,
                    O::AddAttribute {
                        attribute,
                        text,
                        node
                    }
                )
            }
            S::AddOtherAttributes(names, node) => {
                resolved!(self, O::AddOtherAttributes { names, node })
            }
            S::AddAttributes(node) => resolved!(self, O::AddAttributes { node }),
            S::Let(variable, to) | S::Set(variable, to) => {
                resolved!(self, O::SetVariable { variable, to })
            }
            S::Increment(variable, by) => resolved!(self, O::Increment { variable, by }),
            S::Jump(label) => resolved!(self, O::Jump { label }),
            S::Break => O::Break,
            S::Continue => O::Continue,
            S::ReturnValue(source) => O::Return {
                result: Some(self.resolve(source)?),
            },
            S::Return => O::Return { result: None },
        }))
    }

    fn named(&self, name: &str) -> Result<&Mode, String> {
        let at = self.tables.mode(name);
        let at = at.ok_or_else(|| format!("there is no insertion mode \"{name}\""))?;
        Ok(&self.tables.modes[at])
    }

    /// Runs a row of the mode that has this row.
    fn run(self, row: impl Fn(&Mode) -> Result<usize, String>) -> Result<O, String> {
        let mode = self.mode.ok_or("an algorithm has no entries")?;
        let name = self
            .tables
            .mode(&mode.name)
            .map(|_| mode.name.value.clone());
        Ok(O::RunRow {
            mode: name,
            row: row(mode)?,
        })
    }
}

/// The number of the row for the tokens with a name.
fn row_of(mode: &Mode, entry: &str) -> Result<usize, String> {
    let tokens = named_tokens(entry).ok_or_else(|| format!("\"{entry}\" is no entry"))?;
    find(mode, |on| on.tokens.value == tokens)
}

fn find(mode: &Mode, is_entry: impl Fn(&On) -> bool) -> Result<usize, String> {
    let mut rows = mode.rows.iter();
    let row = rows.position(|row| row.on.iter().any(&is_entry));
    row.ok_or_else(|| format!("\"{}\" has no such entry", mode.name.value))
}
