//! Steps.

use super::super::ir::{Expression as E, Primitive as P, Rows, Statement};
use super::body::Scope;
use super::conditions::texts;
use super::expressions::{call, index};
use super::{Owner, rows};
use tokenwright_tables::grammar::Quoted;
use tokenwright_tables::model::Switch;
use tokenwright_tables::tree::grammar::{Expression, TreeStep};
use tokenwright_tables::tree::model::{IGNORED, On, Tokens, named_tokens};

impl Scope<'_, '_> {
    fn pairs(&self, primitive: P, table: &str) -> Result<E, String> {
        let pairs = self.lowering.tables.pairs.iter().map(|it| &it.0.value);
        Ok(E::Call(primitive, vec![E::Pairs(index(pairs, table)?)]))
    }

    /// The mode whose row this is.
    fn own_mode(&self) -> Result<usize, String> {
        match self.owner {
            Owner::Row(mode, _) => Ok(mode),
            _ => Err("an algorithm has no entries".to_owned()),
        }
    }

    fn entry(&self, mode: usize, is_entry: impl Fn(&On) -> bool) -> Result<usize, String> {
        let tables = self.lowering.tables;
        let of = tables.modes.get(mode).or(tables.foreign_content.as_ref());
        let rows = of.map_or(&[][..], |of| &of.rows);
        let row = rows.iter().position(|row| row.on.iter().any(&is_entry));
        row.ok_or_else(|| "there is no such entry".to_owned())
    }

    fn named_entry(&self, mode: usize, entry: &str) -> Result<usize, String> {
        let tokens = named_tokens(entry);
        let tokens = tokens.ok_or_else(|| format!("\"{entry}\" is no entry"))?;
        self.entry(mode, |on| on.tokens.value == tokens)
    }

    pub(super) fn step(&mut self, step: &TreeStep) -> Result<Option<Statement>, String> {
        use TreeStep as S;
        let mode = |name: &Quoted| self.lowering.mode(&name.0);
        let expression = match step {
            S::Ignore if !self.lowering.asks_whether_ignored => return Ok(None),
            S::Ignore => call(P::Ignore),
            S::ActAsIfSeen(token) => {
                let names = |name: &Quoted| vec![E::Names(vec![name.0.clone()])];
                let act = match token {
                    Expression::EmptyTag(name) => E::Call(P::ActAsStartTag, names(name)),
                    Expression::EndTag(name) => E::Call(P::ActAsEndTag, names(name)),
                    Expression::EndTagOf(node) => self.of_one(P::ActAsEndTagOf, node)?,
                    other => return Err(format!("`{other}` is no token that is made up")),
                };
                return Ok(Some(Statement::Act(self.variable(IGNORED), act)));
            }
            S::Jump(label) => return self.jump(&label.0).map(Some),
            S::Break => return Ok(Some(Statement::Break)),
            S::Continue => return Ok(Some(Statement::Continue)),
            S::Return | S::ReturnValue(_) => return self.returned(step).map(Some),
            S::Let(variable, value) | S::Set(variable, value) => {
                return self.assign(&variable.0, value).map(Some);
            }
            S::Increment(variable, number) => {
                self.read(&variable.0);
                let variable = self.variable(&variable.0);
                return Ok(Some(Statement::Increment(variable, number.0)));
            }
            S::Reprocess => return Ok(Some(Statement::Run(Rows::Dispatched))),
            S::UseCurrentMode => return Ok(Some(Statement::Run(Rows::CurrentMode))),
            S::UseSecondaryMode => return Ok(Some(Statement::Run(Rows::SecondaryMode))),
            S::UseForeign => {
                let foreign = self.lowering.tables.modes.len();
                return Ok(Some(Statement::Run(Rows::Mode(foreign))));
            }
            S::UseMode(name) => return Ok(Some(Statement::Run(Rows::Mode(mode(name)?)))),
            S::ProcessPending(entry, name) => {
                let mode = mode(name)?;
                let row = self.named_entry(mode, &entry.0)?;
                return Ok(Some(Statement::RunPending(mode, row)));
            }
            S::ActAsIn(entry, name) => {
                let mode = mode(name)?;
                let row = self.named_entry(mode, &entry.0)?;
                return Ok(Some(Statement::Run(Rows::Row(mode, row))));
            }
            S::ActAs(entry) => {
                let mode = self.own_mode()?;
                let row = self.named_entry(mode, &entry.0)?;
                return Ok(Some(Statement::Run(Rows::Row(mode, row))));
            }
            S::ActAsEndTag(name) => {
                let mode = self.own_mode()?;
                let row = self.entry(mode, |on| match &on.tokens.value {
                    Tokens::EndTags(names) => rows::has_name(names, &name.0),
                    _ => false,
                })?;
                return Ok(Some(Statement::Run(Rows::Row(mode, row))));
            }
            S::NamedError(code) => E::Call(P::ReportError, vec![E::Error(Some(code.0.clone()))]),
            S::Error => E::Call(P::ReportError, vec![E::Error(None)]),
            S::ChangeToken(token) => E::Call(P::ChangeToken, vec![self.expression(token)?]),
            S::ChangeName(name) => E::Call(P::ChangeName, vec![E::Names(vec![name.0.clone()])]),
            S::ChangeNameBy(table) => self.pairs(P::ChangeNameBy, &table.0)?,
            S::ChangeAttributesBy(table) => self.pairs(P::ChangeAttributesBy, &table.0)?,
            S::NamespaceAttributes => call(P::NamespaceAttributes),
            S::IgnoreNext(char) => E::Call(P::IgnoreNext, vec![E::Character(char.0)]),
            S::Acknowledge => call(P::Acknowledge),
            S::SwitchBack => call(P::SwitchBack),
            S::SwitchToTemplateMode => call(P::SwitchToTemplateMode),
            S::SwitchToSecondary => call(P::SwitchToSecondary),
            S::SetSecondary => call(P::SetSecondary),
            S::SetSecondaryTo(name) => E::Call(P::SetSecondaryTo, vec![E::Mode(mode(name)?)]),
            S::Taint(node) => self.of_one(P::Taint, node)?,
            S::Switch(name) => E::Call(P::SwitchMode, vec![E::Mode(mode(name)?)]),
            S::SetOriginal => call(P::SetOriginal),
            S::PushTemplateMode(name) => E::Call(P::PushTemplateMode, vec![E::Mode(mode(name)?)]),
            S::PopTemplateMode => call(P::PopTemplateMode),
            S::SwitchTokenizer(state) => {
                let mode = self.lowering.text_mode(&Switch::State(state.0.clone()))?;
                E::Call(P::SwitchTokenizer, vec![E::TextMode(mode)])
            }
            S::SwitchContentModel(state) => {
                let mode = self.lowering.text_mode(&Switch::ContentModel(*state))?;
                E::Call(P::SwitchTokenizer, vec![E::TextMode(mode)])
            }
            S::Push(node) => self.of_one(P::Push, node)?,
            S::Pop => call(P::Pop),
            S::PopUntil(elements) => E::Call(P::PopUntil, vec![self.elements(elements)?]),
            S::RemoveFromStack(node) => self.of_one(P::RemoveFromStack, node)?,
            S::ReplaceInStack(old, new) => self.of_two(P::ReplaceInStack, old, new)?,
            S::InsertIntoStack(node, above) => self.of_two(P::InsertIntoStack, node, above)?,
            S::InsertMarker => call(P::InsertMarker),
            S::AddToList(node) => self.of_one(P::AddToList, node)?,
            S::RemoveLastEntry => call(P::RemoveLastEntry),
            S::RemoveFromList(node) => self.of_one(P::RemoveFromList, node)?,
            S::ReplaceInList(old, new) => self.of_two(P::ReplaceInList, old, new)?,
            S::InsertIntoList(node, position) => self.of_two(P::InsertIntoList, node, position)?,
            S::SetHead(node) => self.of_one(P::SetHead, node)?,
            S::SetForm(node) => self.of_one(P::SetForm, node)?,
            S::SetFramesetNotOk => call(P::SetFramesetNotOk),
            S::SetFramesetOk => call(P::SetFramesetOk),
            S::EnableFosterParenting => call(P::EnableFosterParenting),
            S::DisableFosterParenting => call(P::DisableFosterParenting),
            S::SetQuirks(mode) => E::Call(P::SetQuirks, vec![E::Quirks(*mode)]),
            S::ClearPending => call(P::ClearPending),
            S::AppendPending => call(P::AppendPending),
            S::AppendDoctype => call(P::AppendDoctype),
            S::AppendText(location) => self.with_data(P::AppendText, location)?,
            S::InsertText(location) => self.with_data(P::InsertText, location)?,
            S::InsertComment(location) => self.of_one(P::InsertComment, location)?,
            S::InsertInstruction(location) => self.of_one(P::InsertInstruction, location)?,
            S::Insert(node, location) => self.of_two(P::Insert, node, location)?,
            S::MoveChildren(old, new) => self.of_two(P::MoveChildren, old, new)?,
            S::Append(node, parent) => self.of_two(P::Append, node, parent)?,
            S::Detach(node) => self.of_one(P::Detach, node)?,
            S::AddAttribute(name, text, node) => {
                let name = E::Texts(vec![name.0.clone()]);
                let (text, node) = (self.expression(text)?, self.expression(node)?);
                E::Call(P::AddAttribute, vec![name, text, node])
            }
            S::AddOtherAttributes(names, node) => {
                let names = E::Texts(texts(names));
                E::Call(P::AddOtherAttributes, vec![names, self.expression(node)?])
            }
            S::AddAttributes(node) => self.of_one(P::AddAttributes, node)?,
        };
        Ok(Some(Statement::Do(expression)))
    }

    /// A primitive of a place and of the text in the variable `data`.
    fn with_data(&mut self, primitive: P, location: &Expression) -> Result<E, String> {
        let location = self.expression(location)?;
        let data = self.read("data");
        Ok(E::Call(primitive, vec![location, data]))
    }
}
