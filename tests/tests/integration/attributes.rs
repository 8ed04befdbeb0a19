//! Tags with many attributes, many of them duplicates: generated and interpreted agree, in chunks too, and
//! spans of names and values are right.

use fastrand::Rng;
use tokenwright::{Next, Sink, Tag, Tokenizer};
use tokenwright_interpreter::{Interpreter, Setup};
use tokenwright_tests::effort::effort;
use tokenwright_tests::generated::{self, Chunks};
use tokenwright_tests::tables;

/// Three tags; the second is an end tag. All values differ, which identifies the attribute.
fn page(random: &mut Rng) -> String {
    let mut page = String::new();
    for open in ["<a", "</b", "<i"] {
        page += open;
        let names = [1, 2, 11, 14, 40][random.usize(..5)];
        let most = [3, 3 * names + 2][random.usize(..2)];
        for at in 0..random.usize(..most) {
            page += &format!(
                " {}{}",
                ["n", "N", "é"][random.usize(..3)],
                random.usize(..names)
            );
            match random.usize(..6) {
                0 => page += &format!("={at}"),
                1 => page += &format!(" = 'v{at}&amp;'"),
                2 => page += &format!("=\"{at} w\""),
                3 => page += "=''",
                4 if at < 2 && random.usize(..20) == 0 => {
                    page += &format!("='{}'", "long".repeat(4_100))
                }
                _ => {}
            }
        }
        page += [">", "/>", " >x"][random.usize(..3)];
    }
    page
}

#[test]
fn generated_and_interpreted_agree_on_attributes() {
    for loaded in tables::all() {
        let interpreter = Interpreter::new(&loaded.revision, &loaded.references).expect("sound");
        let (mut random, setup) = (Rng::with_seed(17), Setup::default());
        for _ in 0..effort(20, 150) {
            let page = page(&mut random);
            let expected = interpreter.run(&setup, &page).expect("runs");
            let second = random.usize(..page.len() + 1);
            let cuts = [random.usize(..second + 1), second];
            let id = &loaded.revision.about.id;
            let ways = [Chunks::Bytes, Chunks::At(&cuts)];
            let result = generated::check_agreement(id, &setup, &page, &expected, ways);
            result.unwrap_or_else(|why| panic!("{id} {page}\n{why}"));
        }
    }
}

/// Names and values with their source text.
type Attributes = Vec<[String; 4]>;

fn attributes(page: &str, tag: &Tag<'_>) -> Attributes {
    let attributes = tag.attributes().map(|attribute| {
        [
            attribute.name(),
            attribute.value(),
            &page[attribute.name_span().range()],
            &page[attribute.value_span().range()],
        ]
    });
    attributes.map(|parts| parts.map(str::to_owned)).collect()
}

#[derive(Default)]
struct Spans(String, Vec<Attributes>);

impl Sink for Spans {
    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.1.push(attributes(&self.0, tag));
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.start_tag(tag)
    }
}

#[test]
fn attributes_are_where_they_stand() {
    let mut random = Rng::with_seed(23);
    for _ in 0..150 {
        let page = page(&mut random);
        let mut tokenizer: Tokenizer<_> = Tokenizer::new(Spans(page.clone(), Vec::new()));
        let cut = random.usize(..page.len() + 1);
        tokenizer.feed_bytes(&page.as_bytes()[..cut]);
        tokenizer.feed_bytes(&page.as_bytes()[cut..]);
        let sink = tokenizer.finish().1;
        for [name, value, name_text, value_text] in sink.iter().flatten() {
            assert_eq!(*name, name_text.to_ascii_lowercase(), "{page}");
            assert_eq!(*value, value_text.replace("&amp;", "&"), "{page}");
        }
        let tags = tokenwright::tokens(&page).filter_map(|token| match token {
            tokenwright::Token::StartTag(tag) | tokenwright::Token::EndTag(tag) => Some(tag),
            _ => None,
        });
        let tags = tags.map(|tag| attributes(&page, &tag));
        assert_eq!(tags.collect::<Vec<_>>(), sink, "{page}");
    }
}

#[test]
fn many_attributes_of_few_names() {
    for names in [1, 20] {
        let mut page = String::from("<a");
        for at in 0..effort(100_000, 1_000_000) {
            page += [" a=1", " b=2", " c=3", " d=4", " e=5"][at % names % 5];
            page.push((b'a' + (at % names) as u8) as char);
        }
        page.push('>');
        let mut tags = tokenwright::tokens(&page).filter_map(|token| match token {
            tokenwright::Token::StartTag(tag) => Some(tag.attributes().count()),
            _ => None,
        });
        assert_eq!((tags.next(), tags.next()), (Some(names.min(5)), None));
    }
}
