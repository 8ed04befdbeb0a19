//! Tokens, errors and positions are the same at every split of the input.

use crate::effort::effort;
use crate::inputs::INPUTS;
use crate::support::record;
use tokenwright::{Follow, Options, Revision, RevisionVisitor, revisions};

struct EverySplit(Vec<Vec<u8>>);

impl RevisionVisitor for EverySplit {
    fn visit<R: Revision>(&mut self) {
        for follow in [Follow::default(), Follow::Nothing] {
            let options = Options {
                follow,
                ..Options::default()
            };
            for input in &self.0 {
                let whole = record::<R>(&options, [&input[..]]);
                let shown = String::from_utf8_lossy(input);
                let bytes = record::<R>(&options, input.chunks(1));
                assert_eq!(bytes, whole, "{} {shown:?} byte by byte", R::ID);
                for at in 0..=input.len() {
                    let (first, second) = input.split_at(at);
                    let split = record::<R>(&options, [first, second]);
                    assert_eq!(split, whole, "{} {shown:?} split at {at}", R::ID);
                }
            }
        }
    }
}

#[test]
fn a_split_changes_nothing() {
    let inputs = INPUTS.iter().map(|input| input.as_bytes().to_vec());
    revisions::visit(&mut EverySplit(inputs.collect()));
}

#[test]
fn a_split_of_malformed_bytes_changes_nothing() {
    let inputs: [&[u8]; 6] = [
        b"a\xFFb\xC3\x28<\xE2\x82p \xF0\x9F\x98=\"\xED\xA0\x80\">\xF0\x9F\x98",
        b"<!--\xE2\x82--\xFF>\xFF<a\xFF b=\xFF\xFF c='&\xFF;&#65\xFF'>",
        b"\xEF\xBB\xBF\xEF\xBBx\xEF",
        b"<?p\xFF \xFF?><!DOCTYPE \xFF PUBLIC '\xFF'>\xC0\x80\r\n\xFF\r",
        b"<p a=\xE2\x82\xAC\xE2\x82\r\n>\xF4\x90\x80\x80",
        b"&\xFFamp;\0\xFF\0<\0a\xFF\0",
    ];
    revisions::visit(&mut EverySplit(inputs.map(<[u8]>::to_vec).to_vec()));
}

/// What one token borrowed from a chunk must not be looked for in the next.
#[test]
fn tokens_in_chunks_of_their_own_are_the_same() {
    let chunks = [
        "<!DOCTYPE html PUBLIC 'é' \"-//W3C//DTD HTML 4.01//EN\">",
        "<é",
        "x a",
        "=中 a=2>",
        "<p",
        ">",
        "<a long-name='and a long value, é' b b>",
        "<!-- é",
        "-->",
        "<?x",
        " y?>",
        "</é",
        ">",
    ];
    struct InChunks<'a>(&'a [&'a str]);
    impl RevisionVisitor for InChunks<'_> {
        fn visit<R: Revision>(&mut self) {
            let whole = self.0.concat();
            let options = Options::default();
            let whole = record::<R>(&options, [whole.as_bytes()]);
            let chunks = self.0.iter().map(|chunk| chunk.as_bytes());
            assert_eq!(record::<R>(&options, chunks), whole, "{}", R::ID);
        }
    }
    revisions::visit(&mut InChunks(&chunks));
}

/// More names than are kept in lower case, of every length, in capitals and in both cases.
#[test]
fn names_in_capitals_are_those_in_lower_case() {
    let names = (0..effort(120, 900)).map(|number| {
        let beginning = ["a", "td", "élan", "table-cell-padding", "x\u{1F600}"][number % 5];
        format!("{beginning}{}", number * 7)
    });
    let mut lower = String::new();
    for (number, name) in names.enumerate() {
        let text = ["b<", "script>a<b</script", "title>&amp;</title", "textarea"][number % 4];
        lower += &format!("<x{name} {name}=1 z {name}=2 y{name}='é'></x{name}><{text}>");
        if number % 4 == 3 {
            lower += &format!("</x{name}></textarea>");
        }
    }
    let capitals = |each: usize| {
        let characters = lower.chars().enumerate();
        let written = characters.map(|(at, c)| match at % each {
            0 => c.to_ascii_uppercase(),
            _ => c,
        });
        written.collect::<String>()
    };
    struct SameNames<'a>(&'a str, [String; 3]);
    impl RevisionVisitor for SameNames<'_> {
        fn visit<R: Revision>(&mut self) {
            let options = Options::default();
            let lower = record::<R>(&options, [self.0.as_bytes()]);
            for written in &self.1 {
                let whole = record::<R>(&options, [written.as_bytes()]);
                assert_eq!(whole.parts, lower.parts, "{}", R::ID);
                for size in [1, 2, 7, 61, 1460] {
                    let chunks = written.as_bytes().chunks(size);
                    let chunked = record::<R>(&options, chunks);
                    assert!(chunked == whole, "{} in chunks of {size}", R::ID);
                }
            }
        }
    }
    revisions::visit(&mut SameNames(&lower, [1, 2, 3].map(capitals)));
}

/// Around the numbers of attributes at which they are held or compared in another way.
#[test]
fn tags_of_many_attributes_may_be_split_anywhere() {
    let mut inputs = Vec::new();
    for count in [0, 1, 11, 12, 13, 15, 16, 17, 18, 40] {
        let attributes = (0..count).map(|n| format!(" a{n}='{n}'"));
        let attributes: String = attributes.collect();
        for duplicate in ["", " a0=2", " a10=2", " a15=2 a16 a15=3"] {
            let tag = format!("<b x=1><p{attributes}{duplicate}></p{duplicate}>");
            inputs.push(tag.into_bytes());
        }
    }
    for input in &inputs {
        let tag = String::from_utf8_lossy(input);
        let record = record::<revisions::Newest>(&Options::default(), [&input[..]]);
        let mut names = std::collections::BTreeSet::new();
        let all = tag.split_once("<p").unwrap().1.split_once('>').unwrap().0;
        let all = all.split_whitespace().map(|one| one.split('=').next());
        let distinct = all.filter(|name| names.insert(*name)).count();
        let start = record.lines.iter().find(|line| line.contains("\"p\""));
        let shown = start.unwrap().matches(" = ").count();
        assert_eq!(shown, distinct, "{tag}");
    }
    let sample = inputs.into_iter().step_by(effort(3, 1));
    revisions::visit(&mut EverySplit(sample.collect()));
}

/// Runs of one character are read in blocks; each length up to several blocks ends at another place of one.
#[test]
fn runs_of_every_length_are_the_same_byte_by_byte() {
    /// The number of runs so far: each begins its sample of lengths at another one.
    struct Runs(usize);
    impl RevisionVisitor for Runs {
        fn visit<R: Revision>(&mut self) {
            let options = Options::default();
            for before in ["", "<!--", "<a b=\"", "<a b=", "<script>", "&"] {
                for piece in [
                    "\r", "\n", "\0", "-", "]", "&", "<", "a", "A", "\u{e9}", "\u{1}",
                ] {
                    let step = effort(9, 1);
                    self.0 += 1;
                    for count in (1 + self.0 % step..=70).step_by(step) {
                        for behind in ["b\n>", "\n;'\">"] {
                            let input = format!("{before}{}{behind}", piece.repeat(count));
                            let whole = record::<R>(&options, [input.as_bytes()]);
                            let bytes = record::<R>(&options, input.as_bytes().chunks(1));
                            assert_eq!(bytes, whole, "{} {input:?}", R::ID);
                        }
                    }
                }
            }
        }
    }
    revisions::visit(&mut Runs(0));
}
