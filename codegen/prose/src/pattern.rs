//! Patterns over sentences: words, `[one|or another|]` and typed `{holes}`; `\]` is a bracket.

use super::hole::{Kind, agree};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    parts: Vec<Part>,
    /// The words before the first hole and after the last one, of each wording. Most clauses have neither, and are not
    /// matched any further.
    ends: Vec<(String, String)>,
}

/// The most wordings whose first and last words are compared.
const WORDINGS: usize = 400;

#[derive(Clone, Debug)]
enum Part {
    Words(String),
    /// `[one|or another|]`
    Either(Vec<Vec<Part>>),
    Hole(Kind),
}

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
    /// If the brackets of the pattern do not pair or a hole is of no kind: the tables are part
    /// of this crate, and a test compiles every one.
    pub(super) fn new(pattern: &str) -> Self {
        let mut rest = pattern;
        let parts = compile(&mut rest);
        assert!(rest.is_empty(), "unpaired bracket in `{pattern}`");
        let mut pattern = Pattern {
            parts,
            ends: Vec::new(),
        };
        pattern.ends = pattern.wordings(WORDINGS).iter().map(|w| ends(w)).collect();
        pattern.ends.sort_unstable();
        pattern.ends.dedup();
        pattern
    }

    /// The wordings that the choices of the pattern allow, at most this many.
    pub(super) fn wordings(&self, most: usize) -> Vec<Vec<Item>> {
        let mut wordings = vec![Vec::new()];
        extend(&mut wordings, &self.parts, most);
        wordings
    }

    /// The first word of each wording, `None` if a hole is part of it.
    pub(super) fn first_words(&self) -> Vec<Option<String>> {
        let first = |(words, _): &(String, String)| {
            let (first, _) = words.split_once(' ')?;
            Some(first.to_owned())
        };
        self.ends.iter().map(first).collect()
    }

    /// Matches a whole sentence; returns the values of the holes, in order.
    pub(super) fn fit(&self, text: &str) -> Option<Vec<Filling>> {
        let begins_and_ends = |(first, last): &(String, String)| {
            text.starts_with(first.as_str()) && text.ends_with(last.as_str())
        };
        if !self.ends.iter().any(begins_and_ends) {
            return None;
        }
        let mut fillings = Vec::new();
        let parts: Vec<&Part> = self.parts.iter().collect();
        (fit(&parts, text, &mut fillings) && agree(&fillings)).then_some(fillings)
    }

    /// The kinds of the holes in order; those of the first branch of a choice.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        fn collect(parts: &[Part], kinds: &mut Vec<Kind>) {
            for part in parts {
                match part {
                    Part::Words(_) => {}
                    Part::Hole(kind) => kinds.push(*kind),
                    Part::Either(branches) => {
                        if let Some(first) = branches.first() {
                            collect(first, kinds);
                        }
                    }
                }
            }
        }
        let mut kinds = Vec::new();
        collect(&self.parts, &mut kinds);
        kinds
    }

    /// The texts of the pattern, with `spell` for the words of its holes by their number. The first has the first
    /// branch of every choice and the first spelling of every hole; there are at most [`TEXTS`].
    pub(super) fn texts(&self, spell: &dyn Fn(Kind, usize) -> Vec<String>) -> Vec<String> {
        let texts = texts(&self.parts, vec![(String::new(), 0)], spell);
        texts.into_iter().map(|(text, _)| text).collect()
    }
}

/// The most texts of a pattern that are tried.
const TEXTS: usize = 500;

/// Texts, each with the number of holes in it.
type Texts = Vec<(String, usize)>;

fn texts(parts: &[Part], before: Texts, spell: &dyn Fn(Kind, usize) -> Vec<String>) -> Texts {
    let mut found = before;
    for part in parts {
        let each = found.into_iter().flat_map(|(text, holes)| match part {
            Part::Words(words) => vec![(text + words, holes)],
            Part::Either(branches) => {
                let branch = |branch: &Vec<Part>| texts(branch, vec![(text.clone(), holes)], spell);
                branches.iter().flat_map(branch).collect()
            }
            Part::Hole(kind) => {
                let word = |word: String| (format!("{text}{word}"), holes + 1);
                spell(*kind, holes).into_iter().map(word).collect()
            }
        });
        found = each.take(TEXTS).collect();
    }
    found
}

fn compile(rest: &mut &str) -> Vec<Part> {
    let mut parts = Vec::new();
    while let Some(first) = rest.chars().next() {
        match first {
            '|' | ']' => break,
            '[' => {
                *rest = &rest[1..];
                let mut branches = vec![compile(rest)];
                while let Some(tail) = rest.strip_prefix('|') {
                    *rest = tail;
                    branches.push(compile(rest));
                }
                *rest = rest.strip_prefix(']').expect("every bracket is closed");
                parts.push(Part::Either(branches));
            }
            '{' => {
                let end = rest.find('}').expect("every hole is closed");
                let kind = Kind::named(&rest[1..end]);
                parts.push(Part::Hole(kind.unwrap_or_else(|| {
                    panic!("no kind of hole is named `{}`", &rest[1..end])
                })));
                *rest = &rest[end + 1..];
            }
            '\\' => {
                let mut after = rest[1..].chars();
                parts.push(Part::Words(after.next().into_iter().collect()));
                *rest = after.as_str();
            }
            _ => {
                let end = rest.find(['[', '|', ']', '{', '\\']).unwrap_or(rest.len());
                parts.push(Part::Words(rest[..end].to_owned()));
                *rest = &rest[end..];
            }
        }
    }
    parts
}

/// The words of a wording before its first hole and after its last one.
fn ends(wording: &[Item]) -> (String, String) {
    let words = |item: &Item| match item {
        Item::Words(words) => Some(words.clone()),
        Item::Hole(_) => None,
    };
    let first = wording.iter().map_while(words).collect();
    let mut last: Vec<String> = wording.iter().rev().map_while(words).collect();
    last.reverse();
    (first, last.concat())
}

/// Appends some parts to each wording, in every way that their choices allow.
fn extend(wordings: &mut Vec<Vec<Item>>, parts: &[Part], most: usize) {
    for part in parts {
        match part {
            Part::Words(words) => {
                for wording in &mut *wordings {
                    wording.push(Item::Words(words.clone()));
                }
            }
            Part::Hole(kind) => {
                for wording in &mut *wordings {
                    wording.push(Item::Hole(*kind));
                }
            }
            Part::Either(branches) => {
                let before = std::mem::take(wordings);
                for branch in branches {
                    let mut branched = before.clone();
                    extend(&mut branched, branch, most);
                    wordings.extend(branched);
                }
                wordings.truncate(most);
            }
        }
    }
}

fn fit(parts: &[&Part], text: &str, fillings: &mut Vec<Filling>) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return text.is_empty();
    };
    match first {
        Part::Words(words) => text
            .strip_prefix(words.as_str())
            .is_some_and(|tail| fit(rest, tail, fillings)),
        Part::Either(branches) => branches.iter().any(|branch| {
            let joined: Vec<&Part> = branch.iter().chain(rest.iter().copied()).collect();
            fit(&joined, text, fillings)
        }),
        Part::Hole(kind) => {
            // A hole ends at a boundary of words, and takes as little as it can.
            let reach = kind.reach(text);
            let ends = text
                .char_indices()
                .map(|(at, _)| at)
                .skip(1)
                .chain([text.len()])
                .take_while(|end| *end <= reach)
                .filter(|end| boundary(text, *end));
            for end in ends {
                if let Some(Part::Words(words)) = rest.first()
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

fn boundary(text: &str, end: usize) -> bool {
    text[end..]
        .chars()
        .next()
        .is_none_or(|c| matches!(c, ' ' | ',' | ';' | ':' | '.' | '"' | ')' | '\''))
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
