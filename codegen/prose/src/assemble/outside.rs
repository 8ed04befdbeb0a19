//! Sentences outside the lists: flags, rules, definitions.

use super::Assembler;
use crate::hole::Kind;
use crate::pattern::Filling;
use crate::rules::Outside;
use crate::understand::{Stmt, value, values};

impl Assembler<'_> {
    /// Handles a sentence with the same meaning everywhere; `false` if it has none.
    pub(super) fn outside(&mut self, meaning: Outside, fillings: &[Filling]) -> bool {
        let found = &mut self.found;
        let error = || match value(fillings, Kind::Code) {
            Some(code) => format!("parse error: {code}"),
            None => "parse error".to_owned(),
        };
        let error_if = |condition: &str| Stmt::If {
            any: vec![vec![condition.to_owned()]],
            then: vec![Stmt::Step(error())],
            otherwise: Vec::new(),
            chained: false,
        };
        match meaning {
            Outside::InitialState => {
                found.initial_state = value(fillings, Kind::State).map(str::to_owned);
            }
            Outside::ContentModelFlag => found.content_model_flag = true,
            Outside::EscapeFlag => found.escape_flag = true,
            Outside::Default | Outside::NoAppropriateEndTag => {}
            Outside::StartTagSolidus => found.start_tag_solidus = Some(error()),
            Outside::EndTagContentModel => {
                let model = value(fillings, Kind::Models).unwrap_or_default();
                found
                    .end_tag
                    .push(Stmt::Step(format!("set the content model flag to {model}")));
            }
            Outside::EndTagAttributes => {
                found
                    .end_tag
                    .push(error_if("the current tag token has attributes"));
            }
            Outside::EndTagSolidus => found.end_tag.push(error_if(
                "the self-closing flag of the current tag token is set",
            )),
            Outside::AppropriateEndTag => found.appropriate = true,
            Outside::PartOfAttribute => {
                found.part_of_attribute = values(fillings, Kind::States).to_vec();
            }
            Outside::Flush => found.flush = true,
            Outside::Convert => {
                found.convert = value(fillings, Kind::Quoted).map(str::to_owned);
            }
            Outside::PermittedSlash => {
                found.permitted_slash = value(fillings, Kind::Char).map(str::to_owned);
                let names = value(fillings, Kind::Remark).unwrap_or_default();
                let names = names.split(", ").filter(|name| !name.is_empty());
                found.void_elements = names.map(str::to_owned).collect();
            }
            Outside::DuplicateAttribute | Outside::EarlierAttribute => {
                found.duplicate_attribute = Some(error());
                found.keeps_new_attribute = meaning == Outside::EarlierAttribute;
            }
            Outside::DuplicateAttributeHere | Outside::EarlierAttributeHere
                if self.state == "attribute name" =>
            {
                found.duplicate_attribute = Some(error());
                found.keeps_new_attribute = meaning == Outside::EarlierAttributeHere;
            }
            Outside::DuplicateAttributeHere
            | Outside::EarlierAttributeHere
            | Outside::RowsConsumed
            | Outside::RowsAhead
            | Outside::RowsPeeked
            | Outside::RowsFurther
            | Outside::ByReturnState
            | Outside::ItemsFollow
            | Outside::Stay
            | Outside::UnlessPermitted
            | Outside::CloseTagGuard
            | Outside::CloseTagModels
            | Outside::CloseTagGuardOfModels
            | Outside::CloseTagRows => return false,
        }
        true
    }
}
