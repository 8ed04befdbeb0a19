//! Setups of a tokenizer, in messages.

use tokenwright_interpreter::Setup;

/// The setup of the tokenizer, unless it is the default.
pub(crate) fn described(setup: &Setup) -> String {
    let mut parts = Vec::new();
    if let Some(state) = &setup.state {
        parts.push(format!("from the {state} state"));
    }
    if let Some(model) = setup.content_model {
        parts.push(format!("content model {model}"));
    }
    if let Some(name) = &setup.last_start_tag {
        parts.push(format!("last start tag `{name}`"));
    }
    if setup.foreign {
        parts.push("in foreign content".to_owned());
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!(" ({})", parts.join(", ")),
    }
}
