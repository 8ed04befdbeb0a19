//! The steps of the table language.
//!
//! Each form is one arm on the state. A step that has nothing to work on, such as a pop from an empty stack, is refused
//! with its sentence: the section never gets there, so edited tables that do are wrong.

use super::construction::{Construction, RowsOf};
use super::document::{Attribute, Document, NodeData, Quirks};
use super::formatting::Entry;
use super::observer::TreeObserver;
use super::run::{Stuck, Value, Variables};
use super::token::TreeToken;
use crate::tree::construction::TreeError;
use tokenwright_tables::model::Switch;
use tokenwright_tables::tree::grammar::{QuirksMode, TreeStep};
use tokenwright_tables::tree::model::{On, Tokens, named_tokens};

impl<'t, O: TreeObserver> Construction<'t, O> {
    pub(super) fn mode_named(&self, name: &str) -> Result<usize, Stuck> {
        let mode = self.tables.mode(name);
        mode.ok_or_else(|| Stuck::new(format!("there is no insertion mode \"{name}\"")))
    }

    fn secondary(&self) -> Result<usize, Stuck> {
        self.secondary_mode
            .ok_or_else(|| Stuck::new("there is no secondary insertion mode"))
    }

    fn error(&mut self, code: Option<&str>) {
        self.errors.push(TreeError {
            code: code.map(str::to_owned),
            token: self.tokens.saturating_sub(1),
            offset: self.offset,
        });
    }

    fn tag_mut(&mut self) -> Result<&mut super::token::Tag, Stuck> {
        match &mut self.token {
            TreeToken::Tag(tag) => Ok(tag),
            _ => Err(Stuck::new("the token is no tag")),
        }
    }

    fn act_as(&mut self, rows: RowsOf, entry: &str) -> Result<(), Stuck> {
        let tokens = named_tokens(entry);
        let tokens = tokens.ok_or_else(|| Stuck::new(format!("\"{entry}\" is no entry")))?;
        self.entry(rows, |on: &On| on.tokens.value == tokens)
    }

    fn pair(&self, table: &str, name: &str) -> Option<String> {
        let mut tables = self.tables.pairs.iter();
        let (_, pairs) = tables.find(|(known, _)| known.value == table)?;
        let mut pairs = pairs.iter();
        pairs
            .find(|(from, _)| from.value == name)
            .map(|(_, to)| to.clone())
    }

    #[expect(clippy::too_many_lines, reason = "one line for each form")]
    pub(super) fn step(
        &mut self,
        step: &'t TreeStep,
        variables: &Variables<'_>,
    ) -> Result<(), Stuck> {
        use TreeStep as S;
        match step {
            S::NamedError(code) => self.error(Some(&code.0)),
            S::Error => self.error(None),
            S::Ignore => self.acting.is_ignored = true,
            S::Reprocess => self.dispatch()?,
            S::UseCurrentMode => self.process(RowsOf::Mode(self.insertion_mode))?,
            S::UseSecondaryMode => self.process(RowsOf::Mode(self.secondary()?))?,
            S::UseForeign => self.process(RowsOf::ForeignContent)?,
            S::UseMode(mode) => self.process(RowsOf::Mode(self.mode_named(&mode.0)?))?,
            S::ProcessPending(entry, mode) => {
                let rows = RowsOf::Mode(self.mode_named(&mode.0)?);
                let pending = self.pending.clone();
                let token = self.token.clone();
                for character in pending.chars() {
                    if self.is_stopped {
                        break;
                    }
                    self.token = TreeToken::Character(character);
                    self.act_as(rows, &entry.0)?;
                    self.acting.count = 0;
                }
                self.token = token;
            }
            S::ActAsIn(entry, mode) => {
                self.act_as(RowsOf::Mode(self.mode_named(&mode.0)?), &entry.0)?;
            }
            S::ActAs(entry) => self.act_as(self.rows, &entry.0)?,
            S::ActAsEndTag(name) => {
                let is_entry = |on: &On| match &on.tokens.value {
                    Tokens::EndTags(names) => names.iter().any(|it| it.value == name.0),
                    _ => false,
                };
                self.entry(self.rows, is_entry)?;
            }
            S::ChangeToken(token) => {
                let Value::Token(token) = self.evaluate(token, variables)? else {
                    return Err(Stuck::new("a token is needed"));
                };
                self.token = token;
            }
            S::ChangeName(name) => self.tag_mut()?.name.clone_from(&name.0),
            S::ChangeNameBy(table) => {
                if let Some(name) = self.pair(&table.0, &self.tag()?.name.clone()) {
                    self.tag_mut()?.name = name;
                }
            }
            S::ChangeAttributesBy(table) => {
                let mut attributes = self.tag()?.attributes.clone();
                for attribute in &mut attributes {
                    if let Some(name) = self.pair(&table.0, &attribute.name) {
                        attribute.name = name;
                    }
                }
                self.tag_mut()?.attributes = attributes;
            }
            S::NamespaceAttributes => {
                let tables = self.tables;
                for attribute in &mut self.tag_mut()?.attributes {
                    let mut known = tables.foreign_attributes.iter();
                    if let Some(foreign) = known.find(|it| it.name.value == attribute.name) {
                        let namespace = foreign.namespace.value.clone();
                        attribute.namespace = Some((foreign.prefix.clone(), namespace));
                        attribute.name.clone_from(&foreign.local_name);
                    }
                }
            }
            S::IgnoreNext(char) => self.ignore_next = char::from_u32(char.0),
            S::Acknowledge => self.is_acknowledged = true,
            S::SwitchBack => {
                let mode = self.original_mode;
                self.insertion_mode =
                    mode.ok_or_else(|| Stuck::new("there is no original insertion mode"))?;
            }
            S::SwitchToSecondary => self.insertion_mode = self.secondary()?,
            S::SwitchToTemplateMode => {
                let mode = self.template_modes.last().copied();
                self.insertion_mode =
                    mode.ok_or_else(|| Stuck::new("there is no template insertion mode"))?;
            }
            S::Switch(mode) => self.insertion_mode = self.mode_named(&mode.0)?,
            S::SetOriginal => self.original_mode = Some(self.insertion_mode),
            S::PushTemplateMode(mode) => {
                let mode = self.mode_named(&mode.0)?;
                self.template_modes.push(mode);
            }
            S::PopTemplateMode => {
                let mode = self.template_modes.pop();
                mode.ok_or_else(|| Stuck::new("there is no template insertion mode"))?;
            }
            S::SetSecondary => self.secondary_mode = Some(self.insertion_mode),
            S::SetSecondaryTo(mode) => self.secondary_mode = Some(self.mode_named(&mode.0)?),
            S::SwitchTokenizer(state) => self.switch = Some(Switch::State(state.0.clone())),
            S::SwitchContentModel(state) => {
                self.switch = Some(Switch::ContentModel(*state));
            }
            S::Taint(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.tainted.insert(node);
            }
            S::Push(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.expect_new(node)?;
                self.stack.push(node);
            }
            S::Pop => {
                self.pop()?;
            }
            S::PopUntil(elements) => {
                let place = self.last_open(elements, variables)?;
                let place = place.ok_or_else(|| Stuck::new("no such element is open"))?;
                while self.stack.len() > place {
                    self.pop()?;
                }
            }
            S::RemoveFromStack(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.remove_from_stack(node);
            }
            S::ReplaceInStack(old, new) => {
                let old = self.evaluate(old, variables)?.node()?;
                let new = self.evaluate(new, variables)?.node()?;
                let place = self.place_in_stack(old);
                let place = place.ok_or_else(|| Stuck::new("the element is not open"))?;
                if new != old {
                    self.expect_new(new)?;
                }
                self.stack[place] = new;
            }
            S::InsertIntoStack(node, above) => {
                let node = self.evaluate(node, variables)?.node()?;
                let above = self.evaluate(above, variables)?.node()?;
                let place = self.place_in_stack(above);
                let place = place.ok_or_else(|| Stuck::new("the element is not open"))?;
                self.expect_new(node)?;
                self.stack.insert(place + 1, node);
            }
            S::InsertMarker => {
                let number = self.number();
                self.list.push(Entry::Marker(number));
            }
            S::AddToList(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.list.push(Entry::Element(node));
            }
            S::RemoveLastEntry => {
                let last = self.last_entry();
                if let Some(place) = last.and_then(|last| self.place_in_list(&last)) {
                    self.list.remove(place);
                }
            }
            S::RemoveFromList(node) => {
                let node = self.evaluate(node, variables)?;
                if let Some(place) = self.place_in_list(&node) {
                    self.list.remove(place);
                }
            }
            S::ReplaceInList(old, new) => {
                let old = self.evaluate(old, variables)?;
                let new = self.evaluate(new, variables)?.node()?;
                let place = self.place_in_list(&old);
                let place = place.ok_or_else(|| Stuck::new("the element is not in the list"))?;
                self.list[place] = Entry::Element(new);
            }
            S::InsertIntoList(node, position) => {
                let node = self.evaluate(node, variables)?.node()?;
                let position = self.evaluate(position, variables)?;
                position.position()?;
                let place = self.place_in_list(&position);
                let place = place.ok_or_else(|| Stuck::new("the position is lost"))?;
                self.list[place] = Entry::Element(node);
            }
            S::SetHead(node) => self.head = self.node_or_null(node, variables)?,
            S::SetForm(node) => self.form = self.node_or_null(node, variables)?,
            S::SetFramesetNotOk => self.frameset_ok = false,
            S::SetFramesetOk => self.frameset_ok = true,
            S::EnableFosterParenting => self.foster_parenting = true,
            S::DisableFosterParenting => self.foster_parenting = false,
            S::SetQuirks(QuirksMode::Quirks) => self.document.quirks = Quirks::Yes,
            S::SetQuirks(QuirksMode::LimitedQuirks) => self.document.quirks = Quirks::Limited,
            S::ClearPending => self.pending.clear(),
            S::AppendPending => match self.token {
                TreeToken::Character(character) => self.pending.push(character),
                _ => return Err(Stuck::new("the token is no character token")),
            },
            S::AppendDoctype => {
                let TreeToken::Doctype {
                    name,
                    public,
                    system,
                    ..
                } = self.token.clone()
                else {
                    return Err(Stuck::new("the token is no DOCTYPE token"));
                };
                let data = NodeData::Doctype {
                    name: name.unwrap_or_default(),
                    public: public.unwrap_or_default(),
                    system: system.unwrap_or_default(),
                };
                self.insert_new(data, self.inside(Document::ROOT));
            }
            S::AppendText(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                let data = self.variable("data", variables)?;
                let previous = self.document.previous(location.parent, location.before);
                let node = previous.map(|it| &mut self.document.nodes[it].data);
                match node {
                    Some(NodeData::Text(text)) => text.push_str(data.text()?),
                    _ => return Err(Stuck::new("there is no Text node before the location")),
                }
            }
            S::InsertText(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                let data = self.variable("data", variables)?;
                let text = data.text()?.to_owned();
                if !text.is_empty() {
                    self.insert_new(NodeData::Text(text), location);
                }
            }
            S::InsertComment(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                let TreeToken::Comment(data) = self.token.clone() else {
                    return Err(Stuck::new("the token is no comment token"));
                };
                self.insert_new(NodeData::Comment(data), location);
            }
            S::InsertInstruction(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                let TreeToken::ProcessingInstruction { target, data } = self.token.clone() else {
                    return Err(Stuck::new("the token is no processing instruction token"));
                };
                self.insert_new(NodeData::ProcessingInstruction { target, data }, location);
            }
            S::Insert(node, location) => {
                let node = self.evaluate(node, variables)?.node()?;
                let location = self.evaluate(location, variables)?.location()?;
                self.insert_node(node, location)?;
                self.last_inserted = Some(node);
            }
            S::MoveChildren(old, new) => {
                let old = self.evaluate(old, variables)?.node()?;
                let new = self.evaluate(new, variables)?.node()?;
                for child in self.document.nodes[old].children.clone() {
                    self.insert_node(child, self.inside(new))?;
                }
            }
            S::Append(node, parent) => {
                let node = self.evaluate(node, variables)?.node()?;
                let parent = self.evaluate(parent, variables)?.node()?;
                self.insert_node(node, self.inside(parent))?;
                self.last_inserted = Some(node);
            }
            S::Detach(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                self.document.detach(node);
            }
            S::AddAttributes(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let attributes = self.tag()?.attributes.clone();
                self.add_attributes(node, attributes);
            }
            S::AddAttribute(name, text, node) => {
                let value = self.evaluate(text, variables)?.text()?.to_owned();
                let node = self.evaluate(node, variables)?.node()?;
                let attribute = Attribute {
                    namespace: None,
                    name: name.0.clone(),
                    value,
                };
                self.add_attributes(node, vec![attribute]);
            }
            S::AddOtherAttributes(names, node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let mut attributes = self.tag()?.attributes.clone();
                attributes.retain(|it| names.0.iter().all(|name| name.0 != it.name));
                self.add_attributes(node, attributes);
            }
            // The runner of clauses takes them.
            S::ActAsIfSeen(_)
            | S::Let(..)
            | S::Set(..)
            | S::Increment(..)
            | S::Jump(_)
            | S::Break
            | S::Continue
            | S::ReturnValue(_)
            | S::Return => {}
        }
        Ok(())
    }

    /// Adds the attributes of which an element has none of the same name.
    fn add_attributes(&mut self, node: usize, added: Vec<Attribute>) {
        if let NodeData::Element { attributes, .. } = &mut self.document.nodes[node].data {
            for attribute in added {
                if !attributes.iter().any(|it| it.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    pub(super) fn node_or_null(
        &mut self,
        node: &tokenwright_tables::tree::grammar::Expression,
        variables: &Variables<'_>,
    ) -> Result<Option<usize>, Stuck> {
        match self.evaluate(node, variables)? {
            Value::Node(node) => Ok(node),
            other => other.node().map(Some),
        }
    }
}
