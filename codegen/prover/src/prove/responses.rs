//! What tree construction does at the tags that a pair emits: an input, as the characters are.

use super::pair::RunPair;
use tokenwright_interpreter::Response;

impl RunPair<'_, '_> {
    fn tags(&self) -> [usize; 2] {
        [self.tables.tags(), self.run.tags()]
    }

    /// Sets the responses to the tags that neither side has emitted so far.
    fn respond(&mut self, responses: &[Response]) {
        let [tables, program] = self.owed.each_ref().map(|owed| [owed, responses].concat());
        self.tables.set_responses(tables);
        self.run.set_responses(program);
    }

    /// How many tags at least one side has emitted, beyond those that the other side had emitted before.
    fn new_tags(&self) -> usize {
        let new = self.tags().into_iter().zip(&self.owed);
        let new = new.map(|(tags, owed)| tags.saturating_sub(owed.len()));
        new.max().unwrap_or(0)
    }

    /// Notes the responses to tags that one side has yet to emit.
    fn owe(&mut self, responses: &[Response]) {
        for (tags, owed) in self.tags().into_iter().zip(&mut self.owed) {
            let all = [owed, responses].concat();
            *owed = all.get(tags..).unwrap_or_default().to_vec();
        }
    }

    /// A pair for each name of a last start tag, if tree construction has switched at a tag to a state that may read
    /// the name: before that, it was no part of the key.
    pub(super) fn after_any_start_tag(self) -> Vec<Self> {
        let switched = self.tables.has_switched() || self.run.has_switched();
        let name = &self.run.registers.last_start_tag;
        let same = self.tables.register_values().last_start_tag == *name;
        if !switched || !same || self.owed[0] != self.owed[1] {
            return vec![self];
        }
        // A name of one letter represents all names.
        let names = [Some("a".to_owned()), None];
        let pairs = names.into_iter().map(|name| {
            let mut pair = self.clone();
            pair.tables.set_last_start_tag(name.clone());
            pair.run.registers.last_start_tag = name;
            pair
        });
        pairs.collect()
    }

    /// Runs a pair once for each combination of responses to the tags that the run emits.
    pub(super) fn each_response<T>(
        &self,
        possible: &[Response],
        run: impl Fn(&mut Self) -> T,
    ) -> Vec<(Self, T, Vec<Response>)> {
        let mut all = Vec::new();
        let mut choices: Vec<usize> = Vec::new();
        loop {
            let mut pair = self.clone();
            let mut responses: Vec<Response> = choices.iter().map(|at| possible[*at]).collect();
            pair.respond(&responses);
            let result = run(&mut pair);
            let new = pair.new_tags();
            responses.resize(new, Response::default());
            pair.owe(&responses);
            all.push((pair, result, responses));
            choices.resize(new, 0);
            while choices
                .last()
                .is_some_and(|last| last + 1 == possible.len())
            {
                choices.pop();
            }
            match choices.last_mut() {
                Some(last) => *last += 1,
                None => return all,
            }
        }
    }
}
