//! A page under construction.

use super::random::Random;
use super::words::WORDS;

/// The text so far, the target size, and the random numbers.
pub(super) struct Draft {
    pub(super) random: Random,
    text: String,
    wanted: usize,
}

impl Draft {
    pub(super) fn new(seed: u64, wanted: usize) -> Self {
        Self {
            random: Random::new(seed),
            text: String::with_capacity(wanted + 16 * 1024),
            wanted,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Whether the page is shorter than the target size.
    pub(super) fn wants_more(&self) -> bool {
        self.text.len() < self.wanted
    }

    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes `rare` once in `times` calls, and `usual` otherwise.
    pub(super) fn put_either(&mut self, times: usize, rare: &str, usual: &str) {
        let text = if self.random.once_in(times) {
            rare
        } else {
            usual
        };
        self.put(text);
    }

    /// Writes one of some texts.
    pub(super) fn put_one(&mut self, of: &[String]) {
        let text = self.random.pick(of);
        self.put(text);
    }

    /// Writes an adjective or a noun, and returns it.
    pub(super) fn put_word(&mut self) -> &'static str {
        let word = match self.random.once_in(3) {
            true => self.adjective(),
            false => self.noun(),
        };
        self.put(word);
        word
    }

    /// Everything up to the body; the title is text of RCDATA.
    pub(super) fn head(&mut self, title: &str) {
        self.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
        self.put(title);
        self.put(
            "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"stylesheet\" href=\"/assets/site.css?v=20\">\n</head>\n<body>\n",
        );
    }

    pub(super) fn foot(&mut self) {
        self.put("<footer><p>Printed by the harbour office &middot; <a href=\"/contact\">contact</a></p></footer>\n</body>\n</html>\n");
    }

    pub(super) fn noun(&mut self) -> &'static str {
        self.random.pick(&WORDS.nouns)
    }

    pub(super) fn adjective(&mut self) -> &'static str {
        self.random.pick(&WORDS.adjectives)
    }

    pub(super) fn place(&mut self) -> &'static str {
        self.random.pick(&WORDS.places)
    }

    /// A name as addresses and classes have it: `grey-lantern-17`.
    pub(super) fn slug(&mut self) -> String {
        let (adjective, noun) = (self.adjective(), self.noun());
        let number = self.random.between(1, 99);
        format!("{adjective}-{noun}-{number}")
    }

    /// Two or three words with capitals, as headings have them.
    pub(super) fn heading(&mut self) -> String {
        let (adjective, noun, place) = (self.adjective(), self.noun(), self.place());
        match self.random.between(0, 2) {
            0 => format!("The {adjective} {noun}"),
            1 => format!("A {noun} in {place}"),
            _ => format!("{place} and its {noun}s"),
        }
    }

    /// A clause without its full stop.
    pub(super) fn clause(&mut self) -> String {
        let (first, second) = (self.noun(), self.noun());
        let (adjective, other) = (self.adjective(), self.adjective());
        let verb = self.random.pick(&WORDS.verbs);
        let link = self.random.pick(&WORDS.links);
        match self.random.between(0, 4) {
            0 => format!("the {adjective} {first} {verb} the {second}"),
            1 => format!(
                "every {first} {verb} a {other} {second} {link} {}",
                self.place()
            ),
            2 => format!("a {first} {link} the {adjective} {second} {verb} nothing"),
            3 => format!(
                "{} {verb} its {other} {first} {link} the {second}",
                self.place()
            ),
            _ => format!("nobody {link} the {first} {verb} a {adjective} {second}"),
        }
    }

    /// One to three clauses, with a capital and a full stop.
    pub(super) fn sentence(&mut self) -> String {
        let mut sentence = self.clause();
        for _ in 0..self.random.between(0, 2) {
            let joint = self.random.pick(&WORDS.joints);
            sentence.push_str(joint);
            sentence.push_str(&self.clause());
        }
        if let Some(first) = sentence.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        sentence.push('.');
        sentence
    }
}
