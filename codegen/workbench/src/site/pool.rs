//! Several JSON values as one, in which equal parts occur once, and so do the keys of objects with the same ones.
//!
//! The revisions have most of their rows in common, so all of them together take little more than one. There are some hundred lists
//! of keys, and thousands of objects.

use serde_json::{Value, json};
use std::collections::HashMap;

/// Shorter parts are repeated.
const SHORTEST: usize = 7;

/// The values as `[keys, parts, values]`. In parts and values, a negative number `-n` represents the part `n - 1`. A list that begins
/// with a positive number `n` is an object with the keys `n - 1`, and one that begins with 0 is a list without that.
///
/// # Errors
/// If a value has a negative number, or one that is no integer.
pub(super) fn pooled(values: Vec<Value>) -> Result<Value, String> {
    let mut pool = Pool::default();
    for value in &values {
        pool.count(value)?;
    }
    let values: Vec<Value> = values.iter().map(|value| pool.reference(value)).collect();
    Ok(json!([pool.keys, pool.parts, values]))
}

#[derive(Default)]
struct Pool {
    /// How often each part occurs, by its text.
    counts: HashMap<String, usize>,
    indices: HashMap<String, usize>,
    parts: Vec<Value>,
    /// The keys of objects, and the number of each list of them.
    keys: Vec<Vec<String>>,
    numbers: HashMap<Vec<String>, usize>,
}

impl Pool {
    fn count(&mut self, value: &Value) -> Result<(), String> {
        if let Value::Number(number) = value {
            return match number.as_u64() {
                Some(_) => Ok(()),
                None => Err(format!("{number} is no natural number")),
            };
        }
        let text = value.to_string();
        let count = self.counts.entry(text).or_default();
        *count += 1;
        if *count > 1 {
            return Ok(());
        }
        match value {
            Value::Array(members) => members.iter().try_for_each(|member| self.count(member)),
            Value::Object(members) => members.values().try_for_each(|member| self.count(member)),
            _ => Ok(()),
        }
    }

    /// The value, or the number of its part if it occurs more than once.
    fn reference(&mut self, value: &Value) -> Value {
        let text = value.to_string();
        let is_shared = text.len() >= SHORTEST && self.counts.get(&text).is_some_and(|n| *n > 1);
        if !is_shared {
            return self.parts_referenced(value);
        }
        let index = match self.indices.get(&text) {
            Some(index) => *index,
            None => {
                let part = self.parts_referenced(value);
                self.parts.push(part);
                self.indices.insert(text, self.parts.len());
                self.parts.len()
            }
        };
        Value::from(-(index as i64))
    }

    fn parts_referenced(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(members) => {
                let members = members.iter().map(|member| self.reference(member));
                let mut members: Vec<Value> = members.collect();
                if members.first().is_some_and(Value::is_u64) {
                    members.insert(0, Value::from(0));
                }
                Value::Array(members)
            }
            Value::Object(members) => {
                let number = self.number(members.keys().cloned().collect());
                let members = members.values().map(|member| self.reference(member));
                std::iter::once(Value::from(number))
                    .chain(members)
                    .collect()
            }
            other => other.clone(),
        }
    }

    /// The number of a list of keys, from 1.
    fn number(&mut self, keys: Vec<String>) -> usize {
        let next = self.keys.len() + 1;
        let number = *self.numbers.entry(keys.clone()).or_insert(next);
        if number == next {
            self.keys.push(keys);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::pooled;
    use serde_json::json;

    #[test]
    fn what_occurs_twice_is_a_part() {
        let part = json!({ "text": "a sentence" });
        let pool = pooled(vec![json!([1, part]), json!({ "row": part })]);
        let expected = json!([
            [["text"], ["row"]],
            [[1, "a sentence"]],
            [[0, 1, -1], [2, -1]]
        ]);
        assert_eq!(pool, Ok(expected));
    }

    #[test]
    fn numbers_that_would_be_references_are_refused() {
        assert!(pooled(vec![json!([-1])]).is_err());
        assert!(pooled(vec![json!([0.5])]).is_err());
    }
}
