//! Rows of the preprocessing of the input stream.

use super::set::CharacterSet;

/// A row of the preprocessing of the input stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InputRow {
    set: CharacterSet,
    except: CharacterSet,
    /// The codes of its errors.
    pub(super) errors: Vec<String>,
    pub(super) replacement: Option<char>,
}

impl InputRow {
    pub(super) fn new(
        set: CharacterSet,
        except: CharacterSet,
        errors: Vec<String>,
        replacement: Option<char>,
    ) -> Self {
        InputRow {
            set,
            except,
            errors,
            replacement,
        }
    }

    pub(super) fn takes(&self, character: char) -> bool {
        self.set.contains(Some(character), None) && !self.except.contains(Some(character), None)
    }
}
