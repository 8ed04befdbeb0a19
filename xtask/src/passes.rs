//! The option `--without PASS` of the commands that compile tables.

use clap::builder::PossibleValue;
use tokenwright_compiler::optimise::{Pass, Passes};

/// The values of `--without`.
#[derive(Clone, Copy, Debug)]
pub enum Without {
    /// One pass.
    Pass(Pass),
    /// All passes.
    All,
}

impl clap::ValueEnum for Without {
    fn value_variants<'a>() -> &'a [Self] {
        const VARIANTS: [Without; Pass::ALL.len() + 1] = {
            let mut variants = [Without::All; Pass::ALL.len() + 1];
            let mut at = 0;
            while at < Pass::ALL.len() {
                variants[at] = Without::Pass(Pass::ALL[at]);
                at += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let pass = match self {
            Without::All => return Some(PossibleValue::new("all")),
            Without::Pass(pass) => *pass,
        };
        let value = PossibleValue::new(pass.name());
        Some(value.aliases(former_name(pass)))
    }
}

/// The name of a pass in versions up to 0.1.
fn former_name(pass: Pass) -> Option<&'static str> {
    match pass {
        Pass::LikelyFirst => Some("usual"),
        Pass::DeferAttributes => Some("pieces"),
        Pass::MixedCaseNames => Some("names"),
        Pass::BytewiseScan => Some("near"),
        Pass::ColdRows => Some("seldom"),
        Pass::HotPath => Some("fuse"),
        Pass::BulkScans => Some("runs"),
        Pass::References
        | Pass::TreeImplied
        | Pass::TreeQuiet
        | Pass::TreeWalk
        | Pass::TreeUnused
        | Pass::TreeText => None,
    }
}

/// All passes without these.
pub fn all_without(without: &[Without]) -> Passes {
    without
        .iter()
        .fold(Passes::all(), |passes, without| match without {
            Without::Pass(pass) => passes.without(*pass),
            Without::All => Passes::none(),
        })
}
