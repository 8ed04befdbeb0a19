//! A page in chunks has the tokens and the errors of the page as a whole.

use std::error::Error;

use tokenwright_tests::effort::effort;
use tokenwright_tests::pages;
use tokenwright_tests::shared;
use tokenwright_tests::tokens::tokenwright;

#[test]
fn chunks_change_nothing() -> Result<(), Box<dyn Error>> {
    let mut all = pages::generated(pages::SIZE);
    // Reuse one tokenizer, to catch state that an earlier page leaves behind.
    let text = pages::concatenation(&all, 1);
    all.push(pages::Page {
        name: "all generated".to_owned(),
        text,
    });
    match shared::find("corpus") {
        Ok(folder) => all.extend(
            pages::read(&folder)?
                .into_iter()
                .take(effort(1, usize::MAX)),
        ),
        Err(absent) => absent.skip()?,
    }
    for page in &all {
        let whole = tokenwright::tokens(&page.text);
        for size in [1021, 4096, 65_536] {
            let chunked = tokenwright::tokens_of_chunks(page.text.as_bytes().chunks(size));
            let parting = whole
                .tokens
                .iter()
                .zip(&chunked.tokens)
                .position(|(whole, chunked)| whole != chunked);
            assert_eq!(parting, None, "{} in chunks of {size}", page.name);
            assert!(whole == chunked, "{} in chunks of {size}", page.name);
        }
    }
    Ok(())
}

/// A long run in a whole document is searched and checked in one scan; chunks use different code.
#[test]
fn a_long_run_has_the_tokens_and_errors_of_its_characters() {
    let fillers = ["x", "line\n", "é", "a\r\n", "中文 "];
    let odd = [
        "\u{1}", "\0", "\u{7F}", "\u{85}", "\u{FDD0}", "\u{1FFFF}", "\r", "<", "</", "<!--",
        "\u{A0}",
    ];
    for (element, filler) in ["script", "style", "title"]
        .iter()
        .flat_map(|e| fillers.map(|f| (e, f)))
    {
        for odd in odd {
            let places = [0, 1, 63, 64, 65, 130, 1_000, 8_190, 9_000];
            for place in places.into_iter().step_by(effort(4, 1)) {
                let mut page = format!("<p>\u{2}é<{element}>");
                page.extend(std::iter::repeat_n(filler, place / filler.len()));
                page.push_str(odd);
                page.extend(std::iter::repeat_n(filler, 200));
                page.push_str(odd);
                page.push_str(&format!("</{element}>\u{3}"));
                let whole = tokenwright::tokens(&page);
                let chunked = tokenwright::tokens_of_chunks(page.as_bytes().chunks(61));
                let apart = tokenwright::tokens_of_chunks(page.as_bytes().chunks(page.len() - 9));
                assert!(whole == apart, "{element}, {filler:?}, {odd:?} at {place}");
                assert!(
                    whole == chunked,
                    "{element}, {filler:?}, {odd:?} at {place}"
                );
            }
        }
    }
}
