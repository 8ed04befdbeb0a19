//! Formulae and typography, nearly every word with a character reference.

use super::draft::Draft;
use super::words::WORDS;

pub(super) fn write(draft: &mut Draft) {
    draft.head("Formulae &amp; figures &ndash; tables");
    while draft.wants_more() {
        let heading = draft.heading();
        draft.put(&format!("<h2>{heading} &mdash; &sect;&thinsp;"));
        reference(draft);
        draft.put("</h2>\n<p>");
        for _ in 0..draft.random.between(30, 90) {
            draft.put_word();
            draft.put_either(5, "&nbsp;", " ");
            reference(draft);
            if draft.random.once_in(3) {
                draft.put(" ");
            }
        }
        draft.put("</p>\n");
        link(draft);
    }
    draft.foot();
}

pub(super) fn reference(draft: &mut Draft) {
    match draft.random.between(0, 15) {
        0..=8 => draft.put_one(&WORDS.named_references),
        9 => draft.put_one(&WORDS.bare_references),
        10 => draft.put_one(&WORDS.no_references),
        11 | 12 => {
            let code = draft.random.between(0xa1, 0x17f);
            draft.put(&format!("&#{code};"));
        }
        13 => {
            let code = draft.random.between(0x2190, 0x22ff);
            draft.put(&format!("&#x{code:x};"));
        }
        14 => {
            let code = draft.random.between(0x1f300, 0x1f5ff);
            draft.put(&format!("&#X{code:X};"));
        }
        // Windows-1252 numbers, and one without its semicolon.
        _ => draft.put_either(2, "&#146;", "&#8217 "),
    }
}

fn link(draft: &mut Draft) {
    let (slug, number) = (draft.slug(), draft.random.between(1, 400));
    draft.put(&format!(
        "<p><a href=\"/figures?key={slug}&amp;page={number}&copy=2&not=1&amp;sort=a&#38;b\" title=\"{number}&nbsp;&times;&nbsp;&frac12;&quot;\">\
         &laquo;&nbsp;{slug}&nbsp;&raquo;</a></p>\n"
    ));
}
