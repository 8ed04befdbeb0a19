//! Patterns over sentences: words, `[one|or another|]` and typed `{holes}`; `\]` is a bracket.
//!
//! A pattern is compiled to the list of its wordings, which is what a sentence is compared with, what the normal form is
//! made of, and what the writer fills in. An automaton would share their beginnings, but the value of a hole depends on
//! its kind and may have to be tried again, and a pattern has at most some hundred wordings.

use super::hole::{Kind, agree};
use super::prefix::prefix;

/// A compiled pattern: its wordings, the first branch of each choice first.
#[derive(Debug)]
pub(super) struct Pattern(Vec<Vec<Item>>);

/// The most wordings of a pattern.
const WORDINGS: usize = 400;

/// A piece of one wording of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Words(String),
    Hole(Kind),
}

/// The value of a hole: one value, or several if the prose lists them.
pub(super) type Filling = (Kind, Vec<String>);

impl Pattern {
    /// Compiles a pattern of one of the rule tables.
    ///
    /// # Panics
    /// If the brackets of the pattern do not pair, a hole is of no kind, or there are too many wordings: the tables are
    /// part of this crate, and reading any page compiles every one.
    pub(super) fn new(pattern: &str) -> Self {
        let mut rest = pattern;
        let wordings = compile(&mut rest);
        assert!(rest.is_empty(), "unpaired bracket in `{pattern}`");
        assert!(
            wordings.len() <= WORDINGS,
            "`{pattern}` has too many wordings"
        );
        Pattern(wordings)
    }

    /// The wordings that the choices of the pattern allow.
    pub(super) fn wordings(&self) -> &[Vec<Item>] {
        &self.0
    }

    /// The first word of each wording, `None` if a hole is part of it.
    pub(super) fn first_words(&self) -> Vec<Option<String>> {
        let first = |wording: &Vec<Item>| match wording.first()? {
            Item::Words(words) => Some(words.split_once(' ')?.0.to_owned()),
            Item::Hole(_) => None,
        };
        self.0.iter().map(first).collect()
    }

    /// Matches a whole sentence; returns the values of the holes, in order.
    pub(super) fn fit(&self, text: &str) -> Option<Vec<Filling>> {
        // Most sentences do not end like the pattern, and are not compared any further.
        let ends = |wording: &&Vec<Item>| match wording.last() {
            Some(Item::Words(words)) => text.ends_with(words.as_str()),
            _ => true,
        };
        self.0.iter().filter(ends).find_map(|wording| {
            let mut fillings = Vec::new();
            (fit(wording, text, &mut fillings) && agree(&fillings)).then_some(fillings)
        })
    }

    /// How far into a text a wording goes: to the end of the last of its words or values that is there.
    pub(super) fn reach(&self, text: &str) -> usize {
        let each = self.0.iter().map(|wording| reach(wording, text));
        each.max().unwrap_or(0)
    }

    /// The kinds of the holes in order; those of the first wording.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let kind = |item: &Item| match item {
            Item::Words(_) => None,
            Item::Hole(kind) => Some(*kind),
        };
        self.0[0].iter().filter_map(kind).collect()
    }

    /// The texts of the pattern, with `spell` for the words of its holes by their number. The first has the first
    /// spelling of every hole.
    pub(super) fn texts<'a>(
        &'a self,
        spell: &'a dyn Fn(Kind, usize) -> Vec<String>,
    ) -> impl Iterator<Item = String> + 'a {
        self.0.iter().flat_map(|wording| {
            let mut texts = vec![String::new()];
            let mut holes = 0;
            for item in wording {
                let pieces = match item {
                    Item::Words(words) => vec![words.clone()],
                    Item::Hole(kind) => {
                        holes += 1;
                        spell(*kind, holes - 1)
                    }
                };
                let each = texts.iter();
                let each =
                    each.flat_map(|text| pieces.iter().map(move |piece| text.clone() + piece));
                texts = each.collect();
            }
            texts
        })
    }
}

fn compile(rest: &mut &str) -> Vec<Vec<Item>> {
    let mut wordings = vec![Vec::new()];
    while let Some(first) = rest.chars().next() {
        let branches = match first {
            '|' | ']' => break,
            '[' => {
                let mut branches = Vec::new();
                while rest.starts_with(['[', '|']) {
                    *rest = &rest[1..];
                    branches.extend(compile(rest));
                }
                *rest = rest.strip_prefix(']').expect("every bracket is closed");
                branches
            }
            '{' => {
                let end = rest.find('}').expect("every hole is closed");
                let name = &rest[1..end];
                let kind = Kind::named(name);
                *rest = &rest[end + 1..];
                vec![vec![Item::Hole(kind.unwrap_or_else(|| {
                    panic!("no kind of hole is named `{name}`")
                }))]]
            }
            _ => {
                let from = usize::from(first == '\\');
                let more = rest[from..].char_indices().skip(1);
                let mut more = more.filter(|(_, c)| "[|]{\\".contains(*c));
                let end = more.next().map_or(rest.len(), |(at, _)| from + at);
                let words = rest[from..end].to_owned();
                *rest = &rest[end..];
                vec![vec![Item::Words(words)]]
            }
        };
        let each = wordings.iter();
        let each = each.flat_map(|before| branches.iter().map(|branch| join(before, branch)));
        wordings = each.collect();
    }
    wordings
}

/// A wording that continues another one.
fn join(before: &[Item], after: &[Item]) -> Vec<Item> {
    let mut joined = before.to_vec();
    for item in after {
        match (joined.last_mut(), item) {
            (Some(Item::Words(words)), Item::Words(more)) => words.push_str(more),
            _ => joined.push(item.clone()),
        }
    }
    joined
}

fn fit(items: &[Item], text: &str, fillings: &mut Vec<Filling>) -> bool {
    let Some((first, rest)) = items.split_first() else {
        return text.is_empty();
    };
    match first {
        Item::Words(words) => text
            .strip_prefix(words.as_str())
            .is_some_and(|tail| fit(rest, tail, fillings)),
        Item::Hole(kind) => {
            // A hole ends at a boundary of words, and takes as little as it can.
            let reach = kind.reach(text);
            let ends = text.char_indices().map(|(at, _)| at).skip(1);
            let ends = ends.chain([text.len()]).take_while(|end| *end <= reach);
            for end in ends.filter(|end| boundary(text, *end)) {
                if let Some(Item::Words(words)) = rest.first()
                    && !text[end..].starts_with(words.as_str())
                {
                    continue;
                }
                let Some(values) = kind.read(&text[..end]) else {
                    continue;
                };
                fillings.push((*kind, values));
                if fit(rest, &text[end..], fillings) {
                    return true;
                }
                fillings.pop();
            }
            false
        }
    }
}

fn reach(items: &[Item], text: &str) -> usize {
    let Some((first, rest)) = items.split_first() else {
        return 0;
    };
    match first {
        Item::Words(words) => match text.strip_prefix(words.as_str()) {
            Some(tail) => words.len() + reach(rest, tail),
            None => {
                let same = words.bytes().zip(text.bytes()).take_while(|(a, b)| a == b);
                prefix(text, same.count()).rfind(' ').map_or(0, |at| at + 1)
            }
        },
        Item::Hole(kind) => {
            let most = kind.reach(text);
            let ends = (1..=most).filter(|end| text.is_char_boundary(*end) && boundary(text, *end));
            let values = ends.filter(|end| kind.read(&text[..*end]).is_some());
            let each = values.filter_map(|end| {
                let more = reach(rest, &text[end..]);
                // Any words are a remark, so they count only before words of the rule.
                let counts = *kind != Kind::Remark || rest.is_empty() || more > 1;
                counts.then_some(end + more)
            });
            each.max().unwrap_or(0)
        }
    }
}

fn boundary(text: &str, end: usize) -> bool {
    let next = text[end..].chars().next();
    next.is_none_or(|c| matches!(c, ' ' | ',' | ';' | ':' | '.' | '"' | ')' | '\''))
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn words_choices_and_holes() {
        let pattern = Pattern::new("[then |]switch to the {state} state[ now|]");
        for text in [
            "switch to the data state",
            "then switch to the data state",
            "switch to the data state now",
        ] {
            let fillings = pattern.fit(text).expect(text);
            assert_eq!(fillings[0].1, ["data"]);
        }
        assert!(pattern.fit("do not switch to the data state").is_none());
        assert!(pattern.fit("switch to the data state later").is_none());
    }
}
