//! Templates of rules, matched backwards: from a step of the tables to the values of the holes.

use crate::hole::Kind;
use crate::pattern::Filling;

/// The values of the holes of a rule, as far as they are known.
pub(super) type Values = Vec<Option<Vec<String>>>;

/// Every way in which `template` makes `text`, given the values that are known.
///
/// A hole that holds a list makes one text for each of its items, so a value that is known is not compared where
/// `lists` says so: the text adds another item.
pub(super) fn fits(template: &str, text: &str, known: &Values) -> Vec<Values> {
    let Some(open) = template.find('{') else {
        return if template == text {
            vec![known.clone()]
        } else {
            Vec::new()
        };
    };
    let Some(rest) = text.strip_prefix(&template[..open]) else {
        return Vec::new();
    };
    let close = open + 2;
    let Ok(at) = template[open + 1..close].parse::<usize>() else {
        return Vec::new();
    };
    let after = &template[close + 1..];
    let mut found = Vec::new();
    let ends = rest.char_indices().map(|(end, _)| end).skip(1);
    for end in ends.chain([rest.len()]) {
        if after.is_empty() && end < rest.len() {
            continue;
        }
        let value = vec![rest[..end].to_owned()];
        let mut values = known.clone();
        values.resize(values.len().max(at + 1), None);
        match &values[at] {
            Some(before) if *before != value => continue,
            _ => values[at] = Some(value),
        }
        found.extend(fits(after, &rest[end..], &values));
    }
    found
}

/// The values with the kinds of the holes; `None` if a hole that has to have a value has none.
pub(super) fn fillings(kinds: &[Kind], values: &Values) -> Option<Vec<Filling>> {
    let each = kinds.iter().enumerate().map(|(at, kind)| {
        let value = values.get(at).cloned().flatten();
        match value {
            Some(value) => Some((*kind, value)),
            // They follow from the string beside them.
            None if matches!(kind, Kind::Count | Kind::Sequence) => Some((*kind, Vec::new())),
            None => None,
        }
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_template_gives_the_values_of_its_holes() {
        let found = fits(
            "append {0} to {1}",
            "append U+FFFD to the name",
            &Vec::new(),
        );
        assert_eq!(
            found,
            [[
                Some(vec!["U+FFFD".to_owned()]),
                Some(vec!["the name".to_owned()])
            ]]
        );
        assert!(fits("emit {0}", "append U+FFFD", &Vec::new()).is_empty());
        let two = fits("{0} to {0}", "a to a", &Vec::new());
        assert_eq!(two, [[Some(vec!["a".to_owned()])]]);
    }
}
