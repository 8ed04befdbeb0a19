//! The tokens under construction in a key.

use super::super::key::Key;
use super::{Abstraction, NAME};
use std::collections::BTreeSet;
use tokenwright_interpreter::{Doctype, TagBuilder};
use tokenwright_tables::kernel::effects::RegisterSet;

impl Abstraction<'_> {
    pub(super) fn doctype(&self, key: &mut Key, doctypes: [Option<&Doctype>; 2], any: RegisterSet) {
        let sets = [
            RegisterSet::ASSIGNS_DOCTYPE_NAME,
            RegisterSet::ASSIGNS_PUBLIC,
            RegisterSet::ASSIGNS_SYSTEM,
        ];
        let [left, right] = doctypes.map(fields);
        for ((a, b), sets) in left.into_iter().zip(right).zip(sets) {
            self.relation(key, [a, b], any.has(sets));
        }
        for (side, doctype) in doctypes.into_iter().enumerate() {
            key.push(doctype.map_or(0, |d| 1 + u8::from(d.force_quirks)));
            if any.has(RegisterSet::ASKS_DOCTYPE_NAME) {
                let name = doctype.and_then(|doctype| doctype.name.as_deref());
                let texts = &self.facts(side).doctype_names;
                let begins = |name: &&str| texts.iter().any(|text| text.starts_with(name));
                key.optional(name.filter(begins));
                key.push(u8::from(name.is_some()));
            }
        }
    }

    pub(super) fn tags(
        &self,
        key: &mut Key,
        tags: [Option<&TagBuilder>; 2],
        last: [Option<&str>; 2],
        any: RegisterSet,
    ) {
        use RegisterSet as R;
        let asks_duplicate = any.has(R::ASKS_DUPLICATE);
        for (side, tag) in tags.iter().enumerate() {
            let Some(tag) = tag else {
                key.push(0);
                continue;
            };
            let flags = [
                tag.is_end,
                tag.self_closing,
                tag.removed.is_some(),
                tag.has_attributes(),
                asks_duplicate && tag.is_duplicate() == Some(true),
                tag.is_duplicate().is_some(),
            ];
            let add = |bits: u8, flag| bits << 1 | u8::from(flag);
            key.push(flags.into_iter().fold(1, add));
            let facts = self.facts(side);
            if any.has(R::ASKS_TAG_NAME) {
                let name = last[side].unwrap_or("");
                let left = name.strip_prefix(tag.name.as_str()).map(str::len);
                key.push(left.map_or(0, |left| 1 + left.min(NAME) as u8));
            }
            if any.has(R::ASKS_TAG_LIST) {
                let lists = facts.lists.values();
                lists.for_each(|list| key.push(u8::from(list.contains(&tag.name))));
                let begins = |name: &String| name.starts_with(&tag.name);
                let grows = any.has(R::GROWS_TAG_NAME) && facts.listed().any(begins);
                key.optional(grows.then_some(&tag.name));
            }
        }
        let [Some(a), Some(b)] = tags else {
            // Only one side has a tag: all of its fields count.
            for tag in tags.into_iter().flatten() {
                key.verbatim(&tag.name);
                let (before, now) = tag.parts();
                attributes(key, before);
                attributes(key, now.into_iter().cloned().collect::<Vec<_>>().as_slice());
            }
            return;
        };
        let names = [Some(a.name.as_str()), Some(b.name.as_str())];
        self.relation(key, names, any.has(R::ASSIGNS_TAG_NAME));
        let (before_a, now_a) = a.parts();
        let (before_b, now_b) = b.parts();
        if before_a == before_b {
            key.push(u8::from(asks_duplicate && before_a.is_empty()));
        } else {
            key.push(2);
            let same = before_a.iter().zip(before_b).take_while(|(a, b)| a == b);
            let same = match self.removes_earlier() {
                true => 0,
                false => same.count(),
            };
            for side in [before_a, before_b] {
                attributes(key, &side[same..]);
            }
        }
        if self.removes_earlier() {
            for (tag, before) in [(a, before_a), (b, before_b)] {
                key.push(has_several_names(before).into());
                key.push(has_several_names(&tag.attributes).into());
            }
        }
        if asks_duplicate && !self.completes.is_empty() {
            // Which character would make the name that of an earlier attribute, or a name of one
            // character.
            for tag in [a, b] {
                let now = tag.parts().1.map_or("", |(name, _)| name);
                for so_far in ["", now] {
                    #[expect(clippy::disallowed_methods, reason = "a sorted set is made of it")]
                    let rest = tag
                        .earlier
                        .iter()
                        .filter_map(|name| name.strip_prefix(so_far));
                    let rest = rest.filter(|rest| self.is_last(rest));
                    let rest: BTreeSet<&str> = rest.collect();
                    key.number(rest.len());
                    rest.into_iter().for_each(|rest| key.verbatim(rest));
                }
            }
        }
        let (name_a, value_a) = now_a.map(both).unzip();
        let (name_b, value_b) = now_b.map(both).unzip();
        self.relation(key, [name_a, name_b], any.has(R::ASSIGNS_ATTRIBUTE_NAME));
        self.relation(key, [value_a, value_b], any.has(R::ASSIGNS_ATTRIBUTE_VALUE));
    }
}

/// Name and value.
fn both((name, value): &(String, String)) -> (&str, &str) {
    (name, value)
}

/// The fields of a DOCTYPE, all absent if there is none.
fn fields(of: Option<&Doctype>) -> [Option<&str>; 3] {
    let fields = of.map(|of| [&of.name, &of.public, &of.system]);
    fields.map_or([None; 3], |fields| fields.map(|field| field.as_deref()))
}

/// Whether any attribute remains after those of one name are removed.
pub(super) fn has_several_names(attributes: &[(String, String)]) -> bool {
    let mut pairs = attributes.windows(2);
    pairs.any(|pair| pair[0].0 != pair[1].0)
}

/// Attributes that only one side has.
fn attributes(key: &mut Key, attributes: &[(String, String)]) {
    key.number(attributes.len());
    for (name, value) in attributes {
        key.verbatim(name);
        key.verbatim(value);
    }
}
