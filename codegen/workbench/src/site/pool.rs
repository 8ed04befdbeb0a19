//! Several JSON values as one, in which equal parts occur once.
//!
//! The revisions have most of their rows in common, so all of them together take little more than one.

use serde_json::{Map, Value};
use std::collections::HashMap;

/// Shorter parts are repeated.
const SHORTEST: usize = 7;

/// The values as `[parts, values]`. In both, a negative number `-n` represents the part `n - 1`.
///
/// # Errors
/// If a value has a negative number, or one that is no integer.
pub(super) fn pooled(values: Vec<Value>) -> Result<Value, String> {
    let mut pool = Pool::default();
    for value in &values {
        pool.count(value)?;
    }
    let values: Vec<Value> = values.iter().map(|value| pool.reference(value)).collect();
    Ok(Value::Array(vec![Value::Array(pool.parts), values.into()]))
}

#[derive(Default)]
struct Pool {
    /// How often each part occurs, by its text.
    counts: HashMap<String, usize>,
    indices: HashMap<String, usize>,
    parts: Vec<Value>,
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
            Value::Array(members) => members
                .iter()
                .map(|member| self.reference(member))
                .collect(),
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, member)| (key.clone(), self.reference(member)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
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
        let expected = json!([[{ "text": "a sentence" }], [[1, -1], { "row": -1 }]]);
        assert_eq!(pool, Ok(expected));
    }

    #[test]
    fn numbers_that_would_be_references_are_refused() {
        assert!(pooled(vec![json!([-1])]).is_err());
        assert!(pooled(vec![json!([0.5])]).is_err());
    }
}
