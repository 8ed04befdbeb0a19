//! Replaces what two machines have in common by symbols, so that one run covers every value.

use super::registers::{Registers, TagBuilder};
use super::symbols::{ANY, FIRST};

impl Registers {
    /// Replaces by symbols the common prefix of each pair of texts, the attributes before the current one,
    /// and the number. Returns the rest of all texts; `None` if attributes or computed numbers differ.
    pub fn share(&mut self, other: &mut Registers) -> Option<String> {
        let mut rests = String::new();
        let texts = self.texts().into_iter().zip(other.texts());
        for (symbol, texts) in (FIRST..).zip(texts) {
            match texts {
                (Some(a), Some(b)) => {
                    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
                    let same: usize = same.map(|(character, _)| character.len_utf8()).sum();
                    let symbol = char::from_u32(symbol).filter(|_| same > 0);
                    for text in [a, b] {
                        let rest = text.split_off(same);
                        *text = symbol.into_iter().chain(rest.chars()).collect();
                        rests += &rest;
                    }
                }
                (one, another) => rests.extend(one.or(another).map(|text| &**text)),
            }
        }
        match (&mut self.tag, &mut other.tag) {
            (Some(a), Some(b)) if a.parts().0 == b.parts().0 => {
                a.forget_earlier();
                b.forget_earlier();
            }
            (a, b) => {
                let mut tags = a.iter().chain(b.iter());
                if tags.any(|tag| !tag.parts().0.is_empty()) {
                    return None;
                }
            }
        }
        if self.code == other.code && self.code != 0 {
            (self.code, other.code) = (ANY, ANY);
        }
        (self.code < ANY || self.code == other.code).then_some(())?;
        (other.code < ANY || self.code == other.code).then_some(rests)
    }

    /// Every text, but those of the attributes before the current one.
    fn texts(&mut self) -> [Option<&mut String>; 14] {
        let (mut name, mut current) = (None, None);
        if let Some(tag) = self.tag.as_deref_mut() {
            name = Some(&mut tag.name);
            current = tag.removed.as_mut().or(tag.attributes.last_mut());
        }
        let (attribute, value) = current.map(|(name, value)| (name, value)).unzip();
        let [mut doctype, mut public, mut system] = [None, None, None];
        if let Some(token) = self.doctype.as_deref_mut() {
            doctype = token.name.as_mut();
            public = token.public.as_mut();
            system = token.system.as_mut();
        }
        let instruction = self.processing_instruction.as_mut();
        let (target, data) = instruction.map(|(target, data)| (target, data)).unzip();
        [
            Some(&mut self.temporary_buffer),
            self.last_start_tag.as_mut(),
            self.target.as_mut(),
            self.reference.as_mut(),
            self.returned.as_mut(),
            name,
            attribute,
            value,
            self.comment.as_mut(),
            doctype,
            public,
            system,
            target,
            data,
        ]
    }
}

impl TagBuilder {
    /// Forgets the attributes before the current one, except whether there are any.
    fn forget_earlier(&mut self) {
        let any = !self.parts().0.is_empty();
        self.put_earlier(any.then(String::new));
    }

    /// Replaces the attributes before the current one by one attribute that represents any, or by none. Its
    /// name identifies the attributes.
    pub(super) fn put_earlier(&mut self, any: Option<String>) {
        let before = self.parts().0.len();
        let any = any.map(|name| (name, String::new()));
        self.attributes.splice(..before, any);
        self.earlier.clear();
        self.without = None;
    }
}
