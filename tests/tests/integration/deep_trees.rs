//! Documents whose elements are nested deeper than the machine's stack.

use tokenwright_tests::tables;
use tokenwright_tests::tree_construction::{Input, parsed};

#[test]
fn an_end_of_file_is_processed_again_for_each_open_template() {
    for count in [60, 3_000] {
        let input = Input::document("<template>".repeat(count));
        let parsed = parsed(tables::of_trees(), &input);
        let parsed = parsed.unwrap_or_else(|stuck| panic!("{count}: {stuck}"));
        // Without a DOCTYPE, and one for each element that is closed.
        assert_eq!(parsed.errors.len(), 1 + count, "{count}");
    }
}
