//! Operations, from the steps of the tables.
//!
//! Calls and entries are resolved here, so that a program that reads the JSON compares no sentences: a call has the name of what is
//! called and its arguments, an entry of a mode the number of its row. An entry is that of the mode with the step, so steps of an
//! algorithm cannot have one.

use super::Scope;
use crate::format::tree::{QuirksMode, TreeExpression as E, TreeOperation as O};
use tokenwright_tables::grammar::{Quoted, StateName, Word};
use tokenwright_tables::tree::grammar::{self, Expression, TreeStep, Variable};
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
        let value = |one: &Expression| self.expression(one);
        let data = || E::Variable {
            name: DATA.to_owned(),
        };
        Ok(Some(match step {
            S::Ignore if !self.tables.asks_whether_ignored() => return Ok(None),
            S::Ignore => O::Ignore,
            S::ActAsIfSeen(token) => O::ActAsIfSeen {
                token: value(token)?,
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
            S::UseMode(Quoted(mode)) => O::UseMode { mode: mode.clone() },
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
            S::ChangeToken(token) => O::SetToken {
                token: value(token)?,
            },
            S::ChangeName(Quoted(name)) => O::SetTagName { name: name.clone() },
            S::ChangeNameBy(Word(table)) => O::ReplaceTagName {
                pairs: table.clone(),
            },
            S::ChangeAttributesBy(Word(table)) => O::ReplaceAttributeNames {
                pairs: table.clone(),
            },
            S::NamespaceAttributes => O::NamespaceAttributes,
            S::IgnoreNext(char) => O::IgnoreNext { character: char.0 },
            S::Acknowledge => O::Acknowledge,
            S::SwitchBack => O::SetModeToOriginal,
            S::SwitchToSecondary => O::SetModeToSecondary,
            S::SetSecondary => O::SetSecondaryMode { mode: None },
            S::SetSecondaryTo(mode) => O::SetSecondaryMode {
                mode: Some(mode.0.clone()),
            },
            S::SwitchContentModel(model) => O::SetContentModel {
                model: model.to_string(),
            },
            S::Taint(node) => O::Taint { node: value(node)? },
            S::SwitchToTemplateMode => O::SetModeToTemplate,
            S::Switch(Quoted(mode)) => O::SetMode { mode: mode.clone() },
            S::SetOriginal => O::SetOriginalMode,
            S::PushTemplateMode(Quoted(mode)) => O::PushTemplateMode { mode: mode.clone() },
            S::PopTemplateMode => O::PopTemplateMode,
            S::SwitchTokenizer(StateName(state)) => O::SwitchTokenizer {
                state: state.clone(),
            },
            S::Push(node) => O::Push { node: value(node)? },
            S::Pop => O::Pop,
            S::PopUntil(elements) => O::PopUntil {
                elements: self.elements(elements)?,
            },
            S::RemoveFromStack(node) => O::RemoveOpen { node: value(node)? },
            S::ReplaceInStack(old, new) => O::ReplaceOpen {
                old: value(old)?,
                new: value(new)?,
            },
            S::InsertIntoStack(node, above) => O::InsertOpen {
                node: value(node)?,
                above: value(above)?,
            },
            S::InsertMarker => O::AddMarker,
            S::AddToList(node) => O::AddEntry { node: value(node)? },
            S::RemoveLastEntry => O::RemoveLastEntry,
            S::RemoveFromList(entry) => O::RemoveEntry {
                entry: value(entry)?,
            },
            S::ReplaceInList(old, new) => O::ReplaceEntry {
                old: value(old)?,
                new: value(new)?,
            },
            S::InsertIntoList(node, position) => O::InsertEntry {
                node: value(node)?,
                position: value(position)?,
            },
            S::SetHead(node) => O::SetHeadElementPointer { node: value(node)? },
            S::SetForm(node) => O::SetFormElementPointer { node: value(node)? },
            S::SetFramesetNotOk => O::SetFramesetNotOk,
            S::SetFramesetOk => O::SetFramesetOk,
            S::EnableFosterParenting => O::SetFosterParenting { enabled: true },
            S::DisableFosterParenting => O::SetFosterParenting { enabled: false },
            S::SetQuirks(mode) => O::SetQuirksMode {
                mode: match mode {
                    grammar::QuirksMode::Quirks => QuirksMode::Quirks,
                    grammar::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
                },
            },
            S::ClearPending => O::ClearPending,
            S::AppendPending => O::AddPending,
            S::AppendDoctype => O::AppendDoctype,
            S::AppendText(location) => O::AppendText {
                text: data(),
                location: value(location)?,
            },
            S::InsertText(location) => O::InsertText {
                text: data(),
                location: value(location)?,
            },
            S::InsertComment(at) => O::InsertComment {
                location: value(at)?,
            },
            S::InsertInstruction(at) => O::InsertProcessingInstruction {
                location: value(at)?,
            },
            S::Insert(node, location) => O::Insert {
                node: value(node)?,
                location: value(location)?,
            },
            S::MoveChildren(from, to) => O::MoveChildren {
                from: value(from)?,
                to: value(to)?,
            },
            S::Append(node, parent) => O::Insert {
                node: value(node)?,
                location: E::Inside {
                    node: value(parent)?.into(),
                },
            },
            S::Detach(node) => O::Detach { node: value(node)? },
            S::AddAttribute(name, text, node) => O::AddAttribute {
                attribute: name.0.clone(),
                text: value(text)?,
                node: value(node)?,
            },
            S::AddOtherAttributes(names, node) => O::AddOtherAttributes {
                names: names.0.iter().map(|name| name.0.clone()).collect(),
                node: value(node)?,
            },
            S::AddAttributes(node) => O::AddAttributes { node: value(node)? },
            S::Let(variable, source) | S::Set(variable, source) => O::SetVariable {
                variable: variable.0.clone(),
                to: self.value(source)?,
            },
            S::Increment(variable, number) => O::Increment {
                variable: variable.0.clone(),
                by: number.0,
            },
            S::Jump(Variable(label)) => O::Jump {
                label: label.clone(),
            },
            S::Break => O::Break,
            S::Continue => O::Continue,
            S::ReturnValue(source) => O::Return {
                result: Some(self.value(source)?),
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
