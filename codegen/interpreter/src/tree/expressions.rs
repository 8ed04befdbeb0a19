//! The values of expressions.

use super::acting::end_tag;
use super::construction::Construction;
use super::document::Document;
use super::observer::TreeObserver;
use super::run::{Location, Stuck, Value, Variables};
use super::token::{Tag, TreeToken};
use tokenwright_tables::tree::grammar::{ElementType, Expression, Namespace};

impl<O: TreeObserver> Construction<'_, O> {
    pub(super) fn evaluate(
        &mut self,
        expression: &Expression,
        variables: &Variables<'_>,
    ) -> Result<Value, Stuck> {
        Ok(match expression {
            Expression::CurrentNode => Value::Node(self.current_node()),
            Expression::AdjustedCurrentNode => Value::Node(self.adjusted_current_node()),
            Expression::ContextElement => Value::Node(self.context),
            Expression::NearestOfContext(of) => Value::Node(self.nearest_of_context(of)),
            Expression::HeadPointer => Value::Node(self.head),
            Expression::FormPointer => Value::Node(self.form),
            Expression::Document => Value::Node(Some(Document::ROOT)),
            Expression::NewElement => Value::Node(self.newest),
            Expression::FirstElement => Value::Node(self.stack.first().copied()),
            Expression::SecondElement => Value::Node(self.stack.get(1).copied()),
            Expression::LastOpen(of) => {
                let mut open = self.stack.iter().rev();
                Value::Node(
                    open.find(|node| self.document.element(**node) == Some(of))
                        .copied(),
                )
            }
            Expression::Above(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                Value::Node(self.above(node))
            }
            Expression::TopmostBelow(node, set) => {
                self.expect_set(&set.0)?;
                let node = self.evaluate(node, variables)?.node()?;
                let place = self.place_in_stack(node);
                let place = place.ok_or_else(|| Stuck::new("the element is not open"))?;
                let mut below = self.stack[place + 1..].iter().copied();
                Value::Node(below.find(|node| self.is_in_set(*node, &set.0)))
            }
            Expression::LastFormatting(of) => {
                let mut all = self.after_marker();
                Value::Node(all.find(|node| self.document.element(*node) == Some(of)))
            }
            Expression::LastFormattingNamed(name) => {
                let name = self.evaluate(name, variables)?;
                let of = ElementType::html(name.text()?);
                let mut all = self.after_marker();
                Value::Node(all.find(|node| self.document.element(*node) == Some(&of)))
            }
            Expression::EarliestLike(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                Value::Node(self.alike(node).last())
            }
            // The beginning of the list ends a search like a marker.
            Expression::LastEntry => self.last_entry().unwrap_or(Value::Marker(0)),
            Expression::EntryBefore(entry) | Expression::EntryAfter(entry) => {
                let forward = matches!(expression, Expression::EntryAfter(_));
                let entry = self.evaluate(entry, variables)?;
                let beside = self.entry_beside(&entry, forward);
                beside.ok_or_else(|| Stuck::new("there is no such entry in the list"))?
            }
            Expression::PositionOf(node) => {
                let node = self.evaluate(node, variables)?;
                self.note_position(&node, false)?
            }
            Expression::PositionAfter(node) => {
                let node = self.evaluate(node, variables)?;
                self.note_position(&node, true)?
            }
            Expression::TokenOf(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let tag = self.created_for.get(&node).cloned();
                let tag = tag.ok_or_else(|| Stuck::new("the element was created for no token"))?;
                Value::Token(TreeToken::Tag(tag.into_inner()))
            }
            Expression::EndTag(name) => Value::Token(end_tag(&name.0)),
            Expression::EndTagOf(node) => Value::Token(self.end_tag_of(node, variables)?),
            Expression::EmptyTag(name) => Value::Token(TreeToken::Tag(Tag::empty(&name.0))),
            Expression::AttributeValue(name) => {
                let value = self.tag()?.attribute(&name.0);
                Value::Text(value.unwrap_or_default().to_owned())
            }
            Expression::TagName => Value::Text(self.tag()?.name.clone()),
            Expression::Character => match &self.token {
                TreeToken::Character(character) => Value::Text(character.to_string()),
                _ => return Err(Stuck::new("the token is no character token")),
            },
            Expression::Token => Value::Token(self.token.clone()),
            Expression::Pending => Value::Text(self.pending.clone()),
            Expression::InNamespace(namespace) => Value::Namespace(*namespace),
            Expression::NamespaceOf(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let element = self.document.element(node);
                Value::Namespace(element.map_or(Namespace::Html, |it| it.namespace))
            }
            Expression::Inside(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                Value::Location(self.inside(node))
            }
            Expression::InsideContents(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                Value::Location(self.inside(self.contents(node)?))
            }
            Expression::Before(node) => {
                let node = self.evaluate(node, variables)?.node()?;
                let parent = self.document.nodes[node].parent;
                let parent = parent.ok_or_else(|| Stuck::new("the node has no parent"))?;
                Value::Location(Location {
                    parent,
                    before: Some(node),
                })
            }
            Expression::NodeOf(location) => {
                let location = self.evaluate(location, variables)?.location()?;
                Value::Node(Some(location.parent))
            }
            Expression::NewElementFor(token, namespace) => {
                let token = self.evaluate(token, variables)?;
                let namespace = self.evaluate(namespace, variables)?.namespace()?;
                Value::Node(Some(self.create_element(token.tag()?, namespace)))
            }
            Expression::Null => Value::Node(None),
            Expression::True => Value::Flag(true),
            Expression::False => Value::Flag(false),
            Expression::Number(number) => Value::Number(number.0),
            Expression::Text(text) => Value::Text(text.0.clone()),
            Expression::Char(char) => {
                let character = char::from_u32(char.0);
                let character =
                    character.ok_or_else(|| Stuck::new("a surrogate is no character"))?;
                Value::Text(character.to_string())
            }
            Expression::Variable(variable) => self.variable(&variable.0, variables)?,
        })
    }

    pub(super) fn tag(&self) -> Result<&Tag, Stuck> {
        match &self.token {
            TreeToken::Tag(tag) => Ok(tag),
            _ => Err(Stuck::new("the token is no tag")),
        }
    }
}
