//! The peers agree with us on every page, except for explained differences.

use std::collections::BTreeMap;
use std::error::Error;

use tokenwright_peers::{Difference, Explanations, PEERS, Peer, differences, html5gum};
use tokenwright_tests::pages::{self, Page};
use tokenwright_tests::shared;
use tokenwright_tests::tokens::{Start, tokenwright};

/// The pages, and whether the corpus is among them.
fn every_page() -> Result<(Vec<Page>, bool), Box<dyn Error>> {
    let mut all = pages::generated(pages::SIZE);
    match shared::find("corpus") {
        Ok(folder) => {
            all.extend(pages::read(&folder)?);
            Ok((all, true))
        }
        Err(absent) => {
            absent.skip()?;
            Ok((all, false))
        }
    }
}

fn show(peer: &Peer, page: &Page, difference: &Difference) -> String {
    let mut text = format!(
        "{} differs on {} at token {}\n",
        peer.name, page.name, difference.at
    );
    for (side, tokens) in [("ours", &difference.ours), ("theirs", &difference.theirs)] {
        for token in tokens {
            text.push_str(&format!("  {side}: {token}\n"));
        }
    }
    text
}

#[test]
fn every_difference_is_explained() -> Result<(), Box<dyn Error>> {
    let explanations = Explanations::read(&Explanations::file())?;
    let (pages, corpus) = every_page()?;
    let mut uses = vec![0_usize; explanations.all.len()];
    let mut unexplained = BTreeMap::new();
    for page in &pages {
        let ours = tokenwright::tokens(&page.text);
        for peer in &PEERS {
            let theirs = peer.tokens(&page.text);
            for difference in differences(&ours.tokens, &theirs.tokens, peer.view) {
                let covering = explanations
                    .all
                    .iter()
                    .position(|entry| entry.covers(peer.name, &page.name, &difference));
                match covering {
                    Some(entry) => uses[entry] += 1,
                    None => {
                        unexplained
                            .entry((peer.name, page.name.clone()))
                            .or_insert_with(Vec::new)
                            .push(show(peer, page, &difference));
                    }
                }
            }
        }
    }
    for ((peer, page), shown) in &unexplained {
        eprintln!("{peer} on {page}: {} differences", shown.len());
        for difference in shown.iter().take(5) {
            eprint!("{difference}");
        }
    }
    assert!(
        unexplained.is_empty(),
        "differences that nothing explains: mend the row that is wrong, or if the peer is, explain them in \
         peers/data/differences.toml"
    );
    if corpus {
        for (entry, uses) in explanations.all.iter().zip(uses) {
            assert!(
                uses > 0,
                "peers/data/differences.toml explains what is no difference any more; remove it: {:?}",
                entry.because
            );
        }
    }
    Ok(())
}

/// All errors except those of `<?`, whose rules changed in June 2026, and duplicate attributes, which html5gum does not report
/// in an unfinished tag at the end of a page (`docs/peers.md`).
fn named_by_both(code: &str) -> bool {
    code != "duplicate-attribute"
        && code != "unexpected-question-mark-instead-of-tag-name"
        && !code.contains("processing-instruction")
}

#[test]
fn html5gum_names_the_same_errors_in_the_same_order() -> Result<(), Box<dyn Error>> {
    for page in every_page()?.0 {
        let theirs = html5gum::run(&Start::default(), &[&page.text]).unwrap_or_default();
        let [ours, theirs] = [tokenwright::tokens(&page.text), theirs]
            .map(|tokens| tokens.errors.into_iter().map(|error| error.code))
            .map(|codes| codes.filter(|code| named_by_both(code)).collect::<Vec<_>>());
        let parting = ours
            .iter()
            .zip(&theirs)
            .position(|(ours, theirs)| ours != theirs);
        let part = parting.or((ours.len() != theirs.len()).then(|| ours.len().min(theirs.len())));
        if let Some(at) = part {
            panic!(
                "{}: error {at} is {:?}, and html5gum's is {:?}; mend the row that is wrong, or if html5gum is, \
                 leave the code out in `named_by_both`",
                page.name,
                ours.get(at),
                theirs.get(at)
            );
        }
    }
    Ok(())
}
