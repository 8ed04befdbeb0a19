//! The initial configuration of a run.

use super::response::Response;
use super::symbols::ANY_NAME;
use tokenwright_tables::grammar::ContentModel;
use tokenwright_tables::model::About;

/// The initial values that tree construction, or a test suite, sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The state to start in, by its name without the word "state"; `None` for the revision's own.
    pub state: Option<String>,
    /// The name of the last start tag, as if it had been emitted.
    pub last_start_tag: Option<String>,
    /// The content model flag, for revisions that have one; `None` for `PCDATA`.
    pub content_model: Option<ContentModel>,
    /// Whether the (adjusted) current node is in another namespace than HTML's.
    pub foreign: bool,
    /// What tree construction does at each tag, in order; nothing at further tags.
    pub responses: Vec<Response>,
}

impl Setup {
    /// Every setup that a revision allows: its initial state, its entry states and every content model, each without
    /// a last start tag and with one of any name.
    pub fn all(about: &About) -> Vec<Setup> {
        let mut all = vec![Setup::default()];
        all.extend(about.entry_states.iter().map(|state| Setup {
            state: Some(state.value.clone()),
            ..Setup::default()
        }));
        let models = ContentModel::ALL
            .iter()
            .filter(|_| about.content_model_flag);
        all.extend(models.map(|(model, _)| Setup {
            content_model: Some(*model),
            ..Setup::default()
        }));
        let tagged = all.clone().into_iter().map(|setup| Setup {
            last_start_tag: Some(ANY_NAME.to_owned()),
            ..setup
        });
        all.extend(tagged.collect::<Vec<_>>());
        all
    }
}
