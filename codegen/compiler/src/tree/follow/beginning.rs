//! What of the beginning of a document needs no rules.
//!
//! In most documents, no tag before the first text of the body matters to tokens but those that switch to a text state, which do the
//! same in every mode up to the body. To run rules only to know that takes longer than to tokenize a document of a
//! kilobyte. So the modes are collected through which an element that no row mentions goes on its way to the body, and the tags
//! that matter in any of them. Up to the first of these, tokens are kept and not processed; characters of some classes lead from each
//! of these modes to the body, where the open elements may be forgotten. No condition on the stack is assumed that the start of a
//! document does not give, and tokens of other kinds than tags, text and DOCTYPEs matter in no mode.

use super::super::ir::TreeProgram;
use super::effects::{Effect, Reader, Tag, Token};
use super::{Assumptions, OfName, in_use, rows, settle, tags};

/// What of the beginning of a document needs no rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Beginning {
    /// The start tags that need them, in the order of the program's names, other names last.
    pub(super) start_tags: Vec<bool>,
    /// The end tags that need them.
    pub(super) end_tags: Vec<bool>,
    /// The classes of characters after which elements may be forgotten, a bit for each. If there is none, rules are run from the first
    /// token on.
    pub(super) settling: u32,
}

/// Finds it; `names` says what is known of tags where elements are forgotten, other names last.
pub(super) fn find(program: &TreeProgram, body: &Assumptions, names: &[OfName]) -> Beginning {
    let Some(beginning) = modes(program, body) else {
        return Beginning::default();
    };
    let mut reader = Reader::new(program, &beginning);
    let [start_tags, end_tags] = [true, false].map(|is_start| {
        let mut needs_rules = Vec::new();
        for (tag, of) in tags(program, is_start).zip(names) {
            let in_all = in_use(&beginning.modes).map(|mode| reader.effects(mode, &tag));
            let in_all: Vec<_> = in_all.collect();
            needs_rules.push(match of.text_mode.filter(|_| is_start) {
                Some(mode) => !in_all.iter().all(|effects| {
                    rows::text_mode(program, effects) == Some(mode)
                        && is_only_text(program, body, effects)
                }),
                None => {
                    is_start && of.changes_mode || in_all.iter().any(|effects| !effects.is_empty())
                }
            });
        }
        needs_rules
    });
    Beginning {
        start_tags,
        end_tags,
        settling: settling(program, &beginning),
    }
}

/// The modes on the way to the body, with what matters in them. None if some token on the way matters.
fn modes(program: &TreeProgram, body: &Assumptions) -> Option<Assumptions> {
    let mut modes = vec![false; program.modes.len()];
    modes[program.initial] = true;
    let classes = program.modes[program.initial].characters.len();
    loop {
        let beginning = settle(program, body.home, modes.clone(), body.scripting, true);
        let other = Tag::start(None);
        let tokens = (0..classes).map(Token::Character);
        let tokens = tokens.chain([Token::Tag(other), Token::Doctype]);
        let mut matter = false;
        let mut reader = Reader::new(program, &beginning);
        for token in tokens {
            for mode in in_use(&modes) {
                let effects = reader.read(mode, token.clone()).0;
                matter |= effects.iter().any(|it| !matches!(it, Effect::Mode(_)));
            }
        }
        if matter {
            return None;
        }
        let more = reader.modes.iter().filter(|mode| !modes[**mode]);
        let more: Vec<usize> = more.copied().collect();
        if more.is_empty() {
            return Some(beginning);
        }
        more.into_iter().for_each(|mode| modes[mode] = true);
    }
}

/// Whether characters matter in no mode to which these effects lead.
fn is_only_text(program: &TreeProgram, body: &Assumptions, effects: &[Effect]) -> bool {
    let mut reader = Reader::new(program, body);
    let modes = effects.iter().filter_map(|it| match it {
        Effect::Mode(mode) => Some(*mode),
        _ => None,
    });
    modes.into_iter().all(|mode| {
        (0..program.modes[mode].characters.len()).all(|class| {
            let (effects, place) = reader.read(mode, Token::Character(class));
            effects.is_empty() && place.mode == Some(mode)
        })
    })
}

/// The classes of characters that lead from each mode to the body and set the frameset-ok flag.
fn settling(program: &TreeProgram, beginning: &Assumptions) -> u32 {
    let mut reader = Reader::new(program, beginning);
    let classes = program.modes[program.initial].characters.len();
    let mut settling = 0;
    for class in 0..classes {
        let settles = in_use(&beginning.modes).all(|mode| {
            let (effects, place) = reader.read(mode, Token::Character(class));
            let is_body = place.mode == Some(beginning.home);
            effects.is_empty() && is_body && place.is_frameset_ruled_out
        });
        settling |= u32::from(settles) << class;
    }
    settling
}
