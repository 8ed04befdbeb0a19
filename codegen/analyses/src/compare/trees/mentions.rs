//! What the rules mention: names of elements, and what they ask of attributes, characters and DOCTYPEs.
//!
//! A name is kept with the places that mention it. Two names that the same places mention are one class: no rule tells them apart,
//! but by comparing names with each other.

use std::collections::{BTreeMap, BTreeSet};
use tokenwright_tables::grammar::Quoted;
use tokenwright_tables::model::Located;
use tokenwright_tables::source::Place;
use tokenwright_tables::tree::grammar::{
    ElementType, Elements, Expression, Namespace, PartSet, Parts, TreeCondition, TreeStep,
};
use tokenwright_tables::tree::model::{
    Callee, Clause, Conjunction, On, Resolved, Row, Test, Tokens, TreeTables,
};
use tokenwright_tables::tree::{List, Visitor};

/// An attribute that rules ask for: of tags with some names, with a value if they ask for one.
pub(crate) type AskedAttribute = (Vec<String>, String, String);

/// The parts of the state that rules keep from token to token, but for those that most rows touch.
const KEPT: PartSet = PartSet::LIST
    .or(PartSet::TEMPLATE_MODES)
    .or(PartSet::ORIGINAL_MODE)
    .or(PartSet::POINTERS)
    .or(PartSet::FRAMESET_OK)
    .or(PartSet::PENDING);

/// What some rules mention.
#[derive(Debug, Default)]
pub(crate) struct Mentions {
    /// Names in lower case, with the places that mention them.
    pub(crate) names: BTreeMap<String, Vec<usize>>,
    pub(crate) attributes: Vec<AskedAttribute>,
    /// The names of tags whose self-closing flag matters.
    pub(crate) self_closing: BTreeSet<String>,
    pub(crate) characters: BTreeSet<char>,
    /// The names of DOCTYPEs.
    pub(crate) doctypes: BTreeSet<String>,
    pub(crate) public: BTreeSet<String>,
    pub(crate) system: BTreeSet<String>,
    /// The lists that are asked for.
    pub(crate) lists: BTreeSet<String>,
    /// The algorithms and definitions that are called, and not visited yet.
    pub(crate) calls: BTreeSet<Callee>,
    /// The roots of the foreign elements.
    pub(crate) roots: BTreeSet<&'static str>,
    /// The parts of the state that rules keep from token to token, as far as these touch them.
    pub(crate) touched: PartSet,
    places: usize,
    /// The names of the tags that the row matches whose steps are visited.
    tags: Vec<String>,
}

impl Mentions {
    /// What the rows match that touch some parts of the state themselves.
    pub(crate) fn touching(&mut self, tables: &TreeTables, parts: PartSet) {
        for mode in tables.all_modes() {
            for row in &mode.rows {
                let mut of_row = Mentions::default();
                of_row.row(tables, row);
                if of_row.touched.meets(parts) {
                    row.on.iter().for_each(|on| self.on(on));
                }
            }
        }
    }

    fn touch(&mut self, parts: Parts) {
        self.touched = self.touched.or(parts.reads).or(parts.changes).and(KEPT);
    }

    /// Everything in some tables.
    pub(crate) fn tables(&mut self, tables: &TreeTables) {
        for mode in tables.all_modes() {
            for row in &mode.rows {
                self.row(tables, row);
            }
        }
        for algorithm in &tables.algorithms {
            self.body(tables, &algorithm.body);
        }
        for definition in &tables.definitions {
            self.any(tables, &definition.any);
        }
        for (_, members) in tables.sets.iter().chain(&tables.scopes) {
            self.names(members.iter().map(|member| member.value.name.as_str()));
        }
        // Of identifiers one is enough: a list as a whole is asked for.
        for (_, members) in &tables.identifiers {
            self.public
                .extend(members.first().map(|it| it.value.clone()));
        }
    }

    /// A row: what it matches, and its steps.
    pub(crate) fn row(&mut self, tables: &TreeTables, row: &Row) {
        for on in &row.on {
            self.on(on);
        }
        let tags = row.on.iter().filter_map(|on| on.tokens.tags());
        let started = tags.filter(|(is_end, _)| !is_end);
        let started = started.flat_map(|(_, names)| names);
        self.tags = started.map(|name| name.value.clone()).collect();
        for on in &row.on {
            self.conditions(tables, &on.when);
        }
        tables.visit(&row.body, self);
        self.tags.clear();
    }

    /// What a row matches.
    pub(crate) fn on(&mut self, on: &On) {
        match &on.tokens.value {
            Tokens::StartTags(names) | Tokens::EndTags(names) => {
                self.names(names.iter().map(|name| name.value.as_str()));
            }
            Tokens::Characters(matcher) => self.class(&matcher.ranges()),
            _ => {}
        }
    }

    /// What the rows visited so far call, whatever is called from there, too.
    pub(crate) fn called(&mut self, tables: &TreeTables) {
        let mut visited = BTreeSet::new();
        while let Some(callee) = self.calls.pop_first() {
            if !visited.insert(callee) {
                continue;
            }
            match callee {
                Callee::Algorithm(at) => self.body(tables, &tables.algorithms[at].body),
                Callee::Definition(at) => self.any(tables, &tables.definitions[at].any),
                Callee::Question(_) | Callee::Output(_) => {}
            }
        }
    }

    /// The members of the lists that were asked for so far.
    pub(crate) fn members_of_lists(&mut self, tables: &TreeTables) {
        for (name, members) in tables.sets.iter().chain(&tables.scopes) {
            if self.lists.contains(&name.value) {
                self.names(members.iter().map(|member| member.value.name.as_str()));
            }
        }
    }

    /// Steps.
    pub(crate) fn body(&mut self, tables: &TreeTables, body: &[Clause]) {
        tables.visit(body, self);
    }

    /// Alternatives.
    pub(crate) fn any(&mut self, tables: &TreeTables, any: &[Conjunction]) {
        any.iter().for_each(|all| self.conditions(tables, all));
    }

    fn conditions(&mut self, tables: &TreeTables, all: &Conjunction) {
        self.annotated(all);
        tables.visit_tests(all, self);
    }

    /// Names that one place mentions.
    pub(crate) fn names<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        let place = self.places;
        self.places += 1;
        for name in names {
            let places = self.names.entry(name.to_ascii_lowercase()).or_default();
            places.push(place);
        }
    }

    /// Of several characters the most common is the last.
    fn class(&mut self, ranges: &[(u32, u32)]) {
        let last = ranges.last().and_then(|(_, last)| char::from_u32(*last));
        self.characters.extend(last);
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let tags = self.tags.clone();
        self.attributes
            .push((tags, name.to_owned(), value.to_owned()));
    }

    /// An attribute of the roots of foreign content.
    pub(crate) fn foreign_attribute(&mut self, name: &str, value: &str) {
        let tags = ["svg", "math"].map(str::to_owned).to_vec();
        self.attributes
            .push((tags, name.to_owned(), value.to_owned()));
    }

    /// Attributes of an element that the same conditions name.
    fn annotated(&mut self, all: &Conjunction) {
        let conditions = all.iter().filter_map(|test| match &test.value {
            Test::Condition(condition) => Some(condition),
            Test::Defined { .. } => None,
        });
        let conditions: Vec<&TreeCondition> = conditions.collect();
        for condition in &conditions {
            let TreeCondition::Attribute(name, _, _, texts) = condition else {
                continue;
            };
            let types = conditions.iter().filter_map(|other| match other {
                TreeCondition::Node(_, _, Elements::Types { any, .. }) => Some(any),
                _ => None,
            });
            let tags: Vec<String> = types
                .flatten()
                .map(|of| of.name.to_ascii_lowercase())
                .collect();
            for Quoted(text) in &texts.0 {
                self.attributes
                    .push((tags.clone(), name.0.clone(), text.clone()));
            }
        }
    }

    fn root(&mut self, of: &ElementType) {
        self.roots.extend(match of.namespace {
            Namespace::Html => None,
            Namespace::MathMl => Some("math"),
            Namespace::Svg => Some("svg"),
        });
    }
}

impl Visitor for Mentions {
    fn step(&mut self, step: &Located<TreeStep>) {
        self.touch(step.value.effects());
        match &step.value {
            TreeStep::ActAsEndTag(Quoted(name)) | TreeStep::ChangeName(Quoted(name)) => {
                self.names([name.as_str()]);
            }
            TreeStep::IgnoreNext(char) => self.characters.extend(char::from_u32(char.0)),
            TreeStep::Acknowledge => self.self_closing.extend(self.tags.first().cloned()),
            TreeStep::AddAttributes(_)
            | TreeStep::AddOtherAttributes(..)
            | TreeStep::ChangeAttributesBy(_) => self.attribute("x", ""),
            _ => {}
        }
    }

    fn condition(&mut self, condition: &TreeCondition, _: Place) {
        self.touch(condition.effects());
        match condition {
            TreeCondition::TagNameIs(_, texts) => {
                self.names(texts.0.iter().map(|Quoted(name)| name.as_str()));
            }
            TreeCondition::HasAttribute(texts) => {
                for Quoted(name) in &texts.0 {
                    self.attribute(name, "");
                }
            }
            TreeCondition::Attribute(name, _, _, texts) => {
                for Quoted(text) in &texts.0 {
                    self.attribute(&name.0, text);
                }
            }
            TreeCondition::SelfClosing => self.self_closing.extend(self.tags.first().cloned()),
            TreeCondition::PendingOther(class) => self.class(&class.ranges()),
            TreeCondition::DoctypeName(_, Quoted(name))
            | TreeCondition::DoctypeNameInAnyCase(_, Quoted(name)) => {
                self.doctypes.insert(name.clone());
            }
            TreeCondition::Public(_, Quoted(text)) => {
                self.public.insert(text.clone());
            }
            TreeCondition::System(_, Quoted(text)) => {
                self.system.insert(text.clone());
            }
            TreeCondition::OtherXmlns(_) => self.foreign_attribute("xmlns", "x"),
            TreeCondition::OtherXlink(_) => self.foreign_attribute("xmlns:xlink", "x"),
            _ => {}
        }
    }

    fn call(&mut self, _: &str, resolved: Option<&Resolved>, _: Place) {
        self.calls.extend(resolved.map(|it| it.callee));
    }

    fn list(&mut self, _: List, name: &str, _: Place) {
        self.lists.insert(name.to_owned());
    }

    fn element(&mut self, of: &ElementType, _: Place) {
        self.names([of.name.as_str()]);
        self.root(of);
    }

    fn expression(&mut self, expression: &Expression, _: Place) {
        self.touch(expression.effects());
        match expression {
            Expression::EmptyTag(Quoted(name)) | Expression::EndTag(Quoted(name)) => {
                self.names([name.as_str()])
            }
            Expression::AttributeValue(Quoted(name)) => self.attribute(name, ""),
            _ => {}
        }
    }
}
