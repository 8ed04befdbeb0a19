//! The tables of rules, which map the words of a page to their meaning in the words of the table language.
//!
//! A rule is its name, a pattern, and below it the lines that it means. A pattern is a sentence or a clause of one in its
//! normal spelling: words, choices `[one|other|]` and typed `{holes}`; `{0}` in a line is the value of the first hole. A
//! rule fits a whole clause or not at all, so a word more or less is another clause. The writer uses the same rules
//! backwards; it prefers the first branch of each choice, so that is the wording of today. The tables are text, because
//! most of what changes from page to page is a wording.

use crate::first_word::FirstWords;
use crate::normal_form::{Form, Normal};
use crate::pattern::{Filling, Pattern};
use std::sync::{LazyLock, OnceLock};

/// A sentence of the page as a pattern, and its meaning.
#[derive(Debug)]
pub(super) struct Rule {
    /// The name in reports; the kind of hole, for a value.
    pub(super) name: &'static str,
    /// The words of the page.
    pub(super) pattern: &'static str,
    /// The steps, the alternatives of a condition, the facts, or the reason why it has no effect.
    pub(super) means: Vec<&'static str>,
    /// The names of the rules for sentences that have to follow in the section: the meaning has theirs too.
    pub(super) followed_by: Vec<&'static str>,
}

/// The table of a file.
macro_rules! table {
    ($file:literal) => {
        std::sync::LazyLock::new(|| $crate::rules::Table::of(include_str!($file)))
    };
}

pub(crate) use table;

/// Clauses that are steps. A hole with a list makes a step once for each item.
pub(super) static STEPS: LazyLock<Table> = table!("steps.txt");

/// Clauses that are conditions: a line is an alternative, and states conditions that hold together.
pub(super) static CONDITIONS: LazyLock<Table> = table!("conditions.txt");

/// Sentences that are no steps: introductions of lists, definitions and global rules.
pub(super) static OUTSIDE: LazyLock<Table> = table!("outside.txt");

/// Sentences without an effect on a tokenizer. `{remark}` matches words that neither negate nor demand, so that no
/// requirement is skipped.
pub(super) static WITHOUT_EFFECT: LazyLock<Table> = table!("without_effect.txt");

/// Sentences on the preprocessing of the input stream.
pub(super) static INPUT_STREAM: LazyLock<Table> = table!("input_stream.txt");

/// The names of things that holes hold.
pub(super) static VALUES: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(include_str!("values.txt")));

/// The rules for sentences and clauses.
pub(super) fn sentences() -> impl Iterator<Item = &'static Rule> {
    let tables = [&STEPS, &CONDITIONS, &OUTSIDE, &WITHOUT_EFFECT];
    tables
        .into_iter()
        .flat_map(|table| table.rules.iter().map(|(_, rule)| rule))
}

/// The rules of a table. Lines that begin with a space belong to the rule above them: its meaning, and after `&` the name
/// of a rule for a sentence that has to follow.
pub(super) fn parse(table: &'static str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in table.lines() {
        if let Some(means) = line.strip_prefix("    =") {
            let rule = rules.last_mut().expect("a rule is above");
            rule.means.push(means.trim_start());
        } else if let Some(name) = line.strip_prefix("    & ") {
            let rule = rules.last_mut().expect("a rule is above");
            rule.followed_by.push(name);
        } else {
            let (name, pattern) = line.split_once(": ").expect("a name and a pattern");
            rules.push(Rule {
                name,
                pattern,
                means: Vec::new(),
                followed_by: Vec::new(),
            });
        }
    }
    rules
}

/// A table with its patterns compiled.
pub(super) struct Table {
    pub(super) rules: Vec<(Pattern, Rule)>,
    first_words: FirstWords,
    /// The patterns in their normal form, once a sentence needs it.
    normal: OnceLock<(Vec<Normal>, FirstWords)>,
}

impl Table {
    pub(super) fn of(table: &'static str) -> Self {
        let rules = parse(table).into_iter();
        let rules: Vec<_> = rules
            .map(|rule| (Pattern::new(rule.pattern), rule))
            .collect();
        Table {
            first_words: FirstWords::of(rules.iter().map(|(pattern, _)| pattern.first_words())),
            rules,
            normal: OnceLock::new(),
        }
    }

    /// The rules that a clause with the first word of a text can match.
    pub(super) fn beginning(&self, text: &str) -> impl Iterator<Item = &(Pattern, Rule)> {
        let word = text.split(' ').next().unwrap_or_default();
        let numbers = self.first_words.rules(word).iter();
        numbers.map(|number| &self.rules[*number])
    }

    /// The first rule that matches a clause, with the values of its holes.
    pub(super) fn fit(&self, text: &str, loosely: bool) -> Option<(&Rule, Vec<Filling>)> {
        if !loosely {
            let mut rules = self.beginning(text);
            return rules.find_map(|(pattern, rule)| Some((rule, pattern.fit(text)?)));
        }
        let (normal, first_words) = self.normal.get_or_init(|| {
            let patterns = self.rules.iter();
            let normal: Vec<Normal> = patterns.map(|(pattern, _)| Normal::of(pattern)).collect();
            let first_words = FirstWords::of(normal.iter().map(Normal::first_words));
            (normal, first_words)
        });
        let form = Form::of(text);
        let mut numbers = first_words.rules(form.first_word()).iter();
        numbers.find_map(|number| Some((&self.rules[*number].1, normal[*number].fit(&form)?)))
    }
}

impl Rule {
    /// The lines that the rule means with these values: a line once for each value of a hole that holds a list.
    pub(super) fn lines(&self, fillings: &[Filling]) -> Vec<String> {
        let lines = self.means.iter();
        lines.flat_map(|line| fill(line, fillings)).collect()
    }
}

fn fill(template: &str, fillings: &[Filling]) -> Vec<String> {
    let mut filled = vec![template.to_owned()];
    for (at, (_, values)) in fillings.iter().enumerate() {
        let hole = format!("{{{at}}}");
        if template.contains(&hole) {
            let each = filled.iter();
            let each = each.flat_map(|text| values.iter().map(|value| text.replace(&hole, value)));
            filled = each.collect();
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{CONDITIONS, INPUT_STREAM, OUTSIDE, STEPS, Table, WITHOUT_EFFECT};
    use crate::pattern::Item;
    use crate::trees;
    use std::collections::HashSet;

    /// The wordings that an earlier rule of the table has, so that they never count.
    fn repeated(table: &Table) -> Vec<String> {
        let mut seen = HashSet::new();
        let mut repeated = Vec::new();
        for (pattern, _) in &table.rules {
            let wordings: HashSet<String> = pattern.wordings().iter().map(|it| words(it)).collect();
            repeated.extend(
                wordings
                    .into_iter()
                    .filter(|text| !seen.insert(text.clone())),
            );
        }
        repeated
    }

    fn words(wording: &[Item]) -> String {
        let items = wording.iter().map(|item| match item {
            Item::Words(words) => words.clone(),
            Item::Hole(kind) => format!("{{{kind:?}}}"),
        });
        items.collect()
    }

    #[test]
    fn no_rule_repeats_another() {
        let tables: [&Table; 5] = [
            &STEPS, &CONDITIONS, &OUTSIDE, &WITHOUT_EFFECT, &INPUT_STREAM,
        ];
        let tables = tables.into_iter().chain(trees::tables());
        assert_eq!(tables.flat_map(repeated).collect::<Vec<_>>(), [""; 0]);
        let twice = Table::of("one: ignore [it|this]\n    = ignore\ntwo: ignore this\n    = other");
        assert_eq!(repeated(&twice), ["ignore this"]);
    }

    #[test]
    fn what_follows_a_rule_is_a_rule() {
        let tables = trees::tables();
        let rules = || tables.iter().flat_map(|table| &table.rules);
        for (_, rule) in rules() {
            for name in &rule.followed_by {
                let is_there = rules().any(|(_, other)| other.name == *name);
                assert!(is_there, "{}: {name}", rule.name);
            }
            // A report has names of rules, so all rules with a name ask for the same.
            let same = rules().filter(|(_, other)| other.name == rule.name);
            for (_, other) in same {
                assert_eq!(other.followed_by, rule.followed_by, "{}", rule.name);
            }
        }
    }
}
